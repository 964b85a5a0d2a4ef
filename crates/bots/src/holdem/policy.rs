//! The decision rule that `static`, `model` and the styles share: strength against prices, with thresholds.

use super::pattern::Kind;
use croupier_core::Rng;
use croupier_games::holdem::{Action, Legal, Spot, View};
use serde::{Deserialize, Serialize};

/// Thresholds of the rule. Strengths and prices are shares of the pot, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Before the flop: the least chance with which it puts chips in.
    pub enter: f64,
    /// How many times the price of a call its chance must be.
    pub need: f64,
    /// Before the flop: strength from which it raises first.
    pub open: f64,
    /// Strength from which it bets.
    pub bet: f64,
    /// Strength from which it raises a bet.
    pub raise: f64,
    /// How much more each raise that was made on the street asks for.
    pub step: f64,
    /// How often it bets without the strength.
    pub bluff: f64,
}

/// How strong a hand is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// What it takes for a bet: EHS.
    pub ehs: f64,
    /// The chance to win the showdown.
    pub equity: f64,
}

/// No more raises than this on a street.
const RAISES: usize = 4;

/// Small and big bets, as fractions of the pot after a call.
const SIZES: [f64; 2] = [0.5, 1.0];

impl Rule {
    /// The action of the seat of a view.
    pub fn choose(&self, view: &View, legal: &Legal, standing: Standing, rng: &mut Rng) -> Action {
        let to_call = f64::from(view.to_call());
        let raises = view.actions[view.street as usize].iter();
        let raises = raises.filter(|a| matches!(a.action, Action::Raise(_))).count();
        let preflop = view.board.is_empty();
        let free = to_call == 0.0;
        let from = match (preflop, raises, free) {
            (true, 0, _) => self.open,
            (false, 0, true) => self.bet,
            _ => self.raise + self.step * (raises as f64 - 1.0),
        };
        let enters = !preflop || standing.equity >= self.enter;
        if enters && raises < RAISES && standing.ehs >= from {
            // The better part of what is worth a bet is worth a big one.
            let big = preflop || standing.ehs >= (from + 1.0) / 2.0;
            return raise(view, legal, if big { Kind::BigRaise } else { Kind::Raise });
        }
        if free && raises == 0 && rng.unit() < self.bluff {
            return raise(view, legal, if preflop { Kind::BigRaise } else { Kind::Raise });
        }
        let price = to_call / (f64::from(view.pot) + to_call).max(1.0);
        if free || (enters && standing.equity >= self.need * price) { passive(legal) } else { give_up(legal) }
    }
}

/// A raise of this kind, made legal; a call where none is.
pub fn raise(view: &View, legal: &Legal, kind: Kind) -> Action {
    sized(view, legal, SIZES[usize::from(kind == Kind::BigRaise)])
}

/// A raise by a fraction of the pot after a call, made legal; a call where none is.
pub fn sized(view: &View, legal: &Legal, fraction: f64) -> Action {
    let Some((least, most)) = legal.raise else { return passive(legal) };
    let spot = Spot::of(view, legal);
    let after_call = f64::from(spot.pot) + f64::from(spot.level - spot.bet);
    Action::Raise(((f64::from(spot.level) + (fraction * after_call).round()) as u32).clamp(least, most))
}

/// Check or call.
pub fn passive(legal: &Legal) -> Action {
    if legal.check { Action::Check } else { Action::Call }
}

/// Fold, or check where that is free.
pub fn give_up(legal: &Legal) -> Action {
    if legal.check { Action::Check } else { Action::Fold }
}
