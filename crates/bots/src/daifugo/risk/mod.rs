//! The exact risk of a play: the share of all placements of the unknown cards in which somebody can answer it.
//!
//! Every placement of the ledger's unknown cards on its hidden places that meets the constraints (no joker blind, nothing
//! stronger than its bound at a bounded seat) is equally likely; the two jokers are two cards. Counted is the complement,
//! the placements in which *no* responder can answer, for every way the jokers may lie:
//! - singles: winning cards lie where no responder is; a closed formula.
//! - groups: rank by rank from the strongest, so that one pass serves every field of a number of cards.
//! - runs: suit by suit, each with an automaton over its ranks; the suits multiply.
//!
//! What is counted along are the cards that certain hands have taken (`cases`); at the end a closed formula fills the
//! rest. Whether a play *holds* is not read off a count but proven by looking for a hand that answers (`possible`).

mod cases;
mod enumerate;
mod group;
mod lane;
mod need;
mod poly;
mod possible;
mod run;
mod scene;
mod single;
#[cfg(test)]
mod tests;

pub use cases::Counting;
pub use enumerate::enumerate;

use super::ledger::Ledger;
use arrayvec::ArrayVec;
use croupier_core::Seat;
use croupier_games::daifugo::{After, Config, Field, Play, Table, View, each_answer, is_foul};
use need::{GroupNeed, Need};
use scene::Scene;
use std::collections::HashMap;

/// Seats that may answer.
pub type Responders = ArrayVec<Seat, 6>;

/// The smallest risk of a play that somebody can answer, where a count rounds to less.
const LEAST: f64 = f64::MIN_POSITIVE;

/// The risks of a seat's plays at one decision. Work is shared between plays: what was counted is kept.
///
/// ```
/// use croupier_bots::daifugo::{ledger::Ledger, risk::Risks};
/// use croupier_core::{Game, Rng, Turn};
/// use croupier_games::daifugo::{Action, Config, Daifugo};
/// let game = Daifugo::new(Config::standard())?;
/// let (mut state, mut rng) = (game.start(), Rng::keyed("example", &[]));
/// while game.turn(&state) == Turn::Chance {
///     let chance = game.draw(&state, &mut rng);
///     game.reveal(&mut state, &chance)?;
/// }
/// let Turn::Seat(seat) = game.turn(&state) else { unreachable!() };
/// let view = game.view(&state, seat);
/// let ledger = Ledger::new(game.rules(), &view)?;
/// let mut risks = Risks::new(game.rules(), &view, &ledger);
/// let mut legal = Vec::new();
/// game.legal(&state, &mut legal);
/// for action in legal {
///     if let Action::Play(play) = action {
///         let risk = risks.risk(play);
///         assert!((0.0..=1.0).contains(&risk) && (risk == 0.0) == risks.holds(play));
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Risks<'a> {
    rules: &'a Config,
    table: &'a Table,
    ledger: &'a Ledger,
    /// Last deal's daifugo, who may fall.
    daifugo: Option<Seat>,
    scenes: Vec<(Responders, Scene)>,
    groups: HashMap<(usize, GroupNeed), group::Groups>,
    found: HashMap<(usize, Need), f64>,
    product: poly::Product,
    room: run::Room,
    counting: Counting,
}

impl<'a> Risks<'a> {
    /// The risks at a view with its ledger.
    pub fn new(rules: &'a Config, view: &'a View, ledger: &'a Ledger) -> Self {
        Self::at(rules, &view.table, view.places().first().copied(), ledger)
    }

    /// The risks at a table with a ledger, and last deal's daifugo.
    pub fn at(rules: &'a Config, table: &'a Table, daifugo: Option<Seat>, ledger: &'a Ledger) -> Self {
        Risks {
            rules,
            table,
            ledger,
            daifugo,
            scenes: Vec::new(),
            groups: HashMap::new(),
            found: HashMap::new(),
            product: poly::Product::default(),
            room: run::Room::default(),
            counting: Counting::Quick,
        }
    }

    /// The same, hands that are alike counted so; for comparing.
    pub fn counting(mut self, counting: Counting) -> Self {
        self.counting = counting;
        self
    }

    /// How much has been counted so far: terms multiplied and coefficients moved, a nanosecond or two each. A measure of
    /// time that reproduces.
    pub fn work(&self) -> u64 {
        self.product.work + self.room.lanes.work
    }

    /// The field that the viewer's play would make.
    pub fn after(&self, play: Play) -> After {
        self.table.field.after(self.rules, play)
    }

    /// Who may answer the field that the viewer's play would make: active seats that have not passed in this field, with
    /// cards enough; the viewer itself where the owner may answer (`owner_answers`). Nobody when the play clears the field
    /// or ends the deal.
    pub fn responders(&self, play: Play) -> Responders {
        let mut out = self.others(play);
        let rest = self.ledger.mine.minus(play.cards());
        let ends = self.after(play).clears || self.left_in(play).len() < 2;
        if self.rules.owner_answers && !ends && rest.len() >= play.len() {
            out.push(self.ledger.seat);
        }
        out
    }

    /// The other seats that may answer the field that the viewer's play would make.
    pub fn others(&self, play: Play) -> Responders {
        if self.after(play).clears {
            return Responders::new();
        }
        let active = self.left_in(play);
        if active.len() < 2 && !active.contains(&self.ledger.seat) {
            return Responders::new(); // The deal is over.
        }
        let table = self.table;
        let may = |s: &Seat| {
            *s != self.ledger.seat
                && !(self.rules.pass_lock && table.passed.has(*s))
                && u32::from(table.left[s.index()]) >= play.len()
        };
        active.into_iter().filter(may).collect()
    }

    /// The seats still in after the viewer's play: it may go out, and the daifugo fall.
    fn left_in(&self, play: Play) -> Responders {
        let (me, table) = (self.ledger.seat, self.table);
        let out = self.ledger.mine.len() == play.len();
        let first = out && table.finished.is_empty() && !is_foul(self.rules, &table.field, play);
        let falls = if self.rules.fall && first { self.daifugo } else { None };
        table.active.iter().filter(|s| !(out && *s == me) && falls != Some(*s)).collect()
    }

    /// The share of all placements in which at least one responder can answer the field that the play would make.
    ///
    /// The play must be legal here. Exactly 0 when it [holds](Self::holds), and only then.
    pub fn risk(&mut self, play: Play) -> f64 {
        if self.own_answer(play) { 1.0 } else { self.risk_of_others(play) }
    }

    /// The risk less the viewer's own answers, which only `owner_answers` allows: the share in which somebody else can
    /// answer.
    pub fn risk_of_others(&mut self, play: Play) -> f64 {
        let others = self.others(play);
        let field = self.after(play).field;
        self.risk_from(&field, &others)
    }

    /// Whether nobody can answer the field that the play would make, wherever the unknown cards are: proven.
    pub fn holds(&mut self, play: Play) -> bool {
        !self.own_answer(play) && self.holds_against_others(play)
    }

    /// Whether nobody else can answer, wherever the unknown cards are: proven.
    pub fn holds_against_others(&mut self, play: Play) -> bool {
        let others = self.others(play);
        let need = Need::of(self.rules, &self.after(play).field);
        let scene = self.scene(&others);
        !possible::possible(&self.scenes[scene].1, &need)
    }

    /// Whether a [`lead`](Self::lead) holds for sure: proven.
    pub fn lead_holds(&mut self, play: Play, revolution: bool) -> bool {
        let Some((field, others)) = self.lead(play, revolution) else { return true };
        let scene = self.scene(&others);
        !possible::possible(&self.scenes[scene].1, &Need::of(self.rules, &field))
    }

    /// The field that a lead of this play makes later in the deal, a revolution being on or not, and the other seats that
    /// may answer it, everybody still in and nobody having played a card since; `None` when it clears.
    pub fn lead(&self, play: Play, revolution: bool) -> Option<(Field, Responders)> {
        let after = Field { revolution, ..Field::default() }.after(self.rules, play);
        let table = self.table;
        let may = |s: &Seat| *s != self.ledger.seat && u32::from(table.left[s.index()]) >= play.len();
        (!after.clears).then(|| (after.field, table.active.iter().filter(may).collect()))
    }

    /// Whether the viewer could answer its own play, where the owner may.
    fn own_answer(&self, play: Play) -> bool {
        let mut any = false;
        if self.responders(play).contains(&self.ledger.seat) {
            let rest = self.ledger.mine.minus(play.cards());
            each_answer(self.rules, &self.after(play).field, rest, &mut |_| any = true);
        }
        any
    }

    /// The share of all placements in which one of `responders`, not the viewer, can answer a field.
    pub fn risk_from(&mut self, field: &Field, responders: &[Seat]) -> f64 {
        let need = Need::of(self.rules, field);
        if need == Need::Nothing || responders.is_empty() {
            return 0.0;
        }
        let scene = self.scene(responders);
        if let Some(risk) = self.found.get(&(scene, need)) {
            return *risk;
        }
        let risk = if !possible::possible(&self.scenes[scene].1, &need) {
            0.0
        } else if self.sure(scene, field) {
            1.0
        } else {
            (1.0 - self.safe(scene, need)).clamp(LEAST, 1.0)
        };
        self.found.insert((scene, need), risk);
        risk
    }

    /// Whether some responder's known cards answer the field by themselves.
    fn sure(&self, scene: usize, field: &Field) -> bool {
        self.scenes[scene].1.hands.iter().any(|hand| {
            let mut any = false;
            each_answer(self.rules, field, hand.known, &mut |_| any = true);
            any
        })
    }

    /// The share of placements in which no responder can answer.
    fn safe(&mut self, scene: usize, need: Need) -> f64 {
        let (place, counting) = (&self.scenes[scene].1, self.counting);
        match need {
            Need::Nothing => 1.0,
            Need::Single { natural, joker } => single::safe(place, natural, joker),
            Need::Group { base, above } => {
                let product = &mut self.product;
                let groups = self.groups.entry((scene, base));
                let groups = groups.or_insert_with(|| group::Groups::new(place, base, counting, product));
                groups.safe(place, above, product)
            }
            Need::Run(need) => run::safe(place, need, &mut self.product, &mut self.room, counting),
        }
    }

    /// The scene of these responders.
    fn scene(&mut self, responders: &[Seat]) -> usize {
        if let Some(i) = self.scenes.iter().position(|(seats, _)| seats.as_slice() == responders) {
            return i;
        }
        let seats = responders.iter().copied().take(6).collect();
        self.scenes.push((seats, Scene::new(self.ledger, responders)));
        self.scenes.len() - 1
    }
}
