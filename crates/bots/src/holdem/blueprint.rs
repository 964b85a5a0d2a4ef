//! A blueprint: the average strategy of the abstract game, in a file that says how it was made.
//!
//! The file: a line that names the format, a line of JSON (the [`Header`]), then bytes: the equities of starting hands
//! (169 × 169 numbers of 16 bits, little-endian) and the probabilities in 255ths.

use super::betting::{Abstraction, Betting, Node};
use super::buckets::{Buckets, CELLS};
use super::pattern::Patterns;
use croupier_core::{ConfigError, Game};
use croupier_games::Holdem;
use croupier_games::holdem::Hole;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::{Arc, LazyLock};

const MAGIC: &str = "croupier hold'em blueprint 1";
const EQUITIES: usize = 169 * 169;

/// How a blueprint was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Iterations of external sampling, each once for either seat.
    pub iterations: u64,
    /// The seed.
    pub seed: u64,
    /// Hands of self-play behind its pattern tree.
    pub self_play: u64,
}

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game.
    pub game: String,
    /// Its rules' number.
    pub rules: u32,
    /// The program's version.
    pub version: String,
    /// Bets and classes.
    pub abstraction: Abstraction,
    /// Cuts between classes.
    pub cuts: Buckets,
    /// How it was made.
    pub origin: Origin,
    /// Its pattern tree: visits by street, place and action.
    pub base: Patterns,
    /// FNV-1a of the bytes that follow, so that a damaged file is told from a whole one.
    pub check: String,
}

/// A blueprint that is refused, and why.
#[derive(Debug, thiserror::Error)]
pub enum BlueprintError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// Not a blueprint.
    #[error("{0}: not a blueprint; its first line is `{MAGIC}`")]
    Format(String),
    /// The line of JSON.
    #[error("{path}: the header, its second line, is not understood: {error}")]
    Header {
        /// The file.
        path: String,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// Of another game or other rules.
    #[error("{path}: for {found}; this program plays {expected}")]
    Other {
        /// The file.
        path: String,
        /// What it is for.
        found: String,
        /// What is played here.
        expected: String,
    },
    /// A part that is refused.
    #[error("{path}: {error}")]
    Value {
        /// The file.
        path: String,
        /// What is wrong.
        error: ConfigError,
    },
    /// Cut off or too long.
    #[error("{path}: {found} bytes behind the header; its abstraction takes {expected}")]
    Length {
        /// The file.
        path: String,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// Bytes changed.
    #[error("{path}: damaged: the check of its bytes is {found}, the header says {expected}")]
    Damaged {
        /// The file.
        path: String,
        /// What the bytes give.
        found: String,
        /// What the header says.
        expected: String,
    },
}

/// A player near an equilibrium of the abstract game.
#[derive(Clone, Debug, PartialEq)]
pub struct Blueprint {
    /// Bets and classes.
    pub abstraction: Abstraction,
    /// The abstract betting.
    pub betting: Betting,
    /// Classes of hands.
    pub buckets: Buckets,
    /// How it was made.
    pub origin: Origin,
    /// B: what its player does against itself.
    pub base: Patterns,
    pub(super) equities: Vec<u16>,
    pub(super) numbers: Vec<u8>,
}

static SHIPPED: LazyLock<Arc<Blueprint>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../data/holdem-blueprint.bin");
    Arc::new(
        Blueprint::from_bytes(bytes, "the blueprint shipped")
            .expect("the shipped file is whole: a test reads it"),
    )
});

impl Blueprint {
    /// The one shipped with the program, read once.
    pub fn shipped() -> Arc<Self> {
        SHIPPED.clone()
    }

    /// The probabilities of a decision's actions for a class of hands; none elsewhere.
    pub fn probabilities(&self, place: usize, class: u16) -> Vec<f64> {
        let Some(Node::Decision { edges, slot, .. }) = self.betting.nodes.get(place) else {
            return Vec::new();
        };
        let at = *slot as usize + usize::from(class) * edges.len();
        self.numbers[at..at + edges.len()].iter().map(|&n| f64::from(n) / 255.0).collect()
    }

    /// The chance of a hand against another before the flop: that of their starting hands.
    #[inline]
    pub fn equity(&self, own: Hole, other: Hole) -> f64 {
        let cell = |h: Hole| usize::from(CELLS[h.index()]);
        f64::from(self.equities[169 * cell(own) + cell(other)]) / 65_535.0
    }

    /// The chance of a starting hand, by cell of the grid, against any hand before the flop.
    pub fn against_all(&self, cell: usize) -> f64 {
        let row = &self.equities[169 * cell..169 * (cell + 1)];
        let size = |other: usize| match (other / 13).cmp(&(other % 13)) {
            std::cmp::Ordering::Less => 4.0,
            std::cmp::Ordering::Equal => 6.0,
            std::cmp::Ordering::Greater => 12.0,
        };
        row.iter().enumerate().map(|(i, &e)| size(i) * f64::from(e)).sum::<f64>() / (1326.0 * 65_535.0)
    }

    /// The whole file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.equities.iter().flat_map(|e| e.to_le_bytes()).collect();
        bytes.extend(&self.numbers);
        let header = Header {
            game: Holdem::ID.into(),
            rules: Holdem::RULES,
            version: croupier_core::VERSION.into(),
            abstraction: self.abstraction.clone(),
            cuts: self.buckets.clone(),
            origin: self.origin.clone(),
            base: self.base.clone(),
            check: check(&bytes),
        };
        let header = serde_json::to_string(&header).expect("a header serialises");
        [format!("{MAGIC}\n{header}\n").into_bytes(), bytes].concat()
    }

    /// Reads a file's bytes; `path` names it in messages.
    ///
    /// # Errors
    /// Whatever is not as [`to_bytes`](Self::to_bytes) writes it.
    pub fn from_bytes(bytes: &[u8], path: &str) -> Result<Self, BlueprintError> {
        let path = path.to_string();
        let line = |bytes: &[u8]| bytes.iter().take(1 << 20).position(|b| *b == b'\n');
        let Some(rest) = bytes.strip_prefix(MAGIC.as_bytes()).and_then(|b| b.strip_prefix(b"\n")) else {
            return Err(BlueprintError::Format(path));
        };
        let end = line(rest).unwrap_or(rest.len());
        let header: Header = match serde_json::from_slice(&rest[..end]) {
            Ok(header) => header,
            Err(error) => return Err(BlueprintError::Header { path, error }),
        };
        let expected = format!("{} RULES {}", Holdem::ID, Holdem::RULES);
        let found = format!("{} RULES {}", header.game, header.rules);
        if found != expected {
            return Err(BlueprintError::Other { path, found, expected });
        }
        let betting = match Betting::new(&header.abstraction) {
            Ok(betting) => betting,
            Err(error) => return Err(BlueprintError::Value { path, error }),
        };
        if !header.cuts.fit(&header.abstraction) {
            let error =
                ConfigError::value("cuts", "the list", "rising numbers, one fewer than a street has classes");
            return Err(BlueprintError::Value { path, error });
        }
        let data = rest.get(end + 1..).unwrap_or_default();
        let expected = 2 * EQUITIES + betting.slots;
        if data.len() != expected {
            return Err(BlueprintError::Length { path, found: data.len(), expected });
        }
        if check(data) != header.check {
            return Err(BlueprintError::Damaged { path, found: check(data), expected: header.check });
        }
        let (equities, numbers) = data.split_at(2 * EQUITIES);
        let equities = equities.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        Ok(Self {
            abstraction: header.abstraction,
            betting,
            buckets: header.cuts,
            origin: header.origin,
            base: header.base,
            equities,
            numbers: numbers.to_vec(),
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), or when the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, BlueprintError> {
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Self::from_bytes(&bytes, &name),
            Err(error) => Err(BlueprintError::Io { path: name, error }),
        }
    }

    /// Writes a file, beside it and renamed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), BlueprintError> {
        croupier_core::write_whole(path, &self.to_bytes())
            .map_err(|error| BlueprintError::Io { path: path.display().to_string(), error })
    }
}

/// FNV-1a, 64 bits, in hexadecimal.
fn check(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
