//! Croupier's games crate.
