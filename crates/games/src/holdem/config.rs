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
    /// What each seat puts in before the hand in place of blinds and ante, if that is said seat by seat.
    #[serde(default, skip_serializing_if = "Posts::is_none")]
    pub posts: Posts,
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

/// What one seat puts in before a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// A live bet: a blind, a straddle, or what a seat pays to come in.
    pub bet: Chips,
    /// Chips that are no bet.
    pub ante: Chips,
    /// Whether the bet is that of a seat that comes in, which does not move the first to act.
    pub late: bool,
}

/// What each seat puts in before a hand, written seat by seat as `5/10/20`, each a bet, or `bet+ante`, or `bet*` for one
/// that does not move the first to act; `none` where blinds and ante say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Posts(pub Vec<Post>);

impl Posts {
    /// Whether blinds and ante say what is put in.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

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
    /// As the dealer of the Annual Computer Poker Competition counts: always, and the least raise goes to the highest
    /// bet plus what the last raise added, but never below what was the least before a short all-in.
    Acpc,
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
            posts: Posts::default(),
        }
    }
}

pub(super) const SWITCHES: &[Switch] = &[
    Switch { key: "seats", kind: Kind::Int(2, MOST_SEATS as i64), help: "how many seats" },
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
        kind: Kind::OneOf(&["full", "pokerkit", "acpc"]),
        help: "who has acted may raise again when facing a full bet or raise, or as the package pokerkit or the ACPC's dealer counts",
    },
    Switch {
        key: "posts",
        kind: Kind::Text("none, or for each seat a bet, bet+ante or bet*, such as 5/10/20/0+5"),
        help: "what each seat puts in, in place of blinds and ante: straddles, antes of some seats, bets of seats that come in (*); in one hand",
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
        if !(2..=MOST_SEATS).contains(&usize::from(self.seats)) {
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
        self.check_posts()
    }

    fn check_posts(&self) -> Result<(), ConfigError> {
        if self.posts.is_none() {
            return Ok(());
        }
        let refuse = |allowed: String| Err(ConfigError::value("posts", &self.posts, allowed));
        if self.posts.0.len() != usize::from(self.seats) {
            return refuse(format!("none, or one for each of {} seats", self.seats));
        }
        if self.hands != 1 || self.button != Button::Last {
            return refuse("none, unless hands=1 and button=last".into());
        }
        if self.posts.0.iter().any(|p| p.bet > MOST_CHIPS || p.ante > MOST_CHIPS) {
            return refuse("0 to 100000000 chips a seat".into());
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

impl fmt::Display for Posts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("none");
        }
        for (i, post) in self.0.iter().enumerate() {
            let slash = if i == 0 { "" } else { "/" };
            write!(f, "{slash}{}", post.bet)?;
            f.write_str(if post.late { "*" } else { "" })?;
            if post.ante > 0 {
                write!(f, "+{}", post.ante)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Posts {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "none" {
            return Ok(Self::default());
        }
        let wrong = || ParseError::new("list of posts", text, "it is none, or seat by seat as 5/10/20*/0+5");
        let number = |t: &str| t.parse::<Chips>().map_err(|_| wrong());
        let post = |t: &str| {
            let (bet, ante) = t.split_once('+').unwrap_or((t, "0"));
            let (digits, late) = bet.strip_suffix('*').map_or((bet, false), |d| (d, true));
            Ok(Post { bet: number(digits)?, ante: number(ante)?, late })
        };
        text.split('/').map(post).collect::<Result<_, _>>().map(Self)
    }
}

serde_as_text!(Blinds, Stacks, Posts);
