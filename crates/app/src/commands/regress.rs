//! `croupier gtp --regress FILE…`: a player, or another engine, at files of GTP tests.

use crate::fail::{say, usage};
use anyhow::{Context, Result, bail};
use croupier_games::Go;
use croupier_wire::gtp::{
    Engine, GtpFactory, GtpOptions, RegressError, Regression, Verdict, command_of, regress,
};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A file and what came of it.
#[derive(Serialize)]
struct Row {
    file: String,
    pass: usize,
    fail: usize,
    unexpected_pass: usize,
    expected_fail: usize,
    unknown: usize,
    #[serde(flatten)]
    regression: Regression,
}

impl Row {
    fn new(file: &Path, regression: Regression) -> Self {
        let count = |v| regression.tests.iter().filter(|t| t.verdict == v).count();
        Self {
            file: file.display().to_string(),
            pass: count(Verdict::Pass),
            fail: count(Verdict::Fail),
            unexpected_pass: count(Verdict::UnexpectedPass),
            expected_fail: count(Verdict::ExpectedFail),
            unknown: count(Verdict::Unknown),
            regression,
        }
    }

    /// Tests that came out right, of those that the engine has a command for.
    fn right(&self) -> (usize, usize) {
        let right = self.pass + self.unexpected_pass;
        (right, right + self.fail + self.expected_fail)
    }

    fn text(&self) -> String {
        let (right, of) = self.right();
        let mut text = format!("{}: {right} of {of} right", self.file);
        for (n, what) in [
            (self.unexpected_pass, "marked as failing"),
            (self.expected_fail, "wrong as marked"),
            (self.unknown, "of commands unknown here"),
        ] {
            if n > 0 {
                text += &format!(", {n} {what}");
            }
        }
        for t in self.regression.tests.iter().filter(|t| t.verdict == Verdict::Fail) {
            text += &format!("\n  line {}: {} -> {}, not {}", t.line, t.command, t.answer, t.expected);
        }
        for (line, command, refusal) in &self.regression.refused {
            text += &format!("\n  line {line}: {command} was refused: {refusal}");
        }
        text
    }
}

/// Files whose commands are read, each with the folder that its commands' paths start from.
fn read(files: &[PathBuf]) -> Result<Vec<(PathBuf, PathBuf, String)>> {
    files
        .iter()
        .map(|file| {
            let refuse = |e| usage(format!("--regress: {}: {e}", file.display()));
            let text = std::fs::read(file).map_err(refuse)?;
            let whole = file.canonicalize().map_err(refuse)?;
            let folder = whole.parent().map(Path::to_path_buf).unwrap_or_default();
            Ok((file.clone(), folder, String::from_utf8_lossy(&text).into_owned()))
        })
        .collect()
}

/// Runs the files, each on an engine of its own that starts in the file's folder, as test files expect.
///
/// # Errors
/// A file that cannot be read or is no regression file, an engine that dies, and any test that failed without being
/// marked.
pub fn run(
    game: &Go,
    bot: &str,
    files: &[PathBuf],
    json: bool,
    make: impl Fn() -> Result<Engine>,
) -> Result<()> {
    let mut rows = Vec::new();
    for (file, folder, text) in read(files)? {
        std::env::set_current_dir(&folder).with_context(|| folder.display().to_string())?;
        let found = match command_of(bot) {
            Some(command) => {
                let factory = GtpFactory::new(game, command, GtpOptions::default())?;
                let mut console = factory.console().map_err(|e| usage(format!("{bot}: {e}")))?;
                regress(&text, |command| Ok::<_, anyhow::Error>(console.ask(command)?))
            }
            None => {
                let mut engine = make()?;
                regress(&text, |command| Ok(asked(&mut engine, command)))
            }
        };
        let found = found.map_err(|e| match e.downcast::<RegressError>() {
            Ok(e) => usage(format!("--regress: {}: {e}", file.display())),
            Err(e) => e.context(file.display().to_string()),
        });
        let row = Row::new(&file, found?);
        if !json {
            say(row.text())?;
        }
        rows.push(row);
    }
    if rows.iter().all(|r| r.regression.tests.is_empty()) {
        let shown = files.first().map(|f| f.display().to_string()).unwrap_or_default();
        return Err(usage(format!(
            "--regress: {shown}: no test in it; a test is a command with an id and, after it, #? [PATTERN]"
        )));
    }
    let (right, of) = rows.iter().map(Row::right).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    if json {
        say(serde_json::to_string_pretty(&rows)?)?;
    } else {
        say(format!("{right} of {of} right in {} files", rows.len()))?;
    }
    match rows.iter().map(|r| r.fail).sum::<usize>() {
        0 => Ok(()),
        failed => bail!("{failed} tests failed that are not marked as failing"),
    }
}

/// The text of the engine's response, or of its refusal.
fn asked(engine: &mut Engine, command: &str) -> Result<String, String> {
    let response = engine.answer(command).unwrap_or_default();
    match response.strip_prefix('=') {
        Some(text) => Ok(text.trim().to_string()),
        None => Err(response.trim_start_matches('?').trim().to_string()),
    }
}
