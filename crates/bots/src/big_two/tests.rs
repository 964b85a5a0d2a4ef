//! What holds of the bots of Big Two.

use super::hard::{HardParams, forced_line, table_of};
use super::infer::{Clues, Habits};
use super::plan::Plan;
use super::sim::Sim;
use super::weights::{Costs, Market, Weights};
use crate::spec::{Bots, Spec, find};
use croupier_core::{Agent, Budget, Decision, Determinize, Factory, Game, Luck, Rng, Seat, Turn, laws, play};
use croupier_games::BigTwo;
use croupier_games::big_two::{Action, Cards, Config, Length, MustPlay3d, State, View};
use std::sync::Arc;

fn bot(game: &BigTwo, spec: &str) -> Arc<dyn Factory<BigTwo>> {
    find(game, &spec.parse::<Spec>().unwrap()).unwrap_or_else(|e| panic!("{e}")).1
}

/// A game whose deal is fixed, in the default configuration.
fn fixed(deal: &str) -> BigTwo {
    BigTwo::new(Config { deal: deal.into(), ..Config::default() }).unwrap()
}

fn dealt(game: &BigTwo, luck: u64) -> State {
    let mut state = game.start();
    let deal = game.draw(&state, &mut Luck(luck).draw(0));
    game.reveal(&mut state, &deal).unwrap();
    state
}

/// What a bot does in a state.
fn choice(game: &BigTwo, state: &State, spec: &str) -> String {
    let Turn::Seat(seat) = game.turn(state) else { panic!("nobody is to move") };
    let (view, mut legal) = (game.view(state, seat), Vec::new());
    game.legal(state, &mut legal);
    let mut agent = bot(game, spec).make();
    agent.begin(seat, Rng::keyed("choice", &[]));
    agent.act(&Decision::new(&view, &legal, Budget::Own)).unwrap().to_string()
}

/// Light enough for tests: the same code with fewer worlds.
const HARD: &str = "hard:effort=30";

/// Every bot in whole episodes of every profile and of matches: nothing illegal, no panic, the same twice.
#[test]
fn every_bot_plays_every_rule_to_the_end_and_the_same_twice() {
    let mut games: Vec<BigTwo> = BigTwo::profiles().into_iter().map(|p| BigTwo::new(p.2).unwrap()).collect();
    games.push(
        BigTwo::new(Config { pass_lock: true, must_play_3d: MustPlay3d::On, ..Config::default() }).unwrap(),
    );
    games.push(BigTwo::new(Config { episode: Length::Match, stack: 5, ..Config::charlesworth() }).unwrap());
    for game in games {
        for (block, rotation) in [(0, 0), (1, 2), (2, 3)] {
            let episode = || {
                let names = ["lowest", "planner", HARD, "highest"];
                let mut agents: Vec<Box<dyn Agent<BigTwo>>> =
                    (0..4).map(|i| bot(&game, names[(i + rotation) % 4]).make()).collect();
                let mut table: Vec<&mut dyn Agent<BigTwo>> =
                    agents.iter_mut().map(|a| a.as_mut() as &mut dyn Agent<BigTwo>).collect();
                let luck = Luck::block("tests", 0, block);
                let rngs = (0..4).map(|i| luck.agent(0, i, i)).collect();
                let outcome = play(&game, luck, &mut table, rngs, Budget::Own, &mut ());
                assert_eq!(outcome.forfeit, None);
                (outcome.scores, outcome.decisions)
            };
            assert_eq!(episode(), episode());
        }
    }
}

#[test]
fn no_bot_sees_what_is_hidden() {
    let game = BigTwo::standard();
    let effort = laws::Effort { episodes: 12, ..laws::Effort::default() };
    for entry in BigTwo::bots() {
        let spec = if entry.name == "hard" { HARD } else { entry.name };
        let factory = bot(&game, spec);
        laws::find_blind(&game, || factory.make(), effort).unwrap_or_else(|b| panic!("{spec}: {b}"));
    }
}

/// The table's secret: a fixed deal changes nothing that a bot does with the same view.
#[test]
fn hard_does_not_use_fixed_cards() {
    let game = fixed("0=3d 4d,1=2s 2h 2c 2d");
    let state = dealt(&game, 1);
    let (view, mut legal) = (game.view(&state, Seat(0)), Vec::new());
    game.legal(&state, &mut legal);
    let act = |game: &BigTwo| {
        let mut agent = bot(game, HARD).make();
        agent.begin(Seat(0), Rng::keyed("secret", &[]));
        agent.act(&Decision::new(&view, &legal, Budget::Own)).unwrap()
    };
    assert_eq!(act(&game), act(&BigTwo::standard()));
}

#[test]
fn lowest_takes_the_weakest_and_highest_the_strongest_play() {
    let game = fixed("0=3d 3c 4d 5d 6d 7d 9h 9s Kd Kc Kh 2c 2s,1=4c 4h 8d 8c As Ah,2=Ad Ac");
    let mut state = dealt(&game, 0);
    assert_eq!(choice(&game, &state, "lowest"), "3d");
    // Of five cards: the straight flush 34567 of diamonds.
    assert_eq!(choice(&game, &state, "highest"), "3d 4d 5d 6d 7d");
    game.apply(&mut state, "3d 3c".parse().unwrap()).unwrap();
    assert_eq!(choice(&game, &state, "lowest"), "4c 4h");
    assert_eq!(choice(&game, &state, "highest"), "Ah As");
}

#[test]
fn hard_takes_a_win_that_nobody_can_stop() {
    // The pair of 2s cannot be beaten, and the 3♦ is then the last; leading the 3♦ first would risk it.
    let game = fixed("0=3d 2h 2s 5d 5c 5h 5s 6d 6c 6h 6s 7d 7c,1=3c 3h 3s 4d 4c 4h 4s 8d 8c 8h 8s 9d 9c");
    let mut state = dealt(&game, 0);
    for text in ["5d 5c 5h 5s 7d", "6d 6c 6h 6s 7c"] {
        game.apply(&mut state, text.parse().unwrap()).unwrap();
        for _ in 0..3 {
            game.apply(&mut state, Action::PASS).unwrap();
        }
    }
    for spec in ["hard:worlds=off", HARD] {
        assert_eq!(choice(&game, &state, spec), "2h 2s", "{spec}");
    }
    let view = game.view(&state, Seat(0));
    let mut plan = Plan::default();
    plan.list(game.plays(), view.hand);
    assert_eq!(plan.pieces.len(), 4);
}

/// Whenever a forced line is announced it wins against every reply in sampled worlds: nobody else ever plays.
#[test]
fn announced_wins_are_wins_in_every_world() {
    let game = BigTwo::standard();
    let mut rng = Rng::keyed("forced", &[]);
    let (mut announced, mut legal) = (0, Vec::new());
    for luck in 0..400 {
        let mut state = dealt(&game, luck);
        while let Turn::Seat(seat) = game.turn(&state) {
            game.legal(&state, &mut legal);
            let view = game.view(&state, seat);
            if forced_line(&game, &view, &legal, &mut Plan::default()).is_some() {
                announced += 1;
                wins(&game, &view, &mut rng);
                break;
            }
            // Low and quick, so that hands get short while strong cards stay.
            let at = if rng.below(3) == 0 { rng.index(legal.len()) } else { 0 };
            game.apply(&mut state, legal[at]).unwrap();
        }
    }
    assert!(announced > 100, "{announced} forced wins in 400 hands");
}

fn wins(game: &BigTwo, view: &View, rng: &mut Rng) {
    for _ in 0..5 {
        let mut world = game.sample(view, rng);
        let mut legal = Vec::new();
        while let Turn::Seat(seat) = game.turn(&world) {
            game.legal(&world, &mut legal);
            let action = if seat == view.seat {
                let now = game.view(&world, seat);
                forced_line(game, &now, &legal, &mut Plan::default()).expect("the line goes on")
            } else {
                assert_eq!(legal, [Action::PASS], "seat {seat} could stop it");
                Action::PASS
            };
            game.apply(&mut world, action).unwrap();
        }
        assert_eq!(game.view(&world, view.seat).left[view.seat.index()], 0);
    }
}

/// Against a seat with one card left a pair is led, not a single that it may beat.
#[test]
fn hard_does_not_let_a_last_card_out() {
    let deal = "0=3d 4d 4c 6d Jd 5d 5c 5h 5s 7d 7c 7h 7s,1=8d 8c 8h 8s 9d Td Tc Th Ts 9c 3c 3h 6c";
    let game = fixed(deal);
    let mut state = dealt(&game, 0);
    let passes = ["pass"; 3];
    let moves = ["5d 5c 5h 5s 3d", "8d 8c 8h 8s 9d"].into_iter().chain(passes);
    let moves = moves.chain(["Td Tc Th Ts 9c"]).chain(passes).chain(["3c 3h", "pass", "pass", "4d 4c"]);
    for text in moves.chain(passes) {
        game.apply(&mut state, text.parse().unwrap()).unwrap();
    }
    let view = game.view(&state, Seat(0));
    assert_eq!(
        (view.turn, view.left[1], view.hand.to_string()),
        (Some(Seat(0)), 1, "6d 7d 7c 7h 7s Jd".into())
    );
    for spec in ["hard:worlds=off", HARD] {
        let lead: Action = choice(&game, &state, spec).parse().unwrap();
        assert!(lead.len() > 1, "{spec} leads {lead}");
    }
}

/// A seat that passes on low singles is thought to hold fewer cards that beat them; without habits worlds are as dealt.
#[test]
fn worlds_explain_what_was_passed() {
    let game = fixed("0=3d 9d,2=Th,3=Jc");
    let mut state = dealt(&game, 3);
    for text in ["9d", "pass", "Th", "Jc"] {
        game.apply(&mut state, text.parse().unwrap()).unwrap();
    }
    let view = game.view(&state, Seat(0));
    let above = |text: &str| Cards::ALL.above(text.parse().unwrap());
    let beat = above("9d").without(above("Ks"));
    let mean = |habits: Habits| {
        let (clues, mut rng) = (Clues::new(&game, &view, habits), Rng::keyed("clues", &[]));
        let held = (0..4000).map(|_| clues.draw(&mut rng)[1].and(beat).len());
        f64::from(held.sum::<u32>()) / 4000.0
    };
    let none = Habits { pass_low: 0.0, pass_high: 0.0, pass_pair: 0.0, pass_five: 0.0, lower: 0.0 };
    // Seat 1 holds 13 of the 37 unseen cards.
    let unseen = f64::from(view.unseen().and(beat).len());
    assert!((mean(none) - 13.0 * unseen / 37.0).abs() < 0.1, "{}", mean(none));
    assert!(mean(Habits { pass_low: 0.5, ..none }) < mean(none) - 0.3);
}

/// The playouts of `hard` are the game: the same choices by the same plans end with the same chips.
#[test]
fn playouts_follow_the_rules_of_the_game() {
    let weights = Weights::default();
    let costs = Costs::new(&weights);
    for config in [
        Config::default(),
        Config { pass_lock: true, ..Config::default() },
        Config { must_play_3d: MustPlay3d::Off, ..Config::charlesworth() },
    ] {
        let game = BigTwo::new(config).unwrap();
        for luck in 0..40 {
            let mut state = dealt(&game, luck);
            let hands: [Cards; 4] = std::array::from_fn(|i| game.view(&state, Seat(i as u8)).hand);
            let mut plans: [Plan; 4] = Default::default();
            for (plan, hand) in plans.iter_mut().zip(hands) {
                let market = Market::new(Cards::ALL.without(hand), [13; 3].into_iter());
                plan.fill(game.plays(), hand, &market, &costs);
            }
            let plans = plans.each_ref();
            let Turn::Seat(first) = game.turn(&state) else { panic!("a seat leads") };
            let sim = Sim::new(&game.view(&state, first), None, plans, game.config().pass_lock);
            let (fast, _) = sim.play_out(plans, &weights, game.config().scoring);
            while let Turn::Seat(seat) = game.turn(&state) {
                let (view, plan) = (game.view(&state, seat), plans[seat.index()]);
                let part = plan.part(view.hand);
                let chosen = weights.choose(plan, part, &table_of(&game, &view));
                game.apply(&mut state, chosen.map_or(Action::PASS, |p| p.action)).unwrap();
            }
            let mut scores = [0.0; 4];
            game.scores(&state, &mut scores);
            assert_eq!(fast.map(f64::from), scores);
        }
    }
}

/// Every parameter of every bot is described, and the defaults have exactly those keys.
#[test]
fn parameters_are_described_and_checked() {
    let game = BigTwo::standard();
    for entry in BigTwo::bots() {
        let mut keys: Vec<&str> = entry.switches.iter().map(|s| s.key).collect();
        let mut known: Vec<&str> = entry.defaults.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        known.sort_unstable();
        assert_eq!(keys, known, "{}", entry.name);
    }
    let error = |spec: &str| match find(&game, &spec.parse().unwrap()) {
        Ok(_) => panic!("{spec} is taken"),
        Err(e) => e.to_string(),
    };
    assert!(error("hrad").contains("did you mean `hard`?"));
    assert!(error("hard:efort=3").contains("did you mean `effort`?"));
    assert!(error("hard:effort=0").contains("a whole number from 1"));
    assert!(error("planner:single_gain=99").contains("a number from -10 to 10"));
    assert!(error("planner:single_curve=-1").contains("a number from 0 to 20"));
    let (params, _) = find(&game, &"hard:count=off,twos=0.5".parse().unwrap()).unwrap();
    let params: HardParams = params.read().unwrap();
    assert!(!params.count && params.weights.twos == 0.5);
}
