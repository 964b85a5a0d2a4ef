//! Timing shared by the benches: ours and a peer's code alternate, so that a busy machine slows both.
//!
//! `cargo run --release -p croupier-benches --bin holdem`
//!
//! Time is what the thread spent on a processor, where the system tells it (`/proc/thread-self/schedstat`); work that
//! a peer does in threads of its own is timed by the wall clock, and so is ours beside it.

use std::sync::LazyLock;
use std::time::Instant;

/// Which clock times a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Time this thread spent on a processor.
    Thread,
    /// Time on the wall.
    Wall,
}

impl Clock {
    /// Seconds since some moment.
    fn now(self) -> f64 {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        let wall = || START.elapsed().as_secs_f64();
        match self {
            Clock::Wall => wall(),
            Clock::Thread => {
                // The system brings the figure up to date when the thread offers to give way.
                std::thread::yield_now();
                std::fs::read_to_string("/proc/thread-self/schedstat")
                    .ok()
                    .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
                    .map_or_else(wall, |nanoseconds| nanoseconds * 1e-9)
            }
        }
    }
}

/// Times two pieces of work that do the same and prints the row of a table: seconds of the fastest of `rounds`
/// alternating runs each, and how many times as fast ours is. Returns that ratio.
///
/// Each run returns a checksum of its own kind, so that nothing is optimised away; `same` says what must agree.
pub fn versus<A, B>(
    name: &str,
    clock: Clock,
    rounds: usize,
    mut ours: impl FnMut() -> A,
    mut peer: impl FnMut() -> B,
    same: impl Fn(&A, &B) -> bool,
) -> f64 {
    let (mut best_ours, mut best_peer) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let start = clock.now();
        let a = std::hint::black_box(ours());
        best_ours = best_ours.min(clock.now() - start);
        let start = clock.now();
        let b = std::hint::black_box(peer());
        best_peer = best_peer.min(clock.now() - start);
        assert!(same(&a, &b), "{name}: the two do not agree");
    }
    let ratio = best_peer / best_ours;
    println!("{name:<44} {:>12} {:>12} {ratio:>8.2}×", time(best_ours), time(best_peer));
    ratio
}

/// Prints how many units of work are done a second: `work` does some and says how many; for about two seconds.
pub fn rate(name: &str, mut work: impl FnMut() -> u64) -> f64 {
    let (clock, mut done) = (Clock::Thread, 0);
    let start = clock.now();
    while clock.now() - start < 2.0 {
        done += work();
    }
    let a_second = done as f64 / (clock.now() - start);
    println!("{name:<44} {:>10.3} M a CPU-second", a_second / 1e6);
    a_second
}

/// Prints the seconds on a processor of the fastest of `rounds` runs, and returns them.
pub fn fastest<A>(name: &str, rounds: usize, mut work: impl FnMut() -> A) -> f64 {
    let clock = Clock::Thread;
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = clock.now();
        std::hint::black_box(work());
        best = best.min(clock.now() - start);
    }
    println!("{name:<44} {:>12}", time(best));
    best
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
