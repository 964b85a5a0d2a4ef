//! Worlds behind a view: hands of the others, every way to deal them equally likely.

use super::card::{CardSet, Hole};
use super::history::Street;
use super::state::State;
use super::{Holdem, View};
use croupier_core::{Determinize, Hidden, Rng, Seat};
use std::sync::Arc;

/// Deals new hands to the seats for which `hidden` says so.
fn deal_hidden(s: &mut State, hidden: impl Fn(usize) -> bool, rng: &mut Rng) {
    let hidden: Vec<usize> = (0..s.seats()).filter(|&i| s.hands[i].is_some() && hidden(i)).collect();
    for &i in &hidden {
        s.hands[i] = None;
    }
    let mut used = s.used();
    for i in hidden {
        s.hands[i] = Some(draw_hole(&mut used, rng));
    }
}

/// Two cards that are not used, which they then are.
pub(super) fn draw_hole(used: &mut CardSet, rng: &mut Rng) -> Hole {
    let a = super::equity::unused(used, rng);
    let b = super::equity::unused(used, rng);
    Hole::of_distinct(a, b)
}

impl Determinize for Holdem {
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let mut s = State::new(&self.config);
        let n = s.seats();
        for i in 0..n {
            s.start[i] = view.stacks[i] + view.put[i];
            s.won[i] = view.won[i];
        }
        if view.over {
            // Stacks do not yet hold what this hand paid, but the winnings do count it.
            let past = |i: usize| view.past.iter().map(|p| p.won[i]).sum();
            (0..n).for_each(|i| s.won[i] = past(i));
        }
        s.button = view.button.0;
        s.played = view.past.len() as u16;
        s.past = (!view.past.is_empty()).then(|| Arc::new(view.past.clone()));
        if !view.dealt {
            s.alive = s.dealt();
            return s;
        }
        // The hands are dealt first, for the end of the hand needs them; then everything public happens again.
        s.board.extend(view.board.iter().copied());
        for i in (0..n).filter(|&i| s.start[i] > 0) {
            s.hands[i] = if Seat(i as u8) == view.seat { view.hole } else { view.shown[i] };
        }
        let mut used = s.used();
        s.board.clear();
        for i in (0..n).filter(|&i| s.start[i] > 0) {
            s.hands[i] = s.hands[i].or_else(|| Some(draw_hole(&mut used, rng)));
        }
        let hands = s.hands;
        s.deal(&self.config, &hands);
        for street in Street::ALL {
            let cards = view.board.get(if street == Street::Preflop { 0 } else { street.board() - 1 }..);
            if street == Street::Flop && view.board.len() >= 3 {
                s.turn_up(&self.config, &view.board[..3]);
            } else if street > Street::Flop
                && let Some([card, ..]) = cards
            {
                s.turn_up(&self.config, &[*card]);
            }
            for act in &view.actions[street as usize] {
                // A view that was not made by this game stops here; what fits is kept.
                let _ = s.apply(&self.config, act.action);
            }
        }
        s
    }
}

impl Hidden for Holdem {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = s.clone();
        let seen = s.alive;
        let shown = |i: usize| s.showdown() && seen >> i & 1 == 1;
        deal_hidden(&mut other, |i| i != seat.index() && !shown(i), rng);
        other
    }
}
