//! Two seats that always discard what they draw, worked out without playing: hands never change, so the first tile
//! of the wall that either waits for decides. The published numbers are in the rules of record.

use super::*;
use crate::mini_mahjong::{Counts, Discard, End, KINDS, Stage, Tile};
use croupier_core::{Enumerate, Rng, Turn};

fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1))
}

/// Every hand of two kinds of tiles of what is left, with the number of ways to take it.
fn hands(left: &[u8; KINDS]) -> Vec<([Tile; 2], u32)> {
    let mut out = Vec::new();
    for a in Tile::all() {
        for b in Tile::all().filter(|b| *b >= a) {
            let (x, y) = (u32::from(left[a.index()]), u32::from(left[b.index()]));
            let ways = if a == b { x * x.saturating_sub(1) / 2 } else { x * y };
            if ways > 0 {
                out.push(([a, b], ways));
            }
        }
    }
    out
}

fn without(mut left: [u8; KINDS], hand: [Tile; 2]) -> [u8; KINDS] {
    hand.iter().for_each(|t| left[t.index()] -= 1);
    left
}

/// Probabilities of how a hand of the two ends.
#[derive(Debug, Default, Clone, Copy)]
struct Odds {
    first: f64,
    second: f64,
    tsumo: f64,
    ron: f64,
    /// Ways to deal hands of which nobody's waits are left in the wall, and all ways.
    dead: (u64, u64),
    /// Ways to deal hands one of which waits for something.
    either_waits: u64,
    draws: f64,
    draws_decided: f64,
}

fn odds(game: &MiniMahjong) -> Odds {
    let mut o = Odds::default();
    let waits = |hand: [Tile; 2]| game.shape().waits(&hand.into_iter().collect::<Counts>(), game.tiles());
    let mut mass = 0.0;
    for (first, ways) in hands(game.tiles()) {
        let left = without(*game.tiles(), first);
        for (second, more) in hands(&left) {
            let left = without(left, second);
            let (f, s) = (waits(first), waits(second));
            let count = |mask: u64| {
                (0..KINDS).filter(|k| mask >> k & 1 == 1).map(|k| u32::from(left[k])).sum::<u32>()
            };
            let (only_first, only_second, any) = (count(f & !s), count(s & !f), count(f | s));
            let wall: u32 = left.iter().map(|c| u32::from(*c)).sum();
            let weight = f64::from(ways * more);
            mass += weight;
            o.dead.1 += u64::from(ways * more);
            o.either_waits += u64::from(ways * more) * u64::from(f | s != 0);
            if any == 0 {
                o.dead.0 += u64::from(ways * more);
                o.draws += weight * f64::from(wall);
                continue;
            }
            for t in 0..=wall - any {
                // The first tile that matters is number t, counted from 0; the first mover draws the even ones.
                let here = weight * choose(wall - 1 - t, any - 1) / choose(wall, any);
                let share = |n: u32| here * f64::from(n) / f64::from(any);
                let (by_first, both) = (t % 2 == 0, any - only_first - only_second);
                let first_wins = share(only_first) + if by_first { share(both) } else { 0.0 };
                let tsumo = share(both) + share(if by_first { only_first } else { only_second });
                o.first += first_wins;
                o.second += here - first_wins;
                o.tsumo += tsumo;
                o.ron += here - tsumo;
                o.draws += here * f64::from(t + 1);
                o.draws_decided += here * f64::from(t + 1);
            }
        }
    }
    o.draws_decided /= o.first + o.second;
    for x in [&mut o.first, &mut o.second, &mut o.tsumo, &mut o.ron, &mut o.draws] {
        *x /= mass;
    }
    o
}

fn close(x: f64, published: f64, decimals: i32) {
    let half = 0.5 * 10f64.powi(-decimals);
    assert!((x - published).abs() <= half * 1.000_001, "{x} is not {published} to {decimals} decimals");
}

#[test]
fn the_published_odds_of_tsumogiri_v_tsumogiri() {
    let o = odds(&MiniMahjong::default());
    assert_eq!(o.dead, (2 * 185_761, 2 * 407_253), "drawn hands, exactly");
    assert_eq!(o.dead.1 - o.dead.0, 2 * 2 * 110_746, "hands won by either, exactly");
    close(100.0 * o.first, 27.2342, 4);
    close(100.0 * o.second, 27.1527, 4);
    close(100.0 * o.tsumo, 27.7071, 4);
    close(100.0 * o.ron, 26.6797, 4);
    close(o.draws, 22.5343, 4);
    close(o.draws_decided, 7.8862, 4);
}

#[test]
fn the_published_chances_to_wait_at_the_deal() {
    let game = MiniMahjong::default();
    let waits = |h: [Tile; 2]| game.shape().waits(&h.into_iter().collect::<Counts>(), game.tiles()) != 0;
    let (waiting, all) = hands(game.tiles())
        .into_iter()
        .fold((0, 0), |(w, n), (hand, ways)| (w + if waits(hand) { ways } else { 0 }, n + ways));
    assert_eq!((waiting, all), (2 * 153, 2 * 473));
    let o = odds(&game);
    close(100.0 * o.either_waits as f64 / o.dead.1 as f64, 54.3949, 4);
}

/// What an ending adds: first, second, tsumo, ron, draws.
fn ending(game: &MiniMahjong, s: &State) -> [f64; 5] {
    let Stage::Over(end) = s.stage else { panic!("not over") };
    let other = s.first.after(1, 2);
    let is = |b: bool| f64::from(u8::from(b));
    [
        is(end.won(s.first)),
        is(end.won(other)),
        is(matches!(end, End::Tsumo(_))),
        is(matches!(end, End::Ron { .. })),
        f64::from(game.config().wall() - i32::from(s.left)),
    ]
}

/// Adds up every way chance can go while both discard what they draw.
fn enumerate(game: &MiniMahjong, s: State, p: f64, sum: &mut [f64; 5]) {
    match game.turn(&s) {
        Turn::Over => sum.iter_mut().zip(ending(game, &s)).for_each(|(a, b)| *a += p * b),
        Turn::Seat(_) => {
            let mut next = s;
            game.apply(&mut next, Discard::drawn(s.drawn)).unwrap();
            enumerate(game, next, p, sum);
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(&s, &mut outcomes);
            for (chance, q) in outcomes {
                let mut next = s;
                game.reveal(&mut next, &chance).unwrap();
                enumerate(game, next, p * q, sum);
            }
        }
    }
}

#[test]
fn on_small_walls_playing_every_hand_gives_the_same_odds() {
    for tiles in ["1-3mx2+7zx3", "1-4mx2", "4-6mx1+7zx3+6zx2", "1-3mx1+3-5px2"] {
        let game = with(|c| c.tiles = tiles.parse().unwrap());
        let mut sum = [0.0; 5];
        enumerate(&game, game.start(), 1.0, &mut sum);
        let o = odds(&game);
        for (a, b) in sum.iter().zip([o.first, o.second, o.tsumo, o.ron, o.draws]) {
            assert!((a - b).abs() < 1e-9, "{tiles}: {sum:?} and {o:?}");
        }
    }
}

#[test]
fn played_hands_are_within_four_standard_errors_of_the_odds() {
    let game = MiniMahjong::default();
    let hands = 60_000;
    let mut rng = Rng::keyed("mini-mahjong exact", &[]);
    let (mut sum, mut squares) = ([0.0; 5], [0.0; 5]);
    for _ in 0..hands {
        let mut s = game.start();
        while game.turn(&s) != Turn::Over {
            match game.turn(&s) {
                Turn::Chance => {
                    let chance = game.draw(&s, &mut rng);
                    game.reveal(&mut s, &chance).unwrap();
                }
                _ => {
                    let drawn = Discard::drawn(s.drawn);
                    game.apply(&mut s, drawn).unwrap();
                }
            }
        }
        for (i, x) in ending(&game, &s).into_iter().enumerate() {
            sum[i] += x;
            squares[i] += x * x;
        }
    }
    let n = f64::from(hands);
    for (i, exact) in [0.272342, 0.271527, 0.277071, 0.266797, 22.5343].into_iter().enumerate() {
        let mean = sum[i] / n;
        let error = ((squares[i] / n - mean * mean) / n).sqrt();
        assert!((mean - exact).abs() < 4.0 * error, "number {i}: {mean} ± {error}, not {exact}");
    }
}
