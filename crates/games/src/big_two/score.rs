//! What a hand pays, and what a match is worth.

use super::config::Scoring;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A whole number of chips; debts are negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chips(pub i32);

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What each seat gains from a hand in which `left` cards, of them `twos` 2s, are left at each seat; sums to zero.
///
/// ```
/// use croupier_games::big_two::{Chips, Scoring, settle};
/// // Seat 3 is caught with two 2s and owes everyone four times the difference.
/// let gains = settle(Scoring::Pairwise, [0, 1, 2, 5], [0, 0, 0, 2]);
/// assert_eq!(gains, [1 + 2 + 20, -1 + 1 + 16, -2 - 1 + 12, -20 - 16 - 12].map(Chips));
/// ```
pub fn settle(scoring: Scoring, left: [u8; 4], twos: [u8; 4]) -> [Chips; 4] {
    let mut gains = [Chips(0); 4];
    for payer in 0..4 {
        for other in (0..4).filter(|o| *o != payer) {
            let owed = owed(scoring, left[payer], twos[payer], left[other]);
            gains[payer].0 -= owed;
            gains[other].0 += owed;
        }
    }
    gains
}

/// What a seat with `left` cards, of them `twos` 2s, owes a seat with `other` cards.
pub(super) fn owed(scoring: Scoring, left: u8, twos: u8, other: u8) -> i32 {
    match scoring {
        Scoring::Pairwise => i32::from(left.saturating_sub(other)) << twos,
        _ if other == 0 => price(scoring, left),
        _ => 0,
    }
}

fn price(scoring: Scoring, left: u8) -> i32 {
    let cards = i32::from(left);
    match (scoring, cards) {
        (Scoring::Tiered, 10..13) => 2 * cards,
        (Scoring::Tiered, 13..) => 3 * cards,
        _ => cards,
    }
}

/// The rank rewards, best first.
const REWARDS: [f64; 4] = [1.0, 0.5, -0.5, -1.0];

/// The rank reward of a match by seat: 1, ½, −½, −1 by chips, ties sharing the mean of their places.
///
/// ```
/// use croupier_games::big_two::{Chips, rank_reward};
/// assert_eq!(rank_reward([90, 60, 60, -10].map(Chips)), [1.0, 0.0, 0.0, -1.0]);
/// ```
pub fn rank_reward(chips: [Chips; 4]) -> [f64; 4] {
    std::array::from_fn(|seat| {
        let above = chips.iter().filter(|c| **c > chips[seat]).count();
        let equal = chips.iter().filter(|c| **c == chips[seat]).count();
        REWARDS[above..above + equal].iter().sum::<f64>() / equal as f64
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Each line worked out by hand from the rules page.
    #[test]
    fn hands_pay_as_the_rules_page_says() {
        let pay = |scoring, left, twos| settle(scoring, left, twos).map(|c| c.0);
        assert_eq!(pay(Scoring::Pairwise, [0, 1, 1, 1], [0; 4]), [3, -1, -1, -1]);
        // 592 = (13 + 12 + 12) × 16; the others pay the winner 1 each: 594 change hands.
        assert_eq!(pay(Scoring::Pairwise, [0, 13, 1, 1], [0, 4, 0, 0]), [210, -592, 191, 191]);
        assert_eq!(pay(Scoring::Pairwise, [13, 0, 13, 13], [4, 0, 0, 0]), [-208, 234, -13, -13]);
        assert_eq!(pay(Scoring::WinnerTakesCardsLeft, [4, 5, 0, 6], [1, 0, 0, 2]), [-4, -5, 15, -6]);
        assert_eq!(pay(Scoring::Tiered, [9, 0, 10, 13], [1, 0, 0, 2]), [-9, 68, -20, -39]);
        assert_eq!(pay(Scoring::Tiered, [0, 12, 1, 11], [0; 4]), [47, -24, -1, -22]);
    }

    #[test]
    fn rank_rewards_share_the_mean_of_tied_places() {
        let reward = |chips: [i32; 4]| rank_reward(chips.map(Chips));
        assert_eq!(reward([70, 60, 50, 20]), [1.0, 0.5, -0.5, -1.0]);
        assert_eq!(reward([0, 100, 100, 0]), [-0.75, 0.75, 0.75, -0.75]);
        assert_eq!(reward([80, 80, 80, -40]), [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, -1.0]);
        assert_eq!(reward([50; 4]), [0.0; 4]);
    }

    proptest! {
        #[test]
        fn payments_and_rewards_sum_to_zero(left in [0u8..=13, 0..=13, 0..=13, 0..=13], twos in [0u8..=4, 0..=4, 0..=4, 0..=4]) {
            for scoring in [Scoring::Pairwise, Scoring::WinnerTakesCardsLeft, Scoring::Tiered] {
                let gains = settle(scoring, left, twos);
                prop_assert_eq!(gains.iter().map(|c| c.0).sum::<i32>(), 0);
                prop_assert!(rank_reward(gains).iter().sum::<f64>().abs() < 1e-12);
            }
        }
    }
}
