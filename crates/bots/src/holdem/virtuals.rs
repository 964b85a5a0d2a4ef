//! The virtual opponent: how the visits of the pattern tree bend the base distribution P into P'.
//!
//! - `paper`: P' = P + G clipped and normalised. Each hand's probability moves by the same amount.
//! - `scaled`: P' ∝ P(a|h) s_a with one factor for each action, so that the mean of P' over the hands the opponent may hold is
//!   what it was seen to do. Odds between hands shrink as an action becomes common: from one who raises almost anything
//!   a raise tells almost nothing. (Iterative proportional fitting, Deming and Stephan 1940.)
//! - `learned`: `scaled`, and on it what was seen of each class of hands: hands that were shown count for their class,
//!   others for all classes by their weights at the end of the hand (expectation maximisation).
//! - `ta tp la lp`: a style's own rule, which no one who only watches can know: a bound for what weights can be worth.

use super::pattern::{Answers, Kind};
use super::policy::{Rule, Standing};
use super::{LA, LP, TA, TP, line::Step};
use croupier_games::holdem::Street;
use serde::{Deserialize, Serialize};

/// Whom the model takes its opponent for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Virtual {
    /// P + G.
    Paper,
    /// P in proportion.
    Scaled,
    /// P in proportion, and what was seen of each class of hands.
    #[default]
    Learned,
    /// The tight-aggressive rule.
    Ta,
    /// The tight-passive rule.
    Tp,
    /// The loose-aggressive rule.
    La,
    /// The loose-passive rule.
    Lp,
}

impl Virtual {
    /// All names.
    pub const NAMES: [&'static str; 7] = ["paper", "scaled", "learned", "ta", "tp", "la", "lp"];

    /// The rule of a style, where it is one.
    pub fn style(self) -> Option<&'static Rule> {
        match self {
            Virtual::Ta => Some(&TA),
            Virtual::Tp => Some(&TP),
            Virtual::La => Some(&LA),
            Virtual::Lp => Some(&LP),
            _ => None,
        }
    }
}

/// Visits that P's own mean counts for, and how many a class's own share.
const PRIOR: f64 = 10.0;

/// The share of a distribution that does not depend on the hand: nobody is quite as one takes them for.
const BLUR: f64 = 0.05;

/// At most this many rounds of fitting.
const ROUNDS: usize = 64;

/// How near the mean must come to what was seen.
const NEAR: f64 = 1e-4;

/// The mean of distributions by class, weighed.
pub fn mean(model: &[[f64; 4]], mass: &[f64]) -> [f64; 4] {
    let total: f64 = mass.iter().sum();
    if total <= 0.0 {
        return [0.25; 4];
    }
    std::array::from_fn(|a| model.iter().zip(mass).map(|(p, m)| p[a] * m).sum::<f64>() / total)
}

/// P' ∝ P s, with factors s such that its mean over `mass` is what was seen, which P's own mean joins with the weight of
/// some visits. Actions that are not legal have no part in it.
pub fn scaled(base: &[[f64; 4]], mass: &[f64], visits: [u32; 4], legal: [bool; 4]) -> Vec<[f64; 4]> {
    let kept = |p: [f64; 4]| -> [f64; 4] { std::array::from_fn(|a| if legal[a] { p[a] } else { 0.0 }) };
    let ours = normal(kept(mean(base, mass)), legal);
    let seen = kept(visits.map(f64::from));
    let all: f64 = seen.iter().sum::<f64>() + PRIOR;
    let target: [f64; 4] = std::array::from_fn(|a| (seen[a] + PRIOR * ours[a]) / all);
    let blurred = |p: &[f64; 4]| -> [f64; 4] {
        let p = normal(kept(*p), legal);
        std::array::from_fn(|a| (1.0 - BLUR) * p[a] + BLUR * target[a])
    };
    let mut out: Vec<[f64; 4]> = base.iter().map(blurred).collect();
    for _ in 0..ROUNDS {
        let now = mean(&out, mass);
        if now.iter().zip(&target).all(|(n, t)| (n - t).abs() < NEAR) {
            break;
        }
        let factor: [f64; 4] = std::array::from_fn(|a| if now[a] > 0.0 { target[a] / now[a] } else { 1.0 });
        for p in &mut out {
            *p = normal(std::array::from_fn(|a| p[a] * factor[a]), legal);
        }
    }
    out
}

/// Made to add up to 1; all legal actions alike where nothing is left.
fn normal(p: [f64; 4], legal: [bool; 4]) -> [f64; 4] {
    let sum: f64 = p.iter().sum();
    if sum > 0.0 {
        return p.map(|x| x / sum);
    }
    let n = legal.iter().filter(|l| **l).count().max(1) as f64;
    legal.map(|l| f64::from(u8::from(l)) / n)
}

/// A style's own distribution for each share of the pot in 255ths.
pub fn of_style(rule: &Rule, step: &Step, shares: &[f64]) -> Vec<[f64; 4]> {
    shares.iter().map(|&share| rule.odds(step.facing(), Standing { ehs: share, equity: share })).collect()
}

/// What was seen of each class of hands: visits, in parts where the hand was not shown, by street, place, class, action.
#[derive(Clone, Debug, Default)]
pub struct ByClass {
    parts: [[Vec<[f64; 4]>; 6]; 4],
}

impl ByClass {
    /// Counts an action for the classes by their mass, which need not add up to 1.
    pub fn count(&mut self, street: Street, place: Answers, kind: Kind, mass: &[f64]) {
        let total: f64 = mass.iter().sum();
        if total <= 0.0 {
            return;
        }
        let rows = &mut self.parts[street as usize][place as usize];
        rows.resize(mass.len().max(rows.len()), [0.0; 4]);
        for (row, m) in rows.iter_mut().zip(mass) {
            row[kind as usize] += m / total;
        }
    }

    /// The model bent to what was seen of each class; what is not legal has no part in it.
    pub fn bend(&self, model: &mut [[f64; 4]], street: Street, place: Answers, legal: [bool; 4]) {
        for (p, row) in model.iter_mut().zip(&self.parts[street as usize][place as usize]) {
            let row: [f64; 4] = std::array::from_fn(|a| if legal[a] { row[a] } else { 0.0 });
            let n: f64 = row.iter().sum();
            *p = std::array::from_fn(|a| (PRIOR * p[a] + row[a]) / (PRIOR + n));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LEGAL: [bool; 4] = [true; 4];

    /// Two classes of the same mass that raise with 0.1 and 0.6, one who was seen to raise 7 of 10 times: the common
    /// factor of the odds, found by halving.
    #[test]
    fn odds_move_by_one_factor_until_the_mean_is_what_was_seen() {
        let base = [[0.0, 0.9, 0.1, 0.0], [0.0, 0.4, 0.6, 0.0]];
        let legal = [false, true, true, false];
        let target = (700_000.0 + PRIOR * 0.35) / (1_000_000.0 + PRIOR);
        let blurred = base.map(|p| (1.0 - BLUR) * p[2] + BLUR * target);
        let raised = |odds: f64| blurred.map(|p| p * odds / (p * odds + 1.0 - p));
        let (mut lo, mut hi) = (1.0, 1e6);
        for _ in 0..100 {
            let mid = (lo + hi) / 2.0;
            if raised(mid).iter().sum::<f64>() / 2.0 < target { lo = mid } else { hi = mid }
        }
        let out = scaled(&base, &[1.0, 1.0], [0, 300_000, 700_000, 0], legal);
        for (p, expected) in out.iter().zip(raised(lo)) {
            assert!((p[2] - expected).abs() < 1e-3 && p[0] == 0.0, "{p:?} {expected}");
        }
    }

    #[test]
    fn from_one_who_always_raises_a_raise_tells_nothing() {
        let base = [[0.3, 0.65, 0.05, 0.0], [0.0, 0.2, 0.8, 0.0]];
        let out = scaled(&base, &[1.0, 1.0], [0, 0, 5000, 0], LEGAL);
        assert!(out[1][2] / out[0][2] < 1.01, "{out:?}");
        // The same amount for both, as the paper has it, leaves a raise twice as likely of the better class, say.
        let seen = [-0.15, -0.3, 0.45, 0.0];
        let paper = base.map(|p| super::super::pattern::shifted(p, seen, LEGAL));
        assert!(paper[1][2] / paper[0][2] > 1.5, "{paper:?}");
    }

    #[test]
    fn nothing_seen_leaves_the_mean_where_it_was() {
        let base = [[0.3, 0.65, 0.05, 0.0], [0.0, 0.2, 0.8, 0.0]];
        let out = scaled(&base, &[1.0, 3.0], [0; 4], LEGAL);
        let (before, after) = (mean(&base, &[1.0, 3.0]), mean(&out, &[1.0, 3.0]));
        assert!(before.iter().zip(after).all(|(b, a)| (b - a).abs() < 1e-3), "{before:?} {after:?}");
    }

    /// Ten visits of a class weigh as much as the prior: half-way between.
    #[test]
    fn what_a_class_was_seen_to_do_counts_against_the_prior_by_hand() {
        let mut seen = ByClass::default();
        (0..10).for_each(|_| seen.count(Street::Flop, Answers::Raise, Kind::Fold, &[0.0, 2.0]));
        let mut model = [[0.2, 0.8, 0.0, 0.0]; 2];
        seen.bend(&mut model, Street::Flop, Answers::Raise, LEGAL);
        assert_eq!(model[0], [0.2, 0.8, 0.0, 0.0]);
        assert!((model[1][0] - 0.6).abs() < 1e-12 && (model[1][1] - 0.4).abs() < 1e-12, "{model:?}");
        let mut elsewhere = [[0.2, 0.8, 0.0, 0.0]; 2];
        seen.bend(&mut elsewhere, Street::Turn, Answers::Raise, LEGAL);
        assert_eq!(elsewhere, [[0.2, 0.8, 0.0, 0.0]; 2]);
    }

    proptest! {
        /// Whatever was seen: distributions over what is legal, with the mean that was asked for.
        #[test]
        fn scaled_models_are_distributions_whose_mean_is_what_was_seen(
            raw in proptest::collection::vec([0u8..50, 0u8..50, 0u8..50, 0u8..50], 1..12),
            visits in [0u32..200, 1u32..200, 0u32..200, 0u32..200],
            free: bool,
        ) {
            let legal = [!free, true, true, true];
            let base: Vec<[f64; 4]> = raw.iter().map(|r| normal(
                std::array::from_fn(|a| if legal[a] { f64::from(r[a]) } else { 0.0 }), legal)).collect();
            let mass: Vec<f64> = (0..base.len()).map(|i| 1.0 + i as f64).collect();
            let out = scaled(&base, &mass, visits, legal);
            for p in &out {
                prop_assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9 && p.iter().all(|x| (0.0..=1.0).contains(x)));
                prop_assert!(legal[0] || p[0] == 0.0);
            }
            let ours = mean(&base, &mass);
            let all: f64 = (0..4).filter(|a| legal[*a]).map(|a| f64::from(visits[a])).sum();
            for (a, now) in mean(&out, &mass).into_iter().enumerate().filter(|(a, _)| legal[*a]) {
                let wanted = (f64::from(visits[a]) + PRIOR * ours[a]) / (all + PRIOR);
                prop_assert!((now - wanted).abs() < 2e-2, "{a}: {now} {wanted}");
            }
        }
    }
}
