//! tmp
use croupier_bots::holdem::{betting::*, solve::*};
use std::time::Instant;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = Instant::now();
    let mut s = Solving::new(Abstraction::default(), n, 1).unwrap();
    println!("start {:?}", t.elapsed());
    loop {
        let more = s.step(250_000);
        println!("{} {:?}", s.iterations(), t.elapsed());
        let b = s.blueprint(300_000);
        b.write(std::path::Path::new(&std::env::args().nth(2).unwrap())).unwrap();
        println!("saved {:?}", t.elapsed());
        if !more {
            break;
        }
    }
}
