//! What beats what, and what plays do: each switch on and off.

use super::{Position, standard};
use crate::daifugo::{Config, EightCut, LockJoker, Revolution, RunCompare};
use croupier_core::Seat;

fn at(change: impl FnOnce(&mut Config), text: &str) -> Position {
    Position::new(standard(change), text)
}

/// Hands of the other seats, for positions in which only seat 0 matters.
const OTHERS: &str = "1 KcKd; 2 KhKs; 3 QcQd";

fn facing(change: impl FnOnce(&mut Config), field: &str, hand: &str) -> Position {
    at(change, &format!("turn 0; field 3 {field}; 0 {hand}; {OTHERS}"))
}

#[test]
fn an_answer_has_the_fields_kind_and_number_and_is_stronger() {
    let p = facing(|_| (), "9c9d", "8c8dTcTdThX2s3d4d5d");
    assert_eq!(p.legal(), ["pass", "TcTd", "TcTh", "TdTh", "TcX", "TdX", "ThX", "2sX"]);
}

#[test]
fn jokers_are_on_top_in_both_orders() {
    for revolution in ["", "; revolution"] {
        let text = format!("turn 0; field 3 2s; 0 3cXAh; {OTHERS}{revolution}");
        assert!(Position::standard(&text).allows("X"));
        let text = format!("turn 0; field 3 X; 0 3c2cX; {OTHERS}{revolution}");
        assert_eq!(Position::standard(&text).legal(), ["pass"], "a joker does not beat a joker");
    }
}

#[test]
fn a_revolution_reverses_all_but_the_jokers() {
    let p = Position::standard(&format!("turn 0; field 3 9c; 0 3c8hTc2sX; {OTHERS}; revolution"));
    assert_eq!(p.legal(), ["pass", "3c", "8h", "X"]);
}

#[test]
fn two_jokers_alone_are_a_pair_only_with_joker_pair() {
    let hand = "3c3dXX4s";
    assert!(!facing(|_| (), "2c2d", hand).allows("XX"));
    assert!(facing(|c| c.joker_pair = true, "2c2d", hand).allows("XX"));
    let lead = format!("turn 0; 0 {hand}; {OTHERS}");
    assert!(!at(|_| (), &lead).allows("XX"));
    assert!(at(|_| (), &lead).refusal("XX").contains("joker_pair"));
    assert!(at(|c| c.joker_pair = true, &lead).allows("XX"));
}

#[test]
fn runs_compare_by_their_lowest_rank_or_from_above_the_top() {
    let hand = "6d7d8d4c5c6c7c2s";
    let lowest = facing(|_| (), "4h5h6h", hand);
    assert_eq!(lowest.legal(), ["pass", "5c6c7c", "6d7d8d"]);
    let above = facing(|c| c.run_compare = RunCompare::AboveTop, "4h5h6h", hand);
    assert_eq!(above.legal(), ["pass"]);
    let above = facing(|c| c.run_compare = RunCompare::AboveTop, "3h4h5h", hand);
    assert_eq!(above.legal(), ["pass", "6d7d8d"]);
    // Reversed: the lowest rank downwards, or all of the run below the field's lowest.
    let reversed = |change: fn(&mut Config), field| {
        at(change, &format!("turn 0; field 3 {field}; 0 {hand}; {OTHERS}; revolution")).legal()
    };
    assert_eq!(reversed(|_| (), "6h7h8h"), ["pass", "4c5c6c", "5c6c7c"]);
    assert_eq!(reversed(|c| c.run_compare = RunCompare::AboveTop, "7h8h9h"), ["pass", "4c5c6c"]);
}

#[test]
fn the_same_suits_twice_running_lock_them_where_suit_lock_is_on() {
    let text = "turn 0; 0 4h9c; 1 5h5cTc; 2 6d6hJc; 3 7h7sQc";
    let p = at(|_| (), text).go(&["0 4h", "1 5h"]);
    assert_eq!(p.table().field.lock.to_string(), "h");
    assert_eq!(p.legal(), ["pass", "6h"]);
    let p = at(|c| c.suit_lock = false, text).go(&["0 4h", "1 5h"]);
    assert_eq!(p.legal(), ["pass", "6d", "6h", "Jc"]);
    let p = at(|_| (), text).go(&["0 4h", "1 5c"]);
    assert!(p.table().field.lock.is_empty(), "other suits lock nothing");
    // A clear ends a lock.
    let p = at(|_| (), text).go(&["0 4h", "1 5h", "2 pass", "3 pass", "0 pass"]);
    assert!(p.table().field.lock.is_empty());
}

#[test]
fn a_lock_of_a_group_is_on_all_its_suits() {
    let text = "turn 0; 0 4h4s9c; 1 5h5sTc; 2 6c6h6sJcJd; 3 7h7d7sX";
    let p = at(|_| (), text).go(&["0 4h4s", "1 5h5s"]);
    assert_eq!(p.table().field.lock.to_string(), "hs");
    assert_eq!(p.legal(), ["pass", "6h6s"]);
    let p = p.go(&["2 pass"]);
    assert_eq!(p.legal(), ["pass", "7h7s", "7hX", "7sX"], "a joker satisfies the lock as any suit");
}

#[test]
fn a_run_locks_its_suit() {
    let text = "turn 0; 0 3h4h5h9c; 1 4s6h7h8hTc; 2 7d8d9d9hThJh; 3 QhKhXKc";
    let p = at(|_| (), text).go(&["0 3h4h5h", "1 6h7h8h"]);
    assert_eq!(p.table().field.lock.to_string(), "h");
    assert_eq!(p.legal(), ["pass", "9hThJh"]);
    let p = p.go(&["2 pass"]);
    assert_eq!(p.legal(), ["pass", "QhKhX=run-J", "QhKhX=run-Q"]);
}

#[test]
fn a_joker_creates_a_lock_only_where_the_switch_lets_it() {
    let text = "turn 0; 0 4h4s9c; 1 5hXTc; 2 6h6s6cJc; 3 7c7dQc";
    let p = at(|_| (), text).go(&["0 4h4s", "1 5hX"]);
    assert!(p.table().field.lock.is_empty());
    let p = p.go(&["2 6h6s"]);
    assert!(p.table().field.lock.is_empty(), "a joker below creates none either");
    let p = at(|c| c.lock_joker = LockJoker::Creates, text).go(&["0 4h4s", "1 5hX"]);
    assert_eq!(p.table().field.lock.to_string(), "hs");
    assert_eq!(p.legal(), ["pass", "6h6s"]);
    // Suits that no joker can make alike lock nothing.
    let text = "turn 0; 0 4h4s9c; 1 5dXTc; 2 6h6s6cJc; 3 7c7dQc";
    let p = at(|c| c.lock_joker = LockJoker::Creates, text).go(&["0 4h4s", "1 5dX"]);
    assert_eq!(p.table().field.lock.to_string(), "");
}

#[test]
fn a_lone_joker_satisfies_a_lock_and_leaves_it() {
    let text = "turn 0; 0 4h9c; 1 5hTc; 2 XJc; 3 3s2hQc";
    let p = at(|_| (), text).go(&["0 4h", "1 5h", "2 X"]);
    assert_eq!(p.table().field.lock.to_string(), "h");
    assert_eq!(p.table().field.play.unwrap().to_string(), "X");
}

#[test]
fn an_eight_cuts_in_groups_in_all_plays_or_not_at_all() {
    let text = "turn 0; 0 8c8dXTc; 1 9c9d; 2 9h9s; 3 QcQd";
    for play in ["8c", "8c8d", "8c8dX"] {
        let act = format!("0 {play}");
        let groups = at(|_| (), text).go(&[&act]);
        assert_eq!((groups.turn(), groups.table().field.play), (Some(Seat(0)), None), "{play}");
        let off = at(|c| c.eight_cut = EightCut::Off, text).go(&[&act]);
        assert_eq!(off.turn(), Some(Seat(1)), "{play}");
    }
    let run = "turn 0; 0 6c7c8cTc; 1 9c9d; 2 9h9s; 3 QcQd";
    assert_eq!(at(|_| (), run).go(&["0 6c7c8c"]).turn(), Some(Seat(1)));
    assert_eq!(at(|c| c.eight_cut = EightCut::All, run).go(&["0 6c7c8c"]).turn(), Some(Seat(0)));
    // A joker that stands for the 8 is an 8.
    let joker = "turn 0; 0 6c7cXTcJd; 1 9c9d; 2 9h9s; 3 QcQd";
    assert_eq!(at(|c| c.eight_cut = EightCut::All, joker).go(&["0 6c7cX=run-6"]).turn(), Some(Seat(0)));
    assert_eq!(at(|c| c.eight_cut = EightCut::All, joker).go(&["0 6c7cX=run-5"]).turn(), Some(Seat(1)));
}

#[test]
fn four_of_a_rank_are_a_revolution_jokers_counted_and_a_second_reverses_again() {
    let text = "turn 0; 0 5c5d5hXTcTd; 1 4c4d4h4s9d; 2 9h9s; 3 QcQd";
    let p = at(|_| (), text).go(&["0 5c5d5hX"]);
    assert!(p.table().field.revolution);
    assert!(p.allows("4c4d4h4s"), "under the revolution four 4s beat four 5s");
    let p = p.go(&["1 4c4d4h4s"]);
    assert!(!p.table().field.revolution);
    let p = at(|c| c.revolution = Revolution::Off, text).go(&["0 5c5d5hX"]);
    assert!(!p.table().field.revolution);
    let p = at(|_| (), text).go(&["0 5c5d5h"]);
    assert!(!p.table().field.revolution, "three of a rank are none");
    // A revolution outlasts the field.
    let p = at(|_| (), text).go(&["0 5c5d5hX", "1 pass", "2 pass", "3 pass"]);
    assert!(p.table().field.revolution && p.table().field.play.is_none());
}

#[test]
fn a_run_of_five_is_a_revolution_only_where_the_switch_says() {
    let text = "turn 0; 0 3c4c5c6c7cTd; 1 9c9d; 2 9h9s; 3 QcQd";
    assert!(!at(|_| (), text).go(&["0 3c4c5c6c7c"]).table().field.revolution);
    let runs = |c: &mut Config| c.revolution = Revolution::GroupsAndRuns;
    assert!(at(runs, text).go(&["0 3c4c5c6c7c"]).table().field.revolution);
    assert!(!at(runs, text).go(&["0 3c4c5c6c"]).table().field.revolution, "a run of four is none");
}

#[test]
fn a_lone_spade_3_beats_a_lone_joker_and_clears_the_field() {
    let p = facing(|_| (), "X", "3s3c2s4c");
    assert_eq!(p.legal(), ["pass", "3s"]);
    let p = p.go(&["0 3s"]);
    assert_eq!((p.turn(), p.table().field.play), (Some(Seat(0)), None));
    assert_eq!(facing(|c| c.spade3 = false, "X", "3s3c2s4c").legal(), ["pass"]);
    // Not a joker among other cards, nor two of them.
    assert_eq!(facing(|_| (), "2cX", "3s3c2s4c").legal(), ["pass"]);
    assert_eq!(facing(|c| c.joker_pair = true, "XX", "3s3c2s4c").legal(), ["pass"]);
}

#[test]
fn the_spade_3_ignores_a_lock_unless_spade3_lock_is_on() {
    let text = format!("turn 0; field 3 X; lock h; 0 3s4c; {OTHERS}");
    assert!(at(|_| (), &text).allows("3s"));
    assert!(!at(|c| c.spade3_lock = true, &text).allows("3s"));
    let text = format!("turn 0; field 3 X; lock s; 0 3s4c; {OTHERS}");
    assert!(at(|c| c.spade3_lock = true, &text).allows("3s"));
}

#[test]
fn a_jack_reverses_until_the_field_clears_where_jack_back_is_on() {
    let text = "turn 0; 0 JcTc; 1 9c9dKc; 2 9h9s; 3 QcQd";
    let p = at(|c| c.jack_back = true, text).go(&["0 Jc"]);
    assert_eq!(p.legal(), ["pass", "9c", "9d"]);
    let p = p.go(&["1 pass", "2 pass", "3 pass"]);
    assert!(!p.table().field.reversed(), "the clear ends it");
    assert_eq!(at(|_| (), text).go(&["0 Jc"]).legal(), ["pass", "Kc"]);
    // Under a revolution the jack makes the order normal.
    let under = format!("{text}; revolution");
    assert_eq!(at(|c| c.jack_back = true, &under).go(&["0 Jc"]).legal(), ["pass", "Kc"]);
}
