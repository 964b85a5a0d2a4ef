//! The iterations, and how far a strategy is from an equilibrium.

use super::tree::{Payoffs, Plays, Tree};
use croupier_core::Game;

/// How regrets are kept and strategies averaged. Seats update in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Regrets as they are; all iterations count alike.
    Vanilla,
    /// Regrets never below 0; iteration t counts t times (CFR+).
    Plus,
    /// After iteration t positive regrets shrink to t^1.5 / (t^1.5 + 1), negative ones to a half, and strategies count
    /// t² times (discounted CFR with α 1.5, β 0, γ 2).
    Discounted,
}

impl Rule {
    /// All, with their names.
    pub const ALL: [(&'static str, Rule); 3] =
        [("vanilla", Rule::Vanilla), ("plus", Rule::Plus), ("discounted", Rule::Discounted)];

    fn weight(self, t: f64) -> f64 {
        match self {
            Rule::Vanilla => 1.0,
            Rule::Plus => t,
            Rule::Discounted => t * t,
        }
    }
}

/// How good the average strategies are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// What they win for seat 0 against each other.
    pub value: f64,
    /// What a best response wins against them, for each seat.
    pub responses: [f64; 2],
    /// Half of what the best responses win together: 0 at an equilibrium. The game's own unit of score.
    pub exploitability: f64,
}

/// A solver over a [`Tree`]'s arrays.
pub struct Solver<'a> {
    plays: [&'a Plays; 2],
    payoffs: [&'a Payoffs; 2],
    rule: Rule,
    iterations: u32,
    /// By seat and sequence.
    regrets: [Vec<f64>; 2],
    /// The present strategy, as the product of a seat's own probabilities along each sequence.
    plan: [Vec<f64>; 2],
    /// Sums of weighted plans: the average strategy up to a factor.
    sums: [Vec<f64>; 2],
    values: Vec<f64>,
}

impl<'a> Solver<'a> {
    /// A solver at its first iteration.
    pub fn new<G: Game>(tree: &'a Tree<G>, rule: Rule) -> Self {
        let plays = [&tree.seats[0], &tree.seats[1]];
        let zeros = || plays.map(|p| vec![0.0; p.sequences()]);
        let mut solver = Self {
            plays,
            payoffs: [&tree.payoffs[0], &tree.payoffs[1]],
            rule,
            iterations: 0,
            regrets: zeros(),
            plan: zeros(),
            sums: zeros(),
            values: Vec::new(),
        };
        (0..2).for_each(|seat| solver.replan(seat, 0.0));
        solver
    }

    /// How many iterations were run.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Runs more iterations.
    pub fn run(&mut self, iterations: u32) {
        for _ in 0..iterations {
            self.iterations += 1;
            let t = f64::from(self.iterations);
            for seat in 0..2 {
                self.learn(seat, t);
                self.replan(seat, self.rule.weight(t));
            }
        }
    }

    /// Adds one iteration's regrets of a seat against the other's present strategy.
    fn learn(&mut self, seat: usize, t: f64) {
        weigh(self.payoffs[seat], &self.plan[1 - seat], &mut self.values);
        let (plays, regrets, plan) = (self.plays[seat], &mut self.regrets[seat], &self.plan[seat]);
        let power = t.powf(1.5);
        let shrink = power / (power + 1.0);
        for info in (0..plays.len()).rev() {
            let (from, to) = (plays.first[info] as usize, plays.first[info + 1] as usize);
            let parent = plays.parent[info] as usize;
            let regrets = &mut regrets[from..to];
            let values = &self.values[from..to];
            // The present strategy is in the plan unless the way here has no probability.
            let reach = plan[parent];
            let mean: f64 = if reach > 0.0 {
                values.iter().zip(&plan[from..to]).map(|(v, p)| v * p).sum::<f64>() / reach
            } else {
                matched_mean(regrets, values)
            };
            for (regret, value) in regrets.iter_mut().zip(values) {
                let sum = *regret + value - mean;
                *regret = match self.rule {
                    Rule::Vanilla => sum,
                    Rule::Plus => sum.max(0.0),
                    Rule::Discounted => sum * if sum > 0.0 { shrink } else { 0.5 },
                };
            }
            self.values[parent] += mean;
        }
    }

    /// Makes a seat's plan follow its regrets, and counts it in the average.
    fn replan(&mut self, seat: usize, weight: f64) {
        let (plays, plan) = (self.plays[seat], &mut self.plan[seat]);
        plan[0] = 1.0;
        for info in 0..plays.len() {
            let (from, to) = (plays.first[info] as usize, plays.first[info + 1] as usize);
            let reach = plan[plays.parent[info] as usize];
            let regrets = &self.regrets[seat][from..to];
            let total: f64 = regrets.iter().map(|r| r.max(0.0)).sum();
            let even = reach / (to - from) as f64;
            let scale = reach / total;
            for (p, r) in plan[from..to].iter_mut().zip(regrets) {
                *p = if total > 0.0 { r.max(0.0) * scale } else { even };
            }
        }
        if weight > 0.0 {
            self.sums[seat].iter_mut().zip(plan.iter()).for_each(|(sum, p)| *sum += weight * p);
        }
    }

    /// The average plan of a seat; uniform where it never came.
    fn average(&self, seat: usize) -> Vec<f64> {
        let (plays, sums) = (self.plays[seat], &self.sums[seat]);
        let mut plan = vec![0.0; plays.sequences()];
        plan[0] = 1.0;
        for info in 0..plays.len() {
            let range = plays.first[info] as usize..plays.first[info + 1] as usize;
            let reach = plan[plays.parent[info] as usize];
            let total: f64 = sums[range.clone()].iter().sum();
            let even = 1.0 / range.len() as f64;
            for i in range {
                plan[i] = reach * if total > 0.0 { sums[i] / total } else { even };
            }
        }
        plan
    }

    /// The average strategy of a seat: for each information set the probabilities of its actions.
    pub fn strategy(&self, seat: usize) -> Vec<Vec<f64>> {
        let (plays, sums) = (self.plays[seat], &self.sums[seat]);
        let of = |info: usize| {
            let range = plays.first[info] as usize..plays.first[info + 1] as usize;
            let total: f64 = sums[range.clone()].iter().sum();
            let even = 1.0 / range.len() as f64;
            range.map(|i| if total > 0.0 { sums[i] / total } else { even }).collect()
        };
        (0..plays.len()).map(of).collect()
    }

    /// The value and exploitability of the average strategies, exactly.
    pub fn evaluate(&mut self) -> Evaluation {
        let plans = [self.average(0), self.average(1)];
        let mut responses = [0.0; 2];
        let mut value = 0.0;
        for (seat, response) in responses.iter_mut().enumerate() {
            weigh(self.payoffs[seat], &plans[1 - seat], &mut self.values);
            if seat == 0 {
                value = self.values.iter().zip(&plans[0]).map(|(v, p)| v * p).sum();
            }
            let plays = self.plays[seat];
            for info in (0..plays.len()).rev() {
                let range = plays.first[info] as usize..plays.first[info + 1] as usize;
                let best = self.values[range].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                self.values[plays.parent[info] as usize] += best;
            }
            *response = self.values[0];
        }
        Evaluation { value, responses, exploitability: (responses[0] + responses[1]) / 2.0 }
    }
}

/// What each of a seat's sequences is worth by what lies directly behind it, against the other's plan.
fn weigh(payoffs: &Payoffs, other: &[f64], values: &mut Vec<f64>) {
    values.clear();
    values.extend(payoffs.start.windows(2).map(|row| {
        let entries = &payoffs.entries[row[0] as usize..row[1] as usize];
        entries.iter().map(|(sequence, value)| other[*sequence as usize] * value).sum::<f64>()
    }));
}

/// The mean of values under regret matching.
fn matched_mean(regrets: &[f64], values: &[f64]) -> f64 {
    let total: f64 = regrets.iter().map(|r| r.max(0.0)).sum();
    if total > 0.0 {
        regrets.iter().zip(values).map(|(r, v)| r.max(0.0) * v).sum::<f64>() / total
    } else {
        values.iter().sum::<f64>() / values.len() as f64
    }
}
