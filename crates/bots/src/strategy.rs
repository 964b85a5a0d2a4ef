//! Strategies of small games in files: what `croupier solve` writes and the bot `strategy` plays.

use crate::spec::{Entry, SpecError};
use croupier_core::{
    Agent, AgentError, ConfigError, Decision, Fault, Game, Kind, LegalSet, Rng, Seat, Switch,
};
use croupier_search::cfr::{Evaluation, Solver, Tree};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

const FORMAT: &str = "croupier strategy 1";

/// The file: JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    game: String,
    rules: u32,
    version: String,
    config: Value,
    method: String,
    iterations: u32,
    value: f64,
    exploitability: f64,
    strategy: Vec<Line>,
}

/// An information set: what is known, and the probability of each action.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    view: Value,
    actions: Vec<(String, f64)>,
}

/// A strategy file that is refused, and why.
#[derive(Debug, thiserror::Error)]
pub enum StrategyError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// Not such a file, or a damaged one.
    #[error("{path}: not a strategy file: {error}")]
    Json {
        /// The file.
        path: String,
        /// Where and why.
        error: serde_json::Error,
    },
    /// Of another format, game, rules or configuration.
    #[error("{path}: {field}: `{found}` is not allowed; it takes {expected}")]
    Other {
        /// The file.
        path: String,
        /// What differs.
        field: &'static str,
        /// What the file says.
        found: String,
        /// What is played here.
        expected: String,
    },
    /// An information set that makes no sense.
    #[error("{path}: information set {number}: {reason}")]
    Line {
        /// The file.
        path: String,
        /// Counted from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
}

/// A strategy for every information set of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy<G: Game> {
    by_view: HashMap<G::View, Vec<(G::Action, f64)>>,
}

/// Writes the average strategies of a solver.
///
/// # Errors
/// When the file cannot be written.
pub fn write<G: Game>(
    path: &Path,
    game: &G,
    tree: &Tree<G>,
    solver: &Solver<'_>,
    method: &str,
    result: Evaluation,
) -> Result<(), StrategyError> {
    let mut strategy = Vec::new();
    for seat in 0..2 {
        for (info, probabilities) in tree.infos(seat).iter().zip(solver.strategy(seat)) {
            let actions = info.actions.iter().map(|a| a.to_string()).zip(probabilities).collect();
            let view = serde_json::to_value(&info.view).expect("a view serialises");
            strategy.push(Line { view, actions });
        }
    }
    let file = File {
        format: FORMAT.into(),
        game: G::ID.into(),
        rules: G::RULES,
        version: croupier_core::VERSION.into(),
        config: serde_json::to_value(game.config()).expect("a configuration serialises"),
        method: method.into(),
        iterations: solver.iterations(),
        value: result.value,
        exploitability: result.exploitability,
        strategy,
    };
    let text = serde_json::to_string(&file).expect("a strategy serialises") + "\n";
    croupier_core::write_whole(path, text.as_bytes())
        .map_err(|error| StrategyError::Io { path: path.display().to_string(), error })
}

impl<G: Game> Strategy<G> {
    /// Reads a file.
    ///
    /// # Errors
    /// Whatever is not as [`write()`] makes it for this game.
    pub fn read(path: &Path, game: &G) -> Result<Self, StrategyError> {
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Self::from_bytes(&bytes, &name, game),
            Err(error) => Err(StrategyError::Io { path: name, error }),
        }
    }

    /// Reads a file's bytes; `path` names it in messages.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_bytes(bytes: &[u8], path: &str, game: &G) -> Result<Self, StrategyError> {
        let path = || path.to_string();
        let file: File =
            serde_json::from_slice(bytes).map_err(|error| StrategyError::Json { path: path(), error })?;
        let config = serde_json::to_value(game.config()).unwrap_or_default();
        for (field, found, expected) in [
            ("format", file.format, FORMAT.to_string()),
            ("game", format!("{} RULES {}", file.game, file.rules), format!("{} RULES {}", G::ID, G::RULES)),
            ("config", file.config.to_string(), config.to_string()),
        ] {
            if found != expected {
                return Err(StrategyError::Other { path: path(), field, found, expected });
            }
        }
        let mut by_view = HashMap::new();
        for (i, line) in file.strategy.into_iter().enumerate() {
            let (view, actions) = Self::line(line).map_err(|reason| StrategyError::Line {
                path: path(),
                number: i + 1,
                reason,
            })?;
            if by_view.insert(view, actions).is_some() {
                let reason = "the same view as one before".into();
                return Err(StrategyError::Line { path: path(), number: i + 1, reason });
            }
        }
        Ok(Self { by_view })
    }

    #[allow(clippy::type_complexity)]
    fn line(line: Line) -> Result<(G::View, Vec<(G::Action, f64)>), String> {
        let view = serde_json::from_value(line.view).map_err(|e| format!("view: {e}"))?;
        let mut actions = Vec::new();
        for (text, p) in line.actions {
            let action: G::Action = text.parse().map_err(|e| format!("action `{text}`: {e}"))?;
            if !(0.0..=1.0).contains(&p) {
                return Err(format!("probability of `{text}`: `{p}` is not from 0 to 1"));
            }
            actions.push((action, p));
        }
        let sum: f64 = actions.iter().map(|a| a.1).sum();
        if (sum - 1.0).abs() > 1e-6 {
            return Err(format!("probabilities add up to {sum}, not to 1"));
        }
        Ok((view, actions))
    }
}

/// Plays a strategy.
struct Player<G: Game> {
    strategy: Arc<Strategy<G>>,
    rng: Rng,
}

impl<G: Game> Agent<G> for Player<G> {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
    }
    fn act(&mut self, d: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        let missing = || AgentError::new(Fault::Error, "the strategy file has no such information set");
        let actions = self.strategy.by_view.get(d.view()).ok_or_else(missing)?;
        let probabilities: Vec<f64> = actions.iter().map(|a| a.1).collect();
        let action = actions[croupier_search::cfr::mccfr::pick(&probabilities, &mut self.rng)].0;
        if d.legal().has(&action) { Ok(action) } else { Err(missing()) }
    }
}

/// The bot that plays a strategy file.
pub fn entry<G: Game>() -> Entry<G> {
    Entry {
        name: "strategy",
        help: "plays a strategy file of `croupier solve`",
        switches: vec![Switch {
            key: "file",
            kind: Kind::Text("a file written by `croupier solve`"),
            help: "the file; required",
        }],
        defaults: json!({"file": ""}),
        build: |game, params| {
            let file = params.0.get("file").and_then(Value::as_str).unwrap_or_default();
            let refuse = |e: StrategyError| -> SpecError {
                ConfigError::value("bot parameter file", file, format!("a whole strategy file: {e}"))
            };
            let strategy = Arc::new(Strategy::read(Path::new(file), game).map_err(refuse)?);
            Ok(Arc::new(move || {
                let rng = Rng::keyed("strategy", &[]);
                Box::new(Player { strategy: strategy.clone(), rng }) as Box<dyn Agent<G>>
            }))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_core::{Budget, Luck, play};
    use croupier_games::Kuhn;
    use croupier_search::cfr::Rule;

    fn solved(path: &Path) {
        let game = Kuhn::default();
        let tree = Tree::new(&game, 1000).unwrap();
        let mut solver = Solver::new(&tree, Rule::Discounted);
        solver.run(500);
        let result = solver.evaluate();
        write(path, &game, &tree, &solver, "discounted", result).unwrap();
    }

    /// Over 20,000 hands of a strategy against itself seat 0 wins −1/18 a hand: within four standard errors.
    #[test]
    fn a_written_strategy_plays_and_wins_the_value_of_the_game() {
        let path = std::env::temp_dir().join(format!("croupier-kuhn-{}.json", std::process::id()));
        solved(&path);
        let game = Kuhn::default();
        let strategy = Arc::new(Strategy::read(&path, &game).unwrap());
        std::fs::remove_file(&path).unwrap();
        let new = || Player { strategy: strategy.clone(), rng: Rng::keyed("t", &[]) };
        let (mut a, mut b) = (new(), new());
        let mut sum = 0.0;
        for i in 0..20_000 {
            let luck = Luck(i);
            let rngs = vec![luck.agent(0, 0, 0), luck.agent(0, 1, 1)];
            let outcome = play(&game, luck, &mut [&mut a, &mut b], rngs, Budget::Own, &mut ());
            assert!(outcome.forfeit.is_none());
            sum += outcome.scores[0];
        }
        assert!((sum / 2e4 + 1.0 / 18.0).abs() < 4.0 * 1.4 / 2e4f64.sqrt(), "{}", sum / 2e4);
    }

    #[test]
    fn damaged_files_are_refused_by_name() {
        let path = std::env::temp_dir().join(format!("croupier-kuhn-damaged-{}.json", std::process::id()));
        solved(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let message = |text: &str| {
            Strategy::from_bytes(text.as_bytes(), "f", &Kuhn::default()).unwrap_err().to_string()
        };
        assert!(message(&text[..text.len() / 2]).contains("not a strategy file"));
        assert!(message(&text.replace("\"kuhn\"", "\"leduc\"")).contains("game"));
        assert!(message(&text.replace(FORMAT, "croupier strategy 9")).contains("format"));
        assert!(message(&text.replacen("[\"p\",", "[\"x\",", 1)).contains("information set 1: action `x`"));
        let at = text.find("[\"p\",").unwrap() + 5;
        let end = at + text[at..].find(']').unwrap();
        assert!(message(&format!("{}7.5{}", &text[..at], &text[end..])).contains("probability of `p`"));
    }
}
