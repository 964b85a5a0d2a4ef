//! The fast board: chains and liberties kept up to date stone by stone, no heap, no undo.
//!
//! Liberties are *pseudo-liberties*: a liberty counts once for every stone of the chain that touches it. Beside
//! their number a chain keeps the sum of their point indices and the sum of the squares, all in one `u64`, so that
//! one addition keeps all three. A chain has exactly one liberty if and only if number × squares = sum² (the
//! Cauchy–Schwarz equality case), and then the liberty is sum / number.

use super::point::{Colour, Point, ROOM, Size, Vertex, place};

/// Bits of [`Board::cell`]: the content in bits 0–1, then how many of the four neighbours are black, white (an edge
/// counts as both) and empty, three bits each.
pub(super) const EMPTY: u16 = 0;
const EDGE: u16 = 3;
pub(super) const CONTENT: u16 = 3;
const EMPTY_SHIFT: u32 = 8;
const COUNT: u16 = 7;

/// Bits of a chain's liberty word: number (at most 2·24·25 = 1,200), sum of indices, sum of squared indices.
const SUM_SHIFT: u32 = 11;
const SQUARE_SHIFT: u32 = 32;

/// Cells of edge before the first in [`Board::codes`]: two rows and two cells of the widest board.
const LEAD: u16 = 64;
/// Bytes of [`Board::codes`], with room for a load of eight from any place.
const CODES: usize = ROOM / 2 + 8;

/// Unrolls a statement over the four neighbours: loops over arrays of four are not unrolled by the compiler, and
/// their branches cost a third of a playout's time.
macro_rules! four {
    ($i:ident => $body:expr) => {{
        {
            let $i = 0;
            $body;
        }
        {
            let $i = 1;
            $body;
        }
        {
            let $i = 2;
            $body;
        }
        {
            let $i = 3;
            $body;
        }
    }};
}
pub(super) use four;

/// A liberty's contribution to its chain's word.
#[inline(always)]
pub(super) const fn liberty_word(p: u16) -> u64 {
    let p = p as u64;
    1 | p << SUM_SHIFT | (p * p) << SQUARE_SHIFT
}

/// A liberty word's number of pseudo-liberties, sum of indices and sum of squares.
#[inline(always)]
pub(super) const fn parts(word: u64) -> (u64, u64, u64) {
    (
        word & ((1 << SUM_SHIFT) - 1),
        word >> SUM_SHIFT & ((1 << (SQUARE_SHIFT - SUM_SHIFT)) - 1),
        word >> SQUARE_SHIFT,
    )
}

/// Number × squares − sum² of a liberty word: 0 if and only if it is made of at most one point.
#[inline(always)]
pub(super) const fn spread(word: u64) -> u64 {
    let (number, sum, squares) = parts(word);
    (number * squares).wrapping_sub(sum * sum)
}

/// What the neighbours of a new stone of this colour add to their counts.
#[inline(always)]
pub(super) const fn stone_delta(colour: Colour) -> u16 {
    (1u16 << neighbour_shift(colour)).wrapping_sub(1 << EMPTY_SHIFT)
}

/// Where a colour's neighbour count begins: 2 for Black, 5 for White.
#[inline(always)]
const fn neighbour_shift(colour: Colour) -> u32 {
    3 * colour as u32 - 1
}

/// What lies on a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A stone.
    Stone(Colour),
    /// No crossing: beyond the edge.
    Edge,
}

/// Stones on a board, their chains and liberties, and the point that simple ko forbids.
///
/// Cloning copies arrays of 20 KB; [`Clone::clone_from`] copies only the cells that the size uses (about 2 KB on
/// 9×9), which is what playouts do.
///
/// ```
/// use croupier_games::go::{Board, Colour, Size};
/// let mut board = Board::new(Size::square(9).unwrap());
/// let corner = board.point("A1".parse().unwrap()).unwrap();
/// let [right, above] = ["B1", "A2"].map(|v| board.point(v.parse().unwrap()).unwrap());
/// assert!(board.play(corner, Colour::White));
/// assert!(board.play(right, Colour::Black));
/// assert_eq!(board.only_liberty(corner), Some(above));
/// assert!(board.play(above, Colour::Black));
/// assert_eq!(board.stone(corner), None); // captured
/// assert!(!board.play(corner, Colour::White)); // suicide
/// ```
pub struct Board {
    size: Size,
    stride: u16,
    /// The point where simple ko forbids `ko_loser` to play now; 0 when there is none.
    pub(super) ko: u16,
    /// Empty points: the used part of `empties`.
    pub(super) vacant: u16,
    /// Black stones minus white stones.
    pub(super) balance: i16,
    pub(super) cell: [u16; ROOM],
    /// The contents again, two bits a cell, so that one load reads a strip of them.
    codes: [u8; CODES],
    /// A stone's chain, named by one of its points; 0 on an empty or edge cell.
    pub(super) chain: [u16; ROOM],
    /// The next stone of the chain's ring.
    pub(super) next: [u16; ROOM],
    /// Stones of the chain named so.
    pub(super) members: [u16; ROOM],
    /// Liberty word of the chain named so.
    pub(super) liberties: [u64; ROOM],
    pub(super) empties: [u16; ROOM],
    /// Where an empty point stands in `empties`.
    pub(super) slot: [u16; ROOM],
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let mut board = Board::blank(self.size);
        board.clone_from(self);
        board
    }

    fn clone_from(&mut self, from: &Self) {
        let n = from.size.cells();
        self.size = from.size;
        self.stride = from.stride;
        self.ko = from.ko;
        self.vacant = from.vacant;
        self.balance = from.balance;
        self.cell[..n].copy_from_slice(&from.cell[..n]);
        let bytes = n / 4 + 24;
        self.codes[..bytes].copy_from_slice(&from.codes[..bytes]);
        self.chain[..n].copy_from_slice(&from.chain[..n]);
        self.next[..n].copy_from_slice(&from.next[..n]);
        self.members[..n].copy_from_slice(&from.members[..n]);
        self.liberties[..n].copy_from_slice(&from.liberties[..n]);
        self.slot[..n].copy_from_slice(&from.slot[..n]);
        let vacant = from.vacant as usize;
        self.empties[..vacant].copy_from_slice(&from.empties[..vacant]);
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "Board {}", self.size)?;
        for row in (0..self.size.height()).rev() {
            for column in 0..self.size.width() {
                let p = self.size.point_at(column as u16, row as u16);
                f.write_str(match self.content(p) {
                    Content::Stone(Colour::Black) => "X",
                    Content::Stone(Colour::White) => "O",
                    _ => ".",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl Board {
    fn blank(size: Size) -> Board {
        Board {
            size,
            stride: size.stride(),
            ko: 0,
            vacant: 0,
            balance: 0,
            cell: [EDGE; ROOM],
            codes: [u8::MAX; CODES],
            chain: [0; ROOM],
            next: [0; ROOM],
            members: [0; ROOM],
            liberties: [0; ROOM],
            empties: [0; ROOM],
            slot: [0; ROOM],
        }
    }

    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board::blank(size);
        let points: Vec<Point> = size.vertices().filter_map(|v| size.point(v)).collect();
        for &p in &points {
            board.cell[p.index()] = EMPTY;
            board.recode(p.0, EDGE);
            board.slot[p.index()] = board.vacant;
            board.empties[place(board.vacant)] = p.0;
            board.vacant += 1;
        }
        for &p in &points {
            for n in board.neighbours(p) {
                let edge = 1 << neighbour_shift(Colour::Black) | 1 << neighbour_shift(Colour::White);
                let open = board.cell[n.index()] & CONTENT == EMPTY;
                board.cell[p.index()] += if open { 1 << EMPTY_SHIFT } else { edge };
            }
        }
        board
    }

    /// The board's size.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The point of a vertex; `None` off the board.
    #[inline]
    pub fn point(&self, v: Vertex) -> Option<Point> {
        self.size.point(v)
    }

    /// The four cells beside a point, edges included.
    #[inline(always)]
    pub fn neighbours(&self, p: Point) -> [Point; 4] {
        let (p, s) = (p.0, self.stride);
        [Point(p - s), Point(p - 1), Point(p + 1), Point(p + s)]
    }

    /// The four cells diagonal to a point, edges included.
    #[inline(always)]
    pub fn diagonals(&self, p: Point) -> [Point; 4] {
        let (p, s) = (p.0, self.stride);
        [Point(p - s - 1), Point(p - s + 1), Point(p + s - 1), Point(p + s + 1)]
    }

    /// What lies on a point or a cell beside one.
    #[inline(always)]
    pub fn content(&self, p: Point) -> Content {
        match self.cell[p.index()] & CONTENT {
            EMPTY => Content::Empty,
            1 => Content::Stone(Colour::Black),
            2 => Content::Stone(Colour::White),
            _ => Content::Edge,
        }
    }

    /// The content as a number: 0 empty, 1 black, 2 white, 3 beyond the edge.
    #[inline(always)]
    pub fn code(&self, p: Point) -> u8 {
        (self.cell[p.index()] & CONTENT) as u8
    }

    /// The contents of 25 cells and more in a row, two bits a cell, the first `back` cells before `p`; at most 64.
    #[inline(always)]
    pub fn strip(&self, p: Point, back: u16) -> u64 {
        let from = p.0 + LEAD - back;
        let byte = (from >> 2) as usize & (ROOM / 2 - 1);
        let bytes: [u8; 8] = self.codes[byte..byte + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(bytes) >> (2 * (from & 3))
    }

    /// The five rows around a point, the lowest first: two bits a cell as by [`Board::code`], from two cells to its left.
    #[inline(always)]
    pub fn rows(&self, p: Point) -> [u64; 5] {
        let s = self.stride;
        let high = Point(p.0 + 2 * s);
        [
            self.strip(p, 2 * s + 2),
            self.strip(p, s + 2),
            self.strip(p, 2),
            self.strip(high, s + 2),
            self.strip(high, 2),
        ]
    }

    /// Exchanges the bits of `content` on a cell of [`Board::codes`].
    #[inline(always)]
    pub(super) fn recode(&mut self, p: u16, content: u16) {
        let at = p + LEAD;
        self.codes[(at >> 2) as usize & (ROOM / 2 - 1)] ^= (content << (2 * (at & 3))) as u8;
    }

    /// The colour of the stone on a point, if there is one.
    #[inline(always)]
    pub fn stone(&self, p: Point) -> Option<Colour> {
        match self.cell[p.index()] & CONTENT {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }

    /// Whether a point is empty.
    #[inline(always)]
    pub fn is_empty(&self, p: Point) -> bool {
        self.cell[p.index()] & CONTENT == EMPTY
    }

    /// The empty points, in no meaningful order; captured stones are appended by the move that takes them.
    #[inline(always)]
    pub fn empties(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.empties[..self.vacant as usize].iter().map(|&p| Point(p))
    }

    /// How many points are empty.
    #[inline(always)]
    pub const fn vacant(&self) -> usize {
        self.vacant as usize
    }

    /// The empty point at a place of the unordered list, `i` below [`Board::vacant`]; beyond it, some other cell.
    #[inline(always)]
    pub fn empty_at(&self, i: usize) -> Point {
        Point(self.empties[place(i as u16)])
    }

    /// Swaps two places of the unordered list of empty points, both below [`Board::vacant`]: playouts draw without
    /// replacement by it.
    #[inline(always)]
    pub fn swap_empties(&mut self, i: usize, j: usize) {
        let (i, j) = (place(i as u16), place(j as u16));
        let (a, b) = (self.empties[i], self.empties[j]);
        self.empties[i] = b;
        self.empties[j] = a;
        self.slot[place(a)] = j as u16;
        self.slot[place(b)] = i as u16;
    }

    /// Black stones minus white stones on the board.
    #[inline(always)]
    pub const fn balance(&self) -> i32 {
        self.balance as i32
    }

    /// Empty cells among the four neighbours.
    #[inline(always)]
    pub fn empty_neighbours(&self, p: Point) -> u32 {
        (self.cell[p.index()] >> EMPTY_SHIFT & COUNT) as u32
    }

    /// Neighbours that are a stone of `colour` or lie beyond the edge.
    #[inline(always)]
    pub fn walls(&self, p: Point, colour: Colour) -> u32 {
        (self.cell[p.index()] >> neighbour_shift(colour) & COUNT) as u32
    }

    /// Cells among the four neighbours of a crossing that lie beyond the edge.
    #[inline(always)]
    pub fn edges(&self, p: Point) -> u32 {
        // Edges are walls of both colours.
        self.walls(p, Colour::Black) + self.walls(p, Colour::White) + self.empty_neighbours(p) - 4
    }

    /// A name for the chain of the stone on `p`: equal for stones of one chain until the next move.
    #[inline(always)]
    pub fn chain(&self, p: Point) -> Point {
        Point(self.chain[p.index()])
    }

    /// Stones in the chain of the stone on `p`.
    #[inline(always)]
    pub fn chain_size(&self, p: Point) -> usize {
        self.members[place(self.chain[p.index()])] as usize
    }

    /// The stones of the chain of the stone on `p`; `p` alone where there is no stone.
    #[inline]
    pub fn chain_stones(&self, p: Point) -> ChainStones<'_> {
        let stop = self.chain[p.index()] == 0;
        ChainStones { board: self, first: p.0, at: p.0, done: stop }
    }

    /// Pseudo-liberties of the chain of the stone on `p`: liberties counted once for each stone they touch.
    #[inline(always)]
    pub fn pseudo_liberties(&self, p: Point) -> u32 {
        parts(self.liberties[place(self.chain[p.index()])]).0 as u32
    }

    /// The liberty of the stone on `p` when its chain has exactly one.
    #[inline(always)]
    pub fn only_liberty(&self, p: Point) -> Option<Point> {
        let word = self.liberties[place(self.chain[p.index()])];
        let (number, sum, _) = parts(word);
        (number != 0 && spread(word) == 0).then(|| Point((sum as u32 / number as u32) as u16))
    }

    /// Whether the chain of the stone on `p` has exactly one liberty.
    #[inline(always)]
    pub fn in_atari(&self, p: Point) -> bool {
        let word = self.liberties[place(self.chain[p.index()])];
        parts(word).0 != 0 && spread(word) == 0
    }

    /// The liberties of the chain of the stone on `p`, each once, at most `N` of them.
    ///
    /// Returns their number too, which is `N` also when there are more.
    pub fn some_liberties<const N: usize>(&self, p: Point) -> ([Point; N], usize) {
        let mut found = [Point(0); N];
        let mut count = 0;
        for stone in self.chain_stones(p) {
            if self.empty_neighbours(stone) == 0 {
                continue;
            }
            for n in self.neighbours(stone) {
                if self.is_empty(n) && !found[..count].contains(&n) {
                    found[count] = n;
                    count += 1;
                    if count == N {
                        return (found, count);
                    }
                }
            }
        }
        (found, count)
    }

    /// Liberties of the chain of the stone on `p`, each counted once.
    pub fn count_liberties(&self, p: Point) -> usize {
        let mut seen = [false; ROOM];
        let mut count = 0;
        for stone in self.chain_stones(p) {
            for n in self.neighbours(stone) {
                if self.is_empty(n) && !std::mem::replace(&mut seen[n.index()], true) {
                    count += 1;
                }
            }
        }
        count
    }

    /// The point that simple ko forbids the player to move, if there is one.
    #[inline(always)]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != 0).then_some(Point(self.ko))
    }

    /// Forgets the ko point: what a pass does.
    #[inline(always)]
    pub fn clear_ko(&mut self) {
        self.ko = 0;
    }

    /// Whether a stone of `colour` on the empty point `p` would take some of the opponent's.
    #[inline(always)]
    pub fn captures(&self, p: Point, colour: Colour) -> bool {
        let beside = self.neighbours(p);
        let mut takes = false;
        four!(k => {
            let enemy = self.cell[beside[k].index()] & CONTENT == colour.other() as u16;
            takes |= enemy && self.in_atari(beside[k]);
        });
        takes
    }

    /// Whether a stone of `colour` on the empty point `p` would have a liberty after its captures.
    ///
    /// Ko is not looked at.
    #[inline]
    pub fn breathes(&self, p: Point, colour: Colour) -> bool {
        if self.empty_neighbours(p) > 0 {
            return true;
        }
        self.neighbours(p).into_iter().any(|n| match self.stone(n) {
            Some(c) if c == colour => !self.in_atari(n),
            Some(_) => self.in_atari(n),
            None => false,
        })
    }

    /// Whether `p` is a single-point eye of `colour` by the usual playout rule.
    ///
    /// All four neighbours are that colour's stones or edge, and of the diagonals at most one holds an enemy stone,
    /// none on the edge of the board.
    #[inline(always)]
    pub fn is_eye(&self, p: Point, colour: Colour) -> bool {
        self.walls(p, colour) == 4 && self.diagonals_hold(p, colour)
    }

    #[inline(always)]
    fn diagonals_hold(&self, p: Point, colour: Colour) -> bool {
        let enemy = colour.other() as u16;
        let (mut enemies, mut edge) = (0, 0);
        let diagonals = self.diagonals(p);
        four!(k => {
            let content = self.cell[diagonals[k].index()] & CONTENT;
            enemies += (content == enemy) as u32;
            edge |= (content == EDGE) as u32;
        });
        enemies + edge < 2
    }

    /// Whether every chain on the board has a liberty.
    pub fn all_breathe(&self) -> bool {
        self.size.vertices().filter_map(|v| self.size.point(v)).all(|p| {
            let name = self.chain[p.index()];
            name == 0 || self.liberties[place(name)] != 0
        })
    }
}

/// The stones of one chain; see [`Board::chain_stones`].
pub struct ChainStones<'a> {
    board: &'a Board,
    first: u16,
    at: u16,
    done: bool,
}

impl Iterator for ChainStones<'_> {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        if self.done {
            return None;
        }
        let here = self.at;
        self.at = self.board.next[place(here)];
        self.done = self.at == self.first;
        Some(Point(here))
    }
}
