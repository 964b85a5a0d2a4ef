//! The interval of a mean by resampling: slower than the formula and free of its assumptions, hence a check on it.

use crate::error::{StatsError, all_finite, check_level};
use crate::{Interval, Moments, normal_cdf, normal_quantile};
use serde::Serialize;

/// Two bootstrap intervals of a mean (B. Efron, "Better bootstrap confidence intervals", JASA 82, 1987).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bootstrap {
    /// Number of resamples drawn.
    pub resamples: usize,
    /// The middle `level` of the resampled means.
    pub percentile: Interval,
    /// The same, corrected for bias and acceleration: the one to trust where scores are skewed.
    pub bca: Interval,
}

/// Bootstrap intervals of the mean of `blocks`.
///
/// `below(n)` must return a whole number in 0..n, all equally likely; the same stream gives the same intervals.
///
/// # Errors
/// Where there are fewer than two blocks, a value is not finite, `level` is not between 0 and 1, or `resamples` is
/// too few for the tails of `level` to hold one resample.
///
/// ```
/// let mut state = 1_u64;
/// let mut below = |n: u64| { state = state.wrapping_mul(6364136223846793005).wrapping_add(1); (state >> 33) % n };
/// let b = croupier_stats::bootstrap_mean(&[0.0, 1.0, 0.5, 1.0, 0.0, 1.0], 2000, 0.95, &mut below).unwrap();
/// assert!(b.percentile.lo < 0.583 && 0.583 < b.percentile.hi);
/// ```
pub fn bootstrap_mean(
    blocks: &[f64],
    resamples: usize,
    level: f64,
    mut below: impl FnMut(u64) -> u64,
) -> Result<Bootstrap, StatsError> {
    check_level(level)?;
    all_finite("bootstrap", blocks)?;
    if blocks.len() < 2 {
        return Err(StatsError::OutOfRange {
            field: "number of blocks to resample",
            value: blocks.len() as f64,
            allowed: "at least 2",
        });
    }
    if (resamples as f64) * (1.0 - level) < 2.0 {
        return Err(StatsError::OutOfRange {
            field: "resamples",
            value: resamples as f64,
            allowed: "at least 2/(1 − level)",
        });
    }
    let n = blocks.len() as u64;
    let mut means = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        let sum: f64 = (0..n).map(|_| blocks[below(n) as usize]).sum();
        means.push(sum / n as f64);
    }
    means.sort_by(f64::total_cmp);
    let moments: Moments = blocks.iter().copied().collect();
    let tail = 0.5 - 0.5 * level;
    let percentile = Interval { lo: sorted_quantile(&means, tail), hi: sorted_quantile(&means, 1.0 - tail) };
    Ok(Bootstrap { resamples, percentile, bca: bca(&means, &moments, tail) })
}

fn bca(means: &[f64], moments: &Moments, tail: f64) -> Interval {
    let centre = moments.mean();
    let under = means.iter().filter(|&&m| m < centre).count() as f64;
    let equal = means.iter().filter(|&&m| m == centre).count() as f64;
    let share = (under + 0.5 * equal) / means.len() as f64;
    // All resamples on one side leave no bias to estimate: they are then all equal.
    let bias = if 0.0 < share && share < 1.0 { normal_quantile(share) } else { 0.0 };
    // The jackknife's acceleration of a mean is its skewness over 6√n.
    let acceleration = moments.skewness() / (6.0 * (moments.count() as f64).sqrt());
    let adjusted = |z: f64| normal_cdf(bias + (bias + z) / (1.0 - acceleration * (bias + z)));
    let z = normal_quantile(tail);
    Interval { lo: sorted_quantile(means, adjusted(z)), hi: sorted_quantile(means, adjusted(-z)) }
}

/// The nearest-rank quantile of sorted values.
fn sorted_quantile(sorted: &[f64], p: f64) -> f64 {
    let rank = (p * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}
