//! What is counted of a run, block by block in plan order.

use crate::block::{BlockLine, Played};
use crate::plan::Plan;
use crate::run::Stop;
use croupier_core::Fault;
use croupier_stats::{Durations, Ranking, Sprt, SprtState, StatsError, Unit, Verdict};
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
    /// What happened at the first forfeit.
    pub forfeit: Option<String>,
    /// The reason of the last fallback.
    pub fallback: Option<String>,
    pub times: Durations,
}

/// The counted blocks of a run.
pub struct Evidence {
    entrants: Vec<Counts>,
    /// Which entrant holds each position of each table.
    tables: Vec<Vec<usize>>,
    /// Mean score of an episode, by table, position and block.
    by_table: Vec<Vec<Vec<f64>>>,
    /// Points (a win 1, a draw ½) of the first position and episodes, by table of two and block.
    points: Vec<Vec<(f64, u64)>>,
    /// Mean score of an episode by entrant and block, over all its tables.
    by_entrant: Vec<Vec<f64>>,
    all: BTreeMap<String, (f64, f64)>,
    episodes: u64,
    games: HashSet<u64>,
    repeats: u64,
    sprt: Option<Sprt>,
    /// In a league: the orders of finish.
    rankings: Vec<Ranking>,
}

impl Evidence {
    /// No blocks yet.
    pub fn new(plan: &Plan) -> Self {
        let tables: Vec<Vec<usize>> = plan.tables.iter().map(|t| t.entrants.clone()).collect();
        Self {
            entrants: vec![Counts::default(); plan.entrants.len()],
            by_table: tables.iter().map(|t| vec![Vec::new(); t.len()]).collect(),
            points: vec![Vec::new(); tables.len()],
            by_entrant: vec![Vec::new(); plan.entrants.len()],
            tables,
            all: BTreeMap::new(),
            episodes: 0,
            games: HashSet::new(),
            repeats: 0,
            sprt: plan.sprt.map(Sprt::new),
            rankings: Vec::new(),
        }
    }

    /// Counts a block just played; blocks come in plan order.
    ///
    /// # Errors
    /// When the sequential test refuses the block's score.
    pub fn add(&mut self, played: &Played) -> Result<(), StatsError> {
        self.add_line(&played.line, &played.times)
    }

    /// Counts a block read back from a store.
    ///
    /// # Errors
    /// When the sequential test refuses the block's score.
    pub fn add_line(&mut self, line: &BlockLine, times: &[Durations]) -> Result<(), StatsError> {
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
            for (order, times) in &table.orders {
                let ranking = ranking(order, &self.tables[t]);
                self.rankings.push(ranking.weighted(*times as f64).in_block(line.block));
            }
            if let [first, _] = table.bots.as_slice() {
                self.points[t].push((first.wins as f64 + 0.5 * first.draws as f64, table.episodes));
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
                counts.forfeit = counts.forfeit.take().or_else(|| bot.forfeit.clone());
                counts.fallback = bot.fallback.clone().or(counts.fallback.take());
                counts.places.resize(bot.places.len().max(counts.places.len()), 0);
                counts.places.iter_mut().zip(&bot.places).for_each(|(sum, n)| *sum += n);
                bot.forfeits.iter().for_each(|(fault, n)| *counts.forfeits.entry(*fault).or_default() += n);
                bot.tally.iter().for_each(|(key, sum)| add_sum(&mut counts.tally, key, *sum));
            }
        }
        for (scores, (sum, episodes)) in self.by_entrant.iter_mut().zip(sums) {
            scores.push(sum / episodes.max(1) as f64);
        }
        if let Some(mut sprt) = self.sprt.take() {
            let pushed = sprt.push(self.sprt_score(&sprt));
            self.sprt = Some(sprt);
            pushed?;
        }
        Ok(())
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
    pub fn stopped(&self, plan: &Plan) -> Option<Stop> {
        let out = self.blocks() >= plan.blocks;
        let Some(sprt) = &self.sprt else { return out.then_some(Stop::Fixed) };
        let state = sprt.state();
        let accepted = match sprt.verdict() {
            Verdict::AcceptHigh => format!("accepts high: LLR {:.2} reached {:.2}", state.llr, state.upper),
            Verdict::AcceptLow => format!("accepts low: LLR {:.2} reached {:.2}", state.llr, state.lower),
            Verdict::Continue if out => {
                format!(
                    "is undecided: LLR {:.2} is between {:.2} and {:.2}",
                    state.llr, state.lower, state.upper
                )
            }
            Verdict::Continue => return None,
        };
        Some(Stop::Sequential(format!(
            "sequential test ({}) {accepted} after {} blocks",
            state.spec, state.blocks
        )))
    }

    /// In a league, the orders of finish.
    pub(super) fn rankings(&self) -> &[Ranking] {
        &self.rankings
    }

    /// What the sequential test says, if there is one.
    pub(super) fn sprt(&self) -> Option<SprtState> {
        self.sprt.as_ref().map(Sprt::state)
    }

    /// The block just counted as the sequential test takes it: with Elo the points of the first bot as a fraction,
    /// else the difference of the first two per episode.
    fn sprt_score(&self, sprt: &Sprt) -> f64 {
        match sprt.state().spec.unit() {
            Unit::Elo => {
                self.points(0, 1).and_then(<[_]>::last).map_or(0.5, |(points, n)| points / *n as f64)
            }
            Unit::Score => self.difference(0, 1, self.blocks() as usize - 1),
        }
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

    /// The points of `a` against `b` and the episodes, by block, where the two sit alone at a table.
    pub(super) fn points(&self, a: usize, b: usize) -> Option<&[(f64, u64)]> {
        let table = self.tables.iter().position(|t| *t == [a, b])?;
        Some(&self.points[table])
    }

    /// In each block, the score of `a` less that of `b`: at the tables where both sit, else each at its own.
    pub(super) fn differences(&self, a: usize, b: usize) -> Vec<f64> {
        (0..self.blocks() as usize).map(|block| self.difference(a, b, block)).collect()
    }

    fn difference(&self, a: usize, b: usize, block: usize) -> f64 {
        let sits = |t: &[usize], e: usize| t.iter().position(|x| *x == e);
        let (mut sum, mut tables) = (0.0, 0);
        for (t, table) in self.tables.iter().enumerate() {
            if let (Some(p), Some(q)) = (sits(table, a), sits(table, b)) {
                sum += self.by_table[t][p][block] - self.by_table[t][q][block];
                tables += 1;
            }
        }
        if tables == 0 {
            self.by_entrant[a][block] - self.by_entrant[b][block]
        } else {
            sum / f64::from(tables)
        }
    }
}

/// An order of positions, as in `0 2=1 3`, as a ranking of the entrants that hold them.
fn ranking(order: &str, table: &[usize]) -> Ranking {
    let entrant = |p: &str| p.parse::<usize>().ok().and_then(|p| table.get(p)).copied();
    let group = |g: &str| g.split('=').filter_map(entrant).collect();
    Ranking::new(order.split(' ').map(group).collect())
}

fn add_sum(sums: &mut BTreeMap<String, (f64, f64)>, key: &str, (value, weight): (f64, f64)) {
    let sum = sums.entry(key.to_string()).or_default();
    *sum = (sum.0 + value, sum.1 + weight);
}
