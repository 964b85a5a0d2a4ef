//! Medians and percentiles of decision times, in little memory.

use crate::StatsError;
use serde::{Deserialize, Serialize};

/// Bits kept below the leading one: values up to 2^8 are exact, greater ones are right to one part in 256.
const PRECISION: u32 = 7;

/// A histogram of durations in nanoseconds whose buckets widen with the value (as HdrHistogram's do).
///
/// Quantiles are within [`Durations::RELATIVE_ERROR`] of the exact ones, whatever the spread; merging is exact and
/// order does not matter. At most 58 × 128 buckets: 58 KiB, and far less for times under a second.
///
/// ```
/// let mut d = croupier_stats::Durations::default();
/// (1..=1000).for_each(|ms| d.record(ms * 1_000_000));
/// let q = d.summary().unwrap();
/// assert!((q.median - 500.0).abs() < 500.0 / 256.0 && (q.p99 - 990.0).abs() < 990.0 / 256.0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Durations {
    count: u64,
    max: u64,
    buckets: Vec<u64>,
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
        let bucket = bucket_of(nanoseconds);
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += 1;
        self.count += 1;
        self.max = self.max.max(nanoseconds);
    }

    /// Adds all counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        if self.buckets.len() < other.buckets.len() {
            self.buckets.resize(other.buckets.len(), 0);
        }
        self.buckets.iter_mut().zip(&other.buckets).for_each(|(a, b)| *a += b);
        self.count += other.count;
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
        for (bucket, &n) in self.buckets.iter().enumerate() {
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
fn bucket_of(value: u64) -> usize {
    let shift = (u64::BITS - value.leading_zeros()).saturating_sub(PRECISION + 1);
    ((u64::from(shift) << PRECISION) + (value >> shift)) as usize
}

fn middle_of(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    let shift = (bucket >> PRECISION).saturating_sub(1);
    let low = (bucket - (shift << PRECISION)) << shift;
    low + (1_u64 << shift) / 2
}
