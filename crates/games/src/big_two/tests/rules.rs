//! The course of a hand and of a match, switch by switch.

use super::*;
use croupier_core::config::configure;
use croupier_core::{Rng, Tally};

const DEAL: &str = "0=3d 3c 4h 5h 6h 7h 9d Kd,1=3h 3s 6d 2d,2=7d Kc 8c 8s,3=8d 9h 2s";

#[test]
fn the_holder_of_the_three_of_diamonds_leads_anything() {
    let mut rng = Rng::keyed("openers", &[]);
    let game = BigTwo::standard();
    for _ in 0..50 {
        let mut state = game.start();
        let deal = game.draw(&state, &mut rng);
        game.reveal(&mut state, &deal).unwrap();
        let Turn::Seat(seat) = game.turn(&state) else { panic!("after the deal a seat moves") };
        assert!(deal.hands()[seat.index()].has(Card::LOWEST));
    }
    let game = self::game(|c| c.deal = DEAL.into());
    play(&game, &mut dealt(&game), &["Kd"]);
}

#[test]
fn must_play_3d_binds_the_first_lead_only() {
    let on = game(|c| (c.deal, c.must_play_3d) = (DEAL.into(), MustPlay3d::On));
    let mut state = dealt(&on);
    let leads = legal(&on, &state);
    assert!(leads.contains(&"3d".into()) && leads.contains(&"3d 3c".into()));
    assert!(leads.iter().all(|l| l.contains("3d")), "{leads:?}");
    assert_eq!(refused(&on, &state, "Kd"), "the first lead must play 3d");
    play(&on, &mut state, &["3d 3c", "3h 3s", "pass", "pass", "pass"]);
    assert!(legal(&on, &state).len() > 5, "the second lead is free");
    let single = game(|c| (c.deal, c.must_play_3d) = (DEAL.into(), MustPlay3d::Single));
    let state = dealt(&single);
    assert_eq!(legal(&single, &state), ["3d"]);
    assert_eq!(refused(&single, &state, "3d 3c"), "the first lead must play 3d");
}

#[test]
fn who_passed_may_play_again_in_the_trick_unless_locked() {
    let open = game(|c| c.deal = DEAL.into());
    let mut state = dealt(&open);
    play(&open, &mut state, &["3d", "pass", "7d", "8d", "9d", "2d"]);
    let lock = game(|c| (c.deal, c.pass_lock) = (DEAL.into(), true));
    let mut state = dealt(&lock);
    play(&lock, &mut state, &["3d", "pass", "7d", "8d", "9d"]);
    assert_eq!(lock.turn(&state), Turn::Seat(Seat(2)), "seat 1 is out of the trick");
    assert_eq!(refused(&lock, &state, "2d"), "seat 2 does not hold 2d");
}

#[test]
fn refusals_name_the_rule() {
    let game = game(|c| c.deal = DEAL.into());
    let mut state = dealt(&game);
    assert_eq!(refused(&game, &state, "3d 4h"), "these cards are no play");
    assert_eq!(refused(&game, &state, "3d 2s"), "seat 0 does not hold 2s");
    play(&game, &mut state, &["9d"]);
    assert_eq!(refused(&game, &state, "6d"), "it is not stronger than 9d");
    assert_eq!(refused(&game, &state, "3h 3s"), "the table asks for 1 cards");
}

#[test]
fn fixed_cards_are_where_they_are_fixed_and_the_rest_is_dealt() {
    let game = game(|c| c.deal = DEAL.into());
    let fixed: Deal = DEAL.parse().unwrap();
    let mut seen = std::collections::HashSet::new();
    for luck in 0..50 {
        let deal = game.draw(&game.start(), &mut Luck(luck).draw(0));
        assert_eq!(deal.cards(), Cards::ALL);
        for (hand, fixed) in deal.hands().iter().zip(fixed.hands()) {
            assert!(hand.len() == 13 && hand.contains(*fixed));
        }
        seen.insert(deal.to_string());
    }
    assert_eq!(seen.len(), 50, "the rest differs from luck to luck");
    let other = BigTwo::standard().draw(&game.start(), &mut Luck(3).draw(0));
    let refusal = game.reveal(&mut game.start(), &other).unwrap_err().reason;
    assert!(refusal.contains("lacks the fixed"), "{refusal}");
}

/// Each free card goes to each seat in proportion to the room there.
#[test]
fn free_cards_are_dealt_evenly() {
    let game = game(|c| c.deal = "0=3d 4d 5d 6d 7d 8d 9d,1=2d".into());
    let mut counts = [0u32; 4];
    for luck in 0..4000 {
        let deal = game.draw(&game.start(), &mut Luck(luck).draw(0));
        counts[deal.hands().iter().position(|h| h.has("2s".parse().unwrap())).unwrap()] += 1;
    }
    for (count, room) in counts.into_iter().zip([6.0, 12.0, 13.0, 13.0]) {
        let p = room / 44.0;
        let sigma = (4000.0f64 * p * (1.0 - p)).sqrt();
        assert!((f64::from(count) - 4000.0 * p).abs() < 5.0 * sigma, "{counts:?}");
    }
}

#[test]
fn configurations_are_made_from_text_and_mistakes_named() {
    let set = |pairs: &[(&str, &str)]| {
        let pairs: Vec<_> = pairs.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        configure::<BigTwo>(None, &pairs)
    };
    let game =
        set(&[("straights", "top-jqka2"), ("pass_lock", "on"), ("stack", "80"), ("deal", "2=2s")]).unwrap();
    let expected = Config {
        straights: Straights::TopJqka2,
        pass_lock: true,
        stack: 80,
        deal: "2=2s".into(),
        ..Config::default()
    };
    assert_eq!(game.config, expected);
    assert_eq!(configure::<BigTwo>(Some("charlesworth"), &[]).unwrap().config, Config::charlesworth());
    let message = |k, v| set(&[(k, v)]).unwrap_err().to_string();
    assert!(message("straights", "pagat-lo").contains("did you mean `pagat-low`?"));
    assert!(message("stack", "0").contains("from 1 to 1000000"));
    assert!(message("deal", "0=3d,3=3d").contains("part `3=3d`: 3d is dealt twice"));
    assert!(message("deal", "0=3x").starts_with("deal: `0=3x` is not allowed"));
    let direct = BigTwo::new(Config { stack: -5, ..Config::default() }).unwrap_err().to_string();
    assert_eq!(direct, "stack: `-5` is not allowed; it takes a whole number from 1 to 1000000");
}

/// Every switch described is a field of the configuration and takes the values described.
#[test]
fn every_field_is_a_switch_and_every_word_of_a_switch_is_taken() {
    let fields = serde_json::to_value(Config::default()).unwrap();
    let mut keys: Vec<&str> = fields.as_object().unwrap().keys().map(String::as_str).collect();
    let mut known: Vec<&str> = BigTwo::switches().iter().map(|s| s.key).collect();
    keys.sort_unstable();
    known.sort_unstable();
    assert_eq!(keys, known);
    for switch in BigTwo::switches() {
        let words: Vec<&str> = match switch.kind {
            croupier_core::Kind::OneOf(words) => words.to_vec(),
            croupier_core::Kind::Bool => vec!["true", "false"],
            croupier_core::Kind::Int(..) => vec!["1", "1000000"],
            _ => vec!["", "0=3d,1=3c"],
        };
        for word in words {
            let game = configure::<BigTwo>(None, &[(switch.key.into(), word.into())]).unwrap();
            let value = serde_json::to_value(game.config()).unwrap()[switch.key].clone();
            assert_eq!(value.to_string().trim_matches('"'), word, "{}", switch.key);
        }
    }
}

/// Seat 0 wins every hand at once: it holds the diamonds and everybody passes.
fn sweep() -> BigTwo {
    game(|c| {
        c.episode = Length::Match;
        c.deal = "0=3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad 2d,1=2s,2=2h 2c".into();
    })
}

fn sweep_hand(game: &BigTwo, state: &mut State) {
    let deal = game.draw(state, &mut Luck(5).draw(0));
    game.reveal(state, &deal).unwrap();
    sweep_leads(game, state);
}

/// Thirteen diamonds, each lead passed by all.
pub(super) fn sweep_leads(game: &BigTwo, state: &mut State) {
    for lead in ["3d 4d 5d 6d 7d", "8d 9d Td Jd Qd"] {
        play(game, state, &[lead, "pass", "pass", "pass"]);
    }
    play(game, state, &["Kd", "pass", "pass", "pass"]);
    play(game, state, &["Ad", "pass", "pass", "pass", "2d"]);
}

#[test]
fn a_match_is_played_until_a_stack_is_gone_and_pays_by_rank() {
    let game = sweep();
    let mut state = game.start();
    // Seat 1 owes 26 and seat 2 owes 52 a hand, so seat 2 is below 0 after the first: 50 − 52.
    sweep_hand(&game, &mut state);
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.view(&state, Seat(3)).chips, [141, 24, -2, 37].map(Chips));
    let mut scores = [9.0; 4];
    game.scores(&state, &mut scores);
    assert_eq!(scores, [1.0, -0.5, -1.0, 0.5]);
    let mut tally = Tally::default();
    game.tally(&state, &mut tally);
    let get = |seat: u8, key: &str| {
        tally.entries().iter().find(|e| e.0 == Some(Seat(seat)) && e.1 == key).unwrap().2
    };
    assert_eq!((get(0, "hands_won"), get(2, "twos_caught"), get(3, "cards_left")), (1.0, 2.0, 13.0));
    assert_eq!(get(2, "chips_per_hand"), -52.0);
}

#[test]
fn a_match_goes_on_while_every_stack_is_above_zero() {
    let mut config = sweep().config;
    config.stack = 53;
    let game = BigTwo::new(config.clone()).unwrap();
    let mut state = game.start();
    sweep_hand(&game, &mut state);
    assert_eq!(game.turn(&state), Turn::Chance);
    assert_eq!(game.view(&state, Seat(0)).chips, [144, 27, 1, 40].map(Chips));
    sweep_hand(&game, &mut state);
    // 1 − 52: the debt is paid in full.
    assert_eq!(game.view(&state, Seat(0)).chips, [235, 1, -51, 27].map(Chips));
    assert_eq!((game.turn(&state), state.finished), (Turn::Over, 2));
    // A stack of exactly 52 ends at exactly 0, which ends the match.
    config.stack = 52;
    let game = BigTwo::new(config).unwrap();
    let mut state = game.start();
    sweep_hand(&game, &mut state);
    assert_eq!((game.turn(&state), state.chips[2]), (Turn::Over, Chips(0)));
}

#[test]
fn a_forfeit_pays_everyone_as_if_all_had_gone_out() {
    let game = game(|c| c.deal = "0=3d,1=2s 2h".into());
    let state = dealt(&game);
    let mut scores = [0.0; 4];
    game.forfeit(&state, Seat(1), &mut scores);
    let twos = state.hands[1].and(Cards::TWOS).len();
    let owed = f64::from(13 << twos);
    assert_eq!(scores, [owed, -3.0 * owed, owed, owed]);
    // Before the deal nothing is known of the hand: the worst is paid, 13 × 2⁴ to each.
    game.forfeit(&game.start(), Seat(0), &mut scores);
    assert_eq!(scores, [-624.0, 208.0, 208.0, 208.0]);
    let sweep = sweep();
    sweep.forfeit(&sweep.start(), Seat(2), &mut scores);
    assert_eq!(scores, [1.0 / 3.0, 1.0 / 3.0, -1.0, 1.0 / 3.0]);
}

/// A finish can be as bad as 592, so a forfeit must cost as much from any state on the way there.
#[test]
fn no_finish_is_worse_than_a_forfeit_whatever_is_left() {
    for scoring in [Scoring::Pairwise, Scoring::WinnerTakesCardsLeft, Scoring::Tiered] {
        for left in 1..=13u8 {
            for twos in 0..=left.min(4) {
                let now = 3 * score::owed(scoring, left, twos, 0);
                for (kept, two) in (1..=left).flat_map(|k| (0..=twos.min(k)).map(move |t| (k, t))) {
                    for (a, b) in (1..=13).flat_map(|a| (1..=13).map(move |b| (a, b))) {
                        let end = settle(scoring, [kept, 0, a, b], [two, 0, 0, 0])[0].0;
                        assert!(-now <= end, "{scoring:?} {left} {twos} {kept} {two}: {now} {end}");
                    }
                }
            }
        }
    }
}

#[test]
fn views_say_what_is_public_and_nothing_more() {
    let game = game(|c| c.deal = DEAL.into());
    let mut state = dealt(&game);
    play(&game, &mut state, &["3d", "pass", "7d"]);
    let view = game.view(&state, Seat(1));
    assert_eq!(view.hand, state.hands[1]);
    assert_eq!(view.left, [12, 13, 12, 13]);
    assert_eq!(view.table, Some(OnTable { seat: Seat(2), action: "7d".parse().unwrap() }));
    assert_eq!((view.turn, view.opener(), view.passes), (Some(Seat(3)), Some(Seat(0)), 0));
    assert_eq!(view.unseen().len(), 52 - 13 - 2);
    let json = serde_json::to_string(&view).unwrap();
    for hidden in [0, 2, 3] {
        assert!(!json.contains(&state.hands[hidden].to_string()));
    }
    let text = view.to_string();
    for line in ["table 7d by seat 2", "seat 3 to move", "seat 1 holds "] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}
