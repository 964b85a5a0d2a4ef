//! The search for the best plan: sets of runs, then groups of the rest, then jokers and the last play.

use super::{Plan, Weigh};
use arrayvec::ArrayVec;
use croupier_games::daifugo::{
    Card, CardSet, Config, EightCut, Field, Foul, Kind, Play, RANKS, Rank, Reading, Revolution, Suit,
    each_play, is_foul, readings,
};

/// The most plays a hand can need: one for each card of the largest hand.
const MOST: usize = 16;

/// Hands of so few cards are divided in every way there is when the usual ways leave no clean last play: when almost
/// all their cards are 2s, 3s, 8s and jokers.
const SMALL: u32 = 9;

struct Search<'a, W> {
    rules: &'a Config,
    hand: CardSet,
    reversed: bool,
    weigh: &'a W,
    best: Option<Plan>,
    /// A rank whose four cards are not played together: the revolution might make the last play foul.
    split: Option<Rank>,
}

pub(super) fn best<W: Weigh>(rules: &Config, hand: CardSet, reversed: bool, weigh: &W) -> Plan {
    if hand.is_empty() {
        return Plan::done();
    }
    let mut search = Search { rules, hand, reversed, weigh, best: None, split: None };
    search.runs(hand.natural(), hand.jokers(), 0, 0, &mut ArrayVec::new());
    if rules.revolution != Revolution::Off && rules.foul_finish.contains(&Foul::Two) {
        for rank in (0..RANKS as u8).map(Rank).filter(|r| hand.of_rank(*r).len() == 4) {
            search.split = Some(rank);
            search.runs(hand.natural(), hand.jokers(), 0, 0, &mut ArrayVec::new());
        }
    }
    if hand.len() <= SMALL && search.best.as_ref().is_none_or(|best| !best.clean) {
        search.exhaust(hand, &mut ArrayVec::new());
    }
    search.best.unwrap_or_else(Plan::done)
}

impl<W: Weigh> Search<'_, W> {
    /// Divides what is left of the hand with the runs chosen, then with each further run from this suit and rank on.
    fn runs(&mut self, natural: u64, jokers: u32, suit: u8, low: u8, runs: &mut ArrayVec<Play, MOST>) {
        let room = !runs.is_full() && natural.count_ones() + jokers >= 3;
        for s in (suit..4).filter(|_| room) {
            let from = if s == suit { low } else { 0 };
            let lane = CardSet::new(natural, 0).lane(Suit(s));
            for start in (from..RANKS as u8).filter(|r| lane >> r & 1 == 1) {
                self.runs_from(natural, jokers, Suit(s), lane, start, runs);
            }
        }
        // Last, when the runs have set a bar.
        self.divide(natural, jokers, runs);
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
        if start > 0 && lane >> (start - 1) & 1 == 1 && !self.may_stop(start - 1) {
            return;
        }
        let (mut gaps, mut held) = (0, CardSet::EMPTY);
        let mut ends: ArrayVec<(u8, u32, CardSet), 13> = ArrayVec::new();
        for end in start..RANKS as u8 {
            if lane >> end & 1 == 0 {
                gaps += 1;
                if gaps > jokers {
                    break;
                }
                continue;
            }
            held = held.with(Card::new(Rank(end), suit));
            let longer = end + 1 < RANKS as u8 && lane >> (end + 1) & 1 == 1;
            if held.len() >= 2 && (!longer || self.may_stop(end + 1)) {
                ends.push((end, gaps, held));
            }
        }
        // The longest first: they set the bar.
        for (end, gaps, held) in ends.into_iter().rev() {
            let pair = end == start + 1;
            // Two neighbours make a run with a joker above them or below.
            let used = if pair { gaps + 1 } else { gaps };
            let lows = if pair { start.saturating_sub(1)..=start } else { start..=start };
            for low in lows.filter(|_| used <= jokers) {
                if self.hopeless(runs.len() + 1 + usize::from(natural & !held.natural() != 0)) {
                    return;
                }
                let low = Reading::Run(Rank(low));
                self.with_run(natural, jokers, Play::new(CardSet::new(held.natural(), used), low), runs);
                // A joker may stand in for a card held, which is then free to come last.
                for card in held.iter().skip(1).take(held.len() as usize - 2).filter(|_| used < jokers) {
                    if !self.hopeless(runs.len() + 2) {
                        let cards = CardSet::new(held.without(card).natural(), used + 1);
                        self.with_run(natural, jokers, Play::new(cards, low), runs);
                    }
                }
            }
        }
    }

    /// Goes on with one run more.
    fn with_run(&mut self, natural: u64, jokers: u32, run: Option<Play>, runs: &mut ArrayVec<Play, MOST>) {
        let Some(run) = run else { return };
        let held = run.cards().natural();
        let first = held.trailing_zeros() as u8;
        runs.push(run);
        self.runs(natural & !held, jokers - run.jokers(), first % 4, first / 4 + 1, runs);
        runs.pop();
    }

    /// Whether a run may end before a held card of its suit: the card has company in its rank; or it is one that makes a
    /// last play foul, or that makes the run a revolution; or there are jokers, which need a play without them to come last.
    fn may_stop(&self, rank: u8) -> bool {
        let rank = Rank(rank);
        let company = self.hand.of_rank(rank).len() > 1;
        let eight = self.rules.eight_cut == EightCut::All && rank == Rank::EIGHT;
        let turns = self.rules.revolution == Revolution::GroupsAndRuns;
        company || turns || self.hand.jokers() > 0 || rank == Rank::THREE || rank == Rank::TWO || eight
    }

    /// Whether no division with so many plays can be better than the best so far.
    fn hopeless(&self, plays: usize) -> bool {
        self.best.as_ref().is_some_and(|best| best.clean && plays > best.plays())
    }

    /// Every division into plays of any reading.
    fn exhaust(&mut self, rest: CardSet, items: &mut ArrayVec<Play, MOST>) {
        let Some(first) = rest.iter().next() else { return self.close(items) };
        if items.is_full() || self.hopeless(items.len() + 1) {
            return;
        }
        let mut plays: Vec<Play> = Vec::new();
        each_play(rest, self.rules.joker_pair, &mut |play| plays.push(play));
        // Long plays first: they set the bar.
        plays.sort_by_key(|play| std::cmp::Reverse(play.len()));
        for play in plays.into_iter().filter(|play| play.cards().contains(first)) {
            items.push(play);
            self.exhaust(rest.minus(play.cards()), items);
            items.pop();
        }
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
            let parts = if suits.len() == 4 && self.split == Some(rank) { [7, 8] } else { [suits.0, 0] };
            for part in parts.into_iter().filter(|part| *part != 0) {
                let cards = CardSet::new(u64::from(part) << (4 * rank.0), 0);
                let reading = if part.is_power_of_two() { Reading::Single } else { Reading::Group };
                if let (Some(play), false) = (Play::new(cards, reading), items.is_full()) {
                    items.push(play);
                }
            }
        }
        if self.hopeless(items.len()) {
            return;
        }
        self.place(items.clone(), jokers, 0);
        for i in (0..items.len()).filter(|_| jokers > 0) {
            self.halve(&items, i, jokers);
        }
    }

    /// Jokers may split a group: one part to go along with, and one to come last or to be no revolution.
    fn halve(&mut self, items: &ArrayVec<Play, MOST>, i: usize, jokers: u32) {
        if items[i].kind() != Kind::Group || items.is_full() || self.hopeless(items.len() + 1) {
            return;
        }
        let Some(card) = items[i].cards().iter().next() else { return };
        let rest = items[i].cards().without(card);
        let reading = if rest.len() == 1 { Reading::Single } else { Reading::Group };
        let Some(rest) = Play::new(rest, reading) else { return };
        let mut parts = items.clone();
        parts[i] = rest;
        parts.push(Play::single(card));
        self.place(parts, jokers, 0);
    }

    /// Every way to let the jokers go along with a play from `from` on, or alone.
    fn place(&mut self, items: ArrayVec<Play, MOST>, jokers: u32, from: usize) {
        if jokers == 0 {
            return self.close(&items);
        }
        for i in from..items.len() {
            for with in with_joker(items[i]) {
                let mut next = items.clone();
                next[i] = with;
                self.place(next, jokers - 1, i);
            }
            if jokers == 2 && items[i].kind() == Kind::Single {
                let cards = items[i].cards().plus(CardSet::new(0, 2));
                for reading in readings(cards).into_iter().filter(|r| matches!(r, Reading::Run(_))) {
                    let mut next = items.clone();
                    next[i] = Play::new(cards, reading).unwrap_or(items[i]);
                    self.close(&next);
                }
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

/// A play with one joker more: a group grows, a run grows at its top or at its bottom.
fn with_joker(play: Play) -> ArrayVec<Play, 2> {
    let cards = play.cards();
    let mut all = ArrayVec::new();
    if cards.jokers() == 2 {
        return all;
    }
    let more = cards.with(Card::JOKER);
    match play.kind() {
        Kind::Single | Kind::Group if play.rank() != Rank::JOKER => {
            all.extend(Play::new(more, Reading::Group));
        }
        Kind::Run => {
            let low = play.rank().0;
            all.extend(Play::new(more, Reading::Run(Rank(low))));
            all.extend(low.checked_sub(1).and_then(|below| Play::new(more, Reading::Run(Rank(below)))));
        }
        _ => {}
    }
    all
}
