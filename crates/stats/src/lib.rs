//! Statistics of blocks: how much a run of episodes really says.
//!
//! Everything here works on plain numbers and knows no game. The unit of evidence is the *block*: the mean score of
//! one entrant over all seatings of one luck. Blocks are independent of each other, episodes inside one are not, so
//! every interval and test takes block scores.
//!
//! - [`Mean`]: a mean with its 95 % interval; [`Mean::of_differences`] for two entrants on the same blocks.
//! - [`Tally`], [`standings`]: wins, draws, losses, places; [`wilson`] for frequencies of independent trials.
//! - [`Elo`], [`Pentanomial`]: score fractions of two-seat games on the Elo scales.
//! - [`Sprt`]: a sequential test with bounded error rates.
//! - [`PlackettLuce`]: ratings of many entrants from places, with ties.
//! - [`bootstrap_mean`]: the interval of a mean by resampling, as a check.
//! - [`simultaneous_intervals`], [`holm`]: several comparisons at once.
//! - [`Durations`]: medians and percentiles of times.
#![warn(missing_docs)]

mod bootstrap;
mod counts;
mod durations;
mod elo;
mod error;
mod interval;
mod mean;
mod moments;
mod multiple;
mod pentanomial;
mod plackett_luce;
mod special;
mod sprt;

pub use bootstrap::{Bootstrap, bootstrap_mean};
pub use counts::{Outcome, Standing, Tally, standings, wilson};
pub use durations::{DurationSummary, Durations};
pub use elo::{Elo, elo_of_score, score_of_elo};
pub use error::{Relation, StatsError};
pub use interval::Interval;
pub use mean::{Caution, FEW_BLOCKS, Mean, differences};
pub use moments::Moments;
pub use multiple::{bonferroni_level, holm, simultaneous_intervals};
pub use pentanomial::{ClassSummary, NELO_PER_SIGMA, Pentanomial, trinomial_summary};
pub use plackett_luce::{PlackettLuce, Ranking, Rating, Ratings};
pub use special::{normal_cdf, normal_quantile, student_t_quantile, student_t_tail};
pub use sprt::{
    MAX_SKEWNESS, MIN_SCORE_BLOCKS, Sprt, SprtSpec, SprtState, Unit, Verdict, llr_of_classes, llr_of_counts,
    llr_of_moments,
};
