//! `static` (SM) and `model` (OM): one player, with the opponent's hands weighted alike or by what it was seen to do.

use super::blueprint::Blueprint;
use super::line::{Line, Step, actions, role};
use super::opponent::{Weights, modelled};
use super::pattern::{Patterns, Scene};
use super::policy::{Rule, Standing};
use super::simple::own;
use croupier_core::{Agent, AgentError, Decision, Ending, Fault, Rng, Seat};
use croupier_games::Holdem;
use croupier_games::holdem::strength::Profile;
use croupier_games::holdem::{Action, Card, Config, Hole, Street, View};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// What is seen of one opponent, hand after hand.
#[derive(Clone)]
pub struct Observer {
    blueprint: Arc<Blueprint>,
    /// The opponent's tree.
    pub seen: Patterns,
    /// Weights of its hands in this hand, when it is told to keep them.
    weights: Option<Weights>,
    floor: f64,
    line: Line,
    scene: Scene,
    street: Street,
    followed: usize,
    classes: Option<(Street, Vec<u16>)>,
}

impl Observer {
    /// An observer that has seen nothing.
    pub fn new(blueprint: Arc<Blueprint>, config: &Config, floor: f64) -> Self {
        Self {
            blueprint,
            seen: Patterns::default(),
            weights: None,
            floor,
            line: Line::new(config),
            scene: Scene::default(),
            street: Street::Preflop,
            followed: 0,
            classes: None,
        }
    }

    /// A new hand; with `weigh`, weights are kept in it.
    pub fn begin(&mut self, weigh: bool) {
        self.line.restart();
        self.scene = Scene::default();
        self.street = Street::Preflop;
        self.followed = 0;
        self.classes = None;
        self.weights = weigh.then(|| Weights::uniform([]));
    }

    /// The least weight from now on, as a share of the mean.
    pub fn set_floor(&mut self, floor: f64) {
        self.floor = floor;
    }

    /// The weights of the opponent's hands, as far as was followed.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }

    /// Follows what was done since, as the seat of the view saw it: counts the opponent's actions, and weighs its hands.
    pub fn follow(&mut self, view: &View) {
        if let (Some(weights), Some(hole)) = (&mut self.weights, view.hole) {
            weights.see(hole.cards());
        }
        let mine = usize::from(view.seat != view.button);
        for (street, act) in actions(view).skip(self.followed) {
            self.followed += 1;
            if street != self.street {
                (self.scene, self.street) = (Scene::default(), street);
            }
            let who = role(view, &act);
            let step = self.line.follow(&self.blueprint.betting, street, who, act.action, 0.5);
            if who == mine {
                self.scene.our(step.kind);
            } else {
                self.its(&step, &view.board[..street.board().min(view.board.len())]);
            }
        }
        if let Some(weights) = &mut self.weights {
            weights.see(view.board.iter().copied());
        }
    }

    fn its(&mut self, step: &Step, board: &[Card]) {
        let place = self.scene.place();
        if let Some(weights) = &mut self.weights {
            weights.see(board.iter().copied());
            if self.classes.as_ref().is_none_or(|c| c.0 != step.street) {
                let classes = self.blueprint.buckets.classes(board).unwrap_or_default();
                self.classes = Some((step.street, classes));
            }
            if let Some((_, classes)) = &self.classes {
                let model = modelled(&self.blueprint, &self.seen, place, step);
                weights.observe(classes, &model, step.kind, self.floor);
            }
        }
        self.seen.visit(step.street, place, step.kind);
        self.scene.its(step.kind);
    }
}

/// The parameters of both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelParams {
    /// Hands played with uniform weights before the model is used.
    pub learn: u64,
    /// The least weight, as a share of the mean.
    pub floor: f64,
    /// The decision rule, the same for both.
    #[serde(flatten)]
    pub rule: Rule,
}

thread_local! {
    /// The last profiles: a street has several decisions, and hands on the same luck meet the same cards again.
    static PROFILES: RefCell<VecDeque<(Vec<Card>, Rc<Profile>)>> = const { RefCell::new(VecDeque::new()) };
}

/// How many profiles are kept.
const KEPT: usize = 12;

fn profile(hole: Hole, board: &[Card]) -> Result<Rc<Profile>, croupier_games::holdem::Error> {
    PROFILES.with_borrow_mut(|kept| {
        if let Some((_, found)) = kept.iter().find(|(b, p)| p.hole() == hole && b == board) {
            return Ok(found.clone());
        }
        let fresh = Rc::new(Profile::new(hole, board)?);
        kept.truncate(KEPT - 1);
        kept.push_front((board.to_vec(), fresh.clone()));
        Ok(fresh)
    })
}

/// Either of them.
pub(super) struct Modeler {
    observer: Observer,
    rule: Rule,
    /// Hands with uniform weights; all of them for `static`.
    learn: u64,
    hands: u64,
    rng: Rng,
}

impl Modeler {
    pub(super) fn new(blueprint: Arc<Blueprint>, config: &Config, params: &ModelParams) -> Self {
        Self {
            observer: Observer::new(blueprint, config, params.floor),
            rule: params.rule,
            learn: params.learn,
            hands: 0,
            rng: Rng::keyed("modeler", &[]),
        }
    }

    fn standing(&mut self, view: &View) -> Result<Standing, AgentError> {
        let hole = own(view)?;
        let uniform;
        let weights = match self.observer.weights() {
            Some(weights) => weights,
            None => {
                uniform = Weights::uniform(hole.cards().into_iter().chain(view.board.iter().copied()));
                &uniform
            }
        };
        if view.board.is_empty() {
            let (mut won, mut total) = (0.0, 0.0);
            for (other, &weight) in Hole::all().zip(weights.all()).filter(|(_, w)| **w > 0.0) {
                won += weight * self.observer.blueprint.equity(hole, other);
                total += weight;
            }
            let equity = if total > 0.0 { won / total } else { 0.5 };
            return Ok(Standing { ehs: equity, equity });
        }
        let refuse = |e: croupier_games::holdem::Error| AgentError::new(Fault::Error, e.to_string());
        let profile = profile(hole, &view.board).map_err(refuse)?;
        let strength = profile.strength(&weights.range()).map_err(refuse)?;
        Ok(Standing { ehs: strength.ehs, equity: strength.equity })
    }
}

impl Agent<Holdem> for Modeler {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
        self.observer.begin(self.hands >= self.learn);
    }

    fn act(&mut self, d: &Decision<'_, Holdem>) -> Result<Action, AgentError> {
        let view = d.view();
        if self.learn < u64::MAX {
            self.observer.follow(view);
        }
        let standing = self.standing(view)?;
        Ok(self.rule.choose(view, d.legal(), standing, &mut self.rng))
    }

    fn end(&mut self, ending: &Ending<'_, Holdem>) {
        if self.learn < u64::MAX {
            self.observer.weights = None;
            self.observer.follow(ending.view());
        }
        self.hands += 1;
    }
}
