//! An episode under way, played from outside by text: for web, Python and protocols.
//!
//! Loops that play many episodes stay generic ([`play`](crate::play)); here the game is erased, so that one program can
//! hold episodes of many games.

use crate::agent::AgentError;
use crate::config::nearest;
use crate::game::{Game, LegalSet, Seat, Turn};
use crate::play::{Forfeit, Outcome, final_scores};
use crate::record::{AgentLabel, Event, Record, RecordError, advance, in_turn};
use crate::rng::Luck;
use serde_json::Value;

/// An episode under way; chance is played as soon as it is its turn.
#[derive(Clone)]
pub struct Session<G: Game> {
    game: G,
    luck: Luck,
    state: G::State,
    draws: u64,
    decisions: u64,
    events: Vec<Event>,
    forfeit: Option<Forfeit>,
}

/// Why an action is not done. The episode is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// The episode has ended.
    #[error("the episode is over")]
    Over,
    /// Another seat is to move.
    #[error("it is seat {turn}'s turn, not seat {seat}'s")]
    Turn {
        /// Who tried.
        seat: Seat,
        /// Whose turn it is.
        turn: Seat,
    },
    /// Text that is no action of the game.
    #[error("{reason}{}", near(.nearest))]
    Unreadable {
        /// What is wrong with the text.
        reason: String,
        /// The legal action nearest in spelling, if any is near.
        nearest: Option<String>,
    },
    /// An action that the rules forbid here.
    #[error("{reason}{}", near(.nearest))]
    Illegal {
        /// The rule that forbids it.
        reason: String,
        /// The legal action nearest in spelling, if any is near.
        nearest: Option<String>,
    },
}

fn near(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |n| format!("; did you mean `{n}`?"))
}

impl<G: Game> Session<G> {
    /// A new episode on `luck`.
    pub fn new(game: G, luck: Luck) -> Self {
        let state = game.start();
        let mut session =
            Self { game, luck, state, draws: 0, decisions: 0, events: Vec::new(), forfeit: None };
        session.chance();
        session
    }

    /// The episode of `luck` in which `events` have happened, chance events among them.
    ///
    /// # Errors
    /// An event that cannot happen there. Never panics on any events.
    pub fn restore(game: G, luck: Luck, events: &[Event]) -> Result<Self, RecordError> {
        let state = game.start();
        let mut session =
            Self { game, luck, state, draws: 0, decisions: 0, events: Vec::new(), forfeit: None };
        for (index, event) in events.iter().enumerate() {
            in_turn(session.game.turn(&session.state), event)
                .and_then(|()| advance(&session.game, &mut session.state, event, luck, &mut session.draws))
                .map_err(|reason| RecordError::Event { index, reason })?;
            session.decisions += u64::from(matches!(event, Event::Action(..)));
            session.events.push(event.clone());
        }
        session.chance();
        Ok(session)
    }

    fn chance(&mut self) {
        while self.game.turn(&self.state) == Turn::Chance {
            let chance = self.game.draw(&self.state, &mut self.luck.draw(self.draws));
            self.draws += 1;
            self.events.push(Event::Chance(chance.to_string()));
            self.game.reveal(&mut self.state, &chance).expect("what a game draws, it can reveal");
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What `seat` may know.
    ///
    /// # Panics
    /// When there is no such seat.
    pub fn view(&self, seat: Seat) -> G::View {
        assert!(seat.index() < self.game.seats(), "there is no seat {seat}");
        self.game.view(&self.state, seat)
    }

    /// The legal actions of the seat to move; none when the episode is over.
    pub fn legal(&self) -> G::Legal {
        let mut legal = G::Legal::default();
        if self.forfeit.is_none() {
            self.game.legal(&self.state, &mut legal);
        }
        legal
    }

    /// What the session came to, once it is over.
    pub fn outcome(&self) -> Option<Outcome<G>> {
        self.scores().map(|scores| Outcome {
            state: self.state.clone(),
            scores,
            forfeit: self.forfeit.clone(),
            decisions: self.decisions,
        })
    }

    fn refused(&self, text: &str, legal: &G::Legal) -> Option<String> {
        nearest(text, legal.texts().iter().map(String::as_str)).map(String::from)
    }
}

/// A [`Session`] without its game's types.
///
/// ```
/// # use croupier_core::{Textual, Seat};
/// fn play_first(episode: &mut dyn Textual) {
///     while let Some(seat) = episode.turn() {
///         let first = episode.legal_texts()[0].split("..").next().unwrap().to_string();
///         episode.act(seat, &first).unwrap();
///     }
///     assert!(episode.scores().is_some());
/// }
/// ```
pub trait Textual: Send {
    /// [`Game::ID`].
    fn game_id(&self) -> &'static str;
    /// The game's whole configuration.
    fn config(&self) -> Value;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The seed of chance: whoever knows it knows every hidden card.
    fn luck(&self) -> Luck;
    /// The seat to move; none when the episode is over.
    fn turn(&self) -> Option<Seat>;
    /// What `seat` may know, as JSON. Panics when there is no such seat.
    fn view_json(&self, seat: Seat) -> Value;
    /// What `seat` may know, for people. Panics when there is no such seat.
    fn view_text(&self, seat: Seat) -> String;
    /// The legal actions of the seat to move, one entry each; a run of amounts is one entry, `first..last`.
    fn legal_texts(&self) -> Vec<String>;
    /// Makes `seat` do the action of this text.
    ///
    /// # Errors
    /// Not its turn, no action, or not a legal one; the episode is as before.
    fn act(&mut self, seat: Seat, text: &str) -> Result<(), ActError>;
    /// Ends the episode as the forfeit of `seat`; nothing when it is over already. Panics when there is no such seat.
    fn forfeit(&mut self, seat: Seat, error: AgentError);
    /// What ended the episode, if it was a forfeit.
    fn forfeited(&self) -> Option<&Forfeit>;
    /// Scores by seat, once the episode is over.
    fn scores(&self) -> Option<Vec<f64>>;
    /// Everything that happened, chance included: the whole truth.
    fn events(&self) -> &[Event];
    /// How many decisions have been made.
    fn decisions(&self) -> u64;
    /// The record, once the episode is over.
    fn record(&self, agents: Vec<AgentLabel>) -> Option<Record>;
}

impl<G: Game> Textual for Session<G> {
    fn game_id(&self) -> &'static str {
        G::ID
    }

    fn config(&self) -> Value {
        serde_json::to_value(self.game.config()).expect("a configuration serialises")
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn luck(&self) -> Luck {
        self.luck
    }

    fn turn(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) if self.forfeit.is_none() => Some(seat),
            _ => None,
        }
    }

    fn view_json(&self, seat: Seat) -> Value {
        serde_json::to_value(self.view(seat)).expect("a view serialises")
    }

    fn view_text(&self, seat: Seat) -> String {
        self.view(seat).to_string()
    }

    fn legal_texts(&self) -> Vec<String> {
        self.legal().texts()
    }

    fn act(&mut self, seat: Seat, text: &str) -> Result<(), ActError> {
        let turn = self.turn().ok_or(ActError::Over)?;
        if turn != seat {
            return Err(ActError::Turn { seat, turn });
        }
        let (text, legal) = (text.trim(), self.legal());
        let action = text.parse::<G::Action>().map_err(|e| ActError::Unreadable {
            reason: e.to_string(),
            nearest: self.refused(text, &legal),
        })?;
        if !legal.has(&action) {
            let why = self.game.apply(&mut self.state.clone(), action).err();
            return Err(ActError::Illegal {
                reason: why.map_or_else(|| format!("`{action}` is not legal here"), |e| e.to_string()),
                nearest: self.refused(text, &legal),
            });
        }
        self.events.push(Event::Action(seat, action.to_string()));
        self.decisions += 1;
        self.game.apply(&mut self.state, action).expect("what is listed as legal can be applied");
        self.chance();
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat, error: AgentError) {
        assert!(seat.index() < self.game.seats(), "there is no seat {seat}");
        if self.turn().is_some() {
            self.forfeit = Some(Forfeit { seat, error });
        }
    }

    fn forfeited(&self) -> Option<&Forfeit> {
        self.forfeit.as_ref()
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let over = self.turn().is_none();
        over.then(|| final_scores(&self.game, &self.state, self.forfeit.as_ref().map(|f| f.seat)))
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn decisions(&self) -> u64 {
        self.decisions
    }

    fn record(&self, agents: Vec<AgentLabel>) -> Option<Record> {
        let outcome = self.outcome()?;
        Some(Record::new(&self.game, self.luck, None, agents, self.events.clone(), &outcome))
    }
}
