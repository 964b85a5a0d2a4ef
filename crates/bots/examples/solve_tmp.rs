//! tmp
use croupier_bots::holdem::{betting::*, solve::*};
use std::time::Instant;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = Instant::now();
    let mut s = Solving::new(Abstraction::default(), n, 1).unwrap();
    println!("start {:?}", t.elapsed());
    while s.step(n / 10) {
        println!("{} {:?}", s.iterations(), t.elapsed());
    }
    println!("{:?}", t.elapsed());
    let b = s.finish(500_000);
    println!("finish {:?}", t.elapsed());
    b.write(std::path::Path::new(&std::env::args().nth(2).unwrap())).unwrap();
    println!("{:?}", b.base);
}
