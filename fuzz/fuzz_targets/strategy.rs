//! Files of strategies: blueprints of hold'em and strategies of the small games. No bytes panic their reader, and a
//! blueprint that is read writes the same bytes again.
#![no_main]

use croupier_bots::holdem::blueprint::Blueprint;
use croupier_bots::strategy::Strategy;
use croupier_games::{Kuhn, Leduc};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(blueprint) = Blueprint::from_bytes(bytes, "fuzz") {
        assert!(Blueprint::from_bytes(&blueprint.to_bytes(), "fuzz").is_ok_and(|again| again == blueprint));
    }
    let _ = Strategy::from_bytes(bytes, "fuzz", &Kuhn::default());
    let _ = Strategy::from_bytes(bytes, "fuzz", &Leduc::default());
});
