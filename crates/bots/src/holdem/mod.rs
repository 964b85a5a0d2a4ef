//! Bots of hold'em.

pub mod betting;
pub mod blueprint;
pub mod buckets;
pub mod pattern;
pub mod solve;
