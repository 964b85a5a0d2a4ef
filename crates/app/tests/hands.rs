//! Hands of hold'em in other programs' formats, as a user meets them.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn croupier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(args).stdin(Stdio::null());
    command
}

#[track_caller]
fn ok(args: &[&str]) -> String {
    let out = croupier(args).output().expect("the program starts");
    assert!(out.status.success(), "{args:?}: {}", text(&out));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn text(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

#[track_caller]
fn fails(args: &[&str], code: i32, parts: &[&str]) {
    let out = croupier(args).output().expect("the program starts");
    let message = text(&out);
    assert_eq!(out.status.code(), Some(code), "{args:?}: {message}");
    assert!(!message.contains("panicked"), "{args:?}: {message}");
    for part in parts {
        assert!(message.contains(part), "{args:?} should say `{part}`: {message}");
    }
}

fn temp() -> (tempfile::TempDir, impl Fn(&str) -> String) {
    let dir = tempfile::tempdir().unwrap();
    let root: PathBuf = dir.path().into();
    (dir, move |name: &str| root.join(name).to_str().unwrap().to_string())
}

const HAND: &str = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n\
    starting_stacks = [20000, 20000]\nactions = ['d dh p1 AhAd', 'd dh p2 ????', 'p2 cbr 300', 'p1 cbr 900', 'p2 f']\n\
    players = ['Ann', 'Bob']\n";

#[test]
fn a_run_of_holdem_has_its_hands_beside_its_records_in_both_formats() {
    let (_keep, at) = temp();
    let run = at("run");
    ok(&["match", "holdem", "random", "first", "--blocks", "20", "--quiet", "--out", &run]);
    let phhs = std::fs::read_to_string(Path::new(&run).join("hands.phhs")).unwrap();
    let log = std::fs::read_to_string(Path::new(&run).join("hands.log")).unwrap();
    assert_eq!((phhs.matches("variant = 'NT'").count(), log.matches("\nSTATE:").count()), (40, 40));
    // Each format converts to the other and back to the same bytes.
    let file = at("again.phhs");
    std::fs::write(&file, ok(&["convert", &format!("{run}/hands.log"), "--to", "phh"])).unwrap();
    assert_eq!(ok(&["convert", &file, "--to", "acpc"]), log);
    assert_eq!(ok(&["convert", &run, "--to", "phh"]).trim(), phhs.trim());
    assert_eq!(ok(&["convert", &run, "--to", "acpc"]), log);
    // A run resumed, which has nothing left to play, has the same files.
    ok(&["resume", &run, "--quiet"]);
    assert_eq!(std::fs::read_to_string(Path::new(&run).join("hands.phhs")).unwrap(), phhs);
    // The score is that of the records.
    let json: serde_json::Value = serde_json::from_str(&ok(&["resume", &run, "--quiet", "--json"])).unwrap();
    let random = json["bots"][0]["mean"].as_f64().unwrap() * 40.0;
    let score = log.lines().last().unwrap();
    let sum = score.split([':', '|']).skip(1).zip(score.rsplit(':').next().unwrap().split('|'));
    let sum = sum.filter(|s| s.1 == "random").map(|s| s.0.parse::<f64>().unwrap()).sum::<f64>();
    assert!((sum - random).abs() < 1e-6, "{score}, {random}");
}

#[test]
fn a_hand_of_a_file_replays_as_each_seat_saw_it() {
    let (_keep, at) = temp();
    let file = at("hand.phh");
    std::fs::write(&file, HAND).unwrap();
    let shown = ok(&["replay", &file]);
    assert!(
        shown.contains("seat 0 does r900") && shown.contains("over: seat 0 +300, seat 1 -300"),
        "{shown}"
    );
    assert!(shown.contains("what seat 1 (Bob) knows"), "{shown}");
    let bob = ok(&["replay", &file, "--seat", "1"]);
    assert!(!bob.contains("AhAd") && !bob.contains("Ah Ad"), "{bob}");
    let json = ok(&["replay", &file, "--json", "--seat", "0"]);
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((first["action"].as_str(), first["view"]["hole"].as_str()), (Some("r900"), Some("AhAd")));
}

#[test]
fn wrong_files_and_options_get_one_clear_line() {
    let (_keep, at) = temp();
    let (file, bad) = (at("hand.phh"), at("bad.phh"));
    std::fs::write(&file, HAND).unwrap();
    std::fs::write(&bad, HAND.replace("cbr 300", "cbr 30")).unwrap();
    fails(&["replay", "/nonexistent/x.phh"], 2, &["/nonexistent/x.phh"]);
    fails(&["replay", &file, "--episode", "3"], 2, &["--episode: `3`", "holds 1 hands"]);
    fails(&["replay", &file, "--seat", "2"], 2, &["--seat", "0 to 1"]);
    fails(&["replay", &bad], 1, &["entry 3 (`p2 cbr 30`)", "legal are"]);
    fails(&["convert", &bad, "--to", "phh"], 1, &["entry 3", "1 of 1 hands were left out"]);
    fails(&["convert", &at("x.txt"), "--to", "phh"], 2, &["x.txt"]);
    fails(&["convert", &file, "--to", "pgn"], 2, &["phh", "acpc"]);
    let garbage = at("garbage.phh");
    std::fs::write(&garbage, [0xff, 0xfe, b'=', b'\n']).unwrap();
    fails(&["replay", &garbage], 2, &["not TOML, line 1"]);
    let go = at("go");
    ok(&["match", "kuhn", "random", "first", "--blocks", "1", "--quiet", "--out", &go]);
    fails(&["convert", &go, "--to", "phh"], 2, &["a run of kuhn, not of holdem"]);
    let log = at("x.log");
    std::fs::write(&log, "STATE:0:r1:AdAc|KsKh:1|-1:a|b\nhello\n").unwrap();
    fails(&["convert", &log, "--to", "phh"], 1, &["line 1: action 1", "line 2", "2 of 2 hands"]);
    let game = at("six.game");
    std::fs::write(&game, ok(&["acpc", "game", "--profile", "six"])).unwrap();
    fails(&["convert", &log, "--to", "phh", "--game", &game], 1, &["one for each seat"]);
    fails(&["acpc", "game", "--set", "ante=5"], 2, &["ante: `5`", "ACPC"]);
    fails(&["acpc", "play", "--bot", "rnadom", "localhost", "1"], 2, &["did you mean `random`"]);
    fails(&["acpc", "play", "--bot", "random", "127.0.0.1", "1"], 1, &["127.0.0.1 port 1"]);
    fails(&["acpc", "play", "--bot", "random", "localhost", "0"], 2, &["1 to 65535"]);
    fails(&["acpc", "play", "--bot", "random", "localhost", "9", "--game", "/nonexistent"], 2, &["--game"]);
    fails(&["acpc", "deal", "ann"], 2, &["1 players", "2 seats"]);
    fails(&["acpc", "deal", "ann", "b|b"], 2, &["b|b"]);
    fails(&["acpc", "deal", "ann", "bob", "--ports", "1"], 2, &["--ports"]);
    fails(&["acpc", "deal", "ann", "bob", "--hands", "0"], 2, &["--hands"]);
    fails(&["acpc", "deal", "ann", "bob", "--start_timeout", "50"], 1, &["ann did not connect in time"]);
}

/// Deals, and lets two bots of ours join; gives what the dealer printed.
fn dealt(more: &[&str], bots: [&str; 2]) -> String {
    let base = ["acpc", "deal", "ann", "bob", "--quiet", "--start_timeout", "20000"];
    let mut dealer = croupier(&[&base, more].concat()).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(dealer.stdout.take().unwrap());
    let mut ports = String::new();
    out.read_line(&mut ports).unwrap();
    let clients: Vec<_> = ports
        .split_whitespace()
        .zip(bots)
        .map(|(port, bot)| {
            croupier(&["acpc", "play", "--bot", bot, "127.0.0.1", port])
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(dealer.wait().unwrap().success());
    for mut client in clients {
        assert!(client.wait().unwrap().success());
    }
    rest
}

#[test]
fn our_bots_at_our_dealer_play_a_match_twice_to_the_same_log() {
    let (_keep, at) = temp();
    let play = |log: &str| dealt(&["--hands", "30", "--luck", "9", "--log", log], ["random", "random"]);
    let (a, b) = (at("a.log"), at("b.log"));
    let printed = play(&a);
    assert!(printed.starts_with("SCORE:") && printed.contains("no faults"), "{printed}");
    play(&b);
    let log = std::fs::read_to_string(&a).unwrap();
    assert_eq!(log, std::fs::read_to_string(&b).unwrap());
    assert_eq!(log.matches("\nSTATE:").count(), 30);
    assert_eq!(ok(&["convert", &a, "--to", "acpc"]).matches("\nSTATE:").count(), 30);
}

/// A bot that always checks or calls, in the shell.
const CALLER: &str = r#"while read -r line; do
  rest=${line#*\"id\":}; id=${rest%%,*}
  case $line in
    *'"type":"hello"'*) echo "{\"id\":$id,\"ready\":\"caller\"}" ;;
    *'"type":"turn"'*) case ${line%%\"view\"*} in
      *'"k"'*) echo "{\"id\":$id,\"action\":\"k\"}" ;;
      *) echo "{\"id\":$id,\"action\":\"c\"}" ;;
    esac ;;
    *'"type":"quit"'*) exit ;;
  esac
done"#;

#[test]
fn style_figures_of_bots_that_are_known_are_as_they_must_be() {
    let (_keep, at) = temp();
    let script = at("caller.sh");
    std::fs::write(&script, CALLER).unwrap();
    let caller = format!("cmd:sh {script}");
    let run = |a: &str, b: &str| -> serde_json::Value {
        let json = ok(&["match", "holdem", a, b, "--blocks", "10", "--quiet", "--json", "--stats"]);
        serde_json::from_str(&json).unwrap()
    };
    // Two callers: the small blind calls, the big one checks; nobody raises; every hand is shown.
    let figures = &run(&caller, &caller)["details"]["bots"][0];
    for (key, value) in [
        ("vpip", 0.5),
        ("pfr", 0.0),
        ("raises", 0.0),
        ("calls", 0.0),
        ("saw_flop", 1.0),
        ("went_to_showdown", 1.0),
    ] {
        assert_eq!(figures[key].as_f64(), Some(value), "{key}: {figures}");
    }
    assert!(figures["aggression_factor"].is_null(), "no call to divide by: {figures}");
    // `first` folds to the big blind, and checks as long as it may.
    let figures = &run("first", &caller)["details"]["bots"];
    assert_eq!((figures[0]["vpip"].as_f64(), figures[0]["saw_flop"].as_f64()), (Some(0.0), Some(0.5)));
    assert_eq!((figures[1]["vpip"].as_f64(), figures[1]["won_at_showdown"].is_number()), (Some(0.5), true));
    let text = ok(&["match", "holdem", "first", &caller, "--blocks", "10", "--quiet", "--stats"]);
    assert!(text.contains("counted by bot") && text.contains("0.5000 of 20"), "{text}");
    let text = ok(&["match", "kuhn", "first", "random", "--blocks", "10", "--quiet", "--stats"]);
    assert!(text.contains("kuhn counts nothing"), "{text}");
}

#[test]
fn a_model_from_logs_is_that_from_records() {
    let (_keep, at) = temp();
    let run = at("run");
    ok(&["match", "holdem", "ta", "lp", "--blocks", "15", "--quiet", "--out", &run]);
    let log = format!("{run}/hands.log");
    for of in ["ta", "lp"] {
        let from = |path: &str| ok(&["analyze", "holdem", "--model", path, "--of", of, "--json"]);
        let trees = from(&run);
        assert!(trees.contains("\"hands\": 30"), "{trees}");
        assert_eq!(from(&log), trees);
    }
    // A directory of logs is all of them: the same log twice has every hand twice.
    let dir = at("logs");
    std::fs::create_dir(&dir).unwrap();
    for name in ["a.log", "b.LOG"] {
        std::fs::copy(&log, Path::new(&dir).join(name)).unwrap();
    }
    assert!(ok(&["analyze", "holdem", "--model", &dir, "--json"]).contains("\"hands\": 60"));
}

/// Bob has the button, raises by the pot, is called; on the flop Ann checks, he bets half the pot, she folds.
const LINE: &str = "STATE:0:r300c/cr600f:AdQc|KsKh/3h4cJh:-300|300:ann|bob";

#[test]
fn a_log_is_counted_as_the_other_seat_saw_it_by_hand() {
    let (_keep, at) = temp();
    let log = at("match.log");
    std::fs::write(&log, format!("# a comment\n{LINE}\nSCORE:-300|300:ann|bob\n")).unwrap();
    let bob = ok(&["analyze", "holdem", "--model", &log, "--of", "bob"]);
    assert!(bob.starts_with("bob: 1 hands"), "{bob}");
    for part in
        ["preflop acts first          0     0     0     1", "flop    after our C         0     0     1     0"]
    {
        assert!(bob.contains(part), "`{part}` in {bob}");
    }
    let ann = ok(&["analyze", "holdem", "--model", &log, "--of", "ann"]);
    for part in [
        "preflop after our BR        0     1     0     0",
        "flop    acts first          0     1     0     0",
        "flop    after our R         1     0     0     0",
    ] {
        assert!(ann.contains(part), "`{part}` in {ann}");
    }
    // The weights after a line of play come from logs as from runs.
    let line = ["--hand", "7c2d", "--board", "3h4cJh", "--line", "r300 c / k r300"];
    let grid = ok(&[&["analyze", "holdem", "--model", &log, "--of", "bob"][..], &line[..]].concat());
    assert!(grid.contains("weights of its hands"), "{grid}");
}

#[test]
fn logs_that_cannot_be_studied_are_refused_by_file_and_line() {
    let (_keep, at) = temp();
    let log = at("bad.log");
    let refused = |text: &str, code: i32, parts: &[&str]| {
        std::fs::write(&log, text).unwrap();
        fails(&["analyze", "holdem", "--model", &log], code, parts);
    };
    refused(
        &format!("{LINE}\nSTATE:1:x:AdQc|KsKh:0|0:bob|ann\n"),
        1,
        &["bad.log", "line 2", "betting is f, c, rN and /"],
    );
    refused(
        "STATE:0:r150f:AdQc|KsKh:-100|100:ann|bob\n",
        1,
        &["bad.log", "line 1", "action 1 (`raise to 150 over the hand`)", "r200..r20000"],
    );
    refused(
        "STATE:0:r300c/:AdQc|KsKh/3h4cJh:0|0:ann|bob\n",
        1,
        &["bad.log", "line 1", "before the hand is over"],
    );
    refused("STATE:0:f:AdQc|KsKh:50|-50\n", 1, &["bad.log", "line 1", "players"]);
    refused("# nothing\n", 1, &["bad.log", "no hand"]);
    refused("# GAMEDEF\n# limit\n# END GAMEDEF\n", 2, &["bad.log"]);
    std::fs::write(&log, format!("{LINE}\n")).unwrap();
    fails(&["analyze", "holdem", "--model", &log, "--of", "bop"], 2, &["--of", "`bop`", "`bob`"]);
    fails(&["analyze", "holdem", "--model", &at("none")], 2, &["none", "is not there"]);
    let dir = at("empty");
    std::fs::create_dir(&dir).unwrap();
    fails(&["analyze", "holdem", "--model", &dir], 2, &["run.json", "*.log"]);
    std::fs::write(Path::new(&dir).join("six.log"), "# GAMEDEF\n").unwrap();
    fails(&["analyze", "holdem", "--model", &dir], 2, &["six.log"]);
}
