//! The legal actions, and what is said to an illegal one.

use super::Daifugo;
use super::action::Action;
use super::field::Field;
use super::generate::each_answer;
use super::plays::{Kind, Play, readings};
use super::state::{Phase, State};
use super::tribute::{gifts, is_gift, returns};
use super::{CardSet, Config};
use croupier_core::Illegal;

/// Clears `out` and fills it, sorted, with everything a seat holding `hand` may do on `field`: pass, and play.
///
/// ```
/// use croupier_games::daifugo::{Config, Field, actions};
/// let field = Field { play: Some("9c".parse()?), ..Field::default() };
/// let mut out = Vec::new();
/// actions(&Config::standard(), &field, "3s9hTd2cX".parse()?, &mut out);
/// let texts: Vec<String> = out.iter().map(|a| a.to_string()).collect();
/// assert_eq!(texts, ["pass", "Td", "2c", "X"]);
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn actions(rules: &Config, field: &Field, hand: CardSet, out: &mut Vec<Action>) {
    out.clear();
    if may_pass(rules, field) {
        out.push(Action::Pass);
    }
    each_answer(rules, field, hand, &mut |play| out.push(Action::Play(play)));
    // All but runs come in order.
    let runs = out.iter().position(|a| matches!(a, Action::Play(p) if p.kind() == Kind::Run));
    if let Some(first) = runs {
        out[first..].sort_unstable();
    }
}

#[inline]
fn may_pass(rules: &Config, field: &Field) -> bool {
    rules.lead_pass || field.play.is_some()
}

impl Daifugo {
    pub(super) fn legal_actions(&self, s: &State, out: &mut Vec<Action>) {
        let hand = s.hands[s.table.turn.index()];
        match (s.phase, s.pairs(self.rules())) {
            (Phase::Play, _) => actions(self.rules(), &s.table.field, hand, out),
            (Phase::Give(i), Some(pairs)) => gifts(hand, pairs[usize::from(i)].cards, out),
            (Phase::Return(i), Some(pairs)) => returns(hand, pairs[usize::from(i)].cards, out),
            _ => out.clear(),
        }
    }

    pub(super) fn act(&self, s: &mut State, action: Action) -> Result<(), Illegal> {
        let refuse = |reason: &str| Err(Illegal::new(action, reason));
        let hand = s.hands[s.table.turn.index()];
        match (s.phase, action) {
            (Phase::Play, Action::Pass) => {
                if !may_pass(self.rules(), &s.table.field) {
                    return refuse("passing on lead is not allowed (lead_pass)");
                }
                s.pass(self);
            }
            (Phase::Play, Action::Play(play)) => {
                if !hand.includes(play.cards()) {
                    return refuse("the seat does not hold these cards");
                }
                if let Err(reason) = s.table.field.check(self.rules(), play) {
                    return Err(Illegal::new(action, with_readings(play, reason)));
                }
                s.play(self, play);
            }
            (Phase::Give(i), Action::Give(cards)) => {
                let Some(pairs) = s.pairs(self.rules()) else { return refuse("there is no tribute") };
                if !is_gift(hand, pairs[usize::from(i)].cards, cards) {
                    return refuse("tribute is the strongest cards of the hand");
                }
                s.given(&pairs, usize::from(i), cards);
            }
            (Phase::Return(i), Action::Return(cards)) => {
                let Some(pairs) = s.pairs(self.rules()) else { return refuse("there is no tribute") };
                let due = pairs[usize::from(i)].cards.min(hand.len());
                if !hand.includes(cards) || cards.len() != due {
                    return refuse("the return is as many cards of the hand as were given");
                }
                s.returned(self.rules(), &pairs, usize::from(i), cards);
            }
            (Phase::Play, _) => return refuse("cards are being played"),
            (Phase::Give(_), _) => return refuse("tribute is being given"),
            (Phase::Return(_), _) => return refuse("the return for tribute is being chosen"),
            (Phase::Over, _) => return refuse("the set is over"),
            _ => return refuse("it is chance's turn"),
        }
        Ok(())
    }
}

fn with_readings(play: Play, reason: &str) -> String {
    if play.kind() != Kind::Unknown {
        return reason.into();
    }
    let known: Vec<String> = readings(play.cards()).iter().map(|r| format!("{}={r}", play.cards())).collect();
    format!("{reason}: one of {}", known.join(", "))
}
