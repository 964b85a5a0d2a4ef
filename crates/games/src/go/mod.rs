//! Go, id `go`.
//!
//! Two seats, Black (0) and White (1), place stones in turn on a board of 1 to 25 columns and rows; Black begins. A
//! chain without liberties leaves the board: the opponent's chains first, then one's own. Rules by Tromp and Taylor
//! with these switches:
//!
//! - `komi`: points for White, 7 on 9×9 and 7.5 elsewhere by default. Whole numbers make draws.
//! - `ko`: `positional` superko (default): no stone may make a position that has been before, the starting one
//!   included. `situational`: a position that has been before *with the same player to move*, situations after
//!   passes included. `simple`: no stone may restore the position before the opponent's last move. Passes are always
//!   allowed and repeat nothing.
//! - `suicide`: off by default; when on, a chain of two stones and more may be played out of its last liberty.
//!   Deviation from Tromp and Taylor: a lone stone's suicide is refused under every `ko`; positional superko refuses
//!   it anyway.
//! - `max_moves`: this many moves (3 × points by default, passes counted) end the game as a draw *by length*. It is
//!   reported as such ([`Finish::Length`], and `by_length` in tallies) and its board is not scored.
//! - `handicap` with `placement`: `fixed` puts Black's stones on the points of the GTP specification before the first
//!   move; `free` makes them Black's first moves. Then White moves. White gets no points for them.
//!
//! Two passes in a row end the game. The score is area: stones, plus empty points that reach only one colour; every
//! stone on the board is alive. Black wins when the difference exceeds komi: +1 and −1, or 0 and 0. A forfeit scores
//! −1 and +1.
//!
//! Everything is visible: a view is the board and the moves that led to it.

mod benson;
mod board;
mod config;
pub mod encode;
mod handicap;
mod history;
mod legal;
mod liberties;
mod place;
mod playout;
mod point;
mod sample;
mod score;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod zobrist;

pub use benson::unconditional;
pub use board::{Board, ChainStones, Content};
pub use config::{Config, Ko, Placement};
pub use handicap::{fixed_handicap, most_fixed};
pub use legal::{count_games, legal_positions};
pub use liberties::Joined;
pub use playout::{Playout, eye_margin, uniform, uniform_move};
pub use point::{Colour, MAX_POINTS, MAX_SIDE, Move, Point, Size, Vertex};
pub use score::{Area, area_margin};
pub use setup::{Setup, SetupError};
pub use state::{Refusal, State};
pub use text::Chance;
pub use view::View;

use croupier_core::{ConfigError, Game, Illegal, Rng, Seat, Switch, Tally, Turn};

/// Go under one configuration.
#[derive(Clone, Debug, Default)]
pub struct Go {
    config: Config,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finish {
    /// Both passed: Black's area minus White's minus komi.
    Scored(f64),
    /// The limit of moves was reached: a draw, not scored.
    Length,
}

impl Finish {
    /// Black's score: +1, 0 or −1.
    pub fn black(self) -> f64 {
        match self {
            Finish::Scored(margin) if margin > 0.0 => 1.0,
            Finish::Scored(margin) if margin < 0.0 => -1.0,
            _ => 0.0,
        }
    }
}

impl Go {
    /// The game before its first move from a position set up.
    ///
    /// # Errors
    /// When a vertex is off the board or given twice, or a chain would have no liberty.
    pub fn set_up(&self, setup: Setup) -> Result<State, SetupError> {
        State::from_setup(&self.config, setup)
    }

    /// How the game ended; `None` while it goes on.
    pub fn finish(&self, s: &State) -> Option<Finish> {
        if s.both_passed() {
            Some(Finish::Scored(f64::from(s.margin()) - self.config.komi_points()))
        } else {
            s.too_long(&self.config).then_some(Finish::Length)
        }
    }

    /// Makes a player move whose turn it need not be, as GTP and SGF allow: the other is taken to have passed.
    ///
    /// A game that two passes ended is taken up again.
    ///
    /// # Errors
    /// When the rules refuse the move; the state is then as before.
    pub fn play_as(&self, s: &mut State, colour: Colour, mv: Move) -> Result<(), Refusal> {
        let mut next = s.clone();
        if next.both_passed() {
            next.resume();
        }
        if next.to_move() != colour {
            next.apply(Move::Pass, &self.config)?;
        }
        if next.both_passed() {
            next.resume();
        }
        next.apply(mv, &self.config)?;
        *s = next;
        Ok(())
    }

    /// Why the player to move may not do `mv`; `None` when it is legal.
    pub fn refusal(&self, s: &State, mv: Move) -> Option<Refusal> {
        match mv {
            _ if s.over(&self.config) => Some(Refusal::Over),
            Move::Pass => (s.placing() > 0).then_some(Refusal::Placing),
            Move::Play(v) => s.check(v, &self.config).err(),
        }
    }
}

impl Game for Go {
    const ID: &'static str = "go";
    const RULES: u32 = 1;
    const ABOUT: &'static str = "Go on boards from 1x1 to 25x25, area scoring, superko";
    const PERFECT: bool = true;
    type Config = Config;
    type State = State;
    type View = View;
    type Action = Move;
    type Chance = Chance;
    type Legal = Vec<Move>;

    fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config })
    }
    fn config(&self) -> &Config {
        &self.config
    }
    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        Config::profiles()
    }
    fn switches() -> &'static [Switch] {
        Config::SWITCHES
    }
    fn seats(&self) -> usize {
        2
    }
    fn start(&self) -> State {
        State::start(&self.config)
    }
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.over(&self.config) { Turn::Over } else { Turn::Seat(Seat(s.to_move.index() as u8)) }
    }
    /// # Panics
    /// Always: it is never chance's turn.
    fn draw(&self, _: &State, _: &mut Rng) -> Chance {
        panic!("Go has no chance events and it is never chance's turn")
    }
    fn reveal(&self, _: &mut State, c: &Chance) -> Result<(), Illegal> {
        match *c {}
    }
    #[inline]
    fn legal(&self, s: &State, out: &mut Vec<Move>) {
        s.legal(&self.config, out);
    }
    #[inline]
    fn apply(&self, s: &mut State, a: Move) -> Result<(), Illegal> {
        s.apply(a, &self.config).map_err(|why| Illegal::new(a, why.to_string()))
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(s, seat)
    }
    fn scores(&self, s: &State, out: &mut [f64]) {
        let black = self.finish(s).map_or(0.0, Finish::black);
        out.copy_from_slice(&[black, -black]);
    }
    fn forfeit(&self, _: &State, seat: Seat, out: &mut [f64]) {
        out.fill(1.0);
        out[seat.index()] = -1.0;
    }
    fn tally(&self, end: &State, out: &mut Tally) {
        let finish = self.finish(end);
        out.all("by_length", f64::from(finish == Some(Finish::Length)), 1.0);
        out.all("moves", end.moves().len() as f64, 1.0);
        if let Some(Finish::Scored(margin)) = finish {
            out.all("black_won", f64::from(margin > 0.0), 1.0);
            out.all("drawn", f64::from(margin == 0.0), 1.0);
            for (i, taken) in end.prisoners().into_iter().enumerate() {
                out.seat(Seat(i as u8), "stones_lost", f64::from(taken), 1.0);
            }
        }
    }
}
