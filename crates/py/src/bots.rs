//! `croupier.Bot`: a bot of the registry as an object.

use crate::convert::{arg, maybe, pairs, seat, seed, to_json};
use crate::env::Env;
use crate::episode::{Episode, Playable, refuse_action};
use crate::refusal::{Kind, Refusal, Tried};
use crate::world::World;
use croupier_app::registry::{Visitor, with_game};
use croupier_app::specs;
use croupier_core::{Agent, Budget, Decision, Factory, LegalSet, Rng, Seat, Turn, choose, config};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// A bot of any game.
trait Player: Send + Sync {
    fn game(&self) -> &'static str;
    fn seats(&self) -> usize;
    fn begin(&mut self, seat: Seat, seed: u64);
    fn act(&mut self, view: Value, legal: Option<Vec<String>>, budget: Budget) -> Tried<String>;
    fn choose(&mut self, env: &Env, budget: Budget) -> Tried<String>;
}

struct One<G: Playable> {
    game: G,
    spec: String,
    factory: Arc<dyn Factory<G>>,
    // An agent is Send and not Sync; it is only ever used through `&mut`.
    agent: std::sync::Mutex<Box<dyn Agent<G>>>,
    seat: Option<Seat>,
    seed: u64,
}

impl<G: Playable> One<G> {
    /// Sits down at a seat, unless it sits there.
    fn sit(&mut self, seat: Seat) {
        if self.seat != Some(seat) {
            self.begin(seat, self.seed);
        }
    }

    fn ask(&mut self, decision: &Decision<'_, G>) -> Tried<String> {
        let agent = self.agent.get_mut().map_err(|e| Refusal::text(Kind::Bot, e))?;
        let action = choose(&mut **agent, decision);
        Ok(action.map_err(|e| Refusal::text(Kind::Bot, format!("{}: {e}", self.spec)))?.to_string())
    }
}

impl<G: Playable> Player for One<G> {
    fn game(&self) -> &'static str {
        G::ID
    }
    fn seats(&self) -> usize {
        self.game.seats()
    }
    fn begin(&mut self, seat: Seat, seed: u64) {
        (self.seat, self.seed) = (Some(seat), seed);
        let agent = self.factory.make();
        self.agent = std::sync::Mutex::new(agent);
        if let Ok(agent) = self.agent.get_mut() {
            agent.begin(seat, Rng::keyed("croupier python bot", &[seed, u64::from(seat.0)]));
        }
    }
    fn act(&mut self, view: Value, legal: Option<Vec<String>>, budget: Budget) -> Tried<String> {
        // The legal list is that of every world of the view.
        let World { view, seat, state } = World::new(&self.game, &view, 0)?;
        let mut set = G::Legal::default();
        self.game.legal(&state, &mut set);
        if self.game.turn(&state) != Turn::Seat(seat) {
            return Err(Refusal::text(Kind::Over, "view: its seat is not to move in it"));
        }
        if let Some(given) = legal
            && given != set.texts()
        {
            return Err(refuse_action(&given.join(" | "), &set.texts()).at("legal"));
        }
        self.sit(seat);
        self.ask(&Decision::new(&view, &set, budget))
    }
    fn choose(&mut self, env: &Env, budget: Budget) -> Tried<String> {
        let episode = env.table.any().downcast_ref::<Episode<G>>().ok_or_else(|| {
            Refusal::value(Kind::Config, "env", env.table.info().game, format!("an environment of {}", G::ID))
        })?;
        let game = &episode.setup.game;
        if *game.config() != *self.game.config() {
            let allowed = "an environment of the bot's configuration";
            return Err(Refusal::value(Kind::Config, "env", &env.table.info().profile, allowed));
        }
        let Turn::Seat(seat) = game.turn(&episode.state) else {
            return Err(Refusal::text(Kind::Over, "the episode is over; reset() begins another"));
        };
        self.sit(seat);
        let view = game.view(&episode.state, seat);
        self.ask(&Decision::new(&view, &episode.legal, budget))
    }
}

struct Find {
    spec: String,
    profile: Option<String>,
    pairs: Vec<(String, String)>,
}

impl Visitor for Find {
    type Out = Tried<Box<dyn Player>>;
    fn visit<G: Playable>(&mut self) -> Self::Out {
        let game: G = config::configure(self.profile.as_deref(), &self.pairs)?;
        let entrant = specs::entrant(&game, &self.spec)?;
        let agent = std::sync::Mutex::new(entrant.factory.make());
        let spec = self.spec.clone();
        Ok(Box::new(One { game, spec, factory: entrant.factory, agent, seat: None, seed: 0 }))
    }
}

/// A bot by spec.
#[pyclass(module = "croupier")]
pub struct Bot {
    player: Box<dyn Player>,
    spec: String,
}

/// A budget from Python: None, {"nodes": n} or {"seconds": x}.
fn budget(object: Option<&Bound<'_, PyAny>>) -> PyResult<Budget> {
    let Some(object) = object else { return Ok(Budget::Own) };
    let refuse = |kind| {
        let allowed = "None, {\"nodes\": n} with n from 1, or {\"seconds\": x} with 0 < x <= 86400";
        Refusal::value(kind, "budget", crate::convert::shown(object), allowed)
    };
    let dict = object.cast::<PyDict>().map_err(|_| refuse(Kind::Type))?;
    let (nodes, seconds) = (dict.get_item("nodes")?, dict.get_item("seconds")?);
    Ok(match (nodes, seconds, dict.len()) {
        (Some(n), None, 1) => Budget::Nodes(crate::convert::count("budget", &n, 1, u64::MAX)?),
        (None, Some(x), 1) => {
            let x: f64 = x.extract().map_err(|_| refuse(Kind::Type))?;
            if !(x > 0.0 && x <= 86_400.0) {
                return Err(refuse(Kind::Config).into());
            }
            Budget::Time(Duration::from_secs_f64(x))
        }
        _ => return Err(refuse(Kind::Config).into()),
    })
}

#[pymethods]
impl Bot {
    /// The game it plays.
    #[getter]
    fn game(&self) -> &'static str {
        self.player.game()
    }

    /// Its spec.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Sits the bot down at `seat` for a new episode, with a random stream from `seed`. It forgets what was before.
    #[pyo3(signature = (seat, seed=None))]
    fn begin(&mut self, seat: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let at = crate::bots::seat("seat", seat, self.player.seats())?;
        let from = seed.map_or(Ok(0), |s| crate::convert::seed("seed", s))?;
        self.player.begin(at, from);
        Ok(())
    }

    /// The text of its action for a view (a dict). `legal`, if given, must be the legal actions of that view.
    #[pyo3(signature = (view, legal=None, budget=None))]
    fn act(
        &mut self,
        py: Python<'_>,
        view: &Bound<'_, PyAny>,
        legal: Option<&Bound<'_, PyAny>>,
        budget: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let legal = maybe("legal", legal)?;
        let (view, budget) = (to_json("view", view)?, crate::bots::budget(budget)?);
        let player = &mut self.player;
        Ok(py.detach(|| player.act(view, legal, budget))?)
    }

    /// The text of its action for the seat to move of an environment; it sees that seat's view and no more.
    #[pyo3(signature = (env, budget=None))]
    fn choose(
        &mut self,
        py: Python<'_>,
        env: &Bound<'_, PyAny>,
        budget: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let budget = crate::bots::budget(budget)?;
        let held = crate::env::held(env)?;
        let (player, env) = (&mut self.player, &*held);
        Ok(py.detach(|| player.choose(env, budget))?)
    }

    fn __repr__(&self) -> String {
        format!("<croupier.Bot {} {}>", self.game(), self.spec)
    }
}

/// The bot of a spec.
#[pyfunction]
#[pyo3(signature = (game, spec, profile=None, *, seed=None, **switches))]
pub fn bot(
    game: &Bound<'_, PyAny>,
    spec: &Bound<'_, PyAny>,
    profile: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
    switches: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bot> {
    let from = seed.map_or(Ok(0), |s| crate::bots::seed("seed", s))?;
    let (game, spec): (String, String) = (arg("game", game)?, arg("spec", spec)?);
    let mut find = Find { spec: spec.clone(), profile: maybe("profile", profile)?, pairs: pairs(switches)? };
    let mut player = with_game(&game, &mut find).map_err(Refusal::from)??;
    player.begin(Seat(0), from);
    Ok(Bot { player, spec })
}
