//! A person at the terminal: playing, reviewing, undoing.

use crate::{croupier, fails, leduc_run, ok, str, temp, text};
use std::io::Write;
use std::process::Stdio;

/// What a game against a bot shows to a person who types so.
fn played(game: &str, against: &str, typed: &str) -> String {
    let mut child = croupier(&["play", game, "--against", against, "--luck", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    let shown = text(&out.stdout);
    assert!(out.status.success(), "{shown}");
    shown.to_string()
}

#[test]
fn a_person_plays_to_the_end_and_reviews() {
    // The first bot always passes; betting ends the hand, so undo is tried on nothing first.
    let shown = played("kuhn", "first", "undo\nhelp\nx\nlegal\nb\ny\n");
    for part in [
        "legal: p | b",
        "no earlier decision",
        "an action is p (pass) or b (bet)",
        "The end.",
        "what seat 1 knew",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn replay_of_one_seat_shows_what_it_knew_and_nothing_else() {
    let (_keep, dir) = temp("run");
    leduc_run(&dir, &[]);
    let record =
        std::fs::read_to_string(dir.join("records.jsonl")).unwrap().lines().next().unwrap().to_string();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let hands = record["events"][0]
        .as_str()
        .unwrap()
        .trim_start_matches("* ")
        .split(' ')
        .collect::<Vec<_>>()
        .join(" ");
    let (own, other) = hands.split_once(' ').unwrap();
    let shown = ok(&["replay", str(&dir), "--episode", "0", "--seat", "0"]);
    let before_end = shown.split("The other card").next().unwrap();
    assert!(before_end.contains(own) && !before_end.contains(other), "{hands}: {shown}");
    assert!(ok(&["replay", str(&dir)]).contains(other), "without a seat, replay shows everything");
    fails(&["replay", str(&dir), "--episode", "600"], 2, &["--episode", "fewer"]);
    fails(&["replay", str(&dir), "--seat", "7"], 2, &["--seat", "0 to 1"]);
}

#[test]
fn undo_deals_anew_what_the_person_could_not_see() {
    let shown = played("leduc", "random", "c\nundo\nundo\nc\nc\nc\nc\nn\n");
    assert!(shown.contains("what you could not see is dealt anew"), "{shown}");
    let own: Vec<&str> = shown.lines().filter_map(|l| l.split("Your card: ").nth(1)).collect();
    assert!(own.windows(2).all(|w| w[0] == w[1]), "one's own card stays: {shown}");
}
