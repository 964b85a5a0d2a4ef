//! The whole truth of a hand of Leduc hold'em.

use super::text::{Action, Card};
use arrayvec::ArrayVec;
use croupier_core::{Illegal, Seat, Turn};

/// Hands, public card, betting. A round's line has at most four actions: check, raise, raise, call.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(crate) hands: Option<[Card; 2]>,
    pub(crate) public: Option<Card>,
    pub(crate) rounds: [ArrayVec<Action, 4>; 2],
}

/// Whether a round's betting has ended.
fn closed(line: &[Action]) -> bool {
    use Action::{Call, Fold};
    matches!(line, [.., Fold] | [_, .., Call])
}

fn raises(line: &[Action]) -> usize {
    line.iter().filter(|a| **a == Action::Raise).count()
}

impl State {
    fn folded(&self) -> bool {
        self.rounds.iter().any(|r| r.last() == Some(&Action::Fold))
    }

    /// The round being bet: the second once the public card lies.
    fn round(&self) -> usize {
        usize::from(self.public.is_some())
    }

    #[inline]
    pub(super) fn turn(&self) -> Turn {
        if self.hands.is_none() {
            return Turn::Chance;
        }
        let line = &self.rounds[self.round()];
        if !closed(line) {
            return Turn::Seat(Seat((line.len() % 2) as u8));
        }
        if self.public.is_some() || self.folded() { Turn::Over } else { Turn::Chance }
    }

    pub(super) fn legal(&self, out: &mut Vec<Action>) {
        out.clear();
        if matches!(self.turn(), Turn::Seat(_)) {
            let line = &self.rounds[self.round()];
            if line.last() == Some(&Action::Raise) {
                out.push(Action::Fold);
            }
            out.push(Action::Call);
            if raises(line) < 2 {
                out.push(Action::Raise);
            }
        }
    }

    pub(super) fn apply(&mut self, a: Action) -> Result<(), Illegal> {
        if !matches!(self.turn(), Turn::Seat(_)) {
            return Err(Illegal::new(a, "it is no seat's turn"));
        }
        let round = self.round();
        let line = &mut self.rounds[round];
        match a {
            Action::Fold if line.last() != Some(&Action::Raise) => {
                return Err(Illegal::new(a, "folding needs a raise to fold to"));
            }
            Action::Raise if raises(line) == 2 => {
                return Err(Illegal::new(a, "a round has at most two raises"));
            }
            _ => line.push(a),
        }
        Ok(())
    }

    /// What each seat has put in.
    pub(crate) fn paid(&self) -> [i32; 2] {
        let mut paid = [1, 1];
        for (line, size) in self.rounds.iter().zip([2, 4]) {
            for (i, a) in line.iter().enumerate() {
                let level = paid[0].max(paid[1]);
                match a {
                    Action::Fold => {}
                    Action::Call => paid[i % 2] = level,
                    Action::Raise => paid[i % 2] = level + size,
                }
            }
        }
        paid
    }

    /// What seat 0 has won.
    pub(super) fn payoff(&self) -> f64 {
        let paid = self.paid();
        for line in &self.rounds {
            if line.last() == Some(&Action::Fold) {
                let folder = (line.len() - 1) % 2;
                return if folder == 0 { -f64::from(paid[0]) } else { f64::from(paid[1]) };
            }
        }
        let (Some([a, b]), Some(public)) = (self.hands, self.public) else {
            return 0.0;
        };
        let value = |c: Card| if c.rank() == public.rank() { 10 } else { c.rank() };
        match value(a).cmp(&value(b)) {
            std::cmp::Ordering::Greater => f64::from(paid[1]),
            std::cmp::Ordering::Less => -f64::from(paid[0]),
            std::cmp::Ordering::Equal => 0.0,
        }
    }

    pub(super) fn showdown(&self) -> bool {
        self.turn() == Turn::Over && !self.folded()
    }
}
