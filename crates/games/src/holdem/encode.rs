//! A fixed index of actions for learners: fold, check or call, a list of fractions of the pot, all-in.

use super::Holdem;
use super::config::{Chips, MOST_SEATS};
use super::legal::Legal;
use super::state::State;
use super::text::Action;
use super::view::View;
use crate::encode::{Encode, Options, one_hot};
use croupier_core::{ConfigError, Game, Seat, Turn};
use serde::{Deserialize, Serialize};

/// The index of actions: 0 folds, 1 checks or calls, 2 and on raise by fractions of the pot, the last goes all-in. It
/// never depends on the hand; which of its entries are legal does.
///
/// A raise by the fraction x goes to the highest bet plus x times the pot after a call, rounded to whole chips and to
/// the nearest legal amount.
///
/// ```
/// use croupier_games::holdem::ActionIndex;
/// let index = ActionIndex::new(vec![0.5, 1.0])?;
/// assert_eq!(index.size(), 5);
/// # Ok::<(), croupier_core::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionIndex {
    fractions: Vec<f64>,
}

/// What the index needs to know of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The legal actions.
    pub legal: Legal,
    /// All chips in the middle, bets included.
    pub pot: Chips,
    /// The highest bet of this street.
    pub level: Chips,
    /// The bet of the seat to act on this street.
    pub bet: Chips,
}

impl Spot {
    /// The spot of the seat to act, which is the seat of the view.
    pub fn of(view: &View, legal: &Legal) -> Self {
        Self { legal: *legal, pot: view.pot, level: view.level(), bet: view.bets[view.seat.index()] }
    }

    /// The same from a state: all of it lies open.
    fn of_state(s: &State, legal: &Legal) -> Self {
        let bet = match s.turn() {
            Turn::Seat(seat) => s.bets[seat.index()],
            _ => 0,
        };
        Self { legal: *legal, pot: s.pot(), level: s.level, bet }
    }

    /// Where a raise by this fraction of the pot goes, before it is made legal.
    fn target(&self, fraction: f64) -> Chips {
        let after_call = f64::from(self.pot) + f64::from(self.level - self.bet);
        (f64::from(self.level) + (fraction * after_call).round()) as Chips
    }
}

impl ActionIndex {
    /// The index with these fractions of the pot.
    ///
    /// # Errors
    /// Fractions that are not positive, finite and rising.
    pub fn new(fractions: Vec<f64>) -> Result<Self, ConfigError> {
        let rising = fractions.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || fractions.iter().any(|x| !x.is_finite() || *x <= 0.0) {
            return Err(ConfigError::value(
                "fractions",
                format!("{fractions:?}"),
                "positive numbers, each above the one before",
            ));
        }
        Ok(Self { fractions })
    }

    /// The fractions of the pot.
    pub fn fractions(&self) -> &[f64] {
        &self.fractions
    }

    /// How many entries there are: three more than fractions.
    pub fn size(&self) -> usize {
        self.fractions.len() + 3
    }

    /// The action of an entry; none where it is not legal, or is the same action as a lower entry.
    pub fn action(&self, index: usize, spot: &Spot) -> Option<Action> {
        let legal = &spot.legal;
        match index {
            0 => legal.fold.then_some(Action::Fold),
            1 if legal.check => Some(Action::Check),
            1 => legal.call.then_some(Action::Call),
            _ => {
                let (least, most) = legal.raise?;
                let amount =
                    |i: usize| self.fractions.get(i - 2).map_or(most, |&x| spot.target(x).clamp(least, most));
                let fresh = index < self.size() && (index == 2 || amount(index) > amount(index - 1));
                fresh.then(|| Action::Raise(amount(index)))
            }
        }
    }

    /// Which entries are legal and distinct.
    pub fn mask(&self, spot: &Spot) -> Vec<bool> {
        (0..self.size()).map(|i| self.action(i, spot).is_some()).collect()
    }

    /// The entry of an action: of a raise, the entry whose amount is nearest, the lower of two equally near.
    pub fn index_of(&self, action: Action, spot: &Spot) -> Option<usize> {
        match action {
            Action::Fold => Some(0),
            Action::Check | Action::Call => Some(1),
            Action::Raise(to) => (2..self.size())
                .filter_map(|i| match self.action(i, spot) {
                    Some(Action::Raise(amount)) => Some((amount.abs_diff(to), i)),
                    _ => None,
                })
                .min()
                .map(|(_, i)| i),
        }
    }
}

impl Default for ActionIndex {
    /// A third, a half, three quarters, one, one and a half and twice the pot.
    fn default() -> Self {
        Self { fractions: vec![1.0 / 3.0, 0.5, 0.75, 1.0, 1.5, 2.0] }
    }
}

/// Numbers of a seat's row in an observation.
const ROW: usize = 7;
/// The length of an observation: own hand, board, street, a row for each of ten seats, the table, the betting.
const LEN: usize = 52 + 52 + 4 + ROW * MOST_SEATS + 3 + 8 * MOST_SEATS;

/// An observation is 261 numbers, chips as shares of all chips on the table, seats relative to the viewer's (0) in turn
/// order, places that the table lacks zero:
///
/// own hand (52, by rank from the 2, then suit clubs, diamonds, hearts, spades); the board (52); the street one-hot (4); for
/// each of ten seats chips behind, bet of this street, chips put in, whether it is in the hand, has the button, is to act,
/// is there at all (70); the pot, the chips to call, the share of the episode's hands that are over (3); for each street
/// and each of ten seats its checks, calls and folds / 4 and its raises / 4 (80).
impl Encode for Holdem {
    type Code = ActionIndex;

    fn code(&self, options: &Options) -> Result<ActionIndex, ConfigError> {
        options.fractions.clone().map_or_else(|| Ok(ActionIndex::default()), ActionIndex::new)
    }
    fn actions(&self, code: &ActionIndex) -> usize {
        code.size()
    }
    fn index(&self, code: &ActionIndex, s: &State, action: Action) -> Option<usize> {
        code.index_of(action, &Spot::of_state(s, &s.legal(self.config())))
    }
    fn action(&self, code: &ActionIndex, s: &State, index: usize) -> Option<Action> {
        code.action(index, &Spot::of_state(s, &s.legal(self.config())))
    }
    fn indices(&self, code: &ActionIndex, s: &State, legal: &Legal, out: &mut Vec<usize>) {
        let spot = Spot::of_state(s, legal);
        out.clear();
        out.extend((0..code.size()).filter(|i| code.action(*i, &spot).is_some()));
    }
    fn shape(&self) -> Vec<usize> {
        vec![LEN]
    }
    fn observe(&self, s: &State, seat: Seat, out: &mut [f32]) {
        assert_eq!(out.len(), LEN, "an observation of hold'em has {LEN} numbers");
        out.fill(0.0);
        let (n, me) = (s.seats(), seat.index());
        for card in s.hands[me].iter().flat_map(|h| h.cards()) {
            out[card.index()] = 1.0;
        }
        s.board.iter().for_each(|card| out[52 + card.index()] = 1.0);
        one_hot(Some(s.street as usize), &mut out[104..108]);
        let all: f32 = s.start[..n].iter().map(|c| *c as f32).sum();
        let share = |chips: Chips| chips as f32 / all;
        let rows = &mut out[108..108 + ROW * MOST_SEATS];
        for (steps, row) in rows.chunks_exact_mut(ROW).enumerate().take(n) {
            let i = (me + steps) % n;
            let flag = |yes: bool| f32::from(u8::from(yes));
            let acts = flag(s.turn() == Turn::Seat(Seat(i as u8)));
            let (alive, button) = (flag(s.alive >> i & 1 == 1), flag(usize::from(s.button) == i));
            row.copy_from_slice(&[
                share(s.stack(i)),
                share(s.bets[i]),
                share(s.put[i]),
                alive,
                button,
                acts,
                1.0,
            ]);
        }
        let table = &mut out[108 + ROW * MOST_SEATS..];
        table[0] = share(s.pot());
        table[1] = share(s.level.saturating_sub(s.bets[me]).min(s.stack(me)));
        table[2] = f32::from(s.played) / f32::from(self.config().hands);
        for (street, act) in s.history.iter() {
            let steps = (act.seat.index() + n - me) % n;
            let raised = usize::from(matches!(act.action, Action::Raise(_)));
            table[3 + 2 * (MOST_SEATS * street as usize + steps) + raised] += 0.25;
        }
    }
}
