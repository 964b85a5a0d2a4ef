//! Cards, ranks, suits, and sets of cards as 54-bit masks.

use super::text;
use crate::parse::ParseError;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Bits of one suit: every fourth bit, thirteen of them.
const LANE: u64 = 0x1_1111_1111_1111;
/// The 52 cards that are not jokers.
const NATURAL: u64 = (1 << 52) - 1;
/// How many ranks there are besides the jokers'.
pub const RANKS: usize = 13;

/// A rank in normal order: 0 is the 3, 12 is the 2, 13 the jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(pub u8);

impl Rank {
    /// The 3, weakest in normal order.
    pub const THREE: Rank = Rank(0);
    /// The 8, which cuts.
    pub const EIGHT: Rank = Rank(5);
    /// The jack.
    pub const JACK: Rank = Rank(8);
    /// The 2, strongest in normal order but for the jokers.
    pub const TWO: Rank = Rank(12);
    /// The jokers, on top in both orders.
    pub const JOKER: Rank = Rank(13);

    /// The rank as an index: 0 to 12, 13 for the jokers.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// How strong the rank is: 0 to 12, 13 for the jokers in both orders.
    ///
    /// ```
    /// use croupier_games::daifugo::Rank;
    /// assert!(Rank::TWO.strength(false) > Rank::THREE.strength(false));
    /// assert!(Rank::TWO.strength(true) < Rank::THREE.strength(true));
    /// assert!(Rank::JOKER.strength(true) > Rank::THREE.strength(true));
    /// ```
    #[inline]
    pub fn strength(self, reversed: bool) -> u8 {
        if reversed && self.0 < 13 { 12 - self.0 } else { self.0 }
    }
}

const RANK_TEXT: [char; 14] = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', 'X'];

impl Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", RANK_TEXT[self.index().min(13)])
    }
}

impl FromStr for Rank {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => rank_of(c).ok_or_else(|| text::rank(text)),
            _ => Err(text::rank(text)),
        }
    }
}

fn rank_of(c: char) -> Option<Rank> {
    RANK_TEXT.iter().position(|t| *t == c.to_ascii_uppercase()).map(|i| Rank(i as u8))
}

/// A suit; the order matters only where ties are broken: clubs are lowest, spades highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(pub u8);

impl Suit {
    /// Diamonds.
    pub const DIAMOND: Suit = Suit(1);
    /// Spades.
    pub const SPADE: Suit = Suit(3);
    /// All four, lowest first.
    pub const ALL: [Suit; 4] = [Suit(0), Suit(1), Suit(2), Suit(3)];
}

const SUIT_TEXT: [char; 4] = ['c', 'd', 'h', 's'];

impl Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", SUIT_TEXT[usize::from(self.0 & 3)])
    }
}

/// A set of suits as four bits, clubs lowest; its text is their letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Suits(pub u8);

impl Suits {
    /// No suit.
    pub const NONE: Suits = Suits(0);

    /// How many.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Display for Suits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Suit::ALL.iter().filter(|s| self.0 >> s.0 & 1 == 1).try_for_each(|s| write!(f, "{s}"))
    }
}

impl FromStr for Suits {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.chars().try_fold(Suits::NONE, |set, c| {
            let i = SUIT_TEXT.iter().position(|t| *t == c).ok_or_else(|| text::suits(text))?;
            Ok(Suits(set.0 | 1 << i))
        })
    }
}

impl From<Suits> for String {
    fn from(suits: Suits) -> String {
        suits.to_string()
    }
}

impl TryFrom<String> for Suits {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

/// A card: 4 × rank + suit, 0 (3♣) to 51 (2♠), or 52 for a joker; the two jokers are one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// A joker, either of them.
    pub const JOKER: Card = Card(52);
    /// The ♠3, which beats a lone joker.
    pub const SPADE_3: Card = Card::new(Rank::THREE, Suit::SPADE);

    /// The card of a rank and a suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(4 * rank.0 + suit.0)
    }

    /// The rank.
    #[inline]
    pub fn rank(self) -> Rank {
        Rank(self.0 / 4)
    }

    /// The suit; none for a joker.
    #[inline]
    pub fn suit(self) -> Option<Suit> {
        (self.0 < 52).then_some(Suit(self.0 % 4))
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit() {
            Some(suit) => write!(f, "{}{suit}", self.rank()),
            None => f.write_str("X"),
        }
    }
}

/// A set of cards: bit 4 × rank + suit for each of the 52, and the number of jokers as the bits 52 and 53, the lower
/// first. Jokers are alike: a set holds none, one or two of them, never "this one".
///
/// The text is the cards in order, jokers last, `-` for the empty set; spaces are allowed when parsing.
///
/// ```
/// use croupier_games::daifugo::CardSet;
/// let hand: CardSet = "5h X 3c X".parse()?;
/// assert_eq!(hand.to_string(), "3c5hXX");
/// assert_eq!((hand.len(), hand.jokers()), (4, 2));
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// The set of these natural bits and this many jokers (at most two).
    #[inline]
    pub const fn new(natural: u64, jokers: u32) -> CardSet {
        debug_assert!(jokers <= 2);
        CardSet(natural & NATURAL | ((1 << jokers) - 1) << 52)
    }

    /// The set of the 54 bits of [`bits`](Self::bits).
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits)
    }

    /// A deck of the lowest `ranks` ranks and `jokers` jokers.
    pub fn deck(ranks: usize, jokers: u32) -> CardSet {
        CardSet::new((1u64 << (4 * ranks)) - 1, jokers)
    }

    /// The 54 bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The cards that are not jokers, as 52 bits.
    #[inline]
    pub const fn natural(self) -> u64 {
        self.0 & NATURAL
    }

    /// How many jokers.
    #[inline]
    pub const fn jokers(self) -> u32 {
        (self.0 >> 52).count_ones()
    }

    /// How many cards, jokers counted.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card, or a joker, is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether all cards of `other` are in this set.
    #[inline]
    pub const fn includes(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// This set and `other`; at most two jokers in all.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: CardSet) -> CardSet {
        CardSet::new(self.0 | other.0, self.jokers() + other.jokers())
    }

    /// This set without the cards of `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet::new(self.0 & !other.0, self.jokers().saturating_sub(other.jokers()))
    }

    /// This set with one more card.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        self.plus(CardSet(1 << card.0))
    }

    /// This set with one card less.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        self.minus(CardSet(1 << card.0))
    }

    /// The suits held of a rank below the jokers'.
    #[inline]
    pub const fn of_rank(self, rank: Rank) -> Suits {
        Suits((self.0 >> (4 * rank.0) & 15) as u8)
    }

    /// The ranks held in a suit, as 13 bits.
    #[inline]
    pub const fn lane(self, suit: Suit) -> u16 {
        // Gathers every fourth bit: pairs, then fours, then eights, then all.
        let mut x = self.0 >> suit.0 & LANE;
        x = (x | x >> 3) & 0x0303_0303_0303_0303;
        x = (x | x >> 6) & 0x000f_000f_000f_000f;
        x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        (x | x >> 24) as u16
    }

    /// The `len` cards of a suit from `low` upwards; they must not pass the 2.
    #[inline]
    pub(crate) const fn window(low: u8, len: u32, suit: Suit) -> u64 {
        (LANE >> (4 * (13 - len))) << (4 * low + suit.0)
    }

    /// The cards in order; a joker as often as it is held.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(Card(bit.min(52) as u8))
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl FromStr for CardSet {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut set = CardSet::EMPTY;
        if text == "-" {
            return Ok(set);
        }
        let mut chars = text.chars().filter(|c| !c.is_whitespace());
        while let Some(c) = chars.next() {
            let rank = rank_of(c).ok_or_else(|| text::cards(text, c))?;
            let card = if rank == Rank::JOKER {
                Card::JOKER
            } else {
                let s = chars.next().unwrap_or(' ');
                let suit = SUIT_TEXT.iter().position(|t| *t == s.to_ascii_lowercase());
                Card::new(rank, Suit(suit.ok_or_else(|| text::cards(text, s))? as u8))
            };
            let twice = if card == Card::JOKER { set.jokers() == 2 } else { set.contains(card) };
            if twice {
                return Err(text::twice(text, card));
            }
            set = set.with(card);
        }
        if set.is_empty() { Err(text::cards(text, ' ')) } else { Ok(set) }
    }
}

impl From<CardSet> for String {
    fn from(set: CardSet) -> String {
        set.to_string()
    }
}

impl TryFrom<String> for CardSet {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}
