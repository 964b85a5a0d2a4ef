//! `planner`, and `hard`, which counts.

use super::infer::{Clues, Habits};
use super::plan::{Piece, Plan};
use super::policy::Table;
use super::sim::Sim;
use super::weights::{Costs, Market, Weights};
use croupier_core::{Agent, AgentError, Budget, Decision, Game, Rng, Seat};
use croupier_games::BigTwo;
use croupier_games::big_two::{Action, Cards, View};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The parameters of `hard`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct HardParams {
    /// Whether chances to hold the table are counted from the cards that are out, not from a whole deck.
    pub(super) count: bool,
    /// Whether forced wins are looked for.
    pub(super) forced: bool,
    /// Whether plays of as many cards as another seat has left are avoided.
    pub(super) guarded: bool,
    /// Whether 2s that may be caught are minded.
    pub(super) mind_twos: bool,
    /// Whether choices are tried out in sampled worlds.
    pub(super) worlds: bool,
    /// Whether worlds are drawn by how well they explain what was played and passed.
    pub(super) infer: bool,
    /// How much work one decision may be, in thousands of table cells.
    pub(super) effort: u32,
    /// How many choices are tried out at most.
    pub(super) choices: u32,
    #[serde(flatten)]
    pub(super) habits: Habits,
    #[serde(flatten)]
    pub(super) weights: Weights,
}

impl Default for HardParams {
    fn default() -> Self {
        Self {
            count: true,
            forced: true,
            guarded: true,
            mind_twos: true,
            worlds: true,
            infer: true,
            effort: 400,
            choices: 10,
            habits: Habits::default(),
            weights: Weights::default(),
        }
    }
}

/// The table of a view, for the seat of the view.
pub(super) fn table_of(game: &BigTwo, view: &View) -> Table {
    let (count, number) = on_table(game, view).unwrap_or((0, 0));
    let owner = view.table.as_ref().map_or(0, |t| view.left[t.seat.index()]);
    let others = Seat::all(4).filter(|s| *s != view.seat).fold(0, |m, s| m | 1 << view.left[s.index()]);
    Table { count, number, owner, others }
}

/// Card count and strength number of the play on the table.
fn on_table(game: &BigTwo, view: &View) -> Option<(u8, u16)> {
    let strength = game.plays().strength(view.table.as_ref()?.action.cards())?;
    Some((strength.cards() as u8, strength.number()))
}

/// The piece that an action puts down; none for a pass.
fn piece_of(plan: &Plan, action: Action) -> Option<&Piece> {
    plan.pieces.iter().find(|p| p.action == action)
}

/// Plays by the cheapest plan of its hand; counts nothing that was played.
pub(super) struct Planner {
    pub(super) game: BigTwo,
    pub(super) weights: Weights,
    pub(super) costs: Costs,
    pub(super) plan: Plan,
}

impl Planner {
    pub(super) fn new(game: BigTwo, weights: Weights) -> Self {
        Self { game, weights, costs: Costs::new(&weights), plan: Plan::default() }
    }
}

impl Agent<BigTwo> for Planner {
    fn begin(&mut self, _: Seat, _: Rng) {}

    fn act(&mut self, d: &Decision<'_, BigTwo>) -> Result<Action, AgentError> {
        if let [only] = d.legal()[..] {
            return Ok(only);
        }
        let view = d.view();
        let market = Market::new(Cards::ALL.without(view.hand), [13; 3].into_iter());
        self.plan.fill(self.game.plays(), view.hand, &market, &self.costs);
        let table = table_of(&self.game, view);
        let best = rank(&self.weights, &self.plan, &table, d.legal());
        Ok(best[0].0)
    }
}

/// The legal actions with how good they are by plan, best first; ties in the order of the actions.
fn rank(weights: &Weights, plan: &Plan, table: &Table, legal: &[Action]) -> Vec<(Action, f64)> {
    let mut ranked: Vec<(Action, f64)> = legal
        .iter()
        .map(|a| match piece_of(plan, *a) {
            Some(piece) => (*a, weights.playing(plan, plan.all, piece, table)),
            None => (*a, weights.passing(plan, plan.all, table)),
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
}

/// An action that starts a line in which every play is unbeatable or the last, if there is one; `plan` is a buffer.
///
/// What is unbeatable follows from the view: nobody can hold a stronger play of the cards that are out, or nobody has
/// as many cards. Such a line wins whoever holds what, and everybody else keeps their cards.
pub(super) fn forced_line(game: &BigTwo, view: &View, legal: &[Action], plan: &mut Plan) -> Option<Action> {
    let most = Seat::all(4).filter(|s| *s != view.seat).map(|s| view.left[s.index()]).max()?;
    let unseen = view.unseen();
    let best: [Option<u16>; 6] = std::array::from_fn(|n| {
        let possible = n > 0 && n <= usize::from(most);
        possible.then(|| game.plays().strongest(unseen, n as u32).map(|s| s.number()))?
    });
    plan.list(game.plays(), view.hand);
    for piece in &mut plan.pieces {
        let beatable = best[usize::from(piece.count)].is_some_and(|b| b > piece.number);
        piece.cost = if beatable { 1.0 } else { 0.0 };
    }
    plan.tabulate();
    let wins = |a: &&Action| {
        piece_of(plan, **a).is_some_and(|p| {
            let rest = plan.all ^ p.mask;
            rest == 0 || (p.cost == 0.0 && plan.value(rest) <= 1.0)
        })
    };
    legal.iter().rev().find(wins).copied()
}

/// Counts what is out, wins what cannot be lost, and tries its best choices out in worlds drawn from its view.
pub(super) struct Hard {
    game: BigTwo,
    params: HardParams,
    weights: Weights,
    costs: Costs,
    rng: Rng,
    plans: [Plan; 4],
    force: Plan,
}

impl Hard {
    pub(super) fn new(game: BigTwo, params: HardParams) -> Self {
        let mut weights = params.weights;
        if !params.guarded {
            (weights.guard, weights.press) = (0.0, 0.0);
        }
        if !params.mind_twos {
            weights.twos = 0.0;
        }
        let rng = Rng::keyed("hard", &[]);
        Self {
            game,
            params,
            weights,
            costs: Costs::new(&weights),
            rng,
            plans: Default::default(),
            force: Plan::default(),
        }
    }

    /// The cards that the others of a seat hold, as it may count them.
    fn market(&self, view: &View, seat: Seat, hand: Cards) -> Market {
        if !self.params.count {
            return Market::new(Cards::ALL.without(hand), [13; 3].into_iter());
        }
        let live = Cards::ALL.without(view.played());
        let others = Seat::all(4).filter(|s| *s != seat);
        Market::new(live.without(hand), others.map(|s| view.left[s.index()]))
    }

    fn think(&mut self, view: &View, legal: &[Action], budget: Budget) -> Action {
        if self.params.forced
            && let Some(action) = forced_line(&self.game, view, legal, &mut self.force)
        {
            return action;
        }
        let market = self.market(view, view.seat, view.hand);
        let me = view.seat.index();
        self.plans[me].fill(self.game.plays(), view.hand, &market, &self.costs);
        let table = table_of(&self.game, view);
        let mut ranked = rank(&self.weights, &self.plans[me], &table, legal);
        if !self.params.worlds || ranked.len() == 1 {
            return ranked[0].0;
        }
        let pass = ranked.iter().position(|r| r.0.is_pass());
        let keep = (self.params.choices as usize).max(2);
        if let Some(at) = pass.filter(|at| *at >= keep) {
            ranked.swap(at, keep - 1);
        }
        ranked.truncate(keep);
        self.tried(view, ranked.into_iter().map(|r| r.0).collect(), budget)
    }

    /// The choice with the best mean gain over worlds drawn from the view. At a quarter and at half of the work the worse
    /// half of the choices leaves.
    fn tried(&mut self, view: &View, choices: Vec<Action>, budget: Budget) -> Action {
        let mut left = Allowance::new(budget, self.params.effort);
        let me = view.seat.index();
        let game = self.game.clone();
        let rules = game.config();
        let strength = on_table(&game, view);
        let clues = self.params.infer.then(|| Clues::new(&game, view, self.params.habits));
        let mut sums: Vec<(Action, f64)> = choices.into_iter().map(|a| (a, 0.0)).collect();
        let mut marks = [0.25, 0.5].into_iter().peekable();
        while left.more() {
            let hands = match &clues {
                Some(clues) => clues.draw(&mut self.rng),
                None => game.sample_hands(view, &mut self.rng),
            };
            left.spend(WORLD + self.fill_others(view, &hands));
            let plans = self.plans.each_ref();
            let start = Sim::new(view, strength, plans, rules.pass_lock);
            for (action, sum) in &mut sums {
                let mut sim = start;
                sim.apply(piece_of(plans[me], *action));
                let (gains, work) = sim.play_out(plans, &self.weights, rules.scoring);
                *sum += f64::from(gains[me]);
                left.spend(work);
            }
            if marks.next_if(|mark| left.spent() >= *mark).is_some() && sums.len() > 2 {
                sums.sort_by(|a, b| b.1.total_cmp(&a.1));
                sums.truncate(sums.len().div_ceil(2).max(2));
            }
        }
        sums.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("there is a choice").0
    }

    /// Fills the plans of the other seats with the hands of a world; returns how much work that was.
    fn fill_others(&mut self, view: &View, hands: &[Cards; 4]) -> u64 {
        let mut work = 0;
        for seat in Seat::all(4).filter(|s| *s != view.seat) {
            let hand = hands[seat.index()];
            let market = self.market(view, seat, hand);
            let plan = &mut self.plans[seat.index()];
            plan.fill(self.game.plays(), hand, &market, &self.costs);
            work += plan.work;
        }
        work
    }
}

/// The work of drawing a world, in table steps.
const WORLD: u64 = 4000;

/// What is left of a decision's budget.
struct Allowance {
    spent: u64,
    /// Work, or worlds, allowed.
    most: u64,
    worlds: bool,
    until: Option<(Instant, Duration)>,
}

impl Allowance {
    fn new(budget: Budget, effort: u32) -> Self {
        let (most, worlds, until) = match budget {
            Budget::Own => (u64::from(effort) * 1000, false, None),
            Budget::Nodes(n) => (n.max(1), true, None),
            Budget::Time(time) => (u64::MAX, false, Some((Instant::now(), time))),
        };
        Self { spent: 0, most, worlds, until }
    }

    fn spend(&mut self, work: u64) {
        if !self.worlds {
            self.spent += work;
        }
    }

    /// Begins another world if the budget allows it; the first is always allowed.
    fn more(&mut self) -> bool {
        let more = self.spent == 0 || self.spent() < 1.0;
        self.spent += u64::from(self.worlds);
        more
    }

    /// The share of the budget that is spent.
    fn spent(&self) -> f64 {
        match self.until {
            Some((start, time)) => start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9),
            None => self.spent as f64 / self.most as f64,
        }
    }
}

impl Agent<BigTwo> for Hard {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
    }

    fn act(&mut self, d: &Decision<'_, BigTwo>) -> Result<Action, AgentError> {
        if let [only] = d.legal()[..] {
            return Ok(only);
        }
        Ok(self.think(d.view(), d.legal(), d.budget()))
    }
}
