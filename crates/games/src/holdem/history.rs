//! What was done in a hand, and hands that are over.

use super::card::{Card, Hole};
use super::config::Chips;
use super::state::State;
use super::text::{Act, Action};
use arrayvec::ArrayVec;
use croupier_core::{Seat, Tally};
use serde::{Deserialize, Serialize};

/// The rounds of betting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Street {
    /// Before the flop.
    #[default]
    Preflop,
    /// Three cards lie.
    Flop,
    /// Four cards lie.
    Turn,
    /// Five cards lie.
    River,
}

impl Street {
    /// All, in order.
    pub const ALL: [Street; 4] = [Street::Preflop, Street::Flop, Street::Turn, Street::River];

    /// How many cards lie.
    pub fn board(self) -> usize {
        [0, 3, 4, 5][self as usize]
    }

    pub(super) fn next(self) -> Option<Street> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        ["preflop", "flop", "turn", "river"][self as usize]
    }
}

/// How many actions a state holds without a heap: most hands have fewer.
const INLINE: usize = 20;

/// The actions of a hand in order, with their streets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    first: ArrayVec<(Street, Act), INLINE>,
    rest: Vec<(Street, Act)>,
}

impl History {
    #[inline]
    pub(super) fn push(&mut self, street: Street, seat: Seat, action: Action) {
        let entry = (street, Act { seat, action });
        if self.first.try_push(entry).is_err() {
            self.rest.push(entry);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Street, Act)> {
        self.first.iter().chain(&self.rest).copied()
    }

    /// The actions of each street.
    pub(super) fn streets(&self) -> [Vec<Act>; 4] {
        Street::ALL.map(|s| self.iter().filter(|e| e.0 == s).map(|e| e.1).collect())
    }
}

/// A hand of an episode of several that is over, as everyone at the table saw it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Past {
    /// Who had the button.
    pub button: Seat,
    /// The board, as far as it was dealt.
    pub board: Vec<Card>,
    /// The actions of each street.
    pub actions: [Vec<Act>; 4],
    /// The hands shown at the end, by seat.
    pub shown: Vec<Option<Hole>>,
    /// The chips each seat had before the hand.
    pub stacks: Vec<Chips>,
    /// What each seat won or lost.
    pub won: Vec<i64>,
}

/// The style figures of all hands of an episode. Means of:
///
/// - `vpip`: put chips in before the flop of its own will; `pfr`: raised before the flop (of hands dealt)
/// - `aggression`: bets and raises among bets, raises, calls and folds after the flop
/// - `raises`, `calls`: bets and raises, and calls, after the flop a hand; `aggression_factor` is their quotient
/// - `went_to_showdown` (of hands that saw the flop), `won_at_showdown` (of those), `saw_flop` (of hands dealt)
pub(super) fn tally(end: &State, out: &mut Tally) {
    for past in end.past.as_deref().into_iter().flatten() {
        one_hand(&past.actions, &past.shown, &past.stacks, past.board.len(), &past.won, out);
    }
    let n = end.seats();
    let past = |i: usize| end.past.as_deref().into_iter().flatten().map(|h| h.won[i]).sum::<i64>();
    let won: Vec<i64> = (0..n).map(|i| end.won[i] - past(i)).collect();
    one_hand(&end.history.streets(), &end.shown()[..n], &end.start[..n], end.board.len(), &won, out);
}

fn one_hand(
    actions: &[Vec<Act>; 4],
    shown: &[Option<Hole>],
    stacks: &[Chips],
    board: usize,
    won: &[i64],
    out: &mut Tally,
) {
    let yes = |b: bool| f64::from(u8::from(b));
    for seat in Seat::all(stacks.len()).filter(|s| stacks[s.index()] > 0) {
        let did = |street: Street, what: fn(&Action) -> bool| {
            actions[street as usize].iter().filter(|a| a.seat == seat && what(&a.action)).count() as f64
        };
        let raise: fn(&Action) -> bool = |a| matches!(a, Action::Raise(_));
        let call: fn(&Action) -> bool = |a| *a == Action::Call;
        let fold: fn(&Action) -> bool = |a| *a == Action::Fold;
        let after = |what| Street::ALL[1..].iter().map(|&s| did(s, what)).sum::<f64>();
        let raised = did(Street::Preflop, raise);
        out.seat(seat, "vpip", yes(raised + did(Street::Preflop, call) > 0.0), 1.0);
        out.seat(seat, "pfr", yes(raised > 0.0), 1.0);
        out.seat(seat, "raises", after(raise), 1.0);
        out.seat(seat, "calls", after(call), 1.0);
        out.ratio(seat, "aggression_factor", after(raise), after(call));
        let chances = after(raise) + after(call) + after(fold);
        if chances > 0.0 {
            out.seat(seat, "aggression", after(raise) / chances, chances);
        }
        let flop = board >= 3 && did(Street::Preflop, fold) == 0.0;
        out.seat(seat, "saw_flop", yes(flop), 1.0);
        if flop {
            let at_end = shown[seat.index()].is_some();
            out.seat(seat, "went_to_showdown", yes(at_end), 1.0);
            if at_end {
                out.seat(seat, "won_at_showdown", yes(won[seat.index()] > 0), 1.0);
            }
        }
    }
}
