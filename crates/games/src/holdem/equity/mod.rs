//! The chance to win a showdown: exactly for two hands or ranges on any board, by sampling for more.
//!
//! ```
//! use croupier_games::holdem::equity::hand_v_hand;
//! let odds = hand_v_hand("AcAd".parse()?, "KhKs".parse()?, &[])?;
//! assert_eq!((odds.wins, odds.ties, odds.losses), (1_388_072, 6_538, 317_694));
//! # Ok::<(), croupier_games::holdem::Error>(())
//! ```

mod preflop;
mod ranges;
mod sample;
#[cfg(test)]
mod tests;

pub(crate) use sample::{Dealer, unused};
pub use sample::{Estimate, monte_carlo};

use super::card::{Card, CardSet, HOLES, Hole};
use super::error::Error;
use super::eval::Hand;
use super::iso::HOLE_IMAGES;
use super::range::Range;
use super::strength::Profile;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// How often the first of two hands wins, ties and loses over all ways the board can end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// Boards won.
    pub wins: u64,
    /// Boards split.
    pub ties: u64,
    /// Boards lost.
    pub losses: u64,
}

impl Odds {
    /// All boards: 1,712,304 before the flop.
    pub fn boards(self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// The share of the pot: wins and half of the ties.
    pub fn equity(self) -> f64 {
        (self.wins as f64 + self.ties as f64 / 2.0) / self.boards() as f64
    }

    fn count(&mut self, order: Ordering) {
        match order {
            Ordering::Greater => self.wins += 1,
            Ordering::Equal => self.ties += 1,
            Ordering::Less => self.losses += 1,
        }
    }

    fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }
}

/// The chances of the first of two weighted ranges; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Equity {
    /// The chance to win alone.
    pub win: f64,
    /// The chance to split.
    pub tie: f64,
    /// The chance to lose.
    pub lose: f64,
}

impl Equity {
    /// The share of the pot: wins and half of the ties.
    pub fn share(self) -> f64 {
        self.win + self.tie / 2.0
    }
}

/// Weighted sums of wins, ties and losses on the way to an [`Equity`].
#[derive(Clone, Copy, Debug, Default)]
struct Mix {
    win: f64,
    tie: f64,
    lose: f64,
}

impl Mix {
    fn add(&mut self, weight: f64, odds: Odds) {
        let boards = odds.boards() as f64;
        self.win += weight * odds.wins as f64 / boards;
        self.tie += weight * odds.ties as f64 / boards;
        self.lose += weight * odds.losses as f64 / boards;
    }

    fn equity(self) -> Result<Equity, Error> {
        let sum = self.win + self.tie + self.lose;
        if sum <= 0.0 {
            return Err(Error::Empty("the pair of ranges"));
        }
        Ok(Equity { win: self.win / sum, tie: self.tie / sum, lose: self.lose / sum })
    }
}

/// The cards of a board and of hands, which must all differ.
fn all_different(board: &[Card], holes: &[Hole]) -> Result<CardSet, Error> {
    if board.len() > 5 {
        return Err(Error::Count { what: "board", given: board.len(), allowed: "0 to 5 cards" });
    }
    let mut set = CardSet::EMPTY;
    for card in board.iter().copied().chain(holes.iter().flat_map(|h| h.cards())) {
        if !set.insert(card) {
            return Err(Error::Duplicate(card));
        }
    }
    Ok(set)
}

/// How often a hand beats another on all ways a board of 0 to 5 cards can end.
///
/// # Errors
/// More than five cards, or a card in two places.
pub fn hand_v_hand(a: Hole, b: Hole, board: &[Card]) -> Result<Odds, Error> {
    let used = all_different(board, &[a, b])?;
    if board.is_empty() {
        return Ok(preflop::odds(a, b));
    }
    let start = board.iter().fold(Hand::EMPTY, |hand, &card| hand + card);
    let deck: Vec<Card> = Card::all().filter(|&c| !used.has(c)).collect();
    let mut odds = Odds::default();
    for_each_board(start, &deck, 5 - board.len(), &mut |board| {
        odds.count((board + a).rank7_unchecked().cmp(&(board + b).rank7_unchecked()));
    });
    Ok(odds)
}

/// Calls `visit` with every way to add `missing` cards of the deck.
fn for_each_board(hand: Hand, deck: &[Card], missing: usize, visit: &mut impl FnMut(Hand)) {
    if missing == 0 {
        return visit(hand);
    }
    for (i, &card) in deck.iter().enumerate().skip(missing - 1) {
        for_each_board(hand + card, &deck[..i], missing - 1, visit);
    }
}

/// The chances of a hand against a weighted range, exactly, on a board of 0 to 5 cards.
///
/// # Errors
/// More than five cards, a card in two places, or a range with no hand possible here.
pub fn hand_v_range(hole: Hole, range: &Range, board: &[Card]) -> Result<Equity, Error> {
    all_different(board, &[hole])?;
    match board.len() {
        0 => hand_v_range_preflop(hole, range),
        1 | 2 => range_v_range(&Range::of(hole), range, board),
        _ => {
            let profile = Profile::new(hole, board)?;
            let boards = u64::from(profile.runouts());
            let mut mix = Mix::default();
            for (other, weight) in range.iter().filter(|(_, w)| *w > 0.0) {
                if let Some((_, wins, ties)) = profile.against(other) {
                    let (wins, ties) = (u64::from(wins), u64::from(ties));
                    mix.add(weight, Odds { wins, ties, losses: boards - wins - ties });
                }
            }
            mix.equity()
        }
    }
}

/// Hands that a renaming of suits turns into each other, with this one kept, have the same odds.
fn hand_v_range_preflop(hole: Hole, range: &Range) -> Result<Equity, Error> {
    let keep: Vec<&[u16; HOLES]> =
        HOLE_IMAGES.iter().filter(|image| usize::from(image[hole.index()]) == hole.index()).collect();
    let mut known: Vec<Option<Odds>> = vec![None; HOLES];
    let mut mix = Mix::default();
    for (other, weight) in range.iter() {
        if weight > 0.0 && other.set().disjoint(hole.set()) {
            let class = keep.iter().map(|image| image[other.index()]).min().unwrap_or(0);
            let odds = known[usize::from(class)].get_or_insert_with(|| preflop::odds(hole, other));
            mix.add(weight, *odds);
        }
    }
    mix.equity()
}

/// The chances of the first of two weighted ranges, exactly, on a board of 0 to 5 cards: every pair of hands that
/// share no card counts with the product of its weights.
///
/// # Errors
/// More than five cards, a card given twice, or ranges with no pair of hands possible here.
pub fn range_v_range(a: &Range, b: &Range, board: &[Card]) -> Result<Equity, Error> {
    all_different(board, &[])?;
    if board.is_empty() { preflop::ranges(a, b) } else { ranges::on_board(a, b, board) }
}
