//! Every way for a program to fail is a forfeit of its own kind, and the run goes on. Real processes throughout.

mod common;

use common::{Lab, episode, exists, faults, forfeit, hasty, patient};
use croupier_core::{Factory, Fault, Luck};
use croupier_games::{kuhn::Kuhn, leduc::Leduc};
use croupier_wire::jsonl::{CmdFactory, CmdOptions};
use std::time::Duration;

/// The shell bot `body` faults twice in the same way at kuhn; the detail of the first.
#[track_caller]
fn kuhn_fault(body: &str, options: CmdOptions, expected: Fault) -> String {
    let lab = Lab::new();
    let (first, second) = faults(&Kuhn::default(), &lab.bot(body), options);
    assert_eq!((first.fault, second), (expected, expected), "{}", first.detail);
    first.detail
}

#[track_caller]
fn says(detail: &str, parts: &[&str]) {
    for part in parts {
        assert!(detail.contains(part), "`{part}` is missing in: {detail}");
    }
}

#[test]
fn no_answer_to_a_turn_is_a_timeout() {
    let detail = kuhn_fault("ready; turn; sleep 1000", hasty(), Fault::Timeout);
    says(&detail, &["no answer to its turn within 100ms"]);
}

#[test]
fn half_an_answer_is_a_timeout() {
    kuhn_fault("ready; turn; printf '{\"id\":'; sleep 1000", hasty(), Fault::Timeout);
}

#[test]
fn no_ready_is_a_timeout() {
    let options = CmdOptions { ready_timeout: Duration::from_millis(100), ..patient() };
    says(&kuhn_fault("sleep 1000", options, Fault::Timeout), &["no answer to its hello within 100ms"]);
}

#[test]
fn death_tells_the_exit_status_and_the_end_of_the_error_output() {
    let detail = kuhn_fault("ready; turn; echo 'no such card' >&2; exit 3", patient(), Fault::Died);
    says(&detail, &["it ended with exit status 3", "its turn", "error output ends: no such card"]);
}

#[test]
fn death_by_a_signal_tells_the_signal() {
    says(&kuhn_fault("ready; turn; kill -9 $$", patient(), Fault::Died), &["ended by signal 9"]);
}

#[test]
fn death_between_turns_is_found_at_the_next_turn() {
    says(&kuhn_fault("ready; exit 4", patient(), Fault::Died), &["exit status 4", "its turn"]);
}

#[test]
fn death_before_ready_tells_the_exit_status() {
    let detail = kuhn_fault("echo 'no module named x' >&2; exit 1", patient(), Fault::Died);
    says(&detail, &["exit status 1", "its hello", "no module named x"]);
}

#[test]
fn a_line_without_its_end_is_no_answer_of_the_dead() {
    kuhn_fault("ready; turn; printf '{\"id\":%s,\"action\":\"p\"}' \"$id\"; exit 0", patient(), Fault::Died);
}

#[test]
fn a_child_that_holds_the_output_open_does_not_hide_a_death() {
    let options = CmdOptions { grace: Duration::from_millis(500), ..patient() };
    let detail = kuhn_fault("ready; turn; sleep 1000 & exit 5", options, Fault::Died);
    says(&detail, &["exit status 5"]);
}

#[test]
fn a_bot_that_closes_its_output_has_died() {
    let options = CmdOptions { grace: Duration::from_millis(100), ..patient() };
    says(&kuhn_fault("ready; exec 1>&-; sleep 1000", options, Fault::Died), &["it closed its output"]);
}

#[test]
fn a_bot_that_closes_its_input_has_died() {
    let options = CmdOptions { grace: Duration::from_millis(100), ..patient() };
    says(&kuhn_fault("ready; exec 0<&-; sleep 1000", options, Fault::Died), &["it closed its input"]);
}

#[test]
fn an_answer_is_heard_even_from_a_bot_that_ends_right_after() {
    let lab = Lab::new();
    let factory = CmdFactory::new(&Kuhn::default(), &lab.bot("ready; turn; answer b; exit 0"), patient());
    let factory = factory.unwrap();
    for luck in 0..20 {
        // A bet leaves seat 0 no second turn, so the episode ends before the death shows.
        let (outcome, _) = episode(&Kuhn::default(), &mut *factory.make(), Luck(luck));
        let died = outcome.forfeit.is_some_and(|f| f.error.fault == Fault::Died);
        assert_eq!(died, luck % 2 == 1, "luck {luck}: its program ends every second series");
    }
}

#[test]
fn what_is_no_json_is_garbage() {
    let detail = kuhn_fault("ready; turn; echo 'I bet'", patient(), Fault::Garbage);
    says(&detail, &["in answer to its turn it said `I bet`", "not a JSON object"]);
}

#[test]
fn what_is_no_text_is_garbage() {
    says(&kuhn_fault("ready; turn; printf '\\377\\n'", patient(), Fault::Garbage), &["not UTF-8"]);
}

#[test]
fn an_answer_without_action_is_garbage() {
    let detail = kuhn_fault("ready; turn; echo \"{\\\"id\\\":$id}\"", patient(), Fault::Garbage);
    says(&detail, &["exactly one of ready, action and error; this one has none"]);
}

#[test]
fn an_answer_without_id_is_garbage() {
    says(
        &kuhn_fault("ready; turn; echo '{\"action\":\"p\"}'", patient(), Fault::Garbage),
        &["missing field `id`"],
    );
}

#[test]
fn ready_in_answer_to_a_turn_is_garbage() {
    let body = "ready; turn; printf '{\"id\":%s,\"ready\":\"again\"}\\n' \"$id\"; sleep 1000";
    kuhn_fault(body, patient(), Fault::Garbage);
}

#[test]
fn an_action_in_answer_to_hello_is_garbage() {
    kuhn_fault("hear; answer p; sleep 1000", patient(), Fault::Garbage);
}

#[test]
fn a_ready_of_the_wrong_kind_is_garbage() {
    kuhn_fault("hear; echo \"{\\\"id\\\":$id,\\\"ready\\\":1}\"; sleep 1000", patient(), Fault::Garbage);
}

#[test]
fn text_that_is_no_action_of_the_game_is_garbage() {
    let detail = kuhn_fault("ready; turn; answer 'raise 5'; sleep 1000", patient(), Fault::Garbage);
    says(&detail, &["`raise 5` is no action of kuhn"]);
}

#[test]
fn an_illegal_action_is_its_own_fault_and_the_program_plays_on() {
    let lab = Lab::new();
    // At leduc no seat can fold before anybody has bet.
    let body = "ready; turn; answer f; hear; echo \"$line\" >> $D/end; while turn; do answer c; done";
    let factory = CmdFactory::new(&Leduc::default(), &lab.bot(body), patient()).unwrap();
    let mut agent = factory.make();
    let error = forfeit(&Leduc::default(), &mut *agent, Luck(1));
    assert_eq!(error.fault, Fault::Illegal);
    says(&error.detail, &["`f` is not among the 2 legal actions"]);
    let (outcome, _) = episode(&Leduc::default(), &mut *agent, Luck(2));
    assert_eq!(outcome.forfeit, None, "the same process answers the next episode");
    let end: serde_json::Value = serde_json::from_str(&lab.read("end")).unwrap();
    assert_eq!(end["forfeit"], serde_json::json!({"seat": 0, "fault": "illegal"}));
    assert_eq!(end["scores"], serde_json::json!([-13.0, 13.0]));
}

#[test]
fn a_bot_may_give_up_with_a_reason_of_its_own() {
    let body = "ready; while turn; do printf '{\"id\":%s,\"error\":\"out of book\"}\\n' \"$id\"; done";
    says(&kuhn_fault(body, patient(), Fault::Error), &["it gave up: out of book"]);
}

#[test]
fn a_line_of_a_gigabyte_is_refused_without_being_held() {
    let flood = "ready; turn; head -c 1000000000 /dev/zero; sleep 1000";
    let detail = kuhn_fault(flood, patient(), Fault::Oversize);
    says(&detail, &["more than 1048576 bytes", "its turn"]);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak < 200_000, "peak memory {peak} kB");
}

#[test]
fn a_long_line_instead_of_ready_is_refused() {
    kuhn_fault("head -c 1000000000 /dev/zero; sleep 1000", patient(), Fault::Oversize);
}

#[test]
fn the_longest_line_is_what_the_options_say() {
    let options = CmdOptions { max_line: 64, ..patient() };
    let long =
        "ready; turn; printf '{\"id\":%s,\"action\":\"p\",\"why\":\"%060d\"}\\n' \"$id\" 0; sleep 1000";
    kuhn_fault(long, options, Fault::Oversize);
}

#[test]
fn output_before_the_hello_is_unasked() {
    let detail = kuhn_fault("echo 'loading model'; ready; sleep 1000", patient(), Fault::Unasked);
    says(&detail, &["`loading model` before it"]);
}

#[test]
fn a_ready_from_before_the_hello_is_unasked() {
    kuhn_fault("echo '{\"id\":0,\"ready\":\"keen\"}'; sleep 1000", patient(), Fault::Unasked);
}

#[test]
fn an_answer_given_twice_is_unasked() {
    let body = "ready; turn; printf '{\"id\":%s,\"action\":\"p\"}\\n{\"id\":%s,\"action\":\"p\"}\\n' $id $id; sleep 1000";
    let lab = Lab::new();
    let factory = CmdFactory::new(&Kuhn::default(), &lab.bot(body), patient()).unwrap();
    // Its second turn, in this episode or the next one, finds the second answer lying there.
    let mut agent = factory.make();
    let error = (0..2).find_map(|luck| episode(&Kuhn::default(), &mut *agent, Luck(luck)).0.forfeit);
    let error = error.expect("a forfeit").error;
    assert_eq!(error.fault, Fault::Unasked);
    says(&error.detail, &["before its turn"]);
}

#[test]
fn an_answer_to_another_turn_is_unasked() {
    let detail = kuhn_fault("ready; turn; id=$((id - 1)); answer p; sleep 1000", patient(), Fault::Unasked);
    says(&detail, &["does not carry the id of its turn"]);
}

#[test]
fn a_flood_of_lines_is_cut_at_the_first() {
    let (first, _) = faults(&Kuhn::default(), &Lab::new().bot("ready; turn; yes"), patient());
    assert_eq!(first.fault, Fault::Garbage);
    says(&first.detail, &["`y`"]);
    // Begun before the turn is asked it may be seen before or after the question: of two kinds, but a forfeit.
    let lab = Lab::new();
    let (first, second) = faults(&Kuhn::default(), &lab.bot("ready; yes"), patient());
    for fault in [first.fault, second] {
        assert!(matches!(fault, Fault::Unasked | Fault::Garbage), "{fault:?}");
    }
}

#[test]
fn a_flood_of_error_output_neither_blocks_nor_counts_and_its_end_is_kept() {
    let lab = Lab::new();
    let noise = "yes 'all is well' | head -c 300000 >&2";
    let body = format!("ready; {noise}; turn; {noise}; answer b; turn; {noise}; echo last >&2; exit 1");
    let factory = CmdFactory::new(&Kuhn::default(), &lab.bot(&body), patient()).unwrap();
    let mut agent = factory.make();
    let (outcome, _) = episode(&Kuhn::default(), &mut *agent, Luck(1));
    assert_eq!(outcome.forfeit, None);
    let error = forfeit(&Kuhn::default(), &mut *agent, Luck(2));
    assert_eq!(error.fault, Fault::Died);
    assert!(error.detail.ends_with("last"), "{}", error.detail);
    assert!(error.detail.len() < 4096 + 200);
}

#[test]
fn a_fault_tells_only_the_error_output_of_its_own_series() {
    let lab = Lab::new();
    let body = "ready; while hear; do [ \"$kind\" = turn ] || continue
        if [ -e $D/bad ]; then echo new >&2; exit 1; fi; echo old >&2; answer b; done";
    let factory = CmdFactory::new(&Kuhn::default(), &lab.bot(body), patient()).unwrap();
    assert_eq!(episode(&Kuhn::default(), &mut *factory.make(), Luck(1)).0.forfeit, None);
    std::fs::write(lab.path("bad"), "").unwrap();
    let error = forfeit(&Kuhn::default(), &mut *factory.make(), Luck(2));
    assert!(error.detail.ends_with("its error output ends: new"), "{}", error.detail);
}

#[test]
fn a_program_that_is_not_there_cannot_be_started() {
    let (first, second) = faults(&Kuhn::default(), "./no-such-bot --fast", patient());
    assert_eq!((first.fault, second), (Fault::Start, Fault::Start));
    says(&first.detail, &["cannot start `./no-such-bot`"]);
    let lab = Lab::new();
    std::fs::write(lab.path("plain"), "not a program").unwrap();
    let (first, _) = faults(&Kuhn::default(), &lab.path("plain").display().to_string(), patient());
    assert_eq!(first.fault, Fault::Start);
}

#[test]
fn a_bot_that_refuses_the_game_cannot_be_started() {
    let body = "hear; printf '{\"id\":%s,\"error\":\"I play leduc only\"}\\n' \"$id\"; sleep 1000";
    says(&kuhn_fault(body, patient(), Fault::Start), &["it refused the game: I play leduc only"]);
}

#[test]
fn a_faulty_program_is_ended_with_its_children_and_leaves_no_zombie() {
    let lab = Lab::new();
    let body =
        "sleep 1000 & echo $! >> $D/pids; echo $$ >> $D/pids; trap '' TERM HUP INT; ready; turn; sleep 1000";
    let factory = CmdFactory::new(&Kuhn::default(), &lab.bot(body), hasty()).unwrap();
    let mut agent = factory.make();
    assert_eq!(forfeit(&Kuhn::default(), &mut *agent, Luck(1)).fault, Fault::Timeout);
    let pids = lab.read("pids");
    assert_eq!(pids.lines().count(), 2);
    let (child, own) = pids.split_once('\n').unwrap();
    assert!(!exists(own), "the program is gone and waited for");
    wait_gone(child);
}

/// Init, not we, waits for a program's orphans: give it the time it needs.
fn wait_gone(pid: &str) {
    let dead = |pid: &str| {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        stat.is_empty() || stat.rsplit(')').next().is_some_and(|s| s.trim_start().starts_with('Z'))
    };
    for _ in 0..1000 {
        if dead(pid) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("process {pid} lives on");
}

#[test]
fn a_fault_costs_its_episode_only_and_the_next_has_a_fresh_program() {
    let lab = Lab::new();
    let body = "echo start >> $D/log; ready; while turn; do
        if [ -e $D/bad ]; then rm $D/bad; exit 1; fi; answer b; done";
    let factory = CmdFactory::new(&Kuhn::default(), &lab.bot(body), patient()).unwrap();
    let mut agent = factory.make();
    let mut kinds = vec![];
    for luck in 0..6 {
        if luck == 2 || luck == 4 {
            std::fs::write(lab.path("bad"), "").unwrap();
        }
        let (outcome, _) = episode(&Kuhn::default(), &mut *agent, Luck(luck));
        kinds.push(outcome.forfeit.map(|f| f.error.fault));
    }
    assert_eq!(kinds, [None, None, Some(Fault::Died), None, Some(Fault::Died), None]);
    assert_eq!(lab.read("log").lines().count(), 3, "one program at first and one after each fault");
}

#[test]
fn a_command_line_that_cannot_be_split_is_refused_by_name() {
    for bad in ["", "   ", "python3 'bot.py", "''"] {
        let refused = CmdFactory::new(&Kuhn::default(), bad, CmdOptions::default()).err().unwrap();
        says(&refused.to_string(), &["cmd:", "quotes"]);
    }
}

#[test]
fn probing_finds_a_broken_bot_before_the_run_and_keeps_a_good_one() {
    let game = Kuhn::default();
    let broken = CmdFactory::new(&game, "./no-such-bot", CmdOptions::default()).unwrap();
    assert_eq!(broken.probe().unwrap_err().fault, Fault::Start);
    let lab = Lab::new();
    let body = "echo start >> $D/log; ready; while turn; do answer p; done";
    let good = CmdFactory::new(&game, &lab.bot(body), patient()).unwrap();
    assert_eq!(good.probe().unwrap().name, "test");
    assert_eq!(episode(&game, &mut *good.make(), Luck(1)).0.forfeit, None);
    assert_eq!(lab.read("log").lines().count(), 1);
}
