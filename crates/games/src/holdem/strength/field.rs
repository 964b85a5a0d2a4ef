//! The strength of every hand on a board at once: its share of the pot against one unknown hand.
//!
//! What abstractions and fast models need: not one hand against weights, but all hands against the same field.

use super::super::card::{Card, CardSet, HOLES, Hole};
use super::super::error::Error;
use super::super::eval::{BLOCKED, HOLE_PAIRS, Hand, PAIRS, Ranks, classes, pair_index};
use super::super::iso::{HOLE_IMAGES, PERMUTATIONS, renamed};
use std::sync::{Arc, LazyLock, RwLock};

/// The share of the pot, ties halved and averaged over all ways the board can end, that each hand takes from the field
/// of all hands the board allows, in 255ths; 0 for hands that share a card with the board.
///
/// The field is one for all: hands that share a card with the hand are in it too, and so is the hand itself. Against
/// an exact count this moves a share by a hundredth, by up to five where the hand blocks most of
/// what beats it.
///
/// ```
/// use croupier_games::holdem::{Card, strength::Field};
/// let field = Field::on(&Card::parse_list("3h4cJh")?)?;
/// assert!(field.of("JcJd".parse()?) > 230);
/// assert!(field.of("AdQc".parse()?) > field.of("7d2c".parse()?));
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Field {
    shares: Box<[u8; HOLES]>,
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Field(..)")
    }
}

impl Field {
    /// The field on a board of 3, 4 or 5 cards. Flops and turns are counted once in a program and kept, by their class
    /// under suit symmetry: at most 1,755 and 16,432 of them, 24 MB.
    ///
    /// # Errors
    /// Another number of cards, or a card given twice.
    pub fn on(board: &[Card]) -> Result<Self, Error> {
        let set = super::super::eval::checked(board)?;
        if board.len() == 5 {
            return Ok(Self::count(set));
        }
        let (field, renaming) = Self::kept(set);
        let image = &HOLE_IMAGES[renaming];
        let mut shares = Box::new([0; HOLES]);
        for (share, &place) in shares.iter_mut().zip(image) {
            *share = field.shares[usize::from(place)];
        }
        Ok(Self { shares })
    }

    /// The share of one hand on a board of 3, 4 or 5 cards; the same as all of them, sooner.
    ///
    /// # Errors
    /// Another number of cards, or a card given twice.
    pub fn share(board: &[Card], hole: Hole) -> Result<u8, Error> {
        let set = super::super::eval::checked(board)?;
        if board.len() < 5 {
            let (field, renaming) = Self::kept(set);
            return Ok(field.shares[usize::from(HOLE_IMAGES[renaming][hole.index()])]);
        }
        let mut ranks = Ranks::default();
        ranks.fill(board)?;
        let own = ranks.raw()[hole.index()];
        let mut twice = 0u32;
        for &value in ranks.raw() {
            twice += 2 * u32::from(value < own) + u32::from(value == own);
        }
        Ok(if own == BLOCKED { 0 } else { (f64::from(twice) / (2.0 * 1081.0) * 255.0).round() as u8 })
    }

    /// The field on the least renaming of a flop or turn, and which renaming that is.
    fn kept(board: CardSet) -> (Arc<Self>, usize) {
        let (least, renaming) = least(board);
        let kept = KEPT.read().ok().and_then(|kept| kept.get(&least.0).cloned());
        let field = kept.unwrap_or_else(|| {
            let field = Arc::new(Self::count(least));
            if let Ok(mut kept) = KEPT.write() {
                kept.insert(least.0, field.clone());
            }
            field
        });
        (field, renaming)
    }

    /// The share of a hand, in 255ths.
    #[inline]
    pub fn of(&self, hole: Hole) -> u8 {
        self.shares[hole.index()]
    }

    /// All shares by [`Hole::index`].
    #[inline]
    pub fn shares(&self) -> &[u8; HOLES] {
        &self.shares
    }

    fn count(board: CardSet) -> Self {
        let hand = board.iter().fold(Hand::EMPTY, |hand, card| hand + card);
        let deck: Vec<Card> = Card::all().filter(|&c| !board.has(c)).collect();
        let mut count = Count::new(board);
        match hand.count() {
            5 => count.add(hand),
            4 => deck.iter().for_each(|&river| count.add(hand + river)),
            _ => {
                for (i, &turn) in deck.iter().enumerate() {
                    deck[..i].iter().for_each(|&river| count.add(hand + turn + river));
                }
            }
        }
        Self { shares: count.shares() }
    }
}

/// Fields of flops and turns by the least renaming of their boards.
static KEPT: LazyLock<RwLock<std::collections::HashMap<u64, Arc<Field>>>> = LazyLock::new(RwLock::default);

/// The least renaming of a board, and which it is.
fn least(board: CardSet) -> (CardSet, usize) {
    let all = PERMUTATIONS.iter().enumerate().map(|(i, p)| (renamed(board, p), i));
    all.min_by_key(|(set, i)| (set.0, *i)).unwrap_or((board, 0))
}

/// Values of hands are below this; blocked hands are counted above.
const VALUES: usize = 7463;

/// Sums over final boards.
struct Count {
    /// The board that all of them begin with.
    board: CardSet,
    ranks: Ranks,
    /// By value: twice the hands of the field below it, and those that tie.
    below: Vec<u16>,
    sums: Vec<u32>,
}

impl Count {
    fn new(board: CardSet) -> Self {
        Self { board, ranks: Ranks::default(), below: vec![0; VALUES], sums: vec![0; HOLES] }
    }

    fn add(&mut self, board: Hand) {
        let values = classes(board.key(), 5);
        if board.suit_of_three().is_none() {
            return self.add_ranks(&values, board.cards());
        }
        self.ranks.fill_from(&values, board.key(), board.cards());
        let below = &mut self.below[..VALUES];
        below.fill(0);
        let (mut lowest, mut highest) = (VALUES, 0);
        for &value in self.ranks.raw() {
            if value != BLOCKED {
                let value = (value as usize).min(VALUES - 1);
                below[value] += 1;
                lowest = lowest.min(value);
                highest = highest.max(value);
            }
        }
        let mut sum = 0;
        for n in &mut below[lowest..=highest] {
            let here = *n;
            *n = sum + here;
            sum += 2 * here;
        }
        for (share, &value) in self.sums.iter_mut().zip(self.ranks.raw()) {
            if value != BLOCKED {
                *share += u32::from(below[(value as usize).min(VALUES - 1)]);
            }
        }
    }

    /// The same where no flush is possible: a hand is worth what its pair of ranks is.
    fn add_ranks(&mut self, values: &[i16; PAIRS], board: CardSet) {
        let left = ranks_left(board);
        let mut order: [(i16, u8, u16); PAIRS] = [(0, 0, 0); PAIRS];
        for high in 0..13 {
            for low in 0..=high {
                let pair = pair_index(high, low);
                let hands = if high == low {
                    left[high] * left[high].saturating_sub(1) / 2
                } else {
                    left[high] * left[low]
                };
                order[pair] = (values[pair], pair as u8, hands);
            }
        }
        order.sort_unstable();
        let (mut shares, mut sum, mut from) = ([0u32; PAIRS], 0, 0);
        while from < PAIRS {
            let tied = order[from..].iter().take_while(|o| o.0 == order[from].0).count();
            let hands: u32 = order[from..from + tied].iter().map(|o| u32::from(o.2)).sum();
            order[from..from + tied].iter().for_each(|o| shares[usize::from(o.1)] = sum + hands);
            sum += 2 * hands;
            from += tied;
        }
        for (share, &pair) in self.sums.iter_mut().zip(&HOLE_PAIRS) {
            *share += shares[usize::from(pair)];
        }
        // Hands with a card that this ending turned up were not there to be counted.
        let mut dealt = CardSet::EMPTY;
        for card in board.iter().filter(|&c| !self.board.has(c)) {
            for other in Card::all().filter(|&c| c != card && !dealt.has(c)) {
                let hole = Hole::of_distinct(card, other).index();
                self.sums[hole] -= shares[usize::from(HOLE_PAIRS[hole])];
            }
            dealt.insert(card);
        }
    }

    fn shares(&self) -> Box<[u8; HOLES]> {
        // On each final board the field has 1,081 hands; so many of them are there for a hand.
        let boards = [1.0, 46.0, 1081.0][5 - self.board.count()];
        let mut shares = Box::new([0; HOLES]);
        for hole in Hole::all().filter(|h| h.set().disjoint(self.board)) {
            let share = f64::from(self.sums[hole.index()]) / (2.0 * 1081.0 * boards);
            shares[hole.index()] = (share * 255.0).round() as u8;
        }
        shares
    }
}

/// How many cards of each rank a board leaves.
fn ranks_left(board: CardSet) -> [u16; 13] {
    let mut left = [4; 13];
    board.iter().for_each(|card| left[card.rank().index()] -= 1);
    left
}

#[cfg(test)]
mod tests {
    use super::super::Profile;
    use super::*;
    use crate::holdem::range::Range;

    /// Against the exact equity of each hand over all opponents, on boards of each length.
    #[test]
    fn shares_are_equities_to_five_hundredths() {
        for text in ["3h4cJh", "AsKsQs", "7h7c2d9s", "2c3c9cKd4h", "TsJsQsKs2d"] {
            let board = Card::parse_list(text).unwrap();
            let field = Field::on(&board).unwrap();
            let set: CardSet = board.iter().copied().collect();
            for hole in Hole::all().filter(|h| h.set().disjoint(set)).step_by(29) {
                let exact = Profile::new(hole, &board).unwrap().strength(&Range::all()).unwrap().equity;
                let share = f64::from(field.of(hole)) / 255.0;
                assert!((share - exact).abs() < 0.05, "{hole} on {text}: {share} {exact}");
            }
        }
    }

    #[test]
    fn one_hand_has_the_share_it_has_among_all() {
        for text in ["3h4cJh", "7h7c2d9s", "2c3c9cKd4h"] {
            let board = Card::parse_list(text).unwrap();
            let field = Field::on(&board).unwrap();
            for hole in Hole::all() {
                assert_eq!(Field::share(&board, hole), Ok(field.of(hole)), "{hole} on {text}");
            }
        }
    }

    #[test]
    fn renaming_suits_changes_nothing_but_names() {
        let (a, b) = (Card::parse_list("3h4cJh").unwrap(), Card::parse_list("3s4dJs").unwrap());
        let (a, b) = (Field::on(&a).unwrap(), Field::on(&b).unwrap());
        for (x, y) in [("AhKh", "AsKs"), ("Jc4h", "Jd4s"), ("9c9d", "9d9c"), ("AcKc", "AdKd")] {
            assert_eq!(a.of(x.parse().unwrap()), b.of(y.parse().unwrap()), "{x} {y}");
        }
    }

    #[test]
    fn blocked_hands_have_no_share_and_wrong_boards_are_refused() {
        let field = Field::on(&Card::parse_list("3h4cJh").unwrap()).unwrap();
        assert_eq!(field.of("3hAd".parse().unwrap()), 0);
        assert!(Field::on(&Card::parse_list("3h4c").unwrap()).is_err());
        let card = "3h".parse().unwrap();
        assert_eq!(Field::on(&[card; 3]), Err(Error::Duplicate(card)));
    }
}
