//! The table: everything that all seats see, and the engine of turns, clears, finishes, fouls and the fall.

use super::cards::Rank;
use super::config::{Config, Foul};
use super::field::{Field, cuts};
use super::plays::Play;
use super::view::Event;
use crate::parse::ParseError;
use arrayvec::ArrayVec;
use croupier_core::Seat;
use serde::{Deserialize, Serialize};

/// A set of seats as bits; a list of seats in JSON.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Seat>", from = "Vec<Seat>")]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const NONE: SeatSet = SeatSet(0);

    /// The first `n` seats.
    pub fn first(n: usize) -> SeatSet {
        SeatSet((1 << n) - 1)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub fn has(self, seat: Seat) -> bool {
        self.0 >> (seat.0 & 7) & 1 == 1
    }

    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(8).filter(move |s| self.has(*s))
    }

    /// Puts a seat in.
    #[inline]
    pub(crate) fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << (seat.0 & 7);
    }

    #[inline]
    pub(crate) fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << (seat.0 & 7));
    }
}

impl std::fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Vec<Seat> {
        set.iter().collect()
    }
}

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> SeatSet {
        let mut set = SeatSet::NONE;
        seats.into_iter().for_each(|s| set.insert(s));
        set
    }
}

/// What all seats see of a deal that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "RawTable", try_from = "RawTable")]
pub struct Table {
    /// Who sits after each seat, by seat.
    pub next: ArrayVec<Seat, 6>,
    /// Whose turn it is.
    pub turn: Seat,
    /// What a play must beat.
    pub field: Field,
    /// Who played the field; `None` on lead.
    pub owner: Option<Seat>,
    /// The seats still in: neither finished nor fallen nor fouled.
    pub active: SeatSet,
    /// The seats that have passed in this field; with `pass_lock` they are locked out of it.
    pub passed: SeatSet,
    /// Cards left, by seat.
    pub left: ArrayVec<u8, 6>,
    /// The seats that finished without foul, in order.
    pub finished: ArrayVec<Seat, 6>,
    /// The seats that fouled, in order.
    pub fouled: ArrayVec<Seat, 6>,
    /// Last deal's daifugo, if it has fallen.
    pub fallen: Option<Seat>,
    /// The seats whose places were drawn by lot, best first (`pass_limit`).
    pub lots: ArrayVec<Seat, 6>,
    /// How many passes there have been in a row.
    pub passes: u8,
}

/// A table as it stands in JSON, unchecked.
#[derive(Clone, Serialize, Deserialize)]
struct RawTable {
    next: ArrayVec<Seat, 6>,
    turn: Seat,
    field: Field,
    owner: Option<Seat>,
    active: SeatSet,
    passed: SeatSet,
    left: ArrayVec<u8, 6>,
    finished: ArrayVec<Seat, 6>,
    fouled: ArrayVec<Seat, 6>,
    fallen: Option<Seat>,
    lots: ArrayVec<Seat, 6>,
    passes: u8,
}

impl From<Table> for RawTable {
    fn from(t: Table) -> Self {
        let Table { next, turn, field, owner, active, passed, left, finished, fouled, fallen, lots, passes } =
            t;
        RawTable { next, turn, field, owner, active, passed, left, finished, fouled, fallen, lots, passes }
    }
}

impl TryFrom<RawTable> for Table {
    type Error = ParseError;

    /// Seats must be seats of the table, and `next` one circle of them all; hands no larger than a deck.
    fn try_from(t: RawTable) -> Result<Self, ParseError> {
        let RawTable {
            next,
            turn,
            field,
            owner,
            active,
            passed,
            left,
            finished,
            fouled,
            fallen,
            lots,
            passes,
        } = t;
        let n = left.len();
        let named = [turn].into_iter().chain(owner).chain(fallen).chain(active.iter()).chain(passed.iter());
        let listed = next.iter().chain(&finished).chain(&fouled).chain(&lots).copied();
        if let Some(seat) = named.chain(listed).find(|s| s.index() >= n) {
            return Err(ParseError::new(
                "seat",
                &seat.to_string(),
                format!("a seat below {n}, the number of hands in `left`"),
            ));
        }
        if let Some(hand) = left.iter().find(|h| **h > 54) {
            return Err(ParseError::new("number of cards left", &hand.to_string(), "at most 54 cards"));
        }
        let table =
            Table { next, turn, field, owner, active, passed, left, finished, fouled, fallen, lots, passes };
        let circle = table.next.len() == n && SeatSet::from(table.order().to_vec()) == SeatSet::first(n);
        if (4..=6).contains(&n) && circle {
            Ok(table)
        } else {
            Err(ParseError::new("table order", &format!("{:?}", table.next), "one circle of 4 to 6 seats"))
        }
    }
}

/// What happens after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The deal goes on with [`Table::turn`].
    On,
    /// The deal is over.
    Over,
    /// So many passes in a row that lots end the deal.
    Lots,
}

impl Table {
    /// A table before the first lead: the seat after each, hands of these sizes, `leader` to lead.
    pub(super) fn new(next: ArrayVec<Seat, 6>, left: ArrayVec<u8, 6>, leader: Seat) -> Self {
        Table {
            turn: leader,
            field: Field::default(),
            owner: None,
            active: SeatSet::first(left.len()),
            passed: SeatSet::NONE,
            finished: ArrayVec::new(),
            fouled: ArrayVec::new(),
            fallen: None,
            lots: ArrayVec::new(),
            passes: 0,
            next,
            left,
        }
    }

    /// How many seats there are.
    #[inline]
    pub fn seats(&self) -> usize {
        self.left.len()
    }

    /// The seat after `seat` at the table.
    #[inline]
    pub fn after(&self, seat: Seat) -> Seat {
        self.next[seat.index()]
    }

    /// The seats in table order, from seat 0.
    pub fn order(&self) -> ArrayVec<Seat, 6> {
        std::iter::successors(Some(Seat(0)), |s| self.next.get(s.index()).copied())
            .take(self.seats())
            .collect()
    }

    /// The seat to move plays `play`, which must be legal.
    #[inline]
    pub(super) fn play(
        &mut self,
        rules: &Config,
        daifugo: Option<Seat>,
        play: Play,
        told: &mut impl FnMut(Event),
    ) -> Flow {
        let (seat, before) = (self.turn, self.field);
        told(Event::Play { seat, play });
        let after = before.after(rules, play);
        self.field = after.field;
        self.owner = Some(seat);
        self.passes = 0;
        if !rules.pass_lock {
            self.passed = SeatSet::NONE;
        }
        let left = &mut self.left[seat.index()];
        *left = left.saturating_sub(play.len() as u8);
        if *left == 0 {
            self.go_out(rules, daifugo, fouls(rules, &before, play), told);
            if self.active.len() <= 1 {
                return Flow::Over;
            }
        }
        if after.clears {
            self.clear(seat, told);
        } else {
            self.advance(rules, seat, told);
        }
        Flow::On
    }

    /// The seat to move passes, which must be legal.
    #[inline]
    pub(super) fn pass(&mut self, rules: &Config, told: &mut impl FnMut(Event)) -> Flow {
        let seat = self.turn;
        told(Event::Pass { seat });
        self.passed.insert(seat);
        self.passes = self.passes.saturating_add(1);
        if rules.pass_limit > 0 && self.passes >= rules.pass_limit {
            return Flow::Lots;
        }
        self.advance(rules, seat, told);
        Flow::On
    }

    /// The seat to move has no card left.
    fn go_out(&mut self, rules: &Config, daifugo: Option<Seat>, foul: bool, told: &mut impl FnMut(Event)) {
        let seat = self.turn;
        self.active.remove(seat);
        if foul {
            self.fouled.push(seat);
            told(Event::Foul { seat });
            return;
        }
        self.finished.push(seat);
        told(Event::Finish { seat });
        let Some(daifugo) = daifugo else { return };
        // A daifugo that fouled before is out already: it holds its foul's place and cannot fall as well.
        if rules.fall && self.finished.len() == 1 && daifugo != seat && self.active.has(daifugo) {
            self.active.remove(daifugo);
            self.fallen = Some(daifugo);
            told(Event::Fall { seat: daifugo });
        }
    }

    /// The next seat that may answer has the turn; without one the field clears.
    #[inline]
    fn advance(&mut self, rules: &Config, from: Seat, told: &mut impl FnMut(Event)) {
        let mut seat = from;
        for _ in 0..self.seats() {
            seat = self.after(seat);
            let owns = self.owner == Some(seat) && !rules.owner_answers;
            if self.active.has(seat) && !self.passed.has(seat) && !owns {
                self.turn = seat;
                return;
            }
        }
        // Everybody passed on lead: the lead goes round to whoever comes after the last to pass.
        let leader = self.owner.unwrap_or_else(|| self.after(from));
        self.clear(leader, told);
    }

    /// The field clears and `leader` leads, or the next active seat.
    fn clear(&mut self, leader: Seat, told: &mut impl FnMut(Event)) {
        told(Event::Clear);
        self.field = Field { revolution: self.field.revolution, ..Field::default() };
        self.owner = None;
        self.passed = SeatSet::NONE;
        self.turn = leader;
        for _ in 0..self.seats() {
            if self.active.has(self.turn) {
                return;
            }
            self.turn = self.after(self.turn);
        }
    }

    /// The seats from best to worst, once the deal is over: who finished, in order; who is left; the fallen
    /// daifugo; who fouled, the first to foul last.
    pub fn places(&self) -> ArrayVec<Seat, 6> {
        let left = self.active.iter().filter(|s| !self.lots.contains(s));
        let best = self.finished.iter().chain(&self.lots).copied().chain(left);
        best.chain(self.fallen).chain(self.fouled.iter().rev().copied()).take(6).collect()
    }
}

/// Whether `play`, made on `field`, is a foul as a last play. Judged by the order in force before it.
pub(super) fn fouls(rules: &Config, field: &Field, play: Play) -> bool {
    let top = if field.reversed() { Rank::THREE } else { Rank::TWO };
    rules.foul_finish.iter().any(|foul| match foul {
        Foul::Joker => play.jokers() > 0,
        Foul::Two => play.has_rank(top),
        Foul::Eight => cuts(rules, play),
        Foul::Spade3 => play.is_lone_spade_3() && field.play.is_some_and(|p| p.is_lone_joker()),
    })
}

/// Whether going out with `play` on `field` is a foul finish under these rules.
///
/// ```
/// use croupier_games::daifugo::{Config, Field, is_foul};
/// let rules = Config::standard();
/// let lead = Field::default();
/// assert!(is_foul(&rules, &lead, "2s".parse()?));
/// assert!(!is_foul(&rules, &Field { revolution: true, ..lead }, "2s".parse()?));
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn is_foul(rules: &Config, field: &Field, play: Play) -> bool {
    fouls(rules, field, play)
}
