//! The `croupier` program as a library: its registry of games, its command line, its errors. `main.rs` only calls it.

pub mod args;
mod commands;
pub mod fail;
pub mod registry;
pub mod specs;

use clap::Parser;
use std::process::ExitCode;

/// Runs the command line of this process and says with what it exits: 0, 1 for a run that failed, 2 for wrong usage.
pub fn main() -> ExitCode {
    let cli = args::Cli::parse();
    match commands::run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail::report(&error),
    }
}
