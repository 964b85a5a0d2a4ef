//! What a new user gets wrong: one line, and the right exit code.

use crate::{croupier, fails, leduc_run, str, temp, text};
use std::process::Stdio;

#[test]
fn a_new_users_mistakes_get_one_clear_line_and_exit_code_2() {
    fails(&["match", "khun", "random", "first"], 2, &["unknown game `khun`", "did you mean `kuhn`?"]);
    fails(&["match", "mini-mahjnog", "x", "y"], 2, &["did you mean `mini-mahjong`?"]);
    fails(&["match", "kuhn", "rnadom", "first"], 2, &["unknown bot `rnadom`", "did you mean `random`?"]);
    fails(&["match", "kuhn", "random:depth=3", "first"], 2, &["unknown bot parameter `depth`"]);
    fails(&["match", "kuhn", "random:depth", "first"], 2, &["bot spec", "has no ="]);
    fails(&["match", "kuhn", "", "first"], 2, &["bot spec"]);
    fails(&["match", "kuhn", "random", "first", "--blocks", "-1"], 2, &["-1", "--blocks"]);
    fails(&["match", "kuhn", "random", "first", "--blocks", "0"], 2, &["0", "--blocks"]);
    fails(&["match", "kuhn", "random", "first", "--luck", "18446744073709551616"], 2, &["--luck"]);
    fails(
        &["match", "mini-mahjong", "tsumogiri", "tsumogiri", "--set", "players=9"],
        2,
        &["players", "9", "2 to 4"],
    );
    fails(
        &["match", "mini-mahjong", "tsumogiri", "tsumogiri", "--set", "plaeyrs=2"],
        2,
        &["did you mean `players`?"],
    );
    fails(&["match", "kuhn", "random", "first", "--set", "players"], 2, &["KEY=VALUE"]);
    fails(&["match", "kuhn", "random", "first", "--profile", "standrad"], 2, &["did you mean `standard`?"]);
    fails(&["match", "kuhn", "random"], 2, &["kuhn has 2 seats", "1 bots are given"]);
    fails(&["match", "kuhn", "random", "first", "--seatings", "some"], 2, &["all, rotations"]);
    fails(&["match", "kuhn", "random", "first", "--deck", "tset"], 2, &["test"]);
    fails(&["match", "kuhn", "random", "first", "--sprt", "low=0,hihg=1"], 2, &["--sprt", "hihg"]);
    fails(&["compare", "kuhn", "random", "first"], 2, &["--against"]);
    fails(&["ablate", "kuhn", "random", "--against", "first"], 2, &["has no switch that is on"]);
    fails(&["mathc", "kuhn"], 2, &["match"]);
    fails(&["games", "leduk"], 2, &["did you mean `leduc`?"]);
    fails(&["bench", "leduk"], 2, &["did you mean `leduc`?"]);
    fails(&["play", "kuhn", "--seat", "2"], 2, &["--seat", "0 to 1"]);
}

#[test]
fn directories_that_hold_no_run_are_named() {
    fails(&["resume", "/nonexistent/run"], 2, &["/nonexistent/run", "no run here"]);
    fails(&["verify", "/nonexistent/run"], 2, &["no run here"]);
    fails(&["replay", "/nonexistent/run"], 2, &["no run here"]);
    let (_keep, dir) = temp("run");
    std::fs::create_dir(&dir).unwrap();
    std::fs::write(dir.join("run.json"), "{\"kind\":").unwrap();
    fails(&["resume", str(&dir)], 1, &["run.json", "line 1"]);
    // A file where a directory should be.
    let file = dir.join("run.json");
    fails(&["match", "kuhn", "random", "first", "--blocks", "2", "--out", str(&file)], 2, &[str(&file)]);
    fails(
        &["match", "kuhn", "random", "first", "--blocks", "2", "--out", str(&dir)],
        2,
        &["holds a run already"],
    );
}

/// /dev/full takes no byte.
#[cfg(target_os = "linux")]
#[test]
fn output_that_is_not_taken_is_an_error_and_never_a_panic() {
    let (_keep, dir) = temp("run");
    leduc_run(&dir, &[]);
    let commands: [&[&str]; 7] = [
        &["games"],
        &["games", "--json"],
        &["bench", "kuhn", "--seconds", "0.01"],
        &["verify", str(&dir)],
        &["replay", str(&dir)],
        &["play", "kuhn"],
        &["match", "kuhn", "random", "first", "--blocks", "2"],
    ];
    for args in commands {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let out =
            croupier(args).stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(out.status.code(), Some(1), "{args:?}: {}", text(&out.stderr));
        assert!(!text(&out.stderr).contains("panicked"), "{args:?}: {}", text(&out.stderr));
    }
}
