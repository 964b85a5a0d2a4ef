//! PHH files: other makers' hands replay, ours are read back as written, and what is wrong is named.

use croupier_core::{AgentLabel, Game, Luck, Record, Recorder, Rng, Seat, play};
use croupier_games::Holdem;
use croupier_games::holdem::{Blinds, Config, Posts, Reopen, Stacks};
use croupier_wire::hand::{Hand, hands_of};
use croupier_wire::phh;
use proptest::prelude::*;

const OTHERS: &str = include_str!("data/others.phhs");

fn others() -> Vec<(String, Hand)> {
    phh::read(OTHERS).unwrap().into_iter().map(|(name, hand)| (name, hand.unwrap())).collect()
}

fn scores(hand: &Hand) -> Option<Vec<f64>> {
    hand.replay(|_| ()).unwrap().scores
}

#[test]
fn hands_of_other_makers_replay_to_the_results_they_had() {
    let hands = others();
    assert_eq!(
        hands.iter().map(|h| h.0.as_str()).collect::<Vec<_>>(),
        ["1", "2", "6", "10"],
        "numbers as numbers"
    );
    // Dwan won what Ivey put in, the ante and blind of Antonius, and his own: 553,500 from Ivey, 2,500 from Antonius.
    assert_eq!(scores(&hands[0].1), Some(vec![-553_500.0, -2_500.0, 556_000.0]));
    assert_eq!(
        (scores(&hands[1].1), hands[1].1.stated.clone()),
        (hands[1].1.stated.clone(), Some(vec![310.0, -100.0, 0.0, -210.0, 0.0, 0.0]))
    );
    // Two hands of aces share the pot of the others' 2.50 × 4 + 5 + 10 + 40, in chips of a tenth.
    let aces = &hands[2].1;
    assert_eq!((aces.scale, scores(aces)), (10, Some(vec![-75.0, -125.0, -25.0, 325.0, 325.0, -425.0])));
    // Who mucks has lost.
    let heads_up = &hands[3].1;
    assert_eq!((heads_up.scale, scores(heads_up)), (100, Some(vec![-22_500.0, 22_500.0])));
    assert_eq!(heads_up.actions[0].to_string(), "1 c", "heads-up the button, the last, acts first");
}

#[test]
fn no_view_shows_a_card_that_is_not_told() {
    for (_, hand) in others() {
        hand.replay(|moment| {
            for seat in Seat::all(hand.holes.len()) {
                let view = moment.view(seat);
                assert_eq!(view.hole, hand.holes[seat.index()]);
                for (shown, known) in view.shown.iter().zip(&hand.holes) {
                    assert!(shown.is_none() || shown == known);
                }
            }
        })
        .unwrap();
    }
}

#[test]
fn a_hand_that_stops_before_its_end_replays_as_far_as_it_goes() {
    let mut hand = others().swap_remove(1).1;
    hand.actions.truncate(4);
    hand.board.clear();
    let end = hand.replay(|_| ()).unwrap();
    assert_eq!((end.over, end.scores), (false, None));
}

/// The strictest rules that allow what was done: a free fold, a raise that a short all-in did not reopen.
#[test]
fn what_houses_allow_is_read_by_the_rules_that_allow_it() {
    let file = |actions: &str| {
        format!(
            "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n\
             starting_stacks = [100, 7, 100]\nactions = [{actions}]\n"
        )
    };
    let config = |actions: &str| phh::read(&file(actions)).unwrap().swap_remove(0).1.unwrap().config;
    let plain = config("'p3 cbr 6', 'p1 cc', 'p2 cbr 7', 'p3 cc', 'p1 cc'");
    assert_eq!((plain.free_fold, plain.reopen), (false, Reopen::Full));
    let free = config("'p3 cc', 'p1 cc', 'p2 f'");
    assert_eq!((free.free_fold, free.reopen), (true, Reopen::Full));
    let again = config("'p3 cbr 6', 'p1 cc', 'p2 cbr 7', 'p3 cbr 20'");
    assert_eq!((again.free_fold, again.reopen), (false, Reopen::Acpc));
}

/// A pot that was split in halves is split in halves: the unit is half a chip.
#[test]
fn half_chips_in_the_results_make_a_smaller_unit() {
    let text = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\nstarting_stacks = [9, 9, 9]\n\
        actions = ['d dh p1 AhKh', 'd dh p2 AcKc', 'd dh p3 7d2d', 'p3 cbr 9', 'p1 cc', 'p2 cc', 'd db 3s4s8d', 'd db 9h', 'd db Jc']\n\
        finishing_stacks = [13.5, 13.5, 0]\n";
    let hand = phh::read(text).unwrap().swap_remove(0).1.unwrap();
    assert_eq!((hand.scale, scores(&hand)), (10, Some(vec![45.0, 45.0, -90.0])));
    assert_eq!(hand.stated, scores(&hand));
}

/// Straddles, one seat's ante, a seat that comes in: read as posts, written as they were.
#[test]
fn straddles_and_antes_of_one_seat_are_read_and_written() {
    let file = |antes: &str, blinds: &str, actions: &str| {
        format!(
            "variant = 'NT'\nantes = [{antes}]\nblinds_or_straddles = [{blinds}]\nmin_bet = 2\n\
             starting_stacks = [200, 200, 200, 200]\nactions = [{actions}]\n"
        )
    };
    for (antes, blinds, actions, posts, net) in [
        ("0, 0, 0, 0", "1, 2, 4, 0", "'p4 f', 'p1 f', 'p2 f'", "1/2/4/0", [-1.0, -2.0, 3.0, 0.0]),
        ("0, 2, 0, 0", "1, 2, 0, 0", "'p3 f', 'p4 f', 'p1 f'", "1/2+2/0/0", [-1.0, 1.0, 0.0, 0.0]),
        (
            "0, 0, 0, 0",
            "1, 2, 0, -2",
            "'p3 f', 'p4 cc', 'p1 f', 'p2 cbr 8', 'p4 f'",
            "1/2/0/2*",
            [-1.0, 3.0, 0.0, -2.0],
        ),
    ] {
        let text = file(antes, blinds, actions);
        let hand = phh::read(&text).unwrap().swap_remove(0).1.unwrap();
        assert_eq!(hand.config.posts.to_string(), posts);
        assert_eq!(scores(&hand), Some(net.to_vec()), "{posts}");
        let again = phh::write(&hand).unwrap();
        assert!(again.contains(&format!("antes = [{antes}]\nblinds_or_straddles = [{blinds}]")), "{again}");
        let read = phh::read(&again).unwrap().swap_remove(0).1.unwrap();
        assert_eq!((scores(&read), &read.config), (scores(&hand), &hand.config));
    }
    // Heads-up the arrays are reversed: p1 posts the 2 and the ante, p2, the button, the 1.
    let text = "variant = 'NT'\nantes = [0, 3]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 8]\nactions = ['p2 f']\n";
    let hand = phh::read(text).unwrap().swap_remove(0).1.unwrap();
    assert_eq!((hand.config.posts.to_string().as_str(), scores(&hand)), ("2+3/1", Some(vec![1.0, -1.0])));
    assert!(phh::write(&hand).unwrap().contains("antes = [0, 3]\nblinds_or_straddles = [1, 2]\n"));
}

fn wrong(from: &str, to: &str) -> String {
    let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n\
                actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cbr 6', 'p1 cc', 'd db 2c3c4c']\n";
    assert!(phh::read(text).unwrap()[0].1.is_ok());
    match phh::read(&text.replace(from, to)) {
        Err(error) => error.to_string(),
        Ok(mut hands) => {
            hands.swap_remove(0).1.and_then(|h| Ok(h.replay(|_| ()).map(drop)?)).unwrap_err().to_string()
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_what_is_allowed() {
    for (from, to, part) in [
        ("variant = 'NT'", "variant = 'PO'", "`PO` is not no-limit hold'em"),
        ("variant = 'NT'", "", "`variant` is missing"),
        ("min_bet = 2", "", "`min_bet` is missing"),
        ("min_bet = 2", "min_bet = 'x'", "min_bet: `string` is not allowed; it takes a number"),
        ("min_bet = 2", "min_bet = =", "not TOML, line 4"),
        ("[0, 0]", "[0]", "antes: `1 numbers`"),
        ("[100, 100]", "[100, -3]", "starting_stacks: `-3`"),
        ("[100, 100]", "[0, 100]", "stacks"),
        ("[100, 100]", "[1e15, 100]", "starting_stacks: `1000000000000000`"),
        ("[1, 2]", "[1, 2.000001]", "decimals"),
        ("'p2 cbr 6'", "'p2 cbr 3'", "actions, entry 3 (`p2 cbr 3`): legal are"),
        ("'p2 cbr 6'", "'p1 cbr 6'", "it is seat 1's turn"),
        ("'p2 cbr 6'", "'p2 cbr six'", "cbr takes an amount"),
        ("'p2 cbr 6'", "'p9 f'", "entry 3"),
        ("'p2 cbr 6'", "'p2 jump'", "f, cc, cbr AMOUNT or sm"),
        ("'p2 cbr 6'", "3", "array of texts"),
        ("KhKd", "AhKd", "card Ah is told twice"),
        ("KhKd", "Kh", "two cards"),
        ("2c3c4c", "2c3c4x", "cards of the board"),
        ("2c3c4c", "2c??4c", "must be known"),
        ("'d db 2c3c4c'", "'d db 2c3c4c', 'd db 5c6c7c'", "full board"),
        ("'p1 cc', ", "", "cannot be dealt"),
    ] {
        let message = wrong(from, to);
        assert!(message.contains(part), "{to}: {message}");
    }
}

/// An episode of bots that act at random, recorded.
fn recorded(config: Config, luck: u64) -> (Holdem, Record) {
    let game = Holdem::new(config).unwrap();
    let (_, factory) = croupier_bots::find(&game, &"random".parse().unwrap()).unwrap();
    let mut bots: Vec<_> = (0..game.seats()).map(|_| factory.make()).collect();
    let mut seats: Vec<&mut dyn croupier_core::Agent<Holdem>> =
        bots.iter_mut().map(|b| &mut **b as _).collect();
    let streams = (0..game.seats()).map(|i| Luck(luck).agent(0, i as u64, 0)).collect();
    let mut recorder = Recorder::default();
    let end = play(&game, Luck(luck), &mut seats, streams, croupier_core::Budget::Own, &mut recorder);
    let label = |i| AgentLabel { spec: format!("bot \"{i}\"\\"), params: serde_json::Value::Null };
    let labels = (0..game.seats()).map(label).collect();
    let record = Record::new(&game, Luck(luck), None, labels, recorder.events, &end);
    (game, record)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// What a record says, a file says: seats, cards, actions, results, for tables of every kind and several hands.
    #[test]
    fn hands_of_our_records_read_back_as_written(
        seats in 2u8..=10, stacks in prop::collection::vec(1u32..3000, 10), ante in prop::sample::select(vec![0u32, 0, 7]),
        hands in 1u16..4, reset: bool, reopen in prop::sample::select(vec![Reopen::Full, Reopen::Pokerkit]), luck: u64,
    ) {
        let stacks = Stacks(stacks[..usize::from(seats)].to_vec());
        let config = Config { seats, stacks, ante, hands, reset, reopen, blinds: Blinds { small: 20, big: 50 }, ..Config::default() };
        let (game, record) = recorded(config, luck);
        let ours = hands_of(&game, &record).unwrap();
        let mut sums = 0.0;
        for (i, (name, read)) in phh::read(&phh::write_many(&ours).unwrap()).unwrap().into_iter().enumerate() {
            let (hand, read) = (&ours[i], read.unwrap());
            prop_assert_eq!(&name, &(i + 1).to_string());
            prop_assert_eq!((&read.players, &read.holes, &read.board), (&hand.players, &hand.holes, &hand.board));
            prop_assert_eq!(&read.actions, &hand.actions);
            let net = scores(&read).unwrap();
            prop_assert_eq!(Some(&net), read.stated.as_ref());
            sums += net.iter().map(|x| x.abs()).sum::<f64>();
        }
        if ours.len() == 1 {
            prop_assert_eq!(sums, record.scores.iter().map(|x| x.abs()).sum::<f64>());
        }
    }

    /// Whatever a file holds, reading ends with hands or with errors.
    #[test]
    fn no_text_makes_reading_panic(cut in 0usize..4000, insert in "[\\[\\]'\"=,. 0-9a-z?#\\n-]{0,12}", at in 0usize..4000) {
        let floor = |i: usize| (0..=i.min(OTHERS.len())).rev().find(|&i| OTHERS.is_char_boundary(i)).unwrap();
        let mut text = OTHERS[..floor(cut.max(40))].to_string();
        let at = (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap();
        text.insert_str(at, &insert);
        if let Ok(hands) = phh::read(&text) {
            for (_, hand) in hands {
                if let Ok(hand) = hand && let Ok(end) = hand.replay(|_| ()) {
                    prop_assert!(phh::write(&hand).is_ok() || !end.over);
                }
            }
        }
    }
}

/// Every `.phh` and `.phhs` file below a folder.
fn files(folder: std::path::PathBuf) -> Vec<std::path::PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(files(path));
        } else if path.extension().is_some_and(|e| e == "phh" || e == "phhs") {
            out.push(path);
        }
    }
    out
}

/// What is wrong with a hand of no-limit hold'em, if anything is.
fn fault(hand: Result<Hand, phh::PhhError>) -> Option<String> {
    let replayed = hand.and_then(|h| Ok((h.replay(|_| ())?.scores, h.stated)));
    match replayed {
        Ok((Some(ours), Some(theirs))) if ours != theirs => {
            Some(format!("{ours:?}, the file says {theirs:?}"))
        }
        Ok(_) => None,
        Err(error) => Some(error.to_string()),
    }
}

/// The public data sets, where they lie: `CROUPIER_PHH` is their folder.
#[test]
fn hands_of_a_folder_replay_to_the_results_they_had() {
    let Ok(folder) = std::env::var("CROUPIER_PHH") else { return };
    let (mut hands, mut wrong) = (0, Vec::new());
    for path in files(folder.into()) {
        for (name, hand) in phh::read(&std::fs::read_to_string(&path).unwrap()).unwrap() {
            if matches!(hand, Err(phh::PhhError::Variant(_))) {
                continue;
            }
            hands += 1;
            wrong.extend(fault(hand).map(|fault| format!("{} {name}: {fault}", path.display())));
        }
    }
    println!("{hands} hands, {} differ", wrong.len());
    assert!(hands > 0 && wrong.is_empty(), "{:#?}", &wrong[..wrong.len().min(20)]);
}

#[test]
fn posts_of_a_record_are_kept() {
    let posts: Posts = "20/50/100/50*".parse().unwrap();
    let config = Config {
        seats: 4,
        posts: posts.clone(),
        stacks: Stacks(vec![700]),
        blinds: Blinds { small: 20, big: 50 },
        ..Config::default()
    };
    let (game, record) = recorded(config, Rng::keyed("posts", &[]).bits());
    let hands = hands_of(&game, &record).unwrap();
    let read = phh::read(&phh::write(&hands[0]).unwrap()).unwrap().swap_remove(0).1.unwrap();
    assert_eq!((&read.config.posts, scores(&read)), (&posts, Some(record.scores)));
}
