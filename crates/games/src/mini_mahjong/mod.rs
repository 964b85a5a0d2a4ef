//! Mini mahjong, id `mini-mahjong`: draw, discard, complete a hand.
//!
//! # Rules of the default profile, `three-tile`
//! Characters 1–9, green dragon and red dragon, four of each: 44 tiles. Two seats. Chance says who begins, then deals
//! each seat 2 tiles. In turn a seat draws a third tile and discards one of the three. A hand of three is complete
//! when it is a run (three consecutive characters) or a triplet; honours never form runs. Winning is forced, on one's
//! own draw (tsumo) and on another's discard (ron); there are no calls, no furiten and no points. When the wall is
//! empty and the last discard wins for nobody, the hand is a draw.
//!
//! Scores sum to zero. By tsumo the winner gets 1 and the others share −1 equally; by ron the discarder alone pays 1 to
//! each winner; a draw is 0.
//!
//! # Switches
//! - `players` 2 to 4.
//! - `double_ron`, when a discard completes several hands: `next-in-turn` (default) only the next in turn after the
//!   discarder wins; `all` each wins; `none` the hand is a draw.
//! - `tiles` any of the 34 kinds, each with its own count, see [`TileSet`].
//! - `sets` 0 to 4 and `pair` 0 or 1: a complete hand is so many runs or triplets and the pair; a hand held between
//!   turns is one tile fewer. No seven pairs, no thirteen orphans.
//!
//! Profiles: `three-tile`; `five-tile`, one set and a pair of the same 44 tiles; `fourteen-tile`, four sets and a pair
//! of all 136.
//!
//! # What the rules leave open, settled here
//! - A discard says whether it is the tile just drawn (`5m*`) or a held one (`5m`), and everybody sees which, as
//!   at a table: a river is a list of discards. Of equal held tiles the one held longest goes.
//! - A winner's hand stays hidden, like any other.
//! - At least one tile must be left to draw after the deal.
//! - A forfeit scores the worst that a hand can bring: −1, shared by the others equally; with `double_ron=all`, 1 to
//!   each of the others.

mod config;
mod encode;
mod sample;
mod shape;
mod state;
mod text;
mod tile;
mod view;

#[cfg(test)]
mod tests;

pub use config::{Config, DoubleRon};
pub use encode::Encoding;
pub use shape::{Counts, Shape};
pub use state::{End, Seats, Stage, State};
pub use text::{Chance, Deal, Discard, MOST_HELD};
pub use tile::{KINDS, MOST_TILES, Suit, Tile, TileSet};
pub use view::View;

use arrayvec::ArrayVec;
use croupier_core::{ConfigError, Game, Illegal, Rng, Seat, Switch, Tally, Turn};

/// Mini mahjong of one configuration.
#[derive(Clone, Debug)]
pub struct MiniMahjong {
    config: Config,
    shape: Shape,
    /// How many there are of each kind.
    tiles: [u8; KINDS],
    /// The kinds there are.
    kinds: ArrayVec<Tile, KINDS>,
}

impl MiniMahjong {
    /// The shape of a complete hand.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many there are of each kind, by [`Tile::index`].
    pub fn tiles(&self) -> &[u8; KINDS] {
        &self.tiles
    }

    /// A tile of what is left, each equally likely.
    #[inline]
    fn pick(&self, wall: &[u8; KINDS], left: u8, rng: &mut Rng) -> Tile {
        let mut at = rng.below(left.into()) as u32;
        for &tile in &self.kinds {
            let here = u32::from(wall[tile.index()]);
            if at < here {
                return tile;
            }
            at -= here;
        }
        unreachable!("the kinds of a wall add up to its tiles")
    }

    fn pick_hands(&self, s: &State, rng: &mut Rng) -> Deal {
        let (mut wall, mut left) = (s.wall, s.left);
        let mut one = || {
            let tile = self.pick(&wall, left, rng);
            wall[tile.index()] -= 1;
            left -= 1;
            tile
        };
        (0..self.config.players).map(|_| (0..self.config.held()).map(|_| one()).collect()).collect()
    }
}

impl Default for MiniMahjong {
    fn default() -> Self {
        Self::new(Config::default()).expect("the default configuration is sound")
    }
}

/// The counts of a set that has been checked.
fn counts_of(tiles: &TileSet) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    Tile::all().for_each(|t| counts[t.index()] = tiles.count(t).unsigned_abs());
    counts
}

impl Game for MiniMahjong {
    const ID: &'static str = "mini-mahjong";
    const RULES: u32 = 1;
    const ABOUT: &'static str =
        "mahjong with hands of three, five or fourteen tiles, without calls or points";
    type Config = Config;
    type State = State;
    type View = View;
    type Action = Discard;
    type Chance = Chance;
    type Legal = Vec<Discard>;

    fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        let tiles = counts_of(&config.tiles);
        let kinds = Tile::all().filter(|t| tiles[t.index()] > 0).collect();
        Ok(Self { config, shape: Shape { sets: config.sets, pair: config.pair }, tiles, kinds })
    }
    fn config(&self) -> &Config {
        &self.config
    }
    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        config::profiles()
    }
    fn switches() -> &'static [Switch] {
        config::SWITCHES
    }
    fn seats(&self) -> usize {
        self.config.players.into()
    }
    fn start(&self) -> State {
        State::new(&self.tiles)
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        s.turn()
    }
    #[inline]
    fn draw(&self, s: &State, rng: &mut Rng) -> Chance {
        match s.stage {
            Stage::First => Chance::First(Seat(rng.below(self.config.players.into()) as u8)),
            Stage::Deal => Chance::Deal(self.pick_hands(s, rng)),
            _ => Chance::Draw(self.pick(&s.wall, s.left, rng)),
        }
    }
    #[inline]
    fn reveal(&self, s: &mut State, c: &Chance) -> Result<(), Illegal> {
        s.reveal(&self.config, self.shape, c)
    }
    #[inline]
    fn legal(&self, s: &State, out: &mut Vec<Discard>) {
        s.legal(out);
    }
    #[inline]
    fn apply(&self, s: &mut State, a: Discard) -> Result<(), Illegal> {
        s.apply(&self.config, self.shape, a)
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(&self.config, s, seat)
    }
    fn scores(&self, s: &State, out: &mut [f64]) {
        out.fill(0.0);
        match s.stage {
            Stage::Over(End::Tsumo(winner)) => {
                out.fill(-1.0 / (self.seats() - 1) as f64);
                out[winner.index()] = 1.0;
            }
            Stage::Over(End::Ron { from, winners }) => {
                winners.iter().for_each(|w| out[w.index()] = 1.0);
                out[from.index()] = -(winners.count() as f64);
            }
            _ => {}
        }
    }
    fn forfeit(&self, _: &State, seat: Seat, out: &mut [f64]) {
        let others = (self.seats() - 1) as f64;
        let worst = if self.config.double_ron == DoubleRon::All { others } else { 1.0 };
        out.fill(worst / others);
        out[seat.index()] = -worst;
    }

    /// For each seat and in all, as fractions of hands: `tsumo` and `ron`, won by own draw and by a discard. In all,
    /// `first_mover_wins` counts hands won by who began; for a seat, those it won of those it began. `mean_draws` is
    /// how many tiles were drawn from the wall by all together, `mean_draws_decided` in hands that somebody won.
    fn tally(&self, s: &State, out: &mut Tally) {
        let Stage::Over(end) = s.stage else { return };
        let draws = f64::from(self.config.wall() - i32::from(s.left));
        let won = |yes: bool| f64::from(u8::from(yes));
        let (tsumo, ron) = (matches!(end, End::Tsumo(_)), matches!(end, End::Ron { .. }));
        let decided = won(tsumo || ron);
        for seat in Seat::all(self.seats()) {
            out.seat(seat, "tsumo", won(tsumo && end.won(seat)), 1.0);
            out.seat(seat, "ron", won(ron && end.won(seat)), 1.0);
            out.seat(seat, "first_mover_wins", won(end.won(seat)), won(seat == s.first));
            out.seat(seat, "mean_draws", draws, 1.0);
            out.seat(seat, "mean_draws_decided", draws, decided);
        }
        out.all("tsumo", won(tsumo), 1.0);
        out.all("ron", won(ron), 1.0);
        out.all("first_mover_wins", won(end.won(s.first)), 1.0);
        out.all("mean_draws", draws, 1.0);
        out.all("mean_draws_decided", draws, decided);
    }
}
