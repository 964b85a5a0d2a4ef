//! Bots of Big Two, and the analysis of a hand.

mod analyze;
mod hard;
mod infer;
mod plan;
mod policy;
mod sim;
mod simple;
#[cfg(test)]
mod tests;
mod weights;

pub use analyze::{Analysis, PlayRow, analyze};

use crate::spec::{Bots, Entry, Params, SpecError, simple_entries};
use croupier_core::{Agent, Factory, Kind, Switch};
use croupier_games::BigTwo;
use hard::{Hard, HardParams, Planner};
use serde_json::json;
use simple::{End, Extreme};
use std::sync::Arc;
use weights::Weights;

type Made = Result<Arc<dyn Factory<BigTwo>>, SpecError>;

fn factory(make: impl Fn() -> Box<dyn Agent<BigTwo>> + Send + Sync + 'static) -> Made {
    Ok(Arc::new(make))
}

fn extreme(game: &BigTwo, end: End) -> Made {
    let game = game.clone();
    factory(move || Box::new(Extreme { game: game.clone(), end }))
}

fn planner(game: &BigTwo, params: &Params) -> Made {
    let (game, weights) = (game.clone(), params.read::<Weights>()?);
    factory(move || Box::new(Planner::new(game.clone(), weights)))
}

fn hard(game: &BigTwo, params: &Params) -> Made {
    let (game, params) = (game.clone(), params.read::<HardParams>()?);
    factory(move || Box::new(Hard::new(game.clone(), params)))
}

const fn part(key: &'static str, help: &'static str) -> Switch {
    Switch { key, kind: Kind::Bool, help }
}

/// The parts of `hard` that can be switched off, and its effort.
const PARTS: [Switch; 8] = [
    part("count", "counts chances to hold the table from the cards that are out"),
    part("forced", "looks for wins that nobody can stop"),
    part("guarded", "minds seats that may go out on its play or after its pass"),
    part("mind_twos", "minds 2s that it may be caught with"),
    part("worlds", "tries its best choices out in worlds drawn from its view"),
    part("infer", "draws worlds by how well they explain what was played and passed"),
    Switch {
        key: "effort",
        kind: Kind::Int(1, 1_000_000),
        help: "work for one decision, in thousands of table cells",
    },
    Switch { key: "choices", kind: Kind::Int(2, 1000), help: "how many choices are tried out at most" },
];

impl Bots for BigTwo {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.push(Entry {
            name: "highest",
            help: "the strongest legal play of the most cards",
            switches: vec![],
            defaults: json!({}),
            build: |game, _| extreme(game, End::Highest),
        });
        bots.push(Entry {
            name: "lowest",
            help: "the weakest legal play of the fewest cards",
            switches: vec![],
            defaults: json!({}),
            build: |game, _| extreme(game, End::Lowest),
        });
        bots.push(Entry {
            name: "planner",
            help: "plays its hand out by the cheapest plan and keeps the cards that win tricks",
            switches: weights::SWITCHES.to_vec(),
            defaults: json!(Weights::planner()),
            build: planner,
        });
        bots.push(Entry {
            name: "hard",
            help: "counts what is out, takes forced wins, and tries its plan out in worlds drawn from its view",
            switches: PARTS.into_iter().chain(infer::SWITCHES).chain(weights::SWITCHES).collect(),
            defaults: json!(HardParams::default()),
            build: hard,
        });
        bots
    }
}
