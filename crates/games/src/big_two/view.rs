//! What one seat may know.

use super::BigTwo;
use super::cards::{Card, Cards};
use super::plays::Action;
use super::score::Chips;
use super::state::{Move, Phase, State};
use croupier_core::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The play on the table and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OnTable {
    /// Who made it.
    pub seat: Seat,
    /// The play.
    pub action: Action,
}

/// What one seat may know: its hand and everything that was public.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// Whose turn it is; none before a deal and at the end.
    pub turn: Option<Seat>,
    /// The seat's own cards.
    pub hand: Cards,
    /// Cards left at every seat.
    pub left: [u8; 4],
    /// The play to beat; none for who leads.
    pub table: Option<OnTable>,
    /// Passes since that play.
    pub passes: u8,
    /// Who has passed in this trick and may not play again in it (only with `pass_lock`).
    pub locked: [bool; 4],
    /// The plays and passes of this hand, in order.
    pub history: Vec<Move>,
    /// Chips: of a match the stacks, of a hand what it paid (0 until then).
    pub chips: [Chips; 4],
    /// What the last finished hand of the episode paid.
    pub paid: [Chips; 4],
    /// How many hands of the episode are finished.
    pub finished: u32,
    /// Whether the episode has ended.
    pub over: bool,
}

impl View {
    /// The cards played in this hand, by everybody.
    pub fn played(&self) -> Cards {
        self.history.iter().fold(Cards::NONE, |all, m| all.with(m.action.cards()))
    }

    /// The cards of a whole deck that the seat neither holds nor saw played.
    pub fn unseen(&self) -> Cards {
        Cards::ALL.without(self.hand).without(self.played())
    }

    /// Who led, or is to lead, the first trick: the holder of the 3♦, as everyone knows.
    pub fn opener(&self) -> Option<Seat> {
        self.history.first().map(|m| m.seat).or(self.turn)
    }

    /// The cards, among `unseen`, that are known to be at a seat: the 3♦ at the opener's until it is played.
    pub fn known(&self, unseen: Cards) -> Option<(Seat, Card)> {
        let lowest = unseen.lowest()?;
        (lowest == Card::LOWEST).then_some((self.opener()?, lowest))
    }
}

impl BigTwo {
    pub(crate) fn view_of(&self, s: &State, seat: Seat) -> View {
        View {
            seat,
            turn: (s.phase == Phase::Play).then_some(s.turn),
            hand: s.hands[seat.index()],
            left: s.left(),
            table: s.table.map(|t| OnTable { seat: t.seat, action: t.action }),
            passes: s.passes,
            locked: std::array::from_fn(|i| s.locked >> i & 1 == 1),
            history: s.history.to_vec(),
            chips: s.chips,
            paid: s.paid,
            finished: s.finished,
            over: s.phase == Phase::Over,
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.finished > 0 || self.over {
            let (chips, paid) = (self.chips.map(|c| c.0), self.paid.map(|c| c.0));
            writeln!(f, "hands finished {}, chips {chips:?}, last hand {paid:?}", self.finished)?;
        }
        for m in &self.history {
            writeln!(f, "  seat {} {} ({} left)", m.seat, m.action, m.left)?;
        }
        writeln!(f, "cards left {:?}", self.left)?;
        match &self.table {
            Some(t) => writeln!(f, "table {} by seat {}, passes since {}", t.action, t.seat, self.passes)?,
            None => writeln!(f, "table -")?,
        }
        if self.locked.contains(&true) {
            writeln!(f, "passed and out {:?}", (0..4).filter(|i| self.locked[*i]).collect::<Vec<_>>())?;
        }
        match self.turn {
            Some(seat) if seat == self.seat => writeln!(f, "seat {seat} to move: you")?,
            Some(seat) => writeln!(f, "seat {seat} to move")?,
            None if self.over => writeln!(f, "over")?,
            None => writeln!(f, "to be dealt")?,
        }
        write!(f, "seat {} holds {}", self.seat, self.hand)
    }
}
