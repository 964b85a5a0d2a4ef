//! Reading, shapes, playouts and agents.

use super::eyes::{Square, vital_point};
use super::light::{Light, sensible};
use super::patterns::Patterns;
use super::playout::{Playout, Rates};
use super::tactics::{Reader, bad_self_atari, liberties_after};
use super::{McAgent, McSpec, UctAgent, UctSpec};
use crate::spec::{Bots, find};
use croupier_core::{Agent, Budget, Game, LegalSet, Luck, Rng, Seat, Turn, play};
use croupier_games::go::{Board, Colour, Config, Go, Move, Point, Setup, Size, State, Vertex, uniform_move};
use croupier_search::Knowledge;

/// A board from rows of `X` (black), `O` (white) and `.`, the highest row first.
fn state(rows: &[&str]) -> (Go, State) {
    let config = Config { width: rows[0].len() as u8, height: rows.len() as u8, ..Config::default() };
    let game = Go::new(config).unwrap();
    let mut setup = Setup { black: vec![], white: vec![], to_move: Colour::Black };
    for (r, row) in rows.iter().rev().enumerate() {
        for (c, stone) in row.bytes().enumerate() {
            let v = Vertex::new(c, r).unwrap();
            match stone {
                b'X' => setup.black.push(v),
                b'O' => setup.white.push(v),
                _ => {}
            }
        }
    }
    let state = game.set_up(setup).unwrap();
    (game, state)
}

fn at(board: &Board, text: &str) -> Point {
    board.point(text.parse().unwrap()).unwrap()
}

fn name(board: &Board, p: Point) -> String {
    board.size().vertex(p).to_string()
}

/// Boards some way into random games.
fn random_boards(count: usize, seed: u64) -> Vec<Board> {
    let mut rng = Rng::keyed("boards", &[seed]);
    (0..count)
        .map(|_| {
            let mut board = Board::new(Size::square(9).unwrap());
            let mut colour = Colour::Black;
            for _ in 0..20 + rng.index(60) {
                uniform_move(&mut board, colour, &mut rng);
                colour = colour.other();
            }
            board.clear_ko();
            board
        })
        .collect()
}

#[test]
fn liberties_and_size_after_a_move_are_those_of_the_board_after_it() {
    let mut compared = 0;
    for board in random_boards(60, 1) {
        for p in board.empties().collect::<Vec<_>>() {
            for colour in Colour::BOTH {
                let mut after = board.clone();
                if !after.play(p, colour) {
                    assert_eq!(liberties_after(&board, p, colour), 0, "suicide has none");
                    continue;
                }
                let took = after.vacant() + 1 > board.vacant();
                let real = after.count_liberties(p);
                let found = liberties_after(&board, p, colour);
                if took {
                    assert!(found <= real.min(3), "of what is taken only what is beside counts");
                } else {
                    assert_eq!(found, real.min(3));
                    assert_eq!(board.joined(p, colour).map(|j| j.stones()), Some(after.chain_size(p)));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000);
}

#[test]
fn a_ladder_catches_unless_a_stone_breaks_it() {
    let open = [
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".XO......",
        "..XX.....",
        ".........",
    ];
    let catching = |rows: &[&str]| {
        let (_, s) = state(rows);
        let (moves, count) = Reader::default().catching_moves(s.board(), at(s.board(), "C3"));
        moves[..count].iter().map(|&p| name(s.board(), p)).collect::<Vec<_>>()
    };
    // C4 drives the stone along D3, D4, E4 … to the edge; from D3 it would run out at C4.
    assert_eq!(catching(&open), ["C4"]);
    let mut broken = open;
    broken[2] = "......O..";
    assert!(catching(&broken).is_empty(), "G7 stands in the ladder's way");
}

#[test]
fn a_chain_in_atari_is_lost_on_the_edge_and_saved_by_a_capture() {
    let lost = |rows: &[&str], stone: &str| {
        let (_, s) = state(rows);
        Reader::default().lost_in_atari(s.board(), at(s.board(), stone))
    };
    assert!(lost(&[".....", ".....", "X....", "OX...", "....."], "A2"));
    assert!(!lost(&[".....", ".....", "X....", "OX...", ".OOOO"], "A2"), "it joins its friends");
    // White A2 is in atari, and takes A3 which is in atari too.
    assert!(!lost(&["O....", ".O...", "XO...", "OX...", ".X..."], "A2"));
}

#[test]
fn vital_points_are_those_of_the_shapes_that_one_move_kills() {
    let vital = |rows: &[&str], start: &str| {
        let (_, s) = state(rows);
        vital_point(s.board(), at(s.board(), start)).map(|p| name(s.board(), p))
    };
    let cases: [(&[&str], &str, Option<&str>); 8] = [
        (&["......", "XXXX..", "...X..", "XXXX.."], "A2", None), // Three in a row: set below.
        (&["......", "XXX...", "..X...", "X.X...", "XXX..."], "A3", Some("B3")), // Bend of three.
        (&["......", "XXXXX.", "....X.", "XXXXX."], "A2", None), // Four in a row lives.
        (&["......", "XXX...", "..X...", "..X...", "XXX..."], "A2", None), // Square: dead as it is.
        (&["......", "XXXX..", "...X..", "X.XX..", "XXX..."], "A3", Some("B3")), // T of four.
        (&["......", "XXXX..", "...X..", "..XX..", "XXX..."], "A3", Some("B3")), // Bulky five.
        (&["..XX..", ".X.X..", "X...X.", "XX.X..", ".XXX.."], "C3", Some("C3")), // Cross of five.
        (&["......", "......", "......"], "A1", None),           // An open board.
    ];
    for (rows, start, expected) in cases.into_iter().skip(1) {
        assert_eq!(vital(rows, start).as_deref(), expected, "{rows:?}");
    }
    assert_eq!(vital(cases[0].0, "A2").as_deref(), Some("B2"), "three in a row: the middle");
}

#[test]
fn a_glance_around_a_stone_misses_no_eye_with_a_vital_point() {
    let mut found = 0;
    for board in random_boards(3000, 2) {
        for v in board.size().vertices() {
            let p = board.point(v).unwrap();
            let Some(colour) = board.stone(p) else { continue };
            let square = Square::around(&board, p, colour.other());
            for (start, near) in board.neighbours(p).into_iter().zip(Square::BESIDE) {
                let may_be = square.may_be_eye(near);
                assert!(!may_be || board.is_empty(start));
                if board.is_empty(start) && vital_point(&board, start).is_some() {
                    assert!(may_be, "{} from {v}, {board:?}", name(&board, start));
                    found += 1;
                }
            }
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn patterns_around_a_point_are_those_of_the_points_one_by_one() {
    let (patterns, mut found) = (Patterns::get(), 0);
    for board in random_boards(60, 3) {
        for v in board.size().vertices() {
            let p = board.point(v).unwrap();
            let cells = board.neighbours(p).into_iter().chain(board.diagonals(p)).enumerate();
            let fits = |n: Point| board.is_empty(n) && patterns.matches(&board, n);
            let each: u32 = cells.map(|(i, n)| u32::from(fits(n)) << i).sum();
            assert_eq!(patterns.around(&board, p), each, "{v}, {board:?}");
            found += each.count_ones();
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn self_atari_is_bad_unless_it_takes_throws_in_or_spoils_an_eye() {
    let bad = |rows: &[&str], p: &str| {
        let (_, s) = state(rows);
        bad_self_atari(s.board(), at(s.board(), p), Colour::Black)
    };
    assert!(
        bad(&[".....", ".....", ".....", "O....", ".O..."], "A1"),
        "a stone without liberties that threatens nothing"
    );
    assert!(bad(&[".....", ".....", "OOO..", "XX.O.", "OOO.."], "C2"), "two stones run into atari");
    assert!(!bad(&[".....", ".....", ".....", ".....", "....."], "C3"));
    // Black takes A1's chain by B1.
    assert!(!bad(&[".....", ".....", "X....", "OX...", "O.O.."], "B1"));
}

#[test]
fn playouts_end_with_no_move_left_but_eyes_and_are_repeatable() {
    let rates = Rates::default();
    for board in random_boards(40, 2) {
        let run = |seed: u64| {
            let mut end = board.clone();
            let mut notes = Vec::new();
            let margin = Playout {
                board: &mut end,
                colour: Colour::Black,
                last: [None, None],
                rates: &rates,
                patterns: super::patterns::Patterns::get(),
            }
            .run(400, 1000, &mut Rng::keyed("playout", &[seed]), |p, c| notes.push((p, c)));
            (margin, notes, end)
        };
        let (margin, notes, end) = run(1);
        assert_eq!((margin, notes.clone()), {
            let again = run(1);
            (again.0, again.1)
        });
        assert!(end.all_breathe() && notes.len() < 400);
        // Whoever could still move would only fill an eye or put itself in atari.
        for colour in Colour::BOTH {
            for p in end.empties() {
                // A ko may stay open: who could not take it back at once has passed, and the pass forgets the ban.
                let mut after = end.clone();
                let takes_a_ko = after.play(p, colour) && after.ko().is_some();
                let left = !end.is_eye(p, colour) && end.breathes(p, colour) && !takes_a_ko;
                assert!(!left || bad_self_atari(&end, p, colour), "{} {colour}\n{end:?}", name(&end, p));
            }
        }
    }
}

#[test]
fn candidates_are_legal_and_fill_no_eye() {
    let game = Go::default();
    for seed in 0..6 {
        let (mut s, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("moves", &[seed]));
        let (mut heavy, mut light) = (Vec::new(), Vec::new());
        let knowledge = McSpec::default().knowledge().unwrap();
        while let Turn::Seat(_) = game.turn(&s) {
            game.legal(&s, &mut legal);
            knowledge.moves(&game, &s, &mut Default::default(), &mut heavy);
            Light.moves(&game, &s, &mut Default::default(), &mut light);
            let actions =
                |c: &[croupier_search::Candidate<Move>]| c.iter().map(|c| c.action).collect::<Vec<_>>();
            assert_eq!(actions(&heavy), actions(&light));
            assert!(!heavy.is_empty() && heavy.iter().all(|c| legal.has(&c.action)));
            assert!(heavy.iter().all(|c| c.weight > 0.0 && (0.0..=1.0).contains(&c.value)));
            for c in &heavy {
                if let Move::Play(v) = c.action {
                    assert!(!s.board().is_eye(s.board().point(v).unwrap(), s.to_move()));
                }
            }
            game.apply(&mut s, heavy[rng.index(heavy.len())].action).unwrap();
        }
    }
}

fn mcts(game: &Go, playouts: u64) -> McAgent {
    McAgent::new(game.clone(), &McSpec { playouts, ..McSpec::default() }).unwrap()
}

fn game_of(game: &Go, agents: [&mut dyn Agent<Go>; 2], seed: u64) -> croupier_core::Outcome<Go> {
    let [black, white] = agents;
    let rngs = (0..2).map(|i| Rng::keyed("agents", &[seed, i])).collect();
    play(game, Luck(seed), &mut [black, white], rngs, Budget::Own, &mut ())
}

#[test]
fn both_searches_beat_random_play_from_either_side() {
    let game = Go::new(Config { komi: Some(0.5), ..Config::square(5) }).unwrap();
    for seed in 0..4 {
        let mut random = crate::Random::default();
        let mut uct = UctAgent::new(game.clone(), UctSpec { playouts: 150, ..UctSpec::default() });
        let mut strong = mcts(&game, 100);
        let as_white = game_of(&game, [&mut random, &mut uct], seed);
        assert_eq!(as_white.scores, [-1.0, 1.0], "uct as White, game {seed}");
        let as_black = game_of(&game, [&mut strong, &mut random], seed);
        assert_eq!(as_black.scores, [1.0, -1.0], "mcts as Black, game {seed}");
    }
}

#[test]
fn no_game_is_lost_by_passing_early() {
    let game = Go::new(Config { komi: Some(0.5), ..Config::square(5) }).unwrap();
    let mut legal = Vec::new();
    let mut passes = 0;
    for seed in 0..3 {
        let mut agents = [mcts(&game, 60), mcts(&game, 60)];
        agents[0].begin(Seat(0), Rng::keyed("pass", &[seed, 0]));
        agents[1].begin(Seat(1), Rng::keyed("pass", &[seed, 1]));
        let mut s = game.start();
        while let Turn::Seat(seat) = game.turn(&s) {
            let mv = agents[seat.index()].choose(&s, Budget::Own).0.unwrap();
            if mv == Move::Pass {
                passes += 1;
                sensible(&game, &s, &mut legal);
                legal.retain(|m| *m != Move::Pass);
                let ahead = (f64::from(s.margin()) - 0.5) * f64::from(s.to_move().sign()) > 0.0;
                assert!(
                    ahead || legal.is_empty(),
                    "{seat} passed behind with {legal:?} left\n{:?}",
                    s.board()
                );
            }
            game.apply(&mut s, mv).unwrap();
        }
    }
    assert!(passes >= 3);
}

#[test]
fn rave_counts_the_next_move_most_and_the_last_one_least() {
    let (go, start) = state(&[".....", ".....", ".....", ".....", "....."]);
    let amaf = |soon: f32| {
        let spec = McSpec { playouts: 1, soon, ..McSpec::default() };
        let lines = McAgent::new(go.clone(), &spec).unwrap().search(&start, Budget::Own).lines;
        assert_eq!(lines[0].visits, 1, "the move of the only simulation stands first");
        lines.iter().map(|l| l.amaf.1).filter(|&n| n > 0.0).collect::<Vec<_>>()
    };
    let even = amaf(0.0);
    assert!(even.len() > 3 && even.iter().all(|&n| n == 1.0), "{even:?}");
    let falling = amaf(3.0);
    assert_eq!(falling.len(), even.len());
    assert!(falling[0] > 3.5 && falling[0] < 4.0, "the next move: {}", falling[0]);
    assert!(falling[1..].iter().all(|&n| 1.0 <= n && n < falling[0]), "{falling:?}");
}

#[test]
fn a_tree_is_kept_between_moves_and_dropped_between_games() {
    let game = Go::new(Config::square(7)).unwrap();
    let mut agent = mcts(&game, 300);
    agent.begin(Seat(0), Rng::keyed("kept", &[]));
    let mut s = game.start();
    let (mv, report) = agent.choose(&s, Budget::Own);
    assert_eq!(report.kept, 0);
    game.apply(&mut s, mv.unwrap()).unwrap();
    game.apply(&mut s, report.lines[0].variation[1]).unwrap();
    assert!(agent.choose(&s, Budget::Own).1.kept > 0);
    agent.begin(Seat(0), Rng::keyed("kept", &[]));
    assert_eq!(agent.choose(&game.start(), Budget::Own).0, mv, "the same stream chooses the same move");
}

#[test]
fn specs_are_checked_by_name_and_value() {
    let game = Go::default();
    for text in
        ["random", "first", "uct:playouts=10,c=1.5", "mcts:playouts=10,rave=off,tune=near1=3;atari=200"]
    {
        assert!(find(&game, &text.parse().unwrap()).is_ok(), "{text}");
    }
    let error = |text: &str| find(&game, &text.parse().unwrap()).err().unwrap().to_string();
    assert!(error("mtcs").contains("did you mean `mcts`?"));
    assert!(error("mcts:playuots=3").contains("did you mean `playouts`?"));
    assert!(error("mcts:tune=nera1=3").contains("did you mean `near1`?"));
    assert!(error("mcts:threads=0").contains("from 1 to 256"));
    for entry in Go::bots() {
        let keys: Vec<&str> = entry.switches.iter().map(|s| s.key).collect();
        let defaults = entry.defaults.as_object().unwrap();
        assert_eq!(keys.len(), defaults.len(), "{}", entry.name);
        assert!(keys.iter().all(|k| defaults.contains_key(*k)), "{}", entry.name);
    }
}
