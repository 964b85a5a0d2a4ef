//! A table's log: a header, the events as they happen, the end. What is in it is what happened.

use super::episode::Header;
use super::fault::Refusal;
use super::tokens::private;
use croupier_core::{AgentLabel, End, Event, Record};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

/// A line after the header.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Event(Event),
    End { end: End, scores: Vec<f64>, agents: Vec<AgentLabel> },
}

/// A log open for appending.
pub struct Log {
    file: File,
    written: usize,
}

/// What a log holds.
pub struct Kept {
    /// The header.
    pub header: Header,
    /// What happened.
    pub events: Vec<Event>,
    /// How it ended, if it has.
    pub end: Option<(End, Vec<f64>, Vec<AgentLabel>)>,
}

impl Kept {
    /// The record of an episode that has ended.
    pub fn record(self) -> Option<Record> {
        let (end, scores, agents) = self.end?;
        let Header { game, rules, version, config, luck, .. } = self.header;
        Some(Record {
            game,
            rules,
            version,
            config,
            luck,
            place: None,
            agents,
            events: self.events,
            end,
            scores,
        })
    }
}

impl Log {
    /// A new log with its header.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn create(path: &Path, header: &Header) -> std::io::Result<Self> {
        let mut log = Self { file: private(path)?, written: 0 };
        log.file.write_all((serde_json::to_string(header)? + "\n").as_bytes())?;
        Ok(log)
    }

    /// A log that holds `kept`, to go on with.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn reopen(path: &Path, kept: &Kept) -> std::io::Result<Self> {
        Ok(Self { file: private(path)?, written: kept.events.len() })
    }

    /// Appends the events that are not yet in the log, in one write, so that a kill tears at most the last line.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn events(&mut self, events: &[Event]) -> std::io::Result<()> {
        let mut text = String::new();
        for event in &events[self.written..] {
            text += &serde_json::to_string(&Line::Event(event.clone()))?;
            text.push('\n');
        }
        self.file.write_all(text.as_bytes())?;
        self.written = events.len();
        Ok(())
    }

    /// Appends the end and waits until the disk has all.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn end(&mut self, end: End, scores: Vec<f64>, agents: Vec<AgentLabel>) -> std::io::Result<()> {
        let line = serde_json::to_string(&Line::End { end, scores, agents })? + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

/// The whole lines of a file, nothing if there is none. A torn last line is cut off on disk too.
pub fn whole_lines(path: &Path) -> std::io::Result<String> {
    let mut file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(String::new()),
        other => other?,
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
        bytes.truncate(whole);
    }
    String::from_utf8(bytes).map_err(|e| std::io::Error::new(std::io::ErrorKind::InvalidData, e))
}

/// Reads a table's log; none if there is no such table.
///
/// # Errors
/// A file that cannot be read, or a damaged line.
pub fn read(path: &Path) -> Result<Option<Kept>, Refusal> {
    let text = whole_lines(path).map_err(|e| Refusal::broken(format!("{}: {e}", path.display())))?;
    parse(path, &text)
}

/// Reads a table's log without touching it, as far as its lines are whole: it may be written meanwhile.
///
/// # Errors
/// A file that cannot be read, or a damaged line.
pub fn read_only(path: &Path) -> Result<Option<Kept>, Refusal> {
    match std::fs::read_to_string(path) {
        Ok(text) => parse(path, &text[..text.rfind('\n').map_or(0, |i| i + 1)]),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Refusal::broken(format!("{}: {e}", path.display()))),
    }
}

fn parse(path: &Path, text: &str) -> Result<Option<Kept>, Refusal> {
    let broken = |why: String| Refusal::broken(format!("{}: {why}", path.display()));
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return Ok(None) };
    let header = serde_json::from_str(first).map_err(|e| broken(format!("line 1: {e}")))?;
    let mut kept = Kept { header, events: Vec::new(), end: None };
    for (i, line) in lines.enumerate() {
        match serde_json::from_str(line).map_err(|e| broken(format!("line {}: {e}", i + 2)))? {
            Line::Event(event) => kept.events.push(event),
            Line::End { end, scores, agents } => kept.end = Some((end, scores, agents)),
        }
    }
    Ok(Some(kept))
}
