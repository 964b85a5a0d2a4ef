//! Notation: cards `J Q K`, a deal `JQ` (seat 0's card first), actions `p` (pass) and `b` (bet).

use crate::parse::{ParseError, serde_as_text};
use std::fmt;
use std::str::FromStr;

/// A card: 0 is the jack, 1 the queen, 2 the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(crate) u8);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["J", "Q", "K"][usize::from(self.0)])
    }
}

impl FromStr for Card {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let at = ["J", "Q", "K"].iter().position(|c| *c == text);
        at.map(|i| Card(i as u8)).ok_or_else(|| ParseError::new("card", text, "a card is J, Q or K"))
    }
}

/// A deal: one card for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal(pub(crate) [Card; 2]);

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0[0], self.0[1])
    }
}

impl FromStr for Deal {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new("deal", text, "a deal is two different cards, as in JQ");
        let (a, b) = text.split_at_checked(1).ok_or_else(wrong)?;
        let deal = [a.parse()?, b.parse()?];
        if deal[0] == deal[1] { Err(wrong()) } else { Ok(Deal(deal)) }
    }
}

/// What a seat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Check, or fold to a bet.
    Pass,
    /// Bet 1, or call a bet.
    Bet,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Action::Pass { "p" } else { "b" })
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "p" => Ok(Action::Pass),
            "b" => Ok(Action::Bet),
            _ => Err(ParseError::new("action", text, "an action is p (pass) or b (bet)")),
        }
    }
}

serde_as_text!(Card, Action);
