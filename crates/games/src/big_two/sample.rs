//! Worlds behind a view, rearrangements of what is hidden, and all deals of a tiny deck.
//!
//! A view leaves open who holds which unseen card. Chance deals every arrangement alike, nobody ever has to play or
//! pass because of what it holds, and so every arrangement that fits the counts is equally likely, with two
//! exceptions that are public: who opens the hand holds the 3♦ until it is played, and when a hand has been paid, the
//! payments say how many 2s each seat was caught with.
//!
//! Cards fixed by the `deal` switch are the table's secret: the sampler does not use them, since no seat sees them.

use super::BigTwo;
use super::cards::{Card, Cards};
use super::config::Scoring;
use super::score::settle;
use super::state::{Deal, Phase, State, Table};
use super::view::View;
use arrayvec::ArrayVec;
use croupier_core::{Rng, Seat};

/// At most this many deals are listed.
const LISTED: f64 = 1e7;

impl BigTwo {
    pub(crate) fn sample_world(&self, view: &View, rng: &mut Rng) -> State {
        let mut s = State::new(self);
        s.hands = self.sample_hands(view, rng);
        self.public(view, &mut s);
        s
    }

    /// The hands by seat of a world that fits the view: what [`Determinize::sample`](croupier_core::Determinize) draws,
    /// without the rest of the state.
    pub fn sample_hands(&self, view: &View, rng: &mut Rng) -> [Cards; 4] {
        let mut hands = [Cards::NONE; 4];
        hands[view.seat.index()] = view.hand;
        let mut unseen = self.deck.without(view.hand).without(view.played());
        if let Some((seat, card)) = view.known(unseen).filter(|(seat, _)| *seat != view.seat) {
            give(&mut hands, &mut unseen, seat, card);
        }
        let paid = view.turn.is_none() && view.finished > 0;
        if paid && self.config.scoring == Scoring::Pairwise {
            self.give_twos(view, &mut hands, &mut unseen, rng);
        }
        let mut cards: ArrayVec<Card, 52> = unseen.iter().collect();
        rng.shuffle(&mut cards);
        let mut cards = cards.into_iter();
        for seat in Seat::all(4).filter(|seat| *seat != view.seat) {
            let hand = &mut hands[seat.index()];
            let missing = usize::from(view.left[seat.index()]).saturating_sub(hand.len() as usize);
            *hand = hand.with(cards.by_ref().take(missing).collect());
        }
        hands
    }

    /// Everything of a state that is public.
    fn public(&self, view: &View, s: &mut State) {
        s.phase = match view.turn {
            Some(_) => Phase::Play,
            None if view.over => Phase::Over,
            None => Phase::Deal,
        };
        s.turn = view.turn.unwrap_or(s.turn);
        s.table = view.table.as_ref().and_then(|t| {
            let strength = self.plays.strength(t.action.cards())?;
            Some(Table { seat: t.seat, action: t.action, strength })
        });
        s.passes = view.passes;
        s.locked = (0..4).fold(0, |m, i| m | u8::from(view.locked[i]) << i);
        s.history = view.history.iter().copied().take(s.history.capacity()).collect();
        (s.chips, s.paid, s.finished) = (view.chips, view.paid, view.finished);
    }

    /// Gives out the unseen 2s of a hand that was paid, among the ways that explain the payments, each as likely as
    /// there are ways to give out the rest.
    fn give_twos(&self, view: &View, hands: &mut [Cards; 4], unseen: &mut Cards, rng: &mut Rng) {
        let twos: ArrayVec<Card, 4> = unseen.and(Cards::TWOS).iter().collect();
        let others: ArrayVec<Seat, 3> = Seat::all(4).filter(|seat| *seat != view.seat).collect();
        let mut ways: Vec<([Seat; 4], f64)> = Vec::new();
        for code in 0..3usize.pow(twos.len() as u32) {
            let holders: [Seat; 4] = std::array::from_fn(|i| others[code / 3usize.pow(i as u32) % 3]);
            let mut held = hands.map(|h| h.and(Cards::TWOS).len() as u8);
            holders.iter().take(twos.len()).for_each(|seat| held[seat.index()] += 1);
            if settle(self.config.scoring, view.left, held) != view.paid {
                continue;
            }
            let room = others.iter().map(|seat| {
                let given = holders.iter().take(twos.len()).filter(|h| *h == seat).count();
                usize::from(view.left[seat.index()]).checked_sub(hands[seat.index()].len() as usize + given)
            });
            if let Some(room) = room.collect::<Option<ArrayVec<usize, 3>>>() {
                ways.push((holders, multinomial(&room)));
            }
        }
        let mut pick = rng.unit() * ways.iter().map(|w| w.1).sum::<f64>();
        let chosen = ways.iter().find(|w| {
            pick -= w.1;
            pick < 0.0
        });
        if let Some((holders, _)) = chosen.or(ways.last()) {
            for (two, seat) in twos.iter().zip(holders) {
                give(hands, unseen, *seat, *two);
            }
        }
    }

    pub(crate) fn rearranged(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = s.clone();
        // Public through the opening, and through the payments: these cards stay where they are.
        let mut stay = Cards::NONE;
        if let Some(opener) = s.opener() {
            stay = s.hands[opener.index()].and(Card::LOWEST.into());
        }
        if s.phase != Phase::Play && self.config.scoring == Scoring::Pairwise {
            stay = stay.with(Cards::TWOS);
        }
        let others = || Seat::all(4).filter(|o| *o != seat);
        let mut pool: ArrayVec<Card, 52> =
            others().flat_map(|o| s.hands[o.index()].without(stay).iter()).collect();
        rng.shuffle(&mut pool);
        let mut pool = pool.into_iter();
        for o in others() {
            let hand = s.hands[o.index()];
            let moved = hand.without(stay).len() as usize;
            other.hands[o.index()] = hand.and(stay).with(pool.by_ref().take(moved).collect());
        }
        other
    }

    /// All deals that the fixed cards allow, each with the same probability.
    pub(crate) fn all_deals(&self, s: &State, out: &mut Vec<(Deal, f64)>) {
        out.clear();
        if s.phase != Phase::Deal {
            return;
        }
        let missing = self.fixed.hands().map(|h| self.hand_size() - h.len() as usize);
        let ways = multinomial(&missing);
        assert!(ways <= LISTED, "{ways:e} deals are too many to list, at most {LISTED:e} are");
        let free: Vec<Card> = self.deck.without(self.fixed.cards()).iter().collect();
        deals(&free, *self.fixed.hands(), missing, &mut |hands| out.push((Deal::new(hands), 1.0 / ways)));
    }
}

fn deals(free: &[Card], hands: [Cards; 4], missing: [usize; 4], visit: &mut impl FnMut([Cards; 4])) {
    let Some((card, rest)) = free.split_first() else {
        return visit(hands);
    };
    for seat in (0..4).filter(|seat| missing[*seat] > 0) {
        let (mut hands, mut missing) = (hands, missing);
        hands[seat] = hands[seat].with((*card).into());
        missing[seat] -= 1;
        deals(rest, hands, missing, visit);
    }
}

fn give(hands: &mut [Cards; 4], unseen: &mut Cards, seat: Seat, card: Card) {
    hands[seat.index()] = hands[seat.index()].with(card.into());
    *unseen = unseen.without(card.into());
}

/// In how many ways the sum of `sizes` things go into groups of these sizes.
fn multinomial(sizes: &[usize]) -> f64 {
    let mut total = 0usize;
    let mut ways = 1.0;
    for size in sizes {
        for k in 1..=*size {
            total += 1;
            ways *= total as f64 / k as f64;
        }
    }
    ways.round()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multinomials_count_deals() {
        assert_eq!(multinomial(&[2, 2, 2, 2]), 2520.0);
        let deals = multinomial(&[13, 13, 13, 13]) / 53_644_737_765_488_792_839_237_440_000.0;
        assert!((deals - 1.0).abs() < 1e-12);
        assert_eq!(multinomial(&[0, 0, 0, 0]), 1.0);
    }
}
