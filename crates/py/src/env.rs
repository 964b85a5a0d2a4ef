//! `croupier.Env`: one episode, stepped from Python.

use crate::array::{self, Want};
use crate::convert::{Arg, arg, maybe, pairs, seat, seed, shown, to_python, whole};
use crate::episode::{Table, make as made, thaw};
use crate::refusal::{Kind, Refusal};
use croupier_core::{Luck, Seat, Turn};
use croupier_games::encode::Options;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use std::hash::{BuildHasher, Hasher};

/// One episode of a game.
#[pyclass(module = "croupier")]
pub struct Env {
    /// The episode.
    pub table: Box<dyn Table>,
}

/// An environment given as an argument.
pub fn held<'py>(object: &Bound<'py, PyAny>) -> PyResult<PyRef<'py, Env>> {
    let env = object.cast::<Env>();
    let refuse = |_| Refusal::value(Kind::Type, "env", shown(object), "an Env, made by make()");
    Ok(env.map_err(refuse)?.try_borrow()?)
}

/// A luck from the system's randomness.
pub fn any_luck() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

impl Env {
    fn seat_or_mover(&self, given: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match (given, self.table.turn()) {
            (Some(object), _) => Ok(seat("seat", object, self.table.info().seats)?),
            (None, Turn::Seat(seat)) => Ok(seat),
            (None, _) => {
                Err(Refusal::text(Kind::Over, "seat: the episode is over and no seat is to move; name one")
                    .into())
            }
        }
    }
}

#[pymethods]
impl Env {
    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.table.info().game
    }

    /// The profile's name, with `+` where switches differ from it.
    #[getter]
    fn profile(&self) -> &str {
        &self.table.info().profile
    }

    /// The number of the rules; records and pickles of another are refused.
    #[getter]
    fn rules(&self) -> u32 {
        self.table.info().rules
    }

    /// Every switch, resolved: a dict.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.table.info().config)
    }

    /// How many seats there are.
    #[getter]
    fn seats(&self) -> usize {
        self.table.info().seats
    }

    /// How many canonical indices of actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.table.info().actions
    }

    /// The shape of an observation: a tuple of int.
    #[getter]
    fn observation_shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.table.info().shape)
    }

    /// Numbers in a row of `features()`; 0 where actions have none.
    #[getter]
    fn feature_size(&self) -> usize {
        self.table.info().features
    }

    /// The luck of what chance does from here on.
    #[getter]
    fn seed(&self) -> u64 {
        self.table.luck().0
    }

    /// The seat to move, `None` when the episode is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        match self.table.turn() {
            Turn::Seat(seat) => Some(seat.0),
            _ => None,
        }
    }

    /// Whether the episode is over.
    #[getter]
    fn over(&self) -> bool {
        self.table.turn() == Turn::Over
    }

    /// The scores by seat (list of float) once the episode is over, else `None`.
    #[getter]
    fn scores(&self) -> Option<Vec<f64>> {
        self.table.scores()
    }

    /// What happened so far, as records have it: `* chance` or `seat action`. It holds what is hidden.
    #[getter]
    fn events(&self) -> Vec<String> {
        self.table.events()
    }

    /// Begins an episode on the luck `seed` (0 to 2**64 - 1), or on one from the system; returns the seat to move.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u8>> {
        let luck = seed.map_or_else(|| Ok(any_luck()), |s| crate::convert::seed("seed", s))?;
        self.table.reset(Luck(luck));
        Ok(self.turn())
    }

    /// The canonical indices of the legal actions: a list of int, empty when the episode is over.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.table.indices())
    }

    /// The legal actions as text; an unbroken run of amounts is one entry, `r200..r20000`.
    fn legal_texts(&self) -> Vec<String> {
        if self.over() { Vec::new() } else { self.table.texts() }
    }

    /// Does an action, given as canonical index or as text; returns the seat to move next, `None` at the end.
    fn step(&mut self, action: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        if let Some(index) = whole(action) {
            self.table.step(index)?;
        } else {
            let allowed = "a canonical index (int) or the text of an action";
            let text = <String as Arg>::read(action)
                .ok_or_else(|| Refusal::value(Kind::Illegal, "action", shown(action), allowed))?;
            self.table.step_text(&text)?;
        }
        Ok(self.turn())
    }

    /// The text of a canonical index here.
    fn action_text(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        let at = whole(index)
            .ok_or_else(|| Refusal::value(Kind::Illegal, "action", shown(index), "a canonical index"))?;
        Ok(self.table.text_of(at)?)
    }

    /// The canonical index of an action's text here.
    fn action_index(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.table.index_of(&arg::<String>("text", text)?)?)
    }

    /// What `seat` sees (the seat to move if not given): float32 of `observation_shape`, written into `out` if given.
    #[pyo3(signature = (seat=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_mover(seat)?;
        let shape = &self.table.info().shape;
        if let Some(out) = out {
            let mut array = array::writable::<f32>("out", out, &Want::exact(shape))?;
            self.table.observe(seat, array::slice("out", &mut array)?);
            return Ok(out.clone());
        }
        let array = PyArrayDyn::<f32>::zeros(py, shape.as_slice(), false);
        let mut view = array.try_readwrite().map_err(|e| Refusal::text(Kind::Array, e))?;
        self.table.observe(seat, array::slice("out", &mut view)?);
        drop(view);
        Ok(array.into_any())
    }

    /// 1 at the indices of legal actions, int8 of (`num_actions`,); all zero for a seat off turn.
    #[pyo3(signature = (seat=None))]
    fn action_mask<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let seat = seat.map(|s| crate::convert::seat("seat", s, self.table.info().seats)).transpose()?;
        let mut mask = vec![0i8; self.table.info().actions];
        let asked = seat.is_none_or(|s| self.table.turn() == Turn::Seat(s));
        if asked {
            self.table.indices().iter().for_each(|i| mask[*i] = 1);
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// A row of features for each legal action, in the order of `legal_actions()`: float32 of (legal, `feature_size`).
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let size = self.table.info().features;
        if size == 0 {
            return Err(Refusal::text(
                Kind::Config,
                format!("{}: its actions have no features", self.game()),
            )
            .into());
        }
        let mut rows = Vec::new();
        self.table.features(&mut rows);
        let n = rows.len() / size;
        PyArray1::from_vec(py, rows).reshape([n, size])
    }

    /// What `seat` knows (the seat to move if not given) as a dict, the same as bots of every language get.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.table.view(self.seat_or_mover(seat)?))
    }

    /// What `seat` knows, for people; by default the seat to move, at the end seat 0.
    #[pyo3(signature = (seat=None))]
    fn render(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let default = if self.over() { Seat(0) } else { self.seat_or_mover(None)? };
        let seat = seat.map_or(Ok(default), |s| crate::convert::seat("seat", s, self.table.info().seats))?;
        Ok(self.table.render(seat))
    }

    /// The same episode again, luck included; the two go their own ways from here.
    fn clone(&self) -> Self {
        Self { table: self.table.fork() }
    }

    /// From here on chance follows the luck `seed`. What is already dealt stays: see `determinize`.
    fn reluck(&mut self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        self.table.reluck(Luck(crate::convert::seed("seed", seed)?));
        Ok(())
    }

    /// A new environment in a world drawn from what `seat` knows (the seat to move if not given), with a luck of its own:
    /// for planning. Nothing hidden from the seat and no future chance of this environment can be learned from it.
    #[pyo3(signature = (seat=None, *, seed))]
    fn determinize(&self, seat: Option<&Bound<'_, PyAny>>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (seat, seed) = (self.seat_or_mover(seat)?, crate::convert::seed("seed", seed)?);
        Ok(Self { table: self.table.determinize(seat, seed) })
    }

    /// A new environment of the same configuration in a world drawn from a view (a dict), with a luck of its own: what a bot
    /// needs to see its view as an observation, or to plan from it.
    #[pyo3(signature = (view, *, seed))]
    fn at_view(&self, view: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let seed = crate::convert::seed("seed", seed)?;
        Ok(Self { table: self.table.at_view(crate::convert::to_json("view", view)?, seed)? })
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let restore = py.import("croupier._croupier")?.getattr("restore")?;
        Ok((restore, (PyBytes::new(py, self.table.freeze().to_string().as_bytes()),)))
    }

    fn __repr__(&self) -> String {
        let turn = self.turn().map_or("over".into(), |s| format!("seat {s} to move"));
        format!("<croupier.Env {} ({}), {turn}>", self.game(), self.profile())
    }
}

/// An environment of the named game, reset to luck 0.
#[pyfunction]
#[pyo3(signature = (game, profile=None, *, fractions=None, **switches))]
pub fn make(
    game: &Bound<'_, PyAny>,
    profile: Option<&Bound<'_, PyAny>>,
    fractions: Option<&Bound<'_, PyAny>>,
    switches: Option<&Bound<'_, PyDict>>,
) -> PyResult<Env> {
    let (game, profile): (String, _) = (arg("game", game)?, maybe("profile", profile)?);
    let options = Options { fractions: maybe("fractions", fractions)? };
    Ok(Env { table: made(&game, profile, pairs(switches)?, options)? })
}

/// The environment that a pickle holds.
#[pyfunction]
pub fn restore(bytes: &Bound<'_, PyAny>) -> PyResult<Env> {
    let bad =
        || Refusal::value(Kind::Data, "pickle", shown(bytes), "the bytes that pickling an environment wrote");
    let bytes = bytes.cast::<PyBytes>().map_err(|_| bad())?;
    let text = std::str::from_utf8(bytes.as_bytes()).map_err(|_| bad())?;
    Ok(Env { table: thaw(text)? })
}

/// A whole number as a seed, refused as `reset` refuses it.
#[pyfunction]
pub fn check_seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    Ok(seed("seed", value)?)
}

/// A seat of a table of `seats`, refused as everywhere.
#[pyfunction]
pub fn check_seat(value: &Bound<'_, PyAny>, seats: usize) -> PyResult<u8> {
    Ok(seat("seat", value, seats)?.0)
}
