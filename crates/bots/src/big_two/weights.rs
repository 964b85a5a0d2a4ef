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

impl Weights {
    /// The weights of `planner`, tuned on the `dev` deck without counting.
    pub(super) fn planner() -> Self {
        Self {
            single_gain: 1.955,
            single_curve: 2.106,
            pair_gain: 2.524,
            pair_curve: 2.451,
            triple_gain: 2.606,
            triple_curve: 0.522,
            five_gain: -0.545,
            five_curve: 0.787,
            shed: 1.308,
            pass: 0.231,
            press: 2.563,
            guard: 1.311,
            twos: 0.82,
        }
    }
}

/// The weights of `hard`, tuned on the `dev` deck.
impl Default for Weights {
    fn default() -> Self {
        Self {
            single_gain: 1.453,
            single_curve: 3.644,
            pair_gain: 0.927,
            pair_curve: 1.616,
            triple_gain: 0.703,
            triple_curve: 0.99,
            five_gain: 0.403,
            five_curve: 1.571,
            shed: 0.883,
            pass: 0.192,
            press: 3.299,
            guard: 0.685,
            twos: 1.031,
        }
    }
}

const fn weight(key: &'static str, most: f64, help: &'static str) -> Switch {
    Switch { key, kind: Kind::Float(-most, most), help }
}

/// No curve falls: the chance 0 to a power below 0 would be worth without end.
const fn curve(key: &'static str, help: &'static str) -> Switch {
    Switch { key, kind: Kind::Float(0.0, 20.0), help }
}

/// The weights, described.
pub(super) const SWITCHES: [Switch; 13] = [
    weight("single_gain", 10.0, "leads that a single which surely holds the table gives back"),
    curve("single_curve", "how steeply a single's worth rises with its chance to hold"),
    weight("pair_gain", 10.0, "the same for pairs"),
    curve("pair_curve", "the same for pairs"),
    weight("triple_gain", 10.0, "the same for triples and plays of four"),
    curve("triple_curve", "the same for triples and plays of four"),
    weight("five_gain", 10.0, "the same for plays of five"),
    curve("five_curve", "the same for plays of five"),
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

/// Steps of the table of costs.
const STEPS: usize = 128;

/// The costs of plays by card count and chance to hold, worked out once.
#[derive(Clone, Debug)]
pub(super) struct Costs([[f32; STEPS + 1]; 4]);

impl Costs {
    pub(super) fn new(w: &Weights) -> Self {
        let cost = |gain: f64, curve: f64| {
            std::array::from_fn(|i| (1.0 - gain * (i as f64 / STEPS as f64).powf(curve)) as f32)
        };
        Self([
            cost(w.single_gain, w.single_curve),
            cost(w.pair_gain, w.pair_curve),
            cost(w.triple_gain, w.triple_curve),
            cost(w.five_gain, w.five_curve),
        ])
    }

    /// What a play costs in a plan, in leads.
    #[inline]
    pub(super) fn of(&self, count: u8, hold: f32) -> f32 {
        let row = match count {
            1 | 2 => usize::from(count) - 1,
            3 | 4 => 2,
            _ => 3,
        };
        self.0[row][(hold * STEPS as f32 + 0.5) as usize]
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
        let (mut pairs, mut triples) = ([1.0; 13], [1.0; 13]);
        share(out, [0.0, 0.0, 1.0, 3.0, 6.0], &mut pairs);
        share(out, [0.0, 0.0, 0.0, 1.0, 4.0], &mut triples);
        let fives = left.map(|n| f32::from(n.saturating_sub(4)) / 9.0).sum::<f32>() / 3.0;
        Self { out, pairs, triples, fives }
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

/// For each rank the share of lower plays, half of its own included, where a rank of n cards makes `ways[n]` plays; the
/// table stays as it is where there are none.
fn share(out: Cards, ways: [f32; 5], table: &mut [f32; 13]) {
    let mut below = 0.0;
    let mut shares = [0.0; 13];
    for (rank, slot) in shares.iter_mut().enumerate() {
        let here = ways[out.nibble(Rank(rank as u8)).count_ones() as usize];
        *slot = below + 0.5 * here;
        below += here;
    }
    if below > 0.0 {
        *table = shares.map(|s| s / below);
    }
}
