//! Notation. A discard is its tile, `5m`, or with a star, `5m*`, when it is the tile just drawn; of equal held tiles
//! the one held longest goes. Chance is `first 0` (who begins), `deal 1m2m 5m7z` (the hands by seat, in the order
//! the tiles arrived) or `draw 5m`.

use super::tile::Tile;
use crate::parse::{ParseError, serde_as_text};
use arrayvec::ArrayVec;
use croupier_core::Seat;
use std::fmt;
use std::str::FromStr;

/// The most tiles a hand holds between turns.
pub const MOST_HELD: usize = 13;

/// A discard: a tile, and whether it is the one just drawn.
///
/// The two differ even when the tiles are equal: the tile drawn arrived last.
///
/// ```
/// use croupier_games::mini_mahjong::Discard;
/// let drawn: Discard = "5m*".parse()?;
/// assert_eq!((drawn.tile().to_string().as_str(), drawn.is_drawn()), ("5m", true));
/// assert_ne!(drawn, "5m".parse()?);
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discard(u8);

impl Discard {
    /// The discard of a held tile.
    #[inline]
    pub const fn held(tile: Tile) -> Self {
        Self(2 * tile.index() as u8)
    }

    /// The discard of the tile just drawn.
    #[inline]
    pub const fn drawn(tile: Tile) -> Self {
        Self(2 * tile.index() as u8 + 1)
    }

    /// What is discarded.
    #[inline]
    pub fn tile(self) -> Tile {
        Tile::new(usize::from(self.0 / 2)).expect("a discard is made from a tile")
    }

    /// Whether it is the tile just drawn.
    #[inline]
    pub const fn is_drawn(self) -> bool {
        self.0 % 2 == 1
    }
}

impl fmt::Display for Discard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.tile(), if self.is_drawn() { "*" } else { "" })
    }
}

impl fmt::Debug for Discard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Discard {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.strip_suffix('*') {
            None => Ok(Discard::held(text.parse()?)),
            Some(tile) => Ok(Discard::drawn(tile.parse()?)),
        }
    }
}

/// The hands of a deal, by seat.
pub type Deal = ArrayVec<ArrayVec<Tile, MOST_HELD>, 4>;

/// What chance does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// This seat begins.
    First(Seat),
    /// These hands are dealt.
    Deal(Deal),
    /// This tile is drawn.
    Draw(Tile),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Draw(tile) => write!(f, "draw {tile}"),
            Chance::Deal(hands) => {
                f.write_str("deal")?;
                for hand in hands {
                    f.write_str(" ")?;
                    hand.iter().try_for_each(|t| write!(f, "{t}"))?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Chance {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let refuse = |reason: &str| ParseError::new("chance event", text, reason);
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "first" => {
                rest.parse().map(|s| Chance::First(Seat(s))).map_err(|_| refuse("first takes a seat number"))
            }
            "draw" => Ok(Chance::Draw(rest.parse()?)),
            "deal" => {
                let mut hands = Deal::new();
                for part in rest.split(' ') {
                    hands.try_push(hand(part)?).map_err(|_| refuse("at most 4 hands are dealt"))?;
                }
                Ok(Chance::Deal(hands))
            }
            _ => Err(refuse("chance is `first SEAT`, `deal HAND HAND …` or `draw TILE`")),
        }
    }
}

/// The tiles of a hand, written without spaces.
fn hand(text: &str) -> Result<ArrayVec<Tile, MOST_HELD>, ParseError> {
    let mut hand = ArrayVec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(2).map_or(rest.len(), |(i, _)| i);
        let (tile, after) = rest.split_at(end);
        hand.try_push(tile.parse()?)
            .map_err(|_| ParseError::new("hand", text, "a hand holds at most 13 tiles"))?;
        rest = after;
    }
    Ok(hand)
}

serde_as_text!(Discard);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_discard_round_trips_and_they_sort_by_tile_then_held_first() {
        let all: Vec<Discard> = Tile::all().flat_map(|t| [Discard::held(t), Discard::drawn(t)]).collect();
        assert!(all.is_sorted());
        for d in all {
            assert_eq!(d.to_string().parse(), Ok(d));
        }
        for bad in ["", "*", "5m**", "5m *", "*5m", "5"] {
            assert!(bad.parse::<Discard>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn chance_that_is_malformed_is_refused() {
        assert_eq!("deal 1m2m 5m7z".parse::<Chance>().unwrap().to_string(), "deal 1m2m 5m7z");
        let long = format!("deal {}", "1m".repeat(14));
        for bad in [
            "",
            "first",
            "first x",
            "first 300",
            "draw",
            "draw 5",
            "deal 1m2",
            "deal 1m 1m 1m 1m 1m",
            "flip 1m",
            &long,
        ] {
            assert!(bad.parse::<Chance>().is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parsers_panic(text in "\\PC{0,12}|(first|deal|draw) [0-9mpsz *é]{0,40}") {
            let _ = (text.parse::<Discard>(), text.parse::<Chance>());
        }
    }
}
