//! Playouts with knowledge: answers around the last move first, then a random move that is not foolish.
//!
//! The order is that of MoGo (Gelly et al., 2006) with what later programs added: save or take chains in atari next to
//! the last move, fight over chains of two liberties, play the vital point of a small eye, 3×3 patterns beside the last
//! move, take something anywhere, else at random without filling eyes or putting oneself in atari.

use super::eyes::{Square, vital_point};
use super::patterns::Patterns;
use super::tactics::{bad_self_atari, liberties_after};
use croupier_core::Rng;
use croupier_games::go::{Board, Colour, Point, eye_margin};

/// How often each rule is applied when it could be, in 256ths.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates {
    /// Chains in atari beside the last move.
    pub atari: u8,
    /// Chains of two liberties beside the last move.
    pub two: u8,
    /// The vital point of an eye beside the last move.
    pub nakade: u8,
    /// 3×3 patterns beside the last move.
    pub pattern: u8,
    /// 3×3 patterns beside the move before.
    pub pattern2: u8,
    /// Takes anywhere.
    pub take: u8,
    /// Refusals of foolish self-atari among random moves.
    pub self_atari: u8,
}

impl Default for Rates {
    fn default() -> Self {
        Self { atari: 230, two: 100, nakade: 160, pattern: 230, pattern2: 60, take: 60, self_atari: 240 }
    }
}

impl Rates {
    /// Uniform playouts: no rule at all.
    pub const NONE: Rates =
        Rates { atari: 0, two: 0, nakade: 0, pattern: 0, pattern2: 0, take: 0, self_atari: 0 };
}

/// Empty points looked at for a chain to take.
const TAKE_TRIES: usize = 6;

/// Points to choose from: a short list without heap.
struct Picks {
    points: [Point; Picks::ROOM],
    count: usize,
}

impl Picks {
    const ROOM: usize = 32;

    #[inline(always)]
    fn new(any: Point) -> Self {
        Self { points: [any; Self::ROOM], count: 0 }
    }

    #[inline(always)]
    fn add(&mut self, p: Point) {
        if self.count < Self::ROOM {
            self.points[self.count] = p;
            self.count += 1;
        }
    }

    /// Draws points at random until one can be played.
    #[inline]
    fn play(&mut self, board: &mut Board, colour: Colour, rng: &mut Rng) -> Option<Point> {
        while self.count > 0 {
            let i = rng.index(self.count);
            let p = self.points[i];
            if board.play(p, colour) {
                return Some(p);
            }
            self.count -= 1;
            self.points[i] = self.points[self.count];
        }
        None
    }
}

/// The places of the bits that are set, the lowest first; all below 8.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let i = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (i < 8).then_some(i)
    })
}

/// A playout under way.
pub struct Playout<'a> {
    /// The board, left as it stands at the end.
    pub board: &'a mut Board,
    /// Who moves next.
    pub colour: Colour,
    /// The last move and the one before.
    pub last: [Option<Point>; 2],
    /// How often each rule is applied.
    pub rates: &'a Rates,
    /// The 3×3 patterns.
    pub patterns: &'static Patterns,
}

impl Playout<'_> {
    /// Plays until both pass in turn, `limit` moves are made, or one side is `mercy` stones ahead; gives Black's area
    /// minus White's, komi left out. `note` is told each stone.
    pub fn run(&mut self, limit: u32, mercy: i32, rng: &mut Rng, mut note: impl FnMut(Point, Colour)) -> i32 {
        let mut passes = 0;
        for _ in 0..limit {
            let mv = self.step(rng);
            match mv {
                Some(p) => {
                    note(p, self.colour);
                    passes = 0;
                    if self.board.balance().abs() > mercy {
                        return self.board.balance();
                    }
                }
                None => {
                    passes += 1;
                    if passes == 2 {
                        break;
                    }
                }
            }
            self.last = [mv, self.last[0]];
            self.colour = self.colour.other();
        }
        eye_margin(self.board)
    }

    /// Makes one move; `None` is a pass.
    #[inline]
    fn step(&mut self, rng: &mut Rng) -> Option<Point> {
        let dice = rng.bits();
        let roll = |i: u32, rate: u8| ((dice >> (8 * i)) as u8) < rate;
        if let Some(last) = self.last[0] {
            if roll(0, self.rates.atari)
                && let Some(p) = self.atari(last, rng)
            {
                return Some(p);
            }
            if roll(1, self.rates.two)
                && let Some(p) = self.two_liberties(last, rng)
            {
                return Some(p);
            }
            if roll(2, self.rates.nakade)
                && let Some(p) = self.nakade(last)
            {
                return Some(p);
            }
            if roll(3, self.rates.pattern)
                && let Some(p) = self.pattern(last, rng)
            {
                return Some(p);
            }
        }
        if let Some(before) = self.last[1]
            && roll(4, self.rates.pattern2)
            && let Some(p) = self.pattern(before, rng)
        {
            return Some(p);
        }
        if roll(5, self.rates.take)
            && let Some(p) = self.take_anywhere(rng)
        {
            return Some(p);
        }
        self.random(roll(6, self.rates.self_atari), rng)
    }

    /// Takes the chain just played when it is in atari, or saves own chains that it put in atari.
    #[inline]
    fn atari(&mut self, last: Point, rng: &mut Rng) -> Option<Point> {
        let board = &*self.board;
        let me = self.colour;
        let mut picks = Picks::new(last);
        if board.stone(last) == Some(me.other())
            && let Some(l) = board.only_liberty(last)
        {
            picks.add(l);
        }
        let beside = board.neighbours(last);
        for i in bits(board.ataris_beside(last, me)) {
            if let Some(l) = board.only_liberty(beside[i]) {
                self.save(beside[i], l, &mut picks);
            }
        }
        if picks.count == 0 { None } else { picks.play(self.board, me, rng) }
    }

    /// Ways to save a chain in atari: take a chain around it, or run out to two liberties and more.
    fn save(&self, stone: Point, liberty: Point, picks: &mut Picks) {
        let board = &*self.board;
        let me = self.colour;
        for s in board.chain_stones(stone) {
            if board.walls(s, me) + board.empty_neighbours(s) == 4 {
                continue;
            }
            for n in board.neighbours(s) {
                if board.stone(n) == Some(me.other())
                    && let Some(l) = board.only_liberty(n)
                {
                    picks.add(l);
                }
            }
        }
        let after = liberties_after(board, liberty, me);
        // On the first line two liberties are a run to nowhere.
        if after >= 3 || (after == 2 && board.edges(liberty) == 0) {
            picks.add(liberty);
        }
    }

    /// Attacks enemy chains and relieves own chains of two liberties beside the last move.
    #[inline]
    fn two_liberties(&mut self, last: Point, rng: &mut Rng) -> Option<Point> {
        let board = &*self.board;
        let me = self.colour;
        let found = board.maybe_two_liberties(last);
        if found == 0 {
            return None;
        }
        let mut picks = Picks::new(last);
        let [a, b, c, d] = board.neighbours(last);
        for i in bits(found) {
            let n = [last, a, b, c, d][i];
            let Some(owner) = board.stone(n) else { continue };
            let Some(liberties) = board.two_liberties(n) else { continue };
            for l in liberties {
                if owner == me {
                    // Relief: more liberties than before.
                    if liberties_after(board, l, me) >= 3 {
                        picks.add(l);
                    }
                } else if !bad_self_atari(board, l, me) {
                    // Attack where the chain could run to, when the answer leaves it short.
                    let other = if l == liberties[0] { liberties[1] } else { liberties[0] };
                    if liberties_after(board, other, owner) <= 2 {
                        picks.add(l);
                    }
                }
            }
        }
        if picks.count == 0 { None } else { picks.play(self.board, me, rng) }
    }

    /// Plays the vital point of an eye of three to six points that the last move left.
    #[inline]
    fn nakade(&mut self, last: Point) -> Option<Point> {
        let board = &*self.board;
        let square = Square::around(board, last, self.colour);
        for (start, near) in board.neighbours(last).into_iter().zip(Square::BESIDE) {
            if square.may_be_eye(near)
                && let Some(p) = vital_point(board, start)
            {
                return self.board.play(p, self.colour).then_some(p);
            }
        }
        None
    }

    /// A pattern beside `near`.
    #[inline]
    fn pattern(&mut self, near: Point, rng: &mut Rng) -> Option<Point> {
        let board = &*self.board;
        let me = self.colour;
        let mut picks = Picks::new(near);
        let (beside, diagonal) = (board.neighbours(near), board.diagonals(near));
        for i in bits(self.patterns.around(board, near)) {
            let n = if i < 4 { beside[i] } else { diagonal[i & 3] };
            if !bad_self_atari(board, n, me) {
                picks.add(n);
            }
        }
        if picks.count == 0 { None } else { picks.play(self.board, me, rng) }
    }

    /// Takes a chain in atari somewhere: a chain in atari has its last liberty among the empty points, a few of which
    /// are looked at.
    #[inline]
    fn take_anywhere(&mut self, rng: &mut Rng) -> Option<Point> {
        let me = self.colour;
        let vacant = self.board.vacant();
        for _ in 0..TAKE_TRIES.min(vacant) {
            let p = self.board.empty_at(rng.index(vacant));
            if self.board.walls(p, me.other()) > 0 && self.board.captures(p, me) && self.board.play(p, me) {
                return Some(p);
            }
        }
        None
    }

    /// A random move: no own eye, and no foolish self-atari when `careful`.
    #[inline]
    fn random(&mut self, careful: bool, rng: &mut Rng) -> Option<Point> {
        let colour = self.colour;
        let mut open = self.board.vacant();
        while open > 0 {
            let i = rng.index(open);
            let p = self.board.empty_at(i);
            let spoils = self.board.is_eye(p, colour) || careful && bad_self_atari(self.board, p, colour);
            if !spoils && self.board.play(p, colour) {
                return Some(p);
            }
            open -= 1;
            self.board.swap_empties(i, open);
        }
        // Where only self-atari is left, passing keeps a seki alive.
        self.board.clear_ko();
        None
    }
}
