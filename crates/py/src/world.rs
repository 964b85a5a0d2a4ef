//! Worlds drawn from views that came from outside, and what becomes of views that no table shows.

use crate::episode::Playable;
use crate::refusal::{Kind, Refusal, Tried};
use croupier_core::{LegalSet, Rng, Seat, Turn};
use serde::Deserialize;
use serde_json::Value;
use std::cell::Cell;
use std::panic;
use std::sync::Once;

/// A view that came as JSON, with a world drawn from it.
pub struct World<G: Playable> {
    /// The view.
    pub view: G::View,
    /// Whose it is.
    pub seat: Seat,
    /// The world.
    pub state: G::State,
}

impl<G: Playable> World<G> {
    /// Where worlds are drawn from.
    pub fn rng(seed: u64) -> Rng {
        Rng::keyed("croupier world", &[seed])
    }

    /// Reads a view. One that is made up may ask for what cannot be, or be shown by no table: both are refused.
    pub fn new(game: &G, json: &Value, seed: u64) -> Tried<Self> {
        let bad = |e: String| Refusal::text(Kind::Data, format!("view: not a view of {}: {e}", G::ID));
        let seat = json.get("seat").and_then(Value::as_u64).filter(|s| *s < game.seats() as u64);
        let seat = seat.ok_or_else(|| bad(format!("`seat` is a seat from 0 to {}", game.seats() - 1)))?;
        let (seat, view) = (Seat(seat as u8), G::View::deserialize(json).map_err(|e| bad(e.to_string()))?);
        let fits = || {
            let state = game.sample(&view, &mut Self::rng(seed));
            (game.view(&state, seat) == view && plays(game, state.clone())).then_some(state)
        };
        let state = guarded(fits).flatten().ok_or_else(|| bad("no world fits it".into()))?;
        Ok(Self { view, seat, state })
    }
}

/// Whether a state can be played on from: a few dozen decisions at random, everything shown on the way.
fn plays<G: Playable>(game: &G, mut state: G::State) -> bool {
    let (mut rng, mut legal) = (Rng::keyed("croupier python plays", &[]), G::Legal::default());
    let (mut seen, mut rows) = (vec![0.0; game.shape().iter().product()], Vec::new());
    for _ in 0..64 {
        let went = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&state, &mut rng);
                game.reveal(&mut state, &chance).is_ok()
            }
            Turn::Seat(seat) => {
                game.legal(&state, &mut legal);
                game.observe_with_features(&state, seat, &legal, &mut seen, &mut rows);
                rows.clear();
                legal.count() > 0 && game.apply(&mut state, legal.nth(rng.below(legal.count()))).is_ok()
            }
        };
        if !went {
            return false;
        }
    }
    true
}

/// What `work` returns; none where it panics, which then isn't told on standard error either.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    thread_local! {
        static QUIET: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                tell(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(panic::AssertUnwindSafe(work));
    QUIET.set(before);
    result.ok()
}
