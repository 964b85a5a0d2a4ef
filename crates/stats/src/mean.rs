//! The mean of blocks with an interval that stays honest for skewed scores.
//!
//! Student's interval assumes that the mean and its estimated error are independent. For skewed scores they are not:
//! a sample without one of the rare large losses shows too high a mean and too small an error together, so the
//! interval misses the truth too often on one side. Two corrections of Edgeworth type remove this.
//!
//! *Skewness.* P. Hall, "On the removal of skewness by transformation", J. R. Statist. Soc. B 54 (1992) 221–228:
//! a rising cubic g of W = (x̄ − μ)/s,
//!
//! g(W) = W + γ̂W²/3 + γ̂²W³/27 + γ̂/(6n),
//!
//! with γ̂ the sample's skewness, makes T = √n·g(W) symmetric to order 1/n, so that it may be compared with
//! Student's t, n − 1 degrees of freedom.
//!
//! *Width.* What is left is even in T. Expanding the cumulants of T to order 1/n (beyond the part that Student's t
//! already holds) gives variance 1 + (7κ/3 − 119γ²/36)/n and fourth cumulant (6κ − 88γ²/9)/n, κ the excess kurtosis;
//! the quantile x is therefore stretched to x·(1 + e(x)/n) with
//!
//! e(x) = 7κ/6 − 119γ²/72 + (x² − 3)(κ/4 − 11γ²/27),
//!
//! κ and γ² estimated without their bias under normality. With neither skewness nor excess kurtosis all this is
//! Student's interval. Measured coverage: `tests/coverage.rs`.

use crate::error::{StatsError, all_finite, check_level};
use crate::special::{student_t_quantile, student_t_tail};
use crate::{Interval, Moments};
use serde::{Deserialize, Serialize};

/// The mean score of the blocks, with its 95 % interval.
///
/// ```
/// use croupier_stats::Mean;
/// let m = Mean::of_blocks(&[1.0, 0.5, 0.0, 1.0, 0.5, 1.0]).unwrap();
/// assert!((m.mean - 2.0 / 3.0).abs() < 1e-12);
/// assert!(m.ci95.contains(m.mean) && m.caution == Some(croupier_stats::Caution::FewBlocks));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// Number of blocks: the sample size.
    pub blocks: u64,
    /// Their mean.
    pub mean: f64,
    /// Its standard error; `None` for one block.
    pub se: Option<f64>,
    /// The interval that covers the true mean in 95 % of all such runs.
    pub ci95: Interval,
    /// Why the interval deserves less trust than its name, if it does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub caution: Option<Caution>,
}

/// Why an interval deserves less trust than its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Caution {
    /// One block says nothing about the spread: the interval is unbounded.
    OneBlock,
    /// All blocks scored the same: the interval is a point, and only as true as the next block.
    NoSpread,
    /// Fewer than [`FEW_BLOCKS`] blocks: rare scores may not have shown up yet.
    FewBlocks,
}

/// Below this many blocks an interval carries [`Caution::FewBlocks`], and is the hull of Student's interval and the
/// corrected one, because skewness cannot be estimated from so few.
pub const FEW_BLOCKS: u64 = 30;

impl Mean {
    /// The mean of block scores.
    ///
    /// # Errors
    /// Where there are no blocks, or a score is not finite.
    pub fn of_blocks(blocks: &[f64]) -> Result<Self, StatsError> {
        all_finite("mean", blocks)?;
        Self::of_moments(&blocks.iter().copied().collect())
    }

    /// The mean of scores already summed up.
    ///
    /// # Errors
    /// Where there are no blocks, or the moments overflowed.
    pub fn of_moments(m: &Moments) -> Result<Self, StatsError> {
        let n = m.count();
        let ci95 = m.interval(0.95)?;
        let caution = match n {
            1 => Some(Caution::OneBlock),
            _ if !m.has_spread() => Some(Caution::NoSpread),
            _ if n < FEW_BLOCKS => Some(Caution::FewBlocks),
            _ => None,
        };
        let se = m.variance().map(|v| (v / n as f64).sqrt());
        Ok(Self { blocks: n, mean: m.mean(), se, ci95, caution })
    }

    /// The mean of `a − b` over the same blocks: two entrants compared on the same luck.
    ///
    /// What the luck gives to both cancels, so the interval is the narrower the more alike they meet it.
    ///
    /// # Errors
    /// Where the lists differ in length, are empty, or hold a value that is not finite.
    ///
    /// ```
    /// use croupier_stats::Mean;
    /// let d = Mean::of_differences(&[12.0, -3.0, 40.0], &[11.0, -4.0, 39.0]).unwrap();
    /// assert_eq!((d.mean, d.ci95.lo, d.ci95.hi), (1.0, 1.0, 1.0)); // no spread at all, and flagged so
    /// assert_eq!(d.caution, Some(croupier_stats::Caution::NoSpread));
    /// ```
    pub fn of_differences(a: &[f64], b: &[f64]) -> Result<Self, StatsError> {
        Self::of_moments(&differences(a, b)?)
    }
}

/// The moments of `a − b`, block by block.
///
/// # Errors
/// Where the lists differ in length, or hold a value that is not finite.
pub fn differences(a: &[f64], b: &[f64]) -> Result<Moments, StatsError> {
    if a.len() != b.len() {
        return Err(StatsError::Unpaired { what: "paired difference", left: a.len(), right: b.len() });
    }
    all_finite("paired difference, first entrant", a)?;
    all_finite("paired difference, second entrant", b)?;
    Ok(a.iter().zip(b).map(|(x, y)| x - y).collect())
}

impl Moments {
    /// The interval that covers the true mean with probability `level`, corrected for skewness.
    ///
    /// One value gives [`Interval::UNBOUNDED`]; values without spread give a point.
    ///
    /// # Errors
    /// Where there are no values, they overflowed, or `level` is not between 0 and 1.
    pub fn interval(&self, level: f64) -> Result<Interval, StatsError> {
        check_level(level)?;
        self.check("interval")?;
        if self.count() == 1 {
            return Ok(Interval::UNBOUNDED);
        }
        if !self.has_spread() {
            return Ok(Interval { lo: self.mean(), hi: self.mean() });
        }
        let sd = self.sd();
        let root_n = (self.count() as f64).sqrt();
        let q = student_t_quantile(0.5 + 0.5 * level, root_n * root_n - 1.0);
        let student = Interval { lo: self.mean() - sd * q / root_n, hi: self.mean() + sd * q / root_n };
        let Some(shape) = Shape::of(self) else { return Ok(student) };
        let x = q * shape.stretch(q) / root_n;
        let lo = self.mean() - sd * shape.unbend(x);
        let hi = self.mean() - sd * shape.unbend(-x);
        if self.count() < FEW_BLOCKS {
            return Ok(Interval { lo: lo.min(student.lo), hi: hi.max(student.hi) });
        }
        Ok(Interval { lo, hi })
    }

    /// The two-sided p-value of the hypothesis that the true mean is `mu`: below 1 − level exactly where `mu` lies
    /// outside [`Moments::interval`].
    ///
    /// One value cannot speak against any `mu` (1.0). Without spread it is 1.0 at the mean, else 0.0.
    ///
    /// # Errors
    /// Where there are no values, they overflowed, or `mu` is not finite.
    pub fn p_value(&self, mu: f64) -> Result<f64, StatsError> {
        self.check("p-value")?;
        all_finite("p-value, hypothesis", &[mu])?;
        if self.count() == 1 {
            return Ok(1.0);
        }
        if !self.has_spread() {
            return Ok(if self.mean() == mu { 1.0 } else { 0.0 });
        }
        let n = self.count() as f64;
        let w = (self.mean() - mu) / self.sd();
        let two_sided = |t: f64| (2.0 * student_t_tail(t.abs(), n - 1.0)).min(1.0);
        let student = two_sided(n.sqrt() * w);
        let Some(shape) = Shape::of(self) else { return Ok(student) };
        let corrected = two_sided(shape.unstretch(n.sqrt() * shape.bend(w).abs()));
        Ok(if self.count() < FEW_BLOCKS { corrected.max(student) } else { corrected })
    }

    fn sd(&self) -> f64 {
        self.variance().unwrap_or(0.0).sqrt()
    }

    fn check(&self, what: &'static str) -> Result<(), StatsError> {
        if self.count() == 0 {
            return Err(StatsError::Empty { what });
        }
        all_finite(what, &[self.mean(), self.population_variance(), self.skewness(), self.excess_kurtosis()])
    }
}

/// The shape of a sample as far as it moves the law of the standardised mean.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    n: f64,
    skewness: f64,
    /// γ² and κ, freed of their bias under normality.
    skewness2: f64,
    kurtosis: f64,
}

/// The stretch of the quantile stays within these, whatever one outlier does to κ.
const STRETCH: (f64, f64) = (0.8, 2.0);

impl Shape {
    /// `None` where there are too few values to estimate a fourth moment (below 4).
    pub(crate) fn of(m: &Moments) -> Option<Self> {
        if m.count() < 4 {
            return None;
        }
        let n = m.count() as f64;
        let skewness = m.skewness();
        let kurtosis = (n - 1.0) / ((n - 2.0) * (n - 3.0)) * ((n + 1.0) * m.excess_kurtosis() + 6.0);
        let skewness2 = skewness * skewness - 6.0 * (n - 2.0) / ((n + 1.0) * (n + 3.0));
        Some(Self { n, skewness, skewness2, kurtosis })
    }

    /// Hall's g: the standardised mean with the effect of skewness removed.
    pub(crate) fn bend(&self, w: f64) -> f64 {
        let s = self.skewness * w / 3.0;
        w * (1.0 + s + s * s / 3.0) + self.skewness / (6.0 * self.n)
    }

    /// The inverse of [`Shape::bend`]: 3/γ · (∛(1 + γ(x − γ/6n)) − 1).
    fn unbend(&self, x: f64) -> f64 {
        let centred = x - self.skewness / (6.0 * self.n);
        let y = self.skewness * centred;
        if y.abs() < 0.5 {
            // The plain form cancels for small y and divides by zero without skewness.
            let ratio = if y == 0.0 { 1.0 / 3.0 } else { (y.ln_1p() / 3.0).exp_m1() / y };
            return 3.0 * ratio * centred;
        }
        3.0 * ((1.0 + y).cbrt() - 1.0) / self.skewness
    }

    /// The excess kurtosis, freed of its bias under normality.
    pub(crate) fn excess_kurtosis(&self) -> f64 {
        self.kurtosis
    }

    /// e(x): n times the share by which a quantile x falls short.
    fn shortfall(&self, x: f64) -> f64 {
        let (k, g) = (self.kurtosis, self.skewness2);
        7.0 / 6.0 * k - 119.0 / 72.0 * g + (x * x - 3.0) * (0.25 * k - 11.0 / 27.0 * g)
    }

    fn stretch(&self, x: f64) -> f64 {
        (1.0 + self.shortfall(x) / self.n).clamp(STRETCH.0, STRETCH.1)
    }

    /// The x with x·stretch(x) = `stretched`: rising, hence by halving.
    fn unstretch(&self, stretched: f64) -> f64 {
        let (mut lo, mut hi) = (stretched / STRETCH.1, stretched / STRETCH.0);
        for _ in 0..80 {
            let x = 0.5 * (lo + hi);
            if x * self.stretch(x) < stretched { lo = x } else { hi = x }
        }
        0.5 * (lo + hi)
    }
}
