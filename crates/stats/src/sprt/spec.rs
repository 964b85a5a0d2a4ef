//! The parameters of a sequential test and their text form.

use crate::error::nearest;
use crate::{StatsError, score_of_elo};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// In what the bounds of a sequential test are stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Logistic Elo; block scores are fractions from 0 to 1.
    Elo,
    /// The game's own score per episode: chips, points, places.
    Score,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Elo => "elo",
            Self::Score => "score",
        })
    }
}

impl FromStr for Unit {
    type Err = StatsError;

    fn from_str(s: &str) -> Result<Self, StatsError> {
        match s {
            "elo" => Ok(Self::Elo),
            "score" => Ok(Self::Score),
            _ => Err(StatsError::Unknown {
                what: "unit",
                given: s.to_owned(),
                nearest: nearest(s, &["elo", "score"]),
                known: "elo, score",
            }),
        }
    }
}

/// The greatest Elo difference a test may state: beyond it a score fraction rounds to a certainty.
const MAX_ELO: f64 = 2000.0;

/// The parameters of a sequential test: two expected scores, their unit, and the two error rates.
///
/// Its text form is `low=0,high=5,unit=elo,alpha=0.05,beta=0.05`, in any order; `unit` defaults to `elo`, `alpha` and
/// `beta` to 0.05.
///
/// ```
/// use croupier_stats::{SprtSpec, Unit};
/// let spec: SprtSpec = "low=0,high=2.5,unit=score,alpha=.05".parse().unwrap();
/// assert_eq!((spec.low(), spec.high(), spec.unit(), spec.beta()), (0.0, 2.5, Unit::Score, 0.05));
/// assert_eq!(spec.to_string(), "low=0,high=2.5,unit=score,alpha=0.05,beta=0.05");
///
/// let error = "lo=0,high=5".parse::<SprtSpec>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown sprt setting `lo`; did you mean `low`? (low, high, unit, alpha, beta)",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawSpec", into = "RawSpec")]
pub struct SprtSpec {
    low: f64,
    high: f64,
    unit: Unit,
    alpha: f64,
    beta: f64,
}

/// The same without the checks, for serialisation.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct RawSpec {
    low: f64,
    high: f64,
    unit: Unit,
    alpha: f64,
    beta: f64,
}

impl From<SprtSpec> for RawSpec {
    fn from(SprtSpec { low, high, unit, alpha, beta }: SprtSpec) -> Self {
        Self { low, high, unit, alpha, beta }
    }
}

impl TryFrom<RawSpec> for SprtSpec {
    type Error = StatsError;

    fn try_from(RawSpec { low, high, unit, alpha, beta }: RawSpec) -> Result<Self, StatsError> {
        Self::new(low, high, unit, alpha, beta)
    }
}

impl SprtSpec {
    /// A test of `low` against `high`, wrongly ending high with probability at most `alpha` where `low` is true, and
    /// wrongly ending low with probability at most `beta` where `high` is.
    ///
    /// # Errors
    /// Unless `low` < `high`, both finite (within ±2000 for Elo), and `alpha` and `beta` above 0 and below 0.5.
    pub fn new(low: f64, high: f64, unit: Unit, alpha: f64, beta: f64) -> Result<Self, StatsError> {
        for (field, value) in [("sprt low", low), ("sprt high", high)] {
            let (fits, allowed) = match unit {
                Unit::Elo => (value.abs() <= MAX_ELO, "between -2000 and 2000 with unit=elo"),
                Unit::Score => (value.is_finite(), "a finite number"),
            };
            if !fits {
                return Err(StatsError::OutOfRange { field, value, allowed });
            }
        }
        if low >= high {
            return Err(StatsError::Setting {
                field: "sprt low".to_owned(),
                problem: format!("{low} is not below high, {high}"),
            });
        }
        for (field, value) in [("sprt alpha", alpha), ("sprt beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(StatsError::OutOfRange { field, value, allowed: "above 0 and below 0.5" });
            }
        }
        Ok(Self { low, high, unit, alpha, beta })
    }

    /// The lower bound, in [`SprtSpec::unit`].
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The upper bound, in [`SprtSpec::unit`].
    pub fn high(&self) -> f64 {
        self.high
    }

    /// What the bounds are stated in.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Greatest probability of accepting `high` where `low` is true.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Greatest probability of accepting `low` where `high` is true.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// Both bounds as expected block scores.
    pub fn scores(&self) -> [f64; 2] {
        match self.unit {
            Unit::Elo => [score_of_elo(self.low), score_of_elo(self.high)],
            Unit::Score => [self.low, self.high],
        }
    }

    /// The LLR at or below which `low` is accepted.
    pub fn lower(&self) -> f64 {
        self.beta.ln()
    }

    /// The LLR at or above which `high` is accepted.
    pub fn upper(&self) -> f64 {
        -self.alpha.ln()
    }
}

impl fmt::Display for SprtSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, high, unit, alpha, beta } = self;
        write!(f, "low={low},high={high},unit={unit},alpha={alpha},beta={beta}")
    }
}

const KEYS: [&str; 5] = ["low", "high", "unit", "alpha", "beta"];

impl FromStr for SprtSpec {
    type Err = StatsError;

    fn from_str(s: &str) -> Result<Self, StatsError> {
        let mut given: [Option<&str>; 5] = [None; 5];
        for part in s.split(',').map(str::trim) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(setting("sprt", format!("`{part}` is not of the form key=value")));
            };
            let (key, value) = (key.trim(), value.trim());
            let Some(i) = KEYS.iter().position(|&k| k == key) else {
                return Err(StatsError::Unknown {
                    what: "sprt setting",
                    given: key.to_owned(),
                    nearest: nearest(key, &KEYS),
                    known: "low, high, unit, alpha, beta",
                });
            };
            if given[i].replace(value).is_some() {
                return Err(setting(&format!("sprt {key}"), "given twice".to_owned()));
            }
        }
        let number = |i: usize, default: Option<f64>| match (given[i], default) {
            (None, Some(default)) => Ok(default),
            (None, None) => Err(setting(
                &format!("sprt {}", KEYS[i]),
                "missing; say for instance low=0,high=5".to_owned(),
            )),
            (Some(text), _) => text
                .parse()
                .map_err(|_| setting(&format!("sprt {}", KEYS[i]), format!("`{text}` is not a number"))),
        };
        let unit = given[2].map_or(Ok(Unit::Elo), str::parse)?;
        Self::new(number(0, None)?, number(1, None)?, unit, number(3, Some(0.05))?, number(4, Some(0.05))?)
    }
}

fn setting(field: &str, problem: String) -> StatsError {
    StatsError::Setting { field: field.to_owned(), problem }
}
