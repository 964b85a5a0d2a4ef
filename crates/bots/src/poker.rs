//! Bots of the small poker games: the simple ones, and strategies from files.

use crate::spec::{Bots, Entry, simple_entries};
use crate::strategy;
use croupier_games::{Kuhn, Leduc};

impl Bots for Kuhn {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.push(strategy::entry());
        bots
    }
}

impl Bots for Leduc {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.push(strategy::entry());
        bots
    }
}
