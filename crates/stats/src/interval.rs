//! A confidence interval, printed as `[lo, hi]`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A confidence interval; in JSON the pair `[lo, hi]`, where `null` stands for an end at infinity.
///
/// ```
/// use croupier_stats::Interval;
/// let i = Interval { lo: -0.5, hi: 1.5 };
/// assert!(i.contains(0.0) && i.half_width() == 1.0);
/// assert_eq!(serde_json::to_string(&i).unwrap(), "[-0.5,1.5]");
/// assert_eq!(serde_json::to_string(&Interval::UNBOUNDED).unwrap(), "[null,null]");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

impl Interval {
    /// The interval that excludes nothing: what one block can say about a mean.
    pub const UNBOUNDED: Self = Self { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// Whether `x` lies inside, ends included.
    pub fn contains(self, x: f64) -> bool {
        self.lo <= x && x <= self.hi
    }

    /// Half the distance between the ends.
    pub fn half_width(self) -> f64 {
        0.5 * (self.hi - self.lo)
    }

    /// The interval of `f(x)` for a rising `f`.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { lo: f(self.lo), hi: f(self.hi) }
    }
}

impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let end = |x: f64| x.is_finite().then_some(x);
        [end(self.lo), end(self.hi)].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Interval {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [lo, hi] = <[Option<f64>; 2]>::deserialize(deserializer)?;
        Ok(Self { lo: lo.unwrap_or(f64::NEG_INFINITY), hi: hi.unwrap_or(f64::INFINITY) })
    }
}
