//! `croupier gtp`: a bot of go on standard input and output.

use crate::args::GtpArgs;
use crate::fail::usage;
use crate::specs;
use anyhow::{Context, Result};
use croupier_bots::go::{McAgent, McSpec};
use croupier_bots::{Bots, Spec, find};
use croupier_core::{Agent, AgentError, Budget, Fault, Game, Rng, Seat};
use croupier_games::Go;
use croupier_games::go::{Config, Move, State};
use croupier_wire::gtp::{Engine, Options, Outlook, Player, Think, command_of};
use std::io::{BufReader, stdin, stdout};

/// The bot that can tell what it thinks.
const SEARCH: &str = "mcts";

/// `croupier gtp`.
pub fn run(args: &GtpArgs) -> Result<()> {
    let game: Go = specs::game(&args.rules)?;
    if !(0.0..=1.0).contains(&args.resign) {
        return Err(usage(format!(
            "--resign: `{}` is not allowed; it takes a share from 0 to 1",
            args.resign
        )));
    }
    if !args.regress.is_empty() {
        return super::regress::run(&game, &args.bot, &args.regress, args.json, || engine(&game, args));
    }
    if command_of(&args.bot).is_some() {
        return Err(usage(format!(
            "--bot: `{}` is an engine already; it takes one of go's own bots",
            args.bot
        )));
    }
    engine(&game, args)?.run(BufReader::new(stdin()), stdout().lock()).context("standard output")
}

/// The engine that the arguments ask for.
fn engine(game: &Go, args: &GtpArgs) -> Result<Engine> {
    let spec: Spec = args.bot.parse()?;
    find(game, &spec)?;
    let player = if spec.name == SEARCH {
        Player::mind(Box::new(Mind {
            spec: go_search(game, &args.bot)?,
            seated: None,
            value: None,
            rng: unseeded(),
        }))
    } else {
        Player::agent(move |game| {
            let (_, factory) = find(game, &spec).expect("the spec was read before, and names no board");
            factory.make()
        })
    };
    let name = format!("Croupier {}", args.bot);
    let options = Options { name, seed: args.seed, resign: args.resign };
    Ok(Engine::new(game.clone(), player, options))
}

/// The parameters of the search that a spec names.
pub fn go_search(game: &Go, text: &str) -> Result<McSpec> {
    let spec: Spec = text.parse()?;
    let (params, _) = find(game, &spec)?;
    let known = Go::bots().into_iter().map(|b| b.name).collect::<Vec<_>>().join(", ");
    if spec.name != SEARCH {
        return Err(usage(format!(
            "--bot: `{}` cannot tell what it thinks; of {known}, {SEARCH} can",
            spec.name
        )));
    }
    Ok(params.read()?)
}

fn unseeded() -> Rng {
    Rng::keyed("gtp", &[])
}

/// The search as a mind: its last report answers what it thinks.
struct Mind {
    spec: McSpec,
    /// The agent of this game, and for which rules it was made.
    seated: Option<(Config, McAgent)>,
    value: Option<f64>,
    rng: Rng,
}

impl Mind {
    /// The agent for these rules; a new one when komi or the board have changed.
    fn agent(&mut self, game: &Go) -> Result<&mut McAgent, AgentError> {
        let agent = match self.seated.take() {
            Some((config, agent)) if config == *game.config() => agent,
            _ => {
                let refuse = |e: croupier_bots::SpecError| AgentError::new(Fault::Start, e.to_string());
                let mut agent = McAgent::new(game.clone(), &self.spec).map_err(refuse)?;
                agent.begin(Seat(0), self.rng.split());
                agent
            }
        };
        Ok(&mut self.seated.insert((game.config().clone(), agent)).1)
    }
}

impl Think for Mind {
    fn reset(&mut self, rng: Rng) {
        self.rng = rng;
        self.seated = None;
        self.value = None;
    }

    fn choose(&mut self, game: &Go, state: &State, budget: Budget) -> Result<Move, AgentError> {
        let (mv, report) = self.agent(game)?.choose(state, budget);
        self.value = report.lines.first().map(|l| l.value);
        mv.ok_or_else(|| AgentError::new(Fault::Error, "the search found no move"))
    }

    fn consider(&mut self, game: &Go, state: &State, budget: Budget) -> Vec<Outlook> {
        let Ok(agent) = self.agent(game) else { return Vec::new() };
        let report = agent.search(state, budget);
        let opinions: f32 = report.lines.iter().map(|l| l.prior.0 * l.prior.1).sum();
        let outlook = |l: croupier_search::mcts::Line<Move>| Outlook {
            action: l.action,
            visits: l.visits,
            value: l.value,
            // The share of all opinions, since the protocol means a policy.
            prior: f64::from(l.prior.0 * l.prior.1 / opinions.max(f32::MIN_POSITIVE)),
            variation: l.variation,
        };
        report.lines.into_iter().map(outlook).collect()
    }

    fn expectation(&self) -> Option<f64> {
        self.value
    }

    fn ownership(&mut self, game: &Go, state: &State) -> Option<Vec<f32>> {
        Some(self.agent(game).ok()?.ownership(state))
    }
}
