use super::*;
use crate::holdem::eval::{rank, twin};
use croupier_core::Rng;

fn cards(text: &str) -> Vec<Card> {
    Card::parse_list(text).unwrap()
}

fn strength(hole: &str, board: &str) -> Strength {
    Profile::new(hole.parse().unwrap(), &cards(board)).unwrap().strength(&Range::all()).unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-7
}

/// The numbers of the rules of record (and of Billings et al. for HS and EHS of this hand).
#[test]
fn ace_queen_on_three_four_jack_is_as_published() {
    let s = strength("AdQc", "3h4cJh");
    assert_eq!((s.ahead, s.tied, s.behind), (628.0, 9.0, 444.0));
    for (found, expected) in
        [(s.hs, 0.585106), (s.ppot, 0.208324), (s.npot, 0.273693), (s.ehs, 0.671539), (s.equity, 0.511399)]
    {
        assert!(near(found, expected), "{found} is not {expected}: {s:?}");
    }
}

#[test]
fn king_four_on_three_queen_four_is_as_published() {
    let s = strength("Kc4d", "3cQd4h");
    assert_eq!((s.ahead, s.tied, s.behind), (871.0, 6.0, 204.0));
    assert!((s.hs - 0.809).abs() < 5e-4, "{}", s.hs);
}

/// The rules page's counts of what is left for the opponent, street by street, and of flop runouts times opponents.
#[test]
fn hands_left_for_the_opponent_are_as_many_as_the_rules_page_says() {
    let hole: Hole = "AdQc".parse().unwrap();
    assert_eq!(Hole::all().filter(|h| h.set().disjoint(hole.set())).count(), 1225);
    for (board, hands, pairs) in
        [("3h4cJh", 1081, 1_070_190u32), ("3h4cJh8s", 1035, 45_540), ("3h4cJh8s2d", 990, 990)]
    {
        let profile = Profile::new(hole, &cards(board)).unwrap();
        let left = Hole::all().filter(|h| profile.against(*h).is_some()).count();
        assert_eq!(left, hands, "{board}");
        assert_eq!(left as u32 * u32::from(profile.runouts()), pairs, "{board}");
    }
}

/// Every runout against every hand, one by one.
fn counted(hole: Hole, board: &[Card], other: Hole) -> Option<(Ordering, u16, u16)> {
    let used: CardSet = board.iter().copied().chain(hole.cards()).collect();
    if !used.disjoint(other.set()) {
        return None;
    }
    let compare = |board: &[Card]| {
        let value = |h: Hole| rank(&board.iter().copied().chain(h.cards()).collect::<Vec<_>>()).unwrap();
        value(hole).cmp(&value(other))
    };
    let deck: Vec<Card> = Card::all().filter(|&c| !used.has(c) && !other.set().has(c)).collect();
    let (mut wins, mut ties) = (0, 0);
    let mut runout = |more: &[Card]| {
        let all: Vec<Card> = board.iter().chain(more).copied().collect();
        match compare(&all) {
            Ordering::Greater => wins += 1,
            Ordering::Equal => ties += 1,
            Ordering::Less => {}
        }
    };
    match board.len() {
        3 => {
            for (i, &a) in deck.iter().enumerate() {
                for &b in &deck[..i] {
                    runout(&[a, b]);
                }
            }
        }
        4 => deck.iter().for_each(|&a| runout(&[a])),
        _ => runout(&[]),
    }
    Some((compare(board), wins, ties))
}

#[test]
fn profiles_are_what_counting_one_by_one_gives() {
    let situations = [
        ("AhKh", "2h7hJc"), // flush draw
        ("AhKh", "2h7hJh"), // made flush
        ("AcKd", "2h7hJh"), // one-coloured flop, no card of it
        ("AhKd", "2h7hJh"), // one of it
        ("AhKh", "2h7cJc"), // backdoor
        ("8c8d", "8h8s2c"), // quads
        ("6h7h", "8h9hTh"), // straight flush
        ("2c2d", "2h7s7d"), // full house
        ("QsQd", "3c9sKd4c"),
        ("AhTh", "2h7hJh9h"),
        ("AcTd", "2h7hJh9h3h"),
        ("JcTd", "QhKh2s9h3h"),
    ];
    let mut rng = Rng::keyed("profiles", &[]);
    for (hole, board) in situations {
        let (hole, board): (Hole, _) = (hole.parse().unwrap(), cards(board));
        let profile = Profile::new(hole, &board).unwrap();
        for _ in 0..if board.len() == 3 { 40 } else { 200 } {
            let other = Hole::new(rng.index(HOLES)).unwrap();
            assert_eq!(profile.against(other), counted(hole, &board, other), "{hole} {board:?} {other}");
        }
    }
}

#[test]
fn random_flops_are_what_counting_one_by_one_gives() {
    let mut rng = Rng::keyed("flops", &[]);
    for _ in 0..60 {
        let mut deck: Vec<Card> = Card::all().collect();
        rng.shuffle(&mut deck);
        let hole = Hole::of(deck[0], deck[1]).unwrap();
        let profile = Profile::new(hole, &deck[2..5]).unwrap();
        for _ in 0..6 {
            let other = Hole::new(rng.index(HOLES)).unwrap();
            assert_eq!(profile.against(other), counted(hole, &deck[2..5], other), "{deck:?} {other}");
        }
    }
}

/// The slow twin evaluator on its own, for the hands ahead now.
#[test]
fn the_hands_ahead_are_those_the_twin_puts_ahead() {
    let (hole, board): (Hole, _) = ("Th9h".parse().unwrap(), cards("8h7c2h"));
    let profile = Profile::new(hole, &board).unwrap();
    let value = |h: Hole| twin::best(&board.iter().copied().chain(h.cards()).collect::<Vec<_>>());
    for other in Hole::all() {
        if let Some((now, ..)) = profile.against(other) {
            assert_eq!(now, value(hole).cmp(&value(other)), "{other}");
        }
    }
}

/// With ties halved the last formula is the equity counted directly.
#[test]
fn the_win_chance_of_the_formula_is_the_equity_counted_directly() {
    let range: Range = "22+,A2s+,KTo+:0.3,98s:2".parse().unwrap();
    for (hole, board) in [("AdQc", "3h4cJh"), ("9h8h", "7h6cAh2s"), ("KdKc", "Ah7d7c2s9h")] {
        let profile = Profile::new(hole.parse().unwrap(), &cards(board)).unwrap();
        let s = profile.strength(&range).unwrap();
        let (mut won, mut total) = (0.0, 0.0);
        for (other, weight) in range.iter() {
            if let Some((_, wins, ties)) = profile.against(other) {
                won += weight * (f64::from(wins) + f64::from(ties) / 2.0) / f64::from(profile.runouts());
                total += weight;
            }
        }
        assert!((s.equity - won / total).abs() < 1e-12, "{hole} {board}");
        assert!((s.moves.iter().flatten().sum::<f64>() - total).abs() < 1e-9);
    }
}

#[test]
fn on_the_river_nothing_can_change() {
    let s = strength("KdKc", "Ah7d7c2s9h");
    assert_eq!((s.ppot, s.npot, s.ehs, s.equity), (0.0, 0.0, s.hs, s.hs));
    assert_eq!(s.ahead + s.tied + s.behind, 990.0);
}

#[test]
fn a_board_or_range_that_cannot_be_is_refused() {
    let hole: Hole = "AdQc".parse().unwrap();
    assert!(Profile::new(hole, &cards("3h4c")).is_err());
    assert_eq!(Profile::new(hole, &cards("3h4cAd")), Err(Error::Duplicate("Ad".parse().unwrap())));
    let profile = Profile::new(hole, &cards("3h4cJh")).unwrap();
    assert!(profile.strength(&Range::of("AdKd".parse().unwrap())).is_err());
}

/// Two opponents by brute force over pairs of hands.
#[test]
fn joint_strength_is_that_of_all_pairs_of_hands() {
    let (hole, board): (Hole, _) = ("AdQc".parse().unwrap(), cards("3h4cJh"));
    let ranges: [Range; 2] = ["88+,AQ,KJs,76s:0.5".parse().unwrap(), "TT+,AJ+,AQ:2,54s".parse().unwrap()];
    let used: CardSet = board.iter().copied().chain(hole.cards()).collect();
    let value = |h: Hole| rank(&board.iter().copied().chain(h.cards()).collect::<Vec<_>>()).unwrap();
    let (mut won, mut total) = (0.0, 0.0);
    for (a, wa) in ranges[0].iter().filter(|(h, w)| *w > 0.0 && used.disjoint(h.set())) {
        for (b, wb) in ranges[1].iter().filter(|(h, w)| *w > 0.0 && used.disjoint(h.set())) {
            if !a.set().disjoint(b.set()) {
                continue;
            }
            total += wa * wb;
            let best = value(a).max(value(b));
            if value(hole) > best {
                won += wa * wb;
            } else if value(hole) == best {
                won += wa * wb / if value(a) == value(b) { 3.0 } else { 2.0 };
            }
        }
    }
    let exact = joint_exact(hole, &board, [&ranges[0], &ranges[1]]).unwrap();
    assert!((exact.hs - won / total).abs() < 1e-12, "{exact:?} {}", won / total);
    let sampled = joint_sampled(hole, &board, &ranges, 40_000, &mut Rng::keyed("joint", &[])).unwrap();
    assert!((sampled.hs - exact.hs).abs() < 5.0 * sampled.error, "{sampled:?} {exact:?}");
    let one = joint_sampled(hole, &board, &[Range::all()], 40_000, &mut Rng::keyed("one", &[])).unwrap();
    assert!((one.hs - strength("AdQc", "3h4cJh").hs).abs() < 5.0 * one.error, "{one:?}");
    assert!((strength("AdQc", "3h4cJh").hs_against(2) - 0.585106f64.powi(2)).abs() < 1e-6);
}
