//! Runs: a responder is safe when no stretch of `n` ranks of a suit, from a lowest rank that is allowed, is held but for
//! as many cards as it has jokers. Suits are counted apart, each by an automaton over its ranks; the results multiply.

use super::cases::{Case, Counting, Fill, Layout, TRACKS, cases};
use super::lane::{Lane, Lanes};
use super::need::{RunNeed, lane};
use super::poly::{Product, Term};
use super::scene::Scene;
use arrayvec::ArrayVec;
use croupier_games::daifugo::{CardSet, Suit};

/// Room for the counts of runs.
#[derive(Default)]
pub(super) struct Room {
    pub lanes: Lanes,
    poly: Vec<Term>,
    factor: Vec<Term>,
}

/// The share of placements in which no responder can answer with a run.
pub(super) fn safe(
    scene: &Scene,
    need: RunNeed,
    product: &mut Product,
    room: &mut Room,
    counting: Counting,
) -> f64 {
    // Counted plainly, each hand more multiplies the states of a suit.
    let plain = u32::from(4 * (need.n - 2)) << (2 * scene.hands.len().saturating_sub(3));
    let cases = cases(scene, plain, &sizes(scene, need.n), counting);
    let ways: f64 = cases.iter().map(|case| count(scene, need, case, product, room)).sum();
    ways / scene.total()
}

/// The sizes of blocks: sets of stretches that overlap in a chain and cover so many ranks cancel for all others.
fn sizes(scene: &Scene, n: u8) -> ArrayVec<u8, 8> {
    let most = scene.hands.iter().map(|h| h.slots).max().unwrap_or(0).min(13) as u8;
    (n..=most).filter(|size| size % n < 2).collect()
}

fn count(scene: &Scene, need: RunNeed, case: &Case, product: &mut Product, room: &mut Room) -> f64 {
    let layout = case.layout(scene);
    let Some(one) = layout.axes.term(0, 1.0) else { return 0.0 };
    let fills = case.fills(scene, &layout, product);
    let suits = Suit::ALL.iter().filter(|s| need.suits >> s.0 & 1 == 1);
    let lanes: ArrayVec<Lane, 4> = suits.filter_map(|suit| lane_of(scene, need, case, *suit)).collect();
    let mut needs = Needs::new(scene, case, &fills, &lanes);
    let poly = &mut room.poly;
    poly.clear();
    poly.push(one);
    let (mut placed, mut low, mut high) = (0, scene.low(), scene.high.count_ones());
    for lane in &lanes {
        let highs = (lane.unknown & lane.high).count_ones();
        let lows = lane.unknown.count_ones() - highs;
        (placed, low, high) = (placed + lows + highs, low - lows, high - highs);
        room.lanes.count(lane, case, &layout, &mut room.factor);
        needs.take_in(case, lane);
        product.times(&layout.axes, poly, &mut room.factor, |key| {
            layout.keeps(key, placed) && needs.met(&layout, key, placed)
        });
    }
    let closed = |fill: &Fill| -> f64 {
        poly.iter().map(|t| t.ways * fill.ways(case, &layout, t.key, placed, low, high)).sum()
    };
    fills.iter().map(closed).sum()
}

/// What terms must have taken so far for the hands to be filled at the end: few cards do not matter, and few more of those
/// that do can be taken without a run.
struct Needs {
    /// By track.
    least: ArrayVec<u32, TRACKS>,
    /// The most cards that can be left open.
    open: u32,
}

impl Needs {
    /// Before any suit is counted.
    fn new(scene: &Scene, case: &Case, fills: &[Fill], lanes: &[Lane]) -> Self {
        let matter: u32 = lanes.iter().map(|l| l.unknown.count_ones()).sum();
        let idle = scene.naturals() - matter;
        let least = (0..case.tracks.len()).map(|t| {
            let slots = fills.iter().map(|f| f.slots[t]).min().unwrap_or(0);
            let later: u32 = lanes.iter().map(|lane| lane.most_held(&case.tracks[t])).sum();
            // Signed, as it were: what later suits can give is taken off by adding it back suit by suit.
            slots.wrapping_sub(idle + later)
        });
        Needs { least: least.collect(), open: fills.iter().map(|f| f.open).max().unwrap_or(0) }
    }

    /// A suit is counted and gives no more.
    fn take_in(&mut self, case: &Case, lane: &Lane) {
        for (least, track) in self.least.iter_mut().zip(&case.tracks) {
            *least = least.wrapping_add(lane.most_held(track));
        }
    }

    fn met(&self, layout: &Layout, key: u64, placed: u32) -> bool {
        let mut taken = 0;
        for (i, least) in self.least.iter().enumerate() {
            let mine = layout.taken(i, key, placed);
            if (mine.wrapping_sub(*least) as i32) < 0 {
                return false;
            }
            taken += mine;
        }
        placed - taken <= self.open
    }
}

/// What of a suit matters to runs; `None` where nobody can have one.
fn lane_of(scene: &Scene, need: RunNeed, case: &Case, suit: Suit) -> Option<Lane> {
    let (unknown, high) = (lane(scene.natural, suit), lane(scene.high, suit));
    let known = |set: CardSet| set.lane(suit);
    let stretch = |low: u8| (((1u32 << need.n) - 1) << low) as u16;
    let possible = |low: &u8| {
        let stretch = stretch(*low);
        let tracked = case.tracks.iter().filter(|t| t.answers).any(|track| {
            let mine = unknown & if track.low_only { !high } else { !0 } | known(track.known);
            (stretch & !mine).count_ones() <= u32::from(track.jokers)
        });
        tracked || case.free && stretch & !unknown == 0
    };
    let lows = (0..13u8).filter(|low| need.starts >> low & 1 == 1).filter(possible);
    let (starts, ranks) = lows.fold((0u16, 0u16), |(s, r), low| (s | 1 << low, r | stretch(low)));
    (starts != 0).then(|| Lane {
        n: need.n,
        starts,
        ranks,
        unknown: unknown & ranks,
        high: high & ranks,
        known: case.tracks.iter().map(|t| known(t.known) & ranks).collect(),
    })
}
