//! Running moments of a list of numbers.

use serde::{Deserialize, Serialize};

/// Count, mean and central moments to the fourth, kept up to date one value at a time (Welford; for the higher
/// moments and for merging Pébay, SAND2008-6212).
///
/// Adding the same values in the same order gives the same bits. Merging is exact in real arithmetic, but rounds in
/// another order than adding does: a run that must reproduce adds in plan order.
///
/// ```
/// use croupier_stats::Moments;
/// let m: Moments = [1.0, 2.0, 6.0].into_iter().collect();
/// assert_eq!((m.count(), m.mean(), m.variance()), (3, 3.0, Some(7.0)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Moments {
    count: u64,
    mean: f64,
    sum2: f64,
    sum3: f64,
    sum4: f64,
}

impl Moments {
    /// No values yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one value.
    pub fn add(&mut self, x: f64) {
        let before = self.count as f64;
        self.count += 1;
        let n = self.count as f64;
        let delta = x - self.mean;
        let step = delta / n;
        let spread = delta * step * before;
        self.mean += step;
        self.sum4 += spread * step * step * (n * n - 3.0 * n + 3.0) + 6.0 * step * step * self.sum2
            - 4.0 * step * self.sum3;
        self.sum3 += spread * step * (n - 2.0) - 3.0 * step * self.sum2;
        self.sum2 += spread;
    }

    /// Adds all values of `other`, as if they had followed.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = *other;
            return;
        }
        let (a, b) = (self.count as f64, other.count as f64);
        let n = a + b;
        let d = (other.mean - self.mean) / n;
        self.sum4 += other.sum4
            + d * d * d * d * a * b * n * (a * a - a * b + b * b)
            + 6.0 * d * d * (a * a * other.sum2 + b * b * self.sum2)
            + 4.0 * d * (a * other.sum3 - b * self.sum3);
        self.sum3 +=
            other.sum3 + d * d * d * a * b * n * (a - b) + 3.0 * d * (a * other.sum2 - b * self.sum2);
        self.sum2 += other.sum2 + d * d * a * b * n;
        self.mean += d * b;
        self.count += other.count;
    }

    /// Number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 where there are no values.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The unbiased variance (divisor n − 1), from two values on.
    pub fn variance(&self) -> Option<f64> {
        (self.count >= 2).then(|| self.sum2.max(0.0) / (self.count - 1) as f64)
    }

    /// The mean squared distance from the mean (divisor n); 0 where there are no values.
    pub fn population_variance(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum2.max(0.0) / self.count as f64 }
    }

    /// The skewness (third central moment over the cube of the standard deviation, divisors n); 0 without spread.
    pub fn skewness(&self) -> f64 {
        let variance = self.population_variance();
        if variance == 0.0 { 0.0 } else { self.sum3 / self.count as f64 / (variance * variance.sqrt()) }
    }

    /// The excess kurtosis (fourth central moment over the squared variance, less 3, divisors n); 0 without spread.
    pub fn excess_kurtosis(&self) -> f64 {
        let variance = self.population_variance();
        if variance == 0.0 { 0.0 } else { self.sum4 / self.count as f64 / (variance * variance) - 3.0 }
    }

    /// Whether the values differ by more than rounding.
    pub fn has_spread(&self) -> bool {
        let rounding = self.mean.abs() * f64::EPSILON * 4.0;
        self.population_variance() > rounding * rounding
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut m = Self::new();
        values.into_iter().for_each(|x| m.add(x));
        m
    }
}
