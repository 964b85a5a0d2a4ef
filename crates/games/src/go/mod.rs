//! Go.
mod board;
mod playout;
mod point;
pub use board::{Board, ChainStones, Content};
pub use playout::{Playout, below, eye_margin, uniform, uniform_move};
pub use point::{Colour, MAX_POINTS, MAX_SIDE, Move, Point, Size, Vertex};

/// Errors.
#[derive(Debug, thiserror::Error)]
pub enum GoError {
    /// x
    #[error("colour {0:?}: black or white")]
    Colour(String),
    /// x
    #[error("{field} {value}")]
    Side {
        /// x
        field: &'static str,
        /// x
        value: usize },
    /// x
    #[error("vertex {0:?}")]
    Vertex(String),
}
