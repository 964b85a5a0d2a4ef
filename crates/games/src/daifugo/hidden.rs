//! Rearranging what a seat does not see: the yardstick of blindness. It works on the state alone, by random swaps that
//! keep every fact of the rules, and knows nothing of views or of the sampler.

use super::Daifugo;
use super::cards::{Card, CardSet};
use super::config::{Config, TributeTies};
use super::state::{Phase, State, leads_by_mark, marked};
use super::tribute::{Pair, is_gift, lowest_suits};
use arrayvec::ArrayVec;
use croupier_core::{Hidden, Rng, Seat};

/// A place where cards lie hidden: a hand, the blind, or tribute on its way.
#[derive(Clone, Copy)]
enum Spot {
    Hand(usize),
    Blind,
    Gift(usize),
}

/// How many swaps are tried.
const SWAPS: usize = 60;
/// How many other exchanges are tried after each.
const EXCHANGES: usize = 8;

impl Hidden for Daifugo {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut s = s.clone();
        if matches!(s.phase, Phase::Seats | Phase::Deal) {
            return s;
        }
        let facts = Facts {
            rules: self.rules(),
            pairs: s.pairs(self.rules()),
            played: s.history.played_by(self.rules(), &s.next, s.daifugo()),
            seat,
        };
        for _ in 0..SWAPS {
            let mut next = s.clone();
            facts.swap(&mut next, rng);
            facts.redraw(&mut next, rng);
            if facts.fit(&next) {
                s = next;
            }
        }
        s
    }
}

/// What holds of a state whatever is hidden from `seat`.
struct Facts<'a> {
    rules: &'a Config,
    pairs: Option<[Pair; 2]>,
    played: [CardSet; 6],
    seat: Seat,
}

impl Facts<'_> {
    fn pairs(&self) -> impl Iterator<Item = (usize, Pair)> {
        self.pairs.into_iter().flatten().enumerate()
    }

    /// Swaps two cards of which `seat` sees neither.
    fn swap(&self, s: &mut State, rng: &mut Rng) {
        let mut hidden: Vec<(Spot, Card)> = Vec::new();
        for i in (0..s.seats()).filter(|i| *i != self.seat.index()) {
            let unseen = s.hands[i].minus(self.known(s, i));
            hidden.extend(unseen.iter().map(|c| (Spot::Hand(i), c)));
        }
        hidden.extend(s.blind.iter().map(|c| (Spot::Blind, c)));
        for (k, pair) in self.pairs() {
            if s.returned[k].is_empty() && pair.giver != self.seat {
                hidden.extend(s.given[k].iter().map(|c| (Spot::Gift(k), c)));
            }
        }
        if hidden.is_empty() {
            return;
        }
        let (i, j) = (rng.index(hidden.len()), rng.index(hidden.len()));
        if i == j {
            return;
        }
        let (a, b) = (hidden[i], hidden[j]);
        // Both out before both in, or two jokers would be one.
        for (spot, card) in [a, b] {
            let cards = at(s, spot);
            *cards = cards.without(card);
        }
        for (spot, card) in [(a.0, b.1), (b.0, a.1)] {
            let cards = at(s, spot);
            *cards = cards.with(card);
        }
    }

    /// The cards in hand `i` whose place `seat` knows from its own exchange.
    fn known(&self, s: &State, i: usize) -> CardSet {
        let mut known = CardSet::EMPTY;
        for (k, pair) in self.pairs().filter(|(k, _)| !s.returned[*k].is_empty()) {
            if pair.giver == self.seat && pair.taker.index() == i {
                known = s.given[k];
            } else if pair.taker == self.seat && pair.giver.index() == i {
                known = s.returned[k];
            }
        }
        known.minus(self.played[i])
    }

    /// Draws other cards for the exchanges that are over and that `seat` had no part in: those are hidden too.
    fn redraw(&self, s: &mut State, rng: &mut Rng) {
        for (k, pair) in self.pairs() {
            let party = pair.giver == self.seat || pair.taker == self.seat;
            if party || s.returned[k].is_empty() {
                continue;
            }
            for _ in 0..EXCHANGES {
                let kept = (s.given[k], s.returned[k]);
                s.given[k] = pick(self.whole(s, pair.taker.index()), pair.cards, rng);
                s.returned[k] = pick(self.whole(s, pair.giver.index()), pair.cards, rng);
                if self.exchange_fits(s, k, &pair) {
                    break;
                }
                (s.given[k], s.returned[k]) = kept;
            }
        }
    }

    /// A hand with what it has played.
    fn whole(&self, s: &State, i: usize) -> CardSet {
        s.hands[i].plus(self.played[i])
    }

    fn exchange_fits(&self, s: &State, k: usize, pair: &Pair) -> bool {
        let (given, returned) = (s.given[k], s.returned[k]);
        if given.is_empty() {
            return true;
        }
        let (giver, taker) = (self.whole(s, pair.giver.index()), self.whole(s, pair.taker.index()));
        let moved = returned.is_empty() || taker.includes(given) && giver.includes(returned);
        if !moved {
            return false;
        }
        let kept = giver.minus(returned);
        if kept.jokers() + given.jokers() > 2 {
            return false;
        }
        let before = kept.plus(given);
        match self.rules.tribute_ties {
            TributeTies::Giver => is_gift(before, pair.cards, given),
            TributeTies::LowestSuit => lowest_suits(before, pair.cards) == given,
        }
    }

    fn fit(&self, s: &State) -> bool {
        if s.blind.jokers() > 0 || self.pairs().any(|(k, pair)| !self.exchange_fits(s, k, &pair)) {
            return false;
        }
        let begun = matches!(s.phase, Phase::Play | Phase::Lots | Phase::Over);
        if !begun || !leads_by_mark(self.rules, s.places.is_empty()) {
            return true;
        }
        let whole: ArrayVec<CardSet, 6> = (0..s.seats()).map(|i| self.whole(s, i)).collect();
        marked(self.rules, &whole) == s.history.leader
    }
}

fn at(s: &mut State, spot: Spot) -> &mut CardSet {
    match spot {
        Spot::Hand(i) => &mut s.hands[i],
        Spot::Blind => &mut s.blind,
        Spot::Gift(k) => &mut s.given[k],
    }
}

/// `n` cards at random.
fn pick(mut cards: CardSet, n: u32, rng: &mut Rng) -> CardSet {
    let mut out = CardSet::EMPTY;
    for _ in 0..n.min(cards.len()) {
        let card = cards.iter().nth(rng.index(cards.len() as usize)).unwrap_or(Card::JOKER);
        cards = cards.without(card);
        out = out.with(card);
    }
    out
}
