//! `croupier analyze holdem --model DIR`: an opponent's trees from the records of a run, and the weights of its hands
//! after a line of play.

use super::runs::stored_game;
use crate::args::HoldemArgs;
use crate::fail::{say, usage};
use anyhow::{Context, Result};
use croupier_arena::Store;
use croupier_bots::holdem::blueprint::Blueprint;
use croupier_bots::holdem::study::{Study, Trees};

use croupier_core::{ConfigError, Game, Record, Seat, replay};
use croupier_games::Holdem;
use croupier_games::holdem::{Card, Grid, Hole};
use serde::Serialize;
use std::io::{BufRead, BufReader};
use std::path::Path;

#[derive(Serialize)]
struct Shown {
    opponent: String,
    #[serde(flatten)]
    trees: Trees,
    /// Mean weight by row and column of the 13×13 grid, where a line was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Grid>,
}

/// Prints the trees and, with `--line`, the grid.
pub fn run(args: &HoldemArgs, dir: &Path) -> Result<()> {
    let plan = Store::plan(dir)?;
    if plan.game != Holdem::ID {
        return Err(usage(format!("{}: a run of {}, not of {}", dir.display(), plan.game, Holdem::ID)));
    }
    let game: Holdem = stored_game(&plan, dir)?;
    if game.seats() != 2 || game.config().hands != 1 {
        return Err(usage(format!(
            "{}: {} seats, {} hands an episode; a model takes 2 seats and 1 hand",
            dir.display(),
            game.seats(),
            game.config().hands
        )));
    }
    let specs: Vec<&str> = plan.entrants.iter().map(|e| e.spec.as_str()).collect();
    let of = args.of.as_deref().unwrap_or(specs[specs.len() - 1]);
    if !specs.contains(&of) {
        return Err(ConfigError::unknown("--of", of, specs).into());
    }
    let mut study = Study::new(&game, Blueprint::shipped());
    watch(&mut study, &game, &dir.join("records.jsonl"), of)?;
    let grid = args.line.as_deref().map(|line| weights(&study, args, line)).transpose()?;
    if let (Some(file), Some(grid)) = (&args.html, &grid) {
        let label = format!("weights of the hands of {of}");
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>weights</title>{}</html>\n",
            grid.svg(&label)
        );
        std::fs::write(file, page).with_context(|| format!("--html {}", file.display()))?;
    }
    let shown = Shown { opponent: of.to_string(), trees: study.trees(), grid };
    if args.json {
        return say(serde_json::to_string_pretty(&shown)?);
    }
    say(format!("{}: {}", shown.opponent, shown.trees))?;
    match shown.grid {
        Some(grid) => say(format!("weights of its hands, in per cent of the highest\n{}", grid.text())),
        None => Ok(()),
    }
}

/// Counts every hand of a run's records in which the bot sat, as the seat across the table saw it.
fn watch(study: &mut Study, game: &Holdem, path: &Path, of: &str) -> Result<()> {
    let file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    for (i, line) in BufReader::new(file).lines().enumerate() {
        let at = || format!("{}, line {}", path.display(), i + 1);
        let record: Record = line.with_context(at)?.parse().with_context(at)?;
        let state = replay(game, &record, |_| {}).with_context(at)?;
        for (seat, agent) in Seat::all(2).zip(&record.agents) {
            if agent.spec == of {
                study.add(&game.view(&state, seat.after(1, 2)));
            }
        }
    }
    Ok(())
}

fn weights(study: &Study, args: &HoldemArgs, line: &str) -> Result<Grid> {
    let refuse = |field: &str, e: &dyn std::fmt::Display| usage(format!("--{field}: {e}"));
    let text = args.hand.as_deref().ok_or_else(|| usage("--line: it needs --hand, your two cards"))?;
    let hole: Hole = text.parse().map_err(|e| refuse("hand", &e))?;
    let board = args.board.as_deref().unwrap_or_default();
    let board: Vec<Card> = Card::parse_list(board).map_err(|e| refuse("board", &e))?;
    let weights = study.weights(hole, &board, line, !args.button, 0.01).map_err(|e| refuse("line", &e))?;
    Ok(Grid::of(&weights.range()))
}
