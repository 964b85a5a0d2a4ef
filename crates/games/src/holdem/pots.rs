//! Main pot, side pots, and who gets them.

use super::config::Chips;
use super::state::{Seats, bit, members};

/// What each seat gets at a showdown: each pot is split among the best hands that paid for it, and an odd rest goes to
/// the first of them to the left of the button. Neighbouring pots with the same winners are split as one.
///
/// `put` is what each seat has put in, `dead` what the main pot holds beside, `alive` who has not folded, `values` the
/// hands' values, `first` the first of some seats to the left of the button.
pub(super) fn share_out(
    put: &[Chips; 10],
    dead: Chips,
    alive: Seats,
    values: &[u16; 10],
    first: impl Fn(Seats) -> usize,
) -> [Chips; 10] {
    let mut out = [0; 10];
    let mut split = |pot: Chips, winners: Seats| {
        let share = pot / winners.count_ones();
        members(winners).for_each(|i| out[i] += share);
        out[first(winners)] += pot - share * winners.count_ones();
    };
    let (mut paid, mut left) = (0, put.iter().sum::<Chips>());
    let best_of = |rivals: Seats| {
        let best = members(rivals).map(|i| values[i]).max().unwrap_or(0);
        members(rivals).filter(|&i| values[i] == best).fold(0, |s, i| s | bit(i))
    };
    let mut open: Option<(Chips, Seats)> = (dead > 0).then(|| (dead, best_of(alive)));
    while left > 0 {
        // The next pot: what all have put in, up to the least of those who can win more.
        let rivals = members(alive).filter(|&i| put[i] > paid).fold(0, |s, i| s | bit(i));
        let level = members(rivals).map(|i| put[i]).min().unwrap_or(Chips::MAX);
        // What folded seats put in beyond the last of the others, possible with free folds, goes with the last pot.
        let last = members(rivals).all(|i| put[i] == level);
        let pot = if last { left } else { put.iter().map(|&p| p.min(level) - p.min(paid)).sum() };
        let rivals = if rivals == 0 { alive } else { rivals };
        let winners = best_of(rivals);
        open = match open {
            Some((before, same)) if same == winners => Some((before + pot, same)),
            other => {
                if let Some((before, others)) = other {
                    split(before, others);
                }
                Some((pot, winners))
            }
        };
        paid = level;
        left -= pot;
    }
    if let Some((pot, winners)) = open {
        split(pot, winners);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn out(put: &[Chips], alive: Seats, values: &[u16]) -> Vec<Chips> {
        let mut all = ([0; 10], [0; 10]);
        all.0[..put.len()].copy_from_slice(put);
        all.1[..put.len()].copy_from_slice(values);
        share_out(&all.0, 0, alive, &all.1, |set| set.trailing_zeros() as usize)[..put.len()].to_vec()
    }

    #[test]
    fn side_pots_follow_what_was_paid() {
        assert_eq!(out(&[100, 200, 300], 0b111, &[3, 2, 1]), [300, 200, 100]);
        assert_eq!(out(&[100, 200, 300], 0b111, &[1, 2, 3]), [0, 0, 600]);
        assert_eq!(out(&[100, 200, 200], 0b111, &[3, 2, 2]), [300, 100, 100]);
        assert_eq!(out(&[100, 250, 200], 0b101, &[3, 9, 2]), [300, 0, 250], "a folded hand wins nothing");
    }

    #[test]
    fn an_odd_rest_goes_to_the_first_winner_once() {
        assert_eq!(out(&[5, 5, 5, 0], 0b111, &[7, 7, 2, 0]), [8, 7, 0, 0]);
        // Two pots of 3 and 3 with the same two winners are one pot of 6.
        assert_eq!(out(&[2, 2, 1, 1], 0b0111, &[7, 7, 2, 0]), [3, 3, 0, 0]);
        assert_eq!(out(&[11, 11, 11], 0b111, &[7, 7, 7]), [11, 11, 11]);
        assert_eq!(out(&[11, 11, 11, 1], 0b0111, &[7, 7, 7, 0]), [12, 11, 11, 0]);
    }

    proptest! {
        /// Every chip is paid out, only to hands that are alive, and nobody gets more than the most it could match.
        #[test]
        fn all_chips_are_paid_out_and_nobody_gets_more_than_it_matched(
            put in prop::collection::vec(1u32..500, 2..=10),
            values in prop::collection::vec(1u16..6, 10),
            dead in any::<u16>(),
        ) {
            let n = put.len();
            let all: Seats = (1 << n) - 1;
            let alive = if all & !dead == 0 { all } else { all & !dead };
            let got = out(&put, alive, &values[..n]);
            prop_assert_eq!(got.iter().sum::<u32>(), put.iter().sum::<u32>());
            let top = members(alive).map(|i| put[i]).max().unwrap_or(0);
            for i in 0..n {
                prop_assert!(alive & bit(i) != 0 || got[i] == 0);
                let matched: u32 = put.iter().map(|p| *p.min(&put[i])).sum();
                prop_assert!(put[i] == top || got[i] <= matched);
            }
        }
    }
}
