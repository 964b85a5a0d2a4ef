//! Files of GTP tests: what is a test, and how it is judged.

use croupier_games::Go;
use croupier_wire::gtp::{Engine, Options, Player, RegressError, Regression, Verdict, regress};

/// Runs a file on an engine without a player.
fn run(file: &str) -> Result<Regression, RegressError> {
    let mut engine = Engine::new(Go::default(), Player::none(), Options::default());
    regress(file, |command| {
        let response = engine.answer(command).unwrap_or_default();
        let (sign, text) = response.split_at(1);
        let text = text.trim().to_string();
        Ok(if sign == "=" { Ok(text) } else { Err(text) })
    })
}

fn verdicts(file: &str) -> Vec<Verdict> {
    run(file).unwrap().tests.iter().map(|t| t.verdict).collect()
}

#[test]
fn patterns_match_whole_answers_and_may_be_negated_or_marked() {
    use Verdict::*;
    // A lone stone in the corner has two liberties; one in the middle has four.
    let setup = "boardsize 9\nplay b A1\nplay b E5 # the middle\n\n";
    for (expectation, verdict) in [
        ("[2]", Pass),
        ("[2|3]", Pass),
        ("[.*]", Pass),
        ("[20]", Fail),
        ("[]", Fail),
        ("[!3]", Pass),
        ("[!3|2]", Fail),
        ("[2]*", UnexpectedPass),
        ("[3]*", ExpectedFail),
        ("[!2]* # a comment", ExpectedFail),
        (" [2] ", Pass),
    ] {
        let file = format!("{setup}10 countlib A1\n#? {expectation}\n");
        assert_eq!(verdicts(&file), [verdict], "{expectation}");
    }
    assert_eq!(
        verdicts(&format!("{setup}10 countlib A1\n#? [2]\n20 countlib E5\n# so many\n\n#? [4]")),
        [Pass; 2]
    );
}

#[test]
fn only_commands_with_an_expectation_are_tests() {
    assert_eq!(verdicts("1 known_command name\n#? [TRUE]\n"), [Verdict::Pass], "capitals or not");
    let file = "1 boardsize 9\nname\n2 version\n3 countlib A1\n#? [0]\n4 name\n";
    let found = run(file).unwrap();
    assert_eq!(found.tests.len(), 1);
    let test = &found.tests[0];
    assert_eq!((test.line, test.command.as_str(), test.expected.as_str()), (4, "3 countlib A1", "0"));
    // The refusal of an answer is never right, not even where anything but a number would be.
    assert_eq!((test.answer.as_str(), test.verdict), ("? vertex must not be empty", Verdict::Fail));
    assert_eq!(verdicts("boardsize 9\n1 countlib A1\n#? [!5]\n"), [Verdict::Fail]);
}

#[test]
fn unknown_commands_are_neither_right_nor_wrong_and_other_refusals_are_told() {
    let found = run("uct_param 1\nplay b Z99\n10 owl_attack A1\n#? [1 A2]\n20\n#? [A1]\n").unwrap();
    assert_eq!(found.tests.iter().map(|t| t.verdict).collect::<Vec<_>>(), [Verdict::Unknown; 2]);
    assert_eq!(found.refused, [(2, "play b Z99".into(), "syntax error".into())]);
}

#[test]
fn what_is_no_regression_file_is_refused_with_its_line() {
    for (file, start) in [
        ("#? [A1]\n", "line 1: `#? [A1]` is not allowed"),
        ("name\n#? [A1]\n", "line 2: `#? [A1]` is not allowed"),
        ("1 name\n#? A1\n", "line 2: `#? A1` is not allowed"),
        ("1 name\n#?\n", "line 2: `#?` is not allowed"),
        ("1 name\n\n#? [(]\n", "line 3: `(` is not allowed; it takes a regular expression"),
    ] {
        let error = run(file).unwrap_err().to_string();
        assert!(error.starts_with(start), "{error}");
    }
}
