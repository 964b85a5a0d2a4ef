//! Golden playthroughs: fixed lucks played by fixed choices, every view and legal list written down.
//!
//! Renew with `UPDATE_GOLDEN=1 cargo nextest run -p croupier-games golden`.

use croupier_core::{Game, LegalSet, Luck, Rng, Seat, Turn};
use std::fmt::Write;

/// The playthrough of episode `luck` with random choices, as text.
fn playthrough<G: Game>(game: &G, luck: u64) -> String {
    let mut out = format!("{} RULES {} luck {luck}\n", G::ID, G::RULES);
    let (mut state, mut legal, mut draws, mut decisions) = (game.start(), G::Legal::default(), 0, 0);
    let mut rng = Rng::keyed("golden", &[luck]);
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&state, &mut Luck(luck).draw(draws));
                draws += 1;
                writeln!(out, "* {chance}").unwrap();
                game.reveal(&mut state, &chance).unwrap();
            }
            Turn::Seat(seat) => {
                game.legal(&state, &mut legal);
                let action = legal.nth(rng.below(legal.count()));
                // Long games would fill the file with views: the first ones and every tenth tell as much.
                if decisions < 6 || decisions % 10 == 0 {
                    writeln!(out, "{}", serde_json::to_string(&game.view(&state, seat)).unwrap()).unwrap();
                }
                decisions += 1;
                let texts = legal.texts();
                let shown = texts.iter().take(40).cloned().collect::<Vec<_>>().join(" | ");
                writeln!(out, "  {}: {shown}\n{seat} {action}", texts.len()).unwrap();
                game.apply(&mut state, action).unwrap();
            }
        }
    }
    let mut scores = vec![0.0; game.seats()];
    game.scores(&state, &mut scores);
    for seat in Seat::all(game.seats()) {
        writeln!(out, "{}", serde_json::to_string(&game.view(&state, seat)).unwrap()).unwrap();
    }
    writeln!(out, "scores {scores:?}").unwrap();
    out
}

/// Compares the playthroughs of `lucks` with `golden/NAME.txt`, or renews that file.
///
/// # Panics
/// When they differ; the message says how to renew.
pub fn check<G: Game>(game: &G, name: &str, lucks: std::ops::Range<u64>) {
    let found: String = lucks.map(|l| playthrough(game, l)).collect::<Vec<_>>().join("\n");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("golden/{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &found).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let line = found.lines().zip(golden.lines()).position(|(a, b)| a != b);
    assert!(
        found == golden,
        "{} differs (first at line {line:?}); if the change is meant, raise RULES and renew: \
         UPDATE_GOLDEN=1 cargo nextest run -p croupier-games golden",
        path.display()
    );
}
