//! The likelihood of choices, its slopes and curvature, and Newton's method on it.

use super::Ranking;
use super::linalg::Matrix;
use crate::StatsError;
use std::collections::{BTreeMap, BTreeSet};

/// One choice: the `chosen` first of `from` were taken, the rest left. Both parts are sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Choice {
    from: Vec<usize>,
    chosen: usize,
}

/// Different choices with their total weights.
#[derive(Debug, Default)]
pub(crate) struct Data {
    choices: BTreeMap<Choice, f64>,
}

impl Data {
    pub(crate) fn add(&mut self, choice: Choice, weight: f64) {
        *self.choices.entry(choice).or_default() += weight;
    }
}

/// Which parameters there are: a log strength per node, then ln δ for every order of tie above 1 that occurs.
#[derive(Debug)]
pub(crate) struct Model {
    nodes: usize,
    orders: Vec<usize>,
}

/// The maximum of the likelihood.
#[derive(Debug)]
pub(crate) struct Fit {
    pub(crate) parameters: Vec<f64>,
    pub(crate) covariance: Matrix,
    pub(crate) log_likelihood: f64,
    pub(crate) iterations: usize,
}

/// Newton steps before the maximum is taken to lie at infinity; a finite one takes about ten.
const MAX_STEPS: usize = 100;
/// A step below this ends the search. Along a direction without a maximum steps stay near 1, however flat it gets.
const SMALL_STEP: f64 = 1e-9;

impl Model {
    pub(crate) fn new(nodes: usize, rankings: &[Ranking]) -> Self {
        let mut orders: BTreeSet<usize> = rankings.iter().flat_map(|r| r.groups()).map(Vec::len).collect();
        orders.insert(1);
        Self { nodes, orders: orders.into_iter().collect() }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.nodes
    }

    pub(crate) fn parameters(&self) -> usize {
        self.nodes + self.orders.len() - 1
    }

    /// Orders of tie with a parameter: 2 and up.
    pub(crate) fn tie_orders(&self) -> impl Iterator<Item = usize> + '_ {
        self.orders[1..].iter().copied()
    }

    /// Calls `f` with every choice of a ranking; the last who is left is no choice, unless the last place is a tie.
    pub(crate) fn choices(&self, ranking: &Ranking, mut f: impl FnMut(Choice)) {
        let groups = ranking.groups();
        for (i, group) in groups.iter().enumerate() {
            let mut rest: Vec<usize> = groups[i + 1..].iter().flatten().copied().collect();
            if rest.is_empty() && group.len() == 1 {
                return;
            }
            rest.sort_unstable();
            let from = group.iter().copied().chain(rest).collect();
            f(Choice { from, chosen: group.len() });
        }
    }

    /// Adds the slopes of one choice's log likelihood, times `weight`.
    pub(crate) fn add_gradient(&self, p: &[f64], choice: &Choice, weight: f64, gradient: &mut [f64]) {
        Terms::new(self, p, choice).add_gradient(self, choice, weight, gradient);
    }

    fn log_likelihood(&self, p: &[f64], data: &Data) -> f64 {
        data.choices.iter().map(|(c, w)| w * Terms::new(self, p, c).log_likelihood(self, p, c)).sum()
    }

    /// The negative curvature (the observed information) and the slopes at `p`.
    fn derivatives(&self, p: &[f64], data: &Data) -> (Matrix, Vec<f64>) {
        let mut information = Matrix::zero(self.parameters());
        let mut gradient = vec![0.0; self.parameters()];
        for (choice, &weight) in &data.choices {
            let terms = Terms::new(self, p, choice);
            terms.add_gradient(self, choice, weight, &mut gradient);
            terms.add_information(self, choice, weight, &mut information);
        }
        (information, gradient)
    }

    /// Newton's method from equal strengths. The likelihood does not change when all log strengths move together;
    /// adding 1·1ᵀ to their curvature holds their sum at 0.
    pub(crate) fn maximise(&self, data: &Data) -> Result<Fit, StatsError> {
        let mut p = vec![0.0; self.parameters()];
        let mut value = self.log_likelihood(&p, data);
        for iterations in 1..=MAX_STEPS {
            let (mut information, gradient) = self.derivatives(&p, data);
            let total: f64 = data.choices.values().sum::<f64>().max(1.0);
            for i in 0..self.nodes {
                (0..self.nodes).for_each(|j| information.add(i, j, total / self.nodes as f64));
            }
            let Some(inverse) = information.inverse() else { return Err(self.unbounded(&p)) };
            let step = inverse.times(&gradient);
            let length = step.iter().fold(0.0_f64, |m, s| m.max(s.abs()));
            let mut scale = (4.0 / length).min(1.0);
            let moved = loop {
                let next: Vec<f64> = p.iter().zip(&step).map(|(a, s)| a + scale * s).collect();
                let next_value = self.log_likelihood(&next, data);
                if next_value >= value || scale * length < SMALL_STEP {
                    value = next_value.max(value);
                    break next;
                }
                scale *= 0.5;
            };
            p = moved;
            if length < SMALL_STEP {
                let covariance = inverse;
                return Ok(Fit { parameters: p, covariance, log_likelihood: value, iterations });
            }
        }
        Err(self.unbounded(&p))
    }

    fn unbounded(&self, p: &[f64]) -> StatsError {
        let size = |i: &usize| p[*i].abs();
        let entrant = (0..self.nodes).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0);
        StatsError::Unbounded { entrant }
    }
}

/// Sums over the possible choices from one set, in units of its strongest member.
struct Terms {
    /// Per order d: δ_d and the x_i = αᵢ^(1/d) of the set.
    orders: Vec<(usize, f64, Vec<f64>)>,
    shift: f64,
    total: f64,
}

impl Terms {
    fn new(model: &Model, p: &[f64], choice: &Choice) -> Self {
        let shift = choice.from.iter().map(|&i| p[i]).fold(f64::NEG_INFINITY, f64::max);
        let mut orders = Vec::with_capacity(model.orders.len());
        let mut total = 0.0;
        for (k, &d) in model.orders.iter().enumerate() {
            if d > choice.from.len() {
                break;
            }
            let delta = if k == 0 { 1.0 } else { p[model.nodes + k - 1].exp() };
            let x: Vec<f64> = choice.from.iter().map(|&i| ((p[i] - shift) / d as f64).exp()).collect();
            total += delta * symmetric(&x, d, &[]);
            orders.push((d, delta, x));
        }
        Self { orders, shift, total }
    }

    fn log_likelihood(&self, model: &Model, p: &[f64], choice: &Choice) -> f64 {
        let chosen = &choice.from[..choice.chosen];
        let mean = chosen.iter().map(|&i| p[i] - self.shift).sum::<f64>() / chosen.len() as f64;
        model.tie_parameter(choice.chosen).map_or(0.0, |k| p[k]) + mean - self.total.ln()
    }

    fn add_gradient(&self, model: &Model, choice: &Choice, weight: f64, gradient: &mut [f64]) {
        for &i in &choice.from[..choice.chosen] {
            gradient[i] += weight / choice.chosen as f64;
        }
        if let Some(k) = model.tie_parameter(choice.chosen) {
            gradient[k] += weight;
        }
        for (parameter, slope) in self.slopes(model, choice) {
            gradient[parameter] -= weight * slope / self.total;
        }
    }

    /// The slopes of the total: each member's, then each tie parameter's.
    fn slopes(&self, model: &Model, choice: &Choice) -> Vec<(usize, f64)> {
        let mut slopes: Vec<(usize, f64)> = choice.from.iter().map(|&i| (i, 0.0)).collect();
        for (d, delta, x) in &self.orders {
            for (a, slope) in slopes.iter_mut().take(x.len()).enumerate() {
                slope.1 += delta / *d as f64 * x[a] * symmetric(x, d - 1, &[a]);
            }
            if let Some(k) = model.tie_parameter(*d) {
                slopes.push((k, delta * symmetric(x, *d, &[])));
            }
        }
        slopes
    }

    /// Adds the curvature of ln(total): second derivatives over the total, less the product of the slopes.
    fn add_information(&self, model: &Model, choice: &Choice, weight: f64, information: &mut Matrix) {
        let slopes = self.slopes(model, choice);
        for &(i, a) in &slopes {
            for &(j, b) in &slopes {
                information.add(i, j, -weight * (a / self.total) * (b / self.total));
            }
        }
        let unit = weight / self.total;
        for (d, delta, x) in &self.orders {
            let d_real = *d as f64;
            let tie = model.tie_parameter(*d);
            for a in 0..x.len() {
                let alone = delta * x[a] * symmetric(x, d - 1, &[a]) / d_real;
                information.add(choice.from[a], choice.from[a], unit * alone / d_real);
                if let Some(k) = tie {
                    information.add(choice.from[a], k, unit * alone);
                    information.add(k, choice.from[a], unit * alone);
                }
                if *d < 2 {
                    continue;
                }
                for b in (0..x.len()).filter(|&b| b != a) {
                    let both = delta * x[a] * x[b] * symmetric(x, d - 2, &[a, b]) / (d_real * d_real);
                    information.add(choice.from[a], choice.from[b], unit * both);
                }
            }
            if let Some(k) = tie {
                information.add(k, k, unit * delta * symmetric(x, *d, &[]));
            }
        }
    }
}

impl Model {
    /// Where ln δ of an order stands among the parameters; order 1 has none.
    fn tie_parameter(&self, order: usize) -> Option<usize> {
        let k = self.orders.iter().position(|&d| d == order)?;
        (k > 0).then(|| self.nodes + k - 1)
    }
}

/// The elementary symmetric polynomial of degree `d` in `x` without the members at `skip`: the sum over all sets of
/// `d` members of their products. All terms are positive, so nothing cancels.
fn symmetric(x: &[f64], d: usize, skip: &[usize]) -> f64 {
    if d == 0 {
        return 1.0;
    }
    let mut sums = vec![0.0; d + 1];
    sums[0] = 1.0;
    for (i, &v) in x.iter().enumerate() {
        if skip.contains(&i) {
            continue;
        }
        for k in (1..=d).rev() {
            sums[k] += v * sums[k - 1];
        }
    }
    sums[d]
}
