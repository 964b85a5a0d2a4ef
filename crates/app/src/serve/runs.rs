//! Runs under a folder: their reports, and their episodes down to each one's review.

use super::fault::Refusal;
use axum::http::StatusCode;
use croupier_arena::{Evidence, Plan, Report, Stop, Store, html};
use croupier_core::Record;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Episodes that one answer lists.
pub const LISTED: usize = 100;

/// The runs in a folder, by name.
pub fn list(folder: &Path) -> Value {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|e| e.file_name().into_string().ok()).collect();
    names.sort();
    let runs = names.iter().filter_map(|name| {
        let plan = match plan(folder, name) {
            Ok(plan) => plan,
            // A folder of something else.
            Err(e) if e.status == StatusCode::NOT_FOUND => return None,
            Err(e) => return Some(json!({ "run": name, "error": e.text })),
        };
        let bots: Vec<&str> = plan.entrants.iter().map(|l| l.spec.as_str()).collect();
        Some(json!({
            "run": name, "game": plan.game, "profile": plan.profile, "kind": plan.kind, "bots": bots, "blocks": plan.blocks,
        }))
    });
    json!({ "folder": folder.display().to_string(), "runs": runs.collect::<Vec<_>>() })
}

/// A run's own folder: a plain name directly under the folder, nothing that leads elsewhere, and in it plain files: a pipe or
/// a device would hold a worker for good.
fn directory(folder: &Path, name: &str) -> Result<PathBuf, Refusal> {
    let plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    let dir = folder.join(name);
    if !plain || !dir.join("run.json").is_file() {
        return Err(Refusal::missing("there is no such run"));
    }
    let odd = |file: &&str| {
        let path = dir.join(file);
        path.exists() && !path.is_file()
    };
    match ["blocks.jsonl", "records.jsonl", "timings.jsonl"].into_iter().find(odd) {
        Some(file) => Err(Refusal::request(format!("run {name}: {file} is no plain file"))),
        None => Ok(dir),
    }
}

fn plan(folder: &Path, name: &str) -> Result<Plan, Refusal> {
    Store::plan(&directory(folder, name)?).map_err(|e| Refusal::request(format!("run {name}: {e}")))
}

/// The report of a run as a page, of the blocks played so far.
///
/// # Errors
/// No such run, one that is damaged, or not one block played.
pub fn report(folder: &Path, name: &str) -> Result<String, Refusal> {
    let dir = directory(folder, name)?;
    let refuse = |e: &dyn std::fmt::Display| Refusal::request(format!("run {name}: {e}"));
    let plan = plan(folder, name)?;
    let mut evidence = Evidence::new(&plan);
    for (line, times) in Store::done(&dir, &plan).map_err(|e| refuse(&e))? {
        evidence.add_line(&line, &times).map_err(|e| refuse(&e))?;
    }
    let stop = evidence.stopped(&plan).unwrap_or(Stop::Interrupted);
    let report = Report::new(&plan, &evidence, &stop).map_err(|e| refuse(&e))?;
    Ok(html(&report))
}

/// Some episodes of a run from number `from`: who sat where, the scores, the end.
///
/// # Errors
/// No such run, or a damaged record.
pub fn episodes(folder: &Path, name: &str, from: usize) -> Result<Value, Refusal> {
    let mut rows = Vec::new();
    let mut more = false;
    each(folder, name, from, |n, record| {
        more = rows.len() == LISTED;
        if !more {
            let agents: Vec<&str> = record.agents.iter().map(|a| a.spec.as_str()).collect();
            rows.push(json!({
                "episode": n, "place": record.place, "agents": agents, "scores": record.scores, "end": record.end,
            }));
        }
        !more
    })?;
    Ok(json!({ "run": name, "from": from, "more": more, "episodes": rows }))
}

/// The record of an episode, counted from 0.
///
/// # Errors
/// No such run or episode, or a damaged record.
pub fn record(folder: &Path, name: &str, n: usize) -> Result<Record, Refusal> {
    let mut found = None;
    each(folder, name, n, |_, record| {
        found = Some(record);
        false
    })?;
    found.ok_or_else(|| Refusal::missing(format!("run {name} has no episode {n}")))
}

/// Reads records from number `from` on until `f` has enough.
fn each(
    folder: &Path,
    name: &str,
    from: usize,
    mut f: impl FnMut(usize, Record) -> bool,
) -> Result<(), Refusal> {
    let path = directory(folder, name)?.join("records.jsonl");
    let broken = |e: &dyn std::fmt::Display| Refusal::request(format!("run {name}: records.jsonl: {e}"));
    let file = File::open(&path).map_err(|e| broken(&e))?;
    for (n, line) in BufReader::new(file).lines().enumerate().skip(from) {
        let line = line.map_err(|e| broken(&e))?;
        match line.parse() {
            Ok(record) => {
                if !f(n, record) {
                    return Ok(());
                }
            }
            // A torn last line of a run under way.
            Err(_) if !line.ends_with('}') => return Ok(()),
            Err(e) => return Err(broken(&format!("line {}: {e}", n + 1))),
        }
    }
    Ok(())
}
