//! `croupier bench`: random play, one thread, CPU time.

use super::playouts::Playouts;
use crate::args::{BenchArgs, RulesArgs};
use crate::fail::{say, usage};
use crate::registry::{GAMES, Visitor, with_game};
use crate::specs;
use anyhow::Result;
use cpu_time::ThreadTime;
use croupier_bots::Bots;
use croupier_core::{Determinize, Rng, config, random_playout};
use croupier_games::Go;
use serde::Serialize;
use std::any::Any;

#[derive(Serialize)]
struct Row {
    game: &'static str,
    profile: String,
    decisions_per_cpu_s: f64,
    episodes_per_cpu_s: f64,
    /// Of go, when it is asked for by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    playouts_per_cpu_s: Option<Playouts>,
}

struct Measure<'a> {
    rules: &'a RulesArgs,
    seconds: f64,
    /// Whether the game was asked for by name.
    named: bool,
}

impl Visitor for Measure<'_> {
    type Out = Result<Row>;
    fn visit<G: Bots + Determinize>(&mut self) -> Result<Row> {
        let game: G = specs::game(self.rules)?;
        let (mut rng, mut legal) = (Rng::keyed("croupier bench", &[]), G::Legal::default());
        let (mut episodes, mut decisions, mut batch) = (0u64, 0u64, 1u64);
        let clock = ThreadTime::now();
        while clock.elapsed().as_secs_f64() < self.seconds {
            for _ in 0..batch {
                decisions += random_playout(&game, &mut game.start(), &mut legal, &mut rng);
            }
            episodes += batch;
            batch = (batch * 2).min(4096);
        }
        let spent = clock.elapsed().as_secs_f64();
        let go = (&game as &dyn Any).downcast_ref::<Go>().filter(|_| self.named);
        Ok(Row {
            game: G::ID,
            profile: config::profile_name(&game),
            decisions_per_cpu_s: decisions as f64 / spent,
            episodes_per_cpu_s: episodes as f64 / spent,
            playouts_per_cpu_s: go.map(|go| Playouts::measure(go, self.seconds)).transpose()?,
        })
    }
}

/// Measures one game, or all in their default profiles.
pub fn run(args: &BenchArgs) -> Result<()> {
    if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
        return Err(usage(format!(
            "--seconds: `{}` is not allowed; it takes a number above 0, up to 3600",
            args.seconds
        )));
    }
    if args.game.is_none() && (args.rules.profile.is_some() || !args.rules.sets.is_empty()) {
        return Err(usage("--profile and --set need a game: croupier bench GAME"));
    }
    let names: Vec<&str> = args.game.as_deref().map_or(GAMES.to_vec(), |g| vec![g]);
    let mut rows = Vec::new();
    for name in names {
        let mut measure = Measure { rules: &args.rules, seconds: args.seconds, named: args.game.is_some() };
        let row = with_game(name, &mut measure)??;
        if !args.json {
            say(format!(
                "{:<14} {:<12} {:>9.3} M decisions and {:>9.1} k episodes per CPU-second",
                row.game,
                row.profile,
                row.decisions_per_cpu_s / 1e6,
                row.episodes_per_cpu_s / 1e3
            ))?;
            if let Some(playouts) = &row.playouts_per_cpu_s {
                say(playouts.text())?;
            }
        }
        rows.push(row);
    }
    if args.json {
        say(serde_json::to_string_pretty(&rows)?.to_string())?;
    }
    Ok(())
}
