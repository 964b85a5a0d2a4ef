//! Arrays that the caller owns: shape, type, order and aliasing are checked before anything is written.

use crate::refusal::{Kind, Refusal, Tried};
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::prelude::*;

/// The shape that an array must have; the first length may be free.
pub struct Want {
    shape: Vec<usize>,
    at_least: bool,
}

impl Want {
    /// Exactly this shape.
    pub fn exact(shape: &[usize]) -> Self {
        Self { shape: shape.to_vec(), at_least: false }
    }

    /// This shape, or more of the first.
    pub fn at_least(shape: &[usize]) -> Self {
        Self { shape: shape.to_vec(), at_least: true }
    }

    fn fits(&self, shape: &[usize]) -> bool {
        let first = |s: &[usize]| s.first().copied().unwrap_or(0);
        shape.len() == self.shape.len()
            && shape.get(1..) == self.shape.get(1..)
            && (shape == self.shape || self.at_least && first(shape) >= first(&self.shape))
    }

    fn words(&self) -> String {
        let more = if self.at_least { " or longer" } else { "" };
        format!("{:?}{more}", self.shape).replace('[', "(").replace(']', ")")
    }
}

fn is(object: &Bound<'_, PyAny>) -> String {
    let Ok(array) = object.cast::<PyUntypedArray>() else {
        return object.get_type().name().map_or("an object".into(), |n| n.to_string());
    };
    let order = if array.is_c_contiguous() { "" } else { ", not C-contiguous" };
    let place = if array.is_aligned() { "" } else { ", not aligned" };
    format!("{} of {:?}{order}{place}", array.dtype(), array.shape()).replace('[', "(").replace(']', ")")
}

fn typed<'a, 'py, T: Element>(
    field: &str,
    object: &'a Bound<'py, PyAny>,
    want: &Want,
) -> Tried<&'a Bound<'py, PyArrayDyn<T>>> {
    // The words are costly: numpy says a type's name in Python.
    let refuse = || {
        let allowed = format!("a C-contiguous numpy array, {} of {}", dtype::<T>(object.py()), want.words());
        Refusal::value(Kind::Array, field, is(object), allowed)
    };
    let array = object.cast::<PyArrayDyn<T>>().map_err(|_| refuse())?;
    let fit = want.fits(array.shape()) && array.is_c_contiguous() && array.is_aligned();
    if fit { Ok(array) } else { Err(refuse()) }
}

/// An array to write into.
pub fn writable<'py, T: Element>(
    field: &str,
    object: &Bound<'py, PyAny>,
    want: &Want,
) -> Tried<PyReadwriteArrayDyn<'py, T>> {
    let array = typed::<T>(field, object, want)?;
    array.try_readwrite().map_err(|e| {
        Refusal::value(
            Kind::Array,
            field,
            is(object),
            format!("a writable array that shares no memory with another ({e})"),
        )
    })
}

/// Its numbers.
pub fn slice<'a, T: Element>(field: &str, array: &'a mut PyReadwriteArrayDyn<'_, T>) -> Tried<&'a mut [T]> {
    array.as_slice_mut().map_err(|e| Refusal::text(Kind::Array, format!("{field}: {e}")))
}

/// The numbers of an array that is only read.
pub fn numbers<T: Element + Copy>(field: &str, object: &Bound<'_, PyAny>, want: &Want) -> Tried<Vec<T>> {
    let array = typed::<T>(field, object, want)?;
    let read = array.try_readonly().map_err(|e| Refusal::text(Kind::Array, format!("{field}: {e}")))?;
    let slice = read.as_slice().map_err(|e| Refusal::text(Kind::Array, format!("{field}: {e}")))?;
    Ok(slice.to_vec())
}

/// The shape of an array of two dimensions, whatever its type.
pub fn shape_of(object: &Bound<'_, PyAny>) -> Option<Vec<usize>> {
    object.cast::<PyUntypedArray>().ok().map(|a| a.shape().to_vec())
}
