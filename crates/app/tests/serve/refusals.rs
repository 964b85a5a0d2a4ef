//! What is refused, and that each refusal is one line of JSON that says why.

use crate::client::Server;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// The answer's status and its `error`.
async fn refused(server: &Server, method: &str, path: &str, body: &str) -> (u16, String) {
    let (status, text) = server.ask(method, path, body, &server.origin()).await;
    let answer: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}: {text}"));
    (status, answer["error"].as_str().unwrap_or_else(|| panic!("{path}: {text}")).to_string())
}

#[tokio::test]
async fn bots_that_reach_outside_the_server_sit_only_where_its_options_allow_them() {
    let wanted = |spec: &str| json!({ "game": "kuhn", "seats": ["person", { "bot": spec }] }).to_string();
    let outside = [
        ("cmd:true", "--allow-programs"),
        ("gtp:true", "--allow-programs"),
        // It has no end.
        ("strategy:file=/dev/zero", "--allow-files"),
        (" strategy : file = /etc/passwd", "--allow-files"),
    ];
    let server = Server::new(&[]).await;
    for (spec, option) in outside {
        let (status, error) = refused(&server, "POST", "/api/tables", &wanted(spec)).await;
        assert_eq!((status, error.contains(option)), (400, true), "{error}");
    }
    let shipped = json!({ "game": "holdem", "seats": ["person", { "bot": "blueprint:file=shipped" }] });
    server.make(&shipped).await;
    let server = Server::new(&["--allow-files"]).await;
    let (_, error) = refused(&server, "POST", "/api/tables", &wanted("strategy:file=/etc/passwd")).await;
    assert!(error.contains("not a strategy file"), "{error}");
}

#[tokio::test]
async fn a_table_with_a_program_does_not_come_back_where_programs_are_no_longer_allowed() {
    let server = Server::new(&["--allow-programs"]).await;
    let wanted = json!({ "game": "kuhn", "seats": ["person", { "bot": "cmd:cat" }] });
    let made = server.make(&wanted).await;
    let server = Server::on(server.end(), &[]).await;
    let mut player = server.join(&made.table, json!({ "token": made.tokens[0] })).await;
    let error = player.error().await;
    assert!(error.contains("--allow-programs"), "{error}");
}

#[tokio::test]
async fn addresses_and_bodies_that_make_no_sense_get_a_reason() {
    let server = Server::new(&["--message", "200"]).await;
    let long = json!({ "game": "go", "seats": vec!["person"; 100] }).to_string();
    let cases = [
        ("GET", "/api/runs/x/episodes/-1", "", 400, "-1"),
        ("GET", "/api/runs/x/episodes/99999999999999999999", "", 400, "u64"),
        ("GET", "/api/runs/%2e%2e/report", "", 404, "no such run"),
        ("GET", "/api/runs/..%2f..%2fetc/report", "", 404, "no such run"),
        ("GET", "/web/..%2fCargo.toml", "", 404, "no such page"),
        ("GET", "/api/tables/..%2f..%2fx/review", "", 404, "no such table"),
        ("GET", "/nowhere", "", 404, "no such address"),
        ("POST", "/api/games", "", 405, "no such method"),
        ("POST", "/api/tables", "{", 400, "JSON"),
        ("POST", "/api/tables", &long, 413, "200 bytes; see --message"),
    ];
    for (method, path, body, status, part) in cases {
        let (found, error) = refused(&server, method, path, body).await;
        assert_eq!((found, error.contains(part)), (status, true), "{method} {path}: {error}");
    }
}

fn run_in(folder: &Path, name: &str) -> std::path::PathBuf {
    let dir = folder.join(name);
    let args = ["match", "kuhn", "random", "first", "--blocks", "3", "--quiet", "--out"];
    let made = Command::new(env!("CARGO_BIN_EXE_croupier")).args(args).arg(&dir).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    dir
}

#[tokio::test]
async fn a_damaged_run_is_named_with_what_is_wrong_and_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| run_in(folder.path(), name);
    of("good");
    std::fs::write(of("plan").join("run.json"), "[1,").unwrap();
    std::fs::write(of("record").join("records.jsonl"), "{}\n{}\n").unwrap();
    std::fs::remove_file(of("gone").join("records.jsonl")).unwrap();
    let pipe = of("pipe").join("records.jsonl");
    std::fs::remove_file(&pipe).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/etc", folder.path().join("etc")).unwrap();
    let server = Server::new(&["--threads", "1", "--runs", folder.path().to_str().unwrap()]).await;
    let (_, list) = server.ask("GET", "/api/runs", "", &server.origin()).await;
    let list: Value = serde_json::from_str(&list).unwrap();
    let listed: Vec<_> = list["runs"].as_array().unwrap().iter().collect();
    let names: Vec<_> = listed.iter().map(|r| r["run"].as_str().unwrap()).collect();
    assert_eq!(names, ["gone", "good", "pipe", "plan", "record"]);
    let error = |name: &str| listed.iter().find(|r| r["run"] == name).unwrap()["error"].as_str();
    assert!(error("plan").unwrap().contains("run.json"), "{list}");
    assert!(error("pipe").unwrap().contains("no plain file"), "{list}");
    assert_eq!(error("good"), None);
    for (name, part) in [
        ("record", "line 1: not a record"),
        ("gone", "No such file"),
        ("pipe", "records.jsonl is no plain file"),
        ("etc", "no such run"),
    ] {
        for rest in ["from/0", "0", "0/1"] {
            let path = format!("/api/runs/{name}/episodes/{rest}");
            let (status, error) = refused(&server, "GET", &path, "").await;
            assert!((400..500).contains(&status) && error.contains(part), "{path}: {status} {error}");
        }
    }
    let (status, page) = server.ask("GET", "/api/runs/good/report", "", &server.origin()).await;
    assert_eq!((status, page.contains("<svg")), (200, true), "{page}");
}
