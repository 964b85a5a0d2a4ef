//! Playing a plan on many threads, with results in plan order.

use crate::block::{Entrant, Played, play_block};
use crate::plan::Plan;
use crate::report::Evidence;
use crate::store::{Store, StoreError};
use croupier_core::Game;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, mpsc};
use std::time::{Duration, Instant};

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Blocks counted so far, those of an earlier session included.
    pub blocks: u64,
    /// Blocks planned; at most, with a sequential test.
    pub of: u64,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All blocks of the plan were played.
    Fixed,
    /// The sequential test decided, or ran out of blocks; the verdict in words.
    Sequential(String),
    /// Somebody asked it to stop.
    Interrupted,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store does not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A block could not be played: a fault of the program, not of a bot.
    #[error("block {block}: {message} (a fault of croupier itself; please report it with the command)")]
    Panic {
        /// The block.
        block: u64,
        /// The panic's message.
        message: String,
    },
    /// The statistics refuse the data.
    #[error(transparent)]
    Stats(#[from] croupier_stats::StatsError),
}

/// A plan with what is needed to play it.
pub struct Runner<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// What to play.
    pub plan: &'a Plan,
    /// The plan's entrants, ready to play.
    pub entrants: &'a [Entrant<G>],
    /// How many threads play.
    pub threads: usize,
    /// Set from elsewhere to stop after the blocks under way.
    pub stop: &'a AtomicBool,
}

/// Hands out blocks and keeps workers from running too far ahead of the writer.
struct Dispatch {
    next: AtomicU64,
    counted: Mutex<u64>,
    moved: Condvar,
    ahead: u64,
    quit: AtomicBool,
}

impl Dispatch {
    /// The next block, once it is not too far ahead; `None` when the run is over.
    fn take(&self, of: u64, stop: &AtomicBool) -> Option<u64> {
        if stop.load(Ordering::Relaxed) || self.quit.load(Ordering::Relaxed) {
            return None;
        }
        let block = self.next.fetch_add(1, Ordering::Relaxed);
        let mut counted = self.counted.lock().expect("no worker panics with the lock");
        while block >= *counted + self.ahead
            && !self.quit.load(Ordering::Relaxed)
            && !stop.load(Ordering::Relaxed)
        {
            counted = self.moved.wait_timeout(counted, Duration::from_millis(100)).expect("as above").0;
        }
        (block < of && !self.quit.load(Ordering::Relaxed)).then_some(block)
    }

    fn counted(&self, blocks: u64) {
        *self.counted.lock().expect("no worker panics with the lock") = blocks;
        self.moved.notify_all();
    }

    fn quit(&self) {
        self.quit.store(true, Ordering::Relaxed);
        self.moved.notify_all();
    }
}

impl<G: Game> Runner<'_, G> {
    /// Plays the blocks that `evidence` does not hold yet, appends them to `store`, and says why it ended.
    ///
    /// Blocks are counted in plan order, so the result is the same on any number of threads.
    ///
    /// # Errors
    /// When the store does not take a block; what it took before stays and can be resumed.
    pub fn run(
        &self,
        evidence: &mut Evidence,
        mut store: Option<Store>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Stop, RunError> {
        let first = evidence.blocks();
        if let Some(stop) = evidence.stopped(self.plan) {
            return Ok(stop);
        }
        let dispatch = Dispatch {
            next: AtomicU64::new(first),
            counted: Mutex::new(first),
            moved: Condvar::new(),
            ahead: 64 * self.threads.max(1) as u64,
            quit: AtomicBool::new(false),
        };
        let recording = store.is_some();
        let (send, receive) = mpsc::channel();
        let stop = std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, dispatch) = (send.clone(), &dispatch);
                scope.spawn(move || {
                    while let Some(block) = dispatch.take(self.plan.blocks, self.stop) {
                        let play =
                            || play_block(self.game, self.plan, self.entrants, block, recording, self.stop);
                        let played = match catch_unwind(AssertUnwindSafe(play)) {
                            Ok(Some(played)) => Ok(played),
                            Ok(None) => break,
                            Err(panic) => Err(RunError::Panic { block, message: message(&panic) }),
                        };
                        if send.send(played).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let stop = self.count(&receive, &dispatch, evidence, store.as_mut(), &mut progress);
            dispatch.quit();
            stop
        });
        if let Some(store) = &mut store {
            store.sync()?;
        }
        stop
    }

    /// Counts blocks in plan order as they arrive.
    fn count(
        &self,
        receive: &mpsc::Receiver<Result<Played, RunError>>,
        dispatch: &Dispatch,
        evidence: &mut Evidence,
        mut store: Option<&mut Store>,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Stop, RunError> {
        let mut early = BTreeMap::new();
        let mut flushed = Instant::now();
        for played in receive {
            let played = played?;
            early.insert(played.line.block, played);
            while let Some(played) = early.remove(&evidence.blocks()) {
                if let Some(store) = store.as_deref_mut() {
                    store.append(&played)?;
                }
                evidence.add(&played)?;
                if let Some(stop) = evidence.stopped(self.plan) {
                    progress(Progress { blocks: evidence.blocks(), of: self.plan.blocks });
                    return Ok(stop);
                }
            }
            dispatch.counted(evidence.blocks());
            if flushed.elapsed() > Duration::from_millis(200) {
                if let Some(store) = store.as_deref_mut() {
                    store.flush()?;
                }
                progress(Progress { blocks: evidence.blocks(), of: self.plan.blocks });
                flushed = Instant::now();
            }
        }
        Ok(Stop::Interrupted)
    }
}

/// The message of a panic.
fn message(panic: &Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".into())
}
