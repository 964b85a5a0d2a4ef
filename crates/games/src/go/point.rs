//! Colours, board sizes, vertices and the board's internal points.

use crate::parse::{ParseError, serde_as_text};
use croupier_core::ConfigError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The longest side a board may have, as in GTP: 25 lines.
pub const MAX_SIDE: usize = 25;
/// The most points a board may have.
pub const MAX_POINTS: usize = MAX_SIDE * MAX_SIDE;
/// Cells of the largest bordered board: one border column, a border row above and below, one cell more.
pub(crate) const CELLS: usize = (MAX_SIDE + 2) * (MAX_SIDE + 1) + 1;
/// Length of a board's arrays: a power of two, so that a masked index needs no check of its bounds.
pub(crate) const ROOM: usize = CELLS.next_power_of_two();

/// A place in an array of [`ROOM`].
#[inline(always)]
pub(crate) const fn place(index: u16) -> usize {
    index as usize & (ROOM - 1)
}

/// GTP's column letters: there is no `I`.
const COLUMNS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The colour of a stone, and of the player who places it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Colour {
    /// Black, who moves first in an even game.
    Black = 1,
    /// White, who receives komi.
    White = 2,
}

impl Colour {
    /// Both colours, Black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent's colour.
    #[inline(always)]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for Black and 1 for White: the order of seats.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// +1 for Black and −1 for White: the sign of this colour in scores from Black's side.
    #[inline(always)]
    pub const fn sign(self) -> i32 {
        match self {
            Colour::Black => 1,
            Colour::White => -1,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

impl FromStr for Colour {
    type Err = ParseError;

    /// Reads `b`, `black`, `w` or `white` in any case, as GTP does.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Colour::Black),
            "w" | "white" => Ok(Colour::White),
            _ => Err(ParseError::new("colour", text, "a colour is b, black, w or white")),
        }
    }
}

/// A board's width and height, each 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// When a side is 0 or above [`MAX_SIDE`].
    ///
    /// ```
    /// use croupier_games::go::Size;
    /// assert_eq!(Size::new(9, 7).unwrap().points(), 63);
    /// assert!(Size::new(26, 9).is_err());
    /// ```
    pub fn new(width: usize, height: usize) -> Result<Size, ConfigError> {
        for (field, value) in [("width", width), ("height", height)] {
            if !(1..=MAX_SIDE).contains(&value) {
                return Err(ConfigError::value(field, value, "a whole number from 1 to 25"));
            }
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// A square board.
    ///
    /// # Errors
    /// When `side` is 0 or above [`MAX_SIDE`].
    pub fn square(side: usize) -> Result<Size, ConfigError> {
        Size::new(side, side)
    }

    /// Columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Points of the board.
    #[inline]
    pub const fn points(self) -> usize {
        self.width() * self.height()
    }

    /// The distance between a point and the one above it on the bordered board.
    #[inline(always)]
    pub(crate) const fn stride(self) -> u16 {
        self.width as u16 + 1
    }

    /// Cells of the bordered board: every [`Point::index`] is below.
    #[inline]
    pub const fn cells(self) -> usize {
        (self.height() + 2) * self.stride() as usize + 1
    }

    /// Whether `v` lies on this board.
    #[inline]
    pub const fn contains(self, v: Vertex) -> bool {
        v.column < self.width && v.row < self.height
    }

    /// The internal point of a vertex; `None` off the board.
    #[inline]
    pub fn point(self, v: Vertex) -> Option<Point> {
        self.contains(v).then(|| self.point_at(v.column as u16, v.row as u16))
    }

    #[inline]
    pub(crate) const fn point_at(self, column: u16, row: u16) -> Point {
        Point((row + 1) * self.stride() + column + 1)
    }

    /// The vertex of a point of this board.
    #[inline]
    pub fn vertex(self, p: Point) -> Vertex {
        let s = self.stride();
        Vertex { row: (p.0 / s - 1) as u8, column: (p.0 % s - 1) as u8 }
    }

    /// Every vertex, row by row from `A1`.
    pub fn vertices(self) -> impl Iterator<Item = Vertex> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| Vertex { row, column }))
    }

    /// The 0-based place of a vertex in [`Size::vertices`].
    #[inline]
    pub const fn index(self, v: Vertex) -> usize {
        v.row as usize * self.width() + v.column as usize
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A crossing of the board; its text is GTP's, `A1` at the lower left, no column `I`.
///
/// ```
/// use croupier_games::go::Vertex;
/// let v: Vertex = "J9".parse().unwrap();
/// assert_eq!((v.column(), v.row()), (8, 8));
/// assert_eq!(v.to_string(), "J9");
/// assert!("I9".parse::<Vertex>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex {
    row: u8,
    column: u8,
}

impl Vertex {
    /// The vertex `column` lines from the left and `row` lines from the bottom, both from 0; `None` when one of them
    /// is not below [`MAX_SIDE`].
    pub fn new(column: usize, row: usize) -> Option<Vertex> {
        (column < MAX_SIDE && row < MAX_SIDE).then_some(Vertex { row: row as u8, column: column as u8 })
    }

    /// Lines from the left, from 0.
    #[inline]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// Lines from the bottom, from 0.
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", COLUMNS[self.column()] as char, self.row + 1)
    }
}

impl FromStr for Vertex {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || ParseError::new("vertex", text, "a vertex is a letter A to Z without I, then 1 to 25");
        let (letter, digits) = text.split_at_checked(1).ok_or_else(bad)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&c| c == letter).ok_or_else(bad)?;
        if digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let row: usize = digits.parse().map_err(|_| bad())?;
        row.checked_sub(1).and_then(|row| Vertex::new(column, row)).ok_or_else(bad)
    }
}

/// A place on one board's bordered array: meaningful only for the [`Size`] that made it. The default is no crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub(crate) u16);

impl Point {
    /// The array index, below [`Size`]'s number of bordered cells.
    #[inline(always)]
    pub const fn index(self) -> usize {
        place(self.0)
    }
}

/// What a player does in a turn: place a stone or pass.
///
/// Sorted by row, then column, the pass last.
///
/// ```
/// use croupier_games::go::Move;
/// assert_eq!("d4".parse::<Move>().unwrap().to_string(), "D4");
/// assert_eq!("PASS".parse::<Move>().unwrap(), Move::Pass);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A stone on this vertex.
    Play(Vertex),
    /// No stone.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(v) => v.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.eq_ignore_ascii_case("pass") { Ok(Move::Pass) } else { text.parse().map(Move::Play) }
    }
}

serde_as_text!(Vertex, Move);
