//! Two weighted ranges on a board: each runout ranks all hands once and compares them in one pass in order of value.

use super::{Equity, Mix, for_each_board};
use crate::holdem::card::{Card, CardSet, HOLES, Hole};
use crate::holdem::error::Error;
use crate::holdem::eval::{BLOCKED, Hand, Ranks, classes};
use crate::holdem::range::Range;

/// Weight in all and by card, so that hands that share a card can be left out.
#[derive(Clone)]
struct Weight {
    all: f64,
    by_card: [f64; 52],
}

impl Weight {
    const ZERO: Weight = Weight { all: 0.0, by_card: [0.0; 52] };

    fn add(&mut self, hole: Hole, weight: f64) {
        self.all += weight;
        for card in hole.cards() {
            self.by_card[card.index()] += weight;
        }
    }

    /// The weight without the hands that share a card with this one; `itself` is in it under both cards.
    fn beside(&self, hole: Hole, itself: f64) -> f64 {
        let [a, b] = hole.cards().map(|c| self.by_card[c.index()]);
        self.all - a - b + itself
    }
}

/// Exact chances on a board of 1 to 5 cards.
pub(super) fn on_board(a: &Range, b: &Range, board: &[Card]) -> Result<Equity, Error> {
    let used: CardSet = board.iter().copied().collect();
    let hands: Vec<(Hole, f64, f64)> = Hole::all()
        .map(|h| (h, a.weight(h), b.weight(h)))
        .filter(|(h, wa, wb)| wa + wb > 0.0 && used.disjoint(h.set()))
        .collect();
    let deck: Vec<Card> = Card::all().filter(|&c| !used.has(c)).collect();
    let start = board.iter().fold(Hand::EMPTY, |hand, &card| hand + card);
    let (mut mix, mut ranks, mut order) = (Mix::default(), Ranks::default(), Vec::with_capacity(HOLES));
    for_each_board(start, &deck, 5 - board.len(), &mut |full| {
        ranks.fill_from(&classes(full.key(), 5), full.key(), full.cards());
        order.clear();
        order.extend(hands.iter().enumerate().filter_map(|(i, hand)| {
            let value = ranks.raw()[hand.0.index()];
            (value != BLOCKED).then_some(u32::from(value as u16) << 16 | i as u32)
        }));
        order.sort_unstable();
        one_board(&hands, &order, &mut mix);
    });
    mix.equity()
}

/// Adds one runout: `order` holds value and place of each hand that is possible, in order of value.
fn one_board(hands: &[(Hole, f64, f64)], order: &[u32], mix: &mut Mix) {
    let hand = |entry: &u32| hands[(entry & 0xFFFF) as usize];
    let mut all = Weight::ZERO;
    for (hole, _, wb) in order.iter().map(hand) {
        all.add(hole, wb);
    }
    let mut below = Weight::ZERO;
    for group in order.chunk_by(|x, y| x >> 16 == y >> 16) {
        let mut here = Weight::ZERO;
        for (hole, _, wb) in group.iter().map(hand) {
            here.add(hole, wb);
        }
        for (hole, wa, wb) in group.iter().map(hand).filter(|h| h.1 > 0.0) {
            let (win, tie) = (below.beside(hole, 0.0), here.beside(hole, wb));
            mix.win += wa * win;
            mix.tie += wa * tie;
            mix.lose += wa * (all.beside(hole, wb) - win - tie);
        }
        for (hole, _, wb) in group.iter().map(hand) {
            below.add(hole, wb);
        }
    }
}
