//! Tests of `hard`.

use super::certain;
use super::*;
use croupier_core::laws::check_blind;
use croupier_core::{Budget, Decision, Game, Luck, Turn, play};
use croupier_games::daifugo::{Card, State};

fn tables() -> Vec<Config> {
    let standard = Config { deals: 3, ..Config::standard() };
    vec![
        standard.clone(),
        Config { players: 5, joker_pair: true, jack_back: true, ..standard.clone() },
        Config { players: 6, pass_lock: false, ..standard },
        Config { deals: 4, ..Config::uecda() },
    ]
}

#[test]
fn it_sees_its_view_alone_and_plays_whole_sets_without_falling_back() {
    for rules in tables() {
        let game = Daifugo::new(rules.clone()).unwrap();
        if rules.players == 4 {
            let make =
                || Box::new(Hard::new(rules.clone(), HardParams::default())) as Box<dyn Agent<Daifugo>>;
            check_blind(&game, make);
        }
        let mut bots: Vec<Hard> =
            (0..game.seats()).map(|_| Hard::new(rules.clone(), HardParams::default())).collect();
        for luck in 0..2 {
            let mut table: Vec<&mut dyn Agent<Daifugo>> =
                bots.iter_mut().map(|b| b as &mut dyn Agent<Daifugo>).collect();
            let rngs = (0..game.seats() as u64).map(|i| Rng::keyed("hard", &[luck, i])).collect();
            let outcome = play(&game, Luck(luck), &mut table, rngs, Budget::Own, &mut ());
            assert_eq!(outcome.forfeit, None);
        }
        assert!(bots.iter().all(|b| b.fallbacks() == (0, None)));
    }
}

#[test]
fn hard_beats_easy() {
    let game = Daifugo::new(Config::standard()).unwrap();
    let (mut total, mut sets) = (0.0, 0.0);
    for luck in 0..20 {
        for seat in 0..4 {
            let mut hard = Hard::new(Config::standard(), HardParams::default());
            let mut easy: Vec<Easy> =
                (0..3).map(|_| Easy::new(Config::standard(), EasyParams::default())).collect();
            let mut table: Vec<&mut dyn Agent<Daifugo>> =
                easy.iter_mut().map(|b| b as &mut dyn Agent<Daifugo>).collect();
            table.insert(seat, &mut hard);
            let rngs = (0..4).map(|i| Rng::keyed("hard", &[luck, i])).collect();
            total += play(&game, Luck(luck), &mut table, rngs, Budget::Own, &mut ()).scores[seat];
            sets += 1.0;
        }
    }
    // Over 250 blocks of deck "test" it is 3.47 (docs/BENCHMARKS.md); twenty blocks have a standard error of a quarter.
    assert!(total / sets > 1.1, "{} a set", total / sets);
}

#[test]
fn a_view_that_does_not_balance_is_played_by_easy_and_counted() {
    let game = Daifugo::new(Config::standard()).unwrap();
    let mut state = game.start();
    let mut rng = Rng::keyed("fallback", &[]);
    while game.turn(&state) == Turn::Chance {
        let chance = game.draw(&state, &mut rng);
        game.reveal(&mut state, &chance).unwrap();
    }
    let Turn::Seat(seat) = game.turn(&state) else { unreachable!() };
    let mut view = game.view(&state, seat);
    view.blind += 1;
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    let mut hard = Hard::new(Config::standard(), HardParams::default());
    let action = hard.act(&Decision::new(&view, &legal, Budget::Own)).unwrap();
    let easy = Easy::new(Config::standard(), EasyParams::default());
    assert_eq!(action, easy.choose(&view, &legal).unwrap());
    let (times, why) = hard.fallbacks();
    assert_eq!(times, 1);
    assert!(why.unwrap().contains("blind"));
}

/// Plays on from a certain line: the seat follows it, the others do what they can. Whether anybody else played a card.
fn others_play_on(game: &Daifugo, state: &State, seat: Seat, rng: &mut Rng) -> bool {
    let (mut state, mut legal) = (state.clone(), Vec::new());
    let mut disturbed = false;
    loop {
        let Turn::Seat(turn) = game.turn(&state) else { return disturbed };
        let view = game.view(&state, seat);
        if view.stage != Stage::Play || !view.table.active.has(seat) {
            return disturbed;
        }
        game.legal(&state, &mut legal);
        let action = if turn == seat {
            let ledger = Ledger::new(game.rules(), &view).unwrap();
            let mut risks = Risks::new(game.rules(), &view, &ledger);
            certain::first(game.rules(), &view, &legal, &mut risks).expect("the line goes on")
        } else {
            // Whoever can play does.
            let plays: Vec<Action> = legal.iter().copied().filter(|a| *a != Action::Pass).collect();
            disturbed |= !plays.is_empty();
            if plays.is_empty() { Action::Pass } else { plays[rng.index(plays.len())] }
        };
        game.apply(&mut state, action).unwrap();
    }
}

#[test]
fn nobody_can_disturb_a_certain_line() {
    let (mut lines, mut long) = (0, 0);
    for (i, rules) in tables().into_iter().enumerate() {
        let game = Daifugo::new(rules).unwrap();
        for luck in 0..8 {
            let mut rng = Rng::keyed("certain", &[i as u64, luck]);
            let (mut state, mut legal) = (game.start(), Vec::new());
            loop {
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let chance = game.draw(&state, &mut rng);
                        game.reveal(&mut state, &chance).unwrap();
                        continue;
                    }
                    Turn::Seat(seat) => {
                        game.legal(&state, &mut legal);
                        let view = game.view(&state, seat);
                        if view.stage == Stage::Play {
                            let ledger = Ledger::new(game.rules(), &view).unwrap();
                            let mut risks = Risks::new(game.rules(), &view, &ledger);
                            if certain::first(game.rules(), &view, &legal, &mut risks).is_some() {
                                assert!(!others_play_on(&game, &state, seat, &mut rng), "{view}");
                                lines += 1;
                                long += u32::from(view.hand.len() > 3);
                            }
                        }
                    }
                }
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action).unwrap();
            }
        }
    }
    assert!(lines > 100 && long > 10, "{lines} lines, {long} of more than three cards");
}

#[test]
fn each_part_is_a_switch_of_the_spec() {
    let game = Daifugo::new(Config::standard()).unwrap();
    for part in ["certain", "risk", "exchange", "plan", "orders", "tribute"] {
        let (params, _) = crate::find(&game, &format!("hard:{part}=off").parse().unwrap()).unwrap();
        assert_ne!(params.read::<HardParams>().unwrap(), HardParams::default());
    }
    let (params, _) = crate::find(&game, &"hard:passes=0.5".parse().unwrap()).unwrap();
    assert_eq!(params.read::<HardParams>().unwrap(), HardParams { passes: 0.5, ..HardParams::default() });
}

#[test]
fn the_largest_hand_of_one_suit_with_both_jokers_is_decided() {
    let game = Daifugo::new(Config::standard()).unwrap();
    let mut state = game.start();
    game.reveal(&mut state, &"seats 0 1 2 3".parse().unwrap()).unwrap();
    let mine: CardSet = "3c4c5c6c7c9cTcJcQcKcAcXX".parse().unwrap();
    let rest: Vec<Card> = CardSet::deck(13, 0).minus(mine).iter().collect();
    let part = |from: usize, n: usize| rest[from..from + n].iter().copied().collect::<CardSet>();
    let deal = format!("deal {} {} {} {} {mine}", part(0, 2), part(2, 13), part(15, 13), part(28, 13));
    game.reveal(&mut state, &deal.parse().unwrap()).unwrap();
    let view = game.view(&state, Seat(3));
    let mut legal = Vec::new();
    croupier_games::daifugo::actions(game.rules(), &view.table.field, mine, &mut legal);
    assert!(legal.len() > 300, "{}", legal.len());
    let action = Hard::new(Config::standard(), HardParams::default()).choose(&view, &legal).unwrap();
    assert!(action.is_some_and(|a| legal.contains(&a)));
}
