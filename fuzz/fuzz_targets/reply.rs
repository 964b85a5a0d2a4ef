//! A line of an external bot: no bytes panic, and what is read says what was written.
#![no_main]

use croupier_wire::jsonl::{Reply, ReplyBody};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|line: &[u8]| {
    let Ok(reply) = Reply::from_line(line) else { return };
    let again = match &reply.body {
        ReplyBody::Ready { name, version } => json!({"id": reply.id, "ready": name, "version": version}),
        ReplyBody::Action(action) => json!({"id": reply.id, "action": action}),
        ReplyBody::Error(error) => json!({"id": reply.id, "error": error}),
    };
    assert_eq!(Reply::from_line(again.to_string().as_bytes()), Ok(reply));
});
