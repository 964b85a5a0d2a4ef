//! Between Python objects and what Rust reads: JSON values, seeds, seats, actions.

use crate::refusal::{Kind, Refusal, Tried};
use croupier_core::Seat;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// Deeper than this nothing is read: every real view is shallower.
const DEPTH: usize = 32;

/// More values than this are not read: every real view has fewer, and a list that holds itself many times over has no end.
const VALUES: usize = 1 << 20;

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
    json_at(field, object, 0, &mut 0)
}

fn json_at(field: &str, object: &Bound<'_, PyAny>, depth: usize, read: &mut usize) -> Tried<Value> {
    let refuse = || {
        let kind = object.get_type().name().map_or("an object".into(), |n| n.to_string());
        Refusal::value(
            Kind::Data,
            field,
            kind,
            "dict, list, str, int, float, bool and None, at most 32 deep and a million in all",
        )
    };
    *read += 1;
    if depth > DEPTH || *read > VALUES {
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
            map.insert(key, json_at(field, &item, depth + 1, read)?);
        }
        return Ok(Value::Object(map));
    }
    let items = elements(object).ok_or_else(refuse)?;
    items
        .iter()
        .map(|item| json_at(field, item, depth + 1, read))
        .collect::<Tried<Vec<_>>>()
        .map(Value::Array)
}

/// What an argument may be. Every argument of a public function comes as any object and is read by [`arg`] (or [`seat`],
/// [`seed`], [`count`], an array of `array`), so that whatever is given instead is refused by name.
pub trait Arg: Sized {
    /// What is taken, in words.
    const ALLOWED: &'static str;
    /// The value; none where the object is something else.
    fn read(object: &Bound<'_, PyAny>) -> Option<Self>;
}

/// An argument, read as what its place takes.
pub fn arg<T: Arg>(field: &str, object: &Bound<'_, PyAny>) -> Tried<T> {
    T::read(object).ok_or_else(|| Refusal::value(Kind::Type, field, shown(object), T::ALLOWED))
}

/// An argument that may be left out.
pub fn maybe<T: Arg>(field: &str, object: Option<&Bound<'_, PyAny>>) -> Tried<Option<T>> {
    object.map(|o| arg(field, o)).transpose()
}

/// The elements of a list or tuple.
fn elements<'py>(object: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    let listed = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    object.try_iter().ok().filter(|_| listed)?.collect::<PyResult<_>>().ok()
}

impl Arg for String {
    const ALLOWED: &'static str = "a str";
    fn read(object: &Bound<'_, PyAny>) -> Option<Self> {
        Some(object.cast::<PyString>().ok()?.to_str().ok()?.to_string())
    }
}

impl Arg for bool {
    const ALLOWED: &'static str = "True or False";
    fn read(object: &Bound<'_, PyAny>) -> Option<Self> {
        Some(object.cast::<PyBool>().ok()?.is_true())
    }
}

impl Arg for Vec<String> {
    const ALLOWED: &'static str = "a list of str";
    fn read(object: &Bound<'_, PyAny>) -> Option<Self> {
        elements(object)?.iter().map(String::read).collect()
    }
}

impl Arg for Vec<f64> {
    const ALLOWED: &'static str = "a list of float";
    fn read(object: &Bound<'_, PyAny>) -> Option<Self> {
        let number = |x: &Bound<'_, PyAny>| x.extract().ok().filter(|_| !x.is_instance_of::<PyBool>());
        elements(object)?.iter().map(number).collect()
    }
}

/// Objects that are read one by one.
impl Arg for Vec<Py<PyAny>> {
    const ALLOWED: &'static str = "a list";
    fn read(object: &Bound<'_, PyAny>) -> Option<Self> {
        Some(elements(object)?.into_iter().map(Bound::unbind).collect())
    }
}

/// How an object looks in messages.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    let told = object.py().import("croupier.errors").and_then(|m| m.getattr("shown")?.call1((object,)));
    told.and_then(|text| text.extract()).unwrap_or_else(|_| "an object".into())
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

/// A whole number from `least` to `most`; `what` says what it is.
fn within(field: &str, object: &Bound<'_, PyAny>, least: u64, most: u64, what: &str) -> Tried<u64> {
    let given = whole(object);
    let n = given.and_then(|n| u64::try_from(n).ok()).filter(|n| (least..=most).contains(n));
    n.ok_or_else(|| {
        let number = given.is_some() || object.is_exact_instance_of::<PyInt>();
        let kind = if number { Kind::Config } else { Kind::Type };
        Refusal::value(kind, field, shown(object), format!("{what} from {least} to {most}"))
    })
}

/// A seat of a table of `n`.
pub fn seat(field: &str, object: &Bound<'_, PyAny>, n: usize) -> Tried<Seat> {
    within(field, object, 0, n as u64 - 1, "a seat").map(|i| Seat(i as u8))
}

/// A number that is counted: from `least` to `most`.
pub fn count(field: &str, object: &Bound<'_, PyAny>, least: u64, most: u64) -> Tried<u64> {
    within(field, object, least, most, "a whole number")
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
    if let Some(text) = String::read(value) {
        return Ok(text);
    }
    if let Ok(x) = value.cast::<PyFloat>() {
        return Ok(x.value().to_string());
    }
    if let Some(words) = Vec::<String>::read(value) {
        return Ok(if words.is_empty() { "none".into() } else { words.join("+") });
    }
    if let Some(n) = whole(value) {
        return Ok(n.to_string());
    }
    let kind = if value.is_exact_instance_of::<PyInt>() { Kind::Config } else { Kind::Type };
    Err(Refusal::value(kind, key, shown(value), "str, int, float, bool, or a list of str"))
}
