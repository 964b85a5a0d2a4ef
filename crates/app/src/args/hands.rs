//! `convert` and `acpc`: hands of hold'em in other programs' formats.

use super::{DeckArg, RulesArgs, whole};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `convert`.
#[derive(Args)]
pub struct ConvertArgs {
    /// A run's directory, a .phh or .phhs file, or an ACPC .log
    pub input: PathBuf,
    /// The format to write
    #[arg(long, value_enum)]
    pub to: FormatArg,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Of an ACPC log: its game definition [default: that in its comments, else heads-up 50/100 with 20,000]
    #[arg(long, value_name = "FILE")]
    pub game: Option<PathBuf>,
}

/// A format for hands of hold'em.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// Poker hand history, many hands a file: .phhs
    Phh,
    /// A log of the Annual Computer Poker Competition
    Acpc,
}

/// `acpc`.
#[derive(Args)]
pub struct AcpcArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: AcpcCommand,
}

/// What there is to do by the ACPC protocol.
#[derive(Subcommand)]
pub enum AcpcCommand {
    /// Takes a seat at a dealer of the protocol
    #[command(after_help = "Example: croupier acpc play --bot random localhost 48777")]
    Play(AcpcPlayArgs),
    /// Deals to any agents of the protocol; the first line says the ports they join at, in order of seats
    #[command(
        after_help = "Example: croupier acpc deal ann bob --hands 3000 --luck 7 --ports 18791,18792 --log match.log
Illegal raises go to the nearest legal one, garbage and free folds become calls, and each is counted as a fault of that agent; with
--strict a fault forfeits the match. Hand i has the cards of episode i of `croupier match holdem … --series N` on the same luck and deck."
    )]
    Deal(AcpcDealArgs),
    /// Prints the game definition of our rules, for other programs
    #[command(after_help = "Example: croupier acpc game --profile six > six.game")]
    Game(AcpcGameArgs),
}

/// `acpc play`.
#[derive(Args)]
pub struct AcpcPlayArgs {
    /// The bot that plays
    #[arg(long, value_name = "BOT")]
    pub bot: String,
    /// The dealer's host
    pub host: String,
    /// The dealer's port for this seat
    #[arg(value_parser = whole::<u16>(1, 65535), allow_negative_numbers = true)]
    pub port: u16,
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The rules as a game definition
    #[arg(long, value_name = "FILE")]
    pub game: Option<PathBuf>,
    /// The seed of the bot's choices
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Nodes (playouts, samples) a decision, for bots that search
    #[arg(long, value_name = "N", conflicts_with = "time", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    pub nodes: Option<u64>,
    /// Time a decision in milliseconds, for bots that search
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = whole::<u64>(1, 86_400_000))]
    pub time: Option<u64>,
}

/// `acpc deal`.
#[derive(Args)]
pub struct AcpcDealArgs {
    /// A name for each seat; the first sits to the left of the button in the first hand
    #[arg(required = true, value_name = "NAME")]
    pub players: Vec<String>,
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The rules as a game definition
    #[arg(long, value_name = "FILE")]
    pub game: Option<PathBuf>,
    /// How many hands
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = whole::<u32>(1, u64::from(u32::MAX)))]
    pub hands: u32,
    /// The luck: the same number deals the same cards
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub luck: u64,
    /// The deck of lucks: dev for tuning, test for figures that are published
    #[arg(long, value_enum, default_value_t = DeckArg::Dev)]
    pub deck: DeckArg,
    /// The address to listen at; 0.0.0.0 for every one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// A port for each seat, as in 18791,18792 [default: any that are free]
    #[arg(long, value_name = "PORT,PORT", value_delimiter = ',', value_parser = whole::<u16>(0, 65535))]
    pub ports: Vec<u16>,
    /// Write the match as an ACPC log
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// The players keep their positions; else they move on by one every hand
    #[arg(long)]
    pub fixed: bool,
    /// A fault forfeits the match
    #[arg(long)]
    pub strict: bool,
    /// Milliseconds for an answer
    #[arg(long = "t_response", alias = "t-response", value_name = "MS", default_value_t = 600_000, allow_negative_numbers = true, value_parser = whole::<u64>(1, 86_400_000))]
    pub t_response: u64,
    /// Milliseconds for all answers of a hand
    #[arg(long = "t_hand", alias = "t-hand", value_name = "MS", default_value_t = 600_000, allow_negative_numbers = true, value_parser = whole::<u64>(1, 86_400_000))]
    pub t_hand: u64,
    /// Milliseconds for all answers of the match, on average over its hands
    #[arg(long = "t_per_hand", alias = "t-per-hand", value_name = "MS", default_value_t = 7_000, allow_negative_numbers = true, value_parser = whole::<u64>(1, 86_400_000))]
    pub t_per_hand: u64,
    /// Milliseconds for all to join [default: no limit]
    #[arg(long = "start_timeout", alias = "start-timeout", value_name = "MS", allow_negative_numbers = true, value_parser = whole::<u64>(1, 86_400_000))]
    pub start_timeout: Option<u64>,
    /// Print the result as one JSON object; the ports then go to standard error
    #[arg(long)]
    pub json: bool,
    /// Print every line sent and read to standard error
    #[arg(long)]
    pub verbose: bool,
    /// No progress
    #[arg(long)]
    pub quiet: bool,
}

/// `acpc game`.
#[derive(Args)]
pub struct AcpcGameArgs {
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,
}
