//! Regret minimisation on Leduc: CPU time on one thread, the tree's building included. No crate of the registries solves
//! Leduc, so there is no peer in the run.

use croupier_benches::fastest;
use croupier_games::Leduc;
use croupier_search::cfr::{Rule, Solver, Tree};

fn main() {
    let game = Leduc::default();
    let build = || Tree::new(&game, 100_000).expect("Leduc is small");
    fastest("Leduc: the tree, 936 information sets", 25, build);
    let tree = build();
    for (name, rule) in [("CFR+", Rule::Plus), ("discounted", Rule::Discounted)] {
        let needed = needed(&tree, rule);
        fastest(&format!("Leduc below 1e-3, {name}, {needed} iterations"), 25, || {
            let tree = build();
            let mut solver = Solver::new(&tree, rule);
            solver.run(needed);
            assert!(solver.evaluate().exploitability < 1e-3, "{name}");
        });
    }
}

/// Iterations, in tens, until the average strategies are exploitable by less than a thousandth.
fn needed(tree: &Tree<Leduc>, rule: Rule) -> u32 {
    let mut solver = Solver::new(tree, rule);
    while solver.evaluate().exploitability >= 1e-3 {
        solver.run(10);
    }
    solver.iterations()
}
