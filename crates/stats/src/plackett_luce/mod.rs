//! Ratings of many entrants from places: the Plackett–Luce model with ties.
//!
//! A ranking is a sequence of choices: the first place is chosen among all who take part, the next among those
//! left. A group S (one entrant, or several who tie) is chosen from A with probability f(S)/Σ f(T), the sum over all
//! T ⊆ A, where f(S) = δ_|S| · (∏ αᵢ)^(1/|S|): R. R. Davidson's tie model for pairs (JASA 65, 1970) carried to any
//! number by H. Turner, J. van Etten, D. Firth and I. Kosmidis (Computational Statistics 35, 2020). Without ties it
//! is R. D. Luce's and R. L. Plackett's model, and for two entrants R. A. Bradley's and M. E. Terry's.
//!
//! The log likelihood is concave in the log strengths and in ln δ; Newton's method finds its maximum.

mod connect;
mod likelihood;
mod linalg;

use crate::error::check_level;
use crate::{Interval, StatsError, normal_quantile, student_t_quantile};
use likelihood::{Data, Model};
use linalg::Matrix;
use serde::Serialize;
use std::collections::BTreeMap;

/// The order in which some of the entrants finished.
///
/// ```
/// use croupier_stats::Ranking;
/// // Entrants 4, 0, 2 and 1 scored so much each: 2 first, then 0 and 1 together, then 4.
/// let r = Ranking::from_scores(&[4, 0, 2, 1], &[-9.0, 0.0, 9.0, 0.0]).unwrap();
/// assert_eq!(r.groups(), [vec![2], vec![0, 1], vec![4]]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    groups: Vec<Vec<usize>>,
    weight: f64,
    block: Option<u64>,
}

impl Ranking {
    /// From groups of entrants, the best first; a group of several is a tie. Groups without members are dropped.
    pub fn new(groups: Vec<Vec<usize>>) -> Self {
        let mut groups = groups;
        groups.retain(|g| !g.is_empty());
        groups.iter_mut().for_each(|g| g.sort_unstable());
        Self { groups, weight: 1.0, block: None }
    }

    /// From the scores of the entrants who took part; equal scores tie.
    ///
    /// # Errors
    /// Where the lists differ in length or a score is not finite.
    pub fn from_scores(entrants: &[usize], scores: &[f64]) -> Result<Self, StatsError> {
        if entrants.len() != scores.len() {
            return Err(StatsError::Unpaired { what: "ranking", left: entrants.len(), right: scores.len() });
        }
        crate::error::all_finite("ranking", scores)?;
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let tied = |a: &usize, b: &usize| scores[*a] == scores[*b];
        Ok(Self::new(order.chunk_by(tied).map(|g| g.iter().map(|&i| entrants[i]).collect()).collect()))
    }

    /// The same ranking counted `weight` times.
    #[must_use]
    pub fn weighted(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// Says which block (luck) the episode belongs to. Where all rankings say so, standard errors come from how much
    /// the blocks disagree instead of taking all episodes as independent.
    #[must_use]
    pub fn in_block(self, block: u64) -> Self {
        Self { block: Some(block), ..self }
    }

    /// The groups, best first, each sorted by entrant.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }
}

/// Settings of the rating.
///
/// ```
/// use croupier_stats::{PlackettLuce, Ranking};
/// // Two entrants, 3 : 1. Bradley–Terry: log odds ln 3, standard error √(1/3 + 1/1).
/// let games = [Ranking::new(vec![vec![0], vec![1]]).weighted(3.0), Ranking::new(vec![vec![1], vec![0]])];
/// let ratings = PlackettLuce::new(2).fit(&games).unwrap();
/// let (difference, se) = ratings.difference(0, 1);
/// assert!((difference - 3f64.ln()).abs() < 1e-9);
/// assert!((se - (4.0f64 / 3.0).sqrt()).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlackettLuce {
    entrants: usize,
    ghost: f64,
}

impl PlackettLuce {
    /// For entrants 0 to `entrants` − 1.
    pub fn new(entrants: usize) -> Self {
        Self { entrants, ghost: 0.0 }
    }

    /// Lets every entrant win and lose `weight` games against a ghost of strength 1, as the R package PlackettLuce
    /// does by default with ½. Ratings are then finite whatever the results, and drawn a little towards each other;
    /// standard errors count the ghost's games as evidence (those of the R package do not, and are larger).
    #[must_use]
    pub fn with_ghost(self, weight: f64) -> Self {
        Self { ghost: weight, ..self }
    }

    /// The maximum likelihood ratings.
    ///
    /// # Errors
    /// Where there are no entrants; a ranking names an entrant twice or one that does not exist; a weight is not
    /// above 0; or, without a ghost, results do not determine all ratings ([`StatsError::Disconnected`] names the
    /// entrants to blame, [`StatsError::Unbounded`] the one that runs off).
    pub fn fit(&self, rankings: &[Ranking]) -> Result<Ratings, StatsError> {
        self.check(rankings)?;
        if self.ghost == 0.0 {
            connect::check(self.entrants, rankings)?;
        }
        let model = Model::new(self.nodes(), rankings);
        let data = self.data(&model, rankings);
        let fit = model.maximise(&data)?;
        let information = fit.covariance.clone();
        let (covariance, degrees) = match self.block_covariance(&model, rankings, &fit) {
            Some((covariance, blocks)) => (covariance, Some(blocks - 1.0)),
            None => (information.clone(), None),
        };
        Ok(self.ratings(&model, fit, &information, &covariance, degrees))
    }

    fn check(&self, rankings: &[Ranking]) -> Result<(), StatsError> {
        if self.entrants == 0 {
            return Err(StatsError::Empty { what: "ratings" });
        }
        if !(self.ghost >= 0.0 && self.ghost.is_finite()) {
            let allowed = "0 or a finite number above it";
            return Err(StatsError::OutOfRange { field: "ghost weight", value: self.ghost, allowed });
        }
        let mut seen = vec![usize::MAX; self.entrants];
        for (ranking, r) in rankings.iter().enumerate() {
            if !(r.weight > 0.0 && r.weight.is_finite()) {
                let allowed = "a finite number above 0";
                return Err(StatsError::OutOfRange { field: "ranking weight", value: r.weight, allowed });
            }
            for &entrant in r.groups.iter().flatten() {
                let problem = match seen.get(entrant) {
                    None => "does not exist",
                    Some(&s) if s == ranking => "is named twice",
                    Some(_) => {
                        seen[entrant] = ranking;
                        continue;
                    }
                };
                return Err(StatsError::BadRanking { ranking, entrant, problem });
            }
        }
        Ok(())
    }

    /// The entrants, and the ghost where there is one.
    fn nodes(&self) -> usize {
        self.entrants + usize::from(self.ghost > 0.0)
    }

    /// Equal choices are counted once: a long run holds few different ones.
    fn data(&self, model: &Model, rankings: &[Ranking]) -> Data {
        let mut data = Data::default();
        for r in rankings {
            model.choices(r, |choice| data.add(choice, r.weight));
        }
        if self.ghost > 0.0 {
            for i in 0..self.entrants {
                for order in [[i, self.entrants], [self.entrants, i]] {
                    let r = Ranking::new(order.iter().map(|&e| vec![e]).collect());
                    model.choices(&r, |choice| data.add(choice, self.ghost));
                }
            }
        }
        data
    }

    /// The sandwich H⁻¹ (Σ g_b g_bᵀ) H⁻¹ over blocks, and their number; `None` unless every ranking has a block and
    /// there are two of them.
    fn block_covariance(
        &self,
        model: &Model,
        rankings: &[Ranking],
        fit: &likelihood::Fit,
    ) -> Option<(Matrix, f64)> {
        let mut gradients: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for r in rankings {
            let gradient = gradients.entry(r.block?).or_insert_with(|| vec![0.0; model.parameters()]);
            model.choices(r, |choice| model.add_gradient(&fit.parameters, &choice, r.weight, gradient));
        }
        let blocks = gradients.len() as f64;
        if blocks < 2.0 {
            return None;
        }
        let mut sum = Matrix::zero(model.parameters());
        for gradient in gradients.values() {
            let influence = fit.covariance.times(gradient);
            sum.add_outer(&influence, blocks / (blocks - 1.0));
        }
        Some((sum, blocks))
    }

    fn ratings(
        &self,
        model: &Model,
        fit: likelihood::Fit,
        information: &Matrix,
        covariance: &Matrix,
        degrees: Option<f64>,
    ) -> Ratings {
        let n = self.entrants;
        let mean = fit.parameters[..n].iter().sum::<f64>() / n as f64;
        let quantile = degrees.map_or(normal_quantile(0.975), |df| student_t_quantile(0.975, df));
        let centred = covariance.centred(n);
        let model_se = information.centred(n);
        let rating = |i: usize| {
            let strength = fit.parameters[i] - mean;
            let se = centred.get(i, i).max(0.0).sqrt();
            let ci95 = Interval { lo: strength - quantile * se, hi: strength + quantile * se };
            let elo = strength * ELO_PER_LOG_STRENGTH;
            Rating {
                entrant: i,
                strength,
                se,
                model_se: model_se.get(i, i).max(0.0).sqrt(),
                ci95,
                elo,
                elo_ci95: ci95.map(|s| s * ELO_PER_LOG_STRENGTH),
            }
        };
        let ties = model.tie_orders().enumerate().map(|(k, order)| TieStrength {
            order,
            log_strength: fit.parameters[model.nodes() + k],
            se: covariance.get(model.nodes() + k, model.nodes() + k).max(0.0).sqrt(),
        });
        Ratings {
            ratings: (0..n).map(rating).collect(),
            ties: ties.collect(),
            log_likelihood: fit.log_likelihood,
            iterations: fit.iterations,
            degrees,
            covariance: centred,
        }
    }
}

/// Elo points per unit of log strength: a difference of 400 is odds of ten to one.
pub(crate) const ELO_PER_LOG_STRENGTH: f64 = 400.0 / std::f64::consts::LN_10;

/// One entrant's rating.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rating {
    /// The entrant's index.
    pub entrant: usize,
    /// Log strength; over all entrants they sum to 0.
    pub strength: f64,
    /// Its standard error: from the disagreement of blocks where blocks were named, else `model_se`.
    pub se: f64,
    /// The standard error from the observed information, all episodes taken as independent.
    pub model_se: f64,
    /// The 95 % interval of `strength` by `se` (Student's t over blocks, else normal).
    pub ci95: Interval,
    /// The strength on the Elo scale.
    pub elo: f64,
    /// Its interval.
    pub elo_ci95: Interval,
}

/// How likely ties of one order are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TieStrength {
    /// How many entrants tie.
    pub order: usize,
    /// ln δ of the model.
    pub log_strength: f64,
    /// Its standard error.
    pub se: f64,
}

/// Ratings of all entrants.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ratings {
    /// One rating per entrant, by index.
    pub ratings: Vec<Rating>,
    /// A parameter for each order of tie that occurred.
    pub ties: Vec<TieStrength>,
    /// The maximised log likelihood.
    pub log_likelihood: f64,
    /// Newton steps taken.
    pub iterations: usize,
    #[serde(skip)]
    degrees: Option<f64>,
    #[serde(skip)]
    covariance: Matrix,
}

impl Ratings {
    /// Strength of entrant `a` less that of `b`, and its standard error. Unlike the ratings themselves this does not
    /// depend on who else takes part in fixing the zero.
    ///
    /// # Panics
    /// Where an index is not an entrant's.
    pub fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let difference = self.ratings[a].strength - self.ratings[b].strength;
        let c = &self.covariance;
        let variance = c.get(a, a) + c.get(b, b) - 2.0 * c.get(a, b);
        (difference, variance.max(0.0).sqrt())
    }

    /// The interval of [`Ratings::difference`] at `level`.
    ///
    /// # Errors
    /// Where `level` is not between 0 and 1.
    ///
    /// # Panics
    /// Where an index is not an entrant's.
    pub fn difference_interval(&self, a: usize, b: usize, level: f64) -> Result<Interval, StatsError> {
        check_level(level)?;
        let (difference, se) = self.difference(a, b);
        let p = 0.5 + 0.5 * level;
        let half = se * self.degrees.map_or_else(|| normal_quantile(p), |df| student_t_quantile(p, df));
        Ok(Interval { lo: difference - half, hi: difference + half })
    }
}
