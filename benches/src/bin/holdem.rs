//! Hold'em against the crate `pokers` 0.10, in one run on one thread.

use croupier_benches::{Clock, head, rate, versus};
use croupier_core::{Game, Rng, random_playout};
use croupier_games::Holdem;
use croupier_games::holdem::equity::{hand_v_hand, hand_v_range};
use croupier_games::holdem::eval::{Hand, Ranks, Single, rank7_unchecked};
use croupier_games::holdem::strength::Profile;
use croupier_games::holdem::{Card, Hole, Legal, Range};
use pokers::{CARDS, Hand as Peer, HandRange, SimulationResults, exact_equity, get_card_mask};
use std::sync::{Arc, atomic::AtomicBool};

fn main() {
    head();
    sequential();
    random();
    board();
    strength();
    preflop();
    playouts();
}

/// All 133,784,560 hands of seven cards, each prefix added once.
fn sequential() {
    fn ours() -> u64 {
        let deck: [Single; 52] = std::array::from_fn(|i| Card::new(i as u8).expect("52 cards").into());
        let mut sum = 0;
        for (a, &x) in deck.iter().enumerate() {
            let ha = Hand::EMPTY + x;
            for (b, &x) in deck[..a].iter().enumerate() {
                let hb = ha + x;
                for (c, &x) in deck[..b].iter().enumerate() {
                    let hc = hb + x;
                    for (d, &x) in deck[..c].iter().enumerate() {
                        let hd = hc + x;
                        for (e, &x) in deck[..d].iter().enumerate() {
                            let he = hd + x;
                            for (f, &x) in deck[..e].iter().enumerate() {
                                let hf = he + x;
                                for &x in &deck[..f] {
                                    sum += u64::from((hf + x).rank7_unchecked().value());
                                }
                            }
                        }
                    }
                }
            }
        }
        sum
    }
    fn peer() -> u64 {
        let deck = &CARDS;
        let mut sum = 0;
        for (a, &x) in deck.iter().enumerate() {
            let ha = Peer::default() + x;
            for (b, &x) in deck[..a].iter().enumerate() {
                let hb = ha + x;
                for (c, &x) in deck[..b].iter().enumerate() {
                    let hc = hb + x;
                    for (d, &x) in deck[..c].iter().enumerate() {
                        let hd = hc + x;
                        for (e, &x) in deck[..d].iter().enumerate() {
                            let he = hd + x;
                            for (f, &x) in deck[..e].iter().enumerate() {
                                let hf = he + x;
                                for &x in &deck[..f] {
                                    sum += u64::from((hf + x).evaluate());
                                }
                            }
                        }
                    }
                }
            }
        }
        sum
    }
    versus("7 cards, sequential, 133,784,560 hands", Clock::Thread, 7, ours, peer, |_, _| true);
}

/// 2^20 random hands of seven cards, each from its list of cards.
fn random() {
    let mut rng = Rng::keyed("bench", &[]);
    let mut deck: Vec<Card> = Card::all().collect();
    let hands: Vec<[Card; 7]> = (0..1 << 20)
        .map(|_| {
            rng.shuffle(&mut deck);
            std::array::from_fn(|i| deck[i])
        })
        .collect();
    let plain: Vec<[u8; 7]> = hands.iter().map(|h| h.map(|c| c.index() as u8)).collect();
    let ours = || hands.iter().map(|h| u64::from(rank7_unchecked(h).value())).sum::<u64>();
    let peer = || {
        plain
            .iter()
            .map(|h| {
                let hand = h.iter().fold(Peer::default(), |hand, &c| hand + CARDS[usize::from(c)]);
                u64::from(hand.evaluate())
            })
            .sum::<u64>()
    };
    versus("7 cards, random, 1,048,576 hands", Clock::Thread, 15, ours, peer, |_, _| true);
}

/// Every hand on each of 2,000 boards.
fn board() {
    let mut rng = Rng::keyed("boards", &[]);
    let mut deck: Vec<Card> = Card::all().collect();
    let boards: Vec<[Card; 5]> = (0..2000)
        .map(|_| {
            rng.shuffle(&mut deck);
            std::array::from_fn(|i| deck[i])
        })
        .collect();
    let mut ranks = Ranks::default();
    let ours = || {
        let mut sum = 0u64;
        for board in &boards {
            ranks.fill(board).expect("five different cards");
            sum += u64::from(ranks.raw()[1000] as u16) + u64::from(ranks.raw()[300] as u16);
        }
        sum
    };
    let holes: Vec<([usize; 2], u64)> = Hole::all()
        .map(|h| (h.cards().map(Card::index), h.cards().iter().fold(0, |m, c| m | 1u64 << c.index())))
        .collect();
    let mut out = vec![0u16; holes.len()];
    let peer = || {
        let mut sum = 0u64;
        for board in &boards {
            let used = board.iter().fold(0, |m, c| m | 1u64 << c.index());
            let base = board.iter().fold(Peer::default(), |hand, c| hand + CARDS[c.index()]);
            for (slot, ([a, b], mask)) in out.iter_mut().zip(&holes) {
                *slot = if mask & used == 0 { (base + CARDS[*a] + CARDS[*b]).evaluate() } else { 0 };
            }
            sum += u64::from(out[1000]) + u64::from(out[300]);
        }
        sum
    };
    versus("all 1,081 hands on each of 2,000 boards", Clock::Thread, 15, ours, peer, |_, _| true);
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// HS, potentials and EHS on the flop against all hands: the peer in a loop over runouts and opponents, its own hand
/// ranked once for each runout.
fn strength() {
    for (hole, flop) in
        [("AdQc", "3h4cJh"), ("AhQh", "3h4cJh"), ("AdQc", "3h8hJh"), ("AhQc", "3h8hJh"), ("AdQc", "3h4cJs")]
    {
        let hand: Hole = hole.parse().expect("a hand");
        let board = Card::parse_list(flop).expect("a board");
        let range = Range::all();
        let ours = || {
            let profile = Profile::new(hand, &board).expect("different cards");
            let s = profile.strength(&range).expect("hands are left");
            [s.hs, s.ppot, s.npot, s.ehs]
        };
        let peer = || peer_strength(hand, &board);
        let name = format!("flop EHS, {hole} on {flop}");
        versus(&name, Clock::Thread, 31, ours, peer, |a, b| a.iter().zip(b).all(|(x, y)| near(*x, *y)));
    }
}

fn peer_strength(hole: Hole, board: &[Card]) -> [f64; 4] {
    let plus = |hand: Peer, cards: [Card; 2]| cards.iter().fold(hand, |h, c| h + CARDS[c.index()]);
    let flop = board.iter().fold(Peer::default(), |h, c| h + CARDS[c.index()]);
    let used: Vec<Card> = board.iter().copied().chain(hole.cards()).collect();
    let deck: Vec<Card> = Card::all().filter(|c| !used.contains(c)).collect();
    let place = |own: u16, other: u16| usize::from(own <= other) + usize::from(own < other);
    let now = plus(flop, hole.cards()).evaluate();
    let mut moves = [[0u64; 3]; 3];
    let mut opponents: Vec<([usize; 2], [Card; 2], usize)> = Vec::new();
    for (i, &a) in deck.iter().enumerate() {
        for (j, &b) in deck[..i].iter().enumerate() {
            opponents.push(([i, j], [a, b], place(now, plus(flop, [a, b]).evaluate())));
        }
    }
    for (i, &turn) in deck.iter().enumerate() {
        for (j, &river) in deck[..i].iter().enumerate() {
            let full = plus(flop, [turn, river]);
            let own = plus(full, hole.cards()).evaluate();
            for &([k, l], cards, row) in &opponents {
                if k != i && k != j && l != i && l != j {
                    moves[row][place(own, plus(full, cards).evaluate())] += 1;
                }
            }
        }
    }
    let m = moves.map(|row| row.map(|n| n as f64));
    let [ahead, tied, behind] = m.map(|row| row.iter().sum::<f64>());
    let hs = (ahead + tied / 2.0) / (ahead + tied + behind);
    let ppot = (m[2][0] + m[2][1] / 2.0 + m[1][0] / 2.0) / (behind + tied / 2.0);
    let npot = (m[0][2] + m[0][1] / 2.0 + m[1][2] / 2.0) / (ahead + tied / 2.0);
    [hs, ppot, npot, hs + (1.0 - hs) * ppot]
}

fn peer_equity(a: &str, b: &str) -> SimulationResults {
    let ranges = HandRange::from_strings(vec![a.to_string(), b.to_string()]);
    let never = Arc::new(AtomicBool::new(false));
    exact_equity(&ranges, get_card_mask(""), 0, 1, never, |_| ()).expect("ranges that can be dealt")
}

/// Exact preflop equities.
fn preflop() {
    let hole = |text: &str| -> Hole { text.parse().expect("a hand") };
    for (a, b) in [("AcAd", "KhKs"), ("AcKc", "QcJd"), ("7h6h", "AhKh")] {
        let ours = || hand_v_hand(hole(a), hole(b), &[]).expect("different cards").equity();
        let peer = || peer_equity(a, b).equities[0];
        versus(&format!("{a} v {b}, exact"), Clock::Wall, 25, ours, peer, |x, y| near(*x, *y));
    }
    let range = Range::all();
    let ours = || hand_v_range(hole("AcAd"), &range, &[]).expect("hands are left").share();
    let peer = || peer_equity("AcAd", "random").equities[0];
    versus("AcAd v every hand, exact", Clock::Wall, 2, ours, peer, |x, y| near(*x, *y));
}

/// Random play with whole amounts.
fn playouts() {
    for (name, seats) in [("heads-up", 2), ("six seats", 6), ("ten seats", 10)] {
        let config = croupier_games::holdem::Config { seats, ..Default::default() };
        let game = Holdem::new(config).expect("a table");
        let mut legal = Legal::default();
        let mut rng = Rng::keyed("playouts", &[]);
        rate(&format!("random play, {name}: decisions"), || {
            (0..1000).map(|_| random_playout(&game, &mut game.start(), &mut legal, &mut rng)).sum()
        });
    }
}
