//! One connection to a table: a WebSocket whose first message says which seat it is for.

use super::fault::Refusal;
use super::hub::Hub;
use super::limit::Bucket;
use super::table::{Ask, Out};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use base64::Engine;
use croupier_core::Seat;
use futures_util::{SinkExt, StreamExt};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use tokio_websockets::{CloseCode, Limits, Message, ServerBuilder, WebSocketStream};

/// A page that does not read this long is gone.
const SEND: Duration = Duration::from_secs(10);
/// A connection is asked this often whether it is alive, and let go when it says nothing for three times as long.
const PING: Duration = Duration::from_secs(20);
/// So long, and for so many bytes, a connection that was ended is still listened to.
const LINGER: Duration = Duration::from_secs(1);
const MOST_UNREAD: usize = 1 << 16;
/// After so many messages that make no sense a connection ends.
const NONSENSE: u32 = 20;

/// What a page sends.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Said {
    /// First: for which seat.
    Hello(Hello),
    /// Then: an action.
    Act(Act),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    /// The seat's token; none to watch.
    token: Option<String>,
    /// Whether the token is to be replaced: a link is opened for the first time.
    #[serde(default)]
    renew: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    /// Decisions made before this one.
    n: u64,
    /// The action's text.
    text: String,
}

/// `GET /api/tables/{id}/socket`: switches to a WebSocket.
///
/// # Errors
/// A request that is no WebSocket handshake of version 13.
pub async fn upgrade(
    State(hub): State<Arc<Hub>>,
    Path(table): Path<String>,
    mut request: Request,
) -> Result<Response, Refusal> {
    let accept = handshake(request.headers())?;
    let upgraded = hyper::upgrade::on(&mut request);
    // Counts against the limit of connections as long as it lives.
    let permit = request.extensions_mut().remove::<super::Permit>();
    tokio::spawn(async move {
        let _permit = permit;
        if let Ok(io) = upgraded.await {
            let limits = Limits::default().max_payload_len(Some(hub.args.message as usize));
            let stream = ServerBuilder::new().limits(limits).serve(TokioIo::new(io));
            Connection { hub, table, stream }.run().await;
        }
    });
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, accept);
    Ok(response.body(Body::empty()).expect("the headers are valid"))
}

/// The answer to a handshake's key: RFC 6455, section 4.2.2.
fn handshake(headers: &HeaderMap) -> Result<String, Refusal> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let has = |name, word: &str| text(name).split(',').any(|w| w.trim().eq_ignore_ascii_case(word));
    let key = text(header::SEC_WEBSOCKET_KEY);
    let asked = has(header::CONNECTION, "upgrade") && has(header::UPGRADE, "websocket");
    if !asked || text(header::SEC_WEBSOCKET_VERSION) != "13" || key.len() != 24 {
        return Err(Refusal::request("this address takes a WebSocket handshake, version 13"));
    }
    let mut sha = sha1_smol::Sha1::new();
    sha.update(key.as_bytes());
    sha.update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    Ok(base64::engine::general_purpose::STANDARD.encode(sha.digest().bytes()))
}

struct Connection<S> {
    hub: Arc<Hub>,
    table: String,
    stream: WebSocketStream<S>,
}

/// Why a connection ends, with what is said to the other side; `None` where nobody is left to hear it.
type Ended = Option<(CloseCode, String)>;

impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    async fn run(mut self) {
        let client = self.hub.client();
        let (to, mut out) = mpsc::channel(64);
        let ended = match self.hello(client, to).await {
            Ok(()) => {
                let ended = self.serve(client, &mut out).await;
                let _ = self.hub.ask(&self.table, Ask::Leave { client }).await;
                ended
            }
            Err(ended) => ended,
        };
        if let Some((code, reason)) = ended {
            let _ = self.send(Message::text(json!({ "type": "error", "text": reason }).to_string())).await;
            let _ = self.send(Message::close(Some(code), "")).await;
        }
        let _ = timeout(LINGER, self.linger()).await;
    }

    /// Closes our side and takes what is still under way from the other: a socket closed on unread bytes is reset, and the
    /// reason just sent would be lost.
    async fn linger(&mut self) {
        // What the library itself says of a broken frame may still lie in its buffer.
        let _ = SinkExt::<Message>::flush(&mut self.stream).await;
        let io = self.stream.get_mut();
        let (mut rest, mut bytes) = (0, [0; 4096]);
        let _ = io.shutdown().await;
        while let Ok(n @ 1..) = io.read(&mut bytes).await {
            rest += n;
            if rest > MOST_UNREAD {
                return;
            }
        }
    }

    /// Takes the first message and joins the table.
    async fn hello(&mut self, client: u64, to: mpsc::Sender<Out>) -> Result<(), Ended> {
        let refuse = |text: &str| Some((CloseCode::POLICY_VIOLATION, text.to_string()));
        let first = timeout(self.hub.args.patience(), self.stream.next()).await;
        let first = first.map_err(|_| refuse("nothing was said in time"))?;
        let message = first.ok_or(None)?.map_err(|_| None)?;
        let Some(Said::Hello(hello)) = message.as_text().and_then(|t| serde_json::from_str(t).ok()) else {
            return Err(refuse("the first message is {\"hello\":{\"token\":…}}, the token null to watch"));
        };
        let seat =
            match &hello.token {
                None => None,
                Some(token) => Some(self.hub.tokens.seat(&self.table, token).ok_or_else(|| {
                    refuse("this link is of no seat here, or it was opened elsewhere since")
                })?),
            };
        if let (Some(seat), true) = (seat, hello.renew) {
            self.renew(seat).await?;
        }
        let alone = hello.renew;
        let joined = self.hub.ask(&self.table, Ask::Join { client, seat, alone, to }).await;
        joined.map_err(|e| refuse(&e.text))
    }

    async fn renew(&mut self, seat: Seat) -> Result<(), Ended> {
        let token = self.hub.tokens.renew(&self.table, seat);
        let token = token.map_err(|e| Some((CloseCode::INTERNAL_SERVER_ERROR, e.text)))?;
        self.send(Message::text(json!({ "type": "token", "token": token }).to_string())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(SEND, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(None),
        }
    }

    async fn serve(&mut self, client: u64, out: &mut mpsc::Receiver<Out>) -> Ended {
        let rate = self.hub.args.rate;
        let mut bucket = Bucket::new(2 * rate, f64::from(rate));
        let (mut nonsense, mut heard) = (0, Instant::now());
        let mut ping = tokio::time::interval(PING);
        loop {
            tokio::select! {
                sent = out.recv() => match sent {
                    Some(Out::Text(text)) => {
                        if let Err(ended) = self.send(Message::text(text.to_string())).await {
                            return ended;
                        }
                    }
                    Some(Out::Close(text)) => {
                        let _ = self.send(Message::text(text.to_string())).await;
                        let _ = self.send(Message::close(Some(CloseCode::POLICY_VIOLATION), "")).await;
                        return None;
                    }
                    None => return Some((CloseCode::GOING_AWAY, "you did not read fast enough; come again".into())),
                },
                got = self.stream.next() => {
                    let message = match got {
                        None => return None,
                        // The library has said why: too long a message, or no WebSocket frame.
                        Some(Err(_)) => return None,
                        Some(Ok(message)) => message,
                    };
                    heard = Instant::now();
                    if message.is_close() {
                        return None;
                    }
                    if !bucket.take() {
                        return Some((CloseCode::POLICY_VIOLATION, format!("more than {rate} messages a second")));
                    }
                    if message.is_ping() || message.is_pong() {
                        continue;
                    }
                    if let Err(why) = self.said(client, &message).await {
                        nonsense += 1;
                        if nonsense > NONSENSE {
                            return Some((CloseCode::POLICY_VIOLATION, format!("too many messages that make no sense; the last: {why}")));
                        }
                        let text = json!({ "type": "error", "text": why }).to_string();
                        if let Err(ended) = self.send(Message::text(text)).await {
                            return ended;
                        }
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > 3 * PING {
                        return None;
                    }
                    if let Err(ended) = self.send(Message::ping(&b""[..])).await {
                        return ended;
                    }
                }
            }
        }
    }

    /// Passes an action on; the text says what is wrong with a message that is none.
    async fn said(&mut self, client: u64, message: &Message) -> Result<(), String> {
        let text = message.as_text().ok_or("a message is text, this one is binary")?;
        match serde_json::from_str(text) {
            Ok(Said::Act(Act { n, text })) => {
                let asked = self.hub.ask(&self.table, Ask::Act { client, n, text }).await;
                asked.map_err(|e| e.text)
            }
            Ok(Said::Hello(_)) => Err("hello was said already".into()),
            Err(e) => Err(format!("a message is {{\"act\":{{\"n\":…,\"text\":…}}}}: {e}")),
        }
    }
}
