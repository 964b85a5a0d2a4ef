//! Whole episodes and series between programs and bots: what is said, by how many programs, and what never is.

mod common;

use common::{Lab, episode, episode_within, example, exists, patient};
use croupier_core::{Budget, Event, Factory, Game, Luck, Record, Seat};
use croupier_games::{kuhn::Kuhn, leduc::Leduc};
use croupier_wire::jsonl::{CmdFactory, CmdOptions};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;

fn shell_example() -> String {
    format!("sh '{}'", example("random_bot.sh").display())
}

/// The records of `series` series of three episodes each, played on `threads` threads.
fn records<G: Game>(game: &G, command: &str, series: u64, threads: u64, options: CmdOptions) -> Vec<String> {
    let factory = CmdFactory::new(game, command, options).unwrap();
    let play_series = |s: u64| {
        let mut agent = factory.make();
        let lucks = (0..3).map(|i| Luck::block("dev", 7, s).episode(i));
        lucks.map(|luck| episode(game, &mut *agent, luck).1).collect::<Vec<Record>>()
    };
    let mut all: Vec<(u64, Vec<Record>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|t| {
                let mine = (0..series).filter(move |s| s % threads == t);
                scope.spawn(|| mine.map(|s| (s, play_series(s))).collect::<Vec<_>>())
            })
            .collect();
        workers.into_iter().flat_map(|w| w.join().unwrap()).collect()
    });
    all.sort_by_key(|(s, _)| *s);
    for record in all.iter().flat_map(|(_, r)| r) {
        assert_eq!(record.end, croupier_core::End::Over);
        croupier_core::replay(game, record, |_| {}).unwrap();
    }
    all.iter().flat_map(|(_, r)| r).map(Record::to_line).collect()
}

#[test]
fn the_same_luck_gives_the_same_records_twice_and_on_four_threads() {
    let twice = |_| records(&Leduc::default(), &shell_example(), 12, 1, patient());
    let [first, second] = [1, 2].map(twice);
    assert_eq!(first, second);
    assert_eq!(first, records(&Leduc::default(), &shell_example(), 12, 4, patient()));
    let fresh = CmdOptions { reuse: false, ..patient() };
    assert_eq!(first, records(&Leduc::default(), &shell_example(), 12, 1, fresh));
    assert!(first.iter().collect::<BTreeSet<_>>().len() > 30, "the episodes differ from each other");
}

#[test]
fn programs_are_reused_across_series_and_no_more_than_play_at_once() {
    let lab = Lab::new();
    let body = "echo $$ >> $D/started; ready; while hear; do case $kind in
        turn) answer p ;; series) echo x >> $D/series ;; quit) exit 0 ;; esac; done";
    let command = lab.bot(body);
    let started = || lab.read("started").lines().count();
    records(&Kuhn::default(), &command, 10, 1, patient());
    assert_eq!(started(), 1);
    records(&Kuhn::default(), &command, 10, 3, patient());
    assert!((2..=4).contains(&started()), "{} programs", started());
    let before = started();
    records(&Kuhn::default(), &command, 10, 1, CmdOptions { reuse: false, ..patient() });
    assert_eq!(started() - before, 10, "one for each series when it may not be reused");
    assert_eq!(lab.read("series").lines().count(), 30, "each series is announced once");
    for pid in lab.read("started").lines() {
        assert!(!exists(pid), "{pid} has ended with its factory");
    }
}

#[test]
fn both_seats_of_an_episode_may_be_the_same_command() {
    let game = Leduc::default();
    let factory = CmdFactory::new(&game, &shell_example(), patient()).unwrap();
    let run = || {
        let (mut a, mut b) = (factory.make(), factory.make());
        let luck = Luck(5);
        let rngs = vec![luck.agent(1, 0, 0), luck.agent(1, 1, 1)];
        let mut seen = croupier_core::Recorder::default();
        let outcome = croupier_core::play(&game, luck, &mut [&mut *a, &mut *b], rngs, Budget::Own, &mut seen);
        assert_eq!(outcome.forfeit, None);
        seen.events
    };
    assert_eq!(run(), run());
}

#[test]
fn a_program_hears_quit_and_may_end_by_itself() {
    let lab = Lab::new();
    let body = "ready; while hear; do case $kind in turn) answer p ;; quit) echo $kind > $D/bye; exit 0 ;; esac; done";
    let options = CmdOptions { grace: Duration::from_secs(3600), ..patient() };
    records(&Kuhn::default(), &lab.bot(body), 1, 1, options);
    assert_eq!(lab.read("bye"), "quit\n");
}

#[test]
fn a_program_deaf_to_quit_ends_with_its_factory() {
    let lab = Lab::new();
    let body = "echo $$ > $D/pid; trap '' HUP TERM INT; ready; while turn; do answer p; done; sleep 1000";
    let body = body.replace(
        "while turn",
        "while hear && { [ \"$kind\" != turn ] || answer p; }; do :; done; while turn",
    );
    let options = CmdOptions { grace: Duration::from_millis(20), ..patient() };
    records(&Kuhn::default(), &lab.bot(&body), 1, 1, options);
    assert!(!exists(&lab.read("pid")));
}

/// Everything a program hears in episodes of kuhn on `lucks`, one series each; line by line.
fn heard(lucks: &[Luck], budget: Budget) -> Vec<Value> {
    let lab = Lab::new();
    let log = lab.path("heard").display().to_string();
    let command = format!("sh -c 'tee \"{log}\" | {}'", shell_example().replace('\'', "\""));
    let factory = CmdFactory::new(&Kuhn::default(), &command, patient()).unwrap();
    for luck in lucks {
        let (outcome, _) = episode_within(&Kuhn::default(), &mut *factory.make(), *luck, budget);
        assert_eq!(outcome.forfeit, None);
    }
    drop(factory);
    lab.read("heard").lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn keys(message: &Value) -> Vec<&str> {
    message.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn a_program_hears_the_documented_keys_and_no_others() {
    let lines = heard(&[Luck(1), Luck(2)], Budget::Nodes(9));
    for line in &lines {
        let expected: &[&str] = match line["type"].as_str().unwrap() {
            "hello" => &[
                "config", "croupier", "game", "id", "max_line", "profile", "protocol", "rules", "type",
                "version",
            ],
            "series" | "quit" => &["type"],
            "begin" => &["seat", "seats", "seed", "type"],
            "turn" => &["budget", "id", "legal", "timeout_ms", "type", "view"],
            "end" => &["forfeit", "scores", "type", "view"],
            other => panic!("unknown type {other}"),
        };
        assert_eq!(keys(line).into_iter().collect::<BTreeSet<_>>(), expected.iter().copied().collect());
    }
    let kinds: Vec<_> = lines.iter().map(|l| l["type"].as_str().unwrap()).collect();
    assert_eq!(kinds[..4], ["hello", "series", "begin", "turn"]);
    assert_eq!(kinds.iter().filter(|k| **k == "series").count(), 2);
    assert_eq!(kinds.last(), Some(&"quit"));
}

/// Two lucks that deal seat 0 the same card and seat 1 different ones.
fn twins() -> (Luck, Luck) {
    let game = Kuhn::default();
    let deal = |l: u64| game.draw(&game.start(), &mut Luck(l).draw(0)).to_string();
    let (a, b) = (0..99)
        .flat_map(|a| (0..99).map(move |b| (a, b)))
        .find(|(a, b)| deal(*a)[..1] == deal(*b)[..1] && deal(*a) != deal(*b))
        .unwrap();
    (Luck(a), Luck(b))
}

/// Seat 0 hears the same until the cards are shown, whatever seat 1 holds and whatever the luck's number is: the view
/// is all there is, and the seed comes from the agent's stream.
#[test]
fn a_program_never_hears_what_its_seat_does_not_see() {
    let (a, b) = twins();
    let game = Kuhn::default();
    let told = |luck: Luck| {
        let lab = Lab::new();
        // The first turn's line, its id cut off, is all that can differ before seat 1 acts.
        let body = "ready; hear; hear; echo \"$line\" > $D/begin; hear; echo \"${line#*,\\\"legal\\\"}\" > $D/turn; answer p; turn";
        let factory = CmdFactory::new(&game, &lab.bot(body), patient()).unwrap();
        let mut agent = factory.make();
        let mut other = croupier_bots::Random::default();
        // The agents' streams are the same for both lucks.
        let rngs = vec![Luck(1).agent(1, 0, 0), Luck(1).agent(1, 1, 1)];
        croupier_core::play(&game, luck, &mut [&mut *agent, &mut other], rngs, Budget::Own, &mut ());
        drop(agent);
        (lab.read("begin"), lab.read("turn"))
    };
    let first = told(a);
    assert_eq!(first, told(b));
    let begin: Value = serde_json::from_str(&first.0).unwrap();
    assert_eq!(begin["seed"], Luck(1).agent(1, 0, 0).bits() >> 11);
}

#[test]
fn the_luck_is_in_no_line() {
    let luck = Luck(1_234_567_890_123_456_789);
    for line in heard(&[luck], Budget::Own) {
        assert!(!line.to_string().contains("1234567890123456789"), "{line}");
    }
}

#[test]
fn budgets_reach_the_program_with_the_limit_that_will_end_its_turn() {
    let turn = |budget| heard(&[Luck(1)], budget).into_iter().find(|l| l["type"] == "turn").unwrap();
    let options = patient();
    let own = turn(Budget::Own);
    assert_eq!((&own["budget"], &own["timeout_ms"]), (&Value::Null, &60_000.into()));
    assert_eq!(turn(Budget::Nodes(800))["budget"], serde_json::json!({"nodes": 800}));
    let timed = turn(Budget::Time(Duration::from_secs(30)));
    assert_eq!(timed["budget"], serde_json::json!({"ms": 30_000.0}));
    assert_eq!(timed["timeout_ms"], 30_000 + options.grace.as_millis() as u64);
}

#[test]
fn the_end_tells_the_final_view_and_scores() {
    let luck = Luck(3);
    let lines = heard(&[luck], Budget::Own);
    let (outcome, _) = {
        let factory = CmdFactory::new(&Kuhn::default(), &shell_example(), patient()).unwrap();
        episode(&Kuhn::default(), &mut *factory.make(), luck)
    };
    let end = lines.iter().find(|l| l["type"] == "end").unwrap();
    assert_eq!(end["scores"], serde_json::json!(outcome.scores));
    assert_eq!(end["forfeit"], Value::Null);
    let view = Kuhn::default().view(&outcome.state, Seat(0));
    assert_eq!(end["view"], serde_json::to_value(&view).unwrap());
}

/// The transcript in docs/PROTOCOL.md is what happens: the same lines, but for the ids, which nobody can know.
#[test]
fn the_documented_transcript_is_what_is_said() {
    let doc = std::fs::read_to_string(example("../docs/PROTOCOL.md")).unwrap();
    let block = doc.split("```transcript\n").nth(1).expect("a transcript").split("```").next().unwrap();
    let lab = Lab::new();
    let log = lab.path("log").display().to_string();
    let command = format!("sh '{}' '{log}'", lab.path("scribe.sh").display());
    // One question is open at a time, so the two directions cannot mix in another order.
    let scribe = format!(
        "mkfifo \"$1.in\"\nsh '{}' < \"$1.in\" | while IFS= read -r l; do printf '< %s\\n' \"$l\" >> \"$1\"; \
         printf '%s\\n' \"$l\"; done &\nwhile IFS= read -r l; do printf '> %s\\n' \"$l\" >> \"$1\"; \
         printf '%s\\n' \"$l\"; done > \"$1.in\"\nwait\n",
        example("random_bot.sh").display()
    );
    std::fs::write(lab.path("scribe.sh"), scribe).unwrap();
    let options = CmdOptions { grace: Duration::from_secs(3600), ..CmdOptions::default() };
    let factory = CmdFactory::new(&Kuhn::default(), &command, options).unwrap();
    let (outcome, record) = episode(&Kuhn::default(), &mut *factory.make(), Luck(TRANSCRIPT));
    assert_eq!(outcome.forfeit, None);
    assert!(record.events.len() > 2, "{:?}", record.events.iter().map(Event::to_string).collect::<Vec<_>>());
    drop(factory);
    let said = renumbered(&lab.read("log"));
    assert_eq!(said, renumbered(block), "as it is said:\n{said}");
}

/// The luck of the documented transcript.
const TRANSCRIPT: u64 = 2;

/// A transcript with its ids counted from 1000 and the program's first version.
fn renumbered(transcript: &str) -> String {
    let mut first = None;
    let renumber = |line: &str| {
        let Some((before, rest)) = line.split_once("\"id\":") else { return line.to_string() };
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
        let id: u64 = rest[..digits].parse().unwrap();
        let nth = id - *first.get_or_insert(id);
        format!("{before}\"id\":{}{}", 1000 + nth, &rest[digits..])
    };
    let version = format!("\"croupier\":\"{}\"", croupier_core::VERSION);
    let transcript = transcript.replace(&version, "\"croupier\":\"0.1.0\"");
    transcript.lines().map(renumber).collect::<Vec<_>>().join("\n")
}
