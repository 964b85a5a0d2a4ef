//! Where unknown cards may lie, as a count sees it, and how many ways there are to place them.
//!
//! The hidden places fall into hands (one for each responder) and the rest. Who in the rest holds what does not matter,
//! only what may lie there: anything (`pool`), anything but a joker (`closed`: the blind), or neither jokers nor cards
//! above a bound (`barred`: a bounded seat that cannot answer). The two jokers are placed first; each way of placing them
//! is a [`Jokers`], and what remains is to count placements of natural cards.

use super::super::ledger::Ledger;
use arrayvec::ArrayVec;
use croupier_core::Seat;
use croupier_games::daifugo::CardSet;

/// As many responders as there can be.
pub(super) const HANDS: usize = 5;

/// n! up to 63!, exact to the last bit or two.
pub(super) const FACT: [f64; 64] = {
    let mut f = [1.0; 64];
    let mut i = 1;
    while i < 64 {
        f[i] = f[i - 1] * i as f64;
        i += 1;
    }
    f
};

/// 1 / n!.
pub(super) const SHARE: [f64; 64] = {
    let mut f = [1.0; 64];
    let mut i = 1;
    while i < 64 {
        f[i] = 1.0 / FACT[i];
        i += 1;
    }
    f
};

/// n over k; 0 where k is more than n.
#[inline]
pub(super) fn choose(n: u32, k: u32) -> f64 {
    if k > n { 0.0 } else { FACT[n as usize] / (FACT[k as usize] * FACT[(n - k) as usize]) }
}

/// n (n−1) … of k factors; 0 where k is more than n.
#[inline]
pub(super) fn falling(n: u32, k: u32) -> f64 {
    if k > n { 0.0 } else { FACT[n as usize] / FACT[(n - k) as usize] }
}

/// A responder's hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// Unknown cards in it.
    pub slots: u32,
    /// Known cards in it.
    pub known: CardSet,
    /// Whether it is bounded: no unknown joker lies in it, and no unknown card above the bound.
    pub bounded: bool,
}

/// The hidden places and the unknown cards.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// The responders' hands.
    pub hands: ArrayVec<Hand, HANDS>,
    /// Other places, open to any card.
    pub pool: u32,
    /// Other places, open to any card but jokers.
    pub closed: u32,
    /// Other places under the bound.
    pub barred: u32,
    /// The unknown natural cards.
    pub natural: u64,
    /// Those above the bound; none where no hidden place is bounded.
    pub high: u64,
    /// The unknown jokers.
    pub jokers: u32,
}

/// A way to place the unknown jokers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jokers {
    /// By responder.
    pub held: [u8; HANDS],
    /// In the pool.
    pub pool: u32,
    /// How many ways it stands for: the jokers are two cards.
    pub ways: f64,
}

impl Scene {
    /// The scene of a ledger when these seats may answer.
    pub(super) fn new(ledger: &Ledger, responders: &[Seat]) -> Scene {
        let bounded = ledger.bounded().map(|b| b.0).filter(|s| ledger.slots[s.index()] > 0);
        let mut scene = Scene {
            hands: ArrayVec::new(),
            pool: u32::from(ledger.hidden),
            closed: u32::from(ledger.blind),
            barred: 0,
            natural: ledger.unknown.natural(),
            high: if bounded.is_some() { ledger.high() } else { 0 },
            jokers: ledger.unknown.jokers(),
        };
        for seat in Seat::all(ledger.slots.len()).filter(|s| *s != ledger.seat) {
            let i = seat.index();
            let slots = u32::from(ledger.slots[i]);
            let bounded = bounded == Some(seat);
            if responders.contains(&seat) {
                scene.hands.push(Hand { slots, known: ledger.known[i], bounded });
            } else if bounded && scene.high != 0 {
                scene.barred = slots;
            } else if bounded {
                scene.closed += slots; // No unknown card is above the bound: only jokers cannot lie there.
            } else {
                scene.pool += slots;
            }
        }
        scene
    }

    /// How many natural cards are unknown.
    pub(super) fn naturals(&self) -> u32 {
        self.natural.count_ones()
    }

    /// Unknown natural cards at or below the bound.
    pub(super) fn low(&self) -> u32 {
        (self.natural & !self.high).count_ones()
    }

    /// Whether the bound keeps cards out of this hand.
    #[inline]
    pub(super) fn low_only(&self, hand: &Hand) -> bool {
        hand.bounded && self.high != 0
    }

    /// Slots of the hand, or of the barred seat, that are kept from high cards.
    pub(super) fn bounded_slots(&self) -> u32 {
        let hands: u32 = self.hands.iter().filter(|h| self.low_only(h)).map(|h| h.slots).sum();
        hands + self.barred
    }

    /// Places open to jokers.
    pub(super) fn open(&self) -> u32 {
        let hands: u32 = self.hands.iter().filter(|h| !h.bounded).map(|h| h.slots).sum();
        hands + self.pool
    }

    /// Every way to place the unknown jokers.
    pub(super) fn jokers(&self) -> ArrayVec<Jokers, 21> {
        // By holder: the hands, then the pool.
        let room = |i: usize| match self.hands.get(i) {
            Some(hand) if hand.bounded => 0,
            Some(hand) => hand.slots,
            None => self.pool,
        };
        let none = Jokers { held: [0; HANDS], pool: 0, ways: 1.0 };
        let put = |mut jokers: Jokers, i: usize| {
            if i < self.hands.len() {
                jokers.held[i] += 1
            } else {
                jokers.pool += 1
            }
            jokers
        };
        let holders = 0..=self.hands.len();
        let mut out = ArrayVec::new();
        match self.jokers {
            0 => out.push(none),
            1 => out.extend(holders.filter(|i| room(*i) > 0).map(|i| put(none, i))),
            _ => {
                for i in holders {
                    if room(i) > 1 {
                        out.push(put(put(none, i), i));
                    }
                    for j in (0..i).filter(|j| room(i) > 0 && room(*j) > 0) {
                        out.push(Jokers { ways: 2.0, ..put(put(none, i), j) });
                    }
                }
            }
        }
        out
    }

    /// The ways a placement of jokers stands for, once natural cards are placed on hands, the barred seat and the rest as
    /// one: which of the rest's lie where no joker may.
    pub(super) fn weight(&self, jokers: &Jokers) -> f64 {
        jokers.ways * choose(self.pool + self.closed - jokers.pool, self.closed)
    }

    /// All placements of all unknown cards.
    pub(super) fn total(&self) -> f64 {
        let (naturals, low, bounded) = (self.naturals(), self.low(), self.bounded_slots());
        let ways = |jokers: &Jokers| {
            let rest = self.pool + self.closed - jokers.pool;
            let mut ways = FACT[(naturals - bounded) as usize] / FACT[rest as usize];
            for (hand, held) in self.hands.iter().zip(jokers.held) {
                if !self.low_only(hand) {
                    ways /= FACT[(hand.slots - u32::from(held)) as usize];
                }
            }
            choose(low, bounded) * ways * self.weight(jokers)
        };
        self.jokers().iter().map(ways).sum()
    }
}
