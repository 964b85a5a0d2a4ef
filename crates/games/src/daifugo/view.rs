//! What one seat may know: the page's "What a seat sees", and nothing else.

use super::Daifugo;
use super::cards::CardSet;
use super::plays::Play;
use super::state::{Phase, State};
use super::table::Table;
use super::tribute::{Pair, pairs};
use crate::parse::ParseError;
use arrayvec::ArrayVec;
use croupier_core::Seat;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Something that all seats saw happen in this deal.
///
/// Text, also in JSON: `0 5h5s`, `1 pass`, `clear`, `2 finish`, `2 foul`, `0 fall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Event {
    /// A play with its declared reading, unknown where a foreign record does not say.
    Play {
        /// Whose.
        seat: Seat,
        /// The cards and their reading.
        play: Play,
    },
    /// A pass.
    Pass {
        /// Whose.
        seat: Seat,
    },
    /// The field cleared.
    Clear,
    /// A seat finished without foul.
    Finish {
        /// Which.
        seat: Seat,
    },
    /// A seat went out by a foul.
    Foul {
        /// Which.
        seat: Seat,
    },
    /// Last deal's daifugo dropped out.
    Fall {
        /// Which.
        seat: Seat,
    },
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Play { seat, play } => write!(f, "{seat} {play}"),
            Event::Pass { seat } => write!(f, "{seat} pass"),
            Event::Clear => f.write_str("clear"),
            Event::Finish { seat } => write!(f, "{seat} finish"),
            Event::Foul { seat } => write!(f, "{seat} foul"),
            Event::Fall { seat } => write!(f, "{seat} fall"),
        }
    }
}

impl FromStr for Event {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "clear" {
            return Ok(Event::Clear);
        }
        let refuse = || {
            ParseError::new(
                "event",
                text,
                "`clear`, or a seat and a play, `pass`, `finish`, `foul` or `fall`",
            )
        };
        let (seat, what) = text.split_once(' ').ok_or_else(refuse)?;
        let seat = Seat(seat.parse().map_err(|_| refuse())?);
        Ok(match what {
            "pass" => Event::Pass { seat },
            "finish" => Event::Finish { seat },
            "foul" => Event::Foul { seat },
            "fall" => Event::Fall { seat },
            play => Event::Play { seat, play: play.parse()? },
        })
    }
}

impl From<Event> for String {
    fn from(event: Event) -> String {
        event.to_string()
    }
}

impl TryFrom<String> for Event {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

/// A seat's rank in this deal, from its place in the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// First.
    Daifugo,
    /// Second.
    Fugo,
    /// Between.
    Heimin,
    /// Second last.
    Hinmin,
    /// Last.
    Daihinmin,
}

impl Standing {
    /// The rank of place `place` (from 0) among `n`.
    pub fn of(place: usize, n: usize) -> Standing {
        match (place, n - 1 - place.min(n - 1)) {
            (0, _) => Standing::Daifugo,
            (1, _) => Standing::Fugo,
            (_, 0) => Standing::Daihinmin,
            (_, 1) => Standing::Hinmin,
            _ => Standing::Heimin,
        }
    }
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Chance moves.
    Waiting,
    /// The seat to move gives tribute.
    Give,
    /// The seat to move returns for tribute.
    Return,
    /// Cards are played.
    Play,
    /// The set is over.
    Over,
}

/// What one seat may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// Whose view.
    pub seat: Seat,
    /// What is being done; by whom, says `table.turn`.
    pub stage: Stage,
    /// Own hand; tribute received is in it when the return is done, not before.
    pub hand: CardSet,
    /// Field, lock, order, turn, passes, cards left, and who is out how.
    pub table: Table,
    /// Ranks by seat; empty in a set's first deal.
    pub ranks: ArrayVec<Standing, 6>,
    /// What this seat gave in this deal's exchange, as tribute or as return.
    pub gave: CardSet,
    /// What it got in exchange, once the return is done.
    pub got: CardSet,
    /// How many blind cards there are.
    pub blind: u8,
    /// This deal's events, in order.
    pub events: Vec<Event>,
}

impl View {
    /// The seats by place in the last deal, best first; heimin of six seats in seat order. Empty in a first deal.
    pub fn places(&self) -> ArrayVec<Seat, 6> {
        let mut places: ArrayVec<Seat, 6> = Seat::all(self.ranks.len()).collect();
        places.sort_by_key(|s| self.ranks[s.index()] as u8);
        places
    }

    /// Who exchanges with whom before this deal; nobody in a set's first. Whether there is tribute at all, the rules
    /// say.
    pub fn pairs(&self) -> Option<[Pair; 2]> {
        pairs(&self.places())
    }

    /// The seat that is to act, if one is.
    pub fn turn(&self) -> Option<Seat> {
        (!matches!(self.stage, Stage::Waiting | Stage::Over)).then_some(self.table.turn)
    }

    /// The cards played in this deal, by seat.
    pub fn played(&self) -> [CardSet; 6] {
        let mut played = [CardSet::EMPTY; 6];
        for event in &self.events {
            if let Event::Play { seat, play } = event
                && let Some(cards) = played.get_mut(seat.index())
            {
                *cards = cards.plus(play.cards());
            }
        }
        played
    }
}

impl Daifugo {
    pub(super) fn view_of(&self, s: &State, seat: Seat) -> View {
        let n = s.seats();
        let mut ranks: ArrayVec<Standing, 6> = s.places.iter().map(|_| Standing::Heimin).collect();
        for (place, at) in s.places.iter().enumerate() {
            ranks[at.index()] = Standing::of(place, n);
        }
        let (mut gave, mut got) = (CardSet::EMPTY, CardSet::EMPTY);
        for (i, pair) in s.pairs(self.rules()).into_iter().flatten().enumerate() {
            let done = !s.returned[i].is_empty();
            if pair.giver == seat {
                (gave, got) = (s.given[i], s.returned[i]);
            } else if pair.taker == seat && done {
                (gave, got) = (s.returned[i], s.given[i]);
            }
        }
        let mut events = Vec::new();
        s.history.tell(self.rules(), &s.next, s.daifugo(), &mut |event| events.push(event));
        View {
            seat,
            stage: stage(s.phase),
            hand: s.hands[seat.index()],
            table: s.table.clone(),
            ranks,
            gave,
            got,
            blind: self.rules().blind_cards() as u8,
            events,
        }
    }
}

fn stage(phase: Phase) -> Stage {
    match phase {
        Phase::Seats | Phase::Deal | Phase::Lots => Stage::Waiting,
        Phase::Give(_) => Stage::Give,
        Phase::Return(_) => Stage::Return,
        Phase::Play => Stage::Play,
        Phase::Over => Stage::Over,
    }
}

impl Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        for seat in table.order() {
            let me = if seat == self.seat { "you" } else { "" };
            let turn = if self.turn() == Some(seat) { ">" } else { " " };
            write!(f, "{turn} seat {seat} {me:3} {:2} cards", table.left[seat.index()])?;
            if let Some(rank) = self.ranks.get(seat.index()) {
                write!(f, "  {}", format!("{rank:?}").to_lowercase())?;
            }
            if table.passed.has(seat) {
                write!(f, "  passed")?;
            }
            if let Some(place) = table.finished.iter().position(|s| *s == seat) {
                write!(f, "  finished {}", place + 1)?;
            }
            if table.fouled.contains(&seat) {
                write!(f, "  fouled")?;
            }
            if table.fallen == Some(seat) {
                write!(f, "  fallen, cards face down")?;
            }
            writeln!(f)?;
        }
        match (table.field.play, table.owner) {
            (Some(play), Some(owner)) => write!(f, "field {play} of seat {owner}")?,
            _ => write!(f, "field empty")?,
        }
        if !table.field.lock.is_empty() {
            write!(f, ", lock {}", table.field.lock)?;
        }
        if table.field.revolution {
            write!(f, ", revolution")?;
        }
        if table.field.back {
            write!(f, ", jack-back")?;
        }
        writeln!(f, ", {} blind", self.blind)?;
        if !self.gave.is_empty() || !self.got.is_empty() {
            writeln!(f, "gave {}, got {}", self.gave, self.got)?;
        }
        writeln!(f, "hand {}", self.hand)
    }
}
