//! Golden playthroughs: `UPDATE_GOLDEN=1 cargo nextest run -p croupier-games golden` renews them.

use super::{standard, uecda};
use crate::daifugo::Daifugo;
use croupier_core::{Game, Luck, Rng, Seat, Turn};
use std::fmt::Write;

/// A random set on luck 1, told line by line, with the mover's view now and then and every seat's at the end.
fn playthrough(game: &Daifugo) -> String {
    let (mut s, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("golden", &[]));
    let (mut draws, mut decisions) = (0, 0);
    let mut out = format!("{}\n", serde_json::to_string(game.config()).unwrap());
    loop {
        match game.turn(&s) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&s, &mut Luck(1).draw(draws));
                draws += 1;
                writeln!(out, "* {chance}").unwrap();
                game.reveal(&mut s, &chance).unwrap();
            }
            Turn::Seat(seat) => {
                game.legal(&s, &mut legal);
                if decisions % 40 == 0 {
                    let texts: Vec<String> = legal.iter().map(|a| a.to_string()).collect();
                    let view = game.view(&s, seat);
                    writeln!(
                        out,
                        "{view}{}\nlegal {}",
                        serde_json::to_string(&view).unwrap(),
                        texts.join(" ")
                    )
                    .unwrap();
                }
                decisions += 1;
                let action = legal[rng.index(legal.len())];
                writeln!(out, "{seat} {action} of {}", legal.len()).unwrap();
                game.apply(&mut s, action).unwrap();
            }
        }
    }
    for seat in Seat::all(game.seats()) {
        writeln!(out, "{}", serde_json::to_string(&game.view(&s, seat)).unwrap()).unwrap();
    }
    let mut scores = vec![0.0; game.seats()];
    game.scores(&s, &mut scores);
    writeln!(out, "scores {scores:?}").unwrap();
    out
}

fn compare(name: &str, game: &Daifugo) {
    let path = format!("{}/src/daifugo/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let now = playthrough(game);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (i, (a, b)) in golden.lines().zip(now.lines()).enumerate() {
        assert_eq!(
            a,
            b,
            "{name}, line {}: renew with UPDATE_GOLDEN=1 and raise RULES if play changed",
            i + 1
        );
    }
    assert_eq!(golden.lines().count(), now.lines().count(), "{name}");
}

#[test]
fn golden_standard() {
    compare("standard", &standard(|c| c.deals = 3));
}

#[test]
fn golden_uecda() {
    compare("uecda", &uecda(|c| c.deals = 3));
}
