//! Medians and percentiles of decision times, in little memory.

use crate::StatsError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Bits kept below the leading one: values up to 2^6 are exact, greater ones are right to one part in 64.
const PRECISION: u32 = 5;

/// A histogram of durations in nanoseconds whose buckets widen with the value (as HdrHistogram's do).
///
/// Quantiles are within [`Durations::RELATIVE_ERROR`] of the exact ones, whatever the spread; merging is exact and
/// order does not matter. Only buckets that hold something are stored, 32 for each doubling.
///
/// ```
/// let mut d = croupier_stats::Durations::default();
/// (1..=1000).for_each(|ms| d.record(ms * 1_000_000));
/// let q = d.summary().unwrap();
/// assert!((q.median - 500.0).abs() < 500.0 / 64.0 && (q.p99 - 990.0).abs() < 990.0 / 64.0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Durations {
    count: u64,
    max: u64,
    buckets: BTreeMap<u16, u64>,
}

/// The text form: the longest duration, then bucket and count by turns.
#[derive(Serialize, Deserialize)]
struct Stored {
    max: u64,
    buckets: Vec<(u16, u64)>,
}

impl From<Durations> for Stored {
    fn from(d: Durations) -> Self {
        Self { max: d.max, buckets: d.buckets.into_iter().collect() }
    }
}

impl TryFrom<Stored> for Durations {
    type Error = StatsError;

    fn try_from(stored: Stored) -> Result<Self, StatsError> {
        let highest = bucket_of(stored.max);
        let mut d = Self { max: stored.max, ..Self::default() };
        for (bucket, n) in stored.buckets {
            if bucket > highest {
                let (value, allowed) = (f64::from(bucket), "at most that of the longest duration");
                return Err(StatsError::OutOfRange { field: "bucket of durations", value, allowed });
            }
            let held = d.buckets.entry(bucket).or_default();
            *held = held.saturating_add(n);
            d.count = d.count.saturating_add(n);
        }
        Ok(d)
    }
}

/// Median and 99th percentile in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DurationSummary {
    /// Half of all decisions took no longer.
    pub median: f64,
    /// Of a hundred decisions, 99 took no longer.
    pub p99: f64,
}

impl Durations {
    /// Greatest relative error of a quantile: half the width of a bucket.
    pub const RELATIVE_ERROR: f64 = 1.0 / (1_u32 << (PRECISION + 1)) as f64;

    /// Counts one duration.
    pub fn record(&mut self, nanoseconds: u64) {
        *self.buckets.entry(bucket_of(nanoseconds)).or_default() += 1;
        self.count += 1;
        self.max = self.max.max(nanoseconds);
    }

    /// Adds all counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (&bucket, &n) in &other.buckets {
            let held = self.buckets.entry(bucket).or_default();
            *held = held.saturating_add(n);
        }
        self.count = self.count.saturating_add(other.count);
        self.max = self.max.max(other.max);
    }

    /// Number of durations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The longest duration in nanoseconds, exact; 0 where there is none.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The shortest duration, in nanoseconds, that at least the share `p` do not exceed (nearest rank).
    ///
    /// # Errors
    /// Where nothing was recorded, or `p` is not between 0 and 1.
    pub fn quantile(&self, p: f64) -> Result<u64, StatsError> {
        if !(0.0..=1.0).contains(&p) {
            return Err(StatsError::OutOfRange { field: "quantile", value: p, allowed: "between 0 and 1" });
        }
        let rank = ((p * self.count as f64).ceil() as u64).clamp(1, self.count.max(1));
        let mut seen = 0;
        for (&bucket, n) in &self.buckets {
            seen += n;
            if seen >= rank {
                return Ok(middle_of(bucket).min(self.max));
            }
        }
        Err(StatsError::Empty { what: "durations" })
    }

    /// Median and 99th percentile.
    ///
    /// # Errors
    /// Where nothing was recorded.
    pub fn summary(&self) -> Result<DurationSummary, StatsError> {
        let ms = |p| self.quantile(p).map(|ns| ns as f64 / 1e6);
        Ok(DurationSummary { median: ms(0.5)?, p99: ms(0.99)? })
    }
}

/// Values below 2^(PRECISION+1) have a bucket each; every doubling above has 2^PRECISION buckets.
fn bucket_of(value: u64) -> u16 {
    let shift = (u64::BITS - value.leading_zeros()).saturating_sub(PRECISION + 1);
    ((u64::from(shift) << PRECISION) + (value >> shift)) as u16
}

fn middle_of(bucket: u16) -> u64 {
    let bucket = u64::from(bucket);
    let shift = (bucket >> PRECISION).saturating_sub(1);
    let low = (bucket - (shift << PRECISION)) << shift;
    low + (1_u64 << shift) / 2
}
