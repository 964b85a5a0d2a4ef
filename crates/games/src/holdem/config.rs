//! The switches of hold'em.

use crate::parse::{ParseError, serde_as_text};
use croupier_core::{ConfigError, Kind, Switch};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A number of chips.
pub type Chips = u32;

/// The most chips one seat can start with, so that ten of them still add up.
pub const MOST_CHIPS: Chips = 100_000_000;
/// The largest table.
pub const MOST_SEATS: usize = 10;

/// Every switch of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// How many seats, 2 to 10.
    pub seats: u8,
    /// Small and big blind.
    pub blinds: Blinds,
    /// What each seat pays into the pot before the blinds.
    pub ante: Chips,
    /// Chips at the start, one number for all or one for each seat.
    pub stacks: Stacks,
    /// How many hands an episode has.
    pub hands: u16,
    /// Whether stacks are as at the start again in every hand; if not, what was won and lost stays.
    pub reset: bool,
    /// Who has the button in the first hand.
    pub button: Button,
    /// Whether folding is legal where checking is free.
    pub free_fold: bool,
    /// When a seat that has acted on a street may raise again.
    pub reopen: Reopen,
}

/// Small and big blind, written `50/100`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blinds {
    /// The small blind.
    pub small: Chips,
    /// The big blind.
    pub big: Chips,
}

/// Chips at the start, written `20000` for all seats or `500/1000/20000` seat by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stacks(pub Vec<Chips>);

/// Who has the button in the first hand; then it moves to the next seat with chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Button {
    /// The last seat, so that seat 0 is the first to its left.
    Last,
    /// Chance draws it with the first deal.
    Drawn,
}

/// When a seat that has acted on a street may raise again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reopen {
    /// When it faces at least a full bet or raise, be it the sum of several short all-ins.
    Full,
    /// As pokerkit 0.7 counts, for replaying its hands: an all-in that is the first bet or raise of a street counts as
    /// a full one however short; short all-ins in a row must add up to a full raise since they last did.
    Pokerkit,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seats: 2,
            blinds: Blinds { small: 50, big: 100 },
            ante: 0,
            stacks: Stacks(vec![20_000]),
            hands: 1,
            reset: true,
            button: Button::Last,
            free_fold: false,
            reopen: Reopen::Full,
        }
    }
}

pub(super) const SWITCHES: &[Switch] = &[
    Switch { key: "seats", kind: Kind::Int(2, 10), help: "how many seats" },
    Switch {
        key: "blinds",
        kind: Kind::Text("small and big blind, such as 50/100"),
        help: "the blinds: the small one at most the big one, the big one at least 1",
    },
    Switch {
        key: "ante",
        kind: Kind::Int(0, MOST_CHIPS as i64),
        help: "what each seat pays into the pot before the blinds",
    },
    Switch {
        key: "stacks",
        kind: Kind::Text("one number of chips for all seats, or one for each, such as 500/1000/20000"),
        help: "chips at the start, 1 to 100,000,000 a seat",
    },
    Switch { key: "hands", kind: Kind::Int(1, 1000), help: "how many hands an episode has" },
    Switch {
        key: "reset",
        kind: Kind::Bool,
        help: "stacks are as at the start again in every hand of an episode; off: what was won stays",
    },
    Switch {
        key: "button",
        kind: Kind::OneOf(&["last", "drawn"]),
        help: "who has the button in the first hand: the last seat, or a seat drawn with the deal",
    },
    Switch { key: "free_fold", kind: Kind::Bool, help: "folding is legal where checking is free" },
    Switch {
        key: "reopen",
        kind: Kind::OneOf(&["full", "pokerkit"]),
        help: "who has acted may raise again when facing a full bet or raise, or as the package pokerkit counts",
    },
];

impl Config {
    /// The chips a seat starts with.
    pub fn stack(&self, seat: usize) -> Chips {
        self.stacks.0[seat.min(self.stacks.0.len() - 1)]
    }

    /// What is wrong with it, if something is.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let refuse = |field: &str, value: &dyn fmt::Display, allowed: &str| {
            Err(ConfigError::value(field, value, allowed))
        };
        if !(2..=10).contains(&self.seats) {
            return refuse("seats", &self.seats, "a whole number from 2 to 10");
        }
        if self.blinds.small > self.blinds.big || !(1..=MOST_CHIPS).contains(&self.blinds.big) {
            return refuse(
                "blinds",
                &self.blinds,
                "a big blind from 1 to 100000000 and a small one up to it",
            );
        }
        if self.ante > MOST_CHIPS {
            return refuse("ante", &self.ante, "a whole number from 0 to 100000000");
        }
        let seats = usize::from(self.seats);
        if self.stacks.0.len() != 1 && self.stacks.0.len() != seats {
            return refuse("stacks", &self.stacks, &format!("one number, or one for each of {seats} seats"));
        }
        if self.stacks.0.iter().any(|s| !(1..=MOST_CHIPS).contains(s)) {
            return refuse("stacks", &self.stacks, "1 to 100000000 chips a seat");
        }
        if !(1..=1000).contains(&self.hands) {
            return refuse("hands", &self.hands, "a whole number from 1 to 1000");
        }
        Ok(())
    }
}

impl fmt::Display for Blinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.small, self.big)
    }
}

impl FromStr for Blinds {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new("pair of blinds", text, "it is two whole numbers, such as 50/100");
        let (small, big) = text.split_once('/').ok_or_else(wrong)?;
        let number = |t: &str| t.parse().map_err(|_| wrong());
        Ok(Self { small: number(small)?, big: number(big)? })
    }
}

impl fmt::Display for Stacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(Chips::to_string).collect();
        f.write_str(&texts.join("/"))
    }
}

impl FromStr for Stacks {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong =
            |_| ParseError::new("list of stacks", text, "it is whole numbers, such as 20000 or 500/1000");
        text.split('/').map(|t| t.parse().map_err(wrong)).collect::<Result<_, _>>().map(Self)
    }
}

serde_as_text!(Blinds, Stacks);
