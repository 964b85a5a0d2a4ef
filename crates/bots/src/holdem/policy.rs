//! The decision rule that `static`, `model` and the styles share: strength against prices, with thresholds.

use super::pattern::Kind;
use croupier_core::Rng;
use croupier_games::holdem::{Action, Chips, Legal, Spot, View};
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

/// What an action answers, as far as the rule looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facing {
    /// Whether it is before the flop.
    pub preflop: bool,
    /// How many bets and raises the street has seen, blinds not counted.
    pub raises: usize,
    /// What there is to call.
    pub to_call: Chips,
    /// The pot before the call.
    pub pot: Chips,
    /// Whether a raise is legal.
    pub can_raise: bool,
}

impl Rule {
    /// The probabilities of F, C, R, BR.
    pub fn odds(&self, at: Facing, standing: Standing) -> [f64; 4] {
        let free = at.to_call == 0;
        let price = f64::from(at.to_call) / f64::from(at.pot + at.to_call).max(1.0);
        let enters = !at.preflop || standing.equity >= self.enter;
        let plain = if free || (enters && standing.equity >= self.need * price) {
            [0.0, 1.0, 0.0, 0.0]
        } else {
            [1.0, 0.0, 0.0, 0.0]
        };
        if !at.can_raise {
            // Whoever would raise calls instead.
            return if self.raises(at, standing) { [0.0, 1.0, 0.0, 0.0] } else { plain };
        }
        if self.raises(at, standing) {
            // The better part of what is worth a bet is worth a big one.
            let big = at.preflop || standing.ehs >= (self.from(at) + 1.0) / 2.0;
            return if big { [0.0, 0.0, 0.0, 1.0] } else { [0.0, 0.0, 1.0, 0.0] };
        }
        if free && at.raises == 0 {
            let bluff = if at.preflop { [0.0, 0.0, 0.0, 1.0] } else { [0.0, 0.0, 1.0, 0.0] };
            return std::array::from_fn(|i| self.bluff * bluff[i] + (1.0 - self.bluff) * plain[i]);
        }
        plain
    }

    /// The strength from which it bets or raises.
    fn from(&self, at: Facing) -> f64 {
        match (at.preflop, at.raises, at.to_call) {
            (true, 0, _) => self.open,
            (false, 0, 0) => self.bet,
            _ => self.raise + self.step * (at.raises as f64 - 1.0),
        }
    }

    fn raises(&self, at: Facing, standing: Standing) -> bool {
        let enters = !at.preflop || standing.equity >= self.enter;
        enters && at.raises < RAISES && standing.ehs >= self.from(at)
    }

    /// The action of the seat of a view.
    pub fn choose(&self, view: &View, legal: &Legal, standing: Standing, rng: &mut Rng) -> Action {
        let raises = view.actions[view.street as usize].iter();
        let at = Facing {
            preflop: view.board.is_empty(),
            raises: raises.filter(|a| matches!(a.action, Action::Raise(_))).count(),
            to_call: view.to_call(),
            pot: view.pot,
            can_raise: legal.raise.is_some(),
        };
        let odds = self.odds(at, standing);
        // Chance is asked only where there is a choice; the highest bet comes first.
        let mut left = if odds.contains(&1.0) { 0.0 } else { rng.unit() };
        let mut kinds = Kind::ALL.into_iter().rev().filter(|k| odds[*k as usize] > 0.0);
        let kind = kinds.find(|k| {
            left -= odds[*k as usize];
            left < 0.0
        });
        match kind.unwrap_or(Kind::Call) {
            Kind::Fold => give_up(legal),
            Kind::Call => passive(legal),
            kind => raise(view, legal, kind),
        }
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
