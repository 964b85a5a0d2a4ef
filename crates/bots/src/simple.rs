//! Bots of every game.

use croupier_core::{Agent, AgentError, Decision, Game, LegalSet, Rng, Seat};

/// Every legal action equally likely.
#[derive(Default)]
pub struct Random {
    rng: Option<Rng>,
}

impl<G: Game> Agent<G> for Random {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = Some(rng);
    }
    fn act(&mut self, d: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        let rng = self.rng.get_or_insert_with(|| Rng::keyed("random", &[]));
        Ok(d.legal().nth(rng.below(d.legal().count())))
    }
}

/// The first legal action in the game's order.
pub struct First;

impl<G: Game> Agent<G> for First {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        Ok(d.legal().nth(0))
    }
}
