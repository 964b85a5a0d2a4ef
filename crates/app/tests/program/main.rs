//! The program as a user meets it: one line for each mistake, and runs that survive being killed.

mod damage;
mod matches;
mod mistakes;
mod people;
mod runs;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn croupier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    croupier(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn ok(args: &[&str]) -> String {
    let out = run(args);
    assert!(out.status.success(), "{args:?}: {}", text(&out.stderr));
    text(&out.stdout)
}

/// Fails with this code and a message that holds all of `parts`; never a panic, never silence.
#[track_caller]
fn fails(args: &[&str], code: i32, parts: &[&str]) {
    let out = run(args);
    let message = text(&out.stderr);
    assert_eq!(out.status.code(), Some(code), "{args:?}: {message}");
    assert!(!message.contains("panicked"), "{args:?}: {message}");
    for part in parts {
        assert!(message.contains(part), "{args:?} should say `{part}`: {message}");
    }
}

fn temp(name: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    (dir, path)
}

fn str(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn files(dir: &Path) -> Vec<Vec<u8>> {
    ["run.json", "records.jsonl", "blocks.jsonl"]
        .iter()
        .map(|f| std::fs::read(dir.join(f)).unwrap())
        .collect()
}

fn leduc_run(dir: &Path, more: &[&str]) -> Vec<Vec<u8>> {
    let base = ["match", "leduc", "random", "first", "--blocks", "300", "--quiet", "--out", str(dir)];
    ok(&[&base, more].concat());
    files(dir)
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&ok(&[args, &["--json"]].concat())).unwrap()
}
