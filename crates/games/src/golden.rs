//! Golden playthroughs: a game's random episode as text, compared with a file.
//!
//! `UPDATE_GOLDEN=1 cargo nextest run -p croupier-games golden` renews the files in `crates/games/golden`; a change in
//! one of them means that RULES rises.

use croupier_core::{Game, LegalSet, Luck, Rng, Seat, Turn};
use std::fmt::Write;

/// A random episode on `luck`: every event, how many actions were legal, every seat's last view and the scores.
pub(crate) fn playthrough<G: Game>(game: &G, luck: Luck) -> String {
    let (mut state, mut legal) = (game.start(), G::Legal::default());
    let (mut rng, mut draws) = (Rng::keyed("golden", &[luck.0]), 0);
    let mut text =
        format!("{} RULES {}\n{}\n", G::ID, G::RULES, serde_json::to_string(game.config()).unwrap());
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&state, &mut luck.draw(draws));
                draws += 1;
                writeln!(text, "* {chance}").unwrap();
                game.reveal(&mut state, &chance).unwrap();
            }
            Turn::Seat(seat) => {
                game.legal(&state, &mut legal);
                let action = legal.nth(rng.below(legal.count()));
                writeln!(text, "{seat} {action} (of {})", legal.count()).unwrap();
                game.apply(&mut state, action).unwrap();
            }
        }
    }
    for seat in Seat::all(game.seats()) {
        writeln!(text, "{}", serde_json::to_string(&game.view(&state, seat)).unwrap()).unwrap();
    }
    let mut scores = vec![0.0; game.seats()];
    game.scores(&state, &mut scores);
    writeln!(text, "{scores:?}").unwrap();
    text
}

/// Compares `text` with the file `name`, or writes the file if `UPDATE_GOLDEN` is set.
pub(crate) fn check(name: &str, text: &str) {
    let path = format!("{}/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert!(golden == text, "{path} differs; UPDATE_GOLDEN=1 renews it. Now:\n{text}");
}
