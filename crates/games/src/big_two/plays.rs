//! Actions, and all plays of a hand, generated into a list that is filled again and again.

use super::cards::{Card, Cards, Rank, Suit};
use super::strength::{PlayKind, Plays, Strength, deciding};

/// One to five cards put down, or a pass: the cards alone, so that an action is the same whatever hand it is from.
///
/// Actions sort by their number of cards, then by the highest card in which they differ; a pass comes last.
///
/// ```
/// use croupier_games::big_two::Action;
/// let straight: Action = "7h 3d 4d 5s 6c".parse()?;
/// assert_eq!(straight.to_string(), "3d 4d 5s 6c 7h");
/// assert!(straight < Action::PASS && "2s".parse::<Action>()? < straight);
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u64); // Bits 0 to 51: the cards; from bit 52: their number, or 7 for a pass. So numbers sort.

const COUNT: u32 = 52;

impl Action {
    /// Passing.
    pub const PASS: Action = Action(7 << COUNT);

    /// Putting down `cards`; none unless there are one to five.
    pub fn of(cards: Cards) -> Option<Action> {
        matches!(cards.len(), 1..=5).then(|| Self::counted(cards.bits(), cards.len()))
    }

    #[inline]
    fn counted(bits: u64, n: u32) -> Action {
        Action(bits | u64::from(n) << COUNT)
    }

    /// The cards put down; none for a pass.
    #[inline]
    pub fn cards(self) -> Cards {
        Cards::from_bits(self.0)
    }

    /// How many cards are put down; 0 for a pass.
    #[inline]
    pub fn len(self) -> u32 {
        if self.is_pass() { 0 } else { (self.0 >> COUNT) as u32 }
    }

    /// Whether no cards are put down; the same as [`is_pass`](Self::is_pass).
    #[inline]
    pub fn is_empty(self) -> bool {
        self.is_pass()
    }

    /// Whether this is a pass.
    #[inline]
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }
}

/// The subsets of two of a nibble's bits, ascending.
const TWOS: [u8; 6] = [3, 5, 6, 9, 10, 12];
/// The subsets of three of a nibble's bits, ascending.
const THREES: [u8; 4] = [7, 11, 13, 14];

/// For each nibble, the list of its subsets out of `of`, padded with zeros.
const fn subsets<const N: usize>(of: [u8; N]) -> [[u8; N]; 16] {
    let mut table = [[0; N]; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let (mut i, mut n) = (0, 0);
        while i < N {
            if of[i] & !(nibble as u8) == 0 {
                table[nibble][n] = of[i];
                n += 1;
            }
            i += 1;
        }
        nibble += 1;
    }
    table
}

static PAIRS: [[u8; 6]; 16] = subsets(TWOS);
static TRIPLES: [[u8; 4]; 16] = subsets(THREES);

#[inline]
fn pairs(nibble: u8) -> impl Iterator<Item = u8> {
    PAIRS[usize::from(nibble)].iter().copied().take_while(|m| *m != 0)
}

#[inline]
fn triples(nibble: u8) -> impl Iterator<Item = u8> {
    TRIPLES[usize::from(nibble)].iter().copied().take_while(|m| *m != 0)
}

#[inline]
fn at(rank: u8, nibble: u8) -> u64 {
    u64::from(nibble) << (4 * rank)
}

/// The ranks of which a hand holds at least two, three and four cards, as masks of 13 bits.
struct Groups {
    two: u16,
    three: u16,
    four: u16,
}

impl Groups {
    #[inline]
    fn of(hand: Cards) -> Self {
        let h = hand.bits();
        let low = |bits: u64| Cards::from_bits(bits).suit_ranks(Suit(0));
        let (a, b, c, d) = (h, h >> 1, h >> 2, h >> 3);
        let two = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d);
        let three = (a & b & (c | d)) | (c & d & (a | b));
        Self { two: low(two), three: low(three), four: low(a & b & c & d) }
    }
}

/// The numbers of the bits set, ascending.
#[inline]
fn bits(mask: u16) -> impl Iterator<Item = u8> {
    Cards::from_bits(u64::from(mask)).iter().map(Card::index)
}

impl Plays {
    /// Clears `out` and fills it with every play of `hand`, sorted.
    ///
    /// ```
    /// use croupier_games::big_two::BigTwo;
    /// let mut plays = Vec::new();
    /// BigTwo::standard().plays().all("3d 3c 4d".parse()?, &mut plays);
    /// assert_eq!(plays.iter().map(|p| p.to_string()).collect::<Vec<_>>(), ["3d", "3c", "4d", "3d 3c"]);
    /// # Ok::<(), croupier_games::ParseError>(())
    /// ```
    pub fn all(&self, hand: Cards, out: &mut Vec<Action>) {
        out.clear();
        self.singles(hand, out);
        let groups = Groups::of(hand);
        self.same_ranks(hand, &groups, out);
        if self.fours {
            self.four_cards(hand, &groups, None, out);
        }
        if hand.len() >= 5 {
            self.five_cards(hand, &groups, None, out);
        }
    }

    /// Clears `out` and fills it with the plays of `hand` that are stronger than `field`, sorted.
    pub fn stronger(&self, hand: Cards, field: Strength, out: &mut Vec<Action>) {
        out.clear();
        let key = field.key();
        match field.kind() {
            PlayKind::Single => self.singles(Cards::from_bits(hand.bits() & !((2 << key) - 1)), out),
            PlayKind::Pair => {
                for rank in bits(Groups::of(hand).two >> (key / 4)).map(|r| r + key / 4) {
                    let beats = pairs(hand.nibble(Rank(rank))).map(|m| at(rank, m));
                    out.extend(beats.filter(|m| m >> key > 1).map(|m| Action::counted(m, 2)));
                }
            }
            PlayKind::Triple => {
                for rank in bits(Groups::of(hand).three >> (key / 4)).map(|r| r + key / 4) {
                    let beats = triples(hand.nibble(Rank(rank))).map(|m| at(rank, m));
                    out.extend(beats.filter(|m| m >> key > 1).map(|m| Action::counted(m, 3)));
                }
            }
            PlayKind::TwoPair | PlayKind::Quads => {
                self.four_cards(hand, &Groups::of(hand), Some(field), out);
            }
            _ if hand.len() >= 5 => self.five_cards(hand, &Groups::of(hand), Some(field), out),
            _ => {}
        }
    }

    #[inline]
    fn singles(&self, hand: Cards, out: &mut Vec<Action>) {
        out.extend(hand.iter().map(|c| Action::counted(Cards::from(c).bits(), 1)));
    }

    /// Pairs, then triples.
    fn same_ranks(&self, hand: Cards, groups: &Groups, out: &mut Vec<Action>) {
        for rank in bits(groups.two) {
            out.extend(pairs(hand.nibble(Rank(rank))).map(|m| Action::counted(at(rank, m), 2)));
        }
        for rank in bits(groups.three) {
            out.extend(triples(hand.nibble(Rank(rank))).map(|m| Action::counted(at(rank, m), 3)));
        }
    }

    fn four_cards(&self, hand: Cards, groups: &Groups, field: Option<Strength>, out: &mut Vec<Action>) {
        let start = out.len();
        let mut put = |kind, key, cards| {
            if field.is_none_or(|f| f < Strength::new(kind, key)) {
                out.push(Action::counted(cards, 4));
            }
        };
        for rank in bits(groups.four) {
            put(PlayKind::Quads, 4 * rank + 3, at(rank, 15));
        }
        for high in bits(groups.two) {
            for upper in pairs(hand.nibble(Rank(high))).map(|m| at(high, m)) {
                for low in bits(groups.two & ((1 << high) - 1)) {
                    for lower in pairs(hand.nibble(Rank(low))) {
                        put(PlayKind::TwoPair, 63 - upper.leading_zeros() as u8, upper | at(low, lower));
                    }
                }
            }
        }
        out[start..].sort_unstable();
    }

    fn five_cards(&self, hand: Cards, groups: &Groups, field: Option<Strength>, out: &mut Vec<Action>) {
        let start = out.len();
        // The least key that beats the field, kind by kind; 64 where no key does.
        let floor = |kind: PlayKind| match field {
            Some(f) if kind < f.kind() => 64,
            Some(f) if kind == f.kind() => f.key() + 1,
            _ => 0,
        };
        let suits: [u16; 4] = std::array::from_fn(|s| hand.suit_ranks(Suit(s as u8)));
        let ranks = suits[0] | suits[1] | suits[2] | suits[3];
        for sequence in self.sequences {
            if ranks & sequence.mask == sequence.mask {
                straights(hand, &sequence.ranks, floor(PlayKind::Straight), out);
                let floor = floor(PlayKind::StraightFlush);
                for suit in (0..4).filter(|s| suits[*s as usize] & sequence.mask == sequence.mask) {
                    if 4 * sequence.ranks[0] + suit >= floor {
                        let cards = sequence.ranks.iter().fold(0, |m, r| m | at(*r, 1 << suit));
                        out.push(Action::counted(cards, 5));
                    }
                }
            }
        }
        for (suit, held) in suits.into_iter().enumerate() {
            self.flushes(suit as u8, held, floor(PlayKind::Flush), out);
        }
        full_houses(hand, groups, floor(PlayKind::FullHouse), out);
        if self.quads_plus_one {
            let floor = floor(PlayKind::QuadsPlusOne);
            for rank in bits(groups.four).filter(|r| 4 * r + 3 >= floor) {
                let rest = hand.bits() & !at(rank, 15);
                for card in Cards::from_bits(rest) {
                    out.push(Action::counted(at(rank, 15) | Cards::from(card).bits(), 5));
                }
            }
        }
        out[start..].sort_unstable();
    }

    fn flushes(&self, suit: u8, held: u16, floor: u8, out: &mut Vec<Action>) {
        let n = held.count_ones() as usize;
        if n < 5 || floor > 63 {
            return;
        }
        let mut ranks = [0u8; 13];
        for (slot, rank) in ranks.iter_mut().zip(bits(held)) {
            *slot = rank;
        }
        for top in (4..n).filter(|i| self.flush_key(4 * ranks[*i] + suit) >= floor) {
            for (a, b, c, d) in fours_below(top) {
                let chosen = [ranks[top], ranks[a], ranks[b], ranks[c], ranks[d]];
                let mask = chosen.iter().fold(0u16, |m, r| m | 1 << r);
                if !self.sequences.iter().any(|s| s.mask == mask) {
                    let cards = chosen.iter().fold(0, |m, r| m | at(*r, 1 << suit));
                    out.push(Action::counted(cards, 5));
                }
            }
        }
    }
}

/// Every four indices below `n`, in descending order within each.
fn fours_below(n: usize) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    (3..n).flat_map(|a| (2..a).flat_map(move |b| (1..b).flat_map(move |c| (0..c).map(move |d| (a, b, c, d)))))
}

/// The straights on `ranks` whose deciding card, of the first rank, is numbered `floor` or above.
fn straights(hand: Cards, ranks: &[u8; 5], floor: u8, out: &mut Vec<Action>) {
    let held = ranks.map(|r| hand.nibble(Rank(r)));
    let each = |i: usize| (0..4u8).filter(move |s| held[i] >> s & 1 == 1).map(move |s| 1u8 << s);
    for a in each(0).filter(|m| 4 * ranks[0] + m.trailing_zeros() as u8 >= floor) {
        for b in each(1) {
            let ab = at(ranks[0], a) | at(ranks[1], b);
            for c in each(2) {
                let abc = ab | at(ranks[2], c);
                for d in each(3) {
                    let abcd = abc | at(ranks[3], d);
                    // Five of one suit are a straight flush.
                    for e in each(4).filter(|e| a & b & c & d & e == 0) {
                        out.push(Action::counted(abcd | at(ranks[4], e), 5));
                    }
                }
            }
        }
    }
}

fn full_houses(hand: Cards, groups: &Groups, floor: u8, out: &mut Vec<Action>) {
    if floor > 63 {
        return;
    }
    for three in bits(groups.three) {
        for upper in triples(hand.nibble(Rank(three))).map(|m| at(three, m)) {
            if deciding(Cards::from_bits(upper), three) < floor {
                continue;
            }
            for two in bits(groups.two & !(1 << three)) {
                out.extend(pairs(hand.nibble(Rank(two))).map(|m| Action::counted(upper | at(two, m), 5)));
            }
        }
    }
}
