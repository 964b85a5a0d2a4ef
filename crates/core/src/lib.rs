//! Croupier's core crate.
