//! The protocol of the Annual Computer Poker Competition, version 2.0.0, for no-limit hold'em.
//!
//! [`GameDef`] reads and writes game definitions; [`match_state`] and [`Line`] the lines that dealer and agents exchange and
//! the log's; [`Client`] takes a seat at any dealer; [`Dealer`] deals to any agents. In the protocol `rN` raises to N
//! counted over the whole hand, and positions are our seats: the first sits to the left of the button, the button last.
//!
//! ```
//! use croupier_wire::acpc::{GameDef, Line};
//! let game = GameDef::default();
//! let line: Line = "STATE:7:r300c/cr600f:Ks9h|8c7d/2c3d4h:-300|300:ann|bob".parse()?;
//! let hand = line.hand(&game)?;
//! assert_eq!(hand.actions[3].to_string(), "1 r300");
//! assert_eq!(hand.replay(|_| ())?.scores, hand.stated);
//! # Ok::<(), croupier_wire::acpc::AcpcError>(())
//! ```

mod client;
mod dealer;
mod gamedef;
mod line;
mod log;
mod socket;
mod table;
mod text;

pub use client::Client;
pub use dealer::{Dealer, Limits, MatchEnd, MatchReport};
pub use gamedef::GameDef;
pub use line::Line;
pub use log::{Log, LogWriter, log_line, read_log, score_line};
pub use text::{action_text, betting, match_state, total};

use crate::hand::HandError;

/// The version both sides name.
pub const VERSION: &str = "VERSION:2.0.0";

/// What is wrong with a line, a game definition or a connection.
#[derive(Debug, thiserror::Error)]
pub enum AcpcError {
    /// A field of a game definition.
    #[error("game definition, {field}: `{value}` is not allowed; it takes {allowed}")]
    Game {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A line that is not in the protocol.
    #[error("`{line}` is no line of the protocol: {reason}")]
    Line {
        /// The line.
        line: String,
        /// What is wrong.
        reason: String,
    },
    /// A hand that cannot be.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// A file's line.
    #[error("line {number}: {error}")]
    At {
        /// The line, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<AcpcError>,
    },
    /// The connection.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The other side has gone, or is silent.
    #[error("{0}")]
    Gone(String),
    /// The bot failed.
    #[error("hand {hand}: the bot failed ({reason})")]
    Bot {
        /// The hand's number.
        hand: u32,
        /// How.
        reason: String,
    },
}

impl AcpcError {
    pub(crate) fn line(line: &str, reason: impl Into<String>) -> Self {
        Self::Line { line: crate::hand::shortened(line), reason: reason.into() }
    }

    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        |source| Self::Io { what, source }
    }
}
