//! A sequential test ends wrongly with probability at most α and β: 10,000 simulated runs under each hypothesis.

mod common;

use common::{Source, block_of_four, chips_mean, equal_chips, place_score, weak_chips};
use croupier_stats::{Sprt, SprtSpec, Unit, Verdict};

const RUNS: u32 = 10_000;
/// Far beyond the length any run here needs.
const PATIENCE: u32 = 1_000_000;

/// The share of runs that end with `wrong`, and the mean length.
fn share(spec: SprtSpec, seed: u64, wrong: Verdict, draw: impl Fn(&mut Source) -> f64) -> (f64, f64) {
    let mut source = Source::new(seed);
    let (mut errors, mut blocks) = (0, 0);
    for _ in 0..RUNS {
        let mut test = Sprt::new(spec);
        let verdict = (0..PATIENCE)
            .map(|_| test.push(draw(&mut source)).unwrap())
            .find(|&v| v != Verdict::Continue)
            .expect("every test ends");
        errors += u32::from(verdict == wrong);
        blocks += test.state().blocks;
    }
    (f64::from(errors) / f64::from(RUNS), blocks as f64 / f64::from(RUNS))
}

/// Runs both hypotheses, the first draws having the mean `low` and the second `high`.
fn assert_within(
    name: &str,
    spec: SprtSpec,
    at_low: impl Fn(&mut Source) -> f64,
    at_high: impl Fn(&mut Source) -> f64,
) {
    let (alpha, low_blocks) = share(spec, 1, Verdict::AcceptHigh, at_low);
    let (beta, high_blocks) = share(spec, 2, Verdict::AcceptLow, at_high);
    println!("{name}, {spec}: α {alpha:.4} in {low_blocks:.0} blocks, β {beta:.4} in {high_blocks:.0}");
    assert!(alpha <= spec.alpha(), "{name}: accepts high in {alpha}");
    assert!(beta <= spec.beta(), "{name}: accepts low in {beta}");
}

/// Classes 0, ¼, ½, ¾, 1 (or 0, ½, 1) drawn with the given weights, tilted to the mean `score`.
fn classes(weights: &[f64], score: f64) -> impl Fn(&mut Source) -> f64 {
    let top = (weights.len() - 1) as f64;
    let tilted = |t: f64| -> Vec<f64> {
        let w: Vec<f64> = weights.iter().enumerate().map(|(i, w)| w * (t * i as f64 / top).exp()).collect();
        let sum: f64 = w.iter().sum();
        w.iter().map(|x| x / sum).collect()
    };
    let mean = |p: &[f64]| p.iter().enumerate().map(|(i, p)| p * i as f64 / top).sum::<f64>();
    let (mut lo, mut hi) = (-50.0, 50.0);
    for _ in 0..200 {
        let t = 0.5 * (lo + hi);
        if mean(&tilted(t)) < score { lo = t } else { hi = t }
    }
    let p = tilted(lo);
    assert!((mean(&p) - score).abs() < 1e-12);
    move |s| {
        let mut u = s.unit();
        let class = p.iter().position(|&x| {
            u -= x;
            u < 0.0
        });
        class.unwrap_or(p.len() - 1) as f64 / top
    }
}

fn elo(name: &str, weights: &[f64], text: &str) {
    let spec: SprtSpec = text.parse().unwrap();
    let [low, high] = spec.scores();
    assert_within(name, spec, classes(weights, low), classes(weights, high));
}

fn score(name: &str, low: f64, high: f64, errors: (f64, f64), mean: f64, draw: fn(&mut Source) -> f64) {
    let spec = SprtSpec::new(low, high, Unit::Score, errors.0, errors.1).unwrap();
    assert_within(name, spec, move |s| draw(s) - mean + low, move |s| draw(s) - mean + high);
}

#[test]
fn errors_stay_within_bounds_for_win_draw_loss_scores() {
    elo("even, many draws", &[0.27, 0.46, 0.27], "low=0,high=40");
    elo("no draws", &[0.5, 0.0, 0.5], "low=-25,high=25,alpha=0.02,beta=0.08");
}

#[test]
fn errors_stay_within_bounds_for_pairs_of_episodes() {
    elo("chess-like pairs", &[0.016, 0.219, 0.53, 0.219, 0.016], "low=0,high=20");
    elo("drawish pairs", &[0.001, 0.04, 0.918, 0.04, 0.001], "low=0,high=10");
}

#[test]
fn errors_stay_within_bounds_for_lopsided_pairs() {
    elo("greedy against tsumogiri", &[0.03, 0.003, 0.3, 0.003, 0.664], "low=240,high=300");
    elo("almost always won", &[0.002, 0.0, 0.095, 0.0, 0.903], "low=480,high=600");
}

#[test]
fn errors_stay_within_bounds_where_few_blocks_decide() {
    elo("pairs, wide bounds", &[0.06, 0.22, 0.44, 0.22, 0.06], "low=0,high=100");
    elo("single games, wide bounds", &[0.27, 0.46, 0.27], "low=-100,high=100");
    score("chips, wide bounds", 0.0, 10.0, (0.05, 0.05), 0.0, |s| block_of_four(s, equal_chips));
    score("places, wide bounds", -1.0, 1.0, (0.05, 0.05), 0.0, |s| place_score(s, [1.0; 4]));
}

#[test]
fn errors_stay_within_bounds_for_places() {
    score("places", 0.0, 0.3, (0.05, 0.05), 0.0, |s| place_score(s, [1.0; 4]));
}

#[test]
fn errors_stay_within_bounds_for_chips_of_equal_players() {
    score("chips", 0.0, 2.0, (0.05, 0.05), 0.0, |s| block_of_four(s, equal_chips));
}

#[test]
fn errors_stay_within_bounds_for_single_hands_of_chips() {
    score("chips", -2.0, 4.0, (0.05, 0.1), 0.0, equal_chips);
}

#[test]
fn errors_stay_within_bounds_for_chips_of_a_weak_player() {
    let mean = chips_mean([1.0, 0.05, 0.05, 0.05], 0.1);
    score("weak, four seatings", 0.0, 2.0, (0.05, 0.05), mean, |s| block_of_four(s, weak_chips));
    score("weak, single hands", 0.0, 6.0, (0.05, 0.05), mean, weak_chips);
}
