//! The GTP engine answers as the specification words it.

use croupier_bots::Random;
use croupier_core::{AgentError, Budget, Game, Rng};
use croupier_games::go::{Config, Go, Move, State};
use croupier_wire::gtp::{Engine, Options, Outlook, Player, Think};
use std::io::Cursor;
use std::sync::{Arc, Mutex};

fn engine() -> Engine {
    Engine::new(Go::default(), Player::agent(|_| Box::new(Random::default())), Options::default())
}

/// Answers lines in turn; each response without its `= ` and line ends.
fn ask(engine: &mut Engine, lines: &str) -> Vec<String> {
    let answers = lines.lines().filter_map(|l| engine.answer(l.trim()));
    answers
        .map(|a| {
            assert!(a.ends_with("\n\n") && !a.trim_end().contains("\n\n"), "{a:?}");
            let text = a.trim_end();
            text.strip_prefix('=').map_or(text, |t| t.strip_prefix(' ').unwrap_or(t)).to_string()
        })
        .collect()
}

fn last(engine: &mut Engine, lines: &str) -> String {
    ask(engine, lines).pop().unwrap()
}

#[test]
fn the_required_commands_answer() {
    let mut e = engine();
    assert_eq!(
        ask(&mut e, "protocol_version\nname\nknown_command play\nknown_command fly"),
        ["2", "Croupier", "true", "false"]
    );
    assert_eq!(e.answer("42 version"), Some(format!("=42 {}\n\n", croupier_core::VERSION)));
    let list = last(&mut e, "list_commands");
    for name in "protocol_version name version known_command list_commands quit boardsize clear_board komi play \
                 genmove fixed_handicap place_free_handicap set_free_handicap time_settings time_left \
                 kgs-time_settings final_score final_status_list loadsgf undo showboard reg_genmove \
                 gogui-analyze_commands lz-analyze kata-analyze kgs-rules cputime printsgf all_legal is_legal \
                 countlib captures unconditional_status"
        .split_whitespace()
    {
        assert!(list.lines().any(|l| l == name), "{name} is not listed");
        assert_eq!(last(&mut e, &format!("known_command {name}")), "true");
    }
    assert_eq!(last(&mut e, "quit"), "");
    assert!(e.is_over());
}

#[test]
fn errors_are_worded_as_the_specification_words_them() {
    let mut e = engine();
    for (line, error) in [
        ("fly", "? unknown command"),
        ("7", "?7 unknown command"),
        ("boardsize", "? syntax error"),
        ("boardsize x", "? syntax error"),
        ("boardsize 26", "? unacceptable size"),
        ("boardsize 0", "? unacceptable size"),
        ("komi", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("play b", "? syntax error"),
        ("play green d4", "? syntax error"),
        ("play b i4", "? syntax error"),
        ("play b k4", "? illegal move"),
        ("undo", "? cannot undo"),
        ("genmove", "? syntax error"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("set_free_handicap d4", "? bad vertex list"),
        ("set_free_handicap d4 d4", "? bad vertex list"),
        ("set_free_handicap d4 pass", "? bad vertex list"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings -1 2 3", "? syntax error"),
        ("time_left b 1", "? syntax error"),
        ("final_status_list sleeping", "? syntax error"),
        ("countlib d4", "? vertex must not be empty"),
        ("known_command", "? syntax error"),
        ("kgs-rules ing", "? syntax error"),
        ("lz-analyze b 10 unknown 3", "? syntax error"),
    ] {
        assert_eq!(last(&mut e, line), error, "{line}");
    }
    assert!(last(&mut e, "loadsgf /no/such/file").starts_with("? cannot load file"));
    assert_eq!(
        ask(&mut e, "play b d4\nplay w d4\nfixed_handicap 2"),
        ["", "? illegal move", "? board not empty"]
    );
}

#[test]
fn moves_are_made_taken_back_and_counted() {
    let mut e = engine();
    // White's A1 is taken by Black's B1 and A2.
    assert_eq!(
        ask(&mut e, "play w a1\nplay b b1\nplay b a2\ncaptures b\ncaptures w"),
        ["", "", "", "1", "0"]
    );
    assert_eq!(ask(&mut e, "is_legal w a1\nis_legal b a1\ncountlib a2"), ["0", "1", "3"]);
    let legal = last(&mut e, "all_legal w");
    assert_eq!(legal.split(' ').count(), 81 - 2 - 1);
    assert_eq!(ask(&mut e, "undo\ncaptures b\nundo\nundo\nundo"), ["", "0", "", "", "? cannot undo"]);
    assert_eq!(last(&mut e, "all_legal b").split(' ').count(), 81);
}

#[test]
fn superko_is_the_rules_of_the_game() {
    let ko =
        "boardsize 5\nplay b b3\nplay w c3\nplay b a2\nplay w d2\nplay b b1\nplay w c1\nplay b c2\nplay w b2";
    let mut e = engine();
    assert_eq!(last(&mut e, &format!("{ko}\nplay b c2")), "? illegal move");
    assert_eq!(last(&mut e, "play b e5\nplay w e1\nplay b c2"), "");
    assert_eq!(ask(&mut e, "kgs-rules aga\nkgs-rules new_zealand\nkgs-rules chinese"), ["", "", ""]);
    assert!(last(&mut e, "kgs-rules japanese").starts_with("? unsupported"));
}

#[test]
fn handicap_stones_stand_and_white_begins() {
    let mut e = engine();
    assert_eq!(last(&mut e, "boardsize 19\nfixed_handicap 2"), "D4 Q16");
    assert_eq!(e.state().to_move(), croupier_games::go::Colour::White);
    assert_eq!(last(&mut e, "clear_board\nplace_free_handicap 5"), "D4 Q4 K10 D16 Q16");
    let stones = last(&mut e, "boardsize 5\nplace_free_handicap 3");
    assert_eq!(stones.split(' ').count(), 3);
    assert_eq!(last(&mut e, "clear_board\nset_free_handicap a1 b2 c3"), "");
    assert_eq!(e.state().board().balance(), 3);
    assert_eq!(last(&mut e, "undo"), "? cannot undo", "handicap stones are no moves");
}

#[test]
fn a_player_plays_for_either_colour_until_both_pass_and_on() {
    let mut e = engine();
    ask(&mut e, "boardsize 3");
    for i in 0..60 {
        let colour = if i % 3 == 0 { "b" } else { "w" };
        let before = e.state().hash();
        let mv = last(&mut e, &format!("genmove {colour}"));
        let parsed: Move = mv.parse().unwrap_or_else(|x| panic!("{x}"));
        assert_eq!(parsed == Move::Pass, e.state().hash() == before);
    }
    let same = last(&mut e, "clear_board\nreg_genmove b");
    assert_eq!(e.state().moves().len(), 0);
    assert_eq!(last(&mut e, "reg_genmove b"), same, "a regression move does not vary");
    let mut nobody = Engine::new(Go::default(), Player::none(), Options::default());
    assert_eq!(last(&mut nobody, "genmove b"), "? error: nobody plays");
}

/// Black has two eyes below on 5×5, White two above, and one white stone is dead in Black's area.
const SETTLED: &str = "boardsize 5\nkomi 0.5\nplay b a2\nplay b b2\nplay b c2\nplay b d2\nplay b e2\nplay b c1\n\
                       play w a3\nplay w b3\nplay w c3\nplay w d3\nplay w e3\nplay w c4\nplay w c5\nplay w a4\nplay w e4\nplay w a1";

#[test]
fn the_dead_are_found_and_the_score_counts_without_them() {
    let mut e = engine();
    ask(&mut e, SETTLED);
    // Black owns ten points, White fifteen and half a point of komi.
    assert_eq!(last(&mut e, "final_score"), "W+5.5");
    assert_eq!(last(&mut e, "final_status_list dead"), "A1");
    let alive = last(&mut e, "final_status_list alive");
    assert_eq!(alive.lines().count(), 2, "{alive}");
    assert_eq!(last(&mut e, "final_status_list seki"), "");
    assert_eq!(
        ask(
            &mut e,
            "unconditional_status c1\nunconditional_status a1\nunconditional_status b1\nunconditional_status a5"
        ),
        ["alive", "dead", "black_territory", "white_territory"]
    );
    assert_eq!(last(&mut e, "clear_board\nunconditional_status c3"), "undecided");
}

#[test]
fn games_go_to_files_and_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.sgf");
    let file = file.to_str().unwrap();
    let mut e = engine();
    ask(&mut e, "boardsize 9\nkomi 6.5\nfixed_handicap 2\nplay w e5\nplay b c7\nplay w pass");
    let text = last(&mut e, "printsgf");
    assert!(text.starts_with("(;GM[1]FF[4]"), "{text}");
    assert!(text.contains("HA[2]") && text.contains("KM[6.5]") && text.contains("PL[W]"), "{text}");
    assert!(text.ends_with(";W[ee];B[cc];W[])"), "{text}");
    assert_eq!(last(&mut e, &format!("printsgf {file}")), "");
    let hash = e.state().hash();
    let mut other = engine();
    assert_eq!(last(&mut other, &format!("loadsgf {file}")), "");
    assert_eq!((other.state().hash(), other.state().moves().len()), (hash, 3));
    assert_eq!(ask(&mut other, "undo\nundo\nundo\nundo"), ["", "", "", "? cannot undo"]);
    assert_eq!(last(&mut other, &format!("loadsgf {file} 2")), "");
    assert_eq!(other.state().moves().len(), 1, "before the second move");
    assert_eq!(last(&mut other, "printsgf").matches("KM[6.5]").count(), 1);
    std::fs::write(file, "(;SZ[9];B[aa];W[aa])").unwrap();
    let error = last(&mut other, &format!("loadsgf {file}"));
    assert_eq!(error, "? cannot load file: SGF node 2: white A9: a stone stands there");
    assert_eq!(other.state().moves().len(), 1, "a file refused changes nothing");
}

/// A mind that notes its budgets, expects little, and prefers the pass.
struct Scripted {
    budgets: Arc<Mutex<Vec<Budget>>>,
}

impl Think for Scripted {
    fn reset(&mut self, _: Rng) {}
    fn choose(&mut self, _: &Go, _: &State, budget: Budget) -> Result<Move, AgentError> {
        self.budgets.lock().unwrap().push(budget);
        Ok(Move::Pass)
    }
    fn consider(&mut self, game: &Go, state: &State, _: Budget) -> Vec<Outlook> {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        let outlook = |(i, &action): (usize, &Move)| Outlook {
            action,
            visits: 100 - i as u64,
            value: 0.5,
            prior: 0.25,
            variation: vec![action, Move::Pass],
        };
        legal.iter().take(2).enumerate().map(outlook).collect()
    }
    fn expectation(&self) -> Option<f64> {
        Some(0.1)
    }
    fn ownership(&mut self, _: &Go, state: &State) -> Option<Vec<f32>> {
        Some(vec![0.5; state.size().points()])
    }
}

fn scripted(resign: f64) -> (Engine, Arc<Mutex<Vec<Budget>>>) {
    let budgets = Arc::new(Mutex::new(Vec::new()));
    let mind = Box::new(Scripted { budgets: Arc::clone(&budgets) });
    let game = Go::new(Config::square(2)).unwrap();
    (Engine::new(game, Player::mind(mind), Options { resign, ..Options::default() }), budgets)
}

#[test]
fn clocks_become_budgets() {
    let (mut e, budgets) = scripted(0.0);
    let mut budget = |lines: &str| {
        ask(&mut e, lines);
        let answer = ask(&mut e, "clear_board").len();
        assert_eq!(answer, 1);
        budgets.lock().unwrap().pop().unwrap()
    };
    let time = |b: Budget| match b {
        Budget::Time(t) => t.as_millis(),
        other => panic!("{other:?}"),
    };
    assert_eq!(budget("genmove b"), Budget::Own);
    // On 2×2 five more moves are expected: 60 s / 6 less 50 ms of lag.
    assert_eq!(time(budget("time_settings 60 0 0\ngenmove b")), 9950);
    assert_eq!(time(budget("time_left b 12 0\ngenmove b")), 1950);
    assert_eq!(time(budget("time_settings 0 30 3\ntime_left w 10 1\ngenmove w")), 9000);
    assert_eq!(time(budget("kgs-time_settings byoyomi 0 10 5\ngenmove w")), 9000);
    assert_eq!(time(budget("kgs-time_settings canadian 60 30 10\ngenmove w")), 12_950);
    assert_eq!(budget("time_settings 0 1 0\ngenmove b"), Budget::Own, "no limit");
    assert_eq!(budget("kgs-time_settings none\ngenmove b"), Budget::Own);
}

#[test]
fn a_hopeless_player_resigns_only_where_it_may() {
    assert_eq!(last(&mut scripted(0.0).0, "genmove b"), "PASS".to_lowercase());
    assert_eq!(last(&mut scripted(0.2).0, "genmove b"), "resign");
    assert_eq!(last(&mut scripted(0.05).0, "genmove b"), "pass");
}

#[test]
fn analysis_speaks_as_leela_zero_and_katago_do() {
    let (mut e, _) = scripted(0.0);
    assert_eq!(
        e.answer("5 lz-analyze b 10").unwrap(),
        "=5 \ninfo move A1 visits 100 winrate 5000 prior 2500 lcb 4020 order 0 pv A1 pass \
         info move B1 visits 99 winrate 5000 prior 2500 lcb 4015 order 1 pv B1 pass\n\n"
    );
    let kata = e.answer("kata-analyze w interval 10 ownership true").unwrap();
    assert!(kata.starts_with("= \ninfo move A1 visits 100 winrate 0.500000 prior 0.250000"), "{kata}");
    assert!(kata.trim_end().ends_with("ownership -0.500 -0.500 -0.500 -0.500"), "{kata}");
    let moved = e.answer("lz-genmove_analyze b 10").unwrap();
    assert!(moved.ends_with("play pass\n\n"), "{moved}");
    assert_eq!(e.state().passes(), 1);
    let shown = last(&mut e, "croupier-candidates");
    assert!(shown.starts_with("LABEL A1 50 B1 50\nINFLUENCE A1 0.00 B1 0.00\nTEXT A1 50.0 %"), "{shown}");
    assert_eq!(last(&mut e, "croupier-ownership"), "\n0.500 0.500\n0.500 0.500");
    for line in last(&mut e, "gogui-analyze_commands").lines() {
        let command = line.split('/').nth(2).unwrap().split(' ').next().unwrap();
        assert_eq!(last(&mut e, &format!("known_command {command}")), "true", "{line}");
    }
}

#[test]
fn a_session_answers_line_by_line_until_quit() {
    let input = "1 name\n\n# comment\n2 lz-analyze b 1\n3 play b a1\nquit\n4 name\n";
    let (mut e, _) = scripted(0.0);
    let mut out = Vec::new();
    e.run(Cursor::new(input.as_bytes().to_vec()), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("=1 Croupier\n\n=2 \ninfo move A1"), "{text}");
    assert!(text.ends_with("\n\n=3 \n\n= \n\n"), "{text}");
    assert!(!text.contains("=4"), "nothing after quit");
}

#[test]
fn any_line_gets_one_response_and_no_panic() {
    let mut e = engine();
    ask(&mut e, "boardsize 3");
    let words = [
        "play",
        "genmove",
        "b",
        "w",
        "a1",
        "c3",
        "pass",
        "undo",
        "-5",
        "99999999999999999999",
        "1e400",
        "boardsize",
        "komi",
        "final_score",
        "time_left",
        "time_settings",
        "set_free_handicap",
        "\u{7}",
        "é",
        "#",
        "kgs-rules",
        "chinese",
        "clear_board",
        "is_legal",
        "countlib",
        "3",
    ];
    let mut rng = Rng::keyed("lines", &[]);
    for _ in 0..1500 {
        let line: Vec<&str> = (0..1 + rng.index(5)).map(|_| words[rng.index(words.len())]).collect();
        if let Some(answer) = e.answer(&line.join(" ")) {
            assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{line:?}: {answer:?}");
        }
        if e.state().size().points() > 49 {
            ask(&mut e, "boardsize 3");
        }
    }
}
