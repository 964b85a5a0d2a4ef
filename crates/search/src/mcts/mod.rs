//! Monte Carlo tree search in an arena: fast, with priors, AMAF and a tree that is kept between moves.
//!
//! Without extras ([`Params::plain`]) it makes the moves that [`persistent`](crate::persistent) makes on the same
//! stream. The extras, each a parameter:
//!
//! - RAVE: a move's results wherever it comes in a playout (AMAF) count for it in the node, less and less as the
//!   node's own results come in (Gelly and Silver, 2007; the weights are Silver's with `rave` as the equivalence
//!   parameter). Moves made sooner after the node count more (`soon`).
//! - Priors: candidates come with an opinion worth some playouts, and with a bias that fades.
//! - Progressive widening: a node opens its candidates one by one, best prior first.
//! - Two threads and more share one tree; a simulation under way counts as lost (virtual loss), so that the threads
//!   spread. Playouts run outside the tree's lock.
//! - The search ends early when the leader can no longer be caught.
//!
//! One thread on a budget of playouts reproduces; time and more threads do not.

mod run;
mod tree;

use crate::knowledge::Knowledge;
use croupier_core::{Budget, Game, Rng};
use std::sync::Arc;
use std::time::Duration;
use tree::{ROOT, Tree};

/// The constants of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// The exploration constant of the upper confidence bound.
    pub exploration: f64,
    /// What a draw is worth, where a win is 1 and a loss 0.
    pub draw: f64,
    /// How much of a reward the margin of victory makes up, 0 to ½.
    pub margin: f64,
    /// Visits after which a position is expanded; at least 1.
    pub expand_at: u32,
    /// The equivalence parameter of RAVE: larger trusts AMAF longer; 0 turns it off.
    pub rave: f32,
    /// How much more than a playout's last move RAVE counts its first: weights fall evenly from 1 + `soon` to 1.
    pub soon: f32,
    /// Whether the opinions of [`Candidate`](crate::Candidate) count.
    pub priors: bool,
    /// What an untried move without an opinion is worth.
    pub first_play: f32,
    /// The growth factor of progressive widening; 0 opens all moves at once.
    pub widen: f64,
    /// How many visits a simulation under way counts as.
    pub virtual_loss: u16,
    /// Threads, at least 1.
    pub threads: usize,
    /// Nodes after which the tree grows no more.
    pub max_nodes: usize,
    /// Whether to stop when the leader can no longer be caught.
    pub early_stop: bool,
    /// Whether to keep the tree between moves.
    pub reuse: bool,
}

impl Params {
    /// The upper confidence bound and nothing else.
    pub fn plain() -> Self {
        Self {
            exploration: std::f64::consts::SQRT_2,
            draw: 0.5,
            margin: 0.0,
            expand_at: 1,
            rave: 0.0,
            soon: 0.0,
            priors: false,
            first_play: 1.0,
            widen: 0.0,
            virtual_loss: 1,
            threads: 1,
            max_nodes: 4_000_000,
            early_stop: false,
            reuse: false,
        }
    }

    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.rave == 0.0 && !self.priors
    }
}

/// When a search ends: whichever comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// Simulations of this search, those of a kept tree not counted.
    pub playouts: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

impl Limit {
    /// So many simulations.
    pub fn playouts(n: u64) -> Self {
        Self { playouts: Some(n), time: None }
    }

    /// So much time.
    pub fn time(t: Duration) -> Self {
        Self { playouts: None, time: Some(t) }
    }

    /// The limit of a decision: its budget, or else the agent's own.
    pub fn of(budget: Budget, own: Limit) -> Self {
        match budget {
            Budget::Own => own,
            Budget::Nodes(n) => Self::playouts(n),
            Budget::Time(t) => Self::time(t),
        }
    }
}

/// A move from the root, as a search sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// The move.
    pub action: A,
    /// Simulations that began with it, those of a kept tree included.
    pub visits: u64,
    /// The mean reward of its mover.
    pub value: f64,
    /// The prior opinion of it, and how many playouts it was worth.
    pub prior: (f32, f32),
    /// What AMAF says: the mean reward of playouts in which its mover made it, and how many they were.
    pub amaf: (f32, f32),
    /// The moves expected from here, the move itself first.
    pub variation: Vec<A>,
}

/// What a search found, the move to make first.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<A> {
    /// Every move from the root, most visited first.
    pub lines: Vec<Line<A>>,
    /// Simulations of this search.
    pub playouts: u64,
    /// Simulations that a kept tree brought along.
    pub kept: u64,
    /// Nodes of the tree.
    pub nodes: usize,
}

impl<A: Copy> Report<A> {
    /// The move to make; `None` where no seat is to move.
    pub fn best(&self) -> Option<A> {
        self.lines.first().map(|l| l.action)
    }
}

/// A search of one game that keeps its tree.
pub struct Mcts<G: Game, K: Knowledge<G>> {
    game: G,
    knowledge: Arc<K>,
    params: Params,
    tree: Option<(Tree<G::Action>, G::State)>,
    scratch: Vec<run::Worker<G, K>>,
}

impl<G: Game, K: Knowledge<G>> Mcts<G, K> {
    /// A search that has seen nothing.
    pub fn new(game: G, knowledge: Arc<K>, params: Params) -> Self {
        Self { game, knowledge, params, tree: None, scratch: Vec::new() }
    }

    /// The constants.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The knowledge.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.tree = None;
    }

    /// Searches a position; the tree of the last search is kept where it leads here.
    pub fn search(&mut self, state: &G::State, limit: Limit, rng: &mut Rng) -> Report<G::Action> {
        let mut moves = Vec::new();
        let mut scratch = K::Scratch::default();
        if crate::knowledge::mover(&self.game, state).is_some() {
            self.knowledge.moves(&self.game, state, &mut scratch, &mut moves);
        }
        let Some(any) = moves.first() else {
            return Report { lines: Vec::new(), playouts: 0, kept: 0, nodes: 0 };
        };
        let tree = self.kept(state).unwrap_or_else(|| Tree::new(any.action));
        let kept = u64::from(tree.node(ROOT).visits);
        let (tree, playouts) = self.run(tree, state, limit, rng);
        let lines = self.lines(&tree);
        let nodes = tree.nodes.len();
        self.tree = self.params.reuse.then(|| (tree, state.clone()));
        Report { lines, playouts, kept, nodes }
    }

    /// The part of the kept tree below a position, if it leads there.
    fn kept(&mut self, state: &G::State) -> Option<Tree<G::Action>> {
        let (tree, from) = self.tree.take()?;
        let path = self.knowledge.path(&self.game, &from, state)?;
        if path.is_empty() { Some(tree) } else { tree.below(&path) }
    }

    fn lines(&self, tree: &Tree<G::Action>) -> Vec<Line<G::Action>> {
        let Some(best) = tree.best(ROOT) else { return Vec::new() };
        let first = tree.node(ROOT).first;
        let mut order: Vec<u32> = (0..u32::from(tree.node(ROOT).count)).map(|i| first + i).collect();
        order.sort_by_key(|&at| (at != best, std::cmp::Reverse(tree.node(at).visits)));
        order.into_iter().map(|at| line(tree, at)).collect()
    }
}

fn line<A: Copy + PartialEq>(tree: &Tree<A>, at: u32) -> Line<A> {
    let node = tree.node(at);
    let mut variation = vec![node.action];
    let mut here = at;
    while let Some(next) = tree.best(here).filter(|&n| tree.node(n).visits > 0 && variation.len() < 12) {
        variation.push(tree.node(next).action);
        here = next;
    }
    let amaf = if node.amaf_visits > 0.0 { node.amaf_wins / node.amaf_visits } else { 0.5 };
    Line {
        action: node.action,
        visits: u64::from(node.visits),
        value: node.mean(),
        prior: (node.value, node.weight),
        amaf: (amaf, node.amaf_visits),
        variation,
    }
}
