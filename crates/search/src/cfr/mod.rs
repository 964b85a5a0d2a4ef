//! Counterfactual regret minimisation for two seats and zero sums.
//!
//! [`Tree`] walks a game once, listing chance through [`Enumerate`](croupier_core::Enumerate), and keeps what a solver
//! needs in flat arrays: for each seat its information sets (told apart by view), for each pair of sequences of
//! actions the expected payoff. [`Solver`] then iterates over these arrays alone, by one of three [`Rule`]s, and
//! measures its own exploitability by best response. [`mccfr`] samples instead, for games too large to list.
//!
//! Sources: Zinkevich et al. 2007 (the method), Tammelin 2014 (CFR+), Brown and Sandholm 2019 (discounting),
//! von Stengel 1996 (sequence form), Lanctot et al. 2009 (external sampling).
//!
//! ```
//! use croupier_games::Kuhn;
//! use croupier_search::cfr::{Rule, Solver, Tree};
//! let tree = Tree::new(&Kuhn::default(), 1000)?;
//! let mut solver = Solver::new(&tree, Rule::Discounted);
//! solver.run(2000);
//! let result = solver.evaluate();
//! assert!((result.value + 1.0 / 18.0).abs() < 1e-4 && result.exploitability < 1e-4);
//! # Ok::<(), croupier_search::cfr::CfrError>(())
//! ```

pub mod mccfr;
mod solver;
#[cfg(test)]
mod tests;
mod tree;

pub use solver::{Evaluation, Rule, Solver};
pub use tree::{InfoSet, Tree};

/// A game that these methods cannot solve, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CfrError {
    /// Not two seats.
    #[error("seats: {0} is not allowed; regret minimisation here takes games of 2 seats")]
    Seats(usize),
    /// The scores do not add up to nothing.
    #[error("scores: the game promises no sum of 0; regret minimisation here takes zero-sum games")]
    Sum,
    /// More histories than allowed.
    #[error("histories: more than the {0} allowed; sample a game of this size instead of listing it")]
    Size(usize),
    /// A seat forgets: one view after two different sequences of its own actions.
    #[error("view: seat {seat} cannot tell apart two courses of its own actions, so it forgets: {view}")]
    Recall {
        /// Whose view.
        seat: usize,
        /// The view, as people read it.
        view: String,
    },
    /// The same view with different legal actions.
    #[error("view: the legal actions of seat {seat} differ between states that it cannot tell apart: {view}")]
    Legal {
        /// Whose view.
        seat: usize,
        /// The view, as people read it.
        view: String,
    },
    /// The game refuses what it lists.
    #[error("game: {0}")]
    Rules(String),
}
