//! Logistic Elo: a scale for score fractions between 0 (all lost) and 1 (all won).

use crate::{Interval, Mean, StatsError};
use serde::Serialize;

/// The Elo difference at which one side is expected to score the fraction `score`; infinite at 0 and 1, NaN outside.
///
/// ```
/// assert!((croupier_stats::elo_of_score(0.75) - 190.848_501_887_865).abs() < 1e-9);
/// assert_eq!(croupier_stats::elo_of_score(1.0), f64::INFINITY);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if (0.0..=1.0).contains(&score) { -400.0 * (1.0 / score - 1.0).log10() } else { f64::NAN }
}

/// The score fraction expected at an Elo difference: 1 / (1 + 10^(−elo/400)).
///
/// ```
/// assert_eq!(croupier_stats::score_of_elo(0.0), 0.5);
/// assert!((croupier_stats::score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An Elo difference with its interval, the image of a mean score fraction and its interval.
///
/// In JSON an infinite number is `null`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Elo {
    /// The difference, from the entrant's side; infinite where it won or lost everything.
    pub elo: f64,
    /// Its interval, at the level of the interval of the score.
    pub ci95: Interval,
}

impl Elo {
    /// From the mean score fraction of an entrant (1 a win, ½ a draw, 0 a loss).
    ///
    /// # Errors
    /// Where the mean is not between 0 and 1: it is then no score fraction.
    ///
    /// ```
    /// use croupier_stats::{Elo, Mean};
    /// let score = Mean::of_blocks(&[1.0, 0.5, 0.5, 0.75, 0.5]).unwrap();
    /// let elo = Elo::of_score(&score).unwrap();
    /// assert!(elo.ci95.lo < elo.elo && elo.elo < elo.ci95.hi);
    /// ```
    pub fn of_score(score: &Mean) -> Result<Self, StatsError> {
        if !(0.0..=1.0).contains(&score.mean) {
            return Err(StatsError::OutOfRange {
                field: "score fraction",
                value: score.mean,
                allowed: "between 0 and 1",
            });
        }
        Ok(Self { elo: elo_of_score(score.mean), ci95: elo_interval(score.ci95) })
    }
}

/// The Elo interval of an interval of score fractions; what lies beyond 0 or 1 is cut off there.
pub(crate) fn elo_interval(score: Interval) -> Interval {
    score.map(|s| elo_of_score(s.clamp(0.0, 1.0)))
}
