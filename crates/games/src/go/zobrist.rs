//! Zobrist keys: one random 64-bit word for each stone on each cell.

use super::point::{CELLS, Colour, Point};

/// Keys by cell and colour, from SplitMix64 (Steele, Lea and Flood, 2014) counting from a fixed seed.
static KEYS: [[u64; 2]; CELLS] = keys();

/// Told apart by whose turn it is, for situational superko.
const WHITE_TO_MOVE: u64 = splitmix(2 * CELLS as u64);

const fn splitmix(index: u64) -> u64 {
    let z = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn keys() -> [[u64; 2]; CELLS] {
    let mut keys = [[0; 2]; CELLS];
    let mut i = 0;
    while i < CELLS {
        keys[i] = [splitmix(2 * i as u64), splitmix(2 * i as u64 + 1)];
        i += 1;
    }
    keys
}

/// The key of a stone.
#[inline]
pub(crate) fn stone(p: Point, colour: Colour) -> u64 {
    KEYS[p.index()][colour.index()]
}

/// The key of the player to move.
#[inline]
pub(crate) fn mover(to_move: Colour) -> u64 {
    match to_move {
        Colour::Black => 0,
        Colour::White => WHITE_TO_MOVE,
    }
}
