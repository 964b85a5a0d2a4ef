//! Bots of Go: `random`, `uct` (the persistent search with light playouts), `mcts` (the arena search with knowledge).

mod agent;
mod knowledge;
mod light;
mod patterns;
mod playout;
mod tactics;

pub use agent::{McAgent, McSpec, UctAgent, UctSpec};
pub use knowledge::{Heavy, Weights};
pub use light::Light;
pub use playout::Rates;
