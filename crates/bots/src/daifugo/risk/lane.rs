//! The automaton over the ranks of one suit.
//!
//! Its state says, for each tracked hand and each stretch of `n` ranks begun, how many of the stretch's ranks the hand
//! lacks so far, up to one more than its jokers; how many ranks of a free hand's block are still to come, and what
//! blocks there were. For each state there is a box of coefficients, one for each combination of the other exponents.

use super::cases::{Case, Layout, TRACKS, Track};
use super::poly::Term;
use arrayvec::ArrayVec;

/// What of a suit matters to runs; ranks as 13 bits.
pub(super) struct Lane {
    /// The number of cards of a run.
    pub n: u8,
    /// The lowest ranks that a run may have.
    pub starts: u16,
    /// The ranks that such runs have.
    pub ranks: u16,
    /// Unknown cards.
    pub unknown: u16,
    /// Cards above the bound.
    pub high: u16,
    /// Known cards by track.
    pub known: ArrayVec<u16, TRACKS>,
}

/// Where the automaton is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct State {
    /// By track: two bits for each stretch begun, by its lowest rank: the ranks it lacks, 3 for too many.
    lacks: [u32; TRACKS],
    /// Ranks of a block still to come.
    block: u8,
    /// The exponents of blocks so far.
    blocks: u64,
}

/// What becomes of a rank.
#[derive(Clone, Copy)]
struct Move {
    /// The track whose hand has it; nobody tracked.
    holder: Option<usize>,
    /// Ranks of a block still to come after it.
    block: u8,
    /// The exponent of a block that begins.
    begins: u64,
    /// How coefficients move: the stride of the exponent that grows, and its number of values.
    stride: usize,
    values: usize,
    sign: f64,
}

impl Move {
    const OPEN: Move = Move { holder: None, block: 0, begins: 0, stride: 0, values: 1, sign: 1.0 };

    /// The move counted in an exponent.
    fn counted(self, boxed: &Boxed, word: u64) -> Move {
        let (stride, values) = boxed.of(word);
        Move { stride, values, ..self }
    }
}

/// What does not change within a suit.
struct Place<'a> {
    lane: &'a Lane,
    case: &'a Case,
    layout: &'a Layout,
    boxed: Boxed,
}

/// Room for the automaton.
#[derive(Default)]
pub(super) struct Lanes {
    states: Vec<State>,
    ways: Vec<f64>,
    next_states: Vec<State>,
    next_ways: Vec<f64>,
    /// Coefficients moved so far.
    pub work: u64,
}

/// Exponents of one suit, as a box.
struct Boxed {
    /// By exponent: what it is among the layout's, its stride here and how many values it takes.
    axes: ArrayVec<(u64, usize, usize), 8>,
    size: usize,
}

impl Boxed {
    fn new(lane: &Lane, case: &Case, layout: &Layout) -> Self {
        let mut boxed = Boxed { axes: ArrayVec::new(), size: 1 };
        let mut axis = |word: u64, most: usize| {
            if word != 0 {
                let cap = usize::from(layout.axes.caps[(word.trailing_zeros() / 8) as usize]);
                let values = cap.min(most) + 1;
                boxed.axes.push((word, boxed.size, values));
                boxed.size *= values;
            }
        };
        for (track, word) in case.tracks.iter().zip(&layout.track) {
            axis(*word, lane.most_held(track) as usize);
        }
        axis(layout.open, lane.unknown.count_ones() as usize);
        boxed
    }

    /// The stride and number of values of an exponent; a word of no exponent moves nothing.
    fn of(&self, word: u64) -> (usize, usize) {
        self.axes.iter().find(|a| a.0 == word).map_or((0, 1), |a| (a.1, a.2))
    }
}

impl Lanes {
    /// The polynomial of a suit: the ways to hand out its cards that matter so that no tracked hand can answer, blocks
    /// taken off.
    pub(super) fn count(&mut self, lane: &Lane, case: &Case, layout: &Layout, out: &mut Vec<Term>) {
        let place = Place { lane, case, layout, boxed: Boxed::new(lane, case, layout) };
        self.states.clear();
        self.states.push(State::default());
        self.ways.clear();
        self.ways.resize(place.boxed.size, 0.0);
        self.ways[0] = 1.0;
        for rank in (0..13u8).filter(|r| lane.ranks >> r & 1 == 1) {
            self.next_states.clear();
            self.next_ways.clear();
            for i in 0..self.states.len() {
                self.leave(i, rank, &place);
            }
            std::mem::swap(&mut self.states, &mut self.next_states);
            std::mem::swap(&mut self.ways, &mut self.next_ways);
        }
        self.collect(&place.boxed, layout, out);
    }

    /// All that can become of `rank` from state `i`.
    fn leave(&mut self, i: usize, rank: u8, place: &Place<'_>) {
        let Place { lane, case, layout, boxed } = place;
        let bit = 1u16 << rank;
        if let Some(block) = self.states[i].block.checked_sub(1) {
            return self.go(i, rank, Move { block, ..Move::OPEN }, place);
        }
        if let Some(track) = lane.known.iter().position(|k| k & bit != 0) {
            return self.go(i, rank, Move { holder: Some(track), ..Move::OPEN }, place);
        }
        if lane.unknown & bit == 0 {
            return self.go(i, rank, Move::OPEN, place);
        }
        self.go(i, rank, Move::OPEN.counted(boxed, layout.open), place);
        for (t, track) in case.tracks.iter().enumerate() {
            if !(track.low_only && lane.high & bit != 0) {
                let held = Move { holder: Some(t), ..Move::OPEN };
                self.go(i, rank, held.counted(boxed, layout.track[t]), place);
            }
        }
        for ((size, _), axis) in case.blocks.iter().zip(&layout.blocks) {
            if lane.block(rank, *size) {
                // Of n ranks, 2n, … an odd number of stretches is left over, of one rank more an even number.
                let sign = if size % lane.n == 0 { -1.0 } else { 1.0 };
                let begin = Move { block: size - 1, begins: *axis, sign, ..Move::OPEN };
                self.go(i, rank, begin, place);
            }
        }
    }

    /// Adds the box of state `i`, moved and signed, to that of the state after a move.
    fn go(&mut self, i: usize, rank: u8, step: Move, place: &Place<'_>) {
        let Some(lacks) = lacks_after(&self.states[i], rank, step.holder, place) else { return };
        let blocks = self.states[i].blocks + step.begins;
        let (state, size) = (State { lacks, block: step.block, blocks }, place.boxed.size);
        let to = self.next_states.iter().position(|s| *s == state).unwrap_or_else(|| {
            self.next_states.push(state);
            self.next_ways.resize(self.next_ways.len() + size, 0.0);
            self.next_states.len() - 1
        });
        self.work += size as u64;
        let from = &self.ways[i * size..(i + 1) * size];
        let into = &mut self.next_ways[to * size..(to + 1) * size];
        let (stride, sign) = (step.stride, step.sign);
        if stride == 0 {
            into.iter_mut().zip(from).for_each(|(a, b)| *a += sign * b);
            return;
        }
        let span = stride * step.values;
        for (a, b) in into.chunks_exact_mut(span).zip(from.chunks_exact(span)) {
            a[stride..].iter_mut().zip(b).for_each(|(a, b)| *a += sign * b);
        }
    }

    /// The terms of the boxes of all that has come to the end, no block begun.
    fn collect(&mut self, boxed: &Boxed, layout: &Layout, out: &mut Vec<Term>) {
        out.clear();
        let blocks = |state: &State| state.blocks;
        // Boxes with the same blocks are one.
        for i in 0..self.states.len() {
            let first = self.states[..i].iter().position(|s| blocks(s) == blocks(&self.states[i]));
            let (before, box_i) = self.ways.split_at_mut(i * boxed.size);
            if let Some(first) = first {
                let sum = &mut before[first * boxed.size..(first + 1) * boxed.size];
                sum.iter_mut().zip(&box_i[..boxed.size]).for_each(|(a, b)| *a += b);
                box_i[..boxed.size].fill(0.0);
            }
        }
        for (state, ways) in self.states.iter().zip(self.ways.chunks_exact(boxed.size)) {
            for (at, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways != 0.0) {
                let value =
                    |(word, stride, values): &(u64, usize, usize)| word * (at / stride % values) as u64;
                let key = boxed.axes.iter().map(value).sum::<u64>() + state.blocks;
                out.extend(layout.axes.term(key, *ways));
            }
        }
    }
}

impl Lane {
    /// No safe hand has more unknown cards of the suit than this.
    pub(super) fn most_held(&self, track: &Track) -> u32 {
        let open = self.unknown & if track.low_only { !self.high } else { !0 };
        let all = open.count_ones();
        let (first, last) = (self.starts.trailing_zeros(), 15 - self.starts.leading_zeros());
        let gapless = self.starts == ((2u32 << last) - (1u32 << first)) as u16;
        if !track.answers || !gapless {
            return all;
        }
        // Cut into stretches of n ranks, each holds fewer than n less the jokers.
        let (n, mut most, mut at) = (u32::from(self.n), 0, first);
        while at < last + n {
            let stretch = (((1u32 << n) - 1) << at) as u16;
            most += (open & stretch).count_ones().min(n - 1 - u32::from(track.jokers));
            at += n;
        }
        all.min(most)
    }

    /// Whether a block of `size` ranks can begin at a rank: all its cards are unknown, all its stretches allowed.
    fn block(&self, rank: u8, size: u8) -> bool {
        let bits = |len: u8| ((1u32 << len) - 1) << rank;
        let cards = bits(size) & !u32::from(self.unknown) == 0;
        cards && bits(size + 1 - self.n) & !u32::from(self.starts) == 0
    }
}

/// What each hand lacks after a rank; `None` when one is sure of a run.
fn lacks_after(state: &State, rank: u8, holder: Option<usize>, place: &Place<'_>) -> Option<[u32; TRACKS]> {
    let mut lacks = [0; TRACKS];
    for (t, track) in place.case.tracks.iter().enumerate().filter(|(_, t)| t.answers) {
        lacks[t] = stretches(state.lacks[t], rank, holder == Some(t), place.lane, track.jokers)?;
    }
    Some(lacks)
}

/// The stretches of a hand after a rank.
fn stretches(lacks: u32, rank: u8, held: bool, lane: &Lane, jokers: u8) -> Option<u32> {
    let mut after = 0;
    let begun = (1u32 << (rank + 1)) - (1 << (rank + 1).saturating_sub(lane.n));
    let mut rest = u32::from(lane.starts) & begun;
    while rest != 0 {
        let low = rest.trailing_zeros();
        rest &= rest - 1;
        let mut lack = lacks >> (2 * low) & 3;
        if !held && lack < 3 {
            lack = if lack + 1 > u32::from(jokers) { 3 } else { lack + 1 };
        }
        let to_come = low + u32::from(lane.n) - 1 - u32::from(rank);
        if lack < 3 && lack + to_come <= u32::from(jokers) {
            return None;
        }
        if to_come > 0 {
            after |= lack << (2 * low);
        }
    }
    Some(after)
}
