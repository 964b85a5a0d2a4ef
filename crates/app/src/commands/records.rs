//! `verify` and `replay`: looking at a run's records.

use super::runs::{stored, stored_game};
use crate::args::{ReplayArgs, VerifyArgs};
use crate::fail::{say, usage};
use crate::registry::Visitor;
use anyhow::{Context, Result};
use croupier_arena::{Plan, Store};
use croupier_bots::Bots;
use croupier_core::{Determinize, End, Event, Game, LegalSet, Record, Seat, Step, replay as replay_record};
use serde_json::json;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// `croupier verify`.
pub fn verify(args: &VerifyArgs) -> Result<()> {
    let plan = Store::plan(&args.dir)?;
    stored(&args.dir, &plan.game.clone(), &mut Verify { args, plan })?
}

struct Verify<'a> {
    args: &'a VerifyArgs,
    plan: Plan,
}

impl Visitor for Verify<'_> {
    type Out = Result<()>;
    fn visit<G: Bots + Determinize>(&mut self) -> Result<()> {
        let game: G = stored_game(&self.plan, &self.args.dir)?;
        let bar = super::runs::bar(self.plan.blocks, 0, self.args.quiet);
        let found = croupier_arena::verify(&game, &self.plan, &self.args.dir, |n| bar.set_position(n));
        bar.finish_and_clear();
        let found = found?;
        let left = self.plan.blocks - found.blocks.min(self.plan.blocks);
        say(format!(
            "{} records of {} blocks replay, and every result follows from them",
            found.records, found.blocks
        ))?;
        if left > 0 {
            say(format!(
                "{left} of the {} planned blocks are not played (stopped early, or to be resumed)",
                self.plan.blocks
            ))?;
        }
        Ok(())
    }
}

/// `croupier replay`.
pub fn replay(args: &ReplayArgs) -> Result<()> {
    let plan = Store::plan(&args.dir)?;
    stored(&args.dir, &plan.game.clone(), &mut Replay { args, plan })?
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    plan: Plan,
}

/// The record number `n` of a run, counted from 0.
pub fn record_at(dir: &Path, n: u64) -> Result<Record> {
    let path = dir.join("records.jsonl");
    let file = std::fs::File::open(&path).with_context(|| path.display().to_string())?;
    let mut lines = BufReader::new(file).lines();
    let line = lines.nth(usize::try_from(n)?).ok_or_else(|| {
        usage(format!("--episode: `{n}` is not allowed; {} holds fewer records", path.display()))
    })?;
    let text = line.with_context(|| path.display().to_string())?;
    text.parse().with_context(|| format!("{}, line {}", path.display(), n + 1))
}

impl Visitor for Replay<'_> {
    type Out = Result<()>;
    fn visit<G: Bots + Determinize>(&mut self) -> Result<()> {
        let game: G = stored_game(&self.plan, &self.args.dir)?;
        let seats = game.seats();
        if let Some(s) = self.args.seat.filter(|s| usize::from(*s) >= seats) {
            return Err(usage(format!(
                "--seat: `{s}` is not allowed; it takes a whole number from 0 to {}",
                seats - 1
            )));
        }
        let record = record_at(&self.args.dir, self.args.episode)?;
        let only = self.args.seat.map(Seat);
        let mut out = String::new();
        let ended = replay_record(&game, &record, |step| {
            let shown =
                if self.args.json { step_json(&game, &step, only) } else { step_text(&game, &step, only) };
            out.push_str(&shown);
        });
        std::io::stdout().write_all(out.as_bytes())?;
        ended.with_context(|| format!("episode {} does not replay", self.args.episode))?;
        if !self.args.json {
            say(ending(&record).to_string())?;
        }
        Ok(())
    }
}

/// The seats whose views a step shows: the one asked for, else the one to move, else (at the end) all.
fn shown<G: Game>(game: &G, step: &Step<'_, G>, only: Option<Seat>) -> Vec<Seat> {
    match (only, step.event) {
        (Some(seat), Some(Event::Action(by, _))) if *by == seat => vec![seat],
        (Some(_), Some(_)) => vec![],
        (Some(seat), None) => vec![seat],
        (None, Some(Event::Action(by, _))) => vec![*by],
        (None, Some(Event::Chance(_))) => vec![],
        (None, None) => Seat::all(game.seats()).collect(),
    }
}

fn step_text<G: Game>(game: &G, step: &Step<'_, G>, only: Option<Seat>) -> String {
    let mut out = String::new();
    for seat in shown(game, step, only) {
        let mut legal = G::Legal::default();
        game.legal(step.state, &mut legal);
        let _ = writeln!(out, "--- {} · what seat {seat} knows\n{}", step.index, game.view(step.state, seat));
        if step.event.is_some() {
            let _ = writeln!(out, "legal: {}", legal.texts().join(" | "));
        }
    }
    match step.event {
        // What chance dealt is the whole truth: it is shown only where no single seat's knowledge was asked for.
        Some(Event::Chance(text)) if only.is_none() => _ = writeln!(out, "chance: {text}"),
        Some(Event::Action(by, text)) if only.is_none_or(|s| s == *by) => {
            _ = writeln!(out, "seat {by} does {text}")
        }
        _ => {}
    }
    out
}

fn step_json<G: Game>(game: &G, step: &Step<'_, G>, only: Option<Seat>) -> String {
    let mut out = String::new();
    for seat in shown(game, step, only) {
        let mut legal = G::Legal::default();
        game.legal(step.state, &mut legal);
        let action = match step.event {
            Some(Event::Action(_, text)) => Some(text),
            _ => None,
        };
        let line = json!({
            "step": step.index, "seat": seat, "view": game.view(step.state, seat), "legal": legal.texts(), "action": action
        });
        let _ = writeln!(out, "{line}");
    }
    out
}

fn ending(record: &Record) -> String {
    let specs: Vec<String> = record
        .agents
        .iter()
        .zip(&record.scores)
        .enumerate()
        .map(|(i, (a, s))| format!("seat {i} {} {s:+}", a.spec))
        .collect();
    match &record.end {
        End::Over => format!("over: {}", specs.join(", ")),
        End::Forfeit { seat, fault, detail } => {
            format!("seat {seat} forfeits ({}: {detail}): {}", fault.name(), specs.join(", "))
        }
    }
}
