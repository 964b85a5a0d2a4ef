//! `croupier analyze GAME …`: what a hand, or a decision of a run, looks like to the one who knows only its seat.

use super::gtp::go_search;
use super::records::record_at;
use super::runs::stored_game;
use crate::args::{AnalyzeArgs, AnalyzeGame, BigTwoArgs, DaifugoArgs, GoArgs, HoldemArgs};
use crate::fail::{say, usage};
use crate::specs;
use anyhow::{Context, Result};
use croupier_arena::Store;
use croupier_bots::{big_two, daifugo::analyze as daifugo};
use croupier_core::{Game, Turn, replay};
use croupier_games::holdem::strength::{Profile, Strength};
use croupier_games::holdem::{Card, Grid, Hole, Range};
use croupier_games::{BigTwo, Daifugo};
use croupier_wire::sgf;
use serde::Serialize;
use std::fmt::Display;

/// `croupier analyze`.
pub fn run(args: &AnalyzeArgs) -> Result<()> {
    match &args.game {
        AnalyzeGame::Go(args) => analyze_go(args),
        AnalyzeGame::BigTwo(args) => analyze_big_two(args),
        AnalyzeGame::Daifugo(args) => analyze_daifugo(args),
        AnalyzeGame::Holdem(args) => analyze_holdem(args),
    }
}

/// Prints a table, or the same as JSON.
fn show(value: &(impl Serialize + Display), json: bool) -> Result<()> {
    if json {
        say(serde_json::to_string_pretty(value)?.to_string())?;
    } else {
        say(value.to_string().trim_end().to_string())?;
    }
    Ok(())
}

fn analyze_big_two(args: &BigTwoArgs) -> Result<()> {
    let game: BigTwo = specs::game(&args.rules)?;
    if args.counts {
        return show(&croupier_games::big_two::counts(&game), args.json);
    }
    let hand = args.hand.as_deref().unwrap_or_default();
    let analysis = big_two::analyze(&game, hand, args.field.as_deref()).map_err(|e| usage(e.to_string()))?;
    show(&analysis, args.json)
}

fn analyze_daifugo(args: &DaifugoArgs) -> Result<()> {
    if args.counts {
        let counts = croupier_games::daifugo::counts();
        if args.json {
            say(serde_json::to_string_pretty(&counts)?.to_string())?;
        } else {
            counts.iter().try_for_each(say)?;
        }
        return Ok(());
    }
    let dir = args.run.as_deref().expect("clap asks for --run without --counts");
    let plan = Store::plan(dir)?;
    if plan.game != Daifugo::ID {
        return Err(usage(format!("{}: a run of {}, not of {}", dir.display(), plan.game, Daifugo::ID)));
    }
    let game: Daifugo = stored_game(&plan, dir)?;
    let record = record_at(dir, args.episode)?;
    let (mut found, mut decisions) = (None, Vec::new());
    replay(&game, &record, |step| {
        if let Turn::Seat(seat) = game.turn(step.state) {
            let index = step.index as u64;
            decisions.push(index);
            if found.is_none() && args.step.is_none_or(|wanted| wanted == index) {
                let mut legal = Vec::new();
                game.legal(step.state, &mut legal);
                found = Some((game.view(step.state, seat), legal));
            }
        }
    })
    .with_context(|| format!("episode {} does not replay", args.episode))?;
    let Some((view, legal)) = found else { return Err(no_decision(args.step, &decisions)) };
    let analysis = daifugo::analyze(game.config(), &view, &legal, args.enumerate)
        .context("the view does not balance")?;
    show(&analysis, args.json)
}

/// No decision is made at this step; `decisions` are those of the episode, rising.
fn no_decision(step: Option<u64>, decisions: &[u64]) -> anyhow::Error {
    let Some(step) = step else { return usage("--episode: nobody decides anything in this episode") };
    let (first, last) = (decisions.first().copied().unwrap_or(0), decisions.last().copied().unwrap_or(0));
    let nearest = decisions.iter().copied().min_by_key(|d| d.abs_diff(step)).unwrap_or(0);
    usage(format!(
        "--step: `{step}` is no decision of this episode; decisions are from {first} to {last}, without chance events; \
         the nearest is {nearest}"
    ))
}

/// A hand's strength against a weighted opponent.
#[derive(Serialize)]
struct HoldemAnalysis {
    hand: String,
    board: String,
    #[serde(flatten)]
    strength: Strength,
    #[serde(skip)]
    grid: Grid,
}

impl HoldemAnalysis {
    /// The numbers and the picture as one page.
    fn page(&self) -> String {
        let text = self.to_string();
        let numbers = text.lines().take(3).collect::<Vec<_>>().join("\n");
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{} on {}</title>\
             <body style=\"max-width:60em;margin:2em auto;font-family:sans-serif\"><pre>{numbers}</pre>\
             <p>The opponent's hands: the darker, the more weight.</p>{}</body></html>\n",
            self.hand,
            self.board,
            self.grid.svg("the opponent's hands")
        )
    }
}

impl Display for HoldemAnalysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let s = &self.strength;
        writeln!(f, "{} on {}", self.hand, self.board)?;
        writeln!(f, "now: ahead {} tied {} behind {}", s.ahead, s.tied, s.behind)?;
        writeln!(
            f,
            "HS {:.6}  Ppot {:.6}  Npot {:.6}  EHS {:.6}  HS(1-Npot)+(1-HS)Ppot {:.6}",
            s.hs, s.ppot, s.npot, s.ehs, s.equity
        )?;
        write!(f, "the opponent's hands (share of full weight)\n{}", self.grid.text())
    }
}

fn analyze_holdem(args: &HoldemArgs) -> Result<()> {
    if let Some(dir) = &args.model {
        return super::holdem_model::run(args, dir);
    }
    let refuse = |field: &str, e: &dyn Display| usage(format!("--{field}: {e}"));
    let (hand, lies) = (args.hand.as_deref().unwrap_or_default(), args.board.as_deref().unwrap_or_default());
    let hand: Hole = hand.parse().map_err(|e| refuse("hand", &e))?;
    let board: Vec<Card> = Card::parse_list(lies).map_err(|e| refuse("board", &e))?;
    let range = match (&args.range, &args.weights) {
        (Some(text), _) => text.parse::<Range>().map_err(|e| refuse("range", &e))?,
        (_, Some(file)) => {
            let text = std::fs::read_to_string(file)
                .map_err(|e| usage(format!("--weights {}: {e}", file.display())))?;
            Range::from_weights_text(&text).map_err(|e| refuse("weights", &e))?
        }
        _ => Range::all(),
    };
    let profile = Profile::new(hand, &board).map_err(|e| refuse("board", &e))?;
    let strength = profile.strength(&range).map_err(|e| refuse("range", &e))?;
    let analysis =
        HoldemAnalysis { hand: hand.to_string(), board: lies.to_string(), strength, grid: Grid::of(&range) };
    if let Some(file) = &args.html {
        std::fs::write(file, analysis.page())
            .map_err(|e| usage(format!("--html {}: {e}", file.display())))?;
    }
    show(&analysis, args.json)
}

fn analyze_go(args: &GoArgs) -> Result<()> {
    let file = args.file.display();
    let text = std::fs::read(&args.file).map_err(|e| usage(format!("{file}: {e}")))?;
    let refuse = |e: &dyn Display| usage(format!("{file}: {e}"));
    let collection: sgf::Collection = String::from_utf8_lossy(&text).parse().map_err(|e| refuse(&e))?;
    let tree = &collection.trees[0];
    let record = sgf::go::Record::read(tree).map_err(|e| refuse(&e))?;
    let game = record.game().map_err(|e| refuse(&e))?;
    let line = tree.main_line();
    let nodes = match args.number {
        None => line.len() - 1,
        Some(number) => {
            let has_move = |i: &usize| ["B", "W"].iter().any(|c| tree.node(line[*i]).value(c).is_some());
            let nth = (0..line.len()).filter(has_move).nth(number as usize - 1);
            let moves = record.moves.len();
            nth.ok_or_else(|| refuse(&format!("--move: `{number}` is not allowed; it takes 1 to {moves}")))?
                .saturating_sub(1)
        }
    };
    let state = sgf::go::position(&game, tree, &line, nodes).map_err(|e| refuse(&e))?;
    let spec = go_search(&game, &args.bot)?;
    show(&croupier_bots::go::analyze(&game, &state, &spec, args.most)?, args.json)
}
