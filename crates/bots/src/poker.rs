//! Bots of the small poker games: so far only the simple ones.

use crate::spec::{Bots, Entry, simple_entries};
use croupier_games::{Kuhn, Leduc};

impl Bots for Kuhn {
    fn bots() -> Vec<Entry<Self>> {
        simple_entries()
    }
}

impl Bots for Leduc {
    fn bots() -> Vec<Entry<Self>> {
        simple_entries()
    }
}
