//! What a seat knows: its cards, the board, the public betting, stacks, pot and bets, hands shown at the end.

use super::card::{Card, Hole};
use super::config::{Chips, MOST_SEATS};
use super::history::{Past, Street};
use super::state::State;
use super::text::Act;
use croupier_core::{Seat, Turn};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What one seat knows. Reading one from JSON refuses what no table shows: lists of different lengths, seats that are not
/// there, a card twice, chips that do not add up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self")]
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

impl Serialize for View {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let view = Self::deserialize(from)?;
        view.check().map_err(D::Error::custom)?;
        Ok(view)
    }
}

impl View {
    /// Whether a table can show this, as far as other code relies on it.
    fn check(&self) -> Result<(), String> {
        let n = self.stacks.len();
        if !(2..=MOST_SEATS).contains(&n) {
            return Err(format!("stacks: {n} seats; it takes 2 to {MOST_SEATS}"));
        }
        let lists = [
            ("bets", self.bets.len()),
            ("put", self.put.len()),
            ("folded", self.folded.len()),
            ("shown", self.shown.len()),
            ("won", self.won.len()),
        ];
        if let Some((field, len)) = lists.into_iter().find(|l| l.1 != n) {
            return Err(format!("{field}: {len} entries; stacks has {n}"));
        }
        let acting = self.actions.iter().flatten().map(|a| ("actions", a.seat));
        let mut seats = [("seat", self.seat), ("button", self.button)]
            .into_iter()
            .chain(self.to_act.map(|s| ("to_act", s)))
            .chain(acting);
        if let Some((field, seat)) = seats.find(|s| s.1.index() >= n) {
            return Err(format!("{field}: there is no seat {seat} at a table of {n}"));
        }
        self.check_cards()?;
        if let Some(i) = (0..n).find(|&i| self.bets[i] > self.put[i]) {
            return Err(format!("bets: seat {i} bet {} of the {} it put in", self.bets[i], self.put[i]));
        }
        let put: u64 = self.put.iter().map(|&c| u64::from(c)).sum();
        if put != u64::from(self.pot) {
            return Err(format!("pot: {}; the seats put in {put}", self.pot));
        }
        Ok(())
    }

    fn check_cards(&self) -> Result<(), String> {
        if self.board.len() > 5 {
            return Err(format!("board: {} cards; it takes at most 5", self.board.len()));
        }
        let own = self.seat.index();
        let others = self.shown.iter().enumerate().filter(|s| s.0 != own).filter_map(|s| *s.1);
        let hands = self.hole.into_iter().chain(others).flat_map(|h| h.cards());
        let mut seen = Vec::new();
        for card in self.board.iter().copied().chain(hands) {
            if seen.contains(&card) {
                return Err(format!("board, hole or shown: {card} twice"));
            }
            seen.push(card);
        }
        Ok(())
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
