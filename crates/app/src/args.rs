//! The command line.

mod hands;
pub use hands::*;

use clap::{Args, Parser, Subcommand, ValueEnum};
use croupier_arena::{Deck, Seatings};
use croupier_core::Budget;
use std::path::PathBuf;
use std::time::Duration;

/// Parses a whole number in a closed range; the error says what is allowed.
fn whole<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    lo: u64,
    hi: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|n| (lo..=hi).contains(n));
        number.and_then(|n| T::try_from(n).ok()).ok_or_else(|| match hi {
            u64::MAX => format!("it takes a whole number from {lo}"),
            hi => format!("it takes a whole number from {lo} to {hi}"),
        })
    }
}

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
    #[command(after_help = "Example: croupier ablate big-two hard --against planner --blocks 500")]
    Ablate(AblateArgs),
    /// Continues a run that was stopped; prints the report of one that is finished.
    Resume(ResumeArgs),
    /// Replays every record of a run and checks every result.
    Verify(VerifyArgs),
    /// Shows an episode of a run, or a hand of a PHH file or ACPC log, as one seat saw it, or as it was.
    #[command(
        after_help = "Examples: croupier replay runs/first --episode 3 --seat 1; croupier replay hand.phh"
    )]
    Replay(ReplayArgs),
    /// Writes hands of hold'em from a run, a PHH file or an ACPC log in the other formats.
    #[command(
        after_help = "Examples: croupier convert match.log --to phh --out match.phhs; croupier convert runs/h --to acpc"
    )]
    Convert(ConvertArgs),
    /// Plays against bots in the terminal.
    #[command(after_help = "Example: croupier play mini-mahjong --against greedy")]
    Play(PlayArgs),
    /// What a hand, or a decision of a run, looks like to the one who knows only its seat.
    Analyze(AnalyzeArgs),
    /// Plays go by GTP on standard input and output: for GUIs, servers and tests.
    #[command(after_help = "Examples:
  gogui -program \"croupier gtp --bot mcts:playouts=20000\"
  croupier gtp --bot mcts:playouts=10000 --regress regression/*.tst
  croupier gtp --bot \"gtp:gnugo --mode gtp\" --regress regression/*.tst")]
    Gtp(GtpArgs),
    /// A table in the browser: play, watch bots, review what each seat knew, read reports of runs.
    #[command(after_help = crate::serve::EXAMPLES)]
    Serve(crate::serve::ServeArgs),
    /// Plays or deals no-limit hold'em by the protocol of the Annual Computer Poker Competition.
    Acpc(AcpcArgs),
    /// Speed of random play, decisions and episodes per CPU-second on one thread; of go, also playouts.
    #[command(after_help = "Examples:
  croupier bench                                      random play of every game
  croupier bench go --set width=19 --set height=19   and playouts, bare and as searches play")]
    Bench(BenchArgs),
    /// Strategies near an equilibrium, by regret minimisation.
    Solve(SolveArgs),
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
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    pub blocks: u64,
    /// The run's luck: the same number deals the same cards
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub luck: u64,
    /// The deck of lucks: dev for tuning, test for figures that are published
    #[arg(long, value_enum, default_value_t = DeckArg::Dev)]
    pub deck: DeckArg,
    /// Episodes of a series, played in order by agents that may remember
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u32>(1, u64::from(u32::MAX)))]
    pub series: u32,
    /// Which seatings make a block: all (drawn and balanced beyond 24), rotations, or a number
    #[arg(long, default_value = "all", allow_negative_numbers = true)]
    pub seatings: Seatings,
    /// Stop early by a sequential test, as in low=0,high=0.05,unit=score,alpha=.05,beta=.05
    #[arg(long, value_name = "SPEC")]
    pub sprt: Option<String>,
    /// Nodes (playouts, samples) a decision, for bots that search
    #[arg(long, value_name = "N", conflicts_with = "time", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    pub nodes: Option<u64>,
    /// Time a decision in milliseconds, for bots that search; does not reproduce
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = whole::<u64>(1, 86_400_000))]
    pub time: Option<u64>,
    /// Threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u16>(1, 512))]
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
    /// Print what the game counts of each bot, a line for each figure: of hold'em VPIP, PFR, aggression, showdowns
    #[arg(long)]
    pub stats: bool,
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
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u16>(1, 512))]
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
    /// The run's directory, or a file of hands of hold'em: .phh, .phhs, or an ACPC .log
    pub dir: PathBuf,
    /// The record, or hand, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub episode: u64,
    /// What this seat knew at each of its decisions [default: every seat's]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole::<u8>(0, 255))]
    pub seat: Option<u8>,
    /// One JSON object a step
    #[arg(long)]
    pub json: bool,
    /// Of an ACPC log: its game definition [default: that in its comments, else heads-up 50/100 with 20,000]
    #[arg(long, value_name = "FILE")]
    pub game: Option<PathBuf>,
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
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u8>(0, 255))]
    pub seat: u8,
    /// The luck [default: drawn from the system]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
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
    #[arg(long, value_name = "S", default_value_t = 2.0, allow_negative_numbers = true)]
    pub seconds: f64,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// `gtp`.
#[derive(Args)]
pub struct GtpArgs {
    /// The bot that plays [default: go's strongest]
    #[arg(long, value_name = "BOT", default_value = "mcts")]
    pub bot: String,
    /// The rules; boardsize, komi and kgs-rules change them.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The seed of the bot's choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Resign when the bot expects less than this share of the win; 0 never
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub resign: f64,
    /// Run files of GTP tests instead, as gogui-regress does, on the bot or on gtp:COMMAND
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub regress: Vec<PathBuf>,
    /// Print what came of the tests as JSON
    #[arg(long, requires = "regress")]
    pub json: bool,
}

/// `analyze go`.
#[derive(Args)]
pub struct GoArgs {
    /// An SGF file; its first game's main line is followed
    pub file: PathBuf,
    /// The position before this move [default: after the last]
    #[arg(long = "move", value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(1, u64::from(u32::MAX)))]
    pub number: Option<u32>,
    /// The search: mcts with its parameters
    #[arg(long, value_name = "BOT", default_value = "mcts")]
    pub bot: String,
    /// How many candidates to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub most: usize,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// `analyze`.
#[derive(Args)]
pub struct AnalyzeArgs {
    /// The game.
    #[command(subcommand)]
    pub game: AnalyzeGame,
}

/// The games with an analysis.
#[derive(Subcommand)]
pub enum AnalyzeGame {
    /// The candidates of a position of an SGF file: visits, value, principal variation, and who will own what
    #[command(after_help = "Example: croupier analyze go game.sgf --move 30 --bot mcts:playouts=50000")]
    Go(GoArgs),
    /// All plays of a hand by kind with their strength, those that answer a field, the fewest plays that empty it
    #[command(after_help = "Example: croupier analyze big-two --hand '3d 4d 5c 6h 7s 7h 2s' --field 4s")]
    BigTwo(BigTwoArgs),
    /// The ledger, the responders and the risk of every legal play at a decision of a run
    #[command(after_help = "Example: croupier analyze daifugo --run runs/d --episode 0 --step 20")]
    Daifugo(DaifugoArgs),
    /// Hand strength, potential and equity against a weighted opponent
    #[command(
        after_help = "Examples: croupier analyze holdem --hand AdQc --board 3h4cJh --range 'QQ+,AKs,KTo-K8o'\n          \
                      croupier analyze holdem --model runs/ta --of ta --hand AdQc --board 3h4cJh --line 'r300 c / k r300'\n          \
                      croupier analyze holdem --model match.log --of bob"
    )]
    Holdem(HoldemArgs),
}

/// `analyze big-two`.
#[derive(Args)]
pub struct BigTwoArgs {
    /// The cards held, as people write them: 3d 4d Ts 2s, ♦3, D3j C1
    #[arg(long, required_unless_present = "counts")]
    pub hand: Option<String>,
    /// The play on the table
    #[arg(long)]
    pub field: Option<String>,
    /// The numbers of the rules page, computed
    #[arg(long, conflicts_with_all = ["hand", "field"])]
    pub counts: bool,
    /// The rules.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// `analyze daifugo`.
#[derive(Args)]
pub struct DaifugoArgs {
    /// The run's directory
    #[arg(long, value_name = "DIR", required_unless_present = "counts")]
    pub run: Option<PathBuf>,
    /// The record, counted from 0 in records.jsonl
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub episode: u64,
    /// The event, counted from 0 as `replay` numbers them [default: the first decision]
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub step: Option<u64>,
    /// Check each risk by enumeration where there are few enough placements
    #[arg(long)]
    pub enumerate: bool,
    /// The plays of the whole deck, counted
    #[arg(long, conflicts_with = "run")]
    pub counts: bool,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// `analyze holdem`.
#[derive(Args)]
pub struct HoldemArgs {
    /// Your two cards, as in AdQc
    #[arg(long, required_unless_present = "model")]
    pub hand: Option<String>,
    /// Three to five cards, as in 3h4cJh
    #[arg(long, required_unless_present = "model")]
    pub board: Option<String>,
    /// A run's directory, an ACPC .log, or a directory of such logs: the trees of one of its players as an opponent
    #[arg(long, value_name = "PATH", conflicts_with_all = ["range", "weights"])]
    pub model: Option<PathBuf>,
    /// Of ACPC logs: their game definition [default: that in their comments, else heads-up 50/100 with 20,000]
    #[arg(long, value_name = "FILE", requires = "model")]
    pub game: Option<PathBuf>,
    /// With --model, which player: a bot's spec, in a log its name [default: the last]
    #[arg(long, value_name = "BOT", requires = "model")]
    pub of: Option<String>,
    /// With --model, a line of play after which its hands are weighed, the button first: 'r300 c / k r300'
    #[arg(long, requires = "model")]
    pub line: Option<String>,
    /// With --line, you have the button
    #[arg(long, requires = "line")]
    pub button: bool,
    /// The opponent's hands, as in QQ+,AKs,KTo-K8o:0.5 [default: all alike]
    #[arg(long, conflicts_with = "weights")]
    pub range: Option<String>,
    /// A file of weights: on each line a hand and its weight
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Write the grid of the opponent's hands as a page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// `solve`.
#[derive(Args)]
pub struct SolveArgs {
    /// The game.
    #[command(subcommand)]
    pub game: SolveGame,
}

/// The games that can be solved.
#[derive(Subcommand)]
pub enum SolveGame {
    /// Kuhn poker, whole
    #[command(after_help = "Example: croupier solve kuhn --below 1e-6")]
    Kuhn(SolveSmallArgs),
    /// Leduc hold'em, whole
    #[command(after_help = "Example: croupier solve leduc --method plus --out leduc.json\n         \
                            croupier match leduc strategy:file=leduc.json random")]
    Leduc(SolveSmallArgs),
    /// A blueprint of heads-up hold'em: an abstract game by external sampling
    #[command(
        after_help = "Example: croupier solve holdem --iterations 2000000 --out blueprint.bin\n         \
                            croupier match holdem blueprint:file=blueprint.bin blueprint"
    )]
    Holdem(SolveHoldemArgs),
}

/// `solve kuhn` and `solve leduc`.
#[derive(Args)]
pub struct SolveSmallArgs {
    /// How regrets are kept and strategies averaged
    #[arg(long, value_enum, default_value_t = MethodArg::Discounted)]
    pub method: MethodArg,
    /// Iterations at most
    #[arg(long, value_name = "N", default_value_t = 100_000, allow_negative_numbers = true, value_parser = whole::<u32>(1, u64::from(u32::MAX)))]
    pub iterations: u32,
    /// Stop below this exploitability, in the game's unit of score
    #[arg(long, value_name = "E", default_value_t = 1e-3, allow_negative_numbers = true)]
    pub below: f64,
    /// Write the strategy to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// A method on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum MethodArg {
    /// Regrets as they are.
    Vanilla,
    /// CFR+.
    Plus,
    /// Discounted CFR.
    Discounted,
}

/// `solve holdem`.
#[derive(Args)]
pub struct SolveHoldemArgs {
    /// The rules: blinds and stacks of a table for two.
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Iterations of external sampling, each once for either seat
    #[arg(long, value_name = "N", default_value_t = 2_000_000, allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    pub iterations: u64,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Sizes of bets by street as fractions of the pot, streets separated by a slash; all-in is always there too
    #[arg(long, value_name = "LIST", default_value = "1/0.5,1/0.5,1/0.5,1")]
    pub fractions: String,
    /// Bets and raises a street before only all-in is left
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = whole::<u8>(1, 6))]
    pub raises: u8,
    /// Classes of hands on flop, turn and river
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true, value_parser = whole::<u16>(2, 200))]
    pub buckets: u16,
    /// Hands of self-play behind the pattern tree
    #[arg(long, value_name = "N", default_value_t = 300_000, allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    pub self_play: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
    /// No progress
    #[arg(long)]
    pub quiet: bool,
}
