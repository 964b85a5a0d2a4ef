//! A seat's knowledge as 14 numbers: its card one-hot (J, Q, K); the first three actions, each one-hot (pass, bet); its
//! seat one-hot; the other card one-hot once shown. Index 0 passes, 1 bets.

use super::state::State;
use super::text::Action;
use super::{Kuhn, View};
use crate::encode::{Encode, Options, one_hot};
use croupier_core::{ConfigError, Game, Seat};

const ACTIONS: [Action; 2] = [Action::Pass, Action::Bet];

impl Encode for Kuhn {
    type Code = ();

    fn code(&self, options: &Options) -> Result<(), ConfigError> {
        options.none(Self::ID)
    }
    fn actions(&self, _: &()) -> usize {
        ACTIONS.len()
    }
    fn index(&self, _: &(), _: &State, action: Action) -> Option<usize> {
        Some(action as usize)
    }
    fn action(&self, _: &(), _: &State, index: usize) -> Option<Action> {
        ACTIONS.get(index).copied()
    }
    fn shape(&self) -> Vec<usize> {
        vec![14]
    }
    fn observe(&self, s: &State, seat: Seat, out: &mut [f32]) {
        assert_eq!(out.len(), 14, "an observation of Kuhn poker has 14 numbers");
        let view = View::of(s, seat);
        one_hot(view.card.map(|c| c.0.into()), &mut out[..3]);
        for (i, pair) in out[3..9].chunks_exact_mut(2).enumerate() {
            one_hot(view.history.get(i).map(|a| *a as usize), pair);
        }
        one_hot(Some(seat.index()), &mut out[9..11]);
        one_hot(view.shown.map(|c| c.0.into()), &mut out[11..]);
    }
}
