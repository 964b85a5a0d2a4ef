//! The strongest play among some cards, found without listing them all.

use super::cards::{Cards, Rank, Suit};
use super::strength::{PlayKind, Plays, Sequence, Strength, deciding};

impl Plays {
    /// The strongest play of `n` cards among `cards`, or none if there is none.
    ///
    /// What is not weaker than it nobody who holds only `cards` can beat.
    ///
    /// ```
    /// use croupier_games::big_two::{BigTwo, PlayKind};
    /// let game = BigTwo::standard();
    /// let out = "3d 3c 3h 5s 5h 9c 2s".parse()?;
    /// assert_eq!(game.plays().strongest(out, 5).unwrap().kind(), PlayKind::FullHouse);
    /// assert_eq!(game.plays().strongest(out, 4), None);
    /// # Ok::<(), croupier_games::ParseError>(())
    /// ```
    pub fn strongest(&self, cards: Cards, n: u32) -> Option<Strength> {
        let top_of = |least: u32| (0..13).rev().find(|r| cards.nibble(Rank(*r)).count_ones() >= least);
        match n {
            1 => cards.highest().map(|c| Strength::new(PlayKind::Single, c.index())),
            2 => top_of(2).map(|r| Strength::new(PlayKind::Pair, deciding(cards, r))),
            3 => top_of(3).map(|r| Strength::new(PlayKind::Triple, deciding(cards, r))),
            4 if self.fours => {
                let two_pair = || {
                    let high = top_of(2)?;
                    (0..high).find(|r| cards.nibble(Rank(*r)).count_ones() >= 2)?;
                    Some(Strength::new(PlayKind::TwoPair, deciding(cards, high)))
                };
                top_of(4).map(|r| Strength::new(PlayKind::Quads, 4 * r + 3)).or_else(two_pair)
            }
            5 if cards.len() >= 5 => self.strongest_five(cards, top_of(4)),
            _ => None,
        }
    }

    fn strongest_five(&self, cards: Cards, quads: Option<u8>) -> Option<Strength> {
        let suit = |s| cards.suit_ranks(Suit(s));
        let suits = [suit(0), suit(1), suit(2), suit(3)];
        if suits.iter().any(|held| held.count_ones() >= 5)
            && let Some(best) = self.straight_flush(&suits)
        {
            return Some(best);
        }
        if let Some(rank) = quads.filter(|_| self.quads_plus_one) {
            return Some(Strength::new(PlayKind::QuadsPlusOne, 4 * rank + 3));
        }
        full_house(cards).or_else(|| self.flush(&suits)).or_else(|| {
            let ranks = suits[0] | suits[1] | suits[2] | suits[3];
            let held = self.sequences.iter().filter(|s| ranks & s.mask == s.mask);
            held.filter_map(|s| straight(cards, s)).max_by_key(|s| s.number())
        })
    }

    fn straight_flush(&self, suits: &[u16; 4]) -> Option<Strength> {
        let best = self.sequences.iter().filter_map(|s| {
            let suit = (0..4u8).rev().find(|suit| suits[usize::from(*suit)] & s.mask == s.mask)?;
            Some(Strength::new(PlayKind::StraightFlush, 4 * s.ranks[0] + suit))
        });
        best.max_by_key(|s| s.number())
    }

    /// The strongest flush; no straight flush is possible with these suits.
    fn flush(&self, suits: &[u16; 4]) -> Option<Strength> {
        // Five of a suit that are no straight, or six and more: some five with the highest card are none.
        let held = (0..4u8).filter(|s| suits[usize::from(*s)].count_ones() >= 5);
        let tops = held.map(|s| 4 * (15 - suits[usize::from(s)].leading_zeros() as u8) + s);
        tops.map(|top| Strength::new(PlayKind::Flush, self.flush_key(top))).max_by_key(|s| s.number())
    }
}

fn full_house(cards: Cards) -> Option<Strength> {
    let of = |least: u32| move |r: &u8| cards.nibble(Rank(*r)).count_ones() >= least;
    let three = (0..13).rev().find(of(3))?;
    (0..13).filter(|r| *r != three).find(of(2))?;
    Some(Strength::new(PlayKind::FullHouse, deciding(cards, three)))
}

/// The strongest straight of a sequence, whose ranks are all held, that is not of one suit.
fn straight(cards: Cards, sequence: &Sequence) -> Option<Strength> {
    let [deciding, others @ ..] = sequence.ranks;
    let others = others.iter().fold(0, |all, r| all | cards.nibble(Rank(*r)));
    let held = cards.nibble(Rank(deciding));
    let suit = (0..4u8).rev().find(|s| held >> s & 1 == 1 && others & !(1 << s) != 0)?;
    Some(Strength::new(PlayKind::Straight, 4 * deciding + suit))
}
