//! A Python class at the table: an agent whose every failure is a forfeit with its traceback.

use crate::convert::{to_python, whole};
use croupier_core::{Agent, AgentError, Budget, Decision, Ending, Factory, Fault, Game, LegalSet, Rng, Seat};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

/// Makes one Python object for each series by calling a class, or a function that makes players.
pub struct PyFactory(pub Arc<Py<PyAny>>);

impl<G: Game> Factory<G> for PyFactory {
    fn make(&self) -> Box<dyn Agent<G>> {
        let object = Python::attach(|py| self.0.call0(py).map_err(|e| traceback(py, e)));
        Box::new(PyAgent { object, begun: Ok(()) })
    }
}

struct PyAgent {
    object: Result<Py<PyAny>, AgentError>,
    begun: Result<(), AgentError>,
}

/// The exception with its traceback, as Python prints it.
pub fn traceback(py: Python<'_>, error: PyErr) -> AgentError {
    let text = (|| -> PyResult<String> {
        // Only as a value does the exception carry its traceback.
        let value = error.clone_ref(py).into_value(py);
        let lines = py.import("traceback")?.getattr("format_exception")?.call1((value,))?;
        PyString::new(py, "").call_method1("join", (lines,))?.extract()
    })();
    AgentError::new(Fault::Error, text.unwrap_or_else(|_| error.to_string()))
}

/// A budget as Python gets it: None, {"nodes": n} or {"seconds": x}.
fn budget(py: Python<'_>, budget: Budget) -> PyResult<Py<PyAny>> {
    let dict = PyDict::new(py);
    match budget {
        Budget::Own => return Ok(py.None()),
        Budget::Nodes(n) => dict.set_item("nodes", n)?,
        Budget::Time(t) => dict.set_item("seconds", t.as_secs_f64())?,
    }
    Ok(dict.into_any().unbind())
}

impl PyAgent {
    /// Calls a method if the object has it.
    fn tell<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        args: impl FnOnce() -> PyResult<Vec<Bound<'py, PyAny>>>,
    ) -> PyResult<()> {
        let Ok(object) = &self.object else { return Ok(()) };
        let object = object.bind(py);
        if object.hasattr(name)? {
            object.call_method1(name, pyo3::types::PyTuple::new(py, args()?)?)?;
        }
        Ok(())
    }

    fn ask<G: Game>(&self, py: Python<'_>, d: &Decision<'_, G>) -> PyResult<Py<PyAny>> {
        let object =
            self.object.as_ref().map_err(|e| crate::refusal::Refusal::text(crate::refusal::Kind::Bot, e))?;
        let view = serde_json::to_value(d.view()).unwrap_or_default();
        let args = (to_python(py, &view)?, d.legal().texts(), budget(py, d.budget())?);
        object.call_method1(py, "act", args)
    }

    /// The action of a reply: text, or a place in the list of legal actions.
    fn read<G: Game>(
        py: Python<'_>,
        reply: &Py<PyAny>,
        d: &Decision<'_, G>,
    ) -> Result<G::Action, AgentError> {
        let reply = reply.bind(py);
        let garbage = |why: String| {
            AgentError::new(Fault::Garbage, format!("act returned {}: {why}", crate::convert::shown(reply)))
        };
        if let Ok(text) = reply.cast::<PyString>() {
            return text.to_string().trim().parse().map_err(|e| garbage(format!("{e}")));
        }
        let allowed = "it takes the text of an action, or its place in `legal` (int)";
        let texts = d.legal().texts();
        let place =
            whole(reply).and_then(|i| usize::try_from(i).ok()).ok_or_else(|| garbage(allowed.into()))?;
        let text = texts.get(place).ok_or_else(|| garbage(format!("`legal` has {} entries", texts.len())))?;
        text.parse().map_err(|e| garbage(format!("`{text}` stands for many actions; name one ({e})")))
    }
}

impl<G: Game> Agent<G> for PyAgent {
    fn begin(&mut self, seat: Seat, rng: Rng) {
        let seed = rng.clone().bits();
        self.begun = Python::attach(|py| {
            let args = || Ok(vec![seat.0.into_pyobject(py)?.into_any(), seed.into_pyobject(py)?.into_any()]);
            self.tell(py, "begin", args).map_err(|e| traceback(py, e))
        });
    }

    fn act(&mut self, d: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        self.begun.clone()?;
        if let Err(error) = &self.object {
            return Err(error.clone());
        }
        Python::attach(|py| {
            let reply = self.ask(py, d).map_err(|e| traceback(py, e))?;
            Self::read(py, &reply, d)
        })
    }

    fn end(&mut self, ending: &Ending<'_, G>) {
        // The episode is scored: an exception here changes nothing, and is shown as Python shows such.
        Python::attach(|py| {
            let view = serde_json::to_value(ending.view()).unwrap_or_default();
            let args = || Ok(vec![to_python(py, &view)?, ending.scores().into_pyobject(py)?.into_any()]);
            if let Err(error) = self.tell(py, "end", args) {
                error.write_unraisable(py, None);
            }
        });
    }
}
