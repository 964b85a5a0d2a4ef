//! The whole truth of a hand, and what happens to it.

use super::config::{Config, DoubleRon};
use super::shape::{Counts, Shape};
use super::text::{Chance, Deal, Discard, MOST_HELD};
use super::tile::{KINDS, MOST_TILES, Tile};
use croupier_core::{Illegal, Seat, Turn};
use serde::{Deserialize, Serialize};

/// Where a hand stands: what happens next, or how it ended. Everybody knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Chance says who begins.
    First,
    /// Chance deals the hands.
    Deal,
    /// Chance gives this seat a tile.
    Draw(Seat),
    /// This seat discards.
    Discard(Seat),
    /// The hand has ended.
    Over(End),
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The wall is empty and the last discard won for nobody.
    Exhausted,
    /// This seat won by its own draw.
    Tsumo(Seat),
    /// A discard won.
    Ron {
        /// Who discarded it.
        from: Seat,
        /// Who won: one seat, or with `double_ron=all` each that it completed.
        winners: Seats,
    },
    /// A discard completed several hands, and `double_ron=none` makes that a draw.
    DoubleRon {
        /// Who discarded it.
        from: Seat,
    },
}

impl End {
    /// Whether `seat` won.
    pub fn won(self, seat: Seat) -> bool {
        match self {
            End::Tsumo(winner) => winner == seat,
            End::Ron { winners, .. } => winners.has(seat),
            End::Exhausted | End::DoubleRon { .. } => false,
        }
    }
}

/// Some of the seats; a list of seats in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct Seats(u8);

impl Seats {
    /// Adds one.
    pub(super) fn add(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Whether `seat` is among them.
    pub fn has(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 >> seat.0 & 1 == 1
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// They in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(4).filter(move |s| self.has(*s))
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Self {
        seats.iter().collect()
    }
}

impl TryFrom<Vec<Seat>> for Seats {
    type Error = String;
    fn try_from(list: Vec<Seat>) -> Result<Self, String> {
        let mut seats = Seats::default();
        for seat in list {
            if seat.0 >= 4 || seats.has(seat) {
                return Err(format!("winners: seat {seat} is not a seat, or is named twice"));
            }
            seats.add(seat);
        }
        Ok(seats)
    }
}

/// The tiles a seat holds between turns, in the order they arrived.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hand {
    tiles: [Tile; MOST_HELD],
    len: u8,
    pub(super) counts: Counts,
}

impl Hand {
    pub(super) fn new(tiles: &[Tile]) -> Self {
        let mut hand =
            Self { len: tiles.len() as u8, counts: tiles.iter().copied().collect(), ..Self::default() };
        hand.tiles[..tiles.len()].copy_from_slice(tiles);
        hand
    }

    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    /// Makes a discard from this hand and `drawn`; nothing changes if it holds no such tile.
    #[inline]
    pub(super) fn discard(&mut self, discard: Discard, drawn: Tile) -> bool {
        let tile = discard.tile();
        if discard.is_drawn() {
            return tile == drawn;
        }
        let len = usize::from(self.len);
        let Some(at) = self.tiles().iter().position(|t| *t == tile) else {
            return false;
        };
        self.tiles.copy_within(at + 1..len, at);
        self.tiles[len - 1] = drawn;
        self.counts.remove(tile);
        self.counts.add(drawn);
        true
    }
}

/// Every discard of a hand, in order. Turns go round, so the seat of each follows from who began.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Discards {
    list: [Discard; MOST_TILES],
    len: u8,
}

impl Default for Discards {
    fn default() -> Self {
        Self { list: [Discard::default(); MOST_TILES], len: 0 }
    }
}

impl std::fmt::Debug for Discards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.all().fmt(f)
    }
}

impl Discards {
    #[inline]
    pub(super) fn push(&mut self, discard: Discard) {
        self.list[usize::from(self.len)] = discard;
        self.len += 1;
    }

    #[inline]
    pub(super) fn all(&self) -> &[Discard] {
        &self.list[..usize::from(self.len)]
    }
}

/// The whole truth of a hand. There is no wall in order, only what is left: each draw is a chance event.
#[derive(Clone, Copy)]
pub struct State {
    pub(super) stage: Stage,
    pub(super) first: Seat,
    pub(super) hands: [Hand; 4],
    /// The tile just drawn; of meaning while its seat discards, and after a win by it.
    pub(super) drawn: Tile,
    /// What is left of each kind.
    pub(super) wall: [u8; KINDS],
    /// How many tiles are left.
    pub(super) left: u8,
    pub(super) discards: Discards,
}

impl State {
    pub(super) fn new(tiles: &[u8; KINDS]) -> Self {
        Self {
            stage: Stage::First,
            first: Seat(0),
            hands: [Hand::default(); 4],
            drawn: Tile::default(),
            wall: *tiles,
            left: tiles.iter().sum(),
            discards: Discards::default(),
        }
    }

    #[inline]
    pub(super) fn turn(&self) -> Turn {
        match self.stage {
            Stage::First | Stage::Deal | Stage::Draw(_) => Turn::Chance,
            Stage::Discard(seat) => Turn::Seat(seat),
            Stage::Over(_) => Turn::Over,
        }
    }

    /// Makes a chance event happen.
    #[inline]
    pub(super) fn reveal(&mut self, config: &Config, shape: Shape, chance: &Chance) -> Result<(), Illegal> {
        match (self.stage, chance) {
            (Stage::Draw(seat), Chance::Draw(tile)) => {
                if self.wall[tile.index()] == 0 {
                    return Err(Illegal::new(chance, "none is left in the wall"));
                }
                self.wall[tile.index()] -= 1;
                self.left -= 1;
                self.drawn = *tile;
                let won = shape.completes(&self.hands[seat.index()].counts, *tile);
                self.stage = if won { Stage::Over(End::Tsumo(seat)) } else { Stage::Discard(seat) };
                Ok(())
            }
            (Stage::First, Chance::First(seat)) if seat.0 < config.players => {
                self.first = *seat;
                self.stage = Stage::Deal;
                Ok(())
            }
            (Stage::Deal, Chance::Deal(hands)) => self.deal(config, hands),
            _ => Err(Illegal::new(chance, "chance does something else here")),
        }
    }

    fn deal(&mut self, config: &Config, hands: &Deal) -> Result<(), Illegal> {
        let refuse = |reason: String| Err(Illegal::new(Chance::Deal(hands.clone()), reason));
        let held = config.held();
        if hands.len() != usize::from(config.players) || hands.iter().any(|h| h.len() != held) {
            return refuse(format!("{} hands of {held} are dealt", config.players));
        }
        let mut wall = self.wall;
        for tile in hands.iter().flatten() {
            match wall[tile.index()].checked_sub(1) {
                Some(left) => wall[tile.index()] = left,
                None => return refuse(format!("there are not so many of {tile}")),
            }
        }
        self.wall = wall;
        self.left = wall.iter().sum();
        for (hand, tiles) in self.hands.iter_mut().zip(hands) {
            *hand = Hand::new(tiles);
        }
        self.stage = Stage::Draw(self.first);
        Ok(())
    }

    /// Clears `out` and lists the discards there are: of each kind held, and of the tile drawn.
    #[inline]
    pub(super) fn legal(&self, out: &mut Vec<Discard>) {
        out.clear();
        if let Stage::Discard(seat) = self.stage {
            discards_of(self.hands[seat.index()].tiles(), self.drawn, out);
        }
    }

    /// Discards, and settles whom that makes win.
    #[inline]
    pub(super) fn apply(&mut self, config: &Config, shape: Shape, discard: Discard) -> Result<(), Illegal> {
        let Stage::Discard(seat) = self.stage else {
            return Err(Illegal::new(discard, "no seat is to discard"));
        };
        if !self.hands[seat.index()].discard(discard, self.drawn) {
            let reason = if discard.is_drawn() { "another tile was drawn" } else { "no such tile is held" };
            return Err(Illegal::new(discard, reason));
        }
        self.discards.push(discard);
        self.stage = self.after_discard(config, shape, seat, discard.tile());
        Ok(())
    }

    #[inline]
    fn after_discard(&self, config: &Config, shape: Shape, from: Seat, tile: Tile) -> Stage {
        let completes = |seat: Seat| shape.completes(&self.hands[seat.index()].counts, tile);
        Self::settle(config, from, self.left, completes)
    }

    /// What a discard of `from` leads to, with `left` tiles in the wall, when it completes the hands that it does.
    #[inline]
    pub(super) fn settle(config: &Config, from: Seat, left: u8, completes: impl Fn(Seat) -> bool) -> Stage {
        // `Seat::after` divides, which shows in playouts.
        let next = |seat: Seat| Seat(if seat.0 + 1 == config.players { 0 } else { seat.0 + 1 });
        let mut winners = Seats::default();
        let mut seat = from;
        for _ in 1..config.players {
            seat = next(seat);
            if completes(seat) {
                winners.add(seat);
                if config.double_ron == DoubleRon::NextInTurn {
                    break;
                }
            }
        }
        match winners.count() {
            0 if left == 0 => Stage::Over(End::Exhausted),
            0 => Stage::Draw(next(from)),
            2.. if config.double_ron == DoubleRon::None => Stage::Over(End::DoubleRon { from }),
            _ => Stage::Over(End::Ron { from, winners }),
        }
    }
}

/// Adds the discards there are with `held` and `drawn` to `out`, sorted.
#[inline]
pub(super) fn discards_of(held: &[Tile], drawn: Tile, out: &mut Vec<Discard>) {
    let mut kinds = held.iter().fold(0u64, |kinds, t| kinds | 1 << t.index());
    let below = kinds & ((2 << drawn.index()) - 1);
    let put = |mut some: u64, out: &mut Vec<Discard>| {
        while some != 0 {
            out.extend(Tile::new(some.trailing_zeros() as usize).map(Discard::held));
            some &= some - 1;
        }
    };
    kinds &= !below;
    put(below, out);
    out.push(Discard::drawn(drawn));
    put(kinds, out);
}
