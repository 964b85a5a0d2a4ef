//! The switches and the profiles.

use super::tile::{KINDS, Tile, TileSet};
use croupier_core::{ConfigError, Kind, Switch};
use serde::{Deserialize, Serialize};

/// What happens when a discard completes several hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoubleRon {
    /// Only the next in turn after the discarder wins.
    NextInTurn,
    /// Each of them wins, and the discarder pays each.
    All,
    /// Nobody wins: the hand is a draw.
    None,
}

/// Every switch of mini mahjong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// How many seats, 2 to 4.
    pub players: u8,
    /// What happens when a discard completes several hands.
    pub double_ron: DoubleRon,
    /// The kinds in play, each with its own count of 0 to 4.
    pub tiles: TileSet,
    /// The sets (runs or triplets) of a complete hand, 0 to 4.
    pub sets: u8,
    /// The pairs of a complete hand, 0 or 1.
    pub pair: u8,
}

impl Config {
    /// The tiles of a complete hand: three for each set and two for the pair.
    pub fn complete(&self) -> usize {
        3 * usize::from(self.sets) + 2 * usize::from(self.pair)
    }

    /// The tiles a seat holds between turns: one fewer than a complete hand.
    pub fn held(&self) -> usize {
        self.complete().saturating_sub(1)
    }

    /// The tiles left to draw after the deal.
    pub fn wall(&self) -> i32 {
        self.tiles.total() - (usize::from(self.players) * self.held()) as i32
    }

    /// Checks every field, and that somebody can draw.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let within = |field, value: u8, lo: u8, hi: u8| {
            let fits = (lo..=hi).contains(&value);
            fits.then_some(())
                .ok_or_else(|| ConfigError::value(field, value, format!("a whole number from {lo} to {hi}")))
        };
        within("players", self.players, 2, 4)?;
        within("sets", self.sets, 0, 4)?;
        within("pair", self.pair, 0, 1)?;
        if self.complete() == 0 {
            return Err(ConfigError::value(
                "sets",
                0,
                "at least 1 when pair is 0: a complete hand of 0 sets and 0 pairs has no tiles",
            ));
        }
        for tile in Tile::all() {
            let count = self.tiles.count(tile);
            if !(0..=4).contains(&count) {
                return Err(ConfigError::value(
                    "tiles",
                    self.tiles,
                    format!("0 to 4 of a kind, not {count} of {tile}"),
                ));
            }
        }
        if self.wall() < 1 {
            let (total, dealt) = (self.tiles.total(), self.players as usize * self.held());
            return Err(ConfigError::value(
                "tiles",
                self.tiles,
                format!(
                    "at least {} tiles (it has {total}): {} players hold {} each, and one must be left to draw",
                    dealt + 1,
                    self.players,
                    self.held()
                ),
            ));
        }
        Ok(())
    }
}

/// Four of each of the kinds in these ranges of [`Tile::index`].
const fn four_of_each(ranges: &[(usize, usize)]) -> TileSet {
    let mut counts = [0; KINDS];
    let mut i = 0;
    while i < ranges.len() {
        let mut kind = ranges[i].0;
        while kind <= ranges[i].1 {
            counts[kind] = 4;
            kind += 1;
        }
        i += 1;
    }
    TileSet::new(counts)
}

/// Characters 1–9, green dragon, red dragon.
const SMALL: TileSet = four_of_each(&[(0, 8), (32, 33)]);
/// All 34 kinds.
const FULL: TileSet = four_of_each(&[(0, KINDS - 1)]);

const THREE_TILE: Config =
    Config { players: 2, double_ron: DoubleRon::NextInTurn, tiles: SMALL, sets: 1, pair: 0 };

impl Default for Config {
    fn default() -> Self {
        THREE_TILE
    }
}

/// The named configurations, the default first.
pub(super) fn profiles() -> Vec<(&'static str, &'static str, Config)> {
    let five = Config { pair: 1, ..THREE_TILE };
    let fourteen = Config { sets: 4, pair: 1, tiles: FULL, ..THREE_TILE };
    vec![
        ("three-tile", "a win is one set; characters and two dragons, 44 tiles", THREE_TILE),
        ("five-tile", "a win is a set and a pair; characters and two dragons, 44 tiles", five),
        ("fourteen-tile", "a win is four sets and a pair; all 136 tiles", fourteen),
    ]
}

/// The fields of [`Config`], for command lines.
pub(super) const SWITCHES: &[Switch] = &[
    Switch { key: "players", kind: Kind::Int(2, 4), help: "how many seats" },
    Switch {
        key: "double_ron",
        kind: Kind::OneOf(&["next-in-turn", "all", "none"]),
        help: "who wins when a discard completes several hands; with none the hand is a draw",
    },
    Switch {
        key: "tiles",
        kind: Kind::Text(
            "kinds joined by +, each ranks, suit letters (m p s, z for honours) and optionally x and a count of 0 to 4, \
             such as 1-9m+67z or 1-9mps+1-7zx2",
        ),
        help: "the kinds in play and how many of each, 4 if not said",
    },
    Switch { key: "sets", kind: Kind::Int(0, 4), help: "sets (runs or triplets) in a complete hand" },
    Switch { key: "pair", kind: Kind::Int(0, 1), help: "pairs in a complete hand" },
];
