//! The `croupier` program: matches between CPU players, with results that can be trusted.

mod args;
mod commands;
mod fail;
mod registry;
mod specs;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    match commands::run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail::report(&error),
    }
}
