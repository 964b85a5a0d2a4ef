//! Bots: agents in the registry, made from a spec such as `name:key=value,key=value`.
//!
//! A game lists its bots by implementing [`Bots`]; a bot sees its seat's view and nothing else.

pub mod big_two;
pub mod daifugo;
pub mod go;
pub mod holdem;
pub mod mini_mahjong;
mod poker;
mod simple;
mod spec;
pub mod strategy;

pub use croupier_core::Factory;
pub use simple::{First, Random};
pub use spec::{Bots, Entry, Params, Spec, SpecError, find, simple_entries};
