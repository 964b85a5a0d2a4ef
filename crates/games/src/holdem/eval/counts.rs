//! The evaluator against published counts and against its slow twin.

use super::*;
use crate::holdem::card::Hole;
use croupier_core::Rng;
use std::collections::HashSet;

/// Counts every hand of `cards` cards by category, and the distinct values.
fn census(cards: usize) -> (Vec<u64>, usize) {
    let mut by_value = vec![0u64; 7463];
    fn extend(hand: Hand, below: usize, left: usize, by_value: &mut [u64]) {
        for card in Card::all().take(below) {
            let next = hand + card;
            if left > 1 {
                extend(next, card.index(), left - 1, by_value);
            } else {
                by_value[usize::from(next.rank_unchecked().value())] += 1;
            }
        }
    }
    extend(Hand::EMPTY, 52, cards, &mut by_value);
    assert_eq!(by_value[0], 0, "every hand has a value");
    let mut counts = vec![0; 9];
    for (value, &n) in by_value.iter().enumerate().skip(1) {
        counts[HandRank(value as u16).category() as usize] += n;
    }
    (counts, by_value.iter().filter(|&&n| n > 0).count())
}

#[test]
fn five_cards_count_by_category_as_published() {
    let expected = vec![1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40];
    assert_eq!(census(5), (expected, 7462));
}

#[test]
fn six_cards_count_by_category_as_published() {
    let expected = vec![6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844];
    assert_eq!(census(6), (expected, 6075));
}

#[test]
fn seven_cards_count_by_category_as_published() {
    let expected = vec![23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584];
    assert_eq!(census(7), (expected, 4824));
}

fn deal(rng: &mut Rng, n: usize) -> Vec<Card> {
    let mut deck: Vec<Card> = Card::all().collect();
    rng.shuffle(&mut deck);
    deck.truncate(n);
    deck
}

#[test]
fn two_hands_compare_as_the_slow_twin_compares_them() {
    let mut rng = Rng::keyed("twin", &[]);
    for n in 5..=7 {
        let mut seen: Vec<(HandRank, twin::Standing)> = Vec::new();
        for _ in 0..2000 {
            let cards = deal(&mut rng, n);
            let value = rank(&cards).unwrap();
            assert_eq!(value.category(), twin::best(&cards).0, "{cards:?}");
            seen.push((value, twin::best(&cards)));
        }
        seen.sort();
        for pair in seen.windows(2) {
            assert_eq!(pair[0].0.cmp(&pair[1].0), pair[0].1.cmp(&pair[1].1), "{pair:?}");
        }
    }
}

/// Half of the cards come from one suit, so that flushes and straight flushes are common.
#[test]
fn suited_hands_compare_as_the_slow_twin_compares_them() {
    let mut rng = Rng::keyed("suited", &[]);
    let mut seen: Vec<(HandRank, twin::Standing)> = Vec::new();
    let mut flushes = 0;
    for _ in 0..2000 {
        let mut suited: Vec<Card> = Card::all().filter(|c| c.suit().index() == 2).collect();
        rng.shuffle(&mut suited);
        let mut others: Vec<Card> = Card::all().filter(|c| c.suit().index() != 2).collect();
        rng.shuffle(&mut others);
        let take = 4 + rng.index(4);
        let cards: Vec<Card> = suited.into_iter().take(take).chain(others).take(7).collect();
        let hand = cards.iter().fold(Hand::EMPTY, |h, &c| h + c);
        let seven: [Card; 7] = cards.clone().try_into().unwrap();
        assert_eq!(hand.rank().unwrap(), rank7_unchecked(&seven));
        flushes += usize::from(hand.rank().unwrap().category() == Category::Flush);
        seen.push((hand.rank().unwrap(), twin::best(&cards)));
    }
    assert!(flushes > 500, "{flushes} flushes");
    seen.sort();
    for pair in seen.windows(2) {
        assert_eq!(pair[0].0.cmp(&pair[1].0), pair[0].1.cmp(&pair[1].1), "{pair:?}");
    }
}

#[test]
fn all_hands_on_a_board_rank_as_each_does_alone() {
    let mut rng = Rng::keyed("boards", &[]);
    for i in 0..600 {
        let n = 3 + i % 3;
        // A third of the boards are mostly of one suit, some wholly.
        let mut board = deal(&mut rng, n);
        if i % 9 < 3 {
            let mut suited: Vec<Card> = Card::all().filter(|c| c.suit().index() == i % 4).collect();
            rng.shuffle(&mut suited);
            let keep = rng.index(3);
            board = suited.into_iter().take(n - keep).chain(board).collect();
            let mut seen = HashSet::new();
            board.retain(|c| seen.insert(*c));
            board.truncate(n);
        }
        let ranks = rank_all(&board).unwrap();
        for hole in Hole::all() {
            let cards: Vec<Card> = board.iter().copied().chain(hole.cards()).collect();
            assert_eq!(ranks.get(hole), rank(&cards).ok(), "{hole} on {board:?}");
        }
    }
}

#[test]
fn cards_that_are_no_hand_are_refused() {
    let cards = Card::parse_list("AhKhQhJhTh2c2d3s").unwrap();
    assert!(rank(&cards[..4]).is_err() && rank(&cards).is_err() && rank_all(&cards[..2]).is_err());
    let twice = [cards[0], cards[1], cards[0], cards[2], cards[3]];
    assert_eq!(rank(&twice), Err(Error::Duplicate(cards[0])));
    assert_eq!(rank_all(&twice), Err(Error::Duplicate(cards[0])));
    let sum = twice.iter().fold(Hand::EMPTY, |h, &c| h + c);
    assert!(sum.rank().is_err());
    // Sixteen more of one card wrap the counter back to five.
    let five = cards[..5].iter().fold(Hand::EMPTY, |h, &c| h + c);
    assert!((0..16).fold(five, |h, _| h + cards[0]).rank().is_err());
}

#[test]
fn tables_are_below_225_kilobytes() {
    let bytes = size_of::<super::tables::Tables>() + size_of_val(&RANK_WORDS);
    assert!(bytes < 225_000, "{bytes}");
}
