//! Bot specs and the table of a game's bots.

use croupier_core::config::{ConfigError, overlay};
use croupier_core::{Agent, Factory, Game, Switch};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::str::FromStr;
use std::sync::Arc;

/// A bot spec as text: `name` or `name:key=value,key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The bot's name.
    pub name: String,
    /// Its parameters, in the order given.
    pub pairs: Vec<(String, String)>,
}

/// A spec, or a bot's parameter, that is refused.
pub type SpecError = ConfigError;

impl FromStr for Spec {
    type Err = SpecError;

    /// ```
    /// let spec: croupier_bots::Spec = "greedy:depth=2,quiet=on".parse()?;
    /// assert_eq!((spec.name.as_str(), spec.pairs.len()), ("greedy", 2));
    /// # Ok::<(), croupier_bots::SpecError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let pair = |part: &str| match part.split_once('=') {
            Some((k, v)) => Ok((k.trim().to_string(), v.trim().to_string())),
            None => Err(ConfigError::value(
                "bot spec",
                text,
                format!("name:key=value,key=value, and `{part}` has no ="),
            )),
        };
        if name.trim().is_empty() {
            return Err(ConfigError::value(
                "bot spec",
                text,
                "a bot's name, then optionally :key=value,key=value",
            ));
        }
        let parts = rest.split(',').filter(|p| !p.trim().is_empty());
        Ok(Self { name: name.trim().into(), pairs: parts.map(pair).collect::<Result<_, _>>()? })
    }
}

/// A bot's parameters, resolved: every key of its [`Entry::defaults`], with what the spec says over it.
#[derive(Clone, Debug, PartialEq)]
pub struct Params(pub Map<String, Value>);

impl Params {
    /// The parameters as the bot's own struct.
    ///
    /// # Errors
    /// When the struct and the entry's defaults disagree, or the struct's own checks refuse a value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, SpecError> {
        let value = Value::Object(self.0.clone());
        let text = value.to_string();
        serde_json::from_value(value).map_err(|e| ConfigError::value("bot parameters", text, e.to_string()))
    }
}

/// A bot of a game: its name, parameters and how to make it.
pub struct Entry<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// One sentence for help texts.
    pub help: &'static str,
    /// The parameters, described. Parameters of [`Kind::Bool`](croupier_core::Kind::Bool) are switches that
    /// `croupier ablate` can turn.
    pub switches: Vec<Switch>,
    /// The parameters' defaults: a JSON object with exactly the keys of `switches`.
    pub defaults: Value,
    /// Makes a factory from the game and resolved parameters.
    #[allow(clippy::type_complexity)]
    pub build: fn(&G, &Params) -> Result<Arc<dyn Factory<G>>, SpecError>,
}

impl<G: Game> Entry<G> {
    /// The parameters of a spec: the defaults with the spec's pairs over them.
    ///
    /// # Errors
    /// An unknown key or a refused value, with the nearest known.
    pub fn params(&self, spec: &Spec) -> Result<Params, SpecError> {
        let Value::Object(base) = self.defaults.clone() else {
            return Ok(Params(Map::new()));
        };
        overlay("bot parameter", base, &self.switches, &spec.pairs).map(Params)
    }
}

/// A game that has bots.
pub trait Bots: Game {
    /// Its bots, weakest first.
    fn bots() -> Vec<Entry<Self>>;
}

/// Finds a spec's bot and makes its factory: the resolved parameters and the factory.
///
/// # Errors
/// An unknown bot or key, or a refused value, with the nearest known.
pub fn find<G: Bots>(game: &G, spec: &Spec) -> Result<(Params, Arc<dyn Factory<G>>), SpecError> {
    let bots = G::bots();
    let entry = bots
        .iter()
        .find(|e| e.name == spec.name)
        .ok_or_else(|| ConfigError::unknown("bot", &spec.name, bots.iter().map(|e| e.name)))?;
    let params = entry.params(spec)?;
    let factory = (entry.build)(game, &params)?;
    Ok((params, factory))
}

/// The entries every game has: `first` and `random`.
pub fn simple_entries<G: Game>() -> Vec<Entry<G>> {
    use crate::simple::{First, Random};
    vec![
        Entry {
            name: "first",
            help: "the first legal action in the game's order",
            switches: vec![],
            defaults: Value::Object(Map::new()),
            build: |_, _| Ok(Arc::new(|| Box::new(First) as Box<dyn Agent<G>>)),
        },
        Entry {
            name: "random",
            help: "every legal action equally likely",
            switches: vec![],
            defaults: Value::Object(Map::new()),
            build: |_, _| Ok(Arc::new(|| Box::new(Random::default()) as Box<dyn Agent<G>>)),
        },
    ]
}
