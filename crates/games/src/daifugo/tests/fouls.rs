//! Foul finish, the fall of the daifugo, and the order of the two.

use super::{Position, standard};
use crate::daifugo::{Config, EightCut, Foul};
use croupier_core::{Game, Seat};

fn without(foul: Foul) -> impl Fn(&mut Config) {
    move |c| c.foul_finish.retain(|f| *f != foul)
}

/// Whether seat 0 fouls by `play`, its last, on `field` (`-` for a lead).
fn fouls(change: impl FnOnce(&mut Config), field: &str, play: &str, more: &str) -> bool {
    let hand = play.split('=').next().unwrap();
    let field = if field == "-" { String::new() } else { format!("; field 3 {field}") };
    let text = format!("turn 0{field}; 0 {hand}; 1 KcKd; 2 KhKs; 3 QcQd{more}");
    let p = Position::new(standard(change), &text).go(&[&format!("0 {play}")]);
    assert_eq!(p.table().fouled.len() + p.table().finished.len(), 1);
    !p.table().fouled.is_empty()
}

#[test]
fn going_out_with_a_joker_is_a_foul_where_the_list_has_it() {
    for play in ["X", "5cX", "3c4cX=run-3"] {
        assert!(fouls(|_| (), "-", play, ""), "{play}");
        assert!(!fouls(without(Foul::Joker), "-", play, ""), "{play}");
    }
    assert!(!fouls(|_| (), "-", "5c5d", ""));
}

#[test]
fn going_out_with_a_2_is_a_foul_or_with_a_3_while_the_order_is_reversed() {
    assert!(fouls(|_| (), "-", "2c2d", ""));
    assert!(fouls(|_| (), "-", "KsAs2s", ""));
    assert!(!fouls(|_| (), "-", "3c3d", ""));
    assert!(fouls(|_| (), "-", "3c3d", "; revolution"));
    assert!(!fouls(|_| (), "-", "2c2d", "; revolution"));
    assert!(!fouls(without(Foul::Two), "-", "2c2d", ""));
    assert!(!fouls(without(Foul::Two), "-", "3c3d", "; revolution"));
    // The order in force before the play: four 2s reverse it only afterwards, and four 3s do not end what they fouled.
    assert!(fouls(|_| (), "-", "2c2d2h2s", ""));
    assert!(!fouls(|_| (), "-", "3c3d3h3s", ""));
    assert!(fouls(|_| (), "-", "3c3d3h3s", "; revolution"));
    // Reversed by a jack, the order in force makes the 3 strongest.
    assert!(fouls(|c| c.jack_back = true, "Jc", "3d", "; back"));
}

#[test]
fn going_out_with_an_8_that_cuts_is_a_foul() {
    assert!(fouls(|_| (), "-", "8c", ""));
    assert!(!fouls(|_| (), "-", "6c7c8c", ""), "in a run the 8 does not cut");
    assert!(fouls(|c| c.eight_cut = EightCut::All, "-", "6c7c8c", ""));
    assert!(!fouls(|c| c.eight_cut = EightCut::Off, "-", "8c", ""));
    assert!(!fouls(without(Foul::Eight), "-", "8c", ""));
}

#[test]
fn going_out_with_a_lone_spade_3_on_a_joker_is_a_foul() {
    assert!(fouls(|_| (), "X", "3s", ""));
    assert!(!fouls(without(Foul::Spade3), "X", "3s", ""));
    assert!(!fouls(|_| (), "-", "3s", ""), "elsewhere the 3 of spades is a 3");
}

#[test]
fn the_first_to_foul_is_the_lowest() {
    let text = "turn 0; 0 2c; 1 2d; 2 5h6h; 3 5s6s";
    let p = Position::standard(text)
        .go(&["0 2c", "1 pass", "2 pass", "3 pass", "1 2d", "2 pass", "3 pass", "2 5h"]);
    let p = p.go(&["3 6s", "2 pass", "3 5s"]);
    assert_eq!(p.places(), [3, 2, 1, 0]);
}

const FALL: &str = "turn 0; 0 4c; 1 5h6s; 2 5d6d; 3 7h9h; ranks 3 1 2 0";

#[test]
fn the_daifugo_falls_when_another_seat_is_first_to_finish_where_fall_is_on() {
    let p = Position::standard(FALL).go(&["0 4c"]);
    assert_eq!(p.table().fallen, Some(Seat(3)));
    assert_eq!(p.table().left[3], 2, "its cards stay face down");
    assert_eq!(p.turn(), Some(Seat(1)));
    let view = p.game.view(&p.state, Seat(1)).to_string();
    assert!(view.contains("fallen, cards face down"), "{view}");
    let p = p.go(&["1 5h", "2 6d", "1 pass", "2 5d"]);
    assert_eq!(p.places(), [0, 2, 1, 3], "the fallen ranks below the seat that is left");
    let off = Position::new(standard(|c| c.fall = false), FALL).go(&["0 4c"]);
    assert_eq!(off.table().fallen, None);
}

#[test]
fn the_daifugo_does_not_fall_when_it_is_first_or_when_there_is_none() {
    let p = Position::standard("turn 3; 0 4c5h; 1 5c6c; 2 5d6d; 3 7h; ranks 3 1 2 0").go(&["3 7h"]);
    assert_eq!((p.table().fallen, p.table().finished.as_slice()), (None, &[Seat(3)][..]));
    let p = Position::standard("turn 0; 0 4c; 1 5c6c; 2 5d6d; 3 7h9h").go(&["0 4c"]);
    assert_eq!(p.table().fallen, None);
    // Nor when it is the second to finish: only the first finish makes it fall.
    let p = Position::standard("turn 3; 0 9c; 1 5c6c; 2 5d6d; 3 7h; ranks 3 1 2 0").go(&["3 7h", "0 9c"]);
    assert_eq!((p.table().fallen, p.table().finished.len()), (None, 2));
}

#[test]
fn a_foul_is_no_finish_and_makes_nobody_fall() {
    let p = Position::standard("turn 0; 0 2c; 1 5c6c; 2 5d6d; 3 7h9h; ranks 3 1 2 0").go(&["0 2c"]);
    assert_eq!((p.table().fallen, p.table().active.has(Seat(3))), (None, true));
    // The next to finish without foul is the first.
    let p = Position::standard("turn 0; 0 2c; 1 5c; 2 5d6d; 3 7h9h; ranks 3 1 2 0");
    let p = p.go(&["0 2c", "1 pass", "2 pass", "3 pass", "1 5c"]);
    assert_eq!(p.table().fallen, Some(Seat(3)));
    assert_eq!(p.places(), [1, 2, 3, 0], "the fallen above the fouler, though it fell later");
}

#[test]
fn who_fouls_after_the_fall_still_ranks_below_the_fallen() {
    let text = "turn 0; 0 4c; 1 2c; 2 5d6d; 3 7h9h; ranks 3 1 2 0";
    let p = Position::standard(text).go(&["0 4c", "1 2c"]);
    assert_eq!(p.places(), [0, 2, 3, 1]);
}

#[test]
fn a_daifugo_that_fouled_does_not_fall_as_well() {
    let text = "turn 3; 0 4c; 1 5h6s; 2 5d6d; 3 2h; ranks 3 1 2 0";
    let p = Position::standard(text).go(&["3 2h", "0 pass", "1 pass", "2 pass", "0 4c"]);
    assert_eq!((p.table().fallen, p.table().fouled.as_slice()), (None, &[Seat(3)][..]));
    let p = p.go(&["1 5h", "2 6d", "1 pass", "2 5d"]);
    assert_eq!(p.places(), [0, 2, 1, 3]);
}

#[test]
fn five_seats_share_out_all_places_once_with_two_foulers_and_a_fall() {
    let game = standard(|c| c.players = 5);
    let text = "turn 0; 0 2c; 1 4c; 2 2d; 3 5d6d; 4 7h9h; ranks 4 1 2 3 0";
    let p = Position::new(game, text).go(&["0 2c", "1 pass", "2 pass", "3 pass", "4 pass", "1 4c"]);
    assert_eq!(p.table().fallen, Some(Seat(4)));
    let p = p.go(&["2 2d"]);
    assert_eq!(p.places(), [1, 3, 4, 2, 0]);
}

#[test]
fn scores_are_the_points_of_the_places() {
    let p = Position::standard(FALL).go(&["0 4c", "1 5h", "2 6d", "1 pass", "2 5d"]);
    let mut scores = [0.0; 4];
    p.game.scores(&p.state, &mut scores);
    assert_eq!(scores, [1.5, -0.5, 0.5, -1.5]);
    let mut tally = croupier_core::Tally::default();
    p.game.tally(&p.state, &mut tally);
    let of = |seat: u8, key: &str| {
        tally.entries().iter().find(|e| e.0 == Some(Seat(seat)) && e.1 == key).map(|e| e.2)
    };
    assert_eq!((of(0, "place"), of(0, "daifugo"), of(3, "fall")), (Some(1.0), Some(1.0), Some(1.0)));
    assert_eq!((of(3, "place"), of(3, "foul"), of(1, "daihinmin")), (Some(4.0), Some(0.0), Some(0.0)));
}

#[test]
fn a_forfeit_is_the_last_place_of_this_deal_and_of_all_to_come() {
    let game = standard(|_| ());
    let mut scores = [0.0; 4];
    game.forfeit(&game.start(), Seat(1), &mut scores);
    assert_eq!(scores, [2.0, -6.0, 2.0, 2.0], "four deals at -1.5, the others share 6");
}
