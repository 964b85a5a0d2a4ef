use super::*;
use crate::holdem::eval::rank;
use croupier_core::Rng;

fn hole(text: &str) -> Hole {
    text.parse().unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    Card::parse_list(text).unwrap()
}

/// The rules of record's counts of all 1,712,304 boards.
#[test]
fn aces_against_kings_are_as_published_for_each_sharing_of_suits() {
    for (kings, expected) in [
        ("KhKs", (1388072, 6538, 317694)),
        ("KdKh", (1399204, 7923, 305177)),
        ("KcKd", (1410336, 9308, 292660)),
    ] {
        let odds = hand_v_hand(hole("AcAd"), hole(kings), &[]).unwrap();
        assert_eq!((odds.wins, odds.ties, odds.losses), expected, "{kings}");
        let back = hand_v_hand(hole(kings), hole("AcAd"), &[]).unwrap();
        assert_eq!(back, odds.reversed());
    }
}

/// Every board dealt and ranked.
fn dealt(a: Hole, b: Hole) -> Odds {
    let used = a.set().union(b.set());
    let deck: Vec<Card> = Card::all().filter(|&c| !used.has(c)).collect();
    let mut odds = Odds::default();
    for_each_board(Hand::EMPTY, &deck, 5, &mut |board| {
        odds.count((board + a).rank7_unchecked().cmp(&(board + b).rank7_unchecked()));
    });
    odds
}

#[test]
fn preflop_odds_are_those_of_dealing_every_board() {
    for (a, b) in [
        ("AhKh", "QdQc"),
        ("AhKh", "QhJh"),
        ("AhKh", "2c2h"),
        ("7s2d", "7d2s"),
        ("6c5c", "AcKd"),
        ("JdTd", "9s8s"),
        ("AcKc", "AdKd"),
        ("3h2h", "4h2s"),
    ] {
        assert_eq!(hand_v_hand(hole(a), hole(b), &[]).unwrap(), dealt(hole(a), hole(b)), "{a} v {b}");
    }
    let mut rng = Rng::keyed("preflop", &[]);
    for _ in 0..12 {
        let mut deck: Vec<Card> = Card::all().collect();
        rng.shuffle(&mut deck);
        let [a, b] = [0, 2].map(|i| Hole::of(deck[i], deck[i + 1]).unwrap());
        let odds = hand_v_hand(a, b, &[]).unwrap();
        assert_eq!((odds, odds.boards()), (dealt(a, b), 1_712_304), "{a} v {b}");
    }
}

#[test]
fn odds_on_a_board_count_its_runouts() {
    let (a, b) = (hole("AdQc"), hole("KsKh"));
    for (board, boards) in [("3h", 178_365), ("3h4c", 15_180), ("3h4cJh", 990), ("3h4cJhAs", 44)] {
        assert_eq!(hand_v_hand(a, b, &cards(board)).unwrap().boards(), boards, "{board}");
    }
    let river = hand_v_hand(a, b, &cards("3h4cJhAs2d")).unwrap();
    assert_eq!((river.wins, river.ties, river.losses), (1, 0, 0));
}

/// A♦Q♣ against every hand on this flop: the equity of the rules of record, as the peer counts it.
#[test]
fn a_hand_against_all_others_on_a_flop_is_as_published() {
    let equity = hand_v_range(hole("AdQc"), &Range::all(), &cards("3h4cJh")).unwrap();
    assert!((equity.share() - 0.5113993776805987).abs() < 1e-12, "{equity:?}");
    let ranges = range_v_range(&Range::of(hole("AdQc")), &Range::all(), &cards("3h4cJh")).unwrap();
    assert!((equity.share() - ranges.share()).abs() < 1e-12 && (equity.tie - ranges.tie).abs() < 1e-12);
}

/// Aces against every hand: the share the peer counts (0.852037133021…), and its symmetry.
#[test]
fn aces_against_every_hand_are_as_published() {
    let equity = hand_v_range(hole("AcAd"), &Range::all(), &[]).unwrap();
    assert!((equity.share() - 0.8520371330210104).abs() < 1e-9, "{equity:?}");
    let other = hand_v_range(hole("AhAs"), &Range::all(), &[]).unwrap();
    assert!((equity.share() - other.share()).abs() < 1e-12);
}

fn pair_by_pair(a: &Range, b: &Range, board: &[Card]) -> Equity {
    let used: CardSet = board.iter().copied().collect();
    let mut mix = Mix::default();
    for (ha, wa) in a.iter().filter(|(h, w)| *w > 0.0 && used.disjoint(h.set())) {
        for (hb, wb) in b.iter().filter(|(h, w)| *w > 0.0 && used.disjoint(h.set())) {
            if ha.set().disjoint(hb.set()) {
                mix.add(wa * wb, hand_v_hand(ha, hb, board).unwrap());
            }
        }
    }
    mix.equity().unwrap()
}

#[test]
fn ranges_against_ranges_are_the_sum_over_pairs_of_hands() {
    let a: Range = "QQ+,AKs:0.5,AhKd:2".parse().unwrap();
    let b: Range = "TT-88,KQs,AhQh:3".parse().unwrap();
    for board in ["", "3h4cJh", "3h4cJhKs", "3h4cJhKs9d", "AhKh2h"] {
        let board = cards(board);
        let (fast, slow) = (range_v_range(&a, &b, &board).unwrap(), pair_by_pair(&a, &b, &board));
        for (x, y) in [(fast.win, slow.win), (fast.tie, slow.tie), (fast.lose, slow.lose)] {
            assert!((x - y).abs() < 1e-12, "{board:?}: {fast:?} {slow:?}");
        }
        let back = range_v_range(&b, &a, &board).unwrap();
        assert!((back.share() + fast.share() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn two_cards_of_a_flop_average_over_the_third() {
    let (a, b): (Range, Range) = ("AhKh".parse().unwrap(), "QQ".parse().unwrap());
    let two = range_v_range(&a, &b, &cards("Qh2h")).unwrap();
    let slow = pair_by_pair(&a, &b, &cards("Qh2h"));
    assert!((two.share() - slow.share()).abs() < 1e-12);
    let hand = hand_v_range(hole("AhKh"), &b, &cards("Qh2h")).unwrap();
    assert!((two.share() - hand.share()).abs() < 1e-12);
}

#[test]
fn estimates_are_within_their_standard_errors_of_the_exact() {
    let mut rng = Rng::keyed("estimates", &[]);
    let (a, b): (Range, Range) = ("QQ+,AKs:0.5".parse().unwrap(), "TT-88,KQs,AQs:3".parse().unwrap());
    for board in ["", "3h4cJh", "3h4cJhKs9d"] {
        let board = cards(board);
        let odds = monte_carlo(&[a.clone(), b.clone()], &board, 40_000, &mut rng).unwrap();
        let exact = range_v_range(&a, &b, &board).unwrap();
        assert!((odds[0].equity - exact.share()).abs() < 5.0 * odds[0].error, "{odds:?} {exact:?}");
        assert!((odds[0].equity + odds[1].equity - 1.0).abs() < 1e-9);
    }
}

/// Three hands over every river, by hand: shares of three add up and match.
#[test]
fn three_players_share_as_counted() {
    let hands = ["AhKd", "AcKs", "QhQd"].map(hole);
    let board = cards("Kc7h2dQs");
    let used: CardSet = board.iter().copied().chain(hands.iter().flat_map(|h| h.cards())).collect();
    let (mut shares, mut n) = ([0.0; 3], 0.0);
    for river in Card::all().filter(|c| !used.has(*c)) {
        let values = hands.map(|h| {
            rank(&board.iter().copied().chain([river]).chain(h.cards()).collect::<Vec<_>>()).unwrap()
        });
        let best = *values.iter().max().unwrap();
        let winners = values.iter().filter(|v| **v == best).count() as f64;
        for (share, value) in shares.iter_mut().zip(values) {
            *share += if value == best { 1.0 / winners } else { 0.0 };
        }
        n += 1.0;
    }
    let players = hands.map(Range::of);
    let odds = monte_carlo(&players, &board, 40_000, &mut Rng::keyed("three", &[])).unwrap();
    for (estimate, share) in odds.iter().zip(shares) {
        assert!((estimate.equity - share / n).abs() < 5.0 * estimate.error.max(1e-4), "{odds:?} {shares:?}");
    }
}

#[test]
fn what_cannot_be_dealt_is_refused() {
    let mut rng = Rng::keyed("refused", &[]);
    assert!(hand_v_hand(hole("AhKh"), hole("AhQd"), &[]).is_err());
    assert!(hand_v_hand(hole("AhKh"), hole("QhQd"), &cards("Ah2c3c")).is_err());
    assert!(hand_v_range(hole("AhKh"), &Range::of(hole("AhQd")), &[]).is_err());
    assert!(range_v_range(&Range::all(), &Range::all(), &cards("2c3c4c5c6c7c")).is_err());
    let aces: Range = "AA".parse().unwrap();
    assert!(monte_carlo(&[aces.clone(), aces.clone(), aces.clone()], &[], 10, &mut rng).is_err());
    assert!(monte_carlo(std::slice::from_ref(&aces), &[], 10, &mut rng).is_err());
    assert!(monte_carlo(&[aces.clone(), aces], &[], 0, &mut rng).is_err());
}
