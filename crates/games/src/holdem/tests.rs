use super::*;
use croupier_core::{Game, LegalSet, Seat, Turn, config::configure, laws};

fn game(pairs: &[(&str, &str)]) -> Holdem {
    let pairs: Vec<(String, String)> = pairs.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    configure(None, &pairs).unwrap()
}

/// A table that plays a line of actions and deals, written as in records; it says where one is refused.
struct Table {
    game: Holdem,
    state: State,
}

impl Table {
    fn new(pairs: &[(&str, &str)], line: &str) -> Self {
        let game = game(pairs);
        let state = game.start();
        let mut table = Self { game, state };
        table.play(line);
        table
    }

    /// `|` separates the events.
    fn play(&mut self, line: &str) {
        for event in line.split('|').map(str::trim).filter(|e| !e.is_empty()) {
            match self.game.turn(&self.state) {
                Turn::Chance => {
                    self.game.reveal(&mut self.state, &event.parse().expect(event)).expect(event);
                }
                Turn::Seat(_) => {
                    self.game.apply(&mut self.state, event.parse().expect(event)).expect(event);
                }
                Turn::Over => panic!("`{event}` after the end"),
            }
        }
    }

    fn legal(&self) -> String {
        let mut legal = Legal::default();
        self.game.legal(&self.state, &mut legal);
        legal.texts().join(" ")
    }

    fn seat(&self) -> Option<u8> {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => Some(seat.0),
            _ => None,
        }
    }

    fn scores(&self) -> Vec<f64> {
        assert_eq!(self.game.turn(&self.state), Turn::Over);
        let mut scores = vec![0.0; self.game.seats()];
        self.game.scores(&self.state, &mut scores);
        scores
    }
}

const TWO: &str = "AdAc KsKh";
const THREE: &str = "AdAc KsKh QdQc";
const FOUR: &str = "AdAc KsKh QdQc JdJc";

#[test]
fn every_law_holds() {
    laws::check(&Holdem::default());
    for pairs in [
        &[("stacks", "700")][..],
        &[("seats", "3"), ("stacks", "900/250/4000"), ("ante", "10")],
        &[("seats", "6"), ("stacks", "120/60/1000/3/400/100"), ("button", "drawn")],
        &[("stacks", "300/1100"), ("hands", "4"), ("reset", "off")],
    ] {
        laws::check(&game(pairs));
    }
}

#[test]
fn laws_hold_at_full_tables_and_under_every_switch() {
    for pairs in [
        &[("seats", "10"), ("stacks", "500"), ("ante", "7"), ("free_fold", "on")][..],
        &[("seats", "4"), ("stacks", "130/170/210/95"), ("reopen", "pokerkit"), ("hands", "3")],
        &[("seats", "5"), ("blinds", "0/1"), ("stacks", "5/1/2/9/3"), ("hands", "6"), ("reset", "off")],
        &[("seats", "4"), ("stacks", "130/170/210/95"), ("reopen", "acpc")],
        &[("seats", "4"), ("posts", "5/10+3/20/10*"), ("blinds", "5/10"), ("stacks", "300/12/40/1000")],
    ] {
        laws::check(&game(pairs));
    }
}

#[test]
fn golden_playthroughs() {
    crate::golden::check(&Holdem::default(), "holdem", 0..6);
    crate::golden::check(
        &game(&[
            ("seats", "4"),
            ("stacks", "500/90/1000/260"),
            ("ante", "5"),
            ("hands", "2"),
            ("reset", "off"),
        ]),
        "holdem-four",
        0..4,
    );
}

#[test]
fn heads_up_the_button_posts_small_acts_first_then_last() {
    let mut t = Table::new(&[], TWO);
    assert_eq!((t.seat(), &t.state.bets[..2]), (Some(1), &[100, 50][..]));
    assert_eq!(t.legal(), "f c r200..r20000");
    t.play("c");
    assert_eq!((t.seat(), t.legal()), (Some(0), "k r200..r20000".into()), "the big blind may raise");
    t.play("k | 2c3d4h");
    assert_eq!((t.seat(), t.legal()), (Some(0), "k r100..r19900".into()), "first to act left of the button");
    t.play("k");
    assert_eq!(t.seat(), Some(1));
}

#[test]
fn with_three_seats_the_button_acts_first_and_the_small_blind_after_the_flop() {
    let mut t = Table::new(&[("seats", "3")], THREE);
    assert_eq!((t.seat(), &t.state.bets[..3]), (Some(2), &[50, 100, 0][..]));
    t.play("c | c | k | 2c3d4h");
    assert_eq!(t.seat(), Some(0));
}

#[test]
fn a_raise_adds_at_least_the_largest_bet_or_raise_of_the_street() {
    let mut t = Table::new(&[], TWO);
    t.play("r300");
    assert_eq!(t.legal(), "f c r500..r20000", "300 raised by 200");
    t.play("r1000");
    assert_eq!(t.legal(), "f c r1700..r20000", "1000 raised by 700");
    t.play("c | 2c3d4h | r100");
    assert_eq!(t.legal(), "f c r200..r19000", "a new street starts from the big blind");
}

#[test]
fn a_short_all_in_does_not_reopen_the_betting() {
    let mut t = Table::new(&[("seats", "3"), ("stacks", "20000/350/20000")], THREE);
    t.play("r300 | c | r350");
    assert_eq!((t.seat(), t.legal()), (Some(2), "f c".into()), "50 more is no full raise of 200");
    t.play("c");
    assert_eq!((t.seat(), t.legal()), (Some(0), "f c".into()));
}

#[test]
fn who_has_not_acted_may_raise_a_short_all_in() {
    let mut t = Table::new(&[("seats", "3"), ("stacks", "20000/20000/150")], THREE);
    t.play("r150");
    assert_eq!((t.seat(), t.legal()), (Some(0), "f c r250..r20000".into()), "150 plus the big blind");
}

#[test]
fn short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() {
    let stacks = ("stacks", "520/20000/20000/400");
    let mut t = Table::new(&[("seats", "4"), stacks], FOUR);
    t.play("r300 | r400 | r520 | f");
    assert_eq!((t.seat(), t.legal()), (Some(2), "f c".into()), "nobody else could call more");
    let mut t = Table::new(&[("seats", "4"), stacks], FOUR);
    t.play("r300 | r400 | r520 | c");
    assert_eq!((t.seat(), t.legal()), (Some(2), "f c r720..r20000".into()), "220 more is at least 200");
}

#[test]
fn a_short_opening_all_in_reopens_only_as_pokerkit_counts() {
    let line = "c | c | k | 2c3d4h | k | r30";
    let base = [("seats", "3"), ("stacks", "20000/130/20000")];
    let mut t = Table::new(&base, THREE);
    t.play(line);
    t.play("c");
    assert_eq!((t.seat(), t.legal()), (Some(0), "f c".into()));
    let with = [base[0], base[1], ("reopen", "pokerkit")];
    let mut t = Table::new(&with, THREE);
    t.play(line);
    t.play("c");
    assert_eq!((t.seat(), t.legal()), (Some(0), "f c r130..r19900".into()));
}

#[test]
fn as_the_competitions_dealer_counts_short_all_ins_reopen_and_leave_the_least_raise_where_it_was() {
    let pairs = [("seats", "3"), ("stacks", "20000/350/20000"), ("reopen", "acpc")];
    let mut t = Table::new(&pairs, THREE);
    t.play("r300 | c | r350");
    assert_eq!(
        (t.seat(), t.legal()),
        (Some(2), "f c r500..r20000".into()),
        "300 + 200, as before the all-in"
    );
    t.play("r500");
    assert_eq!((t.seat(), t.legal()), (Some(0), "f c r650..r20000".into()), "500 + 150");
}

#[test]
fn posts_say_seat_by_seat_what_is_put_in() {
    // A straddle of 200 at seat 2, an ante of the big blind's only: seat 3 is first, seat 2 may raise last.
    let mut t = Table::new(&[("seats", "4"), ("posts", "50/100+100/200/0")], FOUR);
    assert_eq!((t.seat(), t.state.pot(), t.legal()), (Some(3), 450, "f c r300..r20000".into()));
    t.play("c | c | c");
    assert_eq!((t.seat(), t.legal()), (Some(2), "k r300..r20000".into()));
    t.play("k | 2c3d4h");
    assert_eq!((t.seat(), t.legal()), (Some(0), "k r100..r19800".into()));
    // A seat that comes in with a bet acts in its turn.
    let t = Table::new(&[("seats", "4"), ("posts", "50/100/0/100*")], FOUR);
    assert_eq!(t.seat(), Some(2));
    let t = Table::new(&[("seats", "4"), ("posts", "50/100/0/100")], FOUR);
    assert_eq!(t.seat(), Some(0));
    // Whoever wins the main pot wins the one seat's ante with it.
    let pairs = [("seats", "3"), ("posts", "50/100+100/0"), ("stacks", "1000")];
    let t = Table::new(&pairs, "AdAc KsKh 7c2d | f | c | k | 2c3d4h | k | k | 5s | k | k | 9h | k | k");
    assert_eq!(t.scores(), [200.0, -200.0, 0.0]);
}

#[test]
fn no_raise_where_nobody_could_call_it() {
    let mut t = Table::new(&[("stacks", "300/20000")], TWO);
    assert_eq!(t.legal(), "f c r200..r20000", "an opponent's stack caps no raise");
    t.play("c | r300");
    assert_eq!((t.seat(), t.legal()), (Some(1), "f c".into()));
}

#[test]
fn folding_where_checking_is_free_needs_its_switch() {
    let mut t = Table::new(&[], TWO);
    t.play("c");
    assert!(t.game.apply(&mut t.state, Action::Fold).unwrap_err().to_string().contains("legal are k r200"));
    let mut t = Table::new(&[("free_fold", "on")], TWO);
    t.play("c | f");
    assert_eq!(t.scores(), [-100.0, 100.0]);
}

#[test]
fn uncalled_chips_go_back() {
    let t = Table::new(&[], "AdAc KsKh | r5000 | f");
    assert_eq!(t.scores(), [-100.0, 100.0]);
    let t = Table::new(&[("stacks", "300/20000")], "AdAc KsKh | r20000 | c | 2c3d4h | 5s | 9c");
    assert_eq!(t.scores(), [300.0, -300.0]);
}

#[test]
fn when_nobody_can_act_the_board_is_dealt_and_hands_are_shown() {
    let mut t = Table::new(&[], "AdAc KsKh | r20000 | c");
    for cards in ["2c3d4h", "5s", "9c"] {
        assert_eq!((t.seat(), t.legal()), (None, String::new()));
        t.play(cards);
    }
    assert_eq!(t.scores(), [20000.0, -20000.0]);
    let view = t.game.view(&t.state, Seat(0));
    assert_eq!(view.shown, [Some("AdAc".parse().unwrap()), Some("KsKh".parse().unwrap())]);
    let folded = Table::new(&[], "AdAc KsKh | f");
    assert_eq!(folded.game.view(&folded.state, Seat(0)).shown, [None, None]);
}

/// Three stacks all-in: 3 × 200 for all, 2 × 300 for two, the rest back.
#[test]
fn side_pots_go_to_the_best_hand_that_paid_for_them() {
    let stacks = ("stacks", "500/200/900");
    let deal = "KsKh AdAc QdQc";
    let mut t = Table::new(&[("seats", "3"), stacks], deal);
    t.play("r900 | c | c | 2c3d4h | 5s | 9h");
    assert_eq!(t.scores(), [600.0 - 500.0, 600.0 - 200.0, -500.0]);
    let mut t = Table::new(&[("seats", "3"), stacks], deal);
    t.play("r900 | c | c | 2c3dQh | 5s | 9h");
    assert_eq!(t.scores(), [-500.0, -200.0, 700.0]);
}

#[test]
fn folded_chips_stay_in_the_pots_they_paid_for() {
    // Seat 0 folds after 300; seat 1 is all-in for 200; seats 2 and 3 play on for 500.
    let mut t = Table::new(&[("seats", "4"), ("stacks", "20000/200/500/500")], "7c2d AdAc KsKh QdQc");
    t.play("r300 | c | c | c | 2c3d4h | k | r200 | c | f | 5s | 9h");
    // Main pot 4 × 200 to the aces; side pot 3 × 100 + 2 × 200 to the kings.
    assert_eq!(t.scores(), [-300.0, 600.0, 200.0, -500.0]);
}

#[test]
fn an_odd_chip_goes_to_the_first_winner_left_of_the_button() {
    // Two seats share a pot of 101 + 101 + 101 = 303 with the board; seat 0 folded.
    let pairs = [("seats", "3"), ("stacks", "1000"), ("ante", "1")];
    let mut t = Table::new(&pairs, "7c2d AdKc AsKh");
    t.play("c | c | k | QcJdTh | k | k | r100 | f | c | 2s | k | k | 3s | k | k");
    assert_eq!(t.scores(), [-101.0, 50.0 + 1.0, 50.0], "seat 1 is left of seat 2, the button");
}

#[test]
fn a_short_big_blind_is_called_for_what_lies() {
    let mut t = Table::new(&[("seats", "3"), ("stacks", "20000/30/20000")], THREE);
    assert_eq!((&t.state.bets[..3], t.legal()), (&[50, 30, 0][..], "f c r150..r20000".into()));
    t.play("c");
    assert_eq!((t.seat(), t.legal()), (Some(0), "k r150..r20000".into()));
    // Heads-up, nothing is left to decide: the small blind's 20 go back.
    let t = Table::new(&[("stacks", "30/20000")], "AdAc KsKh | 2c3d4h | 5s | 9h");
    assert_eq!(t.scores(), [30.0, -30.0]);
}

#[test]
fn antes_are_no_bets_and_may_take_all_there_is() {
    let t = Table::new(&[("ante", "10")], TWO);
    assert_eq!((t.state.pot(), t.state.level, t.legal()), (170, 100, "f c r200..r19990".into()));
    let t = Table::new(&[("ante", "50"), ("stacks", "20/40")], "AdAc KsKh | 2c3d4h | 5s | 9h");
    assert_eq!(t.scores(), [20.0, -20.0]);
}

#[test]
fn stacks_that_are_not_reset_carry_over_until_one_seat_has_all() {
    let pairs = [("seats", "3"), ("stacks", "300"), ("hands", "10"), ("reset", "off")];
    let mut t = Table::new(&pairs, "AdAc KsKh QdQc | r300 | c | f | 2c3d4h | 5s | 9h");
    // Seat 2, the button, lost all; the button moves on to seat 0, and two seats play heads-up.
    assert_eq!((t.state.button, &t.state.start[..3]), (0, &[700, 200, 0][..]));
    t.play("AdAc KsKh --");
    assert_eq!((t.seat(), &t.state.bets[..3]), (Some(0), &[50, 100, 0][..]));
    let view = t.game.view(&t.state, Seat(2));
    assert_eq!((view.past.len(), view.past[0].won.as_slice()), (1, &[400, -100, -300][..]));
    t.play("r700 | c | 2c3d4h | 5s | 9h");
    assert_eq!(t.scores(), [600.0, -300.0, -300.0], "over before the tenth hand");
}

#[test]
fn stacks_that_are_reset_start_each_hand_anew() {
    let pairs = [("stacks", "300"), ("hands", "2")];
    let mut t = Table::new(&pairs, "AdAc KsKh | r300 | c | 2c3d4h | 5s | 9h");
    assert_eq!((t.state.button, &t.state.start[..2]), (0, &[300, 300][..]));
    t.play("AdAc KsKh | f");
    assert_eq!(t.scores(), [300.0 - 50.0, -250.0]);
}

#[test]
fn the_button_is_drawn_where_the_switch_says_so() {
    let t = Table::new(&[("seats", "3"), ("button", "drawn")], "button 0 AdAc KsKh QdQc");
    assert_eq!((t.state.button, &t.state.bets[..3]), (0, &[0, 50, 100][..]));
    let game = game(&[("seats", "3"), ("button", "drawn")]);
    assert!(game.reveal(&mut game.start(), &THREE.parse().unwrap()).is_err());
    assert!(Holdem::default().reveal(&mut game.start(), &"button 0 AdAc KsKh".parse().unwrap()).is_err());
    let mut seen = [0; 3];
    for i in 0..3000 {
        let mut rng = croupier_core::Luck(i).draw(0);
        if let Chance::Deal { button: Some(seat), .. } = game.draw(&game.start(), &mut rng) {
            seen[seat.index()] += 1;
        }
    }
    assert!(seen.iter().all(|n| (880..1120).contains(n)), "{seen:?}");
}

#[test]
fn configurations_that_cannot_be_are_refused_by_field() {
    let refused = |key: &str, value: &str| {
        configure::<Holdem>(None, &[(key.into(), value.into())]).unwrap_err().to_string()
    };
    for (key, value) in [
        ("seats", "1"),
        ("seats", "11"),
        ("blinds", "100/50"),
        ("blinds", "0/0"),
        ("blinds", "50"),
        ("blinds", "-1/5"),
        ("stacks", "0"),
        ("stacks", "1/2/3"),
        ("stacks", "1e3"),
        ("stacks", "100000001"),
        ("ante", "-1"),
        ("hands", "0"),
        ("button", "first"),
        ("posts", "50/100/0"),
        ("posts", "50/x"),
        ("posts", "50"),
    ] {
        let message = refused(key, value);
        assert!(message.contains(value) || message.contains("1000"), "{message}");
    }
    for other in [("hands", "2"), ("button", "drawn")] {
        let pairs = [("posts", "50/100"), other].map(|(k, v)| (k.to_string(), v.to_string()));
        assert!(configure::<Holdem>(None, &pairs).unwrap_err().to_string().contains("hands=1"));
    }
    assert!(refused("stack", "5").contains("did you mean `stacks`"));
}

#[test]
fn cards_that_cannot_be_dealt_are_refused() {
    let game = Holdem::default();
    let mut s = game.start();
    for deal in ["AdAc AdKh", "AdAc KsKh QdQc", "AdAc --", "3h4cJh"] {
        assert!(game.reveal(&mut s, &deal.parse().unwrap()).is_err(), "{deal}");
    }
    game.reveal(&mut s, &TWO.parse().unwrap()).unwrap();
    assert!(game.reveal(&mut s, &"3h4cJh".parse().unwrap()).is_err(), "the betting is not over");
    game.apply(&mut s, Action::Call).unwrap();
    game.apply(&mut s, Action::Check).unwrap();
    for board in ["3h", "Ad3h4c", "AdAc KsKh"] {
        assert!(game.reveal(&mut s, &board.parse().unwrap()).is_err(), "{board}");
    }
    assert!(game.apply(&mut s, Action::Check).is_err(), "chance moves");
}

#[test]
fn the_index_of_actions_does_not_depend_on_the_hand() {
    let index = ActionIndex::new(vec![0.5, 1.0, 100.0]).unwrap();
    let spot = |t: &Table| {
        let seat = Seat(t.seat().unwrap());
        let mut legal = Legal::default();
        t.game.legal(&t.state, &mut legal);
        Spot::of(&t.game.view(&t.state, seat), &legal)
    };
    let mut t = Table::new(&[], TWO);
    let s = spot(&t);
    // The pot after a call is 200: half of it goes to 200, all of it to 300; a hundred pots and all-in are one.
    let actions: Vec<_> = (0..index.size()).map(|i| index.action(i, &s)).collect();
    let raise = |n| Some(Action::Raise(n));
    assert_eq!(actions, [Some(Action::Fold), Some(Action::Call), raise(200), raise(300), raise(20000), None]);
    assert_eq!(index.mask(&s), [true, true, true, true, true, false]);
    assert_eq!(index.index_of(Action::Raise(240), &s), Some(2));
    assert_eq!(index.index_of(Action::Raise(250), &s), Some(2), "the lower of two equally near");
    assert_eq!(index.index_of(Action::Raise(19_000), &s), Some(4));
    t.play("c | k | 2c3d4h");
    let actions: Vec<_> = (0..index.size()).map(|i| index.action(i, &spot(&t))).collect();
    assert_eq!(actions, [None, Some(Action::Check), raise(100), raise(200), raise(19900), None]);
    for wrong in [vec![0.0], vec![1.0, 0.5], vec![f64::NAN], vec![0.5, 0.5]] {
        assert!(ActionIndex::new(wrong).is_err());
    }
    for i in 0..ActionIndex::default().size() {
        if let Some(action) = ActionIndex::default().action(i, &spot(&t)) {
            assert_eq!(ActionIndex::default().index_of(action, &spot(&t)), Some(i));
        }
    }
}

#[test]
fn style_figures_count_what_was_done() {
    let mut tally = croupier_core::Tally::default();
    let t = Table::new(&[], "AdAc KsKh | r300 | c | 2c3d4h | r300 | c | 5s | k | k | 9h | k | r500 | f");
    t.game.tally(&t.state, &mut tally);
    let value = |seat: u8, key: &str| {
        let found = tally.entries().iter().find(|e| e.0 == Some(Seat(seat)) && e.1 == key);
        found.map(|e| (e.2, e.3))
    };
    assert_eq!((value(0, "vpip"), value(0, "pfr")), (Some((1.0, 1.0)), Some((0.0, 1.0))));
    assert_eq!((value(1, "vpip"), value(1, "pfr")), (Some((1.0, 1.0)), Some((1.0, 1.0))));
    assert_eq!((value(0, "raises"), value(0, "calls")), (Some((1.0, 1.0)), Some((0.0, 1.0))));
    assert_eq!(value(0, "aggression"), Some((0.5, 2.0)), "a bet and a fold");
    let factor = |seat: u8| tally.ratios().iter().find(|r| r.0 == Seat(seat)).map(|r| (r.2, r.3));
    assert_eq!(
        (factor(0), factor(1)),
        (Some((1.0, 0.0)), Some((1.0, 1.0))),
        "raises by calls after the flop"
    );
    assert_eq!(value(1, "went_to_showdown"), Some((0.0, 1.0)));
}

/// χ² of an opponent's sampled hand: all 1,225 hands that fit are equally likely, folded ones included.
#[test]
fn sampled_hands_are_uniform_over_what_is_unseen() {
    use croupier_core::{Determinize, Rng};
    let t = Table::new(&[("seats", "3")], "AdAc KsKh QdQc | f | c | k");
    let view = t.game.view(&t.state, Seat(1));
    let mut rng = Rng::keyed("uniform", &[]);
    let samples = 60_000;
    for seat in [0, 2] {
        let mut counts = vec![0u32; HOLES];
        for _ in 0..samples {
            let hand = t.game.sample(&view, &mut rng).hands[seat].unwrap();
            counts[hand.index()] += 1;
        }
        let own = view.hole.unwrap().set();
        let expected = f64::from(samples) / 1225.0;
        let mut chi2 = 0.0;
        for hole in Hole::all() {
            let count = f64::from(counts[hole.index()]);
            if own.disjoint(hole.set()) {
                chi2 += (count - expected).powi(2) / expected;
            } else {
                assert_eq!(count, 0.0, "{hole} holds a card of the seat's own");
            }
        }
        // 1,224 degrees of freedom: mean 1,224, standard deviation 49.5; five of them.
        assert!((chi2 - 1224.0).abs() < 250.0, "seat {seat}: χ² {chi2}");
    }
}

#[test]
fn a_view_no_table_shows_is_refused_when_read() {
    let game = game(&[("seats", "3")]);
    let view = serde_json::to_value(game.view(&game.start(), Seat(1))).unwrap();
    assert!(serde_json::from_value::<View>(view.clone()).is_ok());
    let bad = [
        ("bets", serde_json::json!([0, 0]), "bets: 2 entries; stacks has 3"),
        ("shown", serde_json::json!([]), "shown: 0 entries"),
        ("seat", 3.into(), "seat: there is no seat 3 at a table of 3"),
        ("to_act", 9.into(), "to_act: there is no seat 9"),
        ("actions", serde_json::json!([["7 r300"], [], [], []]), "actions: there is no seat 7"),
        ("board", serde_json::json!(["Ac", "Ac"]), "Ac twice"),
        ("bets", serde_json::json!([0, 444_685, 0]), "seat 1 bet 444685 of the 0"),
        ("pot", 993.into(), "pot: 993; the seats put in 0"),
        ("stacks", serde_json::json!([]), "stacks: 0 seats"),
    ];
    for (field, value, expected) in bad {
        let mut view = view.clone();
        view[field] = value;
        let error = serde_json::from_value::<View>(view).unwrap_err().to_string();
        assert!(error.contains(expected), "{field}: {error}");
    }
}
