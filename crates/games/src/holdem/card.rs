//! The 52 cards, sets of them, and the 1,326 two-card hands.

use super::error::Error;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A rank, from 0 for the deuce to 12 for the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The letters of the ranks, lowest first.
    pub const LETTERS: &'static str = "23456789TJQKA";

    /// The rank of this index, 0 to 12.
    pub fn new(index: u8) -> Option<Self> {
        (index < 13).then_some(Self(index))
    }

    /// All ranks, lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator {
        (0..13).map(Rank)
    }

    /// 0 for the deuce to 12 for the ace.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The letter, `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    pub fn letter(self) -> char {
        char::from(Self::LETTERS.as_bytes()[self.index()])
    }

    /// The rank of a letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::LETTERS.find(letter.to_ascii_uppercase()).map(|i| Self(i as u8))
    }
}

/// A suit: clubs, diamonds, hearts, spades are 0 to 3. Suits do not rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

impl Suit {
    /// The letters of the suits in order.
    pub const LETTERS: &'static str = "cdhs";

    /// The suit of this index, 0 to 3.
    pub fn new(index: u8) -> Option<Self> {
        (index < 4).then_some(Self(index))
    }

    /// All suits in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Suit> + ExactSizeIterator {
        (0..4).map(Suit)
    }

    /// 0 to 3: clubs, diamonds, hearts, spades.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The letter, `c`, `d`, `h` or `s`.
    pub fn letter(self) -> char {
        char::from(Self::LETTERS.as_bytes()[self.index()])
    }

    /// The suit of a letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::LETTERS.find(letter.to_ascii_lowercase()).map(|i| Self(i as u8))
    }
}

/// A card; its index is 4 × rank + suit, 0 (`2c`) to 51 (`As`).
///
/// ```
/// use croupier_games::holdem::Card;
/// let card: Card = "Td".parse()?;
/// assert_eq!((card.index(), card.to_string()), (33, "Td".to_string()));
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Card(u8);

impl Card {
    /// The card of this index, 0 to 51.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 52 { Some(Self(index)) } else { None }
    }

    /// The card of a rank and a suit.
    #[inline]
    pub const fn of(rank: Rank, suit: Suit) -> Self {
        Self(rank.0 * 4 + suit.0)
    }

    /// All cards by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..52).map(Card)
    }

    /// 4 × rank + suit, 0 to 51.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 2)
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit(self.0 & 3)
    }

    /// The card of this index, taken modulo 52.
    #[inline]
    pub(crate) const fn of_index(index: u8) -> Self {
        Self(index % 52)
    }

    /// The card of the same rank and the suit of this index, taken modulo 4.
    #[inline]
    pub(crate) const fn of_suit(self, suit: u8) -> Self {
        Self(self.0 & !3 | suit & 3)
    }

    /// Cards written one after the other, such as `3h4cJh`; spaces and commas may separate them.
    ///
    /// # Errors
    /// A letter that is no rank or suit, half a card, or a card given twice.
    pub fn parse_list(text: &str) -> Result<Vec<Card>, Error> {
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
        let mut seen = CardSet::EMPTY;
        letters
            .chunks(2)
            .map(|pair| {
                let card: Card = pair.iter().collect::<String>().parse()?;
                if !seen.insert(card) {
                    return Err(Error::Duplicate(card));
                }
                Ok(card)
            })
            .collect()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::Card(text.chars().take(20).collect());
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(wrong());
        };
        let rank = Rank::from_letter(rank).ok_or_else(wrong)?;
        let suit = Suit::from_letter(suit).ok_or_else(wrong)?;
        Ok(Card::of(rank, suit))
    }
}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

impl TryFrom<String> for Card {
    type Error = Error;
    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

/// A set of cards: bit 16 × suit + rank, so that each suit's ranks are one 13-bit field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(pub(crate) u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// The set of one card.
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self(1 << (16 * (card.0 & 3) as u32 + (card.0 >> 2) as u32))
    }

    /// Puts a card in; false when it was there.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 |= Self::of(card).0;
        self.0 != before
    }

    /// Whether the card is in.
    #[inline]
    pub fn has(self, card: Card) -> bool {
        self.0 & Self::of(card).0 != 0
    }

    /// The cards in either.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether no card is in both.
    #[inline]
    pub fn disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// How many cards.
    #[inline]
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The ranks held in a suit, bit 0 for the deuce.
    #[inline]
    pub fn ranks_of(self, suit: Suit) -> u16 {
        (self.0 >> (16 * suit.index())) as u16
    }

    /// The cards, by suit and then by rank.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(Card((bit & 15) * 4 + (bit >> 4)))
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set.union(Self::of(card)))
    }
}

/// How many two-card hands there are.
pub const HOLES: usize = 1326;

const HOLE_CARDS: [(u8, u8); HOLES] = {
    let mut table = [(0, 0); HOLES];
    let mut high = 1;
    while high < 52 {
        let mut low = 0;
        while low < high {
            table[high * (high - 1) / 2 + low] = (high as u8, low as u8);
            low += 1;
        }
        high += 1;
    }
    table
};

/// Two hole cards in either order; its index is h(h − 1)/2 + l for cards of index h > l, 0 to 1,325.
///
/// ```
/// use croupier_games::holdem::Hole;
/// let hole: Hole = "QcAd".parse()?;
/// assert_eq!(hole.to_string(), "AdQc");
/// assert_eq!(Hole::new(hole.index()), Some(hole));
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Hole(u16);

impl Hole {
    /// The hand of this index, 0 to 1,325.
    pub fn new(index: usize) -> Option<Self> {
        (index < HOLES).then_some(Self(index as u16))
    }

    /// The hand of two cards.
    ///
    /// # Errors
    /// When they are the same card.
    pub fn of(a: Card, b: Card) -> Result<Self, Error> {
        if a == b {
            return Err(Error::Duplicate(a));
        }
        Ok(Self::of_distinct(a, b))
    }

    /// The hand of two cards known to differ; of equal cards it is some other hand.
    #[inline]
    pub(crate) fn of_distinct(a: Card, b: Card) -> Self {
        let (high, low) = if a > b { (a.index(), b.index()) } else { (b.index(), a.index()) };
        Self((high * (high.max(1) - 1) / 2 + low).min(HOLES - 1) as u16)
    }

    /// All hands by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator {
        (0..HOLES as u16).map(Hole)
    }

    /// The place in tables over all hands.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The two cards, the one of the higher index first.
    #[inline]
    pub fn cards(self) -> [Card; 2] {
        let (high, low) = HOLE_CARDS[usize::from(self.0)];
        [Card(high), Card(low)]
    }

    /// The two cards as a set.
    #[inline]
    pub fn set(self) -> CardSet {
        let [a, b] = self.cards();
        CardSet::of(a).union(CardSet::of(b))
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.cards();
        write!(f, "{a}{b}")
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hole {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let cards = Card::parse_list(text)?;
        match cards[..] {
            [a, b] => Self::of(a, b),
            _ => Err(Error::Count { what: "hand", given: cards.len(), allowed: "2 cards" }),
        }
    }
}

impl From<Hole> for String {
    fn from(hole: Hole) -> String {
        hole.to_string()
    }
}

impl TryFrom<String> for Hole {
    type Error = Error;
    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_and_every_hand_reads_back_what_it_writes() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::of(card.rank(), card.suit()), card);
        }
        for (i, hole) in Hole::all().enumerate() {
            let [a, b] = hole.cards();
            assert!(a > b);
            assert_eq!((hole.index(), Hole::of(b, a)), (i, Ok(hole)));
            assert_eq!(hole.to_string().parse(), Ok(hole));
        }
    }

    #[test]
    fn a_set_gives_back_its_cards_suit_by_suit() {
        let set: CardSet = Card::all().collect();
        assert_eq!(set.count(), 52);
        let cards: Vec<Card> = set.iter().collect();
        assert!(cards.is_sorted_by_key(|c| (c.suit(), c.rank())));
        assert_eq!(set.ranks_of(Suit(2)), 0x1FFF);
    }

    #[test]
    fn wrong_cards_are_refused_by_name() {
        let message = |text: &str| Card::parse_list(text).unwrap_err().to_string();
        assert!(message("3h4x").contains("`4x`"), "{}", message("3h4x"));
        assert!(message("3h4").contains("`4`"));
        assert!(message("3h3h").contains("3h"));
        assert!("AhAh".parse::<Hole>().is_err() && "Ah".parse::<Hole>().is_err());
    }
}
