//! Ranges: a weight for each of the 1,326 hands, read from text such as `QQ+,AKs:0.5,KTo-K8o`.

mod grid;
mod parse;
mod start;
#[cfg(test)]
mod tests;

pub use grid::Grid;
pub use start::StartingHand;

use super::card::{HOLES, Hole};
use super::error::Error;
use std::fmt;

/// A weight from 0 up for each hand; what a weight of 1 means is the user's: often, "always".
///
/// ```
/// use croupier_games::holdem::Range;
/// let range: Range = "QQ+,AKs:0.5".parse()?;
/// assert_eq!((range.total(), range.weight("AhKh".parse()?)), (3.0 * 6.0 + 4.0 * 0.5, 0.5));
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Range {
    weights: Box<[f64]>,
}

impl Range {
    /// Every hand with weight 1.
    pub fn all() -> Self {
        Self { weights: vec![1.0; HOLES].into() }
    }

    /// No hand.
    pub fn none() -> Self {
        Self { weights: vec![0.0; HOLES].into() }
    }

    /// One hand with weight 1.
    pub fn of(hole: Hole) -> Self {
        let mut range = Self::none();
        range.weights[hole.index()] = 1.0;
        range
    }

    /// The weights by [`Hole::index`].
    ///
    /// # Errors
    /// Not 1,326 of them, or one that is negative or not finite.
    pub fn from_weights(weights: Vec<f64>) -> Result<Self, Error> {
        if weights.len() != HOLES {
            return Err(Error::Count {
                what: "weights",
                given: weights.len(),
                allowed: "1326, by Hole::index",
            });
        }
        let mut range = Self::none();
        for (hole, weight) in Hole::all().zip(weights) {
            range.set(hole, weight)?;
        }
        Ok(range)
    }

    /// The weight of a hand.
    #[inline]
    pub fn weight(&self, hole: Hole) -> f64 {
        self.weights[hole.index()]
    }

    /// The weights by [`Hole::index`].
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Gives a hand a weight.
    ///
    /// # Errors
    /// A weight that is negative or not finite.
    pub fn set(&mut self, hole: Hole, weight: f64) -> Result<(), Error> {
        if !weight.is_finite() || weight < 0.0 {
            return Err(Error::Weight { hand: hole.to_string(), value: weight.to_string() });
        }
        self.weights[hole.index()] = weight;
        Ok(())
    }

    /// All hands with their weights, zeros included.
    pub fn iter(&self) -> impl Iterator<Item = (Hole, f64)> {
        Hole::all().zip(self.weights.iter().copied())
    }

    /// The sum of the weights.
    pub fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// The mean weight of a starting hand's combinations, those with weight 0 included.
    pub fn mean(&self, hand: StartingHand) -> f64 {
        let holes = hand.holes();
        holes.iter().map(|&h| self.weight(h)).sum::<f64>() / holes.len() as f64
    }

    /// Reads a file of weights: on each line a hand (`AhKd`) or starting hand (`AKo`) and its weight, separated by
    /// space, comma, colon or equals sign; `#` begins a comment; a later line wins over an earlier one.
    ///
    /// # Errors
    /// Names the line that is not understood.
    pub fn from_weights_text(text: &str) -> Result<Self, Error> {
        parse::weights(text)
    }
}

impl fmt::Debug for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Range({self})")
    }
}

impl fmt::Display for Range {
    /// Text that parses to the same range: starting hands where all combinations weigh the same, hands elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        let mut part = |f: &mut fmt::Formatter<'_>, name: &dyn fmt::Display, weight: f64| {
            write!(f, "{separator}{name}")?;
            separator = ",";
            if weight == 1.0 { Ok(()) } else { write!(f, ":{weight}") }
        };
        for hand in StartingHand::all() {
            let holes = hand.holes();
            let first = self.weight(holes[0]);
            if holes.iter().all(|&h| self.weight(h) == first) {
                if first > 0.0 {
                    part(f, &hand, first)?;
                }
                continue;
            }
            for hole in holes.into_iter().filter(|&h| self.weight(h) > 0.0) {
                part(f, &hole, self.weight(hole))?;
            }
        }
        Ok(())
    }
}
