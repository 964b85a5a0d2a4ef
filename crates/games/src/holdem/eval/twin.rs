//! A slow, obvious evaluator that shares nothing with the fast one: every five cards, sorted and looked at.

use super::Category;
use crate::holdem::card::Card;

/// Category, then the ranks that decide, most important first.
pub(crate) type Standing = (Category, Vec<usize>);

/// The best five of any cards, by trying all.
pub(crate) fn best(cards: &[Card]) -> Standing {
    let n = cards.len();
    let mut best = None;
    for mask in 0u32..1 << n {
        if mask.count_ones() == 5 {
            let five: Vec<Card> = (0..n).filter(|i| mask >> i & 1 == 1).map(|i| cards[i]).collect();
            best = best.max(Some(of_five(&five)));
        }
    }
    best.expect("at least five cards")
}

fn of_five(five: &[Card]) -> Standing {
    let mut ranks: Vec<usize> = five.iter().map(|c| c.rank().index()).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let many = |r: usize| ranks.iter().filter(|&&x| x == r).count();
    let flush = five.iter().all(|c| c.suit() == five[0].suit());
    let straight = match ranks[..] {
        [12, 3, 2, 1, 0] => Some(3),
        _ => ranks.windows(2).all(|w| w[0] == w[1] + 1).then(|| ranks[0]),
    };
    // Sorted by how many there are, then by rank: full house = threes first, two pair = pairs first.
    let mut by_count = ranks.clone();
    by_count.sort_by_key(|&r| std::cmp::Reverse((many(r), r)));
    let shape: Vec<usize> = by_count.iter().map(|&r| many(r)).collect();
    let category = match (&shape[..], straight, flush) {
        (_, Some(top), true) => return (Category::StraightFlush, vec![top]),
        ([4, ..], _, _) => Category::Quads,
        ([3, 3, 3, 2, 2], _, _) => Category::FullHouse,
        (_, _, true) => Category::Flush,
        (_, Some(top), _) => return (Category::Straight, vec![top]),
        ([3, ..], _, _) => Category::Trips,
        ([2, 2, 2, 2, 1], _, _) => Category::TwoPair,
        ([2, ..], _, _) => Category::Pair,
        _ => Category::HighCard,
    };
    (category, by_count)
}
