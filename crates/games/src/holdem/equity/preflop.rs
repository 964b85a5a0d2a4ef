//! Two hands over all 1,712,304 boards, without dealing them.
//!
//! Without a flush only the ranks of a board matter: 6,175 multisets at most, each with a number of ways to deal it.
//! What flushes change is added suit by suit: boards with enough of a suit for one of the hands, again by the ranks
//! of the rest.

use super::{Equity, Mix, Odds};
use crate::holdem::card::{CardSet, HOLES, Hole, Suit};
use crate::holdem::error::Error;
use crate::holdem::eval::{flush_value, rank_word, value_of_ranks};
use crate::holdem::iso::HOLE_IMAGES;
use crate::holdem::range::Range;
use std::collections::BTreeMap;

struct Match {
    /// Sum of the rank words of each hand.
    keys: [u64; 2],
    /// Ranks that each hand holds in each suit.
    held: [[u16; 4]; 2],
    /// Ranks left in each suit.
    left: [u16; 4],
    /// Cards left of each rank.
    of_rank: [u64; 13],
    /// Wins, ties, losses.
    sums: [i64; 3],
}

/// How often the first hand wins, ties and loses; the hands share no card.
pub(super) fn odds(a: Hole, b: Hole) -> Odds {
    let held = [a, b].map(|h| std::array::from_fn(|s| suit_of(h.set(), s)));
    let left: [u16; 4] = std::array::from_fn(|s| 0x1FFF & !suit_of(a.set().union(b.set()), s));
    let mut of = Match {
        keys: [a, b]
            .map(|h| h.cards().iter().fold(0u64, |key, c| key.wrapping_add(rank_word(c.rank().index())))),
        held,
        left,
        of_rank: std::array::from_fn(|r| left.iter().map(|s| u64::from(s >> r & 1)).sum()),
        sums: [0; 3],
    };
    of.by_ranks(0, 5, 0, 1);
    for suit in 0..4 {
        let most = of.held.iter().map(|h| h[suit].count_ones()).max().unwrap_or(0);
        for count in 5 - most..=5 {
            of.suited(suit, count, 0, of.left[suit], count);
        }
    }
    let [wins, ties, losses] = of.sums.map(|n| n as u64);
    Odds { wins, ties, losses }
}

fn suit_of(set: CardSet, suit: usize) -> u16 {
    Suit::new(suit as u8).map_or(0, |s| set.ranks_of(s))
}

fn ways_of(cards: u64, taken: u64) -> u64 {
    match taken {
        1 => cards,
        2 => cards * cards.saturating_sub(1) / 2,
        3 => cards * cards.saturating_sub(1) * cards.saturating_sub(2) / 6,
        _ => u64::from(cards == 4),
    }
}

impl Match {
    /// Adds boards by their ranks alone: `missing` more cards of ranks from `from` on.
    fn by_ranks(&mut self, from: usize, missing: u64, key: u64, ways: u64) {
        if missing == 0 {
            return self.count(self.plain(key), ways as i64);
        }
        for rank in from..13 {
            let mut next = key;
            for taken in 1..=missing.min(self.of_rank[rank]) {
                next = next.wrapping_add(rank_word(rank));
                self.by_ranks(rank + 1, missing - taken, next, ways * ways_of(self.of_rank[rank], taken));
            }
        }
    }

    /// Both hands' values with a board of these ranks, flushes aside.
    #[inline]
    fn plain(&self, board: u64) -> [i16; 2] {
        self.keys.map(|key| value_of_ranks(key.wrapping_add(board)))
    }

    #[inline]
    fn count(&mut self, [a, b]: [i16; 2], ways: i64) {
        let place = usize::from(a <= b) + usize::from(a < b);
        self.sums[place] += ways;
    }

    /// Takes every set of `missing` more ranks from `left` of a suit, `count` of them in all, and corrects the boards
    /// that have exactly these.
    fn suited(&mut self, suit: usize, count: u32, taken: u16, left: u16, missing: u32) {
        if missing == 0 {
            return self.correct(suit, count, taken);
        }
        let mut left = left;
        while left.count_ones() >= missing {
            let low = left & left.wrapping_neg();
            left ^= low;
            self.suited(suit, count, taken | low, left, missing - 1);
        }
    }

    /// Replaces the comparison without flushes by that with them, on boards with exactly these ranks of a suit.
    fn correct(&mut self, suit: usize, count: u32, ranks: u16) {
        let flushes = [0, 1].map(|i| {
            let held = self.held[i][suit];
            (held.count_ones() + count >= 5).then(|| flush_value(ranks | held))
        });
        let mut board = 0u64;
        let mut left = ranks;
        while left != 0 {
            board = board.wrapping_add(rank_word(left.trailing_zeros() as usize));
            left &= left - 1;
        }
        let others: [u64; 13] =
            std::array::from_fn(|r| self.of_rank[r] - u64::from(self.left[suit] >> r & 1));
        match count {
            5 => self.replace(board, flushes, 1),
            4 => {
                for (rank, &cards) in others.iter().enumerate().filter(|(_, n)| **n > 0) {
                    self.replace(board.wrapping_add(rank_word(rank)), flushes, cards);
                }
            }
            _ => {
                for (high, &cards) in others.iter().enumerate().filter(|(_, n)| **n > 0) {
                    let board = board.wrapping_add(rank_word(high));
                    for (low, more) in others[..high].iter().enumerate().filter(|(_, n)| **n > 0) {
                        self.replace(board.wrapping_add(rank_word(low)), flushes, cards * more);
                    }
                    if cards > 1 {
                        self.replace(board.wrapping_add(rank_word(high)), flushes, ways_of(cards, 2));
                    }
                }
            }
        }
    }

    #[inline]
    fn replace(&mut self, board: u64, flushes: [Option<i16>; 2], ways: u64) {
        let plain = self.plain(board);
        self.count(plain, -(ways as i64));
        self.count([flushes[0].unwrap_or(plain[0]), flushes[1].unwrap_or(plain[1])], ways as i64);
    }
}

/// Two ranges: pairs of hands that a renaming of suits turns into each other have the same odds.
pub(super) fn ranges(a: &Range, b: &Range) -> Result<Equity, Error> {
    // Weight of each class of pairs, as the first of it stands and with the hands changed round.
    let mut classes: BTreeMap<(u16, u16), [f64; 2]> = BTreeMap::new();
    let weighted = |range: &Range| -> Vec<(Hole, f64)> { range.iter().filter(|(_, w)| *w > 0.0).collect() };
    let others = weighted(b);
    for (first, weight) in weighted(a) {
        let images: Vec<(u16, &[u16; HOLES])> =
            HOLE_IMAGES.iter().map(|image| (image[first.index()], image)).collect();
        let least = images.iter().map(|i| i.0).min().unwrap_or(0);
        for &(second, more) in others.iter().filter(|(h, _)| h.set().disjoint(first.set())) {
            let class = |hole: Hole| images.iter().filter(|i| i.0 == least).map(move |i| i.1[hole.index()]);
            let as_is = (least, class(second).min().unwrap_or(0));
            let pair = turned(first, second).filter(|pair| *pair < as_is);
            let (key, side) = pair.map_or((as_is, 0), |pair| (pair, 1));
            classes.entry(key).or_default()[side] += weight * more;
        }
    }
    let mut mix = Mix::default();
    for ((first, second), weights) in classes {
        if let (Some(a), Some(b)) = (Hole::new(first.into()), Hole::new(second.into())) {
            let odds = odds(a, b);
            mix.add(weights[0], odds);
            mix.add(weights[1], odds.reversed());
        }
    }
    mix.equity()
}

/// The class of the pair with its hands changed round.
fn turned(first: Hole, second: Hole) -> Option<(u16, u16)> {
    HOLE_IMAGES.iter().map(|image| (image[second.index()], image[first.index()])).min()
}
