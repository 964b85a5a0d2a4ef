//! Generalised log likelihood ratios of "the mean is `high`" to "the mean is `low`".

use crate::error::all_finite;
use crate::mean::Shape;
use crate::{Moments, StatsError, score_of_elo};

/// Weight given to a class that was never seen, so that it stays possible (fishtest's value).
pub(crate) const UNSEEN: f64 = 1e-3;

/// Parameters of the correction in [`llr_of_moments`]: see there.
const ESTIMATED_VARIANCE: f64 = 10.0;
const TAIL_WEIGHT: f64 = 12.0;

/// The exact generalised log likelihood ratio of counted values.
///
/// `counts` lists distinct values in rising order with their counts (any positive weights). Under "the mean is s"
/// the likeliest distribution on these values has pᵢ = p̂ᵢ / (1 + θ(aᵢ − s)), θ the root of
/// Σ p̂ᵢ(aᵢ − s)/(1 + θ(aᵢ − s)) = 0 (M. Van den Bergh, "Comparing the approximations for the generalized log
/// likelihood ratio of a multinomial distribution", Proposition 1.1; it is A. Owen's empirical likelihood).
///
/// # Errors
/// Where fewer than two values have weight, one is not finite, they do not rise, or `low` and `high` do not lie
/// strictly between the least and the greatest.
///
/// ```
/// // 10 losses, 20 draws, 15 wins: Elo 20 explains them better than Elo 0.
/// let counts = [(0.0, 10.0), (0.5, 20.0), (1.0, 15.0)];
/// let (low, high) = (0.5, croupier_stats::score_of_elo(20.0));
/// assert!(croupier_stats::llr_of_counts(&counts, low, high).unwrap() > 0.0);
/// ```
pub fn llr_of_counts(counts: &[(f64, f64)], low: f64, high: f64) -> Result<f64, StatsError> {
    let what = "values of the likelihood ratio";
    let (&[(least, _), ..], &[.., (greatest, _)]) = (counts, counts) else {
        return Err(StatsError::Empty { what });
    };
    for (index, &(value, weight)) in counts.iter().enumerate() {
        all_finite(what, &[value, weight]).map_err(|_| StatsError::NotFinite { what, index, value })?;
        let rises = index == 0 || counts[index - 1].0 < value;
        if !rises || weight <= 0.0 {
            let allowed = "distinct values in rising order, each with a weight above 0";
            return Err(StatsError::OutOfRange { field: what, value, allowed });
        }
    }
    for s in [low, high] {
        if !(least < s && s < greatest) {
            let allowed = "strictly between the least and the greatest value";
            return Err(StatsError::OutOfRange { field: "mean under test", value: s, allowed });
        }
    }
    Ok(tilted_llr(counts, [low, high], &mut [0.0; 2]))
}

/// [`llr_of_counts`] on data known to be good, from a first guess of both θ, which it replaces by the roots: one block
/// more moves them little.
pub(crate) fn tilted_llr(counts: &[(f64, f64)], [low, high]: [f64; 2], theta: &mut [f64; 2]) -> f64 {
    *theta = [secular_root(counts, low, theta[0]), secular_root(counts, high, theta[1])];
    // ln(p₁/p₀), in which p̂ cancels.
    let ratio = |a: f64| (1.0 + theta[0] * (a - low)) / (1.0 + theta[1] * (a - high));
    counts.iter().map(|&(a, n)| n * ratio(a).ln()).sum()
}

/// The θ with Σ nᵢ(aᵢ − s)/(1 + θ(aᵢ − s)) = 0: the left side falls from +∞ to −∞ between its outermost poles.
fn secular_root(counts: &[(f64, f64)], s: f64, guess: f64) -> f64 {
    let (mut lo, mut hi) = (-1.0 / (counts[counts.len() - 1].0 - s), -1.0 / (counts[0].0 - s));
    let mut theta = if lo < guess && guess < hi { guess } else { 0.0 };
    for _ in 0..200 {
        let (mut f, mut slope) = (0.0, 0.0);
        for &(a, n) in counts {
            let y = (a - s) / (1.0 + theta * (a - s));
            f += n * y;
            slope += n * y * y;
        }
        if f > 0.0 {
            lo = theta
        } else {
            hi = theta
        }
        let newton = theta + f / slope;
        let next = if lo < newton && newton < hi { newton } else { 0.5 * (lo + hi) };
        // Newton's next error is the square of this step.
        if (next - theta).abs() <= 1e-11 * next.abs().max(1.0) {
            return next;
        }
        theta = next;
    }
    theta
}

/// The exact ratio of results by class (losses, draws, wins; or the five classes of pairs) for two logistic Elo
/// differences: what fishtest calls `LLR_logistic` and fastchess the logistic model. A class never seen weighs 1/1000.
///
/// # Errors
/// Where there are fewer than two classes, no results, or an Elo is not finite or too large to tell from a certain win.
///
/// ```
/// let llr = croupier_stats::llr_of_classes(&[10, 20, 30, 25, 15], 0.0, 10.0).unwrap();
/// assert!(llr > 0.0);
/// ```
pub fn llr_of_classes(counts: &[u64], elo_low: f64, elo_high: f64) -> Result<f64, StatsError> {
    if counts.iter().all(|&c| c == 0) {
        return Err(StatsError::Empty { what: "results by class" });
    }
    let top = (counts.len() - 1) as f64;
    let weighted: Vec<(f64, f64)> = counts
        .iter()
        .enumerate()
        .map(|(i, &c)| (i as f64 / top, if c == 0 { UNSEEN } else { c as f64 }))
        .collect();
    llr_of_counts(&weighted, score_of_elo(elo_low), score_of_elo(elo_high))
}

/// The ratio from the moments of real-valued scores, corrected for skewness and heavy tails.
///
/// Van den Bergh's second approximation is (n/2)·ln(r₀/r₁), rᵢ the mean squared distance from the mean under test;
/// with W the distance of the sample's mean in standard deviations it is (n/2)·ln((1 + W₀²)/(1 + W₁²)). Here Wᵢ is
/// bent by Hall's transformation (see [`crate::Mean`]), which removes the effect of skewness to first order, n − 1
/// takes the place of n, and the whole is divided by 1 + (10 + 12·κ⁺)/n, κ⁺ the excess kurtosis where positive. The
/// divisor pays for the variance being estimated: a spread of (κ + 2)/n in σ̂² raises the error rate by a share of
/// about (ln α)²(κ + 2)/2n for scores whose mean and variance err independently, and by more for skewed ones. Its two
/// constants were set by simulation so that scores of skewness −3.6 and excess kurtosis 28 stay within α and β; for
/// near-normal scores it lengthens a test of 240 blocks by 3 %.
///
/// 0 where there are fewer than 4 blocks or no spread: nothing can be said then.
pub fn llr_of_moments(m: &Moments, low: f64, high: f64) -> f64 {
    let Some(shape) = Shape::of(m).filter(|_| m.has_spread()) else { return 0.0 };
    let n = m.count() as f64;
    let sd = m.variance().unwrap_or(0.0).sqrt();
    let square = |s: f64| shape.bend((m.mean() - s) / sd).powi(2);
    let plain = 0.5 * (n - 1.0) * (square(low).ln_1p() - square(high).ln_1p());
    plain / (1.0 + (ESTIMATED_VARIANCE + TAIL_WEIGHT * shape.excess_kurtosis().max(0.0)) / n)
}
