//! Why a view gives no ledger.

use croupier_core::Seat;
use croupier_games::daifugo::CardSet;

/// A view that does not balance. Nothing is guessed from it: the bot falls back to its easy rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// No cards are dealt.
    #[error("stage: no deal is on, so there is nothing to keep a ledger of")]
    NoDeal,
    /// The view and the rules disagree about the table.
    #[error("{field}: the view says {given}, the rules {due}")]
    Rules {
        /// What is counted.
        field: &'static str,
        /// The number in the view.
        given: usize,
        /// The number by the rules.
        due: usize,
    },
    /// Cards that are not in the deck, or lie in two places.
    #[error("cards: {cards} {place} are not in the deck or lie elsewhere already")]
    Misplaced {
        /// Where they were met.
        place: &'static str,
        /// The cards met there.
        cards: CardSet,
    },
    /// A hand whose number of cards is not what the table says.
    #[error("left: seat {seat} holds {left} cards by the table, and {least} or more are known to be there")]
    Left {
        /// Whose hand.
        seat: Seat,
        /// Cards left by the table.
        left: u32,
        /// Cards known to be there.
        least: u32,
    },
    /// The viewer's part in the exchange is not told, or told wrongly.
    #[error("exchange: {given} cards given and {taken} taken, where each way is {due}")]
    Exchange {
        /// Cards the view says were given.
        given: u32,
        /// Cards the view says were taken.
        taken: u32,
        /// Cards due each way by the rules.
        due: u32,
    },
    /// The conservation law: unknown cards and hidden places are equally many.
    #[error("balance: {unknown} unknown cards for {slots} hidden places")]
    Balance {
        /// Unknown cards.
        unknown: u32,
        /// Places they must lie in.
        slots: u32,
    },
    /// The places that may hold a card are too few: jokers never lie blind, bounds hold.
    #[error("constraints: {cards} unknown {kind}, and {slots} hidden places that may hold one")]
    Crowded {
        /// Which cards.
        kind: &'static str,
        /// How many.
        cards: u32,
        /// How many places are open to them.
        slots: u32,
    },
    /// The events do not lead to the field on the table.
    #[error("events: they lead to another field than the table shows")]
    Field,
}
