//! Complete hands: counts packed into a word for each suit, and a greedy test that is exact.

use super::tile::{KINDS, Tile};

/// Three bits for each rank, and the suit's total from this bit on.
const TOTAL: u32 = 27;

/// How many of each kind a hand has, packed: a word for each suit, three bits for each rank, then the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u32; 4]);

/// For each kind: the word it is counted in, and what one tile adds to it.
const UNIT: [(usize, u32); KINDS] = {
    let mut unit = [(0, 0); KINDS];
    let mut kind = 0;
    while kind < KINDS {
        unit[kind] = (kind / 9, 1 << (3 * (kind % 9)) | 1 << TOTAL);
        kind += 1;
    }
    unit
};

impl Counts {
    /// Adds a tile; a hand has at most four of a kind and 31 tiles of a suit.
    #[inline]
    pub fn add(&mut self, tile: Tile) {
        let (suit, one) = UNIT[tile.index()];
        self.0[suit] += one;
    }

    /// Takes a tile away that was added before.
    #[inline]
    pub fn remove(&mut self, tile: Tile) {
        let (suit, one) = UNIT[tile.index()];
        self.0[suit] -= one;
    }

    /// How many of `tile` there are.
    #[inline]
    pub fn count(&self, tile: Tile) -> u8 {
        (self.0[tile.index() / 9] >> (3 * (tile.index() % 9)) & 7) as u8
    }

    /// These and one more.
    #[inline]
    pub fn with(mut self, tile: Tile) -> Self {
        self.add(tile);
        self
    }

    /// How many tiles there are.
    #[inline]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|w| w >> TOTAL).sum()
    }
}

impl FromIterator<Tile> for Counts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::default(), Self::with)
    }
}

/// The shape of a complete hand: so many sets (runs or triplets), and a pair or none.
///
/// ```
/// use croupier_games::mini_mahjong::{Counts, Shape, Tile};
/// let hand = |text: &str| text.split(' ').map(|t| t.parse::<Tile>().unwrap()).collect::<Counts>();
/// let three = Shape { sets: 1, pair: 0 };
/// assert!(three.complete(&hand("2m 3m 4m")) && three.complete(&hand("7z 7z 7z")));
/// assert!(!three.complete(&hand("5z 6z 7z")) && !three.complete(&hand("8m 9m 1p")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Runs or triplets.
    pub sets: u8,
    /// Pairs, 0 or 1.
    pub pair: u8,
}

impl Shape {
    /// The tiles of a complete hand.
    #[inline]
    fn size(self) -> u32 {
        3 * u32::from(self.sets) + 2 * u32::from(self.pair)
    }

    /// Whether the tiles are exactly this many sets and pairs.
    pub fn complete(self, counts: &Counts) -> bool {
        let pairs = (0..4).try_fold(0, |pairs, suit| self.suit(suit, counts.0[suit], pairs));
        pairs == Some(self.pair) && counts.total() == self.size()
    }

    /// Whether the tiles and one more are complete: the same as `complete(&counts.with(tile))`, and faster, since the
    /// suit of the tile mostly says no.
    #[inline]
    pub fn completes(self, counts: &Counts, tile: Tile) -> bool {
        let (own, one) = UNIT[tile.index()];
        let Some(pairs) = self.suit(own, counts.0[own] + one, 0) else {
            return false;
        };
        let others = (0..4).filter(|suit| *suit != own);
        let pairs = others.into_iter().try_fold(pairs, |pairs, suit| self.suit(suit, counts.0[suit], pairs));
        pairs == Some(self.pair) && counts.total() + 1 == self.size()
    }

    /// The pairs found when a suit is taken apart after `pairs` others; none if it cannot be.
    #[inline]
    fn suit(self, suit: usize, word: u32, pairs: u8) -> Option<u8> {
        // A suit's total says what it must be made of: sets alone, or sets and the pair.
        match (word >> TOTAL) % 3 {
            0 if word == 0 || all_sets(word, suit < 3) => Some(pairs),
            2 if pairs < self.pair && sets_and_pair(word, suit < 3) => Some(pairs + 1),
            _ => None,
        }
    }

    /// The kinds that complete the hand, as bits by [`Tile::index`], among those of which it has fewer than `limit`.
    pub fn waits(self, counts: &Counts, limit: &[u8; KINDS]) -> u64 {
        let fits = |t: Tile| counts.count(t) < limit[t.index()] && self.completes(counts, t);
        Tile::all().filter(|t| fits(*t)).fold(0, |mask, t| mask | 1 << t.index())
    }
}

/// Whether a suit is sets alone. From the lowest rank up: three runs from one rank are three triplets too, so what
/// is left of the rank after triplets must begin runs.
#[inline]
fn all_sets(word: u32, runs: bool) -> bool {
    let mut rest = word & ((1 << TOTAL) - 1);
    while rest != 0 {
        rest >>= rest.trailing_zeros() / 3 * 3;
        let begun = (rest & 7) % 3;
        if begun > 0 {
            if !runs || (rest >> 3 & 7) < begun || (rest >> 6 & 7) < begun {
                return false;
            }
            rest -= begun * 0o110;
        }
        rest >>= 3;
    }
    true
}

/// Whether a suit is sets and a pair: tries the pair at each rank.
fn sets_and_pair(word: u32, runs: bool) -> bool {
    (0..9).any(|rank| (word >> (3 * rank) & 7) >= 2 && all_sets(word - (2 << (3 * rank)), runs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The slow twin: takes away any pair, triplet or run that is there, and asks again.
    fn decomposes(counts: &mut [u8; KINDS], sets: u8, pairs: u8) -> bool {
        if sets == 0 && pairs == 0 {
            return counts.iter().all(|c| *c == 0);
        }
        let mut groups = Vec::new();
        for kind in 0..KINDS {
            groups.push((vec![kind; 2], 0, 1));
            groups.push((vec![kind; 3], 1, 0));
            if kind < 27 && kind % 9 <= 6 {
                groups.push((vec![kind, kind + 1, kind + 2], 1, 0));
            }
        }
        groups.into_iter().any(|(tiles, set, pair)| {
            if set > sets || pair > pairs {
                return false;
            }
            let mut left = *counts;
            for kind in tiles {
                if left[kind] == 0 {
                    return false;
                }
                left[kind] -= 1;
            }
            decomposes(&mut left, sets - set, pairs - pair)
        })
    }

    fn agree(tiles: &[usize], shape: Shape) -> bool {
        let mut slow = [0; KINDS];
        tiles.iter().for_each(|t| slow[*t] += 1);
        let packed: Counts = tiles.iter().map(|t| Tile::new(*t).unwrap()).collect();
        let fast = shape.complete(&packed);
        assert_eq!(fast, decomposes(&mut slow, shape.sets, shape.pair), "{tiles:?} as {shape:?}");
        for t in tiles.iter().map(|t| Tile::new(*t).unwrap()) {
            let mut rest = packed;
            rest.remove(t);
            assert_eq!(shape.completes(&rest, t), fast, "{t} last of {tiles:?} as {shape:?}");
        }
        fast
    }

    fn choose(n: u64, k: u64) -> u64 {
        (0..k).fold(1, |c, i| c * (n - i) / (i + 1))
    }

    /// How many of all hands of `size` physical tiles of the default 44 are of `shape`, and how many hands there are.
    fn complete_hands(size: usize, shape: Shape) -> (u64, u64) {
        fn walk(
            kinds: &[usize],
            size: usize,
            hand: &mut Vec<usize>,
            ways: u64,
            f: &mut dyn FnMut(&[usize], u64),
        ) {
            let Some((kind, rest)) = kinds.split_first() else {
                if size == 0 {
                    f(hand, ways);
                }
                return;
            };
            for n in 0..=size.min(4) {
                hand.extend(std::iter::repeat_n(*kind, n));
                walk(rest, size - n, hand, ways * choose(4, n as u64), f);
                hand.truncate(hand.len() - n);
            }
        }
        let kinds: Vec<usize> = (0..9).chain([32, 33]).collect();
        let (mut complete, mut all) = (0, 0);
        walk(&kinds, size, &mut Vec::new(), 1, &mut |hand, ways| {
            all += ways;
            complete += ways * u64::from(agree(hand, shape));
        });
        (complete, all)
    }

    #[test]
    fn there_are_492_complete_three_tile_sets_of_13244() {
        assert_eq!(complete_hands(3, Shape { sets: 1, pair: 0 }), (492, 13_244));
    }

    /// A run with a pair of one of the 8 other kinds, 7 × 4³ × 8 × 6 hands; a run with a pair of one of its own three
    /// kinds, which makes three of that kind, 7 × 3 × 4 × 4²; a triplet with a pair, 11 × 4 × 10 × 6.
    #[test]
    fn every_five_tile_hand_agrees_with_the_slow_twin() {
        let (complete, all) = complete_hands(5, Shape { sets: 1, pair: 1 });
        assert_eq!((complete, all), (7 * 64 * 8 * 6 + 7 * 3 * 64 + 11 * 4 * 10 * 6, choose(44, 5)));
    }

    #[test]
    fn a_hand_of_another_size_is_not_complete() {
        let hand = |n: usize| (0..n).map(|i| Tile::new(i / 3).unwrap()).collect::<Counts>();
        assert!(Shape { sets: 2, pair: 0 }.complete(&hand(6)));
        assert!(!Shape { sets: 1, pair: 0 }.complete(&hand(6)));
        assert!(!Shape { sets: 1, pair: 0 }.complete(&hand(0)));
        assert!(!Shape { sets: 1, pair: 1 }.complete(&hand(3)));
    }

    /// Hands rich in sets: groups laid down at random, then one tile exchanged at times.
    fn rich(sets: usize, pair: usize) -> impl Strategy<Value = Vec<usize>> {
        let group = (0usize..KINDS, any::<bool>());
        let groups = (
            prop::collection::vec(group, sets),
            0usize..KINDS,
            prop::option::of((0usize..14, 0usize..KINDS)),
        );
        groups.prop_filter_map("at most four of a kind", move |(groups, head, change)| {
            let mut tiles = Vec::new();
            for (kind, run) in groups {
                let low = kind - kind % 9 + (kind % 9).min(6);
                let step = usize::from(run && kind < 27);
                tiles.extend([low, low + step, low + 2 * step]);
            }
            tiles.extend(std::iter::repeat_n(head, 2 * pair));
            if let Some((i, kind)) = change {
                let n = tiles.len();
                tiles[i % n] = kind;
            }
            (0..KINDS).all(|k| tiles.iter().filter(|t| **t == k).count() <= 4).then_some(tiles)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, ..Default::default() })]

        #[test]
        fn fourteen_tiles_agree_with_the_slow_twin(tiles in rich(4, 1)) {
            agree(&tiles, Shape { sets: 4, pair: 1 });
        }

        #[test]
        fn twelve_tiles_without_a_pair_agree_with_the_slow_twin(tiles in rich(4, 0)) {
            agree(&tiles, Shape { sets: 4, pair: 0 });
        }

        /// One suit crowds together: the hardest hands to take apart.
        #[test]
        fn fourteen_tiles_of_one_suit_agree_with_the_slow_twin(
            order in Just((0..36).map(|i| i / 4).collect::<Vec<usize>>()).prop_shuffle()
        ) {
            agree(&order[..14], Shape { sets: 4, pair: 1 });
        }
    }
}
