//! The virtual opponent, and the weights of the hands it may hold.
//!
//! Base distribution P: what the blueprint does with a class of hands at this place of the abstract betting; off the
//! tree, a plain rule on the hand's share of the pot. P' = P + G clipped and normalised, G from the pattern tree.

use super::betting::Node;
use super::blueprint::Blueprint;
use super::line::Step;
use super::pattern::Kind;
use super::solve::kind_of;
use croupier_games::holdem::{Card, CardSet, HOLES, Hole, Range};

/// P of one place by class of hands: probabilities of F, C, R, BR.
pub fn base(blueprint: &Blueprint, step: &Step) -> Vec<[f64; 4]> {
    let classes = blueprint.abstraction.classes(step.street as usize);
    match step.place.map(|p| (p, &blueprint.betting.nodes[p as usize])) {
        Some((place, Node::Decision { edges, street, .. }))
            if usize::from(*street) == step.street as usize =>
        {
            let one = |class: usize| {
                let mut p = [0.0; 4];
                let actions = blueprint.probabilities(place as usize, class as u16);
                actions.iter().zip(edges).for_each(|(q, e)| p[kind_of(e.0) as usize] += q);
                p
            };
            (0..classes).map(one).collect()
        }
        _ => (0..classes).map(|class| plain(strength_of(blueprint, step, class), step)).collect(),
    }
}

/// A class's place among all, from 0 to 1: for lack of anything better off the tree.
fn strength_of(blueprint: &Blueprint, step: &Step, class: usize) -> f64 {
    match step.street as usize {
        0 => blueprint.against_all(class),
        street => (class as f64 + 0.5) / blueprint.abstraction.classes(street) as f64,
    }
}

/// What somebody with this share of the pot does, roughly: folds below the pot odds, raises with the best.
fn plain(strength: f64, step: &Step) -> [f64; 4] {
    let ramp = |x: f64, from: f64, to: f64| ((x - from) / (to - from)).clamp(0.0, 1.0);
    if step.to_call == 0 {
        let bet = 0.7 * ramp(strength, 0.5, 0.85);
        return [0.0, 1.0 - bet, bet / 2.0, bet / 2.0];
    }
    let odds = f64::from(step.to_call) / f64::from(step.pot + step.to_call);
    let fold = 1.0 - ramp(strength, odds - 0.1, odds + 0.15);
    let raise = (1.0 - fold) * 0.8 * ramp(strength, 0.75, 0.95);
    [fold, 1.0 - fold - raise, raise / 2.0, raise / 2.0]
}

/// The weight of each hand the opponent may hold: 0 for hands with seen cards; the mean of the others is 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    weights: Vec<f64>,
    seen: CardSet,
}

impl Weights {
    /// All hands alike, without those that use seen cards.
    pub fn uniform(seen: impl IntoIterator<Item = Card>) -> Self {
        let mut weights = Self { weights: vec![1.0; HOLES], seen: CardSet::EMPTY };
        weights.see(seen);
        weights
    }

    /// More cards are seen: hands with them are out.
    pub fn see(&mut self, cards: impl IntoIterator<Item = Card>) {
        for card in cards {
            if self.seen.insert(card) {
                let with = Hole::all().filter(|h| h.cards().contains(&card));
                with.for_each(|h| self.weights[h.index()] = 0.0);
            }
        }
    }

    /// Multiplies each weight by the probability that a hand of its class did what was done; none falls below `floor`
    /// of the mean, so that no hand dies.
    pub fn observe(&mut self, classes: &[u16], model: &[[f64; 4]], kind: Kind, floor: f64) {
        for (weight, &class) in self.weights.iter_mut().zip(classes) {
            *weight *= model[usize::from(class)][kind as usize];
        }
        let possible: Vec<usize> =
            Hole::all().filter(|h| self.seen.disjoint(h.set())).map(Hole::index).collect();
        let mean = possible.iter().map(|&i| self.weights[i]).sum::<f64>() / possible.len().max(1) as f64;
        for &i in &possible {
            self.weights[i] = if mean > 0.0 { (self.weights[i] / mean).max(floor) } else { 1.0 };
        }
    }

    /// The weight of each of `n` classes.
    pub fn mass(&self, classes: &[u16], n: usize) -> Vec<f64> {
        let mut mass = vec![0.0; n];
        self.weights.iter().zip(classes).for_each(|(w, c)| mass[usize::from(*c)] += w);
        mass
    }

    /// By [`Hole::index`].
    pub fn all(&self) -> &[f64] {
        &self.weights
    }

    /// As a range.
    pub fn range(&self) -> Range {
        Range::from_weights(self.weights.clone()).unwrap_or_else(|_| Range::all())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: classes 0 and 1 did it with 0.1 and 0.9; weights go apart by that ratio, and stop at the floor.
    #[test]
    fn weights_follow_what_each_class_would_have_done_and_never_die() {
        let board = Card::parse_list("3h4cJh").unwrap();
        let mut weights = Weights::uniform(board.iter().copied());
        let classes: Vec<u16> = (0..HOLES).map(|i| (i % 2) as u16).collect();
        let model = [[0.9, 0.1, 0.0, 0.0], [0.1, 0.9, 0.0, 0.0]];
        weights.observe(&classes, &model, Kind::Call, 0.01);
        let free: Vec<Hole> = Hole::all().filter(|h| h.cards().iter().all(|c| !board.contains(c))).collect();
        let of = |w: &Weights, class: u16| {
            let hole = free.iter().find(|h| classes[h.index()] == class).unwrap();
            w.all()[hole.index()]
        };
        assert!((of(&weights, 1) / of(&weights, 0) - 9.0).abs() < 1e-9);
        let mean = free.iter().map(|h| weights.all()[h.index()]).sum::<f64>() / free.len() as f64;
        assert!((mean - 1.0).abs() < 1e-9);
        (0..20).for_each(|_| weights.observe(&classes, &model, Kind::Call, 0.01));
        assert!((of(&weights, 0) - 0.01).abs() < 1e-12);
        assert_eq!(weights.all()["3hAd".parse::<Hole>().unwrap().index()], 0.0);
    }

    #[test]
    fn an_action_that_no_hand_would_do_leaves_all_alike() {
        let mut weights = Weights::uniform([]);
        weights.observe(&vec![0; HOLES], &[[0.0, 1.0, 0.0, 0.0]], Kind::BigRaise, 0.01);
        assert!(weights.all().iter().all(|w| *w == 1.0));
    }
}
