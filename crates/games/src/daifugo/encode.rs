//! What a learner is shown: vectors of fixed shape, from a view alone, for 4 to 6 seats.
//!
//! Seats are relative and in table order: 0 is the view's own seat, 1 the next to play, and so on; places that a
//! smaller table lacks are zero. Cards lie in planes of 54: 4 × rank + suit for the 52 (3♣ first, 2♠ last), then two
//! for the jokers, the first for any, the second for both.
//!
//! A learner scores actions, one row of [`action_features`] each, rather than one index among thousands; for those who want
//! the index there is a [`Catalogue`](crate::encode::Catalogue), the same for every hand.

use super::Daifugo;
use super::action::Action;
use super::cards::{CardSet, Rank};
use super::generate::each_play;
use super::plays::{Kind, Play};
use super::table::is_foul;
use super::tribute::choices;
use super::view::{Stage, View};
use crate::encode::ByView;
use croupier_core::Seat;

/// The values of one plane of cards.
pub const PLANE: usize = 54;
/// The planes of a view: own hand, the field, unseen cards, cards played by each of six seats, cards known to lie with
/// each of six seats.
pub const PLANES: usize = 15;
/// The numbers after the planes; see [`view_tensor`].
pub const SCALARS: usize = 117;
/// The length of a view's tensor.
pub const VIEW_LEN: usize = PLANES * PLANE + SCALARS;
/// The length of one action's features: a plane and 29 numbers.
pub const FEATURES_LEN: usize = PLANE + 29;

/// A set of cards as 54 zeros and ones.
///
/// ```
/// use croupier_games::daifugo::encode::hand_vector;
/// let vector = hand_vector("3c2sX".parse()?);
/// assert_eq!((vector[0], vector[51], vector[52], vector[53]), (1.0, 1.0, 1.0, 0.0));
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn hand_vector(cards: CardSet) -> [f32; PLANE] {
    std::array::from_fn(|i| (cards.bits() >> i & 1) as f32)
}

/// Writes numbers one after the other.
struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Writer<'_> {
    fn put(&mut self, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    fn flag(&mut self, value: bool) {
        self.put(f32::from(u8::from(value)));
    }

    /// `n` values of which the one at `hot`, if any, is 1.
    fn one_hot(&mut self, hot: Option<usize>, n: usize) {
        (0..n).for_each(|i| self.flag(hot == Some(i)));
    }

    fn cards(&mut self, cards: CardSet) {
        hand_vector(cards).into_iter().for_each(|v| self.put(v));
    }
}

/// The seats in table order from the view's own.
fn seats(view: &View) -> impl Iterator<Item = Seat> + Clone {
    let next = &view.table.next;
    std::iter::successors(Some(view.seat), |s| next.get(s.index()).copied()).take(view.table.seats())
}

/// Cards that the viewer gave to another seat and that have not been played, by seat.
fn known(game: &Daifugo, view: &View, played: &[CardSet; 6]) -> [CardSet; 6] {
    let mut known = [CardSet::EMPTY; 6];
    for pair in game.rules().tribute.then(|| view.pairs()).flatten().into_iter().flatten() {
        let other = match view.seat {
            seat if seat == pair.giver => pair.taker,
            seat if seat == pair.taker => pair.giver,
            _ => continue,
        };
        // A gift on its way is with nobody yet.
        if !view.got.is_empty() {
            known[other.index()] = view.gave.minus(played[other.index()]);
        }
    }
    known
}

/// Writes a view: [`PLANES`] planes, then [`SCALARS`] numbers.
///
/// Planes: 0 own hand; 1 the field's play; 2 cards neither held nor seen played nor known elsewhere; 3–8 cards played by
/// relative seats 0–5; 9–14 cards known to lie with relative seats 0–5.
/// Numbers: for each relative seat, in a row of 14: cards left / 14, still in, passed, owner of the field, to move,
/// finished, fouled, fallen, its rank one-hot (daifugo to daihinmin), whether there is such a seat; that is 84. Then the
/// kind of the field one-hot (single, group, run), its cards / 13, its rank one-hot (14); the lock's suits (4);
/// revolution, jack-back, order reversed; blind / 4; the stage one-hot (give, return, play); places taken / 6; own hand / 14;
/// passes in a row / 20; whether this is a set's first deal.
///
/// # Panics
/// When `out` is not [`VIEW_LEN`] long.
pub fn view_tensor(game: &Daifugo, view: &View, out: &mut [f32]) {
    assert_eq!(out.len(), VIEW_LEN, "a view's tensor has {VIEW_LEN} values");
    out.fill(0.0);
    let mut w = Writer { out, at: 0 };
    planes(game, view, &mut w);
    for (i, seat) in seats(view).enumerate() {
        w.at = PLANES * PLANE + 14 * i;
        seat_row(view, seat, &mut w);
    }
    w.at = PLANES * PLANE + 14 * 6;
    let (table, field) = (&view.table, &view.table.field);
    kind_and_rank(field.play, &mut w);
    (0..4).for_each(|s| w.flag(field.lock.0 >> s & 1 == 1));
    [field.revolution, field.back, field.reversed()].into_iter().for_each(|b| w.flag(b));
    w.put(f32::from(view.blind) / 4.0);
    [Stage::Give, Stage::Return, Stage::Play].into_iter().for_each(|s| w.flag(view.stage == s));
    w.put((table.seats() - table.active.len().min(table.seats())) as f32 / 6.0);
    w.put(view.hand.len() as f32 / 14.0);
    w.put(f32::from(table.passes) / 20.0);
    w.flag(view.ranks.is_empty());
    debug_assert_eq!(w.at, VIEW_LEN);
}

fn planes(game: &Daifugo, view: &View, w: &mut Writer<'_>) {
    let played = view.played();
    let known = known(game, view, &played);
    let mut unseen = CardSet::deck(usize::from(game.rules().ranks), u32::from(game.rules().jokers));
    unseen = unseen.minus(view.hand);
    for i in 0..6 {
        unseen = unseen.minus(played[i]).minus(known[i]);
    }
    if view.got.is_empty() {
        unseen = unseen.minus(view.gave);
    }
    w.cards(view.hand);
    w.cards(view.table.field.play.map_or(CardSet::EMPTY, |p| p.cards()));
    w.cards(unseen);
    for (from, sets) in [(3, played), (9, known)] {
        for (i, seat) in seats(view).enumerate() {
            w.at = (from + i) * PLANE;
            w.cards(sets[seat.index()]);
        }
    }
}

fn seat_row(view: &View, seat: Seat, w: &mut Writer<'_>) {
    let table = &view.table;
    w.put(f32::from(table.left[seat.index()]) / 14.0);
    w.flag(table.active.has(seat));
    w.flag(table.passed.has(seat));
    w.flag(table.owner == Some(seat));
    w.flag(view.turn() == Some(seat));
    w.flag(table.finished.contains(&seat));
    w.flag(table.fouled.contains(&seat));
    w.flag(table.fallen == Some(seat));
    w.one_hot(view.ranks.get(seat.index()).map(|r| *r as usize), 5);
    w.flag(true);
}

/// Kind one-hot (3), cards / 13, rank one-hot (14): 18 numbers.
fn kind_and_rank(play: Option<Play>, w: &mut Writer<'_>) {
    let kind = play.map(|p| match p.kind() {
        Kind::Unknown => 3,
        Kind::Single => 0,
        Kind::Group => 1,
        Kind::Run => 2,
    });
    w.one_hot(kind, 3);
    w.put(play.map_or(0.0, |p| p.len() as f32) / 13.0);
    w.one_hot(play.map(|p| p.rank().index()), 14);
}

/// Writes the features of one legal action: its cards as a plane; whether it is a pass, gives tribute, returns for it; the
/// play's kind one-hot (3), its cards / 13, its rank one-hot (14); its strength in the order in force / 13; jokers / 2;
/// whether it clears the field by itself, is a revolution, goes out, goes out by a foul; 2s, jokers and 8s left after it, / 10;
/// cards left after it / 14.
///
/// # Panics
/// When `out` is not [`FEATURES_LEN`] long.
pub fn action_features(game: &Daifugo, view: &View, action: Action, out: &mut [f32]) {
    assert_eq!(out.len(), FEATURES_LEN, "an action has {FEATURES_LEN} features");
    out.fill(0.0);
    let (cards, play) = match action {
        Action::Pass => (CardSet::EMPTY, None),
        Action::Play(play) => (play.cards(), Some(play)),
        Action::Give(cards) | Action::Return(cards) => (cards, None),
    };
    let rest = view.hand.minus(cards);
    let mut w = Writer { out, at: 0 };
    w.cards(cards);
    w.flag(action == Action::Pass);
    w.flag(matches!(action, Action::Give(_)));
    w.flag(matches!(action, Action::Return(_)));
    kind_and_rank(play, &mut w);
    let field = &view.table.field;
    w.put(play.map_or(0.0, |p| f32::from(p.rank().strength(field.reversed()))) / 13.0);
    w.put(cards.jokers() as f32 / 2.0);
    let after = play.map(|p| field.after(game.rules(), p));
    w.flag(after.is_some_and(|a| a.clears));
    w.flag(after.is_some_and(|a| a.turned));
    let out = play.is_some() && rest.is_empty();
    w.flag(out);
    w.flag(out && play.is_some_and(|p| is_foul(game.rules(), field, p)));
    let kept = rest.of_rank(Rank::TWO).len() + rest.of_rank(Rank::EIGHT).len() + rest.jokers();
    w.put(kept as f32 / 10.0);
    w.put(rest.len() as f32 / 14.0);
    debug_assert_eq!(w.at, FEATURES_LEN);
}

/// Actions are numbered in their own order: the pass (0), plays by kind, rank, jokers and cards, then tribute given, then
/// returned for it.
impl ByView for Daifugo {
    const VIEW_LEN: usize = VIEW_LEN;
    const FEATURES_LEN: usize = FEATURES_LEN;

    fn every_action(&self) -> Vec<Action> {
        let rules = self.rules();
        let deck = CardSet::deck(usize::from(rules.ranks), u32::from(rules.jokers));
        let mut actions = vec![Action::Pass];
        each_play(deck, rules.joker_pair, &mut |play| actions.push(Action::Play(play)));
        for n in if rules.tribute { 0..=2 } else { 0..=0 } {
            choices(deck, n, &mut |cards| actions.extend([Action::Give(cards), Action::Return(cards)]));
        }
        actions.sort_unstable();
        actions
    }
    fn view_tensor(&self, view: &View, out: &mut [f32]) {
        view_tensor(self, view, out);
    }
    fn action_features(&self, view: &View, action: Action, out: &mut [f32]) {
        action_features(self, view, action, out);
    }
}
