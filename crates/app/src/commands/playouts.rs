//! Playouts of go from the empty board, one thread, CPU time.

use anyhow::Result;
use cpu_time::ThreadTime;
use croupier_bots::go::{McAgent, McSpec, UctAgent, UctSpec};
use croupier_core::{Budget, Game, Rng};
use croupier_games::Go;
use croupier_games::go::{Board, Colour, uniform};
use serde::Serialize;

/// Playouts per CPU-second.
#[derive(Serialize)]
pub struct Playouts {
    /// Uniform over the points that are no own eye, without a tree.
    uniform: f64,
    /// As `mcts` plays.
    mcts: f64,
    /// `mcts` with RAVE and uniform playouts alone.
    mcts_rave_light: f64,
    /// `mcts` without extras: what `uct` does, in the arena.
    mcts_plain: f64,
    /// `uct`: the persistent tree.
    uct: f64,
}

/// Simulations of one search: enough that the tree is one of a real decision, fewer where the time is short.
const SEARCH: u64 = 10_000;

impl Playouts {
    /// Measures each for about so many CPU-seconds.
    pub fn measure(game: &Go, seconds: f64) -> Result<Self> {
        let full = McSpec { early: false, reuse: false, ..McSpec::default() };
        let plain = McSpec {
            rave: false,
            priors: false,
            rules: false,
            mercy: false,
            margin: 0.0,
            c: UctSpec::default().c,
            expand: 1,
            ..full.clone()
        };
        let light = McSpec { rave: true, c: 0.0, ..plain.clone() };
        let state = game.start();
        let nodes = SEARCH.min((5000.0 * seconds) as u64).max(10);
        let search = |spec: &McSpec| -> Result<f64> {
            let mut agent = McAgent::new(game.clone(), spec)?;
            Ok(rate(seconds, || agent.search(&state, Budget::Nodes(nodes)).playouts))
        };
        let mut persistent =
            UctAgent::new(game.clone(), UctSpec { early: false, reuse: false, ..UctSpec::default() });
        Ok(Self {
            uniform: uniform_rate(game, seconds),
            mcts: search(&full)?,
            mcts_rave_light: search(&light)?,
            mcts_plain: search(&plain)?,
            uct: rate(seconds, || persistent.search(&state, Budget::Nodes(nodes)).visits()),
        })
    }

    /// One line for people.
    pub fn text(&self) -> String {
        format!(
            "playouts per CPU-second: uniform {:.0}, as mcts plays {:.0}, mcts with RAVE and light playouts {:.0}, \
             mcts plain {:.0}, uct {:.0}",
            self.uniform, self.mcts, self.mcts_rave_light, self.mcts_plain, self.uct
        )
    }
}

/// How many `work` does per CPU-second, when done for about so many.
fn rate(seconds: f64, mut work: impl FnMut() -> u64) -> f64 {
    let clock = ThreadTime::now();
    let mut done = 0;
    while done == 0 || clock.elapsed().as_secs_f64() < seconds {
        done += work();
    }
    done as f64 / clock.elapsed().as_secs_f64()
}

fn uniform_rate(game: &Go, seconds: f64) -> f64 {
    let size = game.config().size();
    let empty = Board::new(size);
    let mut board = empty.clone();
    let mut rng = Rng::keyed("croupier bench playouts", &[]);
    rate(seconds, || {
        for _ in 0..1000 {
            board.clone_from(&empty);
            uniform(&mut board, Colour::Black, 3 * size.points() as u32, &mut rng);
        }
        1000
    })
}
