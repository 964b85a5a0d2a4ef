//! Bots that keep the tiles with the most ways to win.

use super::distance::Distances;
use super::simple::drawn;
use croupier_core::{Agent, AgentError, Decision, Game, Rng, Seat};
use croupier_games::MiniMahjong;
use croupier_games::mini_mahjong::{Counts, Discard, KINDS, Tile};
use std::sync::Arc;

/// What tiles kept are worth: nearer to complete is better, then more useful tiles unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// Tiles missing, negated; always 0 where only waits count.
    near: i8,
    /// How many tiles unseen win, or bring the hand nearer.
    useful: u32,
}

/// How tiles kept are weighed, by the shape of the game; shared by the agents of a factory.
pub(super) enum Measure {
    /// Hands of one group: only tiles that win count. By the kinds of the two tiles kept (one twice, if one is kept).
    Waits(Box<[[u64; KINDS]; KINDS]>),
    /// Larger hands: the distance to a complete hand, then the tiles that lessen it.
    Distance(Box<Distances>),
}

impl Measure {
    pub(super) fn new(game: &MiniMahjong) -> Self {
        let shape = game.shape();
        if shape.sets + shape.pair > 1 {
            return Self::Distance(Box::new(Distances::new(shape, game.tiles())));
        }
        let mut waits = Box::new([[0; KINDS]; KINDS]);
        for a in Tile::all() {
            for b in Tile::all() {
                let kept: Counts = [a, b].into_iter().take(game.config().held()).collect();
                waits[a.index()][b.index()] = shape.waits(&kept, game.tiles());
            }
        }
        Self::Waits(waits)
    }

    fn score(&self, kept: &[Tile], unseen: &[u8; KINDS]) -> Score {
        let (near, kinds) = match self {
            Self::Waits(waits) => {
                let ends = kept.first().zip(kept.last());
                (0, ends.map_or(0, |(a, b)| waits[a.index()][b.index()]))
            }
            Self::Distance(distances) => {
                let (distance, useful) = distances.useful(&counts(kept));
                (-(distance as i8), useful)
            }
        };
        Score { near, useful: total(kinds, unseen) }
    }

    /// What tiles of this score may become with the next draw: over the tiles unseen, the sum of the useful tiles
    /// of the best that can then be kept. Draws that win count nothing, nor those that bring a hand that does not
    /// yet wait no nearer.
    fn after_draw(&self, kept: &[Tile], score: Score, unseen: &[u8; KINDS]) -> u64 {
        let mut kept = kept.to_vec();
        let mut sum = 0;
        for tile in Tile::all().filter(|t| unseen[t.index()] > 0) {
            let mut left = *unseen;
            left[tile.index()] -= 1;
            let Some(goal) = self.goal(&kept, tile, score) else { continue };
            let mut best = 0;
            each_kept(&mut kept, tile, |_, kept| {
                let score = self.score(kept, &left);
                if score.near >= goal {
                    best = best.max(score.useful);
                }
            });
            sum += u64::from(unseen[tile.index()]) * u64::from(best);
        }
        sum
    }

    /// How near tiles can be kept after drawing `tile` to `kept`; none if that draw counts nothing.
    fn goal(&self, kept: &[Tile], tile: Tile, score: Score) -> Option<i8> {
        match self {
            Self::Waits(waits) => {
                let (a, b) = kept.first().zip(kept.last())?;
                (waits[a.index()][b.index()] >> tile.index() & 1 == 0).then_some(0)
            }
            Self::Distance(distances) => {
                let mut with = counts(kept);
                with[tile.index()] += 1;
                let near = -(distances.of(&with) as i8);
                (near < 0 && (near > score.near || near == -1)).then_some(near)
            }
        }
    }
}

fn counts(tiles: &[Tile]) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    tiles.iter().for_each(|t| counts[t.index()] += 1);
    counts
}

/// How many tiles unseen there are of some kinds.
fn total(mut kinds: u64, unseen: &[u8; KINDS]) -> u32 {
    let mut sum = 0;
    while kinds != 0 {
        sum += u32::from(unseen[kinds.trailing_zeros() as usize]);
        kinds &= kinds - 1;
    }
    sum
}

/// Shows every way to keep all but one of `hand` and `drawn`: without `drawn` first, then without each tile of `hand`
/// from the one held longest.
fn each_kept(hand: &mut [Tile], drawn: Tile, mut f: impl FnMut(Discard, &[Tile])) {
    f(Discard::drawn(drawn), hand);
    for i in 0..hand.len() {
        let tile = std::mem::replace(&mut hand[i], drawn);
        f(Discard::held(tile), hand);
        hand[i] = tile;
    }
}

/// Keeps the tiles with the most unseen winning tiles; ties discard the drawn tile, then the one held longest.
///
/// That is the rule of hands of one group, such as the three-tile game's. In larger hands it keeps tiles that are nearest
/// to a complete hand, and among those the ones that most unseen tiles bring nearer.
pub(super) struct Greedy {
    pub(super) measure: Arc<Measure>,
    /// Whether ties go to what is best after the next draw first.
    pub(super) ahead: bool,
}

impl Agent<MiniMahjong> for Greedy {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, MiniMahjong>) -> Result<Discard, AgentError> {
        let view = d.view();
        let (drawn, unseen, mut hand) = (drawn(view)?, view.unseen(), view.hand().to_vec());
        let mut best = (Discard::drawn(drawn), Score { near: i8::MIN, useful: 0 });
        let mut ties = 0;
        each_kept(&mut hand, drawn, |discard, kept| {
            let score = self.measure.score(kept, &unseen);
            if score > best.1 {
                (best, ties) = ((discard, score), 0);
            } else if score == best.1 {
                ties += 1;
            }
        });
        if !self.ahead || ties == 0 {
            return Ok(best.0);
        }
        let mut furthest = None;
        each_kept(&mut hand, drawn, |discard, kept| {
            if self.measure.score(kept, &unseen) == best.1 {
                let after = self.measure.after_draw(kept, best.1, &unseen);
                if furthest.is_none_or(|(most, _)| after > most) {
                    furthest = Some((after, discard));
                }
            }
        });
        Ok(furthest.map_or(best.0, |(_, discard)| discard))
    }
}
