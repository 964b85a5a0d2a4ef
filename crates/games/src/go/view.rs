//! What a seat knows, which is everything: the board, and the moves that led to it, since superko needs them.

use super::Config;
use super::board::Content;
use super::point::{Colour, Move};
use super::setup::Setup;
use super::state::State;
use croupier_core::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One seat's view of a game of Go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The seat whose view this is: 0 Black, 1 White.
    pub seat: Seat,
    /// The board, the highest row first: `X` Black, `O` White, `.` empty.
    pub rows: Vec<String>,
    /// Whose turn it is.
    pub to_move: Colour,
    /// Free handicap stones that Black has still to place.
    pub placing: u8,
    /// Stones of Black and of White that were taken off the board.
    pub prisoners: [u32; 2],
    /// The position before the first move, when it was set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// Every move so far.
    pub moves: Vec<Move>,
}

impl View {
    pub(super) fn of(s: &State, seat: Seat) -> Self {
        Self {
            seat,
            rows: rows(s),
            to_move: s.to_move,
            placing: s.placing,
            prisoners: s.prisoners,
            setup: s.setup().cloned(),
            moves: s.moves.clone(),
        }
    }

    /// The state this view shows: everything is visible, so it is the truth and no sample.
    ///
    /// Moves that the rules refuse, which no real view holds, are left out.
    pub(super) fn state(&self, config: &Config) -> State {
        let set_up = self.setup.clone().and_then(|s| State::from_setup(config, s).ok());
        let mut state = set_up.unwrap_or_else(|| State::start(config));
        for &mv in &self.moves {
            if state.both_passed() {
                state.resume();
            }
            let _ = state.apply(mv, config);
        }
        state
    }
}

fn rows(s: &State) -> Vec<String> {
    let size = s.size();
    let row = |row: usize| {
        (0..size.width()).map(move |column| match s.board.content(size.point_at(column as u16, row as u16)) {
            Content::Stone(Colour::Black) => 'X',
            Content::Stone(Colour::White) => 'O',
            _ => '.',
        })
    };
    (0..size.height()).rev().map(|r| row(r).collect()).collect()
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.first().map_or(0, String::len);
        let letters: String =
            "ABCDEFGHJKLMNOPQRSTUVWXYZ".chars().take(width).flat_map(|c| [' ', c]).collect();
        let last = self.moves.last().and_then(|m| match m {
            Move::Play(v) => Some((v.column(), v.row())),
            Move::Pass => None,
        });
        writeln!(f, "  {letters}")?;
        for (i, row) in self.rows.iter().enumerate() {
            let number = self.rows.len() - i;
            write!(f, "{number:2}")?;
            for (column, stone) in row.chars().enumerate() {
                let mark = if last == Some((column, number - 1)) { '(' } else { ' ' };
                let after = column > 0 && last == Some((column - 1, number - 1));
                write!(f, "{}{stone}", if after { ')' } else { mark })?;
            }
            let closed = width > 0 && last == Some((width - 1, number - 1));
            writeln!(f, "{}{number}", if closed { ')' } else { ' ' })?;
        }
        writeln!(f, "  {letters}")?;
        let of = |seat: Seat| if seat == Seat(0) { "Black (X)" } else { "White (O)" };
        let mover = Seat(self.to_move.index() as u8);
        write!(f, "You are {}. Move {}, {} to play", of(self.seat), self.moves.len() + 1, of(mover))?;
        if self.placing > 0 {
            write!(f, " ({} handicap stones still to place)", self.placing)?;
        }
        if let Some(mv) = self.moves.last() {
            write!(f, ". Last: {mv}")?;
        }
        write!(f, ". Taken: {} black, {} white", self.prisoners[0], self.prisoners[1])
    }
}
