//! Bots of mini mahjong. All but `random` and `first` play the same in equal views.
//!
//! - `tsumogiri` discards the tile it drew, `tedashi` the tile it has held longest.
//! - `honours-first` discards an honour when it has one (the drawn one first, then the one held longest), else it is
//!   tsumogiri.
//! - `greedy` keeps the tiles with the most unseen winning tiles; ties discard the drawn tile, then the one held longest.
//!   In hands of more than one group it keeps those nearest to a complete hand, then those that most unseen tiles
//!   bring nearer.
//! - `greedy2` is greedy with ties broken by the best expected wait after the next draw: the sum, over the tiles unseen that
//!   do not win, of the winning tiles left of the best that can then be kept. In larger hands that do not wait
//!   yet: of the useful tiles after each draw that brings the hand nearer.

mod distance;
mod greedy;
mod simple;
#[cfg(test)]
mod tests;

pub use distance::Distances;
pub use simple::{HonoursFirst, Tedashi, Tsumogiri};

use crate::spec::{Bots, Entry, Params, SpecError, simple_entries};
use croupier_core::{Agent, Factory};
use croupier_games::MiniMahjong;
use croupier_games::mini_mahjong::Discard;
use greedy::{Greedy, Measure};
use serde_json::{Map, Value};
use std::sync::Arc;

type Discards = Vec<Discard>;
type Built = Result<Arc<dyn Factory<MiniMahjong>>, SpecError>;

/// A bot without parameters.
fn plain(
    name: &'static str,
    help: &'static str,
    build: fn(&MiniMahjong, &Params) -> Built,
) -> Entry<MiniMahjong> {
    Entry { name, help, switches: vec![], defaults: Value::Object(Map::new()), build }
}

fn greedy(game: &MiniMahjong, ahead: bool) -> Built {
    let measure = Arc::new(Measure::new(game));
    Ok(Arc::new(move || {
        Box::new(Greedy { measure: Arc::clone(&measure), ahead }) as Box<dyn Agent<MiniMahjong>>
    }))
}

impl Bots for MiniMahjong {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.extend([
            plain("tsumogiri", "discards the tile it drew", |_, _| {
                Ok(Arc::new(|| Box::new(Tsumogiri) as Box<_>))
            }),
            plain("honours-first", "discards an honour when it has one, else the tile it drew", |_, _| {
                Ok(Arc::new(|| Box::new(HonoursFirst) as Box<_>))
            }),
            plain("tedashi", "discards the tile it has held longest", |_, _| {
                Ok(Arc::new(|| Box::new(Tedashi) as Box<_>))
            }),
            plain("greedy", "keeps the tiles with the most unseen winning tiles", |game, _| {
                greedy(game, false)
            }),
            plain(
                "greedy2",
                "greedy, with ties broken by the best expected wait after the next draw",
                |game, _| greedy(game, true),
            ),
        ]);
        bots
    }
}
