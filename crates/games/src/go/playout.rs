//! Uniform random playouts with the eye rule: the loop that searches and benches share.

use super::board::Board;
use super::point::{Colour, Point};
use croupier_core::Rng;

/// Plays one random move: uniform over the points that are no own eye, no suicide and not forbidden by simple ko.
///
/// Returns `None`, and clears the ko, when there is no such point: a pass.
#[inline(always)]
pub fn uniform_move(board: &mut Board, colour: Colour, rng: &mut Rng) -> Option<Point> {
    // Drawing without replacement: refused points move behind the part still drawn from.
    let mut open = board.vacant();
    while open > 0 {
        let i = rng.index(open);
        let p = board.empty_at(i);
        if !board.is_eye(p, colour) && board.play(p, colour) {
            return Some(p);
        }
        open -= 1;
        board.swap_empties(i, open);
    }
    board.clear_ko();
    None
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Black's area minus White's on the final board, komi left out.
    pub margin: i32,
    /// Moves played, passes included.
    pub moves: u32,
    /// Whether the limit of moves cut it short.
    pub cut: bool,
}

/// Plays uniform random moves until both pass in turn or `limit` moves are made, then counts the area.
///
/// The board is left as it stands at the end. Simple ko and no suicide hold in playouts whatever the game's
/// switches, since a repetition longer than two moves is too rare in random play to pay for.
pub fn uniform(board: &mut Board, first: Colour, limit: u32, rng: &mut Rng) -> Playout {
    let (mut colour, mut moves, mut passes) = (first, 0, 0);
    while passes < 2 && moves < limit {
        match uniform_move(board, colour, rng) {
            Some(_) => passes = 0,
            None => passes += 1,
        }
        colour = colour.other();
        moves += 1;
    }
    Playout { margin: eye_margin(board), moves, cut: passes < 2 }
}

/// Black's area minus White's on a board where only single-point eyes are left empty.
///
/// Stones count for their colour and an empty point for the colour whose stones and edges surround it; a point
/// with stones of both colours beside it, or with an empty one, counts for nobody.
#[inline]
pub fn eye_margin(board: &Board) -> i32 {
    let mut margin = board.balance();
    for p in board.empties() {
        margin += (board.walls(p, Colour::Black) == 4) as i32 - (board.walls(p, Colour::White) == 4) as i32;
    }
    margin
}
