//! `static` (SM) and `model` (OM): one player, with the opponent's hands weighted alike or by what it was seen to do.

use super::blueprint::Blueprint;
use super::line::{Line, Step, actions, role};
use super::opponent::{Weights, base};
use super::pattern::{Answers, Kind, Patterns, Scene, shifted};
use super::policy::{Rule, Standing};
use super::simple::own;
use super::virtuals::{ByClass, Virtual, mean, of_style, scaled};
use croupier_core::{Agent, AgentError, Decision, Ending, Fault, Rng, Seat};
use croupier_games::Holdem;
use croupier_games::holdem::strength::{Field, Profile};
use croupier_games::holdem::{Action, Card, Config, HOLES, Hole, Street, View};
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
    by_class: ByClass,
    /// Weights of its hands in this hand, when it is told to keep them.
    weights: Option<Weights>,
    taken_for: Virtual,
    floor: f64,
    line: Line,
    scene: Scene,
    street: Street,
    followed: usize,
    classes: Option<(Street, Arc<Classes>)>,
    /// Its actions in this hand, for what is learned at the end of it.
    acts: Vec<(Step, Answers, Arc<Classes>)>,
}

/// The class of each hand on a board; for a style, its share of the pot in 255ths, or the cell of the grid.
struct Classes {
    of: Vec<u16>,
    /// The share of each class, for a style's rule.
    shares: Vec<f64>,
}

/// What an observer expected of an action, and what it then takes the opponent's hands for.
pub struct Glimpse<'a> {
    /// The street.
    pub street: Street,
    /// What was done.
    pub kind: Kind,
    /// The probabilities of F, C, R, BR over the hands the opponent may have held.
    pub expected: [f64; 4],
    /// The weights after it.
    pub weights: &'a Weights,
}

impl Observer {
    /// An observer that has seen nothing.
    pub fn new(blueprint: Arc<Blueprint>, config: &Config, taken_for: Virtual, floor: f64) -> Self {
        Self {
            blueprint,
            seen: Patterns::default(),
            by_class: ByClass::default(),
            weights: None,
            taken_for,
            floor,
            line: Line::new(config),
            scene: Scene::default(),
            street: Street::Preflop,
            followed: 0,
            classes: None,
            acts: Vec::new(),
        }
    }

    /// A new hand; with `weigh`, weights are kept in it.
    pub fn begin(&mut self, weigh: bool) {
        self.line.restart();
        self.scene = Scene::default();
        self.street = Street::Preflop;
        self.followed = 0;
        self.classes = None;
        self.acts.clear();
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
        self.follow_with(view, &mut |_| ());
    }

    /// Follows, and shows each action of the opponent's on the way as long as weights are kept.
    pub fn follow_with(&mut self, view: &View, visit: &mut dyn FnMut(Glimpse<'_>)) {
        if let (Some(weights), Some(hole)) = (&mut self.weights, view.hole) {
            weights.see(hole.cards());
        }
        let mine = usize::from(view.seat != view.button);
        let fresh: Vec<_> = actions(view).skip(self.followed).collect();
        for (street, act) in fresh {
            if street != self.street {
                self.street = street;
                self.scene = Scene::default();
            }
            self.followed += 1;
            let who = role(view, &act);
            let step = self.line.follow(&self.blueprint.betting, street, who, act.action, 0.5);
            if who == mine {
                self.scene.our(step.kind);
            } else {
                self.its(&step, &view.board[..street.board().min(view.board.len())], visit);
            }
        }
        if let Some(weights) = &mut self.weights {
            weights.see(view.board.iter().copied());
        }
    }

    /// The end of a hand: what is left of it, and what it shows of the opponent's hands.
    pub fn finish(&mut self, view: &View) {
        if self.taken_for != Virtual::Learned {
            self.weights = None;
        }
        self.follow(view);
        let Some(weights) = self.weights.take() else { return };
        let shown = view.shown.iter().zip(Seat::all(2)).find(|(_, seat)| *seat != view.seat);
        let shown = shown.and_then(|(hole, _)| *hole);
        for (step, place, classes) in self.acts.drain(..) {
            let n = classes.shares.len();
            let mass = match shown {
                Some(hole) => {
                    let mut one = vec![0.0; n];
                    one[usize::from(classes.of[hole.index()])] = 1.0;
                    one
                }
                None => weights.mass(&classes.of, n),
            };
            self.by_class.count(step.street, place, step.kind, &mass);
        }
    }

    fn classes(&mut self, street: Street, board: &[Card]) -> Arc<Classes> {
        if let Some((_, kept)) = self.classes.as_ref().filter(|c| c.0 == street) {
            return kept.clone();
        }
        let cells = || (0..169).map(|cell| self.blueprint.against_all(cell)).collect();
        let field = || Field::on(board).ok().map(|f| f.shares().iter().map(|s| u16::from(*s)).collect());
        let ours = || self.blueprint.buckets.classes(board).unwrap_or_else(|_| vec![0; HOLES]);
        let fresh = Arc::new(match (self.taken_for.style(), street) {
            (_, Street::Preflop) => Classes { of: ours(), shares: cells() },
            (Some(_), _) => Classes {
                of: field().unwrap_or_else(|| vec![0; HOLES]),
                shares: (0..256).map(|s| f64::from(s) / 255.0).collect(),
            },
            (None, street) => {
                let n = self.blueprint.abstraction.classes(street as usize);
                Classes { of: ours(), shares: (0..n).map(|c| (c as f64 + 0.5) / n as f64).collect() }
            }
        });
        self.classes = Some((street, fresh.clone()));
        fresh
    }

    /// P' by class.
    fn model(&self, classes: &Classes, mass: &[f64], step: &Step, place: Answers) -> Vec<[f64; 4]> {
        let base = || base(&self.blueprint, step);
        let legal = [step.to_call > 0, true, step.can_raise, step.can_raise];
        let visits = self.seen.visits(step.street, place);
        match self.taken_for {
            Virtual::Paper => {
                let gap = self.seen.gap(&self.blueprint.base, step.street, place);
                base().into_iter().map(|p| shifted(p, gap, legal)).collect()
            }
            Virtual::Scaled => scaled(&base(), mass, visits, legal),
            Virtual::Learned => {
                let mut model = scaled(&base(), mass, visits, legal);
                self.by_class.bend(&mut model, step.street, place, legal);
                model
            }
            _ => of_style(self.taken_for.style().expect("the others are styles"), step, &classes.shares),
        }
    }

    fn its(&mut self, step: &Step, board: &[Card], visit: &mut dyn FnMut(Glimpse<'_>)) {
        let place = self.scene.place();
        if let Some(mut weights) = self.weights.take() {
            weights.see(board.iter().copied());
            let classes = self.classes(step.street, board);
            let mass = weights.mass(&classes.of, classes.shares.len());
            let model = self.model(&classes, &mass, step, place);
            let expected = mean(&model, &mass);
            weights.observe(&classes.of, &model, step.kind, self.floor);
            visit(Glimpse { street: step.street, kind: step.kind, expected, weights: &weights });
            self.weights = Some(weights);
            self.acts.push((*step, place, classes));
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
    /// Whom the model takes its opponent for.
    #[serde(rename = "virtual")]
    pub taken_for: Virtual,
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
            observer: Observer::new(blueprint, config, params.taken_for, params.floor),
            rule: params.rule,
            learn: params.learn,
            hands: 0,
            rng: Rng::keyed("modeler", &[]),
        }
    }

    fn standing(&mut self, view: &View) -> Result<Standing, AgentError> {
        let hole = own(view)?;
        let uniform;
        let weights = match self.observer.weights().filter(|_| self.hands >= self.learn) {
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
        let always = self.observer.taken_for == Virtual::Learned && self.learn < u64::MAX;
        self.observer.begin(always || self.hands >= self.learn);
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
            self.observer.finish(ending.view());
        }
        self.hands += 1;
    }
}
