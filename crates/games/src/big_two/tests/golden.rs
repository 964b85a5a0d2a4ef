//! Playthroughs that must not change unless RULES does.

use super::*;
use crate::golden;

#[test]
fn golden_playthrough_of_a_hand() {
    golden::check(&BigTwo::standard(), "big-two-hand", 1..2);
}

#[test]
fn golden_playthrough_of_charlesworth() {
    golden::check(&BigTwo::charlesworth(), "big-two-charlesworth", 2..3);
}

#[test]
fn golden_playthrough_of_a_match_with_pass_lock_and_a_fixed_deal() {
    let game = game(|c| {
        (c.episode, c.pass_lock, c.must_play_3d) = (Length::Match, true, MustPlay3d::On);
        (c.stack, c.deal) = (1, "3=2s 2h".into());
    });
    golden::check(&game, "big-two-match", 3..4);
}
