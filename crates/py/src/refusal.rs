//! What is refused, on its way to an exception of the package's one hierarchy.

use croupier_core::{ConfigError, Illegal};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::fmt::Display;

/// Which exception of `croupier.errors` it becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, switch, profile, spec or option that is refused.
    Config,
    /// An argument of another type than it takes.
    Type,
    /// An action that is not legal, or no action at all.
    Illegal,
    /// A step after the end, or before the beginning.
    Over,
    /// A seed that is no whole number from 0 to 2⁶⁴ − 1.
    Seed,
    /// An array of the wrong shape, type, order or kind.
    Array,
    /// A pickle, view or record that is not one.
    Data,
    /// A bot that failed.
    Bot,
    /// A run that failed.
    Run,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::Config => "ConfigError",
            Kind::Type => "ArgumentError",
            Kind::Illegal => "IllegalActionError",
            Kind::Over => "EpisodeOverError",
            Kind::Seed => "SeedError",
            Kind::Array => "ArrayError",
            Kind::Data => "DataError",
            Kind::Bot => "BotError",
            Kind::Run => "RunError",
        }
    }
}

/// Something refused: which field, which value, what is allowed.
#[derive(Clone, Debug)]
pub struct Refusal {
    kind: Kind,
    message: String,
    field: Option<String>,
    value: Option<String>,
    allowed: Option<String>,
}

/// A result of this crate.
pub type Tried<T> = Result<T, Refusal>;

impl Refusal {
    /// A value that its field does not take.
    pub fn value(kind: Kind, field: &str, value: impl Display, allowed: impl Into<String>) -> Self {
        let (value, allowed) = (value.to_string(), allowed.into());
        Self {
            kind,
            message: format!("{field}: `{value}` is not allowed; it takes {allowed}"),
            field: Some(field.into()),
            value: Some(value),
            allowed: Some(allowed),
        }
    }

    /// A message alone.
    pub fn text(kind: Kind, message: impl Display) -> Self {
        Self { kind, message: message.to_string(), field: None, value: None, allowed: None }
    }

    /// The same with a long value cut short.
    fn cut(mut self) -> Self {
        if let Some(value) = self.value.as_mut().filter(|v| v.chars().count() > 200) {
            let short: String = value.chars().take(197).chain("...".chars()).collect();
            self.message = self.message.replace(value.as_str(), &short);
            *value = short;
        }
        self
    }

    /// The same with a word before its message, such as the environment's number.
    pub fn at(mut self, place: impl Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<ConfigError> for Refusal {
    fn from(error: ConfigError) -> Self {
        let message = error.to_string();
        let (field, value, allowed) = match error {
            ConfigError::Unknown { what, given, known } => (what.to_string(), given, known.join(", ")),
            ConfigError::Value { field, value, allowed } => (field, value, allowed),
        };
        Self { kind: Kind::Config, message, field: Some(field), value: Some(value), allowed: Some(allowed) }
    }
}

impl From<Illegal> for Refusal {
    fn from(error: Illegal) -> Self {
        Refusal::value(Kind::Illegal, "action", error.action, format!("a legal one: {}", error.reason))
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<ConfigError>() {
            Ok(config) => config.into(),
            Err(other) => Refusal::text(Kind::Config, format!("{other:#}")),
        }
    }
}

impl From<Refusal> for PyErr {
    fn from(r: Refusal) -> PyErr {
        let r = r.cut();
        static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        Python::attach(|py| {
            let made = (|| -> PyResult<PyErr> {
                let module = CLASSES
                    .get_or_try_init(py, || PyModule::import(py, "croupier.errors").map(Bound::unbind))?;
                let class = module.bind(py).getattr(r.kind.class())?.cast_into::<PyType>()?;
                Ok(PyErr::from_value(class.call1((r.message, r.field, r.value, r.allowed))?))
            })();
            made.unwrap_or_else(|error| error)
        })
    }
}
