//! The search for the best plan: sets of runs, then groups of the rest, then jokers and the last play.

use super::{Plan, Weigh};
use arrayvec::ArrayVec;
use croupier_games::daifugo::{
    Card, CardSet, Config, EightCut, Field, Kind, Play, RANKS, Rank, Reading, Suit, is_foul,
};

/// The most plays a hand can need: one for each card of the largest hand.
const MOST: usize = 16;

struct Search<'a, W> {
    rules: &'a Config,
    hand: CardSet,
    reversed: bool,
    weigh: &'a W,
    best: Option<Plan>,
}

pub(super) fn best<W: Weigh>(rules: &Config, hand: CardSet, reversed: bool, weigh: &W) -> Plan {
    if hand.is_empty() {
        return Plan::done();
    }
    let mut search = Search { rules, hand, reversed, weigh, best: None };
    search.runs(hand.natural(), hand.jokers(), 0, 0, &mut ArrayVec::new());
    search.best.unwrap_or_else(Plan::done)
}

impl<W: Weigh> Search<'_, W> {
    /// Divides what is left of the hand with the runs chosen, then with each further run from this suit and rank on.
    fn runs(&mut self, natural: u64, jokers: u32, suit: u8, low: u8, runs: &mut ArrayVec<Play, MOST>) {
        self.divide(natural, jokers, runs);
        if runs.is_full() || natural.count_ones() + jokers < 3 || self.hopeless(runs.len() + 1) {
            return;
        }
        for s in suit..4 {
            let from = if s == suit { low } else { 0 };
            let lane = CardSet::new(natural, 0).lane(Suit(s));
            for start in (from..RANKS as u8).filter(|r| lane >> r & 1 == 1) {
                self.runs_from(natural, jokers, Suit(s), lane, start, runs);
            }
        }
    }

    /// The runs whose lowest natural card is this one.
    fn runs_from(
        &mut self,
        natural: u64,
        jokers: u32,
        suit: Suit,
        lane: u16,
        start: u8,
        runs: &mut ArrayVec<Play, MOST>,
    ) {
        if start > 0 && lane >> (start - 1) & 1 == 1 && !self.may_stop(start - 1, suit) {
            return;
        }
        let (mut gaps, mut held) = (0, CardSet::EMPTY);
        for end in start..RANKS as u8 {
            if lane >> end & 1 == 0 {
                gaps += 1;
                if gaps > jokers {
                    return;
                }
                continue;
            }
            held = held.with(Card::new(Rank(end), suit));
            let longer = end + 1 < RANKS as u8 && lane >> (end + 1) & 1 == 1;
            if held.len() < 2 || longer && !self.may_stop(end + 1, suit) {
                continue;
            }
            let len = end + 1 - start;
            // Two neighbours make a run with a joker above them, or below.
            let (low, used) = match len {
                2 if gaps == jokers => continue,
                2 if end + 1 < RANKS as u8 => (start, gaps + 1),
                2 => (start - 1, gaps + 1),
                _ => (start, gaps),
            };
            let cards = CardSet::new(held.natural(), used);
            let Some(run) = Play::new(cards, Reading::Run(Rank(low))) else { continue };
            runs.push(run);
            self.runs(natural & !held.natural(), jokers - used, suit.0, start + 1, runs);
            runs.pop();
        }
    }

    /// Whether a run may end before a held card of its suit: the card has company in its rank, or is one that the run is
    /// better without if it comes last.
    fn may_stop(&self, rank: u8, _: Suit) -> bool {
        let company = self.hand.of_rank(Rank(rank)).len() > 1;
        let eight = self.rules.eight_cut == EightCut::All && Rank(rank) == Rank::EIGHT;
        company || Rank(rank) == Rank::THREE || Rank(rank) == Rank::TWO || eight
    }

    /// Whether no division with so many plays can be better than the best so far.
    fn hopeless(&self, plays: usize) -> bool {
        self.best.as_ref().is_some_and(|best| best.clean && plays > best.plays())
    }

    /// Groups what the runs leave, and places the jokers.
    fn divide(&mut self, natural: u64, jokers: u32, runs: &ArrayVec<Play, MOST>) {
        let mut items = runs.clone();
        let rest = CardSet::new(natural, 0);
        for rank in (0..RANKS as u8).map(Rank) {
            let suits = rest.of_rank(rank);
            if suits.is_empty() {
                continue;
            }
            let cards = CardSet::new(u64::from(suits.0) << (4 * rank.0), 0);
            let reading = if suits.len() == 1 { Reading::Single } else { Reading::Group };
            if let (Some(play), false) = (Play::new(cards, reading), items.is_full()) {
                items.push(play);
            }
        }
        if self.hopeless(items.len()) {
            return;
        }
        self.place(items, jokers, 0);
    }

    /// Every way to let the jokers go along with a play from `from` on, or alone.
    fn place(&mut self, items: ArrayVec<Play, MOST>, jokers: u32, from: usize) {
        if jokers == 0 {
            return self.close(&items);
        }
        for i in from..items.len() {
            if let Some(with) = with_joker(items[i]) {
                let mut next = items.clone();
                next[i] = with;
                self.place(next, jokers - 1, i);
            }
        }
        if jokers == 2 && self.rules.joker_pair {
            let pair = Play::new(CardSet::new(0, 2), Reading::Group);
            self.alone(&items, pair, 0);
        }
        self.alone(&items, Some(Play::single(Card::JOKER)), jokers - 1);
    }

    fn alone(&mut self, items: &ArrayVec<Play, MOST>, play: Option<Play>, jokers: u32) {
        let mut next = items.clone();
        let (Some(play), false) = (play, next.is_full() || self.hopeless(items.len() + 1)) else { return };
        next.push(play);
        let last = next.len();
        // A joker that is alone comes last in the list, and no other goes along with it.
        self.place(next, jokers, if jokers > 0 { last } else { 0 });
    }

    /// Chooses the last play.
    fn close(&mut self, items: &ArrayVec<Play, MOST>) {
        if self.hopeless(items.len()) {
            return;
        }
        let turns: ArrayVec<bool, MOST> = items.iter().map(|p| self.turns(*p)).collect();
        let turned = turns.iter().filter(|t| **t).count();
        for last in 0..items.len() {
            let before = turned - usize::from(turns[last]);
            let field = Field { revolution: self.reversed != (before % 2 == 1), ..Field::default() };
            let clean = !is_foul(self.rules, &field, items[last]);
            let bar = self.best.as_ref().map(|b| (!b.clean, b.plays()));
            if bar.is_some_and(|bar| (!clean, items.len()) > bar) {
                continue;
            }
            let weak = self.weakness(items, &turns, last, before);
            let key = (!clean, items.len(), weak);
            if self.best.as_ref().is_none_or(|best| key < best.key()) {
                let mut line = items.clone();
                let play = line.remove(last);
                line.push(play);
                self.best = Some(Plan { clean, line, weak });
            }
        }
    }

    fn turns(&self, play: Play) -> bool {
        Field::default().after(self.rules, play).turned
    }

    /// How many plays before the last lose the lead: with every play in the order there is, or with one revolution first
    /// and the others after it.
    fn weakness(&self, items: &[Play], turns: &[bool], last: usize, turned: usize) -> f32 {
        let sum = |reversed: bool, but: usize| -> f32 {
            let others = items.iter().enumerate().filter(|(i, _)| *i != last && *i != but);
            others.map(|(_, p)| (self.weigh)(*p, reversed)).sum()
        };
        let mut least = sum(self.reversed, usize::MAX);
        if turned == 1 {
            for first in (0..items.len()).filter(|i| turns[*i] && *i != last) {
                let after = (self.weigh)(items[first], self.reversed) + sum(!self.reversed, first);
                least = least.min(after);
            }
        }
        least
    }
}

/// A play with one joker more: a group grows, a run grows at its top or, at the 2, at its bottom.
fn with_joker(play: Play) -> Option<Play> {
    let cards = play.cards();
    let more = if cards.jokers() < 2 { cards.with(Card::JOKER) } else { return None };
    match play.kind() {
        Kind::Single | Kind::Group if play.rank() != Rank::JOKER => Play::new(more, Reading::Group),
        Kind::Run => {
            let low = play.rank().0;
            let top = low + play.len() as u8;
            let low = if usize::from(top) < RANKS { low } else { low.checked_sub(1)? };
            Play::new(more, Reading::Run(Rank(low)))
        }
        _ => None,
    }
}
