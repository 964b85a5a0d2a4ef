//! Worlds behind a view, their enumeration, and rearrangements of what is hidden.
//!
//! # The law of the sampler
//! Every way in which chance could have dealt hands and draws, so that the discards seen were possible and nobody won
//! before, is equally likely. What is left of such a way is who holds what in which order.
//!
//! All tiles unseen are alike, so hidden hands are dealt from them at random. A hand's past is then made up backwards:
//! at each discard of a held tile, any of its tiles is equally likely to be the one drawn in that turn. That counts
//! a past once for each equal tile that could have been the one discarded, so with `m` of them a past is kept with
//! probability 1/m. Pasts in which somebody would have won are thrown away too, and all hidden hands begin anew
//! together: keeping some would favour them.

use super::config::Config;
use super::shape::Shape;
use super::state::{End, Hand, Seats, Stage, State};
use super::text::{Chance, Deal, Discard, MOST_HELD};
use super::tile::{KINDS, MOST_TILES, Tile};
use super::{MiniMahjong, View, counts_of};
use arrayvec::ArrayVec;
use croupier_core::{Determinize, Enumerate, Hidden, Rng, Seat};

/// After so many attempts the next world is taken without regard to wins and weights. Views of played hands need far
/// fewer (see the tests), but for a won hand of fourteen tiles, whose winner's hand is too rare to be hit upon.
const ATTEMPTS: u32 = 100_000;

impl Determinize for MiniMahjong {
    /// See the law above. A view that fits no world, and a win too rare to be hit upon, give a world whose
    /// view it is but in which somebody might have won before.
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let mut state = State::new(&counts_of(&view.rules.tiles));
        state.stage = view.stage;
        state.first = view.first.unwrap_or(Seat(0));
        if matches!(view.stage, Stage::First | Stage::Deal) {
            return state;
        }
        let hidden = Behind::new(view);
        let mut pool = hidden.pool(view);
        let strict = (0..ATTEMPTS).find_map(|_| hidden.attempt(&mut pool, true, rng));
        let (hands, drawn) = strict
            .or_else(|| hidden.attempt(&mut pool, false, rng))
            .expect("an attempt without conditions succeeds");
        state.hands = hands;
        state.drawn = view.drawn.or(drawn).unwrap_or_default();
        state.discards = view.discards;
        state.left = view.wall;
        state.wall = view.unseen();
        let others = Seat::all(hidden.players).filter(|s| *s != view.seat);
        let held = others.flat_map(|s| state.hands[s.index()].tiles().to_vec());
        for tile in held.chain(drawn) {
            state.wall[tile.index()] -= 1;
        }
        state
    }
}

type Pool = ArrayVec<Tile, MOST_TILES>;
type Held = ArrayVec<Tile, MOST_HELD>;

/// A hand's made-up past.
struct Past {
    /// What it was dealt.
    start: Held,
    /// What it drew, last first.
    draws: ArrayVec<Tile, MOST_TILES>,
}

/// `n` random tiles of the pool, none of those already `dealt`.
fn take(pool: &mut Pool, dealt: &mut usize, n: usize, rng: &mut Rng) -> Held {
    for i in *dealt..*dealt + n {
        let j = i + rng.index(pool.len() - i);
        pool.swap(i, j);
    }
    *dealt += n;
    pool[*dealt - n..*dealt].iter().copied().collect()
}

/// What a view says about the hands behind it.
struct Behind<'a> {
    rules: &'a Config,
    shape: Shape,
    players: usize,
    own: Seat,
    hand: Hand,
    first: Seat,
    discards: &'a [Discard],
    /// Another seat that has drawn a tile and not discarded.
    drawn: Option<Seat>,
    /// Whether that tile wins.
    tsumo: bool,
    /// What the last discard led to, if there was one.
    settled: Stage,
    /// What was left in the wall then.
    left: u8,
}

impl<'a> Behind<'a> {
    fn new(view: &'a View) -> Self {
        let rules = &view.rules;
        let holder = match view.stage {
            Stage::Discard(seat) | Stage::Over(End::Tsumo(seat)) => Some(seat),
            _ => None,
        };
        Self {
            rules,
            shape: Shape { sets: rules.sets, pair: rules.pair },
            players: rules.players.into(),
            own: view.seat,
            hand: Hand::new(view.hand()),
            first: view.first.unwrap_or(Seat(0)),
            discards: view.discards(),
            drawn: holder.filter(|s| *s != view.seat),
            tsumo: matches!(view.stage, Stage::Over(End::Tsumo(_))),
            settled: holder.map_or(view.stage, Stage::Draw),
            left: view.wall + u8::from(holder.is_some()),
        }
    }

    /// The tiles that are not seen.
    fn pool(&self, view: &View) -> Pool {
        let unseen = view.unseen();
        Tile::all().flat_map(|t| std::iter::repeat_n(t, unseen[t.index()].into())).collect()
    }

    /// One try at hidden hands and their pasts: all hands, and the hidden drawn tile. Unless `strict`, it succeeds.
    fn attempt(&self, pool: &mut Pool, strict: bool, rng: &mut Rng) -> Option<([Hand; 4], Option<Tile>)> {
        let others = || Seat::all(self.players).filter(|s| *s != self.own);
        let mut pasts: ArrayVec<Past, 3> = ArrayVec::new();
        let mut dealt = 0;
        for seat in others() {
            let start = take(pool, &mut dealt, self.rules.held(), rng);
            pasts.push(self.past(seat, start, strict, rng)?);
        }
        let drawn = self.drawn.map(|_| take(pool, &mut dealt, 1, rng)[0]);
        let mut hands = [Hand::default(); 4];
        hands[self.own.index()] = self.hand;
        let mut completed = Seats::default();
        for (seat, past) in others().zip(&pasts) {
            let (hand, last) = self.replay(seat, past, strict)?;
            hands[seat.index()] = hand;
            if last {
                completed.add(seat);
            }
        }
        (!strict || self.ends_as_seen(&hands, drawn, completed)).then_some((hands, drawn))
    }

    /// How many turns after the first mover `seat` comes.
    fn offset(&self, seat: Seat) -> usize {
        (seat.index() + self.players - self.first.index()) % self.players
    }

    /// Makes up what `seat`, which holds `hand` now, drew in its turns and what it was dealt.
    fn past(&self, seat: Seat, mut hand: Held, strict: bool, rng: &mut Rng) -> Option<Past> {
        let mut draws = ArrayVec::new();
        let river = self.discards.iter().skip(self.offset(seat)).step_by(self.players);
        for discard in river.rev() {
            let tile = discard.tile();
            if discard.is_drawn() {
                draws.push(tile);
                continue;
            }
            let slot = rng.index(hand.len());
            draws.push(std::mem::replace(&mut hand[slot], tile));
            let equal = hand.iter().filter(|t| **t == tile).count();
            if strict && equal > 1 && rng.index(equal) != 0 {
                return None;
            }
        }
        Some(Past { start: hand, draws })
    }

    /// Plays the made-up past of `seat`: its hand now, and whether the last discard completes it. None if it would
    /// have won before.
    fn replay(&self, seat: Seat, past: &Past, strict: bool) -> Option<(Hand, bool)> {
        let mut hand = Hand::new(&past.start);
        let mut draws = past.draws.iter().rev();
        let offset = self.offset(seat);
        let mut completes = false;
        for (turn, turns) in self.discards.chunks(self.players).enumerate() {
            for (i, discard) in turns.iter().enumerate() {
                let drawn = if i == offset { draws.next() } else { None };
                let tile = drawn.copied().unwrap_or(discard.tile());
                completes = self.shape.completes(&hand.counts, tile);
                let last = turn * self.players + i + 1 == self.discards.len();
                if strict && completes && (i == offset || !last) {
                    return None;
                }
                if i == offset {
                    hand.discard(*discard, tile);
                    completes = false;
                }
            }
        }
        Some((hand, completes))
    }

    /// Whether the last discard and the tile drawn after it lead to what the view shows.
    fn ends_as_seen(&self, hands: &[Hand; 4], drawn: Option<Tile>, mut completed: Seats) -> bool {
        if let Some(last) = self.discards.last() {
            let from = self.first.after(self.discards.len() - 1, self.players);
            if from != self.own && self.shape.completes(&self.hand.counts, last.tile()) {
                completed.add(self.own);
            }
            if State::settle(self.rules, from, self.left, |seat| completed.has(seat)) != self.settled {
                return false;
            }
        }
        match (self.drawn, drawn) {
            (Some(seat), Some(tile)) => self.shape.completes(&hands[seat.index()].counts, tile) == self.tsumo,
            _ => true,
        }
    }
}

impl Enumerate for MiniMahjong {
    /// Deals are listed whole: for tiny sets of tiles only.
    fn outcomes(&self, s: &State, out: &mut Vec<(Chance, f64)>) {
        out.clear();
        match s.stage {
            Stage::First => {
                let p = 1.0 / f64::from(self.config.players);
                out.extend(Seat::all(self.config.players.into()).map(|seat| (Chance::First(seat), p)));
            }
            Stage::Deal => {
                let deal = (0..self.config.players).map(|_| ArrayVec::new()).collect();
                self.deals(deal, &mut s.wall.clone(), s.left, 1.0, out);
            }
            Stage::Draw(_) => out.extend(
                self.kinds
                    .iter()
                    .filter(|t| s.wall[t.index()] > 0)
                    .map(|t| (Chance::Draw(*t), f64::from(s.wall[t.index()]) / f64::from(s.left))),
            ),
            Stage::Discard(_) | Stage::Over(_) => {}
        }
    }
}

impl MiniMahjong {
    /// Lists the deals that begin with `deal`, which has probability `p`.
    fn deals(&self, deal: Deal, wall: &mut [u8; KINDS], left: u8, p: f64, out: &mut Vec<(Chance, f64)>) {
        let Some(short) = deal.iter().position(|hand| hand.len() < self.config.held()) else {
            out.push((Chance::Deal(deal), p));
            return;
        };
        for &tile in &self.kinds {
            let here = wall[tile.index()];
            if here > 0 {
                let mut longer = deal.clone();
                longer[short].push(tile);
                wall[tile.index()] -= 1;
                self.deals(longer, wall, left - 1, p * f64::from(here) / f64::from(left), out);
                wall[tile.index()] += 1;
            }
        }
    }
}

impl Hidden for MiniMahjong {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = *s;
        let holder = match s.stage {
            Stage::First | Stage::Deal => return other,
            Stage::Discard(by) | Stage::Over(End::Tsumo(by)) => Some(by).filter(|by| *by != seat),
            _ => None,
        };
        let others = || Seat::all(usize::from(self.config.players)).filter(|o| *o != seat);
        let mut tiles: Vec<Tile> =
            Tile::all().flat_map(|t| std::iter::repeat_n(t, s.wall[t.index()].into())).collect();
        tiles.extend(others().flat_map(|o| s.hands[o.index()].tiles().to_vec()));
        tiles.extend(holder.map(|_| s.drawn));
        rng.shuffle(&mut tiles);
        for o in others() {
            other.hands[o.index()] = Hand::new(&tiles.split_off(tiles.len() - self.config.held()));
        }
        if holder.is_some() {
            other.drawn = tiles.pop().expect("the drawn tile is one of them");
        }
        other.wall = [0; KINDS];
        tiles.iter().for_each(|t| other.wall[t.index()] += 1);
        other
    }
}
