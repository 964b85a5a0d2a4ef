//! Checks the conservation law over many decisions: `cargo run --release -p croupier-bots --example daifugo_ledger --
//! 1000000`. Random actions, both profiles, four to six seats, every switch turned by the luck; every seat's ledger at every
//! decision of play, and those of the exchange too. Prints how many decisions and ledgers there were and how many failed.

use croupier_bots::daifugo::ledger::Ledger;
use croupier_core::config::{Kind, configure};
use croupier_core::{Game, Rng, Seat, Switch, Turn};
use croupier_games::daifugo::{Config, Daifugo};

/// A game with switches turned by the luck, or none where the rules refuse the combination.
fn table(rng: &mut Rng) -> Option<Daifugo> {
    let profile = if rng.below(3) == 0 { "uecda" } else { "standard" };
    let mut pairs = vec![("deals".to_string(), "4".to_string())];
    for Switch { key, kind, .. } in Daifugo::switches() {
        if *key == "deals" || rng.below(4) > 0 {
            continue;
        }
        let value = match kind {
            Kind::Bool => ["true", "false"][rng.index(2)].to_string(),
            Kind::Int(low, high) => (low + rng.below((high - low + 1).min(12) as u64) as i64).to_string(),
            Kind::OneOf(words) => words[rng.index(words.len())].to_string(),
            _ => continue,
        };
        pairs.push((key.to_string(), value));
    }
    configure::<Daifugo>(Some(profile), &pairs).ok()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: u64 = std::env::args().nth(1).map_or(Ok(1_000_000), |n| n.parse())?;
    let (mut decisions, mut ledgers, mut errors, mut tables, mut standard) = (0u64, 0u64, 0u64, 0u64, 0u64);
    let mut legal = Vec::new();
    for luck in 0.. {
        let mut rng = Rng::keyed("ledgers", &[luck]);
        let Some(game) = table(&mut rng) else { continue };
        tables += 1;
        standard += u64::from(*game.rules() == Config::standard());
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&state, &mut rng);
                    game.reveal(&mut state, &chance)?;
                }
                Turn::Seat(_) => {
                    decisions += 1;
                    for seat in Seat::all(game.seats()) {
                        let view = game.view(&state, seat);
                        ledgers += 1;
                        if let Err(error) = Ledger::new(game.rules(), &view) {
                            errors += 1;
                            println!("luck {luck}: {error}\n{view}");
                        }
                    }
                    game.legal(&state, &mut legal);
                    let action = legal[rng.index(legal.len())];
                    game.apply(&mut state, action)?;
                }
            }
        }
        if decisions >= wanted {
            break;
        }
    }
    println!(
        "{tables} tables ({standard} with no switch turned), {decisions} decisions, {ledgers} ledgers, {errors} errors"
    );
    Ok(())
}
