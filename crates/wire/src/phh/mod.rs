//! PHH, the poker hand history format, version 0.0.2 (Kim 2024, "Recording and Describing Poker Hands"): no-limit hold'em
//! (variant `NT`), one hand a file (`.phh`) or a table for each hand (`.phhs`).
//!
//! Amounts are per street. Seats are in order of position, the button last; heads-up the arrays of blinds and antes are
//! reversed, as the format wants it. Amounts with decimals are read as whole chips of a smaller unit ([`Hand::scale`]).
//! What a field that we do not know says is let pass.
//!
//! ```
//! use croupier_wire::phh;
//! let text = r#"
//! variant = "NT"
//! antes = [0, 0]
//! blinds_or_straddles = [0.5, 1]
//! min_bet = 1
//! starting_stacks = [100, 80.5]
//! actions = ["d dh p1 ????", "d dh p2 AhAd", "p2 cbr 3", "p1 f"]
//! "#;
//! let hands = phh::read(text)?;
//! let hand = hands[0].1.as_ref().unwrap();
//! assert_eq!((hand.scale, hand.replay(|_| ())?.scores), (10, Some(vec![-10.0, 10.0])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Hand::scale`]: crate::hand::Hand::scale

mod amounts;
mod read;
mod write;

pub use read::{Named, read};
pub use write::{write, write_many};

use crate::hand::HandError;

/// Why a file, or a hand in it, is not read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PhhError {
    /// Not TOML.
    #[error("not TOML, line {line}: {reason}")]
    Toml {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A field that must be there is not.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// Another game.
    #[error("variant `{0}` is not no-limit hold'em, `NT`")]
    Variant(String),
    /// An entry of `actions` that is not understood.
    #[error("actions, entry {entry} (`{text}`): {reason}")]
    Entry {
        /// Which, counted from 1.
        entry: usize,
        /// Its text.
        text: String,
        /// What is wrong.
        reason: String,
    },
    /// What it says cannot be.
    #[error(transparent)]
    Hand(#[from] HandError),
}
