//! Hand strength against several opponents whose hands cannot share cards.

use crate::holdem::card::{Card, CardSet, HOLES, Hole};
use crate::holdem::equity::Dealer;
use crate::holdem::error::Error;
use crate::holdem::eval::Ranks;
use crate::holdem::range::Range;
use croupier_core::Rng;
use serde::{Deserialize, Serialize};

/// The share of the pot that a hand wins now against several opponents: 1 when it beats them all, 1/(k + 1) when k
/// tie and none is ahead. Against one opponent this is HS.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// The mean share.
    pub hs: f64,
    /// Its standard error; 0 where it is exact.
    pub error: f64,
}

/// Weights of the hands behind and tied, in all and by card.
struct Weights {
    all: f64,
    by_card: [f64; 52],
    of: Vec<f64>,
}

impl Weights {
    fn of(range: &Range, used: CardSet, keep: impl Fn(usize) -> bool) -> Self {
        let mut weights = Self { all: 0.0, by_card: [0.0; 52], of: vec![0.0; HOLES] };
        for (hole, weight) in range.iter() {
            if weight > 0.0 && used.disjoint(hole.set()) && keep(hole.index()) {
                weights.all += weight;
                weights.of[hole.index()] = weight;
                for card in hole.cards() {
                    weights.by_card[card.index()] += weight;
                }
            }
        }
        weights
    }

    /// The weight of the hands that share no card with this one.
    fn beside(&self, hole: Hole) -> f64 {
        let [a, b] = hole.cards().map(|c| self.by_card[c.index()]);
        self.all - a - b + self.of[hole.index()]
    }

    /// The sum over pairs of hands, one of each, that share no card.
    fn times(&self, other: &Self) -> f64 {
        let held = Hole::all().filter(|h| self.of[h.index()] > 0.0);
        held.map(|h| self.of[h.index()] * other.beside(h)).sum()
    }
}

fn ranked(hole: Hole, board: &[Card]) -> Result<(Ranks, i16, CardSet), Error> {
    let mut ranks = Ranks::default();
    ranks.fill(board)?;
    let set: CardSet = board.iter().copied().collect();
    if let Some(twice) = hole.cards().into_iter().find(|&c| set.has(c)) {
        return Err(Error::Duplicate(twice));
    }
    let own = ranks.raw()[hole.index()];
    Ok((ranks, own, set.union(hole.set())))
}

/// The joint strength against two opponents, exactly: over all pairs of their hands that share no card.
///
/// # Errors
/// A board that is not 3 to 5 different cards apart from the hand, or ranges with no possible pair.
pub fn joint_exact(hole: Hole, board: &[Card], opponents: [&Range; 2]) -> Result<Joint, Error> {
    let (ranks, own, used) = ranked(hole, board)?;
    let value = |i: usize| ranks.raw()[i];
    let [a, b] = opponents.map(|range| {
        let behind = Weights::of(range, used, |i| value(i) < own);
        let tied = Weights::of(range, used, |i| value(i) == own);
        let all = Weights::of(range, used, |_| true);
        (behind, tied, all)
    });
    let total = a.2.times(&b.2);
    if total <= 0.0 {
        return Err(Error::Empty("the pair of ranges"));
    }
    let won = a.0.times(&b.0) + (a.0.times(&b.1) + a.1.times(&b.0)) / 2.0 + a.1.times(&b.1) / 3.0;
    Ok(Joint { hs: won / total, error: 0.0 })
}

/// The joint strength against any number of opponents, from `samples` joint draws of their hands.
///
/// # Errors
/// A board that is not 3 to 5 different cards apart from the hand, no opponent, more than nine, no sample, or ranges
/// from which no joint draw was found in ten thousand tries.
pub fn joint_sampled(
    hole: Hole,
    board: &[Card],
    opponents: &[Range],
    samples: u64,
    rng: &mut Rng,
) -> Result<Joint, Error> {
    if !(1..=9).contains(&opponents.len()) {
        return Err(Error::Count { what: "opponents", given: opponents.len(), allowed: "1 to 9" });
    }
    if samples == 0 {
        return Err(Error::Count { what: "samples", given: 0, allowed: "1 or more" });
    }
    let (ranks, own, used) = ranked(hole, board)?;
    let mut dealer = Dealer::new(opponents, used)?;
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..samples {
        let hands = dealer.deal(rng)?;
        let best = hands.iter().map(|h| ranks.raw()[h.index()]).max().unwrap_or(0);
        let share = match best.cmp(&own) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Greater => 0.0,
            std::cmp::Ordering::Equal => {
                let tied = hands.iter().filter(|h| ranks.raw()[h.index()] == own).count();
                1.0 / (tied + 1) as f64
            }
        };
        sum += share;
        squares += share * share;
    }
    let n = samples as f64;
    let mean = sum / n;
    Ok(Joint { hs: mean, error: ((squares / n - mean * mean).max(0.0) / n).sqrt() })
}
