//! Turns: passing, clearing, leading, and who may answer.

use super::{Position, standard};
use croupier_core::{Game, Seat, Turn};

const FOUR: &str = "turn 0; 0 4c7c9c; 1 5c6c2c; 2 5d6d2d; 3 5h6h2h";

#[test]
fn a_pass_locks_a_seat_out_until_the_field_clears_where_pass_lock_is_on() {
    let on = Position::standard(FOUR).go(&["0 4c", "1 pass", "2 5d", "3 6h", "0 7c"]);
    assert_eq!(on.turn(), Some(Seat(2)), "seat 1 has passed and is skipped");
    let off = Position::new(standard(|c| c.pass_lock = false), FOUR)
        .go(&["0 4c", "1 pass", "2 5d", "3 6h", "0 7c"]);
    assert_eq!(off.turn(), Some(Seat(1)), "seat 1 may answer again");
    // Without the lock the field clears once everybody else has passed on the same play.
    let off = off.go(&["1 pass", "2 pass"]);
    assert_eq!(off.turn(), Some(Seat(3)));
    let off = off.go(&["3 pass"]);
    assert_eq!((off.turn(), off.table().field.play), (Some(Seat(0)), None));
}

#[test]
fn when_nobody_else_may_answer_the_field_clears_and_its_owner_leads() {
    let p = Position::standard(FOUR).go(&["0 4c", "1 5c", "2 pass", "3 pass"]);
    assert_eq!(p.turn(), Some(Seat(0)));
    let p = p.go(&["0 pass"]);
    assert_eq!((p.turn(), p.table().field.play, p.table().owner), (Some(Seat(1)), None, None));
    assert!(p.table().passed.is_empty(), "a cleared field forgets who passed");
}

#[test]
fn when_the_owner_has_finished_the_next_active_seat_leads() {
    let p = Position::standard("turn 0; 0 4c; 1 5c6c; 2 5d6d; 3 5h6h")
        .go(&["0 4c", "1 pass", "2 pass", "3 pass"]);
    assert_eq!(p.turn(), Some(Seat(1)));
    assert!(p.table().field.play.is_none());
    // The same after an 8 that cuts, where going out with one is no foul.
    let game = standard(|c| c.foul_finish.clear());
    let p = Position::new(game, "turn 0; 0 8c; 1 5c6c; 2 5d6d; 3 5h6h").go(&["0 8c"]);
    assert_eq!((p.turn(), p.table().field.play), (Some(Seat(1)), None));
}

#[test]
fn passing_on_lead_is_illegal_unless_lead_pass_is_on() {
    assert!(!Position::standard(FOUR).allows("pass"));
    assert!(Position::standard(FOUR).refusal("pass").contains("lead_pass"));
    let game = standard(|c| {
        c.lead_pass = true;
        c.pass_limit = 20;
    });
    let p = Position::new(game, FOUR);
    assert!(p.allows("pass"));
    let p = p.go(&["0 pass", "1 5c", "2 pass", "3 pass"]);
    assert_eq!(p.turn(), Some(Seat(1)), "seat 0 passed on lead and is locked out of this field");
}

#[test]
fn when_everybody_passes_on_lead_the_lead_goes_round() {
    let game = standard(|c| {
        c.lead_pass = true;
        c.pass_limit = 20;
    });
    let p = Position::new(game, FOUR).go(&["0 pass", "1 pass", "2 pass", "3 pass"]);
    assert_eq!(p.turn(), Some(Seat(0)));
    assert!(p.table().passed.is_empty());
}

#[test]
fn so_many_passes_in_a_row_end_the_deal_at_drawn_ranks() {
    let limited = |limit| {
        standard(|c| {
            c.lead_pass = true;
            c.pass_limit = limit;
        })
    };
    let mut p = Position::new(limited(3), FOUR).go(&["0 4c", "1 pass", "2 pass"]);
    assert_eq!(p.table().passes, 2);
    p = p.go(&["3 pass"]);
    assert_eq!(p.game.turn(&p.state), Turn::Chance);
    assert!(p.game.reveal(&mut p.state.clone(), &"lots 3 1 0".parse().unwrap()).is_err());
    p.game.reveal(&mut p.state, &"lots 3 1 0 2".parse().unwrap()).unwrap();
    assert_eq!(p.places(), [3, 1, 0, 2]);
    // Those who finished before keep their places.
    let mut p = Position::new(limited(3), "turn 0; 0 4c; 1 5c6c; 2 5d6d; 3 5h6h")
        .go(&["0 4c", "1 pass", "2 pass", "3 pass"]);
    p.game.reveal(&mut p.state, &"lots 2 3 1".parse().unwrap()).unwrap();
    assert_eq!(p.places(), [0, 2, 3, 1]);
    // A play starts the count again, and without a limit passes end nothing.
    let p = Position::new(limited(3), FOUR).go(&["0 4c", "1 pass", "2 pass", "3 5h"]);
    assert_eq!(p.table().passes, 0);
    let p = Position::standard(FOUR).go(&["0 4c", "1 pass", "2 pass", "3 pass"]);
    assert_eq!(p.turn(), Some(Seat(0)));
}

#[test]
fn the_owner_answers_itself_only_where_the_switch_lets_it() {
    let p =
        Position::new(standard(|c| c.owner_answers = true), FOUR).go(&["0 4c", "1 pass", "2 pass", "3 pass"]);
    assert_eq!(p.turn(), Some(Seat(0)));
    assert!(p.table().field.play.is_some(), "the field stands until its owner has passed too");
    let p = p.go(&["0 7c"]);
    assert_eq!((p.turn(), p.table().field.play.unwrap().to_string()), (Some(Seat(0)), "7c".into()));
    let p = p.go(&["0 pass"]);
    assert_eq!((p.turn(), p.table().field.play), (Some(Seat(0)), None));
    let p = Position::standard(FOUR).go(&["0 4c", "1 pass", "2 pass", "3 pass"]);
    assert!(p.table().field.play.is_none());
}

#[test]
fn play_goes_round_the_table_as_the_seats_were_drawn() {
    let game = standard(|_| ());
    let mut s = game.start();
    game.reveal(&mut s, &"seats 0 2 3 1".parse().unwrap()).unwrap();
    assert_eq!(s.next.as_slice(), [Seat(2), Seat(0), Seat(3), Seat(1)]);
    assert_eq!(s.table.order().as_slice(), [Seat(0), Seat(2), Seat(3), Seat(1)]);
}

#[test]
fn an_undeclared_reading_is_refused_with_the_readings_there_are() {
    let p = Position::standard("turn 0; 0 5hXX4c; 1 5c6c; 2 5d6d; 3 7h6h");
    let reason = p.refusal("5hXX");
    assert!(reason.contains("5hXX=group, 5hXX=run-3, 5hXX=run-4, 5hXX=run-5"), "{reason}");
    assert!(p.allows("5hXX=run-4") && p.allows("5hXX=group"));
    assert!(p.refusal("6s").contains("does not hold"));
}
