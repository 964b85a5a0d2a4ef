//! The switches of the rules.

use super::handicap::{fixed_handicap, most_fixed};
use super::point::{MAX_POINTS, Size, Vertex};
use croupier_core::{ConfigError, Kind, Switch};
use serde::{Deserialize, Serialize};

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ko {
    /// No stone may make a position that has been before.
    #[default]
    Positional,
    /// No stone may make a position that has been before with the same player to move.
    Situational,
    /// No stone may undo the opponent's last stone and its capture; longer cycles run on.
    Simple,
}

/// How handicap stones come on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Placement {
    /// On the points of the GTP specification, before the first move.
    #[default]
    Fixed,
    /// Where Black likes: Black's first moves, without White's between.
    Free,
}

/// One configuration of Go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Columns, 1 to 25.
    pub width: u8,
    /// Rows, 1 to 25.
    pub height: u8,
    /// Points given to White; `None` is 7 on 9×9 and 7.5 elsewhere.
    pub komi: Option<f64>,
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether a chain of two stones or more may be played out of its last liberty.
    pub suicide: bool,
    /// The number of moves that ends the game as a draw; `None` is 3 × points, 0 is no limit.
    pub max_moves: Option<u32>,
    /// Black's handicap stones: none, or 2 and more. White then moves first.
    pub handicap: u8,
    /// How they come on the board.
    pub placement: Placement,
}

impl Default for Config {
    fn default() -> Self {
        Config::square(9)
    }
}

impl Config {
    /// The standard rules on a square board.
    pub fn square(side: u8) -> Config {
        Config {
            width: side,
            height: side,
            komi: None,
            ko: Ko::Positional,
            suicide: false,
            max_moves: None,
            handicap: 0,
            placement: Placement::Fixed,
        }
    }

    /// The komi in points.
    pub fn komi_points(&self) -> f64 {
        self.komi.unwrap_or(if (self.width, self.height) == (9, 9) { 7.0 } else { 7.5 })
    }

    /// The number of moves that ends the game, if any does.
    #[inline]
    pub fn limit(&self) -> Option<u32> {
        match self.max_moves {
            None => Some(3 * u32::from(self.width) * u32::from(self.height)),
            Some(0) => None,
            limit => limit,
        }
    }

    /// The board's size.
    ///
    /// # Panics
    /// When the configuration was never checked by `Go::new`.
    pub fn size(&self) -> Size {
        Size::new(self.width.into(), self.height.into()).expect("Go::new checks the sides")
    }

    pub(crate) fn fixed_handicap(&self) -> Vec<Vertex> {
        match self.placement {
            Placement::Fixed => fixed_handicap(self.size(), self.handicap.into()).unwrap_or_default(),
            Placement::Free => Vec::new(),
        }
    }

    pub(crate) fn free_handicap(&self) -> u8 {
        if self.placement == Placement::Free { self.handicap } else { 0 }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let size = Size::new(self.width.into(), self.height.into())?;
        if let Some(komi) = self.komi
            && !(KOMI.0..=KOMI.1).contains(&komi)
        {
            return Err(ConfigError::value("komi", komi, "a number from -1000 to 1000"));
        }
        if let Some(limit) = self.max_moves.filter(|&n| n > MOVES as u32) {
            return Err(ConfigError::value("max_moves", limit, format!("a whole number from 0 to {MOVES}")));
        }
        let most = match self.placement {
            Placement::Fixed => most_fixed(size),
            Placement::Free => size.points() - 1,
        };
        let stones = usize::from(self.handicap);
        if stones == 1 || stones > most {
            let allowed = match most {
                0 | 1 => format!("0 on {size} with {:?} placement", self.placement),
                _ => format!("0, or 2 to {most} on {size} with {:?} placement", self.placement),
            };
            return Err(ConfigError::value("handicap", stones, allowed.to_lowercase()));
        }
        Ok(())
    }

    pub(crate) fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        vec![
            ("standard", "9x9, komi 7, area scoring, positional superko, no suicide", Config::square(9)),
            ("13x13", "the standard rules on 13x13, komi 7.5", Config::square(13)),
            ("19x19", "the standard rules on 19x19, komi 7.5", Config::square(19)),
            (
                "tromp-taylor",
                "19x19, komi 7.5, suicide of two stones and more allowed",
                Config { suicide: true, ..Config::square(19) },
            ),
        ]
    }

    pub(crate) const SWITCHES: &'static [Switch] = &[
        Switch { key: "width", kind: Kind::Int(1, 25), help: "columns" },
        Switch { key: "height", kind: Kind::Int(1, 25), help: "rows" },
        Switch {
            key: "komi",
            kind: Kind::Float(KOMI.0, KOMI.1),
            help: "points for White (default 7 on 9x9, 7.5 elsewhere)",
        },
        Switch {
            key: "ko",
            kind: Kind::OneOf(&["positional", "situational", "simple"]),
            help: "which repetitions are forbidden",
        },
        Switch {
            key: "suicide",
            kind: Kind::Bool,
            help: "whether suicide of two stones and more is allowed",
        },
        Switch {
            key: "max_moves",
            kind: Kind::Int(0, MOVES),
            help: "moves that end the game as a draw (default 3 x points, 0 for no limit)",
        },
        Switch {
            key: "handicap",
            kind: Kind::Int(0, MAX_POINTS as i64 - 1),
            help: "Black's handicap stones, 0 or 2 and more; White then moves first",
        },
        Switch {
            key: "placement",
            kind: Kind::OneOf(&["fixed", "free"]),
            help: "handicap on GTP's fixed points, or as Black's first moves",
        },
    ];
}

/// The range of komi.
const KOMI: (f64, f64) = (-1000.0, 1000.0);
/// The largest limit of moves.
const MOVES: i64 = 1_000_000;
