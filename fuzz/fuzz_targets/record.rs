//! A line of a store: no text panics, neither when it is read nor when it is replayed as a record of any game.
#![no_main]

use croupier_core::{Game, Record, config, replay};
use croupier_fuzz::{EachGame, every_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let Ok(record) = line.parse::<Record>() else { return };
    assert_eq!(record.to_line().parse::<Record>().as_ref(), Ok(&record));
    every_game(&Replayed(&record));
});

/// Replays the record as one of each game, so that its events are reached whatever its header says.
struct Replayed<'a>(&'a Record);

impl EachGame for Replayed<'_> {
    fn with<G: Game>(&self) {
        let game = config::from_json::<G>(self.0.config.clone()).or_else(|_| config::configure(None, &[]));
        let game = game.expect("the default profile is a game");
        let record = Record { game: G::ID.into(), rules: G::RULES, ..self.0.clone() };
        let mut steps = 0;
        if replay(&game, &record, |_| steps += 1).is_ok() {
            assert_eq!(steps, record.events.len() + 1);
        }
    }
}
