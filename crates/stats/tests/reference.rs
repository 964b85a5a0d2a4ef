//! Equality with the numbers of public tools and tables.

use croupier_stats::{
    NELO_PER_SIGMA, Pentanomial, llr_of_classes, llr_of_moments, normal_cdf, normal_quantile,
    student_t_quantile, student_t_tail, trinomial_summary,
};

fn close(ours: f64, theirs: f64, tolerance: f64) -> bool {
    (ours - theirs).abs() <= tolerance * theirs.abs().max(1.0)
}

/// The lines of a data file, split at commas, without comments and heading.
fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split(',').collect())
}

fn number(s: &str) -> f64 {
    s.parse().unwrap()
}

#[test]
fn quantiles_equal_scipys() {
    let mut checked = 0;
    for row in rows(include_str!("data/distributions.csv")) {
        let [p, quantile] = [number(row[0]), number(row[2])];
        let ours = match row[1] {
            "inf" => normal_quantile(p),
            df => student_t_quantile(p, number(df)),
        };
        assert!((ours - quantile).abs() <= 1e-7 * quantile.abs(), "{row:?}: {ours}");
        // In the body of the distributions, where intervals stand, to ten digits.
        if (0.0025..=0.9975).contains(&p) {
            assert!((ours - quantile).abs() <= 1e-10 * quantile.abs(), "{row:?}: {ours}");
        }
        checked += 1;
    }
    assert_eq!(checked, 132);
}

#[test]
fn quantiles_and_tails_are_defined_at_and_beyond_the_edges() {
    assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(
        (student_t_quantile(0.0, 3.0), student_t_quantile(1.0, 3.0)),
        (f64::NEG_INFINITY, f64::INFINITY)
    );
    assert_eq!((student_t_quantile(0.5, 3.0), normal_cdf(0.0)), (0.0, 0.5));
    assert_eq!(
        (normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY), normal_cdf(1e-200)),
        (1.0, 0.0, 0.5)
    );
    assert_eq!((student_t_tail(f64::INFINITY, 5.0), student_t_tail(f64::NEG_INFINITY, 5.0)), (0.0, 1.0));
    assert!(
        normal_quantile(1.5).is_nan()
            && student_t_quantile(0.9, 0.0).is_nan()
            && normal_cdf(f64::NAN).is_nan()
    );
    // One degree of freedom is Cauchy's distribution: the 75 % point is tan(π/4).
    assert!((student_t_quantile(0.75, 1.0) - 1.0).abs() < 1e-12);
}

#[test]
fn log_likelihood_ratios_and_elo_equal_those_of_fishtest_and_pentanomial() {
    let mut checked = 0;
    for row in rows(include_str!("data/classes.csv")) {
        let classes: Vec<u64> = row[0].split(';').map(|c| c.parse().unwrap()).collect();
        let llr = llr_of_classes(&classes, number(row[1]), number(row[2])).unwrap();
        assert!(close(llr, number(row[3]), 1e-6), "{row:?}: {llr}");
        checked += 1;
        if row[4].is_empty() {
            continue;
        }
        let summary = match classes[..] {
            [l, d, w] => trinomial_summary(l, d, w),
            _ => Pentanomial { counts: classes.try_into().unwrap() }.summary(),
        };
        let s = summary.unwrap();
        assert!(close(s.elo, number(row[4]), 1e-9), "{row:?}: {s:?}");
        assert!(close(s.elo_ci95.half_width(), number(row[5]), 1e-9), "{row:?}: {s:?}");
        assert!((s.los - number(row[6])).abs() < 1e-9, "{row:?}: {s:?}");
    }
    assert_eq!(checked, 23);
}

/// fastchess's unit tests, app/tests/elo_test.cpp at 74deac23aadc6718fa0f8e24ac95d16392d79444. Its classes are
/// LL, LD, WL, DD, WD, WW; its tolerance is 1 % of 1 + the value.
#[test]
fn elo_and_normalised_elo_of_pairs_equal_fastchess_tests() {
    // Counts; normalised Elo and error; Elo and error; los in %; score.
    let cases = [
        ([34, 54, 31, 32, 64, 75], (57.94, 28.28), (55.58, 27.65), 100.00, 0.579),
        ([332, 433, 457, 41, 333, 334], (-9.17, 10.96), (-8.64, 10.33), 5.05, 0.488),
        ([7895, 8757, 5485, 200, 568, 9999], (-19.01, 2.65), (-21.04, 2.95), 0.00, 0.470),
    ];
    for ([ll, ld, wl, dd, wd, ww], nelo, elo, los, score) in cases {
        let s = Pentanomial { counts: [ll, ld, wl + dd, wd, ww] }.summary().unwrap();
        assert!((s.nelo.unwrap() - nelo.0).abs() < 0.006 && (s.elo - elo.0).abs() < 0.006, "{s:?}");
        assert!((s.nelo_ci95.unwrap().half_width() - nelo.1).abs() < 0.006, "{s:?}");
        assert!((s.elo_ci95.half_width() - elo.1).abs() < 0.006, "{s:?}");
        assert!((100.0 * s.los - los).abs() < 0.006 && (s.score - score).abs() < 0.006, "{s:?}");
    }
}

/// The same file, `EloWDL`: wins, losses, draws.
#[test]
fn elo_and_normalised_elo_of_single_games_equal_fastchess_tests() {
    let cases = [
        ((76, 89, 123), (-20.76, 40.13), None, Some(15.53), 0.477),
        ((136, 96, 111), (49.77, 36.77), Some((40.70, 30.43)), Some(99.60), 0.558),
        ((34, 356, 0), (-508.44, 34.48), None, None, 0.087),
    ];
    for ((wins, losses, draws), nelo, elo, los, score) in cases {
        let s = trinomial_summary(losses, draws, wins).unwrap();
        assert!((s.nelo.unwrap() - nelo.0).abs() < 0.006, "{s:?}");
        assert!((s.nelo_ci95.unwrap().half_width() - nelo.1).abs() < 0.006, "{s:?}");
        assert!((s.score - score).abs() < 0.006, "{s:?}");
        if let Some((value, error)) = elo {
            assert!(
                (s.elo - value).abs() < 0.006 && (s.elo_ci95.half_width() - error).abs() < 0.006,
                "{s:?}"
            );
        }
        assert!(los.is_none_or(|los: f64| (100.0 * s.los - los).abs() < 0.006), "{s:?}");
    }
}

/// fastchess's unit tests, app/tests/sprt_test.cpp at the same commit: the logistic model.
#[test]
fn log_likelihood_ratios_equal_fastchess_tests() {
    // Single games are wins, losses, draws.
    let single = [((21404, 21184, 40708), (0.5, 2.5), -1.57), ((57433, 57030, 106_593), (0.0, 2.0), -2.59)];
    for ((wins, losses, draws), (low, high), expected) in single {
        let llr = llr_of_classes(&[losses, draws, wins], low, high).unwrap();
        assert!((llr - expected).abs() < 0.006, "{llr}");
    }
    let pairs = [
        ([223, 9863, 20279, 1000, 10037, 246], (0.5, 2.5), -3.07),
        ([871, 26175, 55003, 980, 26678, 821], (0.0, 2.0), -4.98),
    ];
    for ([ll, ld, wl, dd, wd, ww], (low, high), expected) in pairs {
        let llr = llr_of_classes(&[ll, ld, wl + dd, wd, ww], low, high).unwrap();
        assert!((llr - expected).abs() < 0.006, "{llr}");
    }
}

/// pentanomial's README: BayesElo with draw_elo 327 and biases −90 and 200 gives pairs these probabilities.
#[test]
fn variance_of_pairs_is_that_of_the_readme_example() {
    // Out of 10,000 pairs; context.py says the variance of pairs per game is 0.86 of that of single games.
    let pairs = Pentanomial { counts: [159, 2189, 5304, 2189, 159] }.summary().unwrap();
    let single = trinomial_summary(1644, 6712, 1644).unwrap();
    assert!((2.0 * pairs.variance / single.variance - 0.86).abs() < 0.005);
    assert_eq!((pairs.score, pairs.elo, pairs.nelo, pairs.los), (0.5, 0.0, Some(0.0), 0.5));
    assert!((NELO_PER_SIGMA - 347.435_585_522_601_46).abs() < 1e-9);
}

/// With many near-normal blocks all approximations of the ratio meet (Van den Bergh, "Comparing the approximations").
#[test]
fn ratio_from_moments_meets_the_exact_one_on_many_blocks() {
    for (classes, low, high) in
        [([871, 26175, 55983, 26678, 821], 0.0, 2.0), ([223, 9863, 21279, 10037, 246], 0.5, 2.5)]
    {
        let exact = llr_of_classes(&classes, low, high).unwrap();
        let scores =
            classes.iter().enumerate().flat_map(|(i, &n)| std::iter::repeat_n(i as f64 / 4.0, n as usize));
        let [s0, s1] = [low, high].map(croupier_stats::score_of_elo);
        let moments = llr_of_moments(&scores.collect(), s0, s1);
        assert!((exact - moments).abs() < 0.01, "{exact} and {moments}");
    }
}
