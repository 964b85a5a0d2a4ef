//! What a learner is shown: matrices and features of fixed shape, from a view alone.
//!
//! Seats are always relative: 0 is the view's own seat, 1 the next to play, and so on. Cards lie in planes of 4 × 13,
//! a row for each suit (diamonds, clubs, hearts, spades), a column for each rank (3 to 2), row by row.
//!
//! A learner scores plays, one row of [`play_features`] each, rather than one index among thousands; for those who want the
//! index there is a [`Catalogue`](crate::encode::Catalogue), the same for every hand.

use super::BigTwo;
use super::cards::{Card, Cards, RANKS, Rank, SUITS, Suit};
use super::plays::Action;
use super::view::View;
use crate::encode::ByView;
use croupier_core::Seat;

/// The values of one 4 × 13 plane.
pub const PLANE: usize = SUITS * RANKS;
/// The planes of a view: own hand, play on the table, unseen cards, cards played by each relative seat.
pub const PLANES: usize = 7;
/// The numbers after the planes of a view; see [`view_tensor`].
pub const SCALARS: usize = 23;
/// The length of a view's tensor: 7 planes and 23 numbers, 387.
pub const VIEW_LEN: usize = PLANES * PLANE + SCALARS;
/// The length of one action's features: a plane, 11 kinds (the last is the pass) and 5 numbers, 68.
pub const FEATURES_LEN: usize = PLANE + 11 + 5;

/// A set of cards as the 4 × 13 matrix of zeros and ones.
///
/// ```
/// use croupier_games::big_two::encode::hand_matrix;
/// let matrix = hand_matrix("3d 2s".parse()?);
/// assert_eq!((matrix[0][0], matrix[3][12], matrix[0][12]), (1, 1, 0));
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn hand_matrix(cards: Cards) -> [[u8; RANKS]; SUITS] {
    std::array::from_fn(|suit| {
        std::array::from_fn(|rank| u8::from(cards.has(Card::new(Rank(rank as u8), Suit(suit as u8)))))
    })
}

fn plane(cards: Cards, out: &mut [f32]) {
    for (value, bit) in out.iter_mut().zip(hand_matrix(cards).as_flattened()) {
        *value = f32::from(*bit);
    }
}

/// Writes a view: [`PLANES`] planes, then [`SCALARS`] numbers.
///
/// Planes: 0 own hand, 1 the play on the table, 2 cards neither held nor seen played, 3 to 6 cards played by relative
/// seats 0 to 3. Numbers: 0–3 cards left / 13; 4–7 who made the play on the table, one-hot, all zero on lead; 8–10
/// passes since it, one-hot; 11–14 who is locked out of the trick; 15–18 whose turn it is, one-hot, all zero between
/// hands; 19–22 chips / 50.
///
/// # Panics
/// When `out` is not [`VIEW_LEN`] long.
pub fn view_tensor(view: &View, out: &mut [f32]) {
    assert_eq!(out.len(), VIEW_LEN, "a view's tensor has {VIEW_LEN} values");
    out.fill(0.0);
    let me = view.seat.index();
    let relative = |seat: Seat| (seat.index() + 4 - me) % 4;
    let mut played = [Cards::NONE; 4];
    for m in &view.history {
        let by = &mut played[relative(m.seat)];
        *by = by.with(m.action.cards());
    }
    let table = view.table.as_ref().map_or(Cards::NONE, |t| t.action.cards());
    let planes = [view.hand, table, view.unseen(), played[0], played[1], played[2], played[3]];
    for (cards, out) in planes.into_iter().zip(out.chunks_exact_mut(PLANE)) {
        plane(cards, out);
    }
    let out = &mut out[PLANES * PLANE..];
    for steps in 0..4 {
        let seat = (me + steps) % 4;
        out[steps] = f32::from(view.left[seat]) / 13.0;
        out[11 + steps] = f32::from(u8::from(view.locked[seat]));
        out[19 + steps] = view.chips[seat].0 as f32 / 50.0;
    }
    if let Some(table) = &view.table {
        out[4 + relative(table.seat)] = 1.0;
    }
    out[8 + usize::from(view.passes.min(2))] = 1.0;
    if let Some(turn) = view.turn {
        out[15 + relative(turn)] = 1.0;
    }
}

/// Writes the features of one legal action: its plane, its kind one-hot (as [`PlayKind::ALL`](super::PlayKind::ALL),
/// then the pass), then its key / 51, its cards / 5, cards left after it / 13, 2s left after it / 4, and whether it
/// empties the hand.
///
/// # Panics
/// When `out` is not [`FEATURES_LEN`] long.
pub fn play_features(game: &BigTwo, view: &View, action: Action, out: &mut [f32]) {
    assert_eq!(out.len(), FEATURES_LEN, "an action has {FEATURES_LEN} features");
    out.fill(0.0);
    plane(action.cards(), &mut out[..PLANE]);
    let rest = view.hand.without(action.cards());
    let (kinds, numbers) = out[PLANE..].split_at_mut(11);
    match game.plays().strength(action.cards()) {
        Some(strength) => {
            kinds[strength.kind() as usize] = 1.0;
            numbers[0] = f32::from(strength.key()) / 51.0;
        }
        None => kinds[10] = 1.0,
    }
    numbers[1] = action.len() as f32 / 5.0;
    numbers[2] = rest.len() as f32 / 13.0;
    numbers[3] = rest.and(Cards::TWOS).len() as f32 / 4.0;
    numbers[4] = f32::from(u8::from(rest.is_empty()));
}

/// What an observer may ask for beside the tensors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// A reward of cards / 5 for each play, as in the first write-up.
    pub step_rewards: bool,
}

impl Options {
    /// The reward for an action on the way: cards put down / 5 if asked for, else 0. Scores never hold it.
    ///
    /// ```
    /// use croupier_games::big_two::encode::Options;
    /// let pair = "3d 3c".parse()?;
    /// assert_eq!(Options { step_rewards: true }.step_reward(pair), 0.4);
    /// assert_eq!(Options::default().step_reward(pair), 0.0);
    /// # Ok::<(), croupier_games::ParseError>(())
    /// ```
    pub fn step_reward(self, action: Action) -> f32 {
        if self.step_rewards { action.len() as f32 / 5.0 } else { 0.0 }
    }
}

/// Plays are numbered in their own order (by number of cards, then by highest differing card) and the pass comes last: in
/// `standard` 0 is the 3♦, 51 the 2♠, 19,897 the last play and 19,898 the pass.
impl ByView for BigTwo {
    const VIEW_LEN: usize = VIEW_LEN;
    const FEATURES_LEN: usize = FEATURES_LEN;

    fn every_action(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.plays().all(Cards::ALL, &mut actions);
        actions.push(Action::PASS);
        actions
    }
    fn view_tensor(&self, view: &View, out: &mut [f32]) {
        view_tensor(view, out);
    }
    fn action_features(&self, view: &View, action: Action, out: &mut [f32]) {
        play_features(self, view, action, out);
    }
}
