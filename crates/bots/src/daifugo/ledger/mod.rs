//! The ledger: what a seat can be sure of, rebuilt from its view at every decision. It has no memory.
//!
//! The deck is divided: mine ⊎ public ⊎ known ⊎ unknown, and the unknown cards fill the hidden places ("slots"): each
//! opponent's cards left less those known, the blind, a fallen seat's hidden cards, and tribute on its way. Two
//! constraints hold: no joker lies blind, and a seat that paid tribute to the viewer holds, among its unknown cards,
//! none stronger than the weaker card taken. A view that does not balance is a [`LedgerError`].

mod error;
mod exchange;
mod passes;
#[cfg(test)]
mod tests;

pub use error::LedgerError;
pub use passes::Pass;

use arrayvec::ArrayVec;
use croupier_core::Seat;
use croupier_games::daifugo::{CardSet, Config, Event, Rank, Stage, View};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};

/// Where every card is, as far as one seat can know.
///
/// ```
/// use croupier_bots::daifugo::ledger::Ledger;
/// use croupier_core::{Game, Rng, Seat, Turn};
/// use croupier_games::daifugo::{Config, Daifugo};
/// let game = Daifugo::new(Config::standard())?;
/// let (mut state, mut rng) = (game.start(), Rng::keyed("example", &[]));
/// while game.turn(&state) == Turn::Chance {
///     let chance = game.draw(&state, &mut rng);
///     game.reveal(&mut state, &chance)?;
/// }
/// let ledger = Ledger::new(game.rules(), &game.view(&state, Seat(0)))?;
/// assert_eq!((ledger.mine.len(), ledger.unknown.len(), ledger.blind), (13, 41, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ledger {
    /// Whose ledger.
    pub seat: Seat,
    /// The viewer's own cards.
    pub mine: CardSet,
    /// Cards played in this deal.
    pub public: CardSet,
    /// By seat: cards not yet played whose place the viewer knows, having given or returned them.
    pub known: ArrayVec<CardSet, 6>,
    /// The viewer's own tribute while it is on its way: known, and in nobody's hand.
    pub sent: CardSet,
    /// The cards whose place the viewer does not know.
    pub unknown: CardSet,
    /// By seat: how many unknown cards lie there; 0 for the viewer.
    pub slots: ArrayVec<u8, 6>,
    /// How many unknown cards lie blind.
    pub blind: u8,
    /// How many unknown cards are tribute on its way between others.
    pub hidden: u8,
    /// By seat: the strongest rank (in normal order) that its unknown cards may have; equal strength is possible.
    #[serde(serialize_with = "as_text")]
    pub bound: ArrayVec<Option<Rank>, 6>,
    /// The fields that seats passed on, in order. Recorded; they carry no weight here.
    pub passes: Vec<Pass>,
}

impl Ledger {
    /// The ledger of a view under these rules.
    ///
    /// # Errors
    /// When the view does not balance; see [`LedgerError`].
    pub fn new(rules: &Config, view: &View) -> Result<Ledger, LedgerError> {
        let n = view.table.seats();
        check("players", n, rules.seats())?;
        check("blind", usize::from(view.blind), rules.blind_cards())?;
        if view.stage == Stage::Waiting && view.events.is_empty() {
            return Err(LedgerError::NoDeal);
        }
        let mut ledger = Ledger {
            seat: view.seat,
            mine: view.hand,
            public: CardSet::EMPTY,
            known: (0..n).map(|_| CardSet::EMPTY).collect(),
            sent: CardSet::EMPTY,
            unknown: CardSet::deck(usize::from(rules.ranks), u32::from(rules.jokers)),
            slots: ArrayVec::new(),
            blind: rules.blind_cards() as u8,
            hidden: 0,
            bound: (0..n).map(|_| None).collect(),
            passes: passes::of(rules, view)?,
        };
        if view.seat.index() >= n {
            return Err(LedgerError::Rules { field: "seat", given: view.seat.index(), due: n - 1 });
        }
        ledger.take("in the viewer's hand", view.hand)?;
        let played = ledger.take_played(view)?;
        exchange::read(rules, view, &played, &mut ledger)?;
        ledger.fill_slots(view)?;
        ledger.balance()?;
        Ok(ledger)
    }

    /// Takes cards out of the unknown.
    fn take(&mut self, place: &'static str, cards: CardSet) -> Result<(), LedgerError> {
        if !self.unknown.includes(cards) {
            return Err(LedgerError::Misplaced { place, cards });
        }
        self.unknown = self.unknown.minus(cards);
        Ok(())
    }

    /// The cards that each seat has played, taken out of the unknown.
    fn take_played(&mut self, view: &View) -> Result<[CardSet; 6], LedgerError> {
        let mut played = [CardSet::EMPTY; 6];
        for event in &view.events {
            if let Event::Play { seat, play } = event {
                self.take("played", play.cards())?;
                let Some(by) = played.get_mut(seat.index()) else { return Err(LedgerError::Field) };
                *by = by.plus(play.cards());
                self.public = self.public.plus(play.cards());
            }
        }
        Ok(played)
    }

    fn fill_slots(&mut self, view: &View) -> Result<(), LedgerError> {
        for seat in Seat::all(view.table.seats()) {
            let left = u32::from(view.table.left[seat.index()]);
            let mine = seat == view.seat;
            let least = if mine { self.mine.len() } else { self.known[seat.index()].len() };
            if left < least || mine && left != least {
                return Err(LedgerError::Left { seat, left, least });
            }
            self.slots.push((left - least) as u8);
        }
        Ok(())
    }

    /// The conservation law, and that the constraints leave a way to place the unknown cards.
    pub(crate) fn balance(&self) -> Result<(), LedgerError> {
        let slots = self.hidden_places();
        let unknown = self.unknown.len();
        if unknown != slots {
            return Err(LedgerError::Balance { unknown, slots });
        }
        let bounded: u32 = Seat::all(self.slots.len())
            .filter(|s| self.bound[s.index()].is_some())
            .map(|s| u32::from(self.slots[s.index()]))
            .sum();
        let crowded = |kind, cards, slots| Err(LedgerError::Crowded { kind, cards, slots });
        let (jokers, high) = (self.unknown.jokers(), self.high().count_ones());
        let open = slots - bounded - u32::from(self.blind);
        if jokers > open {
            return crowded("jokers", jokers, open);
        }
        if jokers + high > slots - bounded {
            return crowded("cards above the bound", jokers + high, slots - bounded);
        }
        Ok(())
    }

    /// Forgets what the exchange told: known cards are unknown again, and nothing is bounded.
    pub fn forget_exchange(&mut self) {
        for (known, slots) in self.known.iter_mut().zip(&mut self.slots) {
            *slots += known.len() as u8;
            self.unknown = self.unknown.plus(*known);
            *known = CardSet::EMPTY;
        }
        self.bound.iter_mut().for_each(|bound| *bound = None);
    }

    /// How many hidden places there are: slots of seats, the blind, tribute on its way.
    pub fn hidden_places(&self) -> u32 {
        let seats: u32 = self.slots.iter().map(|n| u32::from(*n)).sum();
        seats + u32::from(self.blind) + u32::from(self.hidden)
    }

    /// The one seat under a bound and the bound, if its unknown cards are bounded at all: a seat that gave a joker as
    /// its weaker card may hold anything.
    pub fn bounded(&self) -> Option<(Seat, Rank)> {
        let seat = Seat::all(self.bound.len()).find(|s| self.bound[s.index()].is_some())?;
        Some((seat, self.bound[seat.index()]?))
    }

    /// The unknown natural cards above the bound, as 52 bits; none without a bound.
    pub fn high(&self) -> u64 {
        let above = self.bounded().map_or(0, |(_, rank)| !0 << (4 * (rank.0 + 1)));
        self.unknown.natural() & above
    }
}

/// Ranks as their letters.
fn as_text<S: Serializer>(bounds: &ArrayVec<Option<Rank>, 6>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(bounds.iter().map(|b| b.map(|rank| rank.to_string())))
}

fn check(field: &'static str, given: usize, due: usize) -> Result<(), LedgerError> {
    if given == due { Ok(()) } else { Err(LedgerError::Rules { field, given, due }) }
}

impl Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mine    {}", self.mine)?;
        writeln!(f, "public  {}", self.public)?;
        if !self.sent.is_empty() {
            writeln!(f, "sent    {}", self.sent)?;
        }
        writeln!(f, "unknown {} ({} cards)", self.unknown, self.unknown.len())?;
        for seat in Seat::all(self.slots.len()).filter(|s| *s != self.seat) {
            let i = seat.index();
            write!(f, "seat {seat}  {:2} unknown, known {}", self.slots[i], self.known[i])?;
            if let Some(rank) = self.bound[i] {
                write!(f, ", nothing above {rank}")?;
            }
            let passed = self.passes.iter().filter(|p| p.seat == seat).count();
            writeln!(f, ", passed {passed} times")?;
        }
        write!(f, "blind   {}", self.blind)?;
        if self.hidden > 0 {
            write!(f, ", tribute on its way {}", self.hidden)?;
        }
        writeln!(f)
    }
}
