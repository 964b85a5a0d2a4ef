//! SGF: no text panics the reader, and what is read is written as it is read again, as a tree and as a game of Go.
#![no_main]

use croupier_wire::sgf::{Collection, go};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(collection) = text.parse::<Collection>() else { return };
    let again: Collection = collection.to_string().parse().expect("what is written is read");
    assert_eq!(again, collection);
    for tree in &collection.trees {
        let Ok(record) = go::Record::read(tree) else { continue };
        let again = go::Record::read(&record.write()).expect("what is written is read");
        assert_eq!(again.moves, record.moves);
    }
});
