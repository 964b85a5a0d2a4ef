//! Each sentence of the rules, on hands worked out by hand.

use super::*;
use crate::mini_mahjong::{Chance, Discard, End, Seats, Stage};
use croupier_core::config::configure;
use croupier_core::{LegalSet, Seat, Tally, Turn};

fn legal(game: &MiniMahjong, s: &State) -> String {
    let mut out = Vec::new();
    game.legal(s, &mut out);
    out.texts().join(" ")
}

#[test]
fn a_turn_draws_a_third_tile_and_discards_one_of_three() {
    let game = MiniMahjong::default();
    let s = after(&game, "first 1 / deal 1m9m 7z5m / draw 6z");
    assert_eq!((game.turn(&s), legal(&game, &s).as_str()), (Turn::Seat(Seat(1)), "5m 6z* 7z"));
    let s = after(&game, "first 1 / deal 1m9m 7z5m / draw 6z / 7z");
    assert_eq!(game.turn(&s), Turn::Chance);
    assert_eq!(s.stage, Stage::Draw(Seat(0)));
    let view = game.view(&s, Seat(1));
    assert_eq!(
        view.hand().iter().map(|t| t.to_string()).collect::<String>(),
        "5m6z",
        "in the order they arrived"
    );
}

#[test]
fn the_drawn_tile_and_an_equal_held_one_are_different_discards() {
    let game = MiniMahjong::default();
    let s = after(&game, "first 0 / deal 5m9m 1m1m / draw 5m");
    assert_eq!(legal(&game, &s), "5m 5m* 9m");
    let hand = |action: &str| {
        let mut s = s;
        game.apply(&mut s, action.parse().unwrap()).unwrap();
        game.view(&s, Seat(0)).hand().iter().map(|t| t.to_string()).collect::<String>()
    };
    assert_eq!((hand("5m").as_str(), hand("5m*").as_str()), ("9m5m", "5m9m"));
}

#[test]
fn of_equal_held_tiles_the_one_held_longest_goes() {
    let game = profile("five-tile");
    let s = after(&game, "first 0 / deal 5m9m5m7z 1m1m2m2m / draw 6z / 5m");
    let hand = game.view(&s, Seat(0)).hand().iter().map(|t| t.to_string()).collect::<String>();
    assert_eq!(hand, "9m5m7z6z");
}

#[test]
fn a_complete_draw_wins_at_once() {
    let game = MiniMahjong::default();
    let s = after(&game, "first 0 / deal 4m5m 1m9m / draw 6m");
    assert_eq!(s.stage, Stage::Over(End::Tsumo(Seat(0))));
    assert_eq!(scores(&game, &s), [1.0, -1.0]);
    assert_eq!(game.view(&s, Seat(0)).drawn(), Some("6m".parse().unwrap()));
    assert_eq!(game.view(&s, Seat(1)).drawn(), None, "a winner's hand stays hidden");
    let three = with(|c| c.players = 3);
    let s = after(&three, "first 2 / deal 4m5m 1m9m 7z7z / draw 7z");
    assert_eq!(scores(&three, &s), [-0.5, -0.5, 1.0], "the others share -1");
}

#[test]
fn honours_never_form_runs() {
    let game = with(|c| c.tiles = "1-9m+1-7z".parse().unwrap());
    let s = after(&game, "first 0 / deal 5z6z 1z3z / draw 7z / 7z* / draw 2z");
    assert_eq!(s.stage, Stage::Discard(Seat(1)));
    let s = after(&game, "first 0 / deal 8m9m 1z3z / draw 1m");
    assert_eq!(s.stage, Stage::Discard(Seat(0)), "nor does a run go round from 9 to 1");
}

/// Seat 1 discards; seats 2 and 0 both wait for it, seat 3 does not.
const DOUBLE: &str = "first 1 / deal 4m5m 1m9m 6m6m 1m2m / draw 6m / 6m*";

#[test]
fn of_two_hands_that_a_discard_completes_the_next_in_turn_wins() {
    let game = with(|c| c.players = 4);
    let s = after(&game, DOUBLE);
    let mut two = Seats::default();
    two.add(Seat(2));
    assert_eq!(s.stage, Stage::Over(End::Ron { from: Seat(1), winners: two }));
    assert_eq!(scores(&game, &s), [0.0, -1.0, 1.0, 0.0]);
    let s = after(&game, "first 1 / deal 6m6m 1m9m 1m2m 4m5m / draw 6m / 6m*");
    assert_eq!(scores(&game, &s), [0.0, -1.0, 0.0, 1.0], "turns go round from the discarder");
}

#[test]
fn with_all_each_of_two_hands_wins_and_with_none_nobody() {
    let all = with(|c| (c.players, c.double_ron) = (4, DoubleRon::All));
    assert_eq!(scores(&all, &after(&all, DOUBLE)), [1.0, -2.0, 1.0, 0.0]);
    let none = with(|c| (c.players, c.double_ron) = (4, DoubleRon::None));
    let s = after(&none, DOUBLE);
    assert_eq!(s.stage, Stage::Over(End::DoubleRon { from: Seat(1) }));
    assert_eq!(scores(&none, &s), [0.0; 4]);
    let one = after(&none, "first 1 / deal 4m5m 1m9m 8m8m 1m2m / draw 6m / 6m*");
    assert_eq!(scores(&none, &one), [1.0, -1.0, 0.0, 0.0], "one winner wins as ever");
}

#[test]
fn the_last_discard_can_win_and_if_it_does_not_the_hand_is_a_draw() {
    let game = with(|c| c.tiles = "1mx2+5mx2+9mx2".parse().unwrap());
    let start = "first 0 / deal 1m5m 1m9m / draw 5m / 1m / draw 9m / ";
    let s = after(&game, &format!("{start}1m"));
    assert_eq!((s.stage, game.turn(&s)), (Stage::Over(End::Exhausted), Turn::Over));
    assert_eq!(scores(&game, &s), [0.0; 2]);
    let game = with(|c| c.tiles = "1mx3+5mx1+9mx2".parse().unwrap());
    let s = after(&game, "first 0 / deal 1m1m 5m9m / draw 9m / 9m* / draw 1m / 1m*");
    assert_eq!(scores(&game, &s), [1.0, -1.0]);
}

#[test]
fn a_forfeit_costs_the_worst_a_hand_can_bring() {
    let mut out = [0.0; 4];
    let next = with(|c| c.players = 4);
    next.forfeit(&next.start(), Seat(2), &mut out);
    assert_eq!(out, [1.0 / 3.0, 1.0 / 3.0, -1.0, 1.0 / 3.0]);
    let all = with(|c| (c.players, c.double_ron) = (4, DoubleRon::All));
    all.forfeit(&all.start(), Seat(2), &mut out);
    assert_eq!(out, [1.0, 1.0, -3.0, 1.0]);
}

#[test]
fn the_tally_counts_tsumo_ron_first_mover_and_draws() {
    let game = MiniMahjong::default();
    let tally = |events: &str| {
        let mut out = Tally::default();
        game.tally(&after(&game, events), &mut out);
        move |seat: Option<u8>, key: &str| {
            let found = out.entries().iter().find(|e| e.0 == seat.map(Seat) && e.1 == key);
            found.map(|e| (e.2, e.3)).unwrap_or_else(|| panic!("{seat:?} {key}"))
        }
    };
    let t = tally("first 1 / deal 4m5m 1m9m / draw 1m / 9m / draw 6m");
    assert_eq!(
        (t(Some(0), "tsumo"), t(Some(1), "tsumo"), t(None, "tsumo")),
        ((1.0, 1.0), (0.0, 1.0), (1.0, 1.0))
    );
    assert_eq!((t(None, "ron"), t(None, "mean_draws")), ((0.0, 1.0), (2.0, 1.0)));
    assert_eq!((t(Some(0), "first_mover_wins"), t(Some(1), "first_mover_wins")), ((1.0, 0.0), (0.0, 1.0)));
    assert_eq!(t(None, "first_mover_wins"), (0.0, 1.0));
    let t = tally("first 1 / deal 4m5m 1m9m / draw 6m / 6m*");
    assert_eq!((t(Some(0), "ron"), t(None, "ron"), t(None, "tsumo")), ((1.0, 1.0), (1.0, 1.0), (0.0, 1.0)));
    assert_eq!(t(None, "mean_draws_decided"), (1.0, 1.0));
    let mut out = Tally::default();
    game.tally(&after(&game, "first 1"), &mut out);
    assert!(out.entries().is_empty(), "an unfinished hand counts for nothing");
}

fn refusal(pairs: &[(&str, &str)]) -> String {
    let pairs: Vec<_> = pairs.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    configure::<MiniMahjong>(None, &pairs).unwrap_err().to_string()
}

#[test]
fn configurations_are_refused_by_the_name_of_their_field() {
    assert!(
        refusal(&[("sets", "0")]).starts_with("sets: `0` is not allowed; it takes at least 1 when pair is 0")
    );
    assert!(refusal(&[("players", "5")]).starts_with("players: `5`"));
    assert!(refusal(&[("players", "-1")]).starts_with("players: `-1`"));
    assert!(
        refusal(&[("tiles", "1-9m+7zx5")]).contains("tiles: `1-9m+7zx5` is not allowed; it takes 0 to 4")
    );
    assert!(refusal(&[("tiles", "1-9m+7zx-1")]).contains("not -1 of 7z"));
    assert!(refusal(&[("tiles", "1-9k")]).contains("1-9k"));
    assert!(refusal(&[("double_ron", "al")]).contains("did you mean `all`"));
    let small = refusal(&[("tiles", "1m")]);
    assert!(small.starts_with("tiles: `1m`") && small.contains("at least 5 tiles (it has 4)"), "{small}");
    assert!(
        refusal(&[("sets", "4"), ("pair", "1"), ("players", "4")]).contains("at least 53 tiles (it has 44)")
    );
    assert!(
        configure::<MiniMahjong>(None, &[("tiles".into(), "1m+2mx1".into())]).is_ok(),
        "five tiles for 2 × 2"
    );
    for (field, value) in [("players", 1), ("players", 9), ("sets", 5), ("pair", 2)] {
        let mut json = serde_json::to_value(Config::default()).unwrap();
        json[field] = value.into();
        let error = croupier_core::config::from_json::<MiniMahjong>(json).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{field}: `{value}`")), "{error}");
    }
}

#[test]
fn every_switch_is_a_field_and_every_profile_a_game() {
    let mut fields: Vec<String> =
        serde_json::to_value(Config::default()).unwrap().as_object().unwrap().keys().cloned().collect();
    let mut switches: Vec<String> = MiniMahjong::switches().iter().map(|s| s.key.to_string()).collect();
    fields.sort();
    switches.sort();
    assert_eq!(fields, switches);
    let walls: Vec<i32> =
        MiniMahjong::profiles().iter().map(|p| MiniMahjong::new(p.2).unwrap().config().wall()).collect();
    assert_eq!(walls, [44 - 2 * 2, 44 - 2 * 4, 136 - 2 * 13]);
}

#[test]
fn what_cannot_happen_is_refused_and_changes_nothing() {
    let game = MiniMahjong::default();
    let refused = |at: &str, chance: &str| {
        let mut s = after(&game, at);
        let before = game.view(&s, Seat(0));
        let chance: Chance = chance.parse().unwrap();
        assert!(game.reveal(&mut s, &chance).is_err(), "{chance} after {at}");
        assert_eq!(game.view(&s, Seat(0)), before);
    };
    for chance in ["deal 1m1m 2m2m", "draw 1m", "first 0", "first 2"] {
        refused("first 0 / deal 4m5m 1m9m / draw 7z", chance);
    }
    for chance in ["deal 1m1m", "deal 1m1m 2m2m 3m3m", "deal 1m 2m2m", "deal 1p1m 2m2m", "draw 1m", "first 0"]
    {
        refused("first 0", chance);
    }
    refused("first 0 / deal 4m5m 1m9m", "draw 1p");
    let four = with(|c| (c.sets, c.tiles) = (2, "1-9m".parse().unwrap()));
    let mut s = after(&four, "first 0");
    assert!(four.reveal(&mut s, &"deal 1m1m1m1m1m 2m2m2m3m3m".parse().unwrap()).is_err(), "five of a kind");
    let mut s = after(&game, "first 0 / deal 4m5m 1m9m / draw 7z");
    for bad in ["7z", "4m*", "1m", "5p"] {
        assert!(game.apply(&mut s, bad.parse::<Discard>().unwrap()).is_err(), "{bad}");
    }
    assert_eq!(legal(&game, &s), "4m 5m 7z*");
}
