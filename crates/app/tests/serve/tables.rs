//! What becomes of tables: bots that fail, tables left alone, servers that end.

use crate::client::Server;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

#[tokio::test]
async fn a_bot_that_fails_forfeits_and_the_table_and_its_record_say_so() {
    let server = Server::new(&["--allow-programs"]).await;
    let wanted = json!({ "game": "kuhn", "seats": ["person", { "bot": "cmd:true" }] });
    let made = server.make(&wanted).await;
    let mut player = server.join(&made.table, json!({ "token": made.tokens[0] })).await;
    player.state(0).await;
    player.act(0, "p").await;
    let end = loop {
        let state = player.state(1).await;
        if state["over"] == true {
            break state;
        }
    };
    assert_eq!((&end["forfeit"]["seat"], &end["forfeit"]["kind"]), (&json!(1), &json!("died")), "{end}");
    // The other side of an ante.
    assert_eq!(end["scores"][0], json!(-end["scores"][1].as_f64().unwrap()));
    player.act(1, "p").await;
    assert_eq!(player.error().await, "the episode is over");
    let path = format!("/api/tables/{}/review", made.table);
    let (status, body) = server.ask("GET", &path, "", &server.origin()).await;
    let review: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &review["end"]["forfeit"]["fault"]), (200, &json!("died")));
    let last = format!("{path}/{}", review["last"]);
    let (status, body) = server.ask("GET", &last, "", &server.origin()).await;
    assert_eq!((status, body.contains("\"views\"")), (200, true), "{body}");
}

#[tokio::test]
async fn a_table_left_alone_leaves_memory_and_comes_back_as_it_was() {
    let server = Server::new(&["--idle", "1", "--tables", "1"]).await;
    let wanted = json!({ "game": "leduc", "seats": ["person", "person"] });
    let made = server.make(&wanted).await;
    let mut player = server.join(&made.table, json!({ "token": made.tokens[0] })).await;
    player.state(0).await;
    player.act(0, "r").await;
    let before = player.state(1).await;
    drop(player);
    // One table is the limit: there is room for another once the first has left.
    let mut second = 429;
    for _ in 0..200 {
        if second == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        second = server.ask("POST", "/api/tables", &wanted.to_string(), &server.origin()).await.0;
    }
    assert_eq!(second, 200);
    let mut after = None;
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let mut player = server.join(&made.table, json!({ "token": made.tokens[0] })).await;
        let message = player.next().await.unwrap();
        if message["type"] == "state" {
            after = Some(message);
            break;
        }
        assert!(message["text"].as_str().unwrap().contains("1 tables at once"), "{message}");
    }
    assert_eq!(after, Some(before));
}

#[tokio::test]
async fn a_server_that_is_killed_in_mid_write_comes_back_to_the_last_whole_line() {
    let server = Server::new(&[]).await;
    let wanted = json!({ "game": "big-two", "seats": ["person", "person", "person", "person"] });
    let made = server.make(&wanted).await;
    let mut watcher = server.join(&made.table, json!({ "token": null })).await;
    let seat = watcher.state(0).await["turn"].as_u64().unwrap() as usize;
    let mut player = server.join(&made.table, json!({ "token": made.tokens[seat] })).await;
    player.state(0).await;
    player.act(0, "3d").await;
    let before = player.state(1).await;
    let log = server.path(&format!("records/{}.jsonl", made.table));
    drop((watcher, player));
    let dir = server.end();
    std::fs::OpenOptions::new().append(true).open(&log).unwrap().write_all(b"{\"event\":\"2 4").unwrap();
    let server = Server::on(dir, &[]).await;
    let mut player = server.join(&made.table, json!({ "token": made.tokens[seat] })).await;
    assert_eq!(player.state(1).await, before);
    assert!(std::fs::read_to_string(&log).unwrap().ends_with("\n"), "the torn line is cut off");
    // A damaged line before the last is left as it is; what it holds is not for the page.
    let whole = std::fs::read_to_string(&log).unwrap();
    let broken = whole.replace(&format!("\"{seat} 3d\""), &format!("\"{seat} 3x\""));
    assert_ne!(broken, whole);
    std::fs::write(&log, &broken).unwrap();
    let dir = server.end();
    let server = Server::on(dir, &[]).await;
    let mut player = server.join(&made.table, json!({ "token": made.tokens[seat] })).await;
    let said = player.error().await;
    assert_eq!(said, "something of the server is broken; its output says what");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), broken);
}
