//! GTP, the Go Text Protocol, version 2 (Farnebäck 2002), both ways.
//!
//! [`Engine`] answers its commands for any [`Player`] of ours: the required ones, handicaps, clocks, scoring, SGF,
//! analysis and what regression tests ask. [`GtpFactory`] makes agents that ask a GTP engine, such as GNU Go, Pachi or
//! KataGo, run as a program: the bot spec `gtp:COMMAND`. [`regress`] runs files of tests on either.
//!
//! ```
//! use croupier_games::Go;
//! use croupier_wire::gtp::{Engine, Options, Player};
//! let mut engine = Engine::new(Go::default(), Player::none(), Options::default());
//! assert_eq!(engine.answer("1 play b d4 # a comment").unwrap(), "=1 \n\n");
//! assert_eq!(engine.answer("countlib D4").unwrap(), "= 4\n\n");
//! assert_eq!(engine.answer("play w d4").unwrap(), "? illegal move\n\n");
//! assert_eq!(engine.answer("  # nothing"), None);
//! ```

mod analyse;
mod board;
mod client;
mod clock;
mod engine;
mod files;
mod line;
mod player;
mod regress;

pub use client::{Console, GtpFactory, GtpOptions, SCHEME, command_of};
pub use engine::{Engine, Options};
pub use player::{Outlook, Player, Think};
pub use regress::{RegressError, Regression, Test, Verdict, regress};
