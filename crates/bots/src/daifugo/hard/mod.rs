//! `hard`: the ledger, the exact risk of each play, the plan of the own hand.
//!
//! In this order: a certain finishing line is played at once; else each action is valued by how many fields the hand that
//! it leaves has to wait until it is out, on lead or not by the exact risk of the play; tribute and return leave the best
//! plan. On any error it does what `easy` does, and counts that.

mod certain;
mod params;
mod rounds;
#[cfg(test)]
mod tests;
mod think;

pub use params::HardParams;

use super::easy::{Easy, EasyParams};
use super::ledger::{Ledger, LedgerError};
use super::plan::{Plan, by_rank, choose_gift, plan};
use super::risk::Risks;
use crate::spec::Entry;
use croupier_core::{Agent, AgentError, Decision, Rng, Seat};
use croupier_games::Daifugo;
use croupier_games::daifugo::{Action, CardSet, Config, Stage, View, returns};
use std::sync::Arc;
use think::Thinker;

/// The most cards that a return is chosen from: the weakest.
const RETURNS: usize = 7;

/// The bot: a function of the view and the legal list, without memory or luck.
#[derive(Clone, Debug)]
pub struct Hard {
    rules: Config,
    params: HardParams,
    easy: Easy,
    fallbacks: u64,
    last: Option<String>,
}

impl Hard {
    /// The bot for these rules.
    pub fn new(rules: Config, params: HardParams) -> Self {
        let easy = Easy::new(rules.clone(), EasyParams::default());
        Hard { rules, params, easy, fallbacks: 0, last: None }
    }

    /// What it does, by the ledger.
    ///
    /// # Errors
    /// When the view does not balance.
    pub fn choose(&self, view: &View, legal: &[Action]) -> Result<Option<Action>, LedgerError> {
        let mut ledger = Ledger::new(&self.rules, view)?;
        if view.stage != Stage::Play {
            return Ok(if self.params.tribute { self.exchange(view, legal) } else { legal.first().copied() });
        }
        if let [only] = legal {
            return Ok(Some(*only));
        }
        if !self.params.exchange {
            ledger.forget_exchange();
        }
        let mut risks = Risks::new(&self.rules, view, &ledger);
        if self.params.certain {
            let found = certain::first(&self.rules, view, legal, &mut risks);
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(Thinker::new(&self.rules, &self.params, view, &ledger, risks).best(legal))
    }

    /// Tribute and return by plan.
    fn exchange(&self, view: &View, legal: &[Action]) -> Option<Action> {
        let weigh = by_rank(&self.rules);
        match legal.first()? {
            Action::Give(cards) => {
                let chosen = choose_gift(&self.rules, view.hand, cards.len(), &weigh);
                chosen.map(Action::Give).filter(|a| legal.contains(a))
            }
            Action::Return(cards) => {
                // Of the weakest cards alone: what else could be returned is worth keeping.
                let weak: CardSet = view.hand.iter().take(RETURNS).collect();
                let mut options = Vec::new();
                returns(weak, cards.len(), &mut options);
                let kept = |action: &Action| match action {
                    Action::Return(cards) => plan(&self.rules, view.hand.minus(*cards), false, &weigh),
                    _ => Plan::done(),
                };
                let plans = options.into_iter().map(|option| (kept(&option), option));
                let best = plans.reduce(|a, b| if b.0.better(&a.0) { b } else { a });
                best.map(|b| b.1).filter(|a| legal.contains(a))
            }
            other => Some(*other),
        }
    }
}

impl Agent<Daifugo> for Hard {
    fn begin(&mut self, _: Seat, _: Rng) {}

    fn act(&mut self, d: &Decision<'_, Daifugo>) -> Result<Action, AgentError> {
        let reason = match self.choose(d.view(), d.legal()) {
            Ok(Some(action)) => return Ok(action),
            Ok(None) => "no action was valued".to_string(),
            Err(error) => error.to_string(),
        };
        self.fallbacks += 1;
        self.last = Some(reason);
        self.easy.choose(d.view(), d.legal())
    }

    fn fallbacks(&self) -> (u64, Option<String>) {
        (self.fallbacks, self.last.clone())
    }
}

pub(super) fn entry() -> Entry<Daifugo> {
    Entry {
        name: "hard",
        help: "a ledger of every card, the exact risk of each play, and a plan of its own hand",
        switches: params::SWITCHES.to_vec(),
        defaults: serde_json::to_value(HardParams::default()).expect("parameters serialise"),
        build: |game, params| {
            let hard = Hard::new(game.rules().clone(), params.read()?);
            Ok(Arc::new(move || Box::new(hard.clone()) as Box<dyn Agent<Daifugo>>))
        },
    }
}
