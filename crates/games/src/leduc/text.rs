//! Notation: cards `Ja Jb Qa Qb Ka Kb`, chance `Ja Kb` (hands, seat 0's first) or `Qa` (public), actions `f`, `c`
//! (check or call) and `r` (bet or raise).

use crate::parse::{ParseError, serde_as_text};
use std::fmt;
use std::str::FromStr;

const CARDS: [&str; 6] = ["Ja", "Jb", "Qa", "Qb", "Ka", "Kb"];

/// A card: 2 × rank + suit, 0 (Ja) to 5 (Kb).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(crate) u8);

impl Card {
    /// 0 is the jack, 2 the king.
    pub fn rank(self) -> u8 {
        self.0 / 2
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CARDS[usize::from(self.0)])
    }
}

impl FromStr for Card {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let at = CARDS.iter().position(|c| *c == text);
        at.map(|i| Card(i as u8))
            .ok_or_else(|| ParseError::new("card", text, "a card is J, Q or K with a or b"))
    }
}

/// What chance deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The hands, seat 0's first.
    Hands([Card; 2]),
    /// The public card.
    Public(Card),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Hands([a, b]) => write!(f, "{a} {b}"),
            Chance::Public(c) => write!(f, "{c}"),
        }
    }
}

impl FromStr for Chance {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.split_once(' ') {
            None => Ok(Chance::Public(text.parse()?)),
            Some((a, b)) if a != b => Ok(Chance::Hands([a.parse()?, b.parse()?])),
            Some(_) => Err(ParseError::new("deal", text, "the two hands are different cards")),
        }
    }
}

/// What a seat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Give up the pot.
    Fold,
    /// Check, or call a raise.
    Call,
    /// Bet, or raise a bet.
    Raise,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["f", "c", "r"][*self as usize])
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "f" => Ok(Action::Fold),
            "c" => Ok(Action::Call),
            "r" => Ok(Action::Raise),
            _ => {
                Err(ParseError::new("action", text, "an action is f, c (check or call) or r (bet or raise)"))
            }
        }
    }
}

serde_as_text!(Card, Action);
