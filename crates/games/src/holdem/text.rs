//! Notation: actions `f`, `k` (check), `c` (call), `rN` (bet or raise to N on this street); chance `AcAd KhKs` (hands
//! by seat, `--` for a seat that is out, `button N` before them when it is drawn) or the cards of a street, `3h4cJh`.

use super::card::{Card, Hole};
use super::config::Chips;
use crate::parse::{ParseError, serde_as_text};
use arrayvec::ArrayVec;
use croupier_core::Seat;
use std::fmt;
use std::str::FromStr;

/// What a seat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Give up the hand.
    Fold,
    /// Pass, where there is nothing to pay.
    Check,
    /// Pay what the highest bet asks, or all one has.
    Call,
    /// Bet or raise to this many chips on this street.
    Raise(Chips),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Fold => f.write_str("f"),
            Action::Check => f.write_str("k"),
            Action::Call => f.write_str("c"),
            Action::Raise(to) => write!(f, "r{to}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || {
            ParseError::new(
                "action",
                text,
                "an action is f, k (check), c (call) or rN (bet or raise to N chips)",
            )
        };
        match text {
            "f" => Ok(Action::Fold),
            "k" => Ok(Action::Check),
            "c" => Ok(Action::Call),
            _ => {
                let digits = text.strip_prefix('r').ok_or_else(wrong)?;
                let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
                digits.parse().ok().filter(|_| plain).map(Action::Raise).ok_or_else(wrong)
            }
        }
    }
}

/// What chance deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// The hands by seat, none for a seat that is out; and the button's seat, where it is drawn.
    Deal {
        /// The seat with the button, if chance draws it.
        button: Option<Seat>,
        /// The hands.
        hands: ArrayVec<Option<Hole>, 10>,
    },
    /// The next cards of the board: three on the flop, then one.
    Board(ArrayVec<Card, 3>),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Deal { button, hands } => {
                if let Some(seat) = button {
                    write!(f, "button {seat} ")?;
                }
                for (i, hand) in hands.iter().enumerate() {
                    let space = if i == 0 { "" } else { " " };
                    match hand {
                        Some(hole) => write!(f, "{space}{hole}")?,
                        None => write!(f, "{space}--")?,
                    }
                }
                Ok(())
            }
            Chance::Board(cards) => cards.iter().try_for_each(|c| write!(f, "{c}")),
        }
    }
}

impl FromStr for Chance {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = |reason: String| ParseError::new("deal", text, reason);
        if !text.contains(' ') {
            let cards = Card::parse_list(text).map_err(|e| wrong(e.to_string()))?;
            return match cards.len() {
                1 | 3 => Ok(Chance::Board(cards.into_iter().collect())),
                n => Err(wrong(format!("a street has three cards or one, not {n}"))),
            };
        }
        let mut words = text.split(' ').peekable();
        let mut button = None;
        if words.peek() == Some(&"button") {
            words.next();
            let seat = words.next().and_then(|w| w.parse().ok()).filter(|n| *n < 10);
            button = Some(Seat(seat.ok_or_else(|| wrong("after `button` comes a seat, 0 to 9".into()))?));
        }
        let mut hands = ArrayVec::new();
        for word in words {
            let hand = match word {
                "--" => None,
                _ => Some(word.parse::<Hole>().map_err(|e| wrong(e.to_string()))?),
            };
            hands.try_push(hand).map_err(|_| wrong("at most ten seats are dealt to".into()))?;
        }
        Ok(Chance::Deal { button, hands })
    }
}

/// An action and who made it, written `0 r300`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Act {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.action)
    }
}

impl FromStr for Act {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new("seat's action", text, "it is a seat and an action, such as `0 r300`");
        let (seat, action) = text.split_once(' ').ok_or_else(wrong)?;
        let seat = seat.parse().ok().filter(|n| *n < 10).ok_or_else(wrong)?;
        Ok(Act { seat: Seat(seat), action: action.parse()? })
    }
}

serde_as_text!(Action, Act);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_write_what_they_read_and_nothing_else_is_read() {
        for text in ["f", "k", "c", "r1", "r300", "r4294967295"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in ["", "r", "r0", "r-5", "r+5", "r007", "r1.5", "r4294967296", "x", "ff", " f", "r300 "] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
        assert!("p".parse::<Action>().unwrap_err().to_string().contains("rN"));
    }

    #[test]
    fn deals_write_what_they_read_and_nothing_else_is_read() {
        for text in ["AdAc KsKh", "button 1 AdAc KsKh", "AdAc -- KsKh", "3h4cJh", "Ts"] {
            assert_eq!(text.parse::<Chance>().unwrap().to_string(), text);
        }
        for text in ["", "3h4c", "3h3h4c", "AdAc Ks", "button AdAc KsKh", "button 11 AdAc KsKh", "AdAd KsKh"]
        {
            assert!(text.parse::<Chance>().is_err(), "{text}");
        }
    }
}
