//! The value of each action: how long the hand that it leaves takes to go out.

use super::super::ledger::Ledger;
use super::super::plan::{self, Plan};
use super::super::risk::{Responders, Risks};
use super::certain::owns;
use super::params::HardParams;
use super::rounds::{FOUL, MOST, Rounds, Step, rounds};
use arrayvec::ArrayVec;
use croupier_core::Seat;
use croupier_games::daifugo::{
    Action, Card, CardSet, Config, Field, Kind, Play, RANKS, Rank, Reading, View, is_foul,
};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most plays that are valued; beyond, those with fewer jokers come first.
const PLAYS: usize = 40;

// What follows was tuned on lucks of deck "dev", four seats, against easy.

/// What being answered costs beyond the wait, in fields: one may answer again in the field.
const ANSWERED: f32 = -0.8;
/// What a pass costs beyond the wait: the field may come to an end that helps.
const PASSED: f32 = -0.5;
/// How likely those who can beat the strongest plays do.
const WILLING: f32 = 0.05;
/// By how much each card more makes an answer rarer.
const RARER: f32 = 0.5;
/// How much is counted for one decision before the rest is estimated: some 15 ms, which four seats never take.
const WORK: u64 = 8_000_000;
/// What each play takes that a long plan is valued without.
const MIDDLING: f32 = 0.35;

/// One decision's thoughts.
pub(super) struct Thinker<'a> {
    pub rules: &'a Config,
    pub params: &'a HardParams,
    pub view: &'a View,
    pub ledger: &'a Ledger,
    pub risks: RefCell<Risks<'a>>,
    /// Hands valued, by the order they lead in.
    valued: HashMap<(CardSet, bool), Rounds>,
}

impl<'a> Thinker<'a> {
    pub(super) fn new(
        rules: &'a Config,
        params: &'a HardParams,
        view: &'a View,
        ledger: &'a Ledger,
        risks: Risks<'a>,
    ) -> Self {
        let risks = RefCell::new(risks);
        Thinker { rules, params, view, ledger, risks, valued: HashMap::new() }
    }

    /// The action that leaves the least to wait; of equal ones the weakest play.
    pub(super) fn best(&mut self, legal: &[Action]) -> Option<Action> {
        let mut plays: Vec<Action> = legal.to_vec();
        if plays.len() > PLAYS {
            plays = self.shortlist(legal);
        }
        let mut best: Option<(f32, Action)> = None;
        for action in plays {
            let value = self.value(action);
            if best.is_none_or(|(least, _)| value < least - 1e-4) {
                best = Some((value, action));
            }
        }
        best.map(|b| b.1)
    }

    /// The pass, the plays of the plan, then those with the fewest jokers.
    fn shortlist(&mut self, legal: &[Action]) -> Vec<Action> {
        let line = self.plan(self.view.hand, self.view.table.field.revolution).line;
        let mut all = legal.to_vec();
        all.sort_by_key(|action| match action {
            Action::Play(play) => (1 + u32::from(!line.contains(play)), play.jokers()),
            _ => (0, 0),
        });
        all.truncate(PLAYS);
        all.sort_unstable();
        all
    }

    /// Fields to wait after an action.
    fn value(&mut self, action: Action) -> f32 {
        let field = self.view.table.field;
        let hand = self.view.hand;
        let Action::Play(play) = action else {
            let Rounds { lead, wait } = self.of_hand(hand, field.revolution);
            return if owns(self.view) { lead } else { wait + PASSED };
        };
        let after = field.after(self.rules, play);
        let rest = hand.minus(play.cards());
        if rest.is_empty() {
            return if is_foul(self.rules, &field, play) { FOUL } else { -1.0 };
        }
        let risk = if after.clears { 0.0 } else { self.risk(play) };
        let Rounds { lead, wait } = self.of_hand(rest, after.field.revolution);
        (1.0 - risk) * lead + risk * (wait + ANSWERED)
    }

    /// The chance that others answer a play now.
    fn risk(&self, play: Play) -> f32 {
        let answered = self.willing(play, self.view.table.field.reversed());
        if !self.params.risk {
            return answered;
        }
        let mut risks = self.risks.borrow_mut();
        let risk = risks.risk_of_others(play);
        let weight = self.params.passes;
        if weight == 0.0 || risk == 0.0 {
            return risk as f32 * answered;
        }
        let field = risks.after(play).field;
        let silent = |s: &Seat| !self.was_silent(*s, &field);
        let others: Responders = risks.others(play).into_iter().filter(silent).collect();
        ((1.0 - weight) * risk + weight * risks.risk_from(&field, &others)) as f32 * answered
    }

    /// Whether a seat passed in this deal on a field that whatever beats `field` would have beaten.
    fn was_silent(&self, seat: Seat, field: &Field) -> bool {
        let Some(top) = field.play else { return false };
        let reversed = field.reversed();
        let weaker = |on: &Field| {
            on.play.is_some_and(|p| {
                let alike = p.kind() == top.kind() && p.len() == top.len() && on.reversed() == reversed;
                let lower = p.rank().strength(reversed) <= top.rank().strength(reversed);
                alike && lower && (on.lock.is_empty() || on.lock == field.lock)
            })
        };
        self.ledger.passes.iter().any(|pass| pass.seat == seat && weaker(&pass.field))
    }

    /// What a hand waits when play goes on in this order.
    fn of_hand(&mut self, hand: CardSet, revolution: bool) -> Rounds {
        let revolution = if self.params.orders { revolution } else { self.view.table.field.revolution };
        if let Some(found) = self.valued.get(&(hand, revolution)) {
            return *found;
        }
        let plan = self.plan(hand, revolution);
        let turns: Vec<bool> = plan.line.iter().map(|play| self.turns(*play)).collect();
        let both = turns.contains(&true);
        let step = |(play, turns): (&Play, &bool)| self.step(*play, *turns, both, revolution);
        let mut steps: Vec<Step> = plan.line.iter().zip(&turns).map(step).collect();
        // A long plan is valued without its middling plays, each of which takes about a third of a field.
        let mut extra = 0.0;
        if steps.len() > MOST {
            let order = usize::from(revolution);
            steps.sort_by(|a, b| a.holds[order].total_cmp(&b.holds[order]));
            let (more, from) = (steps.len() - MOST, (steps.len() - (steps.len() - MOST)) / 2);
            steps.drain(from..from + more);
            extra = MIDDLING * more as f32;
        }
        let found = rounds(&steps, revolution);
        let found = Rounds { lead: found.lead + extra, wait: found.wait + extra };
        self.valued.insert((hand, revolution), found);
        found
    }

    /// The plan of a hand in an order.
    fn plan(&self, hand: CardSet, reversed: bool) -> Plan {
        if !self.params.plan {
            return by_ranks(hand);
        }
        plan::plan(self.rules, hand, reversed, &|play, reversed| self.weakness(play, reversed))
    }

    /// The chance that a lead of a play is answered.
    fn weakness(&self, play: Play, reversed: bool) -> f32 {
        let answered = self.willing(play, reversed);
        if self.params.risk {
            let mut risks = self.risks.borrow_mut();
            if risks.work() < WORK {
                return risks.risk_of_lead(play, reversed) as f32 * answered;
            }
            return if risks.lead_holds(play, reversed) { 0.0 } else { answered };
        }
        if Field::default().after(self.rules, play).clears { 0.0 } else { answered }
    }

    /// The chance that somebody who can answer does: what beats a strong play is dear, and kept for later.
    fn willing(&self, play: Play, reversed: bool) -> f32 {
        let strength = play.rank().strength(reversed).min(12);
        let weak = f32::from(12 - strength) / 12.0;
        WILLING + (1.0 - WILLING) * weak * RARER.powi(play.len() as i32 - 1)
    }

    /// Whether a play turns the order, as far as that is reckoned with.
    fn turns(&self, play: Play) -> bool {
        self.params.orders && Field::default().after(self.rules, play).turned
    }

    /// A play of a plan in the order it begins with, and in the other where `both` may come.
    fn step(&self, play: Play, turns: bool, both: bool, begins: bool) -> Step {
        let holds = |reversed| {
            if both || reversed == begins { 1.0 - self.weakness(play, reversed) } else { 0.0 }
        };
        let lead = |reversed| Field { revolution: reversed, ..Field::default() };
        let orders = [false, true];
        Step {
            holds: orders.map(holds),
            usable: orders.map(|reversed| self.usable(play, reversed)),
            clean: orders.map(|reversed| !is_foul(self.rules, &lead(reversed), play)),
            turns,
        }
    }

    /// The chance that a play can answer in a field that another leads: fields are mostly singles, and climb.
    fn usable(&self, play: Play, reversed: bool) -> f32 {
        let kind = match (play.kind(), play.len()) {
            (Kind::Single, _) => 0.6,
            (Kind::Group, 2) => 0.625,
            (Kind::Group, 3) => 0.06,
            (Kind::Run, 3) => 0.08,
            _ => 0.04,
        };
        let strength = f32::from(play.rank().strength(reversed));
        let climbs = ((strength - 0.5) / 8.0).clamp(0.0, 1.0);
        (kind * climbs).max(0.1)
    }
}

/// A hand by its ranks: groups of natural cards, each joker alone.
fn by_ranks(hand: CardSet) -> Plan {
    let mut line: ArrayVec<Play, 16> = ArrayVec::new();
    for _ in 0..hand.jokers() {
        line.push(Play::single(Card::JOKER));
    }
    for rank in (0..RANKS as u8).rev().map(Rank) {
        let suits = u64::from(hand.of_rank(rank).0);
        let cards = CardSet::new(suits << (4 * rank.0), 0);
        let reading = if cards.len() == 1 { Reading::Single } else { Reading::Group };
        line.extend(Play::new(cards, reading).filter(|_| !cards.is_empty()));
    }
    Plan { clean: true, line, weak: 0.0 }
}
