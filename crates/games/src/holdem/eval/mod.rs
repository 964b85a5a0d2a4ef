//! The best five of 5, 6 or 7 cards, as a number: higher is better, equal is a tie.
//!
//! Each card is a 64-bit word; a hand is the sum of its cards' words. The sum counts suits (a flush shows as a bit)
//! and hashes the ranks: two look-ups find the value (see build/holdem.rs, which makes the tables). Tables take
//! 221,184 bytes.
//!
//! ```
//! use croupier_games::holdem::{Card, eval::{Category, rank}};
//! let cards = Card::parse_list("AhKhQhJhTh2c2d")?;
//! let best = rank(&cards)?;
//! assert_eq!((best.category(), best.value()), (Category::StraightFlush, 7462));
//! # Ok::<(), croupier_games::holdem::Error>(())
//! ```

mod all;
#[cfg(test)]
mod counts;
mod tables {
    include!(concat!(env!("OUT_DIR"), "/holdem_tables.rs"));
}
#[cfg(test)]
pub(crate) mod twin;

pub(crate) use all::{BLOCKED, HOLE_PAIRS, PAIRS, checked, classes, pair_index};
pub use all::{Ranks, rank_all};

use super::card::{Card, CardSet, Hole, Suit};
use super::error::Error;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign};
use tables::{RANK_WORDS, TABLES};

/// The kinds of hands, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Category {
    /// Nothing better.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Twice two of a rank.
    TwoPair,
    /// Three of a rank.
    Trips,
    /// Five ranks in a row; the ace is high or, in A2345, low.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four of a rank.
    Quads,
    /// A straight in one suit.
    StraightFlush,
}

impl Category {
    /// All, weakest first.
    pub const ALL: [Category; 9] = [
        Category::HighCard,
        Category::Pair,
        Category::TwoPair,
        Category::Trips,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::Quads,
        Category::StraightFlush,
    ];

    /// The highest value of each category: how many distinct five-card hands there are up to it.
    const TOPS: [u16; 9] = {
        let distinct = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10];
        let mut tops = [0; 9];
        let (mut sum, mut i) = (0, 0);
        while i < 9 {
            sum += distinct[i];
            tops[i] = sum;
            i += 1;
        }
        tops
    };

    /// The name in reports.
    pub fn name(self) -> &'static str {
        [
            "high card",
            "pair",
            "two pair",
            "three of a kind",
            "straight",
            "flush",
            "full house",
            "four of a kind",
        ]
        .get(self as usize)
        .copied()
        .unwrap_or("straight flush")
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How good a hand is: 1 (7-5-4-3-2 of mixed suits) to 7,462 (a royal flush).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HandRank(pub(crate) u16);

impl HandRank {
    /// 1 to 7,462.
    #[inline]
    pub fn value(self) -> u16 {
        self.0
    }

    /// The kind of hand.
    pub fn category(self) -> Category {
        let place = Category::TOPS.partition_point(|&top| top < self.0);
        Category::ALL[place.min(8)]
    }
}

impl fmt::Display for HandRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.category(), self.0)
    }
}

/// Suits are counted from 3, so that five of one set its high bit.
const SUITS_AT_THREE: u64 = 0x3333 << 16;
const FLUSH_BITS: u32 = 0x8888_0000;

/// The word of each card: rank hash, a count of its suit (bits 16 to 31) and of cards (bits 32 to 35). The table has
/// 64 places so that an index of 6 bits needs no check.
static WORDS: [u64; 64] = {
    let mut words = [0; 64];
    let mut card = 0;
    while card < 52 {
        words[card] = RANK_WORDS[card >> 2] + (1 << (16 + 4 * (card & 3))) + (1 << 32);
        card += 1;
    }
    words
};

static SINGLES: [Single; 64] = {
    let mut singles = [Single { key: 0, cards: 0 }; 64];
    let mut card = 0;
    while card < 52 {
        singles[card] = Single { key: WORDS[card], cards: 1 << (16 * (card & 3) + (card >> 2)) };
        card += 1;
    }
    singles
};

/// A card as it is added to a [`Hand`], looked up once: for the innermost loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    key: u64,
    cards: u64,
}

impl From<Card> for Single {
    #[inline(always)]
    fn from(card: Card) -> Self {
        SINGLES[card.index() & 63]
    }
}

#[inline(always)]
fn seven_of(key: u64) -> u16 {
    let slot = (key as u16).wrapping_add(TABLES.seven_rows[(key >> 52) as usize]);
    TABLES.seven[usize::from(slot)]
}

#[inline(always)]
fn few_of(key: u64) -> u16 {
    let slot = (key as u16).wrapping_add(TABLES.few_rows[(key >> 52) as usize]) & 0x7FFF;
    TABLES.few.get(usize::from(slot)).copied().unwrap_or(0)
}

#[inline(always)]
fn flush_of(key: u64, cards: u64) -> u16 {
    // Three hands of a hundred: kept out of the way of the rest.
    std::hint::cold_path();
    let suit = (key as u32 & FLUSH_BITS).trailing_zeros() / 4 - 4;
    !TABLES.flush[(cards >> (16 * suit)) as usize & 0x1FFF]
}

/// The value of a flush of these ranks, five or more of one suit.
#[inline(always)]
pub(crate) fn flush_value(ranks: u16) -> i16 {
    !TABLES.flush[usize::from(ranks & 0x1FFF)] as i16
}

/// What a card of this rank adds to a sum of ranks.
#[inline(always)]
pub(crate) fn rank_word(rank: usize) -> u64 {
    RANK_WORDS[rank]
}

/// The value of seven cards whose rank words add up to this, flushes aside.
#[inline(always)]
pub(crate) fn value_of_ranks(sum: u64) -> i16 {
    seven_of(sum) as i16
}

/// Cards added up, ready to be ranked: for loops that share a prefix.
///
/// ```
/// use croupier_games::holdem::{Card, eval::{Hand, rank}};
/// let cards = Card::parse_list("AsKsQd9h9c3h2h")?;
/// let board = cards[2..].iter().fold(Hand::EMPTY, |hand, &card| hand + card);
/// assert_eq!((board + cards[0] + cards[1]).rank()?, rank(&cards)?);
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    key: u64,
    cards: u64,
}

impl Hand {
    /// No card yet.
    pub const EMPTY: Hand = Hand { key: SUITS_AT_THREE, cards: 0 };

    /// How many cards were added.
    #[inline]
    pub fn count(self) -> usize {
        (self.key >> 32 & 15) as usize
    }

    /// The cards added.
    #[inline]
    pub fn cards(self) -> CardSet {
        CardSet(self.cards)
    }

    /// The sum of the cards' words.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        self.key
    }

    /// The suit of which there are at least three, and how many, among at most five cards.
    #[inline]
    pub(crate) fn suit_of_three(self) -> Option<(Suit, u32)> {
        // Counters start at three: with two more, three or more of a suit set its high bit.
        let three = (self.key as u32).wrapping_add(0x2222_0000) & FLUSH_BITS;
        if three == 0 {
            return None;
        }
        let suit = three.trailing_zeros() / 4 - 4;
        Some((Suit::new(suit as u8)?, (self.key as u32 >> (16 + 4 * suit) & 15) - 3))
    }

    /// The value of 5, 6 or 7 different cards.
    ///
    /// # Errors
    /// Another number of cards, or a card added twice.
    pub fn rank(self) -> Result<HandRank, Error> {
        let once = self.cards().iter().fold(Hand::EMPTY, |hand, card| hand + card);
        if once.key != self.key || !(5..=7).contains(&once.count()) {
            return Err(Error::Count {
                what: "hand",
                given: self.cards().count(),
                allowed: "5 to 7 cards, each once",
            });
        }
        Ok(self.rank_unchecked())
    }

    /// The value of 5, 6 or 7 cards without a check that they are; of anything else, some meaningless value.
    #[inline(always)]
    pub fn rank_unchecked(self) -> HandRank {
        if self.count() == 7 {
            return self.rank7_unchecked();
        }
        let flush = self.key as u32 & FLUSH_BITS != 0;
        HandRank(if flush { flush_of(self.key, self.cards) } else { few_of(self.key) })
    }

    /// The value of 7 cards without a check that they are; of anything else, some meaningless value.
    #[inline(always)]
    pub fn rank7_unchecked(self) -> HandRank {
        let flush = self.key as u32 & FLUSH_BITS != 0;
        HandRank(if flush { flush_of(self.key, self.cards) } else { seven_of(self.key) })
    }
}

impl Add<Card> for Hand {
    type Output = Hand;
    #[inline(always)]
    fn add(self, card: Card) -> Hand {
        self + Single::from(card)
    }
}

impl Add<Single> for Hand {
    type Output = Hand;
    #[inline(always)]
    fn add(self, single: Single) -> Hand {
        let cards = CardSet(self.cards).union(CardSet(single.cards));
        Hand { key: self.key.wrapping_add(single.key), cards: cards.0 }
    }
}

impl Add<Hole> for Hand {
    type Output = Hand;
    #[inline(always)]
    fn add(self, hole: Hole) -> Hand {
        let [a, b] = hole.cards();
        self + a + b
    }
}

impl AddAssign<Card> for Hand {
    #[inline(always)]
    fn add_assign(&mut self, card: Card) {
        *self = *self + card;
    }
}

/// The value of 5, 6 or 7 different cards.
///
/// # Errors
/// Another number of cards, or a card given twice.
pub fn rank(cards: &[Card]) -> Result<HandRank, Error> {
    if !(5..=7).contains(&cards.len()) {
        return Err(Error::Count { what: "hand", given: cards.len(), allowed: "5 to 7 cards" });
    }
    let mut seen = CardSet::EMPTY;
    if let Some(&twice) = cards.iter().find(|&&card| !seen.insert(card)) {
        return Err(Error::Duplicate(twice));
    }
    Ok(rank_unchecked(cards))
}

/// The value of 5, 6 or 7 cards without a check that they are; of anything else, some meaningless value.
#[inline]
pub fn rank_unchecked(cards: &[Card]) -> HandRank {
    cards.iter().fold(Hand::EMPTY, |hand, &card| hand + card).rank_unchecked()
}

/// The value of 7 cards without a check that they differ; of equal cards, some meaningless value.
#[inline(always)]
pub fn rank7_unchecked(cards: &[Card; 7]) -> HandRank {
    let key = cards.iter().fold(SUITS_AT_THREE, |key, card| key.wrapping_add(WORDS[card.index() & 63]));
    if key as u32 & FLUSH_BITS == 0 {
        return HandRank(seven_of(key));
    }
    // Only a flush needs to know which cards they were.
    HandRank(flush_of(key, cards.iter().fold(0, |set, &card| set | CardSet::of(card).0)))
}
