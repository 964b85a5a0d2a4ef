//! Known faults of earlier engines, each a test.

use super::*;
use croupier_core::{LegalSet, Rng};

/// Seat 0 holds two pairs, four of a kind and strong fives; seat 3 leads small things.
fn table(charlesworth: bool) -> (BigTwo, State) {
    let game = game(|c| {
        if charlesworth {
            *c = Config { must_play_3d: MustPlay3d::Off, ..Config::charlesworth() };
        }
        c.deal = "0=Ad Ac Ah As Kd Kc Kh Ks 2d 2c 2h 2s Qs,3=3d 3c 3h 3s 4d 4c 5d 6d 7d 8c 9c 9d 9h".into();
    });
    let state = dealt(&game);
    (game, state)
}

#[test]
fn card_counts_must_be_equal_before_strength_counts() {
    for charlesworth in [false, true] {
        for lead in ["3d", "3d 3c", "3d 3c 3h", "3d 4c 5d 6d 7d", "3d 3c 4d 4c", "3d 3c 3h 3s"] {
            let (game, mut state) = table(charlesworth);
            let Ok(()) = game.apply(&mut state, lead.parse().unwrap()) else {
                assert!(!charlesworth && lead.split(' ').count() == 4, "{lead}");
                continue;
            };
            let n = lead.split(' ').count();
            let answers = legal(&game, &state);
            assert!(answers.len() > 1, "{lead}");
            for answer in answers.iter().filter(|a| *a != "pass") {
                assert_eq!(answer.split(' ').count(), n, "{answer} on {lead}");
            }
            for other in ["2s", "2h 2s", "2c 2h 2s", "2d 2c 2h 2s", "2d 2c 2h Kh Ks", "Kd Kc 2h 2s"] {
                if other.split(' ').count() != n {
                    let four = other.split(' ').count() == 4 && !charlesworth;
                    let reason = if four { "no play".into() } else { format!("asks for {n} cards") };
                    assert!(refused(&game, &state, other).contains(&reason), "{other} on {lead}");
                }
            }
        }
    }
}

#[test]
fn history_holds_the_hand_counts_after_the_play() {
    let (game, mut state) = table(false);
    play(&game, &mut state, &["3d 3c", "Ad Ac", "pass"]);
    let left: Vec<(u8, u8)> = game.view(&state, Seat(2)).history.iter().map(|m| (m.seat.0, m.left)).collect();
    assert_eq!(left, [(3, 11), (0, 11), (1, 13)]);
}

#[test]
fn who_leads_may_not_pass() {
    let (game, mut state) = table(false);
    assert!(!legal(&game, &state).contains(&"pass".to_string()));
    assert_eq!(refused(&game, &state, "pass"), "who leads may not pass");
    play(&game, &mut state, &["3d", "2s", "pass", "pass", "pass"]);
    assert_eq!(game.turn(&state), Turn::Seat(Seat(0)));
    assert_eq!(refused(&game, &state, "pass"), "who leads may not pass");
    assert!(!legal(&game, &state).contains(&"pass".to_string()));
}

#[test]
fn an_action_is_the_same_whatever_hand_it_is_from() {
    let catalogue = crate::encode::Catalogue::new(&BigTwo::standard());
    let straight: Action = "3d 4c 5d 6d 7d".parse().unwrap();
    let index = catalogue.index(straight).unwrap();
    let mut rng = Rng::keyed("hands", &[]);
    let mut list = Vec::new();
    for _ in 0..50 {
        let mut rest: Vec<Card> = Cards::ALL.without(straight.cards()).iter().collect();
        rng.shuffle(&mut rest);
        let hand = straight.cards().with(rest[..8].iter().copied().collect());
        BigTwo::standard().plays.all(hand, &mut list);
        assert!(list.has(&straight));
        assert_eq!(catalogue.action(index as i64), Ok(straight));
    }
}

#[test]
fn nothing_is_done_after_the_end() {
    let game = game(|c| c.deal = "0=3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 3c".into());
    let mut state = dealt(&game);
    let passes = ["pass"; 3];
    for lead in ["3d 4d 5d 6d 7d", "8d 9d Td Jd Qd", "Kd", "Ad"] {
        play(&game, &mut state, &[lead]);
        play(&game, &mut state, &passes);
    }
    play(&game, &mut state, &["3c"]);
    assert_eq!(game.turn(&state), Turn::Over);
    assert!(legal(&game, &state).is_empty());
    for text in ["pass", "2s", "3c"] {
        assert_eq!(refused(&game, &state, text), "nobody is to move");
    }
    let deal = game.draw(&state, &mut Luck(0).draw(0));
    assert_eq!(game.reveal(&mut state, &deal).unwrap_err().reason, "no deal is due");
}

#[test]
fn seeding_belongs_to_the_episode_and_to_nothing_global() {
    let game = BigTwo::standard();
    let deal = |luck: u64| game.draw(&game.start(), &mut Luck(luck).draw(0));
    let (one, two) = (deal(1), deal(2));
    assert_ne!(one, two);
    // Another episode dealt in between, and in another thread, changes nothing.
    let threads: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(|| BigTwo::standard().draw(&BigTwo::standard().start(), &mut Luck(1).draw(0)))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), one);
    }
    assert_eq!((deal(1), deal(2)), (one, two));
}

#[test]
fn an_index_outside_the_list_is_refused() {
    let catalogue = crate::encode::Catalogue::new(&BigTwo::standard());
    assert_eq!(catalogue.action(19_898), Ok(Action::PASS));
    for index in [-1, 19_899, i64::MAX, i64::MIN] {
        let message = catalogue.action(index).unwrap_err().to_string();
        assert_eq!(message, format!("`{index}` is no action index: it goes from 0 to 19898"));
    }
}

#[test]
fn pass_limits_follow_the_seats_still_in() {
    let deal = "0=3d 4d 5d,1=6d 2d,2=7d Kd,3=8d 9d".to_string();
    // Without the lock three passes in a row end the trick.
    let open = game(|c| c.deal = deal.clone());
    let mut state = dealt(&open);
    play(&open, &mut state, &["3d", "pass", "7d", "pass", "pass", "2d", "pass", "pass"]);
    assert_eq!(open.turn(&state), Turn::Seat(Seat(0)), "two passes are not enough");
    play(&open, &mut state, &["pass"]);
    assert_eq!(open.turn(&state), Turn::Seat(Seat(1)));
    assert!(!legal(&open, &state).contains(&"pass".to_string()));
    // With it seat 1, which passed, is skipped; the two still in pass and the trick ends.
    let lock = game(|c| (c.deal, c.pass_lock) = (deal, true));
    let mut state = dealt(&lock);
    play(&lock, &mut state, &["3d", "pass", "7d", "pass"]);
    assert_eq!(lock.view(&state, Seat(0)).locked, [false, true, false, true]);
    assert_eq!(lock.turn(&state), Turn::Seat(Seat(0)));
    play(&lock, &mut state, &["pass"]);
    assert_eq!(
        lock.turn(&state),
        Turn::Seat(Seat(2)),
        "the last to play leads after the only two passes left"
    );
    let view = lock.view(&state, Seat(2));
    assert_eq!((view.table, view.passes, view.locked), (None, 0, [false; 4]));
    // And the skipped seats are back in the next trick.
    play(&lock, &mut state, &["Kd", "pass", "pass"]);
    assert_eq!(lock.turn(&state), Turn::Seat(Seat(1)));
}
