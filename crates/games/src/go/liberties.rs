//! Liberties told apart by arithmetic on the liberty words, without a walk over a chain's stones.
//!
//! A word holds the number n of pseudo-liberties, the sum s of their indices and the sum q of the squares. Two
//! liberties a < b that count j and k times make n·q − s² = j·k·(b − a)² and n·a = s − k·(b − a): few pairs can be
//! meant, and counting how often the chain touches them decides.

use super::board::{Board, CONTENT, EMPTY, four, liberty_word, parts, spread};
use super::point::{Colour, Point, place};

/// Two liberties make at most eight pseudo-liberties.
const MOST: u64 = 8;

/// The chain that a new stone would make where it takes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Joined<'a> {
    board: &'a Board,
    at: Point,
    /// Pseudo-liberties of the stone and the chains it joins, the point itself left out.
    word: u64,
    /// The names of the chains it joins.
    chains: [u16; 4],
    count: usize,
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
        let own = |q: Point| q == self.at || self.chains[..self.count].contains(&self.board.chain[q.index()]);
        if self.board.pair(self.word, own).is_some() { 2 } else { 3 }
    }

    /// Its stones.
    #[inline]
    pub fn stones(&self) -> usize {
        let joined = &self.chains[..self.count];
        1 + joined.iter().map(|&c| self.board.members[place(c)] as usize).sum::<usize>()
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
        let mut joined = Joined { board: self, at: p, word: 0, chains: [0; 4], count: 0 };
        let beside = self.neighbours(p);
        let itself = liberty_word(p.0);
        let mut takes = false;
        four!(k => {
            let n = beside[k];
            let content = self.cell[n.index()] & CONTENT;
            let chain = self.chain[n.index()];
            if content == EMPTY {
                joined.word = joined.word.wrapping_add(liberty_word(n.0));
            } else if content == colour as u16 {
                joined.word = joined.word.wrapping_sub(itself);
                if !joined.chains[..joined.count].contains(&chain) {
                    joined.chains[joined.count] = chain;
                    joined.count += 1;
                    joined.word = joined.word.wrapping_add(self.liberties[place(chain)]);
                }
            } else if content == colour.other() as u16 {
                takes |= self.in_atari(n);
            }
        });
        (!takes).then_some(joined)
    }

    /// The two points that a liberty word is made of when it is made of two; `own` tells the stones that it counts.
    #[inline]
    fn pair(&self, word: u64, own: impl Fn(Point) -> bool) -> Option<[Point; 2]> {
        let (n, sum, _) = parts(word);
        if !(2..=MOST).contains(&n) {
            return None;
        }
        let spread = spread(word) as u32;
        let (n, sum) = (n as u32, sum as u32);
        for few in 1..=n / 2 {
            let many = n - few;
            // At most 16 · 727², which an f32 holds exactly.
            let apart = ((spread as f32 / (few * many) as f32).sqrt() + 0.5) as u32;
            if apart == 0 || apart * apart * few * many != spread {
                continue;
            }
            for (lower, upper) in [(few, many), (many, few)] {
                let Some(rest) = sum.checked_sub(upper * apart).filter(|rest| rest % n == 0) else {
                    continue;
                };
                let (a, b) = (rest / n, rest / n + apart);
                if self.touched(a, lower, &own) && self.touched(b, upper, &own) {
                    return Some([Point(a as u16), Point(b as u16)]);
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
