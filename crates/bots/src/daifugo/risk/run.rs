//! Runs: a responder is safe when no stretch of `n` ranks of a suit, from a lowest rank that is allowed, is held but for
//! as many cards as it has jokers. Suits are counted apart, each by an automaton over its ranks; the results multiply.

use super::cases::{Case, Counting, Fill, Layout, cases};
use super::lane::{Lane, Lanes};
use super::need::{RunNeed, lane};
use super::poly::{Product, Term};
use super::scene::Scene;
use arrayvec::ArrayVec;
use croupier_games::daifugo::{CardSet, Suit};

/// Room for the counts of runs.
#[derive(Default)]
pub(super) struct Room {
    lanes: Lanes,
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
    let cases = cases(scene, need.n, &sizes(scene, need.n), counting);
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
    let poly = &mut room.poly;
    poly.clear();
    poly.push(one);
    let (mut placed, mut low, mut high) = (0, scene.low(), scene.high.count_ones());
    for suit in Suit::ALL.iter().filter(|s| need.suits >> s.0 & 1 == 1) {
        let Some(lane) = lane_of(scene, need, case, *suit) else { continue };
        let highs = (lane.unknown & lane.high).count_ones();
        let lows = lane.unknown.count_ones() - highs;
        (placed, low, high) = (placed + lows + highs, low - lows, high - highs);
        room.lanes.count(&lane, case, &layout, &mut room.factor);
        product.times(&layout.axes, poly, &room.factor, |key| layout.keeps(key, placed));
    }
    close(scene, case, &layout, poly, product, [placed, low, high])
}

/// Fills the rest for every placement of jokers of the case.
fn close(
    scene: &Scene,
    case: &Case,
    layout: &Layout,
    poly: &[Term],
    product: &mut Product,
    cards: [u32; 3],
) -> f64 {
    let [placed, low, high] = cards;
    let of_fill = |fill: &Fill<'_>| -> f64 {
        poly.iter().map(|t| t.ways * fill.ways(layout, t.key, placed, low, high)).sum()
    };
    case.fills(scene, layout, product).iter().map(of_fill).sum()
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
