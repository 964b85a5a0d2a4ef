//! Bots of Go: `random`, `uct` (the persistent search with light playouts), `mcts` (the arena search with knowledge).

mod agent;
mod analyze;
mod eyes;
mod knowledge;
mod light;
mod patterns;
mod playout;
mod tactics;
#[cfg(test)]
mod tests;

pub use agent::{McAgent, McSpec, UctAgent, UctSpec};
pub use analyze::{Analysis, CandidateLine, analyze};
pub use knowledge::{Heavy, Weights};
pub use light::Light;
pub use playout::Rates;
