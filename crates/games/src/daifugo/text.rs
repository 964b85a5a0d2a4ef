//! The notation: plays, actions and chance events as text, and what is wrong with a text that is none.

use super::action::{Action, Chance};
use super::cards::{Card, CardSet};
use super::plays::{Kind, Play, Reading, readings};
use crate::parse::ParseError;
use arrayvec::ArrayVec;
use croupier_core::Seat;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

pub(super) fn rank(given: &str) -> ParseError {
    ParseError::new("rank", given, "one of 3 4 5 6 7 8 9 T J Q K A 2, or X for a joker")
}

pub(super) fn suits(given: &str) -> ParseError {
    ParseError::new("set of suits", given, "letters among c d h s")
}

pub(super) fn cards(given: &str, at: char) -> ParseError {
    let reason = format!(
        "cards are such as 3c Td X (ranks 3456789TJQKA2, suits cdhs, X a joker), or - for none; `{at}` is not part of one"
    );
    ParseError::new("set of cards", given, reason)
}

pub(super) fn twice(given: &str, card: Card) -> ParseError {
    let reason = format!("each card once and X at most twice; `{card}` is there too often");
    ParseError::new("set of cards", given, reason)
}

pub(super) fn no_play(cards: CardSet) -> ParseError {
    let reason = "one card, cards of one rank, or three or more consecutive ranks of one suit";
    ParseError::new("play", &cards.to_string(), reason)
}

impl Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reading::Unknown => f.write_str("?"),
            Reading::Single => f.write_str("single"),
            Reading::Group => f.write_str("group"),
            Reading::Run(low) => write!(f, "run-{low}"),
        }
    }
}

impl FromStr for Reading {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let refuse = || ParseError::new("reading", text, "single, group, or run-R with R the lowest rank");
        match text {
            "single" => Ok(Reading::Single),
            "group" => Ok(Reading::Group),
            _ => {
                let low = text.strip_prefix("run-").ok_or_else(refuse)?;
                Ok(Reading::Run(low.parse().map_err(|_| refuse())?))
            }
        }
    }
}

impl Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cards())?;
        if self.kind() != Kind::Unknown && readings(self.cards()).len() > 1 {
            write!(f, "={}", self.reading())?;
        }
        Ok(())
    }
}

impl FromStr for Play {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let Some((cards, reading)) = text.split_once('=') else {
            return Play::undeclared(text.parse()?);
        };
        let (cards, reading) = (cards.parse::<CardSet>()?, reading.parse::<Reading>()?);
        Play::new(cards, reading).ok_or_else(|| {
            let known: Vec<String> = readings(cards).iter().map(Reading::to_string).collect();
            ParseError::new("reading", text, format!("one of the readings of {cards}: {}", known.join(", ")))
        })
    }
}

impl From<Play> for String {
    fn from(play: Play) -> String {
        play.to_string()
    }
}

impl TryFrom<String> for Play {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("pass"),
            Action::Play(play) => write!(f, "{play}"),
            Action::Give(cards) => write!(f, "give {cards}"),
            Action::Return(cards) => write!(f, "return {cards}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "pass" {
            return Ok(Action::Pass);
        }
        match text.split_once(' ') {
            Some(("give", cards)) => Ok(Action::Give(cards.parse()?)),
            Some(("return", cards)) => Ok(Action::Return(cards.parse()?)),
            _ => Ok(Action::Play(text.parse()?)),
        }
    }
}

impl Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Seats(order) => write_seats(f, "seats", order),
            Chance::Lots(order) => write_seats(f, "lots", order),
            Chance::Deal { blind, hands } => {
                write!(f, "deal {blind}")?;
                hands.iter().try_for_each(|hand| write!(f, " {hand}"))
            }
        }
    }
}

fn write_seats(f: &mut fmt::Formatter<'_>, name: &str, seats: &[Seat]) -> fmt::Result {
    f.write_str(name)?;
    seats.iter().try_for_each(|seat| write!(f, " {seat}"))
}

impl FromStr for Chance {
    type Err = ParseError;

    /// `seats 0 2 1 3` (the table order), `deal BLIND HAND0 HAND1 …`, or `lots 3 1` (the order drawn).
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let refuse = || {
            let allowed = "seats and their order, deal and the blind and each hand, or lots and their order";
            ParseError::new("chance", text, allowed)
        };
        let mut words = text.split(' ');
        match words.next() {
            Some("seats") => Ok(Chance::Seats(seats(words).ok_or_else(refuse)?)),
            Some("lots") => Ok(Chance::Lots(seats(words).ok_or_else(refuse)?)),
            Some("deal") => {
                let blind = words.next().ok_or_else(refuse)?.parse()?;
                let mut hands = ArrayVec::new();
                for word in words {
                    hands.try_push(word.parse()?).map_err(|_| refuse())?;
                }
                Ok(Chance::Deal { blind, hands })
            }
            _ => Err(refuse()),
        }
    }
}

fn seats<'a>(words: impl Iterator<Item = &'a str>) -> Option<ArrayVec<Seat, 6>> {
    let mut out = ArrayVec::new();
    for word in words {
        out.try_push(Seat(word.parse().ok()?)).ok()?;
    }
    Some(out)
}
