//! Records: one JSON line an episode, enough to replay it.

use crate::agent::Fault;
use crate::game::{Game, LegalSet, Seat, Turn};
use crate::play::{Outcome, Watch, final_scores};
use crate::rng::Luck;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An episode as one line: header, events, end, scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`Game::ID`].
    pub game: String,
    /// [`Game::RULES`]; replays refuse another number.
    pub rules: u32,
    /// The program's version.
    pub version: String,
    /// The game's whole configuration.
    pub config: Value,
    /// The seed of all chance events.
    pub luck: Luck,
    /// Where in a run the episode stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Who sat where, by seat.
    pub agents: Vec<AgentLabel>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: End,
    /// Scores by seat.
    pub scores: Vec<f64>,
}

/// Where in a run an episode stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The block, in plan order.
    pub block: u64,
    /// The seating within the block.
    pub seating: u32,
    /// The episode within the series.
    pub episode: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {}, seating {}, episode {}", self.block, self.seating, self.episode)
    }
}

/// Who an agent was, in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentLabel {
    /// The spec as given.
    pub spec: String,
    /// Every parameter, resolved.
    pub params: Value,
}

/// A chance event or an action, as the text of the game's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Event {
    /// Chance: `* text`.
    Chance(String),
    /// An action: `seat text`.
    Action(Seat, String),
}

impl From<Event> for String {
    fn from(event: Event) -> String {
        match event {
            Event::Chance(text) => format!("* {text}"),
            Event::Action(seat, text) => format!("{seat} {text}"),
        }
    }
}

impl TryFrom<String> for Event {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        match text.split_once(' ') {
            Some(("*", rest)) => Ok(Event::Chance(rest.into())),
            Some((seat, rest)) => seat
                .parse()
                .map(|s| Event::Action(Seat(s), rest.into()))
                .map_err(|_| format!("event `{text}`: `{seat}` is neither * nor a seat number")),
            None => Err(format!("event `{text}` has no space after * or its seat")),
        }
    }
}

/// How an episode ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// By the rules.
    Over,
    /// By a failure of the agent at `seat`.
    Forfeit {
        /// Whose failure.
        seat: Seat,
        /// Its kind.
        fault: Fault,
        /// What happened.
        detail: String,
    },
}

impl End {
    /// The end of an outcome.
    pub fn of<G: Game>(outcome: &Outcome<G>) -> Self {
        match &outcome.forfeit {
            None => End::Over,
            Some(f) => End::Forfeit { seat: f.seat, fault: f.error.fault, detail: f.error.detail.clone() },
        }
    }
}

/// Writes down the events of an episode.
#[derive(Debug, Default)]
pub struct Recorder {
    /// The events so far.
    pub events: Vec<Event>,
}

impl<G: Game> Watch<G> for Recorder {
    fn chance(&mut self, _: &G::State, chance: &G::Chance) {
        self.events.push(Event::Chance(chance.to_string()));
    }
    fn action(&mut self, _: &G::State, seat: Seat, action: G::Action, _: Duration) {
        self.events.push(Event::Action(seat, action.to_string()));
    }
}

impl Record {
    /// The record of an outcome.
    pub fn new<G: Game>(
        game: &G,
        luck: Luck,
        place: Option<Place>,
        agents: Vec<AgentLabel>,
        events: Vec<Event>,
        outcome: &Outcome<G>,
    ) -> Self {
        Record {
            game: G::ID.into(),
            rules: G::RULES,
            version: crate::VERSION.into(),
            config: serde_json::to_value(game.config()).expect("a configuration serialises"),
            luck,
            place,
            agents,
            events,
            end: End::of(outcome),
            scores: outcome.scores.clone(),
        }
    }

    /// The record as one line of JSON, without the line's end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record serialises")
    }
}

impl FromStr for Record {
    type Err = RecordError;
    fn from_str(line: &str) -> Result<Self, RecordError> {
        serde_json::from_str(line).map_err(|e| RecordError::Parse(e.to_string()))
    }
}

/// Why a record does not replay.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// Not a record at all.
    #[error("not a record: {0}")]
    Parse(String),
    /// Another game's.
    #[error("the record is of `{found}`, not of `{expected}`")]
    Game {
        /// The game asked for.
        expected: &'static str,
        /// The game of the record.
        found: String,
    },
    /// Of other rules.
    #[error(
        "the record was made under RULES {found} of {game}; this program plays RULES {expected} and refuses to replay it"
    )]
    Rules {
        /// The game.
        game: String,
        /// This program's number.
        expected: u32,
        /// The record's number.
        found: u32,
    },
    /// An event that cannot happen.
    #[error("event {index}: {reason}")]
    Event {
        /// The event, counted from 0.
        index: usize,
        /// Why not.
        reason: String,
    },
    /// The end or the scores are not what the events lead to.
    #[error("the record ends with {found}, its events lead to {expected}")]
    End {
        /// What the events lead to.
        expected: String,
        /// What the record says.
        found: String,
    },
}

/// A state on the way through a record, before `event` happens (`None` at the end).
pub struct Step<'a, G: Game> {
    /// How many events happened before.
    pub index: usize,
    /// The state; what a seat knows of it is `game.view(state, seat)`.
    pub state: &'a G::State,
    /// What happens next.
    pub event: Option<&'a Event>,
}

/// Replays a record, showing each state to `visit`, and returns the last one.
///
/// Every chance event is drawn again from the luck and must be the recorded one; every action must be legal; end and
/// scores must be what they lead to.
///
/// # Errors
/// Another game or RULES, a damaged event, an end that does not follow. Never panics on any record.
pub fn replay<G: Game>(
    game: &G,
    record: &Record,
    mut visit: impl FnMut(Step<'_, G>),
) -> Result<G::State, RecordError> {
    if record.game != G::ID {
        return Err(RecordError::Game { expected: G::ID, found: record.game.clone() });
    }
    if record.rules != G::RULES {
        return Err(RecordError::Rules { game: G::ID.into(), expected: G::RULES, found: record.rules });
    }
    let seats = game.seats();
    if record.agents.len() != seats || record.scores.len() != seats {
        let found = format!("{} agents and {} scores", record.agents.len(), record.scores.len());
        return Err(RecordError::End { expected: format!("{seats} seats"), found });
    }
    let mut state = game.start();
    let mut draws = 0;
    for (index, event) in record.events.iter().enumerate() {
        in_turn(game.turn(&state), event).map_err(|reason| RecordError::Event { index, reason })?;
        visit(Step { index, state: &state, event: Some(event) });
        advance(game, &mut state, event, record.luck, &mut draws)
            .map_err(|reason| RecordError::Event { index, reason })?;
    }
    visit(Step { index: record.events.len(), state: &state, event: None });
    check_end(game, &state, record)?;
    Ok(state)
}

pub(crate) fn in_turn(turn: Turn, event: &Event) -> Result<(), String> {
    match (turn, event) {
        (Turn::Chance, Event::Chance(_)) => Ok(()),
        (Turn::Seat(seat), Event::Action(by, _)) if seat == *by => Ok(()),
        (turn, event) => {
            let whose = match turn {
                Turn::Chance => "it is chance's turn".into(),
                Turn::Seat(seat) => format!("it is seat {seat}'s turn"),
                Turn::Over => "the episode is over".to_string(),
            };
            Err(format!("`{event}` is recorded where {whose}"))
        }
    }
}

pub(crate) fn advance<G: Game>(
    game: &G,
    state: &mut G::State,
    event: &Event,
    luck: Luck,
    draws: &mut u64,
) -> Result<(), String> {
    match event {
        Event::Chance(text) => {
            let chance = game.draw(state, &mut luck.draw(*draws));
            *draws += 1;
            if chance.to_string() != *text {
                return Err(format!("chance is `{text}`, but luck {} deals `{chance}`", luck.0));
            }
            game.reveal(state, &chance).map_err(|e| e.to_string())
        }
        Event::Action(seat, text) => {
            let action = text.parse::<G::Action>().map_err(|e| format!("`{text}`: {e}"))?;
            let mut legal = G::Legal::default();
            game.legal(state, &mut legal);
            if !legal.has(&action) {
                return Err(format!("seat {seat} cannot do `{text}`"));
            }
            game.apply(state, action).map_err(|e| e.to_string())
        }
    }
}

fn check_end<G: Game>(game: &G, state: &G::State, record: &Record) -> Result<(), RecordError> {
    let over = game.turn(state) == Turn::Over;
    let forfeit = match &record.end {
        End::Over => None,
        End::Forfeit { seat, .. } => Some(*seat),
    };
    let wrong = |expected: String, found: String| Err(RecordError::End { expected, found });
    match forfeit {
        None if !over => return wrong("an episode not yet over".into(), "an end by the rules".into()),
        Some(seat) if over || seat.index() >= game.seats() => {
            return wrong(format!("over = {over}"), format!("a forfeit by seat {seat}"));
        }
        _ => {}
    }
    let expected = final_scores(game, state, forfeit);
    if expected != record.scores {
        return wrong(format!("scores {expected:?}"), format!("{:?}", record.scores));
    }
    Ok(())
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(self.clone()))
    }
}
