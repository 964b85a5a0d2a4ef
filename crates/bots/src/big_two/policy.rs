//! The choice by plan: what `planner` does, what playouts do, and where `hard` starts from.

use super::plan::{Piece, Plan};
use super::weights::Weights;

/// What matters of the table to whoever is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    /// Cards of the play on the table; 0 on lead.
    pub(super) count: u8,
    /// Its strength's number.
    pub(super) number: u16,
    /// Cards left at the seat that made it.
    pub(super) owner: u8,
    /// Bit n: another seat has n cards left.
    pub(super) others: u16,
}

impl Table {
    /// The least number of cards that another seat has left.
    #[inline]
    fn least(&self) -> f64 {
        f64::from(self.others.trailing_zeros().max(1))
    }
}

impl Weights {
    /// How good it is to put down `piece` from `part` of the hand; comparable with [`passing`](Self::passing).
    #[inline]
    pub(super) fn playing(&self, plan: &Plan, part: u16, piece: &Piece, table: &Table) -> f64 {
        let rest = part ^ piece.mask;
        if rest == 0 {
            return f64::INFINITY;
        }
        let mut good = self.shed * f64::from(piece.count) - f64::from(plan.value(rest));
        good -= self.caught(plan, rest, table);
        if table.others >> piece.count & 1 == 1 {
            good -= self.guard * f64::from(1.0 - piece.hold);
        }
        good
    }

    /// How good it is to pass.
    #[inline]
    pub(super) fn passing(&self, plan: &Plan, part: u16, table: &Table) -> f64 {
        -f64::from(plan.value(part))
            - self.pass
            - self.press / f64::from(table.owner.max(1))
            - self.caught(plan, part, table)
    }

    #[inline]
    fn caught(&self, plan: &Plan, part: u16, table: &Table) -> f64 {
        self.twos * f64::from((part & plan.twos).count_ones()) / table.least()
    }

    /// The best piece to put down, or none to pass.
    #[inline]
    pub(super) fn choose<'a>(&self, plan: &'a Plan, part: u16, table: &Table) -> Option<&'a Piece> {
        let mut best = match table.count {
            0 => f64::NEG_INFINITY,
            _ => self.passing(plan, part, table),
        };
        let mut chosen = None;
        for piece in plan.answers(table).iter().filter(|p| p.mask & !part == 0) {
            let good = self.playing(plan, part, piece, table);
            if good > best {
                (best, chosen) = (good, Some(piece));
            }
        }
        chosen
    }
}
