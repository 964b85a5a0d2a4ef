//! The generator against the slow twin.

use super::super::twin::{replies, worth_of};
use super::*;
use croupier_core::Rng;

/// How many random hands and fields each of the 32 configurations is tried on; `BIG_TWO_TWIN=31250` is a million in all.
fn trials() -> usize {
    std::env::var("BIG_TWO_TWIN").map_or(600, |n| n.parse().expect("BIG_TWO_TWIN is a number"))
}

/// A random hand of one to thirteen cards; half of them from a few ranks or suits, where plays are dense.
fn hand(rng: &mut Rng) -> Cards {
    let pool = match rng.below(4) {
        0 => Cards::from_bits(Cards::ALL.bits() >> (4 * rng.below(7)) & 0xffff_ffff).with(Cards::TWOS),
        1 => Cards::from_bits(0x3_3333_3333_3333 << rng.below(3)),
        _ => Cards::ALL,
    };
    let mut cards: Vec<Card> = pool.iter().collect();
    rng.shuffle(&mut cards);
    cards.truncate(1 + rng.index(13));
    cards.into_iter().collect()
}

/// Both generators on random hands and fields, for every combination of the switches of plays.
fn agree(games: &[BigTwo]) {
    for (g, game) in games.iter().enumerate() {
        let mut rng = Rng::keyed("twin", &[g as u64]);
        let mut catalogue: Vec<Vec<Action>> = vec![Vec::new(); PlayKind::ALL.len()];
        let mut all = Vec::new();
        game.plays.all(Cards::ALL, &mut all);
        for play in all {
            catalogue[game.plays.strength(play.cards()).unwrap().kind() as usize].push(play);
        }
        catalogue.retain(|plays| !plays.is_empty());
        let mut fast = Vec::new();
        for _ in 0..trials() {
            let hand = hand(&mut rng);
            let plays = &catalogue[rng.index(catalogue.len())];
            let field = plays[rng.index(plays.len())].cards();
            if rng.below(3) == 0 {
                game.plays.all(hand, &mut fast);
                assert_eq!(fast, replies(&game.config, hand, None), "{hand} in {:?}", game.config);
            } else {
                let strength = game.plays.strength(field).unwrap();
                game.plays.stronger(hand, strength, &mut fast);
                let slow = replies(&game.config, hand, Some(field));
                assert_eq!(fast, slow, "{hand} on {field} in {:?}", game.config);
            }
        }
    }
}

#[test]
fn generators_agree_with_straights_as_the_seed_says() {
    agree(&all_plays()[..8]);
}

#[test]
fn generators_agree_with_low_straights() {
    agree(&all_plays()[8..16]);
}

#[test]
fn generators_agree_without_straights_to_the_two() {
    agree(&all_plays()[16..24]);
}

#[test]
fn generators_agree_with_straights_up_to_the_two() {
    agree(&all_plays()[24..]);
}

/// Strengths order all plays of a configuration as the definitions do, ties included.
#[test]
fn strengths_order_all_plays_as_the_definitions_do() {
    for game in all_plays() {
        let mut all = Vec::new();
        game.plays.all(Cards::ALL, &mut all);
        let worth = |a: &Action| worth_of(&game.config, a.cards()).expect("a generated play is a play");
        let mut both: Vec<_> =
            all.iter().map(|a| (worth(a), game.plays.strength(a.cards()).unwrap())).collect();
        both.sort_by_key(|b| b.0);
        for pair in both.windows(2) {
            let (slow, fast) = (pair[0].0.cmp(&pair[1].0), pair[0].1.number().cmp(&pair[1].1.number()));
            assert_eq!(slow, fast, "{:?} in {:?}", pair, game.config);
            assert_eq!(pair[0].0.0, pair[0].1.kind());
        }
    }
}

/// Which sets of cards are plays at all: on random sets of two to five cards, most of them none.
#[test]
fn what_is_no_play_has_no_strength() {
    let mut rng = Rng::keyed("no play", &[]);
    for game in all_plays() {
        for _ in 0..3000 {
            let mut cards = hand(&mut rng).iter().collect::<Vec<_>>();
            cards.truncate(6);
            let cards: Cards = cards.into_iter().collect();
            let fast = game.plays.strength(cards).map(Strength::kind);
            assert_eq!(fast, worth_of(&game.config, cards).map(|w| w.0), "{cards}");
        }
    }
}

/// The whole game: what `legal` lists in random episodes is what the relation allows from the hand.
#[test]
fn legal_actions_are_what_the_relation_allows() {
    let mut games: Vec<BigTwo> = all_plays().into_iter().step_by(5).collect();
    games.push(BigTwo::charlesworth());
    for must_play_3d in [MustPlay3d::On, MustPlay3d::Single] {
        for pass_lock in [false, true] {
            games.push(game(|c| *c = Config { must_play_3d, pass_lock, ..c.clone() }));
        }
    }
    for game in games {
        let mut rng = Rng::keyed("episodes", &[]);
        let mut list = Vec::new();
        for _ in 0..4 {
            let mut state = game.start();
            let deal = game.draw(&state, &mut rng);
            game.reveal(&mut state, &deal).unwrap();
            while let Turn::Seat(seat) = game.turn(&state) {
                let view = game.view(&state, seat);
                let field = view.table.map(|t| t.action.cards());
                let mut slow = replies(&game.config, view.hand, field);
                slow.retain(|a| match game.config.must_play_3d {
                    _ if !view.history.is_empty() => true,
                    MustPlay3d::Off => true,
                    MustPlay3d::On => a.cards().has(Card::LOWEST),
                    MustPlay3d::Single => a.to_string() == "3d",
                });
                slow.extend(field.map(|_| Action::PASS));
                game.legal(&state, &mut list);
                assert_eq!(list, slow);
                game.apply(&mut state, list[rng.index(list.len())]).unwrap();
            }
        }
    }
}

/// The strongest play of each card count, against the list of all plays of up to 40 cards.
#[test]
fn the_strongest_play_is_the_strongest_of_all() {
    let mut rng = Rng::keyed("strongest", &[]);
    let mut all = Vec::new();
    for game in all_plays() {
        for trial in 0..150 {
            let mut cards: Vec<Card> = Cards::ALL.iter().collect();
            rng.shuffle(&mut cards);
            cards.truncate(if trial < 120 { 13 } else { 1 + rng.index(40) });
            let cards: Cards = cards.into_iter().collect::<Cards>().with(hand(&mut rng));
            game.plays.all(cards, &mut all);
            for n in 1..=5 {
                let strengths =
                    all.iter().filter(|a| a.len() == n).map(|a| game.plays.strength(a.cards()).unwrap());
                let slow = strengths.max_by_key(|s| s.number());
                assert_eq!(game.plays.strongest(cards, n), slow, "{n} of {cards} in {:?}", game.config);
            }
        }
    }
}
