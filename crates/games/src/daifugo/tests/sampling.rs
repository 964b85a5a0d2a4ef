//! Worlds sampled from views after tribute, against the enumeration of every deal and every hidden exchange.

use super::{Position, cards, standard};
use crate::daifugo::state::Phase;
use crate::daifugo::{Action, Blind, Card, CardSet, Config, Daifugo, LaterLead, State, TributeTies, View};
use croupier_core::{Determinize, Enumerate, Game, Rng, Seat, Turn};
use std::collections::HashMap;

/// A state before the deal after one in which seats 0 1 2 … came in this order.
fn ranked(game: &Daifugo) -> State {
    let mut s = State::new(game.rules());
    s.phase = Phase::Deal;
    s.deals_left = 1;
    s.places = Seat::all(game.seats()).collect();
    s
}

type Print = Vec<View>;

fn print(game: &Daifugo, s: &State) -> Print {
    Seat::all(game.seats()).map(|seat| game.view(s, seat)).collect()
}

/// All worlds behind `view`: every deal in which its owner was dealt `hand`, every gift and return where the path has
/// one (`None`), and its public actions.
fn worlds(game: &Daifugo, view: &View, hand: CardSet, path: &[Option<Action>]) -> HashMap<Print, f64> {
    type Out = HashMap<Print, f64>;
    fn go(game: &Daifugo, mut s: State, weight: f64, view: &View, path: &[Option<Action>], out: &mut Out) {
        match path.split_first() {
            None if game.view(&s, view.seat) == *view => *out.entry(print(game, &s)).or_default() += weight,
            None => {}
            Some((Some(action), rest)) if game.apply(&mut s, *action).is_ok() => {
                go(game, s, weight, view, rest, out);
            }
            Some((Some(_), _)) => {}
            Some((None, rest)) => {
                let mut legal = Vec::new();
                game.legal(&s, &mut legal);
                for action in legal {
                    let ways = joker_ways(s.hands[s.table.turn.index()], action);
                    let mut next = s.clone();
                    game.apply(&mut next, action).unwrap();
                    go(game, next, weight * ways, view, rest, out);
                }
            }
        }
    }
    let (mut deals, mut out) = (Vec::new(), HashMap::new());
    game.outcomes(&ranked(game), &mut deals);
    assert!(!deals.is_empty(), "the deck is small enough to list");
    for (deal, weight) in deals {
        let mut s = ranked(game);
        game.reveal(&mut s, &deal).unwrap();
        if s.hands[view.seat.index()].plus(given_by(game, &s, view.seat)) == hand {
            go(game, s, weight, view, path, &mut out);
        }
    }
    out
}

/// The two jokers are two cards: giving one of two can be done in two ways.
fn joker_ways(hand: CardSet, action: Action) -> f64 {
    match action {
        Action::Give(cards) | Action::Return(cards) if cards.jokers() == 1 => f64::from(hand.jokers()),
        _ => 1.0,
    }
}

/// What a seat has already given where ties need no decision.
fn given_by(game: &Daifugo, s: &State, seat: Seat) -> CardSet {
    let pairs = s.pairs(game.rules()).into_iter().flatten().enumerate();
    pairs.filter(|(_, p)| p.giver == seat).fold(CardSet::EMPTY, |all, (k, _)| all.plus(s.given[k]))
}

/// Plays one deal at random for `depth` actions; the hand each seat was dealt, and the actions but for the exchanges.
fn walk(game: &Daifugo, depth: usize, rng: &mut Rng) -> (State, Vec<CardSet>, Vec<Option<Action>>) {
    let mut s = ranked(game);
    let deal = game.draw(&s, rng);
    game.reveal(&mut s, &deal).unwrap();
    let dealt = Seat::all(game.seats()).map(|p| s.hands[p.index()].plus(given_by(game, &s, p))).collect();
    let (mut legal, mut path) = (Vec::new(), Vec::new());
    while matches!(game.turn(&s), Turn::Seat(_)) && path.len() < depth {
        game.legal(&s, &mut legal);
        let action = legal[rng.index(legal.len())];
        path.push((s.phase == Phase::Play).then_some(action));
        game.apply(&mut s, action).unwrap();
    }
    (s, dealt, path)
}

/// How far the counts are from the weights, in standard deviations of a χ² (Wilson–Hilferty).
fn deviation(worlds: &HashMap<Print, f64>, counts: &HashMap<Print, u32>, samples: u32) -> f64 {
    let total: f64 = worlds.values().sum();
    let chi2: f64 = worlds
        .iter()
        .map(|(world, weight)| {
            let expected = weight / total * f64::from(samples);
            (f64::from(counts.get(world).copied().unwrap_or(0)) - expected).powi(2) / expected
        })
        .sum();
    let degrees = worlds.len() as f64 - 1.0;
    if degrees < 1.0 {
        return 0.0;
    }
    let t = 2.0 / (9.0 * degrees);
    ((chi2 / degrees).cbrt() - (1.0 - t)) / t.sqrt()
}

fn samples_match(game: &Daifugo, depth: usize, seed: u64) {
    let mut rng = Rng::keyed("sampling", &[seed]);
    let (s, dealt, path) = walk(game, depth, &mut rng);
    for seat in Seat::all(game.seats()) {
        let view = game.view(&s, seat);
        let worlds = worlds(game, &view, dealt[seat.index()], &path);
        assert!(worlds.contains_key(&print(game, &s)), "the truth is enumerated");
        let samples = 15 * worlds.len().max(100) as u32;
        let mut counts: HashMap<Print, u32> = HashMap::new();
        for _ in 0..samples {
            let world = print(game, &game.sample(&view, &mut rng));
            assert!(worlds.contains_key(&world), "an impossible world {world:?}\nbehind {view:?}");
            *counts.entry(world).or_default() += 1;
        }
        let z = deviation(&worlds, &counts, samples);
        assert!(
            z < 6.0,
            "seed {seed} seat {seat}: {z:.1} deviations over {} worlds behind {view:?}",
            worlds.len()
        );
    }
}

#[test]
fn worlds_behind_hidden_exchanges_are_as_likely_as_their_deals_and_choices() {
    let card = |c: &mut Config| c.later_lead = LaterLead::Card;
    let lowest = |c: &mut Config| c.tribute_ties = TributeTies::LowestSuit;
    type Change = fn(&mut Config);
    let changes: [(Change, &[usize]); 4] =
        [(|_| (), &[0, 2, 4, 8]), (lowest, &[5]), (card, &[6]), (|c| c.tribute = false, &[3])];
    for (i, (change, depths)) in changes.into_iter().enumerate() {
        let game = standard(|c| {
            c.ranks = 2;
            change(c);
        });
        for &depth in depths {
            samples_match(&game, depth, (100 * i + depth) as u64);
        }
    }
}

#[test]
fn worlds_in_which_two_of_three_cards_are_exchanged_are_as_likely_as_they_should_be() {
    let game = standard(|c| {
        c.ranks = 3;
        c.jokers = 0;
        c.blind = Blind::None;
    });
    samples_match(&game, 8, 11);
}

/// The ledger's constraints, on whole decks: no joker is blind, nothing stronger than the weaker card taken is left with
/// who gave it, known cards stay where they are.
#[test]
fn sampled_worlds_keep_what_the_viewer_knows() {
    let game = standard(|_| ());
    for i in 0..60 {
        let mut rng = Rng::keyed("knows", &[i]);
        let mut s = ranked(&game);
        let deal = game.draw(&s, &mut rng);
        game.reveal(&mut s, &deal).unwrap();
        let mut legal = Vec::new();
        for _ in 0..4 + rng.index(20) {
            let Turn::Seat(_) = game.turn(&s) else { break };
            game.legal(&s, &mut legal);
            game.apply(&mut s, legal[rng.index(legal.len())]).unwrap();
        }
        let Turn::Seat(_) = game.turn(&s) else { continue };
        let played = game.view(&s, Seat(0)).played();
        for (taker, giver) in [(0, 3), (1, 2)] {
            let view = game.view(&s, Seat(taker as u8));
            let weaker = view.got.iter().map(|c| c.rank()).min();
            let other = game.view(&s, Seat(giver as u8));
            for _ in 0..10 {
                let world = game.sample(&view, &mut rng);
                assert_eq!(world.blind.jokers(), 0);
                let unseen = world.hands[giver].minus(view.gave.minus(played[giver]));
                assert!(
                    unseen.iter().all(|c| Some(c.rank()) <= weaker),
                    "{unseen} after taking {}",
                    view.got
                );
                assert!(world.hands[giver].includes(view.gave.minus(played[giver])));
                let world = game.sample(&other, &mut rng);
                assert!(world.hands[taker].includes(other.gave.minus(played[taker])));
            }
        }
    }
}

/// Seat 1 leads first by ♠3 and has not played it: every world has it there. A viewer that leads by ♠4 knows ♠3 is blind.
#[test]
fn the_first_lead_tells_where_the_marked_card_lies() {
    let game = standard(|c| c.deals = 1);
    let mut rng = Rng::keyed("marked", &[]);
    let mut blind_seen = 0;
    for i in 0..400 {
        let mut s = game.start();
        let mut draw = croupier_core::Luck(i).draw(0);
        while game.turn(&s) == Turn::Chance {
            let chance = game.draw(&s, &mut draw);
            game.reveal(&mut s, &chance).unwrap();
        }
        let leader = s.table.turn;
        let blind = s.blind.contains(Card::SPADE_3);
        blind_seen += u32::from(blind);
        for seat in Seat::all(4).filter(|p| *p == leader || i % 20 == 0) {
            let world = game.sample(&game.view(&s, seat), &mut rng);
            let marked = (0..13).map(|r| cards(&format!("{}s", crate::daifugo::Rank(r))));
            let first = marked.into_iter().find(|c| !world.blind.includes(*c)).unwrap();
            assert!(world.hands[leader.index()].includes(first), "{first} is not with the leader");
            if seat == leader && blind {
                assert!(
                    world.blind.contains(Card::SPADE_3),
                    "its own hand tells the leader that ♠3 is blind"
                );
            }
        }
    }
    assert!(blind_seen > 0, "some deal has ♠3 blind");
}

/// A view that no deal explains gives some state and no panic.
#[test]
fn a_damaged_view_is_sampled_without_a_panic() {
    let p = Position::standard("turn 0; 0 4c7c9c; 1 5c6c2c; 2 5d6d2d; 3 5h6h2h").go(&["0 4c", "1 5c"]);
    let good = p.game.view(&p.state, Seat(2));
    let mut rng = Rng::keyed("damaged", &[]);
    for hand in ["4c5c", "-", "3c4d5h6s7c8d9hTsJcQdKhAs2cXX"] {
        let mut view = good.clone();
        view.hand = cards(hand);
        let world = p.game.sample(&view, &mut rng);
        p.game.legal(&world, &mut Vec::new());
    }
    let json = serde_json::to_value(&good).unwrap();
    for (key, value) in [
        ("turn", "9"),
        ("next", "[0,1,2,3]"),
        ("left", "[1,2,3]"),
        ("left", "[99,2,3,4]"),
        ("finished", "[7]"),
    ] {
        let mut damaged = json.clone();
        damaged["table"][key] = serde_json::from_str(value).unwrap();
        assert!(serde_json::from_value::<View>(damaged).is_err(), "{key} {value}");
    }
}
