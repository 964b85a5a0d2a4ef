//! What a seat sees: its own hand in the order the tiles arrived, the tile it has just drawn, every river in order,
//! how many tiles are left in the wall, whose turn it is or how the hand ended, who began, and the rules. Never the
//! wall's order nor another hand, not even a winner's.

use super::config::Config;
use super::state::{Discards, End, Stage, State};
use super::text::{Discard, MOST_HELD};
use super::tile::{KINDS, Tile};
use super::{DoubleRon, MiniMahjong, counts_of};
use arrayvec::ArrayVec;
use croupier_core::{Game, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What one seat knows of a hand.
///
/// In JSON: `rules`, `seat`, `stage`, `first`, `hand`, `drawn`, `rivers` (a list for each seat) and `wall`. Reading
/// one refuses a view that no hand of those rules can give.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Raw", into = "Raw")]
pub struct View {
    pub(super) rules: Config,
    pub(super) seat: Seat,
    pub(super) stage: Stage,
    pub(super) first: Option<Seat>,
    pub(super) hand: ArrayVec<Tile, MOST_HELD>,
    pub(super) drawn: Option<Tile>,
    pub(super) discards: Discards,
    pub(super) wall: u8,
}

impl View {
    pub(super) fn of(rules: &Config, s: &State, seat: Seat) -> Self {
        let dealt = !matches!(s.stage, Stage::First | Stage::Deal);
        let mut hand = ArrayVec::new();
        if dealt {
            hand.extend(s.hands[seat.index()].tiles().iter().copied());
        }
        let holds_drawn = matches!(s.stage, Stage::Discard(by) | Stage::Over(End::Tsumo(by)) if by == seat);
        Self {
            rules: *rules,
            seat,
            stage: s.stage,
            first: (s.stage != Stage::First).then_some(s.first),
            hand,
            drawn: holds_drawn.then_some(s.drawn),
            discards: s.discards,
            wall: s.left,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Config {
        &self.rules
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What happens next, or how the hand ended.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who began, once chance has said so.
    pub fn first(&self) -> Option<Seat> {
        self.first
    }

    /// The seat's own held tiles in the order they arrived.
    pub fn hand(&self) -> &[Tile] {
        &self.hand
    }

    /// The tile the seat has just drawn, kept apart from the others.
    pub fn drawn(&self) -> Option<Tile> {
        self.drawn
    }

    /// Every discard in order, from whoever began round the table.
    pub fn discards(&self) -> &[Discard] {
        self.discards.all()
    }

    /// The discards of `seat` in order.
    pub fn river(&self, seat: Seat) -> impl Iterator<Item = Discard> {
        let players = usize::from(self.rules.players);
        let offset = (seat.index() + players - self.first.map_or(0, Seat::index)) % players;
        self.discards().iter().copied().skip(offset).step_by(players)
    }

    /// How many tiles are left in the wall.
    pub fn wall(&self) -> usize {
        usize::from(self.wall)
    }

    /// How many of each kind the seat does not see, by [`Tile::index`]: all there are, less its own and the rivers.
    pub fn unseen(&self) -> [u8; KINDS] {
        let mut unseen = counts_of(&self.rules.tiles);
        let rivers = self.discards().iter().map(|d| d.tile());
        for tile in self.hand.iter().copied().chain(self.drawn).chain(rivers) {
            unseen[tile.index()] -= 1;
        }
        unseen
    }

    /// Checks that a hand of these rules can give this view, wins aside.
    fn check(&self, game: &MiniMahjong) -> Result<(), String> {
        let (rules, players) = (&self.rules, usize::from(self.rules.players));
        let dealt = !matches!(self.stage, Stage::First | Stage::Deal);
        let seat = |field: &str, s: Seat| {
            (s.index() < players).then_some(()).ok_or_else(|| format!("{field}: there is no seat {s}"))
        };
        seat("seat", self.seat)?;
        self.first.map_or(Ok(()), |s| seat("first", s))?;
        if self.first.is_none() != (self.stage == Stage::First) {
            return Err("first: it is known from the deal on".into());
        }
        if self.hand.len() != if dealt { rules.held() } else { 0 } {
            return Err(format!("hand: {} tiles at this stage", self.hand.len()));
        }
        let made = self.discards().len();
        let drawn = made + usize::from(matches!(self.stage, Stage::Discard(_) | Stage::Over(End::Tsumo(_))));
        if !dealt && made > 0 {
            return Err("rivers: there are discards before the deal".into());
        }
        let wall = if dealt { rules.wall() - drawn as i32 } else { rules.tiles.total() };
        if wall != i32::from(self.wall) {
            return Err(format!("wall: {} tiles, it should be {wall}", self.wall));
        }
        if dealt {
            self.check_stage(made, game)?;
        }
        let own = matches!(self.stage, Stage::Discard(by) | Stage::Over(End::Tsumo(by)) if by == self.seat);
        if self.drawn.is_some() != own {
            return Err("drawn: a seat has a drawn tile when it discards or wins by it, and then only".into());
        }
        let mut counts = game.tiles;
        let rivers = self.discards().iter().map(|d| d.tile());
        for tile in self.hand.iter().copied().chain(self.drawn).chain(rivers) {
            counts[tile.index()] = counts[tile.index()]
                .checked_sub(1)
                .ok_or_else(|| format!("hand or rivers: too many of {tile}"))?;
        }
        Ok(())
    }

    /// Checks the stage after `made` discards, the hands being dealt.
    fn check_stage(&self, made: usize, game: &MiniMahjong) -> Result<(), String> {
        let players = game.seats();
        let first = self.first.unwrap_or(Seat(0));
        let (next, last) = (first.after(made, players), first.after(made + players - 1, players));
        let double = self.rules.double_ron;
        let fits = match self.stage {
            Stage::First | Stage::Deal => true,
            Stage::Draw(by) => by == next && self.wall > 0,
            Stage::Discard(by) | Stage::Over(End::Tsumo(by)) => by == next,
            Stage::Over(End::Exhausted) => self.wall == 0,
            Stage::Over(End::DoubleRon { from }) => {
                made > 0 && from == last && double == DoubleRon::None && players > 2
            }
            Stage::Over(End::Ron { from, winners }) => {
                let count = winners.count();
                let all_seats = winners.iter().all(|s| s.index() < players && s != from);
                made > 0 && from == last && all_seats && (count == 1 || count > 1 && double == DoubleRon::All)
            }
        };
        fits.then_some(()).ok_or_else(|| format!("stage: {:?} cannot be after {made} discards", self.stage))
    }
}

/// A view as JSON has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    rules: Config,
    seat: Seat,
    stage: Stage,
    first: Option<Seat>,
    hand: ArrayVec<Tile, MOST_HELD>,
    drawn: Option<Tile>,
    rivers: Vec<Vec<Discard>>,
    wall: u8,
}

impl From<View> for Raw {
    fn from(v: View) -> Raw {
        let rivers = Seat::all(v.rules.players.into()).map(|s| v.river(s).collect()).collect();
        let View { rules, seat, stage, first, hand, drawn, wall, .. } = v;
        Raw { rules, seat, stage, first, hand, drawn, rivers, wall }
    }
}

impl TryFrom<Raw> for View {
    type Error = String;
    fn try_from(raw: Raw) -> Result<Self, String> {
        let Raw { rules, seat, stage, first, hand, drawn, rivers, wall } = raw;
        let game = MiniMahjong::new(rules).map_err(|e| e.to_string())?;
        let discards = interleave(&rivers, game.seats(), first)?;
        let view = View { rules, seat, stage, first, hand, drawn, discards, wall };
        view.check(&game)?;
        Ok(view)
    }
}

/// The discards of all rivers in the order they were made.
fn interleave(rivers: &[Vec<Discard>], players: usize, first: Option<Seat>) -> Result<Discards, String> {
    if rivers.len() != players {
        return Err(format!("rivers: {} of them for {players} seats", rivers.len()));
    }
    let first = first.unwrap_or(Seat(0));
    let total: usize = rivers.iter().map(Vec::len).sum();
    let mut discards = Discards::default();
    for i in 0..total.min(super::MOST_TILES) {
        let seat = Seat((first.index() % players) as u8).after(i, players);
        let discard = rivers[seat.index()].get(i / players);
        discards.push(*discard.ok_or_else(|| format!("rivers: seat {seat}'s is too short for the others"))?);
    }
    if total > super::MOST_TILES {
        return Err(format!("rivers: {total} discards"));
    }
    Ok(discards)
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = self.hand.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
        write!(
            f,
            "You are seat {}. Your hand: {}",
            self.seat,
            if tiles.is_empty() { "not dealt" } else { &tiles }
        )?;
        if let Some(drawn) = self.drawn {
            write!(f, " and drawn {drawn}")?;
        }
        for seat in Seat::all(self.rules.players.into()) {
            let river = self.river(seat).map(|d| d.to_string()).collect::<Vec<_>>().join(" ");
            let own = if seat == self.seat { " (you)" } else { "" };
            write!(f, "\nRiver of seat {seat}{own}: {}", if river.is_empty() { "empty" } else { &river })?;
        }
        write!(f, "\nIn the wall: {}. ", self.wall)?;
        match self.stage {
            Stage::First => f.write_str("Who begins is not drawn yet."),
            Stage::Deal => f.write_str("The hands are not dealt yet."),
            Stage::Draw(seat) => write!(f, "Seat {seat} is to draw."),
            Stage::Discard(seat) => write!(f, "Seat {seat} is to discard."),
            Stage::Over(End::Exhausted) => f.write_str("The wall is empty: a draw."),
            Stage::Over(End::Tsumo(seat)) => write!(f, "Seat {seat} has won by its own draw."),
            Stage::Over(End::DoubleRon { from }) => {
                write!(f, "Seat {from}'s discard completes several hands: a draw.")
            }
            Stage::Over(End::Ron { from, winners }) => {
                let winners = winners.iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" and ");
                write!(f, "Seat {winners} has won by seat {from}'s discard.")
            }
        }
    }
}
