//! Notation: actions are GTP's, `D4` (no column I) and `pass`, see [`Move`](super::Move); chance never moves.

use crate::parse::ParseError;
use std::fmt;
use std::str::FromStr;

/// Chance never moves in Go: this has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {}

impl fmt::Display for Chance {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Chance {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Err(ParseError::new("chance event", text, "Go has none"))
    }
}
