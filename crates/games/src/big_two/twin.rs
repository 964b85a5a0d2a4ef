//! The slow obvious twin: plays from their definitions, over every subset of a hand.

use super::cards::{Card, Cards};
use super::config::{Config, FlushBy, Straights};
use super::plays::Action;
use super::strength::PlayKind;
use arrayvec::ArrayVec;

/// A kind and what decides within it, most important first.
pub(super) type Worth = (PlayKind, [u8; 2]);

/// The straights of a configuration by their letters, and whether the one with a 2 is decided by the 2.
fn straights(config: &Config) -> &'static [&'static str] {
    const MIDDLE: [&str; 10] =
        ["34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA", "A2345", "23456"];
    const LOW: [&str; 10] =
        ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"];
    const HIGH: [&str; 9] = ["34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA", "JQKA2"];
    match config.straights {
        Straights::Seed => &MIDDLE,
        Straights::PagatLow => &LOW,
        Straights::NoTwo => &MIDDLE[..8],
        Straights::TopJqka2 => &HIGH,
    }
}

/// The suits of the cards of a rank, highest first; empty if there is none.
fn suits(cards: &[Card], letter: char) -> ArrayVec<u8, 4> {
    cards.iter().rev().filter(|c| c.rank().letter() == letter).map(|c| c.suit().0).collect()
}

/// What `cards`, sorted from low to high, are worth, or none if they are no play.
pub(super) fn worth(config: &Config, cards: &[Card]) -> Option<Worth> {
    let top = cards.last()?;
    let by_top = [top.rank().0, top.suit().0];
    let rank_count = |card: &Card| cards.iter().filter(|c| c.rank() == card.rank()).count();
    let all_counts = |n: usize| cards.iter().all(|c| rank_count(c) == n);
    match cards.len() {
        1 => Some((PlayKind::Single, by_top)),
        2 => all_counts(2).then_some((PlayKind::Pair, by_top)),
        3 => all_counts(3).then_some((PlayKind::Triple, by_top)),
        4 if !config.four_card_plays => None,
        4 if all_counts(4) => Some((PlayKind::Quads, by_top)),
        4 => all_counts(2).then_some((PlayKind::TwoPair, by_top)),
        5 => five(config, cards, rank_count),
        _ => None,
    }
}

fn five(config: &Config, cards: &[Card], rank_count: impl Fn(&Card) -> usize) -> Option<Worth> {
    let top = cards[4];
    let one_suit = cards.iter().all(|c| c.suit() == top.suit());
    let row = straights(config).iter().enumerate().find(|(_, letters)| {
        letters.chars().all(|l| cards.iter().filter(|c| c.rank().letter() == l).count() == 1)
    });
    if let Some((place, letters)) = row {
        let kind = if one_suit { PlayKind::StraightFlush } else { PlayKind::Straight };
        let holds_two = letters.contains('2');
        // The rules page: sequences with a 2 are above all others and compare by the suit of the 2.
        let key = if config.straights == Straights::Seed && holds_two {
            [u8::MAX, suits(cards, '2')[0]]
        } else {
            [place as u8, suits(cards, letters.chars().last().expect("five letters"))[0]]
        };
        return Some((kind, key));
    }
    if one_suit {
        return Some(match config.flush_by {
            FlushBy::Rank => (PlayKind::Flush, [top.rank().0, top.suit().0]),
            FlushBy::SuitFirst => (PlayKind::Flush, [top.suit().0, top.rank().0]),
        });
    }
    let of = |n: usize| cards.iter().rev().find(|c| rank_count(c) == n);
    match (of(4), of(3), of(2)) {
        (Some(four), _, _) => {
            config.quads_plus_one.then(|| (PlayKind::QuadsPlusOne, [four.rank().0, four.suit().0]))
        }
        (_, Some(three), Some(_)) => Some((PlayKind::FullHouse, [three.rank().0, three.suit().0])),
        _ => None,
    }
}

/// The worth of a set of cards.
pub(super) fn worth_of(config: &Config, cards: Cards) -> Option<Worth> {
    worth(config, &cards.iter().collect::<ArrayVec<Card, 52>>())
}

/// Every play of a hand of at most 13 cards that may follow `field`, without the pass.
pub(super) fn replies(config: &Config, hand: Cards, field: Option<Cards>) -> Vec<Action> {
    let held: ArrayVec<Card, 13> = hand.iter().collect();
    let beat = field.map(|f| worth_of(config, f).expect("a field is a play"));
    let mut out = Vec::new();
    for subset in 1u16..1 << held.len() {
        let n = subset.count_ones();
        if n > 5 || field.is_some_and(|f| f.len() != n) {
            continue;
        }
        let cards: ArrayVec<Card, 5> =
            (0..held.len()).filter(|i| subset >> i & 1 == 1).map(|i| held[i]).collect();
        match (worth(config, &cards), beat) {
            (Some(worth), Some(beat)) if worth <= beat => {}
            (Some(_), _) => out.push(cards.into_iter().collect::<Cards>()),
            (None, _) => {}
        }
    }
    out.sort_by_key(|cards| (cards.len(), cards.bits()));
    out.into_iter().map(|cards| Action::of(cards).expect("one to five cards")).collect()
}
