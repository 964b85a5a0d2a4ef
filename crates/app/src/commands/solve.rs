//! `croupier solve GAME`: strategies near an equilibrium.

use super::runs::bar;
use crate::args::{MethodArg, SolveArgs, SolveGame, SolveHoldemArgs, SolveSmallArgs};
use crate::fail::{say, usage};
use crate::specs;
use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use croupier_bots::holdem::betting::{Abstraction, Node};
use croupier_bots::holdem::solve::Solving;
use croupier_bots::strategy;
use croupier_core::{Enumerate, Game};
use croupier_games::{Holdem, Kuhn, Leduc};
use croupier_search::cfr::{Rule, Solver, Tree};
use serde::Serialize;

/// `croupier solve`.
pub fn run(args: &SolveArgs) -> Result<()> {
    match &args.game {
        SolveGame::Kuhn(args) => small(&Kuhn::default(), args),
        SolveGame::Leduc(args) => small(&Leduc::default(), args),
        SolveGame::Holdem(args) => holdem(args),
    }
}

/// A point of the curve.
#[derive(Serialize)]
struct Point {
    iterations: u32,
    value: f64,
    exploitability: f64,
    cpu_ms: f64,
}

#[derive(Serialize)]
struct Solved {
    game: &'static str,
    rules: u32,
    version: &'static str,
    method: &'static str,
    histories: usize,
    information_sets: usize,
    build_cpu_ms: f64,
    curve: Vec<Point>,
    value: f64,
    exploitability: f64,
    iterations: u32,
    cpu_ms: f64,
}

/// More histories than any small game has.
const MOST: usize = 10_000_000;

fn small<G: Enumerate>(game: &G, args: &SolveSmallArgs) -> Result<()> {
    if !(args.below >= 0.0 && args.below.is_finite()) {
        return Err(usage(format!("--below: `{}` is not allowed; it takes a number from 0", args.below)));
    }
    let (method, rule) = match args.method {
        MethodArg::Vanilla => ("vanilla", Rule::Vanilla),
        MethodArg::Plus => ("plus", Rule::Plus),
        MethodArg::Discounted => ("discounted", Rule::Discounted),
    };
    let clock = ThreadTime::now();
    let ms = |clock: &ThreadTime| clock.elapsed().as_secs_f64() * 1e3;
    let tree = Tree::new(game, MOST)?;
    let build = ms(&clock);
    let mut solver = Solver::new(&tree, rule);
    let mut curve: Vec<Point> = Vec::new();
    let mut result = solver.evaluate();
    // Looking costs about as much as an iteration: every tenth at first, then every twentieth part of the way.
    while result.exploitability >= args.below && solver.iterations() < args.iterations {
        let next = (solver.iterations() / 20).max(10).min(args.iterations - solver.iterations());
        solver.run(next);
        result = solver.evaluate();
        let iterations = solver.iterations();
        let (value, exploitability) = (result.value, result.exploitability);
        curve.push(Point { iterations, value, exploitability, cpu_ms: ms(&clock) });
    }
    let solved = Solved {
        game: G::ID,
        rules: G::RULES,
        version: croupier_core::VERSION,
        method,
        histories: tree.histories(),
        information_sets: tree.information_sets(),
        build_cpu_ms: build,
        value: result.value,
        exploitability: result.exploitability,
        iterations: solver.iterations(),
        cpu_ms: ms(&clock),
        curve,
    };
    if let Some(file) = &args.out {
        strategy::write(file, game, &tree, &solver, method, result)?;
    }
    if args.json {
        return say(serde_json::to_string_pretty(&solved)?);
    }
    solved.print()
}

impl Solved {
    fn print(&self) -> Result<()> {
        say(format!(
            "{}: {} histories, {} information sets, built in {:.2} ms",
            self.game, self.histories, self.information_sets, self.build_cpu_ms
        ))?;
        say(format!("{:>10} {:>14} {:>16} {:>12}", "iterations", "value", "exploitability", "CPU ms"))?;
        // A line each time the iterations have grown by half, and the last.
        let mut shown = 0;
        for (i, p) in self.curve.iter().enumerate() {
            if p.iterations >= shown || i + 1 == self.curve.len() {
                shown = p.iterations + p.iterations / 2;
                say(format!(
                    "{:>10} {:>14.9} {:>16.3e} {:>12.2}",
                    p.iterations, p.value, p.exploitability, p.cpu_ms
                ))?;
            }
        }
        say(format!(
            "{}: value {:.9} to seat 0, exploitability {:.3e} (NashConv/2), {} iterations, {:.2} ms of one thread",
            self.method, self.value, self.exploitability, self.iterations, self.cpu_ms
        ))
    }
}

/// `1/0.5,1/0.5,1/0.5,1`
fn fractions(text: &str) -> Result<[Vec<f64>; 4]> {
    let wrong = || {
        usage(format!(
            "--fractions: `{text}` is not allowed; it takes four lists of numbers, such as 1/0.5,1/0.5,1/0.5,1"
        ))
    };
    let list = |part: &str| -> Result<Vec<f64>> {
        let words = part.split(',').map(str::trim).filter(|w| !w.is_empty());
        words.map(|w| w.parse().map_err(|_| wrong())).collect()
    };
    let lists: Vec<Vec<f64>> = text.split('/').map(list).collect::<Result<_>>()?;
    lists.try_into().map_err(|_| wrong())
}

#[derive(Serialize)]
struct Blueprinted {
    game: &'static str,
    rules: u32,
    version: &'static str,
    abstraction: Abstraction,
    decisions: usize,
    numbers: usize,
    iterations: u64,
    seed: u64,
    self_play: u64,
    cpu_s: f64,
    bytes: usize,
}

fn holdem(args: &SolveHoldemArgs) -> Result<()> {
    let game: Holdem = specs::game(&args.rules)?;
    let config = game.config();
    if config.seats != 2 || config.ante != 0 || config.stack(0) != config.stack(1) {
        return Err(usage("solve holdem: it takes a table for two with equal stacks and no ante"));
    }
    let abstraction = Abstraction {
        small: config.blinds.small,
        big: config.blinds.big,
        stack: config.stack(0),
        fractions: fractions(&args.fractions)?,
        raises: args.raises,
        buckets: [args.buckets; 3],
    };
    let folder = args.out.parent().filter(|p| !p.as_os_str().is_empty());
    if folder.is_some_and(|p| !p.is_dir()) || args.out.is_dir() {
        return Err(usage(format!(
            "--out: `{}` is not allowed; it takes a file in a folder that exists",
            args.out.display()
        )));
    }
    let clock = ThreadTime::now();
    let mut run = Solving::new(abstraction.clone(), args.iterations, args.seed)?;
    let bar = bar(args.iterations, 0, args.quiet);
    while run.step(2000) {
        bar.set_position(run.iterations());
    }
    bar.finish_and_clear();
    let blueprint = run.blueprint(args.self_play);
    blueprint.write(&args.out)?;
    let decisions = |n: &&Node| matches!(n, Node::Decision { .. });
    let made = Blueprinted {
        game: Holdem::ID,
        rules: Holdem::RULES,
        version: croupier_core::VERSION,
        abstraction,
        decisions: blueprint.betting.nodes.iter().filter(decisions).count(),
        numbers: blueprint.betting.slots,
        iterations: run.iterations(),
        seed: args.seed,
        self_play: args.self_play,
        cpu_s: clock.elapsed().as_secs_f64(),
        bytes: std::fs::metadata(&args.out).with_context(|| args.out.display().to_string())?.len() as usize,
    };
    if args.json {
        return say(serde_json::to_string_pretty(&made)?);
    }
    say(format!(
        "{}: {} decisions, {} numbers, {} iterations in {:.0} CPU-seconds, {} bytes",
        args.out.display(),
        made.decisions,
        made.numbers,
        made.iterations,
        made.cpu_s,
        made.bytes
    ))
}
