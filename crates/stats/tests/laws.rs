//! Laws of the numbers, over random data.

mod common;

use common::Source;
use croupier_stats::{
    Caution, Durations, Elo, Interval, Mean, Moments, Outcome, Pentanomial, Sprt, SprtSpec, StatsError,
    Tally, Unit, Verdict, bonferroni_level, bootstrap_mean, differences, elo_of_score, holm, llr_of_counts,
    score_of_elo, simultaneous_intervals, standings, wilson,
};
use proptest::prelude::*;

fn moments(values: &[f64]) -> Moments {
    values.iter().copied().collect()
}

fn near(a: f64, b: f64, scale: f64) -> bool {
    (a - b).abs() <= 1e-9 * scale.max(1e-300)
}

/// Scores with repeats and a wide range.
fn scores(least: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(prop_oneof![-600.0..600.0_f64, (-3..4).prop_map(f64::from)], least..120)
}

proptest! {
    #[test]
    fn moments_equal_their_definitions(values in scores(1)) {
        let m = moments(&values);
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let central = |k: i32| values.iter().map(|v| (v - mean).powi(k)).sum::<f64>() / n;
        prop_assert!(near(m.mean(), mean, 600.0));
        prop_assert!(near(m.population_variance(), central(2), 600.0_f64.powi(2)));
        prop_assert_eq!(m.variance().is_none(), values.len() == 1);
        if central(2) > 1e-3 {
            prop_assert!(near(m.skewness(), central(3) / central(2).powf(1.5), 1e3));
            prop_assert!(near(m.excess_kurtosis(), central(4) / central(2).powi(2) - 3.0, 1e3));
        }
    }

    #[test]
    fn merged_moments_are_those_of_the_whole(values in scores(1), cut in 0.0..1.0_f64) {
        let (a, b) = values.split_at((cut * values.len() as f64) as usize);
        let mut merged = moments(a);
        merged.merge(&moments(b));
        let whole = moments(&values);
        prop_assert_eq!(merged.count(), whole.count());
        prop_assert!(near(merged.mean(), whole.mean(), 600.0));
        prop_assert!(near(merged.population_variance(), whole.population_variance(), 600.0_f64.powi(2)));
        if whole.population_variance() > 1e-3 {
            prop_assert!(near(merged.skewness(), whole.skewness(), 1e3));
            prop_assert!(near(merged.excess_kurtosis(), whole.excess_kurtosis(), 1e3));
        }
    }

    #[test]
    fn interval_moves_and_stretches_with_the_scores(values in scores(2), shift in -50.0..50.0_f64, scale in 0.1..9.0_f64) {
        let i = moments(&values).interval(0.9).unwrap();
        let moved: Vec<f64> = values.iter().map(|v| shift + scale * v).collect();
        let j = moments(&moved).interval(0.9).unwrap();
        prop_assert!(near(j.lo, shift + scale * i.lo, 1e5) && near(j.hi, shift + scale * i.hi, 1e5));
        let mirrored: Vec<f64> = values.iter().map(|v| -v).collect();
        let k = moments(&mirrored).interval(0.9).unwrap();
        prop_assert!(near(k.lo, -i.hi, 1e5) && near(k.hi, -i.lo, 1e5));
    }

    #[test]
    fn interval_holds_exactly_what_the_p_value_does_not_reject(values in scores(2), level in 0.5..0.999_f64) {
        let m = moments(&values);
        prop_assume!(m.population_variance() > 1e-6);
        let i = m.interval(level).unwrap();
        prop_assert!(i.lo < i.hi);
        for (end, outward) in [(i.lo, -1.0), (i.hi, 1.0)] {
            let p = m.p_value(end).unwrap();
            prop_assert!((p - (1.0 - level)).abs() < 1e-6, "p at an end is {p}");
            let step = 0.01 * (i.hi - i.lo) * outward;
            prop_assert!(m.p_value(end + step).unwrap() < p && p < m.p_value(end - step).unwrap());
        }
    }

    #[test]
    fn higher_level_gives_the_wider_interval(values in scores(2)) {
        let m = moments(&values);
        prop_assume!(m.population_variance() > 1e-6);
        let [narrow, wide] = [0.8, 0.99].map(|l| m.interval(l).unwrap());
        prop_assert!(wide.lo < narrow.lo && narrow.hi < wide.hi);
        let together = simultaneous_intervals(&[m, m, m], 0.95).unwrap();
        prop_assert_eq!(together[1], m.interval(bonferroni_level(0.95, 3).unwrap()).unwrap());
    }

    #[test]
    fn elo_and_score_are_inverse(elo in -1500.0..1500.0_f64) {
        prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
        prop_assert!((score_of_elo(elo) + score_of_elo(-elo) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn mirrored_pairs_mirror_every_number(counts in prop::array::uniform5(0_u64..500)) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let p = Pentanomial { counts };
        let (a, b) = (p.summary().unwrap(), p.mirrored().summary().unwrap());
        prop_assert!((a.score + b.score - 1.0).abs() < 1e-12 && (a.los + b.los - 1.0).abs() < 1e-9);
        prop_assert!((a.variance - b.variance).abs() < 1e-12);
        prop_assert!(a.elo == -b.elo || (a.elo + b.elo).abs() < 1e-6);
        prop_assert_eq!(a.nelo.is_some(), counts.iter().filter(|&&c| c > 0).count() > 1);
    }

    #[test]
    fn exact_ratio_changes_sign_with_the_hypotheses(counts in prop::array::uniform5(1_u32..200), elo in 1.0..300.0_f64) {
        let weighted: Vec<(f64, f64)> = counts.iter().enumerate().map(|(i, &c)| (i as f64 / 4.0, f64::from(c))).collect();
        let (low, high) = (score_of_elo(-elo), score_of_elo(elo));
        let there = llr_of_counts(&weighted, low, high).unwrap();
        let back = llr_of_counts(&weighted, high, low).unwrap();
        prop_assert!((there + back).abs() < 1e-9 * there.abs().max(1.0));
        let mean: f64 = weighted.iter().map(|(a, n)| a * n).sum::<f64>() / f64::from(counts.iter().sum::<u32>());
        // At the sample's own mean nothing is likelier.
        if (low..high).contains(&mean) && mean - low > 1e-3 {
            prop_assert!(llr_of_counts(&weighted, low, mean).unwrap() >= 0.0);
        }
    }

    #[test]
    fn places_count_every_seat_once_and_a_win_is_being_sole_first(points in prop::collection::vec(-3..4_i32, 2..7)) {
        let points: Vec<f64> = points.into_iter().map(f64::from).collect();
        let all = standings(&points).unwrap();
        let best = points.iter().copied().fold(f64::MIN, f64::max);
        let firsts = points.iter().filter(|&&p| p == best).count();
        for (s, p) in all.iter().zip(&points) {
            let expected = match (*p == best, firsts) {
                (true, 1) => Outcome::Win,
                (true, _) => Outcome::Draw,
                _ => Outcome::Loss,
            };
            prop_assert_eq!(s.outcome(), expected);
        }
        // A place k shared by m leaves the next m − 1 places empty.
        let mut above: Vec<usize> = all.iter().map(|s| s.above).collect();
        above.sort_unstable();
        prop_assert!(above.iter().enumerate().all(|(i, &a)| a <= i && (a == i || above[i - 1] == a)));
    }

    #[test]
    fn duration_quantiles_are_within_the_stated_error_of_exact_selection(
        mut nanoseconds in prop::collection::vec(prop_oneof![0..300_u64, 0..5_000_000_000_u64, Just(u64::MAX)], 1..300),
        p in 0.0..=1.0_f64,
    ) {
        let mut whole = Durations::default();
        nanoseconds.iter().for_each(|&d| whole.record(d));
        let (mut left, mut right) = (Durations::default(), Durations::default());
        nanoseconds.iter().enumerate().for_each(|(i, &d)| if i % 3 == 0 { left.record(d) } else { right.record(d) });
        right.merge(&left);
        prop_assert_eq!(&right, &whole);
        let text = serde_json::to_string(&whole).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Durations>(&text).unwrap(), &whole);
        nanoseconds.sort_unstable();
        let rank = ((p * nanoseconds.len() as f64).ceil() as usize).max(1);
        let exact = nanoseconds[rank - 1] as f64;
        let ours = whole.quantile(p).unwrap() as f64;
        prop_assert!((ours - exact).abs() <= Durations::RELATIVE_ERROR * exact, "{ours} for {exact}");
    }

    #[test]
    fn holm_never_undercuts_a_p_value_and_never_exceeds_bonferroni(p in prop::collection::vec(0.0..=1.0_f64, 1..20)) {
        let adjusted = holm(&p).unwrap();
        let m = p.len() as f64;
        for (a, raw) in adjusted.iter().zip(&p) {
            prop_assert!(raw <= a && *a <= (raw * m).min(1.0) + 1e-12);
        }
        // The order of the comparisons stays.
        for i in 0..p.len() {
            for j in 0..p.len() {
                prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
            }
        }
    }

    #[test]
    fn wilson_holds_the_frequency_and_stays_within_0_to_1(trials in 1..5000_u64, share in 0.0..=1.0_f64) {
        let successes = (share * trials as f64) as u64;
        let i = wilson(successes, trials, 0.95).unwrap();
        let p = successes as f64 / trials as f64;
        prop_assert!(0.0 <= i.lo && i.lo <= p && p <= i.hi && i.hi <= 1.0 && i.lo < i.hi);
        // It is where the normal test with the true variance turns: (p − π)² = z²π(1 − π)/n.
        for end in [i.lo, i.hi].into_iter().filter(|&e| e > 0.0 && e < 1.0) {
            let z2 = (p - end).powi(2) * trials as f64 / (end * (1.0 - end));
            prop_assert!((z2 - 3.841_458_820_694_124).abs() < 1e-6, "{z2}");
        }
    }

    #[test]
    fn sequential_test_gives_the_same_state_for_the_same_blocks(values in prop::collection::vec(0..=4_u32, 1..300)) {
        let run = || {
            let mut test = Sprt::new("low=-10,high=40".parse().unwrap());
            values.iter().for_each(|&v| { test.push(f64::from(v) / 4.0).unwrap(); });
            test
        };
        prop_assert_eq!(run().state(), run().state());
        // After its end a test changes no more.
        let mut over = run();
        if over.verdict() != Verdict::Continue {
            let state = over.state();
            over.push(0.0).unwrap();
            prop_assert_eq!(over.state(), state);
        }
    }

    #[test]
    fn sprt_text_round_trips(low in -100.0..0.0_f64, width in 0.1..50.0_f64, score in any::<bool>(), alpha in 0.001..0.49_f64) {
        let unit = if score { Unit::Score } else { Unit::Elo };
        let spec = SprtSpec::new(low, low + width, unit, alpha, 0.05).unwrap();
        prop_assert_eq!(spec.to_string().parse::<SprtSpec>().unwrap(), spec);
        let json = serde_json::to_string(&spec).unwrap();
        prop_assert_eq!(serde_json::from_str::<SprtSpec>(&json).unwrap(), spec);
    }

    #[test]
    fn sprt_parser_refuses_or_accepts_any_text_without_panic(text in "[a-z=,.0-9 -]{0,40}") {
        let _ = text.parse::<SprtSpec>();
    }
}

#[test]
fn one_block_and_no_spread_are_said_openly() {
    let one = Mean::of_blocks(&[7.0]).unwrap();
    assert_eq!(
        (one.mean, one.se, one.ci95, one.caution),
        (7.0, None, Interval::UNBOUNDED, Some(Caution::OneBlock))
    );
    assert_eq!(
        serde_json::to_string(&one).unwrap(),
        r#"{"blocks":1,"mean":7.0,"se":null,"ci95":[null,null],"caution":"one_block"}"#
    );
    let same = Mean::of_blocks(&[0.1; 500]).unwrap();
    assert_eq!(same.caution, Some(Caution::NoSpread));
    assert!(same.ci95.lo == same.mean && same.ci95.hi == same.mean);
    let m = moments(&[0.1; 500]);
    assert_eq!(
        (m.p_value(m.mean()).unwrap(), m.p_value(0.2).unwrap(), moments(&[3.0]).p_value(9.0).unwrap()),
        (1.0, 0.0, 1.0)
    );
    let many: Vec<f64> = (0..30).map(|i| f64::from(i % 3)).collect();
    assert_eq!(Mean::of_blocks(&many).unwrap().caution, None);
    assert_eq!(Mean::of_blocks(&many[..29]).unwrap().caution, Some(Caution::FewBlocks));
    let text = serde_json::to_string(&Mean::of_blocks(&many).unwrap()).unwrap();
    assert!(!text.contains("caution"), "{text}");
    assert_eq!(serde_json::from_str::<Mean>(&text).unwrap(), Mean::of_blocks(&many).unwrap());
}

#[test]
fn bad_numbers_are_refused_with_their_place() {
    let text = |e: StatsError| e.to_string();
    assert_eq!(
        text(Mean::of_blocks(&[]).unwrap_err()),
        "interval: there are no blocks; at least one is needed"
    );
    let nan = text(Mean::of_blocks(&[0.0, f64::NAN]).unwrap_err());
    assert_eq!(nan, "mean: value 1 is NaN; every value must be a finite number");
    assert!(Mean::of_blocks(&[f64::MAX, -f64::MAX, f64::MAX]).is_err(), "moments that overflow");
    let unpaired = text(Mean::of_differences(&[1.0, 2.0], &[1.0]).unwrap_err());
    assert_eq!(
        unpaired,
        "paired difference: 2 values on one side and 1 on the other; pairs need the same number"
    );
    assert!(differences(&[f64::INFINITY], &[0.0]).is_err());
    for level in [0.0, 1.0, f64::NAN] {
        assert!(moments(&[1.0, 2.0]).interval(level).is_err() && wilson(1, 2, level).is_err());
        assert!(bootstrap_mean(&[1.0, 2.0], 1000, level, |_| 0).is_err());
    }
    assert!(wilson(3, 2, 0.95).is_err() && wilson(0, 0, 0.95).is_err() && bonferroni_level(0.95, 0).is_err());
    assert!(
        bootstrap_mean(&[1.0], 1000, 0.95, |_| 0).is_err()
            && bootstrap_mean(&[1.0, 2.0], 9, 0.95, |_| 0).is_err()
    );
    assert!(Elo::of_score(&Mean::of_blocks(&[1.5, 2.0]).unwrap()).is_err());
    assert!(
        Pentanomial::default().summary().is_err() && holm(&[1.5]).is_err() && standings(&[f64::NAN]).is_err()
    );
    let durations = Durations::default();
    assert!(
        durations.quantile(0.5).is_err() && durations.summary().is_err() && durations.quantile(2.0).is_err()
    );
    assert!(serde_json::from_str::<Durations>(r#"{"max":10,"buckets":[[2000,1]]}"#).is_err());
}

#[test]
fn sprt_settings_answer_mistakes_with_what_is_expected() {
    let error = |text: &str| text.parse::<SprtSpec>().unwrap_err().to_string();
    for (text, expected) in [
        ("", "sprt: `` is not of the form key=value"),
        ("low=0", "sprt high: missing; say for instance low=0,high=5"),
        ("low=0,high=x", "sprt high: `x` is not a number"),
        ("low=0,high=5,low=1", "sprt low: given twice"),
        ("low=5,high=5", "sprt low: 5 is not below high, 5"),
        ("low=0,hihg=5", "unknown sprt setting `hihg`; did you mean `high`? (low, high, unit, alpha, beta)"),
        ("low=0,high=5,unit=sore", "unknown unit `sore`; did you mean `score`? (elo, score)"),
        ("low=0,high=5,alpha=0", "sprt alpha is 0; it must be above 0 and below 0.5"),
        ("low=0,high=5,beta=NaN", "sprt beta is NaN; it must be above 0 and below 0.5"),
        ("low=0,high=9999", "sprt high is 9999; it must be between -2000 and 2000 with unit=elo"),
        ("low=0,high=inf,unit=score", "sprt high is inf; it must be a finite number"),
    ] {
        assert_eq!(error(text), expected);
    }
    let default: SprtSpec = " low = -1 , high = 4 ".parse().unwrap();
    assert_eq!(default.to_string(), "low=-1,high=4,unit=elo,alpha=0.05,beta=0.05");
    // ln β and −ln α.
    assert!((default.lower() + 2.995_732).abs() < 1e-6 && (default.upper() - 2.995_732).abs() < 1e-6);
}

#[test]
fn sprt_refuses_scores_outside_its_unit_and_never_ends_early_on_real_scores() {
    let mut elo = Sprt::new("low=0,high=5".parse().unwrap());
    assert!(elo.push(1.5).is_err() && elo.push(f64::NAN).is_err() && elo.state().blocks == 0);
    let mut score = Sprt::new("low=0,high=1,unit=score".parse().unwrap());
    assert!(score.push(f64::INFINITY).is_err());
    // Blocks that settle the question at once, and more.
    let ends =
        (1..).find(|i| score.push(0.9 + 0.2 * f64::from(i % 2)).unwrap() != Verdict::Continue).unwrap();
    assert_eq!((ends, score.verdict()), (croupier_stats::MIN_SCORE_BLOCKS as i32, Verdict::AcceptHigh));
    // Without spread nothing can be said.
    let mut same = Sprt::new("low=0,high=1,unit=score".parse().unwrap());
    assert!((0..1000).all(|_| same.push(1.0).unwrap() == Verdict::Continue) && same.state().llr == 0.0);
    let json = serde_json::to_value(score.state()).unwrap();
    assert_eq!(
        (&json["verdict"], &json["unit"], &json["blocks"]),
        (&"accept_high".into(), &"score".into(), &32.into())
    );
}

#[test]
fn skewed_scores_raise_the_flag() {
    let mut test = Sprt::new("low=0,high=1,unit=score".parse().unwrap());
    (0..31).for_each(|i| drop(test.push(f64::from(i % 2))));
    assert!(!test.state().skewed);
    test.push(-500.0).unwrap();
    assert!(test.state().skewed, "one block in 32 far out has skewness −5.4");
}

#[test]
fn tallies_merge_and_grow_to_the_last_place() {
    let mut a = Tally::new(2);
    a.add(standings(&[1.0, 2.0, 3.0, 4.0]).unwrap()[0]);
    let mut b = Tally::new(4);
    b.add(standings(&[5.0, 2.0, 3.0, 4.0]).unwrap()[0]);
    a.merge(&b);
    assert_eq!(
        (a.places.as_slice(), a.wins, a.draws, a.losses, a.episodes()),
        ([1, 0, 0, 1].as_slice(), 1, 0, 1, 2)
    );
}

#[test]
fn pairs_fall_into_their_five_classes() {
    use Outcome::{Draw, Loss, Win};
    let mut p = Pentanomial::default();
    for (a, b) in [(Loss, Loss), (Draw, Loss), (Win, Loss), (Draw, Draw), (Draw, Win), (Win, Win)] {
        p.add(a, b);
        p.add(b, a);
    }
    assert_eq!(p.counts, [2, 2, 4, 2, 2]);
    assert_eq!(serde_json::to_string(&p).unwrap(), "[2,2,4,2,2]");
    // Nothing but wins: no spread, no doubt by this measure, and no finite Elo.
    let won = Pentanomial { counts: [0, 0, 0, 0, 9] }.summary().unwrap();
    assert_eq!((won.los, won.elo, won.nelo), (1.0, f64::INFINITY, None));
    assert_eq!(serde_json::to_value(won).unwrap()["elo"], serde_json::Value::Null);
}

#[test]
fn simultaneous_intervals_cover_all_of_ten_means_in_95_percent_of_runs() {
    let mut source = Source::new(21);
    let runs = 1000;
    let mut all = 0;
    for _ in 0..runs {
        let means: Vec<Moments> =
            (0..10).map(|_| (0..60).map(|_| source.unit() + source.unit()).collect()).collect();
        all += u32::from(simultaneous_intervals(&means, 0.95).unwrap().iter().all(|i| i.contains(1.0)));
    }
    println!("all ten covered in {all} of {runs}");
    // Bonferroni promises at least 0.95, and independence gives 0.951; three standard errors of the count.
    assert!((930..=972).contains(&all), "{all} of {runs}");
}
