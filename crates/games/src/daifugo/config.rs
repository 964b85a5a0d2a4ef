//! The switches of the rules, and the named configurations.

use croupier_core::{ConfigError, Kind, Switch};
use serde::{Deserialize, Serialize};

/// Declares a switch whose values are words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $list:ident { $($(#[$item:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[$item])* #[serde(rename = $word)] $variant),+ }
        const $list: &[&str] = &[$($word),+];
    };
}

words! {
    /// Whether and how many blind cards there are.
    Blind, BLIND {
        /// Two at four seats, four at five, none at six.
        BySeats = "by-seats",
        /// None; where the deck does not divide, the seats after the dealer hold one card more.
        None = "none",
    }
}
words! {
    /// How long blind cards stay blind.
    BlindScope, BLIND_SCOPE {
        /// Drawn anew for each deal.
        Deal = "deal",
        /// Drawn once for the set.
        Set = "set",
    }
}
words! {
    /// Who settles ties of strength in tribute.
    TributeTies, TRIBUTE_TIES {
        /// The giver chooses.
        Giver = "giver",
        /// The lowest suit goes.
        LowestSuit = "lowest-suit",
    }
}
words! {
    /// The marked card, whose holder has the first lead.
    FirstLead, FIRST_LEAD {
        /// ♠3.
        Spade3 = "spade-3",
        /// ♦3.
        Diamond3 = "diamond-3",
    }
}
words! {
    /// Who leads first in the deals after a set's first.
    LaterLead, LATER_LEAD {
        /// The daihinmin.
        Daihinmin = "daihinmin",
        /// The holder of the marked card.
        Card = "card",
    }
}
words! {
    /// How runs are compared.
    RunCompare, RUN_COMPARE {
        /// By their lowest rank.
        Lowest = "lowest",
        /// The lowest rank must lie above the field's highest (in the order in force).
        AboveTop = "above-top",
    }
}
words! {
    /// What a joker does to a lock.
    LockJoker, LOCK_JOKER {
        /// It satisfies a lock as any suit and never creates one.
        Satisfies = "satisfies",
        /// It also creates one, as whatever suit makes the two plays alike.
        Creates = "creates",
    }
}
words! {
    /// What an 8 cuts.
    EightCut, EIGHT_CUT {
        /// The field, in a play that is not a run.
        Groups = "groups",
        /// The field, in any play.
        All = "all",
        /// Nothing.
        Off = "off",
    }
}
words! {
    /// What turns the order round.
    Revolution, REVOLUTION {
        /// A group of four or more.
        Groups = "groups",
        /// Also a run of five or more.
        GroupsAndRuns = "groups-and-runs-of-5",
        /// Nothing.
        Off = "off",
    }
}
words! {
    /// What must not be in a seat's last play.
    Foul, FOULS {
        /// A joker.
        Joker = "joker",
        /// A 2, or a 3 while the order is reversed.
        Two = "two",
        /// An 8 that cuts.
        Eight = "eight",
        /// A lone ♠3 on a joker.
        Spade3 = "spade-3",
    }
}

/// Every switch of the rules, resolved. The page of rules says what each does; [`Switch::help`] says it in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // Each field is described once, in `SWITCHES`.
pub struct Config {
    pub players: u8,
    pub deals: u8,
    pub redraw: u8,
    pub ranks: u8,
    pub jokers: u8,
    pub blind: Blind,
    pub blind_scope: BlindScope,
    pub tribute: bool,
    pub tribute_ties: TributeTies,
    pub first_lead: FirstLead,
    pub later_lead: LaterLead,
    pub joker_pair: bool,
    pub run_compare: RunCompare,
    pub pass_lock: bool,
    pub lead_pass: bool,
    pub pass_limit: u8,
    pub owner_answers: bool,
    pub suit_lock: bool,
    pub lock_joker: LockJoker,
    pub eight_cut: EightCut,
    pub revolution: Revolution,
    pub spade3: bool,
    pub spade3_lock: bool,
    pub jack_back: bool,
    pub foul_finish: Vec<Foul>,
    pub fall: bool,
    pub points: String,
}

/// The switches, in the order of [`Config`]'s fields.
pub(super) const SWITCHES: &[Switch] = &[
    Switch { key: "players", kind: Kind::Int(4, 6), help: "seats at the table" },
    Switch { key: "deals", kind: Kind::Int(1, 100), help: "deals in a set; an episode is a set" },
    Switch {
        key: "redraw",
        kind: Kind::Int(0, 100),
        help: "seats are also redrawn after so many deals; 0: at the start of the set only",
    },
    Switch {
        key: "ranks",
        kind: Kind::Int(1, 13),
        help: "ranks in the deck from the 3 up; fewer than 13 for tests",
    },
    Switch { key: "jokers", kind: Kind::Int(0, 2), help: "jokers in the deck" },
    Switch { key: "blind", kind: Kind::OneOf(BLIND), help: "blind cards: 2, 4, 0 at 4, 5, 6 seats, or none" },
    Switch { key: "blind_scope", kind: Kind::OneOf(BLIND_SCOPE), help: "how long blind cards stay the same" },
    Switch { key: "tribute", kind: Kind::Bool, help: "tribute before the deals after a set's first" },
    Switch { key: "tribute_ties", kind: Kind::OneOf(TRIBUTE_TIES), help: "who settles ties in tribute" },
    Switch { key: "first_lead", kind: Kind::OneOf(FIRST_LEAD), help: "the card whose holder leads first" },
    Switch { key: "later_lead", kind: Kind::OneOf(LATER_LEAD), help: "who leads first in later deals" },
    Switch { key: "joker_pair", kind: Kind::Bool, help: "two jokers alone are a pair" },
    Switch { key: "run_compare", kind: Kind::OneOf(RUN_COMPARE), help: "how runs are compared" },
    Switch { key: "pass_lock", kind: Kind::Bool, help: "a pass locks a seat out until the field clears" },
    Switch { key: "lead_pass", kind: Kind::Bool, help: "passing on lead is legal; needs pass_limit" },
    Switch {
        key: "pass_limit",
        kind: Kind::Int(0, 200),
        help: "so many passes in a row end the deal at ranks drawn by lot; 0: never",
    },
    Switch {
        key: "owner_answers",
        kind: Kind::Bool,
        help: "the field's owner may answer itself, and the field clears only when it has passed too",
    },
    Switch { key: "suit_lock", kind: Kind::Bool, help: "the same suits twice running must be followed" },
    Switch { key: "lock_joker", kind: Kind::OneOf(LOCK_JOKER), help: "what a joker does to a lock" },
    Switch { key: "eight_cut", kind: Kind::OneOf(EIGHT_CUT), help: "plays in which an 8 clears the field" },
    Switch { key: "revolution", kind: Kind::OneOf(REVOLUTION), help: "plays that reverse the order" },
    Switch {
        key: "spade3",
        kind: Kind::Bool,
        help: "a lone spade 3 beats a lone joker and clears the field",
    },
    Switch { key: "spade3_lock", kind: Kind::Bool, help: "the spade 3 on a joker must satisfy a lock too" },
    Switch { key: "jack_back", kind: Kind::Bool, help: "a jack reverses the order until the field clears" },
    Switch { key: "foul_finish", kind: Kind::SetOf(FOULS), help: "what a last play must not have" },
    Switch { key: "fall", kind: Kind::Bool, help: "the daifugo drops out when another seat finishes first" },
    Switch {
        key: "points",
        kind: Kind::Text(
            "`places` (n-1 to 0 less their mean) or a number for each place, best first, as 5/4/3/2/1",
        ),
        help: "points by place",
    },
];

impl Config {
    /// The profile `standard`.
    pub fn standard() -> Self {
        Config {
            players: 4,
            deals: 4,
            redraw: 0,
            ranks: 13,
            jokers: 2,
            blind: Blind::BySeats,
            blind_scope: BlindScope::Deal,
            tribute: true,
            tribute_ties: TributeTies::Giver,
            first_lead: FirstLead::Spade3,
            later_lead: LaterLead::Daihinmin,
            joker_pair: false,
            run_compare: RunCompare::Lowest,
            pass_lock: true,
            lead_pass: false,
            pass_limit: 0,
            owner_answers: false,
            suit_lock: true,
            lock_joker: LockJoker::Satisfies,
            eight_cut: EightCut::Groups,
            revolution: Revolution::Groups,
            spade3: true,
            spade3_lock: false,
            jack_back: false,
            foul_finish: vec![Foul::Joker, Foul::Two, Foul::Eight, Foul::Spade3],
            fall: true,
            points: "places".into(),
        }
    }

    /// The profile `uecda`: computer Daihinmin.
    pub fn uecda() -> Self {
        Config {
            players: 5,
            deals: 100,
            redraw: 3,
            jokers: 1,
            blind: Blind::None,
            first_lead: FirstLead::Diamond3,
            later_lead: LaterLead::Card,
            run_compare: RunCompare::AboveTop,
            lead_pass: true,
            pass_limit: 20,
            owner_answers: true,
            eight_cut: EightCut::All,
            revolution: Revolution::GroupsAndRuns,
            foul_finish: vec![],
            fall: false,
            points: "5/4/3/2/1".into(),
            ..Config::standard()
        }
    }

    /// How many seats.
    pub fn seats(&self) -> usize {
        usize::from(self.players)
    }

    /// How many blind cards a deal has.
    pub fn blind_cards(&self) -> usize {
        match (self.blind, self.players) {
            (Blind::BySeats, 4) => 2,
            (Blind::BySeats, 5) => 4,
            _ => 0,
        }
    }

    /// How many cards are dealt to the seats.
    pub fn dealt_cards(&self) -> usize {
        4 * usize::from(self.ranks) + usize::from(self.jokers) - self.blind_cards()
    }

    /// Checks every field; the points by place.
    pub(super) fn check(&self) -> Result<Vec<f64>, ConfigError> {
        for (key, value) in [
            ("players", self.players),
            ("deals", self.deals),
            ("redraw", self.redraw),
            ("ranks", self.ranks),
            ("jokers", self.jokers),
            ("pass_limit", self.pass_limit),
        ] {
            let switch = SWITCHES.iter().find(|s| s.key == key).expect("each field has a switch");
            croupier_core::config::parse_value(switch, &value.to_string())?;
        }
        let hand = (4 * usize::from(self.ranks) + usize::from(self.jokers))
            .saturating_sub(self.blind_cards())
            / self.seats();
        let need = if self.tribute && self.deals > 1 { 2 } else { 1 };
        if hand < need {
            let allowed = format!("enough ranks that every seat is dealt {need} cards or more, here {hand}");
            return Err(ConfigError::value("ranks", self.ranks, allowed));
        }
        if 4 * usize::from(self.ranks) < self.blind_cards() {
            return Err(ConfigError::value("ranks", self.ranks, "enough ranks for the blind cards"));
        }
        if self.lead_pass && self.pass_limit == 0 {
            let allowed = "true only with a pass_limit, or a deal might never end";
            return Err(ConfigError::value("lead_pass", true, allowed));
        }
        let mut fouls = self.foul_finish.clone();
        fouls.sort_by_key(|f| *f as u8);
        fouls.dedup();
        if fouls != self.foul_finish {
            let given = serde_list(&self.foul_finish);
            return Err(ConfigError::value("foul_finish", given, "each word once, in the order listed"));
        }
        self.points_by_place()
    }

    fn points_by_place(&self) -> Result<Vec<f64>, ConfigError> {
        let n = self.seats();
        if self.points == "places" {
            return Ok((0..n).map(|place| (n - 1) as f64 / 2.0 - place as f64).collect());
        }
        let allowed = format!("`places` or {n} finite numbers from best to last, none above the one before");
        let refuse = || ConfigError::value("points", &self.points, allowed.clone());
        let points: Vec<f64> =
            self.points.split('/').map(str::parse).collect::<Result<_, _>>().map_err(|_| refuse())?;
        let falling = points.windows(2).all(|w| w[0] >= w[1]);
        let fine = points.len() == n && falling && points.iter().all(|p| p.is_finite() && p.abs() <= 1e6);
        if fine { Ok(points) } else { Err(refuse()) }
    }
}

fn serde_list(fouls: &[Foul]) -> String {
    fouls.iter().map(|f| FOULS[*f as usize]).collect::<Vec<_>>().join("+")
}
