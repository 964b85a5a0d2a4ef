//! No-limit hold'em.

mod card;
mod error;
pub mod eval;
pub mod iso;

pub use card::{Card, CardSet, HOLES, Hole, Rank, Suit};
pub use error::Error;
