//! Worlds behind a view, and their enumeration.

use super::state::State;
use super::text::{Card, Deal};
use super::{Kuhn, View};
use croupier_core::{Determinize, Enumerate, Hidden, Rng, Seat};

impl Determinize for Kuhn {
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let hands = view.card.map(|own| {
            let other = view.shown.unwrap_or_else(|| Card((own.0 + 1 + rng.below(2) as u8) % 3));
            if view.seat == Seat(0) { [own, other] } else { [other, own] }
        });
        State { hands, history: view.history.iter().copied().take(3).collect() }
    }
}

impl Enumerate for Kuhn {
    fn outcomes(&self, _: &State, out: &mut Vec<(Deal, f64)>) {
        out.clear();
        for (a, b) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            out.push((Deal([Card(a), Card(b)]), 1.0 / 6.0));
        }
    }
}

impl Hidden for Kuhn {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = s.clone();
        let folded = matches!(s.history.as_slice(), [.., super::Action::Bet, super::Action::Pass]);
        let hidden = s.history.len() < 2 || folded || s.turn() != croupier_core::Turn::Over;
        if let Some(hands) = other.hands.as_mut().filter(|_| hidden) {
            hands[1 - seat.index()] = Card((hands[seat.index()].0 + 1 + rng.below(2) as u8) % 3);
        }
        other
    }
}
