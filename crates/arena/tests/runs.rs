//! Runs as a library: failing agents, order of blocks, repeated games, sequential tests.

use croupier_arena::{Entrant, Evidence, Kind, Plan, Report, Runner, Stop, text};
use croupier_core::*;
use croupier_games::Kuhn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn entrant<G: Game, A: Agent<G> + 'static>(
    spec: &str,
    make: impl Fn() -> A + Send + Sync + 'static,
) -> Entrant<G> {
    let label = AgentLabel { spec: spec.into(), params: serde_json::json!({}) };
    Entrant { label, factory: Arc::new(move || Box::new(make()) as Box<dyn Agent<G>>) }
}

fn labels<G: Game>(entrants: &[Entrant<G>]) -> Vec<AgentLabel> {
    entrants.iter().map(|e| e.label.clone()).collect()
}

fn run<G: Game>(game: &G, plan: &Plan, entrants: &[Entrant<G>], threads: usize) -> Report {
    let mut evidence = Evidence::new(plan);
    let stop = AtomicBool::new(false);
    let ended =
        Runner { game, plan, entrants, threads, stop: &stop }.run(&mut evidence, None, |_| ()).unwrap();
    Report::new(plan, &evidence, &ended).unwrap()
}

/// What an agent does when asked.
type Act = fn(&Decision<'_, Kuhn>) -> Result<croupier_games::kuhn::Action, AgentError>;

struct Doing(Act);

impl Agent<Kuhn> for Doing {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, Kuhn>) -> Result<croupier_games::kuhn::Action, AgentError> {
        (self.0)(d)
    }
    fn fallbacks(&self) -> (u64, Option<String>) {
        (1, Some("a reason".into()))
    }
}

fn bets(d: &Decision<'_, Kuhn>) -> Result<croupier_games::kuhn::Action, AgentError> {
    Ok(d.legal()[1])
}

#[test]
fn every_failure_of_an_agent_is_a_forfeit_of_its_kind_and_the_run_goes_on() {
    let game = Kuhn::default();
    let failures: [(Act, Fault); 2] = [
        (|_| panic!("no idea"), Fault::Panic),
        (|_| Err(AgentError::new(Fault::Error, "no idea")), Fault::Error),
    ];
    for (act, fault) in failures {
        let entrants = [entrant("failing", move || Doing(act)), entrant("bets", || Doing(bets))];
        let mut plan = Plan::one_table(&game, labels(&entrants)).unwrap();
        plan.blocks = 50;
        let report = run(&game, &plan, &entrants, 2);
        assert_eq!(report.episodes, 100);
        assert_eq!(report.bots[0].forfeits.get(&fault), Some(&100), "{fault:?}");
        assert_eq!(report.bots[0].mean, -2.0, "a forfeit costs what the game says");
        assert!(report.warnings.iter().any(|w| w.contains("failing forfeited")));
    }
}

#[test]
fn fallbacks_are_counted_and_reported() {
    let game = Kuhn::default();
    let entrants = [entrant("a", || Doing(bets)), entrant("b", || Doing(bets))];
    let mut plan = Plan::one_table(&game, labels(&entrants)).unwrap();
    plan.blocks = 10;
    let report = run(&game, &plan, &entrants, 1);
    assert_eq!(report.bots[0].fallbacks, 20);
    assert!(
        report.warnings.iter().any(|w| w.contains("a fell back 20 times, last: a reason")),
        "{:?}",
        report.warnings
    );
}

/// Slow when it makes its first agents, so that later blocks are finished before earlier ones.
struct SlowStart(AtomicU64);

impl Factory<Kuhn> for SlowStart {
    fn make(&self) -> Box<dyn Agent<Kuhn>> {
        if self.0.fetch_add(1, Ordering::Relaxed) < 3 {
            std::thread::sleep(std::time::Duration::from_millis(60));
        }
        Box::new(Doing(|d| Ok(d.legal()[usize::from(d.view().card.unwrap().to_string() == "K")])))
    }
}

#[test]
fn blocks_count_in_plan_order_whatever_finishes_first() {
    let game = Kuhn::default();
    let mut reports = Vec::new();
    for threads in [1, 8] {
        let slow = Entrant {
            label: AgentLabel { spec: "slow".into(), params: serde_json::json!({}) },
            factory: Arc::new(SlowStart(AtomicU64::new(0))),
        };
        let entrants = [slow, entrant("bets", || Doing(bets))];
        let mut plan = Plan::one_table(&game, labels(&entrants)).unwrap();
        plan.blocks = 400;
        plan.sprt = Some("low=0,high=0.2,unit=score".parse().unwrap());
        let mut report = run(&game, &plan, &entrants, threads);
        for bot in &mut report.bots {
            bot.decision_ms.median = None;
            bot.decision_ms.p99 = None;
        }
        reports.push(serde_json::to_string(&report).unwrap());
    }
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn a_sequential_test_stops_early_and_is_undecided_when_blocks_run_out() {
    let game = Kuhn::default();
    let kings_only: Act = |d| Ok(d.legal()[usize::from(d.view().card.unwrap().to_string() == "K")]);
    let entrants = [entrant("kings", move || Doing(kings_only)), entrant("bets", || Doing(bets))];
    let mut plan = Plan::one_table(&game, labels(&entrants)).unwrap();
    plan.sprt = Some("low=0,high=1,unit=score".parse().unwrap());
    plan.blocks = 100_000;
    let report = run(&game, &plan, &entrants, 2);
    assert!(report.blocks < 1000 && report.stop.contains("accepts low"), "{}", report.stop);
    plan.blocks = 5;
    assert!(run(&game, &plan, &entrants, 2).stop.contains("undecided"));
}

#[test]
fn an_interrupted_run_reports_what_it_has() {
    let game = Kuhn::default();
    let entrants = [entrant("a", || Doing(bets)), entrant("b", || Doing(bets))];
    let mut plan = Plan::one_table(&game, labels(&entrants)).unwrap();
    plan.blocks = u64::MAX;
    let (mut evidence, stop) = (Evidence::new(&plan), AtomicBool::new(false));
    let runner = Runner { game: &game, plan: &plan, entrants: &entrants, threads: 2, stop: &stop };
    let ended = runner.run(&mut evidence, None, |_| stop.store(true, Ordering::Relaxed)).unwrap();
    assert_eq!(ended, Stop::Interrupted);
    assert_eq!(Report::new(&plan, &evidence, &ended).unwrap().stop, "interrupted");
}

/// Nim: one heap of five, take one to three, the last to take wins. No chance event at all.
#[derive(Clone, Debug)]
struct Nim;

macro_rules! unreachable_chance {
    () => {
        fn draw(&self, _: &Vec<u8>, _: &mut Rng) -> u8 {
            0
        }
        fn reveal(&self, _: &mut Vec<u8>, c: &u8) -> Result<(), Illegal> {
            Err(Illegal::new(c, "Nim has no chance"))
        }
    };
}

impl Game for Nim {
    const ID: &'static str = "nim";
    const RULES: u32 = 1;
    const ABOUT: &'static str = "the last to take wins";
    const PERFECT: bool = true;
    type Config = ();
    type State = Vec<u8>;
    type View = String;
    type Action = u8;
    type Chance = u8;
    type Legal = Vec<u8>;
    unreachable_chance!();
    fn new(_: ()) -> Result<Self, ConfigError> {
        Ok(Nim)
    }
    fn config(&self) -> &() {
        &()
    }
    fn profiles() -> Vec<(&'static str, &'static str, ())> {
        vec![("standard", "", ())]
    }
    fn switches() -> &'static [Switch] {
        &[]
    }
    fn seats(&self) -> usize {
        2
    }
    fn start(&self) -> Vec<u8> {
        vec![]
    }
    fn turn(&self, s: &Vec<u8>) -> Turn {
        if s.iter().sum::<u8>() == 5 { Turn::Over } else { Turn::Seat(Seat((s.len() % 2) as u8)) }
    }
    fn legal(&self, s: &Vec<u8>, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=3.min(5 - s.iter().sum::<u8>()));
    }
    fn apply(&self, s: &mut Vec<u8>, a: u8) -> Result<(), Illegal> {
        let mut legal = Vec::new();
        self.legal(s, &mut legal);
        if !legal.contains(&a) {
            return Err(Illegal::new(a, "one to three of what is left"));
        }
        s.push(a);
        Ok(())
    }
    fn view(&self, s: &Vec<u8>, _: Seat) -> String {
        format!("{s:?}")
    }
    fn scores(&self, s: &Vec<u8>, out: &mut [f64]) {
        let first_won = s.len() % 2 == 1;
        out.copy_from_slice(if first_won { &[1.0, -1.0] } else { &[-1.0, 1.0] });
    }
    fn forfeit(&self, _: &Vec<u8>, seat: Seat, out: &mut [f64]) {
        out.fill(1.0);
        out[seat.index()] = -1.0;
    }
}

#[test]
fn the_laws_hold_for_a_game_without_chance() {
    laws::check_open(&Nim);
}

struct Takes(u64);

impl Agent<Nim> for Takes {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, Nim>) -> Result<u8, AgentError> {
        Ok(d.legal().nth(self.0.min(d.legal().count() - 1)))
    }
}

#[test]
fn deterministic_agents_that_repeat_identical_games_are_warned_of() {
    let entrants = [entrant("one", || Takes(0)), entrant("three", || Takes(2))];
    let mut plan = Plan::one_table(&Nim, labels(&entrants)).unwrap();
    plan.blocks = 30;
    let report = run(&Nim, &plan, &entrants, 2);
    assert!(
        report.warnings.iter().any(|w| w.contains("58 of 60 episodes repeat an earlier one")),
        "{:?}",
        report.warnings
    );
    assert!(text(&report).contains("repeat an earlier one"));
}

#[test]
fn a_league_rates_everybody_and_names_why_ratings_are_in_doubt() {
    let entrants = [entrant("one", || Takes(0)), entrant("two", || Takes(1)), entrant("three", || Takes(2))];
    let mut plan = Plan::league(&Nim, labels(&entrants)).unwrap();
    plan.blocks = 3;
    let report = run(&Nim, &plan, &entrants, 1);
    assert_eq!((plan.tables.len(), report.pairs.len()), (3, 3));
    assert_eq!(report.ratings.as_ref().map(Vec::len), Some(3));
    assert_eq!(report.kind, Kind::League);
}
