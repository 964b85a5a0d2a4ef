//! Playouts in the tree from the empty board, per CPU-second of one thread: `go_tree_speed [PLAYOUTS]`.

use croupier_bots::go::{McAgent, McSpec, UctAgent, UctSpec};
use croupier_core::{Budget, Game};
use croupier_games::go::{Config, Go};

/// CPU seconds of this thread (Linux), so that a busy machine changes little.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let playouts: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    for side in [9, 19] {
        let game = Go::new(Config::square(side)).expect("a legal side");
        let state = game.start();
        let n = if side == 9 { playouts } else { playouts / 4 };
        let plain = McSpec {
            rave: false,
            priors: false,
            rules: false,
            mercy: false,
            margin: 0.0,
            c: 0.7,
            expand: 1,
            early: false,
            ..McSpec::default()
        };
        let light = McSpec { rave: true, c: 0.0, ..plain.clone() };
        let full = McSpec { early: false, ..McSpec::default() };
        for (name, spec) in [("mcts", full), ("mcts, RAVE, light playouts", light), ("mcts, plain", plain)] {
            let mut agent = McAgent::new(game.clone(), &spec).expect("a legal spec");
            let begun = cpu_seconds();
            let report = agent.search(&state, Budget::Nodes(n));
            let rate = n as f64 / (cpu_seconds() - begun);
            println!(
                "{side} {name}: {rate:.0}/s, {} nodes, best {:?}",
                report.nodes,
                report.best().map(|m| m.to_string())
            );
        }
        let mut agent = UctAgent::new(game.clone(), UctSpec { early: false, ..UctSpec::default() });
        let begun = cpu_seconds();
        let root = agent.search(&state, Budget::Nodes(n));
        println!("{side} uct: {:.0}/s, {} visits", n as f64 / (cpu_seconds() - begun), root.visits());
    }
}
