//! Bots without a memory: always call, always fold, pot odds, the four styles.

use super::blueprint::Blueprint;
use super::buckets::CELLS;
use super::policy::{Rule, Standing, give_up, passive};
use croupier_core::{Agent, AgentError, Decision, Fault, Rng, Seat};
use croupier_games::Holdem;
use croupier_games::holdem::strength::Field;
use croupier_games::holdem::{Hole, View};
use std::sync::{Arc, LazyLock};

/// Checks or calls.
pub(super) struct Call;

/// Folds, or checks where that is free.
pub(super) struct Fold;

/// Calls when its chance against any hand is worth the price; never bets.
pub(super) struct PotOdds;

/// The shared rule with a style's thresholds.
pub(super) struct Style {
    rule: Arc<Rule>,
    rng: Rng,
}

impl Style {
    pub(super) fn new(rule: Arc<Rule>) -> Self {
        Self { rule, rng: Rng::keyed("style", &[]) }
    }
}

/// The chance of each starting hand against any hand, by cell of the grid.
static STARTING: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let blueprint = Blueprint::shipped();
    (0..169).map(|cell| blueprint.against_all(cell)).collect()
});

/// The hand of the seat of a view, or the error of a view without one.
pub(super) fn own(view: &View) -> Result<Hole, AgentError> {
    view.hole.ok_or_else(|| AgentError::new(Fault::Error, "a decision without a hand"))
}

/// The chance against any hand, to the power of the opponents still in (HSⁿ, the simple rule).
pub(super) fn against_any(view: &View) -> Result<f64, AgentError> {
    let hole = own(view)?;
    let share = if view.board.is_empty() {
        STARTING[usize::from(CELLS[hole.index()])]
    } else {
        let share = Field::share(&view.board, hole);
        f64::from(share.map_err(|e| AgentError::new(Fault::Error, e.to_string()))?) / 255.0
    };
    let opponents = view.folded.iter().filter(|f| !**f).count().saturating_sub(1).max(1);
    Ok(share.powi(opponents as i32))
}

type Chosen = Result<croupier_games::holdem::Action, AgentError>;

impl Agent<Holdem> for Call {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, Holdem>) -> Chosen {
        Ok(passive(d.legal()))
    }
}

impl Agent<Holdem> for Fold {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, Holdem>) -> Chosen {
        Ok(give_up(d.legal()))
    }
}

impl Agent<Holdem> for PotOdds {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, Holdem>) -> Chosen {
        let view = d.view();
        let to_call = f64::from(view.to_call());
        let price = to_call / (f64::from(view.pot) + to_call).max(1.0);
        Ok(if against_any(view)? >= price { passive(d.legal()) } else { give_up(d.legal()) })
    }
}

impl Agent<Holdem> for Style {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
    }
    fn act(&mut self, d: &Decision<'_, Holdem>) -> Chosen {
        let chance = against_any(d.view())?;
        let standing = Standing { ehs: chance, equity: chance };
        Ok(self.rule.choose(d.view(), d.legal(), standing, &mut self.rng))
    }
}
