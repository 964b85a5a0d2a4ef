//! Who may answer, by asking the engine; and risks of real plays by enumeration.

use super::super::{Risks, enumerate};
use super::{each_state, rules};
use crate::daifugo::ledger::Ledger;
use croupier_core::{Game, Rng, Seat, Turn};
use croupier_games::daifugo::{Action, Daifugo, Event, Play, State, each_answer};

/// The seats that the engine gives the turn before the field clears, when all of them pass.
fn asked(game: &Daifugo, state: &State, play: Play) -> Vec<Seat> {
    let mut state = state.clone();
    let me = game.turn(&state);
    let Turn::Seat(me) = me else { unreachable!() };
    let before = game.view(&state, me).events.len();
    game.apply(&mut state, Action::Play(play)).unwrap();
    let mut seats = Vec::new();
    while let Turn::Seat(seat) = game.turn(&state) {
        let view = game.view(&state, seat);
        // Another deal begins without events; a clear leaves the field empty.
        let cleared = view.events.iter().skip(before).any(|e| *e == Event::Clear);
        if view.events.len() <= before || cleared || view.table.field.play.is_none() {
            break;
        }
        if u32::from(view.table.left[seat.index()]) >= play.len() {
            seats.push(seat);
        }
        game.apply(&mut state, Action::Pass).unwrap();
    }
    seats.sort_unstable();
    seats.dedup();
    seats
}

#[test]
fn responders_are_the_seats_that_the_engine_asks() {
    let mut rng = Rng::keyed("responders", &[]);
    let (mut compared, mut none) = (0, 0);
    for _ in 0..25 {
        let game = Daifugo::new(rules(&mut rng)).unwrap();
        each_state(&game, &mut rng.split(), |state, legal, rng| {
            let Turn::Seat(seat) = game.turn(state) else { return };
            let Action::Play(play) = legal[rng.index(legal.len())] else { return };
            let view = game.view(state, seat);
            // Without the lock a pass opens no turn again until the next play, and lots may end the deal first.
            if game.rules().pass_limit > 0 && view.table.passes > 0 {
                return;
            }
            let ledger = Ledger::new(game.rules(), &view).unwrap();
            let mut responders = Risks::new(game.rules(), &view, &ledger).responders(play).to_vec();
            responders.sort_unstable();
            assert_eq!(responders, asked(&game, state, play), "{play} on\n{view}");
            compared += 1;
            none += u64::from(responders.is_empty());
        });
    }
    assert!(compared > 500 && none > 20, "{compared} {none}");
}

#[test]
fn risks_at_the_end_of_real_deals_are_what_enumeration_says() {
    let mut rng = Rng::keyed("real ends", &[]);
    let (mut compared, mut between) = (0, 0);
    for _ in 0..30 {
        let game = Daifugo::new(rules(&mut rng)).unwrap();
        each_state(&game, &mut rng.split(), |state, legal, _| {
            let Turn::Seat(seat) = game.turn(state) else { return };
            let view = game.view(state, seat);
            let ledger = Ledger::new(game.rules(), &view).unwrap();
            if ledger.unknown.len() > 8 {
                return;
            }
            let mut risks = Risks::new(game.rules(), &view, &ledger);
            for action in legal {
                let Action::Play(play) = *action else { continue };
                let (after, others) = (risks.after(play), risks.others(play));
                let Some(mut truth) = enumerate(game.rules(), &ledger, &after.field, &others, 3e3) else {
                    continue;
                };
                if risks.responders(play).contains(&seat) {
                    let rest = ledger.mine.minus(play.cards());
                    each_answer(game.rules(), &after.field, rest, &mut |_| truth = 1.0);
                }
                if after.clears {
                    truth = 0.0;
                }
                let risk = risks.risk(play);
                assert!((risk - truth).abs() < 1e-9, "{play}: {risk} and {truth}\n{view}\n{ledger}");
                assert_eq!(risks.holds(play), truth == 0.0, "{play} on\n{view}\n{ledger}");
                compared += 1;
                between += u64::from(truth > 0.0 && truth < 1.0);
            }
        });
    }
    println!("{compared} plays, {between} risks between 0 and 1");
    assert!(compared > 200 && between > 20, "{compared} {between}");
}
