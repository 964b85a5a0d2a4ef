//! A GTP engine as an agent: what it is told, and its faults.

mod common;

use common::Lab;
use croupier_bots::First;
use croupier_core::{Agent, Budget, Factory, Fault, Game, Luck, Outcome, Rng, play};
use croupier_games::go::{Config, Go, Placement};
use croupier_wire::gtp::{GtpFactory, GtpOptions};
use std::time::Duration;

/// An engine in shell that notes what it is told in `log`. `genmove` plays the words of its first argument in turn;
/// `$special` runs first on every command.
const ENGINE: &str = r#"
moves=$1; special=$2
while IFS= read -r line; do
  echo "$line" >> "$D/log"
  id=${line%% *}; command=${line#* }; name=${command%% *}
  eval "$special"
  case $name in
    protocol_version) printf '=%s 2\n\n' "$id" ;;
    name) printf '=%s fake\n\n' "$id" ;;
    version) printf '=%s 1\n\n' "$id" ;;
    known_command) printf '=%s %s\n\n' "$id" "${known:-false}" ;;
    genmove) printf '=%s %s\n\n' "$id" "${moves%% *}"; moves=${moves#* } ;;
    quit) printf '=%s\n\n' "$id"; exit 0 ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#;

fn patient() -> GtpOptions {
    let long = Duration::from_secs(3600);
    GtpOptions {
        ready_timeout: long,
        turn_timeout: long,
        grace: Duration::from_secs(20),
        ..GtpOptions::default()
    }
}

struct Bench {
    lab: Lab,
    game: Go,
    options: GtpOptions,
}

impl Bench {
    fn new(config: Config) -> Self {
        Self { lab: Lab::new(), game: Go::new(config).unwrap(), options: patient() }
    }

    fn factory(&self, moves: &str, special: &str) -> GtpFactory {
        let command = format!("{} '{moves}' '{special}'", self.lab.bot(ENGINE));
        GtpFactory::new(&self.game, &command, self.options.clone()).unwrap()
    }

    /// The engine as Black against the first legal move.
    fn play(&self, agent: &mut dyn Agent<Go>, budget: Budget) -> Outcome<Go> {
        let mut first = First;
        let mut table: Vec<&mut dyn Agent<Go>> = vec![agent, &mut first];
        let rngs = (0..2).map(|i| Rng::keyed("gtp", &[i])).collect();
        play(&self.game, Luck(1), &mut table, rngs, budget, &mut ())
    }

    fn fault(&self, moves: &str, special: &str) -> (Fault, String) {
        let outcome = self.play(&mut *self.factory(moves, special).make(), Budget::Own);
        let forfeit = outcome.forfeit.expect("a forfeit");
        assert_eq!((forfeit.seat.index(), &outcome.scores[..]), (0, &[-1.0, 1.0][..]));
        (forfeit.error.fault, forfeit.error.detail)
    }

    /// Commands told so far, ids left out.
    fn log(&self) -> Vec<String> {
        self.lab.read("log").lines().map(|l| l.split_once(' ').map_or(l, |x| x.1).to_string()).collect()
    }
}

fn three() -> Config {
    Config { max_moves: Some(4), ..Config::square(3) }
}

#[test]
fn an_engine_is_told_the_game_and_asked_for_its_moves() {
    let bench = Bench::new(three());
    let factory = bench.factory("B2 C3", "");
    assert_eq!(factory.probe().unwrap(), ("fake".into(), "1".into()));
    let outcome = bench.play(&mut *factory.make(), Budget::Own);
    assert_eq!(outcome.forfeit, None);
    let moves: Vec<String> = outcome.state.moves().iter().map(|m| m.to_string()).collect();
    assert_eq!(moves, ["B2", "A1", "C3", "B1"]);
    let expected = "protocol_version|name|version|boardsize 3|clear_board|komi 7.5|known_command kgs-rules|\
                    genmove black|play white A1|genmove black";
    assert_eq!(bench.log().join("|"), expected);
    drop(factory);
    assert_eq!(bench.log().last().unwrap(), "quit", "programs end with their factory");
}

#[test]
fn one_program_plays_the_episodes_of_a_series_and_series_after_it() {
    let bench = Bench::new(three());
    let factory = bench.factory("B2 C3 B2 C3 B2 C3", "");
    let mut agent = factory.make();
    for _ in 0..2 {
        assert_eq!(bench.play(&mut *agent, Budget::Own).forfeit, None);
    }
    drop(agent);
    assert_eq!(bench.play(&mut *factory.make(), Budget::Own).forfeit, None);
    let log = bench.log();
    let count = |name: &str| log.iter().filter(|l| *l == name).count();
    assert_eq!((count("protocol_version"), count("clear_board")), (1, 3));
}

#[test]
fn rules_handicaps_and_time_are_told() {
    let bench = Bench::new(Config { handicap: 2, komi: Some(0.5), max_moves: Some(2), ..Config::square(9) });
    let mut agent = bench.factory("A1", "known=true").make();
    let mut first = First;
    let mut table: Vec<&mut dyn Agent<Go>> = vec![&mut *agent, &mut first];
    let rngs = (0..2).map(|i| Rng::keyed("gtp", &[i])).collect();
    let budget = Budget::Time(Duration::from_millis(1500));
    let outcome = play(&bench.game, Luck(1), &mut table, rngs, budget, &mut ());
    // White begins with A1, which the engine then wants too.
    assert_eq!(outcome.forfeit.unwrap().error.fault, Fault::Illegal);
    let expected = "protocol_version|boardsize 9|clear_board|komi 0.5|known_command kgs-rules|kgs-rules chinese|\
                    set_free_handicap C3 G7|play white A1|time_settings 0 2 1|genmove black";
    assert_eq!(bench.log().join("|"), expected);
}

#[test]
fn free_handicap_stones_are_moves_of_black() {
    let config = Config { handicap: 2, placement: Placement::Free, max_moves: Some(4), ..Config::square(5) };
    let bench = Bench::new(config);
    let factory = bench.factory("C3 B2 D4", "");
    let outcome = bench.play(&mut *factory.make(), Budget::Own);
    assert_eq!(outcome.forfeit, None);
    let log = bench.log();
    assert_eq!(log[log.len() - 4..].join("|"), "genmove black|genmove black|play white A1|genmove black");
}

#[test]
fn every_fault_is_recorded_as_what_it_is() {
    let bench = Bench::new(three());
    let fault = |moves: &str, special: &str| bench.fault(moves, special);
    assert_eq!(fault("B2 B2", "").0, Fault::Illegal);
    assert_eq!(fault("Z99", "").0, Fault::Garbage);
    let escape = r#"[ $name = genmove ] && { printf "=%s \033[31mA1\n\n" "$id"; continue; }"#;
    let (kind, detail) = fault("B2", escape);
    assert_eq!(kind, Fault::Garbage);
    assert!(detail.contains("u{1b}[31m") && !detail.contains('\u{1b}'), "{detail}");
    assert_eq!(fault("resign", ""), (Fault::Resigned, "it answered genmove with resign".into()));
    let refuse = r#"[ $name = play ] && { printf "?%s illegal move\n\n" "$id"; continue; }"#;
    assert_eq!(fault("B2 C3", refuse), (Fault::Error, "it refused `play white A1`: `illegal move`".into()));
    assert_eq!(fault("B2", r#"[ $name = genmove ] && exit 3"#).0, Fault::Died);
    let babble = r#"[ $name = genmove ] && { printf "hello\n\n"; continue; }"#;
    assert_eq!(fault("B2", babble).0, Fault::Garbage);
    assert_eq!(fault("B2", "[ $name = genmove ] && id=1").0, Fault::Unasked);
    let old = r#"[ $name = protocol_version ] && { printf "=%s 1\n\n" "$id"; continue; }"#;
    assert_eq!(fault("B2", old).0, Fault::Start);
}

#[test]
fn an_engine_that_says_nothing_costs_its_limit() {
    let mut bench = Bench::new(three());
    bench.options.turn_timeout = Duration::from_millis(150);
    assert_eq!(bench.fault("B2", "[ $name = genmove ] && sleep 1000").0, Fault::Timeout);
}

#[test]
fn an_engine_may_begin_with_empty_lines_and_answer_in_many() {
    let bench = Bench::new(three());
    let wordy = r#"[ $name = boardsize ] && { printf "\n\n=%s one\ntwo\n\n" "$id"; continue; }"#;
    assert_eq!(bench.play(&mut *bench.factory("B2 C3", wordy).make(), Budget::Own).forfeit, None);
}

#[test]
fn commands_and_boards_that_cannot_be_are_refused_at_once() {
    let game = Go::default();
    assert!(GtpFactory::new(&game, "gnugo 'unclosed", patient()).is_err());
    assert!(GtpFactory::new(&game, "", patient()).is_err());
    let oblong = Go::new(Config { width: 5, height: 4, ..Config::default() }).unwrap();
    let error = GtpFactory::new(&oblong, "gnugo", patient()).err().unwrap().to_string();
    assert!(error.contains("square"), "{error}");
    let missing = GtpFactory::new(&game, "/no/such/engine", patient()).unwrap().probe().unwrap_err();
    assert_eq!(missing.fault, Fault::Start);
}

#[test]
fn a_spec_may_give_an_engine_more_or_less_time() {
    let game = Go::new(Config::square(3)).unwrap();
    let new = |command: &str| GtpFactory::new(&game, command, GtpOptions::default());
    let params = new("timeout=600 gnugo --mode gtp").unwrap().params();
    assert_eq!(params["turn_timeout"], 600.0);
    assert_eq!(params["command"], serde_json::json!(["gnugo", "--mode", "gtp"]));
    for text in ["timeout=0 gnugo", "timeout=soon gnugo", "timeout=1e9 gnugo", "timeout=NaN gnugo"] {
        let error = new(text).map(drop).unwrap_err().to_string();
        assert!(error.contains("timeout") && error.contains("86400"), "{error}");
    }
    assert!(new("timeout=600").is_err(), "no command is left");
}

#[test]
fn a_console_gives_answers_and_refusals_as_they_are() {
    let bench = Bench::new(three());
    let special = r#"if [ $name = bad ]; then echo "?$id no such thing"; echo; continue; fi"#;
    let factory = bench.factory("B2", special);
    let mut console = factory.console().unwrap();
    assert_eq!(console.ask("genmove black").unwrap(), Ok("B2".into()));
    assert_eq!(console.ask("bad").unwrap(), Err("no such thing".into()));
    assert_eq!(console.ask("name").unwrap(), Ok("fake".into()));
}
