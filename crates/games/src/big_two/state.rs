//! The whole truth of an episode, deals, and what an action does.

use super::BigTwo;
use super::cards::{Card, Cards};
use super::config::{Length, MustPlay3d};
use super::plays::Action;
use super::score::{Chips, owed, rank_reward, settle};
use super::strength::Strength;
use arrayvec::ArrayVec;
use croupier_core::{Illegal, Rng, Seat, Tally};
use serde::{Deserialize, Serialize};

/// The cards of each seat: all of a deal, or those that are fixed. Text is `0=3d 4d,2=2s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    hands: [Cards; 4],
}

impl Deal {
    /// A deal of these hands; whether it can happen is for the game to say.
    pub fn new(hands: [Cards; 4]) -> Self {
        Self { hands }
    }

    /// The cards by seat.
    pub fn hands(&self) -> &[Cards; 4] {
        &self.hands
    }

    /// The cards of all seats.
    pub fn cards(&self) -> Cards {
        self.hands.iter().fold(Cards::NONE, |all, h| all.with(*h))
    }
}

/// A play or pass that was made, and the cards its seat had left after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
    /// Cards left at the seat after it.
    pub left: u8,
}

/// The play on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    pub(crate) strength: Strength,
}

/// At most this many moves make a hand: of 52 cards the losers keep three, each play puts down one at least, and
/// between two plays at most three pass (49 + 48 × 3 = 193).
pub(crate) const MOVES: usize = 193;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// A hand is to be dealt.
    Deal,
    /// A seat is to move.
    Play,
    /// The episode has ended.
    Over,
}

/// What one seat did over the hands of an episode, for reports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    wins: u32,
    cards_left: u32,
    twos_caught: u32,
    gained: i32,
}

/// The whole truth of an episode.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) phase: Phase,
    pub(crate) hands: [Cards; 4],
    pub(crate) turn: Seat,
    pub(crate) table: Option<Table>,
    pub(crate) passes: u8,
    /// Bit i: seat i has passed in this trick and may not play again in it (`pass_lock`).
    pub(crate) locked: u8,
    pub(crate) history: ArrayVec<Move, MOVES>,
    pub(crate) chips: [Chips; 4],
    /// What the last finished hand paid.
    pub(crate) paid: [Chips; 4],
    pub(crate) finished: u32,
    pub(crate) totals: [Totals; 4],
    pub(crate) moves: u32,
}

impl State {
    pub(crate) fn new(game: &BigTwo) -> Self {
        let start = match game.config.episode {
            Length::Hand => 0,
            Length::Match => game.config.stack,
        };
        State {
            phase: Phase::Deal,
            hands: [Cards::NONE; 4],
            turn: Seat(0),
            table: None,
            passes: 0,
            locked: 0,
            history: ArrayVec::new(),
            chips: [Chips(start); 4],
            paid: [Chips(0); 4],
            finished: 0,
            totals: [Totals::default(); 4],
            moves: 0,
        }
    }

    /// Who led, or is to lead, the first trick of the hand; none before the deal.
    pub(crate) fn opener(&self) -> Option<Seat> {
        self.history.first().map(|m| m.seat).or((self.phase == Phase::Play).then_some(self.turn))
    }

    pub(crate) fn left(&self) -> [u8; 4] {
        self.hands.map(|h| h.len() as u8)
    }

    /// Gives everyone a hand; the holder of the lowest card, the 3♦, leads.
    pub(crate) fn deal(&mut self, hands: [Cards; 4]) {
        let lowest = |seat: &usize| hands[*seat].lowest();
        let first = (0..4).min_by_key(lowest).expect("four seats");
        self.phase = Phase::Play;
        self.hands = hands;
        self.turn = Seat(first as u8);
        self.table = None;
        (self.passes, self.locked) = (0, 0);
        self.history.clear();
    }
}

impl BigTwo {
    /// Deals the cards that are not fixed.
    pub(crate) fn draw_deal(&self, rng: &mut Rng) -> Deal {
        let mut free: ArrayVec<Card, 52> = self.deck.without(self.fixed.cards()).iter().collect();
        rng.shuffle(&mut free);
        let mut free = free.into_iter();
        Deal::new(self.fixed.hands().map(|fixed| {
            let missing = self.hand_size() - fixed.len() as usize;
            fixed.with(free.by_ref().take(missing).collect())
        }))
    }

    pub(crate) fn hand_size(&self) -> usize {
        self.deck.len() as usize / 4
    }

    pub(crate) fn reveal_deal(&self, s: &mut State, deal: &Deal) -> Result<(), Illegal> {
        let refuse = |reason: String| Err(Illegal::new(deal, reason));
        if s.phase != Phase::Deal {
            return refuse("no deal is due".into());
        }
        let sizes = deal.hands().map(|h| h.len() as usize);
        if sizes != [self.hand_size(); 4] || deal.cards() != self.deck {
            return refuse(format!(
                "hands of {sizes:?} cards, {} different ones; it takes 4 × {}",
                deal.cards().len(),
                self.hand_size()
            ));
        }
        for (seat, (hand, fixed)) in deal.hands().iter().zip(self.fixed.hands()).enumerate() {
            if !hand.contains(*fixed) {
                return refuse(format!("seat {seat} lacks the fixed {}", fixed.without(*hand)));
            }
        }
        s.deal(*deal.hands());
        Ok(())
    }

    /// The strength of what the seat to move wants to do, or the rule against it; none for a pass.
    fn checked(&self, s: &State, a: Action) -> Result<Option<Strength>, Illegal> {
        let refuse = |reason: String| Err(Illegal::new(a, reason));
        if s.phase != Phase::Play {
            return refuse("nobody is to move".into());
        }
        if a.is_pass() {
            return if s.table.is_some() { Ok(None) } else { refuse("who leads may not pass".into()) };
        }
        let (cards, hand) = (a.cards(), s.hands[s.turn.index()]);
        if !hand.contains(cards) {
            return refuse(format!("seat {} does not hold {}", s.turn, cards.without(hand)));
        }
        let Some(strength) = self.plays.strength(cards) else {
            return refuse("these cards are no play".into());
        };
        match s.table {
            Some(table) if table.strength.cards() != strength.cards() => {
                refuse(format!("the table asks for {} cards", table.strength.cards()))
            }
            // Equal strengths, and weaker ones, are both not above the table.
            Some(table)
                if !matches!(table.strength.partial_cmp(&strength), Some(std::cmp::Ordering::Less)) =>
            {
                refuse(format!("it is not stronger than {}", table.action))
            }
            None if s.history.is_empty() && !self.may_open(cards) => {
                refuse(format!("the first lead must play {}", Card::LOWEST))
            }
            _ => Ok(Some(strength)),
        }
    }

    /// Whether the first lead of a hand may be `cards`.
    #[inline]
    pub(crate) fn may_open(&self, cards: Cards) -> bool {
        let lowest = Cards::from(Card::LOWEST);
        match self.config.must_play_3d {
            MustPlay3d::Off => true,
            MustPlay3d::On => cards.contains(lowest),
            MustPlay3d::Single => cards == lowest,
        }
    }

    pub(crate) fn apply_action(&self, s: &mut State, a: Action) -> Result<(), Illegal> {
        let strength = self.checked(s, a)?;
        let seat = s.turn;
        s.moves += 1;
        match strength {
            Some(strength) => {
                let hand = &mut s.hands[seat.index()];
                *hand = hand.without(a.cards());
                s.history.push(Move { seat, action: a, left: hand.len() as u8 });
                s.table = Some(Table { seat, action: a, strength });
                s.passes = 0;
                if hand.is_empty() {
                    self.finish(s);
                    return Ok(());
                }
            }
            None => {
                let left = s.hands[seat.index()].len() as u8;
                s.history.push(Move { seat, action: a, left });
                s.passes += 1;
                s.locked |= u8::from(self.config.pass_lock) << seat.0;
                // The limit counts the seats still in: three passes in a row, or all others locked out.
                let out = if self.config.pass_lock { s.locked.count_ones() as u8 } else { s.passes };
                if out == 3 {
                    s.turn = s.table.take().expect("who leads may not pass").seat;
                    (s.passes, s.locked) = (0, 0);
                    return Ok(());
                }
            }
        }
        s.turn = (1..4)
            .map(|steps| seat.after(steps, 4))
            .find(|next| s.locked >> next.0 & 1 == 0)
            .expect("the seat of the last play is never locked");
        Ok(())
    }

    fn finish(&self, s: &mut State) {
        let left = s.left();
        let twos = s.hands.map(|h| h.and(Cards::TWOS).len() as u8);
        s.paid = settle(self.config.scoring, left, twos);
        s.finished += 1;
        for seat in 0..4 {
            s.chips[seat].0 = s.chips[seat].0.saturating_add(s.paid[seat].0);
            let total = &mut s.totals[seat];
            total.wins += u32::from(left[seat] == 0);
            total.cards_left += u32::from(left[seat]);
            total.twos_caught += u32::from(twos[seat]);
            total.gained = total.gained.saturating_add(s.paid[seat].0);
        }
        let over = self.config.episode == Length::Hand || s.chips.iter().any(|c| c.0 <= 0);
        s.phase = if over { Phase::Over } else { Phase::Deal };
    }

    pub(crate) fn final_scores(&self, s: &State, out: &mut [f64]) {
        match self.config.episode {
            Length::Hand => out.iter_mut().zip(s.chips).for_each(|(o, c)| *o = f64::from(c.0)),
            Length::Match => out.copy_from_slice(&rank_reward(s.chips)),
        }
    }

    /// A hand: the seat pays each of the others as if that one had just gone out, with the cards it holds now (before
    /// the deal, the worst hand). A match: it is last, and the others rank above it by chips.
    pub(crate) fn forfeit_scores(&self, s: &State, seat: Seat, out: &mut [f64]) {
        match self.config.episode {
            Length::Hand => {
                let hand = s.hands[seat.index()];
                let (left, twos) = match s.phase {
                    Phase::Deal => (self.hand_size() as u8, self.deck.and(Cards::TWOS).len() as u8),
                    _ => (hand.len() as u8, hand.and(Cards::TWOS).len() as u8),
                };
                let owed = f64::from(owed(self.config.scoring, left, twos, 0));
                out.fill(owed);
                out[seat.index()] = -3.0 * owed;
            }
            Length::Match => {
                let mut chips = s.chips;
                chips[seat.index()] = Chips(i32::MIN);
                out.copy_from_slice(&rank_reward(chips));
            }
        }
    }

    pub(crate) fn tally_episode(&self, s: &State, out: &mut Tally) {
        if s.finished == 0 {
            return;
        }
        let hands = f64::from(s.finished);
        for (seat, total) in Seat::all(4).zip(s.totals) {
            let mut put = |key, sum: f64| out.seat(seat, key, sum / hands, hands);
            put("chips_per_hand", f64::from(total.gained));
            put("hands_won", f64::from(total.wins));
            put("cards_left", f64::from(total.cards_left));
            put("twos_caught", f64::from(total.twos_caught));
        }
        out.all("hands", hands, 1.0);
        out.all("moves_per_hand", f64::from(s.moves) / hands, hands);
    }
}
