//! Amounts with decimals as whole chips.

use super::PhhError;
use crate::hand::HandError;
use croupier_games::holdem::{Chips, MOST_CHIPS};
use toml::{Table, Value};

/// Amounts of a file, in its own unit.
pub(super) fn number(field: &str, value: &Value) -> Result<f64, PhhError> {
    let number = match value {
        Value::Integer(n) => *n as f64,
        Value::Float(x) if !x.is_nan() => *x,
        other => return Err(HandError::field(field, other.type_str(), "a number").into()),
    };
    Ok(number)
}

/// An array of numbers; none where the field is missing.
pub(super) fn numbers(table: &Table, field: &'static str) -> Result<Option<Vec<f64>>, PhhError> {
    let Some(value) = table.get(field) else { return Ok(None) };
    let Some(array) = value.as_array() else {
        return Err(HandError::field(field, value.type_str(), "an array of numbers").into());
    };
    array.iter().map(|v| number(field, v)).collect::<Result<_, _>>().map(Some)
}

/// The smallest power of ten that makes whole numbers of all these, at most 10,000.
pub(super) fn scale(amounts: &[f64]) -> Option<u32> {
    let whole = |x: f64| !x.is_finite() || (x - x.round()).abs() < 1e-6;
    [1, 10, 100, 1000, 10_000].into_iter().find(|&s| amounts.iter().all(|&x| whole(x * f64::from(s))))
}

/// An amount as chips.
pub(super) fn chips(field: &str, amount: f64, scale: u32) -> Result<Chips, PhhError> {
    let chips = (amount * f64::from(scale)).round();
    if (0.0..=f64::from(MOST_CHIPS)).contains(&chips) {
        return Ok(chips as Chips);
    }
    let most = f64::from(MOST_CHIPS) / f64::from(scale);
    Err(HandError::field(field, amount, format!("0 to {most}")).into())
}
