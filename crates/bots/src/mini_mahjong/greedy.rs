//! Bots that keep the tiles with the most ways to win.

use super::distance::Distances;
use super::simple::drawn;
use croupier_core::{Agent, AgentError, Decision, Game, Rng, Seat};
use croupier_games::MiniMahjong;
use croupier_games::mini_mahjong::{Counts, Discard, KINDS, Tile};
use std::sync::Arc;

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

    /// How many tiles `hand` and `drawn` together are from complete; of hands of one group only whether they are.
    fn missing(&self, hand: &[Tile], drawn: Tile) -> u8 {
        match self {
            Self::Waits(waits) => u8::from(waits_of(waits, hand) >> drawn.index() & 1 == 0),
            Self::Distance(distances) => {
                let mut with = counts(hand);
                with[drawn.index()] += 1;
                distances.of(&with)
            }
        }
    }

    /// How many tiles unseen win, or bring tiles kept nearer to complete; none if they are not `missing` from it.
    fn useful(&self, kept: &[Tile], missing: u8, unseen: &[u8; KINDS]) -> Option<u32> {
        let kinds = match self {
            Self::Waits(waits) => waits_of(waits, kept),
            Self::Distance(distances) => {
                let kept = counts(kept);
                (distances.of(&kept) == missing).then(|| distances.useful(&kept).1)?
            }
        };
        Some(total(kinds, unseen))
    }

    /// What tiles kept may become with the next draw: over the tiles unseen, the sum of the useful tiles of the best
    /// that can then be kept. Draws that win count nothing, nor those that bring a hand that does not yet wait no
    /// nearer.
    fn after_draw(&self, kept: &[Tile], missing: u8, unseen: &[u8; KINDS]) -> u64 {
        let mut kept = kept.to_vec();
        let mut sum = 0;
        for tile in Tile::all().filter(|t| unseen[t.index()] > 0) {
            let then = self.missing(&kept, tile);
            if then == 0 || (then == missing && missing > 1) {
                continue;
            }
            let mut left = *unseen;
            left[tile.index()] -= 1;
            let mut best = 0;
            each_kept(&mut kept, tile, |_, kept| {
                best = best.max(self.useful(kept, then, &left).unwrap_or(0));
            });
            sum += u64::from(unseen[tile.index()]) * u64::from(best);
        }
        sum
    }
}

/// The winning tiles of one tile or two.
fn waits_of(waits: &[[u64; KINDS]; KINDS], kept: &[Tile]) -> u64 {
    kept.first().zip(kept.last()).map_or(0, |(a, b)| waits[a.index()][b.index()])
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
        // Of tiles that are not yet complete one can always be spared: the best kept miss no more than all do.
        let missing = self.measure.missing(&hand, drawn);
        let mut best: Option<u32> = None;
        let mut tied = Vec::new();
        each_kept(&mut hand, drawn, |discard, kept| {
            let useful = self.measure.useful(kept, missing, &unseen);
            if useful > best {
                best = useful;
                tied.clear();
            }
            if useful.is_some() && useful == best {
                tied.push(discard);
            }
        });
        let mut chosen = *tied.first().unwrap_or(&Discard::drawn(drawn));
        if self.ahead && tied.len() > 1 {
            let mut most = None;
            each_kept(&mut hand, drawn, |discard, kept| {
                if tied.contains(&discard) {
                    let after = Some(self.measure.after_draw(kept, missing, &unseen));
                    if after > most {
                        (most, chosen) = (after, discard);
                    }
                }
            });
        }
        Ok(chosen)
    }
}
