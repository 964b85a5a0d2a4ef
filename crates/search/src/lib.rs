//! Searches, generic over the game: what a game knows about itself is handed in as a value.
//!
//! [`persistent`] is Monte Carlo tree search as pure functions over a shared, immutable tree; [`mcts`] is the same
//! search in an arena, with everything that makes it strong. Both are for games without hidden information: the
//! caller hands them a state, which for a game with hidden information would have to be a sampled world. [`cfr`] is for
//! games with hidden information: strategies near an equilibrium, by regret minimisation.

pub mod cfr;
mod knowledge;
pub mod mcts;
pub mod persistent;
pub mod time;

pub use knowledge::{Candidate, Ending, Knowledge, Trail, Uniform};
