//! Chance: seats, deals and lots; drawn, checked, and listed for tiny decks.

use super::Daifugo;
use super::action::Chance;
use super::cards::{Card, CardSet};
use super::config::BlindScope;
use super::state::{Phase, State};
use arrayvec::ArrayVec;
use croupier_core::{Enumerate, Illegal, Rng, Seat};

/// A deal with more ways than this is not listed.
const LISTED: f64 = 4e6;

impl Daifugo {
    /// The cards of the deck.
    pub(super) fn deck(&self) -> CardSet {
        CardSet::deck(usize::from(self.rules().ranks), u32::from(self.rules().jokers))
    }

    /// The sizes of the hands by seat when the larger ones go to the seats after `dealer`.
    fn sizes(&self, next: &[Seat], dealer: Seat) -> ArrayVec<u8, 6> {
        let n = next.len();
        let (least, larger) = (self.rules().dealt_cards() / n, self.rules().dealt_cards() % n);
        let mut sizes: ArrayVec<u8, 6> = (0..n).map(|_| least as u8).collect();
        let mut seat = dealer;
        for _ in 0..larger {
            seat = next[seat.index()];
            sizes[seat.index()] += 1;
        }
        sizes
    }

    /// Whether the hands of a deal are even.
    fn even(&self) -> bool {
        self.rules().dealt_cards().is_multiple_of(self.rules().seats())
    }

    /// The blind of the set so far, where it lasts and one has been drawn.
    fn lasting_blind(&self, s: &State) -> Option<CardSet> {
        let lasts = self.rules().blind_scope == BlindScope::Set && s.deals_left < self.rules().deals;
        lasts.then_some(s.blind)
    }

    pub(super) fn draw_chance(&self, s: &State, rng: &mut Rng) -> Chance {
        match s.phase {
            Phase::Seats => {
                let mut order: ArrayVec<Seat, 6> = Seat::all(s.seats()).collect();
                // A circle has no first seat: seat 0 stands for it.
                rng.shuffle(&mut order[1..]);
                Chance::Seats(order)
            }
            Phase::Lots => {
                let mut order: ArrayVec<Seat, 6> = s.table.active.iter().take(6).collect();
                rng.shuffle(&mut order);
                Chance::Lots(order)
            }
            _ => self.draw_deal(s, rng),
        }
    }

    fn draw_deal(&self, s: &State, rng: &mut Rng) -> Chance {
        let natural = CardSet::new(self.deck().natural(), 0);
        let blind = self.lasting_blind(s).unwrap_or_else(|| {
            let mut cards: ArrayVec<Card, 54> = natural.iter().collect();
            rng.shuffle(&mut cards);
            cards.into_iter().take(self.rules().blind_cards()).collect()
        });
        let mut cards: ArrayVec<Card, 54> = self.deck().minus(blind).iter().collect();
        rng.shuffle(&mut cards);
        let dealer = if self.even() { Seat(0) } else { Seat(rng.index(s.seats()) as u8) };
        let mut cards = cards.into_iter();
        let sizes = self.sizes(&s.next, dealer);
        let hands = sizes.iter().map(|n| cards.by_ref().take(usize::from(*n)).collect()).collect();
        Chance::Deal { blind, hands }
    }

    pub(super) fn reveal_chance(&self, s: &mut State, chance: &Chance) -> Result<(), Illegal> {
        let refuse = |reason: &str| Err(Illegal::new(chance, reason));
        match (s.phase, chance) {
            (Phase::Seats, Chance::Seats(order)) => {
                if order.first() != Some(&Seat(0)) || !is_order_of(order, Seat::all(s.seats())) {
                    return refuse("an order names every seat once, seat 0 first");
                }
                for (i, seat) in order.iter().enumerate() {
                    s.next[seat.index()] = order[(i + 1) % order.len()];
                }
                s.phase = Phase::Deal;
                s.table.next = s.next.clone();
                Ok(())
            }
            (Phase::Deal, Chance::Deal { blind, hands }) => {
                if let Err(reason) = self.check_deal(s, *blind, hands) {
                    return refuse(reason);
                }
                s.deal(self.rules(), *blind, hands.clone());
                Ok(())
            }
            (Phase::Lots, Chance::Lots(order)) => {
                if !is_order_of(order, s.table.active.iter()) {
                    return refuse("lots name every seat still in once");
                }
                s.table.lots = order.clone();
                s.finish(self.rules());
                Ok(())
            }
            (Phase::Seats | Phase::Deal | Phase::Lots, _) => refuse("another chance event comes next"),
            _ => refuse("it is not chance's turn"),
        }
    }

    fn check_deal(&self, s: &State, blind: CardSet, hands: &[CardSet]) -> Result<(), &'static str> {
        if hands.len() != s.seats() {
            return Err("a deal has a hand for each seat");
        }
        if blind.jokers() > 0 || blind.len() as usize != self.rules().blind_cards() {
            return Err("the blind has its number of cards and no joker");
        }
        if self.lasting_blind(s).is_some_and(|b| b != blind) {
            return Err("the blind stays the same for the set (blind_scope)");
        }
        let jokers: u32 = hands.iter().map(|h| h.jokers()).sum();
        let natural = hands.iter().fold(blind.natural(), |all, h| all | h.natural());
        let cards: u32 = hands.iter().map(|h| h.len()).sum();
        if natural != self.deck().natural() || jokers != self.deck().jokers() {
            return Err("blind and hands are the deck");
        }
        let sizes: ArrayVec<u8, 6> = hands.iter().map(|h| h.len() as u8).collect();
        let fair = Seat::all(s.seats()).any(|dealer| self.sizes(&s.next, dealer) == sizes);
        if fair && cards + blind.len() == self.deck().len() {
            Ok(())
        } else {
            Err("hands are even, the larger ones at the seats after one dealer")
        }
    }
}

/// Whether `order` names each of `seats` once.
fn is_order_of(order: &[Seat], seats: impl Iterator<Item = Seat>) -> bool {
    let mut sorted: ArrayVec<Seat, 6> = order.iter().copied().take(6).collect();
    sorted.sort_unstable();
    sorted.iter().copied().eq(seats)
}

impl Enumerate for Daifugo {
    /// Deals are listed for tiny decks (`ranks` of 2 or so); one with more than four million ways is not listed, and
    /// `out` stays empty.
    fn outcomes(&self, s: &State, out: &mut Vec<(Chance, f64)>) {
        out.clear();
        match s.phase {
            Phase::Seats => {
                let mut order: ArrayVec<Seat, 6> = Seat::all(s.seats()).collect();
                permutations(&mut order, 1, &mut |o| out.push((Chance::Seats(o.clone()), 1.0)));
            }
            Phase::Lots => {
                let mut order: ArrayVec<Seat, 6> = s.table.active.iter().take(6).collect();
                permutations(&mut order, 0, &mut |o| out.push((Chance::Lots(o.clone()), 1.0)));
            }
            Phase::Deal => self.list_deals(s, out),
            _ => return,
        }
        let total: f64 = out.iter().map(|o| o.1).sum();
        out.iter_mut().for_each(|o| o.1 /= total);
    }
}

fn permutations(order: &mut ArrayVec<Seat, 6>, from: usize, emit: &mut impl FnMut(&ArrayVec<Seat, 6>)) {
    if from + 1 >= order.len() {
        return emit(order);
    }
    for i in from..order.len() {
        order.swap(from, i);
        permutations(order, from + 1, emit);
        order.swap(from, i);
    }
}

impl Daifugo {
    fn list_deals(&self, s: &State, out: &mut Vec<(Chance, f64)>) {
        let mut ways = 1.0;
        let mut rest = self.deck().len();
        let blind = self.rules().blind_cards() as u8;
        for n in self.sizes(&s.next, Seat(0)).into_iter().chain([blind]) {
            for k in 0..u32::from(n) {
                ways *= f64::from(rest - k) / f64::from(k + 1);
            }
            rest -= u32::from(n);
        }
        if ways > LISTED {
            return;
        }
        let mut blinds = Vec::new();
        match self.lasting_blind(s) {
            Some(blind) => blinds.push(blind),
            None => {
                let natural = CardSet::new(self.deck().natural(), 0);
                subsets(natural, self.rules().blind_cards() as u32, &mut |set, _| blinds.push(set));
            }
        }
        let dealers = if self.even() { 1 } else { s.seats() };
        for blind in blinds {
            for dealer in Seat::all(dealers) {
                let sizes = self.sizes(&s.next, dealer);
                let mut hands = ArrayVec::new();
                split(self.deck().minus(blind), &sizes, 1.0, &mut hands, &mut |hands, weight| {
                    out.push((Chance::Deal { blind, hands: hands.clone() }, weight));
                });
            }
        }
    }
}

/// Every way to split `cards` into hands of these sizes, with the number of ways to tell the jokers apart.
fn split(
    cards: CardSet,
    sizes: &[u8],
    weight: f64,
    hands: &mut ArrayVec<CardSet, 6>,
    emit: &mut impl FnMut(&ArrayVec<CardSet, 6>, f64),
) {
    let Some((size, sizes)) = sizes.split_first() else { return emit(hands, weight) };
    let mut choices = Vec::new();
    subsets(cards, u32::from(*size), &mut |set, ways| choices.push((set, ways)));
    for (hand, ways) in choices {
        hands.push(hand);
        split(cards.minus(hand), sizes, weight * ways, hands, emit);
        hands.pop();
    }
}

/// Every set of `n` of the cards, jokers alike, with the number of ways to pick its jokers.
fn subsets(cards: CardSet, n: u32, emit: &mut impl FnMut(CardSet, f64)) {
    fn go(rest: u64, n: u32, picked: CardSet, ways: f64, emit: &mut impl FnMut(CardSet, f64)) {
        if n == 0 {
            return emit(picked, ways);
        }
        if rest.count_ones() < n {
            return;
        }
        let card = Card(rest.trailing_zeros() as u8);
        go(rest & (rest - 1), n - 1, picked.with(card), ways, emit);
        go(rest & (rest - 1), n, picked, ways, emit);
    }
    for jokers in 0..=cards.jokers().min(n) {
        let ways = if cards.jokers() == 2 && jokers == 1 { 2.0 } else { 1.0 };
        go(cards.natural(), n - jokers, CardSet::new(0, jokers), ways, emit);
    }
}
