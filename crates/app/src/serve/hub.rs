//! All tables: made, found, read again from their logs.

use super::episode::{Episode, Sitter, Wanted, header, open, permitted};
use super::fault::Refusal;
use super::limit::Bucket;
use super::log::{self, Kept, Log};
use super::options::ServeArgs;
use super::table::{Ask, Table};
use super::tokens::{Tokens, random_hex};
use croupier_core::{Luck, Record, Seat};
use serde::Serialize;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{Semaphore, mpsc};

/// The server's tables and what they share.
pub struct Hub {
    /// The options.
    pub args: ServeArgs,
    /// Tokens of seats.
    pub tokens: Tokens,
    /// Threads for bots and reviews.
    pub workers: Arc<Semaphore>,
    tables: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    made: Mutex<Bucket>,
    clients: AtomicU64,
}

/// A new table, as its maker is told.
#[derive(Debug, Serialize)]
pub struct Made {
    /// The table's id: enough to watch, not to play.
    pub table: String,
    /// By seat: a token where a person sits.
    pub tokens: Vec<Option<String>>,
}

impl Hub {
    /// Opens the folder of tables.
    ///
    /// # Errors
    /// When it cannot be made or read.
    pub fn new(args: ServeArgs) -> std::io::Result<Self> {
        std::fs::create_dir_all(args.data.join("records"))?;
        let made = Bucket::new(args.new_tables, f64::from(args.new_tables) / 60.0);
        Ok(Self {
            tokens: Tokens::open(&args.data.join("tokens.jsonl"))?,
            workers: Arc::new(Semaphore::new(args.workers())),
            tables: Mutex::default(),
            made: Mutex::new(made),
            clients: AtomicU64::new(0),
            args,
        })
    }

    /// A number for a connection, never used before.
    pub fn client(&self) -> u64 {
        self.clients.fetch_add(1, Ordering::Relaxed)
    }

    /// How many tables are in memory.
    pub fn live(&self) -> usize {
        self.tables.lock().expect("no holder panics").len()
    }

    fn path(&self, table: &str) -> Result<PathBuf, Refusal> {
        let is_id = table.len() == 16 && table.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !is_id {
            return Err(no_table());
        }
        Ok(self.args.data.join("records").join(format!("{table}.jsonl")))
    }

    /// Makes a table and begins.
    ///
    /// # Errors
    /// A limit reached, or rules or seats that are refused.
    pub async fn make(self: &Arc<Self>, wanted: Wanted) -> Result<Made, Refusal> {
        self.room()?;
        if !self.made.lock().expect("no holder panics").take() {
            return Err(Refusal::limit(format!(
                "{} new tables a minute are the limit; wait a little",
                self.args.new_tables
            )));
        }
        permitted(&wanted.seats, &self.args)?;
        let id = random_hex(8)?;
        let luck = Luck(u64::from_str_radix(&random_hex(8)?, 16).expect("it is hexadecimal"));
        let header = header(id.clone(), &wanted, luck)?;
        let people = header.seats.iter().map(|s| *s == Sitter::Person).collect::<Vec<_>>();
        let path = self.path(&id)?;
        let hub = self.clone();
        let (episode, log) = self
            .work(move || {
                let episode = open(&header, &[])?;
                let log = Log::create(&path, &header).map_err(|e| hub.disk(&e))?;
                Ok((episode, log))
            })
            .await?;
        let mut tokens = Vec::new();
        for (i, person) in people.into_iter().enumerate() {
            tokens.push(if person { Some(self.tokens.renew(&id, Seat(i as u8))?) } else { None });
        }
        self.start(&id, episode, log, false);
        Ok(Made { table: id, tokens })
    }

    fn room(&self) -> Result<(), Refusal> {
        if self.live() >= self.args.tables as usize {
            return Err(Refusal::limit(format!("{} tables at once are the limit", self.args.tables)));
        }
        Ok(())
    }

    fn disk(&self, e: &std::io::Error) -> Refusal {
        Refusal::broken(format!("the table's log cannot be written: {e}"))
    }

    /// Runs `job` on a worker, off the async threads.
    ///
    /// # Errors
    /// The job's own, or its panic.
    pub async fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.workers.clone().acquire_owned().await.expect("it is never closed");
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            job()
        });
        done.await.unwrap_or_else(|e| Err(Refusal::broken(e.to_string())))
    }

    /// Starts a table's task, unless the table is under way already.
    fn start(
        self: &Arc<Self>,
        id: &str,
        episode: Box<dyn Episode>,
        log: Log,
        ended: bool,
    ) -> mpsc::Sender<Ask> {
        let mut tables = self.tables.lock().expect("no holder panics");
        if let Some(sender) = tables.get(id) {
            return sender.clone();
        }
        let (sender, asks) = mpsc::channel(256);
        tables.insert(id.into(), sender.clone());
        let table = Table::new(self.clone(), id.into(), episode, log, ended);
        tokio::spawn(table.run(asks));
        sender
    }

    /// Asks something of a table, reading it from its log if it is not in memory.
    ///
    /// # Errors
    /// No such table, one that cannot be read, a limit.
    pub async fn ask(self: &Arc<Self>, id: &str, ask: Ask) -> Result<(), Refusal> {
        let ask = match self.put(id, ask)? {
            None => return Ok(()),
            Some(ask) => ask,
        };
        let path = self.path(id)?;
        self.room()?;
        let hub = self.clone();
        let read = move || -> Result<(Box<dyn Episode>, Log, bool), Refusal> {
            let kept = log::read(&path)?.ok_or_else(no_table)?;
            permitted(&kept.header.seats, &hub.args)?;
            let log = Log::reopen(&path, &kept).map_err(|e| Refusal::broken(e.to_string()))?;
            let ended = kept.end.is_some();
            let episode = reopened(&kept)?;
            Ok((episode, log, ended))
        };
        let (episode, log, ended) = self.work(read).await?;
        self.start(id, episode, log, ended);
        self.put(id, ask)?.map_or(Ok(()), |_| Err(Refusal::limit("the table closed just now; try again")))
    }

    /// Hands an ask to a table in memory; gives it back if there is none.
    fn put(&self, id: &str, ask: Ask) -> Result<Option<Ask>, Refusal> {
        let mut tables = self.tables.lock().expect("no holder panics");
        let Some(table) = tables.get(id) else { return Ok(Some(ask)) };
        match table.try_send(ask) {
            Ok(()) => Ok(None),
            Err(mpsc::error::TrySendError::Full(_)) => {
                Err(Refusal::limit("the table is too busy; try again"))
            }
            // Its task is gone: the log says where it was.
            Err(mpsc::error::TrySendError::Closed(ask)) => {
                tables.remove(id);
                Ok(Some(ask))
            }
        }
    }

    /// Takes a table out of memory unless somebody has asked for it; says whether it did.
    pub fn close(&self, id: &str, asks: &mpsc::Receiver<Ask>) -> bool {
        let mut tables = self.tables.lock().expect("no holder panics");
        asks.is_empty() && tables.remove(id).is_some()
    }

    /// Takes a table that has failed out of memory.
    pub fn forget(&self, id: &str) {
        self.tables.lock().expect("no holder panics").remove(id);
    }

    /// The record of a table whose episode has ended.
    ///
    /// # Errors
    /// No such table, or its episode is under way: its record is the whole truth.
    pub async fn record(&self, id: &str) -> Result<Record, Refusal> {
        let path = self.path(id)?;
        let kept = self.work(move || log::read_only(&path)).await?.ok_or_else(no_table)?;
        let under_way = || {
            Refusal::new(
                axum::http::StatusCode::CONFLICT,
                "the episode is under way; its review opens at its end",
            )
        };
        kept.record().ok_or_else(under_way)
    }
}

/// The episode of a log, its forfeit included.
fn reopened(kept: &Kept) -> Result<Box<dyn Episode>, Refusal> {
    let mut episode = open(&kept.header, &kept.events)?;
    if let Some((croupier_core::End::Forfeit { seat, fault, detail }, ..)) = &kept.end {
        episode.play_mut().forfeit(*seat, croupier_core::AgentError::new(*fault, detail.clone()));
    }
    Ok(episode)
}

fn no_table() -> Refusal {
    Refusal::missing("there is no such table")
}
