//! Bots: agents in the registry, made from a spec such as `name:key=value,key=value`.
//!
//! A game lists its bots by implementing [`Bots`]; a bot sees its seat's view and nothing else.

pub mod daifugo;
mod simple;
mod spec;

pub use simple::{First, Random};
pub use spec::{Bots, Entry, Factory, Params, Spec, SpecError, find, simple_entries};
