//! The 169 starting hands: what two cards are worth before suits matter.

use crate::holdem::card::{Card, Hole, Rank, Suit};
use crate::holdem::error::Error;
use croupier_core::config::nearest;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A pair (`QQ`), two suited cards (`AKs`) or two offsuit cards (`AKo`).
///
/// ```
/// use croupier_games::holdem::StartingHand;
/// let hand: StartingHand = "T9s".parse()?;
/// assert_eq!((hand.to_string(), hand.holes().len()), ("T9s".into(), 4));
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StartingHand {
    high: Rank,
    low: Rank,
    suited: bool,
}

impl StartingHand {
    /// The starting hand of two ranks; equal ranks are a pair and never suited.
    pub fn new(a: Rank, b: Rank, suited: bool) -> Self {
        Self { high: a.max(b), low: a.min(b), suited: suited && a != b }
    }

    /// The starting hand that two cards are.
    pub fn of(hole: Hole) -> Self {
        let [a, b] = hole.cards();
        Self::new(a.rank(), b.rank(), a.suit() == b.suit())
    }

    /// All 169, by row and column of the grid: aces first, suited hands above the diagonal.
    pub fn all() -> impl Iterator<Item = StartingHand> {
        (0..169).map(|i| Self::at(i / 13, i % 13))
    }

    /// The hand at a row and column of the 13×13 grid, both counted from the aces: pairs on the diagonal, suited
    /// hands above and to the right of it, offsuit hands below.
    ///
    /// # Panics
    /// When a row or column is above 12.
    pub fn at(row: usize, column: usize) -> Self {
        let rank = |i: usize| Rank::new(12 - i as u8).expect("a row or column of thirteen");
        Self::new(rank(row), rank(column), column > row)
    }

    /// Row and column of the 13×13 grid; the inverse of [`at`](Self::at).
    pub fn cell(self) -> (usize, usize) {
        let (high, low) = (12 - self.high.index(), 12 - self.low.index());
        if self.suited { (high, low) } else { (low, high) }
    }

    /// The higher rank.
    pub fn high(self) -> Rank {
        self.high
    }

    /// The lower rank, equal to the higher for a pair.
    pub fn low(self) -> Rank {
        self.low
    }

    /// Whether the two cards are of one suit.
    pub fn suited(self) -> bool {
        self.suited
    }

    /// Whether the two cards are of one rank.
    pub fn is_pair(self) -> bool {
        self.high == self.low
    }

    /// The hands of two cards that it stands for: 6 for a pair, 4 suited, 12 offsuit.
    pub fn holes(self) -> Vec<Hole> {
        let suits = Suit::all().flat_map(|a| Suit::all().map(move |b| (a, b)));
        suits
            .filter(|(a, b)| if self.is_pair() { a > b } else { (a == b) == self.suited })
            .map(|(a, b)| Hole::of_distinct(Card::of(self.high, a), Card::of(self.low, b)))
            .collect()
    }
}

impl fmt::Display for StartingHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high.letter(), self.low.letter())?;
        match (self.is_pair(), self.suited) {
            (true, _) => Ok(()),
            (false, true) => f.write_str("s"),
            (false, false) => f.write_str("o"),
        }
    }
}

impl fmt::Debug for StartingHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for StartingHand {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let letters: Vec<char> = text.chars().collect();
        let rank = |i: usize| letters.get(i).copied().and_then(Rank::from_letter);
        let found = match (letters.len(), rank(0), rank(1)) {
            (2, Some(a), Some(b)) if a == b => Some(Self::new(a, b, false)),
            (3, Some(a), Some(b)) if a != b => match letters[2].to_ascii_lowercase() {
                's' => Some(Self::new(a, b, true)),
                'o' => Some(Self::new(a, b, false)),
                _ => None,
            },
            _ => None,
        };
        found.ok_or_else(|| unknown(text))
    }
}

/// The error for a starting hand that is none, with the nearest that is one.
pub(super) fn unknown(text: &str) -> Error {
    let names: Vec<String> = StartingHand::all().map(|h| h.to_string()).collect();
    let near = nearest(text, names.iter().map(String::as_str));
    let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
    Error::Range {
        part: text.chars().take(40).collect(),
        reason: format!(
            "a starting hand is two ranks of {} and, unless they are equal, s or o, such as QQ, AKs, T9o{near}",
            Rank::LETTERS
        ),
    }
}

impl From<StartingHand> for String {
    fn from(hand: StartingHand) -> String {
        hand.to_string()
    }
}

impl TryFrom<String> for StartingHand {
    type Error = Error;
    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}
