//! A fixed index of actions for learners: fold, check or call, a list of fractions of the pot, all-in.

use super::config::Chips;
use super::legal::Legal;
use super::text::Action;
use super::view::View;
use croupier_core::ConfigError;
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
