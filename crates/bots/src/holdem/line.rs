//! A heads-up hand followed on the real table and on the abstract one at once.
//!
//! A real bet between two abstract ones is taken for one of them by the pseudo-harmonic mapping (Ganzfried and Sandholm
//! 2013): with sizes A < x < B as fractions of the pot, for A with probability (B − x)(1 + A) / ((B − A)(1 + x)). A
//! bet below the smallest is taken for it, one above all for all-in. The betting of a hand may leave the abstract tree:
//! when an abstract all-in was called and chips are left.

use super::betting::{Betting, Move, Node};
use super::pattern::Kind;
use super::policy::Facing;
use super::solve::BIG;
use croupier_games::holdem::{Act, Action, Chips, Config, Street, View};

/// Where a hand stands.
#[derive(Clone, Debug)]
pub struct Line {
    start: [Chips; 2],
    blinds: [Chips; 2],
    /// By role: 0 is the button.
    put: [Chips; 2],
    bets: [Chips; 2],
    street: Street,
    raises: usize,
    place: Option<u32>,
}

/// An action and what stood before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Who acted: 0 is the button.
    pub role: usize,
    /// When.
    pub street: Street,
    /// What it is to a pattern tree.
    pub kind: Kind,
    /// The decision of the abstract tree that it was; none off the tree.
    pub place: Option<u32>,
    /// The pot before it.
    pub pot: Chips,
    /// What there was to call.
    pub to_call: Chips,
    /// How many bets and raises the street had seen, blinds not counted.
    pub raises: usize,
    /// Whether a raise was possible: both had chips left after a call.
    pub can_raise: bool,
}

impl Step {
    /// What it answered, as the plain rule looks at it.
    pub fn facing(&self) -> Facing {
        Facing {
            preflop: self.street == Street::Preflop,
            raises: self.raises,
            to_call: self.to_call,
            pot: self.pot,
            can_raise: self.can_raise,
        }
    }
}

impl Line {
    /// The start of a hand between two seats.
    pub fn new(config: &Config) -> Self {
        let start = [config.stack(0), config.stack(1)];
        let blinds = [config.blinds.small, config.blinds.big];
        let mut line = Self {
            start,
            blinds,
            put: [0; 2],
            bets: [0; 2],
            street: Street::Preflop,
            raises: 0,
            place: None,
        };
        line.restart();
        line
    }

    /// Back to the start of a hand.
    pub fn restart(&mut self) {
        self.put = [0, 1].map(|i: usize| self.blinds[i].min(self.start[i]));
        self.bets = self.put;
        self.street = Street::Preflop;
        self.raises = 0;
        self.place = Some(0);
    }

    /// The place on the abstract tree, while the hand is on it.
    pub fn place(&self) -> Option<u32> {
        self.place
    }

    /// All chips in the middle.
    pub fn pot(&self) -> Chips {
        self.put[0] + self.put[1]
    }

    /// Follows an action; `chance` from 0 to 1 settles which abstract bet a real one is taken for.
    pub fn follow(
        &mut self,
        betting: &Betting,
        street: Street,
        role: usize,
        action: Action,
        chance: f64,
    ) -> Step {
        if street != self.street {
            self.street = street;
            self.bets = [0; 2];
            self.raises = 0;
        }
        let raises = self.raises;
        self.raises += usize::from(matches!(action, Action::Raise(_)));
        let can_raise = [role, 1 - role].into_iter().all(|i| {
            let behind = self.start[i] - self.put[i];
            behind > if i == role { self.bets[1 - i].saturating_sub(self.bets[i]) } else { 0 }
        });
        let level = self.bets[0].max(self.bets[1]);
        let to_call = (level - self.bets[role]).min(self.start[role] - self.put[role]);
        let pot = self.pot();
        let after_call = f64::from((pot + to_call).max(1));
        let size = |to: Chips| f64::from(to.saturating_sub(level)) / after_call;
        let all = self.bets[role] + self.start[role] - self.put[role];
        let kind = match action {
            Action::Fold => Kind::Fold,
            Action::Check | Action::Call => Kind::Call,
            Action::Raise(to) if size(to) < BIG => Kind::Raise,
            Action::Raise(_) => Kind::BigRaise,
        };
        let place = self.place.filter(|p| matches!(betting.nodes[*p as usize], Node::Decision { .. }));
        let edges = match place.map(|p| &betting.nodes[p as usize]) {
            Some(Node::Decision { edges, .. }) => edges.as_slice(),
            _ => &[],
        };
        self.place = match action {
            Action::Fold => find(edges, |m| *m == Move::Fold),
            Action::Check | Action::Call => find(edges, |m| *m == Move::Call),
            Action::Raise(to) if to >= all => find(edges, |m| *m == Move::AllIn),
            Action::Raise(to) => nearest(edges, size(to), size(all), chance),
        };
        let paid = match action {
            Action::Fold | Action::Check => 0,
            Action::Call => to_call,
            Action::Raise(to) => to.saturating_sub(self.bets[role]).min(self.start[role] - self.put[role]),
        };
        self.put[role] += paid;
        self.bets[role] += paid;
        Step { role, street, kind, place, pot, to_call, raises, can_raise }
    }
}

fn find(edges: &[(Move, u32)], wanted: impl Fn(&Move) -> bool) -> Option<u32> {
    edges.iter().find(|e| wanted(&e.0)).map(|e| e.1)
}

/// The abstract raise that a bet of `size` is taken for.
fn nearest(edges: &[(Move, u32)], size: f64, all: f64, chance: f64) -> Option<u32> {
    let of = |m: &Move| match m {
        Move::Raise(x) => Some(*x),
        Move::AllIn => Some(all),
        _ => None,
    };
    let sizes: Vec<(f64, u32)> = edges.iter().filter_map(|e| Some((of(&e.0)?, e.1))).collect();
    let above = sizes.iter().position(|s| s.0 >= size);
    match above {
        None => sizes.last().map(|s| s.1),
        Some(0) => Some(sizes[0].1),
        Some(i) => {
            let ((a, low), (b, high)) = (sizes[i - 1], sizes[i]);
            let for_low = (b - size) * (1.0 + a) / ((b - a) * (1.0 + size));
            Some(if chance < for_low { low } else { high })
        }
    }
}

/// The actions of the present hand, in order, with their streets.
pub fn actions(view: &View) -> impl Iterator<Item = (Street, Act)> + '_ {
    Street::ALL.into_iter().flat_map(|s| view.actions[s as usize].iter().map(move |a| (s, *a)))
}

/// 0 for the seat with the button, 1 for the other.
pub fn role(view: &View, act: &Act) -> usize {
    usize::from(act.seat != view.button)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holdem::betting::Abstraction;

    fn follow(line: &str) -> (Line, Vec<Step>) {
        let betting = Betting::new(&Abstraction::default()).unwrap();
        let mut at = Line::new(&Config::default());
        let steps = line
            .split_whitespace()
            .map(|word| {
                let (head, action) = word.split_once(':').unwrap();
                let street = Street::ALL[head[1..].parse::<usize>().unwrap()];
                at.follow(&betting, street, head[..1].parse().unwrap(), action.parse().unwrap(), 0.5)
            })
            .collect();
        (at, steps)
    }

    #[test]
    fn pot_sized_raises_stay_on_the_tree_and_chips_are_counted() {
        // The button raises by the pot to 300, called; a bet of half of 600, raised by the pot: 300 + 1,200.
        let (line, steps) = follow("00:r300 10:c 11:r300 01:r1500 11:c");
        assert_eq!(line.pot(), 3600);
        assert!(steps.iter().all(|s| s.place.is_some()));
        assert_eq!(
            steps.iter().map(|s| s.kind).collect::<Vec<_>>(),
            [Kind::BigRaise, Kind::Call, Kind::Raise, Kind::BigRaise, Kind::Call]
        );
        assert_eq!((steps[3].pot, steps[3].to_call), (900, 300));
        assert_eq!(steps.iter().map(|s| s.raises).collect::<Vec<_>>(), [0, 1, 0, 1, 2], "by street");
        assert!(steps.iter().all(|s| s.can_raise));
        assert!(line.place().is_some());
    }

    /// By hand: x = 0.75 between 0.5 and 1 is taken for 0.5 with probability (0.25 · 1.5) / (0.5 · 1.75) = 3/7.
    #[test]
    fn bets_between_two_sizes_follow_the_pseudo_harmonic_mapping() {
        let edges = [(Move::Call, 7), (Move::Raise(0.5), 1), (Move::Raise(1.0), 2), (Move::AllIn, 3)];
        assert_eq!(nearest(&edges, 0.75, 30.0, 3.0 / 7.0 - 1e-9), Some(1));
        assert_eq!(nearest(&edges, 0.75, 30.0, 3.0 / 7.0 + 1e-9), Some(2));
        assert_eq!(nearest(&edges, 0.1, 30.0, 0.99), Some(1), "below the smallest");
        assert_eq!(nearest(&edges, 40.0, 30.0, 0.5), Some(3), "above all");
        assert_eq!(nearest(&[(Move::Fold, 1), (Move::Call, 2)], 1.0, 2.0, 0.5), None, "off the tree");
    }

    #[test]
    fn an_all_in_is_an_all_in() {
        let (line, steps) = follow("00:r20000 10:c");
        assert_eq!(line.pot(), 40_000);
        assert_eq!(steps[0].kind, Kind::BigRaise);
        assert_eq!([0, 1].map(|i| (steps[i].raises, steps[i].can_raise)), [(0, true), (1, false)]);
        let betting = Betting::new(&Abstraction::default()).unwrap();
        assert_eq!(betting.nodes[line.place().unwrap() as usize], Node::Showdown { each: 20_000 });
    }
}
