//! Games of go as SGF beside a run's records.

use anyhow::{Context, Result};
use croupier_bots::Bots;
use croupier_core::{End, Fault, Record, replay};
use croupier_games::Go;
use croupier_games::go::Finish;
use croupier_wire::sgf::{Collection, go};
use std::any::Any;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Writes `games.sgf` from the records of a run of go; nothing for other games. Written anew from the records every
/// time, so that a resumed run has the file of one never stopped.
pub fn write<G: Bots>(game: &G, dir: &Path) -> Result<()> {
    let Some(game) = (game as &dyn Any).downcast_ref::<Go>() else { return Ok(()) };
    let records = dir.join("records.jsonl");
    let file = std::fs::File::open(&records).with_context(|| records.display().to_string())?;
    let mut collection = Collection::default();
    for line in BufReader::new(file).lines() {
        let record: Record = line?.parse()?;
        let end = replay(game, &record, |_| ())?;
        let mut sgf = go::Record::of(game, &end);
        sgf.players = [0, 1].map(|i| record.agents.get(i).map(|a| a.spec.clone()));
        sgf.result = Some(result(&record.end, game.finish(&end)));
        collection.trees.push(sgf.write());
    }
    let path = dir.join("games.sgf");
    std::fs::write(&path, format!("{collection}\n")).with_context(|| path.display().to_string())
}

/// RE: points, `0` for a draw, `R` for a resignation, `F` for any other forfeit, `Void` for a game that its length ended.
fn result(end: &End, finish: Option<Finish>) -> String {
    match (end, finish) {
        (End::Forfeit { seat, fault, .. }, _) => {
            let winner = if seat.index() == 0 { "W" } else { "B" };
            format!("{winner}+{}", if *fault == Fault::Resigned { "R" } else { "F" })
        }
        (_, Some(Finish::Scored(margin))) if margin > 0.0 => format!("B+{margin}"),
        (_, Some(Finish::Scored(margin))) if margin < 0.0 => format!("W+{}", -margin),
        (_, Some(Finish::Scored(_))) => "0".into(),
        _ => "Void".into(),
    }
}
