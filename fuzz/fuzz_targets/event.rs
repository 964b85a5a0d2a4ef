//! An event of a record: no text panics, and an event's own text gives it back.
#![no_main]

use croupier_core::Event;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(event) = Event::try_from(text.to_string()) else { return };
    assert_eq!(Event::try_from(event.to_string()), Ok(event));
});
