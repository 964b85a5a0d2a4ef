//! Replaying a whole store.

use super::{StoreError, io};
use crate::block::{BlockLine, BotLine, TableLine};
use crate::plan::Plan;
use crate::seating::seatings;
use croupier_core::{End, Game, Outcome, Place, Record, replay};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What a verification found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Blocks whose result follows from their records.
    pub blocks: u64,
    /// Records replayed.
    pub records: u64,
}

/// One file, line by line, with its number for errors.
struct Source {
    path: PathBuf,
    input: BufReader<File>,
    number: u64,
}

impl Source {
    fn open(path: PathBuf) -> Result<Self, StoreError> {
        let file = File::open(&path).map_err(|e| io(&path, e))?;
        Ok(Self { path, input: BufReader::new(file), number: 0 })
    }
    fn next(&mut self) -> Result<Option<String>, StoreError> {
        self.number += 1;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes).map_err(|e| io(&self.path, e))? == 0 {
            return Ok(None);
        }
        String::from_utf8(bytes).map(Some).map_err(|_| self.damaged("not text (UTF-8)"))
    }
    fn damaged(&self, reason: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), line: self.number, reason: reason.into() }
    }
}

/// Replays every record of a run and checks that every block's result follows from its records.
///
/// # Errors
/// The first line that does not hold, by file and number.
pub fn verify<G: Game>(
    game: &G,
    plan: &Plan,
    dir: &Path,
    mut progress: impl FnMut(u64),
) -> Result<Verified, StoreError> {
    let mut records = Source::open(dir.join("records.jsonl"))?;
    let mut blocks = Source::open(dir.join("blocks.jsonl"))?;
    let mut found = Verified { blocks: 0, records: 0 };
    while let Some(text) = blocks.next()? {
        let line: BlockLine = serde_json::from_str(&text).map_err(|e| blocks.damaged(e.to_string()))?;
        if line.block != found.blocks || line.luck != plan.block_luck(line.block) {
            return Err(blocks.damaged(format!("expected block {} of the plan", found.blocks)));
        }
        let replayed = replay_block(game, plan, line.block, &mut records)?;
        if let Some(reason) = difference(&line, &replayed) {
            return Err(blocks.damaged(format!("the result does not follow from the records: {reason}")));
        }
        found.blocks += 1;
        found.records += plan.records_per_block();
        progress(found.blocks);
    }
    match records.next()? {
        Some(_) => {
            Err(records.damaged("a record behind the last block; `croupier resume` heals a torn tail"))
        }
        None => Ok(found),
    }
}

fn replay_block<G: Game>(
    game: &G,
    plan: &Plan,
    block: u64,
    source: &mut Source,
) -> Result<BlockLine, StoreError> {
    let luck = plan.block_luck(block);
    let (mut tables, mut seating) = (Vec::new(), 0);
    for table in &plan.tables {
        let mut line =
            TableLine { bots: vec![BotLine::default(); table.entrants.len()], ..TableLine::default() };
        for seats in seatings(&table.classes, plan.seatings, luck, block) {
            for episode in 0..plan.series {
                let text = source.next()?.ok_or_else(|| source.damaged("the record is missing"))?;
                let record: Record =
                    text.parse().map_err(|e: croupier_core::RecordError| source.damaged(e.to_string()))?;
                let place = Place { block, seating, episode };
                let labels = seats.iter().map(|p| &plan.entrants[table.entrants[*p]]);
                if record.place != Some(place)
                    || record.luck != luck.episode(u64::from(episode))
                    || !record.agents.iter().eq(labels)
                    || record.config != plan.config
                {
                    return Err(source.damaged(format!("not the record that the plan has for {place}")));
                }
                let state = replay(game, &record, |_| ()).map_err(|e| source.damaged(e.to_string()))?;
                count(game, plan, state, &record, &seats, &mut line);
            }
            seating += 1;
        }
        tables.push(line);
    }
    Ok(BlockLine { block, luck, tables })
}

fn count<G: Game>(
    game: &G,
    plan: &Plan,
    state: G::State,
    record: &Record,
    seats: &[usize],
    line: &mut TableLine,
) {
    let forfeit = match &record.end {
        End::Over => None,
        End::Forfeit { seat, fault, detail } => Some(croupier_core::Forfeit {
            seat: *seat,
            error: croupier_core::AgentError::new(*fault, detail.clone()),
        }),
    };
    let outcome = Outcome { state, scores: record.scores.clone(), forfeit, decisions: 0 };
    line.count(game, plan.kind, &outcome, seats);
}

/// What differs between a stored and a replayed result, apart from what no record holds.
fn difference(stored: &BlockLine, replayed: &BlockLine) -> Option<String> {
    let comparable = |b: &BlockLine| {
        let mut b = b.clone();
        for table in &mut b.tables {
            table.games.clear();
            for bot in &mut table.bots {
                (bot.fallbacks, bot.fallback) = (0, None);
            }
        }
        b
    };
    let (a, b) = (comparable(stored), comparable(replayed));
    (a != b).then(|| {
        format!(
            "stored {}, replayed {}",
            serde_json::to_string(&a).expect("a block serialises"),
            serde_json::to_string(&b).expect("a block serialises")
        )
    })
}
