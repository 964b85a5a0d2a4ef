//! The plan of one's own hand: how to empty it in the fewest plays, the last of them no foul.
//!
//! A plan divides the hand into plays and says which comes last. Plans are compared by three things in turn: whether
//! the last play is clean, how many plays there are, and how many of the plays before the last are likely to lose the
//! lead. The order of strength matters to the last two: by it a last play fouls, and by it a play is weak. A plan with a
//! revolution reckons with it twice: the last play is judged in the order that the revolutions before it leave, and
//! the weakness of the others is that of the better of playing the revolution first or late.
//!
//! How weak a play is, is the caller's to say ([`Weigh`]); [`by_rank`] knows nothing but ranks.

mod search;

#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;
use croupier_games::daifugo::{Action, CardSet, Config, Field, Kind, Play, Rank, gifts, returns};

/// A hand divided into plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Whether the last play is no foul.
    pub clean: bool,
    /// The plays, in no order but that the last is the last.
    pub line: ArrayVec<Play, 16>,
    /// How many plays before the last are expected to lose the lead.
    pub weak: f32,
}

impl Plan {
    /// The plan of an empty hand.
    pub fn done() -> Self {
        Plan { clean: true, line: ArrayVec::new(), weak: 0.0 }
    }

    /// How many plays empty the hand.
    pub fn plays(&self) -> usize {
        self.line.len()
    }

    /// What plans are compared by: a smaller key is a better plan.
    pub fn key(&self) -> (bool, usize, f32) {
        (!self.clean, self.plays(), self.weak)
    }

    /// Whether this plan is better than `other`.
    pub fn better(&self, other: &Plan) -> bool {
        self.key() < other.key()
    }
}

/// How likely a lead of this play loses the lead while the order is reversed or not: 0 never, 1 surely.
pub trait Weigh: Fn(Play, bool) -> f32 {}
impl<F: Fn(Play, bool) -> f32> Weigh for F {}

/// A hand's plans under both orders of strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Plans {
    /// While the order is normal.
    pub normal: Plan,
    /// While it is reversed.
    pub reversed: Plan,
}

impl Plans {
    /// The plans of a hand, plays weighed by `weigh`.
    pub fn of(rules: &Config, hand: CardSet, weigh: &impl Weigh) -> Self {
        Plans { normal: plan(rules, hand, false, weigh), reversed: plan(rules, hand, true, weigh) }
    }
}

/// The best plan of a hand while the order is `reversed` or not.
///
/// Runs bridge gaps with jokers; jokers that bridge nothing go along with another play, or alone where that keeps the
/// last play clean; one may stand in for a card held. Groups stay whole unless a revolution or a joker asks for their
/// division. On small hands the number of plays is the least there is (the tests try every division).
///
/// ```
/// use croupier_bots::daifugo::plan::{by_rank, plan};
/// use croupier_games::daifugo::Config;
/// let rules = Config::standard();
/// let best = plan(&rules, "3c4c5c5d9h2s".parse()?, false, &by_rank(&rules));
/// // The run, the 5, the 9 and the 2, which must not be the last.
/// assert_eq!((best.plays(), best.clean), (4, true));
/// assert_ne!(best.line[3].to_string(), "2s");
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn plan(rules: &Config, hand: CardSet, reversed: bool, weigh: &impl Weigh) -> Plan {
    search::best(rules, hand, reversed, weigh)
}

/// The weakness of plays by rank alone, on an even guess: a lone card of the weakest rank always loses the lead, one of
/// the strongest never, and each further card or step of a run makes an answer rarer.
pub fn by_rank(rules: &Config) -> impl Weigh + '_ {
    |play, reversed| {
        if Field::default().after(rules, play).clears || play.rank() == Rank::JOKER {
            return 0.0;
        }
        let above = f32::from(12 - play.rank().strength(reversed)) / 12.0;
        let rare = if play.kind() == Kind::Run { 0.5f32 } else { 0.7 };
        above * rare.powi(play.len() as i32 - 1)
    }
}

/// The gift that leaves the giver the best plan, of those that tribute allows. `None` when there is none to give.
pub fn choose_gift(rules: &Config, hand: CardSet, cards: u32, weigh: &impl Weigh) -> Option<CardSet> {
    let mut options = Vec::new();
    gifts(hand, cards, &mut options);
    least(rules, hand, &options, weigh)
}

/// The return that leaves the taker the best plan of what it keeps; of equal ones the lowest cards. The cards taken are
/// not seen yet and count for nothing.
pub fn choose_return(rules: &Config, hand: CardSet, cards: u32, weigh: &impl Weigh) -> Option<CardSet> {
    let mut options = Vec::new();
    returns(hand, cards, &mut options);
    least(rules, hand, &options, weigh)
}

fn least(rules: &Config, hand: CardSet, options: &[Action], weigh: &impl Weigh) -> Option<CardSet> {
    let mut best: Option<(Plan, CardSet)> = None;
    for option in options {
        let (Action::Give(cards) | Action::Return(cards)) = option else { continue };
        let kept = plan(rules, hand.minus(*cards), false, weigh);
        if best.as_ref().is_none_or(|(plan, _)| kept.better(plan)) {
            best = Some((kept, *cards));
        }
    }
    best.map(|(_, cards)| cards)
}
