//! What a game is.

use crate::config::{ConfigError, Switch};
use crate::rng::Rng;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat slices.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All seats of a table of `n`, in order.
    pub fn all(n: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..n as u8).map(Seat)
    }

    /// The seat `steps` places after this one at a table of `n`.
    #[inline]
    pub fn after(self, steps: usize, n: usize) -> Seat {
        Seat(((self.index() + steps) % n) as u8)
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// Whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A chance event comes next.
    Chance,
    /// This seat decides.
    Seat(Seat),
    /// The episode has ended and has scores.
    Over,
}

/// An action, or a chance event, that the rules do not allow here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{action:?} is not allowed: {reason}")]
pub struct Illegal {
    /// The text of what was tried.
    pub action: String,
    /// The rule that forbids it.
    pub reason: String,
}

impl Illegal {
    /// An error for `action`, with the rule that forbids it.
    pub fn new(action: impl Display, reason: impl Into<String>) -> Self {
        Self { action: action.to_string(), reason: reason.into() }
    }
}

/// The legal actions of a decision: a sorted list, or anything that can count, index and test like one.
///
/// Most games use `Vec<Action>`. A game with any whole amount of chips uses a compact value of its own, so that
/// twenty thousand raises need not be written out.
pub trait LegalSet<A>: Default + Clone + PartialEq + Debug + Send + Sync {
    /// How many actions there are.
    fn count(&self) -> u64;
    /// The action number `i` in sorted order.
    ///
    /// # Panics
    /// When `i` is not below [`count`](Self::count).
    fn nth(&self, i: u64) -> A;
    /// Whether `a` is one of them.
    fn has(&self, a: &A) -> bool;
    /// The actions as text, one entry each; an unbroken run of amounts is one entry, `first..last`.
    fn texts(&self) -> Vec<String>;
    /// All actions in sorted order. Derived; never overridden.
    fn each(&self) -> impl Iterator<Item = A> {
        (0..self.count()).map(|i| self.nth(i))
    }
}

impl<A: Copy + Ord + Display + Debug + Send + Sync> LegalSet<A> for Vec<A> {
    #[inline]
    fn count(&self) -> u64 {
        self.len() as u64
    }
    #[inline]
    fn nth(&self, i: u64) -> A {
        self[i as usize]
    }
    fn has(&self, a: &A) -> bool {
        self.binary_search(a).is_ok()
    }
    fn texts(&self) -> Vec<String> {
        self.iter().map(A::to_string).collect()
    }
}

/// A game: a value is one rule configuration.
///
/// `State` is the whole truth and its fields are private to the crate of the games; `View` is what one seat may
/// know. All methods are pure: no generator and no clock inside.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The name on the command line, in records and in protocols.
    const ID: &'static str;
    /// Raised whenever play or scores change; a record of another number is refused.
    const RULES: u32;
    /// One sentence for lists of games.
    const ABOUT: &'static str;
    /// Whether every seat sees everything.
    const PERFECT: bool = false;

    /// Every switch of the rules, resolved.
    type Config: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The whole truth of an episode.
    type State: Clone + Send + Sync;
    /// What one seat may know: its own facts and the public history. `Display` is for people.
    type View: Clone + Eq + Hash + Debug + Display + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat can do; its text round-trips and needs no context.
    type Action: Copy + Ord + Hash + Debug + Display + FromStr<Err: Display> + Send + Sync;
    /// What chance can do: a deal, a card, a tile; its text round-trips. No agent can return one.
    type Chance: Clone + Eq + Debug + Display + FromStr<Err: Display> + Send + Sync;
    /// The legal actions of one decision; `Vec<Self::Action>` unless there are too many to list.
    type Legal: LegalSet<Self::Action>;

    /// A game of this configuration.
    ///
    /// # Errors
    /// Names the field, the value and what is allowed.
    fn new(config: Self::Config) -> Result<Self, ConfigError>;
    /// The configuration, whole.
    fn config(&self) -> &Self::Config;
    /// The named configurations, the default first: name, one sentence, value.
    fn profiles() -> Vec<(&'static str, &'static str, Self::Config)>;
    /// The switches that a command line may set: the fields of `Config`, described.
    fn switches() -> &'static [Switch];

    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The state before anything has happened.
    fn start(&self) -> Self::State;
    /// Whose move it is.
    fn turn(&self, s: &Self::State) -> Turn;
    /// Draws the next chance event; called only when it is chance's turn.
    fn draw(&self, s: &Self::State, rng: &mut Rng) -> Self::Chance;
    /// Makes a chance event happen.
    ///
    /// # Errors
    /// When it is not chance's turn, or this cannot be drawn here: a damaged record says so instead of panicking.
    fn reveal(&self, s: &mut Self::State, c: &Self::Chance) -> Result<(), Illegal>;
    /// Clears `out` and fills it with the legal actions of the seat to move, sorted; empty when no seat is.
    fn legal(&self, s: &Self::State, out: &mut Self::Legal);
    /// Makes the seat to move do `a`.
    ///
    /// # Errors
    /// When `a` is not legal; the state is then as before.
    fn apply(&self, s: &mut Self::State, a: Self::Action) -> Result<(), Illegal>;
    /// What `seat` may know.
    fn view(&self, s: &Self::State, seat: Seat) -> Self::View;
    /// The scores by seat of an episode that is over.
    fn scores(&self, s: &Self::State, out: &mut [f64]);
    /// The scores by seat when `seat` forfeits in this state: never better for it than any finish it could still
    /// reach, and of the same sum.
    fn forfeit(&self, s: &Self::State, seat: Seat, out: &mut [f64]);
    /// What the scores of an episode add up to; `None` where the rules promise no sum.
    fn score_sum(&self) -> Option<f64> {
        Some(0.0)
    }
    /// Counts what the game counts about a finished episode beyond its scores; nothing unless it says so.
    fn tally(&self, _end: &Self::State, _out: &mut Tally) {}
}

/// A game whose hidden part can be drawn from a view.
///
/// Law: `view(sample(v, rng), seat) == v` with the same legal list, every world that fits equally likely by the
/// chance that deals it, and nothing taken from the truth.
pub trait Determinize: Game {
    /// A whole state that fits what the owner of the view knows.
    fn sample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;
}

/// A game whose chance events can be listed.
pub trait Enumerate: Game {
    /// Clears `out` and fills it with the chance events possible here and their probabilities, which add up to 1.
    fn outcomes(&self, s: &Self::State, out: &mut Vec<(Self::Chance, f64)>);
}

/// A game that can rearrange what a seat does not see; the yardstick of the blindness laws.
///
/// It works on the state's own fields and never through `view`, so that a leak in `view` cannot hide in it too.
pub trait Hidden: Game {
    /// A state that differs from `s` only in what is hidden from `seat`, drawn at random.
    fn rearrange(&self, s: &Self::State, seat: Seat, rng: &mut Rng) -> Self::State;
}

/// What a game counts about episodes: means of named quantities, for a seat and over all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    entries: Vec<(Option<Seat>, &'static str, f64, f64)>,
    ratios: Vec<(Seat, &'static str, f64, f64)>,
}

impl Tally {
    /// Adds an observation of `key` at `seat`: `value` with `weight` in the mean.
    pub fn seat(&mut self, seat: Seat, key: &'static str, value: f64, weight: f64) {
        self.entries.push((Some(seat), key, value, weight));
    }

    /// Adds an observation of `key` that belongs to no seat.
    pub fn all(&mut self, key: &'static str, value: f64, weight: f64) {
        self.entries.push((None, key, value, weight));
    }

    /// Adds to a quotient of sums at `seat`: `part` to what is divided, `of` to what it is divided by. Unlike a mean, it
    /// counts a part that has nothing to be divided by.
    pub fn ratio(&mut self, seat: Seat, key: &'static str, part: f64, of: f64) {
        self.ratios.push((seat, key, part, of));
    }

    /// The quotients: seat, key, what is divided, by what.
    pub fn ratios(&self) -> &[(Seat, &'static str, f64, f64)] {
        &self.ratios
    }

    /// The observations: seat (or none), key, value, weight.
    pub fn entries(&self) -> &[(Option<Seat>, &'static str, f64, f64)] {
        &self.entries
    }
}
