//! Damaged stores: what is wrong with them is named, and nothing panics.

use crate::{fails, files, leduc_run, ok, run, str, temp, text};

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
