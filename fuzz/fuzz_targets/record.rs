//! A line of a store: no text panics, neither when it is read nor when it is replayed as a record of any game.
#![no_main]

use croupier_core::{Game, Record, config, replay};
use croupier_games::{kuhn::Kuhn, leduc::Leduc};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let Ok(record) = line.parse::<Record>() else { return };
    assert_eq!(record.to_line().parse::<Record>().as_ref(), Ok(&record));
    replayed::<Kuhn>(&record);
    replayed::<Leduc>(&record);
});

/// Replays the record as one of this game, so that its events are reached whatever its header says.
fn replayed<G: Game>(record: &Record) {
    let game = config::from_json::<G>(record.config.clone()).or_else(|_| config::configure(None, &[]));
    let Ok(game) = game else { return };
    let record = Record { game: G::ID.into(), rules: G::RULES, ..record.clone() };
    let mut steps = 0;
    if replay(&game, &record, |_| steps += 1).is_ok() {
        assert_eq!(steps, record.events.len() + 1);
    }
}
