//! Statistics of blocks: how much a run of episodes really says.
//!
//! Everything here works on plain numbers and knows no game. The unit of evidence is the *block*: the mean score of
//! one entrant over all seatings of one luck. Blocks are independent of each other, episodes inside one are not, so
//! every interval and test takes block scores.
//!
//! - [`Mean`]: a mean with its 95 % interval; [`Mean::of_differences`] for two entrants on the same blocks.
//! - [`bootstrap_mean`]: the same interval by resampling, as a check.
#![warn(missing_docs)]

mod error;
mod interval;
mod mean;
mod moments;
mod special;

pub use error::{Relation, StatsError};
pub use interval::Interval;
pub use mean::{Caution, FEW_BLOCKS, Mean};
pub use moments::Moments;
pub use special::{normal_cdf, normal_quantile, student_t_quantile, student_t_tail};
