//! Daifugo (also Daihinmin): four to six seats shed their cards; whoever finishes first is daifugo in the next deal.
//!
//! # Cards and deal
//! 52 cards and two interchangeable jokers (`jokers`). Strength 3 4 5 … K A 2, jokers on top; a revolution reverses all
//! but the jokers. Blind cards lie face down and out of play, drawn first, never jokers (`blind`, `blind_scope`); the
//! rest is dealt evenly. Where a deck does not divide, the seats after a dealer drawn by the luck hold one card more.
//! An episode is a set of `deals` deals. Seats are redrawn at its start (and every `redraw` deals), ranks cleared.
//!
//! # Tribute
//! The places of a deal are the ranks of the next: daifugo, fugo, heimin, hinmin, daihinmin. Before a later deal the
//! daihinmin gives the daifugo its two strongest cards, the hinmin the fugo its strongest, in normal order, ties at the
//! giver's choice (`tribute_ties`). The giver decides even where there is nothing to choose, or its turn would
//! tell a tie. The return is as many cards of the taker's choice and is chosen before the cards received are seen:
//! both sides' cards change hands when the return is done. Gifts come first, then the daifugo's return, then the
//! fugo's; neither of the two sees anything of the other exchange.
//!
//! # Lead and turn
//! A set's first deal is led by the holder of the marked card (`first_lead`; of the next lowest of its suit in play if
//! it is blind), later ones by the daihinmin (`later_lead`); the marked card need not be played. Passing on lead is
//! illegal (`lead_pass`). A pass locks a seat out until the field clears (`pass_lock`; off: until the next play). When
//! nobody else may answer, the field clears and its owner leads, or the next active seat when that one is out. With
//! `owner_answers` the owner may answer itself, and the field clears when it too has passed. `pass_limit` passes in a row
//! end the deal; the seats still in then draw lots for the best places left.
//!
//! # Plays
//! A single; a group of one rank, two or more; a run of three or more consecutive ranks of a suit. Jokers stand for any
//! card in groups and runs; a group or run needs a natural card, except two jokers alone with `joker_pair`; a run does not
//! wrap. Every play carries its reading, declared where cards can be read in several ways; a play whose reading is not
//! declared is refused, and one in a foreign record stays unknown: nothing is known to beat it.
//! An answer has the field's kind and number and is stronger; runs compare by their lowest rank, or must begin above
//! the field's highest (`run_compare`; while reversed: by the lowest rank downwards, or end below its lowest).
//!
//! # Effects
//! By the ranks the cards stand for, jokers included:
//! - Suit lock (`suit_lock`): when a play has the same suits as the one it beats, later ones must have them too. A
//!   joker satisfies a lock as any suit and creates none, as top or as answer (`lock_joker`).
//! - Eight-cut (`eight_cut`): an 8 in a play that is not a run clears the field, and its owner leads.
//! - Revolution (`revolution`): a group of four or more, jokers counted; a second one reverses again.
//! - A lone ♠3 beats a lone joker, whatever the lock (`spade3_lock`), and clears the field (`spade3`).
//! - Jack-back (`jack_back`, off): a jack reverses the order until the field clears; a second jack changes nothing. Under
//!   a revolution it makes the order normal.
//!
//! # Finish, foul, fall
//! Going out with a joker, with a 2 (a 3 while the order is reversed, by revolution or jack; judged before the play),
//! with an 8 that cuts, or with a lone ♠3 on a joker is a foul (`foul_finish`). When another seat is the first to finish
//! without foul, last deal's daifugo drops out at once, its cards face down (`fall`).
//! Places, from the best: those who finished without foul, in order; the seat left with cards when the others are
//! out; the fallen daifugo; the foulers, the first to foul last. So foul and fall never take the same place: foulers
//! fill the places from the bottom, whether they foul before or after the fall, and the fallen daifugo has the place
//! above them all. A daifugo that fouls before anybody finishes is out by its foul and does not fall; a seat that
//! goes out by a foul is not the first to finish, so it makes nobody fall.
//!
//! # Scores
//! Each deal gives points by place, n−1 … 0 less their mean, or the table `points`; a set's score is their sum. A seat that
//! forfeits is last in the deal and in all to come, and the others share the rest alike.
//!
//! # Profiles
//! `standard` as above with the defaults of [`Config::standard`]; `uecda`, the computer Daihinmin contest:
//! [`Config::uecda`].

mod action;
mod cards;
mod chance;
mod config;
mod counts;
pub mod encode;
mod field;
mod generate;
mod hidden;
mod legal;
mod plays;
mod sample;
mod settle;
mod state;
mod table;
mod text;
mod tribute;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Chance};
pub use cards::{Card, CardSet, RANKS, Rank, Suit, Suits};
pub use config::{
    Blind, BlindScope, Config, EightCut, FirstLead, Foul, LaterLead, LockJoker, Revolution, RunCompare,
    TributeTies,
};
pub use counts::{Counts, counts};
pub use field::{After, Field};
pub use generate::{each_answer, each_play};
pub use legal::actions;
pub use plays::{Kind, Play, Reading, readings};
pub use state::State;
pub use table::{SeatSet, Table, is_foul};
pub use tribute::{Pair, gifts, pairs, returns};
pub use view::{Event, Stage, Standing, View};

use croupier_core::{ConfigError, Game, Illegal, Rng, Seat, Switch, Tally, Turn};
use state::Phase;

/// Daifugo under one configuration.
///
/// ```
/// use croupier_core::{Game, Rng, Seat, random_playout};
/// use croupier_games::daifugo::{Config, Daifugo};
/// let game = Daifugo::new(Config::standard())?;
/// let mut state = game.start();
/// random_playout(&game, &mut state, &mut Vec::new(), &mut Rng::keyed("example", &[]));
/// let mut scores = [0.0; 4];
/// game.scores(&state, &mut scores);
/// assert_eq!(scores.iter().sum::<f64>(), 0.0);
/// # Ok::<(), croupier_core::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Daifugo {
    config: Config,
    points: Vec<f64>,
    mean: f64,
}

impl Daifugo {
    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &Config {
        &self.config
    }

    /// Points by place, best first.
    pub fn table_of_points(&self) -> &[f64] {
        &self.points
    }

    fn mean_points(&self) -> f64 {
        self.mean
    }
}

impl Game for Daifugo {
    const ID: &'static str = "daifugo";
    const RULES: u32 = 1;
    const ABOUT: &'static str =
        "shedding game of ranks: sets of four deals with tribute, jokers, revolution, locks, fouls and fall";

    type Config = Config;
    type State = State;
    type View = View;
    type Action = Action;
    type Chance = Chance;
    type Legal = Vec<Action>;

    fn new(config: Config) -> Result<Self, ConfigError> {
        let points = config.check()?;
        let mean = points.iter().sum::<f64>() / points.len() as f64;
        Ok(Daifugo { config, points, mean })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        vec![
            ("standard", "four seats, 54 cards, common federation play", Config::standard()),
            ("uecda", "computer Daihinmin: five seats, 53 cards, no fouls", Config::uecda()),
        ]
    }

    fn switches() -> &'static [Switch] {
        config::SWITCHES
    }

    fn seats(&self) -> usize {
        self.config.seats()
    }

    fn start(&self) -> State {
        State::new(&self.config)
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        match s.phase {
            Phase::Seats | Phase::Deal | Phase::Lots => Turn::Chance,
            Phase::Give(_) | Phase::Return(_) | Phase::Play => Turn::Seat(s.table.turn),
            Phase::Over => Turn::Over,
        }
    }

    fn draw(&self, s: &State, rng: &mut Rng) -> Chance {
        self.draw_chance(s, rng)
    }

    fn reveal(&self, s: &mut State, c: &Chance) -> Result<(), Illegal> {
        self.reveal_chance(s, c)
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        self.legal_actions(s, out);
    }

    fn apply(&self, s: &mut State, a: Action) -> Result<(), Illegal> {
        self.act(s, a)
    }

    fn view(&self, s: &State, seat: Seat) -> View {
        self.view_of(s, seat)
    }

    fn scores(&self, s: &State, out: &mut [f64]) {
        self.points(s, out);
    }

    fn forfeit(&self, s: &State, seat: Seat, out: &mut [f64]) {
        self.forfeited(s, seat, out);
    }

    fn score_sum(&self) -> Option<f64> {
        Some(self.points.iter().sum::<f64>() * f64::from(self.config.deals))
    }

    fn tally(&self, end: &State, out: &mut Tally) {
        self.tally_set(end, out);
    }
}
