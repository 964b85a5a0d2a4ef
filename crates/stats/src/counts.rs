//! Wins, draws, losses and places.

use crate::error::{StatsError, all_finite, check_level};
use crate::{Interval, normal_quantile};
use serde::{Deserialize, Serialize};

/// How an episode ended for one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Sole first.
    Win,
    /// First together with others.
    Draw,
    /// Somebody scored more.
    Loss,
}

/// The place of one seat in one episode; ties share the better place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Number of seats that scored strictly more: 0 for first.
    pub above: usize,
    /// Whether another seat has the same score.
    pub shared: bool,
}

impl Standing {
    /// A win is being sole first; sharing the first place is a draw.
    ///
    /// ```
    /// use croupier_stats::{Outcome, standings};
    /// let s = standings(&[3.0, 3.0, -1.0, -5.0]).unwrap();
    /// assert_eq!(s[0].outcome(), Outcome::Draw);
    /// assert_eq!(s[2].outcome(), Outcome::Loss);
    /// assert_eq!(s.iter().map(|s| s.above + 1).collect::<Vec<_>>(), [1, 1, 3, 4]);
    /// ```
    pub fn outcome(self) -> Outcome {
        match (self.above, self.shared) {
            (0, false) => Outcome::Win,
            (0, true) => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

/// The place of every seat, from the scores of one episode.
///
/// # Errors
/// Where a score is not finite.
pub fn standings(scores: &[f64]) -> Result<Vec<Standing>, StatsError> {
    all_finite("places", scores)?;
    let standing = |s: &f64| Standing {
        above: scores.iter().filter(|&t| t > s).count(),
        shared: scores.iter().filter(|&t| t == s).count() > 1,
    };
    Ok(scores.iter().map(standing).collect())
}

/// How often an entrant won, drew, lost, and took each place.
///
/// ```
/// use croupier_stats::{Tally, standings};
/// let mut t = Tally::new(3);
/// for scores in [[2.0, 0.0, -2.0], [1.0, 1.0, -2.0], [-1.0, 2.0, -1.0]] {
///     t.add(standings(&scores).unwrap()[0]);
/// }
/// assert_eq!((t.wins, t.draws, t.losses), (1, 1, 1));
/// assert_eq!(t.places, [2, 1, 0]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Episodes won: sole first.
    pub wins: u64,
    /// Episodes drawn: first together with others.
    pub draws: u64,
    /// All other episodes.
    pub losses: u64,
    /// Episodes that ended on each place, the first place first; a shared place counts as the better one.
    pub places: Vec<u64>,
}

impl Tally {
    /// No episodes yet, at a table of `seats`.
    pub fn new(seats: usize) -> Self {
        Self { places: vec![0; seats], ..Self::default() }
    }

    /// Counts one episode.
    pub fn add(&mut self, standing: Standing) {
        match standing.outcome() {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
        if self.places.len() <= standing.above {
            self.places.resize(standing.above + 1, 0);
        }
        self.places[standing.above] += 1;
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        if self.places.len() < other.places.len() {
            self.places.resize(other.places.len(), 0);
        }
        self.places.iter_mut().zip(&other.places).for_each(|(a, b)| *a += b);
    }

    /// Number of episodes counted.
    pub fn episodes(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Wilson's score interval for a frequency of *independent* trials (E. B. Wilson, JASA 22, 1927).
///
/// Unlike the textbook ± it stays inside 0..1 and does not shrink to a point at 0 or all successes. Episodes of one
/// block are not independent: for those take [`crate::Mean`] of the block frequencies.
///
/// # Errors
/// Where there are no trials, more successes than trials, or `level` is not between 0 and 1.
///
/// ```
/// let i = croupier_stats::wilson(0, 10, 0.95).unwrap();
/// assert!(i.lo == 0.0 && (i.hi - 0.2775).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, trials: u64, level: f64) -> Result<Interval, StatsError> {
    check_level(level)?;
    if trials == 0 {
        return Err(StatsError::Empty { what: "frequency" });
    }
    if successes > trials {
        return Err(StatsError::OutOfRange {
            field: "successes",
            value: successes as f64,
            allowed: "at most the number of trials",
        });
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let z2 = normal_quantile(0.5 + 0.5 * level).powi(2);
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = (z2 * (p * (1.0 - p) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
    // At the ends the exact value is 0 or 1, but rounding leaves a crumb.
    let lo = if successes == 0 { 0.0 } else { (centre - half).max(0.0) };
    let hi = if successes == trials { 1.0 } else { (centre + half).min(1.0) };
    Ok(Interval { lo, hi })
}
