//! What must hold of the game as a whole.

mod exact;
mod laws;
mod rules;

use super::{Config, DoubleRon, MiniMahjong, State};
use croupier_core::Game;

/// The default profile with some fields changed.
fn with(change: impl FnOnce(&mut Config)) -> MiniMahjong {
    let mut config = Config::default();
    change(&mut config);
    MiniMahjong::new(config).unwrap()
}

fn profile(name: &str) -> MiniMahjong {
    croupier_core::config::configure(Some(name), &[]).unwrap()
}

/// Plays events: a word that is a discard is one, anything else is chance, `/` between them.
fn after(game: &MiniMahjong, events: &str) -> State {
    let mut s = game.start();
    for event in events.split(" / ") {
        match event.parse() {
            Ok(discard) => game.apply(&mut s, discard).unwrap_or_else(|e| panic!("{event}: {e}")),
            Err(_) => game.reveal(&mut s, &event.parse().unwrap()).unwrap_or_else(|e| panic!("{event}: {e}")),
        }
    }
    s
}

fn scores(game: &MiniMahjong, s: &State) -> Vec<f64> {
    let mut out = vec![9.0; game.seats()];
    game.scores(s, &mut out);
    out
}
