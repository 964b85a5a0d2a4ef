//! What a seat knows: its card, the betting, and after a showdown both cards.

use super::state::State;
use super::text::{Action, Card};
use croupier_core::{Seat, Turn};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What one seat knows of a hand of Kuhn poker.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The seat whose view this is.
    pub seat: Seat,
    /// Its card, once dealt.
    pub card: Option<Card>,
    /// The actions so far, seat 0's first.
    pub history: Vec<Action>,
    /// The other card, shown when neither seat folded.
    pub shown: Option<Card>,
}

impl View {
    pub(super) fn of(s: &State, seat: Seat) -> Self {
        let showdown =
            s.turn() == Turn::Over && !matches!(s.history.as_slice(), [.., Action::Bet, Action::Pass]);
        Self {
            seat,
            card: s.hands.map(|h| h[seat.index()]),
            history: s.history.to_vec(),
            shown: s.hands.filter(|_| showdown).map(|h| h[1 - seat.index()]),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.card.map_or("not dealt".into(), |c| c.to_string());
        let line: Vec<String> = self.history.iter().map(Action::to_string).collect();
        writeln!(f, "You are seat {}. Your card: {card}", self.seat)?;
        write!(f, "Betting: {}", if line.is_empty() { "none yet".into() } else { line.join(" ") })?;
        self.shown.map_or(Ok(()), |c| write!(f, "\nThe other card: {c}"))
    }
}
