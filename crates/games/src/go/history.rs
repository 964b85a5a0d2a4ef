//! The positions a game has been through, kept apart from the board so that playouts do not pay for them.

/// Words of the filter: 4,096 bits.
const WORDS: usize = 64;

/// Hashes of earlier positions: a list, and a filter that answers most questions without it.
///
/// Two different positions have the same 64-bit hash with probability 2⁻⁶⁴.
#[derive(Debug)]
pub(crate) struct History {
    filter: [u64; WORDS],
    hashes: Vec<u64>,
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { filter: self.filter, hashes: self.hashes.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        self.filter = from.filter;
        self.hashes.clone_from(&from.hashes);
    }
}

impl History {
    pub(crate) fn new() -> Self {
        Self { filter: [0; WORDS], hashes: Vec::new() }
    }

    /// Adds a position.
    #[inline]
    pub(crate) fn push(&mut self, hash: u64) {
        self.filter[(hash >> 6) as usize % WORDS] |= 1 << (hash % 64);
        self.hashes.push(hash);
    }

    /// Whether the position has been added.
    #[inline]
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.filter[(hash >> 6) as usize % WORDS] >> (hash % 64) & 1 == 1 && self.hashes.contains(&hash)
    }
}
