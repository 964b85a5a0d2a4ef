//! What a seat can do, and what chance can do.

use super::cards::CardSet;
use super::plays::Play;
use arrayvec::ArrayVec;
use croupier_core::Seat;

/// What a seat can do.
///
/// Text: `pass`; a play's text; `give 2sX`; `return 3c4d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Play nothing.
    Pass,
    /// Cards with their reading.
    Play(Play),
    /// Tribute: the giver's strongest cards.
    Give(CardSet),
    /// The return for tribute, chosen before the tribute is seen.
    Return(CardSet),
}

/// What chance can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The order of the seats round the table, seat 0 first.
    Seats(ArrayVec<Seat, 6>),
    /// The blind cards and the hands by seat.
    Deal {
        /// Face down and out of play.
        blind: CardSet,
        /// By seat.
        hands: ArrayVec<CardSet, 6>,
    },
    /// Places drawn by lot for the seats still in, best first (`pass_limit`).
    Lots(ArrayVec<Seat, 6>),
}
