//! All turns and rivers of a flop at once.
//!
//! Without a flush a hand's value depends on ranks alone, and there are only 91 pairs of them: for the hands and for
//! the turn with the river. So each of the 1,081 runouts is compared with 91 values instead of 1,081 hands. A count
//! per pair of ranks includes runouts that use the opponent's own cards; counts kept per card of the runout take
//! them out again. Where three of a suit lie on the board the few hands with a flush are corrected one by one, and
//! where four or five do, all hands are ranked as they are.

use super::Sum;
use crate::holdem::card::{Card, CardSet, HOLES, Hole, Suit};
use crate::holdem::eval::{HOLE_PAIRS, Hand, PAIRS, Ranks, classes, flush_value, pair_index};

/// Room for 91 pairs in whole vectors.
const LANES: usize = 96;

/// Wins and ties by pair of ranks.
#[derive(Clone, Copy)]
struct Counts {
    wins: [u16; LANES],
    ties: [u16; LANES],
}

impl Counts {
    const ZERO: Counts = Counts { wins: [0; LANES], ties: [0; LANES] };

    /// 1 where `own` beats or ties a pair's value.
    fn of(values: &[i16; PAIRS], own: i16) -> Self {
        let mut counts = Self::ZERO;
        for ((win, tie), &value) in counts.wins.iter_mut().zip(&mut counts.ties).zip(values) {
            *win = u16::from(value < own);
            *tie = u16::from(value == own);
        }
        counts
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        for (sum, n) in self.wins.iter_mut().zip(&other.wins) {
            *sum += n;
        }
        for (sum, n) in self.ties.iter_mut().zip(&other.ties) {
            *sum += n;
        }
    }
}

struct Walk {
    hole: Hole,
    used: CardSet,
    /// Values of the 91 pairs by pair of ranks of turn and river.
    values: Vec<[i16; PAIRS]>,
    /// Comparison with the hand's own value, where it has no flush.
    plain: Vec<Counts>,
    total: Counts,
    by_card: [Counts; 52],
    /// What the runout that is this very hand counted for the hand's pair: at most 1.
    itself: [(u16, u16); HOLES],
    /// Runouts counted hand by hand.
    single: Sum,
    /// What flushes change, hand by hand: wins and ties.
    change: Vec<(i16, i16)>,
    ranks: Ranks,
}

/// Runouts, and wins and ties over them against each hand.
pub(super) fn count(hole: Hole, board: &[Card]) -> (u16, Vec<u16>, Vec<u16>) {
    let flop = board.iter().fold(Hand::EMPTY, |hand, &card| hand + card);
    let mut walk = Walk::new(hole, flop);
    let deck: Vec<Card> = Card::all().filter(|&c| !walk.used.has(c)).collect();
    for (i, &turn) in deck.iter().enumerate() {
        let four = flop + turn;
        let mut of_turn = Counts::ZERO;
        for &river in &deck[..i] {
            walk.runout(four + river, turn, river, &mut of_turn);
        }
        walk.total.add(&of_turn);
        walk.by_card[turn.index()].add(&of_turn);
    }
    walk.finish()
}

impl Walk {
    fn new(hole: Hole, flop: Hand) -> Self {
        let own = usize::from(HOLE_PAIRS[hole.index()]);
        let mut values = vec![[0; PAIRS]; PAIRS];
        let mut plain = vec![Counts::ZERO; PAIRS];
        let clubs = |rank: usize| Card::new(4 * rank as u8).unwrap_or(hole.cards()[0]);
        for high in 0..13 {
            for low in 0..=high {
                // Suits do not matter here: the key's counts of them are not looked at.
                let key = (flop + clubs(high) + clubs(low)).key();
                let pair = pair_index(high, low);
                values[pair] = classes(key, 5);
                plain[pair] = Counts::of(&values[pair], values[pair][own]);
            }
        }
        Self {
            hole,
            used: flop.cards().union(hole.set()),
            values,
            plain,
            total: Counts::ZERO,
            by_card: [Counts::ZERO; 52],
            itself: [(0, 0); HOLES],
            single: Sum::default(),
            change: vec![(0, 0); HOLES],
            ranks: Ranks::default(),
        }
    }

    fn runout(&mut self, board: Hand, turn: Card, river: Card, of_turn: &mut Counts) {
        let pair = pair_index(turn.rank().index(), river.rank().index());
        let Some((suit, count)) = board.suit_of_three() else {
            let counts = &self.plain[pair];
            of_turn.add(counts);
            self.by_card[river.index()].add(counts);
            self.itself[Hole::of_distinct(turn, river).index()] = (counts.wins[pair], counts.ties[pair]);
            return;
        };
        if count > 3 {
            self.ranks.fill_from(&self.values[pair], board.key(), board.cards());
            self.single.add(&self.ranks, self.ranks.raw()[self.hole.index()]);
            return;
        }
        let held = self.hole.set().ranks_of(suit);
        let on_board = board.cards().ranks_of(suit);
        let mut own = self.values[pair][usize::from(HOLE_PAIRS[self.hole.index()])];
        let mut flushed = None;
        if held.count_ones() == 2 {
            own = flush_value(on_board | held);
            flushed = Some(Counts::of(&self.values[pair], own));
        }
        let counts = flushed.as_ref().unwrap_or(&self.plain[pair]);
        of_turn.add(counts);
        self.by_card[river.index()].add(counts);
        self.itself[Hole::of_distinct(turn, river).index()] = (counts.wins[pair], counts.ties[pair]);
        self.correct(pair, own, suit, on_board, held);
    }

    /// Replaces the comparison without flushes by that with them, for hands with two cards of a suit of which three
    /// lie on the board.
    fn correct(&mut self, pair: usize, own: i16, suit: Suit, on_board: u16, held: u16) {
        let values = &self.values[pair];
        let mut highs = !(on_board | held) & 0x1FFF;
        while highs != 0 {
            let high = 15 - highs.leading_zeros() as usize;
            highs ^= 1 << high;
            let card = 4 * high + suit.index();
            let start = card * card.saturating_sub(1) / 2 + suit.index();
            let mut lows = highs;
            while lows != 0 {
                let low = lows.trailing_zeros() as usize;
                lows &= lows - 1;
                let flush = flush_value(on_board | 1 << high | 1 << low);
                let plain = values[high * (high + 1) / 2 + low];
                let change = &mut self.change[start + 4 * low];
                change.0 += i16::from(flush < own) - i16::from(plain < own);
                change.1 += i16::from(flush == own) - i16::from(plain == own);
            }
        }
    }

    fn finish(self) -> (u16, Vec<u16>, Vec<u16>) {
        let (mut wins, mut ties) = (vec![0; HOLES], vec![0; HOLES]);
        for hole in Hole::all().filter(|h| self.used.disjoint(h.set())) {
            let i = hole.index();
            let pair = usize::from(HOLE_PAIRS[i]);
            let [a, b] = hole.cards().map(|c| &self.by_card[c.index()]);
            // Each runout with one of the hand's cards was counted under it, that with both under both.
            let (both_wins, both_ties) = self.itself[i];
            let win = self.total.wins[pair] + both_wins + self.single.wins[i] - a.wins[pair] - b.wins[pair];
            let tie = self.total.ties[pair] + both_ties + self.single.ties[i] - a.ties[pair] - b.ties[pair];
            wins[i] = win.wrapping_add_signed(self.change[i].0);
            ties[i] = tie.wrapping_add_signed(self.change[i].1);
        }
        (990, wins, ties)
    }
}
