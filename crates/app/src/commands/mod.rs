//! One file for each family of commands.

mod analyze;
mod bench;
mod games;
mod gtp;
mod holdem_model;
mod play;
mod records;
mod runs;
mod sgf;
mod solve;

use crate::args::Command;
use anyhow::Result;

/// Runs a command.
pub fn run(command: Command) -> Result<()> {
    match command {
        Command::Games(args) => games::run(&args),
        Command::Match(args) => runs::run_match(args),
        Command::League(args) => runs::run_league(args),
        Command::Compare(args) => runs::run_compare(args),
        Command::Ablate(args) => runs::run_ablate(args),
        Command::Resume(args) => runs::resume(&args),
        Command::Verify(args) => records::verify(&args),
        Command::Replay(args) => records::replay(&args),
        Command::Play(args) => play::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Solve(args) => solve::run(&args),
    }
}
