//! What a decision of a Big Two bot costs in CPU time of its thread, which a busy machine does not stretch:
//! `cargo run --release -p croupier-bots --example big_two_cost -- [BOT] [AGAINST] [HANDS] [PROFILE]`.
//!
//! The bot sits in each seat in turn on the deck `dev`; decisions with one legal action are left out.

use cpu_time::ThreadTime;
use croupier_bots::{Spec, find};
use croupier_core::{Agent, AgentError, Budget, Decision, Factory, Game, Luck, Rng, Seat, play};
use croupier_games::BigTwo;
use croupier_games::big_two::Action;
use std::error::Error;
use std::sync::Arc;

/// A bot whose decisions are timed, in milliseconds.
struct Timed<'a> {
    inner: Box<dyn Agent<BigTwo>>,
    times: Option<&'a mut Vec<f64>>,
}

impl Agent<BigTwo> for Timed<'_> {
    fn begin(&mut self, seat: Seat, rng: Rng) {
        self.inner.begin(seat, rng);
    }

    fn act(&mut self, d: &Decision<'_, BigTwo>) -> Result<Action, AgentError> {
        let clock = ThreadTime::now();
        let action = self.inner.act(d);
        if let Some(times) = self.times.as_mut().filter(|_| d.legal().len() > 1) {
            times.push(clock.elapsed().as_secs_f64() * 1e3);
        }
        action
    }
}

/// Plays a hand with `bot` at `seat` and `against` elsewhere.
fn hand(
    game: &BigTwo,
    bot: &dyn Factory<BigTwo>,
    against: &dyn Factory<BigTwo>,
    seat: usize,
    luck: Luck,
    times: &mut Vec<f64>,
) {
    let mut times = Some(times);
    let mut agents: Vec<Timed<'_>> = (0..4)
        .map(|i| match i == seat {
            true => Timed { inner: bot.make(), times: times.take() },
            false => Timed { inner: against.make(), times: None },
        })
        .collect();
    let mut table: Vec<&mut dyn Agent<BigTwo>> =
        agents.iter_mut().map(|a| a as &mut dyn Agent<BigTwo>).collect();
    let rngs = (0..4).map(|i| luck.agent(0, i as u64, u64::from(i == seat))).collect();
    let outcome = play(game, luck, &mut table, rngs, Budget::Own, &mut ());
    assert_eq!(outcome.forfeit, None);
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &'static str| args.get(i).map_or(default, String::as_str);
    let game = BigTwo::new(match arg(3, "standard") {
        "standard" => BigTwo::standard().config().clone(),
        "charlesworth" => BigTwo::charlesworth().config().clone(),
        other => return Err(format!("profile `{other}`: standard or charlesworth").into()),
    })?;
    let make = |spec: &str| -> Result<Arc<dyn Factory<BigTwo>>, Box<dyn Error>> {
        Ok(find(&game, &spec.parse::<Spec>()?)?.1)
    };
    let (bot, against) = (make(arg(0, "hard"))?, make(arg(1, "lowest"))?);
    let hands: u64 = arg(2, "400").parse()?;
    let mut times = Vec::new();
    for i in 0..hands {
        let luck = Luck::block("dev", 1, i / 4);
        hand(&game, bot.as_ref(), against.as_ref(), (i % 4) as usize, luck, &mut times);
    }
    times.sort_by(f64::total_cmp);
    let at = |p: f64| times.get(((times.len() as f64 - 1.0) * p) as usize).copied().unwrap_or(0.0);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    println!(
        "{} against {}: {} decisions in {hands} hands, CPU ms: mean {mean:.3}, median {:.3}, p99 {:.3}, most {:.3}",
        arg(0, "hard"),
        arg(1, "lowest"),
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}
