//! No-limit hold'em.

mod card;
pub mod equity;
mod error;
pub mod eval;
pub mod iso;
mod range;
pub mod strength;

pub use card::{Card, CardSet, HOLES, Hole, Rank, Suit};
pub use error::Error;
pub use range::{Grid, Range, StartingHand};
