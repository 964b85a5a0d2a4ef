//! Plans against brute force on small hands, and the positions that orders and revolutions decide.

use super::{Plan, Plans, by_rank, choose_gift, choose_return, plan};
use croupier_games::daifugo::{
    Card, CardSet, Config, EightCut, Field, Foul, Play, Rank, Revolution, Suit, each_play, is_foul,
};
use proptest::prelude::*;

fn hand(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn standard() -> Config {
    Config::standard()
}

fn best(text: &str, reversed: bool) -> Plan {
    plan(&standard(), hand(text), reversed, &by_rank(&standard()))
}

/// The fewest plays that empty a hand with a clean last play, and without asking for one: every division into plays of
/// any reading, every choice of the last.
fn brute(rules: &Config, hand: CardSet, reversed: bool) -> (Option<usize>, usize) {
    fn go(
        rules: &Config,
        rest: CardSet,
        reversed: bool,
        line: &mut Vec<Play>,
        best: &mut (Option<usize>, usize),
    ) {
        let Some(first) = rest.iter().next() else {
            best.1 = best.1.min(line.len());
            let turned = line.iter().filter(|p| Field::default().after(rules, **p).turned).count();
            for last in line.iter() {
                let own = usize::from(Field::default().after(rules, *last).turned);
                let field = Field { revolution: reversed != ((turned - own) % 2 == 1), ..Field::default() };
                if !is_foul(rules, &field, *last) {
                    best.0 = Some(best.0.map_or(line.len(), |n| n.min(line.len())));
                }
            }
            return;
        };
        let mut plays = Vec::new();
        each_play(rest, rules.joker_pair, &mut |p| plays.push(p));
        for play in plays {
            if play.cards().contains(first) {
                line.push(play);
                go(rules, rest.minus(play.cards()), reversed, line, best);
                line.pop();
            }
        }
    }
    let mut best = (None, usize::MAX);
    go(rules, hand, reversed, &mut Vec::new(), &mut best);
    best
}

/// Small hands of few ranks and suits, so that groups, runs and joker bridges abound; 2s, 3s and 8s among them.
fn hands() -> impl Strategy<Value = CardSet> {
    let low = prop::collection::vec((0u8..6, 0u8..2), 1..7);
    let high = prop::collection::vec((8u8..13, 0u8..3), 1..7);
    let few = prop::collection::vec((prop::sample::select(vec![0u8, 4, 5, 6, 12]), 0u8..4), 1..7);
    (prop_oneof![low, high, few], 0u32..3).prop_map(|(cards, jokers)| {
        let set: CardSet = cards.into_iter().map(|(r, s)| Card::new(Rank(r), Suit(s))).collect();
        CardSet::new(set.natural(), jokers)
    })
}

fn rules() -> impl Strategy<Value = Config> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(runs, pair, fouls)| {
        let mut rules = standard();
        if runs {
            rules.eight_cut = EightCut::All;
            rules.revolution = Revolution::GroupsAndRuns;
        }
        rules.joker_pair = pair;
        if !fouls {
            rules.foul_finish = vec![Foul::Two, Foul::Eight];
        }
        rules
    })
}

proptest! {
    #[test]
    fn plans_are_the_fewest_plays_with_a_clean_last_one(cards in hands(), reversed: bool, rules in rules()) {
        let found = plan(&rules, cards, reversed, &by_rank(&rules));
        let all = found.line.iter().fold(CardSet::EMPTY, |all, p| all.plus(p.cards()));
        prop_assert_eq!(all, cards, "a plan is a division of the hand");
        let (clean, any) = brute(&rules, cards, reversed);
        prop_assert_eq!(found.clean.then_some(found.plays()), clean, "{:?}", found);
        if clean.is_none() {
            prop_assert_eq!(found.plays(), any);
        }
    }
}

#[test]
fn the_last_play_is_clean_in_the_order_it_will_be_judged_by() {
    // A 3 may be the last in normal order, a 2 while it is reversed.
    assert_eq!(best("3c2d", false).line[1], Play::single(Card::new(Rank::THREE, Suit(0))));
    assert_eq!(best("3c2d", true).line[1].to_string(), "2d");
    // A revolution among the plays before turns that round: after the four 5s the 3 would foul.
    let after = best("5c5d5h5s2d", false);
    assert!(after.clean && after.plays() == 2);
    let lone = best("2c2d", false);
    assert!(!lone.clean, "two 2s have no clean finish");
    assert!(best("2c2d", true).clean);
}

#[test]
fn a_joker_goes_along_with_a_play_that_is_not_the_last() {
    let found = best("5c5dX9h", false);
    assert!(found.clean && found.plays() == 2);
    assert_eq!(found.line[1].jokers(), 0);
    // With one other play alone the joker must be played by itself.
    let found = best("5c5dX", false);
    assert_eq!((found.clean, found.plays(), found.line[0].to_string().as_str()), (true, 2, "X"));
}

#[test]
fn jokers_bridge_the_gaps_of_runs() {
    let found = best("5h7h9hTs6cXX", false);
    assert_eq!(found.plays(), 3, "{found:?}");
    assert!(found.line.iter().any(|p| p.len() == 5 && p.jokers() == 2));
}

#[test]
fn both_orders_have_their_plans_and_weakness_follows_the_order() {
    let plans = Plans::of(&standard(), hand("3c4d6h7s9c"), &by_rank(&standard()));
    assert_eq!((plans.normal.plays(), plans.reversed.plays()), (5, 5));
    assert!(plans.reversed.weak < plans.normal.weak, "low cards are strong while the order is reversed");
    // A revolution in hand makes low cards strong even now: it is led first.
    let with = best("3c3d4c4dJcJdJhJs5h5s", false);
    let without = best("3c3d4c4dJcJdJh5h5s", false);
    assert!(with.weak < without.weak, "{with:?} {without:?}");
}

#[test]
fn the_largest_hands_of_one_suit_with_both_jokers_are_planned() {
    for text in ["3c4c5c6c7c9cTcJcQcKcAcXX", "3c5c6c7c9cTcJcKcAc2c4cXX", "3c4d5c6d7c8d9cTdJcQdKcXX"] {
        let found = best(text, false);
        let all = found.line.iter().fold(CardSet::EMPTY, |all, p| all.plus(p.cards()));
        assert_eq!(all, hand(text));
        assert!(found.clean);
    }
}

#[test]
fn gifts_and_returns_leave_the_best_plan() {
    let rules = standard();
    let weigh = by_rank(&rules);
    // Of the two aces, the one outside the run goes.
    let gift = choose_gift(&rules, hand("4cQhKhAhAc"), 1, &weigh).unwrap();
    assert_eq!(gift, hand("Ac"));
    // The lone 6 and 7 go, not cards of the pair or the run.
    let back = choose_return(&rules, hand("3c4c5c9h9s6d7hKd"), 2, &weigh).unwrap();
    assert_eq!(back, hand("6d7h"));
    assert_eq!(choose_return(&rules, hand("3c4d4h"), 1, &weigh).unwrap(), hand("3c"));
}
