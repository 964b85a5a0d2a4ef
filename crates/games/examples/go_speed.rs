//! Uniform playouts of Go from the empty board, per CPU-second of one thread.
//!
//! `cargo run --release -p croupier-games --example go_speed [PLAYOUTS]`

use croupier_core::Rng;
use croupier_games::go::{Board, Colour, Size, uniform};

/// CPU seconds of this thread (Linux), so that a busy machine changes little.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let playouts: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(60_000);
    for (side, n) in [(9usize, playouts), (13, playouts / 2), (19, playouts / 5)] {
        let empty = Board::new(Size::square(side).expect("a legal side"));
        let mut board = empty.clone();
        let mut rng = Rng::keyed("go speed", &[1]);
        let (mut moves, mut black, mut margin) = (0u64, 0u64, 0i64);
        let begun = cpu_seconds();
        for _ in 0..n {
            board.clone_from(&empty);
            let playout = uniform(&mut board, Colour::Black, 3 * (side * side) as u32, &mut rng);
            moves += u64::from(playout.moves);
            black += u64::from(playout.margin > 0);
            margin += i64::from(playout.margin);
        }
        let seconds = cpu_seconds() - begun;
        let n = f64::from(n);
        println!(
            "{side}: {:.0}/s, {:.1} ns a move, {:.1} moves, black ahead {:.3}, margin {:.2}",
            n / seconds,
            seconds * 1e9 / moves as f64,
            moves as f64 / n,
            black as f64 / n,
            margin as f64 / n
        );
    }
}
