//! `lowest` and `highest`: no plan, no memory.

use croupier_core::{Agent, AgentError, Decision, Rng, Seat};
use croupier_games::BigTwo;
use croupier_games::big_two::Action;

/// Which end of the legal plays a bot takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The weakest play of the fewest cards.
    Lowest,
    /// The strongest play of the most cards.
    Highest,
}

/// Takes the cheapest, or the dearest, legal play, and passes only when it must.
pub(super) struct Extreme {
    pub(super) game: BigTwo,
    pub(super) end: End,
}

impl Agent<BigTwo> for Extreme {
    fn begin(&mut self, _: Seat, _: Rng) {}

    fn act(&mut self, d: &Decision<'_, BigTwo>) -> Result<Action, AgentError> {
        let key = |a: &&Action| self.game.plays().strength(a.cards()).map(|s| (s.cards(), s.number()));
        let plays = d.legal().iter().filter(|a| !a.is_pass());
        let chosen = match self.end {
            End::Lowest => plays.min_by_key(key),
            End::Highest => plays.max_by_key(key),
        };
        Ok(chosen.copied().unwrap_or(Action::PASS))
    }
}
