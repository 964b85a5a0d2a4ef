//! The value of each action: how long the hand that it leaves takes to go out.

use super::super::ledger::Ledger;
use super::super::plan::{self, Plan};
use super::super::risk::{Responders, Risks};
use super::certain::owns;
use super::params::HardParams;
use super::rounds::{FOUL, MOST, Rounds, Step, rounds};
use arrayvec::ArrayVec;
use croupier_core::Seat;
use croupier_games::daifugo::{
    Action, Card, CardSet, Config, Field, Kind, Play, RANKS, Rank, Reading, View, is_foul,
};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most plays that are valued; beyond, those with fewer jokers come first.
const PLAYS: usize = 40;

// What follows was tuned on lucks of deck "dev", four seats, against easy.

/// What being answered costs beyond the wait, in fields: one may answer again in the field.
const ANSWERED: f32 = -0.8;
/// What a pass costs beyond the wait: the field may come to an end that helps.
const PASSED: f32 = -0.5;
/// How likely those who can beat the strongest plays do, and by how much each card more makes an answer rarer.
const WILLING: (f32, f32) = (0.3, 0.7);
/// The same where no risk is known, and what is left has to stand for it.
const WILLING_BY_RANK: (f32, f32) = (0.05, 0.5);
/// How likely an answer is given that takes a card of the strongest rank or a joker, while all who could give it hold
/// much, and by how much likelier where all hold at most a third of their cards.
const DEAR: (f64, f64) = (0.1, 0.7);
/// How much is counted for one decision before the rest is estimated: some 15 ms, which four seats never take.
const WORK: u64 = 8_000_000;
/// What each play takes that a long plan is valued without.
const MIDDLING: f32 = 0.35;

/// One decision's thoughts.
pub(super) struct Thinker<'a> {
    pub rules: &'a Config,
    pub params: &'a HardParams,
    pub view: &'a View,
    pub ledger: &'a Ledger,
    pub risks: RefCell<Risks<'a>>,
    /// What each seat has played in this deal.
    played: [CardSet; 6],
    /// Hands valued, by the order they lead in.
    valued: HashMap<(CardSet, bool), Rounds>,
}

impl<'a> Thinker<'a> {
    pub(super) fn new(
        rules: &'a Config,
        params: &'a HardParams,
        view: &'a View,
        ledger: &'a Ledger,
        risks: Risks<'a>,
    ) -> Self {
        let risks = RefCell::new(risks);
        let played = view.played();
        Thinker { rules, params, view, ledger, risks, played, valued: HashMap::new() }
    }

    /// The action that leaves the least to wait; of equal ones the weakest play.
    pub(super) fn best(&mut self, legal: &[Action]) -> Option<Action> {
        let mut plays: Vec<Action> = legal.to_vec();
        if plays.len() > PLAYS {
            plays = self.shortlist(legal);
        }
        let mut best: Option<(f32, Action)> = None;
        for action in plays {
            let value = self.value(action);
            if best.is_none_or(|(least, _)| value < least - 1e-4) {
                best = Some((value, action));
            }
        }
        best.map(|b| b.1)
    }

    /// The pass, the plays of the plan, then those with the fewest jokers.
    fn shortlist(&mut self, legal: &[Action]) -> Vec<Action> {
        let line = self.plan(self.view.hand, self.view.table.field.revolution).line;
        let mut all = legal.to_vec();
        all.sort_by_key(|action| match action {
            Action::Play(play) => (1 + u32::from(!line.contains(play)), play.jokers()),
            _ => (0, 0),
        });
        all.truncate(PLAYS);
        all.sort_unstable();
        all
    }

    /// Fields to wait after an action.
    fn value(&mut self, action: Action) -> f32 {
        let field = self.view.table.field;
        let hand = self.view.hand;
        let Action::Play(play) = action else {
            let Rounds { lead, wait } = self.of_hand(hand, field.revolution);
            return if owns(self.view) { lead } else { wait + PASSED };
        };
        let after = field.after(self.rules, play);
        let rest = hand.minus(play.cards());
        if rest.is_empty() {
            return if is_foul(self.rules, &field, play) { FOUL } else { -1.0 };
        }
        let risk = if after.clears { 0.0 } else { self.risk(play) };
        let Rounds { lead, wait } = self.of_hand(rest, after.field.revolution);
        (1.0 - risk) * lead + risk * (wait + ANSWERED)
    }

    /// The chance that others answer a play now.
    fn risk(&self, play: Play) -> f32 {
        let willing = self.willing(play, self.view.table.field.reversed());
        if !self.params.risk {
            return willing;
        }
        let mut risks = self.risks.borrow_mut();
        let (field, others) = (risks.after(play).field, risks.others(play));
        let mut risk = risks.risk_from(&field, &others);
        let weight = self.params.passes;
        if weight > 0.0 && risk > 0.0 {
            let heard = |s: &Seat| !self.was_silent(*s, &field);
            let heard: Responders = others.iter().copied().filter(heard).collect();
            risk = (1.0 - weight) * risk + weight * risks.risk_from(&field, &heard);
        }
        self.ready(&mut risks, &field, &others, risk) * willing
    }

    /// Of the risk that `others` can answer a field, the part in which one is ready to: few spend a 2 or a joker early.
    ///
    /// The risk that one holds a dear answer is that of a field of the second strongest rank; taken as independent of it, the
    /// risk of a cheap answer follows.
    fn ready(&self, risks: &mut Risks<'_>, field: &Field, others: &Responders, risk: f64) -> f32 {
        let Some(top) = field.play.filter(|top| risk > 0.0 && top.kind() != Kind::Run) else {
            return risk as f32;
        };
        let reversed = field.reversed();
        let (cheap, dear) = if top.rank().strength(reversed) >= 11 {
            (0.0, risk)
        } else {
            let Some(second) = second_strongest(top.len(), reversed) else { return risk as f32 };
            let dear = risks.risk_from(&Field { play: Some(second), ..*field }, others).min(risk);
            (if dear < 1.0 { 1.0 - (1.0 - risk) / (1.0 - dear) } else { 1.0 }, dear)
        };
        let late = others.iter().filter(|s| self.late(**s)).count() as f64 / others.len().max(1) as f64;
        let spent = DEAR.0 + DEAR.1 * late;
        (1.0 - (1.0 - cheap) * (1.0 - spent * dear)) as f32
    }

    /// Whether a seat holds at most a third of the cards that it began the deal with.
    fn late(&self, seat: Seat) -> bool {
        let left = u32::from(self.view.table.left[seat.index()]);
        3 * left <= left + self.played[seat.index()].len()
    }

    /// Whether a seat passed in this deal on a field that whatever beats `field` would have beaten.
    fn was_silent(&self, seat: Seat, field: &Field) -> bool {
        let Some(top) = field.play else { return false };
        let reversed = field.reversed();
        let weaker = |on: &Field| {
            on.play.is_some_and(|p| {
                let alike = p.kind() == top.kind() && p.len() == top.len() && on.reversed() == reversed;
                let lower = p.rank().strength(reversed) <= top.rank().strength(reversed);
                alike && lower && (on.lock.is_empty() || on.lock == field.lock)
            })
        };
        self.ledger.passes.iter().any(|pass| pass.seat == seat && weaker(&pass.field))
    }

    /// What a hand waits when play goes on in this order.
    fn of_hand(&mut self, hand: CardSet, revolution: bool) -> Rounds {
        let revolution = if self.params.orders { revolution } else { self.view.table.field.revolution };
        if let Some(found) = self.valued.get(&(hand, revolution)) {
            return *found;
        }
        let plan = self.plan(hand, revolution);
        let turns: Vec<bool> = plan.line.iter().map(|play| self.turns(*play)).collect();
        let both = turns.contains(&true);
        let step = |(play, turns): (&Play, &bool)| self.step(*play, *turns, both, revolution);
        let mut steps: Vec<Step> = plan.line.iter().zip(&turns).map(step).collect();
        // A long plan is valued without its middling plays, each of which takes about a third of a field.
        let mut extra = 0.0;
        if steps.len() > MOST {
            let order = usize::from(revolution);
            steps.sort_by(|a, b| a.holds[order].total_cmp(&b.holds[order]));
            let (more, from) = (steps.len() - MOST, (steps.len() - (steps.len() - MOST)) / 2);
            steps.drain(from..from + more);
            extra = MIDDLING * more as f32;
        }
        let found = rounds(&steps, revolution);
        let found = Rounds { lead: found.lead + extra, wait: found.wait + extra };
        self.valued.insert((hand, revolution), found);
        found
    }

    /// The plan of a hand in an order.
    fn plan(&self, hand: CardSet, reversed: bool) -> Plan {
        if !self.params.plan {
            return by_ranks(hand);
        }
        plan::plan(self.rules, hand, reversed, &|play, reversed| self.weakness(play, reversed))
    }

    /// The chance that a lead of a play is answered.
    fn weakness(&self, play: Play, reversed: bool) -> f32 {
        let willing = self.willing(play, reversed);
        if self.params.risk {
            let mut risks = self.risks.borrow_mut();
            let Some((field, others)) = risks.lead(play, reversed) else { return 0.0 };
            if risks.work() < WORK {
                let risk = risks.risk_from(&field, &others);
                return self.ready(&mut risks, &field, &others, risk) * willing;
            }
            return if risks.lead_holds(play, reversed) { 0.0 } else { willing };
        }
        if Field::default().after(self.rules, play).clears { 0.0 } else { willing }
    }

    /// The chance that somebody who can answer does: what beats a strong play is dear, and kept for later.
    fn willing(&self, play: Play, reversed: bool) -> f32 {
        let strength = play.rank().strength(reversed).min(12);
        let weak = f32::from(12 - strength) / 12.0;
        let (weak, (least, rarer)) =
            if self.params.risk { (weak.sqrt(), WILLING) } else { (weak, WILLING_BY_RANK) };
        least + (1.0 - least) * weak * rarer.powi(play.len() as i32 - 1)
    }

    /// Whether a play turns the order, as far as that is reckoned with.
    fn turns(&self, play: Play) -> bool {
        self.params.orders && Field::default().after(self.rules, play).turned
    }

    /// A play of a plan in the order it begins with, and in the other where `both` may come.
    fn step(&self, play: Play, turns: bool, both: bool, begins: bool) -> Step {
        let holds = |reversed| {
            if both || reversed == begins { 1.0 - self.weakness(play, reversed) } else { 0.0 }
        };
        let lead = |reversed| Field { revolution: reversed, ..Field::default() };
        let orders = [false, true];
        Step {
            holds: orders.map(holds),
            usable: orders.map(|reversed| self.usable(play, reversed)),
            clean: orders.map(|reversed| !is_foul(self.rules, &lead(reversed), play)),
            turns,
        }
    }

    /// The chance that a play can answer in a field that another leads: fields are mostly singles, and climb.
    fn usable(&self, play: Play, reversed: bool) -> f32 {
        let kind = match (play.kind(), play.len()) {
            (Kind::Single, _) => 0.6,
            (Kind::Group, 2) => 0.625,
            (Kind::Group, 3) => 0.06,
            (Kind::Run, 3) => 0.08,
            _ => 0.04,
        };
        let strength = f32::from(play.rank().strength(reversed));
        let climbs = ((strength - 0.5) / 8.0).clamp(0.0, 1.0);
        (kind * climbs).max(0.1)
    }
}

/// A single or group of so many natural cards of the rank that only the strongest and the jokers beat.
fn second_strongest(cards: u32, reversed: bool) -> Option<Play> {
    let rank = if reversed { Rank(1) } else { Rank(11) };
    let suits = (1u64 << cards) - 1;
    let reading = if cards == 1 { Reading::Single } else { Reading::Group };
    if cards > 4 { None } else { Play::new(CardSet::new(suits << (4 * rank.0), 0), reading) }
}

/// A hand by its ranks: groups of natural cards, each joker alone.
fn by_ranks(hand: CardSet) -> Plan {
    let mut line: ArrayVec<Play, 16> = ArrayVec::new();
    for _ in 0..hand.jokers() {
        line.push(Play::single(Card::JOKER));
    }
    for rank in (0..RANKS as u8).rev().map(Rank) {
        let suits = u64::from(hand.of_rank(rank).0);
        let cards = CardSet::new(suits << (4 * rank.0), 0);
        let reading = if cards.len() == 1 { Reading::Single } else { Reading::Group };
        line.extend(Play::new(cards, reading).filter(|_| !cards.is_empty()));
    }
    Plan { clean: true, line, weak: 0.0 }
}
