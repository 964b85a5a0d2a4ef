//! Cards, ranks, suits and sets of cards, numbered as Big Two orders them.

use std::fmt;
use std::str::FromStr;

use super::text;
use crate::parse::ParseError;

/// A rank, 0 for the 3 up to 11 for the ace and 12 for the 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(pub u8);

/// A suit: 0 diamonds, 1 clubs, 2 hearts, 3 spades, low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(pub u8);

/// A card: 4 × rank + suit, from 0 (3♦) to 51 (2♠); the order of the numbers is the order of single cards.
///
/// ```
/// use croupier_games::big_two::{Card, Rank, Suit};
/// let card: Card = "2s".parse()?;
/// assert_eq!((card.index(), card.rank(), card.suit()), (51, Rank(12), Suit(3)));
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// How many cards a deck has.
pub const DECK: usize = 52;
/// How many ranks there are.
pub const RANKS: usize = 13;
/// How many suits there are.
pub const SUITS: usize = 4;

/// The letters of the ranks, low to high.
pub(crate) const RANK_LETTERS: &[u8; RANKS] = b"3456789TJQKA2";
/// The letters of the suits, low to high.
pub(crate) const SUIT_LETTERS: &[u8; SUITS] = b"dchs";

impl Rank {
    /// The rank of the 2, the highest.
    pub const TWO: Rank = Rank(12);

    /// The letter: `3` to `9`, `T`, `J`, `Q`, `K`, `A`, `2`.
    pub fn letter(self) -> char {
        char::from(RANK_LETTERS[usize::from(self.0)])
    }
}

impl Suit {
    /// The letter: `d`, `c`, `h` or `s`.
    pub fn letter(self) -> char {
        char::from(SUIT_LETTERS[usize::from(self.0)])
    }
}

impl Card {
    /// The 3♦, the lowest card.
    pub const LOWEST: Card = Card(0);

    /// The card of a rank and a suit.
    #[inline]
    pub fn new(rank: Rank, suit: Suit) -> Self {
        debug_assert!(rank.0 < 13 && suit.0 < 4);
        Self(4 * rank.0 + suit.0)
    }

    /// The card number `index`, or none from 52 on.
    #[inline]
    pub fn from_index(index: u8) -> Option<Self> {
        (usize::from(index) < DECK).then_some(Self(index))
    }

    /// The number, 0 to 51.
    #[inline]
    pub fn index(self) -> u8 {
        self.0
    }

    /// The rank.
    #[inline]
    pub fn rank(self) -> Rank {
        Rank(self.0 / 4)
    }

    /// The suit.
    #[inline]
    pub fn suit(self) -> Suit {
        Suit(self.0 % 4)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl FromStr for Card {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text::one_card(text)
    }
}

/// A set of cards: bit i is card i. Text is the cards from low to high with spaces between, `-` for none.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// All 52.
    pub const ALL: Cards = Cards((1 << DECK) - 1);
    /// The four 2s.
    pub const TWOS: Cards = Cards(0xf << 48);

    /// The cards of a mask; bits from 52 on are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// The mask.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether every card of `other` is in the set.
    #[inline]
    pub const fn contains(self, other: Cards) -> bool {
        other.0 & !self.0 == 0
    }

    /// The cards of either set.
    #[inline]
    pub const fn with(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// The cards of both sets.
    #[inline]
    pub const fn and(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// The cards of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// The cards above `card`.
    #[inline]
    pub const fn above(self, card: Card) -> Cards {
        Cards(self.0 & !((2 << card.0) - 1))
    }

    /// The lowest card.
    #[inline]
    pub fn lowest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// The highest card.
    #[inline]
    pub fn highest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(63 - self.0.leading_zeros() as u8))
    }

    /// The suits held of a rank, as a mask of four bits.
    #[inline]
    pub const fn nibble(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank.0)) as u8 & 15
    }

    /// The ranks held in a suit, as a mask of 13 bits.
    #[inline]
    pub const fn suit_ranks(self, suit: Suit) -> u16 {
        // Every fourth bit, moved together in four steps.
        let x = self.0 >> suit.0 & 0x1_1111_1111_1111;
        let x = (x | x >> 3) & 0x0003_0303_0303_0303;
        let x = (x | x >> 6) & 0x000f_000f_000f_000f;
        let x = (x | x >> 12) & 0x00ff_0000_00ff;
        (x | x >> 24) as u16 & 0x1fff
    }

    /// The ranks held in any suit, as a mask of 13 bits.
    #[inline]
    pub const fn ranks(self) -> u16 {
        Cards(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3).suit_ranks(Suit(0))
    }

    /// The cards from low to high.
    #[inline]
    pub fn iter(self) -> CardIter {
        CardIter(self.0)
    }
}

impl From<Card> for Cards {
    #[inline]
    fn from(card: Card) -> Cards {
        Cards(1 << card.0)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Cards::NONE, |set, card| set.with(card.into()))
    }
}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardIter;
    fn into_iter(self) -> CardIter {
        self.iter()
    }
}

/// The cards of a set from low to high.
#[derive(Clone, Debug)]
pub struct CardIter(u64);

impl Iterator for CardIter {
    type Item = Card;
    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for CardIter {}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cards({self})")
    }
}

/// Reads cards as people write them; see [`parse_cards`](super::parse_cards) for what is accepted.
impl FromStr for Cards {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text::parse_cards(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranks_of_a_suit_are_those_of_its_cards(bits in any::<u64>()) {
            let cards = Cards::from_bits(bits);
            for suit in 0..4 {
                let slow = cards.iter().filter(|c| c.suit().0 == suit).fold(0, |m, c| m | 1 << c.rank().0);
                prop_assert_eq!(cards.suit_ranks(Suit(suit)), slow);
            }
            prop_assert_eq!(cards.ranks(), cards.iter().fold(0, |m, c| m | 1 << c.rank().0));
        }

        #[test]
        fn sets_read_back_from_their_text(bits in any::<u64>()) {
            let cards = Cards::from_bits(bits);
            prop_assert_eq!(cards.to_string().parse::<Cards>(), Ok(cards));
        }
    }

    /// The rules page: card index = 4 × rank + suit, 0 (3♦) to 51 (2♠).
    #[test]
    fn cards_are_numbered_as_the_rules_page_says() {
        for (text, index) in [("3d", 0), ("3c", 1), ("3h", 2), ("3s", 3), ("4d", 4), ("Ad", 44), ("2s", 51)] {
            assert_eq!(text.parse::<Card>().unwrap().index(), index);
        }
        assert_eq!(Card::from_index(52), None);
        assert_eq!(Cards::ALL.len(), 52);
        assert_eq!("2d 2c 2h 2s".parse::<Cards>().unwrap(), Cards::TWOS);
        assert_eq!(Cards::ALL.above("2h".parse().unwrap()).to_string(), "2s");
        assert!(Cards::ALL.above("2s".parse().unwrap()).is_empty());
    }
}
