//! One file for each family of commands.

mod acpc;
mod analyze;
mod bench;
mod games;
mod gtp;
mod hands;
mod holdem_model;
mod play;
mod playouts;
mod records;
mod regress;
mod runs;
mod sgf;
mod solve;

pub use games::json as games_json;

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
        Command::Replay(args) if hands::is_file(&args) => hands::replay(&args),
        Command::Replay(args) => records::replay(&args),
        Command::Convert(args) => hands::convert(&args),
        Command::Play(args) => play::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Serve(args) => crate::serve::run(args),
        Command::Acpc(args) => acpc::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Solve(args) => solve::run(&args),
    }
}
