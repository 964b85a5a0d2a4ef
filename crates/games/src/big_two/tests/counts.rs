//! The numbers of the rules page.

use super::*;
use std::collections::BTreeMap;

fn table(numbers: &[(PlayKind, u64)]) -> BTreeMap<PlayKind, u64> {
    numbers.iter().copied().collect()
}

#[test]
fn standard_has_the_counts_of_the_rules_page() {
    use PlayKind::*;
    let counts = counts(&BigTwo::standard());
    let plays = [
        (Single, 52),
        (Pair, 78),
        (Triple, 52),
        (Straight, 10_200),
        (Flush, 5_108),
        (FullHouse, 3_744),
        (QuadsPlusOne, 624),
        (StraightFlush, 40),
    ];
    assert_eq!(counts.plays, table(&plays));
    let strengths = [(Straight, 36), (Flush, 32), (FullHouse, 26), (QuadsPlusOne, 13), (StraightFlush, 36)];
    for (kind, n) in strengths {
        assert_eq!(counts.strengths[&kind], n, "{kind:?}");
    }
    assert_eq!((counts.five_card_plays, counts.all_plays), (19_716, 19_898));
    assert_eq!(counts.five_card_pairs, 191_614_318);
    assert_eq!(counts.five_card_pairs_disjoint, 117_895_110);
    assert_eq!(counts.five_card_ties_disjoint, 0);
    assert_eq!(counts.mean_lead_plays, (2_334_441, 83_300));
    let chips = ChipCounts { least_gain: 3, most_gain: 234, worst_loss: 592, most_moved: 594 };
    assert_eq!(counts.chips, chips);
}

#[test]
fn charlesworth_has_the_counts_of_the_rules_page() {
    use PlayKind::*;
    let counts = counts(&BigTwo::charlesworth());
    let plays = [
        (Single, 52),
        (Pair, 78),
        (Triple, 52),
        (TwoPair, 2_808),
        (Quads, 13),
        (Straight, 9_180),
        (Flush, 5_112),
        (FullHouse, 3_744),
        (StraightFlush, 36),
    ];
    assert_eq!(counts.plays, table(&plays));
    assert_eq!(counts.five_card_plays, 18_072);
    let positions = [(1, 13), (2, 33), (3, 31), (4, 330), (5, 1_287)];
    assert_eq!(counts.positions, positions.into_iter().collect());
    assert_eq!(counts.position_actions, 1_695);
    // Each of three losers pays 1 to 13 cards to the winner alone.
    let chips = ChipCounts { least_gain: 3, most_gain: 39, worst_loss: 13, most_moved: 39 };
    assert_eq!(counts.chips, chips);
}

#[test]
fn counts_print_and_serialise_with_their_names() {
    let counts = counts(&BigTwo::standard());
    let text = counts.to_string();
    for line in ["full house", "191614318", "2334441/83300 = 28.0245"] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let json = serde_json::to_value(&counts).unwrap();
    assert_eq!(json["plays"]["full-house"], 3_744);
    assert_eq!(json["mean_lead_plays"], serde_json::json!([2_334_441, 83_300]));
}

/// Plays a fixed deal move by move, with `pass` put in wherever the seat to move is not the one that is written.
fn scripted(deal: &str, moves: &[(u8, &str)]) -> [f64; 4] {
    let game = game(|c| c.deal = deal.into());
    let mut state = dealt(&game);
    for (seat, text) in moves {
        while game.turn(&state) != Turn::Seat(Seat(*seat)) {
            play(&game, &mut state, &["pass"]);
        }
        play(&game, &mut state, &[text]);
    }
    assert_eq!(game.turn(&state), Turn::Over);
    let mut scores = [0.0; 4];
    game.scores(&state, &mut scores);
    scores
}

/// The extremes can be played: seats 1 and 2 keep one card, seat 3 never plays and holds all 2s.
#[test]
fn a_seat_loses_592_and_594_change_hands_in_a_hand_that_can_be_played() {
    let scores = scripted(
        "0=3s 4h 4s 5s 6h 7h 8h 9s Kh Ks Ac Ah As,1=3d 3c 3h 4d 4c 5d 5c 5h 6d 6c 7d 7c Kd,\
         2=8d 8c 9d 9c 9h Td Tc Jd Jc Jh Qd Qc Kc",
        &[
            (1, "3d 3c 3h 4d 4c"),
            (1, "5d 5c 5h 6d 6c"),
            (1, "7d 7c"),
            (2, "8d 8c"),
            (2, "9d 9c 9h Td Tc"),
            (2, "Jd Jc Jh Qd Qc"),
            (0, "Kh Ks Ac Ah As"),
            (0, "5s 6h 7h 8h 9s"),
            (0, "4h 4s"),
            (0, "3s"),
        ],
    );
    // Seat 3 owes 13 × 16 to seat 0 and 12 × 16 to seats 1 and 2, who owe seat 0 one each.
    assert_eq!(scores, [210.0, 191.0, 191.0, -592.0]);
}

/// Seat 0 goes out while nobody else has played, and one of them holds all 2s.
#[test]
fn a_winner_gains_234_in_a_hand_that_can_be_played() {
    let scores = scripted(
        "0=3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 3c,1=2d 2c 2h 2s",
        &[(0, "3d 4d 5d 6d 7d"), (0, "8d 9d Td Jd Qd"), (0, "Kd"), (0, "Ad"), (0, "3c")],
    );
    // Seat 1 owes 13 × 16 to seat 0 alone: the others hold as many cards.
    assert_eq!(scores, [234.0, -208.0, -13.0, -13.0]);
}

/// Every loser keeps one card, no 2.
#[test]
fn a_winner_gains_3_in_a_hand_that_can_be_played() {
    let scores = scripted(
        "0=3s 6s 7s 8s Ts Js Qh Qs As 2d 2c 2h 2s,1=3d 3c 3h 4d 4c 5d 5c 5h 6d 6c 7d 7c Kd,\
         2=8d 8c 9d 9c 9h Td Tc Jd Jc Jh Qd Qc Kc",
        &[
            (1, "3d 3c 3h 4d 4c"),
            (1, "5d 5c 5h 6d 6c"),
            (1, "7d 7c"),
            (2, "8d 8c"),
            (2, "9d 9c 9h Td Tc"),
            (2, "Jd Jc Jh Qd Qc"),
            (3, "Kh Ks Ad Ac Ah"),
            (3, "5s 6h 7h 8h 9s"),
            (3, "4h 4s"),
            (0, "Qh Qs"),
            (0, "3s 2d 2c 2h 2s"),
            (0, "6s 7s 8s Ts Js"),
            (0, "As"),
        ],
    );
    assert_eq!(scores, [3.0, -1.0, -1.0, -1.0]);
}
