//! What people write on the command line beside switches: ranges, cards, tests, seatings. No text panics its reader, and
//! what has a written form is read back as it was.
#![no_main]

use croupier_arena::Seatings;
use croupier_games::{big_two, holdem};
use croupier_stats::SprtSpec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(range) = text.parse::<holdem::Range>() {
        assert!(range.to_string().parse().is_ok_and(|again: holdem::Range| again == range), "{range}");
    }
    if let Ok(cards) = big_two::parse_cards(text) {
        assert_eq!(big_two::parse_cards(&cards.to_string()), Ok(cards));
    }
    let _ = holdem::Card::parse_list(text);
    let _ = text.parse::<Seatings>();
    let _ = text.parse::<SprtSpec>();
});
