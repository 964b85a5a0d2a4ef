//! The strength relation of the rules page.

use super::*;
use proptest::prelude::*;

/// A play of a random configuration by its place in the list of all plays.
fn reply(game: &BigTwo, all: &[Action], pick: prop::sample::Index) -> Reply {
    match pick.index(all.len() + 2) {
        0 => Reply::Nothing,
        1 => Reply::Pass,
        i => Reply::Play(game.plays.strength(all[i - 2].cards()).unwrap()),
    }
}

/// Plays of one card count by place, so that random ones often compare.
fn play_of(game: &BigTwo, all: &[Action], n: u32, pick: prop::sample::Index) -> Option<Strength> {
    let from = all.partition_point(|a| a.len() < n);
    let to = all.partition_point(|a| a.len() <= n);
    (from < to).then(|| game.plays.strength(all[from + pick.index(to - from)].cards()).unwrap())
}

thread_local! {
    static LISTS: Vec<(BigTwo, Vec<Action>)> = all_plays().into_iter().map(|game| {
        let mut all = Vec::new();
        game.plays.all(Cards::ALL, &mut all);
        (game, all)
    }).collect();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn plays_of_one_count_are_totally_preordered(
        g in 0usize..32, n in 1u32..=5,
        picks in any::<[prop::sample::Index; 3]>(),
    ) {
        LISTS.with(|lists| {
            let (game, all) = &lists[g];
            let [a, b, c] = picks.map(|p| play_of(game, all, n, p));
            let (Some(a), Some(b), Some(c)) = (a, b, c) else { return Ok(()) };
            let less = |x, y| precedes(Reply::Play(x), Reply::Play(y));
            prop_assert!(!less(a, a), "irreflexive");
            prop_assert!(!(less(a, b) && less(b, a)), "asymmetric");
            prop_assert!(!(less(a, b) && less(b, c)) || less(a, c), "transitive");
            // Total up to ties: what is incomparable is of equal strength, and ties are transitive.
            prop_assert_eq!(!less(a, b) && !less(b, a), a == b);
            Ok(())
        })?;
    }

    #[test]
    fn the_marks_stand_beside_the_order(g in 0usize..32, picks in any::<[prop::sample::Index; 2]>()) {
        LISTS.with(|lists| {
            let (game, all) = &lists[g];
            let [a, b] = picks.map(|p| reply(game, all, p));
            let expected = match (a, b) {
                (Reply::Pass, _) | (_, Reply::Nothing) => false,
                (Reply::Nothing, Reply::Pass) => false,
                (Reply::Nothing, Reply::Play(_)) | (Reply::Play(_), Reply::Pass) => true,
                (Reply::Play(a), Reply::Play(b)) => a.cards() == b.cards() && a.number() < b.number(),
            };
            prop_assert_eq!(precedes(a, b), expected);
            Ok(())
        })?;
    }

    #[test]
    fn the_order_does_not_hold_between_card_counts(g in 0usize..32, picks in any::<[prop::sample::Index; 2]>(), counts in [1u32..=5, 1..=5]) {
        LISTS.with(|lists| {
            let (game, all) = &lists[g];
            let plays = (play_of(game, all, counts[0], picks[0]), play_of(game, all, counts[1], picks[1]));
            if let (Some(a), Some(b)) = plays {
                prop_assert_eq!(a.partial_cmp(&b).is_some(), counts[0] == counts[1]);
            }
            Ok(())
        })?;
    }
}

/// Ties only between plays that share a card: two seats never hold equal strengths.
#[test]
fn marks_are_no_plays() {
    assert!(!precedes(Reply::Nothing, Reply::Nothing));
    assert!(!precedes(Reply::Nothing, Reply::Pass));
    assert!(!precedes(Reply::Pass, Reply::Pass));
    assert!(!precedes(Reply::Pass, Reply::Nothing));
}

/// Orders written down from the rules page, weakest first, each play above the one before.
#[test]
fn plays_order_as_the_rules_page_says() {
    let chains: [(&str, BigTwo); 6] = [
        ("3d; 3c; 3h; 3s; 4d; Ts; Jd; Ac; 2d; 2s", game(|_| ())),
        ("3c 3d; 3s 3d; 4c 4d; Ad Ac; 2d 2c; 2d 2s", game(|_| ())),
        (
            "3d 4c 5c 6c 7d; 3c 4d 5d 6d 7s; 4d 5c 6c 7c 8d; Th Jc Qc Kc As; Ad 2d 3c 4c 5c; 3d 4s 5s 6s 2c; \
             Ac 2h 3c 4c 5c; 3d 4d 5d 6d 8d; 3c 4c 5c 6c 8c; 3d 4d 5d 6d 9d; 3d 9d Td Jd 2d; 3s 9s Ts Js 2s; \
             3d 3c 3h 2d 2c; 3d 3c 3s 4d 4c; 4d 4c 4h 3d 3c; 2d 2c 2h 3d 3c; 3d 3c 3h 3s 2s; 4d 4c 4h 4s 3d; \
             3d 4d 5d 6d 7d; Ts Js Qs Ks As; Ad 2d 3d 4d 5d; 3c 4c 5c 6c 2c; As 2s 3s 4s 5s",
            game(|_| ()),
        ),
        (
            "Ad 2s 3c 4c 5d; As 2d 3c 4c 5c; 2d 3c 4c 5c 6d; 3d 4c 5c 6c 7d; Th Jc Qc Kc As; 3d 4d 5d 6d 8d; \
             Ad 2d 3d 4d 5d; 2s 3s 4s 5s 6s; 3d 4d 5d 6d 7d",
            game(|c| c.straights = Straights::PagatLow),
        ),
        (
            "Td Jc Qc Kc Ad; Jd Qc Kc Ac 2d; Jd Qc Kc Ac 2s; 3d 9d Td Jd 2d; 3d 3c 3h 4d 4c; 3s 4s 5s 6s 7s; \
             Jd Qd Kd Ad 2d",
            BigTwo::charlesworth(),
        ),
        (
            "3d 3c 4d 4c; 3h 3s 4d 4c; Ad Ac 2d 2c; 3d 3c 2c 2s; 3d 3c 3h 3s; 2d 2c 2h 2s",
            BigTwo::charlesworth(),
        ),
    ];
    for (chain, game) in chains {
        let strengths: Vec<Strength> =
            chain.split(';').map(|t| game.plays.strength(t.parse().unwrap()).expect(t)).collect();
        for (i, pair) in strengths.windows(2).enumerate() {
            let tie = chain.split(';').nth(i).unwrap().trim() == "3d 3c 4d 4c";
            assert!(if tie { pair[0] == pair[1] } else { pair[0] < pair[1] }, "{chain} at {i}");
        }
    }
    let suit_first = game(|c| c.flush_by = FlushBy::SuitFirst);
    let strength = |t: &str| suit_first.plays.strength(t.parse().unwrap()).unwrap();
    assert!(strength("3d 9d Td Jd 2d") < strength("3c 4c 5c 6c 8c"));
    assert!(strength("3s 4s 5s 6s 8s") < strength("3s 4s 5s 6s 9s"));
    for (straights, none) in [
        (Straights::Seed, "Jd Qc Kc Ac 2d"),
        (Straights::NoTwo, "Ad 2d 3c 4c 5c"),
        (Straights::NoTwo, "Jd Qc Kc Ac 2d"),
        (Straights::TopJqka2, "Ad 2d 3c 4c 5c"),
        (Straights::Seed, "Qd Kc Ac 2c 3d"),
    ] {
        let game = game(|c| c.straights = straights);
        assert_eq!(game.plays.strength(none.parse().unwrap()), None, "{none}");
    }
}
