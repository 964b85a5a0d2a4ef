//! The compiled half of `croupier.VecEnv`: arrays in, arrays out, the GIL released between.

use crate::array::{Want, numbers, slice, writable};
use crate::batch::{Build, Naming, Rows, VecTable};
use crate::convert::{count, pairs, seed};
use crate::refusal::{Kind, Refusal, Tried};
use croupier_games::encode::Options;
use numpy::{Element, PyReadwriteArrayDyn};
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
fn held<'py, T: Element>(buffers: &Bound<'py, PyAny>, name: &str, want: &Want) -> PyResult<Held<'py, T>> {
    let object = buffers.getattr(name)?;
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
}

impl<'py> Arrays<'py> {
    fn of(table: &dyn VecTable, buffers: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (info, n) = (table.info(), table.len());
        let shape: Vec<usize> = std::iter::once(n).chain(info.shape.iter().copied()).collect();
        let (flat, seats) = (Want::exact(&[n]), Want::exact(&[n, info.seats]));
        Ok(Self {
            observation: held(buffers, "observation", &Want::exact(&shape))?,
            mask: held(buffers, "action_mask", &Want::exact(&[n, info.actions]))?,
            seat: held(buffers, "seat", &flat)?,
            reward: held(buffers, "reward", &seats)?,
            done: held(buffers, "done", &flat)?,
            scores: held(buffers, "scores", &seats)?,
            undecided: held(buffers, "undecided", &flat)?,
        })
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
}

#[pymethods]
impl VecCore {
    #[new]
    #[pyo3(signature = (game, n, profile, threads, actions, fractions, switches))]
    fn new(
        game: &str,
        n: &Bound<'_, PyAny>,
        profile: Option<String>,
        threads: &Bound<'_, PyAny>,
        actions: &str,
        fractions: Option<Vec<f64>>,
        switches: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let naming = match actions {
            "index" => Naming::Index,
            "choice" => Naming::Choice,
            other => return Err(Refusal::value(Kind::Config, "actions", other, "index or choice").into()),
        };
        let n = count("n", n, 1, 1 << 24)? as usize;
        let threads = count("threads", threads, 1, 512)? as usize;
        let build = Build { profile, pairs: pairs(switches)?, options: Options { fractions }, n, threads };
        Ok(Self { table: build.build(game)?, naming })
    }

    /// Game, profile, seats, actions, shape, features.
    fn info<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(String, String, usize, usize, Bound<'py, PyTuple>, usize)> {
        let i = self.table.info();
        Ok((i.game.into(), i.profile.clone(), i.seats, i.actions, PyTuple::new(py, &i.shape)?, i.features))
    }

    fn reset(
        &mut self,
        py: Python<'_>,
        from: &Bound<'_, PyAny>,
        buffers: &Bound<'_, PyAny>,
        featured: bool,
    ) -> PyResult<()> {
        let seed = seed("seed", from)?;
        let mut arrays = Arrays::of(&*self.table, buffers)?;
        let (rows, table) = (arrays.rows()?, &mut self.table);
        py.detach(|| {
            table.reset(seed);
            table.write(rows, featured);
        });
        Ok(())
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        buffers: &Bound<'_, PyAny>,
        featured: bool,
    ) -> PyResult<()> {
        let actions = numbers::<i64>("actions", actions, &Want::exact(&[self.table.len()]))?;
        let mut arrays = Arrays::of(&*self.table, buffers)?;
        let (rows, table, naming) = (arrays.rows()?, &mut self.table, self.naming);
        Ok(py.detach(|| table.step(naming, &actions, rows, featured))?)
    }

    fn write(&mut self, py: Python<'_>, buffers: &Bound<'_, PyAny>, featured: bool) -> PyResult<()> {
        let mut arrays = Arrays::of(&*self.table, buffers)?;
        let (rows, table) = (arrays.rows()?, &mut self.table);
        py.detach(|| table.write(rows, featured));
        Ok(())
    }

    /// The rows of features there are now.
    fn legal(&self) -> usize {
        self.table.legal()
    }

    fn features(&self, py: Python<'_>, buffers: &Bound<'_, PyAny>) -> PyResult<()> {
        let (n, info) = (self.table.len(), self.table.info());
        let rows = Want::at_least(&[self.table.legal(), info.features]);
        let mut features = held::<f32>(buffers, "features", &rows)?;
        let mut offsets = held::<i64>(buffers, "offsets", &Want::exact(&[n + 1]))?;
        let (Some(out), Some(at)) = (open("features", &mut features)?, open("offsets", &mut offsets)?) else {
            return Err(
                Refusal::text(Kind::Array, "features: both `features` and `offsets` are needed").into()
            );
        };
        let table = &self.table;
        py.detach(|| table.features(out, at));
        Ok(())
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
