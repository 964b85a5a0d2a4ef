//! Knowledge for light searches: no own eyes filled, uniform playouts on the fast board.

use croupier_core::{Game, Rng, Seat};
use croupier_games::go::{Board, Colour, Go, Move, Size, State, uniform};
use croupier_search::{Candidate, Ending, Knowledge, Trail};

/// Every sensible move and uniform playouts with the eye rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct Light;

/// A board for playouts, and a list of legal moves.
pub struct Room {
    pub(super) board: Board,
    pub(super) legal: Vec<Move>,
}

impl Default for Room {
    fn default() -> Self {
        Self { board: Board::new(Size::square(1).expect("a legal side")), legal: Vec::new() }
    }
}

/// The legal moves that fill no own eye. The pass is among them when the opponent has just passed, when nothing else
/// is left, or when the board is full enough for the game to be near its end.
pub fn sensible(game: &Go, state: &State, legal: &mut Vec<Move>) {
    game.legal(state, legal);
    let (board, me) = (state.board(), state.to_move());
    let near_end = 3 * board.vacant() < board.size().points();
    let pass = legal.last() == Some(&Move::Pass);
    legal.retain(|mv| match mv {
        Move::Play(v) => board.point(*v).is_some_and(|p| !board.is_eye(p, me)),
        Move::Pass => state.passes() > 0 || near_end,
    });
    if legal.is_empty() && pass {
        legal.push(Move::Pass);
    }
    if legal.is_empty() {
        // Eyes are all that free handicap stones can still be placed on.
        game.legal(state, legal);
    }
}

/// The ending that Black's area minus White's makes.
pub fn ending(game: &Go, margin: i32) -> Ending {
    let margin = f64::from(margin) - game.config().komi_points();
    let winner = if margin > 0.0 { Some(Seat(0)) } else { (margin < 0.0).then_some(Seat(1)) };
    let points = game.config().size().points() as f64;
    Ending { winner, margin: (margin.abs() / points).min(1.0) as f32 }
}

/// The ending of a state that is over.
pub fn final_ending(game: &Go, state: &State) -> Ending {
    match game.finish(state) {
        Some(croupier_games::go::Finish::Scored(_)) => ending(game, state.margin()),
        _ => Ending { winner: None, margin: 0.0 },
    }
}

/// Moves after which a playout is cut.
pub fn playout_limit(size: Size) -> u32 {
    3 * size.points() as u32
}

/// The moves from one state of a game to a later one.
pub fn path(from: &State, to: &State) -> Option<Vec<Move>> {
    let same = from.size() == to.size() && from.setup() == to.setup();
    let rest = to.moves().strip_prefix(from.moves())?;
    (same && rest.len() <= 8).then(|| rest.to_vec())
}

/// The seat of a colour.
pub fn seat(colour: Colour) -> Seat {
    Seat(colour.index() as u8)
}

impl Knowledge<Go> for Light {
    type Scratch = Room;

    fn moves(&self, game: &Go, state: &State, room: &mut Room, out: &mut Vec<Candidate<Move>>) {
        sensible(game, state, &mut room.legal);
        out.clear();
        out.extend(room.legal.iter().copied().map(Candidate::plain));
    }

    fn playout(&self, game: &Go, state: &State, room: &mut Room, rng: &mut Rng, _: &mut Trail) -> Ending {
        room.board.clone_from(state.board());
        let playout = uniform(&mut room.board, state.to_move(), playout_limit(state.size()), rng);
        ending(game, playout.margin)
    }

    fn ending(&self, game: &Go, state: &State, _: &mut Room) -> Ending {
        final_ending(game, state)
    }

    fn path(&self, _: &Go, from: &State, to: &State) -> Option<Vec<Move>> {
        path(from, to)
    }
}
