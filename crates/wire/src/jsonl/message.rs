//! The lines of the protocol. `docs/PROTOCOL.md` describes every key.

use croupier_core::{Budget, Fault, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// The protocol's name in `hello`.
pub const PROTOCOL: &str = "bot-jsonl";

/// The protocol's version in `hello`: raised when an old bot would no longer understand.
pub const VERSION: u32 = 1;

/// What Croupier says. Keys come in the order of the fields, `type` first: `id` next and `view` last is promised, so
/// that a shell script can cut the line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Message<'a, V: Serialize> {
    /// The first line a program hears. Answered.
    Hello {
        id: u64,
        protocol: &'static str,
        version: u32,
        croupier: &'static str,
        game: &'static str,
        rules: u32,
        profile: &'a str,
        config: &'a Value,
        max_line: usize,
    },
    /// Forget everything: another series begins.
    Series,
    /// An episode begins.
    Begin { seat: Seat, seats: usize, seed: u64 },
    /// A decision. Answered.
    Turn { id: u64, legal: Vec<String>, budget: Limit, timeout_ms: u64, view: &'a V },
    /// The episode has ended.
    End { scores: &'a [f64], forfeit: Option<Forfeit>, view: &'a V },
    /// No more: end yourself.
    Quit,
}

/// A message without a view.
pub(super) type Plain<'a> = Message<'a, ()>;

impl<V: Serialize> Message<'_, V> {
    /// The message as one line with its end.
    pub(super) fn line(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// A budget: `{"nodes": n}`, `{"ms": x}`, or null where the bot's own settings decide.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", untagged)]
pub(super) enum Limit {
    Own,
    Nodes { nodes: u64 },
    Time { ms: f64 },
}

impl From<Budget> for Limit {
    fn from(budget: Budget) -> Self {
        match budget {
            Budget::Own => Limit::Own,
            Budget::Nodes(nodes) => Limit::Nodes { nodes },
            Budget::Time(time) => Limit::Time { ms: time.as_secs_f64() * 1000.0 },
        }
    }
}

/// Who forfeited, and how.
#[derive(Serialize)]
pub(super) struct Forfeit {
    pub(super) seat: Seat,
    pub(super) fault: Fault,
}

/// Whole milliseconds, rounded up: what a time limit is called in a message.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// A bot's line, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The `id` of the `hello` or `turn` that it answers.
    pub id: u64,
    /// The answer.
    pub body: ReplyBody,
}

/// What a bot answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplyBody {
    /// To `hello`: the bot plays this game.
    Ready {
        /// What the bot calls itself.
        name: String,
        /// Its version, if it says one.
        version: Option<String>,
    },
    /// To `turn`: the text of an action, not yet checked by any game.
    Action(String),
    /// To either: the bot gives up, and says why.
    Error(String),
}

/// Why a bot's line is no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// Bytes that are no text.
    #[error("not UTF-8: {0}")]
    Utf8(String),
    /// Text that is no JSON object with an `id`, or a key of the wrong kind.
    #[error("{0}")]
    Json(String),
    /// None, or more than one, of the keys that make an answer.
    #[error("a reply has exactly one of ready, action and error; this one has {0}")]
    Shape(String),
}

/// The keys that are read; others are let pass so that bots may say more.
#[derive(Deserialize)]
struct Keys {
    id: u64,
    ready: Option<String>,
    version: Option<String>,
    action: Option<String>,
    error: Option<String>,
}

impl Reply {
    /// Parses a bot's line, given without its line's end.
    ///
    /// # Errors
    /// What is wrong with the line. Never panics, whatever the bytes.
    ///
    /// ```
    /// use croupier_wire::jsonl::{Reply, ReplyBody};
    /// let reply = Reply::from_line(br#"{"id": 7, "action": "b", "thought": 0.3}"#)?;
    /// assert_eq!(reply, Reply { id: 7, body: ReplyBody::Action("b".into()) });
    /// assert!(Reply::from_line(br#"{"action": "b"}"#).is_err());
    /// # Ok::<(), croupier_wire::jsonl::ReplyError>(())
    /// ```
    pub fn from_line(line: &[u8]) -> Result<Self, ReplyError> {
        let text = std::str::from_utf8(line).map_err(|e| ReplyError::Utf8(e.to_string()))?;
        // serde would also read a list as a struct's fields in order.
        if !text.trim_start_matches([' ', '\t']).starts_with('{') {
            return Err(ReplyError::Json("not a JSON object".into()));
        }
        let keys: Keys = serde_json::from_str(text).map_err(|e| ReplyError::Json(e.to_string()))?;
        let body = match (keys.ready, keys.action, keys.error) {
            (Some(name), None, None) => ReplyBody::Ready { name, version: keys.version },
            (None, Some(action), None) => ReplyBody::Action(action),
            (None, None, Some(error)) => ReplyBody::Error(error),
            (ready, action, error) => {
                let found = [("ready", ready), ("action", action), ("error", error)];
                let found: Vec<_> = found.iter().filter(|(_, v)| v.is_some()).map(|(k, _)| *k).collect();
                let found = if found.is_empty() { "none".into() } else { found.join(" and ") };
                return Err(ReplyError::Shape(found));
            }
        };
        Ok(Self { id: keys.id, body })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_three_answers_are_read_and_unknown_keys_let_pass() {
        let read = |line: &str| Reply::from_line(line.as_bytes()).unwrap();
        let ready = ReplyBody::Ready { name: "greedy".into(), version: Some("1.2".into()) };
        assert_eq!(read(r#"{"id":1,"ready":"greedy","version":"1.2"}"#), Reply { id: 1, body: ready });
        assert_eq!(read(r#" {"action":"b","id":2,"x":[{}]} "#).body, ReplyBody::Action("b".into()));
        assert_eq!(read(r#"{"id":3,"error":"no"}"#).body, ReplyBody::Error("no".into()));
        assert_eq!(read(r#"{"id":3,"error":"no","action":null}"#).body, ReplyBody::Error("no".into()));
    }

    #[test]
    fn everything_else_is_refused_with_its_reason() {
        let refused = |line: &[u8]| Reply::from_line(line).unwrap_err().to_string();
        assert!(refused(b"\xff{}").starts_with("not UTF-8"));
        assert_eq!(refused(b"[7, null, null, \"b\", null]"), "not a JSON object");
        assert_eq!(refused(b""), "not a JSON object");
        assert!(refused(b"{\"action\":\"b\"}").contains("missing field `id`"));
        assert!(refused(b"{\"id\":-1,\"action\":\"b\"}").contains("-1"));
        assert!(refused(b"{\"id\":1,\"id\":1,\"action\":\"b\"}").contains("duplicate field `id`"));
        assert!(refused(b"{\"id\":1,\"action\":5}").contains("expected a string"));
        assert!(refused(b"{\"id\":1,\"action\":\"b\"} x").contains("trailing characters"));
        assert!(refused(b"{\"id\":1}").ends_with("has none"));
        assert!(refused(b"{\"id\":1,\"action\":\"b\",\"error\":\"\"}").ends_with("action and error"));
        let deep = format!("{{\"id\":1,\"action\":{}", "[".repeat(100_000));
        assert!(Reply::from_line(deep.as_bytes()).is_err());
        let deep =
            format!("{{\"id\":1,\"action\":\"b\",\"x\":{}1{}}}", "[".repeat(50_000), "]".repeat(50_000));
        let _ = Reply::from_line(deep.as_bytes()); // ignored or refused, but no stack overflow
    }

    #[test]
    fn budgets_are_objects_or_null() {
        let json = |b: Budget| serde_json::to_string(&Limit::from(b)).unwrap();
        assert_eq!(json(Budget::Own), "null");
        assert_eq!(json(Budget::Nodes(800)), r#"{"nodes":800}"#);
        assert_eq!(json(Budget::Time(Duration::from_micros(1500))), r#"{"ms":1.5}"#);
        assert_eq!(
            [millis(Duration::ZERO), millis(Duration::from_nanos(1)), millis(Duration::from_secs(2))],
            [0, 1, 2000]
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_parser_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = Reply::from_line(&bytes);
        }

        #[test]
        fn any_text_survives_as_an_action(id in any::<u64>(), text in any::<String>()) {
            let line = serde_json::json!({"id": id, "action": text}).to_string();
            prop_assert_eq!(Reply::from_line(line.as_bytes()), Ok(Reply { id, body: ReplyBody::Action(text) }));
        }
    }
}
