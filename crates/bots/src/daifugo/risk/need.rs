//! What an answer to a field takes, in the terms in which hands are counted. The engine's own legality says the same of
//! whole hands; tests compare the two.

use croupier_games::daifugo::{Card, Config, Field, Kind, Play, RANKS, Rank, RunCompare, Suit};

/// The bits of one suit among the 52.
const LANE: u64 = 0x1_1111_1111_1111;

/// What beats a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Need {
    /// Nothing does.
    Nothing,
    /// One of these cards.
    Single {
        /// The natural cards that do, as 52 bits.
        natural: u64,
        /// Whether a joker does.
        joker: bool,
    },
    /// A group of `base.n` cards of a rank stronger than `above`.
    Group {
        /// What does not depend on the rank.
        base: GroupNeed,
        /// The field's rank.
        above: Rank,
    },
    /// A run.
    Run(RunNeed),
}

/// What a group must be, but for its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct GroupNeed {
    /// How many cards.
    pub n: u8,
    /// Whether the order is reversed.
    pub reversed: bool,
    /// The suits that may be used freely: all, or those of the lock.
    pub suits: u8,
    /// How many natural cards of other suits may be used.
    pub open: u8,
    /// Whether two jokers alone do as well.
    pub joker_pair: bool,
}

/// What a run must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RunNeed {
    /// How many cards.
    pub n: u8,
    /// The lowest ranks it may have, as 13 bits.
    pub starts: u16,
    /// The suits it may have.
    pub suits: u8,
}

impl GroupNeed {
    /// The ranks from the strongest to the weakest.
    pub(super) fn ranks(self) -> impl Iterator<Item = u8> {
        (0..RANKS as u8).map(move |i| if self.reversed { i } else { 12 - i })
    }

    /// How many cards of a hand with `inside` suits of the lock and `outside` others count towards a group.
    #[inline]
    pub(super) fn counting(self, inside: u32, outside: u32) -> u32 {
        inside + outside.min(u32::from(self.open))
    }

    /// The natural cards that a hand with this many jokers needs of a rank.
    #[inline]
    pub(super) fn naturals(self, jokers: u32) -> u32 {
        u32::from(self.n).saturating_sub(jokers).max(1)
    }
}

impl Need {
    /// What beats `field`, on which something lies.
    pub(super) fn of(rules: &Config, field: &Field) -> Need {
        let Some(top) = field.play else { return Need::Nothing };
        match top.kind() {
            Kind::Unknown => Need::Nothing,
            Kind::Single => single(rules, field, top),
            Kind::Group => group(rules, field, top),
            Kind::Run => run(rules, field, top),
        }
    }
}

fn single(rules: &Config, field: &Field, top: Play) -> Need {
    if top.is_lone_joker() {
        let spade3 = Play::single(Card::SPADE_3);
        let beats = rules.spade3 && field.check(rules, spade3).is_ok();
        return if beats {
            Need::Single { natural: 1 << Card::SPADE_3.0, joker: false }
        } else {
            Need::Nothing
        };
    }
    let r = top.rank().0;
    let (from, to) = if field.reversed() { (0, r) } else { (r + 1, 13) };
    let suits = if field.lock.is_empty() { 15 } else { u64::from(field.lock.0) };
    Need::Single { natural: span(from, to) & (LANE * suits), joker: true }
}

/// The 52-bit mask of the ranks `from..to`.
pub(super) fn span(from: u8, to: u8) -> u64 {
    (1u64 << (4 * to)) - (1u64 << (4 * from))
}

fn group(rules: &Config, field: &Field, top: Play) -> Need {
    if top.rank() == Rank::JOKER {
        return Need::Nothing;
    }
    let n = top.len() as u8;
    let locked = !field.lock.is_empty();
    let base = GroupNeed {
        n,
        reversed: field.reversed(),
        suits: if locked { field.lock.0 } else { 15 },
        open: if locked { n.saturating_sub(field.lock.len() as u8) } else { 0 },
        joker_pair: n == 2 && rules.joker_pair,
    };
    Need::Group { base, above: top.rank() }
}

fn run(rules: &Config, field: &Field, top: Play) -> Need {
    let (n, low) = (top.len() as u8, top.rank().0);
    let highest = RANKS as u8 - n;
    let apart = if rules.run_compare == RunCompare::AboveTop { n } else { 1 };
    let below = |end: u8| (1u16 << end) - 1;
    let starts = if field.reversed() {
        below((low + 1).saturating_sub(apart))
    } else {
        below(highest + 1) & !below((low + apart).min(highest + 1))
    };
    if starts == 0 {
        return Need::Nothing;
    }
    let suits = if field.lock.is_empty() { 15 } else { field.lock.0 };
    Need::Run(RunNeed { n, starts, suits })
}

/// The ranks, as 13 bits, of a suit among 52 bits.
pub(super) fn lane(natural: u64, suit: Suit) -> u16 {
    croupier_games::daifugo::CardSet::new(natural, 0).lane(suit)
}
