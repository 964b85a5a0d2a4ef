//! A bot's spec, or an external bot's command line: no text panics.
#![no_main]

use croupier_bots::{Spec, simple_entries};
use croupier_games::kuhn::Kuhn;
use croupier_wire::jsonl::{CmdFactory, CmdOptions, command_of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(command) = command_of(text) {
        let _ = CmdFactory::new(&Kuhn::default(), command, CmdOptions::default());
    }
    let Ok(spec) = text.parse::<Spec>() else { return };
    assert!(!spec.name.is_empty());
    for entry in simple_entries::<Kuhn>() {
        assert_eq!(entry.params(&spec).is_ok(), spec.pairs.is_empty(), "no simple bot has parameters");
    }
});
