//! Plays: cards with the declared reading.

use super::cards::{Card, CardSet, RANKS, Rank, Suit, Suits};
use super::text;
use crate::parse::ParseError;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// What a play is declared to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// Not declared, where the cards leave a choice. Such a play is never legal and never guessed at: it can only come
    /// from a record or view of another program.
    Unknown,
    /// One card.
    Single,
    /// Cards of one rank, two or more.
    Group,
    /// Three or more consecutive ranks of one suit, from this one up.
    Run(Rank),
}

/// The kinds of plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Not declared.
    Unknown,
    /// One card.
    Single,
    /// Cards of one rank.
    Group,
    /// Consecutive ranks of one suit.
    Run,
}

/// Cards played together, and how they are read.
///
/// One word: the cards in the bits of a [`CardSet`], above them the rank (a run's lowest) and the kind, so that plays
/// sort by kind, rank, jokers and cards. The text is the cards, and `=group` or `=run-R` (R the lowest rank) where
/// the cards can be read in several ways.
///
/// ```
/// use croupier_games::daifugo::{Kind, Play, Rank};
/// let play: Play = "5hXX=run-4".parse()?;
/// assert_eq!((play.kind(), play.rank(), play.len()), (Kind::Run, Rank(1), 3));
/// assert_eq!(play.to_string(), "5hXX=run-4");
/// let unsaid: Play = "5hXX".parse()?;
/// assert_eq!(unsaid.kind(), Kind::Unknown);
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Play(u64);

const RANK_SHIFT: u32 = 54;
const KIND_SHIFT: u32 = 58;

impl Play {
    /// The cards under a reading, if they can be read so.
    pub fn new(cards: CardSet, reading: Reading) -> Option<Play> {
        readings(cards).contains(&reading).then(|| Play::unchecked(cards, reading))
    }

    /// The cards without a declared reading: the only reading they have, or unknown.
    ///
    /// # Errors
    /// When the cards are no play at all.
    pub fn undeclared(cards: CardSet) -> Result<Play, ParseError> {
        match readings(cards).as_slice() {
            [] => Err(text::no_play(cards)),
            [one] => Ok(Play::unchecked(cards, *one)),
            _ => Ok(Play::unchecked(cards, Reading::Unknown)),
        }
    }

    /// A lone card.
    #[inline]
    pub fn single(card: Card) -> Play {
        Play::pack(1 << card.0, card.rank(), Kind::Single)
    }

    #[inline]
    pub(crate) fn pack(bits: u64, rank: Rank, kind: Kind) -> Play {
        Play(bits | u64::from(rank.0) << RANK_SHIFT | (kind as u64) << KIND_SHIFT)
    }

    fn unchecked(cards: CardSet, reading: Reading) -> Play {
        let first = cards.iter().next().map_or(Rank::THREE, Card::rank);
        let (rank, kind) = match reading {
            Reading::Unknown => (Rank::THREE, Kind::Unknown),
            Reading::Single => (first, Kind::Single),
            Reading::Group => (first, Kind::Group),
            Reading::Run(low) => (low, Kind::Run),
        };
        Play::pack(cards.bits(), rank, kind)
    }

    /// The cards.
    #[inline]
    pub fn cards(self) -> CardSet {
        CardSet::from_bits(self.0 & ((1 << RANK_SHIFT) - 1))
    }

    /// The kind.
    #[inline]
    pub fn kind(self) -> Kind {
        [Kind::Unknown, Kind::Single, Kind::Group, Kind::Run][(self.0 >> KIND_SHIFT & 3) as usize]
    }

    /// The rank of a single or a group, the lowest rank of a run.
    #[inline]
    pub fn rank(self) -> Rank {
        Rank((self.0 >> RANK_SHIFT & 15) as u8)
    }

    /// How many cards.
    #[inline]
    pub fn len(self) -> u32 {
        self.cards().len()
    }

    /// A play has cards: never true.
    pub fn is_empty(self) -> bool {
        self.cards().is_empty()
    }

    /// How many jokers.
    #[inline]
    pub fn jokers(self) -> u32 {
        self.cards().jokers()
    }

    /// The reading.
    pub fn reading(self) -> Reading {
        match self.kind() {
            Kind::Unknown => Reading::Unknown,
            Kind::Single => Reading::Single,
            Kind::Group => Reading::Group,
            Kind::Run => Reading::Run(self.rank()),
        }
    }

    /// The suits of the natural cards of a single or group; the one suit of a run, jokers included.
    #[inline]
    pub fn suits(self) -> Suits {
        let natural = self.cards().natural();
        if self.kind() == Kind::Run {
            return Suits(1 << (natural.trailing_zeros() & 3));
        }
        // A group is one nibble; nothing but jokers leaves no suit.
        Suits((natural >> (4 * self.rank().0) & 15) as u8)
    }

    /// The ranks the cards stand for, as 13 bits, jokers included; none for jokers alone.
    #[inline]
    pub fn ranks(self) -> u16 {
        match self.kind() {
            Kind::Run => ((1u16 << self.len()) - 1) << self.rank().0,
            Kind::Unknown => 0,
            _ => (1 << self.rank().0) & 0x1fff,
        }
    }

    /// Whether some card of the play stands for this rank.
    #[inline]
    pub fn has_rank(self, rank: Rank) -> bool {
        self.ranks() >> rank.0 & 1 == 1
    }

    /// Whether the play is a joker and nothing else.
    #[inline]
    pub fn is_lone_joker(self) -> bool {
        self == Play::single(Card::JOKER)
    }

    /// Whether the play is the ♠3 alone.
    #[inline]
    pub fn is_lone_spade_3(self) -> bool {
        self == Play::single(Card::SPADE_3)
    }
}

/// All ways to read cards as a play: at most four. Two jokers alone read as a group, whether or not the rules let
/// them be one.
///
/// ```
/// use croupier_games::daifugo::{Rank, Reading, readings};
/// let fives = readings("5hXX".parse()?);
/// assert_eq!(fives.as_slice(), [Reading::Group, Reading::Run(Rank(0)), Reading::Run(Rank(1)), Reading::Run(Rank(2))]);
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn readings(cards: CardSet) -> ArrayVec<Reading, 4> {
    let mut out = ArrayVec::new();
    let (n, natural) = (cards.len(), cards.natural());
    if n == 1 {
        out.push(Reading::Single);
        return out;
    }
    let (low, high) = (natural.trailing_zeros() as u8, 63 - natural.leading_zeros().min(63) as u8);
    if n >= 2 && (natural == 0 || low / 4 == high / 4) {
        out.push(Reading::Group);
    }
    if n < 3 || n > RANKS as u32 || natural == 0 || !one_suit(natural) {
        return out;
    }
    for start in 0..=(RANKS as u8 - n as u8) {
        if start <= low / 4 && high / 4 < start + n as u8 {
            out.push(Reading::Run(Rank(start)));
        }
    }
    out
}

/// Whether natural cards share a suit.
fn one_suit(natural: u64) -> bool {
    Suit::ALL.iter().any(|s| natural & !CardSet::window(0, 13, *s) == 0)
}
