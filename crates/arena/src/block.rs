//! Playing one block: every table and seating on one luck.

use crate::plan::{Kind, Plan, Table};
use crate::seating::seatings;
use croupier_core::{
    Agent, AgentLabel, Factory, Fault, Game, Luck, Outcome, Place, Record, Recorder, Rng, Seat, Seed, Tally,
    Watch, play,
};
use croupier_stats::Durations;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// An entrant, ready to play.
pub struct Entrant<G: Game> {
    /// Its spec and parameters.
    pub label: AgentLabel,
    /// Makes its agents.
    pub factory: Arc<dyn Factory<G>>,
}

/// A block's result, one line of blocks.jsonl: everything a report needs, and no clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockLine {
    /// The block, in plan order.
    pub block: u64,
    /// Its luck.
    pub luck: Luck,
    /// What happened at each table of the plan.
    pub tables: Vec<TableLine>,
}

/// What happened at one table of a block, over its seatings and series.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableLine {
    /// Episodes played.
    pub episodes: u64,
    /// By position.
    pub bots: Vec<BotLine>,
    /// What the game counts that belongs to no seat: key → weighted sum and weight.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub all: BTreeMap<String, (f64, f64)>,
    /// In a league: how often each order of finish came, as positions from first to last, `=` between those who tie.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub orders: BTreeMap<String, u64>,
    /// Fingerprints of episodes without chance events: equal ones are one and the same game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<u64>,
}

/// What one position of a table did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BotLine {
    /// The sum of its scores.
    pub score: f64,
    /// Episodes in which it was sole first.
    pub wins: u64,
    /// Episodes in which it shared the first place.
    pub draws: u64,
    /// How often it took each place; those who tie share the better one.
    pub places: Vec<u64>,
    /// Its forfeits by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forfeits: BTreeMap<Fault, u64>,
    /// What the game counts of it: key → sum and weight.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tally: BTreeMap<String, (f64, f64)>,
    /// What happened at the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    /// How often it fell back to something simpler.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fallbacks: u64,
    /// The last reason it gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// A played block: its line, its records where wanted, and its clocks.
pub struct Played {
    /// The result.
    pub line: BlockLine,
    /// The records' lines, in plan order; empty unless asked for.
    pub records: Vec<String>,
    /// Decision times by entrant.
    pub times: Vec<Durations>,
}

/// Records events where wanted, times decisions, and fingerprints games without chance.
struct Watcher {
    recorder: Option<Recorder>,
    seats: Vec<usize>,
    times: Vec<Durations>,
    /// The moves of a game in which chance has done nothing yet.
    moves: String,
    draws: u64,
}

impl<G: Game> Watch<G> for Watcher {
    const TIMED: bool = true;
    fn chance(&mut self, state: &G::State, chance: &G::Chance) {
        self.draws += 1;
        if let Some(r) = &mut self.recorder {
            Watch::<G>::chance(r, state, chance);
        }
    }
    fn action(&mut self, state: &G::State, seat: Seat, action: G::Action, thought: Duration) {
        self.times[self.seats[seat.index()]].record(thought.as_nanos() as u64);
        if self.draws == 0 {
            let _ = write!(self.moves, "{seat} {action};");
        }
        if let Some(r) = &mut self.recorder {
            Watch::<G>::action(r, state, seat, action, thought);
        }
    }
}

/// Plays block number `block` of a plan; `None` when asked to stop before it was whole.
pub(crate) fn play_block<G: Game>(
    game: &G,
    plan: &Plan,
    entrants: &[Entrant<G>],
    block: u64,
    recording: bool,
    stop: &AtomicBool,
) -> Option<Played> {
    let luck = plan.block_luck(block);
    let mut played = Played {
        line: BlockLine { block, luck, tables: Vec::new() },
        records: Vec::new(),
        times: vec![Durations::default(); entrants.len()],
    };
    let mut seating_index = 0;
    for table in &plan.tables {
        let mut line =
            TableLine { bots: vec![BotLine::default(); table.entrants.len()], ..TableLine::default() };
        for seats in seatings(&table.classes, plan.seatings, luck, block) {
            let series =
                Series { game, plan, entrants, table, seats: &seats, seating: seating_index, recording };
            series.play(block, luck, &mut line, &mut played, stop)?;
            seating_index += 1;
        }
        played.line.tables.push(line);
    }
    Some(played)
}

/// One table under one seating: the episodes of a series, in order, by agents that may remember.
struct Series<'a, G: Game> {
    game: &'a G,
    plan: &'a Plan,
    entrants: &'a [Entrant<G>],
    table: &'a Table,
    /// The position at each seat.
    seats: &'a [usize],
    seating: u32,
    recording: bool,
}

impl<G: Game> Series<'_, G> {
    fn play(
        &self,
        block: u64,
        luck: Luck,
        line: &mut TableLine,
        played: &mut Played,
        stop: &AtomicBool,
    ) -> Option<()> {
        let sitting: Vec<usize> = self.seats.iter().map(|p| self.table.entrants[*p]).collect();
        let mut agents: Vec<Box<dyn Agent<G>>> =
            sitting.iter().map(|e| self.entrants[*e].factory.make()).collect();
        for episode in 0..self.plan.series {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut watcher = Watcher {
                recorder: self.recording.then(Recorder::default),
                seats: sitting.clone(),
                times: std::mem::take(&mut played.times),
                moves: String::new(),
                draws: 0,
            };
            let luck = luck.episode(u64::from(episode));
            let mut table: Vec<&mut dyn Agent<G>> =
                agents.iter_mut().map(|a| &mut **a as &mut dyn Agent<G>).collect();
            let outcome =
                play(self.game, luck, &mut table, self.streams(luck), self.plan.budget, &mut watcher);
            played.times = watcher.times;
            if let Some(recorder) = watcher.recorder {
                let place = Place { block, seating: self.seating, episode };
                let labels = sitting.iter().map(|e| self.entrants[*e].label.clone()).collect();
                let record = Record::new(self.game, luck, Some(place), labels, recorder.events, &outcome);
                played.records.push(record.to_line());
            }
            if watcher.draws == 0 {
                sitting.iter().for_each(|e| watcher.moves.push_str(&self.entrants[*e].label.spec));
                line.games.push(Seed::of(&watcher.moves, &[]).number());
            }
            line.count(self.game, self.plan.kind, &outcome, self.seats);
        }
        for (seat, agent) in agents.iter().enumerate() {
            let (times, reason) = agent.fallbacks();
            let bot = &mut line.bots[self.seats[seat]];
            bot.fallbacks += times;
            bot.fallback = reason.or(bot.fallback.take());
        }
        Some(())
    }

    /// Agents' streams: hashed from run, luck, seat and position, apart from chance.
    fn streams(&self, luck: Luck) -> Vec<Rng> {
        let stream =
            |(seat, position): (usize, &usize)| luck.agent(self.plan.luck, seat as u64, *position as u64);
        self.seats.iter().enumerate().map(stream).collect()
    }
}

impl BlockLine {
    /// Checks a line read back from a store against the plan, so that whatever is counted of it makes sense.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), String> {
        if self.luck != plan.block_luck(self.block) {
            return Err(format!("luck {} is not the plan's for block {}", self.luck.0, self.block));
        }
        if self.tables.len() != plan.tables.len() {
            return Err(format!("{} tables where the plan has {}", self.tables.len(), plan.tables.len()));
        }
        self.tables.iter().zip(&plan.tables).try_for_each(|(line, table)| line.check(plan, table))
    }
}

impl TableLine {
    fn check(&self, plan: &Plan, table: &Table) -> Result<(), String> {
        let episodes = crate::seating::count(&table.classes, plan.seatings) as u64 * u64::from(plan.series);
        let seats = table.entrants.len();
        if self.episodes != episodes || self.bots.len() != seats {
            let (e, b) = (self.episodes, self.bots.len());
            return Err(format!("{e} episodes of {b} bots where the plan has {episodes} of {seats}"));
        }
        let finite = |(sum, weight): &(f64, f64)| sum.is_finite() && weight.is_finite();
        for bot in &self.bots {
            let sum = |counts: &[u64]| counts.iter().try_fold(0u64, |sum, n| sum.checked_add(*n));
            let finished = sum(&bot.places);
            let counted = sum(&[bot.wins, bot.draws]);
            let faults = sum(&bot.forfeits.values().copied().collect::<Vec<_>>());
            let fits = |n: Option<u64>| n.is_some_and(|n| n <= episodes);
            if bot.places.len() != seats || finished != Some(episodes) || !fits(counted) || !fits(faults) {
                return Err(format!("wins, draws, places or forfeits do not add up to {episodes} episodes"));
            }
            if !bot.score.is_finite() || !bot.tally.values().all(finite) {
                return Err("a score that is not finite".into());
            }
        }
        if self.all.values().all(finite) { Ok(()) } else { Err("a count that is not finite".into()) }
    }

    /// Adds an episode: `seats` says which position sat at each seat.
    pub(crate) fn count<G: Game>(&mut self, game: &G, kind: Kind, outcome: &Outcome<G>, seats: &[usize]) {
        self.episodes += 1;
        let scores = &outcome.scores;
        for (seat, position) in seats.iter().enumerate() {
            let bot = &mut self.bots[*position];
            bot.score += scores[seat];
            bot.places.resize(scores.len(), 0);
            let better = scores.iter().filter(|s| **s > scores[seat]).count();
            let equal = scores.iter().filter(|s| **s == scores[seat]).count();
            bot.places[better] += 1;
            bot.wins += u64::from(better == 0 && equal == 1);
            bot.draws += u64::from(better == 0 && equal > 1);
        }
        if kind == Kind::League {
            *self.orders.entry(order(scores, seats)).or_default() += 1;
        }
        match &outcome.forfeit {
            Some(f) => {
                let bot = &mut self.bots[seats[f.seat.index()]];
                *bot.forfeits.entry(f.error.fault).or_default() += 1;
                bot.forfeit.get_or_insert_with(|| f.error.to_string());
            }
            None => self.tally(game, outcome, seats),
        }
    }

    fn tally<G: Game>(&mut self, game: &G, outcome: &Outcome<G>, seats: &[usize]) {
        let mut tally = Tally::default();
        game.tally(&outcome.state, &mut tally);
        for (seat, key, value, weight) in tally.entries() {
            let sums = match seat {
                Some(seat) => &mut self.bots[seats[seat.index()]].tally,
                None => &mut self.all,
            };
            let sum = sums.entry((*key).to_string()).or_default();
            sum.0 += value * weight;
            sum.1 += weight;
        }
        for (seat, key, part, of) in tally.ratios() {
            let sum = self.bots[seats[seat.index()]].tally.entry((*key).to_string()).or_default();
            sum.0 += part;
            sum.1 += of;
        }
    }
}

/// The positions from first to last by score; those who tie stand in order of position with `=` between.
fn order(scores: &[f64], seats: &[usize]) -> String {
    let mut by_score: Vec<(f64, usize)> = scores.iter().copied().zip(seats.iter().copied()).collect();
    by_score.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut text = String::new();
    for (i, (score, position)) in by_score.iter().enumerate() {
        if i > 0 {
            text.push(if by_score[i - 1].0 == *score { '=' } else { ' ' });
        }
        let _ = write!(text, "{position}");
    }
    text
}
