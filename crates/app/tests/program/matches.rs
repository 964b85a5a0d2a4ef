//! What a match says, and who may play in it.

use crate::{fails, files, json, ok, str, temp};
use std::path::Path;

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
    assert!(html.contains("No plot: nobody forfeited"));
    assert!(!html.contains("src=") && !html.contains("href="), "nothing is loaded from elsewhere");
    fails(
        &["match", "kuhn", "random", "first", "--html", "/nonexistent/page.html"],
        2,
        &["/nonexistent/page.html"],
    );
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
