//! How many tiles a hand is from complete.

use croupier_games::mini_mahjong::{KINDS, Shape};
use std::sync::atomic::{AtomicU64, Ordering};

/// More sets than any hand has, by one.
const SETS: usize = 5;
/// What a part of a hand can be made into: so many sets, without or with the pair.
const PARTS: usize = 2 * SETS;
/// A part that cannot be made.
const NEVER: u8 = 15;

/// For each number of sets (twice it, plus one with the pair): the tiles missing.
type Parts = [u8; PARTS];

/// How many tiles hands of one configuration are from complete; 0 for a complete hand, 1 for one that waits.
///
/// A hand of `n` tiles may be made of any `n` or fewer of its tiles and others; kinds run out at their counts in the
/// configuration. Suits are looked up in tables that fill as they are used, shared by all agents of a factory.
pub struct Distances {
    shape: Shape,
    limits: [u8; KINDS],
    /// By suit, by its counts as digits to the base 5; 0 where not yet computed.
    tables: [Box<[AtomicU64]>; 4],
}

impl Distances {
    /// Tables for a shape and so many of each kind.
    pub fn new(shape: Shape, limits: &[u8; KINDS]) -> Self {
        let tables = std::array::from_fn(|suit| {
            let limits = part(limits, suit);
            let size = if limits.iter().all(|l| *l == 0) { 1 } else { 5usize.pow(limits.len() as u32) };
            (0..size).map(|_| AtomicU64::new(0)).collect()
        });
        Self { shape, limits: *limits, tables }
    }

    /// The distance of a hand, given as counts by [`Tile::index`](croupier_games::mini_mahjong::Tile::index).
    pub fn of(&self, counts: &[u8; KINDS]) -> u8 {
        let [a, b, c, d] = std::array::from_fn(|suit| self.suit(counts, suit));
        self.whole(&joined(&a, &b), &joined(&c, &d))
    }

    /// The distance of a hand, and the kinds that lessen it as bits by
    /// [`Tile::index`](croupier_games::mini_mahjong::Tile::index).
    pub fn useful(&self, counts: &[u8; KINDS]) -> (u8, u64) {
        let suits: [Parts; 4] = std::array::from_fn(|suit| self.suit(counts, suit));
        let (low, high) = (joined(&suits[0], &suits[1]), joined(&suits[2], &suits[3]));
        let distance = self.whole(&low, &high);
        let mut useful = 0;
        for suit in 0..4 {
            let others = joined(&suits[suit ^ 1], if suit < 2 { &high } else { &low });
            for kind in 9 * suit..(9 * suit + 9).min(KINDS) {
                if counts[kind] < self.limits[kind] {
                    let mut more = *counts;
                    more[kind] += 1;
                    if self.whole(&others, &self.suit(&more, suit)) < distance {
                        useful |= 1 << kind;
                    }
                }
            }
        }
        (distance, useful)
    }

    /// The tiles missing when two parts together become a complete hand.
    fn whole(&self, a: &Parts, b: &Parts) -> u8 {
        let last = usize::from(2 * self.shape.sets + self.shape.pair);
        let ways = (0..=last).filter(|i| i & (last - i) & 1 == 0).map(|i| a[i] + b[last - i]);
        ways.min().unwrap_or(NEVER).min(NEVER)
    }

    fn suit(&self, counts: &[u8; KINDS], suit: usize) -> Parts {
        let (counts, limits) = (part(counts, suit), part(&self.limits, suit));
        let index = counts.iter().rev().fold(0, |index, c| 5 * index + usize::from(*c));
        let Some(entry) = self.tables[suit].get(index) else {
            return missing(counts, limits, suit < 3);
        };
        // The value is a function of the index: it does not matter which thread writes it, or how often.
        let known = entry.load(Ordering::Relaxed);
        if known != 0 {
            return std::array::from_fn(|i| (known >> (4 * i) & 15) as u8);
        }
        let parts = missing(counts, limits, suit < 3);
        let packed = parts.iter().rev().fold(1, |packed, p| packed << 4 | u64::from(*p));
        entry.store(packed, Ordering::Relaxed);
        parts
    }
}

fn part<T>(all: &[T; KINDS], suit: usize) -> &[T] {
    &all[9 * suit..(9 * suit + 9).min(KINDS)]
}

/// The cheapest ways to divide sets and the pair between two parts of a hand.
fn joined(a: &Parts, b: &Parts) -> Parts {
    let mut out = [NEVER; PARTS];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| **x < NEVER) {
        for (j, y) in b.iter().enumerate().take(PARTS - i) {
            // Two pairs, one in each part, are not a set.
            if i & j & 1 == 0 {
                out[i + j] = out[i + j].min(x + y).min(NEVER);
            }
        }
    }
    out
}

/// The tiles a suit misses for each number of sets and pairs, rank by rank from the lowest.
fn missing(counts: &[u8], limits: &[u8], runs: bool) -> Parts {
    // By the runs begun one and two ranks below. Three runs from one rank are three triplets, so two are enough.
    let mut states = [[[NEVER; PARTS]; 3]; 3];
    states[0][0][0] = 0;
    for (rank, (&have, &limit)) in counts.iter().zip(limits).enumerate() {
        let most = if runs && rank + 2 < counts.len() { 2 } else { 0 };
        let mut next = [[[NEVER; PARTS]; 3]; 3];
        for (one, two) in (0..9).map(|i| (i / 3, i % 3)) {
            for (begun, groups) in (0..=most).flat_map(|r| [(r, 0), (r, 1), (r, 2)]) {
                // Beside runs: nothing, a pair or a triplet; of two pairs or a pair and a triplet of one kind
                // a hand has no use.
                let need = (one + two + begun) as u8 + [0, 2, 3][groups];
                if need > limit {
                    continue;
                }
                let shift = 2 * begun + groups;
                for (i, cost) in states[one][two].iter().enumerate().take(PARTS - shift) {
                    if *cost < NEVER && i & groups & 1 == 0 {
                        let slot = &mut next[begun][one][i + shift];
                        *slot = (*slot).min(cost + need.saturating_sub(have)).min(NEVER);
                    }
                }
            }
        }
        states = next;
    }
    states[0][0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_core::Rng;
    use croupier_games::mini_mahjong::{Counts, Tile};

    /// The slow twin: every way to lay the groups of a complete hand, counting the tiles that are not there.
    fn slow(counts: &[u8; KINDS], limits: &[u8; KINDS], shape: Shape, kinds: &[usize]) -> u8 {
        fn lay(
            laid: &mut [u8; KINDS],
            from: usize,
            sets: u8,
            pair: u8,
            all: &[(Vec<usize>, bool)],
            f: &mut dyn FnMut(&[u8; KINDS]),
        ) {
            if sets == 0 && pair == 0 {
                return f(laid);
            }
            for (i, (group, is_pair)) in all.iter().enumerate().skip(from) {
                if *is_pair && pair == 0 || !*is_pair && sets == 0 {
                    continue;
                }
                group.iter().for_each(|k| laid[*k] += 1);
                lay(laid, i, sets - u8::from(!is_pair), pair - u8::from(*is_pair), all, f);
                group.iter().for_each(|k| laid[*k] -= 1);
            }
        }
        let mut all = Vec::new();
        for &k in kinds {
            all.push((vec![k; 2], true));
            all.push((vec![k; 3], false));
            if k < 27 && k % 9 < 7 {
                all.push((vec![k, k + 1, k + 2], false));
            }
        }
        let mut best = NEVER;
        lay(&mut [0; KINDS], 0, shape.sets, shape.pair, &all, &mut |laid| {
            if laid.iter().zip(limits).all(|(l, limit)| l <= limit) {
                best = best.min(laid.iter().zip(counts).map(|(l, c)| l.saturating_sub(*c)).sum());
            }
        });
        best
    }

    fn check(kinds: &[usize], each: u8, shape: Shape, size: usize, hands: usize) {
        let mut limits = [0; KINDS];
        kinds.iter().for_each(|k| limits[*k] = each);
        let distances = Distances::new(shape, &limits);
        let mut rng = Rng::keyed("distance", &[size as u64]);
        let mut tiles: Vec<usize> = kinds.iter().flat_map(|k| vec![*k; each.into()]).collect();
        for _ in 0..hands {
            rng.shuffle(&mut tiles);
            let mut counts = [0; KINDS];
            tiles[..size].iter().for_each(|t| counts[*t] += 1);
            let (distance, useful) = distances.useful(&counts);
            let twin = slow(&counts, &limits, shape, kinds);
            assert_eq!((distance, distances.of(&counts)), (twin, twin), "{counts:?}");
            for &k in kinds {
                let mut more = counts;
                more[k] += 1;
                let lessens = more[k] <= limits[k] && slow(&more, &limits, shape, kinds) < distance;
                assert_eq!(useful >> k & 1 == 1, lessens, "{k} with {counts:?}");
            }
            let packed: Counts = tiles[..size].iter().map(|t| Tile::new(*t).unwrap()).collect();
            assert_eq!(distance == 1, shape.waits(&packed, &limits) != 0, "a hand at distance 1 waits");
        }
    }

    #[test]
    fn distances_agree_with_laying_every_complete_hand() {
        let small: Vec<usize> = (0..9).chain([32, 33]).collect();
        check(&small, 4, Shape { sets: 1, pair: 0 }, 2, 60);
        check(&small, 4, Shape { sets: 1, pair: 1 }, 4, 200);
        check(&small, 2, Shape { sets: 1, pair: 1 }, 4, 100);
        check(&[0, 1, 2, 3, 9, 10, 11, 12, 33], 4, Shape { sets: 2, pair: 0 }, 5, 40);
        check(&[0, 1, 2, 3, 4, 5], 4, Shape { sets: 3, pair: 1 }, 10, 10);
    }

    /// Worked out by hand, in the usual count (distance 1 is tenpai).
    #[test]
    fn distances_of_known_hands() {
        let distances = Distances::new(Shape { sets: 4, pair: 1 }, &[4; KINDS]);
        let of = |text: &str| {
            let mut counts = [0; KINDS];
            text.split(' ').for_each(|t| counts[t.parse::<Tile>().unwrap().index()] += 1);
            distances.of(&counts)
        };
        assert_eq!(of("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 1z 2z 2z"), 0);
        assert_eq!(of("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m"), 1, "the nine gates wait");
        assert_eq!(
            of("1m 4m 7m 1p 4p 7p 1s 4s 7s 1z 2z 3z 4z"),
            9,
            "four sets and a pair from five single tiles"
        );
        assert_eq!(
            of("1m 2m 4m 5m 7m 8m 1p 2p 4p 5p 7p 8p 1z"),
            5,
            "four runs each lack one, and the pair one"
        );
    }
}
