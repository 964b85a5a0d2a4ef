//! Reviews: an episode that has ended, step by step as the seat to move knew it, with its game's analysis.

use super::fault::Refusal;
use crate::registry::{Visitor, with_game};
use crate::shown::Shown;
use croupier_core::{Determinize, Event, LegalSet, Record, Seat, Step, Turn, replay};
use serde_json::{Value, json};

/// What there is to step through: who sat where, how it ended, and every decision.
pub fn overview(record: &Record) -> Value {
    let decisions = record.events.iter().enumerate().filter_map(|(i, event)| match event {
        Event::Action(seat, text) => Some(json!({ "step": i, "seat": seat, "action": text })),
        Event::Chance(_) => None,
    });
    let agents: Vec<&str> = record.agents.iter().map(|a| a.spec.as_str()).collect();
    json!({
        "game": record.game, "rules": record.rules, "version": record.version, "config": record.config,
        "luck": record.luck.0.to_string(), "place": record.place, "agents": agents, "end": record.end,
        "scores": record.scores, "last": record.events.len(), "decisions": decisions.collect::<Vec<_>>(),
    })
}

/// One step of a review: what the seat to move knew, what it could do and did, and the analysis of its game; after the
/// last event what every seat knew.
///
/// # Errors
/// A record that does not replay, a step that is no decision.
pub fn step(record: &Record, step: usize) -> Result<Value, Refusal> {
    with_game(&record.game, &mut At { record, step })?
}

struct At<'a> {
    record: &'a Record,
    step: usize,
}

impl Visitor for At<'_> {
    type Out = Result<Value, Refusal>;
    fn visit<G: Shown + Determinize>(&mut self) -> Self::Out {
        let game: G = croupier_core::config::from_json(self.record.config.clone())?;
        let mut found = None;
        let mut kept = None;
        let replayed = replay(&game, self.record, |at: Step<'_, G>| {
            if at.index == self.step {
                let seats: Vec<G::View> = Seat::all(game.seats()).map(|s| game.view(at.state, s)).collect();
                found = Some((at.event.cloned(), game.turn(at.state), seats));
                let mut legal = G::Legal::default();
                game.legal(at.state, &mut legal);
                kept = Some(legal);
            }
        });
        replayed.map_err(|e| Refusal::request(format!("the record does not replay: {e}")))?;
        let no_step = || Refusal::missing(format!("step {} is no decision of this episode", self.step));
        let ((event, turn, views), legal) = found.zip(kept).ok_or_else(no_step)?;
        let texts: Vec<String> = views.iter().map(ToString::to_string).collect();
        match (event, turn) {
            (Some(Event::Action(seat, action)), _) => {
                let view = &views[seat.index()];
                Ok(json!({
                    "step": self.step, "seat": seat, "action": action, "view": view, "text": texts[seat.index()],
                    "legal": legal.texts(), "analysis": game.analysis(view, &legal),
                }))
            }
            (None, _) => {
                let asked = match turn {
                    Turn::Seat(seat) => Some(seat),
                    _ => None,
                };
                Ok(
                    json!({ "step": self.step, "seat": asked, "views": views, "texts": texts, "public": G::public(&views) }),
                )
            }
            _ => Err(no_step()),
        }
    }
}
