//! Golden playthroughs.

use super::{standard, uecda};
use crate::golden::check;

#[test]
fn golden_playthrough_of_standard() {
    check(&standard(|_| ()), "daifugo-standard", 0..1);
}

#[test]
fn golden_playthrough_of_six_seats() {
    check(&standard(|c| (c.players, c.deals, c.joker_pair) = (6, 2, true)), "daifugo-six-seats", 0..1);
}

#[test]
fn golden_playthrough_of_uecda() {
    check(&uecda(|c| c.deals = 3), "daifugo-uecda", 0..1);
}
