//! A seat's knowledge as 44 numbers: its card one-hot (Ja, Jb, Qa … Kb); the public card likewise; its seat one-hot; for
//! each round its four actions at most, each one-hot (fold, call, raise); the other card one-hot once shown. Index 0
//! folds, 1 checks or calls, 2 raises.

use super::Leduc;
use super::state::State;
use super::text::Action;
use crate::encode::{Encode, Options};
use croupier_core::{ConfigError, Game, Seat};

const ACTIONS: [Action; 3] = [Action::Fold, Action::Call, Action::Raise];
const LEN: usize = 6 + 6 + 2 + 24 + 6;

impl Encode for Leduc {
    type Code = ();

    fn code(&self, options: &Options) -> Result<(), ConfigError> {
        options.none(Self::ID)
    }
    fn actions(&self, _: &()) -> usize {
        ACTIONS.len()
    }
    #[inline]
    fn index(&self, _: &(), _: &State, action: Action) -> Option<usize> {
        Some(action as usize)
    }
    #[inline]
    fn action(&self, _: &(), _: &State, index: usize) -> Option<Action> {
        ACTIONS.get(index).copied()
    }
    fn shape(&self) -> Vec<usize> {
        vec![LEN]
    }
    fn observe(&self, s: &State, seat: Seat, out: &mut [f32]) {
        let out: &mut [f32; LEN] = out.try_into().expect("an observation of Leduc hold'em has 44 numbers");
        out.fill(0.0);
        if let Some(hands) = s.hands {
            out[usize::from(hands[seat.index()].0)] = 1.0;
            if s.showdown() {
                out[38 + usize::from(hands[1 - seat.index()].0)] = 1.0;
            }
        }
        if let Some(public) = s.public {
            out[6 + usize::from(public.0)] = 1.0;
        }
        out[12 + seat.index()] = 1.0;
        for (round, line) in s.rounds.iter().enumerate() {
            for (i, action) in line.iter().enumerate() {
                out[14 + 12 * round + 3 * i + *action as usize] = 1.0;
            }
        }
    }
}
