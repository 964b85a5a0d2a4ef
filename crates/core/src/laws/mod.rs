//! The laws every game must pass, as one line in its tests: `laws::check(&game)`.
//!
//! Perfect-information games use [`check_open`]; games whose chance events can be listed add [`check_sampler`] on a
//! tiny configuration. Bots are held to [`check_blind`]. Each returns the law that is broken and where; the plain
//! names panic with that message, the `find_` ones return it, so that planted faults can be tested for.

mod blind;
mod rules;
mod runs;
mod sampler;

pub use blind::{check_blind, find_blind};
pub use sampler::{check_sampler, find_sampler};

use crate::game::{Determinize, Game, Hidden};
use crate::rng::{Luck, Rng};
use std::fmt;

/// A law that is broken, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law, as a sentence that should hold.
    pub law: &'static str,
    /// What was found instead.
    pub found: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law broken: {}\n  found: {}", self.law, self.found)
    }
}

/// The result of looking for a broken law.
pub type Found = Result<(), Broken>;

pub(crate) fn hold(law: &'static str, holds: bool, found: impl FnOnce() -> String) -> Found {
    if holds { Ok(()) } else { Err(Broken { law, found: found() }) }
}

/// How hard to look: the default is what tests use.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random episodes to walk through.
    pub episodes: u64,
    /// At most this many decisions of an episode are examined closely, evenly spread.
    pub decisions: usize,
    /// Worlds sampled from each examined view.
    pub worlds: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { episodes: 40, decisions: 25, worlds: 4 }
    }
}

/// Holds a game with hidden information to every law.
///
/// # Panics
/// With the first law that is broken and where.
pub fn check<G: Game + Determinize + Hidden>(game: &G) {
    find(game, Effort::default()).unwrap_or_else(|b| panic!("{}: {b}", G::ID));
}

/// Holds a game without hidden information to every law that applies to it.
///
/// # Panics
/// With the first law that is broken and where.
pub fn check_open<G: Game>(game: &G) {
    find_open(game, Effort::default()).unwrap_or_else(|b| panic!("{}: {b}", G::ID));
}

/// Looks for a broken law in a game with hidden information.
///
/// # Errors
/// The first law found broken.
pub fn find<G: Game + Determinize + Hidden>(game: &G, effort: Effort) -> Found {
    find_open(game, effort)?;
    blind::find_views(game, effort)
}

/// Looks for a broken law among those that need neither sampler nor rearrangement.
///
/// # Errors
/// The first law found broken.
pub fn find_open<G: Game>(game: &G, effort: Effort) -> Found {
    rules::find(game, effort)?;
    runs::find(game, effort)
}

/// The luck of the suite's episode number `i`.
pub(crate) fn luck(i: u64) -> Luck {
    Luck::block("laws", 0, i)
}

/// The suite's own generator for a purpose.
pub(crate) fn rng(purpose: &str, i: u64) -> Rng {
    Rng::keyed(&format!("croupier laws {purpose}"), &[i])
}

/// Walks a random episode and calls `visit` with every state, chance's and the last included.
pub(crate) fn walk<G: Game>(game: &G, i: u64, mut visit: impl FnMut(&G::State) -> Found) -> Found {
    use crate::game::{LegalSet, Turn};
    let (mut state, mut legal, mut rng) = (game.start(), G::Legal::default(), rng("walk", i));
    let mut draws = 0;
    loop {
        visit(&state)?;
        match game.turn(&state) {
            Turn::Over => return Ok(()),
            Turn::Chance => {
                let chance = game.draw(&state, &mut luck(i).draw(draws));
                draws += 1;
                game.reveal(&mut state, &chance)
                    .map_err(|e| Broken { law: "what a game draws, it can reveal", found: e.to_string() })?;
            }
            Turn::Seat(_) => {
                game.legal(&state, &mut legal);
                hold("a seat to move has a legal action", legal.count() > 0, || {
                    format!("{:?}", game.turn(&state))
                })?;
                let action = legal.nth(rng.below(legal.count()));
                game.apply(&mut state, action)
                    .map_err(|e| Broken { law: "what is legal is accepted", found: e.to_string() })?;
            }
        }
    }
}

/// The states of a random episode worth a close look: seats' decisions, evenly thinned to `most`.
pub(crate) fn decisions<G: Game>(game: &G, i: u64, most: usize) -> Result<Vec<G::State>, Broken> {
    let mut all = Vec::new();
    walk(game, i, |s| {
        if matches!(game.turn(s), crate::game::Turn::Seat(_)) {
            all.push(s.clone());
        }
        Ok(())
    })?;
    let step = all.len().div_ceil(most.max(1)).max(1);
    let offset = i as usize % step;
    Ok(all.into_iter().skip(offset).step_by(step).collect())
}
