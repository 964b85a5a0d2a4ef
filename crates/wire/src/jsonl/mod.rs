//! `bot-jsonl`, version 1: any program as a seat, one JSON object a line each way.
//!
//! `docs/PROTOCOL.md` is the whole protocol, with a transcript. A [`CmdFactory`] makes agents that speak it with
//! a process of their own; processes are kept for the next series and end with the factory. Unix only: it needs
//! process groups and `poll`.
//!
//! ```
//! use croupier_core::Factory;
//! use croupier_games::kuhn::Kuhn;
//! use croupier_wire::jsonl::{CmdFactory, CmdOptions, command_of};
//!
//! let command = command_of("cmd:python3 my_bot.py --level '2 plies'").unwrap();
//! let factory = CmdFactory::new(&Kuhn::default(), command, CmdOptions::default())?;
//! let agent = factory.make(); // the program starts when the agent's first episode begins
//! # drop(agent);
//! # Ok::<(), croupier_core::ConfigError>(())
//! ```
//!
//! Who may wait for whom: one thread, the agent's caller, moves all bytes with non-blocking pipes and `poll`, so a
//! bot that never reads, floods a pipe or says nothing costs its own time limit and blocks nobody else.

mod agent;
mod factory;
pub(crate) mod lines;
mod message;
pub(crate) mod process;

pub use factory::{BotName, CmdFactory, CmdOptions, SCHEME, command_of};
pub use message::{PROTOCOL, Reply, ReplyBody, ReplyError, VERSION};
