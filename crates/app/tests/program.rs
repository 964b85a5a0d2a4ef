//! The program as a user meets it: one line for each mistake, and runs that survive being killed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

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

#[test]
fn a_torn_last_line_is_healed_and_a_damaged_middle_line_is_named() {
    let (_keep, dir) = temp("run");
    let whole = leduc_run(&dir, &[]);
    for file in ["records.jsonl", "blocks.jsonl", "timings.jsonl"] {
        let path = dir.join(file);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
        let out = run(&["resume", str(&dir)]);
        assert!(out.status.success(), "{}", text(&out.stderr));
        assert!(text(&out.stderr).contains("torn"), "{}", text(&out.stderr));
        assert_eq!(files(&dir), whole, "{file}");
    }
    for file in ["records.jsonl", "blocks.jsonl", "timings.jsonl"] {
        let path = dir.join(file);
        let good = std::fs::read(&path).unwrap();
        let lines: Vec<&[u8]> = good.split_inclusive(|b| *b == b'\n').collect();
        let mut bad = lines.clone();
        bad[4] = b"{\"garbage\n";
        std::fs::write(&path, bad.concat()).unwrap();
        fails(&["resume", str(&dir)], 1, &[file, "line 5"]);
        assert_eq!(std::fs::read(&path).unwrap(), bad.concat(), "nothing is changed or dropped");
        std::fs::write(&path, good).unwrap();
    }
}

#[test]
fn verify_finds_a_changed_action_a_changed_score_and_a_changed_result() {
    let (_keep, dir) = temp("run");
    leduc_run(&dir, &[]);
    let change = |file: &str, line: usize, from: &str, to: &str| {
        let path = dir.join(file);
        let good = std::fs::read_to_string(&path).unwrap();
        let mut lines: Vec<String> = good.lines().map(String::from).collect();
        let at = lines
            .iter()
            .enumerate()
            .skip(line)
            .find(|(_, l)| l.contains(from))
            .map(|(i, _)| i)
            .expect("a line to change");
        lines[at] = lines[at].replacen(from, to, 1);
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        fails(&["verify", str(&dir)], 1, &[file, &format!("line {}", at + 1)]);
        std::fs::write(&path, good).unwrap();
    };
    change("records.jsonl", 10, "\"0 c\"", "\"0 f\"");
    change("records.jsonl", 20, "\"* Ka\"", "\"* Kb\"");
    change("records.jsonl", 30, "\"scores\":[1.0,-1.0]", "\"scores\":[2.0,-2.0]");
    change("blocks.jsonl", 5, "\"wins\":1", "\"wins\":2");
    ok(&["verify", str(&dir)]);
}

#[test]
fn a_store_of_other_rules_is_refused() {
    let (_keep, dir) = temp("run");
    leduc_run(&dir, &[]);
    let path = dir.join("run.json");
    let good = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, good.replace("\"rules\": 1", "\"rules\": 999")).unwrap();
    for command in ["resume", "verify", "replay"] {
        fails(&[command, str(&dir)], 2, &["leduc RULES 999", "this program has leduc RULES 1"]);
    }
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
fn json_has_the_promised_keys() {
    let out = ok(&["match", "kuhn", "random", "random", "--blocks", "50", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    for key in [
        "game", "profile", "rules", "version", "luck", "deck", "blocks", "episodes", "stop", "bots", "pairs",
        "details",
    ] {
        assert!(!json[key].is_null(), "{key}: {out}");
    }
    assert_eq!(json["stop"], "fixed");
    let bots = json["bots"].as_array().unwrap();
    assert_eq!(bots.len(), 2, "one entry for each entrant, also when two specs are equal");
    for bot in bots {
        for key in [
            "spec",
            "episodes",
            "mean",
            "ci95",
            "wins",
            "draws",
            "losses",
            "places",
            "forfeits",
            "decision_ms",
        ] {
            assert!(!bot[key].is_null(), "{key}: {bot}");
        }
        let count = |key: &str| bot[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), count("episodes"));
        assert!(bot["decision_ms"]["median"].is_number() && bot["decision_ms"]["p99"].is_number());
    }
    for key in ["a", "b", "diff", "ci95"] {
        assert!(!json["pairs"][0][key].is_null(), "{key}: {out}");
    }
    let bench: serde_json::Value =
        serde_json::from_str(&ok(&["bench", "kuhn", "--seconds", "0.05", "--json"])).unwrap();
    for key in ["game", "profile", "decisions_per_cpu_s", "episodes_per_cpu_s"] {
        assert!(!bench[0][key].is_null(), "{key}");
    }
    let games: serde_json::Value = serde_json::from_str(&ok(&["games", "--json"])).unwrap();
    assert!(
        games
            .as_array()
            .unwrap()
            .iter()
            .any(|g| g["game"] == "mini-mahjong" && !g["switches"].as_array().unwrap().is_empty())
    );
}

#[test]
fn an_html_page_is_self_contained() {
    let (_keep, page) = temp("report.html");
    ok(&["match", "kuhn", "random", "first", "--blocks", "80", "--html", str(&page)]);
    let html = std::fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<svg").count(), 4, "running interval, block scores, places, decision times");
    assert!(!html.contains("src=") && !html.contains("href="), "nothing is loaded from elsewhere");
    fails(
        &["match", "kuhn", "random", "first", "--html", "/nonexistent/page.html"],
        2,
        &["/nonexistent/page.html"],
    );
}

#[test]
fn a_person_plays_to_the_end_and_reviews() {
    use std::io::Write;
    let mut child = croupier(&["play", "kuhn", "--against", "first", "--luck", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The first bot always passes; betting ends the hand, so undo is tried on nothing first.
    child.stdin.take().unwrap().write_all(b"undo\nhelp\nx\nlegal\nb\ny\n").unwrap();
    let out = child.wait_with_output().unwrap();
    let shown = text(&out.stdout);
    assert!(out.status.success());
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

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&ok(&[args, &["--json"]].concat())).unwrap()
}

/// Exact odds of the rules page; 3 standard errors of the frequency over 20,000 blocks.
#[test]
fn a_match_reproduces_the_exact_odds_of_tsumogiri() {
    let r = json(&["match", "mini-mahjong", "tsumogiri", "tsumogiri", "--blocks", "20000"]);
    let n = 20_000.0;
    let near = |name: &str, found: f64, exact: f64| {
        let se = (exact * (1.0 - exact) / n).sqrt();
        assert!((found - exact).abs() < 3.0 * se, "{name}: {found} against {exact} ± {se}");
    };
    for bot in r["bots"].as_array().unwrap() {
        near("wins", bot["wins"].as_f64().unwrap() / n, 110_746.0 / 407_253.0);
        near("draws", bot["draws"].as_f64().unwrap() / n, 185_761.0 / 407_253.0);
    }
    near("tsumo", r["details"]["tsumo"].as_f64().unwrap(), 0.277071);
    near("ron", r["details"]["ron"].as_f64().unwrap(), 0.266797);
    near("first mover", r["details"]["first_mover_wins"].as_f64().unwrap(), 0.272342);
    let draws = r["details"]["mean_draws"].as_f64().unwrap();
    // A hand has 1 to 40 draws: their standard deviation is below 20.
    assert!((draws - 22.5343).abs() < 3.0 * 20.0 / n.sqrt(), "{draws}");
}

#[test]
fn a_sequential_test_says_that_it_stopped_and_resumes_to_the_same_bytes() {
    let (_keep, dir) = temp("");
    let play = |d: &Path, threads: &str| {
        ok(&[
            "match",
            "mini-mahjong",
            "greedy",
            "tsumogiri",
            "--sprt",
            "low=0,high=0.3,unit=score",
            "--blocks",
            "5000",
            "--quiet",
            "--threads",
            threads,
            "--out",
            str(d),
        ])
    };
    let (one, two) = (dir.join("1"), dir.join("2"));
    assert!(play(&one, "1").contains("accepts high"));
    play(&two, "2");
    assert_eq!(files(&one), files(&two), "blocks count in plan order, so the test stops at the same one");
    let path = one.join("blocks.jsonl");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(ok(&["resume", str(&one), "--quiet"]).contains("accepts high"));
    assert_eq!(files(&one), files(&two));
}

#[test]
fn outside_programs_play_and_their_records_repeat() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let (python, shell) =
        (format!("cmd:python3 {examples}/greedy_bot.py"), format!("cmd:sh {examples}/random_bot.sh"));
    let (_keep, dir) = temp("");
    let play = |d: &Path| {
        ok(&["match", "mini-mahjong", &python, &shell, "--blocks", "15", "--quiet", "--out", str(d)]);
        files(d)
    };
    assert_eq!(play(&dir.join("1")), play(&dir.join("2")));
    let r = json(&["match", "mini-mahjong", &python, &shell, "--blocks", "60"]);
    for bot in r["bots"].as_array().unwrap() {
        assert_eq!(bot["forfeits"], serde_json::json!({}), "{bot}");
    }
    assert!(r["pairs"][0]["ci95"][0].as_f64().unwrap() > 0.0, "a greedy program beats a random one: {r}");
    fails(&["match", "mini-mahjong", "cmd:/nonexistent/bot", "tsumogiri"], 2, &["/nonexistent/bot"]);
    fails(&["match", "mini-mahjong", "cmd:", "tsumogiri"], 2, &["cmd"]);
}

#[test]
fn a_program_that_fails_forfeits_by_kind_and_the_run_goes_on() {
    let ready_then_nonsense = r#"read hello; id=${hello#*\"id\":}; id=${id%%[,\}]*}
        echo "{\"id\":$id,\"ready\":\"x\"}"; read series; read begin; read turn; echo nonsense; sleep 9"#;
    let cases = [("exit 3", "died"), (ready_then_nonsense, "garbage"), ("echo early; sleep 9", "unasked")];
    for (script, kind) in cases {
        let spec = format!("cmd:sh -c '{script}'");
        let r = json(&["match", "kuhn", &spec, "random", "--blocks", "3"]);
        assert_eq!(r["bots"][0]["forfeits"], serde_json::json!({ kind: 6 }), "{script}");
        assert_eq!(r["bots"][0]["mean"], -2.0);
    }
}

#[test]
fn series_play_in_order_and_seatings_can_be_chosen() {
    let r = json(&["match", "leduc", "random", "first", "--blocks", "20", "--series", "5"]);
    assert_eq!((r["episodes"].as_u64(), r["series"].as_u64()), (Some(200), Some(5)));
    let r = json(&["match", "leduc", "random", "first", "--blocks", "20", "--seatings", "1"]);
    assert_eq!(r["episodes"].as_u64(), Some(20));
    assert!(r["warnings"].to_string().contains("seatings are unbalanced"));
}

/// Whatever valid JSON stands in a store, `resume` names the line that is not the plan's; it never panics and changes nothing.
#[test]
fn lines_that_are_not_the_plans_are_named() {
    let (_keep, dir) = temp("");
    let (own, other) = (dir.join("own"), dir.join("other"));
    leduc_run(&own, &[]);
    leduc_run(&other, &["--luck", "2"]);
    let check = |file: &str, bytes: Vec<u8>, part: &str| {
        let path = own.join(file);
        let good = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes).unwrap();
        fails(&["resume", str(&own), "--quiet"], 1, &[file, part]);
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing is changed");
        std::fs::write(&path, good).unwrap();
    };
    for file in ["blocks.jsonl", "records.jsonl"] {
        check(file, std::fs::read(other.join(file)).unwrap(), "line 1");
    }
    let good = std::fs::read_to_string(own.join("blocks.jsonl")).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let mut line: serde_json::Value = serde_json::from_str(lines[4]).unwrap();
    let changes: [(&str, serde_json::Value); 6] = [
        ("/tables", serde_json::json!([])),
        ("/tables/0/bots", serde_json::json!([])),
        ("/tables/0/bots/0/wins", serde_json::json!(9)),
        ("/tables/0/bots/0/wins", serde_json::json!(u64::MAX)),
        ("/tables/0/bots/1/places", serde_json::json!([1, 0, 0, 0])),
        ("/tables/0/episodes", serde_json::json!(0)),
    ];
    for (pointer, value) in changes {
        let before = line.pointer(pointer).unwrap().clone();
        *line.pointer_mut(pointer).unwrap() = value;
        let changed = line.to_string();
        let mut all = lines.clone();
        all[4] = &changed;
        check("blocks.jsonl", (all.join("\n") + "\n").into_bytes(), "line 5");
        *line.pointer_mut(pointer).unwrap() = before;
    }
    for file in ["records.jsonl", "blocks.jsonl", "timings.jsonl"] {
        let path = own.join(file);
        std::fs::rename(&path, own.join("aside")).unwrap();
        fails(&["resume", str(&own), "--quiet"], 1, &[file, "missing"]);
        std::fs::rename(own.join("aside"), &path).unwrap();
    }
    std::fs::remove_file(own.join("run.json")).unwrap();
    fails(&["match", "kuhn", "random", "first", "--out", str(&own)], 2, &["holds a run already"]);
    assert_eq!(std::fs::read_to_string(own.join("blocks.jsonl")).unwrap(), good, "nothing recorded is lost");
}

#[test]
fn plans_that_no_command_makes_are_refused_by_field() {
    let (_keep, dir) = temp("run");
    leduc_run(&dir, &[]);
    let path = dir.join("run.json");
    let good: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let changes = [
        ("blocks", serde_json::json!(0), "blocks"),
        ("series", serde_json::json!(0), "series"),
        ("seatings", serde_json::json!({"drawn": 0}), "seatings"),
        ("seatings", serde_json::json!({"drawn": 4_000_000_000u32}), "seatings"),
        ("series", serde_json::json!(u32::MAX), "episodes of a block"),
        ("entrants", serde_json::json!([]), "0 bots are given"),
        ("profile", serde_json::json!("lies"), "profile"),
        ("tables", serde_json::json!([]), "tables"),
        ("more", serde_json::json!(1), "more"),
    ];
    for (key, value, part) in changes {
        let mut plan = good.clone();
        plan[key] = value;
        std::fs::write(&path, plan.to_string()).unwrap();
        for command in ["resume", "verify"] {
            let out = run(&[command, str(&dir)]);
            let message = text(&out.stderr);
            assert!(matches!(out.status.code(), Some(1 | 2)), "{command} {key}: {message}");
            assert!(message.contains(part) && !message.contains("panicked"), "{command} {key}: {message}");
        }
    }
}

#[test]
fn a_damaged_record_is_named_and_nothing_panics() {
    let (_keep, dir) = temp("run");
    leduc_run(&dir, &[]);
    let path = dir.join("records.jsonl");
    let good = std::fs::read_to_string(&path).unwrap();
    for (from, to) in [
        ("\"0 c\"", "\"9 c\""),
        ("\"0 c\"", "\"1 c\""),
        ("\"agents\":[", "\"agents\":[],\"x\":["),
        ("\"* ", "\"0 "),
    ] {
        std::fs::write(&path, good.replacen(from, to, 1)).unwrap();
        for command in ["replay", "verify"] {
            let out = run(&[command, str(&dir)]);
            assert_eq!(out.status.code(), Some(1), "{command} {from} -> {to}: {}", text(&out.stderr));
            assert!(!text(&out.stderr).contains("panicked"), "{}", text(&out.stderr));
        }
    }
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

#[test]
fn undo_deals_anew_what_the_person_could_not_see() {
    use std::io::Write;
    let mut child = croupier(&["play", "leduc", "--against", "random", "--luck", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"c\nundo\nundo\nc\nc\nc\nc\nn\n").unwrap();
    let out = child.wait_with_output().unwrap();
    let shown = text(&out.stdout);
    assert!(out.status.success() && shown.contains("what you could not see is dealt anew"), "{shown}");
    let own: Vec<&str> = shown.lines().filter_map(|l| l.split("Your card: ").nth(1)).collect();
    assert!(own.windows(2).all(|w| w[0] == w[1]), "one's own card stays: {shown}");
}
