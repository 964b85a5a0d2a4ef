//! From texts on the command line to games and entrants.

use crate::args::RulesArgs;
use crate::fail::usage;
use anyhow::Result;
use croupier_arena::Entrant;
use croupier_bots::{Bots, Spec, find};
use croupier_core::{AgentLabel, Factory, Fault};
use croupier_games::Go;
use croupier_wire::gtp::{self, GtpFactory, GtpOptions};
use croupier_wire::jsonl::{CmdFactory, CmdOptions, command_of};
use std::any::Any;
use std::sync::Arc;

/// The game of a profile and switches.
pub fn game<G: Bots>(rules: &RulesArgs) -> Result<G> {
    let pairs = rules
        .sets
        .iter()
        .map(|text| match text.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_string(), value.trim().to_string())),
            None => Err(usage(format!("--set: `{text}` is not allowed; it takes KEY=VALUE"))),
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(croupier_core::config::configure(rules.profile.as_deref(), &pairs)?)
}

/// An entrant from a spec.
pub fn entrant<G: Bots>(game: &G, text: &str) -> Result<Entrant<G>> {
    if let Some(command) = command_of(text) {
        return program(game, text, command);
    }
    if let Some(command) = gtp::command_of(text) {
        return engine(game, text, command);
    }
    let spec: Spec = text.parse()?;
    let (params, factory) = find(game, &spec)?;
    let label = AgentLabel { spec: text.trim().to_string(), params: params.0.into() };
    Ok(Entrant { label, factory })
}

/// Entrants from specs.
pub fn entrants<G: Bots>(game: &G, specs: &[String]) -> Result<Vec<Entrant<G>>> {
    specs.iter().map(|s| entrant(game, s)).collect()
}

/// A program as an entrant. One that cannot be started is the request's mistake; whatever else goes wrong with it is a
/// forfeit in the run's records.
fn program<G: Bots>(game: &G, text: &str, command: &str) -> Result<Entrant<G>> {
    let factory = CmdFactory::new(game, command, CmdOptions::default())?;
    match factory.probe() {
        Err(error) if error.fault == Fault::Start => return Err(usage(format!("{text}: {error}"))),
        _ => {}
    }
    let label = AgentLabel { spec: text.to_string(), params: factory.params() };
    Ok(Entrant { label, factory: Arc::new(factory) })
}

/// A GTP engine as an entrant: Go alone has such. One that cannot be started is the request's mistake.
fn engine<G: Bots>(game: &G, text: &str, command: &str) -> Result<Entrant<G>> {
    let Some(go) = (game as &dyn Any).downcast_ref::<Go>() else {
        return Err(usage(format!("{text}: GTP engines play go, not {}", G::ID)));
    };
    let factory = GtpFactory::new(go, command, GtpOptions::default())?;
    match factory.probe() {
        Err(error) if error.fault == Fault::Start => return Err(usage(format!("{text}: {error}"))),
        _ => {}
    }
    let label = AgentLabel { spec: text.to_string(), params: factory.params() };
    // `G` is Go, and the compiler must be told.
    let erased: Box<dyn Any> = Box::new(Arc::new(factory) as Arc<dyn Factory<Go>>);
    let factory = *erased.downcast::<Arc<dyn Factory<G>>>().map_err(|_| usage("not go"))?;
    Ok(Entrant { label, factory })
}
