//! The legal actions of a state, by the fast generator.

use super::BigTwo;
use super::config::MustPlay3d;
use super::plays::Action;
use super::state::{Phase, State};

impl BigTwo {
    pub(crate) fn legal_actions(&self, s: &State, out: &mut Vec<Action>) {
        out.clear();
        if s.phase != Phase::Play {
            return;
        }
        let hand = s.hands[s.turn.index()];
        match s.table {
            Some(table) => {
                self.plays.stronger(hand, table.strength, out);
                out.push(Action::PASS);
            }
            None => {
                self.plays.all(hand, out);
                if s.history.is_empty() && self.config.must_play_3d != MustPlay3d::Off {
                    out.retain(|a| self.may_open(a.cards()));
                }
            }
        }
    }
}
