//! The arena: plans of matches, runs that are the same on any number of threads, stores that survive being killed, and
//! reports that say what the evidence is.
//!
//! The unit of evidence is the *block*: one luck under every distinct seating of the entrants. Blocks count in plan
//! order, never in order of finishing.

mod block;
mod plan;
mod report;
mod run;
mod seating;
mod store;

pub use block::{BlockLine, Entrant, Played, TableLine};
pub use plan::{Deck, Kind, Plan, PlanError, Table};
pub use report::{BotReport, DecisionMs, Evidence, PairReport, Pairs, Report, Running, html, stats, text};
pub use run::{Progress, RunError, Runner, Stop};
pub use seating::{Seatings, seatings};
pub use store::{Store, StoreError, Verified, verify};
