//! Several comparisons at once: with twenty of them one is "significant at 5 %" by luck alone.

use crate::error::{StatsError, check_level};
use crate::{Interval, Moments};

/// The level at which each of `comparisons` intervals must stand so that all hold together with probability `level`
/// at least (Bonferroni): 1 − (1 − level)/comparisons.
///
/// # Errors
/// Where `level` is not between 0 and 1, or there are no comparisons.
///
/// ```
/// assert!((croupier_stats::bonferroni_level(0.95, 10).unwrap() - 0.995).abs() < 1e-12);
/// ```
pub fn bonferroni_level(level: f64, comparisons: usize) -> Result<f64, StatsError> {
    check_level(level)?;
    if comparisons == 0 {
        return Err(StatsError::Empty { what: "comparisons" });
    }
    Ok(1.0 - (1.0 - level) / comparisons as f64)
}

/// Intervals of several means which *all* cover their truths with probability `level` at least.
///
/// # Errors
/// As [`Moments::interval`], and where there are no means.
pub fn simultaneous_intervals(means: &[Moments], level: f64) -> Result<Vec<Interval>, StatsError> {
    let each = bonferroni_level(level, means.len())?;
    means.iter().map(|m| m.interval(each)).collect()
}

/// Holm's adjusted p-values (S. Holm, Scand. J. Statist. 6, 1979), in the order given: those at or below α may be
/// called different while the chance of any false call stays at or below α. Never weaker than Bonferroni.
///
/// # Errors
/// Where a p-value is not between 0 and 1.
///
/// ```
/// let adjusted = croupier_stats::holm(&[0.01, 0.04, 0.03, 0.005]).unwrap();
/// let expected = [0.03, 0.06, 0.06, 0.02];
/// assert!(adjusted.iter().zip(expected).all(|(a, e)| (a - e).abs() < 1e-12));
/// ```
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, StatsError> {
    if let Some(&value) = p_values.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(StatsError::OutOfRange { field: "p-value", value, allowed: "between 0 and 1" });
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut running = 0.0_f64;
    for (rank, &i) in order.iter().enumerate() {
        let factor = (p_values.len() - rank) as f64;
        running = running.max((p_values[i] * factor).min(1.0));
        adjusted[i] = running;
    }
    Ok(adjusted)
}
