//! The laws every game must pass, for each profile and switch, and the sampler against enumeration.

use super::*;
use croupier_core::laws::{self, Effort};

/// A light walk for the many configurations.
const LIGHT: Effort = Effort { episodes: 6, decisions: 12, worlds: 2 };

fn light(game: &BigTwo) {
    laws::find(game, LIGHT).unwrap_or_else(|b| panic!("{:?}: {b}", game.config));
}

#[test]
fn standard_passes_every_law() {
    laws::check(&BigTwo::standard());
}

#[test]
fn charlesworth_passes_every_law() {
    laws::check(&BigTwo::charlesworth());
}

#[test]
fn every_switch_passes_every_law() {
    for change in [
        |c: &mut Config| c.must_play_3d = MustPlay3d::On,
        |c: &mut Config| c.pass_lock = true,
        |c: &mut Config| c.straights = Straights::PagatLow,
        |c: &mut Config| c.straights = Straights::NoTwo,
        |c: &mut Config| c.flush_by = FlushBy::SuitFirst,
        |c: &mut Config| c.four_card_plays = true,
        |c: &mut Config| c.quads_plus_one = false,
        |c: &mut Config| c.scoring = Scoring::Tiered,
        |c: &mut Config| c.deal = "0=3d 4d 2s,2=Ad Ac Ah As Kd".into(),
    ] {
        light(&game(change));
    }
}

#[test]
fn matches_pass_every_law() {
    let effort = Effort { episodes: 4, decisions: 10, worlds: 2 };
    let game = game(|c| (c.episode, c.stack) = (Length::Match, 30));
    laws::find(&game, effort).unwrap_or_else(|b| panic!("{b}"));
}

/// A deck of eight cards, so that every deal can be enumerated. The 3♦ stays with the opener until it is played.
fn tiny(deck: &str, change: impl FnOnce(&mut Config)) -> BigTwo {
    BigTwo::on_deck(game(change).config, deck.parse().unwrap())
}

#[test]
fn the_sampler_draws_worlds_as_chance_deals_them() {
    laws::check_sampler(&tiny("3d 3c 4d 4c 5d 5c 2h 2s", |_| ()));
}

#[test]
fn the_sampler_draws_worlds_as_chance_deals_them_with_other_leads_and_locks() {
    let game = tiny("3d 3c 3h 3s 4d 4c 4h 4s", |c| (c.pass_lock, c.must_play_3d) = (true, MustPlay3d::On));
    laws::check_sampler(&game);
}

/// Behind the end of a paid hand, too: the payments say how many 2s each seat was caught with.
#[test]
fn worlds_behind_a_paid_hand_explain_what_was_paid() {
    let game = game(|c| c.deal = "0=3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2d".into());
    let mut rng = croupier_core::Rng::keyed("paid", &[]);
    let mut caught = 0;
    for _ in 0..60 {
        let mut state = game.start();
        let deal = game.draw(&state, &mut rng);
        game.reveal(&mut state, &deal).unwrap();
        super::rules::sweep_leads(&game, &mut state);
        for seat in Seat::all(4) {
            let view = game.view(&state, seat);
            for _ in 0..5 {
                let world = game.sample(&view, &mut rng);
                let twos = world.hands.map(|h| h.and(Cards::TWOS).len() as u8);
                assert_eq!(settle(Scoring::Pairwise, world.left(), twos), state.paid);
                caught += u32::from(twos.iter().sum::<u8>());
                let all = world.hands.iter().fold(view.played(), |all, h| all.with(*h));
                assert_eq!(all, Cards::ALL);
            }
        }
    }
    assert_eq!(caught, 60 * 4 * 5 * 3, "three 2s are caught in every world");
}

/// The fixed deal is the table's secret: worlds are the same with and without it.
#[test]
fn the_sampler_does_not_know_fixed_cards() {
    let fixed = game(|c| c.deal = "1=2s 2h 2c 2d".into());
    let state = dealt(&fixed);
    let view = fixed.view(&state, Seat(0));
    let worlds = |game: &BigTwo| {
        let mut rng = croupier_core::Rng::keyed("secret", &[]);
        (0..20).map(|_| game.sample(&view, &mut rng).hands).collect::<Vec<_>>()
    };
    assert_eq!(worlds(&fixed), worlds(&BigTwo::standard()));
}
