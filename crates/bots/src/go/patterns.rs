//! 3×3 patterns around a point to be played: hane, cuts, and moves on the edge, as listed by Gelly, Wang, Munos and
//! Teytaud, "Modification of UCT with patterns in Monte-Carlo Go" (2006).

use croupier_games::go::{Board, Point};
use std::sync::OnceLock;

/// Three rows from the top: `X` and `O` stones of the two colours, `.` empty, `x` empty or O, `o` empty or X, `?`
/// anything but the edge, `#` beyond the edge; the point to be played is in the middle. Each stands for its turns,
/// reflections and exchanged colours.
const PATTERNS: [[&str; 3]; 13] = [
    ["XOX", "...", "???"], // Hane: the enemy stone surrounded, with no cut to fear, at a cut, at a bend.
    ["XO.", "...", "?.?"],
    ["XO?", "X..", "x.?"],
    [".O.", "X..", "..."],
    ["XO?", "O.o", "?o?"], // Cuts: unprotected, peeped at, between two stones, at a knight's move.
    ["XO?", "O.X", "???"],
    ["?X?", "O.O", "ooo"],
    ["OX?", "o.O", "???"],
    ["X.?", "O.?", "###"], // On the edge: chase, block, cut, descent, cut below.
    ["OX?", "X.O", "###"],
    ["?X?", "x.O", "###"],
    ["?XO", "x.x", "###"],
    ["?OX", "X.O", "###"],
];

/// Cells of the 3×3 square in the order of [`code`], as row and column of [`PATTERNS`].
const CELLS: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];

/// 4⁸ bits.
const WORDS: usize = 1024;

/// Which of the 4⁸ surroundings match a pattern: one bit each.
pub struct Patterns {
    bits: Box<[u64; WORDS]>,
}

/// The surroundings of the cell in column `column` of five, in three rows around it: two bits for each of the eight
/// cells, the row above first.
#[inline(always)]
fn code(below: u64, beside: u64, above: u64, column: u32) -> usize {
    let [below, beside, above] = [below, beside, above].map(|row| (row >> (2 * (column - 1)) & 63) as usize);
    above | (beside & 3) << 6 | (beside >> 4) << 8 | below << 10
}

/// The eight cells around the middle of five rows of five, by row and column: those beside it, then the diagonals.
const AROUND: [(usize, u32); 8] = [(1, 2), (2, 1), (2, 3), (3, 2), (1, 1), (1, 3), (3, 1), (3, 3)];

impl Patterns {
    /// The patterns, built at the first call.
    pub fn get() -> &'static Patterns {
        static PATTERNS: OnceLock<Patterns> = OnceLock::new();
        PATTERNS.get_or_init(Patterns::build)
    }

    #[inline(always)]
    fn has(&self, code: usize) -> bool {
        self.bits[(code / 64) & (WORDS - 1)] >> (code % 64) & 1 == 1
    }

    /// Whether the surroundings of an empty point match.
    #[inline(always)]
    pub fn matches(&self, board: &Board, p: Point) -> bool {
        let [_, below, beside, above, _] = board.rows(p);
        self.has(code(below, beside, above, 2))
    }

    /// Which of the cells around a point are empty and match: one bit each, first the neighbours, then the diagonals, in
    /// the order of [`Board::neighbours`] and [`Board::diagonals`].
    #[inline(always)]
    pub fn around(&self, board: &Board, p: Point) -> u32 {
        let rows = board.rows(p);
        let mut found = 0;
        for (i, (row, column)) in AROUND.into_iter().enumerate() {
            let empty = rows[row] >> (2 * column) & 3 == 0;
            let fits = self.has(code(rows[row - 1], rows[row], rows[row + 1], column));
            found |= u32::from(empty & fits) << i;
        }
        found
    }

    fn build() -> Patterns {
        let mut bits = Box::new([0u64; WORDS]);
        for pattern in PATTERNS {
            let mut square: [[u8; 3]; 3] = pattern.map(|row| row.as_bytes().try_into().expect("three cells"));
            for _ in 0..2 {
                for _ in 0..4 {
                    square = turned(square);
                    for colours in [[1, 2], [2, 1]] {
                        spread(&square, colours, 0, 0, &mut *bits);
                    }
                }
                square.reverse();
            }
        }
        Patterns { bits }
    }
}

fn turned(s: [[u8; 3]; 3]) -> [[u8; 3]; 3] {
    std::array::from_fn(|r| std::array::from_fn(|c| s[2 - c][r]))
}

/// Sets the bit of every surrounding that the square allows from cell `cell` on.
fn spread(square: &[[u8; 3]; 3], [x, o]: [usize; 2], cell: usize, code: usize, bits: &mut [u64]) {
    let Some(&(row, column)) = CELLS.get(cell) else {
        bits[code / 64] |= 1 << (code % 64);
        return;
    };
    let allowed: &[usize] = match square[row][column] {
        b'X' => &[x],
        b'O' => &[o],
        b'.' => &[0],
        b'x' => &[0, o],
        b'o' => &[0, x],
        b'#' => &[3],
        _ => &[0, 1, 2],
    };
    for content in allowed {
        spread(square, [x, o], cell + 1, code | content << (2 * cell), bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::go::{Colour, Size};

    /// Puts stones from rows of `X` (black), `O` (white) and `.` on a board, the highest row first.
    fn board(rows: &[&str]) -> Board {
        let mut board = Board::new(Size::new(rows[0].len(), rows.len()).unwrap());
        for (r, row) in rows.iter().rev().enumerate() {
            for (c, stone) in row.bytes().enumerate() {
                let p = board.point(croupier_games::go::Vertex::new(c, r).unwrap()).unwrap();
                match stone {
                    b'X' => assert!(board.play(p, Colour::Black)),
                    b'O' => assert!(board.play(p, Colour::White)),
                    _ => {}
                }
            }
        }
        board
    }

    fn matches(rows: &[&str], at: &str) -> bool {
        let board = board(rows);
        Patterns::get().matches(&board, board.point(at.parse().unwrap()).unwrap())
    }

    #[test]
    fn hane_and_cuts_match_in_all_directions_and_colours() {
        for rows in [
            ["XOX..", ".....", ".....", "....."],
            ["OXO..", ".....", ".....", "....."],
            ["X....", "O....", "X....", "....."],
            [".....", "X....", "O....", "X...."],
        ] {
            let found = ["B3", "B2"].map(|at| matches(&rows, at));
            assert!(found.contains(&true), "{rows:?}");
        }
        assert!(matches(&[".....", ".XO..", ".O...", "....."], "C2"), "a cut");
        assert!(!matches(&[".....", ".....", ".....", "....."], "C2"), "an empty board has no pattern");
        assert!(!matches(&[".....", ".X...", ".....", "....."], "C2"), "a lone stone diagonally");
    }

    #[test]
    fn edge_patterns_match_on_edges_only() {
        assert!(matches(&[".....", ".....", ".X...", ".O.O."], "C1") || matches(&["X....", "O...."], "B1"));
        assert!(matches(&[".....", ".....", "..X..", "...O."], "C1"), "x.O below X: a cut on the edge");
        // With X on all three points above, nothing in the middle of the board is a pattern; on the edge it is.
        assert!(matches(&[".....", ".....", ".XXX.", "...O."], "C1"), "on the edge");
        assert!(!matches(&[".....", ".XXX.", "...O.", "....."], "C2"), "the same one line up");
    }

    #[test]
    fn about_one_surrounding_in_ten_is_a_pattern() {
        let set: u32 = Patterns::get().bits.iter().map(|b| b.count_ones()).sum();
        assert!((1_000..20_000).contains(&set), "{set}");
    }
}
