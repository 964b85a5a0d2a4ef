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

/// Every reading of the whole data sets, where they lie: `CROUPIER_PHH` is a folder.
#[test]
fn hands_of_a_folder_replay_to_the_results_they_had() {
    let Ok(folder) = std::env::var("CROUPIER_PHH") else { return };
    let (mut hands, mut other, mut told, mut wrong) = (0, 0, 0, Vec::new());
    let mut folders = vec![std::path::PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if !path.extension().is_some_and(|e| e == "phh" || e == "phhs") {
                continue;
            }
            for (name, hand) in phh::read(&std::fs::read_to_string(&path).unwrap()).unwrap() {
                let hand = match hand {
                    Err(phh::PhhError::Variant(_)) => {
                        other += 1;
                        continue;
                    }
                    hand => hand,
                };
                hands += 1;
                let replayed = hand.and_then(|h| Ok((h.replay(|_| ())?, h)));
                match replayed {
                    Ok((end, hand)) => {
                        told += usize::from(hand.stated.is_some() && end.scores.is_some());
                        if let (Some(ours), Some(theirs)) = (end.scores, hand.stated)
                            && ours != theirs
                        {
                            wrong.push(format!(
                                "{} {name}: {ours:?}, the file says {theirs:?}",
                                path.display()
                            ));
                        }
                    }
                    Err(error) => wrong.push(format!("{} {name}: {error}", path.display())),
                }
            }
        }
    }
    println!("{hands} hands, {other} of other games, {told} with results; {} differ", wrong.len());
    wrong.iter().take(20).for_each(|w| println!("{w}"));
    assert!(wrong.is_empty());
}

/// The first hand of a rules' configuration is drawn the same whatever it is written to.
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
