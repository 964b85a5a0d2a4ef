//! Hold'em against the crate `pokers` 0.10, in one run on one thread.

use croupier_benches::{head, versus};
use croupier_core::Rng;
use croupier_games::holdem::eval::{Hand, Ranks, Single, rank7_unchecked};
use croupier_games::holdem::{Card, Hole};
use pokers::{CARDS, Hand as Peer};

fn main() {
    head();
    sequential();
    random();
    board();
}

/// All 133,784,560 hands of seven cards, each prefix added once.
fn sequential() {
    fn ours() -> u64 {
        let deck: [Single; 52] = std::array::from_fn(|i| Card::new(i as u8).expect("52 cards").into());
        let mut sum = 0;
        for a in 0..52 {
            let ha = Hand::EMPTY + deck[a];
            for b in 0..a {
                let hb = ha + deck[b];
                for c in 0..b {
                    let hc = hb + deck[c];
                    for d in 0..c {
                        let hd = hc + deck[d];
                        for e in 0..d {
                            let he = hd + deck[e];
                            for f in 0..e {
                                let hf = he + deck[f];
                                for g in &deck[..f] {
                                    sum += u64::from((hf + *g).rank7_unchecked().value());
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
        let mut sum = 0;
        for a in 0..52 {
            let ha = Peer::default() + CARDS[a];
            for b in 0..a {
                let hb = ha + CARDS[b];
                for c in 0..b {
                    let hc = hb + CARDS[c];
                    for d in 0..c {
                        let hd = hc + CARDS[d];
                        for e in 0..d {
                            let he = hd + CARDS[e];
                            for f in 0..e {
                                let hf = he + CARDS[f];
                                for g in &CARDS[..f] {
                                    sum += u64::from((hf + *g).evaluate());
                                }
                            }
                        }
                    }
                }
            }
        }
        sum
    }
    versus("7 cards, sequential, 133,784,560 hands", 5, ours, peer, |_, _| true);
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
    versus("7 cards, random, 1,048,576 hands", 9, ours, peer, |_, _| true);
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
    versus("all 1,081 hands on each of 2,000 boards", 9, ours, peer, |_, _| true);
}
