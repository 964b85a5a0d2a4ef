//! No-limit hold'em, id `holdem`.
//!
//! # Rules
//!
//! 2 to 10 seats. An episode is a hand (or `hands` of them). Each seat is dealt two cards. The seat to the left of the
//! button puts in the small blind, the next the big blind; heads-up the button has the small blind, acts first before
//! the flop and last after it. Otherwise the first to act sits to the left of the big blind before the flop and to
//! the left of the button after it. After the first round of betting three cards are turned up (the flop), after the
//! second one (the turn), after the third one (the river), and after the fourth the best five of seven cards win.
//!
//! - **Actions**: fold, check, call, bet or raise to any whole amount from the minimum raise to all-in. Folding where
//!   checking is free is illegal.
//! - **The minimum raise** adds the largest bet or raise of this street, at least the big blind; an opponent's stack
//!   never caps it. There is no limit to the number of raises. Where nobody could call more, raising is not legal.
//! - **All-in**: a seat may put in all it has where it cannot call, or raise by less than the minimum. Such a raise
//!   does not reopen the betting: who has acted on this street may raise again only when facing at least a full bet
//!   or raise, be it the sum of several short ones.
//! - **Blinds and antes** are put in as far as the chips go; what must be called is the highest bet that lies. Antes
//!   are no bets.
//! - **Uncalled chips** go back. Side pots, split pots; an odd rest goes to the first winner to the left of the button.
//!   Neighbouring pots with the same winners are split as one.
//! - **When nobody can act any more**, the rest of the board is dealt and the hands are shown. A seat that faces no
//!   bet still checks, if its turn came before that.
//! - **Scores** are chips won or lost, zero-sum. A forfeit loses the most the seat could still lose, shared among the
//!   others in equal parts.
//!
//! # What a seat sees
//!
//! Its two cards, the board, the betting in order, stacks, pot, bets, the button, and hands shown at the end; never
//! another hand before, nor folded cards.
//!
//! # Switches
//!
//! `seats`, `blinds` (`50/100`), `ante`, `stacks` (one number or one for each seat), `button` (`last`, or `drawn` by
//! chance), `hands` in an episode and whether stacks are `reset` between them (if not, a seat without chips is out and
//! the button moves on to the next seat with chips), `free_fold` (folding is legal where checking is free),
//! `reopen` (`full`, the rule above, or `pokerkit`, `acpc`: as that package and that dealer count short all-ins, for
//! replaying their hands), `posts` (straddles, antes of some seats only, and bets of seats that come in, in place of
//! blinds and ante: what other makers' hands begin with; the big blind is then the least bet).

mod card;
mod config;
mod encode;
pub mod equity;
mod error;
pub mod eval;
mod game;
mod history;
pub mod iso;
mod legal;
mod pots;
mod range;
mod sample;
mod state;
pub mod strength;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use card::{Card, CardSet, HOLES, Hole, Rank, Suit};
pub use config::{Blinds, Button, Chips, Config, MOST_CHIPS, Post, Posts, Reopen, Stacks};
pub use encode::{ActionIndex, Spot};
pub use error::Error;
pub use game::Holdem;
pub use history::{Past, Street};
pub use legal::Legal;
pub use range::{Grid, Range, StartingHand};
pub use state::State;
pub use text::{Act, Action, Chance};
pub use view::View;
