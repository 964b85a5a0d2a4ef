//! From a command line to agents: options, the pool of programs, the handshake.

use super::agent::CmdAgent;
use super::message::{PROTOCOL, Plain, Reply, ReplyBody, VERSION};
use super::process::Process;
use croupier_core::config::profile_name;
use croupier_core::{Agent, AgentError, ConfigError, Factory, Fault, Game, Seed};
use serde::Serialize;
use serde_json::{Value, json};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a bot spec of a program starts with: `cmd:python3 my_bot.py`.
pub const SCHEME: &str = "cmd:";

/// The command line of a spec, or `None` where the spec names no program.
///
/// ```
/// use croupier_wire::jsonl::command_of;
/// assert_eq!(command_of("cmd:./bot --fast"), Some("./bot --fast"));
/// assert_eq!(command_of("greedy:depth=2"), None);
/// ```
pub fn command_of(spec: &str) -> Option<&str> {
    spec.strip_prefix(SCHEME)
}

/// The limits that a program is held to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CmdOptions {
    /// From the program's start to its `ready`; 30 s, for interpreters that load much.
    pub ready_timeout: Duration,
    /// For one decision, unless the run's budget is a time; 10 s.
    pub turn_timeout: Duration,
    /// How long to wait for an end that is under way: beyond a time budget, for a program to end after `quit`, for
    /// one that has closed a pipe to give its last answer; 1 s.
    pub grace: Duration,
    /// The longest line taken from the program, in bytes without the line's end; 1 MiB.
    pub max_line: usize,
    /// Whether a program plays one series after another. Without, each series starts its own: for programs that
    /// cannot forget.
    pub reuse: bool,
}

impl Default for CmdOptions {
    fn default() -> Self {
        Self {
            ready_timeout: Duration::from_secs(30),
            turn_timeout: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            max_line: 1 << 20,
            reuse: true,
        }
    }
}

/// What a program calls itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotName {
    /// Its name.
    pub name: String,
    /// Its version, if it says one.
    pub version: Option<String>,
}

/// Makes agents of a game that ask a program. Programs start when they are needed, as many as play at once, and end
/// with the factory and its last agent.
pub struct CmdFactory<G: Game> {
    shared: Arc<Shared>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> CmdFactory<G> {
    /// A factory of `command`: words split as a shell does, with its quotes and backslashes and nothing else (no
    /// variables, no `~`, no pipes; `sh -c '…'` has them). Starts nothing: see [`probe`](Self::probe).
    ///
    /// # Errors
    /// A command without words or with an unclosed quote.
    pub fn new(game: &G, command: &str, options: CmdOptions) -> Result<Self, ConfigError> {
        let words = shlex::split(command).filter(|words| words.first().is_some_and(|w| !w.is_empty()));
        let words = words.ok_or_else(|| {
            let form = "a command line with its quotes closed, as in cmd:python3 my_bot.py --name 'my bot'";
            ConfigError::value("cmd", command, form)
        })?;
        let shared = Shared {
            words,
            options,
            game: G::ID,
            rules: G::RULES,
            profile: profile_name(game),
            config: serde_json::to_value(game.config()).expect("a configuration serialises"),
            seats: game.seats(),
            idle: Mutex::new(Vec::new()),
        };
        Ok(Self { shared: Arc::new(shared), game: PhantomData })
    }

    /// Starts a program if none is idle, so that a run can refuse a bot that does not work before it plays; what
    /// the program calls itself.
    ///
    /// # Errors
    /// The forfeit that its first episode would have been.
    pub fn probe(&self) -> Result<BotName, AgentError> {
        let link = self.shared.take()?;
        let name = link.name.clone();
        self.shared.give(link);
        Ok(name)
    }

    /// The command's words and every option, for records; times in seconds.
    pub fn params(&self) -> Value {
        let o = &self.shared.options;
        json!({
            "command": self.shared.words,
            "protocol": format!("{PROTOCOL} {VERSION}"),
            "ready_timeout": o.ready_timeout.as_secs_f64(),
            "turn_timeout": o.turn_timeout.as_secs_f64(),
            "grace": o.grace.as_secs_f64(),
            "max_line": o.max_line,
            "reuse": o.reuse,
        })
    }
}

impl<G: Game> Factory<G> for CmdFactory<G> {
    fn make(&self) -> Box<dyn Agent<G>> {
        Box::new(CmdAgent::new(Arc::clone(&self.shared)))
    }
}

/// A program that has said it is ready.
pub(super) struct Link {
    pub(super) process: Process,
    name: BotName,
    /// The id of the last question.
    id: u64,
}

impl Link {
    /// Asks a question and returns the reply that carries its id. `make` makes the line from the id.
    pub(super) fn ask(
        &mut self,
        limit: Duration,
        asked: &str,
        make: impl FnOnce(u64) -> Result<Vec<u8>, AgentError>,
    ) -> Result<ReplyBody, AgentError> {
        self.process.listen(asked)?;
        self.id += 1;
        let line = make(self.id)?;
        ask(&mut self.process, self.id, &line, limit, asked)
    }
}

/// What the first question is called.
const HELLO: &str = "hello";

/// Whether a line that is no reply at least carries the id that was asked with.
fn carries(line: &[u8], id: u64) -> bool {
    serde_json::from_slice::<Value>(line).is_ok_and(|v| v["id"] == id)
}

fn ask(
    process: &mut Process,
    id: u64,
    line: &[u8],
    limit: Duration,
    asked: &str,
) -> Result<ReplyBody, AgentError> {
    let said = process.ask(line, limit, asked)?;
    let shown = super::lines::excerpt(&said);
    match Reply::from_line(&said) {
        // A banner, most often. Whether it came before or after the hello was sent is chance, so what it says decides.
        Err(_) if asked == HELLO && !carries(&said, id) => {
            Err(process.fail(Fault::Unasked, format!("it said {shown} before it was ready")))
        }
        Err(e) => Err(process.fail(Fault::Garbage, format!("in answer to its {asked} it said {shown}: {e}"))),
        // A whole reply to another question, most often one given twice: it was not asked for now.
        Ok(reply) if reply.id != id => {
            let what = format!("it said {shown}, which does not carry the id of its {asked}");
            Err(process.fail(Fault::Unasked, what))
        }
        Ok(reply) => Ok(reply.body),
    }
}

/// What a factory and its agents share.
pub(super) struct Shared {
    words: Vec<String>,
    pub(super) options: CmdOptions,
    game: &'static str,
    rules: u32,
    profile: String,
    config: Value,
    pub(super) seats: usize,
    idle: Mutex<Vec<Link>>,
}

impl Shared {
    /// An idle program, or a new one.
    pub(super) fn take(&self) -> Result<Link, AgentError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.start(), Ok)
    }

    /// Takes a program back when its series is over.
    pub(super) fn give(&self, link: Link) {
        if self.options.reuse {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(link);
        } else {
            part(vec![link], self.options.grace);
        }
    }

    /// Starts a program and shakes hands.
    fn start(&self) -> Result<Link, AgentError> {
        let o = &self.options;
        let mut process = Process::start(&self.words, o.max_line, o.grace)?;
        let id = first_id();
        let hello = Plain::Hello {
            id,
            protocol: PROTOCOL,
            version: VERSION,
            croupier: croupier_core::VERSION,
            game: self.game,
            rules: self.rules,
            profile: &self.profile,
            config: &self.config,
            max_line: o.max_line,
        };
        let line = hello.line().expect("a hello serialises");
        match ask(&mut process, id, &line, o.ready_timeout, HELLO)? {
            ReplyBody::Ready { name, version } => Ok(Link { process, name: BotName { name, version }, id }),
            ReplyBody::Error(why) => {
                Err(process.fail(Fault::Start, format!("it refused the game: {}", why.escape_debug())))
            }
            ReplyBody::Action(_) => {
                Err(process.fail(Fault::Garbage, "it answered its hello with an action".into()))
            }
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        part(idle, self.options.grace);
    }
}

/// Ends programs in peace: all are told first, then all have the same time.
fn part(links: Vec<Link>, grace: Duration) {
    let quit = Plain::Quit.line().expect("a word serialises");
    let mut links = links;
    for link in &mut links {
        link.process.part(&quit);
    }
    let deadline = Instant::now() + grace;
    for link in links {
        link.process.farewell(deadline);
    }
}

/// The id of a program's first question: one that a program cannot know without reading it, so that no answer can
/// be given before the question. Below 2⁵³, which every JSON reader keeps exact.
fn first_id() -> u64 {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    let nth = STARTED.fetch_add(1, Ordering::Relaxed);
    Seed::of("croupier bot-jsonl id", &[u64::from(std::process::id()), nth]).number() >> 32
}
