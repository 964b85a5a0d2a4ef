//! Tests of the ledger: the law of conservation and the truth behind it, at every seat of every decision.

use super::{Ledger, LedgerError};
use croupier_core::{Game, Rng, Seat, Turn};
use croupier_games::daifugo::{
    Blind, BlindScope, CardSet, Config, Daifugo, Event, LaterLead, Rank, Stage, State, TributeTies, View,
};

/// Plays sets with random actions and shows every state at which a seat decides.
fn each_state(game: &Daifugo, rng: &mut Rng, mut seen: impl FnMut(&State)) {
    let (mut state, mut legal) = (game.start(), Vec::new());
    loop {
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => {
                let chance = game.draw(&state, rng);
                game.reveal(&mut state, &chance).unwrap();
            }
            Turn::Seat(_) => {
                seen(&state);
                game.legal(&state, &mut legal);
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action).unwrap();
            }
        }
    }
}

fn tables() -> Vec<Config> {
    let standard = Config::standard();
    vec![
        standard.clone(),
        Config { players: 5, blind_scope: BlindScope::Set, ..standard.clone() },
        Config { players: 6, tribute_ties: TributeTies::LowestSuit, joker_pair: true, ..standard.clone() },
        Config { blind: Blind::None, later_lead: LaterLead::Card, jack_back: true, ..standard.clone() },
        Config { jokers: 0, ranks: 4, pass_lock: false, ..standard.clone() },
        Config { tribute: false, fall: false, foul_finish: vec![], ..standard },
        Config { deals: 8, ..Config::uecda() },
    ]
}

/// What is true of a ledger, given every hand.
fn truths(ledger: &Ledger, hands: &[CardSet], playing: bool) {
    let mut seen = ledger.mine.plus(ledger.public).plus(ledger.sent);
    for seat in Seat::all(hands.len()).filter(|s| *s != ledger.seat) {
        let (hand, known) = (hands[seat.index()], ledger.known[seat.index()]);
        assert!(hand.includes(known), "{seat} holds {hand}, not {known}\n{ledger}");
        let unknown = hand.minus(known);
        assert!(ledger.unknown.includes(unknown), "{seat}: {unknown}\n{ledger}");
        assert_eq!(unknown.len(), u32::from(ledger.slots[seat.index()]));
        let bound = ledger.bound[seat.index()].unwrap_or(Rank::JOKER);
        assert!(unknown.iter().all(|c| c.rank() <= bound), "{seat}: {unknown} above {bound}\n{ledger}");
        seen = seen.plus(hand);
    }
    if playing {
        // What is left of the deck lies blind, and no joker does.
        let blind = ledger.unknown.minus(hands.iter().fold(CardSet::EMPTY, |all, h| all.plus(*h)));
        assert_eq!((seen.len() + blind.len(), blind.jokers()), (seen.plus(blind).len(), 0));
        assert_eq!(blind.len(), u32::from(ledger.blind), "{ledger}");
    }
}

#[test]
fn every_seats_ledger_balances_and_is_true_at_every_decision() {
    let mut rng = Rng::keyed("ledgers", &[]);
    for rules in tables() {
        let game = Daifugo::new(rules).unwrap();
        for _ in 0..3 {
            each_state(&game, &mut rng.split(), |state| {
                let views: Vec<View> = Seat::all(game.seats()).map(|s| game.view(state, s)).collect();
                let hands: Vec<CardSet> = views.iter().map(|v| v.hand).collect();
                for view in &views {
                    let ledger = Ledger::new(game.rules(), view).unwrap_or_else(|e| panic!("{e}\n{view}"));
                    truths(&ledger, &hands, view.stage == Stage::Play);
                    let passed = view.events.iter().filter(|e| matches!(e, Event::Pass { .. })).count();
                    assert_eq!(ledger.passes.len(), passed);
                }
            });
        }
    }
}

/// A view in the middle of a second deal, by one of the seats that exchanged.
fn view_of_a_giver() -> (Daifugo, View) {
    let game = Daifugo::new(Config::standard()).unwrap();
    let mut found = None;
    each_state(&game, &mut Rng::keyed("giver", &[]), |state| {
        let Turn::Seat(seat) = game.turn(state) else { return };
        let view = game.view(state, seat);
        let pairs = view.pairs().filter(|_| view.stage == Stage::Play && view.events.len() > 9);
        if pairs.is_some_and(|p| p[0].giver == seat || p[0].taker == seat) {
            found.get_or_insert(view);
        }
    });
    (game, found.unwrap())
}

#[test]
fn a_view_that_does_not_balance_is_an_error_and_never_a_guess() {
    let (game, view) = view_of_a_giver();
    let error = |change: fn(&mut View)| {
        let mut view = view.clone();
        change(&mut view);
        Ledger::new(game.rules(), &view).unwrap_err()
    };
    assert!(matches!(error(|v| v.blind = 3), LedgerError::Rules { field: "blind", .. }));
    assert!(matches!(error(|v| v.gave = CardSet::EMPTY), LedgerError::Exchange { given: 0, .. }));
    assert!(matches!(error(|v| v.ranks.clear()), LedgerError::Exchange { due: 0, .. }));
    assert!(matches!(error(|v| v.events.clear()), LedgerError::Field | LedgerError::Balance { .. }));
    let fewer = error(|v| {
        let i = v.table.active.iter().find(|s| *s != v.seat).unwrap().index();
        v.table.left[i] += 1;
    });
    assert!(matches!(fewer, LedgerError::Balance { .. }), "{fewer}");
    let twice = error(|v| {
        let play = v.events.iter().find_map(|e| match e {
            Event::Play { play, .. } => Some(play.cards()),
            _ => None,
        });
        v.hand = v.hand.plus(play.unwrap());
    });
    assert!(matches!(twice, LedgerError::Misplaced { .. }), "{twice}");
    let short = error(|v| v.hand = v.hand.without(v.hand.iter().next().unwrap()));
    assert!(matches!(short, LedgerError::Left { .. }), "{short}");
}

#[test]
fn what_a_seat_gave_is_known_until_it_is_played_and_what_it_took_bounds_the_giver() {
    let game = Daifugo::new(Config::standard()).unwrap();
    let (mut bounds, mut known) = (0, 0);
    each_state(&game, &mut Rng::keyed("exchange", &[]), |state| {
        let Turn::Seat(seat) = game.turn(state) else { return };
        let view = game.view(state, seat);
        let Some(pairs) = view.pairs().filter(|_| view.stage == Stage::Play) else { return };
        let ledger = Ledger::new(game.rules(), &view).unwrap();
        for pair in pairs {
            let other = if pair.giver == seat { pair.taker } else { pair.giver };
            if pair.giver != seat && pair.taker != seat {
                continue;
            }
            let left = view.gave.minus(view.played()[other.index()]);
            assert_eq!(ledger.known[other.index()], left);
            known += left.len();
            let weaker = view.got.iter().next().unwrap().rank();
            let bound = (pair.taker == seat && weaker < Rank::JOKER).then_some(weaker);
            assert_eq!(ledger.bound[other.index()], bound);
            bounds += u32::from(bound.is_some());
        }
    });
    assert!(bounds > 5 && known > 5, "{bounds} {known}");
}
