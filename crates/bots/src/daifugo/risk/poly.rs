//! Polynomials whose exponents count cards by holder.
//!
//! A term's exponents are bytes of one word, so that a product adds words; a guard bit in each byte tells when a cap is
//! passed, and such terms are dropped: no placement has them.

use arrayvec::ArrayVec;

/// The exponents there can be.
pub(super) const AXES: usize = 8;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Exponents with their caps.
#[derive(Clone, Debug)]
pub(super) struct Axes {
    /// The largest exponent of each.
    pub caps: ArrayVec<u8, AXES>,
    guard: u64,
    /// How many exponents are not of blocks: the first.
    plain: usize,
}

/// One term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// The exponents, a byte each.
    pub key: u64,
    /// The coefficient.
    pub ways: f64,
}

/// The sum of a word's bytes.
#[inline]
pub(super) fn degree(key: u64) -> u32 {
    (key.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

impl Axes {
    /// Exponents with these caps, at most 63 each; the first `plain` are not of blocks.
    pub(super) fn new(caps: ArrayVec<u8, AXES>, plain: usize) -> Axes {
        let guard = caps.iter().enumerate().map(|(i, cap)| u64::from(*cap) << (8 * i)).sum::<u64>();
        Axes { caps, guard: guard | HIGH_BITS, plain }
    }

    /// Whether no exponent of a sum is above its cap.
    #[inline]
    fn holds(&self, key: u64) -> bool {
        (self.guard - key) & HIGH_BITS == HIGH_BITS
    }

    /// The term of these exponents, if within the caps.
    pub(super) fn term(&self, key: u64, ways: f64) -> Option<Term> {
        self.holds(key).then_some(Term { key, ways })
    }

    /// The bits of exponents of blocks.
    fn blocks(&self) -> u64 {
        if self.plain < AXES { !0 << (8 * self.plain) } else { 0 }
    }
}

/// Room to multiply in.
///
/// For each combination of blocks there is a box of coefficients with a place for every combination of the other
/// exponents that a product can have, beyond the caps too: adding a pair then asks nothing.
#[derive(Default)]
pub(super) struct Product {
    boxes: Vec<f64>,
    /// The blocks of each box.
    blocks: Vec<u64>,
    /// By place in a box: the exponents.
    keys: Vec<u64>,
    /// The places of the factors' terms.
    places: [Vec<u32>; 2],
    /// Pairs of terms multiplied so far.
    pub work: u64,
}

impl Product {
    /// Makes `a` the product of itself and `b`, less the terms above a cap and those `keep` refuses. Sorts both where there
    /// are blocks.
    pub(super) fn times(
        &mut self,
        axes: &Axes,
        a: &mut Vec<Term>,
        b: &mut [Term],
        keep: impl Fn(u64) -> bool,
    ) {
        let mask = axes.blocks();
        if mask != 0 {
            a.sort_unstable_by_key(|t| t.key);
            b.sort_unstable_by_key(|t| t.key);
        }
        self.work += (a.len() * b.len()) as u64;
        self.lay_out(axes, a, b);
        let alike = |x: &Term, y: &Term| (x.key ^ y.key) & mask == 0;
        let mut from_a = 0;
        for x in a.chunk_by(alike) {
            let mut from_b = 0;
            for y in b.chunk_by(alike) {
                let blocks = (x[0].key & mask) + (y[0].key & mask);
                if axes.holds(blocks) {
                    let base = self.base(blocks);
                    self.pairs(base, (x, from_a), (y, from_b));
                }
                from_b += y.len();
            }
            from_a += x.len();
        }
        a.clear();
        for (blocks, ways) in self.blocks.iter().zip(self.boxes.chunks_exact(self.keys.len())) {
            for (key, ways) in self.keys.iter().zip(ways).filter(|(_, ways)| **ways != 0.0) {
                let term = axes.term(key + blocks, *ways);
                a.extend(term.filter(|t| keep(t.key)));
            }
        }
    }

    /// Boxes for all sums of exponents of the two factors, none in use, and the places of their terms.
    fn lay_out(&mut self, axes: &Axes, a: &[Term], b: &[Term]) {
        let most = |terms: &[Term], i: usize| terms.iter().map(|t| t.key >> (8 * i) & 255).max().unwrap_or(0);
        let values: ArrayVec<u64, AXES> = (0..axes.plain).map(|i| most(a, i) + most(b, i) + 1).collect();
        self.keys.clear();
        self.keys.push(0);
        let mut strides: ArrayVec<u64, AXES> = ArrayVec::new();
        for (i, values) in values.iter().enumerate() {
            let size = self.keys.len();
            strides.push(size as u64);
            for value in 1..*values {
                self.keys.extend_from_within(..size);
                let added = self.keys.len() - size;
                self.keys[added..].iter_mut().for_each(|key| *key += value << (8 * i));
            }
        }
        let place = |key: u64| {
            strides.iter().enumerate().map(|(i, s)| s * (key >> (8 * i) & 255)).sum::<u64>() as u32
        };
        for (places, terms) in self.places.iter_mut().zip([a, b]) {
            places.clear();
            places.extend(terms.iter().map(|t| place(t.key)));
        }
        self.blocks.clear();
        self.boxes.clear();
    }

    /// Where the box of these blocks begins.
    fn base(&mut self, blocks: u64) -> usize {
        let size = self.keys.len();
        let i = self.blocks.iter().position(|b| *b == blocks).unwrap_or_else(|| {
            self.blocks.push(blocks);
            self.boxes.resize(self.boxes.len() + size, 0.0);
            self.blocks.len() - 1
        });
        i * size
    }

    /// Adds the products of all pairs to a box; the factors' terms come with the position of their first.
    fn pairs(&mut self, base: usize, (a, from_a): (&[Term], usize), (b, from_b): (&[Term], usize)) {
        let into = &mut self.boxes[base..base + self.keys.len()];
        let places = &self.places[1][from_b..from_b + b.len()];
        for (x, at) in a.iter().zip(&self.places[0][from_a..]) {
            let row = &mut into[*at as usize..];
            for (y, place) in b.iter().zip(places) {
                row[*place as usize] += x.ways * y.ways;
            }
        }
    }
}
