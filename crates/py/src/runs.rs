//! Matches, comparisons and leagues with bots by spec and Python classes as seats.

use crate::convert::{arg, count, maybe, pairs, seed, shown};
use crate::episode::Playable;
use crate::refusal::{Kind, Refusal, Tried};
use crate::seat::PyFactory;
use croupier_app::registry::{Visitor, with_game};
use croupier_app::specs;
use croupier_arena::{
    Deck, Entrant, Evidence, Kind as RunKind, Plan, PlanError, Report, Runner, Seatings, Stop, html, text,
};
use croupier_core::{AgentLabel, Budget, config};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Who takes a seat.
enum Who {
    Spec(String),
    Python { name: String, make: Arc<Py<PyAny>> },
}

/// A run as it was asked for.
struct Request<'py> {
    py: Python<'py>,
    kind: RunKind,
    entrants: Vec<Who>,
    profile: Option<String>,
    pairs: Vec<(String, String)>,
    settings: Settings,
}

/// The options of a run.
struct Settings {
    blocks: u64,
    luck: u64,
    deck: Deck,
    series: u32,
    seatings: Seatings,
    budget: Budget,
    sprt: Option<String>,
    threads: usize,
}

/// A run's result in its three forms.
type Told = (String, String, String);

impl From<PlanError> for Refusal {
    fn from(error: PlanError) -> Self {
        Refusal::text(Kind::Config, error)
    }
}

impl Visitor for Request<'_> {
    type Out = PyResult<Told>;
    fn visit<G: Playable>(&mut self) -> PyResult<Told> {
        let game: G = config::configure(self.profile.as_deref(), &self.pairs).map_err(Refusal::from)?;
        let entrants = self.entrants.iter().map(|who| entrant(&game, who)).collect::<Tried<Vec<_>>>()?;
        let labels = entrants.iter().map(|e| e.label.clone()).collect();
        let plan = self.plan(&game, labels)?;
        play(self.py, &game, &plan, &entrants, self.settings.threads)
    }
}

impl Request<'_> {
    fn plan<G: Playable>(&self, game: &G, labels: Vec<AgentLabel>) -> Tried<Plan> {
        let s = &self.settings;
        let mut plan = match self.kind {
            RunKind::Match => Plan::one_table(game, labels)?,
            RunKind::League => Plan::league(game, labels)?,
            RunKind::Compare | RunKind::Ablate => Plan::same_luck(game, RunKind::Compare, labels, 2)?,
        };
        (plan.blocks, plan.luck, plan.deck) = (s.blocks, s.luck, s.deck);
        (plan.series, plan.seatings, plan.budget) = (s.series, s.seatings, s.budget);
        if let Some(text) = &s.sprt {
            plan.sprt = Some(text.parse().map_err(|e| Refusal::text(Kind::Config, format!("sprt: {e}")))?);
        }
        plan.check_options()?;
        Ok(plan)
    }
}

fn entrant<G: Playable>(game: &G, who: &Who) -> Tried<Entrant<G>> {
    match who {
        Who::Spec(text) => Ok(specs::entrant(game, text)?),
        Who::Python { name, make } => Ok(Entrant {
            label: AgentLabel { spec: format!("python:{name}"), params: json!({}) },
            factory: Arc::new(PyFactory(Arc::clone(make))),
        }),
    }
}

/// Plays with the GIL released; Ctrl-C is heard twenty times a second and stops after the episodes under way.
fn play<G: Playable>(
    py: Python<'_>,
    game: &G,
    plan: &Plan,
    entrants: &[Entrant<G>],
    threads: usize,
) -> PyResult<Told> {
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let mut evidence = Evidence::new(plan);
    let runner = Runner { game, plan, entrants, threads, stop: &stop };
    let (ended, signal) = std::thread::scope(|scope| {
        let work = scope.spawn(|| {
            let ended = runner.run(&mut evidence, None, |_| ());
            done.store(true, Ordering::Release);
            ended
        });
        let mut signal = None;
        let mut wait = 1;
        while !done.load(Ordering::Acquire) && !work.is_finished() {
            py.detach(|| std::thread::sleep(Duration::from_millis(wait)));
            wait = (2 * wait).min(50);
            if signal.is_none()
                && let Err(error) = py.check_signals()
            {
                signal = Some(error);
                stop.store(true, Ordering::SeqCst);
            }
        }
        (py.detach(|| work.join()), signal)
    });
    if let Some(signal) = signal {
        return Err(signal);
    }
    let failed = |e: &dyn std::fmt::Display| PyErr::from(Refusal::text(Kind::Run, e));
    let ended: Stop = ended.map_err(|_| failed(&"the run panicked"))?.map_err(|e| failed(&e))?;
    let report = Report::new(plan, &evidence, &ended).map_err(|e| failed(&e))?;
    let json = serde_json::to_string(&report).map_err(|e| failed(&e))?;
    Ok((json, text(&report), html(&report)))
}

/// Every bot as an entrant; different objects of one name get numbers, since equal names are interchangeable.
fn everyone(bots: &[Bound<'_, PyAny>]) -> PyResult<Vec<Who>> {
    let mut entrants = Vec::new();
    let mut named: Vec<(String, &Bound<'_, PyAny>)> = Vec::new();
    for object in bots {
        let mut entrant = who(object)?;
        if let Who::Python { name, .. } = &mut entrant {
            if !named.iter().any(|(n, o)| n == name && o.is(object)) {
                named.push((name.clone(), object));
            }
            let alike: Vec<_> = named.iter().filter(|(n, _)| n == name).collect();
            let place = alike.iter().position(|(_, o)| o.is(object)).unwrap_or(0);
            if place > 0 {
                *name = format!("{name}#{}", place + 1);
            }
        }
        entrants.push(entrant);
    }
    Ok(entrants)
}

fn who(object: &Bound<'_, PyAny>) -> PyResult<Who> {
    if let Ok(spec) = object.cast::<PyString>() {
        return Ok(Who::Spec(spec.to_string()));
    }
    if !object.is_callable() {
        let allowed =
            "a bot spec, or a class (or function) that makes an object with act(view, legal, budget)";
        return Err(Refusal::value(Kind::Type, "bot", shown(object), allowed).into());
    }
    let name =
        object.getattr("__qualname__").and_then(|n| n.extract::<String>()).unwrap_or_else(|_| shown(object));
    Ok(Who::Python { name, make: Arc::new(object.clone().unbind()) })
}

fn settings(options: &Bound<'_, PyDict>) -> PyResult<Settings> {
    let get = |key: &str| options.get_item(key).map(|v| v.filter(|v| !v.is_none()));
    let whole = |key: &'static str, default: u64, least: u64, most: u64| -> PyResult<u64> {
        get(key)?.map_or(Ok(default), |v| Ok(count(key, &v, least, most)?))
    };
    let text = |key: &str| -> PyResult<Option<String>> { Ok(maybe(key, get(key)?.as_ref())?) };
    let deck = match text("deck")?.as_deref() {
        None | Some("dev") => Deck::Dev,
        Some("test") => Deck::Test,
        Some(other) => return Err(Refusal::value(Kind::Config, "deck", other, "dev or test").into()),
    };
    let seatings = text("seatings")?.unwrap_or_else(|| "all".into());
    let seatings = seatings.parse().map_err(|e| Refusal::text(Kind::Config, format!("seatings: {e}")))?;
    let (nodes, time) = (get("nodes")?, get("time")?);
    let budget = match (nodes, time) {
        (None, None) => Budget::Own,
        (Some(_), None) => Budget::Nodes(whole("nodes", 1, 1, u64::MAX)?),
        (None, Some(_)) => Budget::Time(Duration::from_millis(whole("time", 1, 1, 86_400_000)?)),
        _ => {
            return Err(Refusal::text(Kind::Config, "nodes, time: only one of them limits a decision").into());
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    Ok(Settings {
        blocks: whole("blocks", 1000, 1, u64::MAX)?,
        luck: get("luck")?.map_or(Ok(1), |v| seed("luck", &v))?,
        deck,
        series: whole("series", 1, 1, u64::from(u32::MAX))? as u32,
        seatings,
        budget,
        sprt: text("sprt")?,
        threads: whole("threads", cores, 1, 512)? as usize,
    })
}

/// Plays a run: its result as JSON, as text, as a page.
#[pyfunction]
pub fn run(
    py: Python<'_>,
    kind: &str,
    game: &Bound<'_, PyAny>,
    bots: Vec<Bound<'_, PyAny>>,
    profile: Option<&Bound<'_, PyAny>>,
    switches: &Bound<'_, PyDict>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Told> {
    let kind = match kind {
        "match" => RunKind::Match,
        "league" => RunKind::League,
        "compare" => RunKind::Compare,
        other => return Err(Refusal::value(Kind::Config, "kind", other, "match, compare or league").into()),
    };
    let (game, profile): (String, _) = (arg("game", game)?, maybe("profile", profile)?);
    let entrants = everyone(&bots)?;
    let (pairs, settings) = (pairs(Some(switches))?, settings(options)?);
    let mut request = Request { py, kind, entrants, profile, pairs, settings };
    with_game(&game, &mut request).map_err(Refusal::from)?
}
