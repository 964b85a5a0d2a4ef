//! Plans: all plays of a hand, and for every part of the hand the least cost of playing it out.

use super::policy::Table;
use super::weights::{Costs, Market};
use croupier_games::big_two::{Action, Cards, Plays, Strength};

/// A play of a hand. Cards are numbered within the hand: first those of plays of several cards, then the lone ones,
/// both from low to high; `mask` has their bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) mask: u16,
    /// Orders pieces of one card count by strength.
    pub(super) number: u16,
    pub(super) count: u8,
    /// The estimated chance to hold the table.
    pub(super) hold: f32,
    /// What it costs in a plan, in leads.
    pub(super) cost: f32,
    pub(super) action: Action,
    pub(super) strength: Strength,
}

/// The plays of a hand of at most thirteen cards and what its parts cost to play out; a buffer that is filled again.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Sorted by card count, then strength.
    pub(super) pieces: Vec<Piece>,
    /// Where the pieces of each card count begin; the last entry is the end.
    from: [usize; 7],
    /// How many cards are part of a play of several cards; the others can only be played alone.
    core: u32,
    /// For each set of core cards the least sum of costs of pieces that make it up.
    value: Vec<f32>,
    /// For each set of lone cards the sum of their costs.
    alone: Vec<f32>,
    /// The bits of the 2s.
    pub(super) twos: u16,
    /// The bits of the whole hand.
    pub(super) all: u16,
    /// How much work filling it was, in steps of the table and what compares to them.
    pub(super) work: u64,
    actions: Vec<Action>,
}

impl Plan {
    /// Fills the plan with the plays of `hand` and the costs that `market` and `costs` say.
    pub(super) fn fill(&mut self, plays: &Plays, hand: Cards, market: &Market, costs: &Costs) {
        self.list(plays, hand);
        for piece in &mut self.pieces {
            piece.hold = market.hold(piece.strength);
            piece.cost = costs.of(piece.count, piece.hold);
        }
        self.tabulate();
    }

    /// Lists the plays of `hand`, without costs.
    pub(super) fn list(&mut self, plays: &Plays, hand: Cards) {
        plays.all(hand, &mut self.actions);
        let several = self.actions.iter().filter(|a| a.len() > 1);
        let core = several.fold(Cards::NONE, |all, a| all.with(a.cards()));
        self.core = core.len();
        let mut place = [0u8; 52];
        let order = core.iter().chain(hand.without(core));
        order.zip(0..).for_each(|(card, i)| place[usize::from(card.index())] = i);
        let local = |cards: Cards| cards.iter().fold(0u16, |m, c| m | 1 << place[usize::from(c.index())]);
        self.all = ((1u32 << hand.len()) - 1) as u16;
        self.pieces.clear();
        for action in &self.actions {
            let strength = plays.strength(action.cards()).expect("a generated play is a play");
            self.pieces.push(Piece {
                mask: local(action.cards()),
                number: strength.number(),
                count: strength.cards() as u8,
                hold: 0.0,
                cost: 1.0,
                action: *action,
                strength,
            });
        }
        self.pieces.sort_unstable_by_key(|p| (p.count, p.number, p.mask));
        self.from = std::array::from_fn(|n| self.pieces.partition_point(|p| usize::from(p.count) < n));
        self.twos = local(hand.and(Cards::TWOS));
    }

    /// Computes what every part of the hand costs, from the pieces' costs.
    ///
    /// A part's highest card is in some piece, and what remains is a part of the lower cards. So for each card in turn
    /// the parts below it are read, those with it written, and each piece meets only the parts that hold it.
    pub(super) fn tabulate(&mut self) {
        let core = self.core as usize;
        self.value.clear();
        self.value.resize(1 << core, 0.0);
        self.work = 20 * self.pieces.len() as u64;
        for high in 0..core {
            let below = 1 << high;
            let (lower, rest) = self.value.split_at_mut(below);
            let parts = &mut rest[..below];
            let with_card = |p: &&Piece| usize::from(p.mask) >> high == 1;
            let mut pieces = self.pieces.iter().filter(with_card);
            // The single comes first, since pieces are sorted by card count.
            let alone = pieces.next().map_or(f32::INFINITY, |p| p.cost);
            parts.iter_mut().zip(&*lower).for_each(|(part, low)| *part = low + alone);
            self.work += below as u64 / 4;
            for piece in pieces {
                let others = usize::from(piece.mask) & (below - 1);
                let free = (below - 1) & !others;
                // Every set of cards below, without the piece's own: the subsets of `free`.
                let mut left = 0;
                loop {
                    let part = &mut parts[left | others];
                    *part = part.min(lower[left] + piece.cost);
                    left = left.wrapping_sub(free) & free;
                    if left == 0 {
                        break;
                    }
                }
                self.work += 1 << free.count_ones();
            }
        }
        self.alone.clear();
        self.alone.push(0.0);
        // Pieces come by strength, so lone cards come from low to high, as they are numbered.
        for piece in self.pieces.iter().filter(|p| p.mask >> core != 0) {
            for set in 0..self.alone.len() {
                self.alone.push(self.alone[set] + piece.cost);
            }
        }
    }

    /// The least cost of playing out `part`.
    #[inline]
    pub(super) fn value(&self, part: u16) -> f32 {
        let part = usize::from(part);
        self.value[part & ((1 << self.core) - 1)] + self.alone[part >> self.core]
    }

    /// The bits of `hand`, which is a part of the plan's hand.
    #[cfg(test)]
    pub(super) fn part(&self, hand: Cards) -> u16 {
        let singles = self.pieces.iter().filter(|p| p.count == 1 && hand.contains(p.action.cards()));
        singles.fold(0, |m, p| m | p.mask)
    }

    /// The pieces that may be played on a table, whether their cards are still there or not.
    #[inline]
    pub(super) fn answers(&self, table: &Table) -> &[Piece] {
        if table.count == 0 {
            return &self.pieces;
        }
        let of = &self.pieces[self.from[usize::from(table.count)]..self.from[usize::from(table.count) + 1]];
        &of[of.partition_point(|p| p.number <= table.number)..]
    }

    /// A cheapest way to play out `part`: its pieces, in no order that matters.
    pub(super) fn pieces_of(&self, mut part: u16) -> Vec<Piece> {
        let mut pieces = Vec::new();
        while part != 0 {
            let low = part.trailing_zeros();
            let fits = self.pieces.iter().filter(|p| p.mask.trailing_zeros() == low && p.mask & !part == 0);
            let best = fits.min_by(|a, b| {
                let cost = |p: &Piece| p.cost + self.value(part ^ p.mask);
                cost(a).total_cmp(&cost(b))
            });
            let best = *best.expect("a single is always a piece");
            pieces.push(best);
            part ^= best.mask;
        }
        pieces
    }
}
