//! Ten thousand messages that no page sends: each is refused clearly, other tables go on, memory stays flat.

use crate::client::{Made, Server};
use croupier_core::Rng;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A connection that writes frames by hand, well made or not.
struct Raw(TcpStream);

impl Raw {
    async fn new(server: &Server, table: &str) -> Self {
        let mut stream = TcpStream::connect(server.at).await.unwrap();
        let request = format!(
            "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.at
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        // The answer to RFC 6455's own sample key.
        assert!(String::from_utf8_lossy(&head).contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        Self(stream)
    }

    /// A masked frame, its mask zero.
    async fn frame(&mut self, opcode: u8, payload: &[u8]) -> std::io::Result<()> {
        let mut bytes = vec![0x80 | opcode];
        match payload.len() {
            n @ 0..126 => bytes.push(0x80 | n as u8),
            n @ 126..65_536 => bytes.extend([[0xFE].as_slice(), &(n as u16).to_be_bytes()].concat()),
            n => bytes.extend([[0xFF].as_slice(), &(n as u64).to_be_bytes()].concat()),
        }
        bytes.extend([0; 4]);
        bytes.extend(payload);
        self.0.write_all(&bytes).await
    }

    async fn hello(&mut self) {
        self.frame(1, br#"{"hello":{"token":null}}"#).await.unwrap();
    }

    /// Everything until the server ends the connection, which it must.
    async fn rest(mut self) -> String {
        let mut bytes = Vec::new();
        // A reset is an end too.
        let _ = timeout(Duration::from_secs(30), self.0.read_to_end(&mut bytes))
            .await
            .expect("the server ends it");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// How many messages were sent, and what was said to them.
struct Count {
    sent: u32,
    table: String,
}

impl Count {
    async fn text(&mut self, server: &Server, rng: &mut Rng) {
        let mut raw = Raw::new(server, &self.table).await;
        raw.hello().await;
        for i in 0..21u64 {
            let n = rng.below(1000);
            let text = match (i + n) % 7 {
                0 => "{".repeat(n as usize + 1),
                1 => "null".into(),
                2 => json!({ "act": { "n": -1, "text": "c" } }).to_string(),
                3 => json!({ "act": { "n": 0, "text": 7 } }).to_string(),
                4 => json!({ "hello": { "token": null } }).to_string(),
                5 => json!({ "act": { "n": 0, "text": "c", "seat": 1 } }).to_string(),
                _ => (0..n % 60).map(|_| char::from(rng.below(95) as u8 + 32)).collect(),
            };
            raw.frame(1, text.as_bytes()).await.unwrap();
            self.sent += 1;
        }
        let said = raw.rest().await;
        assert!(said.contains("too many messages that make no sense"), "{said}");
        assert_eq!(said.matches("\"type\":\"error\"").count(), 21, "each is answered: {said}");
    }

    async fn binary(&mut self, server: &Server) {
        let mut raw = Raw::new(server, &self.table).await;
        raw.hello().await;
        for i in 0..21u8 {
            raw.frame(2, &[i; 50]).await.unwrap();
            self.sent += 1;
        }
        let said = raw.rest().await;
        assert!(said.contains("a message is text, this one is binary"), "{said}");
    }

    async fn oversized(&mut self, server: &Server, n: usize) {
        let mut raw = Raw::new(server, &self.table).await;
        raw.hello().await;
        // The server may end the connection before all is written.
        let _ = raw.frame(1, &vec![b'x'; n]).await;
        self.sent += 1;
        let said = raw.rest().await;
        // What does not fit the socket's buffers ends in a reset, which may swallow the reason.
        assert!(n > 5000 || said.contains("max length: 4096"), "{said}");
    }

    async fn half_open(&mut self, server: &Server, rng: &mut Rng) {
        self.sent += 1;
        if rng.below(2) == 0 {
            let mut stream = TcpStream::connect(server.at).await.unwrap();
            let request = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"game\"";
            let part = rng.index(request.len());
            stream.write_all(&request.as_bytes()[..part]).await.unwrap();
        } else {
            let mut raw = Raw::new(server, &self.table).await;
            raw.0.write_all(&[0x81, 0xFE, 0x01]).await.unwrap();
        }
    }

    async fn broken(&mut self, server: &Server, first: u8) {
        let mut raw = Raw::new(server, &self.table).await;
        raw.hello().await;
        // A reserved bit or code, or text without a mask.
        raw.0.write_all(&[first, 0x02, b'h', b'i']).await.unwrap();
        self.sent += 1;
        raw.rest().await;
    }

    async fn too_fast(&mut self, server: &Server) {
        let mut raw = Raw::new(server, &self.table).await;
        raw.hello().await;
        for _ in 0..60 {
            if raw.frame(1, br#"{"act":{"n":9,"text":"c"}}"#).await.is_err() {
                break;
            }
            self.sent += 1;
        }
        let said = raw.rest().await;
        assert!(said.contains("more than 20 messages a second") || said.is_empty(), "{said}");
    }
}

/// Resident memory of this process, in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Plays episodes all the while; how many ended.
async fn others(server: &Server, stop: &std::sync::atomic::AtomicBool) -> u32 {
    let mut ended = 0;
    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
        let seats: Value = json!(["person", { "bot": "lowest" }, { "bot": "lowest" }, { "bot": "lowest" }]);
        let Made { table, tokens } = server.make(&json!({ "game": "big-two", "seats": seats })).await;
        let mut player = server.join(&table, json!({ "token": tokens[0] })).await;
        let mut state = player.state(0).await;
        while state["over"] == false {
            let n = state["n"].as_u64().unwrap();
            if let Some(legal) = state["legal"].as_array() {
                // Below the limit of 20 messages a second.
                tokio::time::sleep(Duration::from_millis(60)).await;
                player.act(n, legal[0].as_str().unwrap()).await;
            }
            state = player.state(n + 1).await;
        }
        assert_eq!(state["forfeit"], Value::Null);
        ended += 1;
    }
    ended
}

async fn storm(server: &Server, count: &mut Count, rng: &mut Rng, rounds: u32) {
    for round in 0..rounds {
        for _ in 0..11 {
            count.text(server, rng).await;
        }
        for _ in 0..5 {
            count.binary(server).await;
        }
        for n in [4097, 65_536, 1 << 20] {
            count.oversized(server, n).await;
        }
        for _ in 0..10 {
            count.half_open(server, rng).await;
        }
        for first in [0xC1, 0x83, 0x81, 0x01] {
            count.broken(server, first).await;
        }
        if round % 2 == 0 {
            count.too_fast(server).await;
        }
    }
}

/// NONSENSE_ROUNDS=27 sends more than ten thousand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_is_refused_and_hurts_nobody() {
    let rounds: u32 = std::env::var("NONSENSE_ROUNDS").map_or(2, |n| n.parse().expect("a number"));
    let server = Server::new(&[]).await;
    let made = server.make(&json!({ "game": "holdem", "seats": ["person", "person"] })).await;
    let mut count = Count { sent: 0, table: made.table.clone() };
    let mut rng = Rng::keyed("nonsense", &[]);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let (ended, ()) = tokio::join!(others(&server, &stop), async {
        storm(&server, &mut count, &mut rng, 1).await;
        let before = resident();
        storm(&server, &mut count, &mut rng, rounds - 1).await;
        let after = resident();
        println!("{} messages; resident before {before} KiB, after {after} KiB", count.sent);
        assert!(after < before + 16 * 1024, "memory grew from {before} to {after} KiB");
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(ended > 0);
    println!("{ended} episodes of another table ended meanwhile");
    // The table that was shouted at is as it was.
    let mut player = server.join(&made.table, json!({ "token": made.tokens[0] })).await;
    assert_eq!(player.state(0).await["n"], 0);
}

#[tokio::test]
async fn who_says_nothing_is_let_go_and_the_limits_are_kept() {
    let options = ["--patience", "1", "--connections", "3", "--tables", "2", "--watchers", "1"];
    let server = Server::new(&options).await;
    let wanted = json!({ "game": "kuhn", "seats": ["person", "person"] });
    let made = server.make(&wanted).await;
    server.make(&wanted).await;
    let (status, body) = server.ask("POST", "/api/tables", &wanted.to_string(), &server.origin()).await;
    assert_eq!((status, body.contains("2 tables at once are the limit")), (429, true), "{body}");
    let silent = Raw::new(&server, &made.table).await;
    assert!(silent.rest().await.contains("nothing was said in time"));
    let mut half = TcpStream::connect(server.at).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
    let mut rest = Vec::new();
    timeout(Duration::from_secs(20), half.read_to_end(&mut rest))
        .await
        .expect("a half request ends")
        .unwrap();
    let mut player = server.join(&made.table, json!({ "token": made.tokens[0] })).await;
    player.state(0).await;
    let mut second = server.join(&made.table, json!({ "token": null })).await;
    assert!(second.error().await.contains("1 connections already"));
    drop(second);
    let mut held = Vec::new();
    for _ in 0..8 {
        held.push(TcpStream::connect(server.at).await.unwrap());
    }
    let mut refused = 0;
    for stream in &mut held {
        let end = timeout(Duration::from_millis(300), stream.read_u8()).await;
        refused += u32::from(matches!(end, Ok(Err(_))));
    }
    assert!(refused >= 5, "{refused} of 8 connections beyond the limit were refused");
}
