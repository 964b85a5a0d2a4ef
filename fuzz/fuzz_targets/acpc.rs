//! Lines, logs and game definitions of the ACPC protocol: no text panics, and a hand that is over is written as a line that
//! reads back the same.
#![no_main]

use croupier_wire::acpc::{GameDef, Line, log_line, read_log};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = text.parse::<GameDef>() {
        assert_eq!(game.to_string().parse::<GameDef>().expect("what is written reads"), game);
    }
    let game = GameDef::default();
    let _ = text.parse::<Line>();
    for (_, hand) in read_log(&game, text).hands.into_iter().take(8) {
        let Ok(hand) = hand else { continue };
        let Ok(line) = log_line(0, &hand) else { continue };
        let again = line.parse::<Line>().and_then(|l| l.hand(&game)).expect("what is written reads");
        assert_eq!((again.actions, again.board, again.holes), (hand.actions, hand.board, hand.holes));
    }
});
