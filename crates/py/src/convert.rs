//! Between Python objects and what Rust reads: JSON values, seeds, seats, actions.

use crate::refusal::{Kind, Refusal, Tried};
use croupier_core::Seat;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// Deeper than this nothing is read: every real view is shallower.
const DEPTH: usize = 32;

/// A JSON value as Python objects: dict, list, str, int, float, bool, None.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(b) => PyBool::new(py, *b).to_owned().into_any(),
        Value::Number(n) => match (n.as_u64(), n.as_i64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (_, Some(n)) => n.into_pyobject(py)?.into_any(),
            _ => PyFloat::new(py, n.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(s) => PyString::new(py, s).into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, item) in map {
                dict.set_item(key, to_python(py, item)?)?;
            }
            dict.into_any()
        }
    })
}

/// Python objects as a JSON value.
pub fn to_json(field: &str, object: &Bound<'_, PyAny>) -> Tried<Value> {
    json_at(field, object, 0)
}

fn json_at(field: &str, object: &Bound<'_, PyAny>, depth: usize) -> Tried<Value> {
    let refuse = || {
        let kind = object.get_type().name().map_or("an object".into(), |n| n.to_string());
        Refusal::value(Kind::Data, field, kind, "dict, list, str, int, float, bool and None, at most 32 deep")
    };
    if depth > DEPTH {
        return Err(refuse());
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(b) = object.cast::<PyBool>() {
        return Ok(Value::Bool(b.is_true()));
    }
    if object.is_instance_of::<PyInt>() {
        let unsigned = object.extract::<u64>().map(Number::from);
        return unsigned
            .or_else(|_| object.extract::<i64>().map(Number::from))
            .map(Value::Number)
            .map_err(|_| refuse());
    }
    if let Ok(x) = object.cast::<PyFloat>() {
        return Number::from_f64(x.value()).map(Value::Number).ok_or_else(refuse);
    }
    if let Ok(s) = object.cast::<PyString>() {
        return Ok(Value::String(s.to_str().map_err(|_| refuse())?.to_string()));
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        let mut map = Map::new();
        for (key, item) in dict.iter() {
            let key = key.extract::<String>().map_err(|_| refuse())?;
            map.insert(key, json_at(field, &item, depth + 1)?);
        }
        return Ok(Value::Object(map));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let items = object.try_iter().map_err(|_| refuse())?;
        let read = |item: PyResult<Bound<'_, PyAny>>| json_at(field, &item.map_err(|_| refuse())?, depth + 1);
        return items.map(read).collect::<Tried<Vec<_>>>().map(Value::Array);
    }
    Err(refuse())
}

/// How an object looks in messages.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map_or_else(|_| "an object".into(), |r| r.to_string());
    if text.chars().count() > 120 { text.chars().take(117).chain("...".chars()).collect() } else { text }
}

/// A whole number of Python or numpy, and nothing that merely could be rounded to one.
pub fn whole(object: &Bound<'_, PyAny>) -> Option<i128> {
    if object.is_instance_of::<PyBool>() {
        return None;
    }
    if let Ok(n) = object.extract::<i64>()
        && object.is_instance_of::<PyInt>()
    {
        return Some(i128::from(n));
    }
    let index = object.call_method0("__index__").ok()?;
    index.extract::<i64>().map(i128::from).or_else(|_| index.extract::<u64>().map(i128::from)).ok()
}

/// A seed: a whole number from 0 to 2⁶⁴ − 1.
pub fn seed(field: &str, object: &Bound<'_, PyAny>) -> Tried<u64> {
    whole(object).and_then(|n| u64::try_from(n).ok()).ok_or_else(|| {
        Refusal::value(Kind::Seed, field, shown(object), "a whole number from 0 to 18446744073709551615")
    })
}

/// A seat of a table of `n`.
pub fn seat(field: &str, object: &Bound<'_, PyAny>, n: usize) -> Tried<Seat> {
    let seat = whole(object).and_then(|i| u8::try_from(i).ok()).filter(|i| usize::from(*i) < n);
    let allowed = || format!("a seat from 0 to {}", n - 1);
    seat.map(Seat).ok_or_else(|| Refusal::value(Kind::Config, field, shown(object), allowed()))
}

/// A number that is counted: from `least` to `most`.
pub fn count(field: &str, object: &Bound<'_, PyAny>, least: u64, most: u64) -> Tried<u64> {
    let n = whole(object).and_then(|n| u64::try_from(n).ok()).filter(|n| (least..=most).contains(n));
    let allowed = || format!("a whole number from {least} to {most}");
    n.ok_or_else(|| Refusal::value(Kind::Config, field, shown(object), allowed()))
}

/// Switches given as keywords, as the texts that a command line would have.
pub fn pairs(switches: Option<&Bound<'_, PyDict>>) -> Tried<Vec<(String, String)>> {
    let mut out = Vec::new();
    for (key, value) in switches.into_iter().flat_map(|d| d.iter()) {
        let key: String = key.extract().map_err(|_| Refusal::text(Kind::Config, "switches have names"))?;
        let text = switch(&key, &value)?;
        out.push((key, text));
    }
    Ok(out)
}

fn switch(key: &str, value: &Bound<'_, PyAny>) -> Tried<String> {
    if let Ok(b) = value.cast::<PyBool>() {
        return Ok(b.is_true().to_string());
    }
    if let Ok(s) = value.cast::<PyString>() {
        return Ok(s.to_string());
    }
    if let Ok(x) = value.cast::<PyFloat>() {
        return Ok(x.value().to_string());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let refuse =
            |_| Refusal::value(Kind::Config, key, shown(value), "str, int, float, bool, or a list of str");
        let words: Vec<String> = value.extract().map_err(refuse)?;
        return Ok(if words.is_empty() { "none".into() } else { words.join("+") });
    }
    let allowed = "str, int, float, bool, or a list of str";
    whole(value)
        .map(|n| n.to_string())
        .ok_or_else(|| Refusal::value(Kind::Config, key, shown(value), allowed))
}
