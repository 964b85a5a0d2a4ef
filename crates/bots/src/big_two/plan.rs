//! Plans: all plays of a hand, and for every part of the hand the least cost of playing it out.

use super::weights::{Market, Weights};
use croupier_games::big_two::{Action, Cards, Plays, Strength};

/// A play of a hand. Cards are numbered within the hand, from low to high; `mask` has their bits.
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
    /// For each set of the hand's cards the least sum of costs of pieces that make it up.
    value: Vec<f32>,
    /// The bits of the 2s.
    pub(super) twos: u16,
    /// The bits of the whole hand.
    pub(super) all: u16,
    actions: Vec<Action>,
    /// (mask, cost) of the pieces by their lowest card; `lows[i]` is where those of card i begin.
    cells: Vec<(u16, f32)>,
    lows: [usize; 14],
}

impl Plan {
    /// Fills the plan with the plays of `hand` and the costs that `market` and `weights` say.
    pub(super) fn fill(&mut self, plays: &Plays, hand: Cards, market: &Market, weights: &Weights) {
        self.list(plays, hand);
        for piece in &mut self.pieces {
            piece.hold = market.hold(piece.strength);
            piece.cost = weights.cost(u32::from(piece.count), piece.hold);
        }
        self.tabulate();
    }

    /// Lists the plays of `hand`, without costs.
    pub(super) fn list(&mut self, plays: &Plays, hand: Cards) {
        let mut place = [0u8; 52];
        hand.iter().zip(0..).for_each(|(card, i)| place[usize::from(card.index())] = i);
        let local = |cards: Cards| cards.iter().fold(0u16, |m, c| m | 1 << place[usize::from(c.index())]);
        plays.all(hand, &mut self.actions);
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
        self.all = ((1u32 << hand.len()) - 1) as u16;
    }

    /// Computes what every part of the hand costs, from the pieces' costs.
    pub(super) fn tabulate(&mut self) {
        self.cells.clear();
        for low in 0..13 {
            self.lows[low] = self.cells.len();
            let of = self.pieces.iter().filter(|p| p.mask.trailing_zeros() as usize == low);
            self.cells.extend(of.map(|p| (p.mask, p.cost)));
        }
        self.lows[13] = self.cells.len();
        self.value.clear();
        self.value.resize(usize::from(self.all) + 1, 0.0);
        for part in 1..=self.all {
            let low = part.trailing_zeros() as usize;
            let mut best = f32::INFINITY;
            for (mask, cost) in &self.cells[self.lows[low]..self.lows[low + 1]] {
                if mask & !part == 0 {
                    best = best.min(self.value[usize::from(part ^ mask)] + cost);
                }
            }
            self.value[usize::from(part)] = best;
        }
    }

    /// The bits of `hand`, which is a part of the plan's hand.
    #[cfg(test)]
    pub(super) fn part(&self, hand: Cards) -> u16 {
        let singles = self.pieces.iter().filter(|p| p.count == 1 && hand.contains(p.action.cards()));
        singles.fold(0, |m, p| m | p.mask)
    }

    /// The least cost of playing out `part`.
    #[inline]
    pub(super) fn value(&self, part: u16) -> f32 {
        self.value[usize::from(part)]
    }

    /// The pieces of `count` cards stronger than `number`.
    #[inline]
    pub(super) fn stronger(&self, count: u8, number: u16) -> &[Piece] {
        let of = &self.pieces[self.from[usize::from(count)]..self.from[usize::from(count) + 1]];
        &of[of.partition_point(|p| p.number <= number)..]
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
