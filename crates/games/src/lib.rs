//! Croupier's games crate.
pub mod go;
