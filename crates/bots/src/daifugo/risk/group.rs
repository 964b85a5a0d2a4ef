//! Groups: a responder is safe when of every winning rank it holds too few cards, jokers added.
//!
//! Ranks are taken from the strongest down, so that one count serves all fields of a number of cards: before a rank is
//! taken in, what has been taken in are the ranks that beat it.

use super::cases::{Case, Counting, Fill, Layout, Track, cases};
use super::need::GroupNeed;
use super::poly::{Product, Term};
use super::scene::{Scene, choose};
use croupier_games::daifugo::Rank;
use std::rc::Rc;

/// The counts for fields of a number of cards, taken as far as a rank that was asked for.
pub(super) struct Groups {
    need: GroupNeed,
    counts: Vec<Count>,
    total: f64,
}

impl Groups {
    /// Nothing counted yet.
    pub(super) fn new(scene: &Scene, need: GroupNeed, counting: Counting, product: &mut Product) -> Self {
        // Pairs let several blocks fall into one rank, and a lock with open places counts two kinds of cards.
        let counting = if need.n == 2 || need.open > 0 { Counting::Plain } else { counting };
        let sizes: &[u8] = match need.n {
            3 => &[3, 4],
            4 => &[4],
            _ => &[],
        };
        let paired = |t: &Track| need.joker_pair && t.answers && t.jokers == 2;
        let mut cases = cases(scene, u32::from(need.n - 1), sizes, counting);
        cases.retain(|case| !case.tracks.iter().any(paired));
        let counts = cases.into_iter().map(|case| Count::new(scene, need, case, product)).collect();
        Groups { need, counts, total: scene.total() }
    }

    /// The share of placements in which no responder can answer a group of this rank.
    pub(super) fn safe(&mut self, scene: &Scene, above: Rank, product: &mut Product) -> f64 {
        let winners = self.need.ranks().take_while(|r| *r != above.0).count();
        let ways: f64 = self.counts.iter_mut().map(|count| count.safe(scene, winners, product)).sum();
        ways / self.total
    }
}

/// The count of one case.
struct Count {
    need: GroupNeed,
    case: Case,
    layout: Layout,
    fills: Vec<Fill>,
    /// After so many of the strongest ranks: cards counted, low and high cards not counted, and the polynomial.
    after: Vec<(u32, u32, u32, Rc<Vec<Term>>)>,
}

impl Count {
    fn new(scene: &Scene, need: GroupNeed, case: Case, product: &mut Product) -> Self {
        let layout = case.layout(scene);
        let fills = case.fills(scene, &layout, product);
        let one = layout.axes.term(0, 1.0).into_iter().collect();
        let after = vec![(0, scene.low(), scene.high.count_ones(), Rc::new(one))];
        Count { need, case, layout, fills, after }
    }

    /// The placements in which none of the `winners` strongest ranks lets anybody answer.
    fn safe(&mut self, scene: &Scene, winners: usize, product: &mut Product) -> f64 {
        while self.after.len() <= winners {
            self.take_in(scene, product);
        }
        let (placed, low, high, poly) = &self.after[winners];
        let closed = |fill: &Fill| -> f64 {
            let ways = |t: &Term| t.ways * fill.ways(&self.case, &self.layout, t.key, *placed, *low, *high);
            poly.iter().map(ways).sum()
        };
        self.fills.iter().map(closed).sum()
    }

    /// Takes in the next rank.
    fn take_in(&mut self, scene: &Scene, product: &mut Product) {
        let (mut placed, mut low, mut high, poly) = self.after[self.after.len() - 1].clone();
        let rank = self.need.ranks().nth(self.after.len() - 1).unwrap_or(0);
        let cards = Cards::of(scene, self.need, rank);
        if !self.matters(&cards, rank) {
            self.after.push((placed, low, high, poly));
            return;
        }
        let n = cards.inside + cards.outside;
        placed += n;
        *(if cards.high { &mut high } else { &mut low }) -= n;
        let mut factor = Vec::new();
        self.terms(&cards, rank, 0, Part { cards, key: 0, ways: 1.0 }, &mut factor);
        let (mut next, layout) = (Vec::clone(&poly), &self.layout);
        product.times(&layout.axes, &mut next, &mut factor, |key| layout.keeps(key, placed));
        self.after.push((placed, low, high, Rc::new(next)));
    }

    /// Whether anybody could have a group of the rank.
    fn matters(&self, cards: &Cards, rank: u8) -> bool {
        let reach = |track: &Track| {
            let (inside, outside) = self.known(track, rank);
            let most = self.need.counting(inside + cards.inside, outside + cards.outside);
            track.answers && most >= self.need.naturals(u32::from(track.jokers))
        };
        let free = self.case.free && cards.inside >= u32::from(self.need.n);
        free || self.case.tracks.iter().any(reach)
    }

    /// Known cards of the rank in a hand: of the suits of the lock, and others.
    fn known(&self, track: &Track, rank: u8) -> (u32, u32) {
        let suits = track.known.of_rank(Rank(rank)).0;
        ((suits & self.need.suits).count_ones(), (suits & !self.need.suits).count_ones())
    }

    /// The ways to hand out a rank's cards so that nobody tracked from `i` on can answer, blocks taken off.
    fn terms(&self, whole: &Cards, rank: u8, i: usize, part: Part, out: &mut Vec<Term>) {
        let left = part.cards;
        let mut push = |key: u64, ways: f64| out.extend(self.layout.axes.term(key, ways));
        let Some(track) = self.case.tracks.get(i) else {
            let rest = left.inside + left.outside;
            push(part.key + self.layout.open * u64::from(rest), part.ways);
            let n = u32::from(self.need.n);
            for ((size, _), axis) in self.case.blocks.iter().zip(&self.layout.blocks) {
                // [held ≥ n] = Σ (−1)^(j−n) C(j−1, n−1) · (sets of j held), and its complement is wanted.
                let size = u32::from(*size);
                let sign = if (size - n) % 2 == 0 { -1.0 } else { 1.0 };
                if size <= rest {
                    let ways = sign * choose(size - 1, n - 1) * choose(rest, size);
                    push(part.key + axis, part.ways * ways);
                }
            }
            return;
        };
        let (known_in, known_out) = self.known(track, rank);
        let limit = if track.answers { self.need.naturals(u32::from(track.jokers)) } else { u32::MAX };
        let closed = track.low_only && whole.high;
        for inside in 0..=if closed { 0 } else { left.inside } {
            for outside in 0..=if closed { 0 } else { left.outside } {
                if self.need.counting(known_in + inside, known_out + outside) >= limit {
                    break;
                }
                let next = Part {
                    cards: Cards { inside: left.inside - inside, outside: left.outside - outside, ..left },
                    key: part.key + self.layout.track[i] * u64::from(inside + outside),
                    ways: part.ways * choose(left.inside, inside) * choose(left.outside, outside),
                };
                self.terms(whole, rank, i + 1, next, out);
            }
        }
    }
}

/// The unknown cards of a rank that count: of the suits of the lock, of others; above the bound or not.
#[derive(Clone, Copy)]
struct Cards {
    inside: u32,
    outside: u32,
    high: bool,
}

impl Cards {
    fn of(scene: &Scene, need: GroupNeed, rank: u8) -> Cards {
        let suits = (scene.natural >> (4 * rank) & 15) as u8;
        // Without open places, cards of other suits are of no use to anybody.
        let outside = if need.open > 0 { (suits & !need.suits).count_ones() } else { 0 };
        let high = scene.high >> (4 * rank) & 15 != 0;
        Cards { inside: (suits & need.suits).count_ones(), outside, high }
    }
}

/// A way to hand out some of a rank's cards.
#[derive(Clone, Copy)]
struct Part {
    cards: Cards,
    key: u64,
    ways: f64,
}
