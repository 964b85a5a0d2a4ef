//! Simulations: down the tree under its lock, a playout outside it, and back up under the lock.

use super::tree::{NO_SLOT, Node, ROOT, Tree};
use super::{Limit, Mcts, Params};
use crate::knowledge::{Candidate, Ending, Knowledge, Trail, copied, mover};
use croupier_core::{Game, Rng, Seat, Turn};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Room for one thread's simulations.
pub(super) struct Worker<G: Game, K: Knowledge<G>> {
    state: Option<G::State>,
    scratch: K::Scratch,
    candidates: Vec<Candidate<G::Action>>,
    trail: Trail,
    /// Who made the move of each slot first in a simulation: seat + 1, 0 for nobody; and when, in moves from the root.
    firsts: Vec<(u8, u32)>,
    /// The nodes of a simulation, the root first, and who chose each but the root.
    path: Vec<u32>,
    movers: Vec<Seat>,
}

impl<G: Game, K: Knowledge<G>> Worker<G, K> {
    fn new() -> Self {
        Self {
            state: None,
            scratch: K::Scratch::default(),
            candidates: Vec::new(),
            trail: Trail::default(),
            firsts: Vec::new(),
            path: Vec::new(),
            movers: Vec::new(),
        }
    }
}

/// What the threads share.
struct Shared<A> {
    tree: Tree<A>,
    begun: u64,
    stop: bool,
}

/// What stays the same during a search.
struct Job<'a, G: Game, K: Knowledge<G>> {
    game: &'a G,
    knowledge: &'a K,
    params: &'a Params,
    root: &'a G::State,
    playouts: u64,
    time: Option<Duration>,
    begun: Instant,
    shared: Mutex<Shared<G::Action>>,
}

/// How a descent ended.
enum Leaf {
    /// At a position to be played out.
    Playout,
    /// At a position whose moves this thread is to find out.
    Expand,
}

impl<G: Game, K: Knowledge<G>> Mcts<G, K> {
    /// Simulates until the limit; gives back the tree and the number of simulations.
    pub(super) fn run(
        &mut self,
        tree: Tree<G::Action>,
        root: &G::State,
        limit: Limit,
        rng: &mut Rng,
    ) -> (Tree<G::Action>, u64) {
        let threads = self.params.threads.max(1);
        let mut workers = std::mem::take(&mut self.scratch);
        workers.resize_with(threads, Worker::new);
        let job = Job {
            game: &self.game,
            knowledge: &*self.knowledge,
            params: &self.params,
            root,
            playouts: limit.playouts.unwrap_or(if limit.time.is_some() { u64::MAX } else { 0 }),
            time: limit.time,
            begun: Instant::now(),
            shared: Mutex::new(Shared { tree, begun: 0, stop: false }),
        };
        if threads == 1 {
            job.work(&mut workers[0], rng);
        } else {
            let job = &job;
            std::thread::scope(|scope| {
                for worker in &mut workers {
                    let mut stream = rng.split();
                    scope.spawn(move || job.work(worker, &mut stream));
                }
            });
        }
        self.scratch = workers;
        let shared = job.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared.tree, shared.begun)
    }
}

impl<G: Game, K: Knowledge<G>> Job<'_, G, K> {
    /// One thread's simulations.
    fn work(&self, w: &mut Worker<G, K>, rng: &mut Rng) {
        w.trail = Trail::new(self.params.rave > 0.0);
        while self.claim() {
            self.simulate(w, rng);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared<G::Action>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Claims one simulation; false when the search is over.
    fn claim(&self) -> bool {
        let mut shared = self.lock();
        if shared.stop || shared.begun >= self.playouts {
            return false;
        }
        if shared.begun.is_multiple_of(16) {
            let elapsed = self.begun.elapsed();
            if self.time.is_some_and(|t| elapsed >= t) || self.decided(&shared, elapsed) {
                shared.stop = true;
                return false;
            }
        }
        shared.begun += 1;
        true
    }

    /// Whether the leader can no longer be caught by the simulations that are left.
    fn decided(&self, shared: &Shared<G::Action>, elapsed: Duration) -> bool {
        if !self.params.early_stop || shared.begun == 0 {
            return false;
        }
        let by_time = self.time.map_or(u64::MAX, |t| {
            let rate = shared.begun as f64 / elapsed.as_secs_f64().max(1e-6);
            (rate * t.saturating_sub(elapsed).as_secs_f64()) as u64
        });
        let left = by_time.min(self.playouts.saturating_sub(shared.begun));
        let (best, second) = shared.tree.leaders();
        u64::from(best) > u64::from(second) + left
    }

    fn simulate(&self, w: &mut Worker<G, K>, rng: &mut Rng) {
        copied(&mut w.state, self.root);
        w.trail.clear();
        let leaf = self.descend(w);
        if matches!(leaf, Leaf::Expand) {
            self.expand(w, rng);
        }
        let Some(state) = w.state.as_ref() else { return };
        let ending = if self.game.turn(state) == Turn::Over {
            self.knowledge.ending(self.game, state, &mut w.scratch)
        } else {
            self.knowledge.playout(self.game, state, &mut w.scratch, rng, &mut w.trail)
        };
        self.back_up(w, ending);
    }

    /// Walks from the root to a leaf, with a virtual loss on every node.
    fn descend(&self, w: &mut Worker<G, K>) -> Leaf {
        let Some(state) = w.state.as_mut() else { return Leaf::Playout };
        w.path.clear();
        w.movers.clear();
        w.path.push(ROOT);
        let mut shared = self.lock();
        let tree = &mut shared.tree;
        tree.node_mut(ROOT).losses += self.params.virtual_loss;
        let mut at = ROOT;
        loop {
            let Some(seat) = mover(self.game, state) else { return Leaf::Playout };
            let size = tree.nodes.len();
            let node = tree.node_mut(at);
            if node.count == 0 {
                let ripe = at == ROOT || node.visits >= self.params.expand_at;
                if !ripe || node.busy || size >= self.params.max_nodes {
                    return Leaf::Playout;
                }
                node.busy = true;
                return Leaf::Expand;
            }
            at = self.step(tree, at, state, seat, &mut w.path, &mut w.movers);
        }
    }

    /// Chooses a child, makes its move, and notes both.
    fn step(
        &self,
        tree: &mut Tree<G::Action>,
        at: u32,
        state: &mut G::State,
        seat: Seat,
        path: &mut Vec<u32>,
        movers: &mut Vec<Seat>,
    ) -> u32 {
        let next = tree.choose(at, self.params);
        let node = tree.node_mut(next);
        node.losses += self.params.virtual_loss;
        if self.game.apply(state, node.action).is_err() {
            debug_assert!(false, "a policy named an illegal move");
        }
        path.push(next);
        movers.push(seat);
        next
    }

    /// Finds out the moves of the last node of the path, and steps on to one of them.
    fn expand(&self, w: &mut Worker<G, K>, rng: &mut Rng) {
        let (Some(state), Some(&at)) = (w.state.as_mut(), w.path.last()) else { return };
        let Some(seat) = mover(self.game, state) else { return };
        self.knowledge.moves(self.game, state, &mut w.scratch, &mut w.candidates);
        rng.shuffle(&mut w.candidates);
        if self.params.priors {
            let worth = |c: &Candidate<G::Action>| c.weight * (c.value - 0.5) + c.bias;
            w.candidates.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        } else {
            w.candidates.iter_mut().for_each(|c| *c = Candidate::plain(c.action));
        }
        let mut shared = self.lock();
        let tree = &mut shared.tree;
        tree.attach(at, w.candidates.iter().map(|c| Node::new(c, self.knowledge.slot(self.game, c.action))));
        if tree.node(at).count > 0 {
            self.step(tree, at, state, seat, &mut w.path, &mut w.movers);
        }
    }

    /// Adds a simulation's result to the nodes of its path, and by AMAF to their children.
    fn back_up(&self, w: &mut Worker<G, K>, ending: Ending) {
        let p = self.params;
        // Moves of the simulation in the tree, and in all.
        let above = w.path.len() - 1;
        let end = (above + w.trail.moves().len()) as u32;
        if p.rave > 0.0 {
            w.firsts.clear();
            w.firsts.resize(self.knowledge.slots(self.game), (0, 0));
            for (j, &(slot, seat)) in w.trail.moves().iter().enumerate().rev() {
                w.firsts[usize::from(slot)] = (seat.0 + 1, (above + j) as u32);
            }
        }
        let mut shared = self.lock();
        let tree = &mut shared.tree;
        for i in (0..w.path.len()).rev() {
            let at = w.path[i];
            if p.rave > 0.0
                && let Some((&next, &seat)) = w.path.get(i + 1).zip(w.movers.get(i))
            {
                let slot = tree.node(next).slot;
                if slot != NO_SLOT {
                    w.firsts[usize::from(slot)] = (seat.0 + 1, i as u32);
                }
                let reward = ending.reward(seat, p.draw, p.margin) as f32;
                // From 1 + `soon` for the next move to 1 for the last.
                let each = p.soon / (end - i as u32 + 1) as f32;
                for child in tree.children_mut(at) {
                    if child.slot != NO_SLOT
                        && let (who, when) = w.firsts[usize::from(child.slot)]
                        && who == seat.0 + 1
                    {
                        let weight = 1.0 + each * (end - when) as f32;
                        child.amaf_visits += weight;
                        child.amaf_wins += weight * reward;
                    }
                }
            }
            let node = tree.node_mut(at);
            node.losses -= p.virtual_loss;
            node.visits += 1;
            if let Some(&seat) = i.checked_sub(1).and_then(|above| w.movers.get(above)) {
                node.wins += ending.reward(seat, p.draw, p.margin);
            }
        }
    }
}
