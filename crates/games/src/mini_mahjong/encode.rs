//! Views and discards as numbers, for networks. Indices depend on the rules alone, never on the hand.

use super::MiniMahjong;
use super::state::State;
use super::text::Discard;
use super::tile::{KINDS, Tile};
use super::view::View;
use crate::encode::{Encode, Options};
use croupier_core::{ConfigError, Game, Seat};

/// The layout of encoded views and discards.
///
/// A view is `PLANES` planes of 34 kinds, then one number. Planes, each a count of tiles over 4: own hand, tile
/// drawn, tiles unseen, then for each of four seats, from the viewer on in turn order, its river (all zero where
/// there is no seat). The last number is the share of the wall that is left.
pub struct Encoding;

impl Encoding {
    /// Planes of 34 numbers each.
    pub const PLANES: usize = 7;
    /// The length of an encoded view.
    pub const VIEW: usize = Self::PLANES * KINDS + 1;
    /// How many discards there are: for each kind held, then drawn.
    pub const ACTIONS: usize = 2 * KINDS;

    /// Writes a view into `out`, which has [`VIEW`](Self::VIEW) numbers.
    ///
    /// # Panics
    /// When `out` has another length.
    pub fn view(view: &View, out: &mut [f32]) {
        assert_eq!(out.len(), Self::VIEW, "room for one encoded view");
        out.fill(0.0);
        let (planes, wall) = out.split_at_mut(Self::PLANES * KINDS);
        let mut add =
            |plane: usize, tile: Tile, n: u8| planes[plane * KINDS + tile.index()] += f32::from(n) / 4.0;
        view.hand().iter().for_each(|t| add(0, *t, 1));
        view.drawn().iter().for_each(|t| add(1, *t, 1));
        let unseen = view.unseen();
        Tile::all().for_each(|t| add(2, t, unseen[t.index()]));
        let players = usize::from(view.rules().players);
        for step in 0..players {
            let seat: Seat = view.seat().after(step, players);
            view.river(seat).for_each(|d| add(3 + step, d.tile(), 1));
        }
        wall[0] = view.wall() as f32 / view.rules().tiles.total() as f32;
    }

    /// The index of a discard, below [`ACTIONS`](Self::ACTIONS).
    pub fn index(discard: Discard) -> usize {
        discard.tile().index() + if discard.is_drawn() { KINDS } else { 0 }
    }

    /// The discard of an index, if there is one.
    pub fn discard(index: usize) -> Option<Discard> {
        match index.checked_sub(KINDS) {
            None => Tile::new(index).map(Discard::held),
            Some(kind) => Tile::new(kind).map(Discard::drawn),
        }
    }
}

impl Encode for MiniMahjong {
    type Code = ();

    fn code(&self, options: &Options) -> Result<(), ConfigError> {
        options.none(Self::ID)
    }
    fn actions(&self, _: &()) -> usize {
        Encoding::ACTIONS
    }
    fn index(&self, _: &(), _: &State, action: Discard) -> Option<usize> {
        Some(Encoding::index(action))
    }
    fn action(&self, _: &(), _: &State, index: usize) -> Option<Discard> {
        Encoding::discard(index)
    }
    fn shape(&self) -> Vec<usize> {
        vec![Encoding::VIEW]
    }
    fn observe(&self, s: &State, seat: Seat, out: &mut [f32]) {
        Encoding::view(&self.view(s, seat), out);
    }
}
