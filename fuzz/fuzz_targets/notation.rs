//! The notation of every game: no text panics its parsers, and what is read is written as it is read again.
#![no_main]

use croupier_core::Game;
use croupier_fuzz::{EachGame, every_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| every_game(&Notation(text)));

struct Notation<'a>(&'a str);

impl EachGame for Notation<'_> {
    fn with<G: Game>(&self) {
        let text = self.0;
        if let Ok(action) = text.parse::<G::Action>() {
            assert!(action.to_string().parse().is_ok_and(|again: G::Action| again == action), "{action}");
        }
        if let Ok(chance) = text.parse::<G::Chance>() {
            assert!(chance.to_string().parse().is_ok_and(|again: G::Chance| again == chance), "{chance}");
        }
        if let Ok(view) = serde_json::from_str::<G::View>(text) {
            let again = serde_json::to_string(&view).expect("a view serialises");
            assert_eq!(serde_json::from_str::<G::View>(&again).ok().as_ref(), Some(&view));
            let _ = view.to_string();
        }
    }
}
