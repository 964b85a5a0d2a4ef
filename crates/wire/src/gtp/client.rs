//! An agent that asks a GTP engine run as a program.

use crate::jsonl::lines::excerpt;
use crate::jsonl::process::Process;
use croupier_core::{Agent, AgentError, Budget, ConfigError, Decision, Factory, Fault, Game, Rng, Seat};
use croupier_games::go::{Colour, Go, Ko, Move, Setup, View};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a bot spec of a GTP engine starts with: `gtp:gnugo --mode gtp`.
pub const SCHEME: &str = "gtp:";

/// The command line of a spec, or `None` where the spec names no GTP engine.
///
/// ```
/// use croupier_wire::gtp::command_of;
/// assert_eq!(command_of("gtp:gnugo --mode gtp --level 10"), Some("gnugo --mode gtp --level 10"));
/// assert_eq!(command_of("mcts"), None);
/// ```
pub fn command_of(spec: &str) -> Option<&str> {
    spec.strip_prefix(SCHEME)
}

/// The limits that an engine is held to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GtpOptions {
    /// From the program's start to its first response; 60 s, for engines that load networks.
    pub ready_timeout: Duration,
    /// For one move, unless the run's budget is a time; 60 s.
    pub turn_timeout: Duration,
    /// How long to wait for an end that is under way; 1 s.
    pub grace: Duration,
    /// The longest line taken from the engine, in bytes; 1 MiB.
    pub max_line: usize,
}

impl Default for GtpOptions {
    fn default() -> Self {
        Self {
            ready_timeout: Duration::from_secs(60),
            turn_timeout: Duration::from_secs(60),
            grace: Duration::from_secs(1),
            max_line: 1 << 20,
        }
    }
}

/// Makes agents that ask a GTP engine. Programs start when they are needed, as many as play at once, are kept for the
/// next series, and end with the factory and its last agent.
pub struct GtpFactory {
    shared: Arc<Shared>,
}

struct Shared {
    game: Go,
    words: Vec<String>,
    options: GtpOptions,
    idle: Mutex<Vec<Link>>,
}

impl GtpFactory {
    /// A factory of `command`, split as a shell does with its quotes and backslashes and nothing else. A first word
    /// `timeout=SECONDS` is no part of the command: it sets how long a move may take.
    ///
    /// # Errors
    /// A command without words or with an unclosed quote, a timeout that is no number of seconds, or a board that is
    /// not square: GTP knows no other.
    pub fn new(game: &Go, command: &str, mut options: GtpOptions) -> Result<Self, ConfigError> {
        let mut words = shlex::split(command).unwrap_or_default();
        if let Some(text) = words.first().and_then(|w| w.strip_prefix("timeout=")) {
            options.turn_timeout = seconds(text)?;
            words.remove(0);
        }
        let words = Some(words).filter(|words| words.first().is_some_and(|w| !w.is_empty()));
        let words = words.ok_or_else(|| {
            ConfigError::value(
                "gtp",
                command,
                "a command line with its quotes closed, as in gtp:gnugo --mode gtp",
            )
        })?;
        let config = game.config();
        if config.width != config.height {
            return Err(ConfigError::value(
                "gtp",
                config.size(),
                "a square board: the protocol knows no other",
            ));
        }
        let shared = Shared { game: game.clone(), words, options, idle: Mutex::new(Vec::new()) };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Starts an engine if none is idle; its name and version.
    ///
    /// # Errors
    /// The forfeit that its first episode would have been.
    pub fn probe(&self) -> Result<(String, String), AgentError> {
        let mut link = self.shared.take()?;
        let limit = self.shared.options.ready_timeout;
        let name = link.ask("name", limit)?;
        let version = link.ask("version", limit)?;
        self.shared.give(link);
        Ok((name, version))
    }

    /// An engine to be asked commands one by one.
    ///
    /// # Errors
    /// When it cannot be started or does not speak version 2.
    pub fn console(&self) -> Result<Console, AgentError> {
        Ok(Console { link: self.shared.take()?, limit: self.shared.options.turn_timeout })
    }

    /// The command's words and every option, for records; times in seconds.
    pub fn params(&self) -> Value {
        let o = &self.shared.options;
        json!({
            "command": self.shared.words,
            "protocol": "GTP 2",
            "ready_timeout": o.ready_timeout.as_secs_f64(),
            "turn_timeout": o.turn_timeout.as_secs_f64(),
            "grace": o.grace.as_secs_f64(),
            "max_line": o.max_line,
        })
    }
}

/// A time limit: above 0, up to a day.
fn seconds(text: &str) -> Result<Duration, ConfigError> {
    let seconds = text.parse::<f64>().ok().filter(|s| *s > 0.0 && *s <= 86_400.0);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| ConfigError::value("timeout", text, "seconds above 0, up to 86400"))
}

impl Factory<Go> for GtpFactory {
    fn make(&self) -> Box<dyn Agent<Go>> {
        Box::new(GtpAgent {
            shared: Arc::clone(&self.shared),
            link: None,
            fault: None,
            known: None,
            budget: Budget::Own,
        })
    }
}

impl Shared {
    /// An idle engine, or a new one that has said it speaks version 2.
    fn take(&self) -> Result<Link, AgentError> {
        if let Some(link) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(link);
        }
        let process = Process::start(&self.words, self.options.max_line, self.options.grace)?;
        let mut link = Link { process, id: 0 };
        let said = link.ask("protocol_version", self.options.ready_timeout)?;
        if said.trim() == "2" {
            return Ok(link);
        }
        let what = format!("it speaks version {} of GTP, not 2", excerpt(said.as_bytes()));
        Err(link.process.fail(Fault::Start, what))
    }

    fn give(&self, link: Link) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(link);
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        let deadline = Instant::now() + self.options.grace;
        for mut link in idle {
            link.process.part(b"quit\n");
            link.process.farewell(deadline);
        }
    }
}

/// An engine's process.
struct Link {
    process: Process,
    /// The id of the last command; the response carries it, so that no other response can be taken for its own.
    id: u64,
}

impl Link {
    /// Sends a command and gives back the text of its response.
    ///
    /// # Errors
    /// An error response is [`Fault::Error`] and leaves the engine running; all else ends it.
    fn ask(&mut self, command: &str, limit: Duration) -> Result<String, AgentError> {
        self.response(command, limit)?.map_err(|text| {
            let why = excerpt(text.as_bytes());
            AgentError::new(Fault::Error, format!("it refused `{command}`: {why}"))
        })
    }

    /// Sends a command and gives back the text of its response, or of the refusal.
    ///
    /// # Errors
    /// Whatever is no response ends the engine.
    fn response(&mut self, command: &str, limit: Duration) -> Result<Result<String, String>, AgentError> {
        let name = command.split(' ').next().unwrap_or(command);
        let begun = Instant::now();
        self.id += 1;
        let mut told = format!("{} {command}\n", self.id).into_bytes();
        let mut lines: Vec<String> = Vec::new();
        // Lines up to the first empty one; some engines say empty ones before, too.
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            let line = self.process.ask(&told, left, name)?;
            told.clear();
            let text = String::from_utf8_lossy(&line).trim_end().to_string();
            match (text.is_empty(), lines.is_empty()) {
                (true, true) => {}
                (true, false) => break,
                // What begins like no response never becomes one: no need to wait for its end.
                (false, true) if !text.starts_with(['=', '?']) => {
                    lines.push(text);
                    break;
                }
                _ => lines.push(text),
            }
        }
        self.answer(name, &lines.join("\n"))
    }

    /// The text of a response: `=id text` or `?id text`.
    fn answer(&mut self, name: &str, all: &str) -> Result<Result<String, String>, AgentError> {
        let (sign, rest) = all.split_at_checked(1).unwrap_or(("", all));
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (id, text) = rest.split_at(digits);
        let text = text.trim();
        let shown = excerpt(all.as_bytes());
        match sign {
            "=" | "?" if id != self.id.to_string() => {
                let what = format!("it said {shown}, which does not carry the id of its {name}");
                Err(self.process.fail(Fault::Unasked, what))
            }
            "=" => Ok(Ok(text.to_string())),
            "?" => Ok(Err(text.to_string())),
            _ => {
                let what = format!("in answer to {name} it said {shown}, which is no response");
                Err(self.process.fail(Fault::Garbage, what))
            }
        }
    }
}

/// An engine that is asked commands, each within the time of a move; it ends with this.
pub struct Console {
    link: Link,
    limit: Duration,
}

impl Console {
    /// The text of the response to a command, or of its refusal.
    ///
    /// # Errors
    /// When the engine dies, is late, or says something that is no response.
    pub fn ask(&mut self, command: &str) -> Result<Result<String, String>, AgentError> {
        self.link.response(command, self.limit)
    }
}

/// A seat of one series, played by an engine.
struct GtpAgent {
    shared: Arc<Shared>,
    link: Option<Link>,
    fault: Option<AgentError>,
    /// What the engine's board has seen: setup and moves; `None` before the game.
    known: Option<(Option<Setup>, Vec<Move>)>,
    budget: Budget,
}

impl GtpAgent {
    fn ask(&mut self, command: &str, limit: Duration) -> Result<String, AgentError> {
        let missing = || AgentError::new(Fault::Start, "no episode has begun");
        self.link.as_mut().ok_or_else(missing)?.ask(command, limit)
    }

    fn tell(&mut self, command: &str) -> Result<(), AgentError> {
        let limit = self.shared.options.turn_timeout;
        self.ask(command, limit).map(drop)
    }

    /// Sets the engine's board up for a game: size, komi, rules where it knows them, stones.
    fn new_game(&mut self, setup: Option<&Setup>) -> Result<(), AgentError> {
        let shared = Arc::clone(&self.shared);
        let config = shared.game.config();
        self.tell(&format!("boardsize {}", config.width))?;
        self.tell("clear_board")?;
        self.tell(&format!("komi {}", config.komi_points()))?;
        let rules = match (config.ko, config.suicide) {
            (Ko::Positional, true) => "tromp-taylor",
            (Ko::Situational, false) => "aga",
            (Ko::Situational, true) => "new_zealand",
            _ => "chinese",
        };
        // Not every engine has the command; those that refuse it play by what their command line says.
        if self.ask("known_command kgs-rules", shared.options.turn_timeout)? == "true" {
            self.tolerate(&format!("kgs-rules {rules}"))?;
        }
        let start = shared.game.start();
        if let Some(setup) = setup {
            for (colour, stones) in Colour::BOTH.into_iter().zip([&setup.black, &setup.white]) {
                for v in stones {
                    self.tell(&format!("play {colour} {v}"))?;
                }
            }
        } else if start.board().balance() > 0 {
            let stones = start
                .size()
                .vertices()
                .filter(|v| start.board().point(*v).is_some_and(|p| !start.board().is_empty(p)));
            let list: Vec<String> = stones.map(|v| v.to_string()).collect();
            self.tell(&format!("set_free_handicap {}", list.join(" ")))?;
        }
        self.known = Some((setup.cloned(), Vec::new()));
        Ok(())
    }

    /// Tells a command that the engine may refuse.
    fn tolerate(&mut self, command: &str) -> Result<(), AgentError> {
        match self.tell(command) {
            Err(e) if e.fault == Fault::Error => Ok(()),
            other => other,
        }
    }

    /// Brings the engine's board to the view's position.
    fn follow(&mut self, view: &View) -> Result<(), AgentError> {
        let follows = self
            .known
            .as_ref()
            .is_some_and(|(setup, moves)| *setup == view.setup && view.moves.starts_with(moves));
        if !follows {
            self.new_game(view.setup.as_ref())?;
        }
        let done = self.known.as_ref().map_or(0, |k| k.1.len());
        let movers = movers(&self.shared.game, view);
        for (&mv, colour) in view.moves.iter().zip(movers).skip(done) {
            self.tell(&format!("play {colour} {mv}"))?;
        }
        if let Some(known) = &mut self.known {
            known.1 = view.moves.clone();
        }
        Ok(())
    }

    fn decide(&mut self, d: &Decision<'_, Go>) -> Result<Move, AgentError> {
        let view = d.view();
        self.follow(view)?;
        let options = self.shared.options.clone();
        let limit = match d.budget() {
            Budget::Time(time) => {
                if self.budget != d.budget() {
                    // One stone in a period of that length: time for each move.
                    self.tell(&format!("time_settings 0 {} 1", time.as_secs_f64().ceil().max(1.0)))?;
                }
                time.saturating_add(options.grace)
            }
            Budget::Own | Budget::Nodes(_) => options.turn_timeout,
        };
        self.budget = d.budget();
        let said = self.ask(&format!("genmove {}", view.to_move), limit)?;
        if said.eq_ignore_ascii_case("resign") {
            self.known = None;
            return Err(AgentError::new(Fault::Resigned, "it answered genmove with resign"));
        }
        let mv: Move = said.parse().map_err(|e| {
            let what = format!("{} is no move: {e}", excerpt(said.as_bytes()));
            match &mut self.link {
                Some(link) => link.process.fail(Fault::Garbage, what),
                None => AgentError::new(Fault::Garbage, what),
            }
        })?;
        if let Some(known) = &mut self.known {
            known.1.push(mv);
        }
        Ok(mv)
    }
}

/// Who made each move of a view.
fn movers(game: &Go, view: &View) -> impl Iterator<Item = Colour> + use<> {
    let start = game.start();
    let placing = if view.setup.is_some() { 0 } else { start.placing() };
    let first = view.setup.as_ref().map_or(start.to_move(), |s| s.to_move);
    (0..).map(move |i: usize| {
        // Free handicap stones are Black's, then White begins.
        let (i, first) = if i < placing {
            (0, Colour::Black)
        } else {
            (i - placing, if placing > 0 { Colour::White } else { first })
        };
        if i.is_multiple_of(2) { first } else { first.other() }
    })
}

impl Agent<Go> for GtpAgent {
    fn begin(&mut self, _: Seat, _: Rng) {
        self.fault = None;
        self.known = None;
        if self.link.is_none() {
            match self.shared.take() {
                Ok(mut link) => {
                    link.process.forget();
                    self.link = Some(link);
                    self.budget = Budget::Own;
                }
                Err(fault) => self.fault = Some(fault),
            }
        }
    }

    fn act(&mut self, decision: &Decision<'_, Go>) -> Result<Move, AgentError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let answer = self.decide(decision);
        if let Err(e) = &answer
            && !matches!(e.fault, Fault::Error | Fault::Resigned)
        {
            self.link = None;
            self.fault = Some(e.clone());
        }
        answer
    }
}

impl Drop for GtpAgent {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            self.shared.give(link);
        }
    }
}
