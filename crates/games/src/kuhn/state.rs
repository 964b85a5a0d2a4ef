//! The whole truth of a hand of Kuhn poker.

use super::text::{Action, Card};
use arrayvec::ArrayVec;
use croupier_core::{Seat, Turn};

/// Both hands and the betting.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(crate) hands: Option<[Card; 2]>,
    pub(crate) history: ArrayVec<Action, 3>,
}

impl State {
    pub(super) fn turn(&self) -> Turn {
        use Action::{Bet, Pass};
        if self.hands.is_none() {
            return Turn::Chance;
        }
        match self.history.as_slice() {
            [] | [Pass, Bet] => Turn::Seat(Seat(0)),
            [_] => Turn::Seat(Seat(1)),
            _ => Turn::Over,
        }
    }

    /// What seat 0 has won.
    pub(super) fn payoff(&self) -> f64 {
        use Action::{Bet, Pass};
        let [a, b] = self.hands.expect("a scored hand was dealt");
        let sign = if a > b { 1.0 } else { -1.0 };
        match self.history.as_slice() {
            [Bet, Pass] => 1.0,
            [Pass, Bet, Pass] => -1.0,
            [Pass, Pass] => sign,
            _ => 2.0 * sign,
        }
    }
}
