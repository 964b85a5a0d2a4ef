//! `croupier analyze holdem --model PATH`: an opponent's trees from the records of a run or from ACPC logs, and the
//! weights of its hands after a line of play.

use super::hands::game_of_log;
use super::runs::stored_game;
use crate::args::HoldemArgs;
use crate::fail::{say, usage};
use anyhow::{Context, Result, bail};
use croupier_arena::Store;
use croupier_bots::holdem::blueprint::Blueprint;
use croupier_bots::holdem::study::{Study, Trees};
use croupier_bots::holdem::virtuals::Virtual;
use croupier_core::{ConfigError, Game, Record, Seat, replay};
use croupier_games::Holdem;
use croupier_games::holdem::{Card, Grid, Hole};
use croupier_wire::acpc::{self, GameDef};
use croupier_wire::hand::Hand;
use serde::Serialize;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

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
pub fn run(args: &HoldemArgs, path: &Path) -> Result<()> {
    let logs = logs(path)?;
    if args.game.is_some() && logs.is_empty() {
        return Err(usage("--game: it is for ACPC logs; a run says its own rules"));
    }
    let (study, of) = if logs.is_empty() { of_run(args, path)? } else { of_logs(args, &logs)? };
    let grid = args.line.as_deref().map(|line| weights(&study, args, line)).transpose()?;
    if let (Some(file), Some(grid)) = (&args.html, &grid) {
        let label = format!("weights of the hands of {of}");
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>weights</title>{}</html>\n",
            grid.svg(&label)
        );
        std::fs::write(file, page).with_context(|| format!("--html {}", file.display()))?;
    }
    let shown = Shown { opponent: of.clone(), trees: study.trees(), grid };
    if args.json {
        return say(serde_json::to_string_pretty(&shown)?);
    }
    say(format!("{}: {}", shown.opponent, shown.trees))?;
    match shown.grid {
        Some(grid) => say(format!("weights of its hands, in per cent of the highest\n{}", grid.text())),
        None => Ok(()),
    }
}

/// The ACPC logs at a path; none where it is a run.
fn logs(path: &Path) -> Result<Vec<PathBuf>> {
    let is_log = |p: &Path| p.extension().is_some_and(|e| e.eq_ignore_ascii_case("log"));
    if !path.is_dir() {
        if is_log(path) {
            return Ok(vec![path.into()]);
        }
        let allowed = "a run's directory, an ACPC .log, or a directory of such logs";
        let reason = if path.exists() { "is none of them" } else { "is not there" };
        return Err(usage(format!("--model {}: it {reason}; it takes {allowed}", path.display())));
    }
    if path.join("run.json").exists() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
    let mut logs: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).filter(|p| is_log(p)).collect();
    logs.sort();
    if logs.is_empty() {
        let expected = "neither a run (run.json) nor an ACPC log (*.log)";
        return Err(usage(format!("--model {}: it holds {expected}", path.display())));
    }
    Ok(logs)
}

/// A table that a model can watch.
fn watched(game: &Holdem, path: &Path) -> Result<Study> {
    if game.seats() != 2 || game.config().hands != 1 {
        return Err(usage(format!(
            "{}: {} seats, {} hands an episode; a model takes 2 seats and 1 hand",
            path.display(),
            game.seats(),
            game.config().hands
        )));
    }
    Ok(Study::new(game, Blueprint::shipped(), Virtual::default()))
}

/// The player asked for, else the last.
fn asked(args: &HoldemArgs, names: &[&str]) -> Result<String> {
    match args.of.as_deref() {
        Some(of) if !names.contains(&of) => {
            Err(ConfigError::unknown("--of", of, names.iter().copied()).into())
        }
        Some(of) => Ok(of.into()),
        None => Ok(names.last().copied().unwrap_or_default().into()),
    }
}

/// A study of a run's bot.
fn of_run(args: &HoldemArgs, dir: &Path) -> Result<(Study, String)> {
    let plan = Store::plan(dir)?;
    if plan.game != Holdem::ID {
        return Err(usage(format!("{}: a run of {}, not of {}", dir.display(), plan.game, Holdem::ID)));
    }
    let game: Holdem = stored_game(&plan, dir)?;
    let mut study = watched(&game, dir)?;
    let specs: Vec<&str> = plan.entrants.iter().map(|e| e.spec.as_str()).collect();
    let of = asked(args, &specs)?;
    watch(&mut study, &game, &dir.join("records.jsonl"), &of)?;
    Ok((study, of))
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

/// A log's path, its rules, and its hands by line.
type Read = (PathBuf, GameDef, Vec<(usize, Hand)>);

/// A study of a player of ACPC logs. Every hand is read before any counts.
fn of_logs(args: &HoldemArgs, paths: &[PathBuf]) -> Result<(Study, String)> {
    let read: Vec<Read> = paths.iter().map(|path| read_log(args, path)).collect::<Result<_>>()?;
    let (first, game, _) = &read[0];
    if let Some((path, ..)) = read.iter().find(|r| r.1 != *game) {
        let reason =
            format!("its game is not that of {}; logs of one game are studied at a time", first.display());
        return Err(usage(format!("{}: {reason}", path.display())));
    }
    let mut study = watched(&game.game(), first)?;
    let hands =
        || read.iter().flat_map(|(path, _, hands)| hands.iter().map(move |(n, hand)| (path, n, hand)));
    let mut names: Vec<&str> = Vec::new();
    for name in hands().flat_map(|(_, _, hand)| &hand.players) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let of = asked(args, &names)?;
    for (path, number, hand) in hands() {
        let at = || format!("{}, line {number}", path.display());
        let mut views = Vec::new();
        let replayed = hand.replay(|moment| {
            if moment.act.is_none() {
                views = Seat::all(2).map(|seat| moment.view(seat)).collect();
            }
        });
        if !replayed.with_context(at)?.over {
            bail!(
                "{}: hand `{}`: the betting stops before the hand is over",
                at(),
                hand.name.as_deref().unwrap_or("?")
            );
        }
        for (seat, player) in hand.players.iter().enumerate() {
            if *player == of {
                study.add(&views[1 - seat]);
            }
        }
    }
    Ok((study, of))
}

/// Reads a log whole; the first hand that is wrong, or that does not say who played, is named by its line.
fn read_log(args: &HoldemArgs, path: &Path) -> Result<Read> {
    let bytes = std::fs::read(path).map_err(|e| usage(format!("--model {}: {e}", path.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let game = game_of_log(&text, args.game.as_deref()).with_context(|| path.display().to_string())?;
    let mut hands = Vec::new();
    for (number, hand) in acpc::read_log(&game, &text).hands {
        let hand = hand.with_context(|| path.display().to_string())?;
        if hand.players.len() != 2 || hand.players.iter().any(String::is_empty) {
            bail!(
                "{}, line {number}: players: the last field names the two players, such as `:ann|bob`",
                path.display()
            );
        }
        hands.push((number, hand));
    }
    if hands.is_empty() {
        bail!("{}: it holds no hand; a log has a line `STATE:…` for each", path.display());
    }
    Ok((path.into(), game, hands))
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
