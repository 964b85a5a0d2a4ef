//! Go on the command line: files of tests, games as SGF, speed, and the mistakes of a new user.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(args).stdin(Stdio::null()).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Ends with this code, says all of `parts`, and never panics.
#[track_caller]
fn says(args: &[&str], code: i32, parts: &[&str]) {
    let out = run(args);
    let all = text(&out.stdout) + &text(&out.stderr);
    assert_eq!(out.status.code(), Some(code), "{args:?}: {all}");
    assert!(!all.contains("panicked"), "{args:?}: {all}");
    for part in parts {
        assert!(all.contains(part), "{args:?} should say `{part}`: {all}");
    }
}

fn file(dir: &Path, name: &str, text: &str) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Three white stones in atari that Black must take lest they cut it in two, in a file beside the tests.
const TESTS: &str = "loadsgf atari.sgf\n10 reg_genmove b\n#? [E8]\n20 countlib E5\n#? [1]\n";

#[test]
fn files_of_tests_run_where_they_lie_and_fail_with_exit_code_1() {
    let dir = tempfile::tempdir().unwrap();
    let black = "AB[de][dd][dc][fe][fd][fc][ef]";
    let white = "AW[ee][ed][ec][ce][cd][cc][ge][gd][gc][df][ff]";
    file(dir.path(), "atari.sgf", &format!("(;GM[1]SZ[9]KM[7.5]{black}{white}PL[B])"));
    let right = file(dir.path(), "right.tst", TESTS);
    let right = right.to_str().unwrap();
    let wrong = file(dir.path(), "wrong.tst", &TESTS.replace("[1]", "[!1]"));
    let wrong = wrong.to_str().unwrap();
    let bot = "mcts:playouts=200";
    says(&["gtp", "--bot", bot, "--regress", right], 0, &["2 of 2 right in 1 files"]);
    let line = "line 4: 20 countlib E5 -> 1, not !1";
    says(
        &["gtp", "--bot", bot, "--regress", right, wrong],
        1,
        &["3 of 4 right in 2 files", line, "1 tests failed"],
    );
    let out = run(&["gtp", "--bot", bot, "--regress", right, "--json"]);
    let rows: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((&rows[0]["pass"], &rows[0]["tests"][1]["answer"]), (&2.into(), &"1".into()));
}

#[test]
fn files_that_hold_no_test_are_refused_in_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let none = file(dir.path(), "none.tst", "# nothing\nname\n");
    says(&["gtp", "--regress", none.to_str().unwrap()], 2, &["none.tst: no test in it"]);
    let bad = file(dir.path(), "bad.tst", "10 name\n#? A1\n");
    says(&["gtp", "--regress", bad.to_str().unwrap()], 2, &["bad.tst: line 2: `#? A1` is not allowed"]);
    says(&["gtp", "--regress", "/nope.tst"], 2, &["--regress: /nope.tst"]);
    says(&["gtp", "--json"], 2, &["--regress"]);
    let good = file(dir.path(), "good.tst", "10 name\n#? [x]\n");
    let good = good.to_str().unwrap();
    says(&["gtp", "--bot", "gtp:/nope", "--regress", good], 2, &["cannot start `/nope`"]);
    says(&["gtp", "--bot", "gtp:echo hello", "--regress", good], 2, &["it said", "hello", "no response"]);
}

#[test]
fn an_engine_is_no_bot_of_the_engine_and_its_time_is_checked() {
    says(&["gtp", "--bot", "gtp:gnugo"], 2, &["--bot: `gtp:gnugo`"]);
    says(&["match", "go", "random", "gtp:timeout=x gnugo"], 2, &["timeout: `x`", "86400"]);
    says(&["match", "kuhn", "random", "gtp:gnugo"], 2, &["GTP engines play go"]);
    says(&["analyze", "go", "/nope.sgf"], 2, &["/nope.sgf"]);
    says(&["analyze", "go", "x.sgf", "--move", "-1"], 2, &["--move", "whole number from 1"]);
}

#[test]
fn a_match_writes_its_games_as_sgf_that_analysis_reads() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    let out = out.to_str().unwrap();
    let small = ["--set", "width=5", "--set", "height=5", "--set", "komi=0.5", "--quiet"];
    let args = [&["match", "go", "first", "random", "--blocks", "2", "--out", out][..], &small].concat();
    says(&args, 0, &["first", "random"]);
    let games = format!("{out}/games.sgf");
    let sgf = std::fs::read_to_string(&games).unwrap();
    // Two lucks, each in both seatings: with what a reader of SGF looks for first.
    assert_eq!(sgf.matches("(;").count(), 4, "{sgf}");
    assert!(["SZ[5]", "KM[0.5]", "PB[first]", "PW[first]"].iter().all(|p| sgf.contains(p)), "{sgf}");
    says(&["analyze", "go", &games, "--move", "1", "--bot", "mcts:playouts=50"], 0, &["A B C D E", "visits"]);
}

#[test]
fn speed_is_told_by_kind_of_playout() {
    let out = run(&["bench", "go", "--set", "width=5", "--set", "height=5", "--seconds", "0.01", "--json"]);
    let rows: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    for kind in ["uniform", "mcts", "mcts_rave_light", "mcts_plain", "uct"] {
        assert!(rows[0]["playouts_per_cpu_s"][kind].as_f64().unwrap() > 0.0, "{kind}: {rows}");
    }
}
