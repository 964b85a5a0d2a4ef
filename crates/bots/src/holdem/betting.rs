//! The abstract betting of a heads-up hand: fold, check or call, a few fractions of the pot, all-in; as one tree.

use croupier_core::ConfigError;
use croupier_games::holdem::Chips;
use serde::{Deserialize, Serialize};

/// What a blueprint distinguishes: sizes of bets, and classes of hands by street.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abstraction {
    /// The small blind.
    pub small: Chips,
    /// The big blind.
    pub big: Chips,
    /// The chips each seat starts with.
    pub stack: Chips,
    /// The sizes of bets and raises by street, as fractions of the pot after a call; all-in is always there too.
    pub fractions: [Vec<f64>; 4],
    /// How many bets and raises a street has before only all-in is left.
    pub raises: u8,
    /// How many classes of hands flop, turn and river have; before the flop there are the 169 starting hands.
    pub buckets: [u16; 3],
}

impl Default for Abstraction {
    fn default() -> Self {
        Self {
            small: 50,
            big: 100,
            stack: 20_000,
            fractions: [vec![1.0], vec![0.5, 1.0], vec![0.5, 1.0], vec![0.5, 1.0]],
            raises: 2,
            buckets: [10, 10, 10],
        }
    }
}

impl Abstraction {
    /// Checks what a file or a command line says.
    ///
    /// # Errors
    /// Names the field, the value and what is allowed.
    pub fn check(&self) -> Result<(), ConfigError> {
        let refuse = |field, value: String, allowed| Err(ConfigError::value(field, value, allowed));
        if !(1..=1_000_000).contains(&self.big) || self.small > self.big {
            return refuse(
                "blinds",
                format!("{}/{}", self.small, self.big),
                "a big blind from 1 to 1000000 and a small one up to it",
            );
        }
        if self.stack < 2 * self.big || self.stack > 1000 * self.big {
            return refuse("stack", self.stack.to_string(), "2 to 1000 big blinds");
        }
        for fractions in &self.fractions {
            let rising = fractions.windows(2).all(|pair| pair[0] < pair[1]);
            let sane = fractions.iter().all(|x| x.is_finite() && (0.1..=10.0).contains(x));
            if !rising || !sane || fractions.len() > 4 {
                return refuse(
                    "fractions",
                    format!("{fractions:?}"),
                    "at most 4 a street, from 0.1 to 10, each above the one before",
                );
            }
        }
        if !(1..=6).contains(&self.raises) {
            return refuse("raises", self.raises.to_string(), "1 to 6");
        }
        if let Some(n) = self.buckets.iter().find(|n| !(2..=200).contains(*n)) {
            return refuse("buckets", n.to_string(), "2 to 200 a street");
        }
        Ok(())
    }

    /// How many classes of hands a street has, 0 being before the flop.
    pub fn classes(&self, street: usize) -> usize {
        match street {
            0 => 169,
            _ => usize::from(self.buckets[street - 1]),
        }
    }
}

/// An abstract action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// Give up.
    Fold,
    /// Check or call.
    Call,
    /// Bet or raise this fraction of the pot.
    Raise(f64),
    /// Put everything in.
    AllIn,
}

/// A place in the abstract betting. Seat 0 is the button.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A seat decides.
    Decision {
        /// Whose decision: 0 is the button.
        seat: u8,
        /// 0 before the flop to 3 on the river.
        street: u8,
        /// The actions, and the places they lead to.
        edges: Vec<(Move, u32)>,
        /// Where the numbers of its first class of hands start; those of a class follow each other.
        slot: u32,
        /// What both have put in.
        put: [Chips; 2],
    },
    /// A seat has folded, and loses what it put in.
    Folded {
        /// Who.
        loser: u8,
        /// What it had put in.
        lost: Chips,
    },
    /// The best hand wins what the other put in.
    Showdown {
        /// What each has put in.
        each: Chips,
    },
}

/// The whole abstract betting; place 0 is its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Betting {
    /// The places; a decision's children come after it.
    pub nodes: Vec<Node>,
    /// How many numbers a strategy has.
    pub slots: usize,
}

/// At most this many numbers: beyond, a file would be too large to ship and a run too long to wait for.
pub const MOST_SLOTS: usize = 50_000_000;

#[derive(Clone, Copy)]
struct Spot {
    put: [Chips; 2],
    street: u8,
    seat: u8,
    raises: u8,
    largest: Chips,
    pending: u8,
}

impl Betting {
    /// The betting under an abstraction.
    ///
    /// # Errors
    /// An abstraction that is refused, or that has more than [`MOST_SLOTS`] numbers.
    pub fn new(abstraction: &Abstraction) -> Result<Self, ConfigError> {
        abstraction.check()?;
        let mut betting = Self { nodes: Vec::new(), slots: 0 };
        let start = Spot {
            put: [abstraction.small, abstraction.big],
            street: 0,
            seat: 0,
            raises: 1,
            largest: abstraction.big,
            pending: 2,
        };
        betting.grow(abstraction, start)?;
        Ok(betting)
    }

    fn grow(&mut self, a: &Abstraction, at: Spot) -> Result<u32, ConfigError> {
        let place = self.nodes.len();
        let seat = usize::from(at.seat);
        let (own, level) = (at.put[seat], at.put[1 - seat]);
        let moves = moves(a, &at);
        let slot = self.slots;
        self.slots += moves.len() * a.classes(usize::from(at.street));
        if self.slots > MOST_SLOTS {
            return Err(ConfigError::value(
                "abstraction",
                format!("more than {MOST_SLOTS} numbers"),
                "fewer fractions, raises or buckets",
            ));
        }
        let decision = Node::Decision {
            seat: at.seat,
            street: at.street,
            edges: Vec::new(),
            slot: slot as u32,
            put: at.put,
        };
        self.nodes.push(decision);
        let mut grown = Vec::new();
        for (action, to) in moves {
            let child = match action {
                Move::Fold => self.end(Node::Folded { loser: at.seat, lost: own }),
                Move::Call => self.called(a, at)?,
                _ => {
                    let mut next = at;
                    next.put[seat] = to;
                    next.largest = at.largest.max(to - level);
                    next.raises += 1;
                    next.pending = 1;
                    next.seat = 1 - at.seat;
                    self.grow(a, next)?
                }
            };
            grown.push((action, child));
        }
        if let Node::Decision { edges, .. } = &mut self.nodes[place] {
            *edges = grown;
        }
        Ok(place as u32)
    }

    fn end(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// The place after a check or call.
    fn called(&mut self, a: &Abstraction, at: Spot) -> Result<u32, ConfigError> {
        let mut next = at;
        let level = at.put[0].max(at.put[1]);
        next.put = [level; 2];
        next.pending -= 1;
        if next.pending > 0 {
            next.seat = 1 - at.seat;
            return self.grow(a, next);
        }
        if at.street == 3 || level >= a.stack {
            return Ok(self.end(Node::Showdown { each: level }));
        }
        // After the flop the seat that does not have the button acts first.
        let street =
            Spot { put: [level; 2], street: at.street + 1, seat: 1, raises: 0, largest: 0, pending: 2 };
        self.grow(a, street)
    }
}

/// The actions at a spot, and what a raise makes the seat's whole contribution.
fn moves(a: &Abstraction, at: &Spot) -> Vec<(Move, Chips)> {
    let seat = usize::from(at.seat);
    let (own, level) = (at.put[seat], at.put[1 - seat].max(at.put[seat]));
    let mut moves = Vec::new();
    if level > own {
        moves.push((Move::Fold, own));
    }
    moves.push((Move::Call, level));
    // Nobody raises who faces an all-in.
    if level >= a.stack {
        return moves;
    }
    let least = level + at.largest.max(a.big);
    // The big blind counts as the first bet before the flop.
    let room = at.raises < a.raises + u8::from(at.street == 0);
    if room {
        for &fraction in &a.fractions[usize::from(at.street)] {
            let to = level + (fraction * f64::from(2 * level)).round() as Chips;
            // What would commit two thirds of the stack is all-in.
            if to >= least && 3 * to < 2 * a.stack {
                moves.push((Move::Raise(fraction), to));
            }
        }
    }
    moves.push((Move::AllIn, a.stack));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks to a place by letters: f, c, the index of a raise, a for all-in.
    fn at(betting: &Betting, line: &str) -> Node {
        let mut place = 0;
        for letter in line.chars() {
            let Node::Decision { edges, .. } = &betting.nodes[place] else { panic!("{line} ends early") };
            let wanted = |m: &Move| match letter {
                'f' => *m == Move::Fold,
                'c' => *m == Move::Call,
                'a' => *m == Move::AllIn,
                _ => matches!(m, Move::Raise(x) if *x == 1.0),
            };
            place =
                edges.iter().find(|e| wanted(&e.0)).unwrap_or_else(|| panic!("{line}: {letter}")).1 as usize;
        }
        betting.nodes[place].clone()
    }

    #[test]
    fn lines_end_as_the_rules_say() {
        let betting = Betting::new(&Abstraction::default()).unwrap();
        assert_eq!(at(&betting, "f"), Node::Folded { loser: 0, lost: 50 });
        assert_eq!(at(&betting, "rf"), Node::Folded { loser: 1, lost: 100 });
        assert_eq!(at(&betting, "ac"), Node::Showdown { each: 20_000 });
        assert_eq!(at(&betting, "cccccccc"), Node::Showdown { each: 100 });
        // A raise by the pot of 200 after a call goes to 300; the call makes a pot of 600.
        let Node::Decision { seat, street, put, .. } = at(&betting, "rc") else { panic!("a flop") };
        assert_eq!((seat, street, put), (1, 1, [300, 300]));
        let Node::Decision { seat, put, .. } = at(&betting, "rcr") else { panic!("a decision") };
        assert_eq!((seat, put), (0, [300, 900]));
    }

    #[test]
    fn every_decision_has_its_own_slots_and_an_all_in_is_only_called_or_folded_to() {
        let a = Abstraction::default();
        let betting = Betting::new(&a).unwrap();
        let mut next = 0;
        for node in &betting.nodes {
            if let Node::Decision { street, edges, slot, put, .. } = node {
                assert_eq!(*slot as usize, next);
                next += edges.len() * a.classes(usize::from(*street));
                if put.contains(&a.stack) {
                    assert_eq!(edges.iter().map(|e| e.0).collect::<Vec<_>>(), [Move::Fold, Move::Call]);
                }
            }
        }
        assert_eq!(next, betting.slots);
    }

    #[test]
    fn wrong_abstractions_are_refused_by_name() {
        let message = |a: Abstraction| Betting::new(&a).unwrap_err().to_string();
        assert!(message(Abstraction { raises: 0, ..Default::default() }).contains("raises"));
        assert!(message(Abstraction { buckets: [1, 5, 5], ..Default::default() }).contains("buckets"));
        assert!(message(Abstraction { stack: 100, ..Default::default() }).contains("stack"));
        let fractions = [vec![1.0, 0.5], vec![], vec![], vec![]];
        assert!(message(Abstraction { fractions, ..Default::default() }).contains("fractions"));
    }
}
