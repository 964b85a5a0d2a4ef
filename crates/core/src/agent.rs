//! Agents and what they are handed: a decision holds a view, never a state.

use crate::game::{Game, Seat};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use std::time::Duration;

/// How long an agent may think about one decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// What the agent's own parameters say.
    #[default]
    Own,
    /// This many nodes (playouts, samples, iterations: the agent's own unit of work). Reproduces.
    Nodes(u64),
    /// This much wall-clock time. Does not reproduce.
    Time(Duration),
}

/// A decision to be made: a view, the legal actions, a budget. No state is reachable from it.
pub struct Decision<'a, G: Game> {
    source: Source<'a, G>,
    legal: &'a G::Legal,
    budget: Budget,
}

/// Where a view comes from. Private, so that an agent can reach the view and nothing behind it.
enum Source<'a, G: Game> {
    Given(&'a G::View),
    Lazy { game: &'a G, state: &'a G::State, seat: Seat, view: OnceCell<G::View> },
}

impl<'a, G: Game> Source<'a, G> {
    fn lazy(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        Self::Lazy { game, state, seat, view: OnceCell::new() }
    }

    fn view(&self) -> &G::View {
        match self {
            Self::Given(view) => view,
            Self::Lazy { game, state, seat, view } => view.get_or_init(|| game.view(state, *seat)),
        }
    }
}

impl<'a, G: Game> Decision<'a, G> {
    /// A decision on a view that was built elsewhere.
    pub fn new(view: &'a G::View, legal: &'a G::Legal, budget: Budget) -> Self {
        Self { source: Source::Given(view), legal, budget }
    }

    /// A decision in a state; the view is built only when asked for. Only this crate's play loop calls it.
    pub(crate) fn of_state(
        game: &'a G,
        state: &'a G::State,
        seat: Seat,
        legal: &'a G::Legal,
        budget: Budget,
    ) -> Self {
        Self { source: Source::lazy(game, state, seat), legal, budget }
    }

    /// What the seat to move may know; built at the first call.
    pub fn view(&self) -> &G::View {
        self.source.view()
    }

    /// The legal actions, sorted; never empty.
    pub fn legal(&self) -> &'a G::Legal {
        self.legal
    }

    /// How long the agent may think.
    pub fn budget(&self) -> Budget {
        self.budget
    }
}

/// The end of an episode as one seat sees it.
pub struct Ending<'a, G: Game> {
    source: Source<'a, G>,
    scores: &'a [f64],
    forfeit: Option<(Seat, Fault)>,
}

impl<'a, G: Game> Ending<'a, G> {
    /// An ending on a view that was built elsewhere.
    pub fn new(view: &'a G::View, scores: &'a [f64], forfeit: Option<(Seat, Fault)>) -> Self {
        Self { source: Source::Given(view), scores, forfeit }
    }

    pub(crate) fn of_state(
        game: &'a G,
        state: &'a G::State,
        seat: Seat,
        scores: &'a [f64],
        forfeit: Option<(Seat, Fault)>,
    ) -> Self {
        Self { source: Source::lazy(game, state, seat), scores, forfeit }
    }

    /// What the seat knows at the end; built at the first call.
    pub fn view(&self) -> &G::View {
        self.source.view()
    }

    /// The scores by seat.
    pub fn scores(&self) -> &'a [f64] {
        self.scores
    }

    /// Who forfeited and why, if somebody did.
    pub fn forfeit(&self) -> Option<(Seat, Fault)> {
        self.forfeit
    }
}

/// What kind of failure ended an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The agent returned an error of its own.
    Error,
    /// The agent panicked.
    Panic,
    /// An action that is not legal here.
    Illegal,
    /// A reply that is no action at all.
    Garbage,
    /// No reply in time.
    Timeout,
    /// The agent's process, or its connection, ended.
    Died,
    /// A line longer than the protocol allows.
    Oversize,
    /// Output before it was asked for.
    Unasked,
    /// The agent could not be started.
    Start,
    /// The agent gave the game up, as its protocol lets it: no failure, but lost.
    Resigned,
}

impl Fault {
    /// The name in records and reports.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Error => "error",
            Fault::Panic => "panic",
            Fault::Illegal => "illegal",
            Fault::Garbage => "garbage",
            Fault::Timeout => "timeout",
            Fault::Died => "died",
            Fault::Oversize => "oversize",
            Fault::Unasked => "unasked",
            Fault::Start => "start",
            Fault::Resigned => "resigned",
        }
    }
}

/// Why an agent gives no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {detail}", .fault.name())]
pub struct AgentError {
    /// The kind, counted in results.
    pub fault: Fault,
    /// What happened, for people.
    pub detail: String,
}

impl AgentError {
    /// An error of `fault` with what happened. Control characters but line ends and tabs are shown as escapes: what an
    /// outside program said must not steer the terminal that reads it.
    pub fn new(fault: Fault, detail: impl Into<String>) -> Self {
        Self { fault, detail: escaped(&detail.into(), &['\n', '\t']) }
    }
}

/// The text with control characters as escapes, but for those of `kept`.
///
/// ```
/// assert_eq!(croupier_core::escaped("A1\n\u{1b}[0m", &['\n']), "A1\n\\u{1b}[0m");
/// ```
pub fn escaped(text: &str, kept: &[char]) -> String {
    let steers = |c: char| c.is_control() && !kept.contains(&c);
    let shown = |c: char| if steers(c) { c.escape_debug().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// A player: decides from views.
///
/// The same value plays the episodes of a series in order and may remember what it saw; a new series gets a new
/// value. All randomness comes from the generator given at [`begin`](Agent::begin).
pub trait Agent<G: Game>: Send {
    /// An episode starts with the agent at `seat`.
    fn begin(&mut self, seat: Seat, rng: Rng);
    /// Chooses one of `decision.legal()`.
    ///
    /// # Errors
    /// Ends the episode as this seat's forfeit.
    fn act(&mut self, decision: &Decision<'_, G>) -> Result<G::Action, AgentError>;
    /// The episode has ended.
    fn end(&mut self, _ending: &Ending<'_, G>) {}
    /// How often the agent fell back to something simpler since it was made, and the last reason; for reports.
    fn fallbacks(&self) -> (u64, Option<String>) {
        (0, None)
    }
}

/// Makes agents of one spec; a fresh one for each series. Heavy tables are shared inside.
pub trait Factory<G: Game>: Send + Sync {
    /// A fresh agent that remembers nothing.
    fn make(&self) -> Box<dyn Agent<G>>;
}

impl<G: Game, F: Fn() -> Box<dyn Agent<G>> + Send + Sync> Factory<G> for F {
    fn make(&self) -> Box<dyn Agent<G>> {
        self()
    }
}
