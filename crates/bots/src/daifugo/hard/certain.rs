//! Certain finishing lines: every play holds whatever the others have, or is the last and no foul.

use super::super::risk::Risks;
use croupier_games::daifugo::{Action, CardSet, Config, Field, Play, View, each_play, is_foul};
use std::collections::HashSet;

/// Positions looked at before the search gives up.
const POSITIONS: usize = 3000;

/// The first action of a certain finishing line among the legal ones, if there is one.
pub(super) fn first(rules: &Config, view: &View, legal: &[Action], risks: &mut Risks<'_>) -> Option<Action> {
    let (field, hand) = (&view.table.field, view.hand);
    let plays = legal.iter().filter_map(|a| match a {
        Action::Play(play) => Some(*play),
        _ => None,
    });
    // Long plays first: the shorter line.
    let mut plays: Vec<Play> = plays.collect();
    plays.sort_by_key(|p| std::cmp::Reverse(p.len()));
    let out = |play: &Play| play.cards() == hand;
    if let Some(last) = plays.iter().copied().filter(out).find(|p| !is_foul(rules, field, *p)) {
        return Some(Action::Play(last));
    }
    let mut search = Search { rules, risks, failed: HashSet::new(), plays: Vec::new() };
    if owns(view) && search.line(hand, field.revolution) {
        return Some(Action::Pass);
    }
    let holding = plays.into_iter().filter(|p| p.cards() != hand).find(|play| {
        let after = field.after(rules, *play);
        search.risks.holds_against_others(*play)
            && search.line(hand.minus(play.cards()), after.field.revolution)
    });
    holding.map(Action::Play)
}

/// Whether the field is the viewer's own and all others have passed: a pass clears it (`owner_answers`).
pub(super) fn owns(view: &View) -> bool {
    let (me, table) = (view.seat, &view.table);
    table.owner == Some(me) && table.active.iter().all(|s| s == me || table.passed.has(s))
}

struct Search<'a, 'r> {
    rules: &'a Config,
    risks: &'a mut Risks<'r>,
    /// Hands, with the order, from which there is no line.
    failed: HashSet<(CardSet, bool)>,
    plays: Vec<Play>,
}

impl Search<'_, '_> {
    /// Whether a hand on lead goes out for sure.
    fn line(&mut self, hand: CardSet, revolution: bool) -> bool {
        if self.failed.len() >= POSITIONS || !self.failed.insert((hand, revolution)) {
            return false;
        }
        let lead = Field { revolution, ..Field::default() };
        let first = self.plays.len();
        let plays = &mut self.plays;
        each_play(hand, self.rules.joker_pair, &mut |play| plays.push(play));
        let mut found = false;
        for i in first..self.plays.len() {
            let play = self.plays[i];
            found = if play.cards() == hand {
                !is_foul(self.rules, &lead, play)
            } else {
                self.risks.lead_holds(play, revolution) && {
                    let after = lead.after(self.rules, play).field.revolution;
                    self.line(hand.minus(play.cards()), after)
                }
            };
            if found {
                break;
            }
        }
        self.plays.truncate(first);
        found
    }
}
