//! Writes the hold'em evaluator's tables: the multiset hash of ranks, its displacements and the values.
//!
//! A hand without a flush is worth what its multiset of ranks is worth. Each rank gets a 64-bit word whose sum
//! over the hand is a key: the low 16 bits choose a column, the top 12 a row, and a displacement per row (found
//! here, largest row first) moves its columns to free slots of one table: a perfect hash in two look-ups.

use std::fmt::Write;

/// A start for the word generator that works with the sizes below; if it stops working the search goes on.
const SEED: u64 = 166;
const ROW_BITS: u32 = 12;
/// Seven cards: 49,205 multisets in a table that any 16-bit number indexes.
const SEVEN_SLOTS: usize = 1 << 16;
/// Five and six cards: 24,570 multisets; columns wrap at 2^15 and slots from here on stay unused.
const FEW_SLOTS: usize = 28_672;
const FEW_WRAP: usize = 1 << 15;
/// Seven columns must add up to at most 16 bits.
const COLUMN_BOUND: u64 = (1 << 16) / 7;

type Counts = [u8; 13];

/// The whole text of the generated module.
pub fn tables() -> String {
    let seven = multisets(7);
    let mut few = multisets(5);
    few.extend(multisets(6));
    let (words, seven_rows, few_rows) = search(&seven, &few);
    let ladder = Ladder::new();
    let seven_table = fill(&seven, &words, &seven_rows, SEVEN_SLOTS, SEVEN_SLOTS, &ladder);
    let few_table = fill(&few, &words, &few_rows, FEW_WRAP, FEW_SLOTS, &ladder);
    let mut text = String::with_capacity(1 << 20);
    let _ = writeln!(text, "/// The sum of these words over a hand's cards is its key.");
    let _ = writeln!(text, "pub(super) static RANK_WORDS: [u64; 13] = {words:?};");
    // One value, so that a loop needs one address for all.
    let fields: [(&str, &[u16]); 5] = [
        ("seven_rows", &seven_rows),
        ("few_rows", &few_rows),
        ("flush", &ladder.flush_table()),
        ("seven", &seven_table),
        ("few", &few_table),
    ];
    text.push_str("pub(super) struct Tables {\n");
    for (name, values) in fields {
        let _ = writeln!(text, "pub(super) {name}: [u16; {}],", values.len());
    }
    text.push_str("}\npub(super) static TABLES: Tables = Tables {\n");
    for (name, values) in fields {
        let _ = write!(text, "{name}: [");
        for (i, value) in values.iter().enumerate() {
            let _ = write!(text, "{value},{}", if i % 32 == 31 { "\n" } else { "" });
        }
        text.push_str("],\n");
    }
    text.push_str("};\n");
    text
}

/// Every way to hold `cards` cards of 13 ranks, at most four of each.
fn multisets(cards: u8) -> Vec<Counts> {
    fn extend(rank: usize, left: u8, counts: &mut Counts, out: &mut Vec<Counts>) {
        if rank == 13 {
            if left == 0 {
                out.push(*counts);
            }
            return;
        }
        for n in 0..=left.min(4) {
            counts[rank] = n;
            extend(rank + 1, left - n, counts, out);
        }
        counts[rank] = 0;
    }
    let mut out = Vec::new();
    extend(0, cards, &mut [0; 13], &mut out);
    out
}

/// SplitMix64 (Steele, Lea, Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Words whose keys place without collision, and the two displacement tables.
fn search(seven: &[Counts], few: &[Counts]) -> ([u64; 13], Vec<u16>, Vec<u16>) {
    for seed in SEED.. {
        let mut state = seed;
        // Bits 16 to 35 stay free for the counts of suits and cards.
        let words: [u64; 13] =
            std::array::from_fn(|_| (next(&mut state) % COLUMN_BOUND) | (next(&mut state) >> 36 << 36));
        let Some(seven_rows) = displace(seven, &words, SEVEN_SLOTS, SEVEN_SLOTS) else { continue };
        let Some(few_rows) = displace(few, &words, FEW_WRAP, FEW_SLOTS) else { continue };
        if seed != SEED {
            println!("cargo::warning=hold'em hash found at seed {seed}: put it in SEED");
        }
        return (words, seven_rows, few_rows);
    }
    unreachable!("a search over 2^64 seeds")
}

fn key(counts: &Counts, words: &[u64; 13]) -> (usize, usize) {
    let sum = counts.iter().zip(words).fold(0u64, |k, (&n, w)| k.wrapping_add(w.wrapping_mul(u64::from(n))));
    ((sum >> (64 - ROW_BITS)) as usize, (sum & 0xFFFF) as usize)
}

/// A displacement for each row such that no two multisets meet; `None` when there is none in this order.
fn displace(sets: &[Counts], words: &[u64; 13], wrap: usize, slots: usize) -> Option<Vec<u16>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); 1 << ROW_BITS];
    for set in sets {
        let (row, column) = key(set, words);
        rows[row].push(column % wrap);
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| (usize::MAX - rows[row].len(), row));
    let mut free = vec![u64::MAX; wrap / 64];
    for slot in slots..wrap {
        free[slot / 64] &= !(1 << (slot % 64));
    }
    let mut found = vec![0u16; rows.len()];
    for row in order {
        let columns = &mut rows[row];
        columns.sort_unstable();
        if columns.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let shift = (0..wrap / 64).find_map(|word| first_fit(&free, columns, word))?;
        found[row] = shift as u16;
        for column in columns {
            let slot = (*column + shift) % wrap;
            free[slot / 64] &= !(1 << (slot % 64));
        }
    }
    Some(found)
}

/// The first of the 64 displacements from `64 * word` on that moves every column to a free slot.
fn first_fit(free: &[u64], columns: &[usize], word: usize) -> Option<usize> {
    let mut fits = u64::MAX;
    for column in columns {
        let (start, bit) = (word + column / 64, column % 64);
        let low = free[start % free.len()] >> bit;
        let high = if bit == 0 { 0 } else { free[(start + 1) % free.len()] << (64 - bit) };
        fits &= low | high;
        if fits == 0 {
            return None;
        }
    }
    Some(word * 64 + fits.trailing_zeros() as usize)
}

fn fill(
    sets: &[Counts],
    words: &[u64; 13],
    rows: &[u16],
    wrap: usize,
    slots: usize,
    ladder: &Ladder,
) -> Vec<u16> {
    let mut table = vec![0u16; slots];
    for set in sets {
        let (row, column) = key(set, words);
        table[(column + usize::from(rows[row])) % wrap] = ladder.value(best_of_ranks(set));
    }
    table
}

/// A hand's standing as a comparable tuple: category 0 (high card) to 8, then its deciding ranks, best first.
type Standing = (u8, [u8; 5]);

/// All standings of five cards in order: the place of one, from 1, is its value.
struct Ladder(Vec<Standing>);

impl Ladder {
    fn new() -> Self {
        let mut all: Vec<Standing> = multisets(5).iter().map(best_of_ranks).collect();
        all.extend((0u16..1 << 13).filter(|m| m.count_ones() == 5).map(best_of_flush));
        all.sort_unstable();
        all.dedup();
        Self(all)
    }

    fn value(&self, standing: Standing) -> u16 {
        self.0.binary_search(&standing).map_or(0, |place| place as u16 + 1)
    }

    /// Values by the ranks of a suit, each bit turned over: so stored, the evaluator's two branches end in different
    /// instructions, and the compiler does not join them, which would lengthen the common one.
    fn flush_table(&self) -> Vec<u16> {
        (0u16..1 << 13)
            .map(|mask| !if mask.count_ones() >= 5 { self.value(best_of_flush(mask)) } else { 0 })
            .collect()
    }
}

/// The rank of the best straight's top card; the wheel (A2345) tops at the five.
fn straight_top(mask: u16) -> Option<u8> {
    let wheel = 0b1_0000_0000_1111;
    (4..13u8)
        .rev()
        .find(|&top| mask >> (top - 4) & 0b11111 == 0b11111)
        .or((mask & wheel == wheel).then_some(3))
}

/// The best five of these ranks, suits aside.
fn best_of_ranks(counts: &Counts) -> Standing {
    let mask = (0..13).filter(|&r| counts[r] > 0).fold(0u16, |m, r| m | 1 << r);
    // Ranks by how many there are, then by height: the order in which they decide.
    let mut groups: Vec<(u8, u8)> =
        (0..13u8).map(|r| (counts[usize::from(r)], r)).filter(|g| g.0 > 0).collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let kickers = |used: &[u8], n: usize| -> Vec<u8> {
        (0..13u8).rev().filter(|r| mask >> r & 1 == 1 && !used.contains(r)).take(n).collect()
    };
    let standing = |category: u8, used: &[u8], n: usize| {
        let mut ranks = [0; 5];
        for (slot, rank) in ranks.iter_mut().zip(used.iter().copied().chain(kickers(used, n))) {
            *slot = rank;
        }
        (category, ranks)
    };
    let (first, second) = (groups[0], groups.get(1).copied().unwrap_or((0, 0)));
    match (first.0, second.0) {
        (4, _) => standing(7, &[first.1], 1),
        (3, 2..) => standing(6, &[first.1, second.1], 0),
        _ if straight_top(mask).is_some() => (4, [straight_top(mask).unwrap_or(0), 0, 0, 0, 0]),
        (3, _) => standing(3, &[first.1], 2),
        (2, 2) => standing(2, &[first.1, second.1], 1),
        (2, _) => standing(1, &[first.1], 3),
        _ => standing(0, &[], 5),
    }
}

/// The best five of one suit's ranks.
fn best_of_flush(mask: u16) -> Standing {
    if let Some(top) = straight_top(mask) {
        return (8, [top, 0, 0, 0, 0]);
    }
    let mut ranks = [0; 5];
    for (slot, rank) in ranks.iter_mut().zip((0..13u8).rev().filter(|r| mask >> r & 1 == 1)) {
        *slot = rank;
    }
    (5, ranks)
}
