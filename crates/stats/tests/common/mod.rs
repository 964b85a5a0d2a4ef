//! Random numbers and simulated blocks for the statistical tests.
#![allow(dead_code, reason = "each test binary uses a part")]

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded stream.
pub struct Source(Xoshiro256PlusPlus);

impl Source {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `n`. The bias is below 2⁻⁵⁰ for the small `n` here.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(n)) >> 64) as u64
    }
}

/// A win, draw or loss with the given probabilities of win and draw.
pub fn wdl(s: &mut Source, win: f64, draw: f64) -> f64 {
    let u = s.unit();
    if u < win {
        1.0
    } else if u < win + draw {
        0.5
    } else {
        0.0
    }
}

/// The score 3, 1, −1, −3 of the first of four seats whose strengths are as given (Plackett–Luce places).
pub fn place_score(s: &mut Source, strengths: [f64; 4]) -> f64 {
    let mut left = strengths;
    for place in 0..4 {
        let mut u = s.unit() * left.iter().sum::<f64>();
        let seat = left.iter().position(|&x| {
            u -= x;
            u < 0.0
        });
        // Rounding may leave a crumb of u after the last seat.
        let seat = seat.unwrap_or_else(|| left.iter().rposition(|&x| x > 0.0).expect("seats are left"));
        if seat == 0 {
            return 3.0 - 2.0 * f64::from(place);
        }
        left[seat] = 0.0;
    }
    unreachable!("one of four places is the first seat's")
}

/// Chips of one hand shaped like Big Two's: the winner has no cards, losers mostly few and sometimes all 13, and each
/// pays every seat with fewer cards the difference, doubled for each 2 still held. `keep` says how ready each seat is
/// to be caught with its 2s, `first` how often the first seat wins. Zero-sum; at worst about −592.
pub fn chips(s: &mut Source, keep: [f64; 4], first: f64) -> f64 {
    let winner = if s.unit() < first { 0 } else { 1 + s.below(3) as usize };
    let mut cards = [0_u64; 4];
    let mut twos = [0_u32; 4];
    for seat in (0..4).filter(|&seat| seat != winner) {
        cards[seat] = (1 + s.below(13)).min(1 + s.below(13));
    }
    for _two in 0..4 {
        let seat = s.below(4) as usize;
        let fits = seat != winner && u64::from(twos[seat]) < cards[seat];
        if fits && s.unit() < keep[seat] * (0.3 + 0.7 * cards[seat] as f64 / 13.0) {
            twos[seat] += 1;
        }
    }
    let owes = |payer: usize, other: usize| (cards[payer].saturating_sub(cards[other]) << twos[payer]) as f64;
    (1..4).map(|other| owes(other, 0) - owes(0, other)).sum()
}

/// Four equal players who keep their 2s: the mean is 0 by symmetry; skewness −1.6, excess kurtosis 13 in one hand.
pub fn equal_chips(s: &mut Source) -> f64 {
    chips(s, [1.0; 4], 0.25)
}

/// A weak player who keeps its 2s against three who do not: skewness −3.6, excess kurtosis 28 in one hand.
pub fn weak_chips(s: &mut Source) -> f64 {
    chips(s, [1.0, 0.05, 0.05, 0.05], 0.1)
}

/// The mean of four draws: a block of four seatings.
pub fn block_of_four(s: &mut Source, episode: impl Fn(&mut Source) -> f64) -> f64 {
    (0..4).map(|_| episode(s)).sum::<f64>() / 4.0
}

/// The exact mean of [`chips`] with the same arguments.
pub fn chips_mean(keep: [f64; 4], first: f64) -> f64 {
    // The smaller of two uniform numbers 1..=13.
    let card_chance = |c: u64| (2 * (13 - c) + 1) as f64 / 169.0;
    // E 2^twos of a seat with `c` cards: each of four 2s comes to it with chance 1/4 and is kept with the chance above.
    let doubling = |seat: usize, c: u64| {
        let step = 0.25 * keep[seat] * (0.3 + 0.7 * c as f64 / 13.0);
        let mut chance = [1.0, 0.0, 0.0, 0.0, 0.0];
        for _two in 0..4 {
            for held in (0..4_usize).rev().filter(|&held| (held as u64) < c) {
                chance[held + 1] += step * chance[held];
                chance[held] *= 1.0 - step;
            }
        }
        chance.iter().zip([1.0, 2.0, 4.0, 8.0, 16.0]).map(|(p, x)| p * x).sum::<f64>()
    };
    let pays = |payer: usize, other_wins: bool| -> f64 {
        let pay = |c: u64, d: u64| c.saturating_sub(d) as f64 * doubling(payer, c) * card_chance(c);
        match other_wins {
            true => (1..=13).map(|c| pay(c, 0)).sum(),
            false => (1..=13)
                .flat_map(|c| (1..=13).map(move |d| (c, d)))
                .map(|(c, d)| pay(c, d) * card_chance(d))
                .sum(),
        }
    };
    let mut mean = 0.0;
    for winner in 0..4 {
        let chance = if winner == 0 { first } else { (1.0 - first) / 3.0 };
        for other in 1..4 {
            let gains = if winner == other { 0.0 } else { pays(other, winner == 0) };
            let losses = if winner == 0 { 0.0 } else { pays(0, winner == other) };
            mean += chance * (gains - losses);
        }
    }
    mean
}
