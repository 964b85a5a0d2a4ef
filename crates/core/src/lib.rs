//! The abstractions of Croupier: what a game, a view, an agent, a record and a seed are, and the laws that
//! every game must pass.
//!
//! The wall that matters is here: an [`Agent`] is handed a [`Decision`], and a decision yields the
//! [`Game::View`] of one seat and nothing else. No [`Game::State`] is reachable from it.
//!
//! ```
//! use croupier_core::{Luck, Rng};
//! // Chance is addressable: the n-th draw of a luck is the same whoever sits where.
//! let (mut a, mut b) = (Luck(7).draw(3), Luck(7).draw(3));
//! assert_eq!(a.below(52), b.below(52));
//! ```

mod agent;
pub mod config;
mod file;
mod game;
pub mod laws;
mod play;
mod record;
mod rng;
mod session;

pub use agent::{Agent, AgentError, Budget, Decision, Ending, Factory, Fault, escaped};
pub use config::{ConfigError, Kind, Switch};
pub use file::write_whole;
pub use game::{Determinize, Enumerate, Game, Hidden, Illegal, LegalSet, Seat, Tally, Turn};
pub use play::{Forfeit, Outcome, Watch, choose, play, random_playout};
pub use record::{AgentLabel, End, Event, Place, Record, RecordError, Recorder, Step, replay};
pub use rng::{Luck, Rng, Seed};
pub use session::{ActError, Session, Textual};

/// The version of this program, written into every record and result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
