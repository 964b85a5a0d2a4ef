//! How many plays a whole deck has: the table of `croupier analyze daifugo --counts`.

use super::cards::{CardSet, RANKS, Rank};
use super::generate::each_play;
use super::plays::{Kind, Play};
use serde::Serialize;
use std::fmt::{self, Display};

/// The plays of a deck as (cards, reading), counted; jokers alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// How many jokers the deck has; with two, `joker_pair` is on.
    pub jokers: u32,
    /// Singles, a joker among them.
    pub singles: u64,
    /// Two jokers alone.
    pub joker_pairs: u64,
    /// Groups of two or more with a natural card.
    pub groups: u64,
    /// Runs of three or more.
    pub runs: u64,
    /// All plays.
    pub plays: u64,
    /// Distinct sets of cards among them.
    pub card_sets: u64,
    /// Sets of cards that can be read in several ways.
    pub ambiguous: u64,
    /// The most ways to read one set of cards.
    pub most_readings: u64,
}

/// The counts of the decks with 0, 1 and 2 jokers.
///
/// ```
/// let [none, one, two] = croupier_games::daifugo::counts();
/// assert_eq!((none.plays, one.plays, two.plays), (459, 2327, 7935));
/// ```
pub fn counts() -> [Counts; 3] {
    [0, 1, 2].map(count)
}

fn count(jokers: u32) -> Counts {
    let mut counts = Counts { jokers, ..Counts::default() };
    let mut sets: Vec<CardSet> = Vec::new();
    each_play(CardSet::deck(RANKS, jokers), true, &mut |play: Play| {
        counts.plays += 1;
        match play.kind() {
            Kind::Unknown => {}
            Kind::Single => counts.singles += 1,
            Kind::Group if play.rank() == Rank::JOKER => counts.joker_pairs += 1,
            Kind::Group => counts.groups += 1,
            Kind::Run => counts.runs += 1,
        }
        sets.push(play.cards());
    });
    sets.sort_unstable();
    for same in sets.chunk_by(|a, b| a == b) {
        counts.card_sets += 1;
        counts.ambiguous += u64::from(same.len() > 1);
        counts.most_readings = counts.most_readings.max(same.len() as u64);
    }
    counts
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} jokers: {} plays = {} singles + {} joker pairs + {} groups + {} runs; \
             {} distinct card sets, {} ambiguous, {} readings at most",
            self.jokers,
            self.plays,
            self.singles,
            self.joker_pairs,
            self.groups,
            self.runs,
            self.card_sets,
            self.ambiguous,
            self.most_readings
        )
    }
}
