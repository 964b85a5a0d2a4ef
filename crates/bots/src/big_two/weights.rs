//! What a play costs in a plan, and how likely it is to hold the table.

use croupier_core::{Kind, Switch};
use croupier_games::big_two::{Cards, PlayKind, Rank, Strength};
use serde::{Deserialize, Serialize};

/// The weights of plans and choices; all of them are parameters of the bots.
///
/// A plan's cost is counted in leads: a play that wins no trick costs one lead, one that surely holds the table gives
/// one back. Between the two lies `1 − gain × hold^curve`, where `hold` is the estimated chance to hold the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// What a single that surely holds is worth, in leads.
    pub single_gain: f64,
    /// How steeply a single's worth rises with its chance to hold.
    pub single_curve: f64,
    /// The same for pairs.
    pub pair_gain: f64,
    /// The same for pairs.
    pub pair_curve: f64,
    /// The same for triples and plays of four.
    pub triple_gain: f64,
    /// The same for triples and plays of four.
    pub triple_curve: f64,
    /// The same for plays of five.
    pub five_gain: f64,
    /// The same for plays of five.
    pub five_curve: f64,
    /// What each card put down is worth, in leads.
    pub shed: f64,
    /// What passing costs beside the plan.
    pub pass: f64,
    /// What passing costs more when the seat that holds the table has one card left; half at two, and so on.
    pub press: f64,
    /// What it costs, at most, to put down a play of as many cards as another seat has left.
    pub guard: f64,
    /// What each 2 kept costs when another seat has one card left; half at two, and so on.
    pub twos: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            single_gain: 2.0,
            single_curve: 3.0,
            pair_gain: 1.8,
            pair_curve: 2.0,
            triple_gain: 1.8,
            triple_curve: 1.0,
            five_gain: 1.8,
            five_curve: 1.0,
            shed: 0.1,
            pass: 0.1,
            press: 1.0,
            guard: 2.0,
            twos: 0.3,
        }
    }
}

const fn weight(key: &'static str, most: f64, help: &'static str) -> Switch {
    Switch { key, kind: Kind::Float(-most, most), help }
}

/// The weights, described.
pub(super) const SWITCHES: [Switch; 13] = [
    weight("single_gain", 10.0, "leads that a single which surely holds the table gives back"),
    weight("single_curve", 20.0, "how steeply a single's worth rises with its chance to hold"),
    weight("pair_gain", 10.0, "the same for pairs"),
    weight("pair_curve", 20.0, "the same for pairs"),
    weight("triple_gain", 10.0, "the same for triples and plays of four"),
    weight("triple_curve", 20.0, "the same for triples and plays of four"),
    weight("five_gain", 10.0, "the same for plays of five"),
    weight("five_curve", 20.0, "the same for plays of five"),
    weight("shed", 10.0, "what each card put down is worth, in leads"),
    weight("pass", 10.0, "what passing costs beside the plan, in leads"),
    weight(
        "press",
        20.0,
        "what passing costs more when the seat on the table has one card; half at two, and so on",
    ),
    weight("guard", 20.0, "the most it costs to put down as many cards as another seat has left"),
    weight("twos", 10.0, "what each 2 kept costs when another seat has one card; half at two, and so on"),
];

impl Weights {
    /// What a play costs in a plan, in leads.
    #[inline]
    pub(super) fn cost(&self, cards: u32, hold: f32) -> f32 {
        let (gain, curve) = match cards {
            1 => (self.single_gain, self.single_curve),
            2 => (self.pair_gain, self.pair_curve),
            3 | 4 => (self.triple_gain, self.triple_curve),
            _ => (self.five_gain, self.five_curve),
        };
        (1.0 - gain * f64::from(hold).powf(curve)) as f32
    }
}

/// The cards that others hold, digested for estimates.
pub(super) struct Market {
    out: Cards,
    /// For each rank the share of the others' possible pairs (triples) that are lower, half of its own rank included.
    pairs: [f32; 13],
    triples: [f32; 13],
    /// How able the others are to make plays of five: 1 with thirteen cards each, 0 with fewer than five.
    fives: f32,
}

impl Market {
    /// The others hold `out`, with `left` cards each.
    pub(super) fn new(out: Cards, left: impl Iterator<Item = u8>) -> Self {
        let share = |ways: [f32; 5]| {
            let of = |r: usize| ways[out.nibble(Rank(r as u8)).count_ones() as usize];
            let total = (0..13).map(of).sum::<f32>();
            let mut below = 0.0;
            std::array::from_fn(|r| {
                let (share, here) = (below + 0.5 * of(r), of(r));
                below += here;
                if total > 0.0 { share / total } else { 1.0 }
            })
        };
        let fives = left.map(|n| f32::from(n.saturating_sub(4)) / 9.0).sum::<f32>() / 3.0;
        Self { out, pairs: share([0., 0., 1., 3., 6.]), triples: share([0., 0., 0., 1., 4.]), fives }
    }

    /// The chance, between 0 and 1, that a play holds the table: a rough guess that only has to rank plays.
    pub(super) fn hold(&self, strength: Strength) -> f32 {
        let key = strength.key();
        let part = f32::from(key) / 51.0;
        let five = |hold: f32| 1.0 - (1.0 - hold) * self.fives;
        match strength.kind() {
            PlayKind::Single => {
                let lower = self.out.and(Cards::from_bits((1 << key) - 1)).len();
                if self.out.is_empty() { 1.0 } else { lower as f32 / self.out.len() as f32 }
            }
            PlayKind::Pair => self.pairs[usize::from(key / 4)],
            PlayKind::Triple => self.triples[usize::from(key / 4)],
            PlayKind::TwoPair => 0.2 + 0.7 * part,
            PlayKind::Quads => 0.98,
            PlayKind::Straight => five(0.1 + 0.4 * part),
            PlayKind::Flush => five(0.4 + 0.2 * part),
            PlayKind::FullHouse => five(0.65 + 0.3 * part),
            PlayKind::QuadsPlusOne => five(0.97),
            PlayKind::StraightFlush => five(0.99),
        }
    }
}
