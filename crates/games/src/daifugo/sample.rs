//! Drawing a whole state from a view.
//!
//! Every pair of (a deal, the exchanges nobody told the viewer of) that fits the view is equally likely, the jokers being two
//! cards in both: the unknown cards lie anywhere they can, no joker in the blind; after tribute from a seat that gave to the viewer, nothing there is
//! stronger than the weaker card taken; whoever led first by the marked card holds it, or it is blind and they hold the
//! next. For exchanges between other seats, any cards that tribute allows may have moved.
//!
//! Cards are placed from the strongest down. The places open to a card are then among those open to the next, so placing
//! each uniformly is placing all uniformly; what remains is to reject a world whose hidden tribute was not the
//! strongest, and in that order a wrong one is found after a few cards.
//!
//! A joker that was played might have been either of the two, so a world in which the other one lies with the same seat stands
//! for half as many deals as one in which it lies elsewhere; half of those are rejected. (The ledger of the rules page
//! tells the jokers apart and has no such half.)
//!
//! Earlier deals are no part of a view: a sampled world ends with this deal, and the others count as the mean.

use super::Daifugo;
use super::cards::{Card, CardSet};
use super::config::{Config, TributeTies};
use super::settle::Marks;
use super::state::{History, Phase, State, leads_by_mark, marks};
use super::tribute::Pair;
use super::view::{Event, Stage, View};
use arrayvec::ArrayVec;
use croupier_core::{Determinize, Rng, Seat};

/// The home of the blind among the homes of cards; below it are the seats, above it tribute on its way.
const BLIND: usize = 6;
/// Seats, blind, two gifts on their way.
const HOMES: usize = 9;
/// Worlds tried before the exchanges of other seats are left out of account. A view that was made by this game has fitting
/// worlds enough; one that no deal explains still gets a state.
const TRIES: usize = 1 << 16;

impl Determinize for Daifugo {
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let puzzle = Puzzle::new(self, view);
        let mut world = None;
        for _ in 0..TRIES {
            world = puzzle.attempt(rng, true);
            if world.is_some() {
                break;
            }
        }
        let world = world.or_else(|| puzzle.attempt(rng, false)).unwrap_or_default();
        puzzle.state(world)
    }
}

/// What an unknown card's place means to tribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Free,
    /// Held by the giver of the pair through a tribute hidden from the viewer.
    Kept(usize),
    /// Given in it.
    Gift(usize),
    /// Returned for it.
    Back(usize),
}

#[derive(Clone, Copy)]
struct Slot {
    home: usize,
    tag: Tag,
}

/// How much the viewer knows of a pair's exchange.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exchange {
    /// Nothing has been given.
    None,
    /// The gift is on its way, hidden from the viewer.
    Sent,
    /// The viewer's own gift is on its way.
    SentByMe,
    /// Over, with the viewer in it.
    Mine,
    /// Over, between others.
    Theirs,
}

struct Puzzle<'a> {
    game: &'a Daifugo,
    view: &'a View,
    pairs: Option<[Pair; 2]>,
    exchange: [Exchange; 2],
    played: [CardSet; 6],
    /// What the viewer gave each seat, as tribute or return.
    told: [CardSet; 6],
    /// What of that has not been played.
    known: [CardSet; 6],
    /// Unknown cards, strongest first.
    unknown: ArrayVec<Card, 54>,
    /// Unknown cards at each home.
    open: [usize; HOMES],
    /// The seat whose unknown cards are bounded by the tribute taken from it, and the key of the weaker card.
    bound: Option<(usize, u8)>,
}

/// Where the unknown cards went.
#[derive(Default)]
struct World {
    homes: [CardSet; HOMES],
    gifts: [CardSet; 2],
    backs: [CardSet; 2],
}

/// The order of tribute: what is due first is higher. Equal keys are ties that the giver settles.
fn key(rules: &Config, card: Card) -> u8 {
    match (rules.tribute_ties, card.suit()) {
        (TributeTies::LowestSuit, Some(suit)) => 4 * card.rank().0 + 3 - suit.0,
        _ => 4 * card.rank().0,
    }
}

impl<'a> Puzzle<'a> {
    fn new(game: &'a Daifugo, view: &'a View) -> Self {
        let pairs = game.rules().tribute.then(|| view.pairs()).flatten();
        let mut puzzle = Puzzle {
            game,
            view,
            pairs,
            exchange: [Exchange::None; 2],
            played: view.played(),
            told: [CardSet::EMPTY; 6],
            known: [CardSet::EMPTY; 6],
            unknown: ArrayVec::new(),
            open: [0; HOMES],
            bound: None,
        };
        puzzle.open[BLIND] = game.rules().blind_cards();
        puzzle.read_exchanges();
        puzzle.divide();
        puzzle
    }

    fn rules(&self) -> &'a Config {
        self.game.rules()
    }

    fn read_exchanges(&mut self) {
        let (view, me) = (self.view, self.view.seat);
        for (k, pair) in self.pairs.into_iter().flatten().enumerate() {
            let turn = view.table.turn;
            let (given, done) = match view.stage {
                Stage::Waiting | Stage::Play | Stage::Over => (true, true),
                Stage::Return => (true, k == 0 && self.pairs.is_some_and(|p| turn == p[1].taker)),
                Stage::Give => (k == 0 && self.pairs.is_some_and(|p| turn == p[1].giver), false),
            };
            self.exchange[k] = match (given, done) {
                (false, _) => Exchange::None,
                (_, false) if pair.giver == me => Exchange::SentByMe,
                (_, false) => Exchange::Sent,
                _ if pair.giver == me || pair.taker == me => Exchange::Mine,
                _ => Exchange::Theirs,
            };
            match self.exchange[k] {
                Exchange::Sent => self.open[BLIND + 1 + k] = pair.cards as usize,
                Exchange::Mine if pair.giver == me => {
                    let i = pair.taker.index();
                    self.told[i] = view.gave;
                    self.known[i] = view.gave.minus(self.played[i]);
                }
                Exchange::Mine => {
                    let i = pair.giver.index();
                    self.told[i] = view.gave;
                    self.known[i] = view.gave.minus(self.played[i]);
                    let weaker = view.got.iter().map(|c| key(self.rules(), c)).min();
                    self.bound = weaker.map(|least| (i, least));
                }
                _ => {}
            }
        }
    }

    /// Deck = mine + played + known + unknown.
    fn divide(&mut self) {
        let (view, me) = (self.view, self.view.seat.index());
        let mut rest = self.game.deck().minus(view.hand);
        if self.exchange.contains(&Exchange::SentByMe) {
            rest = rest.minus(view.gave);
        }
        for i in 0..self.seats() {
            rest = rest.minus(self.played[i]).minus(self.known[i]);
            if i != me {
                self.open[i] = usize::from(view.table.left[i]).saturating_sub(self.known[i].len() as usize);
            }
        }
        if view.stage == Stage::Waiting && view.events.is_empty() {
            self.open = [0; HOMES]; // Nothing is dealt.
        }
        self.unknown = rest.iter().collect();
        let rules = self.rules();
        self.unknown.sort_unstable_by_key(|c| std::cmp::Reverse(key(rules, *c)));
    }

    fn seats(&self) -> usize {
        self.view.table.seats()
    }

    /// Places the unknown cards once; `None` when a hidden tribute was not the strongest and `strict`.
    fn attempt(&self, rng: &mut Rng, strict: bool) -> Option<World> {
        let mut world = World::default();
        // By pair: the strongest card kept, and the weakest given.
        let (mut kept, mut least) = ([0u8; 2], [u8::MAX; 2]);
        let mut owed = [(0, 0); 2]; // Unknown cards among gift and return.
        for k in 0..2 {
            if self.exchange[k] == Exchange::Theirs {
                owed[k] = self.label(k, &mut world, &mut kept[k], &mut least[k], rng)?;
            }
        }
        let (mut slots, ends) = self.slots(&owed);
        let fixed = self.fix_marked(rng, &mut slots, ends);
        let mut ends = fixed.ends;
        let mut tags = [Tag::Free; 54];
        for (i, card) in fixed.cards.iter().enumerate() {
            tags[i] = put(&mut world, &slots[i], *card);
        }
        let rest = self.unknown.iter().filter(|c| !fixed.cards.contains(c));
        for (i, card) in (fixed.cards.len()..slots.len()).zip(rest.clone()) {
            let open = self.open_to(*card, &mut ends);
            if i >= open {
                return None;
            }
            slots.swap(i, i + rng.index(open - i));
            tags[i] = put(&mut world, &slots[i], *card);
            if strict && !fits(tags[i], key(self.rules(), *card), &mut kept, &mut least) {
                return None;
            }
        }
        if strict && self.twin_jokers(&world) && rng.below(2) == 0 {
            return None;
        }
        let all = fixed.cards.iter().zip(&tags);
        for (card, tag) in all {
            if strict && !fits(*tag, key(self.rules(), *card), &mut kept, &mut least) {
                return None;
            }
        }
        Some(world)
    }

    /// Whether an unknown joker lies with a seat that has played one which no exchange told the viewer of.
    fn twin_jokers(&self, world: &World) -> bool {
        (0..self.seats())
            .any(|i| self.played[i].jokers() > self.told[i].jokers() && world.homes[i].jokers() > 0)
    }

    /// Which of the cards played by a hidden pair, and how many of those not played, were given and returned: drawn
    /// uniformly among those by which what was seen to be kept is not stronger than what was seen to be given.
    fn label(
        &self,
        k: usize,
        world: &mut World,
        kept: &mut u8,
        least: &mut u8,
        rng: &mut Rng,
    ) -> Option<(usize, usize)> {
        let pair = self.pairs?[k];
        let (giver, taker) = (pair.giver.index(), pair.taker.index());
        for _ in 0..TRIES {
            let (gift, gifts) = choose(self.played[taker], self.open[taker], pair.cards, rng);
            let (back, backs) = choose(self.played[giver], self.open[giver], pair.cards, rng);
            let strongest = self.played[giver].minus(back).iter().map(|c| key(self.rules(), c)).max();
            let weakest = gift.iter().map(|c| key(self.rules(), c)).min();
            (*kept, *least) = (strongest.unwrap_or(0), weakest.unwrap_or(u8::MAX));
            if *kept <= *least {
                (world.gifts[k], world.backs[k]) = (gift, back);
                return Some((gifts, backs));
            }
        }
        None
    }

    /// The places of unknown cards, those open to a joker first, then the blind, then those under the viewer's bound;
    /// and where these three parts end.
    fn slots(&self, owed: &[(usize, usize); 2]) -> (ArrayVec<Slot, 64>, [usize; 3]) {
        let mut slots = ArrayVec::new();
        let bounded = self.bound.filter(|b| b.1 < key(self.rules(), Card::JOKER)).map(|b| b.0);
        let mut add = |home: usize| {
            for nth in 0..self.open[home] {
                let _ = slots.try_push(Slot { home, tag: self.tag(home, nth, owed) });
            }
            slots.len()
        };
        let mut ends = [0; 3];
        for home in (0..HOMES).filter(|h| *h != BLIND && Some(*h) != bounded) {
            ends[0] = add(home);
        }
        ends[1] = add(BLIND);
        ends[2] = bounded.map_or(ends[1], &mut add);
        (slots, ends)
    }

    fn tag(&self, home: usize, nth: usize, owed: &[(usize, usize); 2]) -> Tag {
        if home > BLIND {
            return Tag::Gift(home - BLIND - 1);
        }
        for (k, pair) in self.pairs.iter().flatten().enumerate() {
            match self.exchange[k] {
                Exchange::Sent if pair.giver.index() == home => return Tag::Kept(k),
                Exchange::Theirs if pair.giver.index() == home => {
                    return if nth < owed[k].1 { Tag::Back(k) } else { Tag::Kept(k) };
                }
                Exchange::Theirs if pair.taker.index() == home && nth < owed[k].0 => return Tag::Gift(k),
                _ => {}
            }
        }
        Tag::Free
    }

    /// How many of the leading slots are open to a card, all before it being placed.
    fn open_to(&self, card: Card, ends: &mut [usize; 3]) -> usize {
        if card == Card::JOKER {
            ends[0]
        } else if self.bound.is_some_and(|(_, least)| key(self.rules(), card) > least) {
            ends[1]
        } else {
            ends[2]
        }
    }
}

/// Puts a card into a slot and says what that means to tribute.
fn put(world: &mut World, slot: &Slot, card: Card) -> Tag {
    world.homes[slot.home] = world.homes[slot.home].with(card);
    match slot.tag {
        Tag::Gift(k) => world.gifts[k] = world.gifts[k].with(card),
        Tag::Back(k) => world.backs[k] = world.backs[k].with(card),
        Tag::Free | Tag::Kept(_) => {}
    }
    slot.tag
}

/// Whether a card there leaves the gift the strongest so far.
fn fits(tag: Tag, key: u8, kept: &mut [u8; 2], least: &mut [u8; 2]) -> bool {
    match tag {
        Tag::Kept(k) => kept[k] = kept[k].max(key),
        Tag::Gift(k) => least[k] = least[k].min(key),
        Tag::Free | Tag::Back(_) => return true,
    }
    (0..2).all(|k| kept[k] <= least[k])
}

/// Chooses `n` of the cards of a hand of which `played` are seen and `open` are not: the seen ones, and how many unseen.
fn choose(played: CardSet, open: usize, n: u32, rng: &mut Rng) -> (CardSet, usize) {
    let (mut rest, mut open) = (played, open);
    let (mut seen, mut unseen) = (CardSet::EMPTY, 0);
    for _ in 0..n {
        let all = rest.len() as usize + open;
        if all == 0 {
            break;
        }
        let i = rng.index(all);
        match rest.iter().nth(i) {
            Some(card) => {
                rest = rest.without(card);
                seen = seen.with(card);
            }
            None => {
                open -= 1;
                unseen += 1;
            }
        }
    }
    (seen, unseen)
}

/// Unknown cards and the homes they are known to lie in.
type Pinned = ArrayVec<(Card, usize), 8>;

/// The unknown cards whose places the first lead tells, in the first slots.
struct Fixed {
    cards: ArrayVec<Card, 8>,
    ends: [usize; 3],
}

impl Puzzle<'_> {
    /// The seat that led first by the marked card, if one has.
    fn marked_leader(&self) -> Option<usize> {
        let begun = match self.view.stage {
            Stage::Play | Stage::Over => true,
            Stage::Waiting => !self.view.events.is_empty(),
            Stage::Give | Stage::Return => false,
        };
        let by_mark = leads_by_mark(self.rules(), self.view.ranks.is_empty());
        (begun && by_mark).then(|| first_leader(self.view).index())
    }

    /// Places the marked card with who led by it, or in the blind and the next one with them: one of these cases, each
    /// weighed by the ways to place the other cards.
    fn fix_marked(&self, rng: &mut Rng, slots: &mut ArrayVec<Slot, 64>, ends: [usize; 3]) -> Fixed {
        let Some(leader) = self.marked_leader() else {
            return Fixed { cards: ArrayVec::new(), ends };
        };
        let cases = self.marked_cases(leader, ends);
        let total: f64 = cases.iter().map(|c| c.1).sum();
        let mut at = rng.unit() * total;
        let drawn = cases.iter().find(|c| {
            at -= c.1;
            at < 0.0
        });
        pin(rng, slots, ends, drawn.or(cases.last()).map_or(&[], |c| c.0.as_slice()))
    }

    /// The ways in which the first lead can have come about, weighed: the marked cards that are blind and the next one
    /// with who led.
    fn marked_cases(&self, leader: usize, ends: [usize; 3]) -> ArrayVec<(Pinned, f64), 8> {
        let mut cases = ArrayVec::new();
        let mut pinned = Pinned::new();
        for card in marks(self.rules()) {
            if !self.game.deck().contains(card) || pinned.iter().any(|p| p.0 == card) {
                continue;
            }
            let known = !self.unknown.contains(&card);
            if known && self.lies_with(leader, card) {
                cases.push((pinned.clone(), self.ways(&pinned, leader, ends)));
            }
            if known || cases.is_full() || pinned.is_full() || card == Card::JOKER {
                break;
            }
            if self.open[leader] > 0 {
                let mut with = pinned.clone();
                with.push((card, leader));
                cases.push((with.clone(), self.ways(&with, leader, ends)));
            }
            if pinned.len() == self.open[BLIND] {
                break;
            }
            pinned.push((card, BLIND));
        }
        cases
    }

    fn lies_with(&self, seat: usize, card: Card) -> bool {
        let own = seat == self.view.seat.index() && self.view.hand.contains(card);
        own || self.played[seat].contains(card) || self.known[seat].contains(card)
    }

    /// The number of ways to place all unknown cards when some are pinned to the blind or to `leader`; `ends` as in
    /// [`slots`](Self::slots).
    fn ways(&self, pinned: &Pinned, leader: usize, ends: [usize; 3]) -> f64 {
        let falling = |n: usize, k: usize| (0..k).map(|i| (n as f64 - i as f64).max(0.0)).product::<f64>();
        let least = self.bound.map_or(u8::MAX, |b| b.1);
        let bounded = ends[2] > ends[1] && self.bound.is_some_and(|b| b.0 == leader);
        let (mut pinned_blind, mut pinned_leader) = (0, 0);
        for (card, home) in pinned {
            if *home == BLIND {
                pinned_blind += 1;
            } else if bounded && key(self.rules(), *card) > least {
                return 0.0;
            } else {
                pinned_leader += 1;
            }
        }
        let free = self.unknown.iter().filter(|c| !pinned.iter().any(|p| p.0 == **c));
        let jokers = free.clone().filter(|c| **c == Card::JOKER).count();
        let above = free.filter(|c| **c != Card::JOKER && key(self.rules(), **c) > least).count();
        let first = ends[0] - if bounded { 0 } else { pinned_leader };
        let second = first + (ends[1] - ends[0]) - pinned_blind;
        let all = ends[2] - pinned_blind - pinned_leader;
        let low = all.saturating_sub(jokers + above);
        falling(self.open[BLIND], pinned_blind)
            * falling(self.open[leader], pinned_leader)
            * falling(first, jokers)
            * falling(second.saturating_sub(jokers), above)
            * falling(low, low)
    }

    fn state(&self, world: World) -> State {
        let (view, rules) = (self.view, self.rules());
        let mut s = State::new(rules);
        let n = self.seats();
        s.next = view.table.next.clone();
        s.places = view.places();
        s.table = view.table.clone();
        s.blind = world.homes[BLIND];
        s.deals_left = u8::from(view.stage != Stage::Over);
        s.hands = (0..n).map(|i| self.known[i].plus(world.homes[i])).collect();
        s.hands[view.seat.index()] = view.hand;
        for (k, pair) in self.pairs.into_iter().flatten().enumerate() {
            let mine = (view.gave, view.got);
            (s.given[k], s.returned[k]) = match self.exchange[k] {
                Exchange::None => (CardSet::EMPTY, CardSet::EMPTY),
                Exchange::Sent => (world.homes[BLIND + 1 + k], CardSet::EMPTY),
                Exchange::SentByMe => (view.gave, CardSet::EMPTY),
                Exchange::Mine if pair.giver == view.seat => mine,
                Exchange::Mine => (mine.1, mine.0),
                Exchange::Theirs => (world.gifts[k], world.backs[k]),
            };
        }
        s.phase = self.phase();
        s.history = history(view, &self.played);
        if view.stage == Stage::Over {
            let mut marks = Marks::default();
            marks.deal(&s.table, &s.table.places());
            s.marks = marks;
        }
        s
    }

    fn phase(&self) -> Phase {
        let turn = self.view.table.turn;
        let second = |pick: fn(&Pair) -> Seat| u8::from(self.pairs.is_some_and(|p| pick(&p[1]) == turn));
        match self.view.stage {
            Stage::Give => Phase::Give(second(|p| p.giver)),
            Stage::Return => Phase::Return(second(|p| p.taker)),
            Stage::Play => Phase::Play,
            Stage::Over => Phase::Over,
            Stage::Waiting if self.view.events.is_empty() => Phase::Deal,
            Stage::Waiting => Phase::Lots,
        }
    }
}

/// Moves a random slot of each card's home to the front, in order, keeping the three parts.
fn pin(
    rng: &mut Rng,
    slots: &mut ArrayVec<Slot, 64>,
    mut ends: [usize; 3],
    cards: &[(Card, usize)],
) -> Fixed {
    let mut fixed = ArrayVec::new();
    for (i, (card, home)) in cards.iter().enumerate() {
        let of_home = slots[i..].iter().filter(|s| s.home == *home).count();
        if of_home == 0 {
            continue;
        }
        let nth = rng.index(of_home);
        let found = (i..slots.len()).filter(|j| slots[*j].home == *home).nth(nth).unwrap_or(i);
        slots[i..=found].rotate_right(1);
        // A slot that came from a later part makes the earlier ones end later.
        ends.iter_mut().filter(|end| **end <= found).for_each(|end| *end += 1);
        fixed.push(*card);
    }
    Fixed { cards: fixed, ends }
}

/// Who led this deal first.
fn first_leader(view: &View) -> Seat {
    match view.events.first() {
        Some(Event::Play { seat, .. } | Event::Pass { seat }) => *seat,
        _ => view.table.turn,
    }
}

/// The moves that a view's events tell.
fn history(view: &View, played: &[CardSet; 6]) -> History {
    let playing = matches!(view.stage, Stage::Play | Stage::Over) || !view.events.is_empty();
    let leader = if playing { first_leader(view) } else { Seat(0) };
    let left = view.table.left.iter().zip(played).map(|(n, p)| n + p.len() as u8).collect();
    let mut history = History::new(leader, left);
    for event in &view.events {
        match event {
            Event::Play { play, .. } => history.play(*play),
            Event::Pass { .. } => history.pass(),
            _ => {}
        }
    }
    history
}
