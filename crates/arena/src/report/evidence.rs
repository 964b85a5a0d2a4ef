//! What is counted of a run, block by block in plan order.

use crate::block::{BlockLine, Played};
use crate::plan::Plan;
use crate::run::Stop;
use croupier_core::Fault;
use croupier_stats::{Histogram, StatsError};
use std::collections::{BTreeMap, HashSet};

/// What one entrant did in all.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub episodes: u64,
    pub wins: u64,
    pub draws: u64,
    pub places: Vec<u64>,
    pub forfeits: BTreeMap<Fault, u64>,
    pub tally: BTreeMap<String, (f64, f64)>,
    pub fallbacks: u64,
    pub reason: Option<String>,
    pub times: Histogram,
}

/// The counted blocks of a run.
pub struct Evidence {
    entrants: Vec<Counts>,
    /// Which entrant holds each position of each table.
    tables: Vec<Vec<usize>>,
    /// Mean score of an episode, by table, position and block.
    by_table: Vec<Vec<Vec<f64>>>,
    /// Mean score of an episode by entrant and block, over all its tables.
    by_entrant: Vec<Vec<f64>>,
    all: BTreeMap<String, (f64, f64)>,
    episodes: u64,
    games: HashSet<u64>,
    repeats: u64,
}

impl Evidence {
    /// No blocks yet.
    pub fn new(plan: &Plan) -> Self {
        let tables: Vec<Vec<usize>> = plan.tables.iter().map(|t| t.entrants.clone()).collect();
        Self {
            entrants: vec![Counts::default(); plan.entrants.len()],
            by_table: tables.iter().map(|t| vec![Vec::new(); t.len()]).collect(),
            by_entrant: vec![Vec::new(); plan.entrants.len()],
            tables,
            all: BTreeMap::new(),
            episodes: 0,
            games: HashSet::new(),
            repeats: 0,
        }
    }

    /// Counts a block just played; blocks come in plan order.
    pub fn add(&mut self, played: &Played) {
        self.add_line(&played.line, &played.times);
        for (entrant, reason) in &played.reasons {
            self.entrants[*entrant].reason = Some(reason.clone());
        }
    }

    /// Counts a block read back from a store.
    pub fn add_line(&mut self, line: &BlockLine, times: &[Histogram]) {
        for (counts, times) in self.entrants.iter_mut().zip(times) {
            counts.times.merge(times);
        }
        let mut sums = vec![(0.0, 0u64); self.entrants.len()];
        for (t, table) in line.tables.iter().enumerate() {
            self.episodes += table.episodes;
            for (key, sum) in &table.all {
                add_sum(&mut self.all, key, *sum);
            }
            for game in &table.games {
                self.repeats += u64::from(!self.games.insert(*game));
            }
            for (position, bot) in table.bots.iter().enumerate() {
                let entrant = self.tables[t][position];
                sums[entrant] = (sums[entrant].0 + bot.score, sums[entrant].1 + table.episodes);
                self.by_table[t][position].push(bot.score / table.episodes as f64);
                let counts = &mut self.entrants[entrant];
                counts.episodes += table.episodes;
                counts.wins += bot.wins;
                counts.draws += bot.draws;
                counts.fallbacks += bot.fallbacks;
                counts.places.resize(bot.places.len().max(counts.places.len()), 0);
                counts.places.iter_mut().zip(&bot.places).for_each(|(sum, n)| *sum += n);
                bot.forfeits.iter().for_each(|(fault, n)| *counts.forfeits.entry(*fault).or_default() += n);
                bot.tally.iter().for_each(|(key, sum)| add_sum(&mut counts.tally, key, *sum));
            }
        }
        for (scores, (sum, episodes)) in self.by_entrant.iter_mut().zip(sums) {
            scores.push(sum / episodes.max(1) as f64);
        }
    }

    /// Blocks counted.
    pub fn blocks(&self) -> u64 {
        self.by_entrant.first().map_or(0, |s| s.len() as u64)
    }

    /// Episodes counted.
    pub fn episodes(&self) -> u64 {
        self.episodes
    }

    /// Episodes without chance events that repeat an earlier one.
    pub fn repeats(&self) -> u64 {
        self.repeats
    }

    /// Whether the run is over by what is counted, and why.
    ///
    /// # Errors
    /// When the sequential test refuses the data.
    pub fn stopped(&mut self, plan: &Plan) -> Result<Option<Stop>, StatsError> {
        Ok((self.blocks() >= plan.blocks).then_some(Stop::Fixed))
    }

    /// An entrant's mean score of an episode in each block.
    pub fn scores(&self, entrant: usize) -> &[f64] {
        &self.by_entrant[entrant]
    }

    pub(super) fn counts(&self, entrant: usize) -> &Counts {
        &self.entrants[entrant]
    }

    pub(super) fn all(&self) -> &BTreeMap<String, (f64, f64)> {
        &self.all
    }

    /// In each block, the score of `a` less that of `b`: at the tables where both sit, else each at its own.
    pub(super) fn differences(&self, a: usize, b: usize) -> Vec<f64> {
        let sits = |t: &[usize], e: usize| t.iter().position(|x| *x == e);
        let shared: Vec<(usize, usize, usize)> =
            self.tables.iter().enumerate().filter_map(|(i, t)| Some((i, sits(t, a)?, sits(t, b)?))).collect();
        (0..self.blocks() as usize)
            .map(|block| {
                if shared.is_empty() {
                    return self.by_entrant[a][block] - self.by_entrant[b][block];
                }
                let diff = |(t, p, q): &(usize, usize, usize)| {
                    self.by_table[*t][*p][block] - self.by_table[*t][*q][block]
                };
                shared.iter().map(diff).sum::<f64>() / shared.len() as f64
            })
            .collect()
    }
}

fn add_sum(sums: &mut BTreeMap<String, (f64, f64)>, key: &str, (value, weight): (f64, f64)) {
    let sum = sums.entry(key.to_string()).or_default();
    *sum = (sum.0 + value, sum.1 + weight);
}
