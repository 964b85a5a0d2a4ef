//! The slow twin: every placement of the unknown cards, the engine's own legality on every responder's hand.

use super::super::ledger::Ledger;
use croupier_core::Seat;
use croupier_games::daifugo::{Card, CardSet, Config, Field, Rank, each_answer};

/// A place for unknown cards.
#[derive(Clone, Copy)]
struct Holder {
    /// Whose, if it is a seat's.
    seat: Option<Seat>,
    /// Places left.
    left: u32,
    /// Whether jokers may lie here.
    jokers: bool,
    /// The strongest rank that may lie here.
    bound: Rank,
    cards: CardSet,
}

struct Count<'a> {
    rules: &'a Config,
    field: &'a Field,
    responders: &'a [Seat],
    all: u64,
    answered: u64,
}

/// The share of placements of the unknown cards in which one of `responders` can answer `field`, by placing each card in
/// every place it may lie; `None` where there are more than `most` placements, the constraints left aside.
///
/// The two jokers are two cards here, and so are told apart in counting.
pub fn enumerate(
    rules: &Config,
    ledger: &Ledger,
    field: &Field,
    responders: &[Seat],
    most: f64,
) -> Option<f64> {
    let mut holders: Vec<Holder> = Vec::new();
    for seat in Seat::all(ledger.slots.len()).filter(|s| *s != ledger.seat) {
        let (left, bound) = (u32::from(ledger.slots[seat.index()]), ledger.bound[seat.index()]);
        let cards = ledger.known[seat.index()];
        let bounded = bound.unwrap_or(Rank::JOKER);
        holders.push(Holder { seat: Some(seat), left, jokers: bound.is_none(), bound: bounded, cards });
    }
    for (left, jokers) in [(ledger.blind, false), (ledger.hidden, true)] {
        let left = u32::from(left);
        holders.push(Holder { seat: None, left, jokers, bound: Rank::JOKER, cards: CardSet::EMPTY });
    }
    let cards: Vec<Card> = ledger.unknown.iter().collect();
    let (mut ways, mut rest) = (1.0, cards.len() as u32);
    for holder in &holders {
        ways *= super::scene::choose(rest, holder.left);
        rest = rest.saturating_sub(holder.left);
    }
    if ways > most {
        return None;
    }
    let mut count = Count { rules, field, responders, all: 0, answered: 0 };
    count.place(&mut holders, &cards);
    (count.all > 0).then(|| count.answered as f64 / count.all as f64)
}

impl Count<'_> {
    fn place(&mut self, holders: &mut [Holder], cards: &[Card]) {
        let Some((card, rest)) = cards.split_first() else {
            self.all += 1;
            self.answered += u64::from(holders.iter().any(|h| self.answers(h)));
            return;
        };
        for i in 0..holders.len() {
            let holder = holders[i];
            let allowed = if *card == Card::JOKER { holder.jokers } else { card.rank() <= holder.bound };
            if holder.left == 0 || !allowed {
                continue;
            }
            holders[i] = Holder { left: holder.left - 1, cards: holder.cards.with(*card), ..holder };
            self.place(holders, rest);
            holders[i] = holder;
        }
    }

    fn answers(&self, holder: &Holder) -> bool {
        let mut any = false;
        if holder.seat.is_some_and(|s| self.responders.contains(&s)) {
            each_answer(self.rules, self.field, holder.cards, &mut |_| any = true);
        }
        any
    }
}
