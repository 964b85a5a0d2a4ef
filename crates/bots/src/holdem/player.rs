//! The blueprint at the table.

use super::betting::{Move, Node};
use super::blueprint::Blueprint;
use super::line::{Line, actions, role};
use super::policy::{Standing, give_up, passive, sized};
use super::simple::{against_any, own};
use super::{DEFAULT_RULE, policy::Rule};
use croupier_core::{Agent, AgentError, Decision, Ending, Fault, Rng, Seat};
use croupier_games::Holdem;
use croupier_games::holdem::strength::Field;
use croupier_games::holdem::{Action, Config, View};
use croupier_search::cfr::mccfr::pick;
use std::sync::Arc;

/// Plays the average strategy; real bets are taken for abstract ones, and off the tree a plain rule decides.
pub(super) struct Player {
    blueprint: Arc<Blueprint>,
    line: Line,
    followed: usize,
    rng: Rng,
    lost: u64,
}

impl Player {
    pub(super) fn new(blueprint: Arc<Blueprint>, config: &Config) -> Self {
        Self { blueprint, line: Line::new(config), followed: 0, rng: Rng::keyed("player", &[]), lost: 0 }
    }

    fn choose(&mut self, view: &View, legal: &croupier_games::holdem::Legal) -> Result<Action, AgentError> {
        let hole = own(view)?;
        for (street, act) in actions(view).skip(self.followed) {
            let chance = self.rng.unit();
            self.line.follow(&self.blueprint.betting, street, role(view, &act), act.action, chance);
            self.followed += 1;
        }
        let mine = usize::from(view.seat != view.button);
        let node = self.line.place().map(|p| (p as usize, &self.blueprint.betting.nodes[p as usize]));
        let Some((place, Node::Decision { edges, street, seat, .. })) =
            node.filter(|(_, n)| matches!(n, Node::Decision { .. }))
        else {
            return self.off_tree(view, legal);
        };
        if usize::from(*seat) != mine || usize::from(*street) != view.street as usize {
            return self.off_tree(view, legal);
        }
        let class = match street {
            0 => u16::from(super::buckets::CELLS[hole.index()]),
            _ => {
                let share = Field::share(&view.board, hole);
                let share = share.map_err(|e| AgentError::new(Fault::Error, e.to_string()))?;
                self.blueprint.buckets.class(usize::from(*street), share)
            }
        };
        let choice = pick(&self.blueprint.probabilities(place, class), &mut self.rng);
        Ok(match edges[choice].0 {
            Move::Fold => give_up(legal),
            Move::Call => passive(legal),
            Move::Raise(fraction) => sized(view, legal, fraction),
            Move::AllIn => legal.raise.map_or(passive(legal), |(_, most)| Action::Raise(most)),
        })
    }

    fn off_tree(&mut self, view: &View, legal: &croupier_games::holdem::Legal) -> Result<Action, AgentError> {
        self.lost += 1;
        let chance = against_any(view)?;
        let rule: Rule = DEFAULT_RULE;
        Ok(rule.choose(view, legal, Standing { ehs: chance, equity: chance }, &mut self.rng))
    }
}

impl Agent<Holdem> for Player {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
        self.line.restart();
        self.followed = 0;
    }
    fn act(&mut self, d: &Decision<'_, Holdem>) -> Result<Action, AgentError> {
        self.choose(d.view(), d.legal())
    }
    fn end(&mut self, _: &Ending<'_, Holdem>) {
        self.line.restart();
        self.followed = 0;
    }
    fn fallbacks(&self) -> (u64, Option<String>) {
        let reason = "the betting had left the abstract tree: a plain rule decided";
        (self.lost, (self.lost > 0).then(|| reason.to_string()))
    }
}
