//! External-sampling regret minimisation: one seat's every action, one sample of everything else.
//!
//! ```
//! use croupier_core::Rng;
//! use croupier_games::Kuhn;
//! use croupier_search::cfr::mccfr::{GameWalk, Mccfr};
//! let mut walk = GameWalk::new(Kuhn::default());
//! let mut solver = Mccfr::default();
//! solver.run(&mut walk, 2000, 2000, &mut Rng::keyed("example", &[]));
//! assert_eq!(walk.infos().len(), 12);
//! ```

use croupier_core::{Game, LegalSet, Rng, Seat, Turn};
use std::collections::HashMap;

/// The most actions a decision can have here.
pub const MOST_ACTIONS: usize = 16;

/// What comes next at a place of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// It is over.
    Over,
    /// A seat decides.
    Seat {
        /// Whose decision.
        seat: usize,
        /// Where its information set's numbers start; those of an information set follow each other.
        slot: usize,
        /// How many actions there are, at most [`MOST_ACTIONS`].
        actions: usize,
    },
}

/// A game as sampling walks it: chance is drawn on the way, information sets have places in one long array.
pub trait Walk {
    /// A place.
    type Node: Clone;
    /// The start, with chance drawn as far as nobody decides.
    fn root(&mut self, rng: &mut Rng) -> Self::Node;
    /// What comes next there.
    fn spot(&mut self, node: &Self::Node) -> Spot;
    /// The place after an action, with chance drawn as far as nobody decides.
    fn next(&mut self, node: &Self::Node, action: usize, rng: &mut Rng) -> Self::Node;
    /// What seat 0 has won at a place where it is over.
    fn payoff(&mut self, node: &Self::Node) -> f64;
}

/// Regrets and strategies by slot. Iterations count linearly: number t of n counts t/n (Brown and Sandholm 2019).
#[derive(Clone, Debug, Default)]
pub struct Mccfr {
    regrets: Vec<f64>,
    sums: Vec<f64>,
    iterations: u64,
}

impl Mccfr {
    /// Runs more iterations, each once for either seat, of a run planned to have `planned` in all.
    pub fn run<W: Walk>(&mut self, walk: &mut W, iterations: u64, planned: u64, rng: &mut Rng) {
        for _ in 0..iterations {
            self.iterations += 1;
            let weight = self.iterations as f64 / planned.max(1) as f64;
            for seat in 0..2 {
                let root = walk.root(rng);
                self.traverse(walk, &root, seat, weight, rng);
            }
        }
    }

    /// How many iterations were run.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The average strategy of the information set at a slot; uniform where it never came.
    pub fn strategy(&self, slot: usize, actions: usize) -> Vec<f64> {
        let sums = self.sums.get(slot..slot + actions).unwrap_or(&[]);
        let total: f64 = sums.iter().sum();
        if total > 0.0 {
            sums.iter().map(|s| s / total).collect()
        } else {
            vec![1.0 / actions as f64; actions]
        }
    }

    /// What all visits to the information set at a slot weigh together.
    pub fn visits(&self, slot: usize, actions: usize) -> f64 {
        self.sums.get(slot..slot + actions).map_or(0.0, |s| s.iter().sum())
    }

    fn matched(&mut self, slot: usize, actions: usize) -> [f64; MOST_ACTIONS] {
        if self.regrets.len() < slot + actions {
            self.regrets.resize(slot + actions, 0.0);
            self.sums.resize(slot + actions, 0.0);
        }
        let mut strategy = [0.0; MOST_ACTIONS];
        let regrets = &self.regrets[slot..slot + actions];
        let total: f64 = regrets.iter().map(|r| r.max(0.0)).sum();
        for (p, r) in strategy.iter_mut().zip(regrets) {
            *p = if total > 0.0 { r.max(0.0) / total } else { 1.0 / actions as f64 };
        }
        strategy
    }

    /// What `traverser` wins from a place, with its regrets learnt on the way.
    fn traverse<W: Walk>(
        &mut self,
        walk: &mut W,
        node: &W::Node,
        traverser: usize,
        weight: f64,
        rng: &mut Rng,
    ) -> f64 {
        let (seat, slot, actions) = match walk.spot(node) {
            Spot::Over => {
                let won = walk.payoff(node);
                return if traverser == 0 { won } else { -won };
            }
            Spot::Seat { seat, slot, actions } => (seat, slot, actions),
        };
        let strategy = self.matched(slot, actions);
        if seat != traverser {
            self.sums[slot..slot + actions].iter_mut().zip(strategy).for_each(|(s, p)| *s += weight * p);
            let next = walk.next(node, pick(&strategy[..actions], rng), rng);
            return self.traverse(walk, &next, traverser, weight, rng);
        }
        let mut values = [0.0; MOST_ACTIONS];
        for (action, value) in values.iter_mut().enumerate().take(actions) {
            let next = walk.next(node, action, rng);
            *value = self.traverse(walk, &next, traverser, weight, rng);
        }
        let mean: f64 = values.iter().zip(strategy).map(|(v, p)| v * p).sum();
        for (regret, value) in self.regrets[slot..slot + actions].iter_mut().zip(values) {
            *regret += weight * (value - mean);
        }
        mean
    }
}

/// An index drawn by its probability; the last where rounding leaves some over.
pub fn pick(probabilities: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    for (i, p) in probabilities.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return i;
        }
    }
    probabilities.iter().rposition(|p| *p > 0.0).unwrap_or(0)
}

/// An information set that a [`GameWalk`] met.
#[derive(Clone, Debug, PartialEq)]
pub struct Met<G: Game> {
    /// Where its numbers start.
    pub slot: usize,
    /// What its owner knows.
    pub view: G::View,
    /// What its owner may do.
    pub actions: Vec<G::Action>,
}

/// Any game of two seats as a [`Walk`]: information sets are views, met and numbered on the way.
pub struct GameWalk<G: Game> {
    game: G,
    known: HashMap<G::View, usize>,
    infos: Vec<Met<G>>,
    slots: usize,
}

impl<G: Game> GameWalk<G> {
    /// A walk over a game.
    pub fn new(game: G) -> Self {
        Self { game, known: HashMap::new(), infos: Vec::new(), slots: 0 }
    }

    /// The information sets met, in the order of meeting.
    pub fn infos(&self) -> &[Met<G>] {
        &self.infos
    }

    fn settle(&self, mut state: G::State, rng: &mut Rng) -> G::State {
        while self.game.turn(&state) == Turn::Chance {
            let event = self.game.draw(&state, rng);
            self.game.reveal(&mut state, &event).expect("what a game draws, it can reveal");
        }
        state
    }

    fn info(&mut self, state: &G::State, seat: Seat) -> usize {
        let view = self.game.view(state, seat);
        if let Some(&info) = self.known.get(&view) {
            return info;
        }
        let mut legal = G::Legal::default();
        self.game.legal(state, &mut legal);
        let actions: Vec<G::Action> = legal.each().take(MOST_ACTIONS).collect();
        let info = self.infos.len();
        self.known.insert(view.clone(), info);
        self.slots += actions.len();
        self.infos.push(Met { slot: self.slots - actions.len(), view, actions });
        info
    }
}

impl<G: Game> Walk for GameWalk<G> {
    type Node = G::State;

    fn root(&mut self, rng: &mut Rng) -> G::State {
        self.settle(self.game.start(), rng)
    }

    fn spot(&mut self, state: &G::State) -> Spot {
        let Turn::Seat(seat) = self.game.turn(state) else { return Spot::Over };
        let info = self.info(state, seat);
        let met = &self.infos[info];
        Spot::Seat { seat: seat.index(), slot: met.slot, actions: met.actions.len() }
    }

    fn next(&mut self, state: &G::State, action: usize, rng: &mut Rng) -> G::State {
        let mut next = state.clone();
        if let Turn::Seat(seat) = self.game.turn(state) {
            let info = self.info(state, seat);
            self.game.apply(&mut next, self.infos[info].actions[action]).expect("a legal action applies");
        }
        self.settle(next, rng)
    }

    fn payoff(&mut self, state: &G::State) -> f64 {
        let mut scores = vec![0.0; self.game.seats()];
        self.game.scores(state, &mut scores);
        scores[0]
    }
}
