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
    strides: [u32; AXES],
    guard: u64,
    size: usize,
}

/// One term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// The exponents, a byte each.
    pub key: u64,
    at: u32,
    /// The coefficient.
    pub ways: f64,
}

/// The sum of a word's bytes.
#[inline]
pub(super) fn degree(key: u64) -> u32 {
    (key.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

impl Axes {
    /// Exponents with these caps, at most 63 each.
    pub(super) fn new(caps: impl IntoIterator<Item = u8>) -> Axes {
        let caps: ArrayVec<u8, AXES> = caps.into_iter().take(AXES).collect();
        let (mut strides, mut size, mut guard) = ([0; AXES], 1, HIGH_BITS);
        for (i, cap) in caps.iter().enumerate() {
            strides[i] = size;
            size *= u32::from(*cap) + 1;
            guard |= u64::from(*cap) << (8 * i);
        }
        Axes { caps, strides, guard, size: size as usize }
    }

    /// Whether no exponent of a sum is above its cap.
    #[inline]
    fn holds(&self, key: u64) -> bool {
        (self.guard - key) & HIGH_BITS == HIGH_BITS
    }

    /// The term of these exponents, if within the caps.
    pub(super) fn term(&self, key: u64, ways: f64) -> Option<Term> {
        if !self.holds(key) {
            return None;
        }
        let at = (0..self.caps.len()).map(|i| (key >> (8 * i) & 255) as u32 * self.strides[i]).sum();
        Some(Term { key, at, ways })
    }
}

/// Room to multiply in.
#[derive(Default)]
pub(super) struct Product {
    /// By exponents: one more than the place among the terms of the product, 0 for none.
    seen: Vec<u32>,
    terms: Vec<Term>,
}

impl Product {
    /// Makes `a` the product of itself and `b`, less the terms above a cap and those `keep` refuses.
    pub(super) fn times(&mut self, axes: &Axes, a: &mut Vec<Term>, b: &[Term], keep: impl Fn(u64) -> bool) {
        if self.seen.len() < axes.size {
            self.seen.resize(axes.size, 0);
        }
        self.terms.clear();
        for x in a.iter() {
            for y in b {
                let key = x.key + y.key;
                if !axes.holds(key) {
                    continue;
                }
                let (at, ways) = ((x.at + y.at) as usize, x.ways * y.ways);
                let place = self.seen[at];
                if place == 0 {
                    self.terms.push(Term { key, at: at as u32, ways });
                    self.seen[at] = self.terms.len() as u32;
                } else {
                    self.terms[place as usize - 1].ways += ways;
                }
            }
        }
        a.clear();
        for term in &self.terms {
            self.seen[term.at as usize] = 0;
            if term.ways != 0.0 && keep(term.key) {
                a.push(*term);
            }
        }
    }
}
