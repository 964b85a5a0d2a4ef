//! Values of switches and parameters, `key=value` a line: no text panics, and what is accepted is what its kind takes.
#![no_main]

use croupier_core::config::{configure, from_json, overlay, parse_value};
use croupier_core::{Game, Kind, Switch};
use croupier_fuzz::{EachGame, every_game};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

const WORDS: &[&str] = &["two", "joker", "none-at-all"];

const fn switch(key: &'static str, kind: Kind) -> Switch {
    Switch { key, kind, help: "" }
}

const SWITCHES: &[Switch] = &[
    switch("b", Kind::Bool),
    switch("i", Kind::Int(-3, 7)),
    switch("f", Kind::Float(-0.5, 2.5)),
    switch("o", Kind::OneOf(WORDS)),
    switch("s", Kind::SetOf(WORDS)),
    switch("t", Kind::Text("anything")),
];

fuzz_target!(|text: &str| {
    for switch in SWITCHES {
        if let Ok(value) = parse_value(switch, text) {
            assert!(takes(switch.kind, &value), "{} takes no {value}", switch.key);
        }
    }
    let pair = |line: &str| line.split_once('=').map(|(k, v)| (k.to_string(), v.to_string()));
    let pairs: Vec<_> = text.lines().filter_map(pair).collect();
    if let Ok(all) = overlay("switch", Map::new(), SWITCHES, &pairs) {
        assert_eq!(all.len(), pairs.len());
    }
    every_game(&Configured { text, pairs: &pairs });
});

struct Configured<'a> {
    text: &'a str,
    pairs: &'a [(String, String)],
}

impl EachGame for Configured<'_> {
    fn with<G: Game>(&self) {
        let _ = configure::<G>(Some(self.text), &[]);
        if let Ok(game) = configure::<G>(None, self.pairs) {
            let stored = serde_json::to_value(game.config()).expect("a configuration serialises");
            assert!(from_json::<G>(stored).is_ok_and(|again| again.config() == game.config()));
        }
    }
}

fn takes(kind: Kind, value: &Value) -> bool {
    let word = |v: &Value| v.as_str().is_some_and(|w| WORDS.contains(&w));
    match kind {
        Kind::Bool => value.is_boolean(),
        Kind::Int(lo, hi) => value.as_i64().is_some_and(|n| (lo..=hi).contains(&n)),
        Kind::Float(lo, hi) => value.as_f64().is_some_and(|x| (lo..=hi).contains(&x)),
        Kind::OneOf(_) => word(value),
        Kind::SetOf(_) => {
            value.as_array().is_some_and(|set| set.iter().all(word) && set.len() <= WORDS.len())
        }
        Kind::Text(_) => value.is_string(),
    }
}
