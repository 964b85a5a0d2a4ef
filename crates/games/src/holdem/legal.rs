//! The legal actions as one small value: any whole amount between two bounds is a raise.

use super::config::Chips;
use super::text::Action;
use croupier_core::LegalSet;

/// The legal actions of a decision, in order: fold, check or call, raises from the least to the most.
///
/// ```
/// use croupier_core::LegalSet;
/// use croupier_games::holdem::{Action, Legal};
/// let legal = Legal { fold: true, check: false, call: true, raise: Some((200, 20_000)) };
/// assert_eq!((legal.count(), legal.nth(2)), (19_803, Action::Raise(200)));
/// assert_eq!(legal.texts(), ["f", "c", "r200..r20000"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Legal {
    /// Whether folding is legal.
    pub fold: bool,
    /// Whether checking is.
    pub check: bool,
    /// Whether calling is.
    pub call: bool,
    /// The least and the most to which a bet or raise can go.
    pub raise: Option<(Chips, Chips)>,
}

impl LegalSet<Action> for Legal {
    #[inline]
    fn count(&self) -> u64 {
        let raises = self.raise.map_or(0, |(least, most)| u64::from(most - least) + 1);
        u64::from(self.fold) + u64::from(self.check) + u64::from(self.call) + raises
    }

    #[inline]
    fn nth(&self, mut i: u64) -> Action {
        for (legal, action) in
            [(self.fold, Action::Fold), (self.check, Action::Check), (self.call, Action::Call)]
        {
            if legal {
                if i == 0 {
                    return action;
                }
                i -= 1;
            }
        }
        let (least, most) = self.raise.expect("an index below the count");
        assert!(i <= u64::from(most - least), "an index below the count");
        Action::Raise(least + i as Chips)
    }

    #[inline]
    fn has(&self, a: &Action) -> bool {
        match *a {
            Action::Fold => self.fold,
            Action::Check => self.check,
            Action::Call => self.call,
            Action::Raise(to) => self.raise.is_some_and(|(least, most)| (least..=most).contains(&to)),
        }
    }

    fn texts(&self) -> Vec<String> {
        let plain = [(self.fold, "f"), (self.check, "k"), (self.call, "c")];
        let raise =
            self.raise.map(
                |(least, most)| {
                    if least == most { format!("r{least}") } else { format!("r{least}..r{most}") }
                },
            );
        plain.iter().filter(|p| p.0).map(|p| p.1.to_string()).chain(raise).collect()
    }
}
