//! Game definitions, such as `holdem.nolimit.2p.reverse_blinds.game`.

use super::AcpcError;
use crate::hand::shortened;
use croupier_core::{ConfigError, Game, Switch};
use croupier_games::Holdem;
use croupier_games::holdem::{Blinds, Button, Chips, Config, Reopen, Stacks};
use std::fmt;
use std::str::FromStr;

/// A game of no-limit hold'em that the protocol can describe: one hand, no antes, seats in order of position, short
/// all-ins as the reference dealer counts them.
#[derive(Clone, Debug, PartialEq)]
pub struct GameDef {
    config: Config,
}

impl Default for GameDef {
    /// Heads-up, blinds 50 and 100, stacks 20,000.
    fn default() -> Self {
        Self { config: Config { reopen: Reopen::Acpc, stacks: Stacks(vec![20_000; 2]), ..Config::default() } }
    }
}

impl GameDef {
    /// The definition of rules of ours; heads-up what a short all-in reopens makes no difference, and with more seats it is
    /// as the reference dealer counts.
    ///
    /// # Errors
    /// Names the switch that the protocol has no word for.
    pub fn of(config: &Config) -> Result<Self, ConfigError> {
        let refuse = |field: &str, value: &dyn fmt::Display, allowed: &str| {
            Err(ConfigError::value(field, value, format!("{allowed}, in the ACPC protocol")))
        };
        if config.ante > 0 {
            return refuse("ante", &config.ante, "0");
        }
        if !config.posts.is_none() {
            return refuse("posts", &config.posts, "none");
        }
        if config.free_fold {
            return refuse("free_fold", &config.free_fold, "false");
        }
        if config.button != Button::Last {
            return refuse("button", &"drawn", "last");
        }
        if config.hands > 1 && !config.reset {
            return refuse("reset", &config.reset, "true");
        }
        let seats = usize::from(config.seats);
        let stacks: Vec<Chips> = (0..seats).map(|i| config.stack(i)).collect();
        if config.hands > 1 && stacks.iter().any(|s| *s != stacks[0]) {
            return refuse("stacks", &config.stacks, "one number where an episode has several hands");
        }
        if stacks.iter().any(|&s| s < config.blinds.big) {
            return refuse("stacks", &config.stacks, "at least the big blind");
        }
        let config =
            Config { hands: 1, reset: true, reopen: Reopen::Acpc, stacks: Stacks(stacks), ..config.clone() };
        Ok(Self { config })
    }

    /// The rules of one hand.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The game.
    pub fn game(&self) -> Holdem {
        Holdem::new(self.config.clone()).expect("a definition is checked when it is made")
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        usize::from(self.config.seats)
    }

    /// The switches that a game definition says.
    pub fn switches() -> impl Iterator<Item = &'static Switch> {
        Holdem::switches().iter().filter(|s| ["seats", "blinds", "stacks"].contains(&s.key))
    }

    fn blinds(&self) -> Vec<Chips> {
        let Blinds { small, big } = self.config.blinds;
        let first = if self.seats() == 2 { [big, small] } else { [small, big] };
        first.into_iter().chain(std::iter::repeat(0)).take(self.seats()).collect()
    }
}

impl fmt::Display for GameDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |chips: &[Chips]| chips.iter().map(Chips::to_string).collect::<Vec<_>>().join(" ");
        let seats = self.seats();
        let first = if seats == 2 { "2 1 1 1" } else { "3 1 1 1" };
        writeln!(f, "GAMEDEF\nnolimit\nnumPlayers = {seats}\nnumRounds = 4")?;
        writeln!(f, "stack = {}\nblind = {}", list(&self.config.stacks.0), list(&self.blinds()))?;
        writeln!(f, "firstPlayer = {first}\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2")?;
        writeln!(f, "numBoardCards = 0 3 1 1\nEND GAMEDEF")
    }
}

/// The fields that take numbers.
const FIELDS: [&str; 10] = [
    "numplayers",
    "numrounds",
    "stack",
    "blind",
    "firstplayer",
    "maxraises",
    "numsuits",
    "numranks",
    "numholecards",
    "numboardcards",
];

impl FromStr for GameDef {
    type Err = AcpcError;

    /// Reads a definition; case is ignored, as are empty lines and lines that begin with `#`.
    fn from_str(text: &str) -> Result<Self, AcpcError> {
        let mut values: [Option<Vec<Chips>>; 10] = Default::default();
        let mut no_limit = false;
        for line in text.lines().map(str::trim) {
            let lower = line.to_lowercase();
            if lower == "end gamedef" {
                break;
            }
            let (name, rest) = lower.split_once('=').unwrap_or((&lower, ""));
            match name.trim() {
                "" | "gamedef" => {}
                name if name.starts_with('#') => {}
                "nolimit" => no_limit = true,
                "limit" => return Err(refuse("limit", "limit", "nolimit")),
                name => {
                    let known = FIELDS.iter().position(|f| *f == name);
                    let at = known.ok_or_else(|| {
                        let near = croupier_core::config::nearest(name, FIELDS);
                        let hint = near.map_or(String::new(), |n| format!(", did you mean `{n}`?"));
                        AcpcError::line(line, format!("it is no field of a game definition{hint}"))
                    })?;
                    let numbers = rest.split_whitespace().map(|n| n.parse::<Chips>().ok());
                    let numbers = numbers.collect::<Option<Vec<_>>>().filter(|n| !n.is_empty());
                    values[at] =
                        Some(numbers.ok_or_else(|| refuse(FIELDS[at], rest.trim(), "whole numbers"))?);
                }
            }
        }
        if !no_limit {
            return Err(refuse("nolimit", "missing", "`nolimit`: other games are not played here"));
        }
        defined(&values)
    }
}

fn refuse(field: &'static str, value: impl ToString, allowed: impl Into<String>) -> AcpcError {
    AcpcError::Game { field, value: shortened(&value.to_string()), allowed: allowed.into() }
}

fn defined(values: &[Option<Vec<Chips>>; 10]) -> Result<GameDef, AcpcError> {
    let get = |name: &'static str| {
        let at = FIELDS.iter().position(|f| *f == name).unwrap_or(0);
        values[at].as_deref().unwrap_or(&[])
    };
    let is = |name: &'static str, expected: &[Chips]| {
        let text = |n: &[Chips]| n.iter().map(Chips::to_string).collect::<Vec<_>>().join(" ");
        if get(name) == expected { Ok(()) } else { Err(refuse(name, text(get(name)), text(expected))) }
    };
    let &[seats @ 2..=10] = get("numplayers") else {
        return Err(refuse("numplayers", format!("{:?}", get("numplayers")), "2 to 10"));
    };
    is("numrounds", &[4])?;
    is("numsuits", &[4])?;
    is("numranks", &[13])?;
    is("numholecards", &[2])?;
    is("numboardcards", &[0, 3, 1, 1])?;
    is("firstplayer", if seats == 2 { &[2, 1, 1, 1] } else { &[3, 1, 1, 1] })?;
    // 255 is what the reference means by no limit.
    if get("maxraises").iter().any(|&n| n < 255) {
        return Err(refuse("maxraises", format!("{:?}", get("maxraises")), "nothing, or 255"));
    }
    let each = |name: &'static str| {
        let given = get(name);
        let n = seats as usize;
        given.get(..n).ok_or_else(|| refuse(name, format!("{} numbers", given.len()), format!("{n} numbers")))
    };
    let (stacks, blinds) = (each("stack")?, each("blind")?);
    let (small, big) = if seats == 2 { (blinds[1], blinds[0]) } else { (blinds[0], blinds[1]) };
    if blinds[2..].iter().any(|&b| b > 0) {
        return Err(refuse("blind", format!("{blinds:?}"), "two blinds, then zeros"));
    }
    let config = Config {
        seats: seats as u8,
        blinds: Blinds { small, big },
        stacks: Stacks(stacks.to_vec()),
        reopen: Reopen::Acpc,
        ..Config::default()
    };
    Holdem::new(config.clone()).map_err(crate::hand::HandError::from)?;
    GameDef::of(&config).map_err(|e| crate::hand::HandError::from(e).into())
}
