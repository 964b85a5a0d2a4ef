//! The two tree searches on small boards of Go, whose values are known.

use croupier_core::{Game, Rng};
use croupier_games::go::{Config, Go, Move};
use croupier_search::Uniform;
use croupier_search::mcts::{Limit, Mcts, Params};
use croupier_search::persistent::{Node, Search};
use proptest::prelude::*;
use std::sync::Arc;

fn board(width: u8, height: u8, komi: f64) -> Go {
    Go::new(Config { width, height, komi: Some(komi), ..Config::default() }).unwrap()
}

/// A position some random moves into a game.
fn position(game: &Go, moves: usize, seed: u64) -> <Go as Game>::State {
    let (mut state, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("position", &[seed]));
    for _ in 0..moves {
        game.legal(&state, &mut legal);
        let stones: Vec<Move> = legal.iter().copied().filter(|m| *m != Move::Pass).collect();
        if let Some(&mv) = stones.get(rng.index(stones.len().max(1))) {
            game.apply(&mut state, mv).unwrap();
        }
    }
    state
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn searching_n_then_m_is_searching_n_plus_m(n in 1u64..60, m in 1u64..60, moves in 0usize..9, seed in 0u64..1000) {
        let game = board(4, 4, 0.5);
        let state = position(&game, moves, seed);
        let search = Search::new(&game, &Uniform);
        let rng = Rng::keyed("stream", &[seed]);
        let (whole, after_whole) = search.grow(&state, Node::root(), n + m, rng.clone());
        let (half, between) = search.grow(&state, Node::root(), n, rng);
        let kept = half.clone();
        let before = format!("{kept:?}");
        let (both, after_both) = search.grow(&state, half, m, between);
        prop_assert_eq!(&whole, &both);
        prop_assert_eq!(after_whole, after_both);
        prop_assert_eq!(format!("{kept:?}"), before, "an old root's statistics never change");
        prop_assert_eq!(kept.visits(), n);
        prop_assert_eq!(both.visits(), n + m);
    }

    #[test]
    fn both_searches_know_the_same_after_the_same_stream(
        playouts in 1u64..400, moves in 0usize..9, seed in 0u64..1000, c in 0.1f64..3.0,
    ) {
        let game = board(4, 4, 1.0);
        let state = position(&game, moves, seed);
        let mut search = Search::new(&game, &Uniform);
        (search.exploration, search.draw) = (c, 0.25);
        let (root, after) = search.grow(&state, Node::root(), playouts, Rng::keyed("same", &[seed]));
        let params = Params { exploration: c, draw: 0.25, ..Params::plain() };
        let mut arena = Mcts::new(game.clone(), Arc::new(Uniform), params);
        let mut rng = Rng::keyed("same", &[seed]);
        let report = arena.search(&state, Limit::playouts(playouts), &mut rng);
        prop_assert_eq!(rng, after);
        prop_assert_eq!(report.best(), root.best().map(|e| e.action));
        for line in &report.lines {
            let edge = root.edges().iter().find(|e| e.action == line.action).unwrap();
            prop_assert_eq!(edge.visits, line.visits, "{}", line.action);
            if edge.visits > 0 {
                prop_assert_eq!(edge.wins / edge.visits as f64, line.value, "{}", line.action);
            }
        }
        prop_assert_eq!(report.lines[0].variation.clone(), root.principal_variation(12));
    }
}

#[test]
fn select_expand_and_simulate_are_functions() {
    let game = board(3, 3, 0.0);
    let search = Search::new(&game, &Uniform);
    let (state, rng) = (game.start(), Rng::keyed("pure", &[]));
    let root = Node::root();
    let once = search.select(&state, root.clone(), rng.clone());
    let again = search.select(&state, root.clone(), rng.clone());
    assert_eq!(once, again);
    assert_eq!((root.visits(), once.0.visits()), (0, 1));
    assert_eq!(search.simulate(&state, rng.clone()), search.simulate(&state, rng.clone()));
    let (node, _) = search.expand(&state, rng.clone());
    assert_eq!(node, search.expand(&state, rng).0);
    assert_eq!((node.edges().len(), node.visits()), (10, 0));
}

#[test]
fn every_old_root_stays_as_it_was() {
    let game = board(4, 4, 0.5);
    let search = Search::new(&game, &Uniform);
    let state = game.start();
    let mut roots = vec![(Node::root(), String::new())];
    roots[0].1 = format!("{:?}", roots[0].0);
    let mut rng = Rng::keyed("roots", &[]);
    for _ in 0..120 {
        let (next, _, after) = search.select(&state, roots.last().unwrap().0.clone(), rng);
        rng = after;
        let text = format!("{next:?}");
        roots.push((next, text));
    }
    for (i, (root, text)) in roots.iter().enumerate() {
        assert_eq!(root.visits(), i as u64);
        assert_eq!(format!("{root:?}"), *text, "root {i}");
    }
}

#[test]
fn the_kept_subtree_is_the_one_below_the_moves_made() {
    let game = board(4, 4, 0.5);
    let search = Search::new(&game, &Uniform);
    let (root, _) = search.grow(&game.start(), Node::root(), 2000, Rng::keyed("kept", &[]));
    let first = root.best().unwrap();
    let below = root.after(first.action);
    assert_eq!(below.visits(), first.visits);
    let reply = below.best().unwrap();
    assert_eq!(below.after(reply.action).visits(), reply.visits);
    assert_eq!(root.principal_variation(2), [first.action, reply.action]);
    let untried = root.after("D4".parse().unwrap()).after(Move::Pass).after(Move::Pass).after(Move::Pass);
    assert_eq!(untried.visits(), 0);
}

/// Black takes all nine points of 3×3 by the centre, three by a side, none by a corner (van der Werf, 2003).
#[test]
fn the_centre_wins_the_smallest_board_for_both_searches() {
    let game = board(3, 3, 3.5);
    let centre: Move = "B2".parse().unwrap();
    let (root, _) =
        Search::new(&game, &Uniform).grow(&game.start(), Node::root(), 8000, Rng::keyed("3", &[]));
    assert_eq!(root.best().unwrap().action, centre);
    for threads in [1, 2] {
        let params = Params { threads, ..Params::plain() };
        let report = Mcts::new(game.clone(), Arc::new(Uniform), params).search(
            &game.start(),
            Limit::playouts(8000),
            &mut Rng::keyed("3", &[]),
        );
        assert_eq!((report.best(), report.playouts), (Some(centre), 8000));
        assert_eq!(report.lines.iter().map(|l| l.visits).sum::<u64>(), 8000, "every simulation comes back");
    }
}

#[test]
fn an_early_stop_never_changes_the_move() {
    let mut stopped = 0;
    for seed in 0..12 {
        let game = board(4, 4, 0.5);
        let state = position(&game, 5, seed);
        let search = Search::new(&game, &Uniform);
        let rng = Rng::keyed("early", &[seed]);
        let (whole, _) = search.grow(&state, Node::root(), 800, rng.clone());
        let (early, _) = search.grow_until_decided(&state, Node::root(), 800, rng.clone());
        assert_eq!(whole.best().unwrap().action, early.best().unwrap().action);
        stopped += u64::from(early.visits() < 800);
        let params = Params { early_stop: true, ..Params::plain() };
        let report =
            Mcts::new(game, Arc::new(Uniform), params).search(&state, Limit::playouts(800), &mut rng.clone());
        assert_eq!((report.best(), report.playouts), (Some(early.best().unwrap().action), early.visits()));
    }
    assert!(stopped > 0, "some of these positions are decided early");
}

#[test]
fn a_finished_game_has_no_move_to_make() {
    let game = board(3, 3, 0.5);
    let mut state = game.start();
    game.apply(&mut state, Move::Pass).unwrap();
    game.apply(&mut state, Move::Pass).unwrap();
    let mut arena = Mcts::new(game.clone(), Arc::new(Uniform), Params::plain());
    assert_eq!(arena.search(&state, Limit::playouts(10), &mut Rng::keyed("", &[])).best(), None);
    let (root, _) = Search::new(&game, &Uniform).grow(&state, Node::root(), 10, Rng::keyed("", &[]));
    assert_eq!((root.visits(), root.best()), (10, None));
}
