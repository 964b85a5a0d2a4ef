//! Bots of Daifugo and what they rest on.

mod easy;
pub mod plan;

pub use easy::{Easy, EasyParams};

use crate::spec::{Bots, Entry, simple_entries};
use croupier_games::Daifugo;

impl Bots for Daifugo {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.push(easy::entry());
        bots
    }
}
