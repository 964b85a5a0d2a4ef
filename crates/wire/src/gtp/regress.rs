//! GTP regression tests: files of commands, each test followed by the answer it should have.
//!
//! The format is that of GNU Go's regression suite and of `gogui-regress`: a command with an id is a test when a line
//! `#? [PATTERN]` follows it before the next command. The pattern is a regular expression that the whole answer must
//! match, capital letters and small ones being equal as in GTP; `!` before it asks for the contrary; `*` after the
//! bracket says that the test is known to fail. All other commands are asked for what they do, and comments are left
//! out.

use regex_lite::Regex;
use serde::Serialize;

/// How a test came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As it should.
    Pass,
    /// Not as it should.
    Fail,
    /// As it should, although it is marked as failing.
    UnexpectedPass,
    /// Not as it should, as it is marked.
    ExpectedFail,
    /// The engine has no such command.
    Unknown,
}

/// A test of a file and its answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// The line of the command, from 1.
    pub line: usize,
    /// The command with its id.
    pub command: String,
    /// The pattern, its `!` included.
    pub expected: String,
    /// What the engine said.
    pub answer: String,
    /// How it came out.
    pub verdict: Verdict,
}

/// What a file's commands brought.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Regression {
    /// The tests in the order of the file.
    pub tests: Vec<Test>,
    /// Commands that are no tests and were refused, with the refusal: what follows them may test nothing. Commands that
    /// the engine does not know are left out: files set other engines' parameters.
    pub refused: Vec<(usize, String, String)>,
}

/// A file that is no regression file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegressError {
    /// A `#?` line that is no test's.
    #[error(
        "line {line}: `{text}` is not allowed; it takes #? [PATTERN] after a command with an id, as in #? [D4|E5]*"
    )]
    Expectation {
        /// The line, from 1.
        line: usize,
        /// The line's text.
        text: String,
    },
    /// A pattern that is no regular expression.
    #[error("line {line}: `{pattern}` is not allowed; it takes a regular expression: {why}")]
    Pattern {
        /// The line, from 1.
        line: usize,
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
}

/// A command of a file, with what is expected of it.
struct Step {
    line: usize,
    command: String,
    expectation: Option<Expectation>,
}

struct Expectation {
    text: String,
    pattern: Regex,
    negated: bool,
    fails: bool,
}

impl Expectation {
    /// Reads what follows `#?`.
    fn parse(rest: &str, line: usize) -> Result<Self, RegressError> {
        let bad = || RegressError::Expectation { line, text: format!("#?{rest}") };
        let (inner, after) =
            rest.trim_start().strip_prefix('[').and_then(|r| r.rsplit_once(']')).ok_or_else(bad)?;
        let after = after.trim();
        let fails = after.starts_with('*');
        let (negated, pattern) = inner.strip_prefix('!').map_or((false, inner), |p| (true, p));
        let anchored = Regex::new(&format!("(?i)^(?:{pattern})$")).map_err(|e| RegressError::Pattern {
            line,
            pattern: pattern.to_string(),
            why: e.to_string(),
        })?;
        Ok(Self { text: inner.to_string(), pattern: anchored, negated, fails })
    }

    fn judge(&self, answer: &Result<String, String>) -> Verdict {
        if answer.as_ref().is_err_and(|e| e.starts_with("unknown command")) {
            return Verdict::Unknown;
        }
        let right = answer.as_ref().is_ok_and(|a| self.pattern.is_match(a.trim()) != self.negated);
        match (right, self.fails) {
            (true, false) => Verdict::Pass,
            (true, true) => Verdict::UnexpectedPass,
            (false, true) => Verdict::ExpectedFail,
            (false, false) => Verdict::Fail,
        }
    }
}

fn steps(text: &str) -> Result<Vec<Step>, RegressError> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, raw) in text.lines().enumerate().map(|(i, l)| (i + 1, l)) {
        if let Some(rest) = raw.strip_prefix("#?") {
            let expectation = Expectation::parse(rest, number)?;
            let has_id = |s: &&mut Step| s.command.starts_with(|c: char| c.is_ascii_digit());
            let Some(step) = steps.last_mut().filter(has_id) else {
                return Err(RegressError::Expectation { line: number, text: raw.to_string() });
            };
            step.expectation = Some(expectation);
            continue;
        }
        let command = raw.split('#').next().unwrap_or("").trim();
        if !command.is_empty() {
            steps.push(Step { line: number, command: command.to_string(), expectation: None });
        }
    }
    Ok(steps)
}

/// Asks the commands of a file one by one and judges the answers; `ask` takes a command without its id and gives the
/// answer's text, or the refusal's, or an error that ends it all.
///
/// # Errors
/// A file that is none of the format, before anything is asked; or what `ask` ends with.
///
/// ```
/// use croupier_wire::gtp::{Verdict, regress};
/// let file = "boardsize 9\n10 countlib A1 # none\n#? [0|4]*\n20 protocol_version\n#? [2]\n";
/// let ask = |command: &str| -> Result<Result<String, String>, croupier_wire::gtp::RegressError> {
///     Ok(Ok(if command == "protocol_version" { "2".into() } else { "1".into() }))
/// };
/// let verdicts: Vec<Verdict> = regress(file, ask)?.tests.iter().map(|t| t.verdict).collect();
/// assert_eq!(verdicts, [Verdict::ExpectedFail, Verdict::Pass]);
/// # Ok::<(), croupier_wire::gtp::RegressError>(())
/// ```
pub fn regress<E: From<RegressError>>(
    text: &str,
    mut ask: impl FnMut(&str) -> Result<Result<String, String>, E>,
) -> Result<Regression, E> {
    let mut found = Regression::default();
    for step in steps(text)? {
        let bare = step.command.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        // An id alone, as files have it by mistake, names no command.
        let answer = if bare.is_empty() { Err("unknown command".to_string()) } else { ask(bare)? };
        match (&step.expectation, answer) {
            (Some(expectation), answer) => {
                let verdict = expectation.judge(&answer);
                let answer = answer.unwrap_or_else(|refusal| format!("? {refusal}"));
                let Step { line, command, .. } = step;
                let expected = expectation.text.clone();
                found.tests.push(Test { line, command, expected, answer, verdict });
            }
            (None, Err(refusal)) if !refusal.starts_with("unknown command") => {
                found.refused.push((step.line, step.command, refusal));
            }
            _ => {}
        }
    }
    Ok(found)
}
