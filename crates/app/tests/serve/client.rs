//! A server in this process, and clients that speak to it as pages do.

use axum::http::{HeaderName, HeaderValue};
use clap::Parser;
use croupier_app::serve::{ServeArgs, bind};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio_websockets::{ClientBuilder, MaybeTlsStream, Message, WebSocketStream};

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    serve: ServeArgs,
}

/// A server on tables of its own.
pub struct Server {
    pub at: SocketAddr,
    pub dir: Option<TempDir>,
    runtime: Option<Runtime>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.runtime.take().expect("it ends once").shutdown_background();
    }
}

/// A table as its maker is told.
pub struct Made {
    pub table: String,
    pub tokens: Vec<Option<String>>,
}

impl Server {
    pub async fn new(options: &[&str]) -> Self {
        Self::on(tempfile::tempdir().unwrap(), options).await
    }

    /// A server on the tables of another that has ended.
    pub async fn on(dir: TempDir, options: &[&str]) -> Self {
        let data = dir.path().join("tables").display().to_string();
        let own = [
            "serve",
            "--port",
            "0",
            "--pace",
            "0",
            "--think",
            "20",
            "--new-tables",
            "1000000",
            "--data",
            &data,
        ];
        let args = Options::try_parse_from(own.iter().chain(options)).unwrap_or_else(|e| panic!("{e}")).serve;
        // A runtime of its own, so that all of the server ends with it; the one before may be ending still.
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        for _ in 0..200 {
            match runtime.spawn(bind(args.clone())).await.unwrap() {
                Ok((at, server)) => {
                    runtime.spawn(server);
                    return Self { at, dir: Some(dir), runtime: Some(runtime) };
                }
                Err(e) => assert!(format!("{e:#}").contains("another server"), "{e:#}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the server before does not end");
    }

    /// Ends the server as a kill does, at whatever it is doing, and gives its folder.
    pub fn end(mut self) -> TempDir {
        self.dir.take().unwrap()
    }

    /// A file of the server's.
    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.dir.as_ref().unwrap().path().join("tables").join(name)
    }

    /// An answer's status and body; `origin` as a page of it would ask.
    pub async fn ask(&self, method: &str, path: &str, body: &str, origin: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.at).await.unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.at,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_string())
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.at)
    }

    pub async fn make(&self, wanted: &Value) -> Made {
        let (status, body) = self.ask("POST", "/api/tables", &wanted.to_string(), &self.origin()).await;
        assert_eq!(status, 200, "{body}");
        let made: Value = serde_json::from_str(&body).unwrap();
        let tokens = made["tokens"].as_array().unwrap().iter().map(|t| t.as_str().map(String::from));
        Made { table: made["table"].as_str().unwrap().into(), tokens: tokens.collect() }
    }

    /// A connection with its first message said.
    pub async fn join(&self, table: &str, hello: Value) -> Player {
        let uri = format!("ws://{}/api/tables/{table}/socket", self.at);
        let origin = HeaderValue::from_str(&self.origin()).unwrap();
        let builder = ClientBuilder::new().uri(&uri).unwrap();
        let builder = builder.add_header(HeaderName::from_static("origin"), origin).unwrap();
        let (stream, _) = builder.connect().await.unwrap();
        let mut player = Player { stream, frames: Vec::new() };
        player.say(json!({ "hello": hello })).await;
        player
    }

    /// The lines of a table's log.
    pub fn log(&self, table: &str) -> Vec<Value> {
        std::fs::read_to_string(self.path(&format!("records/{table}.jsonl")))
            .unwrap()
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect()
    }
}

/// A connection to a table, and everything it was sent.
pub struct Player {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub frames: Vec<String>,
}

impl Player {
    pub async fn say(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message, parsed; none when the connection ends.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(60), self.stream.next());
            let message = message.await.expect("an answer within a minute")?.ok()?;
            if let Some(text) = message.as_text() {
                self.frames.push(text.to_string());
                return Some(serde_json::from_str(text).unwrap());
            }
            if message.is_close() {
                return None;
            }
        }
    }

    /// The next state with at least `n` decisions made.
    pub async fn state(&mut self, n: u64) -> Value {
        loop {
            let message = self.next().await.expect("the table goes on");
            assert_ne!(message["type"], "error", "{message}");
            if message["type"] == "state" && message["n"].as_u64().unwrap() >= n {
                return message;
            }
        }
    }

    /// The error that ends, or answers, what was done last.
    pub async fn error(&mut self) -> String {
        loop {
            let message = self.next().await.expect("an error is said");
            if message["type"] == "error" {
                return message["text"].as_str().unwrap().to_string();
            }
        }
    }

    pub async fn act(&mut self, n: u64, text: &str) {
        self.say(json!({ "act": { "n": n, "text": text } })).await;
    }
}
