//! The whole truth of a set.

use super::Daifugo;
use super::cards::{Card, CardSet, Rank, Suit};
use super::config::{Config, FirstLead, LaterLead, TributeTies};
use super::plays::Play;
use super::settle::Marks;
use super::table::{Flow, Table};
use super::tribute::{self, Pair, pairs};
use super::view::Event;
use arrayvec::ArrayVec;
use croupier_core::Seat;

/// Where in a set the play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Chance seats everybody.
    Seats,
    /// Chance deals.
    Deal,
    /// The giver of this pair gives tribute.
    Give(u8),
    /// The taker of this pair returns, blind to what it was given.
    Return(u8),
    /// Cards are played.
    Play,
    /// Chance draws the places of the seats still in.
    Lots,
    /// The set is over.
    Over,
}

/// The whole truth of a set: nobody's view. No heap: a clone is a copy of a few hundred bytes.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) phase: Phase,
    /// Deals still to finish, this one included.
    pub(crate) deals_left: u8,
    pub(crate) next: ArrayVec<Seat, 6>,
    /// Last deal's seats, best first; empty in a set's first deal.
    pub(crate) places: ArrayVec<Seat, 6>,
    pub(crate) blind: CardSet,
    pub(crate) hands: ArrayVec<CardSet, 6>,
    /// Tribute by pair; not in any hand until the return is done.
    pub(crate) given: [CardSet; 2],
    pub(crate) returned: [CardSet; 2],
    pub(crate) table: Table,
    pub(crate) history: History,
    pub(crate) marks: Marks,
}

/// The moves of a deal, from which the engine tells all its events again: the plays, and how many passes came before
/// each and after the last.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(super) leader: Seat,
    left: ArrayVec<u8, 6>,
    plays: ArrayVec<Play, 54>,
    gaps: [u8; 55],
}

impl History {
    pub(super) fn new(leader: Seat, left: ArrayVec<u8, 6>) -> Self {
        History { leader, left, plays: ArrayVec::new(), gaps: [0; 55] }
    }

    #[inline]
    pub(super) fn play(&mut self, play: Play) {
        // A real deal has a card for each play and room for all; only a foreign view can tell of more.
        let _ = self.plays.try_push(play);
    }

    #[inline]
    pub(super) fn pass(&mut self) {
        let gap = &mut self.gaps[self.plays.len()];
        *gap = gap.saturating_add(1);
    }

    /// Tells the events again: the engine plays the moves on a fresh table.
    pub(super) fn tell(
        &self,
        rules: &Config,
        next: &ArrayVec<Seat, 6>,
        daifugo: Option<Seat>,
        told: &mut impl FnMut(Event),
    ) {
        let mut table = Table::new(next.clone(), self.left.clone(), self.leader);
        for i in 0..=self.plays.len() {
            for _ in 0..self.gaps[i] {
                table.pass(rules, told);
            }
            if let Some(&play) = self.plays.get(i) {
                table.play(rules, daifugo, play, told);
            }
        }
    }

    /// The plays so far with who made them.
    pub(super) fn played_by(
        &self,
        rules: &Config,
        next: &ArrayVec<Seat, 6>,
        daifugo: Option<Seat>,
    ) -> [CardSet; 6] {
        let mut played = [CardSet::EMPTY; 6];
        self.tell(rules, next, daifugo, &mut |event| {
            if let Event::Play { seat, play } = event {
                played[seat.index()] = played[seat.index()].plus(play.cards());
            }
        });
        played
    }
}

impl State {
    /// The state before a set's seats are drawn.
    pub(super) fn new(rules: &Config) -> Self {
        let n = rules.seats();
        let next: ArrayVec<Seat, 6> = Seat::all(n).map(|s| s.after(1, n)).collect();
        let none: ArrayVec<u8, 6> = (0..n).map(|_| 0).collect();
        State {
            phase: Phase::Seats,
            deals_left: rules.deals,
            places: ArrayVec::new(),
            blind: CardSet::EMPTY,
            hands: (0..n).map(|_| CardSet::EMPTY).collect(),
            given: [CardSet::EMPTY; 2],
            returned: [CardSet::EMPTY; 2],
            table: Table::new(next.clone(), none.clone(), Seat(0)),
            history: History::new(Seat(0), none),
            marks: Marks::default(),
            next,
        }
    }

    /// How many seats there are.
    pub(crate) fn seats(&self) -> usize {
        self.hands.len()
    }

    /// Last deal's daifugo.
    #[inline]
    pub(crate) fn daifugo(&self) -> Option<Seat> {
        self.places.first().copied()
    }

    /// Who exchanges with whom in this deal; nobody in a set's first or without tribute.
    pub(crate) fn pairs(&self, rules: &Config) -> Option<[Pair; 2]> {
        rules.tribute.then(|| pairs(&self.places)).flatten()
    }

    /// A new deal begins with these hands: tribute, or the first lead.
    pub(super) fn deal(&mut self, rules: &Config, blind: CardSet, hands: ArrayVec<CardSet, 6>) {
        let left: ArrayVec<u8, 6> = hands.iter().map(|h| h.len() as u8).collect();
        self.blind = blind;
        self.hands = hands;
        self.given = [CardSet::EMPTY; 2];
        self.returned = [CardSet::EMPTY; 2];
        self.table = Table::new(self.next.clone(), left.clone(), Seat(0));
        self.history = History::new(Seat(0), left);
        let Some(pairs) = self.pairs(rules) else { return self.lead(rules) };
        if rules.tribute_ties == TributeTies::LowestSuit {
            for (i, pair) in pairs.iter().enumerate() {
                let due = tribute::lowest_suits(self.hands[pair.giver.index()], pair.cards);
                self.give(i, pair, due);
            }
            self.phase = Phase::Return(0);
            self.table.turn = pairs[0].taker;
        } else {
            self.phase = Phase::Give(0);
            self.table.turn = pairs[0].giver;
        }
    }

    fn give(&mut self, i: usize, pair: &Pair, cards: CardSet) {
        let giver = pair.giver.index();
        self.hands[giver] = self.hands[giver].minus(cards);
        self.table.left[giver] -= cards.len() as u8;
        self.given[i] = cards;
    }

    /// The giver of pair `i` gives; then the next giver, or the returns.
    pub(super) fn given(&mut self, pairs: &[Pair; 2], i: usize, cards: CardSet) {
        self.give(i, &pairs[i], cards);
        if i == 0 {
            self.phase = Phase::Give(1);
            self.table.turn = pairs[1].giver;
        } else {
            self.phase = Phase::Return(0);
            self.table.turn = pairs[0].taker;
        }
    }

    /// The taker of pair `i` returns: now, and not before, both have what they got.
    pub(super) fn returned(&mut self, rules: &Config, pairs: &[Pair; 2], i: usize, cards: CardSet) {
        let (giver, taker) = (pairs[i].giver.index(), pairs[i].taker.index());
        self.hands[taker] = self.hands[taker].minus(cards).plus(self.given[i]);
        self.hands[giver] = self.hands[giver].plus(cards);
        self.table.left[giver] += cards.len() as u8;
        self.returned[i] = cards;
        if i == 0 {
            self.phase = Phase::Return(1);
            self.table.turn = pairs[1].taker;
        } else {
            self.lead(rules);
        }
    }

    /// The first lead of the deal.
    fn lead(&mut self, rules: &Config) {
        let leader = match self.places.last() {
            Some(&daihinmin) if !leads_by_mark(rules, false) => daihinmin,
            _ => marked(rules, &self.hands),
        };
        self.phase = Phase::Play;
        self.table.turn = leader;
        self.history = History::new(leader, self.table.left.clone());
    }

    /// The seat to move plays.
    #[inline]
    pub(super) fn play(&mut self, game: &Daifugo, play: Play) {
        let seat = self.table.turn.index();
        self.hands[seat] = self.hands[seat].minus(play.cards());
        self.history.play(play);
        let daifugo = self.daifugo();
        let flow = self.table.play(game.rules(), daifugo, play, &mut |_| ());
        if flow == Flow::Over {
            self.finish(game.rules());
        }
    }

    /// The seat to move passes.
    #[inline]
    pub(super) fn pass(&mut self, game: &Daifugo) {
        self.history.pass();
        if self.table.pass(game.rules(), &mut |_| ()) == Flow::Lots {
            self.phase = Phase::Lots;
        }
    }

    /// The deal is over: places are marked, and the next deal or the end of the set comes.
    pub(super) fn finish(&mut self, rules: &Config) {
        let places = self.table.places();
        self.marks.deal(&self.table, &places);
        self.deals_left -= 1;
        if self.deals_left == 0 {
            self.phase = Phase::Over;
            return;
        }
        self.places = places;
        let played = rules.deals - self.deals_left;
        let redrawn = rules.redraw > 0 && played.is_multiple_of(rules.redraw);
        self.phase = if redrawn { Phase::Seats } else { Phase::Deal };
        let none: ArrayVec<u8, 6> = self.hands.iter().map(|_| 0).collect();
        self.hands.iter_mut().for_each(|h| *h = CardSet::EMPTY);
        self.given = [CardSet::EMPTY; 2];
        self.returned = [CardSet::EMPTY; 2];
        self.table = Table::new(self.next.clone(), none.clone(), Seat(0));
        self.history = History::new(Seat(0), none);
    }
}

/// The cards that give the first lead, in the order in which they are looked for: the marked suit from the 3 up;
/// then, where a tiny deck has none of it in play, all cards from the lowest.
pub(super) fn marks(rules: &Config) -> impl Iterator<Item = Card> {
    let suit = match rules.first_lead {
        FirstLead::Spade3 => Suit::SPADE,
        FirstLead::Diamond3 => Suit::DIAMOND,
    };
    let suited = (0..13).map(move |r| Card::new(Rank(r), suit));
    suited.chain((0..=52).map(Card))
}

/// Whether the marked card gives the first lead: in a set's first deal, and in those after by `later_lead`.
pub(super) fn leads_by_mark(rules: &Config, first_deal: bool) -> bool {
    first_deal || rules.later_lead == LaterLead::Card
}

/// The seat that has the first lead by the marked card, or by the next that is in play.
pub(super) fn marked(rules: &Config, hands: &[CardSet]) -> Seat {
    let holder = |card: Card| Seat::all(hands.len()).find(|s| hands[s.index()].contains(card));
    marks(rules).find_map(holder).unwrap_or(Seat(0))
}
