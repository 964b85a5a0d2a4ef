//! Many episodes stepped at once, generic inside: what `croupier.VecEnv` holds. No Python in here.

use crate::episode::{Info, Playable, Setup, decides, refuse_action};
use crate::refusal::{Kind, Refusal, Tried};
use croupier_app::registry::{Visitor, with_game};
use croupier_core::{LegalSet, Luck, Rng, Turn, config};
use croupier_games::encode::Options;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::Arc;

/// Arrays to write into, a row for each environment; what is `None` is not wanted.
#[derive(Default)]
pub struct Rows<'a> {
    /// What the seat to move sees.
    pub observation: Option<&'a mut [f32]>,
    /// 1 at legal indices.
    pub mask: Option<&'a mut [i8]>,
    /// The seat to move.
    pub seat: Option<&'a mut [i8]>,
    /// The scores of the episode that this step ended, else 0.
    pub reward: Option<&'a mut [f32]>,
    /// Whether this step ended an episode.
    pub done: Option<&'a mut [bool]>,
    /// A legal action, when asked for.
    pub pick: Option<&'a mut [i64]>,
    /// The scores of the last episode that ended.
    pub scores: Option<&'a mut [f64]>,
    /// Episodes since the step before that ended without a decision.
    pub undecided: Option<&'a mut [i32]>,
}

fn cut<'a, T>(all: &mut Option<&'a mut [T]>, n: usize) -> Option<&'a mut [T]> {
    let whole = all.take()?;
    let (first, rest) = whole.split_at_mut(n);
    *all = Some(rest);
    Some(first)
}

impl<'a> Rows<'a> {
    /// Takes the rows of the first `n` environments off.
    fn take(&mut self, n: usize, info: &Info) -> Rows<'a> {
        Rows {
            observation: cut(&mut self.observation, n * info.observation),
            mask: cut(&mut self.mask, n * info.actions),
            seat: cut(&mut self.seat, n),
            reward: cut(&mut self.reward, n * info.seats),
            done: cut(&mut self.done, n),
            pick: cut(&mut self.pick, n),
            scores: cut(&mut self.scores, n * info.seats),
            undecided: cut(&mut self.undecided, n),
        }
    }
}

/// How the caller names actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By canonical index.
    Index,
    /// By place among the legal actions.
    Choice,
}

/// One environment of a batch.
struct Slot<G: Playable> {
    state: G::State,
    legal: G::Legal,
    indices: Vec<usize>,
    /// Whether `indices` are those of this decision.
    listed: bool,
    pending: Option<G::Action>,
    lucks: Rng,
    picks: Rng,
    luck: Luck,
    draws: u64,
    /// Scores of the last episode that ended.
    scores: Vec<f64>,
    done: bool,
    undecided: i32,
    rows: Vec<f32>,
}

impl<G: Playable> Slot<G> {
    fn new(setup: &Setup<G>, seed: u64, i: u64) -> Self {
        let mut slot = Self {
            state: setup.game.start(),
            legal: G::Legal::default(),
            indices: Vec::new(),
            listed: false,
            pending: None,
            lucks: Rng::keyed("croupier vec lucks", &[seed, i]),
            picks: Rng::keyed("croupier vec picks", &[seed, i]),
            luck: Luck(0),
            draws: 0,
            scores: vec![0.0; setup.info.seats],
            done: false,
            undecided: 0,
            rows: Vec::new(),
        };
        slot.begin(setup);
        slot.undecided = 0;
        slot
    }

    /// Begins episodes until one has a decision.
    fn begin(&mut self, setup: &Setup<G>) {
        loop {
            self.state = setup.game.start();
            (self.luck, self.draws) = (Luck(self.lucks.bits()), 0);
            if self.chance(setup) {
                break;
            }
            self.undecided = self.undecided.saturating_add(1);
        }
        setup.game.legal(&self.state, &mut self.legal);
    }

    /// Lets chance act; whether a seat is to decide.
    #[inline]
    fn chance(&mut self, setup: &Setup<G>) -> bool {
        let game = &setup.game;
        loop {
            match game.turn(&self.state) {
                Turn::Seat(_) => return true,
                Turn::Over => return false,
                Turn::Chance => {
                    let chance = game.draw(&self.state, &mut self.luck.draw(self.draws));
                    self.draws += 1;
                    game.reveal(&mut self.state, &chance).expect("what a game draws, it can reveal");
                }
            }
        }
    }

    /// Checks an action without doing it.
    #[inline]
    fn check(&mut self, setup: &Setup<G>, naming: Naming, action: i64) -> Tried<()> {
        let found = match naming {
            Naming::Choice => {
                u64::try_from(action).ok().filter(|i| *i < self.legal.count()).map(|i| self.legal.nth(i))
            }
            Naming::Index => usize::try_from(action)
                .ok()
                .filter(|i| *i < setup.info.actions)
                .and_then(|i| setup.game.action(&setup.code, &self.state, i))
                .filter(|a| self.legal.has(a)),
        };
        self.pending = found;
        if found.is_some() { Ok(()) } else { Err(self.refusal(naming, action)) }
    }

    #[cold]
    fn refusal(&self, naming: Naming, action: i64) -> Refusal {
        match naming {
            Naming::Index => refuse_action(&action.to_string(), &self.legal.texts()),
            Naming::Choice => {
                let allowed = format!("a place among the {} legal actions, from 0", self.legal.count());
                Refusal::value(Kind::Illegal, "action", action, allowed)
            }
        }
    }

    /// The canonical indices of the legal actions.
    #[inline]
    fn list(&mut self, setup: &Setup<G>) -> &[usize] {
        if !self.listed {
            setup.game.indices(&setup.code, &self.state, &self.legal, &mut self.indices);
            self.listed = true;
        }
        &self.indices
    }

    /// Does the action that was checked.
    #[inline]
    fn step(&mut self, setup: &Setup<G>) {
        (self.done, self.undecided, self.listed) = (false, 0, false);
        let Some(action) = self.pending.take() else { return };
        setup.game.apply(&mut self.state, action).expect("the action was checked");
        if self.chance(setup) {
            setup.game.legal(&self.state, &mut self.legal);
        } else {
            setup.game.scores(&self.state, &mut self.scores);
            self.done = true;
            self.begin(setup);
        }
    }

    /// Writes the rows of the environment at place `i` of a chunk.
    #[inline]
    fn write(&mut self, setup: &Setup<G>, rows: &mut Rows<'_>, i: usize, featured: bool) {
        let info = &setup.info;
        let Turn::Seat(seat) = setup.game.turn(&self.state) else { return };
        let row = |n: usize| i * n..(i + 1) * n;
        self.rows.clear();
        match (&mut rows.observation, featured) {
            (Some(all), true) => {
                let out = &mut all[row(info.observation)];
                setup.game.observe_with_features(&self.state, seat, &self.legal, out, &mut self.rows);
            }
            (Some(all), false) => setup.game.observe(&self.state, seat, &mut all[row(info.observation)]),
            (None, true) => setup.game.features(&self.state, &self.legal, &mut self.rows),
            (None, false) => {}
        }
        if let Some(all) = &mut rows.mask {
            let mask = &mut all[row(info.actions)];
            mask.fill(0);
            self.list(setup).iter().for_each(|i| mask[*i] = 1);
        }
        if let Some(all) = &mut rows.seat {
            all[i] = seat.0 as i8;
        }
        if let Some(all) = &mut rows.reward {
            let row = &mut all[row(info.seats)];
            if self.done {
                row.iter_mut().zip(&self.scores).for_each(|(r, s)| *r = *s as f32);
            } else {
                row.fill(0.0);
            }
        }
        if let Some(all) = &mut rows.done {
            all[i] = self.done;
        }
        if let Some(all) = &mut rows.scores {
            all[row(info.seats)].copy_from_slice(&self.scores);
        }
        if let Some(all) = &mut rows.undecided {
            all[i] = self.undecided;
        }
    }

    /// A legal action, each equally likely.
    fn pick(&mut self, setup: &Setup<G>, naming: Naming) -> i64 {
        match naming {
            Naming::Choice => self.picks.below(self.legal.count()) as i64,
            Naming::Index => {
                let n = self.list(setup).len();
                self.indices[self.picks.index(n)] as i64
            }
        }
    }
}

/// Environments stepped together.
struct Batch<G: Playable> {
    setup: Arc<Setup<G>>,
    slots: Vec<Slot<G>>,
    threads: usize,
    pool: Option<ThreadPool>,
}

/// Environments of any game stepped together.
pub trait VecTable: Send + Sync {
    /// Names and sizes.
    fn info(&self) -> &Info;
    /// How many environments.
    fn len(&self) -> usize;
    /// Begins again, all lucks drawn from `seed`.
    fn reset(&mut self, seed: u64);
    /// Does one action in each and writes the rows; none is done if one is refused.
    fn step(&mut self, naming: Naming, actions: &[i64], rows: Rows<'_>, featured: bool) -> Tried<()>;
    /// Writes the rows of all; with `featured`, features are made ready too.
    fn write(&mut self, rows: Rows<'_>, featured: bool);
    /// How many legal actions there are in all: the rows of features.
    fn legal(&self) -> usize;
    /// Writes the features made ready, and where each environment's rows begin.
    fn features(&self, out: &mut [f32], offsets: &mut [i64]);
    /// Writes a legal action of each, drawn uniformly.
    fn pick(&mut self, naming: Naming, out: &mut [i64]);
    /// The luck of each environment's episode.
    fn lucks(&self) -> Vec<u64>;
}

impl<G: Playable> Batch<G> {
    /// Does `work` on each chunk of environments with its rows.
    fn each<R: Send>(
        &mut self,
        mut rows: Rows<'_>,
        work: impl Fn(usize, &mut [Slot<G>], Rows<'_>) -> R + Sync,
    ) -> Vec<R> {
        let info = &self.setup.info;
        let Some(pool) = &self.pool else { return vec![work(0, &mut self.slots, rows)] };
        let size = self.slots.len().div_ceil(self.threads).max(1);
        let mut chunks = Vec::new();
        let mut first = 0;
        for slots in self.slots.chunks_mut(size) {
            let n = slots.len();
            chunks.push((first, slots, rows.take(n, info)));
            first += n;
        }
        pool.install(|| chunks.into_par_iter().map(|(first, slots, rows)| work(first, slots, rows)).collect())
    }
}

impl<G: Playable> VecTable for Batch<G> {
    fn info(&self) -> &Info {
        &self.setup.info
    }
    fn len(&self) -> usize {
        self.slots.len()
    }
    fn reset(&mut self, seed: u64) {
        let setup = Arc::clone(&self.setup);
        self.each(Rows::default(), |first, slots, _| {
            for (i, slot) in slots.iter_mut().enumerate() {
                *slot = Slot::new(&setup, seed, (first + i) as u64);
            }
        });
    }
    fn step(&mut self, naming: Naming, actions: &[i64], rows: Rows<'_>, featured: bool) -> Tried<()> {
        let setup = Arc::clone(&self.setup);
        let checked = self.each(Rows::default(), |first, slots, _| {
            let mut pairs = slots.iter_mut().zip(&actions[first..]).enumerate();
            pairs.try_for_each(|(i, (slot, action))| {
                slot.check(&setup, naming, *action).map_err(|e| e.at(format!("environment {}", first + i)))
            })
        });
        checked.into_iter().collect::<Tried<Vec<()>>>()?;
        self.each(rows, |_, slots, mut rows| {
            for (i, slot) in slots.iter_mut().enumerate() {
                slot.step(&setup);
                slot.write(&setup, &mut rows, i, featured);
            }
        });
        Ok(())
    }
    fn write(&mut self, rows: Rows<'_>, featured: bool) {
        let setup = Arc::clone(&self.setup);
        self.each(rows, |_, slots, mut rows| {
            slots.iter_mut().enumerate().for_each(|(i, slot)| slot.write(&setup, &mut rows, i, featured));
        });
    }
    fn legal(&self) -> usize {
        self.slots.iter().map(|s| s.legal.count() as usize).sum()
    }
    fn features(&self, out: &mut [f32], offsets: &mut [i64]) {
        let (mut at, size) = (0, self.setup.info.features.max(1));
        for (slot, offset) in self.slots.iter().zip(offsets.iter_mut()) {
            *offset = (at / size) as i64;
            out[at..at + slot.rows.len()].copy_from_slice(&slot.rows);
            at += slot.rows.len();
        }
        offsets[self.slots.len()] = (at / size) as i64;
    }
    fn pick(&mut self, naming: Naming, out: &mut [i64]) {
        let setup = Arc::clone(&self.setup);
        let rows = Rows { pick: Some(out), ..Rows::default() };
        self.each(rows, |_, slots, rows| {
            let out = rows.pick.into_iter().flatten();
            slots.iter_mut().zip(out).for_each(|(slot, out)| *out = slot.pick(&setup, naming));
        });
    }
    fn lucks(&self) -> Vec<u64> {
        self.slots.iter().map(|s| s.luck.0).collect()
    }
}

/// A batch of the game it visits.
pub struct Build {
    /// The profile's name.
    pub profile: Option<String>,
    /// Switches.
    pub pairs: Vec<(String, String)>,
    /// Of the numbering.
    pub options: Options,
    /// How many environments.
    pub n: usize,
    /// How many threads.
    pub threads: usize,
}

impl Visitor for Build {
    type Out = Tried<Box<dyn VecTable>>;
    fn visit<G: Playable>(&mut self) -> Self::Out {
        let game: G = config::configure(self.profile.as_deref(), &self.pairs)?;
        let setup = Setup::new(game, self.options.clone())?;
        decides(&setup)?;
        let pool =
            (self.threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(self.threads).build());
        let pool = pool.transpose().map_err(|e| Refusal::text(Kind::Run, format!("threads: {e}")))?;
        let slots = (0..self.n as u64).map(|i| Slot::new(&setup, 0, i)).collect();
        Ok(Box::new(Batch { setup, slots, threads: self.threads, pool }))
    }
}

impl Build {
    /// The batch of the named game.
    pub fn build(mut self, game: &str) -> Tried<Box<dyn VecTable>> {
        with_game(game, &mut self)?
    }
}
