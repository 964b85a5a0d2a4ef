//! GTP: no script of commands panics the engine, and every answer is one of the protocol's: `=` or `?`, then an empty line.
#![no_main]

use croupier_games::Go;
use croupier_wire::gtp::{Engine, Options, Player};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut engine = Engine::new(Go::default(), Player::none(), Options::default());
    for line in text.lines().take(50).filter(|l| !l.contains("sgf")) {
        if let Some(answer) = engine.answer(line) {
            assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{line:?}: {answer:?}");
        }
    }
});
