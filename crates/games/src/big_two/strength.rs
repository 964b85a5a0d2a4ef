//! Kinds of plays, their strength, and the relation that says what may be played on what.

use super::cards::{Cards, Rank, Suit};
use super::config::{Config, FlushBy, Straights};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// A kind of play, weakest first among those of one card count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayKind {
    /// One card.
    Single,
    /// Two of a rank.
    Pair,
    /// Three of a rank.
    Triple,
    /// Two pairs of different ranks (`four_card_plays`).
    TwoPair,
    /// Four of a rank alone (`four_card_plays`).
    Quads,
    /// Five ranks in a row, not of one suit.
    Straight,
    /// Five of a suit, not in a row.
    Flush,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four of a rank and any one card (`quads_plus_one`).
    QuadsPlusOne,
    /// Five ranks in a row of one suit.
    StraightFlush,
}

impl PlayKind {
    /// Every kind, weakest first within a card count.
    pub const ALL: [PlayKind; 10] = [
        PlayKind::Single,
        PlayKind::Pair,
        PlayKind::Triple,
        PlayKind::TwoPair,
        PlayKind::Quads,
        PlayKind::Straight,
        PlayKind::Flush,
        PlayKind::FullHouse,
        PlayKind::QuadsPlusOne,
        PlayKind::StraightFlush,
    ];

    /// How many cards a play of this kind has.
    #[inline]
    pub fn cards(self) -> u32 {
        match self {
            PlayKind::Single => 1,
            PlayKind::Pair => 2,
            PlayKind::Triple => 3,
            PlayKind::TwoPair | PlayKind::Quads => 4,
            _ => 5,
        }
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            PlayKind::Single => "single",
            PlayKind::Pair => "pair",
            PlayKind::Triple => "triple",
            PlayKind::TwoPair => "two pairs",
            PlayKind::Quads => "four of a kind",
            PlayKind::Straight => "straight",
            PlayKind::Flush => "flush",
            PlayKind::FullHouse => "full house",
            PlayKind::QuadsPlusOne => "four of a kind plus one",
            PlayKind::StraightFlush => "straight flush",
        }
    }
}

/// How strong a play is: its kind, and within the kind a key from 0 to 51.
///
/// Strengths of different card counts do not compare: [`partial_cmp`](PartialOrd::partial_cmp) is then `None`, and
/// so every comparison between them is false.
///
/// ```
/// use croupier_games::big_two::{BigTwo, Cards};
/// let game = BigTwo::standard();
/// let strength = |text: &str| game.plays().strength(text.parse::<Cards>().unwrap()).unwrap();
/// assert!(strength("3d 4d 5d 6d 8d") > strength("3c 4d 5d 6d 2s"), "a flush is above every straight");
/// assert!(strength("3d 3c").partial_cmp(&strength("2s")).is_none(), "a pair and a single do not compare");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strength(u16);

impl Strength {
    #[inline]
    pub(super) fn new(kind: PlayKind, key: u8) -> Self {
        Self((kind as u16) << 6 | u16::from(key))
    }

    /// The kind.
    #[inline]
    pub fn kind(self) -> PlayKind {
        PlayKind::ALL[usize::from(self.0 >> 6)]
    }

    /// The place within the kind: the number of the deciding card, or 13 × suit + rank for flushes by suit.
    #[inline]
    pub fn key(self) -> u8 {
        self.0 as u8 & 63
    }

    /// How many cards the play has.
    #[inline]
    pub fn cards(self) -> u32 {
        self.kind().cards()
    }

    /// A number that orders strengths of one card count as they compare.
    #[inline]
    pub fn number(self) -> u16 {
        self.0
    }
}

impl PartialOrd for Strength {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.cards() == other.cards()).then(|| self.0.cmp(&other.0))
    }
}

impl fmt::Debug for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{}", self.kind(), self.key())
    }
}

/// What the strength relation is between: plays, and the two marks beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An empty table.
    Nothing,
    /// A play.
    Play(Strength),
    /// Passing.
    Pass,
}

/// Whether `b` may follow `a`: NONE < every play < PASS, and plays of one card count by strength.
///
/// An order on plays only: NONE < PASS is false, since who leads may not pass, and nothing follows PASS.
///
/// ```
/// use croupier_games::big_two::{Reply, precedes};
/// assert!(!precedes(Reply::Nothing, Reply::Pass));
/// assert!(!precedes(Reply::Pass, Reply::Pass));
/// ```
#[inline]
pub fn precedes(a: Reply, b: Reply) -> bool {
    match (a, b) {
        (Reply::Nothing, Reply::Play(_)) | (Reply::Play(_), Reply::Pass) => true,
        (Reply::Play(a), Reply::Play(b)) => a < b,
        _ => false,
    }
}

/// Five ranks in a row.
#[derive(Debug)]
pub(super) struct Sequence {
    /// The ranks, as a mask of 13 bits.
    pub mask: u16,
    /// The ranks, with the one whose card decides first.
    pub ranks: [u8; 5],
}

const fn sequence(ranks: [u8; 5]) -> Sequence {
    let mut mask = 0;
    let mut i = 0;
    while i < 5 {
        mask |= 1 << ranks[i];
        i += 1;
    }
    Sequence { mask, ranks }
}

const fn run(top: u8) -> Sequence {
    sequence([top, top - 4, top - 3, top - 2, top - 1])
}

// Ranks: 0 is the 3, 11 the ace, 12 the 2. Weakest first.
static SEED: [Sequence; 10] = [
    run(4),
    run(5),
    run(6),
    run(7),
    run(8),
    run(9),
    run(10),
    run(11),
    sequence([12, 11, 0, 1, 2]),
    sequence([12, 0, 1, 2, 3]),
];
static PAGAT_LOW: [Sequence; 10] = [
    sequence([2, 11, 12, 0, 1]),
    sequence([3, 12, 0, 1, 2]),
    run(4),
    run(5),
    run(6),
    run(7),
    run(8),
    run(9),
    run(10),
    run(11),
];
static TOP_JQKA2: [Sequence; 9] = [run(4), run(5), run(6), run(7), run(8), run(9), run(10), run(11), run(12)];

/// The part of the rules that says what is a play and how strong it is.
#[derive(Clone, Copy, Debug)]
pub struct Plays {
    pub(super) sequences: &'static [Sequence],
    pub(super) flush_by: FlushBy,
    pub(super) fours: bool,
    pub(super) quads_plus_one: bool,
}

impl Plays {
    /// The plays of a configuration.
    pub fn new(config: &Config) -> Self {
        let sequences: &[Sequence] = match config.straights {
            Straights::Seed => &SEED,
            Straights::PagatLow => &PAGAT_LOW,
            Straights::NoTwo => &SEED[..8],
            Straights::TopJqka2 => &TOP_JQKA2,
        };
        Self {
            sequences,
            flush_by: config.flush_by,
            fours: config.four_card_plays,
            quads_plus_one: config.quads_plus_one,
        }
    }

    /// The kind and strength of `cards`, or none if they are no play.
    #[inline]
    pub fn strength(&self, cards: Cards) -> Option<Strength> {
        match cards.len() {
            1 => Some(Strength::new(PlayKind::Single, top(cards))),
            2 => same_rank(cards).then(|| Strength::new(PlayKind::Pair, top(cards))),
            3 => same_rank(cards).then(|| Strength::new(PlayKind::Triple, top(cards))),
            4 if self.fours => four(cards),
            5 => self.five(cards),
            _ => None,
        }
    }

    fn five(&self, cards: Cards) -> Option<Strength> {
        let ranks = cards.ranks();
        match ranks.count_ones() {
            5 => {
                let suited = Suit(top(cards) % 4);
                let flush = cards.suit_ranks(suited) == ranks;
                match self.sequences.iter().find(|s| s.mask == ranks) {
                    Some(s) => {
                        let kind = if flush { PlayKind::StraightFlush } else { PlayKind::Straight };
                        Some(Strength::new(kind, deciding(cards, s.ranks[0])))
                    }
                    None => flush.then(|| Strength::new(PlayKind::Flush, self.flush_key(top(cards)))),
                }
            }
            2 => {
                // Three and two, or four and one: the larger group decides.
                let (low, high) = (ranks.trailing_zeros() as u8, 15 - ranks.leading_zeros() as u8);
                let (n_low, n_high) =
                    (cards.nibble(Rank(low)).count_ones(), cards.nibble(Rank(high)).count_ones());
                let most = if n_low > n_high { low } else { high };
                if n_low.max(n_high) == 3 {
                    Some(Strength::new(PlayKind::FullHouse, deciding(cards, most)))
                } else {
                    self.quads_plus_one.then(|| Strength::new(PlayKind::QuadsPlusOne, deciding(cards, most)))
                }
            }
            _ => None,
        }
    }

    /// The key of a flush whose highest card is `top`.
    #[inline]
    pub(super) fn flush_key(&self, top: u8) -> u8 {
        match self.flush_by {
            FlushBy::Rank => top,
            FlushBy::SuitFirst => 13 * (top % 4) + top / 4,
        }
    }
}

fn four(cards: Cards) -> Option<Strength> {
    let high = cards.nibble(Rank(top(cards) / 4)).count_ones();
    let kind = match (cards.ranks().count_ones(), high) {
        (1, _) => PlayKind::Quads,
        (2, 2) => PlayKind::TwoPair,
        _ => return None,
    };
    Some(Strength::new(kind, top(cards)))
}

#[inline]
fn top(cards: Cards) -> u8 {
    63 - cards.bits().leading_zeros() as u8
}

#[inline]
fn same_rank(cards: Cards) -> bool {
    top(cards) / 4 == cards.bits().trailing_zeros() as u8 / 4
}

/// The number of the highest card of `rank`.
#[inline]
pub(super) fn deciding(cards: Cards, rank: u8) -> u8 {
    4 * rank + (7 - cards.nibble(Rank(rank)).leading_zeros() as u8)
}
