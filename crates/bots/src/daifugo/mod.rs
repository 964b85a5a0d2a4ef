//! Bots of Daifugo and the analysis they rest on: the ledger, and the exact risk of a play.

pub mod analyze;
pub mod ledger;
pub mod risk;
