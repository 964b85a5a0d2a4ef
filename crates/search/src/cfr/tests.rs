use super::mccfr::{GameWalk, Mccfr};
use super::*;
use croupier_core::{Enumerate, Game, LegalSet, Rng, Turn};
use croupier_games::{Kuhn, Leduc};
use std::collections::HashMap;

const LEDUC_VALUE: f64 = -0.085_606_424_078;

fn solved<G: Enumerate>(game: &G, rule: Rule, iterations: u32) -> Evaluation {
    let tree = Tree::new(game, 100_000).unwrap();
    let mut solver = Solver::new(&tree, rule);
    solver.run(iterations);
    solver.evaluate()
}

#[test]
fn leduc_has_936_information_sets_and_kuhn_12() {
    assert_eq!(Tree::new(&Leduc::default(), 100_000).unwrap().information_sets(), 936);
    assert_eq!(Tree::new(&Kuhn::default(), 1000).unwrap().information_sets(), 12);
}

/// The values are those of the rules pages; at exploitability e the value is within 2e of them.
#[test]
fn every_rule_converges_to_the_known_values() {
    for (name, rule) in Rule::ALL {
        let kuhn = solved(&Kuhn::default(), rule, 3000);
        assert!(kuhn.exploitability < 2e-3, "{name}: {kuhn:?}");
        assert!((kuhn.value + 1.0 / 18.0).abs() <= 2.0 * kuhn.exploitability, "{name}: {kuhn:?}");
        let leduc = solved(&Leduc::default(), rule, 400);
        let bound = [0.05, 2e-3, 1e-3][rule as usize];
        assert!(leduc.exploitability < bound, "{name}: {leduc:?}");
        assert!((leduc.value - LEDUC_VALUE).abs() <= 2.0 * leduc.exploitability, "{name}: {leduc:?}");
    }
}

#[test]
fn more_iterations_give_leduc_to_seven_digits() {
    let result = solved(&Leduc::default(), Rule::Discounted, 6000);
    assert!((result.value - LEDUC_VALUE).abs() < 5e-7, "{result:?}");
}

/// The value of a pair of strategies by walking the game itself, without the tree's arrays.
fn walked<G: Enumerate>(game: &G, s: &G::State, strategy: &HashMap<G::View, Vec<f64>>) -> f64 {
    match game.turn(s) {
        Turn::Over => {
            let mut scores = [0.0; 2];
            game.scores(s, &mut scores);
            scores[0]
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(s, &mut outcomes);
            let value = |(c, p): &(G::Chance, f64)| {
                let mut next = s.clone();
                game.reveal(&mut next, c).unwrap();
                p * walked(game, &next, strategy)
            };
            outcomes.iter().map(value).sum()
        }
        Turn::Seat(seat) => {
            let mut legal = G::Legal::default();
            game.legal(s, &mut legal);
            let probabilities = &strategy[&game.view(s, seat)];
            let value = |(a, p): (G::Action, &f64)| {
                let mut next = s.clone();
                game.apply(&mut next, a).unwrap();
                p * walked(game, &next, strategy)
            };
            legal.each().zip(probabilities).map(value).sum()
        }
    }
}

#[test]
fn the_value_is_what_the_strategies_win_when_the_game_is_walked() {
    let game = Leduc::default();
    let tree = Tree::new(&game, 100_000).unwrap();
    let mut solver = Solver::new(&tree, Rule::Plus);
    solver.run(7);
    let mut strategy = HashMap::new();
    for seat in 0..2 {
        for (info, probabilities) in tree.infos(seat).iter().zip(solver.strategy(seat)) {
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            strategy.insert(info.view.clone(), probabilities);
        }
    }
    let walked = walked(&game, &game.start(), &strategy);
    assert!((walked - solver.evaluate().value).abs() < 1e-12);
}

/// In Kuhn poker every pure strategy of a seat can be listed: the best of them is the best response.
#[test]
fn the_best_response_is_the_best_pure_strategy() {
    let game = Kuhn::default();
    let tree = Tree::new(&game, 1000).unwrap();
    let mut solver = Solver::new(&tree, Rule::Vanilla);
    solver.run(3);
    let responses = solver.evaluate().responses;
    for (seat, response) in responses.into_iter().enumerate() {
        let own = tree.infos(seat);
        let best = (0..1u32 << own.len()).map(|code| {
            let mut strategy = HashMap::new();
            for (info, p) in tree.infos(1 - seat).iter().zip(solver.strategy(1 - seat)) {
                strategy.insert(info.view.clone(), p);
            }
            for (i, info) in own.iter().enumerate() {
                let bet = f64::from(code >> i & 1);
                strategy.insert(info.view.clone(), vec![1.0 - bet, bet]);
            }
            let value = walked(&game, &game.start(), &strategy);
            if seat == 0 { value } else { -value }
        });
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        assert!((best - response).abs() < 1e-12, "seat {seat}: {best} v {response}");
    }
}

#[test]
fn a_game_that_is_too_large_or_of_other_seats_is_refused_by_name() {
    assert_eq!(Tree::new(&Leduc::default(), 500).err(), Some(CfrError::Size(500)));
}

#[test]
fn sampling_comes_near_the_value_of_leduc() {
    let game = Leduc::default();
    let mut walk = GameWalk::new(game.clone());
    let mut solver = Mccfr::default();
    solver.run(&mut walk, 60_000, 60_000, &mut Rng::keyed("mccfr", &[]));
    assert_eq!(walk.infos().len(), 936);
    let mut strategy = HashMap::new();
    for met in walk.infos() {
        strategy.insert(met.view.clone(), solver.strategy(met.slot, met.actions.len()));
    }
    let value = walked(&game, &game.start(), &strategy);
    assert!((value - LEDUC_VALUE).abs() < 0.05, "{value}");
}
