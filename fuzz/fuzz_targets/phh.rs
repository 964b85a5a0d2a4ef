//! A PHH file: no text panics, and what replays is written so that it reads back the same.
#![no_main]

use croupier_wire::phh;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(hands) = phh::read(text) else { return };
    for (_, hand) in hands.into_iter().take(4) {
        let Ok(hand) = hand else { continue };
        let Ok(end) = hand.replay(|_| ()) else { continue };
        let again = phh::read(&phh::write(&hand).expect("what replays is written")).expect("what is written is TOML");
        let again = again[0].1.as_ref().expect("what is written reads");
        // Where decimals stood only in what is not written, a chip is worth more.
        if again.scale == hand.scale {
            assert_eq!(again.actions, hand.actions);
        }
        assert_eq!(again.replay(|_| ()).expect("and replays").over, end.over);
    }
});
