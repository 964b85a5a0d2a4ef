//! A sequential test: play until the evidence suffices, with the chance of a wrong end bounded beforehand.
//!
//! The generalised sequential probability ratio test of fishtest and fastchess, on block scores. H0: the expected
//! block score is that of `low`; H1: that of `high`. After each block the log likelihood ratio (LLR) of the best
//! explanations under both is compared with two bounds.
//!
//! *Bounds.* `ln β` and `−ln α`. By Ville's inequality a likelihood ratio passes 1/α under H0 with probability at
//! most α, and falls below β under H1 with probability at most β, each on its own. Wald's `ln((1−β)/α)`, which the
//! chess tools use, promises only α/(1−β); the difference in length is about 2 %.
//!
//! *Score fractions* (`unit=elo`): the exact empirical likelihood of M. Van den Bergh, "Comparing the approximations
//! for the generalized log likelihood ratio of a multinomial distribution" (the one fishtest uses), see
//! [`llr_of_counts`].
//!
//! *Real scores* (`unit=score`): the range is unknown, so that unseen outcomes cannot be given weight, and the exact
//! form stops too early on scores with rare large losses (measured: 7 % for α = 5 %). [`llr_of_moments`] takes
//! Van den Bergh's approximation from the first two moments instead, with the same correction for skewness and
//! kurtosis as the interval of the mean, and no test ends before [`MIN_SCORE_BLOCKS`] blocks.
//!
//! Measured error rates: `tests/sprt_errors.rs`.

mod llr;
mod spec;

pub use llr::{llr_of_classes, llr_of_counts, llr_of_moments};
pub use spec::{SprtSpec, Unit};

use crate::{Moments, StatsError};
use llr::{UNSEEN, tilted_llr};
use serde::{Deserialize, Serialize};

/// With `unit=score` no test ends on fewer blocks: the spread of rare large scores cannot be judged from less.
pub const MIN_SCORE_BLOCKS: u64 = 32;

/// Up to this skewness of block scores the error rates of `unit=score` were seen to stay within their bounds (4.8 % of
/// 5 % at skewness −3.6, excess kurtosis 28); beyond it the state carries [`SprtState::skewed`].
pub const MAX_SKEWNESS: f64 = 4.0;

/// What a sequential test says so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The evidence does not suffice yet.
    Continue,
    /// H0 is accepted: the score is that of `low` rather than that of `high`.
    AcceptLow,
    /// H1 is accepted: the score is that of `high` rather than that of `low`.
    AcceptHigh,
}

/// A running sequential test.
///
/// ```
/// use croupier_stats::{Sprt, Verdict};
/// let mut test = Sprt::new("low=0,high=50,unit=elo".parse().unwrap());
/// // Pairs on one luck: mostly even, now and then one and a half points of two.
/// let verdict = (0..10_000)
///     .map(|i| test.push(if i % 4 == 0 { 0.75 } else { 0.5 }).unwrap())
///     .find(|&v| v != Verdict::Continue);
/// assert_eq!(verdict, Some(Verdict::AcceptHigh));
/// assert!(test.state().llr >= test.state().upper);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Sprt {
    spec: SprtSpec,
    /// Both bounds as scores.
    scores: [f64; 2],
    moments: Moments,
    /// With `unit=elo`: each block score seen, and 0 and 1, with its count; sorted by score.
    counts: Vec<(f64, f64)>,
    theta: [f64; 2],
    llr: f64,
    verdict: Verdict,
}

/// A snapshot of a sequential test, for reports.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SprtState {
    /// The test's parameters.
    #[serde(flatten)]
    pub spec: SprtSpec,
    /// What it says.
    pub verdict: Verdict,
    /// The log likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this LLR, `low` is accepted: ln β.
    pub lower: f64,
    /// At or above this LLR, `high` is accepted: −ln α.
    pub upper: f64,
    /// Blocks used.
    pub blocks: u64,
    /// Whether the scores are so skewed that the error rates may exceed α and β (see [`MAX_SKEWNESS`]).
    pub skewed: bool,
}

impl Sprt {
    /// A test without blocks.
    pub fn new(spec: SprtSpec) -> Self {
        let counts = match spec.unit() {
            Unit::Elo => vec![(0.0, UNSEEN), (1.0, UNSEEN)],
            Unit::Score => Vec::new(),
        };
        Self {
            spec,
            scores: spec.scores(),
            moments: Moments::new(),
            counts,
            theta: [0.0; 2],
            llr: 0.0,
            verdict: Verdict::Continue,
        }
    }

    /// Takes the next block, in plan order: its mean score per episode, as a fraction 0 to 1 (win 1, draw ½)
    /// with `unit=elo`, in the game's own unit with `unit=score`.
    ///
    /// After a verdict the test is over: later blocks change nothing.
    ///
    /// # Errors
    /// Where the score is not finite or, with `unit=elo`, not between 0 and 1; the test is then unchanged.
    pub fn push(&mut self, block: f64) -> Result<Verdict, StatsError> {
        self.check(block)?;
        if self.verdict != Verdict::Continue {
            return Ok(self.verdict);
        }
        self.moments.add(block);
        let [low, high] = self.scores;
        self.llr = match self.spec.unit() {
            Unit::Elo => {
                self.count(block);
                tilted_llr(&self.counts, [low, high], &mut self.theta)
            }
            Unit::Score => llr_of_moments(&self.moments, low, high),
        };
        let enough = self.spec.unit() == Unit::Elo || self.moments.count() >= MIN_SCORE_BLOCKS;
        if enough && self.llr >= self.spec.upper() {
            self.verdict = Verdict::AcceptHigh;
        } else if enough && self.llr <= self.spec.lower() {
            self.verdict = Verdict::AcceptLow;
        }
        Ok(self.verdict)
    }

    /// What the test says so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Everything a report needs.
    pub fn state(&self) -> SprtState {
        SprtState {
            spec: self.spec,
            verdict: self.verdict,
            llr: self.llr,
            lower: self.spec.lower(),
            upper: self.spec.upper(),
            blocks: self.moments.count(),
            skewed: self.spec.unit() == Unit::Score && self.moments.skewness().abs() > MAX_SKEWNESS,
        }
    }

    fn check(&self, block: f64) -> Result<(), StatsError> {
        let (fits, allowed) = match self.spec.unit() {
            Unit::Elo => ((0.0..=1.0).contains(&block), "a score fraction between 0 and 1 with unit=elo"),
            Unit::Score => (block.is_finite(), "a finite number"),
        };
        if fits {
            Ok(())
        } else {
            Err(StatsError::OutOfRange { field: "block score", value: block, allowed })
        }
    }

    fn count(&mut self, block: f64) {
        match self.counts.binary_search_by(|(value, _)| value.total_cmp(&(block + 0.0))) {
            // Weight for the unseen ends gives way to the real count, as in fishtest's regularisation.
            Ok(i) if self.counts[i].1 < 1.0 => self.counts[i].1 = 1.0,
            Ok(i) => self.counts[i].1 += 1.0,
            Err(i) => self.counts.insert(i, (block, 1.0)),
        }
    }
}
