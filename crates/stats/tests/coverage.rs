//! 95 % intervals cover the truth in 94–96 % of 10,000 simulated runs.

mod common;

use common::{Source, block_of_four, chips, chips_mean, equal_chips, place_score, wdl, weak_chips};
use croupier_stats::{Caution, Interval, Mean, Moments, bootstrap_mean, student_t_quantile};

const RUNS: u32 = 10_000;
const BLOCKS: usize = 400;

/// Shares of runs whose interval lies wholly below, and wholly above, the truth.
fn misses(
    truth: f64,
    seed: u64,
    draw: impl Fn(&mut Source) -> f64,
    interval: fn(&Moments) -> Interval,
) -> (f64, f64) {
    let mut source = Source::new(seed);
    let (mut below, mut above) = (0, 0);
    for _ in 0..RUNS {
        let i = interval(&(0..BLOCKS).map(|_| draw(&mut source)).collect());
        below += u32::from(i.hi < truth);
        above += u32::from(i.lo > truth);
    }
    (f64::from(below) / f64::from(RUNS), f64::from(above) / f64::from(RUNS))
}

fn ours(m: &Moments) -> Interval {
    m.interval(0.95).unwrap()
}

fn students(m: &Moments) -> Interval {
    let n = m.count() as f64;
    let half = student_t_quantile(0.975, n - 1.0) * (m.variance().unwrap() / n).sqrt();
    Interval { lo: m.mean() - half, hi: m.mean() + half }
}

/// Both the whole and each side: 2.5 % on either side, 1 % off at most.
fn assert_covers(name: &str, (below, above): (f64, f64)) {
    let coverage = 1.0 - below - above;
    println!("{name}: covers {coverage:.4}, misses below {below:.4}, above {above:.4}");
    assert!((0.94..=0.96).contains(&coverage), "{name} covers {coverage}");
    assert!(below.max(above) < 0.035, "{name} misses {below} below, {above} above");
}

#[test]
fn interval_of_win_draw_loss_scores_covers_94_to_96_percent() {
    for (win, draw) in [(0.271_934, 0.456_132), (0.813_73, 0.001_39), (0.5, 0.0), (0.05, 0.9), (0.95, 0.0)] {
        let truth = win + 0.5 * draw;
        assert_covers(&format!("win {win} draw {draw}"), misses(truth, 1, |s| wdl(s, win, draw), ours));
    }
}

#[test]
fn interval_of_places_covers_94_to_96_percent() {
    // Equal seats have mean 0. With strengths 3, 1, 1, 1 the first place has 1/2; second 1/2·3/5; third 1/2·2/5·3/4.
    assert_covers("equal", misses(0.0, 2, |s| place_score(s, [1.0; 4]), ours));
    let (p1, p2, p3) = (0.5, 0.5 * 0.6, 0.5 * 0.4 * 0.75);
    let truth = 3.0 * p1 + p2 - p3 - 3.0 * (1.0 - p1 - p2 - p3);
    assert_covers("strong first", misses(truth, 3, |s| place_score(s, [3.0, 1.0, 1.0, 1.0]), ours));
}

#[test]
fn interval_of_big_two_chips_covers_94_to_96_percent_in_blocks_of_one_hand() {
    assert_covers("equal players", misses(0.0, 4, equal_chips, ours));
    assert_covers("weak player", misses(chips_mean([1.0, 0.05, 0.05, 0.05], 0.1), 5, weak_chips, ours));
}

#[test]
fn interval_of_big_two_chips_covers_94_to_96_percent_in_blocks_of_four_seatings() {
    assert_covers("equal players", misses(0.0, 6, |s| block_of_four(s, equal_chips), ours));
    let truth = chips_mean([1.0, 0.05, 0.05, 0.05], 0.1);
    assert_covers("weak player", misses(truth, 7, |s| block_of_four(s, weak_chips), ours));
}

#[test]
fn plain_student_interval_would_miss_skewed_chips_mostly_on_one_side() {
    let truth = chips_mean([1.0, 0.05, 0.05, 0.05], 0.1);
    let (below, above) = misses(truth, 5, weak_chips, students);
    println!("Student: misses below {below:.4}, above {above:.4}");
    assert!(above > 0.035 && below < 0.0175, "Student misses {below} below, {above} above");
}

#[test]
fn simulated_chips_have_the_exact_mean_and_big_twos_tails() {
    let mut source = Source::new(8);
    let (mut least, mut greatest) = (0.0_f64, 0.0_f64);
    for (keep, first) in [([1.0; 4], 0.25), ([1.0, 0.05, 0.05, 0.05], 0.1), ([0.2, 0.9, 0.5, 0.5], 0.4)] {
        let mut m = Moments::new();
        for _ in 0..1_000_000 {
            let c = chips(&mut source, keep, first);
            (least, greatest) = (least.min(c), greatest.max(c));
            m.add(c);
        }
        let se = (m.variance().unwrap() / 1e6).sqrt();
        let z = (m.mean() - chips_mean(keep, first)) / se;
        println!("skewness {:.2}, excess kurtosis {:.1}, z {z:.2}", m.skewness(), m.excess_kurtosis());
        assert!(z.abs() < 4.0, "the simulator's mean is {z} standard errors off");
    }
    assert!(chips_mean([1.0; 4], 0.25).abs() < 1e-12, "equal seats of a zero-sum game");
    // Big Two: the winner gains at most 234, the worst loss is 592.
    assert!((-624.0..=-400.0).contains(&least) && greatest > 200.0, "{least} to {greatest}");
}

#[test]
fn few_blocks_are_flagged_and_still_cover_at_least_94_percent() {
    type Case = (&'static str, f64, fn(&mut Source) -> f64);
    let cases: [Case; 3] = [
        ("near normal", 6.0, |s| (0..12).map(|_| s.unit()).sum()),
        ("win draw loss", 0.5, |s| wdl(s, 0.27, 0.46)),
        ("chips", 0.0, |s| block_of_four(s, equal_chips)),
    ];
    for (name, truth, draw) in cases {
        for blocks in [2, 4, 8, 29] {
            let mut source = Source::new(9);
            let mut covered = 0;
            for _ in 0..RUNS {
                let scores: Vec<f64> = (0..blocks).map(|_| draw(&mut source)).collect();
                let mean = Mean::of_blocks(&scores).unwrap();
                let flag = mean.caution.expect("so few blocks are always flagged");
                covered += u32::from(mean.ci95.contains(truth) || flag == Caution::NoSpread);
            }
            let share = f64::from(covered) / f64::from(RUNS);
            println!("{name}, {blocks} blocks: {share:.4}");
            assert!(share >= 0.94, "{name} with {blocks} blocks covers {share}");
        }
    }
}

#[test]
fn paired_difference_covers_the_truth_and_is_narrower_than_unpaired() {
    let mut source = Source::new(10);
    let (mut covered, mut paired, mut unpaired) = (0, 0.0, 0.0);
    for _ in 0..RUNS {
        // Both meet the same luck; the second gains half a chip on it, with noise of its own.
        let luck: Vec<f64> = (0..100).map(|_| equal_chips(&mut source)).collect();
        let a: Vec<f64> = luck.iter().map(|l| l + 4.0 * source.unit() - 2.0).collect();
        let b: Vec<f64> = luck.iter().map(|l| l + 4.0 * source.unit() - 1.5).collect();
        let d = Mean::of_differences(&b, &a).unwrap();
        covered += u32::from(d.ci95.contains(0.5));
        paired += d.se.unwrap();
        unpaired += Mean::of_blocks(&a).unwrap().se.unwrap() * std::f64::consts::SQRT_2;
    }
    let coverage = f64::from(covered) / f64::from(RUNS);
    println!("covers {coverage}, paired {paired:.1}, unpaired {unpaired:.1}");
    assert!((0.94..=0.96).contains(&coverage), "covers {coverage}");
    assert!(paired * 10.0 < unpaired, "{paired} against {unpaired}");
}

#[test]
fn bootstrap_agrees_with_the_formula_on_skewed_chips() {
    let mut source = Source::new(11);
    let blocks: Vec<f64> = (0..BLOCKS).map(|_| block_of_four(&mut source, weak_chips)).collect();
    let formula = Mean::of_blocks(&blocks).unwrap();
    let boot = bootstrap_mean(&blocks, 20_000, 0.95, |n| source.below(n)).unwrap();
    let width = formula.ci95.hi - formula.ci95.lo;
    println!("formula {:?}, bootstrap {boot:?}", formula.ci95);
    for (ours, theirs) in [(formula.ci95.lo, boot.bca.lo), (formula.ci95.hi, boot.bca.hi)] {
        assert!((ours - theirs).abs() < 0.03 * width, "{ours} and {theirs} for a width of {width}");
    }
    // The percentile interval knows no skewness beyond its own: nearer to the mean on the side of the long tail.
    assert!(boot.percentile.lo > boot.bca.lo && boot.percentile.hi > boot.bca.hi);
}

#[test]
fn bca_bootstrap_covers_skewed_scores_about_as_often_as_it_says() {
    let mut source = Source::new(12);
    let mut covered = 0;
    for _ in 0..1000 {
        let blocks: Vec<f64> = (0..100).map(|_| -(1.0 - source.unit()).ln()).collect();
        let boot = bootstrap_mean(&blocks, 1000, 0.95, |n| source.below(n)).unwrap();
        covered += u32::from(boot.bca.contains(1.0));
    }
    println!("covers {covered} of 1000");
    // Three standard errors of a share of 0.945 in 1000 runs.
    assert!((923..=967).contains(&covered), "covers {covered} of 1000");
}
