//! Every switch of the rules, the profiles, and the table of switches.

use croupier_core::{Kind, Switch};
use serde::{Deserialize, Serialize};

/// What the first lead of a hand must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MustPlay3d {
    /// Anything.
    #[default]
    Off,
    /// A play that holds the 3♦.
    On,
    /// The 3♦ as a single, and nothing else.
    Single,
}

/// Which five ranks in a row are straights, and how they compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Straights {
    /// A2345, 23456, then 34567 to 10JQKA; those with a 2 are above all others and compare by the 2's suit.
    #[default]
    Seed,
    /// The same ten; A2345 is the lowest (its top card is the 5) and 23456 next (the 6).
    PagatLow,
    /// 34567 to 10JQKA.
    NoTwo,
    /// 34567 to JQKA2.
    #[serde(rename = "top-jqka2")]
    TopJqka2,
}

/// How two flushes compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlushBy {
    /// The highest card's rank, then its suit.
    #[default]
    Rank,
    /// The suit, then the highest card's rank.
    SuitFirst,
}

/// Who pays whom how much at the end of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// For every ordered pair, max(payer's cards − other's cards, 0) × 2^(2s in the payer's hand).
    #[default]
    Pairwise,
    /// Each loser pays the winner the number of its cards.
    WinnerTakesCardsLeft,
    /// Each loser pays the winner 1 a card, 2 a card at 10 to 12 cards, 3 a card at 13.
    Tiered,
}

/// The unit that ends with scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// One hand; the score is chips.
    #[default]
    Hand,
    /// Hands until a stack is gone; the score is the rank reward 1, ½, −½, −1.
    Match,
}

/// A configuration of Big Two: every switch, resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What the first lead of a hand must be.
    pub must_play_3d: MustPlay3d,
    /// Whether who passes is out until the trick ends.
    pub pass_lock: bool,
    /// Which straights there are.
    pub straights: Straights,
    /// How flushes compare.
    pub flush_by: FlushBy,
    /// Whether four of a kind and two pairs are plays of four cards.
    pub four_card_plays: bool,
    /// Whether four of a kind and any one card is a play of five.
    pub quads_plus_one: bool,
    /// How a hand is paid.
    pub scoring: Scoring,
    /// What an episode is.
    pub episode: Length,
    /// Chips at the start of a match.
    pub stack: i32,
    /// Cards fixed in every deal, such as `0=3d 4d,2=2s`; the rest is dealt by chance.
    pub deal: String,
}

/// What four seats' stacks may start at.
pub(super) const STACKS: (i32, i32) = (1, 1_000_000);

impl Default for Config {
    fn default() -> Self {
        Self {
            must_play_3d: MustPlay3d::Off,
            pass_lock: false,
            straights: Straights::Seed,
            flush_by: FlushBy::Rank,
            four_card_plays: false,
            quads_plus_one: true,
            scoring: Scoring::Pairwise,
            episode: Length::Hand,
            stack: 50,
            deal: String::new(),
        }
    }
}

impl Config {
    /// The rules of arXiv 1808.10442 (Charlesworth).
    pub fn charlesworth() -> Self {
        Self {
            must_play_3d: MustPlay3d::Single,
            straights: Straights::TopJqka2,
            four_card_plays: true,
            quads_plus_one: false,
            scoring: Scoring::WinnerTakesCardsLeft,
            ..Self::default()
        }
    }
}

/// The fields of [`Config`], described.
pub(super) const SWITCHES: &[Switch] = &[
    Switch {
        key: "must_play_3d",
        kind: Kind::OneOf(&["off", "on", "single"]),
        help: "what the first lead must be: anything, a play with the 3♦, or the 3♦ alone",
    },
    Switch { key: "pass_lock", kind: Kind::Bool, help: "who passes is out until the trick ends" },
    Switch {
        key: "straights",
        kind: Kind::OneOf(&["seed", "pagat-low", "no-two", "top-jqka2"]),
        help: "which straights there are: with A2345 and 23456 on top, at the bottom, none with a 2, or up to JQKA2",
    },
    Switch {
        key: "flush_by",
        kind: Kind::OneOf(&["rank", "suit-first"]),
        help: "flushes compare by their highest card, or by suit first",
    },
    Switch {
        key: "four_card_plays",
        kind: Kind::Bool,
        help: "four of a kind and two pairs are plays of four cards",
    },
    Switch {
        key: "quads_plus_one",
        kind: Kind::Bool,
        help: "four of a kind and any one card is a play of five",
    },
    Switch {
        key: "scoring",
        kind: Kind::OneOf(&["pairwise", "winner-takes-cards-left", "tiered"]),
        help: "everyone settles with everyone, or losers pay the winner, plainly or in tiers",
    },
    Switch {
        key: "episode",
        kind: Kind::OneOf(&["hand", "match"]),
        help: "one hand for chips, or hands until a stack is gone for the rank reward",
    },
    Switch {
        key: "stack",
        kind: Kind::Int(STACKS.0 as i64, STACKS.1 as i64),
        help: "chips at the start of a match",
    },
    Switch {
        key: "deal",
        kind: Kind::Text("seats and cards, such as 0=3d 4d,2=2s, or nothing"),
        help: "cards fixed in every deal, by seat; the rest is dealt by chance",
    },
];
