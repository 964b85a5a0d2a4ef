//! The options of `croupier serve`: each limit is one.

use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Shown by `croupier serve --help`.
pub const EXAMPLES: &str = "Examples:
  croupier serve                              play at http://127.0.0.1:8020
  croupier serve --runs runs --port 9000      with the runs under runs/
  croupier serve --host 0.0.0.0 --origin http://cards.local:8020
Tables are kept in --data and survive a restart. A seat's link is its key: whoever has it plays the seat.";

/// `serve`.
#[derive(Args, Clone)]
pub struct ServeArgs {
    /// The address to listen at; loopback unless told otherwise
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8020)]
    pub port: u16,
    /// A further origin whose pages may use the server, as in `http://cards.local:8020`; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    pub origin: Vec<String>,
    /// Where tables are kept
    #[arg(long, value_name = "DIR", default_value = "tables")]
    pub data: PathBuf,
    /// The folder of runs, as written by --out
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub runs: PathBuf,
    /// Milliseconds a bot may think about a decision
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub think: u64,
    /// Milliseconds between a bot's action and the next bot's, while somebody looks on
    #[arg(long, value_name = "MS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub pace: u64,
    /// Threads on which bots think and reviews are computed [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
    /// Tables under way at once
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub tables: u32,
    /// New tables a minute
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub new_tables: u32,
    /// Connections at once
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections: u32,
    /// Connections at once to one table
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub watchers: u32,
    /// Bytes of a message to the server
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(64..=1_048_576))]
    pub message: u32,
    /// Messages a second of one connection
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rate: u32,
    /// Seconds after which a table without connections leaves memory; it is read again when somebody comes
    #[arg(long, value_name = "S", default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    pub idle: u64,
    /// Seconds in which a connection must say what it wants
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub patience: u64,
    /// Let the page seat outside programs (cmd: and gtp:): whoever reaches the server can then run any program
    #[arg(long)]
    pub allow_programs: bool,
    /// Let the page seat bots that read a file (strategy:file=F): whoever reaches the server can then have any file opened
    #[arg(long)]
    pub allow_files: bool,
}

impl ServeArgs {
    /// Threads of bots and reviews.
    pub fn workers(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(cores, usize::from)
    }

    /// In which a connection must say what it wants.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}
