//! Runs on disk: the same bytes whatever happens to them.

use crate::{croupier, fails, files, leduc_run, ok, run, str, temp, text};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn the_same_luck_gives_the_same_bytes_on_any_number_of_threads() {
    let (_keep, dir) = temp("");
    let one = leduc_run(&dir.join("1"), &["--threads", "1"]);
    assert_eq!(one, leduc_run(&dir.join("1 again"), &["--threads", "1"]));
    assert_eq!(one, leduc_run(&dir.join("2"), &["--threads", "2"]));
    assert_eq!(one, leduc_run(&dir.join("8"), &["--threads", "8"]));
    let other = leduc_run(&dir.join("other"), &["--luck", "2"]);
    assert_ne!(one[1], other[1], "another luck plays other episodes");
    let test = leduc_run(&dir.join("test"), &["--deck", "test"]);
    assert_ne!(one[1], test[1], "another deck plays other episodes");
}

#[test]
fn a_run_killed_at_any_moment_resumes_to_the_same_bytes() {
    let (_keep, dir) = temp("");
    let args = |d: &Path| {
        let path = str(d).to_string();
        ["match", "leduc", "random", "first", "--blocks", "20000", "--quiet", "--out"]
            .iter()
            .map(|s| (*s).to_string())
            .chain([path])
            .collect::<Vec<_>>()
    };
    let whole = dir.join("whole");
    assert!(
        Command::new(env!("CARGO_BIN_EXE_croupier")).args(args(&whole)).output().unwrap().status.success()
    );
    let mut resumed_in_the_middle = 0;
    for (i, wait) in [20, 60, 150, 300].into_iter().enumerate() {
        let cut = dir.join(format!("cut {i}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(args(&cut))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        if !cut.join("run.json").exists() {
            continue; // Killed before the plan was written: there is nothing to resume.
        }
        let before = std::fs::read(cut.join("blocks.jsonl")).map_or(0, |b| b.len());
        resumed_in_the_middle += u32::from(before < files(&whole)[2].len());
        ok(&["resume", str(&cut), "--quiet"]);
        assert_eq!(files(&whole), files(&cut), "killed after {wait} ms");
        ok(&["verify", str(&cut), "--quiet"]);
    }
    assert!(resumed_in_the_middle > 0, "no run was killed in its middle: the test tests nothing");
}

#[test]
fn an_interrupted_run_says_how_to_go_on_and_does() {
    let (_keep, dir) = temp("run");
    let args = ["match", "leduc", "random", "first", "--blocks", "100000000", "--quiet", "--out", str(&dir)];
    let child = croupier(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(600));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
    assert!(text(&out.stdout).contains("interrupted"), "the report so far is printed: {}", text(&out.stdout));
    assert!(text(&out.stderr).contains("croupier resume"), "{}", text(&out.stderr));
    assert!(ok(&["verify", str(&dir), "--quiet"]).contains("every result follows"));
}

/// /dev/full takes no byte: the nearest thing to a full disk that every test machine has.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_with_a_clear_message_and_a_store_that_resumes() {
    let (_keep, dir) = temp("");
    let whole = leduc_run(&dir.join("whole"), &[]);
    for file in ["records.jsonl", "blocks.jsonl", "timings.jsonl"] {
        let cut = dir.join(format!("cut {file}"));
        std::fs::create_dir(&cut).unwrap();
        std::os::unix::fs::symlink("/dev/full", cut.join(file)).unwrap();
        let args = ["match", "leduc", "random", "first", "--blocks", "300", "--quiet", "--out", str(&cut)];
        fails(&args, 1, &[file, "the disk is full", "croupier resume"]);
        std::fs::remove_file(cut.join(file)).unwrap();
        std::fs::write(cut.join(file), "").unwrap();
        ok(&["resume", str(&cut), "--quiet"]);
        assert_eq!(files(&cut), whole, "{file}");
    }
}

#[test]
fn two_processes_cannot_write_one_run() {
    let (_keep, dir) = temp("run");
    let args = ["match", "leduc", "random", "first", "--blocks", "100000000", "--quiet", "--out", str(&dir)];
    let mut child = croupier(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !dir.join("timings.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    let out = run(&["resume", str(&dir)]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stderr).contains("another process is writing this run"), "{}", text(&out.stderr));
}

#[test]
fn ctrl_c_stops_inside_a_long_block() {
    let args = [
        "match",
        "kuhn",
        "random",
        "first",
        "--blocks",
        "1",
        "--series",
        "400000",
        "--quiet",
        "--threads",
        "1",
    ];
    let child = croupier(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let out = child.wait_with_output().unwrap();
    // Either it was stopped, or so fast that the block was done before.
    assert!(text(&out.stderr).contains("interrupted") || out.status.success(), "{}", text(&out.stderr));
}
