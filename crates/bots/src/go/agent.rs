//! The agents around the searches: budgets, kept trees, and when to pass.

use super::knowledge::Heavy;
use super::light::{Light, path};
use crate::spec::{Bots, Entry, Params, SpecError, simple_entries};
use croupier_core::config::ConfigError;
use croupier_core::{
    Agent, AgentError, Budget, Decision, Determinize, Factory, Fault, Game, Kind, LegalSet, Rng, Seat, Switch,
};
use croupier_games::go::{Finish, Go, Move, State};
use croupier_search::mcts::{Limit, Mcts, Params as Constants, Report};
use croupier_search::persistent::{Node, Search};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Whether the player to move would win if both passed now: every stone on the board counts as alive.
pub fn wins_by_passing(game: &Go, state: &State) -> bool {
    let margin = f64::from(state.margin()) - game.config().komi_points();
    Finish::Scored(margin).black() * f64::from(state.to_move().sign()) > 0.0
}

/// The move to make of moves in order of preference.
///
/// A pass that wins at once is made. A pass that could lose at once is made only when nothing else is left: under area
/// scoring a move more costs nothing, and dead stones count as alive until they are taken.
fn settle(game: &Go, state: &State, ranked: impl Iterator<Item = Move> + Clone) -> Option<Move> {
    let safe = wins_by_passing(game, state);
    if safe && state.passes() > 0 {
        return Some(Move::Pass);
    }
    let first = ranked.clone().next();
    if first == Some(Move::Pass) && !safe {
        return ranked.clone().find(|mv| *mv != Move::Pass).or(first);
    }
    first
}

fn no_move() -> AgentError {
    AgentError::new(Fault::Error, "the search found no move although it is this seat's turn")
}

/// The parameters of `uct`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UctSpec {
    /// Playouts a move.
    pub playouts: u64,
    /// Milliseconds a move; 0 to count playouts instead.
    pub time: u64,
    /// The exploration constant.
    pub c: f64,
    /// What a draw is worth.
    pub draw: f64,
    /// Whether to stop when the leader can no longer be caught.
    pub early: bool,
    /// Whether to keep the tree between moves.
    pub reuse: bool,
}

impl Default for UctSpec {
    fn default() -> Self {
        Self { playouts: 1000, time: 0, c: 0.3, draw: 0.5, early: true, reuse: true }
    }
}

/// Plays by the persistent search: light playouts, no own eyes filled, the tree kept between moves.
pub struct UctAgent {
    game: Go,
    spec: UctSpec,
    rng: Rng,
    kept: Option<(State, Arc<Node<Move>>)>,
}

impl UctAgent {
    /// An agent that has seen nothing.
    pub fn new(game: Go, spec: UctSpec) -> Self {
        Self { game, spec, rng: Rng::keyed("uct", &[]), kept: None }
    }

    /// The kept tree's part below this position.
    fn root(&mut self, state: &State) -> Arc<Node<Move>> {
        let kept = self.kept.take().filter(|_| self.spec.reuse);
        let below = kept.and_then(|(from, root)| {
            let moves = path(&from, state)?;
            Some(moves.into_iter().fold(root, |node, mv| node.after(mv)))
        });
        below.unwrap_or_else(Node::root)
    }

    /// Searches a position and gives back its root.
    pub fn search(&mut self, state: &State, budget: Budget) -> Arc<Node<Move>> {
        let root = self.root(state);
        let knowledge = Light;
        let mut search = Search::new(&self.game, &knowledge);
        (search.exploration, search.draw) = (self.spec.c, self.spec.draw);
        let rng = self.rng.clone();
        let own = if self.spec.time > 0 {
            Budget::Time(Duration::from_millis(self.spec.time))
        } else {
            Budget::Nodes(self.spec.playouts)
        };
        let (root, rng) = match if budget == Budget::Own { own } else { budget } {
            Budget::Nodes(n) if self.spec.early => search.grow_until_decided(state, root, n, rng),
            Budget::Nodes(n) => search.grow(state, root, n, rng),
            Budget::Time(time) => {
                let begun = Instant::now();
                search.grow_while(state, root, rng, |_, done| {
                    !done.is_multiple_of(16) || begun.elapsed() < time
                })
            }
            Budget::Own => search.grow(state, root, self.spec.playouts, rng),
        };
        self.rng = rng;
        self.kept = Some((state.clone(), root.clone()));
        root
    }
}

impl Agent<Go> for UctAgent {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
        self.kept = None;
    }

    fn act(&mut self, d: &Decision<'_, Go>) -> Result<Move, AgentError> {
        if d.legal().count() == 1 {
            return Ok(d.legal().nth(0));
        }
        let state = self.game.sample(d.view(), &mut self.rng);
        let root = self.search(&state, d.budget());
        let mut edges: Vec<_> = root.edges().iter().map(|e| (e.visits, e.wins, e.action)).collect();
        edges.sort_by(|a, b| (b.0, b.1).partial_cmp(&(a.0, a.1)).unwrap_or(std::cmp::Ordering::Equal));
        settle(&self.game, &state, edges.iter().map(|e| e.2)).ok_or_else(no_move)
    }
}

/// The parameters of `mcts`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct McSpec {
    /// Playouts a move.
    pub playouts: u64,
    /// Milliseconds a move; 0 to count playouts instead.
    pub time: u64,
    /// Threads.
    pub threads: usize,
    /// The exploration constant.
    pub c: f64,
    /// Visits after which a position is expanded.
    pub expand: u32,
    /// RAVE's equivalence parameter.
    pub equivalence: f32,
    /// How much more than a playout's last move RAVE counts its first.
    pub soon: f32,
    /// How much of a reward the margin makes up.
    pub margin: f64,
    /// The growth factor of progressive widening; 0 for none.
    pub widen: f64,
    /// RAVE.
    pub rave: bool,
    /// Opinions from local features.
    pub priors: bool,
    /// Playouts with rules; light ones otherwise.
    pub rules: bool,
    /// 3×3 patterns in playouts.
    pub patterns: bool,
    /// Whether to keep the tree between moves.
    pub reuse: bool,
    /// Whether to stop when the leader can no longer be caught.
    pub early: bool,
    /// Playouts stop when one side is far ahead.
    pub mercy: bool,
    /// Values of single rules and weights, for tuning: `name=value` joined by `;`.
    pub tune: String,
}

impl Default for McSpec {
    fn default() -> Self {
        Self {
            playouts: 10_000,
            time: 0,
            threads: 1,
            c: 0.0,
            expand: 2,
            equivalence: 3000.0,
            soon: 9.0,
            margin: 0.04,
            widen: 0.0,
            rave: true,
            priors: true,
            rules: true,
            patterns: true,
            reuse: true,
            early: true,
            mercy: true,
            tune: String::new(),
        }
    }
}

impl McSpec {
    /// The search's constants.
    pub fn constants(&self) -> Constants {
        Constants {
            exploration: self.c,
            margin: self.margin,
            expand_at: self.expand,
            rave: if self.rave { self.equivalence } else { 0.0 },
            soon: self.soon,
            priors: self.priors,
            first_play: 1.0,
            widen: self.widen,
            threads: self.threads,
            early_stop: self.early,
            reuse: self.reuse,
            ..Constants::plain()
        }
    }

    /// The knowledge.
    ///
    /// # Errors
    /// When `tune` names no rule or weight, or its value is no number.
    pub fn knowledge(&self) -> Result<Heavy, SpecError> {
        let mut heavy = Heavy::default();
        if !self.rules {
            heavy.rates = super::Rates::NONE;
        }
        if !self.patterns {
            (heavy.rates.pattern, heavy.rates.pattern2) = (0, 0);
        }
        if !self.mercy {
            heavy.mercy = 10.0;
        }
        for part in self.tune.split(';').filter(|p| !p.is_empty()) {
            heavy.tune(part)?;
        }
        Ok(heavy)
    }
}

impl Heavy {
    /// Sets one rule or weight from `name=value`.
    fn tune(&mut self, part: &str) -> Result<(), SpecError> {
        let refuse = |allowed: &str| ConfigError::value("tune", part, allowed);
        let (name, text) = part.split_once('=').ok_or_else(|| refuse("name=value joined by ;"))?;
        let value: f32 = text.parse().map_err(|_| refuse("a number"))?;
        let (r, w) = (&mut self.rates, &mut self.weights);
        let rates: [(&str, &mut u8); 7] = [
            ("atari", &mut r.atari),
            ("two", &mut r.two),
            ("nakade", &mut r.nakade),
            ("pattern", &mut r.pattern),
            ("pattern2", &mut r.pattern2),
            ("take", &mut r.take),
            ("self_atari", &mut r.self_atari),
        ];
        let mut known: Vec<&str> = rates.iter().map(|r| r.0).collect();
        for (key, rate) in rates {
            if key == name {
                *rate = value.clamp(0.0, 255.0) as u8;
                return Ok(());
            }
        }
        let [near1, near2, near3] = &mut w.near;
        let [open_low, open_third] = &mut w.open;
        let weights: [(&str, &mut f32); 14] = [
            ("mercy", &mut self.mercy),
            ("even", &mut w.even),
            ("take_one", &mut w.take_one),
            ("take_many", &mut w.take_many),
            ("save", &mut w.save),
            ("ladder", &mut w.ladder),
            ("bad", &mut w.self_atari),
            ("shape", &mut w.pattern),
            ("near1", near1),
            ("near2", near2),
            ("near3", near3),
            ("open_low", open_low),
            ("open_third", open_third),
            ("pass", &mut w.pass),
        ];
        known.extend(weights.iter().map(|w| w.0));
        for (key, weight) in weights {
            if key == name {
                *weight = value;
                return Ok(());
            }
        }
        Err(ConfigError::unknown("rule or weight", name, known))
    }
}

/// Playouts behind a judgement of who owns what.
const OWNERSHIP_PLAYOUTS: u32 = 500;

/// Plays by the arena search with knowledge.
pub struct McAgent {
    game: Go,
    search: Mcts<Go, Heavy>,
    own: Limit,
    rng: Rng,
}

impl McAgent {
    /// An agent that has seen nothing.
    ///
    /// # Errors
    /// When the parameters name an unknown rule.
    pub fn new(game: Go, spec: &McSpec) -> Result<Self, SpecError> {
        let search = Mcts::new(game.clone(), Arc::new(spec.knowledge()?), spec.constants());
        let own = if spec.time > 0 {
            Limit::time(Duration::from_millis(spec.time))
        } else {
            Limit::playouts(spec.playouts)
        };
        Ok(Self { game, search, own, rng: Rng::keyed("mcts", &[]) })
    }

    /// Searches a position.
    pub fn search(&mut self, state: &State, budget: Budget) -> Report<Move> {
        self.search.search(state, Limit::of(budget, self.own), &mut self.rng)
    }

    /// How much of each point Black will own, −1 to 1 by [`Size::index`](croupier_games::go::Size::index), by playouts.
    pub fn ownership(&mut self, state: &State) -> Vec<f32> {
        self.search.knowledge().ownership(state, OWNERSHIP_PLAYOUTS, &mut self.rng)
    }

    /// Searches a position for its best move; the report is that of the search.
    pub fn choose(&mut self, state: &State, budget: Budget) -> (Option<Move>, Report<Move>) {
        let report = self.search(state, budget);
        (settle(&self.game, state, report.lines.iter().map(|l| l.action)), report)
    }
}

impl Agent<Go> for McAgent {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
        self.search.forget();
    }

    fn act(&mut self, d: &Decision<'_, Go>) -> Result<Move, AgentError> {
        if d.legal().count() == 1 {
            return Ok(d.legal().nth(0));
        }
        let state = self.game.sample(d.view(), &mut self.rng);
        self.choose(&state, d.budget()).0.ok_or_else(no_move)
    }
}

const UCT: &[Switch] = &[
    Switch { key: "playouts", kind: Kind::Int(1, 100_000_000), help: "playouts a move" },
    Switch { key: "time", kind: Kind::Int(0, 86_400_000), help: "milliseconds a move, 0 to count playouts" },
    Switch { key: "c", kind: Kind::Float(0.0, 100.0), help: "exploration constant" },
    Switch { key: "draw", kind: Kind::Float(0.0, 1.0), help: "what a draw is worth" },
    Switch { key: "early", kind: Kind::Bool, help: "stop when the leader can no longer be caught" },
    Switch { key: "reuse", kind: Kind::Bool, help: "keep the tree between moves" },
];

const MCTS: &[Switch] = &[
    Switch { key: "playouts", kind: Kind::Int(1, 100_000_000), help: "playouts a move" },
    Switch { key: "time", kind: Kind::Int(0, 86_400_000), help: "milliseconds a move, 0 to count playouts" },
    Switch { key: "threads", kind: Kind::Int(1, 256), help: "threads on one tree" },
    Switch { key: "c", kind: Kind::Float(0.0, 100.0), help: "exploration constant" },
    Switch {
        key: "expand",
        kind: Kind::Int(1, 1_000_000),
        help: "visits after which a position is expanded",
    },
    Switch { key: "equivalence", kind: Kind::Float(1.0, 1e9), help: "RAVE's equivalence parameter" },
    Switch {
        key: "soon",
        kind: Kind::Float(0.0, 100.0),
        help: "how much more than a playout's last move RAVE counts its first",
    },
    Switch { key: "margin", kind: Kind::Float(0.0, 0.5), help: "share of a reward made up by the margin" },
    Switch {
        key: "widen",
        kind: Kind::Float(0.0, 100.0),
        help: "growth of progressive widening, 0 for none",
    },
    Switch { key: "rave", kind: Kind::Bool, help: "rapid action value estimation" },
    Switch { key: "priors", kind: Kind::Bool, help: "opinions from local features" },
    Switch { key: "rules", kind: Kind::Bool, help: "playouts with rules" },
    Switch { key: "patterns", kind: Kind::Bool, help: "3x3 patterns in playouts" },
    Switch { key: "reuse", kind: Kind::Bool, help: "keep the tree between moves" },
    Switch { key: "early", kind: Kind::Bool, help: "stop when the leader can no longer be caught" },
    Switch { key: "mercy", kind: Kind::Bool, help: "stop playouts when one side is far ahead" },
    Switch { key: "tune", kind: Kind::Text("name=value joined by ;"), help: "single rules and weights" },
];

fn uct(game: &Go, params: &Params) -> Result<Arc<dyn Factory<Go>>, SpecError> {
    let (game, spec): (Go, UctSpec) = (game.clone(), params.read()?);
    Ok(Arc::new(move || Box::new(UctAgent::new(game.clone(), spec.clone())) as Box<dyn Agent<Go>>))
}

fn mcts(game: &Go, params: &Params) -> Result<Arc<dyn Factory<Go>>, SpecError> {
    let (game, spec): (Go, McSpec) = (game.clone(), params.read()?);
    spec.knowledge()?;
    Ok(Arc::new(move || {
        Box::new(McAgent::new(game.clone(), &spec).expect("the parameters were read before"))
            as Box<dyn Agent<Go>>
    }))
}

impl Bots for Go {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.push(Entry {
            name: "uct",
            help: "the persistent tree search with light playouts",
            switches: UCT.to_vec(),
            defaults: serde_json::to_value(UctSpec::default()).expect("parameters serialise"),
            build: uct,
        });
        bots.push(Entry {
            name: "mcts",
            help: "the arena tree search with RAVE, priors and playouts with rules",
            switches: MCTS.to_vec(),
            defaults: serde_json::to_value(McSpec::default()).expect("parameters serialise"),
            build: mcts,
        });
        bots
    }
}
