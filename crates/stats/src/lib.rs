//! Croupier's stats crate.
