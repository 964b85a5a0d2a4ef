//! What hold'em's library parts refuse, and why.

use super::card::Card;

/// A card, hand, board, range or amount that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Not a card.
    #[error("card `{0}`: a card is a rank of 23456789TJQKA and a suit of cdhs, such as `Td`")]
    Card(String),
    /// The same card in two places.
    #[error("card {0} is given twice")]
    Duplicate(Card),
    /// A wrong number of things.
    #[error("{what}: {given} given, it takes {allowed}")]
    Count {
        /// Of what.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// How many are allowed.
        allowed: &'static str,
    },
    /// A part of a range's text.
    #[error("range: `{part}` is not understood: {reason}")]
    Range {
        /// The part, as given.
        part: String,
        /// What is wrong, and the nearest that is right.
        reason: String,
    },
    /// A range with nothing left in it.
    #[error("{0} holds no hand that is possible with these cards")]
    Empty(&'static str),
    /// A weight that is no weight.
    #[error("weight of {hand}: `{value}` is not a finite number from 0 up")]
    Weight {
        /// Whose weight.
        hand: String,
        /// The value given.
        value: String,
    },
}
