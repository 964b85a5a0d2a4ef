//! One named generator, and seeds hashed from a purpose and ids.
//!
//! The generator is xoshiro256++ 1.0 (Blackman and Vigna, 2019). Seeds are BLAKE3 hashes of a purpose and
//! whole numbers, so that streams of different purposes share nothing and a luck cannot be computed back from
//! what it dealt. Bounded numbers and shuffles are ours, with golden values in the tests: a library's may
//! change between minor versions, and then every record would.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;

/// A 256-bit seed hashed from a purpose and ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Seed {
    /// Hashes `purpose` and `ids`: BLAKE3 of the text, a zero byte, and each id as 8 little-endian bytes.
    ///
    /// ```
    /// use croupier_core::Seed;
    /// assert_ne!(Seed::of("deal", &[1, 2]), Seed::of("deal", &[2, 1]));
    /// assert_ne!(Seed::of("deal", &[1]), Seed::of("agent", &[1]));
    /// ```
    pub fn of(purpose: &str, ids: &[u64]) -> Self {
        // Nearly every seed fits one block; hashing that in one go is twice as fast as feeding a hasher.
        let mut block = [0; 64];
        let len = purpose.len() + 1 + 8 * ids.len();
        if len <= block.len() {
            block[..purpose.len()].copy_from_slice(purpose.as_bytes());
            for (place, id) in block[purpose.len() + 1..len].chunks_exact_mut(8).zip(ids) {
                place.copy_from_slice(&id.to_le_bytes());
            }
            return Self(*blake3::hash(&block[..len]).as_bytes());
        }
        let mut hash = blake3::Hasher::new();
        hash.update(purpose.as_bytes()).update(&[0]);
        for id in ids {
            hash.update(&id.to_le_bytes());
        }
        Self(*hash.finalize().as_bytes())
    }

    /// The first 64 bits, little-endian: a seed for others, such as the one an external bot is given.
    pub fn number(self) -> u64 {
        u64::from_le_bytes(self.0[..8].try_into().expect("eight bytes"))
    }
}

/// The random numbers of chance, agents and playouts alike: xoshiro256++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator from a hashed seed.
    pub fn new(seed: Seed) -> Self {
        Self(Xoshiro256PlusPlus::from_seed(seed.0))
    }

    /// A generator for a purpose and ids; short for `Rng::new(Seed::of(purpose, ids))`.
    pub fn keyed(purpose: &str, ids: &[u64]) -> Self {
        Self::new(Seed::of(purpose, ids))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform whole number below `n` (Lemire's multiplication, 2019, without bias).
    ///
    /// # Panics
    /// When `n` is 0: there is no such number.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "Rng::below(0): no number is below zero");
        let mut wide = u128::from(self.bits()) * u128::from(n);
        if (wide as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u64) < threshold {
                wide = u128::from(self.bits()) * u128::from(n);
            }
        }
        (wide >> 64) as u64
    }

    /// A uniform index below `n`, for slices.
    ///
    /// # Panics
    /// When `n` is 0.
    #[inline]
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// A uniform number in [0, 1) with 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles in place (Fisher–Yates from the last place down).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }

    /// A generator independent of this one, seeded from its next 256 bits.
    pub fn split(&mut self) -> Self {
        let mut seed = [0; 32];
        for bytes in seed.chunks_exact_mut(8) {
            bytes.copy_from_slice(&self.bits().to_le_bytes());
        }
        Self::new(Seed(seed))
    }
}

/// The seed of all chance events of an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Luck(pub u64);

impl Luck {
    /// The generator of the chance event number `index` of the episode, whatever happened between.
    pub fn draw(self, index: u64) -> Rng {
        Rng::keyed("croupier chance", &[self.0, index])
    }

    /// The luck of block `block` of a run: hashed from the deck's name, the run's luck and the block.
    pub fn block(deck: &str, run: u64, block: u64) -> Self {
        Self(Seed::of(&format!("croupier deck {deck}"), &[run, block]).number())
    }

    /// The luck of episode `i` of a series on this luck.
    pub fn episode(self, i: u64) -> Self {
        Self(Seed::of("croupier episode", &[self.0, i]).number())
    }

    /// The stream of an agent: apart from chance, so that nothing a bot draws moves the cards.
    pub fn agent(self, run: u64, seat: u64, agent: u64) -> Rng {
        Rng::keyed("croupier agent", &[run, self.0, seat, agent])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation's first outputs for the state 1, 2, 3, 4 (also rand_xoshiro's own test vector).
    #[test]
    fn the_generator_is_xoshiro256_plus_plus() {
        let mut seed = [0; 32];
        for (i, word) in [1u64, 2, 3, 4].iter().enumerate() {
            seed[8 * i..8 * i + 8].copy_from_slice(&word.to_le_bytes());
        }
        let mut rng = Rng::new(Seed(seed));
        let expected: [u64; 5] =
            [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205];
        assert_eq!(expected.map(|_| rng.bits()), expected);
    }

    /// Values computed by hand from the published algorithms: Lemire's method takes the high word of x·n.
    #[test]
    fn bounded_numbers_are_the_high_word_of_the_product() {
        let mut rng = Rng::keyed("t", &[]);
        let mut twin = rng.clone();
        for n in 1..2000u64 {
            let x = twin.bits();
            assert_eq!(rng.below(n), ((u128::from(x) * u128::from(n)) >> 64) as u64, "n = {n}");
        }
    }

    #[test]
    fn bounded_numbers_and_shuffles_are_uniform() {
        let mut rng = Rng::keyed("uniform", &[]);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            rng.shuffle(&mut items);
            let rank = items[0] * 2 + usize::from(items[1] > items[2]);
            counts[rank] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi2 < 30.0, "χ² with 5 degrees of freedom: {chi2}, counts {counts:?}");
    }

    /// Golden values from an independent BLAKE3 and xoshiro256++ (scripts/golden-rng.py).
    #[test]
    fn streams_are_frozen() {
        assert_eq!(Luck::block("dev", 1, 0).0, 17685559503370013832);
        let mut rng = Luck(1).draw(0);
        assert_eq!(
            [rng.bits(), rng.bits(), rng.bits()],
            [17283059175465326767, 592987068058163087, 2784709781269111867]
        );
        let mut deck: [u8; 10] = std::array::from_fn(|i| i as u8);
        Luck(1).draw(0).shuffle(&mut deck);
        assert_eq!(deck, [5, 6, 2, 4, 3, 8, 7, 1, 0, 9]);
    }
}
