//! Hand strength against one opponent whose hands have weights: what is ahead now, and what the cards to come change.
//!
//! A [`Profile`] compares a hand with all others on a board, now and after every way the board can end; it does not
//! depend on weights. [`Profile::strength`] weighs it. Formulas after Billings, Papp, Schaeffer and Szafron (1998),
//! with ties halved (rules of record, hold'em):
//!
//! - HS = (ahead + tied/2) / total
//! - Ppot = (behind→ahead + behind→tied/2 + tied→ahead/2) / (behind + tied/2)
//! - Npot = (ahead→behind + ahead→tied/2 + tied→behind/2) / (ahead + tied/2)
//! - EHS = HS + (1 − HS) Ppot, and the chance to win the showdown: HS (1 − Npot) + (1 − HS) Ppot, the true equity.
//!
//! ```
//! use croupier_games::holdem::{Card, Range, strength::Profile};
//! let profile = Profile::new("AdQc".parse()?, &Card::parse_list("3h4cJh")?)?;
//! let strength = profile.strength(&Range::all())?;
//! assert_eq!((strength.ahead, strength.tied, strength.behind), (628.0, 9.0, 444.0));
//! assert_eq!((strength.hs * 1e6).round(), 585106.0);
//! # Ok::<(), croupier_games::holdem::Error>(())
//! ```

mod field;
mod flop;
mod joint;
#[cfg(test)]
mod tests;

pub use field::Field;
pub use joint::{Joint, joint_exact, joint_sampled};

use super::card::{Card, CardSet, HOLES, Hole};
use super::error::Error;
use super::eval::{BLOCKED, Hand, Ranks};
use super::range::Range;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A hand against each other hand on a board: now, and over all ways the board can end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    hole: Hole,
    board: CardSet,
    runouts: u16,
    now: Vec<Ordering>,
    wins: Vec<u16>,
    ties: Vec<u16>,
}

/// The strength of a hand against weighted hands. Ahead, tied and behind are sums of weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Weight of the hands that this one beats now.
    pub ahead: f64,
    /// Weight of the hands that tie now.
    pub tied: f64,
    /// Weight of the hands that beat this one now.
    pub behind: f64,
    /// Hand strength now.
    pub hs: f64,
    /// Positive potential: the share of what is behind or tied that ends ahead; 0 when nothing is.
    pub ppot: f64,
    /// Negative potential: the share of what is ahead or tied that ends behind; 0 when nothing is.
    pub npot: f64,
    /// HS + (1 − HS) Ppot.
    pub ehs: f64,
    /// HS (1 − Npot) + (1 − HS) Ppot: the chance to win the showdown, ties halved.
    pub equity: f64,
    /// Weight that goes from ahead, tied, behind now (rows) to ahead, tied, behind at the end (columns).
    pub moves: [[f64; 3]; 3],
}

impl Profile {
    /// The profile of a hand on a board of 3, 4 or 5 cards.
    ///
    /// # Errors
    /// Another number of cards, or a card given twice.
    pub fn new(hole: Hole, board: &[Card]) -> Result<Self, Error> {
        let mut now = Ranks::default();
        now.fill(board)?;
        let set: CardSet = board.iter().copied().collect();
        if let Some(twice) = hole.cards().into_iter().find(|&c| set.has(c)) {
            return Err(Error::Duplicate(twice));
        }
        let own = now.raw()[hole.index()];
        let (runouts, wins, ties) = match board.len() {
            3 => flop::count(hole, board),
            4 => river_cards(hole, board),
            _ => {
                let mut sum = Sum::default();
                sum.add(&now, own);
                (1, sum.wins.to_vec(), sum.ties.to_vec())
            }
        };
        let now = now.raw().iter().map(|value| own.cmp(value)).collect();
        Ok(Self { hole, board: set, runouts, now, wins, ties })
    }

    /// The hand.
    pub fn hole(&self) -> Hole {
        self.hole
    }

    /// How many ways the board can end against one opponent's hand: 990, 44 or 1.
    pub fn runouts(&self) -> u16 {
        self.runouts
    }

    /// How this hand compares with another now, and how many runouts it wins and ties; none when the cards clash.
    pub fn against(&self, other: Hole) -> Option<(Ordering, u16, u16)> {
        let i = other.index();
        let used = self.board.union(self.hole.set());
        used.disjoint(other.set()).then(|| (self.now[i], self.wins[i], self.ties[i]))
    }

    /// The strength against one opponent with these weights.
    ///
    /// # Errors
    /// When every hand that is possible has weight 0.
    pub fn strength(&self, weights: &Range) -> Result<Strength, Error> {
        let used = self.board.union(self.hole.set());
        let runouts = f64::from(self.runouts);
        let mut moves = [[0.0; 3]; 3];
        let mut total = [0.0; 3];
        for (hole, weight) in weights.iter() {
            if weight == 0.0 || !used.disjoint(hole.set()) {
                continue;
            }
            let i = hole.index();
            let row = match self.now[i] {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            };
            let (wins, ties) = (f64::from(self.wins[i]), f64::from(self.ties[i]));
            total[row] += weight;
            moves[row][0] += weight * wins;
            moves[row][1] += weight * ties;
            moves[row][2] += weight * (runouts - wins - ties);
        }
        for share in moves.iter_mut().flatten() {
            *share /= runouts;
        }
        Strength::of(total, moves)
    }
}

impl Strength {
    fn of([ahead, tied, behind]: [f64; 3], moves: [[f64; 3]; 3]) -> Result<Self, Error> {
        let sum = ahead + tied + behind;
        if sum <= 0.0 {
            return Err(Error::Empty("the opponent's range"));
        }
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let hs = (ahead + tied / 2.0) / sum;
        let ppot = share(moves[2][0] + moves[2][1] / 2.0 + moves[1][0] / 2.0, behind + tied / 2.0);
        let npot = share(moves[0][2] + moves[0][1] / 2.0 + moves[1][2] / 2.0, ahead + tied / 2.0);
        let ehs = hs + (1.0 - hs) * ppot;
        let equity = hs * (1.0 - npot) + (1.0 - hs) * ppot;
        Ok(Self { ahead, tied, behind, hs, ppot, npot, ehs, equity, moves })
    }

    /// HSⁿ: the simple rule for `opponents` opponents, as if their hands did not depend on each other.
    pub fn hs_against(&self, opponents: u32) -> f64 {
        self.hs.powf(f64::from(opponents))
    }
}

/// Runouts won and tied against each hand.
struct Sum {
    wins: [u16; HOLES],
    ties: [u16; HOLES],
}

impl Default for Sum {
    fn default() -> Self {
        Self { wins: [0; HOLES], ties: [0; HOLES] }
    }
}

impl Sum {
    /// Counts one runout in which the hand has value `own`; blocked hands are above all values.
    #[inline]
    fn add(&mut self, ranks: &Ranks, own: i16) {
        debug_assert!(own < BLOCKED);
        for ((win, tie), &value) in self.wins.iter_mut().zip(&mut self.ties).zip(ranks.raw()) {
            *win += u16::from(value < own);
            *tie += u16::from(value == own);
        }
    }
}

/// Wins and ties over the river cards.
fn river_cards(hole: Hole, board: &[Card]) -> (u16, Vec<u16>, Vec<u16>) {
    use super::eval::classes;
    let turn = board.iter().fold(Hand::EMPTY, |hand, &card| hand + card);
    let used = turn.cards().union(hole.set());
    let (mut sum, mut ranks) = (Sum::default(), Ranks::default());
    for card in Card::all().filter(|&c| !used.has(c)) {
        let all = turn + card;
        ranks.fill_from(&classes(all.key(), 5), all.key(), all.cards());
        sum.add(&ranks, ranks.raw()[hole.index()]);
    }
    (44, sum.wins.to_vec(), sum.ties.to_vec())
}
