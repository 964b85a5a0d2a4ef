//! Bots against `easy` on the lucks of deck "dev": `cargo run --release -p croupier-bots --example daifugo_match --
//! BLOCKS SPEC SPEC …`. Each spec plays every seat against easy at the others; one line each: mean score of a set with its
//! standard error over blocks, mean place, fouls, fallbacks, CPU time of its decisions. `PROFILE=uecda` and
//! `SET=players=6,deals=4` change the rules.

use cpu_time::ThreadTime;
use croupier_bots::find;
use croupier_core::config::configure;
use croupier_core::{Agent, AgentError, Budget, Decision, Game, Luck, Rng, Seat, Tally, play};
use croupier_games::Daifugo;
use croupier_games::daifugo::Action;

/// Times another agent's decisions.
struct Timed {
    agent: Box<dyn Agent<Daifugo>>,
    millis: Vec<f64>,
}

impl Agent<Daifugo> for Timed {
    fn begin(&mut self, seat: Seat, rng: Rng) {
        self.agent.begin(seat, rng);
    }
    fn act(&mut self, d: &Decision<'_, Daifugo>) -> Result<Action, AgentError> {
        let start = ThreadTime::now();
        let action = self.agent.act(d);
        self.millis.push(start.elapsed().as_secs_f64() * 1e3);
        action
    }
    fn fallbacks(&self) -> (u64, Option<String>) {
        self.agent.fallbacks()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let blocks: u64 = args.next().map_or(Ok(50), |n| n.parse())?;
    let specs: Vec<String> = args.collect();
    let profile = std::env::var("PROFILE").ok();
    let set = std::env::var("SET").unwrap_or_default();
    let pairs: Vec<(String, String)> = set
        .split(',')
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect();
    let game = configure::<Daifugo>(profile.as_deref(), &pairs)?;
    for text in &specs {
        let (_, factory) = find(&game, &text.parse()?)?;
        let (_, easy) = find(&game, &"easy".parse()?)?;
        let mut timed = Timed { agent: factory.make(), millis: Vec::new() };
        let (mut means, mut place, mut fouls, mut weight) = (Vec::new(), 0.0, 0.0, 0.0);
        for block in 0..blocks {
            let mut mean = 0.0;
            for seat in Seat::all(game.seats()) {
                let mut others: Vec<Box<dyn Agent<Daifugo>>> =
                    (1..game.seats()).map(|_| easy.make()).collect();
                let mut table: Vec<&mut dyn Agent<Daifugo>> =
                    others.iter_mut().map(|b| b.as_mut() as &mut dyn Agent<Daifugo>).collect();
                table.insert(seat.index(), &mut timed);
                let luck = Luck::block("dev", 0, block).episode(0);
                let rngs = (0..game.seats() as u64).map(|i| Rng::keyed("match", &[block, i])).collect();
                let outcome = play(&game, luck, &mut table, rngs, Budget::Own, &mut ());
                if let Some(forfeit) = outcome.forfeit {
                    println!("{text}: block {block} seat {seat}: {forfeit:?}");
                }
                mean += outcome.scores[seat.index()] / game.seats() as f64;
                let mut tally = Tally::default();
                game.tally(&outcome.state, &mut tally);
                for (at, key, value, n) in tally.entries() {
                    match *key {
                        "place" if *at == Some(seat) => (place, weight) = (place + value * n, weight + n),
                        "foul" if *at == Some(seat) => fouls += value * n,
                        _ => {}
                    }
                }
            }
            means.push(mean);
        }
        let n = means.len() as f64;
        let mean = means.iter().sum::<f64>() / n;
        let error = (means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
        timed.millis.sort_by(f64::total_cmp);
        let at = |q: f64| timed.millis[((timed.millis.len() - 1) as f64 * q) as usize];
        let (falls, why) = timed.fallbacks();
        println!(
            "{text:40} {mean:7.3} ± {error:.3}  place {:.3}  fouls {:.3}  fallbacks {falls} {why:?}  ms mean {:.3} median {:.3} p99 {:.3} max {:.3} of {}",
            place / weight,
            fouls / weight,
            timed.millis.iter().sum::<f64>() / timed.millis.len() as f64,
            at(0.5),
            at(0.99),
            at(1.0),
            timed.millis.len()
        );
    }
    Ok(())
}
