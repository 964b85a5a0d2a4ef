//! The experiment's program and the arena play the same hands: `croupier compare` on the same luck gives the same figures.

use croupier_arena::{Entrant, Evidence, Kind, Plan, Report, Runner};
use croupier_bots::find;
use croupier_core::AgentLabel;
use croupier_games::Holdem;
use std::process::Command;
use std::sync::atomic::AtomicBool;

const SERIES: u32 = 40;
const BLOCKS: u64 = 3;
/// The model is in use from the tenth hand on, so that its weights take part.
const BOTS: [&str; 3] = ["model:learn=10", "static", "la"];

/// What `croupier compare holdem model:learn=10 static --against la --series 40 --blocks 3` does.
fn compared() -> Report {
    let game = Holdem::default();
    let entrant = |spec: &str| {
        let (params, factory) = find(&game, &spec.parse().unwrap()).unwrap();
        Entrant { label: AgentLabel { spec: spec.into(), params: params.0.into() }, factory }
    };
    let entrants = BOTS.map(entrant);
    let labels = entrants.iter().map(|e| e.label.clone()).collect();
    let mut plan = Plan::same_luck(&game, Kind::Compare, labels, 2).unwrap();
    (plan.blocks, plan.series) = (BLOCKS, SERIES);
    let mut evidence = Evidence::new(&plan);
    let runner =
        Runner { game: &game, plan: &plan, entrants: &entrants, threads: 1, stop: &AtomicBool::new(false) };
    let stop = runner.run(&mut evidence, None, |_| ()).unwrap();
    Report::new(&plan, &evidence, &stop).unwrap()
}

#[test]
fn the_experiment_and_compare_give_the_same_means_on_the_same_luck() {
    let dir = tempfile::tempdir().unwrap();
    let (blocks, series) = (BLOCKS.to_string(), SERIES.to_string());
    let mut program = Command::new(env!("CARGO_BIN_EXE_opponent_model"));
    program.args(["--hero", BOTS[0], "--hero", BOTS[1], "--against", BOTS[2]]);
    program.args(["--blocks", &blocks, "--series", &series, "--deck", "dev", "--out"]).arg(dir.path());
    assert!(program.output().unwrap().status.success());
    let text = std::fs::read_to_string(dir.path().join("result.json")).unwrap();
    let rows: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let report = compared();
    // A big blind is 100 chips: a chip a hand is 10 mbb.
    for (row, bot) in rows.iter().zip(&report.bots).take(2) {
        assert_eq!(row["bot"], bot.spec.as_str());
        assert!((row["mbb"].as_f64().unwrap() - 10.0 * bot.mean).abs() < 1e-6, "{row} {}", bot.mean);
    }
    let pair = &report.pairs[0];
    let row = rows.iter().find(|r| r.get("difference").is_some()).unwrap();
    assert!((row["difference"].as_f64().unwrap() - 10.0 * pair.diff).abs() < 1e-6, "{row} {}", pair.diff);
    let half = 5.0 * (pair.ci95.hi - pair.ci95.lo);
    assert!((row["half"].as_f64().unwrap() - half).abs() < 1e-6, "{row} {half}");
}
