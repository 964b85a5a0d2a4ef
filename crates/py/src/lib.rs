//! Croupier for Python: the compiled half of the package `croupier`.
//!
//! Generic code over games is erased here once: `episode::Table` is one episode, `batch::VecTable` many. Everything that
//! is refused becomes an exception of `croupier.errors`.

mod analysis;
mod array;
mod batch;
mod bots;
mod convert;
mod env;
mod episode;
mod refusal;
mod runs;
mod seat;
mod vec;
mod world;

use croupier_app::registry::{GAMES, Visitor, with_game};
use episode::Playable;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// What there is to know about a game before one is made.
struct Describe;

impl Visitor for Describe {
    type Out = Value;
    fn visit<G: Playable>(&mut self) -> Value {
        let profiles = G::profiles();
        let bots = G::bots();
        json!({
            "game": G::ID, "rules": G::RULES, "about": G::ABOUT,
            "profiles": profiles.iter().map(|(name, help, config)| json!({"name": name, "help": help, "config": config})).collect::<Vec<_>>(),
            "switches": G::switches().iter().map(|s| json!({"key": s.key, "help": s.help, "takes": s.kind.allowed()})).collect::<Vec<_>>(),
            "bots": bots.iter().map(|b| json!({"name": b.name, "help": b.help, "defaults": b.defaults})).collect::<Vec<_>>(),
        })
    }
}

/// A game's profiles, switches and bots, as a dict.
#[pyfunction]
fn describe<'py>(py: Python<'py>, game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let game: String = convert::arg("game", game)?;
    let value = with_game(&game, &mut Describe).map_err(refusal::Refusal::from)?;
    convert::to_python(py, &value)
}

/// The compiled half of the package.
#[pymodule]
fn _croupier(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", croupier_core::VERSION)?;
    m.add("GAMES", GAMES.to_vec())?;
    m.add_class::<env::Env>()?;
    m.add_class::<bots::Bot>()?;
    m.add_class::<vec::VecCore>()?;
    m.add_function(wrap_pyfunction!(describe, m)?)?;
    m.add_function(wrap_pyfunction!(env::make, m)?)?;
    m.add_function(wrap_pyfunction!(env::restore, m)?)?;
    m.add_function(wrap_pyfunction!(env::check_seed, m)?)?;
    m.add_function(wrap_pyfunction!(env::check_seat, m)?)?;
    m.add_function(wrap_pyfunction!(bots::bot, m)?)?;
    m.add_function(wrap_pyfunction!(runs::run, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::big_two, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::daifugo, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::go, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_equity, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_strength, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_range, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_hands, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_cards, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_evaluate, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_evaluate_all, m)?)?;
    m.add_function(wrap_pyfunction!(analysis::holdem_category, m)?)
}
