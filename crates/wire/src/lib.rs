//! Text protocols: how programs outside Croupier sit down at its tables.

pub mod acpc;
pub mod gtp;
pub mod hand;
pub mod jsonl;
pub mod phh;
pub mod sgf;
