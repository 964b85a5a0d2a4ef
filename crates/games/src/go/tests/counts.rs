//! The counts of the rules page, by the fast board and by the slow twin.

use super::twin::Twin;
use crate::go::{Colour, Config, Go, Size, count_games, legal_positions};
use croupier_core::Game;

/// Legal positions by (width, height): Tromp and Farnebäck, "Combinatorics of Go" (2007), OEIS A094777 and A102620.
const POSITIONS: [(usize, usize, u64); 8] =
    [(1, 1, 1), (1, 2, 5), (2, 1, 5), (1, 3, 15), (2, 2, 57), (2, 3, 489), (3, 2, 489), (3, 3, 12_675)];

fn twin_positions(size: Size) -> u64 {
    let mut twin =
        Twin::new(&Config { width: size.width() as u8, height: size.height() as u8, ..Config::default() });
    let stones = [None, Some(Colour::Black), Some(Colour::White)];
    (0..3u64.pow(size.points() as u32))
        .filter(|&code| {
            let digit = |i: usize| stones[(code / 3u64.pow(i as u32) % 3) as usize];
            twin.grid = (0..size.points()).map(digit).collect();
            (0..size.points())
                .all(|at| twin.grid[at].is_none() || twin.region(&twin.grid, at).1.contains(&None))
        })
        .count() as u64
}

#[test]
fn legal_positions_are_those_counted_by_tromp() {
    for (width, height, count) in POSITIONS {
        let size = Size::new(width, height).unwrap();
        assert_eq!(legal_positions(size), count, "fast board, {size}");
        assert_eq!(twin_positions(size), count, "slow twin, {size}");
    }
}

/// `GO_COUNTS=1 cargo test --release -p croupier-games go::tests::counts`
#[test]
fn the_large_counts_hold_too() {
    if std::env::var_os("GO_COUNTS").is_none() {
        return;
    }
    assert_eq!(legal_positions(Size::new(4, 4).unwrap()), 24_318_165);
    assert_eq!(count_games(&line(4)), 2_098_407_841);
}

fn line(width: u8) -> Go {
    Go::new(Config { width, height: 1, max_moves: Some(0), ..Config::default() }).unwrap()
}

/// John Tromp's counts of games on 1×n boards under positional superko.
#[test]
fn games_on_lines_are_those_counted_by_tromp() {
    for (width, count) in [(1, 1), (2, 9), (3, 907)] {
        let game = line(width);
        assert_eq!(count_games(&game), count, "fast board, 1x{width}");
        assert_eq!(Twin::new(game.config()).count_games(), count, "slow twin, 1x{width}");
    }
}
