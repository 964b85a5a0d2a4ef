//! Tiles and sets of tiles: `1m`–`9m` characters, `1p`–`9p` circles, `1s`–`9s` bamboos, and the honours `1z` east,
//! `2z` south, `3z` west, `4z` north, `5z` white, `6z` green, `7z` red.

use crate::parse::{ParseError, serde_as_text};
use std::fmt;
use std::str::FromStr;

/// How many kinds of tiles there are.
pub const KINDS: usize = 34;
/// How many tiles a full set has, four of each kind.
pub const MOST_TILES: usize = 4 * KINDS;

const SUITS: [char; 4] = ['m', 'p', 's', 'z'];

/// What family a tile is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Characters, `m`.
    Characters,
    /// Circles, `p`.
    Circles,
    /// Bamboos, `s`.
    Bamboos,
    /// Winds and dragons, `z`; they never form runs.
    Honours,
}

/// A kind of tile.
///
/// ```
/// use croupier_games::mini_mahjong::{Suit, Tile};
/// let red: Tile = "7z".parse()?;
/// assert_eq!((red.suit(), red.rank(), red.index()), (Suit::Honours, 7, 33));
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The kind of this number, 0 (`1m`) to 33 (`7z`), if there is one.
    pub const fn new(index: usize) -> Option<Tile> {
        if index < KINDS { Some(Tile(index as u8)) } else { None }
    }

    /// Every kind, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator + Clone {
        (0..KINDS as u8).map(Tile)
    }

    /// The kind as a number from 0 (`1m`) to 33 (`7z`).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The family.
    pub const fn suit(self) -> Suit {
        match self.0 / 9 {
            0 => Suit::Characters,
            1 => Suit::Circles,
            2 => Suit::Bamboos,
            _ => Suit::Honours,
        }
    }

    /// The number on the tile: 1 to 9, 1 to 7 for honours.
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// Whether it is a wind or a dragon.
    #[inline]
    pub const fn is_honour(self) -> bool {
        self.0 >= 27
    }

    /// The kind of `suit` and `rank`, if there is one.
    pub fn of(suit: Suit, rank: u8) -> Option<Tile> {
        let last = if suit == Suit::Honours { 7 } else { 9 };
        (1..=last).contains(&rank).then(|| Tile(suit as u8 * 9 + rank - 1))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), SUITS[usize::from(self.0 / 9)])
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Tile {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut chars = text.chars();
        let (rank, suit, rest) = (chars.next(), chars.next(), chars.next());
        let rank = rank.and_then(|c| c.to_digit(10)).unwrap_or(0) as u8;
        suit.filter(|_| rest.is_none()).and_then(suit_of).and_then(|s| Tile::of(s, rank)).ok_or_else(|| {
            ParseError::new(
                "tile",
                text,
                "a tile is 1 to 9 with m, p or s, or 1 to 7 with z, such as 5m or 7z",
            )
        })
    }
}

fn suit_of(letter: char) -> Option<Suit> {
    Some(match letter {
        'm' => Suit::Characters,
        'p' => Suit::Circles,
        's' => Suit::Bamboos,
        'z' => Suit::Honours,
        _ => return None,
    })
}

/// How many there are of each kind, as text such as `1-9m+67z` or `1-3mpx2+7zx3`.
///
/// Terms are joined by `+`. A term is ranks (digits, or a range such as `1-9`), one suit letter or more, and
/// optionally `x` with the number of each, 4 if left out. Kinds not named are not in play. The counts are data:
/// [`MiniMahjong::new`](super::MiniMahjong) refuses those outside 0 to 4.
///
/// ```
/// use croupier_games::mini_mahjong::TileSet;
/// let set: TileSet = "67z+1-9m".parse()?;
/// assert_eq!((set.to_string().as_str(), set.total()), ("1-9m+67z", 44));
/// assert_eq!("1-2mpx3+5m".parse::<TileSet>()?.to_string(), "5m+12mx3+12px3");
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileSet([i8; KINDS]);

impl TileSet {
    /// A set with these counts by [`Tile::index`].
    pub const fn new(counts: [i8; KINDS]) -> Self {
        Self(counts)
    }

    /// How many there are of `tile`.
    #[inline]
    pub fn count(&self, tile: Tile) -> i8 {
        self.0[tile.index()]
    }

    /// How many tiles there are.
    pub fn total(&self) -> i32 {
        self.0.iter().map(|&c| i32::from(c)).sum()
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut plus = "";
        for (suit, counts) in self.0.chunks(9).enumerate() {
            let mut shown: Vec<i8> = counts.iter().copied().filter(|c| *c != 0).collect();
            shown.sort_by_key(|c| -c);
            shown.dedup();
            for count in shown {
                let ranks: Vec<usize> = (1..=counts.len()).filter(|r| counts[r - 1] == count).collect();
                write!(f, "{plus}{}{}", ranges(&ranks), SUITS[suit])?;
                if count != 4 {
                    write!(f, "x{count}")?;
                }
                plus = "+";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Ascending ranks as digits, three or more in a row as a range.
fn ranges(ranks: &[usize]) -> String {
    let mut out = String::new();
    for run in ranks.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, _, .., last] => out += &format!("{first}-{last}"),
            _ => run.iter().for_each(|r| out += &r.to_string()),
        }
    }
    out
}

impl FromStr for TileSet {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let refuse = |reason: String| ParseError::new("tiles", text, reason);
        let mut counts = [None; KINDS];
        for term in text.split('+') {
            let (kinds, count) = match term.split_once('x') {
                None => (term, 4),
                Some((kinds, n)) => {
                    (kinds, n.parse().map_err(|_| refuse(format!("`{n}` is no number of tiles, 0 to 4")))?)
                }
            };
            for tile in kinds_of(kinds).map_err(refuse)? {
                if counts[tile.index()].replace(count).is_some() {
                    return Err(refuse(format!("{tile} is named twice")));
                }
            }
        }
        Ok(Self(counts.map(|c| c.unwrap_or(0))))
    }
}

/// The kinds of a term without its count: ranks, then suit letters.
fn kinds_of(term: &str) -> Result<Vec<Tile>, String> {
    let form = || format!("`{term}` should be ranks and suit letters, such as 1-9m, 67z or 1-9mps");
    let split = term.find(|c: char| c.is_ascii_lowercase()).ok_or_else(form)?;
    let (digits, suits) = term.split_at(split);
    let mut ranks = Vec::new();
    let mut chars = digits.chars().peekable();
    while let Some(c) = chars.next() {
        let first = c.to_digit(10).ok_or_else(form)?;
        let last = match chars.next_if_eq(&'-') {
            None => first,
            Some(_) => chars.next().and_then(|c| c.to_digit(10)).filter(|l| *l >= first).ok_or_else(form)?,
        };
        ranks.extend(first as u8..=last as u8);
    }
    if ranks.is_empty() {
        return Err(form());
    }
    let mut out = Vec::new();
    for letter in suits.chars() {
        let suit = suit_of(letter).ok_or_else(form)?;
        for &rank in &ranks {
            out.push(Tile::of(suit, rank).ok_or_else(|| format!("there is no tile {rank}{letter}"))?);
        }
    }
    Ok(out)
}

serde_as_text!(Tile, TileSet);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tiles_are_named_as_usual() {
        let names: Vec<String> = Tile::all().map(|t| t.to_string()).collect();
        assert_eq!(names.len(), 34);
        assert_eq!(
            (&*names[0], &*names[8], &*names[9], &*names[26], &*names[27]),
            ("1m", "9m", "1p", "9s", "1z")
        );
        assert_eq!("6z".parse::<Tile>().unwrap(), Tile::of(Suit::Honours, 6).unwrap());
        for bad in ["", "5", "0m", "8z", "10m", "5x", "m5", "5m ", "５m", "5mm"] {
            assert!(bad.parse::<Tile>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn sets_of_tiles_are_refused_with_what_is_wrong() {
        let refusal = |text: &str| text.parse::<TileSet>().unwrap_err().to_string();
        assert!(refusal("1-9m+5m").contains("5m is named twice"));
        assert!(refusal("8z").contains("there is no tile 8z"));
        assert!(refusal("1mxx").contains("`x` is no number of tiles"));
        for bad in
            ["", "m", "9-1m", "1-m", "1-9", "1-9q", "+1m", "1m+", "1mx", "1m x4", "1mx999", "-1m", "é", "1-é"]
        {
            assert!(bad.parse::<TileSet>().is_err(), "{bad:?}");
        }
        assert_eq!("1mx-1+2mx9".parse::<TileSet>().unwrap().total(), 8, "counts are for the game to refuse");
    }

    proptest! {
        #[test]
        fn text_of_tile_sets_round_trips(counts in prop::collection::vec(-2i8..7, KINDS)) {
            let set = TileSet::new(counts.try_into().unwrap());
            let text = set.to_string();
            if set.0 != [0; KINDS] {
                prop_assert_eq!(text.parse::<TileSet>().unwrap(), set, "{}", text);
            }
        }

        #[test]
        fn no_text_makes_the_parsers_panic(text in "\\PC{0,12}|[0-9mpszx+-]{0,12}") {
            let _ = (text.parse::<Tile>(), text.parse::<TileSet>());
        }
    }
}
