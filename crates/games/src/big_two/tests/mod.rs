//! What holds of Big Two.

mod counts;
mod encode;
mod faults;
mod golden;
mod laws;
mod relation;
mod rules;
mod twin;

use super::*;
use croupier_core::Luck;

/// A game of the default configuration with `change` made to it.
fn game(change: impl FnOnce(&mut Config)) -> BigTwo {
    let mut config = Config::default();
    change(&mut config);
    BigTwo::new(config).unwrap()
}

/// A game of every combination of the switches that say what is a play.
fn all_plays() -> Vec<BigTwo> {
    let mut games = Vec::new();
    for straights in [Straights::Seed, Straights::PagatLow, Straights::NoTwo, Straights::TopJqka2] {
        for flush_by in [FlushBy::Rank, FlushBy::SuitFirst] {
            for (four_card_plays, quads_plus_one) in
                [(false, true), (false, false), (true, true), (true, false)]
            {
                games.push(game(|c| {
                    *c = Config { straights, flush_by, four_card_plays, quads_plus_one, ..c.clone() };
                }));
            }
        }
    }
    games
}

/// The state after the deal `deal` (its missing cards from luck 0).
fn dealt(game: &BigTwo) -> State {
    let mut state = game.start();
    let deal = game.draw(&state, &mut Luck(0).draw(0));
    game.reveal(&mut state, &deal).unwrap();
    state
}

/// Applies moves given as text, such as `3d`, `pass`.
fn play(game: &BigTwo, state: &mut State, moves: &[&str]) {
    for text in moves {
        game.apply(state, text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

/// The reason why a move is refused.
fn refused(game: &BigTwo, state: &State, text: &str) -> String {
    game.apply(&mut state.clone(), text.parse().unwrap()).unwrap_err().reason
}

fn legal(game: &BigTwo, state: &State) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    legal.iter().map(Action::to_string).collect()
}
