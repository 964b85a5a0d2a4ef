//! Tests of Daifugo.

mod laws;

use super::{Config, Daifugo};
use croupier_core::Game;

/// The game of `standard` with changes.
fn standard(change: impl FnOnce(&mut Config)) -> Daifugo {
    let mut config = Config::standard();
    change(&mut config);
    Daifugo::new(config).expect("a configuration of the tests is fine")
}

/// The game of `uecda` with changes.
fn uecda(change: impl FnOnce(&mut Config)) -> Daifugo {
    let mut config = Config::uecda();
    change(&mut config);
    Daifugo::new(config).expect("a configuration of the tests is fine")
}
