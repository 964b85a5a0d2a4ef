//! The laws of every game, on both profiles and on tables where each switch is turned.

use super::{standard, uecda};
use crate::daifugo::{
    Blind, BlindScope, EightCut, Foul, LaterLead, LockJoker, Revolution, RunCompare, TributeTies,
};
use croupier_core::laws::{self, Effort};

const SHORT: Effort = Effort { episodes: 12, decisions: 20, worlds: 3 };

#[test]
fn the_standard_game_keeps_every_law() {
    laws::find(&standard(|_| ()), SHORT).unwrap();
}

#[test]
fn five_and_six_seats_keep_every_law() {
    for players in [5, 6] {
        laws::find(&standard(|c| c.players = players), SHORT).unwrap();
    }
}

#[test]
fn uecda_keeps_every_law() {
    laws::find(&uecda(|c| c.deals = 7), SHORT).unwrap();
}

#[test]
fn every_switch_turned_keeps_every_law() {
    let game = standard(|c| {
        c.blind_scope = BlindScope::Set;
        c.tribute_ties = TributeTies::LowestSuit;
        c.later_lead = LaterLead::Card;
        c.joker_pair = true;
        c.run_compare = RunCompare::AboveTop;
        c.pass_lock = false;
        c.lock_joker = LockJoker::Creates;
        c.eight_cut = EightCut::All;
        c.revolution = Revolution::GroupsAndRuns;
        c.spade3_lock = true;
        c.jack_back = true;
        c.redraw = 1;
        c.foul_finish = vec![Foul::Two, Foul::Spade3];
        c.points = "7/2/0/-3.5".into();
    });
    laws::find(&game, SHORT).unwrap();
    let game = standard(|c| {
        c.players = 5;
        c.blind = Blind::None;
        c.tribute = false;
        c.later_lead = LaterLead::Card;
        c.owner_answers = true;
        c.lead_pass = true;
        c.pass_limit = 9;
        c.suit_lock = false;
        c.eight_cut = EightCut::Off;
        c.revolution = Revolution::Off;
        c.spade3 = false;
        c.fall = false;
    });
    laws::find(&game, SHORT).unwrap();
}

#[test]
fn samples_of_a_tiny_deck_are_distributed_as_chance_deals() {
    // Each seat holds one card, with a joker or two, and two cards are blind; then two each without jokers.
    laws::check_sampler(&standard(|c| {
        c.ranks = 1;
        c.deals = 1;
    }));
    let game = standard(|c| {
        c.ranks = 2;
        c.jokers = 0;
        c.blind = Blind::None;
        c.deals = 1;
    });
    laws::find_sampler(&game, 2, 20_000).unwrap();
}
