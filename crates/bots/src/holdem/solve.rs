//! Solving the abstract game by external sampling, and what its player does against itself.

use super::betting::{Abstraction, Betting, Move, Node};
use super::blueprint::{Blueprint, Origin};
use super::buckets::{Buckets, CELLS};
use super::pattern::{Kind, Patterns, Scene};
use croupier_core::{ConfigError, Rng};
use croupier_games::holdem::equity::range_v_range;
use croupier_games::holdem::eval::{Hand, HandRank};
use croupier_games::holdem::strength::Field;
use croupier_games::holdem::{Card, Hole, Range, StartingHand, Street};
use croupier_search::cfr::mccfr::{Mccfr, Spot, Walk, pick};
use std::sync::LazyLock;

/// Boards a street from which the cuts between classes are measured.
const BOARDS: usize = 400;

/// A run under way.
pub struct Solving {
    abstraction: Abstraction,
    table: Table,
    solver: Mccfr,
    planned: u64,
    seed: u64,
    rng: Rng,
}

impl Solving {
    /// A run of `planned` iterations from a seed.
    ///
    /// # Errors
    /// An abstraction that is refused, or no iteration.
    pub fn new(abstraction: Abstraction, planned: u64, seed: u64) -> Result<Self, ConfigError> {
        let betting = Betting::new(&abstraction)?;
        if planned == 0 {
            return Err(ConfigError::value("iterations", "0", "a whole number from 1"));
        }
        let mut rng = Rng::keyed("croupier blueprint", &[seed]);
        let buckets = Buckets::measure(&abstraction, BOARDS, &mut rng.split());
        let table = Table { betting, buckets, deal: Deal::new(&mut rng) };
        Ok(Self { abstraction, table, solver: Mccfr::default(), planned, seed, rng })
    }

    /// Runs up to `iterations` more; false when the plan is done.
    pub fn step(&mut self, iterations: u64) -> bool {
        let left = self.planned - self.solver.iterations();
        self.solver.run(&mut self.table, iterations.min(left), self.planned, &mut self.rng);
        self.solver.iterations() < self.planned
    }

    /// How many iterations were run.
    pub fn iterations(&self) -> u64 {
        self.solver.iterations()
    }

    /// The average strategy so far, with the equities of starting hands and the tree of `hands` hands of self-play.
    pub fn blueprint(&self, hands: u64) -> Blueprint {
        let mut numbers = vec![0; self.table.betting.slots];
        for node in &self.table.betting.nodes {
            if let Node::Decision { street, edges, slot, .. } = node {
                let actions = edges.len();
                for class in 0..self.abstraction.classes(usize::from(*street)) {
                    let at = *slot as usize + class * actions;
                    rounded(&self.solver.strategy(at, actions), &mut numbers[at..at + actions]);
                }
            }
        }
        let origin = Origin { iterations: self.solver.iterations(), seed: self.seed, self_play: hands };
        let mut blueprint = Blueprint {
            abstraction: self.abstraction.clone(),
            betting: self.table.betting.clone(),
            buckets: self.table.buckets.clone(),
            origin,
            base: Patterns::default(),
            equities: EQUITIES.clone(),
            numbers,
        };
        blueprint.base = self_play(&blueprint, hands, &mut Rng::keyed("croupier self-play", &[self.seed]));
        blueprint
    }
}

/// Probabilities in 255ths that add up to 255: the largest remainders are rounded up.
fn rounded(probabilities: &[f64], out: &mut [u8]) {
    let mut left = 255;
    for (n, p) in out.iter_mut().zip(probabilities) {
        *n = (p * 255.0).floor().min(f64::from(left)) as u8;
        left -= u32::from(*n);
    }
    let mut order: Vec<usize> = (0..out.len()).collect();
    order.sort_by(|&a, &b| (probabilities[b] * 255.0).fract().total_cmp(&(probabilities[a] * 255.0).fract()));
    order.iter().cycle().take(left as usize).for_each(|&i| out[i] += 1);
}

/// The equity of each starting hand against each other, found once: it takes some seconds.
static EQUITIES: LazyLock<Vec<u16>> = LazyLock::new(starting_equities);

/// The equity of each starting hand against each other before the flop, exactly, in 65,535ths.
fn starting_equities() -> Vec<u16> {
    let ranges: Vec<Range> = StartingHand::all()
        .map(|hand| {
            let mut range = Range::none();
            hand.holes().into_iter().for_each(|h| range.set(h, 1.0).expect("1 is a weight"));
            range
        })
        .collect();
    let mut out = vec![0; 169 * 169];
    for a in 0..169 {
        for b in 0..=a {
            let share = range_v_range(&ranges[a], &ranges[b], &[]).map_or(0.5, |e| e.share());
            out[169 * a + b] = (share * 65_535.0).round() as u16;
            out[169 * b + a] = ((1.0 - share) * 65_535.0).round() as u16;
        }
    }
    out
}

/// Two hands and a board, with what was found out about them.
struct Deal {
    holes: [Hole; 2],
    board: Vec<Card>,
    /// Class by street and seat, once asked for.
    classes: [[Option<u16>; 2]; 4],
    ranks: Option<[HandRank; 2]>,
}

impl Deal {
    fn new(rng: &mut Rng) -> Self {
        let cards = super::buckets::random_board(9, rng);
        let hole = |i: usize| Hole::of(cards[i], cards[i + 1]).expect("different cards");
        Self { holes: [hole(5), hole(7)], board: cards[..5].to_vec(), classes: [[None; 2]; 4], ranks: None }
    }

    fn class(&mut self, buckets: &Buckets, street: usize, seat: usize) -> u16 {
        if let Some(class) = self.classes[street][seat] {
            return class;
        }
        let board = &self.board[..[0, 3, 4, 5][street]];
        for (class, hole) in self.classes[street].iter_mut().zip(self.holes) {
            *class = Some(match street {
                0 => u16::from(CELLS[hole.index()]),
                _ => buckets.class(street, Field::share(board, hole).expect("different cards")),
            });
        }
        self.classes[street][seat].expect("just found")
    }

    /// Which seat has the better hand: 1 for seat 0, −1 for seat 1.
    fn sign(&mut self) -> f64 {
        let board = &self.board;
        let holes = self.holes;
        let [a, b] = *self.ranks.get_or_insert_with(|| {
            let board = board.iter().fold(Hand::EMPTY, |hand, &card| hand + card);
            holes.map(|hole| (board + hole).rank7_unchecked())
        });
        f64::from(i8::from(a > b) - i8::from(a < b))
    }
}

/// The abstract game as sampling walks it.
struct Table {
    betting: Betting,
    buckets: Buckets,
    deal: Deal,
}

impl Walk for Table {
    type Node = u32;

    fn root(&mut self, rng: &mut Rng) -> u32 {
        self.deal = Deal::new(rng);
        0
    }

    fn spot(&mut self, place: &u32) -> Spot {
        let Node::Decision { seat, street, edges, slot, .. } = &self.betting.nodes[*place as usize] else {
            return Spot::Over;
        };
        let (seat, street) = (usize::from(*seat), usize::from(*street));
        let class = usize::from(self.deal.class(&self.buckets, street, seat));
        Spot::Seat { seat, slot: *slot as usize + class * edges.len(), actions: edges.len() }
    }

    fn next(&mut self, place: &u32, action: usize, _: &mut Rng) -> u32 {
        match &self.betting.nodes[*place as usize] {
            Node::Decision { edges, .. } => edges[action].1,
            _ => *place,
        }
    }

    fn payoff(&mut self, place: &u32) -> f64 {
        match self.betting.nodes[*place as usize] {
            Node::Folded { loser, lost } => f64::from(lost) * if loser == 0 { -1.0 } else { 1.0 },
            Node::Showdown { each } => f64::from(each) * self.deal.sign(),
            Node::Decision { .. } => 0.0,
        }
    }
}

/// The pattern tree of a blueprint's player, seen by another over hands against itself.
pub fn self_play(blueprint: &Blueprint, hands: u64, rng: &mut Rng) -> Patterns {
    let mut patterns = Patterns::default();
    for _ in 0..hands {
        let mut deal = Deal::new(rng);
        let (mut place, mut scenes, mut at) = (0, [Scene::default(); 2], Street::Preflop);
        while let Node::Decision { seat, street, edges, .. } = &blueprint.betting.nodes[place] {
            let (seat, now) = (usize::from(*seat), Street::ALL[usize::from(*street)]);
            if now != at {
                (scenes, at) = ([Scene::default(); 2], now);
            }
            let class = deal.class(&blueprint.buckets, now as usize, seat);
            let choice = pick(&blueprint.probabilities(place, class), rng);
            let kind = kind_of(edges[choice].0);
            patterns.visit(now, scenes[seat].place(), kind);
            scenes[seat].its(kind);
            scenes[1 - seat].our(kind);
            place = edges[choice].1 as usize;
        }
    }
    patterns
}

/// From this fraction of the pot a raise is a big one.
pub const BIG: f64 = 0.75;

/// What an abstract action is to a pattern tree.
pub fn kind_of(action: Move) -> Kind {
    match action {
        Move::Fold => Kind::Fold,
        Move::Call => Kind::Call,
        Move::Raise(x) if x < BIG => Kind::Raise,
        Move::Raise(_) | Move::AllIn => Kind::BigRaise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_probabilities_add_up_to_255_and_stay_near() {
        for p in
            [vec![1.0], vec![0.5, 0.5], vec![1.0 / 3.0; 3], vec![0.001, 0.009, 0.99], vec![0.0, 1.0, 0.0]]
        {
            let mut out = vec![0; p.len()];
            rounded(&p, &mut out);
            assert_eq!(out.iter().map(|&n| u32::from(n)).sum::<u32>(), 255);
            assert!(p.iter().zip(&out).all(|(p, n)| (p - f64::from(*n) / 255.0).abs() < 1.0 / 255.0));
        }
    }
}
