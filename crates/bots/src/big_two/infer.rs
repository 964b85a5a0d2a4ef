//! What plays and passes say about the hands behind them: worlds are drawn in proportion to how well they explain them.

use croupier_core::{Kind, Rng, Switch};
use croupier_games::BigTwo;
use croupier_games::big_two::{Card, Cards, PlayKind, Rank, Strength, View};
use serde::{Deserialize, Serialize};

/// How much less likely a seat does something for each card or play it would sooner have used; natural logarithms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Habits {
    /// A pass on a single, for each card from the field's up to the kings that would have beaten it.
    pub(super) pass_low: f64,
    /// A pass on a single, for each ace or 2 that would have beaten it.
    pub(super) pass_high: f64,
    /// A pass on a pair, for each rank with a pair that would have beaten it.
    pub(super) pass_pair: f64,
    /// A pass on five cards that the hand could have beaten.
    pub(super) pass_five: f64,
    /// A single, for each lower one that would have done as well.
    pub(super) lower: f64,
}

impl Default for Habits {
    fn default() -> Self {
        Self { pass_low: 0.25, pass_high: 0.0, pass_pair: 0.4, pass_five: 1.0, lower: 0.1 }
    }
}

const fn habit(key: &'static str, help: &'static str) -> Switch {
    Switch { key, kind: Kind::Float(0.0, 10.0), help }
}

/// The habits, described.
pub(super) const SWITCHES: [Switch; 5] = [
    habit("pass_low", "how unlikely a pass on a single is for each card up to the kings that beats it"),
    habit("pass_high", "the same for each ace and 2"),
    habit("pass_pair", "how unlikely a pass on a pair is for each pair that beats it"),
    habit("pass_five", "how unlikely a pass on five cards is when the hand can beat them"),
    habit("lower", "how unlikely a single is for each lower one that would have done"),
];

/// One thing that a seat did, and what it tells of its hand.
struct Clue {
    /// Cards that it has put down since, this play included: with the hand now they are its hand then.
    since: Cards,
    tells: Tells,
}

enum Tells {
    /// It passed on a single; these cards would have beaten it.
    PassedSingle(Cards),
    /// It passed on this pair or five.
    Passed(Strength),
    /// It played a single; these would have done as well and are lower.
    Single(Cards),
}

/// The clues of each seat's history, and worlds that explain them.
pub(super) struct Clues<'a> {
    game: &'a BigTwo,
    view: &'a View,
    habits: Habits,
    seats: [Vec<Clue>; 4],
}

/// From how many worlds one is picked.
const DRAWN: usize = 4;

const ACES_AND_TWOS: Cards = Cards::from_bits(0xff << 44);

impl<'a> Clues<'a> {
    /// Reads the history of a view.
    pub(super) fn new(game: &'a BigTwo, view: &'a View, habits: Habits) -> Self {
        let mut seats: [Vec<Clue>; 4] = Default::default();
        let mut field: Option<Strength> = None;
        let mut owner = None;
        for m in &view.history {
            if owner == Some(m.seat) {
                field = None; // Everybody else passed: it leads anew.
            }
            let cards = m.action.cards();
            let clues = &mut seats[m.seat.index()];
            clues.iter_mut().for_each(|c| c.since = c.since.with(cards));
            let strength = game.plays().strength(cards);
            if let Some(tells) = tells(field, strength, cards) {
                clues.push(Clue { since: cards, tells });
            }
            if strength.is_some() {
                (field, owner) = (strength, Some(m.seat));
            }
        }
        Self { game, view, habits, seats }
    }

    /// How well a hand explains what its seat did.
    fn score(&self, seat: usize, hand: Cards) -> f64 {
        let h = &self.habits;
        let of = |clue: &Clue| {
            let then = hand.with(clue.since);
            match &clue.tells {
                Tells::PassedSingle(beat) => {
                    let (all, high) = (then.and(*beat), then.and(*beat).and(ACES_AND_TWOS).len());
                    h.pass_low * f64::from(all.len() - high) + h.pass_high * f64::from(high)
                }
                Tells::Passed(field) if field.kind() == PlayKind::Pair => {
                    let above = then.above(Card::from_index(field.key()).expect("a pair's key is a card"));
                    let ranks = above.ranks();
                    let pairs =
                        (0..13).filter(|r| ranks >> r & 1 == 1 && then.nibble(Rank(*r)).count_ones() >= 2);
                    h.pass_pair * pairs.count() as f64
                }
                Tells::Passed(field) => {
                    let beats = self.game.plays().strongest(then, 5).is_some_and(|s| s > *field);
                    if beats { h.pass_five } else { 0.0 }
                }
                Tells::Single(lower) => h.lower * f64::from(then.and(*lower).len()),
            }
        };
        -self.seats[seat].iter().map(of).sum::<f64>()
    }

    /// The hands of one of several worlds drawn from the view, each as likely to be picked as it explains the clues.
    pub(super) fn draw(&self, rng: &mut Rng) -> [Cards; 4] {
        let mut worlds = [[Cards::NONE; 4]; DRAWN];
        let mut scores = [0.0; DRAWN];
        for (world, score) in worlds.iter_mut().zip(&mut scores) {
            *world = self.game.sample_hands(self.view, rng);
            let others = (0..4).filter(|s| *s != self.view.seat.index());
            *score = others.map(|s| self.score(s, world[s])).sum();
        }
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = scores.map(|s| (s - best).exp());
        let mut at = rng.unit() * weights.iter().sum::<f64>();
        let picked = weights.iter().position(|w| {
            at -= w;
            at < 0.0
        });
        worlds[picked.unwrap_or(DRAWN - 1)]
    }
}

/// What a move tells, with the field it answers (none for a lead).
fn tells(field: Option<Strength>, made: Option<Strength>, cards: Cards) -> Option<Tells> {
    let above = |s: Strength| Card::from_index(s.key()).map(|c| Cards::ALL.above(c));
    match (field, made) {
        (Some(f), None) if f.kind() == PlayKind::Single => above(f).map(Tells::PassedSingle),
        (Some(f), None) if f.kind() == PlayKind::Pair || f.cards() == 5 => Some(Tells::Passed(f)),
        (f, Some(s)) if s.kind() == PlayKind::Single => {
            let beating = f.map_or(Some(Cards::ALL), above)?;
            let lower = beating.without(above(s)?).without(cards);
            Some(Tells::Single(lower))
        }
        _ => None,
    }
}
