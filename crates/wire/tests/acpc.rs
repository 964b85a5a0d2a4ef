//! The ACPC protocol: its texts against the reference dealer's, its dealer and client over real connections.

use croupier_core::{Agent, Budget, Fault, Game, Luck, Rng, Seat};
use croupier_games::Holdem;
use croupier_games::holdem::{Config, Hole, Stacks};
use croupier_wire::acpc::{
    AcpcError, Client, Dealer, GameDef, Limits, Line, MatchEnd, MatchReport, log_line, read_log,
};
use croupier_wire::hand::Hand;
use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::time::Duration;

const LOGS: [(usize, &str); 3] = [
    (2, include_str!("data/acpc-2.log")),
    (3, include_str!("data/acpc-3.log")),
    (6, include_str!("data/acpc-6.log")),
];

fn game(seats: usize) -> GameDef {
    let stacks = Stacks(vec![20_000; seats]);
    GameDef::of(&Config { seats: seats as u8, stacks, ..Config::default() }).unwrap()
}

/// A line with the cards of each hand in our order.
fn sorted(line: &str) -> String {
    let mut fields: Vec<String> = line.split(':').map(String::from).collect();
    let (holes, board) = fields[3]
        .split_once('/')
        .map_or((fields[3].clone(), String::new()), |(h, b)| (h.into(), format!("/{b}")));
    let holes: Vec<String> = holes.split('|').map(|h| h.parse::<Hole>().unwrap().to_string()).collect();
    fields[3] = holes.join("|") + &board;
    fields[..4].join(":")
}

#[test]
fn hands_of_the_reference_dealer_read_and_are_written_as_it_wrote_them() {
    for (seats, text) in LOGS {
        let log = read_log(&game(seats), text);
        assert_eq!(log.hands.len(), 60);
        let lines = text.lines().filter(|l| l.starts_with("STATE"));
        for ((_, hand), line) in log.hands.into_iter().zip(lines) {
            let hand = hand.unwrap();
            let number = hand.name.as_ref().unwrap().parse().unwrap();
            let ours = log_line(number, &hand).unwrap();
            assert!(ours.starts_with(&sorted(line)), "{ours}\n{line}");
            let scores = hand.replay(|_| ()).unwrap().scores.unwrap();
            for (ours, theirs) in scores.iter().zip(hand.stated.as_ref().unwrap()) {
                // It splits chips, we do not.
                assert!((ours - theirs).abs() < seats as f64, "{line}: {scores:?}");
                assert!(
                    ours == theirs || hand.stated.as_ref().unwrap().iter().any(|s| s.fract() != 0.0),
                    "{line}"
                );
            }
        }
    }
}

/// The rules of record: a pre-flop all-in comes with three slashes and all the board.
#[test]
fn a_preflop_all_in_is_written_with_all_its_streets() {
    let line: Line = "STATE:3:r20000c:AdAc|KsKh/2c3d4h/5s/9c:20000|-20000:a|b".parse().unwrap();
    let hand = line.hand(&GameDef::default()).unwrap();
    let expected = sorted("STATE:3:r20000c///:AdAc|KsKh/2c3d4h/5s/9c") + ":20000|-20000:a|b";
    assert_eq!(log_line(3, &hand).unwrap(), expected);
}

#[test]
fn the_game_definition_of_the_rules_page_reads_and_is_written_back() {
    let text = "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 4\nstack = 20000 20000\nblind = 100 50\n\
                firstPlayer = 2 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n";
    let game: GameDef = text.parse().unwrap();
    assert_eq!(game, GameDef::default());
    assert_eq!(game.to_string(), text);
    for (from, to, part) in [
        ("nolimit", "limit", "nolimit"),
        ("numPlayers = 2", "numPlayers = 11", "2 to 10"),
        ("numPlayers = 2", "numplayer = 2", "did you mean `numplayers`"),
        ("firstPlayer = 2 1 1 1", "firstPlayer = 1 1 1 1", "2 1 1 1"),
        ("stack = 20000 20000", "stack = 20000", "2 numbers"),
        ("stack = 20000 20000", "stack = a b", "whole numbers"),
        ("stack = 20000 20000", "stack = 60 60", "at least the big blind"),
        ("blind = 100 50", "blind = 50 100", "blind"),
        ("numSuits = 4", "numSuits = 3", "numsuits"),
        ("END GAMEDEF", "maxRaises = 3 3 3 3", "255"),
    ] {
        let error = text.replace(from, to).parse::<GameDef>().unwrap_err().to_string();
        assert!(error.contains(part), "{to}: {error}");
    }
    let ante = Config { ante: 5, ..Config::default() };
    assert!(GameDef::of(&ante).unwrap_err().to_string().contains("ante"));
}

#[test]
fn lines_that_are_none_are_refused_with_a_reason() {
    let game = GameDef::default();
    for text in [
        "",
        "STATE",
        "STATE:x::AdAc|KsKh",
        "MATCHSTATE:12:0::|",
        "MATCHSTATE:0:0:z:|",
        "STATE:0:r:|",
        "STATE:0::AdA|",
        "STATE:0:r99999999999:|",
        "STATE:0::AdAc|KsKh/2c3",
        "STATE:0::|:1|x:a|b",
        "STATE:0::|:1|2:a|b:c",
        "HELLO:0::|",
    ] {
        assert!(text.parse::<Line>().is_err(), "{text}");
    }
    for (text, part) in [
        ("STATE:0:r150:AdAc|KsKh", "legal are"),
        ("STATE:0:ff:AdAc|KsKh", "the hand is over"),
        ("STATE:0:cc:AdAc|AdKh", "told twice"),
        ("STATE:0:c:AdAc|KsKh|", "one for each seat"),
        ("STATE:0:cc/:AdAc|KsKh/2c3d4h5s6c7c", "full board"),
        ("STATE:0:c:AdAc|KsKh/2c3d4h", "cannot be dealt"),
    ] {
        let told = text.parse::<Line>().unwrap().hand(&game);
        let error = told.and_then(|h| Ok(h.replay(|_| ())?)).unwrap_err();
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

/// A bot that acts at random, or takes its first legal action.
fn bot(random: bool) -> Box<dyn Agent<Holdem>> {
    let name = if random { "random" } else { "first" };
    let spec = name.parse().unwrap();
    let (_, factory) = croupier_bots::find(&Holdem::default(), &spec).unwrap();
    factory.make()
}

fn dealer(game: GameDef, hands: u32) -> Dealer {
    let players = (0..game.seats()).map(|i| format!("p{i}")).collect();
    let ports = vec![0; game.seats()];
    let mut dealer = Dealer::open(game, players, IpAddr::V4(Ipv4Addr::LOCALHOST), &ports).unwrap();
    dealer.hands = hands;
    dealer.luck = Luck(7);
    dealer.limits = Limits {
        response: Duration::from_secs(10),
        start: Some(Duration::from_secs(10)),
        ..Limits::default()
    };
    dealer
}

type Ended = (Result<MatchReport, AcpcError>, Vec<String>);

/// Runs a match of a dealer against what `agents` do with their ports, in order of seats.
fn run(dealer: Dealer, agents: Vec<Box<dyn FnOnce(u16) + Send>>) -> Ended {
    let ports = dealer.ports().unwrap();
    std::thread::scope(|scope| {
        for (agent, port) in agents.into_iter().zip(ports) {
            scope.spawn(move || agent(port));
        }
        let mut log = Vec::new();
        let report = dealer.run(
            |line| {
                log.push(line.to_string());
                Ok(())
            },
            |_, _, _| (),
        );
        (report, log)
    })
}

fn client(game: GameDef, random: bool, seed: u64) -> Box<dyn FnOnce(u16) + Send> {
    Box::new(move |port| {
        let mut client = Client::connect(("127.0.0.1", port), game, seed).unwrap();
        client.play(&mut *bot(random), Budget::Own, |_| ()).unwrap();
    })
}

#[test]
fn matches_over_the_socket_have_logs_that_replay_and_scores_that_add_up() {
    for seats in [2, 3, 6] {
        let game = game(seats);
        let agents = (0..seats).map(|i| client(game.clone(), true, i as u64)).collect();
        let (report, log) = run(dealer(game.clone(), 60), agents);
        let report = report.unwrap();
        assert_eq!((report.hands, &report.end), (60, &MatchEnd::Over));
        assert!(report.players.iter().all(|p| p.faults.is_empty() && p.stale == 0), "{report:?}");
        let read = read_log(&game, &log.join("\n"));
        let hands: Vec<Hand> = read.hands.into_iter().map(|(_, h)| h.unwrap()).collect();
        assert_eq!(hands.len(), 60);
        let mut sums = vec![0.0; seats];
        for (i, hand) in hands.iter().enumerate() {
            assert_eq!(hand.replay(|_| ()).unwrap().scores, hand.stated);
            // Everybody moves on by one position every hand.
            assert_eq!(hand.players[0], format!("p{}", i % seats));
            for (player, score) in hand.players.iter().zip(hand.stated.as_ref().unwrap()) {
                sums[player[1..].parse::<usize>().unwrap()] += score;
            }
        }
        assert_eq!(sums, report.players.iter().map(|p| p.score).collect::<Vec<_>>());
        let score = read.score.unwrap();
        assert_eq!(score, report.scores());
    }
}

/// Hand i has the cards of episode i of a series on the same luck.
#[test]
fn the_dealer_deals_the_cards_of_the_luck() {
    let game = game(2);
    let agents = (0..2).map(|i| client(game.clone(), false, i)).collect();
    let (_, log) = run(dealer(game, 5), agents);
    for (i, line) in log.iter().filter(|l| l.starts_with("STATE")).enumerate() {
        let rules = Holdem::default();
        let deal = rules.draw(&rules.start(), &mut Luck(7).episode(i as u64).draw(0)).to_string();
        assert!(line.contains(&format!(":{}", deal.replace(' ', "|"))), "{line}: {deal}");
    }
}

/// An agent that answers each of its turns with what `answer` makes of the state.
fn speaker(mut answer: impl FnMut(&str) -> Vec<u8> + Send + 'static) -> Box<dyn FnOnce(u16) + Send> {
    Box::new(move |port| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(b"# hello\nVERSION:2.0.0\n").unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        for line in reader.lines().map_while(Result::ok) {
            // The dealer may have gone while this was being written.
            if stream.write_all(&answer(&line)).is_err() {
                break;
            }
        }
    })
}

/// Answers every state, also those of others' turns, with this action, ended by a bare LF.
fn always(action: &'static str) -> Box<dyn FnOnce(u16) + Send> {
    speaker(move |line| format!("{line}:{action}\n").into_bytes())
}

fn against_a_caller(agent: Box<dyn FnOnce(u16) + Send>, change: impl FnOnce(&mut Dealer)) -> Ended {
    let mut dealer = dealer(GameDef::default(), 8);
    change(&mut dealer);
    run(dealer, vec![agent, always("c")])
}

fn faults(report: &MatchReport) -> Vec<(Fault, u64)> {
    report.players[0].faults.iter().map(|(f, n)| (*f, *n)).collect()
}

#[test]
fn corrections_are_made_as_the_reference_makes_them_and_counted() {
    // A raise to too much goes to all-in, one to too little to the least.
    for (action, betting) in [("r99999", "r20000c"), ("r1", "r200c")] {
        let (report, log) = against_a_caller(always(action), |_| ());
        let report = report.unwrap();
        assert!(log.iter().any(|l| l.contains(betting)), "{log:?}");
        assert!(matches!(faults(&report)[..], [(Fault::Illegal, n)] if n >= 4), "{report:?}");
        assert_eq!(report.end, MatchEnd::Over);
    }
    // Garbage is a call; so is a fold where checking is free.
    let (report, log) = against_a_caller(always("hello"), |_| ());
    assert!(matches!(faults(&report.unwrap())[..], [(Fault::Garbage, n)] if n >= 32));
    assert!(log.iter().filter(|l| l.starts_with("STATE")).all(|l| l.contains(":cc/cc/cc/cc:")), "{log:?}");
    let (report, log) = against_a_caller(always("f"), |d| d.fixed = true);
    assert!(matches!(faults(&report.unwrap())[..], [(Fault::Illegal, 32)]), "{log:?}");
}

#[test]
fn answers_to_states_that_are_past_are_let_pass() {
    let (report, _) = against_a_caller(always("c"), |_| ());
    let report = report.unwrap();
    assert_eq!((report.hands, &report.end), (8, &MatchEnd::Over));
    assert!(report.players.iter().all(|p| p.faults.is_empty() && p.stale > 0), "{report:?}");
    assert_eq!(report.players.iter().map(|p| p.score).sum::<f64>(), 0.0);
}

#[test]
fn in_strict_mode_a_fault_forfeits_the_match() {
    for (action, fault) in [("r1", Fault::Illegal), ("?", Fault::Garbage), ("f", Fault::Illegal)] {
        let (report, log) = against_a_caller(always(action), |d| (d.strict, d.fixed) = (true, true));
        let MatchEnd::Forfeit { seat: 0, fault: found, hand: 0, .. } = report.unwrap().end else {
            panic!("{action}")
        };
        assert_eq!(found, fault, "{action}");
        assert!(log.iter().any(|l| l.starts_with("# forfeit of p0")), "{log:?}");
    }
}

#[test]
fn silence_and_leaving_forfeit_the_match() {
    let silent = Box::new(|port| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(b"VERSION:2.0.0\r\n").unwrap();
        BufReader::new(stream).lines().for_each(drop);
    });
    let (report, _) = against_a_caller(silent, |d| d.limits.response = Duration::from_millis(200));
    assert!(matches!(report.unwrap().end, MatchEnd::Forfeit { seat: 0, fault: Fault::Timeout, .. }));
    let leaving = Box::new(|port| {
        TcpStream::connect(("127.0.0.1", port)).unwrap().write_all(b"VERSION:2.0.0\r\n").unwrap();
    });
    let (report, _) = against_a_caller(leaving, |_| ());
    assert!(matches!(report.unwrap().end, MatchEnd::Forfeit { seat: 0, fault: Fault::Died, .. }));
    // The time of a hand, and of the match, is shared by its answers.
    let slow = speaker(|line| {
        std::thread::sleep(Duration::from_millis(60));
        format!("{line}:c\r\n").into_bytes()
    });
    let (report, _) = against_a_caller(slow, |d| d.limits.hand = Duration::from_millis(150));
    assert!(matches!(report.unwrap().end, MatchEnd::Forfeit { seat: 0, fault: Fault::Timeout, .. }));
}

#[test]
fn an_agent_that_does_not_come_or_speaks_another_version_is_an_error() {
    let (report, _) = run(dealer_in_a_hurry(), vec![]);
    assert!(report.unwrap_err().to_string().contains("p0 did not connect in time"));
    let other = Box::new(|port| {
        TcpStream::connect(("127.0.0.1", port)).unwrap().write_all(b"VERSION:1.0.0\r\n").unwrap();
    });
    let (report, _) = run(dealer_in_a_hurry(), vec![other]);
    assert!(report.unwrap_err().to_string().contains("is not VERSION:2.0.0"));
}

fn dealer_in_a_hurry() -> Dealer {
    let mut dealer = dealer(GameDef::default(), 1);
    dealer.limits.start = Some(Duration::from_millis(300));
    dealer
}

/// Whatever bytes an agent sends, the dealer ends with a report.
#[test]
fn no_bytes_of_an_agent_make_the_dealer_panic() {
    let pieces: [&[u8]; 12] = [
        b"MATCHSTATE:",
        b"0:0:",
        b"\r\n",
        b"\n",
        b":c\r\n",
        b":r",
        b"\xff\xfe\x00",
        b"#",
        b";",
        b"99999999999999999999",
        b"|/|",
        b"STATE",
    ];
    for seed in 0..6 {
        let mut rng = Rng::keyed("garbage", &[seed]);
        let agent = speaker(move |line| {
            let mut out = Vec::new();
            for _ in 0..rng.index(12) {
                match rng.index(4) {
                    0 => out.extend_from_slice(line.as_bytes()),
                    1 => out.extend((0..rng.index(20)).map(|_| rng.bits() as u8)),
                    _ => out.extend_from_slice(pieces[rng.index(pieces.len())]),
                }
            }
            out.extend_from_slice(b"\n");
            // Now and then a whole answer, so that the match goes on.
            out.extend_from_slice(format!("{line}:{}\n", ["c", "r300", "f", "x"][rng.index(4)]).as_bytes());
            out
        });
        let (report, _) = against_a_caller(agent, |d| d.limits.response = Duration::from_millis(500));
        report.unwrap();
    }
    // A line without end.
    let endless = speaker(|_| vec![b'x'; 70_000]);
    let (report, _) = against_a_caller(endless, |_| ());
    assert!(matches!(report.unwrap().end, MatchEnd::Forfeit { seat: 0, fault: Fault::Oversize, .. }));
}

/// Whatever lines a dealer sends, the client ends with a result or an error.
#[test]
fn no_line_of_a_dealer_makes_the_client_panic() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let lines = [
        "MATCHSTATE:0:0::|",
        "MATCHSTATE:1:0::|KsKh",
        "MATCHSTATE:0:0:r300c/:AdAc|/2c3d4h",
        "MATCHSTATE:9:0::AdAc|",
        "MATCHSTATE:0:0:r300c/:AdAc|",
        "MATCHSTATE:0:0:ccc/:AdAc|",
        "STATE:0:f:AdAc|KsKh",
        "# comment",
        "",
        "\u{fffd}:::",
        "MATCHSTATE:0:0:r20000c///:AdAc|KsKh/2c3d4h/5s/9c",
        "MATCHSTATE:0:0:r20000c///:AdAc|/2c3d4h/5s/9c",
    ];
    for line in lines {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (mut stream, _) = listener.accept().unwrap();
                stream.write_all(format!("{line}\r\n").as_bytes()).unwrap();
                let mut sent = String::new();
                BufReader::new(&stream).read_line(&mut sent).unwrap();
                assert_eq!(sent, "VERSION:2.0.0\r\n");
            });
            let mut client = Client::connect(("127.0.0.1", port), GameDef::default(), 1).unwrap();
            let _ = client.play(&mut *bot(true), Budget::Own, |_| ());
        });
    }
}

/// What a seat is told: its own cards, others' only at a showdown.
#[test]
fn a_seat_is_told_its_own_cards_only_until_the_showdown() {
    let rules = Holdem::default();
    let mut state = rules.start();
    rules.reveal(&mut state, &"AdAc KsKh".parse().unwrap()).unwrap();
    let told = |state: &_, seat: u8| {
        croupier_wire::acpc::match_state(rules.config(), 5, &rules.view(state, Seat(seat)))
    };
    assert_eq!(told(&state, 1), format!("MATCHSTATE:1:5::|{}", "KsKh".parse::<Hole>().unwrap()));
    for action in ["r300", "c"] {
        rules.apply(&mut state, action.parse().unwrap()).unwrap();
    }
    rules.reveal(&mut state, &"2c3d4h".parse().unwrap()).unwrap();
    assert_eq!(told(&state, 0), format!("MATCHSTATE:0:5:r300c/:{}|/2c3d4h", "AdAc".parse::<Hole>().unwrap()));
    rules.apply(&mut state, "r600".parse().unwrap()).unwrap();
    rules.apply(&mut state, "f".parse().unwrap()).unwrap();
    assert_eq!(
        told(&state, 1),
        format!("MATCHSTATE:1:5:r300c/r900f:|{}/2c3d4h", "KsKh".parse::<Hole>().unwrap())
    );
}
