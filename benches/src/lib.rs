//! Timing shared by the benches: ours and a peer's code alternate, so that a busy machine slows both.
//!
//! `cargo run --release -p croupier-benches --bin holdem`

use std::time::Instant;

/// Times two pieces of work that do the same and prints the row of a table: seconds of the fastest of `rounds`
/// alternating runs each, and how many times as fast ours is. Returns that ratio.
///
/// Each run returns a checksum of its own kind, so that nothing is optimised away; `same` says what must agree.
pub fn versus<A, B>(
    name: &str,
    rounds: usize,
    mut ours: impl FnMut() -> A,
    mut peer: impl FnMut() -> B,
    same: impl Fn(&A, &B) -> bool,
) -> f64 {
    let (mut best_ours, mut best_peer) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let start = Instant::now();
        let a = std::hint::black_box(ours());
        best_ours = best_ours.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let b = std::hint::black_box(peer());
        best_peer = best_peer.min(start.elapsed().as_secs_f64());
        assert!(same(&a, &b), "{name}: the two do not agree");
    }
    let ratio = best_peer / best_ours;
    println!("{name:<44} {:>12} {:>12} {ratio:>8.2}×", time(best_ours), time(best_peer));
    ratio
}

/// Prints the head of the table.
pub fn head() {
    println!("{:<44} {:>12} {:>12} {:>9}", "", "ours", "peer", "ratio");
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.3} s"),
        s if s >= 1e-3 => format!("{:.3} ms", s * 1e3),
        s => format!("{:.3} µs", s * 1e6),
    }
}
