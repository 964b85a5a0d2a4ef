//! Plackett–Luce ratings against closed forms, a slow twin and published fits.

mod common;

use common::Source;
use croupier_stats::{PlackettLuce, Ranking, Relation, StatsError};

/// A ranking of single entrants.
fn order(entrants: &[usize]) -> Ranking {
    Ranking::new(entrants.iter().map(|&e| vec![e]).collect())
}

fn pairs(wins: &[(usize, usize, f64)]) -> Vec<Ranking> {
    wins.iter().map(|&(winner, loser, n)| order(&[winner, loser]).weighted(n)).collect()
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance
}

#[test]
fn two_entrants_give_bradley_and_terrys_closed_form() {
    for (wins, losses) in [(1.0, 1.0), (30.0, 10.0), (999.0, 1.0)] {
        let ratings = PlackettLuce::new(2).fit(&pairs(&[(0, 1, wins), (1, 0, losses)])).unwrap();
        let (difference, se) = ratings.difference(0, 1);
        let odds: f64 = wins / losses;
        assert!(close(difference, odds.ln(), 1e-9), "{difference} for odds {odds}");
        assert!(close(se, (1.0 / wins + 1.0 / losses).sqrt(), 1e-7), "{se}");
        // The rating is half of the difference on either side of 0, and Elo is its image.
        let r = ratings.ratings[0];
        assert!(close(r.strength, 0.5 * difference, 1e-9) && close(r.se, 0.5 * se, 1e-7));
        let elo = ratings.ratings[0].elo - ratings.ratings[1].elo;
        assert!(close(elo, croupier_stats::elo_of_score(wins / (wins + losses)), 1e-6), "{elo}");
    }
}

#[test]
fn two_entrants_with_draws_give_davidsons_closed_form() {
    // Davidson: wins to losses are as the strengths, and δ = draws/√(wins·losses).
    let (wins, draws, losses) = (40.0_f64, 35.0, 25.0);
    let mut games = pairs(&[(0, 1, wins), (1, 0, losses)]);
    games.push(Ranking::new(vec![vec![0, 1]]).weighted(draws));
    let ratings = PlackettLuce::new(2).fit(&games).unwrap();
    assert!(close(ratings.difference(0, 1).0, (wins / losses).ln(), 1e-9));
    assert_eq!(ratings.ties.len(), 1);
    assert_eq!(ratings.ties[0].order, 2);
    assert!(close(ratings.ties[0].log_strength, (draws / (wins * losses).sqrt()).ln(), 1e-9));
    let likelihood =
        wins * (wins / 100.0).ln() + draws * (draws / 100.0).ln() + losses * (losses / 100.0).ln();
    assert!(close(ratings.log_likelihood, likelihood, 1e-9));
}

#[test]
fn balanced_results_give_equal_ratings() {
    let all = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let ratings = PlackettLuce::new(3).fit(&all.map(|o| order(&o))).unwrap();
    for r in &ratings.ratings {
        assert!(close(r.strength, 0.0, 1e-12), "{r:?}");
    }
    // Six equally likely orders of three.
    assert!(close(ratings.log_likelihood, 6.0 * (1.0_f64 / 6.0).ln(), 1e-9));
}

/// R. R. Davidson, JASA 65 (1970), example 2: six brands of chocolate pudding, preferences and ties.
/// i, j, wins of i, wins of j, ties.
const PUDDING: [(usize, usize, f64, f64, f64); 15] = [
    (1, 2, 19.0, 22.0, 16.0),
    (1, 3, 16.0, 19.0, 12.0),
    (2, 3, 19.0, 19.0, 10.0),
    (1, 4, 18.0, 23.0, 13.0),
    (2, 4, 23.0, 19.0, 9.0),
    (3, 4, 19.0, 20.0, 15.0),
    (1, 5, 13.0, 19.0, 18.0),
    (2, 5, 16.0, 20.0, 12.0),
    (3, 5, 16.0, 15.0, 17.0),
    (4, 5, 17.0, 14.0, 16.0),
    (1, 6, 18.0, 21.0, 12.0),
    (2, 6, 22.0, 20.0, 12.0),
    (3, 6, 13.0, 18.0, 10.0),
    (4, 6, 14.0, 19.0, 18.0),
    (5, 6, 11.0, 21.0, 12.0),
];

/// The fit is printed in the overview of the R package PlackettLuce (hturner/PlackettLuce, vignettes/Overview.Rmd):
/// strengths as in Davidson's paper, standard errors of differences from the first brand. Both stopped their iteration
/// early (a warning there says so), hence five digits.
#[test]
fn pudding_with_ties_gives_the_fit_of_davidson_and_of_the_r_package() {
    let mut games = Vec::new();
    for (i, j, wins, losses, ties) in PUDDING {
        let (i, j) = (i - 1, j - 1);
        games.extend(pairs(&[(i, j, wins), (j, i, losses)]));
        games.push(Ranking::new(vec![vec![i, j]]).weighted(ties));
    }
    let fit = PlackettLuce::new(6).fit(&games).unwrap();
    let worth = [0.138_800_5, 0.172_998_5, 0.161_742_0, 0.165_393_0, 0.158_680_5, 0.202_385_5];
    let total: f64 = fit.ratings.iter().map(|r| r.strength.exp()).sum();
    for (r, w) in fit.ratings.iter().zip(worth) {
        assert!(close(r.strength.exp() / total, w, 3e-5), "{r:?}");
    }
    for (i, se) in [(1, 0.1872), (2, 0.1935), (3, 0.1882), (4, 0.1927), (5, 0.1924)] {
        assert!(close(fit.difference(i, 0).1, se, 6e-5), "{i}: {:?}", fit.difference(i, 0));
    }
    assert!(close(fit.ties[0].log_strength, -0.291_938, 3e-5) && close(fit.ties[0].se, 0.082_499, 2e-6));
    assert!(close(-2.0 * fit.log_likelihood, 1619.4, 0.05));
}

/// The R package's fruits (tests/testthat/_snaps/S3-methods.md): ties, partial rankings and its ghost of weight ½.
#[test]
fn fruits_with_a_ghost_give_the_fit_of_the_r_package() {
    let (apple, banana, orange) = (0, 1, 2);
    let rankings = [
        order(&[apple, banana]),
        order(&[banana, orange, apple]),
        Ranking::new(vec![vec![banana, orange], vec![apple]]).weighted(2.0),
        order(&[apple, banana, orange]),
        order(&[apple, orange]),
    ];
    let fit = PlackettLuce::new(3).with_ghost(0.5).fit(&rankings).unwrap();
    assert!(close(fit.difference(banana, apple).0, 0.286_798_7, 1e-6));
    assert!(close(fit.difference(orange, apple).0, -0.463_668_7, 1e-6));
    assert!(close(fit.ties[0].log_strength, -1.070_112_9, 1e-6));
}

/// Log likelihood by listing every subset that may tie.
fn slow_log_likelihood(
    rankings: &[Ranking],
    strength: &[f64],
    log_tie: &dyn Fn(usize) -> Option<f64>,
) -> f64 {
    let value = |set: &[usize]| -> f64 {
        let mean = set.iter().map(|&i| strength[i]).sum::<f64>() / set.len() as f64;
        log_tie(set.len()).map_or(0.0, |t| (t + mean).exp())
    };
    let mut sum = 0.0;
    for r in rankings {
        for (k, group) in r.groups().iter().enumerate() {
            let left: Vec<usize> = r.groups()[k..].iter().flatten().copied().collect();
            if left.len() == 1 {
                continue;
            }
            let subsets = (1_u32..1 << left.len()).map(|mask| -> Vec<usize> {
                left.iter().enumerate().filter(|(b, _)| mask >> b & 1 == 1).map(|(_, &i)| i).collect()
            });
            sum += value(group).ln() - subsets.map(|s| value(&s)).sum::<f64>().ln();
        }
    }
    sum
}

fn random_rankings(source: &mut Source, entrants: usize, count: usize) -> Vec<Ranking> {
    let ranking = |source: &mut Source| {
        let seats: Vec<usize> = (0..entrants).filter(|_| source.below(4) > 0).collect();
        // A few possible scores, so that ties of every order happen; earlier entrants are better.
        let scores: Vec<f64> =
            seats.iter().map(|&e| (source.below(5) + source.below(7 - e as u64)) as f64).collect();
        Ranking::from_scores(&seats, &scores).unwrap()
    };
    (0..count).map(|_| ranking(source)).collect()
}

#[test]
fn fit_maximises_the_slow_twins_likelihood_and_its_curvature_gives_the_standard_errors() {
    let mut source = Source::new(3);
    let entrants = 5;
    let rankings = random_rankings(&mut source, entrants, 120);
    let fit = PlackettLuce::new(entrants).fit(&rankings).unwrap();
    assert!(fit.ties.len() >= 2, "ties of several orders occur: {:?}", fit.ties);
    let orders: Vec<usize> = fit.ties.iter().map(|t| t.order).collect();
    let value = |p: &[f64]| {
        let log_tie = |d: usize| match d {
            1 => Some(0.0),
            _ => orders.iter().position(|&o| o == d).map(|k| p[entrants + k]),
        };
        slow_log_likelihood(&rankings, &p[..entrants], &log_tie)
    };
    let strengths = fit.ratings.iter().map(|r| r.strength);
    let best: Vec<f64> = strengths.chain(fit.ties.iter().map(|t| t.log_strength)).collect();
    let top = value(&best);
    assert!(close(top, fit.log_likelihood, 1e-9), "{top} {}", fit.log_likelihood);
    let h = 1e-4;
    for i in 0..best.len() {
        let moved = |d: f64| {
            let mut p = best.clone();
            p[i] += d;
            value(&p)
        };
        let slope = (moved(h) - moved(-h)) / (2.0 * h);
        assert!(slope.abs() < 1e-6, "slope {slope} along {i}");
    }
    // The profile likelihood of a difference falls by ½ at one standard error, to second order.
    let (difference, se) = fit.difference(0, 1);
    let profile = profile_drop(&value, &best, (0, 1), se);
    assert!(difference > 0.0 && close(profile, 0.5, 0.05), "drops by {profile}");
}

/// How far the maximum falls when the difference of two strengths is held `shift` above its best, all else refitted
/// by coordinate steps.
fn profile_drop(value: &dyn Fn(&[f64]) -> f64, best: &[f64], (a, b): (usize, usize), shift: f64) -> f64 {
    let top = value(best);
    let mut p = best.to_vec();
    p[a] += 0.5 * shift;
    p[b] -= 0.5 * shift;
    let mut step = 0.05;
    let mut current = value(&p);
    while step > 1e-6 {
        let before = current;
        // The pair moves together; every other parameter moves alone.
        for i in 0..p.len() {
            for sign in [1.0, -1.0] {
                let mut q = p.clone();
                q[i] += sign * step;
                if i == a {
                    q[b] += sign * step;
                } else if i == b {
                    continue;
                }
                let v = value(&q);
                if v > current {
                    (p, current) = (q, v);
                }
            }
        }
        if current - before < 1e-9 {
            step *= 0.5;
        }
    }
    top - current
}

#[test]
fn intervals_cover_true_strengths_in_about_95_percent_of_1000_runs() {
    let truth = [0.6, 0.1, -0.2, -0.5];
    let mut source = Source::new(5);
    let mut covered = [0; 4];
    let runs = 1000;
    for _ in 0..runs {
        let rankings: Vec<Ranking> = (0..100).map(|_| order(&sample(&mut source, &truth))).collect();
        let fit = PlackettLuce::new(4).fit(&rankings).unwrap();
        for (c, (r, t)) in covered.iter_mut().zip(fit.ratings.iter().zip(truth)) {
            *c += u32::from(r.ci95.contains(t));
        }
    }
    println!("covered {covered:?} of {runs}");
    for c in covered {
        // 95 % and three standard errors of the count.
        assert!((929..=970).contains(&c), "{covered:?}");
    }
}

/// An order drawn by the Plackett–Luce model.
fn sample(source: &mut Source, strength: &[f64]) -> Vec<usize> {
    let mut keyed: Vec<(f64, usize)> =
        strength.iter().enumerate().map(|(i, s)| (-(1.0 - source.unit()).ln() / s.exp(), i)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    keyed.into_iter().map(|(_, i)| i).collect()
}

#[test]
fn block_standard_errors_see_repetition_inside_blocks() {
    let mut source = Source::new(6);
    // Every episode is played four times over with the same end: a quarter of the evidence there seems to be.
    let mut rankings = Vec::new();
    for block in 0..400 {
        let end = sample(&mut source, &[0.3, 0.0, -0.3]);
        rankings.extend((0..4).map(|_| order(&end).in_block(block)));
    }
    let fit = PlackettLuce::new(3).fit(&rankings).unwrap();
    for r in &fit.ratings {
        let ratio = r.se / r.model_se;
        assert!((1.8..2.2).contains(&ratio), "{ratio}");
        assert!(close(r.ci95.half_width() / r.se, croupier_stats::student_t_quantile(0.975, 399.0), 1e-9));
    }
    let unnamed: Vec<Ranking> = rankings.iter().map(|r| Ranking::new(r.groups().to_vec())).collect();
    let plain = PlackettLuce::new(3).fit(&unnamed).unwrap();
    assert_eq!(plain.ratings[0].se, plain.ratings[0].model_se);
    assert!(close(plain.ratings[0].se, fit.ratings[0].model_se, 1e-12));
}

#[test]
fn groups_that_spoil_the_ratings_are_named() {
    let disconnected = |entrants, rankings: &[Ranking]| match PlackettLuce::new(entrants).fit(rankings) {
        Err(StatsError::Disconnected { group, relation }) => (group, relation),
        other => panic!("{other:?}"),
    };
    // 0 and 1 beat each other and everybody; 2, 3, 4 beat each other.
    let mut games = pairs(&[(0, 1, 1.0), (1, 0, 1.0), (0, 2, 1.0), (1, 3, 1.0)]);
    games.extend(pairs(&[(2, 3, 1.0), (3, 4, 1.0), (4, 2, 1.0)]));
    assert_eq!(disconnected(5, &games), (vec![0, 1], Relation::NeverLost));
    // One draw across ties them together.
    games.push(Ranking::new(vec![vec![1, 4]]));
    assert!(PlackettLuce::new(5).fit(&games).is_ok());
    // An entrant without games, and one that lost them all.
    assert_eq!(disconnected(3, &pairs(&[(0, 1, 1.0), (1, 0, 1.0)])), (vec![2], Relation::NeverMet));
    let last = pairs(&[(0, 1, 1.0), (1, 0, 1.0), (0, 2, 1.0), (1, 2, 1.0)]);
    assert_eq!(disconnected(3, &last), (vec![2], Relation::NeverWon));
    let message = PlackettLuce::new(3).fit(&last).unwrap_err().to_string();
    assert_eq!(message, "ratings are not determined: entrants [2] never beat or drew with any other");
    // The ghost gives finite ratings in all these cases.
    assert!(PlackettLuce::new(3).with_ghost(0.5).fit(&last).is_ok());
}

#[test]
fn ratings_that_run_off_in_spite_of_draws_are_refused() {
    // One win and one draw: the likelihood rises as the winner and the chance of draws grow together.
    let games = [order(&[0, 1]), Ranking::new(vec![vec![0, 1]])];
    assert!(matches!(PlackettLuce::new(2).fit(&games), Err(StatsError::Unbounded { .. })));
    // Nothing but draws says nothing about how likely draws are.
    let games = [Ranking::new(vec![vec![0, 1]]).weighted(9.0)];
    assert!(matches!(PlackettLuce::new(2).fit(&games), Err(StatsError::Unbounded { .. })));
}

#[test]
fn bad_rankings_are_refused_by_name() {
    let fit = |r: Ranking| PlackettLuce::new(2).fit(&[order(&[0, 1]), r]).unwrap_err().to_string();
    assert_eq!(fit(order(&[0, 2])), "ranking 1: entrant 2 does not exist");
    assert_eq!(fit(order(&[0, 0])), "ranking 1: entrant 0 is named twice");
    assert!(fit(order(&[1, 0]).weighted(-1.0)).starts_with("ranking weight is -1; it must be"));
    assert!(PlackettLuce::new(0).fit(&[]).is_err());
    assert!(PlackettLuce::new(2).with_ghost(f64::NAN).fit(&[]).is_err());
    assert!(
        Ranking::from_scores(&[0, 1], &[f64::NAN, 0.0]).is_err() && Ranking::from_scores(&[0], &[]).is_err()
    );
    // One entrant alone is rated 0.
    let alone = PlackettLuce::new(1).fit(&[]).unwrap();
    assert_eq!((alone.ratings[0].strength, alone.ratings[0].se), (0.0, 0.0));
}
