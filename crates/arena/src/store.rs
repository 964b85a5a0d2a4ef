//! A run on disk: run.json, records.jsonl, blocks.jsonl, timings.jsonl, each only ever appended to.
//!
//! A block's records and clocks are written before its line in blocks.jsonl, so that whatever moment a run is killed
//! at, the files hold a prefix of the plan and at most one torn tail, which [`Store::open`] cuts off and says so.

use crate::block::{BlockLine, Played};
use crate::plan::Plan;
use croupier_core::{Luck, Place, Record};
use croupier_stats::Durations;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

mod verify;
pub use verify::{Verified, verify};

/// What is wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The directory or a file in it cannot be read or written.
    #[error("{}{}", .path.display(), full(.source))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is no run here.
    #[error("{}: no run here (run.json is missing); a run is made by --out DIR", .0.display())]
    Missing(PathBuf),
    /// There is a run here already.
    #[error("{}: holds a run already; continue it with `croupier resume`, or give another --out", .0.display())]
    Exists(PathBuf),
    /// Another process writes here.
    #[error("{}: another process is writing this run", .0.display())]
    Locked(PathBuf),
    /// A line that is not what it should be.
    #[error("{}, line {line}: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// A run of other rules, another version or another game.
    #[error("{}: the run is of {found}; this program has {expected}", .path.display())]
    Other {
        /// run.json.
        path: PathBuf,
        /// What the run is of.
        found: String,
        /// What this program has.
        expected: String,
    },
}

fn full(e: &std::io::Error) -> &'static str {
    if e.kind() == std::io::ErrorKind::StorageFull {
        " (the disk is full; what is written stays, free some space and continue with `croupier resume`)"
    } else {
        ""
    }
}

/// The files that are appended to.
const FILES: [&str; 3] = ["records.jsonl", "blocks.jsonl", "timings.jsonl"];

/// A line of timings.jsonl: decision times by entrant.
#[derive(Serialize, Deserialize)]
struct TimesLine {
    block: u64,
    bots: Vec<Durations>,
}

/// A file that is appended to.
struct Log {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Log {
    fn append(&mut self, line: &str) -> Result<(), StoreError> {
        let written = self.out.write_all(line.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
        written.map_err(|e| io(&self.path, e))
    }
    fn flush(&mut self) -> Result<(), StoreError> {
        self.out.flush().map_err(|e| io(&self.path, e))
    }
}

fn io(path: &Path, source: std::io::Error) -> StoreError {
    StoreError::Io { path: path.into(), source }
}

/// A run on disk, open for appending.
pub struct Store {
    records: Log,
    blocks: Log,
    timings: Log,
    /// Held while the store is open, so that two processes cannot write one run.
    _lock: File,
}

/// What a store held when it was opened again.
pub struct Resumed {
    /// The store, ready for the next block.
    pub store: Store,
    /// The blocks already played, with the clocks of their decisions by entrant.
    pub done: Vec<(BlockLine, Vec<Durations>)>,
    /// What was cut off, in words; empty where nothing was.
    pub healed: Vec<String>,
}

impl Store {
    /// Makes a directory with the plan of a run in it.
    ///
    /// # Errors
    /// When the directory holds a run already or cannot be written.
    pub fn create(dir: &Path, plan: &Plan) -> Result<Self, StoreError> {
        std::fs::create_dir_all(dir).map_err(|e| io(dir, e))?;
        let path = dir.join("run.json");
        if path.exists() {
            return Err(StoreError::Exists(dir.into()));
        }
        for name in FILES {
            if dir.join(name).metadata().is_ok_and(|m| m.len() > 0) {
                return Err(StoreError::Exists(dir.into()));
            }
        }
        let text = serde_json::to_string_pretty(plan).expect("a plan serialises") + "\n";
        croupier_core::write_whole(&path, text.as_bytes()).map_err(|e| io(&path, e))?;
        Self::at(dir, [0; 3])
    }

    /// Opens the files, cut to these lengths, behind a lock on run.json.
    fn at(dir: &Path, lengths: [u64; 3]) -> Result<Self, StoreError> {
        let run = dir.join("run.json");
        let lock = File::open(&run).map_err(|e| io(&run, e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(StoreError::Locked(dir.into())),
            Err(std::fs::TryLockError::Error(e)) => return Err(io(&run, e)),
        }
        let log = |name: &str, length: u64| {
            let path = dir.join(name);
            let open = || -> std::io::Result<File> {
                let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(&path)?;
                if file.metadata()?.len() != length {
                    file.set_len(length)?;
                }
                file.seek(SeekFrom::End(0))?;
                Ok(file)
            };
            let file = open().map_err(|e| io(&path, e))?;
            Ok(Log { path, out: BufWriter::with_capacity(1 << 16, file) })
        };
        Ok(Self {
            records: log("records.jsonl", lengths[0])?,
            blocks: log("blocks.jsonl", lengths[1])?,
            timings: log("timings.jsonl", lengths[2])?,
            _lock: lock,
        })
    }

    /// Reads the plan of a run.
    ///
    /// # Errors
    /// When there is none, or it is no plan.
    pub fn plan(dir: &Path) -> Result<Plan, StoreError> {
        let path = dir.join("run.json");
        let text = std::fs::read_to_string(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => StoreError::Missing(dir.into()),
            _ => io(&path, e),
        })?;
        serde_json::from_str(&text).map_err(|e| StoreError::Damaged {
            path,
            line: e.line() as u64,
            reason: format!("not the plan of a run: {e}"),
        })
    }

    /// Opens a run again: reads what it holds, cuts a torn tail, and stands ready for the next block.
    ///
    /// # Errors
    /// A damaged line before the last one is named and nothing is changed.
    pub fn open(dir: &Path, plan: &Plan) -> Result<Resumed, StoreError> {
        let (lengths, done, healed) = Self::load(dir, plan)?;
        Ok(Resumed { store: Self::at(dir, lengths)?, done, healed })
    }

    /// Reads the blocks of a run and the clocks of their decisions by entrant; changes nothing, also while it is played.
    ///
    /// # Errors
    /// A damaged line before the last one.
    pub fn done(dir: &Path, plan: &Plan) -> Result<Vec<(BlockLine, Vec<Durations>)>, StoreError> {
        Self::load(dir, plan).map(|(_, done, _)| done)
    }

    /// What a run holds: the lengths of its files up to the last whole block, the blocks, and what is cut off behind them.
    fn load(dir: &Path, plan: &Plan) -> Result<Loaded, StoreError> {
        let mut healed = Vec::new();
        if FILES.iter().any(|f| dir.join(f).exists())
            && let Some(name) = FILES.iter().find(|f| !dir.join(f).exists())
        {
            let reason = "the file is missing while others of the run are there".into();
            return Err(StoreError::Damaged { path: dir.join(name), line: 1, reason });
        }
        let per_block = plan.records_per_block();
        let blocks: Lines<BlockLine> = read(&dir.join("blocks.jsonl"), 1, &mut healed)?;
        let records: Lines<Checked> = read(&dir.join("records.jsonl"), per_block, &mut healed)?;
        let times: Lines<TimesLine> = read(&dir.join("timings.jsonl"), 1, &mut healed)?;
        each(&dir.join("blocks.jsonl"), &blocks.values, |i, line| {
            numbered(i, line.block).and_then(|()| line.check(plan))
        })?;
        each(&dir.join("timings.jsonl"), &times.values, |i, line| {
            let bots = plan.entrants.len();
            let fits = line.bots.len() == bots;
            numbered(i, line.block).and(if fits {
                Ok(())
            } else {
                Err(format!("{} bots where the plan has {bots}", line.bots.len()))
            })
        })?;
        each(&dir.join("records.jsonl"), &records.values, |i, record| record.check(plan, i as u64))?;
        let whole = blocks.ends.len().min(records.ends.len()).min(times.ends.len());
        let end = |ends: &[u64]| whole.checked_sub(1).map_or(0, |i| ends[i]);
        let lengths = [end(&records.ends), end(&blocks.ends), end(&times.ends)];
        for (name, ends, length, found) in [
            ("records.jsonl", &records.ends, lengths[0], records.length),
            ("blocks.jsonl", &blocks.ends, lengths[1], blocks.length),
            ("timings.jsonl", &times.ends, lengths[2], times.length),
        ] {
            if found > length {
                let more = ends.len() - whole;
                healed.push(format!(
                    "{name}: cut {} bytes behind block {whole} ({more} whole blocks) to play them again",
                    found - length
                ));
            }
        }
        let clocks = times.values.into_iter().map(|t| t.bots);
        let done = blocks.values.into_iter().zip(clocks).take(whole).collect();
        Ok((lengths, done, healed))
    }

    /// Appends a block: its records and clocks first, then its line.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn append(&mut self, played: &Played) -> Result<(), StoreError> {
        for record in &played.records {
            self.records.append(record)?;
        }
        let times = TimesLine { block: played.line.block, bots: played.times.clone() };
        self.timings.append(&serde_json::to_string(&times).expect("clocks serialise"))?;
        self.blocks.append(&serde_json::to_string(&played.line).expect("a block serialises"))
    }

    /// Hands everything appended so far to the system, records first.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        self.records.flush()?;
        self.timings.flush()?;
        self.blocks.flush()
    }

    /// Flushes and waits until the disk has it.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.flush()?;
        for log in [&self.records, &self.timings, &self.blocks] {
            log.out.get_ref().sync_all().map_err(|e| io(&log.path, e))?;
        }
        Ok(())
    }
}

/// See [`Store::load`].
type Loaded = ([u64; 3], Vec<(BlockLine, Vec<Durations>)>, Vec<String>);

/// The whole lines of a file.
struct Lines<T> {
    values: Vec<T>,
    /// The file's length after each group of lines.
    ends: Vec<u64>,
    length: u64,
}

/// What a record's line says of where it stands, kept for the check; the rest is read and forgotten.
struct Checked {
    place: Option<Place>,
    luck: Luck,
}

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Record::deserialize(d).map(|r| Checked { place: r.place, luck: r.luck })
    }
}

impl Checked {
    /// Checks that this is the plan's record number `i`.
    fn check(&self, plan: &Plan, i: u64) -> Result<(), String> {
        let (per_block, series) = (plan.records_per_block(), u64::from(plan.series));
        let (block, within) = (i / per_block, i % per_block);
        let episode = within % series;
        let place = Place { block, seating: (within / series) as u32, episode: episode as u32 };
        if self.place == Some(place) && self.luck == plan.block_luck(block).episode(episode) {
            Ok(())
        } else {
            Err(format!("not the record that the plan has for {place}"))
        }
    }
}

/// Reads a file of lines, `group` of them a block. A tail that is no whole line is left out and told in `healed`.
fn read<T: DeserializeOwned>(
    path: &Path,
    group: u64,
    healed: &mut Vec<String>,
) -> Result<Lines<T>, StoreError> {
    let mut lines = Lines { values: Vec::new(), ends: Vec::new(), length: 0 };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(lines),
        Err(e) => return Err(io(path, e)),
    };
    let (mut input, mut bytes, mut number) = (BufReader::with_capacity(1 << 16, file), Vec::new(), 0u64);
    let mut bad: Option<(u64, String)> = None;
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).map_err(|e| io(path, e))? == 0 {
            break;
        }
        if let Some((line, reason)) = bad {
            return Err(StoreError::Damaged { path: path.into(), line, reason });
        }
        number += 1;
        lines.length += bytes.len() as u64;
        match serde_json::from_slice(&bytes) {
            Ok(value) if bytes.ends_with(b"\n") => {
                lines.values.push(value);
                if number.is_multiple_of(group.max(1)) {
                    lines.ends.push(lines.length);
                }
            }
            Ok(_) => bad = Some((number, "no line's end".into())),
            Err(e) => bad = Some((number, e.to_string())),
        }
    }
    if let Some((line, reason)) = bad {
        healed.push(format!("{}: the last line ({line}) is torn: {reason}", path.display()));
    }
    Ok(lines)
}

fn numbered(i: usize, block: u64) -> Result<(), String> {
    if block == i as u64 { Ok(()) } else { Err(format!("block {block} stands where block {i} belongs")) }
}

/// Checks every line of a file by its index.
fn each<T>(
    path: &Path,
    lines: &[T],
    check: impl Fn(usize, &T) -> Result<(), String>,
) -> Result<(), StoreError> {
    for (i, line) in lines.iter().enumerate() {
        check(i, line).map_err(|reason| StoreError::Damaged {
            path: path.into(),
            line: i as u64 + 1,
            reason,
        })?;
    }
    Ok(())
}
