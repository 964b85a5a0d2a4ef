//! The bots of mini mahjong against the published results of the rules of record, by playing.
//!
//! Tests play few hands; `CROUPIER_GAMES=1000000 cargo test --release -p croupier-bots --test mini_mahjong -- --nocapture`
//! plays more and prints what it finds.

use croupier_bots::{Factory, find};
use croupier_core::{Budget, Game, Luck, Tally, laws, play};
use croupier_games::MiniMahjong;

/// A mean with its standard error from blocks.
#[derive(Clone, Copy, Debug)]
struct Mean {
    mean: f64,
    error: f64,
}

/// What two bots did to each other, over blocks of both seatings of a luck.
#[derive(Debug)]
struct Found {
    /// Fractions of hands: the first bot's wins, the second's, draws.
    wins: [Mean; 3],
    /// The first bot's wins by tsumo and by ron.
    how: [Mean; 2],
    /// Wins of who moves first, of who moves second.
    movers: [Mean; 2],
    draws: Mean,
}

fn hands() -> u64 {
    std::env::var("CROUPIER_GAMES").map_or(20_000, |n| n.parse().expect("CROUPIER_GAMES is a number"))
}

/// The quantities of one hand in which bot `mine` is at the seat of that number.
fn observe(game: &MiniMahjong, luck: Luck, bots: [&dyn Factory<MiniMahjong>; 2], mine: usize) -> [f64; 8] {
    let mut made = bots.map(|b| b.make());
    let [a, b] = &mut made;
    let rngs = (0..2).map(|s| luck.agent(0, s, 0)).collect();
    let end = play(game, luck, &mut [&mut **a, &mut **b], rngs, Budget::Own, &mut ());
    assert!(end.forfeit.is_none(), "{:?}", end.forfeit);
    let mut tally = Tally::default();
    game.tally(&end.state, &mut tally);
    let get = |seat: Option<usize>, key: &str| {
        let found = tally.entries().iter().find(|e| e.0.map(|s| s.index()) == seat && e.1 == key);
        found.expect("the game counts this").2
    };
    let is = |yes: bool| f64::from(u8::from(yes));
    let (won, lost) = (end.scores[mine] > 0.0, end.scores[1 - mine] > 0.0);
    let first = get(None, "first_mover_wins");
    [
        is(won),
        is(lost),
        is(!won && !lost),
        get(Some(mine), "tsumo"),
        get(Some(mine), "ron"),
        first,
        is(won || lost) - first,
        get(None, "mean_draws"),
    ]
}

fn meet(game: &MiniMahjong, a: &str, b: &str, hands: u64) -> Found {
    let made = |spec: &str| find(game, &spec.parse().unwrap()).unwrap().1;
    let (first, second) = (made(a), made(b));
    let (mut sum, mut squares) = ([0.0; 8], [0.0; 8]);
    let blocks = hands / 2;
    for block in 0..blocks {
        let luck = Luck::block("test", 2, block);
        let (x, y) =
            (observe(game, luck, [&*first, &*second], 0), observe(game, luck, [&*second, &*first], 1));
        for i in 0..8 {
            let mean = (x[i] + y[i]) / 2.0;
            sum[i] += mean;
            squares[i] += mean * mean;
        }
    }
    let n = blocks as f64;
    let m: [Mean; 8] = std::array::from_fn(|i| {
        let mean = sum[i] / n;
        Mean { mean, error: ((squares[i] / n - mean * mean) / (n - 1.0)).sqrt() }
    });
    let found = Found { wins: [m[0], m[1], m[2]], how: [m[3], m[4]], movers: [m[5], m[6]], draws: m[7] };
    println!("{a} v {b}, {hands} hands: {found:.6?}");
    found
}

/// Within three standard errors, the published one's included.
fn agrees(found: Mean, published: f64, its_error: f64, what: &str) {
    let error = found.error.hypot(its_error);
    assert!(
        (found.mean - published).abs() < 3.0 * error,
        "{what}: {} ± {error}, published {published}",
        found.mean
    );
}

#[test]
fn tsumogiri_v_tsumogiri_is_as_computed_exactly() {
    let f = meet(&MiniMahjong::default(), "tsumogiri", "tsumogiri", hands());
    agrees(f.wins[0], 110_746.0 / 407_253.0, 0.0, "wins");
    agrees(f.wins[1], 110_746.0 / 407_253.0, 0.0, "losses");
    agrees(f.wins[2], 185_761.0 / 407_253.0, 0.0, "draws");
    agrees(f.movers[0], 0.272_342, 0.0, "first mover");
    agrees(f.movers[1], 0.271_527, 0.0, "second mover");
    agrees(f.draws, 22.5343, 0.0, "tiles drawn");
}

#[test]
fn greedy_v_tsumogiri_is_as_published() {
    let f = meet(&MiniMahjong::default(), "greedy", "tsumogiri", hands());
    agrees(f.wins[0], 0.81373, 5e-5, "wins");
    agrees(f.wins[1], 0.18488, 5e-5, "losses");
    agrees(f.wins[2], 0.00139, 5e-5, "draws");
    agrees(f.how[0], 0.38915, 5e-5, "wins by tsumo");
    agrees(f.how[1], 0.42459, 5e-5, "wins by ron");
    agrees(f.draws, 8.333, 5e-4, "tiles drawn");
}

/// Published to about a tenth of a percent, for one reading of the tie-break.
#[test]
fn greedy2_v_tsumogiri_is_as_published() {
    let f = meet(&MiniMahjong::default(), "greedy2", "tsumogiri", hands());
    agrees(f.wins[0], 0.821, 0.001, "wins");
    agrees(f.wins[1], 0.178, 0.001, "losses");
    agrees(f.wins[2], 0.0001, 0.0001, "draws");
}

/// Published from 200,000 hands.
#[test]
fn tsumogiri_v_tedashi_is_as_published() {
    let f = meet(&MiniMahjong::default(), "tsumogiri", "tedashi", hands());
    let error = |p: f64| (p * (1.0 - p) / 200_000.0).sqrt().hypot(0.000_3);
    for (found, published) in f.wins.into_iter().zip([0.252, 0.580, 0.168]) {
        agrees(found, published, error(published), "wins, losses, draws");
    }
}

/// Published from 20 million hands to a tenth of a percent.
#[test]
fn greedy_v_greedy_favours_the_first_mover_as_published() {
    let f = meet(&MiniMahjong::default(), "greedy", "greedy", hands());
    agrees(f.movers[0], 0.536, 0.000_3, "first mover");
    agrees(f.movers[1], 0.463, 0.000_3, "second mover");
    agrees(f.wins[2], 0.000_8, 0.000_03, "draws");
}

/// Nothing is published of these: whoever counts should win more than whoever does not, beyond doubt.
#[test]
fn greedy_beats_tsumogiri_and_is_not_beaten_by_it_in_larger_hands() {
    for (profile, share) in [("five-tile", 10), ("fourteen-tile", 200)] {
        let game: MiniMahjong = croupier_core::config::configure(Some(profile), &[]).unwrap();
        for bot in ["greedy", "greedy2"] {
            let f = meet(&game, bot, "tsumogiri", hands() / share);
            let (won, lost) = (f.wins[0], f.wins[1]);
            assert!(won.mean - lost.mean > 5.0 * won.error.hypot(lost.error), "{profile}: {f:?}");
        }
    }
}

#[test]
fn every_bot_chooses_by_its_view_alone() {
    for profile in ["three-tile", "five-tile", "fourteen-tile"] {
        for players in ["2", "3"] {
            let game: MiniMahjong =
                croupier_core::config::configure(Some(profile), &[("players".into(), players.into())])
                    .unwrap();
            for bot in ["tsumogiri", "tedashi", "honours-first", "greedy", "greedy2"] {
                let factory = find(&game, &bot.parse().unwrap()).unwrap().1;
                let effort = laws::Effort {
                    episodes: if profile == "fourteen-tile" { 3 } else { 20 },
                    ..Default::default()
                };
                laws::find_blind(&game, || factory.make(), effort).unwrap_or_else(|b| panic!("{bot}: {b}"));
            }
        }
    }
}
