//! Monte Carlo tree search as pure functions over an immutable, shared tree.
//!
//! [`Search::select`] takes a node and gives back a node and who won; the old node is as it was. Nodes share all that
//! did not change, so an old root costs one path of copies and stays valid for ever. Randomness is passed in and
//! handed back. A node that nobody else holds is changed in place, which no one can see: it is the last owner that
//! passes it in by value.
//!
//! ```
//! use croupier_core::{Game, Rng};
//! use croupier_games::go::{Config, Go};
//! use croupier_search::{Uniform, persistent::{Node, Search}};
//!
//! let game = Go::new(Config { komi: Some(8.5), ..Config::square(3) }).unwrap();
//! let search = Search::new(&game, &Uniform);
//! let root = Node::root();
//! let (grown, _) = search.grow(&game.start(), root.clone(), 500, Rng::keyed("doc", &[]));
//! assert_eq!((root.visits(), grown.visits()), (0, 500));
//! assert_eq!(grown.best().unwrap().action.to_string(), "B2"); // the centre takes the whole board
//! ```

use crate::knowledge::{Ending, Knowledge, Trail, mover, upper_bound};
use croupier_core::{Game, Rng, Seat, Turn};
use std::sync::Arc;

/// A position in the tree: how often it was visited, and its moves once it has been expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<A> {
    visits: u64,
    edges: Vec<Edge<A>>,
}

/// A move from a position, with what the player who makes it has won by it.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge<A> {
    /// The move.
    pub action: A,
    /// How often it was tried.
    pub visits: u64,
    /// The sum of the mover's rewards.
    pub wins: f64,
    /// The position after it, once it has been tried twice.
    pub node: Option<Arc<Node<A>>>,
}

impl<A: Copy + PartialEq> Node<A> {
    /// A position of which nothing is known.
    pub fn root() -> Arc<Self> {
        Arc::new(Self { visits: 0, edges: Vec::new() })
    }

    /// How many simulations went through here.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// The moves looked at, in the order of first trial; empty before the first visit.
    pub fn edges(&self) -> &[Edge<A>] {
        &self.edges
    }

    /// The move to make: the most visited, then the one that won most, then the first.
    pub fn best(&self) -> Option<&Edge<A>> {
        self.edges.iter().reduce(|a, b| if (b.visits, b.wins) > (a.visits, a.wins) { b } else { a })
    }

    /// The subtree after a move, to be kept for the next decision; a fresh node where there is none.
    pub fn after(&self, action: A) -> Arc<Self> {
        let edge = self.edges.iter().find(|e| e.action == action);
        edge.and_then(|e| e.node.clone()).unwrap_or_else(Self::root)
    }

    /// Whether the most visited move stays so whatever `left` more simulations bring.
    pub fn decided(&self, left: u64) -> bool {
        let Some(best) = self.best() else { return false };
        let others = self.edges.iter().filter(|e| e.action != best.action);
        let second = others.map(|e| e.visits).max().unwrap_or(0);
        best.visits > second + left
    }

    /// The moves both sides are expected to make from here, at most `most`.
    pub fn principal_variation(&self, most: usize) -> Vec<A> {
        let mut line = Vec::new();
        let mut node = Some(self);
        while let Some(best) = node.and_then(Node::best).filter(|e| e.visits > 0 && line.len() < most) {
            line.push(best.action);
            node = best.node.as_deref();
        }
        line
    }
}

/// How to search: the game, what is known about it, and the two constants of the search.
#[derive(Debug)]
pub struct Search<'a, G: Game, K: Knowledge<G>> {
    game: &'a G,
    knowledge: &'a K,
    /// The exploration constant of the upper confidence bound; √2 by default.
    pub exploration: f64,
    /// What a draw is worth, where a win is 1 and a loss 0; ½ by default.
    pub draw: f64,
}

impl<'a, G: Game, K: Knowledge<G>> Search<'a, G, K> {
    /// A search with the default constants.
    pub fn new(game: &'a G, knowledge: &'a K) -> Self {
        Self { game, knowledge, exploration: std::f64::consts::SQRT_2, draw: 0.5 }
    }

    /// One simulation: walks down to a move that was not tried, plays out, and gives back the node that knows it, the
    /// winner (`None` for a draw) and the generator as it is then.
    pub fn select(
        &self,
        state: &G::State,
        node: Arc<Node<G::Action>>,
        rng: Rng,
    ) -> (Arc<Node<G::Action>>, Option<Seat>, Rng) {
        let mut walk = Walk { search: self, state: state.clone(), scratch: K::Scratch::default(), rng };
        let (node, ending) = walk.select(node);
        (node, ending.winner, walk.rng)
    }

    /// A node's moves, untried, in random order: what the policy of the knowledge names in this state.
    pub fn expand(&self, state: &G::State, rng: Rng) -> (Node<G::Action>, Rng) {
        let mut rng = rng;
        let node = self.expanded(state, 0, &mut K::Scratch::default(), &mut rng);
        (node, rng)
    }

    /// The winner of one playout from here, `None` for a draw.
    pub fn simulate(&self, state: &G::State, rng: Rng) -> (Option<Seat>, Rng) {
        let mut rng = rng;
        let ending = self.simulated(state, &mut K::Scratch::default(), &mut rng);
        (ending.winner, rng)
    }

    /// `playouts` simulations, one after another.
    pub fn grow(
        &self,
        state: &G::State,
        root: Arc<Node<G::Action>>,
        playouts: u64,
        rng: Rng,
    ) -> (Arc<Node<G::Action>>, Rng) {
        self.grow_while(state, root, rng, |_, done| done < playouts)
    }

    /// At most `playouts` simulations, fewer when the leader can no longer be caught.
    pub fn grow_until_decided(
        &self,
        state: &G::State,
        root: Arc<Node<G::Action>>,
        playouts: u64,
        rng: Rng,
    ) -> (Arc<Node<G::Action>>, Rng) {
        self.grow_while(state, root, rng, |root, done| {
            done < playouts && !(done.is_multiple_of(16) && root.decided(playouts - done))
        })
    }

    /// Simulations for as long as `more(root, done so far)` asks for them.
    pub fn grow_while(
        &self,
        state: &G::State,
        mut root: Arc<Node<G::Action>>,
        rng: Rng,
        mut more: impl FnMut(&Node<G::Action>, u64) -> bool,
    ) -> (Arc<Node<G::Action>>, Rng) {
        let mut walk = Walk { search: self, state: state.clone(), scratch: K::Scratch::default(), rng };
        let mut done = 0;
        while more(&root, done) {
            walk.state.clone_from(state);
            root = walk.select(root).0;
            done += 1;
        }
        (root, walk.rng)
    }

    fn expanded(
        &self,
        state: &G::State,
        visits: u64,
        scratch: &mut K::Scratch,
        rng: &mut Rng,
    ) -> Node<G::Action> {
        let mut moves = Vec::new();
        self.knowledge.moves(self.game, state, scratch, &mut moves);
        rng.shuffle(&mut moves);
        let untried =
            |c: &crate::Candidate<G::Action>| Edge { action: c.action, visits: 0, wins: 0.0, node: None };
        Node { visits, edges: moves.iter().map(untried).collect() }
    }

    fn simulated(&self, state: &G::State, scratch: &mut K::Scratch, rng: &mut Rng) -> Ending {
        if self.game.turn(state) == Turn::Over {
            self.knowledge.ending(self.game, state, scratch)
        } else {
            self.knowledge.playout(self.game, state, scratch, rng, &mut Trail::new(false))
        }
    }

    /// The move with the highest upper confidence bound; the first untried one before all others.
    fn choose(&self, node: &Node<G::Action>) -> Option<usize> {
        let ln_total = (node.visits.max(1) as f64).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for (i, edge) in node.edges.iter().enumerate() {
            if edge.visits == 0 {
                return Some(i);
            }
            let visits = edge.visits as f64;
            let bound = upper_bound(edge.wins / visits, visits, ln_total, self.exploration);
            if bound > best.0 {
                best = (bound, Some(i));
            }
        }
        best.1
    }
}

/// One simulation under way: it owns its copy of the state.
struct Walk<'s, 'a, G: Game, K: Knowledge<G>> {
    search: &'s Search<'a, G, K>,
    state: G::State,
    scratch: K::Scratch,
    rng: Rng,
}

impl<G: Game, K: Knowledge<G>> Walk<'_, '_, G, K> {
    fn select(&mut self, node: Arc<Node<G::Action>>) -> (Arc<Node<G::Action>>, Ending) {
        let search = self.search;
        let Some(seat) = mover(search.game, &self.state) else {
            let ending = search.simulated(&self.state, &mut self.scratch, &mut self.rng);
            return (visited(node), ending);
        };
        let mut node = if node.edges.is_empty() {
            Arc::new(search.expanded(&self.state, node.visits, &mut self.scratch, &mut self.rng))
        } else {
            node
        };
        let Some(chosen) = search.choose(&node) else {
            // A policy that names no move leaves nothing to choose from: play out from here.
            let ending = search.simulated(&self.state, &mut self.scratch, &mut self.rng);
            return (visited(node), ending);
        };
        // Copies the node if somebody else holds it, so that they keep what they have.
        let own = Arc::make_mut(&mut node);
        own.visits += 1;
        let edge = &mut own.edges[chosen];
        if search.game.apply(&mut self.state, edge.action).is_err() {
            debug_assert!(false, "a policy named an illegal move");
        }
        let ending = if edge.visits == 0 {
            search.simulated(&self.state, &mut self.scratch, &mut self.rng)
        } else {
            let below =
                edge.node.take().unwrap_or_else(|| Arc::new(Node { visits: edge.visits, edges: Vec::new() }));
            let (below, ending) = self.select(below);
            edge.node = Some(below);
            ending
        };
        edge.visits += 1;
        edge.wins += ending.reward(seat, search.draw, 0.0);
        (node, ending)
    }
}

/// The node with one visit more.
fn visited<A: Clone>(mut node: Arc<Node<A>>) -> Arc<Node<A>> {
    Arc::make_mut(&mut node).visits += 1;
    node
}
