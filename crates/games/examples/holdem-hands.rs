//! Prints random hands of hold'em as JSON lines for an independent referee (scripts/referee-holdem.py).
//!
//! `cargo run --release -p croupier-games --example holdem-hands -- COUNT SEED | scripts/referee-holdem.py`; `scripts/referee` does it
//!
//! 2 to 10 seats, odd stacks (from one chip to deep), antes, blinds of any size; every event of a hand with the legal
//! actions before it, and the scores. The referee has its own way to count short all-ins: hands are played with
//! `reopen=pokerkit`.

use croupier_core::{Game, LegalSet, Luck, Rng, Turn};
use croupier_games::Holdem;
use croupier_games::holdem::{Action, Blinds, Config, Legal, Reopen, Stacks};
use serde_json::{Value, json};

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>());
    let (Some(Ok(count)), Some(Ok(seed))) = (args.next(), args.next()) else {
        eprintln!("usage: holdem-hands COUNT SEED");
        std::process::exit(2);
    };
    for i in 0..count {
        println!("{}", hand(seed, i));
    }
}

/// A table: mostly odd stacks of a few big blinds, some of less than one, some deep.
fn table(rng: &mut Rng) -> Config {
    let big = 2 + rng.below(200) as u32;
    // Where the blinds are equal, or there is no small one, the referee may start at another seat.
    let small = 1 + rng.below(u64::from(big) - 1) as u32;
    let seats = 2 + rng.below(9) as u8;
    let ante = if rng.below(2) == 0 { 0 } else { rng.below(u64::from(big) * 2 + 2) as u32 };
    let stack = |rng: &mut Rng| match rng.below(4) {
        0 => 1 + rng.below(u64::from(big) * 2) as u32,
        1 => 1 + rng.below(u64::from(big) * 100) as u32,
        _ => 1 + rng.below(u64::from(big) * 12) as u32,
    };
    let stacks = Stacks((0..seats).map(|_| stack(rng)).collect());
    Config {
        seats,
        blinds: Blinds { small, big },
        ante,
        stacks,
        reopen: Reopen::Pokerkit,
        ..Config::default()
    }
}

/// Seldom folds and often raises little, so that hands are long.
fn choose(legal: &Legal, rng: &mut Rng) -> Action {
    let passive = if legal.check { Action::Check } else { Action::Call };
    match (rng.below(10), legal.raise) {
        (0, _) if legal.fold => Action::Fold,
        (1..=4, Some((least, _))) => Action::Raise(least),
        (5, Some((least, most))) => {
            Action::Raise(least + rng.below(u64::from((most - least).min(4 * least)) + 1) as u32)
        }
        (6, Some((_, most))) if rng.below(3) == 0 => Action::Raise(most),
        _ => passive,
    }
}

fn hand(seed: u64, i: u64) -> Value {
    let mut rng = Rng::keyed("referee", &[seed, i]);
    let config = table(&mut rng);
    let game = Holdem::new(config.clone()).expect("a table that can be");
    let (mut state, mut legal, mut draws) = (game.start(), Legal::default(), 0);
    let mut events = Vec::new();
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&state, &mut Luck(rng.bits()).draw(draws));
                draws += 1;
                events.push(json!({"chance": chance.to_string()}));
                game.reveal(&mut state, &chance).expect("what is drawn can be revealed");
            }
            Turn::Seat(seat) => {
                game.legal(&state, &mut legal);
                let action = choose(&legal, &mut rng);
                assert!(legal.has(&action));
                events.push(json!({
                    "seat": seat, "fold": legal.fold, "check": legal.check, "call": legal.call,
                    "raise": legal.raise, "action": action.to_string(),
                }));
                game.apply(&mut state, action).expect("a legal action");
            }
        }
    }
    let mut scores = vec![0.0; game.seats()];
    game.scores(&state, &mut scores);
    json!({"config": config, "events": events, "scores": scores})
}
