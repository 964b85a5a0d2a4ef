//! The whole truth of an episode, and the betting.

use super::card::{Card, CardSet, Hole};
use super::config::{Chips, Config, Posts, Reopen};
use super::eval::Hand;
use super::history::{History, Past, Street};
use super::legal::Legal;
use super::pots;
use super::text::Action;
use arrayvec::ArrayVec;
use croupier_core::{Illegal, Seat, Turn};
use std::sync::Arc;

/// A set of seats, bit by seat.
pub(super) type Seats = u16;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Hands are dealt.
    Deal,
    /// The board's next cards are dealt.
    Board,
    /// This seat acts.
    Act(u8),
    /// The episode is over.
    Over,
}

/// The whole truth: hands, board, chips, betting. It clones without a heap unless a hand has more than twenty actions.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) seats: u8,
    pub(super) phase: Phase,
    pub(crate) button: u8,
    pub(crate) street: Street,
    pub(crate) board: ArrayVec<Card, 5>,
    /// By seat; none before the deal and for seats that are out.
    pub(crate) hands: [Option<Hole>; 10],
    /// Chips before the hand.
    pub(crate) start: [Chips; 10],
    /// Chips put into the pot in this hand.
    pub(crate) put: [Chips; 10],
    /// Chips bet on this street; part of `put`.
    pub(crate) bets: [Chips; 10],
    /// The highest bet of this street.
    pub(crate) level: Chips,
    /// The largest bet or raise of this street.
    pub(crate) largest: Chips,
    /// Seats that can still win the pot.
    pub(crate) alive: Seats,
    /// Seats that still have to act on this street.
    pending: Seats,
    /// Seats that have acted on this street since its last full bet or raise.
    acted: Seats,
    /// What raises by all-ins in a row have added since they last added up to a full one.
    short: Chips,
    pub(crate) history: History,
    /// How many hands are over, and what they were; none yet costs no heap.
    pub(crate) played: u16,
    pub(crate) past: Option<Arc<Vec<Past>>>,
    /// What each seat won in hands that are over.
    pub(crate) won: [i64; 10],
}

pub(super) fn bit(seat: usize) -> Seats {
    1 << seat
}

pub(super) fn members(set: Seats) -> impl Iterator<Item = usize> {
    (0..10).filter(move |&i| set & bit(i) != 0)
}

impl State {
    pub(super) fn new(config: &Config) -> Self {
        let seats = usize::from(config.seats);
        let mut start = [0; 10];
        for (seat, chips) in start.iter_mut().enumerate().take(seats) {
            *chips = config.stack(seat);
        }
        Self {
            seats: config.seats,
            phase: Phase::Deal,
            button: config.seats - 1,
            street: Street::Preflop,
            board: ArrayVec::new(),
            hands: [None; 10],
            start,
            put: [0; 10],
            bets: [0; 10],
            level: 0,
            largest: 0,
            alive: (1 << seats) - 1,
            pending: 0,
            acted: 0,
            short: 0,
            history: History::default(),
            played: 0,
            past: None,
            won: [0; 10],
        }
    }

    pub(crate) fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The chips a seat has behind.
    #[inline]
    pub(crate) fn stack(&self, seat: usize) -> Chips {
        self.start[seat] - self.put[seat]
    }

    /// All chips in the middle, bets included.
    pub(crate) fn pot(&self) -> Chips {
        self.put.iter().sum()
    }

    #[inline]
    pub(crate) fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal | Phase::Board => Turn::Chance,
            Phase::Act(seat) => Turn::Seat(Seat(seat)),
            Phase::Over => Turn::Over,
        }
    }

    /// The first seat of a set after `seat`, in order round the table.
    fn next_of(&self, set: Seats, seat: usize) -> Option<usize> {
        let n = self.seats();
        (1..=n).map(|i| (seat + i) % n).find(|&i| set & bit(i) != 0)
    }

    /// The seats that put in the blinds: heads-up the button has the small one.
    pub(crate) fn blind_seats(&self) -> (usize, usize) {
        let dealt = self.dealt();
        let button = usize::from(self.button);
        let left = self.next_of(dealt, button).unwrap_or(button);
        let second = self.next_of(dealt, left).unwrap_or(left);
        if dealt.count_ones() == 2 { (second, left) } else { (left, second) }
    }

    /// The seats that are in the hand from its start.
    pub(crate) fn dealt(&self) -> Seats {
        members((1 << self.seats) - 1).filter(|&i| self.start[i] > 0).fold(0, |set, i| set | bit(i))
    }

    /// Puts chips in, at most what is there.
    fn pay(&mut self, seat: usize, chips: Chips) -> Chips {
        let paid = chips.min(self.stack(seat));
        self.put[seat] += paid;
        paid
    }

    /// The hands are dealt: antes, blinds, and the first seat to act.
    pub(super) fn deal(&mut self, config: &Config, hands: &[Option<Hole>]) {
        for (place, hand) in self.hands.iter_mut().zip(hands) {
            *place = *hand;
        }
        self.alive = self.dealt();
        let last = if config.posts.is_none() { self.post_blinds(config) } else { self.post(&config.posts) };
        self.level = self.bets.iter().copied().max().unwrap_or(0);
        self.open(config, last);
    }

    /// Antes and blinds; the seat that the first to act comes after.
    fn post_blinds(&mut self, config: &Config) -> usize {
        for seat in members(self.alive) {
            self.pay(seat, config.ante);
        }
        let (small, big) = self.blind_seats();
        for (seat, blind) in [(small, config.blinds.small), (big, config.blinds.big)] {
            self.bets[seat] = self.pay(seat, blind);
        }
        big
    }

    /// What is put in seat by seat; the first to act comes after the highest bet that is not a late one, the last such
    /// seat where there are several.
    fn post(&mut self, posts: &Posts) -> usize {
        for (seat, post) in posts.0.iter().enumerate() {
            self.pay(seat, post.ante);
            self.bets[seat] = self.pay(seat, post.bet);
        }
        let bet = |&i: &usize| if posts.0[i].late { 0 } else { self.bets[i] };
        (0..posts.0.len()).max_by_key(bet).unwrap_or(0)
    }

    /// Starts a street's betting; the first to act sits after `before`.
    fn open(&mut self, config: &Config, before: usize) {
        self.largest = 0;
        self.acted = 0;
        self.short = 0;
        // A seat that nobody can call, or that has nothing, does not act: the second highest it could be matched with
        // is what it can still lose.
        let mut most = [0, 0];
        for seat in members(self.alive) {
            let could = self.bets[seat] + self.stack(seat);
            if could > most[0] {
                most = [could, most[0]];
            } else if could > most[1] {
                most[1] = could;
            }
        }
        self.pending = members(self.alive)
            .filter(|&i| self.stack(i) > 0 && most[1] > self.bets[i])
            .fold(0, |set, i| set | bit(i));
        // Nor does the last one who could, when it has matched all there is.
        let alone =
            self.pending.count_ones() == 1 && members(self.pending).all(|i| self.bets[i] >= self.level);
        if alone {
            self.pending = 0;
        }
        self.proceed(config, before);
    }

    /// After a seat has acted, or before the first: the next seat, or the end of the street.
    fn proceed(&mut self, config: &Config, seat: usize) {
        match self.next_of(self.pending, seat) {
            Some(next) if self.alive.count_ones() > 1 => self.phase = Phase::Act(next as u8),
            _ => self.close(config),
        }
    }

    /// Ends a street's betting: uncalled chips go back; the board, or the hand, goes on.
    fn close(&mut self, config: &Config) {
        self.pending = 0;
        let mut most = [0, 0];
        for &bet in &self.bets[..self.seats()] {
            if bet > most[0] {
                most = [bet, most[0]];
            } else if bet > most[1] {
                most[1] = bet;
            }
        }
        for seat in 0..self.seats() {
            self.put[seat] -= self.bets[seat].saturating_sub(most[1]);
        }
        self.bets = [0; 10];
        self.level = 0;
        if self.alive.count_ones() == 1 || self.street == Street::River {
            self.finish(config);
        } else {
            self.phase = Phase::Board;
        }
    }

    /// The board's next cards lie.
    pub(super) fn turn_up(&mut self, config: &Config, cards: &[Card]) {
        self.board.extend(cards.iter().copied());
        self.street = self.street.next().unwrap_or(Street::River);
        let can_bet = members(self.alive).filter(|&i| self.stack(i) > 0).count() > 1;
        if can_bet {
            self.open(config, usize::from(self.button));
        } else {
            self.close(config);
        }
    }

    /// What a raise must add at least.
    fn least_raise(&self, config: &Config) -> Chips {
        match (config.reopen, self.largest) {
            (Reopen::Acpc, 1..) => self.largest,
            _ => self.largest.max(config.blinds.big),
        }
    }

    #[inline]
    pub(crate) fn legal(&self, config: &Config) -> Legal {
        let Phase::Act(seat) = self.phase else { return Legal::default() };
        let seat = usize::from(seat);
        let (bet, stack) = (self.bets[seat], self.stack(seat));
        let to_call = self.level - bet;
        let least = self.least_raise(config);
        let acted = self.acted & bit(seat) != 0;
        let open = match config.reopen {
            Reopen::Full => !acted || to_call >= least,
            Reopen::Pokerkit => to_call >= self.largest && !(acted && self.short > 0),
            Reopen::Acpc => true,
        };
        let someone_can_call =
            || members(self.alive & !bit(seat)).any(|i| self.bets[i] + self.stack(i) > self.level);
        let raise = (stack > to_call && open && someone_can_call())
            .then(|| ((self.level + least).min(bet + stack), bet + stack));
        Legal { fold: to_call > 0 || config.free_fold, check: to_call == 0, call: to_call > 0, raise }
    }

    pub(super) fn apply(&mut self, config: &Config, action: Action) -> Result<(), Illegal> {
        use croupier_core::LegalSet;
        let Phase::Act(seat) = self.phase else { return Err(Illegal::new(action, "it is no seat's turn")) };
        let legal = self.legal(config);
        if !legal.has(&action) {
            return Err(Illegal::new(action, format!("legal are {}", legal.texts().join(" "))));
        }
        let index = usize::from(seat);
        self.history.push(self.street, Seat(seat), action);
        self.pending &= !bit(index);
        self.acted |= bit(index);
        match action {
            Action::Fold => self.alive &= !bit(index),
            Action::Check => {}
            Action::Call => self.bets[index] += self.pay(index, self.level - self.bets[index]),
            Action::Raise(to) => {
                self.bets[index] += self.pay(index, to - self.bets[index]);
                self.raised(config, index, to - self.level);
                self.level = to;
                let others = members(self.alive & !bit(index)).filter(|&i| self.stack(i) > 0);
                self.pending = others.fold(0, |set, i| set | bit(i));
            }
        }
        self.proceed(config, index);
        Ok(())
    }

    /// Keeps the account of full and short raises: this one adds `more`.
    fn raised(&mut self, config: &Config, seat: usize, more: Chips) {
        let full = match config.reopen {
            Reopen::Full => self.least_raise(config),
            Reopen::Pokerkit => self.largest,
            Reopen::Acpc => {
                self.largest = self.least_raise(config).saturating_sub(more).max(more);
                return;
            }
        };
        if more >= full {
            self.acted = bit(seat);
        }
        self.largest = self.largest.max(more);
        self.short = if self.stack(seat) == 0 { self.short + more } else { 0 };
        if self.short >= self.largest {
            self.short = 0;
        }
    }

    /// Whether hands were shown: more than one seat came to the end.
    pub(crate) fn showdown(&self) -> bool {
        self.phase == Phase::Over && self.alive.count_ones() > 1
    }

    /// The hands that everyone has seen, by seat.
    pub(crate) fn shown(&self) -> [Option<Hole>; 10] {
        std::array::from_fn(|i| self.hands[i].filter(|_| self.showdown() && self.alive & bit(i) != 0))
    }

    /// What each seat gets from the pot. Antes that are said seat by seat lie in the main pot for everybody.
    fn payout(&self, config: &Config) -> [Chips; 10] {
        if self.alive.count_ones() == 1 {
            let mut out = [0; 10];
            out[self.alive.trailing_zeros() as usize] = self.pot();
            return out;
        }
        let board = self.board.iter().fold(Hand::EMPTY, |hand, &card| hand + card);
        let values: [u16; 10] = std::array::from_fn(|i| match self.hands[i] {
            Some(hole) if self.alive & bit(i) != 0 => (board + hole).rank7_unchecked().value(),
            _ => 0,
        });
        let left_of_button = |winners| self.next_of(winners, usize::from(self.button)).unwrap_or(0);
        let mut put = self.put;
        let mut dead = 0;
        for (seat, post) in config.posts.0.iter().enumerate() {
            let ante = post.ante.min(self.start[seat]);
            put[seat] -= ante;
            dead += ante;
        }
        pots::share_out(&put, dead, self.alive, &values, left_of_button)
    }

    /// The hand is over: scores, and the next hand of the episode if there is one.
    fn finish(&mut self, config: &Config) {
        self.phase = Phase::Over;
        let payout = self.payout(config);
        let won: [i64; 10] = std::array::from_fn(|i| i64::from(payout[i]) - i64::from(self.put[i]));
        for (sum, more) in self.won.iter_mut().zip(won) {
            *sum += more;
        }
        self.played += 1;
        let chips: [Chips; 10] = std::array::from_fn(|i| (i64::from(self.start[i]) + won[i]) as Chips);
        let able = |i: &usize| config.reset || chips[*i] > 0;
        if self.played >= config.hands || (0..self.seats()).filter(able).count() < 2 {
            return;
        }
        self.next_hand(config, chips, won);
    }

    fn next_hand(&mut self, config: &Config, chips: [Chips; 10], won: [i64; 10]) {
        let n = self.seats();
        let past = Past {
            button: Seat(self.button),
            board: self.board.to_vec(),
            actions: self.history.streets(),
            shown: self.shown()[..n].to_vec(),
            stacks: self.start[..n].to_vec(),
            won: won[..n].to_vec(),
        };
        Arc::make_mut(self.past.get_or_insert_default()).push(past);
        let next = State {
            start: std::array::from_fn(|i| match (i < n, config.reset) {
                (false, _) => 0,
                (true, true) => config.stack(i),
                (true, false) => chips[i],
            }),
            played: self.played,
            past: self.past.take(),
            won: self.won,
            ..State::new(config)
        };
        let button = usize::from(self.button);
        *self = next;
        self.alive = self.dealt();
        self.button = self.next_of(self.alive, button).unwrap_or(button) as u8;
    }

    /// The cards that lie or are held.
    pub(crate) fn used(&self) -> CardSet {
        let held = self.hands.iter().flatten().fold(CardSet::EMPTY, |set, hole| set.union(hole.set()));
        held.union(self.board.iter().copied().collect())
    }

    /// Whether this hand has been dealt.
    pub(crate) fn is_dealt(&self) -> bool {
        self.phase != Phase::Deal
    }
}
