//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use croupier_arena::{Deck, Seatings};
use croupier_core::Budget;
use std::path::PathBuf;
use std::time::Duration;

/// A workbench for CPU players of card and table games.
#[derive(Parser)]
#[command(version, about, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  croupier games                                             what there is
  croupier match mini-mahjong greedy tsumogiri --blocks 5000 an honest match
  croupier compare mini-mahjong greedy2 greedy --against tsumogiri
  croupier play kuhn                                         play yourself
Exit codes: 0 done, 1 the run failed, 2 the request was wrong.";

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Lists games, profiles, switches with their defaults, and bots with their parameters.
    Games(GamesArgs),
    /// Bots at one table, every distinct seating of each luck.
    #[command(
        after_help = "Example: croupier match mini-mahjong greedy tsumogiri --blocks 5000 --out runs/first"
    )]
    Match(MatchArgs),
    /// Two bots in turn against the same opponents on the same luck: the paired difference.
    #[command(
        after_help = "Example: croupier compare mini-mahjong greedy2 greedy --against tsumogiri --blocks 20000"
    )]
    Compare(CompareArgs),
    /// Every selection of the bots: a cross table and ratings.
    #[command(after_help = "Example: croupier league mini-mahjong greedy2 greedy honours-first tsumogiri")]
    League(MatchArgs),
    /// A bot with each of its switches off in turn, against the same opponents on the same luck.
    #[command(after_help = "Example: croupier ablate daifugo hard --against easy --blocks 500")]
    Ablate(AblateArgs),
    /// Continues a run that was stopped; prints the report of one that is finished.
    Resume(ResumeArgs),
    /// Replays every record of a run and checks every result.
    Verify(VerifyArgs),
    /// Shows an episode of a run as one seat saw it, or as it was.
    Replay(ReplayArgs),
    /// Plays against bots in the terminal.
    #[command(after_help = "Example: croupier play mini-mahjong --against greedy")]
    Play(PlayArgs),
    /// Speed of random play, decisions and episodes per CPU-second on one thread.
    Bench(BenchArgs),
}

/// Options of the game's rules.
#[derive(Args, Clone)]
pub struct RulesArgs {
    /// A named configuration; `croupier games` lists them
    #[arg(long, value_name = "P")]
    pub profile: Option<String>,
    /// A switch of the rules, key=value; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
}

/// Options common to all runs.
#[derive(Args, Clone)]
pub struct RunArgs {
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How many blocks to play; with --sprt, at most
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub blocks: u64,
    /// The run's luck: the same number deals the same cards
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub luck: u64,
    /// The deck of lucks: dev for tuning, test for figures that are published
    #[arg(long, value_enum, default_value_t = DeckArg::Dev)]
    pub deck: DeckArg,
    /// Episodes of a series, played in order by agents that may remember
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub series: u32,
    /// Which seatings make a block: all (drawn and balanced beyond 24), rotations, or a number
    #[arg(long, default_value = "all", allow_negative_numbers = true)]
    pub seatings: Seatings,
    /// Stop early by a sequential test, as in low=0,high=0.05,unit=score,alpha=.05,beta=.05
    #[arg(long, value_name = "SPEC")]
    pub sprt: Option<String>,
    /// Nodes (playouts, samples) a decision, for bots that search
    #[arg(long, value_name = "N", conflicts_with = "time", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Time a decision in milliseconds, for bots that search; does not reproduce
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time: Option<u64>,
    /// Threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
    /// Keep the run in this directory: records, blocks, timings; resumable
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How the result is shown.
    #[command(flatten)]
    pub show: ShowArgs,
}

/// How a result is shown.
#[derive(Args, Clone)]
pub struct ShowArgs {
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write the result as one self-contained page with plots
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// No progress, no notices
    #[arg(long)]
    pub quiet: bool,
}

/// A deck on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum DeckArg {
    /// For tuning.
    Dev,
    /// For figures that are published.
    Test,
}

impl From<DeckArg> for Deck {
    fn from(deck: DeckArg) -> Deck {
        match deck {
            DeckArg::Dev => Deck::Dev,
            DeckArg::Test => Deck::Test,
        }
    }
}

impl RunArgs {
    /// The budget of a decision.
    pub fn budget(&self) -> Budget {
        match (self.nodes, self.time) {
            (Some(n), _) => Budget::Nodes(n),
            (_, Some(ms)) => Budget::Time(Duration::from_millis(ms)),
            _ => Budget::Own,
        }
    }
}

/// `games`.
#[derive(Args)]
pub struct GamesArgs {
    /// Only this game
    pub game: Option<String>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// `match` and `league`.
#[derive(Args)]
pub struct MatchArgs {
    /// The game; `croupier games` lists them
    pub game: String,
    /// Bot specs: name, name:key=value,key=value, or cmd:PROGRAM
    #[arg(required = true, value_name = "BOT")]
    pub bots: Vec<String>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `compare`.
#[derive(Args)]
pub struct CompareArgs {
    /// The game
    pub game: String,
    /// The bot asked about
    pub a: String,
    /// The bot it is compared with
    pub b: String,
    /// An opponent; one for each other seat, or one alone for all
    #[arg(long, required = true, value_name = "BOT")]
    pub against: Vec<String>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `ablate`.
#[derive(Args)]
pub struct AblateArgs {
    /// The game
    pub game: String,
    /// The bot whose switches are turned off in turn
    pub bot: String,
    /// An opponent; one for each other seat, or one alone for all
    #[arg(long, required = true, value_name = "BOT")]
    pub against: Vec<String>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// `resume`.
#[derive(Args)]
pub struct ResumeArgs {
    /// The run's directory
    pub dir: PathBuf,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
    /// How the result is shown.
    #[command(flatten)]
    pub show: ShowArgs,
}

/// `verify`.
#[derive(Args)]
pub struct VerifyArgs {
    /// The run's directory
    pub dir: PathBuf,
    /// No progress
    #[arg(long)]
    pub quiet: bool,
}

/// `replay`.
#[derive(Args)]
pub struct ReplayArgs {
    /// The run's directory
    pub dir: PathBuf,
    /// The record, counted from 0 in records.jsonl
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub episode: u64,
    /// What this seat knew at each of its decisions [default: every seat's]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seat: Option<u8>,
    /// One JSON object a step
    #[arg(long)]
    pub json: bool,
}

/// `play`.
#[derive(Args)]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// A bot to play against; one for each other seat, or one alone for all [default: the game's strongest]
    #[arg(long, value_name = "BOT")]
    pub against: Vec<String>,
    /// Your seat
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    pub seat: u8,
    /// The luck [default: drawn from the system]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub luck: Option<u64>,
}

/// `bench`.
#[derive(Args)]
pub struct BenchArgs {
    /// Only this game [default: all, each in its default profile]
    pub game: Option<String>,
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// CPU-seconds for each game
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    pub seconds: f64,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}
