//! An agent that asks a program.

use super::factory::{Link, Shared};
use super::lines::excerpt;
use super::message::{Forfeit, Message, Plain, ReplyBody, millis};
use croupier_core::{Agent, AgentError, Budget, Decision, Ending, Fault, Game, LegalSet, Rng, Seat};
use std::sync::Arc;

/// A seat of one series, played by a program. It has a program from its first episode on, and after a fault a new
/// one from the next.
pub(super) struct CmdAgent {
    shared: Arc<Shared>,
    link: Option<Link>,
    /// Why there is no program.
    fault: Option<AgentError>,
}

impl CmdAgent {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, link: None, fault: None }
    }

    /// Begins an episode, and the series where the program is new to it.
    fn start(&mut self, seat: Seat, mut rng: Rng) -> Result<(), AgentError> {
        let link = match &mut self.link {
            Some(link) => link,
            none => {
                let link = none.insert(self.shared.take()?);
                link.process.forget();
                link.process.tell(&line(&Plain::Series)?)?;
                link
            }
        };
        // 53 bits: a number that every JSON reader keeps exact.
        let begin = Plain::Begin { seat, seats: self.shared.seats, seed: rng.bits() >> 11 };
        link.process.tell(&line(&begin)?)
    }

    fn ask<G: Game>(&mut self, d: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        let options = &self.shared.options;
        let limit = match d.budget() {
            Budget::Time(time) => time.saturating_add(options.grace),
            Budget::Own | Budget::Nodes(_) => options.turn_timeout,
        };
        let missing = || AgentError::new(Fault::Start, "no episode has begun");
        let link = self.link.as_mut().ok_or_else(missing)?;
        let reply = link.ask(limit, "turn", |id| {
            let (legal, budget) = (d.legal().texts(), d.budget().into());
            line(&Message::Turn { id, legal, budget, timeout_ms: millis(limit), view: d.view() })
        })?;
        let text = match reply {
            ReplyBody::Action(text) => text,
            ReplyBody::Error(why) => {
                return Err(AgentError::new(Fault::Error, format!("it gave up: {}", why.escape_debug())));
            }
            ReplyBody::Ready { .. } => {
                return Err(link.process.fail(Fault::Garbage, "it answered its turn with ready".into()));
            }
        };
        let shown = excerpt(text.as_bytes());
        let action: G::Action = text.parse().map_err(|e| {
            link.process.fail(Fault::Garbage, format!("{shown} is no action of {}: {e}", G::ID))
        })?;
        if d.legal().has(&action) {
            return Ok(action);
        }
        let count = d.legal().count();
        Err(AgentError::new(Fault::Illegal, format!("{shown} is not among the {count} legal actions")))
    }
}

impl<G: Game> Agent<G> for CmdAgent {
    fn begin(&mut self, seat: Seat, rng: Rng) {
        self.fault = None;
        if let Err(fault) = self.start(seat, rng) {
            self.link = None;
            self.fault = Some(fault);
        }
    }

    fn act(&mut self, decision: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let answer = self.ask(decision);
        if let Err(e) = &answer
            && !matches!(e.fault, Fault::Illegal | Fault::Error)
        {
            self.link = None;
            self.fault = Some(e.clone());
        }
        answer
    }

    fn end(&mut self, ending: &Ending<'_, G>) {
        let Some(link) = &mut self.link else { return };
        let forfeit = ending.forfeit().map(|(seat, fault)| Forfeit { seat, fault });
        let end = Message::End { scores: ending.scores(), forfeit, view: ending.view() };
        // The episode is over and scored; a program that cannot be told is a fault of the next one.
        if line(&end).and_then(|end| link.process.tell(&end)).is_err() {
            self.link = None;
        }
    }
}

impl Drop for CmdAgent {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            self.shared.give(link);
        }
    }
}

/// A message's line. Croupier's own failure, were it ever to happen, must end one episode and not the run.
fn line<V: serde::Serialize>(message: &Message<'_, V>) -> Result<Vec<u8>, AgentError> {
    message.line().map_err(|e| AgentError::new(Fault::Error, format!("a message does not serialise: {e}")))
}
