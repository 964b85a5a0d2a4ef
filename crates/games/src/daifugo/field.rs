//! What lies on the table, what beats it, and what a play does to it.

use super::cards::{Rank, Suits};
use super::config::{Config, EightCut, LockJoker, Revolution, RunCompare};
use super::plays::{Kind, Play};
use serde::{Deserialize, Serialize};

/// What a play must beat: the play on top, the lock, and the order in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// The play on top; `None` on lead.
    pub play: Option<Play>,
    /// The suits that must be followed; empty without a lock.
    pub lock: Suits,
    /// Whether a revolution is on.
    pub revolution: bool,
    /// Whether a jack has reversed the order until the field clears.
    pub back: bool,
}

/// What a play makes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// The field afterwards: empty when the play clears it.
    pub field: Field,
    /// Whether the play clears the field by itself: an 8 that cuts, or the ♠3 on a joker.
    pub clears: bool,
    /// Whether the play is a revolution.
    pub turned: bool,
}

impl Field {
    /// Whether the order is reversed now: by a revolution or a jack, not by both.
    #[inline]
    pub fn reversed(&self) -> bool {
        self.revolution != self.back
    }

    /// Whether `play` may be played here.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, rules: &Config, play: Play) -> Result<(), &'static str> {
        if play.kind() == Kind::Unknown {
            return Err("the cards can be read in several ways and the reading is not declared");
        }
        if play.kind() == Kind::Group && play.rank() == Rank::JOKER && !rules.joker_pair {
            return Err("two jokers alone are no pair (joker_pair)");
        }
        let Some(top) = self.play else { return Ok(()) };
        if rules.spade3 && play.is_lone_spade_3() && top.is_lone_joker() {
            return if rules.spade3_lock { self.follows(play) } else { Ok(()) };
        }
        if top.kind() == Kind::Unknown {
            return Err("the reading of the field is not known, so nothing is known to beat it");
        }
        if play.kind() != top.kind() || play.len() != top.len() {
            return Err("an answer has the field's kind and number");
        }
        if !self.stronger(rules, top, play) {
            return Err("an answer is stronger than the field");
        }
        self.follows(play)
    }

    /// Whether `play`, of the same kind and number, is stronger than `top`.
    #[inline]
    fn stronger(&self, rules: &Config, top: Play, play: Play) -> bool {
        let (low, field) = (play.rank().0, top.rank().0);
        if play.kind() == Kind::Run && rules.run_compare == RunCompare::AboveTop {
            let len = play.len() as u8;
            return if self.reversed() { low + len <= field } else { low >= field + len };
        }
        play.rank().strength(self.reversed()) > top.rank().strength(self.reversed())
    }

    /// Whether `play` follows the lock, jokers as any suit.
    #[inline]
    pub(super) fn follows(&self, play: Play) -> Result<(), &'static str> {
        if self.lock.is_empty() || self.follows_suits(play.kind(), play.len(), play.suits()) {
            Ok(())
        } else {
            Err("the suits are locked")
        }
    }

    /// Whether natural suits satisfy a lock that is on.
    #[inline]
    pub(super) fn follows_suits(&self, kind: Kind, len: u32, suits: Suits) -> bool {
        let missing = (suits.0 & !self.lock.0).count_ones();
        if kind == Kind::Run {
            missing == 0
        } else {
            // A lock made with jokers (`lock_joker`) leaves places open; one without leaves none.
            missing + self.lock.len() <= len
        }
    }

    /// What `play`, which must be legal here, makes of the field.
    #[inline]
    pub fn after(&self, rules: &Config, play: Play) -> After {
        let spade3 = self.play.is_some_and(|top| top.is_lone_joker()) && play.is_lone_spade_3();
        let clears = cuts(rules, play) || spade3;
        let turned = turns(rules, play);
        let revolution = self.revolution != turned;
        let field = if clears {
            Field { play: None, lock: Suits::NONE, revolution, back: false }
        } else {
            Field {
                play: Some(play),
                lock: self.lock_after(rules, play),
                revolution,
                back: self.back || rules.jack_back && play.has_rank(Rank::JACK),
            }
        };
        After { field, clears, turned }
    }

    /// The lock once `play` lies on top.
    fn lock_after(&self, rules: &Config, play: Play) -> Suits {
        let Some(top) = self.play else { return Suits::NONE };
        if !rules.suit_lock || !self.lock.is_empty() {
            return self.lock;
        }
        let (a, b) = (top.suits(), play.suits());
        let alike = if rules.lock_joker == LockJoker::Satisfies {
            top.jokers() + play.jokers() == 0 && a == b
        } else if play.kind() == Kind::Run {
            a == b
        } else {
            (a.0 | b.0).count_ones() <= play.len()
        };
        if alike { Suits(a.0 | b.0) } else { Suits::NONE }
    }
}

/// Whether an 8 in the play clears the field.
#[inline]
pub(super) fn cuts(rules: &Config, play: Play) -> bool {
    match rules.eight_cut {
        EightCut::Groups => play.kind() != Kind::Run && play.rank() == Rank::EIGHT,
        EightCut::All => play.has_rank(Rank::EIGHT),
        EightCut::Off => false,
    }
}

/// Whether the play is a revolution.
#[inline]
fn turns(rules: &Config, play: Play) -> bool {
    match rules.revolution {
        Revolution::Groups => play.kind() == Kind::Group && play.len() >= 4,
        Revolution::GroupsAndRuns => {
            play.kind() == Kind::Group && play.len() >= 4 || play.kind() == Kind::Run && play.len() >= 5
        }
        Revolution::Off => false,
    }
}
