//! What `croupier analyze` knows, as functions of Python values.

use crate::array::{Want, numbers, shape_of};
use crate::convert::{Arg, arg, count, maybe, pairs, shown, to_json, to_python};
use crate::env::{Env, held};
use crate::episode::Episode;
use crate::refusal::{Kind, Refusal, Tried};
use crate::world::World;
use croupier_bots::go::McSpec;
use croupier_bots::{Spec, big_two as bt, daifugo as dg, find, go as go_bots};
use croupier_core::{Game, Rng, Turn, config};
use croupier_games::holdem::strength::{Profile, joint_sampled};
use croupier_games::holdem::{Card, Hole, Range, equity, eval};
use croupier_games::{BigTwo, Daifugo, Go};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Display;

/// The analysis as dicts and lists, and as the table that the command line prints.
type Told<'py> = (Bound<'py, PyAny>, String);

fn told<'py>(py: Python<'py>, value: &(impl Serialize + Display)) -> PyResult<Told<'py>> {
    let json = serde_json::to_value(value).map_err(|e| Refusal::text(Kind::Data, e))?;
    Ok((to_python(py, &json)?, value.to_string()))
}

/// A refusal of a field by an error that says the rest.
fn refuse(field: &str, error: impl Display) -> Refusal {
    Refusal::text(Kind::Config, format!("{field}: {error}"))
}

/// All plays of a hand of Big Two.
#[pyfunction]
#[pyo3(signature = (hand, field=None, profile=None, **switches))]
pub fn big_two<'py>(
    py: Python<'py>,
    hand: &Bound<'_, PyAny>,
    field: Option<&Bound<'_, PyAny>>,
    profile: Option<&Bound<'_, PyAny>>,
    switches: Option<&Bound<'_, PyDict>>,
) -> PyResult<Told<'py>> {
    let game: BigTwo = configure(profile, switches)?;
    let (hand, field): (String, Option<String>) = (arg("hand", hand)?, maybe("field", field)?);
    let analysis = bt::analyze(&game, &hand, field.as_deref()).map_err(|e| Refusal::text(Kind::Config, e))?;
    told(py, &analysis)
}

/// The ledger and the risk of every legal play, from a seat's view.
#[pyfunction]
#[pyo3(signature = (at, enumerate, profile=None, **switches))]
pub fn daifugo<'py>(
    py: Python<'py>,
    at: &Bound<'py, PyAny>,
    enumerate: &Bound<'_, PyAny>,
    profile: Option<&Bound<'_, PyAny>>,
    switches: Option<&Bound<'_, PyDict>>,
) -> PyResult<Told<'py>> {
    let enumerate = arg("enumerate", enumerate)?;
    let (game, view, legal) = if let Ok(env) = at.cast::<Env>() {
        let env = env.try_borrow()?;
        let episode = downcast::<Daifugo>(&env)?;
        let Turn::Seat(seat) = episode.setup.game.turn(&episode.state) else { return Err(over()) };
        let game = episode.setup.game.clone();
        (game.clone(), game.view(&episode.state, seat), episode.legal.clone())
    } else {
        let game: Daifugo = configure(profile, switches)?;
        let world = World::new(&game, &to_json("view", at)?, 0)?;
        let mut legal = Vec::new();
        game.legal(&world.state, &mut legal);
        (game, world.view, legal)
    };
    let analysis = py.detach(|| dg::analyze::analyze(game.config(), &view, &legal, enumerate));
    told(py, &analysis.map_err(|e| Refusal::text(Kind::Data, format!("view: {e}")))?)
}

fn over() -> PyErr {
    Refusal::text(Kind::Over, "the episode is over; no seat decides").into()
}

fn downcast<G: crate::episode::Playable>(env: &Env) -> Tried<&Episode<G>> {
    let allowed = || format!("an environment of {}", G::ID);
    let found = env.table.any().downcast_ref::<Episode<G>>();
    found.ok_or_else(|| Refusal::value(Kind::Config, "env", env.table.info().game, allowed()))
}

/// What the Go search sees in a position.
#[pyfunction]
pub fn go<'py>(
    py: Python<'py>,
    env: &Bound<'py, PyAny>,
    bot: &Bound<'py, PyAny>,
    most: &Bound<'py, PyAny>,
) -> PyResult<Told<'py>> {
    let (env, bot, most) = (held(env)?, arg::<String>("bot", bot)?, count("most", most, 1, 1000)? as usize);
    let episode = downcast::<Go>(&env)?;
    let game = &episode.setup.game;
    let Turn::Seat(_) = game.turn(&episode.state) else { return Err(over()) };
    let spec: Spec = bot.parse().map_err(Refusal::from)?;
    let (params, _) = find(game, &spec).map_err(Refusal::from)?;
    if spec.name != "mcts" {
        return Err(Refusal::value(Kind::Config, "bot", &bot, "mcts with its parameters").into());
    }
    let spec: McSpec = params.read().map_err(Refusal::from)?;
    let state = &episode.state;
    let analysis = py.detach(|| go_bots::analyze(game, state, &spec, most)).map_err(Refusal::from)?;
    told(py, &analysis)
}

/// The game of a profile and switches.
fn configure<G: Game>(profile: Option<&Bound<'_, PyAny>>, switches: Option<&Bound<'_, PyDict>>) -> Tried<G> {
    let profile: Option<String> = maybe("profile", profile)?;
    Ok(config::configure(profile.as_deref(), &pairs(switches)?)?)
}

fn cards(field: &str, object: &Bound<'_, PyAny>) -> Tried<Vec<Card>> {
    Card::parse_list(&arg::<String>(field, object)?).map_err(|e| refuse(field, e))
}

/// A range from text, or from 1,326 weights.
fn range(field: &str, object: &Bound<'_, PyAny>) -> Tried<Range> {
    if let Some(text) = String::read(object) {
        // A hand of two cards is a range of one.
        return match text.parse::<Hole>() {
            Ok(hole) => Ok(Range::of(hole)),
            Err(_) => text.parse().map_err(|e| refuse(field, e)),
        };
    }
    let weights = numbers::<f64>(field, object, &Want::exact(&[1326]))?;
    Range::from_weights(weights).map_err(|e| refuse(field, e))
}

fn ranges(field: &str, object: &Bound<'_, PyAny>) -> Tried<Vec<Range>> {
    let objects: Vec<Py<PyAny>> = arg(field, object)?;
    objects.iter().map(|o| range(field, o.bind(object.py()))).collect()
}

/// Equities of two or more hands or ranges.
#[pyfunction]
pub fn holdem_equity<'py>(
    py: Python<'py>,
    players: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
    samples: Option<&Bound<'_, PyAny>>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let ranges = ranges("players", players)?;
    let board = cards("board", board)?;
    let samples = samples.map(|n| count("samples", n, 1, 1 << 40)).transpose()?;
    let seed = crate::convert::seed("seed", seed)?;
    let bad = |e: croupier_games::holdem::Error| Refusal::text(Kind::Config, e);
    let value: Tried<Value> = py.detach(|| match (ranges.as_slice(), samples) {
        ([a, b], None) => {
            let e = equity::range_v_range(a, b, &board).map_err(bad)?;
            let row = |win: f64, lose: f64| json!({"equity": win + e.tie / 2.0, "win": win, "tie": e.tie, "lose": lose, "error": 0.0});
            Ok(json!([row(e.win, e.lose), row(e.lose, e.win)]))
        }
        (all, n) => {
            let mut rng = Rng::keyed("croupier python equity", &[seed]);
            let rows = equity::monte_carlo(all, &board, n.unwrap_or(100_000), &mut rng).map_err(bad)?;
            let row = |r: &equity::Estimate| json!({"equity": r.equity, "win": r.win, "tie": r.tie, "lose": 1.0 - r.win - r.tie, "error": r.error});
            Ok(Value::Array(rows.iter().map(row).collect()))
        }
    });
    to_python(py, &value?)
}

/// A hand's strength and potential against one weighted opponent, or its strength against several.
#[pyfunction]
pub fn holdem_strength<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
    opponents: &Bound<'py, PyAny>,
    samples: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let hole: Hole = arg::<String>("hand", hand)?.parse().map_err(|e| refuse("hand", e))?;
    let board = cards("board", board)?;
    let ranges = ranges("opponents", opponents)?;
    let samples = count("samples", samples, 1, 1 << 40)?;
    let seed = crate::convert::seed("seed", seed)?;
    let value: Tried<Value> = py.detach(|| match ranges.as_slice() {
        [] => Err(Refusal::value(Kind::Config, "opponents", "[]", "one range or more")),
        [one] => {
            let profile = Profile::new(hole, &board).map_err(|e| refuse("board", e))?;
            let strength = profile.strength(one).map_err(|e| refuse("opponents", e))?;
            serde_json::to_value(strength).map_err(|e| Refusal::text(Kind::Data, e))
        }
        several => {
            let mut rng = Rng::keyed("croupier python strength", &[seed]);
            let joint = joint_sampled(hole, &board, several, samples, &mut rng)
                .map_err(|e| refuse("opponents", e))?;
            serde_json::to_value(joint).map_err(|e| Refusal::text(Kind::Data, e))
        }
    });
    to_python(py, &value?)
}

/// The weights of a range, float64 of (1326,), by the order of `holdem_hands`.
#[pyfunction]
pub fn holdem_range<'py>(py: Python<'py>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
    Ok(PyArray1::from_slice(py, range("range", text)?.weights()))
}

/// The 1,326 hands in the order of weights.
#[pyfunction]
pub fn holdem_hands() -> Vec<String> {
    Hole::all().map(|h| h.to_string()).collect()
}

/// The index of each card of a text.
#[pyfunction]
pub fn holdem_cards(text: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    Ok(cards("cards", text)?.into_iter().map(|c| c.index()).collect())
}

/// The value of each row of 5, 6 or 7 card indices, uint16: higher is better, equal ties.
#[pyfunction]
pub fn holdem_evaluate<'py>(
    py: Python<'py>,
    hands: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let shape = shape_of(hands).filter(|s| s.len() == 2 && (5..=7).contains(&s[1]));
    let Some(shape) = shape else {
        let allowed = "a C-contiguous numpy array, int64 of (n, 5), (n, 6) or (n, 7)";
        return Err(Refusal::value(Kind::Array, "cards", shown(hands), allowed).into());
    };
    let numbers = numbers::<i64>("cards", hands, &Want::exact(&shape))?;
    let deck: Vec<Card> = Card::all().collect();
    let values: Tried<Vec<u16>> = py.detach(|| {
        let mut row = Vec::with_capacity(7);
        let rows = numbers.chunks_exact(shape[1]).enumerate();
        rows.map(|(i, indices)| {
            row.clear();
            for &index in indices {
                let card = usize::try_from(index).ok().and_then(|i| deck.get(i));
                row.push(*card.ok_or_else(|| {
                    Refusal::value(
                        Kind::Array,
                        "cards",
                        index,
                        format!("card indices from 0 to 51 (row {i})"),
                    )
                })?);
            }
            eval::rank(&row)
                .map(|r| r.value())
                .map_err(|e| Refusal::text(Kind::Array, format!("cards: row {i}: {e}")))
        })
        .collect()
    });
    Ok(PyArray1::from_vec(py, values?))
}

/// The value of every hand on a board, int16 of (1326,); 32767 where a card is on the board.
#[pyfunction]
pub fn holdem_evaluate_all<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let ranks = eval::rank_all(&cards("board", board)?).map_err(|e| refuse("board", e))?;
    Ok(PyArray1::from_slice(py, &ranks.raw()[..1326]))
}

/// The name of the category of a value.
#[pyfunction]
pub fn holdem_category(text: &Bound<'_, PyAny>) -> PyResult<String> {
    let rank = eval::rank(&cards("cards", text)?).map_err(|e| refuse("cards", e))?;
    Ok(rank.category().name().to_string())
}
