//! The compiled half of `croupier.VecEnv`: arrays in, arrays out, the GIL released between.

use crate::array::{Want, numbers, slice, writable};
use crate::batch::{Build, Naming, Rows, VecTable};
use crate::convert::{arg, count, maybe, pairs, seed, shown};
use crate::refusal::{Kind, Refusal, Tried};
use croupier_games::encode::Options;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Many environments stepped in one call.
#[pyclass(module = "croupier._croupier")]
pub struct VecCore {
    table: Box<dyn VecTable>,
    naming: Naming,
}

type Held<'py, T> = Option<PyReadwriteArrayDyn<'py, T>>;

/// The array of an attribute of `buffers`, checked; none where it is None.
fn held<'py, T: Element>(buffers: &Bound<'py, PyAny>, name: &str, want: &Want) -> Tried<Held<'py, T>> {
    let object = buffers.getattr(name).map_err(|_| {
        Refusal::value(Kind::Type, "buffers", shown(buffers), "what buffers() made, each array or None")
    })?;
    if object.is_none() { Ok(None) } else { Ok(Some(writable(name, &object, want)?)) }
}

fn open<'a, T: Element>(name: &str, array: &'a mut Held<'_, T>) -> Tried<Option<&'a mut [T]>> {
    array.as_mut().map(|a| slice(name, a)).transpose()
}

/// Every array of a `Buffers`, checked.
struct Arrays<'py> {
    observation: Held<'py, f32>,
    mask: Held<'py, i8>,
    seat: Held<'py, i8>,
    reward: Held<'py, f32>,
    done: Held<'py, bool>,
    scores: Held<'py, f64>,
    undecided: Held<'py, i32>,
    features: Held<'py, f32>,
    offsets: Held<'py, i64>,
}

impl<'py> Arrays<'py> {
    fn of(table: &dyn VecTable, buffers: &Bound<'py, PyAny>) -> Tried<Self> {
        let (info, n) = (table.info(), table.len());
        let shape: Vec<usize> = std::iter::once(n).chain(info.shape.iter().copied()).collect();
        let (flat, seats) = (Want::exact(&[n]), Want::exact(&[n, info.seats]));
        let arrays = Self {
            observation: held(buffers, "observation", &Want::exact(&shape))?,
            mask: held(buffers, "action_mask", &Want::exact(&[n, info.actions]))?,
            seat: held(buffers, "seat", &flat)?,
            reward: held(buffers, "reward", &seats)?,
            done: held(buffers, "done", &flat)?,
            scores: held(buffers, "scores", &seats)?,
            undecided: held(buffers, "undecided", &flat)?,
            features: held(buffers, "features", &Want::at_least(&[0, info.features]))?,
            offsets: held(buffers, "offsets", &Want::exact(&[n + 1]))?,
        };
        if arrays.features.is_some() && info.features == 0 {
            let allowed = format!("None: actions of {} have no features", info.game);
            return Err(Refusal::value(Kind::Array, "features", "an array", allowed));
        }
        if arrays.features.is_some() != arrays.offsets.is_some() {
            return Err(Refusal::text(Kind::Array, "features, offsets: both are arrays, or both are None"));
        }
        Ok(arrays)
    }

    fn rows(&mut self) -> Tried<Rows<'_>> {
        Ok(Rows {
            observation: open("observation", &mut self.observation)?,
            mask: open("action_mask", &mut self.mask)?,
            seat: open("seat", &mut self.seat)?,
            reward: open("reward", &mut self.reward)?,
            done: open("done", &mut self.done)?,
            scores: open("scores", &mut self.scores)?,
            undecided: open("undecided", &mut self.undecided)?,
            pick: None,
        })
    }

    /// Copies the features that a step or write made ready, into a larger array where there is too little room.
    fn finish(&mut self, py: Python<'py>, table: &dyn VecTable, buffers: &Bound<'py, PyAny>) -> PyResult<()> {
        let Some(features) = &mut self.features else { return Ok(()) };
        let rows = table.legal();
        if features.shape()[0] < rows {
            let shape = [rows + rows / 2, table.info().features];
            let larger = PyArrayDyn::<f32>::zeros(py, shape.as_slice(), false);
            buffers.setattr("features", &larger)?;
            *features = larger.try_readwrite().map_err(|e| Refusal::text(Kind::Array, e))?;
        }
        if let (Some(out), Some(at)) =
            (open("features", &mut self.features)?, open("offsets", &mut self.offsets)?)
        {
            py.detach(|| table.features(out, at));
        }
        Ok(())
    }
}

impl VecCore {
    /// Does `work` without the GIL once every array is found fit.
    fn each(
        &mut self,
        py: Python<'_>,
        buffers: &Bound<'_, PyAny>,
        work: impl FnOnce(&mut dyn VecTable, Rows<'_>, bool) -> Tried<()> + Send,
    ) -> PyResult<()> {
        let table = &mut *self.table;
        let mut arrays = Arrays::of(table, buffers)?;
        let (featured, rows) = (arrays.features.is_some(), arrays.rows()?);
        py.detach(|| work(table, rows, featured))?;
        arrays.finish(py, table, buffers)
    }
}

#[pymethods]
impl VecCore {
    #[new]
    #[pyo3(signature = (game, n, profile, threads, actions, fractions, switches))]
    fn new(
        game: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
        profile: Option<&Bound<'_, PyAny>>,
        threads: &Bound<'_, PyAny>,
        actions: &Bound<'_, PyAny>,
        fractions: Option<&Bound<'_, PyAny>>,
        switches: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let naming = match arg::<String>("actions", actions)?.as_str() {
            "index" => Naming::Index,
            "choice" => Naming::Choice,
            other => return Err(Refusal::value(Kind::Config, "actions", other, "index or choice").into()),
        };
        let n = count("n", n, 1, 1 << 20)? as usize;
        let threads = count("threads", threads, 1, 512)? as usize;
        let options = Options { fractions: maybe("fractions", fractions)? };
        let build =
            Build { profile: maybe("profile", profile)?, pairs: pairs(switches)?, options, n, threads };
        Ok(Self { table: build.build(&arg::<String>("game", game)?)?, naming })
    }

    /// Game, profile, seats, actions, shape, features.
    fn info<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(String, String, usize, usize, Bound<'py, PyTuple>, usize)> {
        let i = self.table.info();
        Ok((i.game.into(), i.profile.clone(), i.seats, i.actions, PyTuple::new(py, &i.shape)?, i.features))
    }

    fn reset(&mut self, py: Python<'_>, from: &Bound<'_, PyAny>, buffers: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed("seed", from)?;
        self.each(py, buffers, |table, rows, featured| {
            table.reset(seed);
            table.write(rows, featured);
            Ok(())
        })
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        buffers: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let actions = numbers::<i64>("actions", actions, &Want::exact(&[self.table.len()]))?;
        let naming = self.naming;
        self.each(py, buffers, |table, rows, featured| table.step(naming, &actions, rows, featured))
    }

    fn write(&mut self, py: Python<'_>, buffers: &Bound<'_, PyAny>) -> PyResult<()> {
        self.each(py, buffers, |table, rows, featured| {
            table.write(rows, featured);
            Ok(())
        })
    }

    fn pick(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut array = writable::<i64>("actions", out, &Want::exact(&[self.table.len()]))?;
        let out = slice("actions", &mut array)?;
        let (table, naming) = (&mut self.table, self.naming);
        py.detach(|| table.pick(naming, out));
        Ok(())
    }

    fn lucks(&self) -> Vec<u64> {
        self.table.lucks()
    }
}
