//! Text protocols: how programs outside Croupier sit down at its tables.

pub mod gtp;
pub mod jsonl;
pub mod sgf;
