//! Worlds behind a view, and their enumeration.

use super::state::State;
use super::text::{Card, Chance};
use super::{Leduc, View};
use croupier_core::{Determinize, Enumerate, Hidden, Rng, Seat};

/// A card that is none of `seen`, uniformly.
fn unseen(seen: &[Option<Card>], rng: &mut Rng) -> Card {
    let left: Vec<Card> = (0..6).map(Card).filter(|c| !seen.contains(&Some(*c))).collect();
    left[rng.index(left.len())]
}

impl Determinize for Leduc {
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let hands = view.card.map(|own| {
            let other = view.shown.unwrap_or_else(|| unseen(&[Some(own), view.public], rng));
            if view.seat == Seat(0) { [own, other] } else { [other, own] }
        });
        let rounds = view.rounds.each_ref().map(|r| r.iter().copied().take(4).collect());
        State { hands, public: view.public, rounds }
    }
}

impl Enumerate for Leduc {
    fn outcomes(&self, s: &State, out: &mut Vec<(Chance, f64)>) {
        out.clear();
        let cards = || (0..6).map(Card);
        match s.hands {
            None => {
                for a in cards() {
                    out.extend(cards().filter(|b| *b != a).map(|b| (Chance::Hands([a, b]), 1.0 / 30.0)));
                }
            }
            Some(hands) => {
                out.extend(cards().filter(|c| !hands.contains(c)).map(|c| (Chance::Public(c), 0.25)));
            }
        }
    }
}

impl Hidden for Leduc {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = s.clone();
        if let Some(hands) = other.hands.as_mut().filter(|_| !s.showdown()) {
            hands[1 - seat.index()] = unseen(&[Some(hands[seat.index()]), s.public], rng);
        }
        other
    }
}
