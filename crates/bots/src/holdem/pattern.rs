//! The pattern tree: what an opponent does, by street and by what it answers.
//!
//! One tree a street. The first layer is the opponent acting first; the second its answer to our check or call, raise
//! or big raise; the third its answer to our raise of its own raise, into which all deeper raises fold. Under each
//! place hang four actions: fold, check or call, raise, big raise. Each counts visits.

use croupier_games::holdem::Street;
use serde::{Deserialize, Serialize};

/// The abstract actions of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// F
    Fold,
    /// C: check or call.
    Call,
    /// R: bet or raise by less than the threshold.
    Raise,
    /// BR: bet or raise by the threshold or more.
    BigRaise,
}

impl Kind {
    /// All, in order.
    pub const ALL: [Kind; 4] = [Kind::Fold, Kind::Call, Kind::Raise, Kind::BigRaise];

    /// The letters of the write-up.
    pub fn letters(self) -> &'static str {
        ["F", "C", "R", "BR"][self as usize]
    }

    /// Whether it puts a new bet.
    pub fn raises(self) -> bool {
        self >= Kind::Raise
    }
}

/// A place of a street's tree: what the opponent answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Answers {
    /// Nothing: it acts first.
    First,
    /// Our check or call.
    Call,
    /// Our raise.
    Raise,
    /// Our big raise.
    BigRaise,
    /// Our raise of its own raise, or any deeper one.
    Reraise,
    /// Our big raise of its own raise, or any deeper one.
    BigReraise,
}

impl Answers {
    /// All, layer by layer.
    pub const ALL: [Answers; 6] = [
        Answers::First,
        Answers::Call,
        Answers::Raise,
        Answers::BigRaise,
        Answers::Reraise,
        Answers::BigReraise,
    ];

    /// The layer, 1 to 3.
    pub fn layer(self) -> usize {
        [1, 2, 2, 2, 3, 3][self as usize]
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        ["acts first", "after our C", "after our R", "after our BR", "after our re-R", "after our re-BR"]
            [self as usize]
    }
}

/// Where a street's betting stands for the tree of one opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    ours: Option<Kind>,
    /// Whether the opponent had raised on this street before our last action.
    over_its_raise: bool,
    it_raised: bool,
}

impl Scene {
    /// The place at which the opponent now acts.
    pub fn place(self) -> Answers {
        match (self.ours, self.over_its_raise) {
            (None, _) => Answers::First,
            (Some(Kind::Raise), true) => Answers::Reraise,
            (Some(Kind::BigRaise), true) => Answers::BigReraise,
            (Some(Kind::Raise), false) => Answers::Raise,
            (Some(Kind::BigRaise), false) => Answers::BigRaise,
            (Some(Kind::Fold | Kind::Call), _) => Answers::Call,
        }
    }

    /// The opponent did this.
    pub fn its(&mut self, kind: Kind) {
        self.it_raised |= kind.raises();
    }

    /// We did this.
    pub fn our(&mut self, kind: Kind) {
        self.ours = Some(kind);
        self.over_its_raise = self.it_raised;
    }
}

/// Visits by street, place and action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Patterns {
    visits: [[[u32; 4]; 6]; 4],
}

impl Patterns {
    /// Counts a visit.
    pub fn visit(&mut self, street: Street, place: Answers, kind: Kind) {
        let n = &mut self.visits[street as usize][place as usize][kind as usize];
        *n = n.saturating_add(1);
    }

    /// The visits of a place's four actions.
    pub fn visits(&self, street: Street, place: Answers) -> [u32; 4] {
        self.visits[street as usize][place as usize]
    }

    /// O (or B, of an equilibrium player's tree): the visits of a place's actions normalised over all four; none where
    /// it was never seen.
    ///
    /// ```
    /// use croupier_bots::holdem::pattern::{Answers, Kind, Patterns};
    /// use croupier_games::holdem::Street;
    /// let mut tree = Patterns::default();
    /// assert_eq!(tree.share(Street::Flop, Answers::Raise), None);
    /// tree.visit(Street::Flop, Answers::Raise, Kind::Fold);
    /// tree.visit(Street::Flop, Answers::Raise, Kind::Call);
    /// assert_eq!(tree.share(Street::Flop, Answers::Raise), Some([0.5, 0.5, 0.0, 0.0]));
    /// ```
    pub fn share(&self, street: Street, place: Answers) -> Option<[f64; 4]> {
        let visits = self.visits(street, place).map(f64::from);
        let sum: f64 = visits.iter().sum();
        (sum > 0.0).then(|| visits.map(|n| n / sum))
    }

    /// G = O − B, and 0 where the opponent, or the equilibrium player, was never seen.
    pub fn gap(&self, base: &Patterns, street: Street, place: Answers) -> [f64; 4] {
        match (self.share(street, place), base.share(street, place)) {
            (Some(o), Some(b)) => std::array::from_fn(|i| o[i] - b[i]),
            _ => [0.0; 4],
        }
    }
}

/// P' = P + G clipped to [0, 1] and normalised again, over the actions that are legal (those that P allows at all or
/// `legal` names); P itself where nothing is left.
pub fn shifted(base: [f64; 4], gap: [f64; 4], legal: [bool; 4]) -> [f64; 4] {
    let moved: [f64; 4] =
        std::array::from_fn(|i| if legal[i] { (base[i] + gap[i]).clamp(0.0, 1.0) } else { 0.0 });
    let sum: f64 = moved.iter().sum();
    if sum > 0.0 { moved.map(|p| p / sum) } else { base }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of one street, ours in capitals, and where the opponent then answers; from the rules page's three layers.
    #[test]
    fn places_follow_the_three_layers() {
        let table = [
            ("", Answers::First),
            ("cR", Answers::Raise),
            ("C", Answers::Call),
            ("B", Answers::BigRaise),
            ("rR", Answers::Reraise),
            ("bB", Answers::BigReraise),
            ("RrR", Answers::Reraise),
            ("rRrB", Answers::BigReraise),
            ("rC", Answers::Call),
        ];
        for (line, expected) in table {
            let mut scene = Scene::default();
            for letter in line.chars() {
                let kind = match letter.to_ascii_lowercase() {
                    'c' => Kind::Call,
                    'r' => Kind::Raise,
                    _ => Kind::BigRaise,
                };
                if letter.is_uppercase() { scene.our(kind) } else { scene.its(kind) }
            }
            assert_eq!(scene.place(), expected, "{line}");
        }
    }

    #[test]
    fn shifted_shares_are_distributions_and_stay_where_nothing_is_known() {
        let p = [0.2, 0.5, 0.3, 0.0];
        assert_eq!(shifted(p, [0.0; 4], [true; 4]), p);
        // By hand: (0.6, 0.3, 0, 0.1) from gaps +0.4, −0.2, −0.5, +0.1.
        let moved = shifted(p, [0.4, -0.2, -0.5, 0.1], [true; 4]);
        assert!(moved.iter().zip([0.6, 0.3, 0.0, 0.1]).all(|(a, b)| (a - b).abs() < 1e-12), "{moved:?}");
        let check = shifted([0.0, 0.7, 0.3, 0.0], [0.5, 0.0, 0.0, 0.0], [false, true, true, true]);
        assert_eq!(check[0], 0.0);
    }

    #[test]
    fn gaps_are_nothing_where_nobody_was_seen() {
        let (mut seen, base) = (Patterns::default(), Patterns::default());
        seen.visit(Street::Turn, Answers::First, Kind::Raise);
        assert_eq!(seen.gap(&base, Street::Turn, Answers::First), [0.0; 4]);
        assert_eq!(base.gap(&seen, Street::Turn, Answers::First), [0.0; 4]);
    }
}
