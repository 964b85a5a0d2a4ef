//! The arena: nodes of one tree in one vector, a node's children side by side.

use super::Params;
use crate::knowledge::{Candidate, upper_bound};

/// The place of the root.
pub(super) const ROOT: u32 = 0;
/// The slot of moves that AMAF leaves alone.
pub(super) const NO_SLOT: u16 = u16::MAX;

/// A move and the position after it.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    pub action: A,
    pub slot: u16,
    /// Children: how many, and where the first is.
    pub count: u16,
    pub first: u32,
    pub visits: u32,
    /// Simulations under way below, counted as lost until they come back.
    pub losses: u16,
    /// Whether a thread is finding out the moves from here.
    pub busy: bool,
    /// Sum of the rewards of the player who made the move.
    pub wins: f64,
    pub amaf_visits: f32,
    pub amaf_wins: f32,
    pub weight: f32,
    pub value: f32,
    pub bias: f32,
}

impl<A: Copy> Node<A> {
    pub fn new(c: &Candidate<A>, slot: Option<usize>) -> Self {
        Self {
            action: c.action,
            slot: slot.map_or(NO_SLOT, |s| s as u16),
            count: 0,
            first: 0,
            visits: 0,
            losses: 0,
            busy: false,
            wins: 0.0,
            amaf_visits: 0.0,
            amaf_wins: 0.0,
            weight: c.weight,
            value: c.value,
            bias: c.bias,
        }
    }

    /// The mean reward of the simulations alone; ½ before the first.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.wins / f64::from(self.visits) }
    }

    /// How urgent it is to try the move, priors, AMAF and virtual losses included.
    #[inline]
    fn urgency(&self, p: &Params, ln_total: f32) -> f32 {
        let tried = (self.visits + u32::from(self.losses)) as f32;
        let n = tried + self.weight;
        let mut q = if n > 0.0 { (self.wins as f32 + self.weight * self.value) / n } else { p.first_play };
        if p.rave > 0.0 {
            let an = self.amaf_visits + self.weight;
            if an > 0.0 {
                let aq = (self.amaf_wins + self.weight * self.value) / an;
                let beta = an / (an + n + an * n / p.rave);
                q += beta * (aq - q);
            }
        }
        let explore =
            if p.exploration > 0.0 { p.exploration as f32 * (ln_total / (n + 1.0)).sqrt() } else { 0.0 };
        q + explore + self.bias / (1.0 + tried)
    }
}

/// The nodes of a search.
#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    pub nodes: Vec<Node<A>>,
}

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree of a root alone; its action means nothing and is never read.
    pub fn new(any: A) -> Self {
        Self { nodes: vec![Node::new(&Candidate::plain(any), None)] }
    }

    #[inline]
    pub fn node(&self, at: u32) -> &Node<A> {
        &self.nodes[at as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, at: u32) -> &mut Node<A> {
        &mut self.nodes[at as usize]
    }

    #[inline]
    pub fn children(&self, at: u32) -> &[Node<A>] {
        let node = self.node(at);
        &self.nodes[node.first as usize..node.first as usize + usize::from(node.count)]
    }

    #[inline]
    pub fn children_mut(&mut self, at: u32) -> &mut [Node<A>] {
        let node = self.node(at);
        let range = node.first as usize..node.first as usize + usize::from(node.count);
        &mut self.nodes[range]
    }

    /// Gives a node its children.
    pub fn attach(&mut self, at: u32, children: impl Iterator<Item = Node<A>>) {
        let first = self.nodes.len();
        self.nodes.extend(children);
        let count = self.nodes.len() - first;
        let node = self.node_mut(at);
        node.first = first as u32;
        node.count = count as u16;
        node.busy = false;
    }

    /// The child to try next; the node must have children.
    #[inline]
    pub fn choose(&self, at: u32, p: &Params) -> u32 {
        let node = self.node(at);
        let mut children = self.children(at);
        if p.widen > 0.0 {
            // Progressive widening: children stand in the order of their priors, and k are open after v visits when
            // v = widen^(k − 2); two at first.
            let open = 2 + (f64::from(node.visits + 1).ln() / p.widen.ln()) as usize;
            children = &children[..children.len().min(open)];
        }
        let best = if p.is_plain() {
            plain(children, node.visits, p.exploration)
        } else {
            urgent(children, node, p)
        };
        node.first + best as u32
    }

    /// The most visited child, then the one that won most, then the first.
    pub fn best(&self, at: u32) -> Option<u32> {
        let first = self.node(at).first;
        let children = self.children(at).iter().enumerate();
        let best =
            children.reduce(|a, b| if (b.1.visits, b.1.wins) > (a.1.visits, a.1.wins) { b } else { a });
        best.map(|(i, _)| first + i as u32)
    }

    /// Visits of the most visited child and of the next.
    pub fn leaders(&self) -> (u32, u32) {
        let (mut best, mut second) = (0, 0);
        for child in self.children(ROOT) {
            if child.visits > best {
                (best, second) = (child.visits, best);
            } else {
                second = second.max(child.visits);
            }
        }
        (best, second)
    }

    /// The tree below the position after `actions`, copied so that nothing else is kept; `None` where it was not
    /// looked at.
    pub fn below(&self, actions: &[A]) -> Option<Tree<A>> {
        let mut at = ROOT;
        for &action in actions {
            let i = self.children(at).iter().position(|c| c.action == action)?;
            at = self.node(at).first + i as u32;
        }
        let mut nodes = vec![self.node(at).clone()];
        nodes[0].losses = 0;
        let mut done = 0;
        while done < nodes.len() {
            let (first, count) = (nodes[done].first as usize, usize::from(nodes[done].count));
            if count > 0 {
                nodes[done].first = nodes.len() as u32;
                nodes.extend_from_slice(&self.nodes[first..first + count]);
            }
            done += 1;
        }
        Some(Tree { nodes })
    }
}

/// The first child without a visit, else the highest upper confidence bound: what the persistent search does.
fn plain<A: Copy>(children: &[Node<A>], total: u32, exploration: f64) -> usize {
    let ln_total = f64::from(total.max(1)).ln();
    let mut best = (f64::NEG_INFINITY, 0);
    for (i, child) in children.iter().enumerate() {
        let visits = child.visits + u32::from(child.losses);
        if visits == 0 {
            return i;
        }
        let visits = f64::from(visits);
        let bound = upper_bound(child.wins / visits, visits, ln_total, exploration);
        if bound > best.0 {
            best = (bound, i);
        }
    }
    best.1
}

fn urgent<A: Copy>(children: &[Node<A>], node: &Node<A>, p: &Params) -> usize {
    let ln_total = ((node.visits + u32::from(node.losses)).max(1) as f32).ln();
    let mut best = (f32::NEG_INFINITY, 0);
    for (i, child) in children.iter().enumerate() {
        let urgency = child.urgency(p, ln_total);
        if urgency > best.0 {
            best = (urgency, i);
        }
    }
    best.1
}
