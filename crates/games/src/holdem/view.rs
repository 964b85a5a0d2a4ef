//! What a seat knows: its cards, the board, the public betting, stacks, pot and bets, hands shown at the end.

use super::card::{Card, Hole};
use super::config::Chips;
use super::history::{Past, Street};
use super::state::State;
use super::text::Act;
use croupier_core::{Seat, Turn};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What one seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The seat whose view this is.
    pub seat: Seat,
    /// Its hand, once dealt; none for a seat that is out of chips.
    pub hole: Option<Hole>,
    /// The cards that lie.
    pub board: Vec<Card>,
    /// The street.
    pub street: Street,
    /// Who has the button.
    pub button: Seat,
    /// Who acts; none while chance deals and at the end.
    pub to_act: Option<Seat>,
    /// Whether the hands of this street have been dealt; false only before a deal.
    pub dealt: bool,
    /// Whether the episode is over.
    pub over: bool,
    /// All chips in the middle, this street's bets included; at the end they still lie, and `won` says who got them.
    pub pot: Chips,
    /// The chips each seat has behind.
    pub stacks: Vec<Chips>,
    /// The chips each seat has bet on this street.
    pub bets: Vec<Chips>,
    /// The chips each seat has put in during this hand, antes and bets included.
    pub put: Vec<Chips>,
    /// Whether each seat has folded, or is out of chips.
    pub folded: Vec<bool>,
    /// The actions of each street so far.
    pub actions: [Vec<Act>; 4],
    /// The hands shown at the end, by seat.
    pub shown: Vec<Option<Hole>>,
    /// What each seat has won in the hands that are over.
    pub won: Vec<i64>,
    /// The hands of this episode that were followed by another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<Past>,
}

impl View {
    pub(super) fn of(s: &State, seat: Seat) -> Self {
        let n = s.seats();
        Self {
            seat,
            hole: s.hands[seat.index()],
            board: s.board.to_vec(),
            street: s.street,
            button: Seat(s.button),
            to_act: match s.turn() {
                Turn::Seat(seat) => Some(seat),
                _ => None,
            },
            dealt: s.is_dealt(),
            over: s.turn() == Turn::Over,
            pot: s.pot(),
            stacks: (0..n).map(|i| s.stack(i)).collect(),
            bets: s.bets[..n].to_vec(),
            put: s.put[..n].to_vec(),
            folded: (0..n).map(|i| s.alive >> i & 1 == 0).collect(),
            actions: s.history.streets(),
            shown: s.shown()[..n].to_vec(),
            won: s.won[..n].to_vec(),
            past: s.past.as_deref().cloned().unwrap_or_default(),
        }
    }

    /// The highest bet of this street.
    pub fn level(&self) -> Chips {
        self.bets.iter().copied().max().unwrap_or(0)
    }

    /// What the seat of this view would have to pay to call, at most what it has.
    pub fn to_call(&self) -> Chips {
        let i = self.seat.index();
        (self.level() - self.bets[i]).min(self.stacks[i])
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board: Vec<String> = self.board.iter().map(Card::to_string).collect();
        let board = if board.is_empty() { "none yet".into() } else { board.join(" ") };
        let hole = self.hole.map_or("not dealt".to_string(), |h| h.cards().map(|c| c.to_string()).join(" "));
        writeln!(f, "You are seat {}. Your hand: {hole}", self.seat)?;
        writeln!(f, "Board ({}): {board}. Pot: {}", self.street.name(), self.pot)?;
        for i in 0..self.stacks.len() {
            let mut notes = Vec::new();
            if self.button.index() == i {
                notes.push("button".to_string());
            }
            if self.to_act == Some(Seat(i as u8)) {
                notes.push("to act".into());
            }
            if self.folded[i] {
                notes.push("folded".into());
            } else if self.stacks[i] == 0 {
                notes.push("all in".into());
            }
            if let Some(hole) = self.shown[i].filter(|_| self.seat.index() != i) {
                notes.push(format!("shows {hole}"));
            }
            if self.over {
                notes.push(format!("{:+}", self.won[i]));
            }
            let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
            writeln!(f, "Seat {i}: {} behind, {} bet{notes}", self.stacks[i], self.bets[i])?;
        }
        let streets = Street::ALL.iter().zip(&self.actions).filter(|(_, acts)| !acts.is_empty());
        for (street, acts) in streets {
            let acts: Vec<String> = acts.iter().map(Act::to_string).collect();
            writeln!(f, "{}: {}", street.name(), acts.join(", "))?;
        }
        Ok(())
    }
}
