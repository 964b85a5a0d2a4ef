//! Moves as indices, and positions as planes of bits for networks. Neither depends on the position.

use super::Go;
use super::point::{Colour, Move, Size};
use super::state::State;
use crate::encode::{Encode, Options};
use croupier_core::{ConfigError, Game, Seat};

/// Planes of [`planes`].
pub const PLANES: usize = 12;

/// How many moves there are on a board: its points and the pass.
#[inline]
pub const fn actions(size: Size) -> usize {
    size.points() + 1
}

/// The index of a move, below [`actions`]: row by row from `A1`, the pass last; `None` off the board.
#[inline]
pub fn index(size: Size, mv: Move) -> Option<usize> {
    match mv {
        Move::Play(v) => size.contains(v).then(|| size.index(v)),
        Move::Pass => Some(size.points()),
    }
}

/// The move of an index; `None` from [`actions`] on.
///
/// ```
/// use croupier_games::go::{Move, Size, encode};
/// let size = Size::square(9).unwrap();
/// assert_eq!(encode::action(size, 81), Some(Move::Pass));
/// assert_eq!(encode::index(size, "B1".parse().unwrap()), Some(1));
/// ```
#[inline]
pub fn action(size: Size, index: usize) -> Option<Move> {
    if index == size.points() {
        return Some(Move::Pass);
    }
    let v = super::Vertex::new(index % size.width(), index / size.width())?;
    size.contains(v).then_some(Move::Play(v))
}

/// Writes [`PLANES`] planes of `points` numbers, 0 or 1, from the side of `me`.
///
/// In order: own stones; enemy stones; own chains with 1, 2, 3 and more liberties; enemy chains likewise; the point
/// simple ko forbids; the last move; the move before it; ones where `me` is Black.
///
/// # Panics
/// When `out` is not 12 × `points` long.
pub fn planes(state: &State, me: Colour, out: &mut [f32]) {
    let size = state.size();
    let points = size.points();
    assert_eq!(out.len(), PLANES * points, "{PLANES} planes of {points} points");
    out.fill(0.0);
    let board = state.board();
    for v in size.vertices() {
        let Some(p) = board.point(v) else { continue };
        let at = size.index(v);
        if let Some(colour) = board.stone(p) {
            let enemy = usize::from(colour != me);
            let (_, liberties) = board.some_liberties::<3>(p);
            out[enemy * points + at] = 1.0;
            out[(2 + 3 * enemy + liberties.max(1) - 1) * points + at] = 1.0;
        }
        if board.ko() == Some(p) {
            out[8 * points + at] = 1.0;
        }
    }
    for (plane, mv) in [9, 10].into_iter().zip(state.moves().iter().rev()) {
        if let Move::Play(v) = mv {
            out[plane * points + size.index(*v)] = 1.0;
        }
    }
    if me == Colour::Black {
        out[11 * points..].fill(1.0);
    }
}

impl Encode for Go {
    type Code = ();

    fn code(&self, options: &Options) -> Result<(), ConfigError> {
        options.none(Self::ID)
    }
    fn actions(&self, _: &()) -> usize {
        actions(self.config().size())
    }
    fn index(&self, _: &(), s: &State, mv: Move) -> Option<usize> {
        index(s.size(), mv)
    }
    fn action(&self, _: &(), s: &State, i: usize) -> Option<Move> {
        action(s.size(), i)
    }
    fn shape(&self) -> Vec<usize> {
        let size = self.config().size();
        vec![PLANES, size.height(), size.width()]
    }
    fn observe(&self, s: &State, seat: Seat, out: &mut [f32]) {
        planes(s, if seat.0 == 0 { Colour::Black } else { Colour::White }, out);
    }
}
