//! How a command fails: 1 the run failed, 2 the request was wrong.

use croupier_arena::{PlanError, StoreError};
use croupier_core::ConfigError;
use std::fmt;
use std::io::Write;
use std::process::ExitCode;

/// A request that makes no sense; exit code 2.
#[derive(Debug)]
pub struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// An error that is the request's fault.
pub fn usage(text: impl Into<String>) -> anyhow::Error {
    Usage(text.into()).into()
}

/// Prints a line to standard output; a closed pipe or a full disk is an error, not a panic.
pub fn say(text: impl fmt::Display) -> anyhow::Result<()> {
    Ok(writeln!(std::io::stdout(), "{text}")?)
}

/// Prints one clear line and gives the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    eprintln!("croupier: {error:#}");
    if is_usage(error) { ExitCode::from(2) } else { ExitCode::FAILURE }
}

fn is_usage(error: &anyhow::Error) -> bool {
    let store = |e: &StoreError| {
        {
            matches!(
                e,
                StoreError::Missing(_)
                    | StoreError::Exists(_)
                    | StoreError::Other { .. }
                    | StoreError::Io { .. }
            )
        }
    };
    error.is::<Usage>()
        || error.is::<ConfigError>()
        || error.is::<PlanError>()
        || error.downcast_ref().is_some_and(store)
}

/// `croupier … | head` is no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
