//! Suits do not rank, so hands and boards fall into classes that differ only in the names of suits.

use super::card::{CardSet, HOLES, Hole};
use std::sync::LazyLock;

/// The 24 ways to rename suits: suit `s` becomes `PERMUTATIONS[i][s]`; the first renames nothing.
pub const PERMUTATIONS: [[u8; 4]; 24] = {
    let mut all = [[0; 4]; 24];
    let (mut n, mut code) = (0, 0);
    while code < 256 {
        let p = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if (1 << p[0] | 1 << p[1] | 1 << p[2] | 1 << p[3]) == 15 {
            all[n] = [p[0] as u8, p[1] as u8, p[2] as u8, p[3] as u8];
            n += 1;
        }
        code += 1;
    }
    all
};

/// A set of cards with its suits renamed.
///
/// ```
/// use croupier_games::holdem::{Card, iso::renamed};
/// let set = Card::parse_list("AcKd")?.into_iter().collect();
/// let other = Card::parse_list("AdKc")?.into_iter().collect();
/// assert_eq!(renamed(set, &[1, 0, 2, 3]), other);
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
pub fn renamed(set: CardSet, permutation: &[u8; 4]) -> CardSet {
    let mut out = 0;
    for (suit, &to) in permutation.iter().enumerate() {
        out |= (set.0 >> (16 * suit) & 0x1FFF) << (16 * u32::from(to));
    }
    CardSet(out)
}

/// The representative of the class of some groups of cards (a hand and a flop, then a turn, …): the renaming whose
/// groups compare least, one after the other. Groups of one class, and only those, have the same representative.
///
/// ```
/// use croupier_games::holdem::{Card, CardSet, iso::canonical};
/// let set = |text| -> CardSet { Card::parse_list(text).unwrap().into_iter().collect() };
/// assert_eq!(canonical([set("AhKh"), set("2c3c9h")]), canonical([set("AsKs"), set("2d3d9s")]));
/// assert_ne!(canonical([set("AhKh"), set("2c3c9h")]), canonical([set("AhKh"), set("2c3d9h")]));
/// ```
pub fn canonical<const N: usize>(groups: [CardSet; N]) -> [CardSet; N] {
    let rename = |p: &[u8; 4]| groups.map(|g| renamed(g, p));
    let least = PERMUTATIONS.iter().map(rename).min_by_key(|g| g.map(|set| set.0));
    least.unwrap_or(groups)
}

/// How many classes there are of groups of these sizes, drawn from 52 cards without return: Burnside's lemma, the
/// mean over all renamings of how many choices each leaves as they are.
///
/// ```
/// use croupier_games::holdem::iso::classes;
/// assert_eq!((classes(&[2]), classes(&[3])), (169, 1755));
/// ```
pub fn classes(sizes: &[usize]) -> u64 {
    let fixed: u128 = PERMUTATIONS.iter().map(|p| fixed_choices(p, sizes)).sum();
    (fixed / 24) as u64
}

/// How many choices of disjoint groups of these sizes a renaming leaves as they are: each group is made of whole
/// cycles of cards, and each rank has the cycles of the suits.
fn fixed_choices(permutation: &[u8; 4], sizes: &[usize]) -> u128 {
    let mut cycles = [0usize; 5];
    let mut seen = [false; 4];
    for start in 0..4 {
        let (mut suit, mut length) = (start, 0);
        while !seen[suit] {
            seen[suit] = true;
            suit = usize::from(permutation[suit]);
            length += 1;
        }
        cycles[length] += usize::from(length > 0);
    }
    let left: Vec<usize> = (1..=4).map(|length| 13 * cycles[length]).collect();
    choose_groups(&left, sizes)
}

/// Ways to fill the groups one after the other from `left[i]` cycles of length `i + 1`.
fn choose_groups(left: &[usize], sizes: &[usize]) -> u128 {
    fn one(left: &mut Vec<usize>, length: usize, size: usize, rest: &[usize]) -> u128 {
        if length > left.len() {
            return if size == 0 { choose_groups(left, rest) } else { 0 };
        }
        let before = left[length - 1];
        let mut sum = 0;
        for n in 0..=(size / length).min(before) {
            left[length - 1] = before - n;
            sum += choose(before, n) * one(left, length + 1, size - n * length, rest);
        }
        left[length - 1] = before;
        sum
    }
    match sizes {
        [] => 1,
        [size, rest @ ..] => one(&mut left.to_vec(), 1, *size, rest),
    }
}

/// Binomial coefficient.
pub(crate) fn choose(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |c, i| c * (n - i) as u128 / (i + 1) as u128)
}

/// What each renaming makes of each hand, by [`Hole::index`].
pub(crate) static HOLE_IMAGES: LazyLock<[[u16; HOLES]; 24]> = LazyLock::new(|| {
    let image = |p: &[u8; 4], hole: Hole| {
        let [a, b] = hole.cards().map(|c| c.of_suit(p[c.suit().index()]));
        Hole::of_distinct(a, b).index() as u16
    };
    let mut images = [[0; HOLES]; 24];
    for (row, p) in images.iter_mut().zip(&PERMUTATIONS) {
        for hole in Hole::all() {
            row[hole.index()] = image(p, hole);
        }
    }
    images
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holdem::card::Card;
    use std::collections::HashSet;

    fn set(cards: impl IntoIterator<Item = Card>) -> CardSet {
        cards.into_iter().collect()
    }

    /// Published counts (Waugh 2013, "A fast and optimal hand isomorphism algorithm"; Billings et al.).
    #[test]
    fn classes_count_as_published() {
        assert_eq!(classes(&[2]), 169);
        assert_eq!(classes(&[3]), 1755);
        assert_eq!(classes(&[2, 3]), 1_286_792);
        assert_eq!((classes(&[2, 4]), classes(&[2, 3, 1])), (13_960_050, 55_190_538));
        assert_eq!((classes(&[2, 5]), classes(&[2, 3, 1, 1])), (123_156_254, 2_428_287_420));
    }

    #[test]
    fn representatives_are_as_many_as_classes() {
        let hands: HashSet<u64> = Hole::all().map(|h| canonical([h.set()])[0].0).collect();
        assert_eq!(hands.len(), 169);
        let deck: Vec<Card> = Card::all().collect();
        let mut flops = HashSet::new();
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    flops.insert(canonical([set([deck[a], deck[b], deck[c]])])[0].0);
                }
            }
        }
        assert_eq!(flops.len(), 1755);
    }

    /// All hands with a flop, by enumeration: representatives of the 169 hands with every flop.
    #[test]
    fn hands_with_a_flop_are_as_many_as_classes() {
        let mut hands: Vec<CardSet> = Hole::all().map(|h| canonical([h.set()])[0]).collect();
        hands.sort_unstable_by_key(|h| h.0);
        hands.dedup();
        let mut seen = Vec::new();
        for hand in hands {
            // The renamings that keep the hand are all that can still identify flops.
            let keep: Vec<_> = PERMUTATIONS.iter().filter(|p| renamed(hand, p) == hand).collect();
            let deck: Vec<Card> = Card::all().filter(|c| !hand.has(*c)).collect();
            let before = seen.len();
            for a in 0..50 {
                for b in 0..a {
                    for c in 0..b {
                        let flop = set([deck[a], deck[b], deck[c]]);
                        if keep.iter().all(|p| renamed(flop, p).0 >= flop.0) {
                            seen.push(flop.0);
                        }
                    }
                }
            }
            assert!(seen.len() > before);
        }
        assert_eq!(seen.len(), 1_286_792);
    }

    #[test]
    fn renamings_of_a_hand_keep_its_ranks_and_form_a_group() {
        for hole in Hole::all() {
            let images: HashSet<u16> = HOLE_IMAGES.iter().map(|row| row[hole.index()]).collect();
            let [a, b] = hole.cards();
            let size = if a.rank() == b.rank() {
                6
            } else if a.suit() == b.suit() {
                4
            } else {
                12
            };
            assert_eq!(images.len(), size, "{hole}");
        }
    }
}
