use croupier_games::go::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    for (side, n) in [(9usize, 60_000u32), (19, 12_000)] {
        let empty = Board::new(Size::square(side).unwrap());
        let mut b = empty.clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut moves, mut wins, mut sum) = (0u64, 0u64, 0i64);
        let t = cpu();
        for _ in 0..n {
            b.clone_from(&empty);
            let r = uniform(&mut b, Colour::Black, 3 * (side * side) as u32, &mut rng);
            moves += r.moves as u64;
            wins += (r.margin > 0) as u64;
            sum += r.margin as i64;
        }
        let s = cpu() - t;
        println!("{side}: {:.0}/s {:.1} ns/move, {:.1} moves, black {:.4} margin {:.3}", n as f64 / s, s * 1e9 / moves as f64, moves as f64 / n as f64, wins as f64 / n as f64, sum as f64 / n as f64);
    }
}
