//! Liberties told apart by arithmetic on the liberty words, without a walk over a chain's stones.
//!
//! A word holds the number n of pseudo-liberties, the sum s of their indices and the sum q of the squares. Two
//! liberties a < b that count j and k times make n·q − s² = j·k·(b − a)² and n·a = s − k·(b − a): few pairs can be
//! meant, and counting how often the chain touches them decides.

use super::board::{Board, CONTENT, EMPTY, four, liberty_word, parts, spread};
use super::point::{Colour, Point, place};
use std::f32::consts::FRAC_1_SQRT_2;

/// Two liberties make at most eight pseudo-liberties.
const MOST: u64 = 8;

/// 2¹⁶ / n rounded up: a product's upper bits are the quotient of any multiple of n below 2¹³.
const RECIPROCAL: [u32; 9] = [0, 65536, 32768, 21846, 16384, 13108, 10923, 9363, 8192];

/// 1 / √n, as far as products of two numbers with a sum of at most [`MOST`] go.
const RECIPROCAL_ROOT: [f32; 17] = [
    0.0,
    1.0,
    FRAC_1_SQRT_2,
    0.5773503,
    0.5,
    0.4472136,
    0.4082483,
    0.3779645,
    0.3535534,
    0.33333334,
    0.3162278,
    0.3015113,
    0.2886751,
    0.2773501,
    0.2672612,
    0.2581989,
    0.25,
];

/// The chain that a new stone would make where it takes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Joined<'a> {
    board: &'a Board,
    at: Point,
    /// Pseudo-liberties of the stone and the chains it joins, the point itself left out.
    word: u64,
    /// The names of the chains it joins, each once, among zeros.
    chains: [u16; 4],
}

impl Joined<'_> {
    /// Whether the chain would have two liberties or more.
    #[inline(always)]
    pub fn breathes(&self) -> bool {
        spread(self.word) != 0
    }

    /// Its liberties, 3 where there are more.
    #[inline]
    pub fn liberties(&self) -> usize {
        if spread(self.word) == 0 {
            return (parts(self.word).0 > 0) as usize;
        }
        let joins = |name: u16| name != 0 && self.chains.contains(&name);
        let own = |q: Point| q == self.at || joins(self.board.chain[q.index()]);
        if self.board.pair(self.word, own).is_some() { 2 } else { 3 }
    }

    /// Its stones.
    #[inline]
    pub fn stones(&self) -> usize {
        let stones = self.chains.map(|c| if c == 0 { 0 } else { self.board.members[place(c)] as usize });
        1 + stones.iter().sum::<usize>()
    }
}

impl Board {
    /// The two liberties of the chain of the stone on `p` when it has exactly two.
    #[inline]
    pub fn two_liberties(&self, p: Point) -> Option<[Point; 2]> {
        let chain = self.chain[p.index()];
        self.pair(self.liberties[place(chain)], |q| self.chain[q.index()] == chain)
    }

    /// Whether the chain of the stone on `p` has at most two liberties.
    #[inline]
    pub fn is_short(&self, p: Point) -> bool {
        self.in_atari(p) || self.two_liberties(p).is_some()
    }

    /// The chain that a stone of `colour` on the empty point `p` would make; `None` where it would take something.
    #[inline(always)]
    pub fn joined(&self, p: Point, colour: Colour) -> Option<Joined<'_>> {
        let beside = self.neighbours(p);
        let itself = liberty_word(p.0);
        let (own, enemy) = (colour as u16, colour.other() as u16);
        let contents = beside.map(|n| self.cell[n.index()] & CONTENT);
        let names = beside.map(|n| self.chain[n.index()]);
        let mut joined = Joined { board: self, at: p, word: 0, chains: [0; 4] };
        let mut takes = false;
        // Without branches: which neighbour is what cannot be foreseen.
        four!(k => {
            let name = if contents[k] == own { names[k] } else { 0 };
            let seen = (name == 0) | (name == joined.chains[0]) | (name == joined.chains[1]) | (name == joined.chains[2]);
            let word = self.liberties[place(names[k])];
            joined.word = joined.word.wrapping_add(if seen { 0 } else { word });
            joined.word = joined.word.wrapping_sub(if name != 0 { itself } else { 0 });
            joined.word += if contents[k] == EMPTY { liberty_word(beside[k].0) } else { 0 };
            joined.chains[k] = if seen { 0 } else { name };
            takes |= (contents[k] == enemy) & (spread(word) == 0);
        });
        (!takes).then_some(joined)
    }

    /// Which of the four cells beside a point hold a stone of `colour` whose chain is in atari: one bit each, in the order
    /// of [`Board::neighbours`].
    #[inline(always)]
    pub fn ataris_beside(&self, p: Point, colour: Colour) -> u32 {
        let beside = self.neighbours(p);
        let mut found = 0;
        four!(k => {
            let n = beside[k].index();
            let word = self.liberties[place(self.chain[n])];
            found |= u32::from((self.cell[n] & CONTENT == colour as u16) & (spread(word) == 0)) << k;
        });
        found
    }

    /// Which chains of a stone and of the stones beside it may have exactly two liberties: one bit each, the stone's own
    /// first, then in the order of [`Board::neighbours`], and each chain once.
    #[inline(always)]
    pub fn maybe_two_liberties(&self, p: Point) -> u32 {
        let beside = self.neighbours(p);
        let names = beside.map(|n| self.chain[n.index()]);
        let own = self.chain[p.index()];
        // Cells without a stone have the name 0, whose word is never looked at.
        let may = |name: u16| {
            let word = self.liberties[place(name)];
            (name != 0) & (parts(word).0.wrapping_sub(2) <= MOST - 2) & (spread(word) != 0)
        };
        u32::from(may(own))
            | u32::from(may(names[0]) & (names[0] != own)) << 1
            | u32::from(may(names[1]) & (names[1] != own) & (names[1] != names[0])) << 2
            | u32::from(may(names[2]) & (names[2] != own) & (names[2] != names[0]) & (names[2] != names[1]))
                << 3
            | u32::from(
                may(names[3])
                    & (names[3] != own)
                    & (names[3] != names[0])
                    & (names[3] != names[1])
                    & (names[3] != names[2]),
            ) << 4
    }

    /// The two points that a liberty word is made of when it is made of two; `own` tells the stones that it counts.
    #[inline]
    fn pair(&self, word: u64, own: impl Fn(Point) -> bool) -> Option<[Point; 2]> {
        let (n, sum, _) = parts(word);
        let spread = spread(word) as u32;
        if !(2..=MOST).contains(&n) || spread == 0 {
            return None;
        }
        let (n, sum) = (n as u32, sum as u32);
        let root = (spread as f32).sqrt();
        for few in 1..=n / 2 {
            let many = n - few;
            // `spread` is at most 16 · 727², which an f32 holds exactly.
            let apart = (root * RECIPROCAL_ROOT[(few * many) as usize] + 0.5) as u32;
            if apart == 0 || apart * apart * few * many != spread {
                continue;
            }
            for (lower, upper) in [(few, many), (many, few)] {
                let Some(rest) = sum.checked_sub(upper * apart) else { continue };
                let a = (rest * RECIPROCAL[n as usize]) >> 16;
                if a * n == rest && self.touched(a, lower, &own) && self.touched(a + apart, upper, &own) {
                    return Some([Point(a as u16), Point((a + apart) as u16)]);
                }
            }
        }
        None
    }

    /// Whether `at` is an empty point beside so many stones of its `own`.
    #[inline]
    fn touched(&self, at: u32, times: u32, own: impl Fn(Point) -> bool) -> bool {
        self.cell.get(at as usize).is_some_and(|cell| cell & CONTENT == EMPTY) && {
            let mut count = 0;
            let beside = self.neighbours(Point(at as u16));
            four!(k => count += own(beside[k]) as u32);
            count == times
        }
    }
}
