//! All two-card hands on one board at once.

use super::{Hand, HandRank, RANK_WORDS, flush_value};
use crate::holdem::card::{Card, CardSet, HOLES, Hole, Suit};
use crate::holdem::error::Error;

/// Room behind the last hand, so that rows can be written whole.
const PADDED: usize = HOLES + 2;

/// The value that marks a hand with a card of the board: above all others, so that "below" leaves it out.
pub(crate) const BLOCKED: i16 = i16::MAX;

/// How many unordered pairs of ranks there are, pairs of one rank included.
pub(crate) const PAIRS: usize = 91;

/// The place of two ranks among the 91 pairs, in either order.
#[inline]
pub(crate) const fn pair_index(a: usize, b: usize) -> usize {
    if a > b { a * (a + 1) / 2 + b } else { b * (b + 1) / 2 + a }
}

/// The place among the 91 pairs of ranks of each hand.
pub(crate) static HOLE_PAIRS: [u8; HOLES] = {
    let mut table = [0; HOLES];
    let mut high = 1;
    while high < 52 {
        let mut low = 0;
        while low < high {
            table[high * (high - 1) / 2 + low] = pair_index(high >> 2, low >> 2) as u8;
            low += 1;
        }
        high += 1;
    }
    table
};

/// The values of all 1,326 hands on a board; see [`rank_all`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    // Values fit in 13 bits: signed numbers compare in one instruction on every target.
    ranks: [i16; PADDED],
}

impl Default for Ranks {
    fn default() -> Self {
        Self { ranks: [BLOCKED; PADDED] }
    }
}

impl Ranks {
    /// The value of a hand; none when it shares a card with the board.
    #[inline]
    pub fn get(&self, hole: Hole) -> Option<HandRank> {
        let value = self.ranks[hole.index()];
        (value != BLOCKED).then_some(HandRank(value as u16))
    }

    /// The values by [`Hole::index`]; `i16::MAX` marks a hand that shares a card with the board.
    #[inline]
    pub fn raw(&self) -> &[i16] {
        &self.ranks[..HOLES]
    }

    /// Ranks all hands on a board of 3, 4 or 5 cards, over what was here.
    ///
    /// # Errors
    /// Another number of cards, or a card given twice.
    pub fn fill(&mut self, board: &[Card]) -> Result<(), Error> {
        let set = checked(board)?;
        let key = board.iter().fold(Hand::EMPTY, |hand, &card| hand + card).key;
        self.fill_from(&classes(key, board.len()), key, set);
        Ok(())
    }

    /// The same with the values by pair of ranks already known, and the board's key and cards.
    #[inline]
    pub(crate) fn fill_from(&mut self, classes: &[i16; PAIRS], key: u64, board: CardSet) {
        match (Hand { key, cards: board.0 }).suit_of_three() {
            Some((suit, _)) => self.fill_suited(classes, board, suit),
            None => self.fill_ranks(classes),
        }
        for card in board.iter() {
            self.block(card);
        }
    }

    /// Values by pair of ranks, suits aside.
    fn fill_ranks(&mut self, classes: &[i16; PAIRS]) {
        /// Writes the four rows whose higher card has rank `N / 4 - 1`: N places each, of which those beyond the row
        /// are written again by the next.
        #[inline(always)]
        fn rows<const N: usize>(ranks: &mut [i16; PADDED], classes: &[i16; PAIRS]) {
            let rank = N / 4 - 1;
            let mut line = [0; N];
            for low in 0..=rank {
                line[4 * low..4 * low + 4].fill(classes[rank * (rank + 1) / 2 + low]);
            }
            for card in 4 * rank..4 * rank + 4 {
                let start = card * card.wrapping_sub(1) / 2;
                ranks[start..start + N].copy_from_slice(&line);
            }
        }
        rows::<4>(&mut self.ranks, classes);
        rows::<8>(&mut self.ranks, classes);
        rows::<12>(&mut self.ranks, classes);
        rows::<16>(&mut self.ranks, classes);
        rows::<20>(&mut self.ranks, classes);
        rows::<24>(&mut self.ranks, classes);
        rows::<28>(&mut self.ranks, classes);
        rows::<32>(&mut self.ranks, classes);
        rows::<36>(&mut self.ranks, classes);
        rows::<40>(&mut self.ranks, classes);
        rows::<44>(&mut self.ranks, classes);
        rows::<48>(&mut self.ranks, classes);
        rows::<52>(&mut self.ranks, classes);
    }

    /// The same where three or more of `suit` lie on the board.
    fn fill_suited(&mut self, classes: &[i16; PAIRS], board: CardSet, suit: Suit) {
        let on_board = board.ranks_of(suit);
        let count = on_board.count_ones();
        if count == 5 {
            // The board is a flush: nothing but a higher one beats it, for five ranks leave no full house.
            self.ranks[..HOLES].fill(flush_value(on_board));
        } else {
            self.fill_ranks(classes);
        }
        for high in (0..13).filter(|r| on_board >> r & 1 == 0) {
            let card = 4 * high + suit.index();
            if count >= 4 {
                self.fill_card(card, flush_value(on_board | 1 << high));
            }
        }
        for high in (0..13).filter(|r| on_board >> r & 1 == 0) {
            let card = 4 * high + suit.index();
            for low in (0..high).filter(|r| on_board >> r & 1 == 0) {
                self.ranks[card * card.wrapping_sub(1) / 2 + 4 * low + suit.index()] =
                    flush_value(on_board | 1 << high | 1 << low);
            }
        }
    }

    fn block(&mut self, card: Card) {
        self.fill_card(card.index(), BLOCKED);
    }

    /// Gives all hands with this card a value.
    fn fill_card(&mut self, card: usize, value: i16) {
        let start = card * card.wrapping_sub(1) / 2;
        self.ranks[start..start + card].fill(value);
        let mut place = start + card + card;
        for high in card + 1..52 {
            self.ranks[place] = value;
            place += high;
        }
    }
}

/// Ranks all 1,326 hands on a board of 3, 4 or 5 cards.
///
/// ```
/// use croupier_games::holdem::{Card, eval::{Category, rank_all}};
/// let ranks = rank_all(&Card::parse_list("3h4cJh")?)?;
/// let best = ranks.get("JcJd".parse()?).expect("neither jack is on the board");
/// assert_eq!(best.category(), Category::Trips);
/// assert_eq!(ranks.get("JhAd".parse()?), None);
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
///
/// # Errors
/// Another number of cards, or a card given twice.
pub fn rank_all(board: &[Card]) -> Result<Ranks, Error> {
    let mut ranks = Ranks::default();
    ranks.fill(board)?;
    Ok(ranks)
}

pub(crate) fn checked(board: &[Card]) -> Result<CardSet, Error> {
    if !(3..=5).contains(&board.len()) {
        return Err(Error::Count { what: "board", given: board.len(), allowed: "3 to 5 cards" });
    }
    let mut set = CardSet::EMPTY;
    match board.iter().find(|&&card| !set.insert(card)) {
        Some(&twice) => Err(Error::Duplicate(twice)),
        None => Ok(set),
    }
}

/// The values of the 91 pairs of ranks, without flushes, with a board of this key and length. A pair that the board
/// leaves no cards for gets some meaningless value.
#[inline]
pub(crate) fn classes(key: u64, board: usize) -> [i16; PAIRS] {
    if board == 5 { pairs_with(key, super::seven_of) } else { pairs_with(key, super::few_of) }
}

#[inline(always)]
fn pairs_with(key: u64, value: impl Fn(u64) -> u16) -> [i16; PAIRS] {
    let mut out = [0; PAIRS];
    let mut place = 0;
    for high in 0..13 {
        let with_high = key.wrapping_add(RANK_WORDS[high]);
        for word in &RANK_WORDS[..=high] {
            out[place] = value(with_high.wrapping_add(*word)) as i16;
            place += 1;
        }
    }
    out
}
