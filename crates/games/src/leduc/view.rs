//! What a seat knows: its card, the public card, the betting, and after a showdown the other card.

use super::state::State;
use super::text::{Action, Card};
use croupier_core::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What one seat knows of a hand of Leduc hold'em.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The seat whose view this is.
    pub seat: Seat,
    /// Its card, once dealt.
    pub card: Option<Card>,
    /// The public card, once it lies.
    pub public: Option<Card>,
    /// The actions of each round, seat 0's first.
    pub rounds: [Vec<Action>; 2],
    /// What each seat has put in, in chips.
    pub paid: [i32; 2],
    /// The other card, shown at a showdown.
    pub shown: Option<Card>,
}

impl View {
    pub(super) fn of(s: &State, seat: Seat) -> Self {
        Self {
            seat,
            card: s.hands.map(|h| h[seat.index()]),
            public: s.public,
            rounds: s.rounds.each_ref().map(|r| r.to_vec()),
            paid: s.paid(),
            shown: s.hands.filter(|_| s.showdown()).map(|h| h[1 - seat.index()]),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |c: Option<Card>, none: &str| c.map_or(none.to_string(), |c| c.to_string());
        let line = |r: &[Action]| r.iter().map(Action::to_string).collect::<Vec<_>>().join(" ");
        writeln!(f, "You are seat {}. Your card: {}", self.seat, text(self.card, "not dealt"))?;
        writeln!(f, "Public card: {}", text(self.public, "not yet"))?;
        write!(f, "Betting: {} / {}", line(&self.rounds[0]), line(&self.rounds[1]))?;
        write!(f, "\nIn the pot: {} (seat 0) and {} (seat 1)", self.paid[0], self.paid[1])?;
        self.shown.map_or(Ok(()), |c| write!(f, "\nThe other card: {c}"))
    }
}
