//! Two seats: results of pairs of episodes on one luck, each entrant once in each seat.
//!
//! A pair falls into one of five classes by its half points. Pairs are independent where the episodes in them are
//! not, so the variance comes from the pairs. The numbers are those of fastchess (`elo_pentanomial.cpp`) and of
//! Michel Van den Bergh's pentanomial and fishtest: a normal interval with the variance of divisor n. For the
//! interval corrected for skewness take [`crate::Mean`] of the block scores.

use crate::elo::elo_interval;
use crate::{Interval, Outcome, StatsError, elo_of_score, normal_cdf, normal_quantile};
use serde::{Deserialize, Serialize};

/// Normalised Elo for a score of one standard deviation per episode: 800/ln 10 (Van den Bergh, "Normalized Elo").
pub const NELO_PER_SIGMA: f64 = 800.0 / std::f64::consts::LN_10;

/// Counts of pairs by result for the first entrant: two losses; a loss and a draw; even (a win and a loss, or two
/// draws); a win and a draw; two wins.
///
/// ```
/// use croupier_stats::{Outcome, Pentanomial};
/// let mut p = Pentanomial::default();
/// p.add(Outcome::Win, Outcome::Draw);
/// p.add(Outcome::Draw, Outcome::Draw);
/// assert_eq!(p.counts, [0, 0, 1, 1, 0]);
/// assert_eq!(p.summary().unwrap().score, 0.625);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    /// The five counts, from the worst result to the best.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// Counts one pair, given by its two episodes from the first entrant's side.
    pub fn add(&mut self, first: Outcome, second: Outcome) {
        let half_points = |o| match o {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        };
        self.counts[half_points(first) + half_points(second)] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same results from the other entrant's side.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        self.counts.reverse();
        self
    }

    /// Score, Elo, normalised Elo and likelihood of superiority.
    ///
    /// # Errors
    /// Where no pair was counted.
    pub fn summary(&self) -> Result<ClassSummary, StatsError> {
        ClassSummary::of(&self.counts, 2.0)
    }
}

/// The same numbers from single independent episodes: losses, draws and wins.
///
/// # Errors
/// Where there are no episodes.
///
/// ```
/// let s = croupier_stats::trinomial_summary(1, 2, 1).unwrap();
/// assert_eq!((s.score, s.elo, s.los), (0.5, 0.0, 0.5));
/// ```
pub fn trinomial_summary(losses: u64, draws: u64, wins: u64) -> Result<ClassSummary, StatsError> {
    ClassSummary::of(&[losses, draws, wins], 1.0)
}

/// What counts by class say. Infinite numbers are `null` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClassSummary {
    /// Mean score fraction per episode, 0 to 1.
    pub score: f64,
    /// Its normal 95 % interval.
    pub ci95: Interval,
    /// Variance of the score fraction of one pair (or one episode), divisor n.
    pub variance: f64,
    /// Logistic Elo.
    pub elo: f64,
    /// Its interval: the image of `ci95`.
    pub elo_ci95: Interval,
    /// Normalised Elo: the score above one half in standard deviations of one episode, times [`NELO_PER_SIGMA`].
    /// `None` without spread.
    pub nelo: Option<f64>,
    /// Its interval, the variance taken as known.
    pub nelo_ci95: Option<Interval>,
    /// Likelihood of superiority: the probability, normal approximation, that the true score is above one half.
    pub los: f64,
}

impl ClassSummary {
    fn of(counts: &[u64], episodes_per_class: f64) -> Result<Self, StatsError> {
        let n = counts.iter().sum::<u64>() as f64;
        if n == 0.0 {
            return Err(StatsError::Empty { what: "results by class" });
        }
        let top = (counts.len() - 1) as f64;
        let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
            counts.iter().enumerate().map(|(i, &c)| c as f64 / n * f(i as f64 / top)).sum()
        };
        let score = weighted(&|s| s);
        let variance = weighted(&|s| (s - score) * (s - score));
        let se = (variance / n).sqrt();
        let half = normal_quantile(0.975) * se;
        let ci95 = Interval { lo: score - half, hi: score + half };
        let per_episode = (episodes_per_class * variance).sqrt();
        let to_nelo = |s: f64| (s - 0.5) / per_episode * NELO_PER_SIGMA;
        let spread = variance > 0.0;
        let los = match spread {
            true => normal_cdf((score - 0.5) / se),
            false if score == 0.5 => 0.5,
            false => f64::from(u8::from(score > 0.5)),
        };
        Ok(Self {
            score,
            ci95,
            variance,
            elo: elo_of_score(score),
            elo_ci95: elo_interval(ci95),
            nelo: spread.then(|| to_nelo(score)),
            nelo_ci95: spread.then(|| ci95.map(to_nelo)),
            los,
        })
    }
}
