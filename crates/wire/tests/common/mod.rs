//! Programs made for one test, and episodes against them.
#![allow(dead_code, reason = "each test binary uses its own part")]

use croupier_bots::Random;
use croupier_core::{
    Agent, AgentError, AgentLabel, Budget, Fault, Game, Luck, Outcome, Record, Recorder, Rng, play,
};
use croupier_wire::jsonl::{CmdFactory, CmdOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What every test's shell bot can say: the protocol in a few words.
const WORDS: &str = r#"
hear() { IFS= read -r line || exit 0; id=${line#*\"id\":}; id=${id%%[,\}]*}; kind=${line#*\"type\":\"}; kind=${kind%%\"*}; }
ready() { hear; printf '{"id":%s,"ready":"test"}\n' "$id"; }
turn() { while hear; do [ "$kind" = turn ] && return; [ "$kind" = quit ] && exit 0; done; }
answer() { printf '{"id":%s,"action":"%s"}\n' "$id" "$1"; }
"#;

/// A folder of programs and what they write.
pub struct Lab(tempfile::TempDir);

impl Lab {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// A shell bot: `$D` is the lab's folder. Returns its command line.
    pub fn bot(&self, body: &str) -> String {
        let name = format!("bot{}.sh", body.len());
        let text = format!("D='{}'\n{WORDS}\n{body}\n", self.0.path().display());
        std::fs::write(self.path(&name), text).unwrap();
        format!("sh '{}'", self.path(&name).display())
    }
}

/// Limits for bots that answer, however busy the machine is.
pub fn patient() -> CmdOptions {
    let long = Duration::from_secs(60);
    CmdOptions {
        ready_timeout: long,
        turn_timeout: long,
        grace: Duration::from_secs(20),
        ..CmdOptions::default()
    }
}

/// Limits for bots that never answer, so that the limit is what ends the wait.
pub fn hasty() -> CmdOptions {
    CmdOptions { turn_timeout: Duration::from_millis(100), ..patient() }
}

pub fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// An episode with `agent` at seat 0 and `random` at the others, with its record.
pub fn episode<G: Game>(game: &G, agent: &mut dyn Agent<G>, luck: Luck) -> (Outcome<G>, Record) {
    episode_within(game, agent, luck, Budget::Own)
}

pub fn episode_within<G: Game>(
    game: &G,
    agent: &mut dyn Agent<G>,
    luck: Luck,
    budget: Budget,
) -> (Outcome<G>, Record) {
    let mut others: Vec<Random> = (1..game.seats()).map(|_| Random::default()).collect();
    let mut agents: Vec<&mut dyn Agent<G>> = vec![agent];
    agents.extend(others.iter_mut().map(|o| o as &mut dyn Agent<G>));
    let rngs: Vec<Rng> = (0..game.seats() as u64).map(|seat| luck.agent(1, seat, seat)).collect();
    let mut events = Recorder::default();
    let outcome = play(game, luck, &mut agents, rngs, budget, &mut events);
    let label = |spec: &str| AgentLabel { spec: spec.into(), params: serde_json::json!({}) };
    let labels = std::iter::once(label("cmd")).chain((1..game.seats()).map(|_| label("random")));
    let record = Record::new(game, luck, None, labels.collect(), events.events, &outcome);
    (outcome, record)
}

/// Plays an episode in which seat 0 must forfeit; the error.
pub fn forfeit<G: Game>(game: &G, agent: &mut dyn Agent<G>, luck: Luck) -> AgentError {
    let (outcome, record) = episode(game, agent, luck);
    croupier_core::replay(game, &record, |_| {}).unwrap();
    let forfeit = outcome.forfeit.expect("a forfeit");
    assert_eq!(forfeit.seat.0, 0);
    forfeit.error
}

/// The fault and detail of the first episode of a command, and the fault of the next one of the same series: the
/// run goes on.
pub fn faults<G: Game>(game: &G, command: &str, options: CmdOptions) -> (AgentError, Fault) {
    use croupier_core::Factory;
    let factory = CmdFactory::new(game, command, options).unwrap();
    let mut agent = factory.make();
    let first = forfeit(game, &mut *agent, Luck(1));
    (first, forfeit(game, &mut *agent, Luck(2)).fault)
}

/// Whether a process is there, dead ones not yet waited for included.
pub fn exists(pid: &str) -> bool {
    Path::new("/proc").join(pid.trim()).exists()
}
