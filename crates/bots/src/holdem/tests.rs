use super::betting::{Abstraction, Betting, Move, Node};
use super::blueprint::Blueprint;
use super::buckets::CELLS;
use super::modeler::Observer;
use super::pattern::Answers;
use super::virtuals::Virtual;
use crate::spec::{Spec, find};
use croupier_core::{Agent, Budget, Game, Luck, Outcome, Seat, config, play};
use croupier_games::Holdem;
use croupier_games::holdem::{Config, Hole, Stacks, StartingHand, Street, View};
use proptest::prelude::*;

fn agent(spec: &str) -> Box<dyn Agent<Holdem>> {
    find(&Holdem::default(), &spec.parse::<Spec>().unwrap()).unwrap().1.make()
}

/// How hands on consecutive lucks end between two bots that stay seated.
fn hands(a: &str, b: &str, hands: u64) -> Vec<Outcome<Holdem>> {
    let game = Holdem::default();
    let (mut a, mut b) = (agent(a), agent(b));
    (0..hands)
        .map(|i| {
            let luck = Luck(i);
            let rngs = vec![luck.agent(1, 0, 0), luck.agent(1, 1, 1)];
            let outcome = play(&game, luck, &mut [&mut *a, &mut *b], rngs, Budget::Own, &mut ());
            assert!(outcome.forfeit.is_none(), "{:?}", outcome.forfeit);
            outcome
        })
        .collect()
}

/// Scores of seat 0.
fn series(a: &str, b: &str, n: u64) -> Vec<f64> {
    hands(a, b, n).iter().map(|outcome| outcome.scores[0]).collect()
}

#[test]
fn every_bot_plays_every_hand_to_its_end() {
    for bot in ["call", "fold", "pot-odds", "ta", "tp", "la", "lp", "static", "model:learn=0", "blueprint"] {
        series(bot, "random", 8);
        series("la", bot, 8);
    }
}

/// `model` plays its first hands exactly as `static` does; afterwards it does not.
#[test]
fn static_and_model_are_equal_but_for_the_weights() {
    assert_eq!(series("static", "ta", 16), series("model:learn=16", "ta", 16));
    assert_ne!(series("static", "la", 16), series("model:learn=0", "la", 16));
}

/// Views of seat 0 and the other's hand at the end of each hand.
fn endings(a: &str, b: &str, n: u64) -> Vec<(View, Hole)> {
    let game = Holdem::default();
    let view = |outcome: &Outcome<Holdem>, seat| game.view(&outcome.state, Seat(seat));
    hands(a, b, n).iter().map(|outcome| (view(outcome, 0), view(outcome, 1).hole.unwrap())).collect()
}

/// What an observer gives for what the opponent did, in nats, and for the hand it held, in bits, over all its actions.
fn worth(taken_for: Virtual, hands: &[(View, Hole)]) -> (f64, f64) {
    let mut observer = Observer::new(Blueprint::shipped(), &Config::default(), taken_for, 0.01);
    let (mut action, mut hand) = (0.0, 0.0);
    for (view, truth) in hands {
        observer.begin(true);
        observer.follow_with(view, &mut |seen| {
            let all = seen.weights.all();
            let possible = all.iter().filter(|w| **w > 0.0).count() as f64;
            action += seen.expected[seen.kind as usize].max(1e-9).ln();
            hand += (all[truth.index()] * possible / all.iter().sum::<f64>()).log2();
        });
        observer.finish(view);
    }
    (action, hand)
}

/// The measure behind the choice of `learned`: nearer the truth than the paper's, and no nearer than the truth itself.
#[test]
fn what_is_learned_class_by_class_foretells_actions_and_hands_better_than_a_shift_and_worse_than_the_truth() {
    for (style, truth) in [("la", Virtual::La), ("tp", Virtual::Tp)] {
        let hands = endings("static", style, 300);
        let [paper, scaled, learned, known] =
            [Virtual::Paper, Virtual::Scaled, Virtual::Learned, truth].map(|v| worth(v, &hands));
        assert!(paper.0 < known.0 && scaled.0 < known.0, "{style}: {paper:?} {scaled:?} {known:?}");
        assert!(paper.1 < scaled.1 && scaled.1 < learned.1, "{style}: {paper:?} {scaled:?} {learned:?}");
        assert!(learned.1 < known.1 && known.1 > 0.0, "{style}: {learned:?} {known:?}");
    }
}

/// The bound is honest: a style's own rule never calls impossible what the style does, except where a bet had to be made
/// legal and so was of another size.
#[test]
fn the_rule_of_a_style_gives_chances_to_what_the_style_does() {
    for (style, truth) in [("ta", Virtual::Ta), ("la", Virtual::La)] {
        let mut observer = Observer::new(Blueprint::shipped(), &Config::default(), truth, 0.0);
        let (mut acts, mut impossible) = (0, 0);
        for (view, hole) in endings("lp", style, 200) {
            observer.begin(true);
            observer.follow_with(&view, &mut |seen| {
                acts += 1;
                impossible += u32::from(seen.weights.all()[hole.index()] == 0.0);
            });
        }
        assert!(acts > 300 && 50 * impossible < acts, "{style}: {impossible} of {acts}");
    }
}

#[test]
fn a_bot_that_always_folds_loses_the_blinds_and_a_caller_takes_them() {
    // Seat 1 has the button and the small blind: it folds 50 a hand.
    assert_eq!(series("call", "fold", 20), vec![50.0; 20]);
}

#[test]
fn the_shipped_blueprint_knows_that_aces_call_an_all_in_and_rags_fold() {
    let blueprint = Blueprint::shipped();
    let Node::Decision { edges, .. } = &blueprint.betting.nodes[0] else { panic!("a decision") };
    let all_in = edges.iter().find(|e| e.0 == Move::AllIn).unwrap().1 as usize;
    let folds = |hand: &str| {
        let cell = CELLS[hand.parse::<StartingHand>().unwrap().holes()[0].index()];
        blueprint.probabilities(all_in, cell.into())[0]
    };
    assert!(folds("AA") < 0.05 && folds("32o") > 0.9, "{} {}", folds("AA"), folds("32o"));
    // The rules page's equity of aces against kings of two suits that they do not share, and of their mirror image.
    let (aces, kings) = ("AcAd".parse().unwrap(), "KhKs".parse().unwrap());
    assert!((blueprint.equity(aces, kings) - 0.8194).abs() < 0.003, "{}", blueprint.equity(aces, kings));
    assert!((blueprint.equity(aces, kings) + blueprint.equity(kings, aces) - 1.0).abs() < 1e-4);
}

#[test]
fn every_class_of_the_shipped_blueprint_has_a_distribution_and_its_tree_was_visited() {
    let blueprint = Blueprint::shipped();
    for (place, node) in blueprint.betting.nodes.iter().enumerate() {
        let Node::Decision { street, .. } = node else { continue };
        for class in 0..blueprint.abstraction.classes(usize::from(*street)) {
            let sum: f64 = blueprint.probabilities(place, class as u16).iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "place {place}, class {class}: {sum}");
        }
    }
    for street in Street::ALL {
        let seen = blueprint.base.visits(street, Answers::First);
        assert!(seen.iter().sum::<u32>() > 1000, "{street:?}: {seen:?}");
    }
    assert_eq!(Betting::new(&Abstraction::default()).unwrap(), blueprint.betting);
}

#[test]
fn a_blueprint_reads_back_what_it_writes_and_damage_is_named() {
    let blueprint = Blueprint::shipped();
    let bytes = blueprint.to_bytes();
    assert_eq!(Blueprint::from_bytes(&bytes, "f").unwrap(), *blueprint);
    let message = |bytes: &[u8]| Blueprint::from_bytes(bytes, "f").unwrap_err().to_string();
    assert!(message(&bytes[..bytes.len() - 1]).contains("bytes behind the header"));
    assert!(message(b"").contains("not a blueprint"));
    assert!(message(b"croupier hold'em blueprint 1\n{}").contains("header"));
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    assert!(message(&flipped).contains("damaged"));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let other = |from: &str, to: &str| message(text.replacen(from, to, 1).as_bytes());
    assert!(other("\"rules\":1", "\"rules\":99").contains("RULES 99"));
    assert!(other("\"raises\":2", "\"raises\":0").contains("raises"));
    assert!(other("\"cuts\":[[", "\"cuts\":[[0,").contains("cuts"));
}

#[test]
fn tables_that_a_blueprint_is_not_for_are_refused_by_name() {
    let three = config::configure::<Holdem>(Some("six"), &[]).unwrap();
    let short = Holdem::new(Config { stacks: Stacks(vec![500]), ..Config::default() }).unwrap();
    for game in [three, short] {
        for spec in ["blueprint", "static", "model"] {
            let error = find(&game, &spec.parse().unwrap()).err().unwrap().to_string();
            assert!(error.contains("blinds 50/100") && error.contains("solve holdem"), "{error}");
        }
        assert!(find(&game, &"ta".parse().unwrap()).is_ok());
    }
    let missing =
        find(&Holdem::default(), &"model:file=/nowhere".parse().unwrap()).err().unwrap().to_string();
    assert!(missing.contains("/nowhere"), "{missing}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Whatever bytes change in the header, the reader answers with a value or an error.
    #[test]
    fn no_damage_to_a_header_is_a_panic(at in 0usize..3000, byte: u8, cut in 0usize..400_000) {
        let mut bytes = Blueprint::shipped().to_bytes();
        bytes[at] = byte;
        bytes.truncate(cut.max(at + 1));
        let _ = Blueprint::from_bytes(&bytes, "f");
    }
}
