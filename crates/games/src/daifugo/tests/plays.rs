//! Plays: the counts of the rules page, readings, text, and generation against a slow twin.

use super::{cards, standard};
use crate::daifugo::{
    Card, CardSet, Config, Counts, Field, Kind, LockJoker, Play, RANKS, Rank, Reading, RunCompare, Suit,
    Suits, counts, each_answer, each_play, readings,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The page's check values.
#[test]
fn the_counts_of_the_rules_page_are_reproduced() {
    let [none, one, two] = counts();
    assert_eq!(none.plays, 459);
    assert_eq!((one.plays, one.card_sets, one.ambiguous, one.most_readings), (2327, 2107, 220, 2));
    let expected = Counts {
        jokers: 2,
        singles: 53,
        joker_pairs: 1,
        groups: 533,
        runs: 7348,
        plays: 7935,
        card_sets: 6563,
        ambiguous: 1148,
        most_readings: 4,
    };
    assert_eq!(two, expected);
    assert!(two.to_string().contains("53 singles + 1 joker pairs + 533 groups + 7348 runs"), "{two}");
}

#[test]
fn five_of_hearts_with_two_jokers_reads_in_the_four_ways_of_the_page() {
    let texts: Vec<String> = readings(cards("5hXX")).iter().map(Reading::to_string).collect();
    assert_eq!(texts, ["group", "run-3", "run-4", "run-5"]);
}

/// All plays of a hand straight from the page's definitions: every subset of the cards, every reading.
fn twin(hand: CardSet, joker_pair: bool) -> BTreeSet<Play> {
    let cards: Vec<Card> = hand.iter().collect();
    let mut all = BTreeSet::new();
    for bits in 1u32..1 << cards.len() {
        let chosen: Vec<Card> = (0..cards.len()).filter(|i| bits >> i & 1 == 1).map(|i| cards[i]).collect();
        let set: CardSet = chosen.iter().copied().collect();
        let natural: Vec<Card> = chosen.iter().copied().filter(|c| *c != Card::JOKER).collect();
        if chosen.len() == 1 {
            all.insert(Play::single(chosen[0]));
        }
        let one_rank = natural.windows(2).all(|w| w[0].rank() == w[1].rank());
        if chosen.len() >= 2 && one_rank && (joker_pair || !natural.is_empty()) {
            all.insert(Play::new(set, Reading::Group).unwrap());
        }
        let one_suit = natural.windows(2).all(|w| w[0].suit() == w[1].suit());
        if chosen.len() < 3 || natural.is_empty() || !one_suit {
            continue;
        }
        for low in 0..RANKS {
            // Consecutive ranks that do not pass the 2, each filled by its card or a joker.
            let covered = low..low + chosen.len();
            if covered.end <= RANKS && natural.iter().all(|c| covered.contains(&c.rank().index())) {
                all.insert(Play::new(set, Reading::Run(Rank(low as u8))).unwrap());
            }
        }
    }
    all
}

/// Whether `play` may answer `top`, straight from the page.
fn twin_answers(rules: &Config, field: &Field, top: Play, play: Play) -> bool {
    if rules.spade3 && top == Play::single(Card::JOKER) && play == Play::single(Card::SPADE_3) {
        return true;
    }
    if play.kind() != top.kind() || play.cards().len() != top.cards().len() {
        return false;
    }
    let reversed = field.revolution != field.back;
    let strength = |rank: Rank| match (rank, reversed) {
        (Rank::JOKER, _) => 99,
        (Rank(r), false) => i32::from(r),
        (Rank(r), true) => -i32::from(r),
    };
    let stronger = if play.kind() == Kind::Run && rules.run_compare == RunCompare::AboveTop {
        let ranks = |p: Play| (0..p.cards().len() as u8).map(move |i| Rank(p.rank().0 + i));
        ranks(play).all(|r| ranks(top).all(|t| strength(r) > strength(t)))
    } else {
        strength(play.rank()) > strength(top.rank())
    };
    let mut wanted: Vec<Suit> = Suit::ALL.into_iter().filter(|s| field.lock.0 >> s.0 & 1 == 1).collect();
    if play.kind() == Kind::Run && !wanted.is_empty() {
        wanted = vec![wanted[0]; play.cards().len() as usize];
    }
    let suits: Vec<Suit> = play.cards().iter().filter_map(Card::suit).collect();
    let follows = field.lock.is_empty() || {
        // Each natural card takes its suit out of what the lock wants; jokers take the rest.
        suits.iter().all(|s| wanted.iter().position(|w| w == s).map(|i| wanted.remove(i)).is_some())
    };
    stronger && follows
}

fn generated(hand: CardSet, joker_pair: bool) -> Vec<Play> {
    let mut out = Vec::new();
    each_play(hand, joker_pair, &mut |p| out.push(p));
    out
}

/// A hand that often holds groups and runs: few ranks and suits.
fn hands() -> impl Strategy<Value = CardSet> {
    let narrow = prop::collection::vec((0u8..8, 0u8..3), 1..9);
    let wide = prop::collection::vec((0u8..13, 0u8..4), 1..10);
    let run = (0u8..6, 0u8..4, 4u8..9).prop_map(|(low, s, n)| (low..low + n).map(|r| (r, s)).collect());
    let natural = prop_oneof![narrow, wide, run];
    (natural, 0u32..3).prop_map(|(cards, jokers)| {
        let set: CardSet = cards.into_iter().map(|(r, s)| Card::new(Rank(r), Suit(s))).collect();
        CardSet::new(set.natural(), jokers)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn generation_agrees_with_the_definitions(hand in hands(), joker_pair: bool) {
        let fast = generated(hand, joker_pair);
        let set: BTreeSet<Play> = fast.iter().copied().collect();
        prop_assert_eq!(set.len(), fast.len(), "a play twice");
        prop_assert_eq!(set, twin(hand, joker_pair));
    }

    #[test]
    fn answers_agree_with_the_definitions(
        hand in hands(),
        other in hands(),
        pick: prop::sample::Index,
        revolution: bool,
        back: bool,
        locked in 0u8..3,
        above_top: bool,
    ) {
        let mut rules = standard(|c| c.joker_pair = true).rules().clone();
        rules.run_compare = if above_top { RunCompare::AboveTop } else { RunCompare::Lowest };
        let tops = generated(other, true);
        let top = tops[pick.index(tops.len())];
        // A lock is made by natural cards alone, so it has as many suits as the field has cards.
        let lock = if locked > 0 && top.jokers() == 0 { top.suits() } else { Suits::NONE };
        let field = Field { play: Some(top), lock, revolution, back };
        let mut fast = BTreeSet::new();
        each_answer(&rules, &field, hand, &mut |p| { fast.insert(p); });
        let slow = twin(hand, true).into_iter().filter(|p| twin_answers(&rules, &field, top, *p)).collect();
        prop_assert_eq!(&fast, &slow, "on {:?}", field);
        for play in twin(hand, true) {
            prop_assert_eq!(field.check(&rules, play).is_ok(), fast.contains(&play), "{} on {:?}", play, field);
        }
    }

    #[test]
    fn text_of_plays_and_cards_round_trips(hand in hands()) {
        prop_assert_eq!(hand.to_string().parse::<CardSet>().unwrap(), hand);
        for play in generated(hand, true) {
            prop_assert_eq!(play.to_string().parse::<Play>().unwrap(), play);
        }
    }
}

#[test]
fn sets_of_cards_count_jokers_as_alike() {
    let hand = cards("3cXX");
    assert_eq!(hand.without(Card::JOKER), cards("3cX"));
    assert_eq!(cards("3cX").plus(cards("X")), hand);
    assert_eq!(hand.minus(cards("3cX")), cards("X"));
    assert_eq!(hand.iter().map(|c| c.to_string()).collect::<String>(), "3cXX");
    assert_eq!(cards("4d7d2d").lane(Suit::DIAMOND), 1 << 1 | 1 << 4 | 1 << 12);
}

#[test]
fn a_reading_is_said_only_where_there_is_a_choice_and_never_guessed() {
    for (text, kind) in [
        ("5h5s", Kind::Group),
        ("5hX", Kind::Group),
        ("3c4c5c", Kind::Run),
        ("KdAdX", Kind::Unknown),
        ("QdKdX=run-J", Kind::Run),
        ("5hXX=group", Kind::Group),
        ("5hXX", Kind::Unknown),
        ("XX", Kind::Group),
    ] {
        let play: Play = text.parse().unwrap();
        assert_eq!(play.kind(), kind, "{text}");
        assert_eq!(play.to_string(), text);
    }
    // K A joker can only be K A 2 or Q K A.
    let texts: Vec<String> = readings(cards("KdAdX")).iter().map(Reading::to_string).collect();
    assert_eq!(texts, ["run-Q", "run-K"]);
}

#[test]
fn texts_that_are_no_play_are_refused_with_what_is_allowed() {
    let message = |text: &str| text.parse::<Play>().unwrap_err().to_string();
    assert!(message("5h6s").contains("consecutive ranks of one suit"), "{}", message("5h6s"));
    assert!(message("5h5h").contains("`5h` is there too often"));
    assert!(message("XXX").contains("too often"));
    assert!(message("5x").contains("`x` is not part of one"));
    assert!(message("1h").contains("`1` is not part of one"));
    assert!(message("5hXX=run-6").contains("group, run-3, run-4, run-5"));
    assert!(message("5hXX=straight").contains("run-R"));
    assert!(message("").contains("cards"));
    assert!("Q♥".parse::<Play>().is_err());
}

#[test]
fn a_lock_made_with_a_joker_leaves_the_jokers_place_open() {
    let mut rules = Config::standard();
    rules.lock_joker = LockJoker::Creates;
    let field = Field { play: Some("5hX".parse().unwrap()), ..Field::default() };
    let after = field.after(&rules, "7h7s".parse().unwrap()).field;
    assert_eq!(after.lock.to_string(), "hs");
    let field = Field { play: Some("5hX".parse().unwrap()), ..Field::default() };
    let after = field.after(&rules, "7hX".parse().unwrap()).field;
    assert_eq!(after.lock.to_string(), "h");
    assert!(after.check(&rules, "9c9h".parse().unwrap()).is_ok());
    assert!(after.check(&rules, "9c9d".parse().unwrap()).is_err());
}
