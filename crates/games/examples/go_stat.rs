use croupier_games::go::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
fn main() {
    for side in [9usize, 19] {
        let empty = Board::new(Size::square(side).unwrap());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut c = [0u64; 16];
        for _ in 0..2000 {
            let mut b = empty.clone();
            let mut col = Colour::Black; let mut passes = 0;
            while passes < 2 {
                let mut v: Vec<Point> = b.empties().collect();
                let mut done = false;
                while !v.is_empty() {
                    let p = v.swap_remove(below(&mut rng, v.len() as u32) as usize);
                    c[0] += 1;
                    if b.walls(p, col) == 4 { c[1] += 1; if b.is_eye(p, col) { c[2] += 1; continue; } }
                    let e = b.empty_neighbours(p);
                    if e == 0 { c[3] += 1; }
                    let own = b.neighbours(p).into_iter().filter(|&n| b.stone(n) == Some(col)).count();
                    let chains: std::collections::BTreeSet<_> = b.neighbours(p).into_iter().filter(|&n| b.stone(n) == Some(col)).map(|n| b.chain(n)).collect();
                    let before = b.vacant();
                    if !b.play(p, col) { c[4] += 1; continue; }
                    c[5] += 1;
                    if own > 0 { c[6] += 1; } if own > 1 { c[7] += 1; } if chains.len() > 1 { c[8] += 1; }
                    let took = b.vacant() + 1 - before; if took > 0 { c[9] += 1; c[10] += took as u64; }
                    done = true; break;
                }
                if done { passes = 0 } else { passes += 1; c[11] += 1; b.clear_ko(); }
                col = col.other();
            }
        }
        let m = c[5] as f64;
        println!("{side}: moves {} tries/m {:.3} walls4 {:.3} eyes {:.3} noempty {:.3} refused {:.3} own1+ {:.3} own2+ {:.3} merge {:.3} take {:.3} taken {:.3} passes {:.3}", m / 2000.0, c[0] as f64/m, c[1] as f64/m, c[2] as f64/m, c[3] as f64/m, c[4] as f64/m, c[6] as f64/m, c[7] as f64/m, c[8] as f64/m, c[9] as f64/m, c[10] as f64/m, c[11] as f64/m);
    }
}
