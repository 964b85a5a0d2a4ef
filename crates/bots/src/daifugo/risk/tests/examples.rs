//! Worked examples: numbers that a pencil gives.

use super::super::{Risks, enumerate};
use crate::daifugo::ledger::Ledger;
use arrayvec::ArrayVec;
use croupier_core::Seat;
use croupier_games::daifugo::{CardSet, Config, Field, Rank, Table};

/// A ledger of four seats in which seat 1 and the others hold so many of the unknown cards.
fn ledger(unknown: &str, slots: [u8; 3], blind: u8) -> Ledger {
    Ledger {
        seat: Seat(0),
        mine: "3c".parse().unwrap(),
        public: CardSet::EMPTY,
        known: (0..4).map(|_| CardSet::EMPTY).collect(),
        sent: CardSet::EMPTY,
        unknown: unknown.parse().unwrap(),
        slots: [0, slots[0], slots[1], slots[2]].into_iter().collect(),
        blind,
        hidden: 0,
        bound: (0..4).map(|_| None).collect(),
        passes: Vec::new(),
    }
}

fn table(field: Field, ledger: &Ledger) -> Table {
    Table {
        next: Seat::all(4).map(|s| s.after(1, 4)).collect(),
        turn: Seat(0),
        field,
        owner: None,
        active: Seat::all(4).collect::<Vec<_>>().into(),
        passed: Vec::new().into(),
        left: ledger.slots.clone(),
        finished: ArrayVec::new(),
        fouled: ArrayVec::new(),
        fallen: None,
        lots: ArrayVec::new(),
        passes: 0,
    }
}

/// The risk of a field, checked against enumeration, when these seats may answer.
fn risk(field: &str, ledger: &Ledger, responders: &[u8]) -> f64 {
    let rules = Config::standard();
    let field = Field { play: Some(field.parse().unwrap()), ..Field::default() };
    let responders: Vec<Seat> = responders.iter().map(|s| Seat(*s)).collect();
    let table = table(field, ledger);
    let risk = Risks::at(&rules, &table, None, ledger).risk_from(&field, &responders);
    let truth = enumerate(&rules, ledger, &field, &responders, 1e6).unwrap();
    assert!((risk - truth).abs() < 1e-12, "{risk} and {truth}");
    risk
}

#[test]
fn two_winners_among_ten_and_three_slots_are_the_pages_0_5333() {
    // 1 − C(8,3) / C(10,3) = 1 − 56/120.
    let ledger = ledger("4c5c6c7c8c9cTcJc2c2d", [3, 7, 0], 0);
    assert!((risk("Ad", &ledger, &[1]) - 64.0 / 120.0).abs() < 1e-12);
}

#[test]
fn two_jokers_of_two_seats_are_not_independent() {
    // Each of two seats holds two of four cards, two of them jokers: a pair of 4s is beaten by a seat with a joker and a
    // card, by both jokers never (no joker pair). Both jokers fall to one seat in 2 of 6 ways.
    let ledger = ledger("5c6cXX", [2, 2, 0], 0);
    assert!((risk("4c4d", &ledger, &[1, 2]) - 4.0 / 6.0).abs() < 1e-12);
}

#[test]
fn a_bounded_seat_holds_no_card_above_its_bound_and_no_joker() {
    let mut ledger = ledger("5c6c2cX", [2, 2, 0], 0);
    ledger.bound[1] = Some(Rank(3));
    // Seat 1 holds 5 and 6 for sure: it cannot beat a 7, seat 2 does.
    assert_eq!(risk("7d", &ledger, &[1]), 0.0);
    assert_eq!(risk("7d", &ledger, &[2]), 1.0);
}

#[test]
fn a_known_card_that_beats_is_certain_and_one_that_does_not_is_no_risk() {
    let mut ledger = ledger("4c5c6c", [2, 1, 0], 0);
    ledger.known[1] = "Kd".parse().unwrap();
    assert_eq!(risk("Qd", &ledger, &[1]), 1.0);
    assert_eq!(risk("Ad", &ledger, &[1, 2]), 0.0);
}

#[test]
fn the_last_three_of_a_suit_are_a_run_only_together() {
    // Three of four cards to one seat: the run needs the other card elsewhere, 1 of 4 ways.
    let ledger = ledger("7h8h9hKc", [3, 1, 0], 0);
    assert!((risk("4s5s6s", &ledger, &[1, 2]) - 0.25).abs() < 1e-12);
}

#[test]
fn no_joker_lies_blind_so_that_a_lone_slot_can_hold_it_for_sure() {
    let ledger = ledger("4c5cX", [1, 0, 0], 2);
    assert_eq!(risk("2d", &ledger, &[1]), 1.0);
}
