//! The fast board against the twin on random games.

use super::twin::Twin;
use crate::go::{
    Area, Board, Colour, Config, Content, Go, Ko, Move, Point, State, area_margin, uniform_move,
};
use croupier_core::{Game, LegalSet, Rng};

fn configs(width: u8, height: u8) -> impl Iterator<Item = Config> {
    [Ko::Positional, Ko::Situational, Ko::Simple].into_iter().flat_map(move |ko| {
        [false, true].map(|suicide| Config {
            width,
            height,
            ko,
            suicide,
            max_moves: Some(0),
            ..Config::default()
        })
    })
}

/// Compares what is asked about several cells at once with the cells one by one.
fn look_around(board: &Board, p: Point) {
    let beside = board.neighbours(p);
    let stride = beside[3].index() - p.index();
    for (row, strip) in board.rows(p).into_iter().enumerate() {
        for column in 0..5 {
            let (up, right) = (p.index() + row * stride, p.index() + column);
            let cell = (up + right).checked_sub(p.index() + 2 * stride + 2);
            let code = cell.filter(|&c| c < board.size().cells()).map_or(3, |c| board.code(Point(c as u16)));
            assert_eq!(
                strip >> (2 * column) & 3,
                u64::from(code),
                "row {row}, column {column} around {p:?}, {board:?}"
            );
        }
    }
    for colour in Colour::BOTH {
        let each = |n: Point| board.stone(n) == Some(colour) && board.in_atari(n);
        let each: u32 = beside.iter().enumerate().map(|(i, &n)| u32::from(each(n)) << i).sum();
        assert_eq!(board.ataris_beside(p, colour), each, "{p:?}, {board:?}");
    }
    let found = board.maybe_two_liberties(p);
    let mut seen = Vec::new();
    for (i, n) in [p].into_iter().chain(beside).enumerate() {
        let has = board.stone(n).is_some() && board.two_liberties(n).is_some();
        assert!(!has || seen.contains(&board.chain(n)) || found >> i & 1 == 1, "{p:?}, {board:?}");
        if found >> i & 1 == 1 {
            assert!(board.stone(n).is_some() && !seen.contains(&board.chain(n)));
            seen.push(board.chain(n));
        }
    }
}

/// Compares all that can be asked of a state with the twin.
fn compare(game: &Go, state: &State, twin: &Twin, legal: &mut Vec<Move>) {
    let board = state.board();
    let context = || format!("{:?}\n{board:?}", game.config());
    for v in twin.size.vertices() {
        let (p, at) = (board.point(v).unwrap(), twin.size.index(v));
        assert_eq!(board.stone(p), twin.grid[at], "content of {v}, {}", context());
        if let Some(colour) = twin.grid[at] {
            let (members, _) = twin.region(&twin.grid, at);
            let mut chain: Vec<usize> =
                board.chain_stones(p).map(|s| twin.size.index(twin.size.vertex(s))).collect();
            chain.sort_unstable();
            let mut expected = members.clone();
            expected.sort_unstable();
            assert_eq!(chain, expected, "chain of {v}, {}", context());
            assert_eq!(board.chain_size(p), members.len());
            let mut liberties: Vec<usize> =
                members.iter().flat_map(|&m| twin.beside(m)).filter(|&n| twin.grid[n].is_none()).collect();
            assert_eq!(board.pseudo_liberties(p) as usize, liberties.len(), "{v}, {}", context());
            liberties.sort_unstable();
            liberties.dedup();
            assert_eq!(board.count_liberties(p), liberties.len(), "liberties of {v}, {}", context());
            assert_eq!(board.in_atari(p), liberties.len() == 1, "atari of {v}, {}", context());
            let only = board.only_liberty(p).map(|l| twin.size.index(twin.size.vertex(l)));
            assert_eq!(only, (liberties.len() == 1).then(|| liberties[0]), "{v}, {}", context());
            assert_eq!(board.some_liberties::<2>(p).1, liberties.len().min(2));
            let two = board
                .two_liberties(p)
                .map(|both| both.map(|l| twin.size.index(twin.size.vertex(l))).to_vec());
            assert_eq!(two, (liberties.len() == 2).then(|| liberties.clone()), "two of {v}, {}", context());
            assert_eq!(board.is_short(p), liberties.len() <= 2);
            let _ = colour;
        } else {
            let walls = |c: Colour| {
                4 - twin.beside(at).len()
                    + twin.beside(at).iter().filter(|&&n| twin.grid[n] == Some(c)).count()
            };
            assert_eq!(board.walls(p, Colour::Black) as usize, walls(Colour::Black));
            assert_eq!(board.walls(p, Colour::White) as usize, walls(Colour::White));
            let open = twin.beside(at).iter().filter(|&&n| twin.grid[n].is_none()).count();
            assert_eq!(board.empty_neighbours(p) as usize, open);
        }
    }
    for v in twin.size.vertices() {
        look_around(board, board.point(v).unwrap());
    }
    assert_eq!(board.vacant(), twin.grid.iter().filter(|c| c.is_none()).count());
    assert!(board.empties().all(|p| board.content(p) == Content::Empty));
    assert_eq!(state.prisoners(), twin.captured, "{}", context());
    game.legal(state, legal);
    assert_eq!(*legal, twin.legal(), "legal moves, {}", context());
    let area = twin.area();
    assert_eq!(Area::of(board), area, "{}", context());
    assert_eq!(area_margin(board), area.margin());
}

/// Plays a random game on both, passing one time in `pass`, and compares every `every` moves.
fn walk(config: Config, moves: usize, pass: u64, every: usize, rng: &mut Rng) {
    let game = Go::new(config).unwrap();
    let (mut state, mut twin, mut legal) = (game.start(), Twin::new(game.config()), Vec::new());
    for i in 0..moves {
        if i % every == 0 {
            compare(&game, &state, &twin, &mut legal);
        }
        game.legal(&state, &mut legal);
        let stones = legal.count() - 1;
        let mv = if stones == 0 || rng.below(pass) == 0 { Move::Pass } else { legal.nth(rng.below(stones)) };
        game.apply(&mut state, mv).unwrap();
        twin.play(mv);
        if state.both_passed() {
            state.resume();
            twin.passes = 0;
        }
    }
    compare(&game, &state, &twin, &mut legal);
}

#[test]
fn every_small_board_agrees_with_the_twin_under_every_switch() {
    let mut rng = Rng::keyed("go small boards", &[]);
    for (width, height) in (1..=5).flat_map(|w| (1..=5).map(move |h| (w, h))) {
        for config in configs(width, height) {
            let moves = 4 * usize::from(width) * usize::from(height) + 10;
            walk(config.clone(), moves, 20, 1, &mut rng);
            walk(config, moves, 4, 1, &mut rng);
        }
    }
}

#[test]
fn boards_of_every_side_agree_with_the_twin() {
    let mut rng = Rng::keyed("go all boards", &[]);
    for side in 6..=25u8 {
        let config = configs(side, 31 - side).nth(usize::from(side) % 6).unwrap();
        let points = usize::from(side) * usize::from(31 - side);
        walk(config, 9 * points / 5, 200, 3 * points / 5, &mut rng);
    }
    walk(Config { max_moves: Some(0), ..Config::square(25) }, 1000, 300, 500, &mut rng);
}

/// `GO_COUNTS=1 cargo test --release -p croupier-games go::tests::board`
#[test]
fn all_sizes_and_switches_agree_with_the_twin_in_long_walks() {
    if std::env::var_os("GO_COUNTS").is_none() {
        return;
    }
    let mut rng = Rng::keyed("go long walks", &[]);
    for (width, height) in (1..=25).flat_map(|w| (1..=25).map(move |h| (w, h))) {
        for config in configs(width, height) {
            let points = usize::from(width) * usize::from(height);
            walk(config, 3 * points + 10, 50, points / 8 + 1, &mut rng);
        }
    }
}

#[test]
fn a_copy_into_a_used_board_is_the_board() {
    let mut rng = Rng::keyed("go copies", &[]);
    let mut used = Board::new(crate::go::Size::square(25).unwrap());
    for side in [9u8, 19, 5, 13] {
        let mut board = Board::new(Config::square(side).size());
        let mut colour = Colour::Black;
        for _ in 0..usize::from(side) * usize::from(side) {
            uniform_move(&mut used, colour, &mut rng);
            uniform_move(&mut board, colour, &mut rng);
            colour = colour.other();
        }
        used.clone_from(&board);
        let mut fresh = board.clone();
        for _ in 0..200 {
            let mut streams = [rng.clone(), rng.clone()];
            let a = uniform_move(&mut used, colour, &mut streams[0]);
            let b = uniform_move(&mut fresh, colour, &mut streams[1]);
            assert_eq!(a, b);
            colour = colour.other();
            rng.bits();
        }
        assert_eq!(format!("{used:?}"), format!("{fresh:?}"));
    }
}

/// The eye rule by its words, on every colouring of the eight cells around a point.
#[test]
fn an_eye_has_own_stones_beside_and_few_enemies_diagonally() {
    for (place, edge) in [("B2", false), ("A2", true), ("A1", true)] {
        let mut rng = Rng::keyed("go eyes", &[]);
        for _ in 0..4000 {
            let mut board = Board::new(crate::go::Size::square(3).unwrap());
            let p = board.point(place.parse().unwrap()).unwrap();
            let around: Vec<_> = board.neighbours(p).into_iter().chain(board.diagonals(p)).collect();
            for n in around {
                if board.is_empty(n) {
                    match rng.below(8) {
                        0 => {}
                        1 | 2 => board.put(n, Colour::White),
                        _ => board.put(n, Colour::Black),
                    }
                }
            }
            let black = |q| !matches!(board.content(q), Content::Empty | Content::Stone(Colour::White));
            let white = |q: &_| board.content(*q) == Content::Stone(Colour::White);
            let enemies = board.diagonals(p).iter().filter(|q| white(q)).count();
            let eye = board.neighbours(p).into_iter().all(black) && enemies <= usize::from(!edge);
            assert_eq!(board.is_eye(p, Colour::Black), eye, "{place}\n{board:?}");
        }
    }
}

/// Each of the `n` playable points of a position is drawn equally often (χ², six sigma by Wilson–Hilferty).
#[test]
fn a_uniform_move_is_uniform_over_what_is_playable() {
    let mut rng = Rng::keyed("go uniform", &[]);
    let mut board = Board::new(crate::go::Size::square(5).unwrap());
    let mut colour = Colour::Black;
    for _ in 0..14 {
        uniform_move(&mut board, colour, &mut rng);
        colour = colour.other();
    }
    let playable: Vec<_> = board
        .size()
        .vertices()
        .map(|v| board.point(v).unwrap())
        .filter(|&p| board.is_empty(p) && !board.is_eye(p, colour) && board.breathes(p, colour))
        .filter(|&p| board.ko() != Some(p))
        .collect();
    assert!(playable.len() > 4, "{board:?}");
    let mut counts = vec![0u32; playable.len()];
    let samples = 20_000 * playable.len();
    for _ in 0..samples {
        let mv = uniform_move(&mut board.clone(), colour, &mut rng).unwrap();
        counts[playable.iter().position(|&p| p == mv).expect("a playable point")] += 1;
    }
    let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 20_000.0).powi(2) / 20_000.0).sum();
    let degrees = playable.len() as f64 - 1.0;
    let t = 2.0 / (9.0 * degrees);
    let z = ((chi2 / degrees).cbrt() - (1.0 - t)) / t.sqrt();
    assert!(z < 6.0, "χ² {chi2} with {degrees} degrees of freedom, {counts:?}");
}
