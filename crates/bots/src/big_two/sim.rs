//! Playouts of one hand in a sampled world, every seat by its plan.

use super::plan::{Piece, Plan};
use super::policy::Table;
use super::weights::Weights;
use croupier_games::big_two::{Scoring, View, settle};

/// A hand in play, with each seat's cards as bits of its plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sim {
    parts: [u16; 4],
    left: [u8; 4],
    turn: u8,
    owner: u8,
    count: u8,
    number: u16,
    passes: u8,
    /// Bit i: seat i is out of the trick.
    locked: u8,
    pass_lock: bool,
}

impl Sim {
    /// The hand of a view, whose seats hold what `plans` were filled with.
    pub(super) fn new(view: &View, strength: Option<(u8, u16)>, plans: [&Plan; 4], pass_lock: bool) -> Self {
        let (count, number) = strength.unwrap_or((0, 0));
        Self {
            parts: plans.map(|p| p.all),
            left: view.left,
            turn: view.turn.unwrap_or(view.seat).0,
            owner: view.table.as_ref().map_or(view.seat, |t| t.seat).0,
            count,
            number,
            passes: view.passes,
            locked: (0..4).fold(0, |m, i| m | u8::from(view.locked[i]) << i),
            pass_lock,
        }
    }

    fn table(&self) -> Table {
        let me = usize::from(self.turn);
        let mut others = 0;
        for seat in (0..4).filter(|s| *s != me) {
            others |= 1 << self.left[seat];
        }
        Table { count: self.count, number: self.number, owner: self.left[usize::from(self.owner)], others }
    }

    /// Puts down `piece`, or passes.
    #[inline]
    pub(super) fn apply(&mut self, piece: Option<&Piece>) {
        match piece {
            Some(piece) => {
                let me = usize::from(self.turn);
                self.parts[me] ^= piece.mask;
                self.left[me] -= piece.count;
                (self.owner, self.count, self.number) = (self.turn, piece.count, piece.number);
                self.passes = 0;
            }
            None => {
                self.passes += 1;
                self.locked |= u8::from(self.pass_lock) << self.turn;
                let out = if self.pass_lock { self.locked.count_ones() as u8 } else { self.passes };
                if out >= 3 {
                    (self.turn, self.count, self.passes, self.locked) = (self.owner, 0, 0, 0);
                    return;
                }
            }
        }
        self.turn = (self.turn + 1) % 4;
        while self.locked >> self.turn & 1 == 1 {
            self.turn = (self.turn + 1) % 4;
        }
    }

    /// Plays the hand out by plan and returns what each seat gains, and how much work it was:
    /// pieces looked at, and a part for each move.
    pub(super) fn play_out(
        mut self,
        plans: [&Plan; 4],
        weights: &Weights,
        scoring: Scoring,
    ) -> ([i32; 4], u64) {
        let mut work = 0;
        while self.left.iter().all(|n| *n > 0) {
            let me = usize::from(self.turn);
            let table = self.table();
            let piece = weights.choose(plans[me], self.parts[me], &table);
            self.apply(piece);
            work += 8 + 2 * plans[me].answers(&table).len() as u64;
        }
        let twos = std::array::from_fn(|i| (self.parts[i] & plans[i].twos).count_ones() as u8);
        (settle(scoring, self.left, twos).map(|c| c.0), work)
    }
}
