//! Bots of hold'em.
//!
//! `static` and `model` are one player: strength of its hand against the opponent's weighted hands, and a rule of
//! thresholds. `static` weighs all hands alike; `model` counts what the opponent does in a [pattern] tree, and weighs
//! its hands by a [virtual opponent](opponent) once it has seen enough. The styles `ta tp la lp` use the same rule with
//! other thresholds, against any hand. `blueprint` plays near an equilibrium of an [abstract game](betting).

pub mod betting;
pub mod blueprint;
pub mod buckets;
pub mod line;
pub mod modeler;
pub mod opponent;
pub mod pattern;
mod player;
pub mod policy;
mod simple;
pub mod solve;
pub mod study;
#[cfg(test)]
mod tests;
pub mod virtuals;

use crate::spec::{Bots, Entry, Params, SpecError, simple_entries};
use blueprint::Blueprint;
use croupier_core::{Agent, ConfigError, Factory, Game, Kind, Switch};
use croupier_games::Holdem;
use modeler::{ModelParams, Modeler};
use player::Player;
use policy::Rule;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use virtuals::Virtual;

/// The rule of `static` and `model`: a call for what it is worth.
pub const DEFAULT_RULE: Rule =
    Rule { enter: 0.0, need: 1.0, open: 0.5, bet: 0.6, raise: 0.75, step: 0.06, bluff: 0.1 };

/// Tight-aggressive.
const TA: Rule = Rule { enter: 0.58, need: 1.3, open: 0.58, bet: 0.5, raise: 0.62, step: 0.05, bluff: 0.15 };
/// Tight-passive.
const TP: Rule = Rule { enter: 0.56, need: 1.2, open: 0.8, bet: 0.88, raise: 0.93, step: 0.03, bluff: 0.0 };
/// Loose-aggressive.
const LA: Rule = Rule { enter: 0.0, need: 0.7, open: 0.45, bet: 0.3, raise: 0.5, step: 0.12, bluff: 0.4 };
/// Loose-passive.
const LP: Rule = Rule { enter: 0.0, need: 0.5, open: 0.8, bet: 0.85, raise: 0.92, step: 0.04, bluff: 0.02 };

type Built = Result<Arc<dyn Factory<Holdem>>, SpecError>;

fn made(make: impl Fn() -> Box<dyn Agent<Holdem>> + Send + Sync + 'static) -> Built {
    Ok(Arc::new(make))
}

const fn number(key: &'static str, lo: f64, hi: f64, help: &'static str) -> Switch {
    Switch { key, kind: Kind::Float(lo, hi), help }
}

const RULE: [Switch; 7] = [
    number("enter", 0.0, 1.0, "before the flop, the least chance against any hand to put chips in"),
    number("need", 0.0, 5.0, "how many times the price of a call the chance must be"),
    number("open", 0.0, 2.0, "before the flop, strength from which it raises first"),
    number("bet", 0.0, 2.0, "strength from which it bets"),
    number("raise", 0.0, 2.0, "strength from which it raises a bet"),
    number("step", 0.0, 1.0, "how much more each raise on the street asks for"),
    number("bluff", 0.0, 1.0, "how often it bets without the strength"),
];

const FILE: Switch = Switch {
    key: "file",
    kind: Kind::Text(
        "a blueprint's file, as `croupier solve holdem` writes it; `shipped` is the one built in",
    ),
    help: "the blueprint",
};

fn blueprint_of(game: &Holdem, file: &str) -> Result<Arc<Blueprint>, SpecError> {
    let blueprint = match file {
        "shipped" => Blueprint::shipped(),
        _ => {
            let read = Blueprint::read(Path::new(file));
            Arc::new(read.map_err(|e| {
                ConfigError::value("bot parameter file", file, format!("a whole blueprint: {e}"))
            })?)
        }
    };
    let (a, c) = (&blueprint.abstraction, game.config());
    let fits = c.seats == 2
        && c.ante == 0
        && (c.blinds.small, c.blinds.big) == (a.small, a.big)
        && (0..2).all(|i| c.stack(i) == a.stack)
        && (c.reset || c.hands == 1)
        && !c.free_fold;
    if !fits {
        let allowed = format!(
            "a table for 2 with blinds {}/{}, no ante and stacks of {} in every hand; `croupier solve holdem` makes \
             blueprints for others",
            a.small, a.big, a.stack
        );
        let given = format!("{} seats, blinds {}, ante {}, stacks {}", c.seats, c.blinds, c.ante, c.stacks);
        return Err(ConfigError::value("the blueprint's table", given, allowed));
    }
    Ok(blueprint)
}

fn file_of(params: &Params) -> String {
    params.0.get("file").and_then(Value::as_str).unwrap_or("shipped").to_string()
}

/// The parameters without the file.
fn rest<T: serde::de::DeserializeOwned>(params: &Params) -> Result<T, SpecError> {
    let mut params = params.clone();
    params.0.remove("file");
    params.read()
}

fn style(_: &Holdem, params: &Params) -> Built {
    let rule = Arc::new(params.read::<Rule>()?);
    made(move || Box::new(simple::Style::new(rule.clone())))
}

fn modeler(game: &Holdem, params: &Params, learns: bool) -> Built {
    let blueprint = blueprint_of(game, &file_of(params))?;
    let mut params: ModelParams = rest(params)?;
    if !learns {
        params.learn = u64::MAX;
    }
    let config = game.config().clone();
    made(move || Box::new(Modeler::new(blueprint.clone(), &config, &params)))
}

fn style_entry(name: &'static str, help: &'static str, rule: Rule) -> Entry<Holdem> {
    Entry { name, help, switches: RULE.to_vec(), defaults: json!(rule), build: style }
}

fn plain(name: &'static str, help: &'static str, build: fn(&Holdem, &Params) -> Built) -> Entry<Holdem> {
    Entry { name, help, switches: vec![], defaults: json!({}), build }
}

fn modeler_entries() -> [Entry<Holdem>; 2] {
    let learn = Switch {
        key: "learn",
        kind: Kind::Int(0, 1_000_000_000),
        help: "hands played with uniform weights before the model is used",
    };
    let floor = number("floor", 0.0, 1.0, "the least weight of a hand, as a share of the mean");
    let virtuals = Switch {
        key: "virtual",
        kind: Kind::OneOf(&Virtual::NAMES),
        help: "whom the model takes its opponent for: the blueprint moved by what was seen (paper: by the same amount for \
               all hands; scaled: in proportion; learned: class by class), or a style's own rule, as a bound",
    };
    let params = ModelParams { learn: 500, floor: 0.01, taken_for: Virtual::default(), rule: DEFAULT_RULE };
    let mut defaults = json!(params);
    defaults["file"] = "shipped".into();
    let switches: Vec<Switch> = [learn, floor, virtuals, FILE].into_iter().chain(RULE).collect();
    [
        Entry {
            name: "static",
            help: "SM: strength against the opponent's hands, all weighed alike",
            switches: switches.clone(),
            defaults: defaults.clone(),
            build: |game, params| modeler(game, params, false),
        },
        Entry {
            name: "model",
            help: "OM: the same, with hands weighed by what the opponent was seen to do",
            switches,
            defaults,
            build: |game, params| modeler(game, params, true),
        },
    ]
}

impl Bots for Holdem {
    fn bots() -> Vec<Entry<Self>> {
        let mut bots = simple_entries();
        bots.extend([
            plain("call", "checks or calls", |_, _| made(|| Box::new(simple::Call))),
            plain("fold", "folds, or checks where that is free", |_, _| made(|| Box::new(simple::Fold))),
            plain("pot-odds", "calls when its chance against any hand is worth the price", |_, _| {
                made(|| Box::new(simple::PotOdds))
            }),
            style_entry("lp", "loose-passive: plays most hands, seldom raises", LP),
            style_entry("la", "loose-aggressive: plays most hands and raises", LA),
            style_entry("tp", "tight-passive: plays few hands, seldom raises", TP),
            style_entry("ta", "tight-aggressive: plays few hands and raises", TA),
        ]);
        bots.extend(modeler_entries());
        bots.push(Entry {
            name: "blueprint",
            help: "near an equilibrium of an abstract game; real bets are taken for abstract ones",
            switches: vec![FILE],
            defaults: json!({"file": "shipped"}),
            build: |game, params| {
                let (blueprint, config) = (blueprint_of(game, &file_of(params))?, game.config().clone());
                made(move || Box::new(Player::new(blueprint.clone(), &config)))
            },
        });
        bots
    }
}
