//! An episode with bots at some seats, without its game's types.

use super::fault::Refusal;
use super::options::ServeArgs;
use crate::registry::{Visitor, with_game};
use crate::shown::Shown;
use crate::specs;
use croupier_bots::{Bots, Spec};
use croupier_core::{
    Agent, AgentError, AgentLabel, Budget, Decision, Determinize, Event, Fault, Luck, Seat, Session, Textual,
    choose,
};
use croupier_wire::{gtp, jsonl};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sitter {
    /// A person.
    Person,
    /// A bot of this spec.
    Bot(String),
}

/// The first line of a table's log: what it takes to deal the same cards again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The table.
    pub table: String,
    /// The game.
    pub game: String,
    /// Its RULES.
    pub rules: u32,
    /// The program's version.
    pub version: String,
    /// The whole configuration.
    pub config: Value,
    /// The seed of all chance events.
    pub luck: Luck,
    /// By seat.
    pub seats: Vec<Sitter>,
}

/// A decision being thought about, to be run off the async threads: the action's text, or why there is none.
pub type Thought = Box<dyn FnOnce() -> Result<String, AgentError> + Send>;

/// An episode with its bots.
pub trait Episode: Send {
    /// The episode.
    fn play(&self) -> &dyn Textual;
    /// The episode, to act in.
    fn play_mut(&mut self) -> &mut dyn Textual;
    /// What everybody sees.
    fn public(&self) -> Value;
    /// The decision of the bot at the seat to move; none if a person sits there or nobody is to move.
    fn thought(&self, budget: Budget) -> Option<Thought>;
    /// Who sat where, for the record.
    fn labels(&self) -> Vec<AgentLabel>;
}

type Shared<G> = Arc<Mutex<Box<dyn Agent<G>>>>;

struct Seated<G: Shown> {
    session: Session<G>,
    /// By seat; none where a person sits.
    agents: Vec<Option<Shared<G>>>,
    labels: Vec<AgentLabel>,
}

impl<G: Shown> Episode for Seated<G> {
    fn play(&self) -> &dyn Textual {
        &self.session
    }

    fn play_mut(&mut self) -> &mut dyn Textual {
        &mut self.session
    }

    fn public(&self) -> Value {
        let seats = Seat::all(self.session.seats());
        G::public(&seats.map(|s| self.session.view(s)).collect::<Vec<_>>())
    }

    fn thought(&self, budget: Budget) -> Option<Thought> {
        let seat = self.session.turn()?;
        let agent = self.agents[seat.index()].clone()?;
        let (view, legal) = (self.session.view(seat), self.session.legal());
        Some(Box::new(move || {
            let poisoned = |_| AgentError::new(Fault::Panic, "it panicked before");
            let mut agent = agent.lock().map_err(poisoned)?;
            let action = choose(agent.as_mut(), &Decision::new(&view, &legal, budget))?;
            Ok(action.to_string())
        }))
    }

    fn labels(&self) -> Vec<AgentLabel> {
        self.labels.clone()
    }
}

/// Opens an episode: a new one where no events are given.
struct Open<'a> {
    header: &'a Header,
    events: &'a [Event],
}

impl Visitor for Open<'_> {
    type Out = Result<Box<dyn Episode>, Refusal>;
    fn visit<G: Shown + Determinize>(&mut self) -> Self::Out {
        let header = self.header;
        if header.rules != G::RULES {
            let found = format!("the table was dealt under RULES {} of {}", header.rules, G::ID);
            return Err(Refusal::request(format!("{found}; this program plays RULES {}", G::RULES)));
        }
        let game: G = croupier_core::config::from_json(header.config.clone())?;
        seats_fit(&header.seats, croupier_core::Game::seats(&game))?;
        let (mut agents, mut labels) = (Vec::new(), Vec::new());
        for (i, sitter) in header.seats.iter().enumerate() {
            let Sitter::Bot(spec) = sitter else {
                agents.push(None);
                labels.push(AgentLabel { spec: "person".into(), params: serde_json::json!({}) });
                continue;
            };
            let entrant =
                specs::entrant(&game, spec).map_err(|e| Refusal::request(format!("seat {i}: {e:#}")))?;
            let mut agent = entrant.factory.make();
            // An episode that goes on after a restart has a stream of its own: the old one's place is forgotten.
            agent.begin(Seat(i as u8), header.luck.agent(self.events.len() as u64, i as u64, 0));
            agents.push(Some(Arc::new(Mutex::new(agent))));
            labels.push(entrant.label);
        }
        let session = Session::restore(game, header.luck, self.events)
            .map_err(|e| Refusal::broken(format!("table {}: {e}", header.table)))?;
        Ok(Box::new(Seated { session, agents, labels }))
    }
}

fn seats_fit(given: &[Sitter], seats: usize) -> Result<(), Refusal> {
    if given.len() == seats {
        return Ok(());
    }
    Err(Refusal::request(format!("seats: {} are given; this game of these rules has {seats}", given.len())))
}

/// Opens the episode of a header in which `events` have happened.
///
/// # Errors
/// An unknown game, other rules, a bot that is refused, events that cannot happen.
pub fn open(header: &Header, events: &[Event]) -> Result<Box<dyn Episode>, Refusal> {
    with_game(&header.game, &mut Open { header, events })?
}

/// What a page asks a new table to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The game.
    pub game: String,
    /// A profile; the game's first if none.
    #[serde(default)]
    pub profile: Option<String>,
    /// Switches over the profile, as `key=value`.
    #[serde(default)]
    pub sets: Vec<String>,
    /// By seat.
    pub seats: Vec<Sitter>,
}

struct Configured<'a>(&'a Wanted);

impl Visitor for Configured<'_> {
    type Out = Result<(u32, Value), Refusal>;
    fn visit<G: Bots + Determinize>(&mut self) -> Self::Out {
        let rules = crate::args::RulesArgs { profile: self.0.profile.clone(), sets: self.0.sets.clone() };
        let game: G = specs::game(&rules).map_err(|e| Refusal::request(format!("{e:#}")))?;
        Ok((G::RULES, serde_json::to_value(game.config()).expect("a configuration serialises")))
    }
}

/// Refuses bots that reach outside the server, unless its options allow them: a program runs as the server's user, and a
/// file's name says what is there, or has no end.
///
/// # Errors
/// The first such bot, with the option that allows it.
pub fn permitted(seats: &[Sitter], args: &ServeArgs) -> Result<(), Refusal> {
    let file = |spec: Spec| spec.pairs.iter().any(|(key, value)| key == "file" && value != "shipped");
    for sitter in seats {
        let Sitter::Bot(text) = sitter else { continue };
        let program = jsonl::command_of(text).or(gtp::command_of(text)).is_some();
        let (allowed, what, option) = match program {
            true => (args.allow_programs, "outside programs", "--allow-programs"),
            false => {
                (args.allow_files || !text.parse().is_ok_and(file), "bots that read a file", "--allow-files")
            }
        };
        if !allowed {
            return Err(Refusal::request(format!(
                "seats: `{text}` is not allowed; {what} sit here only with {option}"
            )));
        }
    }
    Ok(())
}

/// The header of a new table.
///
/// # Errors
/// An unknown game, profile or switch, or a refused value.
pub fn header(table: String, wanted: &Wanted, luck: Luck) -> Result<Header, Refusal> {
    let (rules, config) = with_game(&wanted.game, &mut Configured(wanted))??;
    Ok(Header {
        table,
        game: wanted.game.clone(),
        rules,
        version: croupier_core::VERSION.into(),
        config,
        luck,
        seats: wanted.seats.clone(),
    })
}
