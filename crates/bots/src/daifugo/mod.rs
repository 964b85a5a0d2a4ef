//! Bots of Daifugo and what they rest on: the ledger, the exact risk of a play, and the plan of the own hand.

pub mod analyze;
mod easy;
mod hard;
pub mod ledger;
pub mod plan;
pub mod risk;

pub use easy::{Easy, EasyParams};
pub use hard::{Hard, HardParams};

use crate::spec::{Bots, Entry, simple_entries};
use croupier_games::Daifugo;

impl Bots for Daifugo {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.push(easy::entry());
        bots.push(hard::entry());
        bots
    }
}
