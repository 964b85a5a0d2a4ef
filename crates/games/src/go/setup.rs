//! Positions set up by hand: problems, diagrams, handicap stones chosen elsewhere.

use super::point::{Colour, Vertex};
use serde::{Deserialize, Serialize};

/// Stones on the board before the first move, and who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Black's stones.
    pub black: Vec<Vertex>,
    /// White's stones.
    pub white: Vec<Vertex>,
    /// Who moves first.
    pub to_move: Colour,
}

/// A position that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A stone off the board.
    #[error("setup: {0} is off the board")]
    OffBoard(Vertex),
    /// Two stones on one vertex.
    #[error("setup: {0} is given twice")]
    Twice(Vertex),
    /// A chain that could not stand.
    #[error("setup: a chain has no liberty")]
    NoLiberty,
}
