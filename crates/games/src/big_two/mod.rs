//! Big Two: four seats shed thirteen cards each, in tricks of equal card counts.
//!
//! # Rules
//! Ranks go 3 4 5 6 7 8 9 10 J Q K A 2, suits diamonds < clubs < hearts < spades; card 4 × rank + suit. Each seat is
//! dealt 13 of the 52 cards, and the holder of the 3♦ leads. Plays are singles, pairs, triples, and five cards:
//! straight < flush < full house < four of a kind and any card < straight flush. A response has as many cards as the
//! lead and is stronger: the higher kind wins, and within a kind the deciding card does: the highest of a single,
//! pair, triple, flush or straight, the highest of the three or the four of a full house or of four of a kind. Of the
//! straights A2345 and 23456 are above all others and compare by their 2. Who passes may play again in the trick. When
//! the other three pass in a row, the last to play leads anew and may not pass. The hand ends when a seat has no cards.
//!
//! Chips: for every ordered pair of seats the payer owes max(payer's cards − other's cards, 0) × 2^(2s in the payer's
//! hand). An episode is a hand, scored in chips, or a match: everyone starts on 50 chips, hands are played until
//! somebody is at or below 0 (debts are paid in full), and the rank reward is 1, ½, −½, −1, ties sharing the mean.
//!
//! # Switches
//! | switch | values, the default first |
//! |---|---|
//! | `must_play_3d` | `off`; `on`: the first lead holds the 3♦; `single`: the first lead is the 3♦ alone |
//! | `pass_lock` | `false`; `true`: who passes is out until the trick ends |
//! | `straights` | `seed`; `pagat-low`: A2345 (by its 5) is the lowest, then 23456 (by its 6); `no-two`; `top-jqka2` |
//! | `flush_by` | `rank`: highest card's rank, then its suit; `suit-first` |
//! | `four_card_plays` | `false`; `true`: two pairs (by their highest card) < four of a kind, as plays of four |
//! | `quads_plus_one` | `true`; `false` |
//! | `scoring` | `pairwise`; `winner-takes-cards-left`; `tiered`: 1 a card, 2 at 10–12 left, 3 at 13, to the winner |
//! | `episode`, `stack` | `hand`; `match`, from `stack` = 50 chips |
//! | `deal` | cards fixed by seat in every deal, such as `0=3d 4d,2=2s` |
//!
//! Profile `charlesworth` is arXiv 1808.10442: `must_play_3d=single straights=top-jqka2 four_card_plays=true
//! quads_plus_one=false scoring=winner-takes-cards-left`. That the 3♦ is played at once is a decision with one legal
//! action here.
//!
//! # What is settled beyond the rules page
//! - Five of a suit in a row count as a straight flush only if the ranks are a straight of the configuration; else as
//!   a flush (JQKA2 of a suit is a flush in `standard`).
//! - A forfeit in a hand pays each of the others as if that one had just gone out; in a match the seat is last.
//! - Nobody sees cards fixed by `deal`; samplers do not use them. A match deals the fixed cards in every hand.

mod best;
mod cards;
mod config;
mod counts;
pub mod encode;
mod legal;
mod plays;
mod sample;
mod score;
mod state;
mod strength;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod twin;
mod view;

pub use cards::{Card, CardIter, Cards, DECK, RANKS, Rank, SUITS, Suit};
pub use config::{Config, FlushBy, Length, MustPlay3d, Scoring, Straights};
pub use counts::{ChipCounts, Counts, counts};
pub use plays::Action;
pub use score::{Chips, rank_reward, settle};
pub use state::{Deal, Move, State};
pub use strength::{PlayKind, Plays, Reply, Strength, precedes};
pub use text::parse_cards;
pub use view::{OnTable, View};

use crate::parse::ParseError;
use croupier_core::{
    ConfigError, Determinize, Enumerate, Game, Hidden, Illegal, Rng, Seat, Switch, Tally, Turn,
};

/// Big Two of one configuration.
///
/// ```
/// use croupier_core::{Game, Luck, Turn};
/// use croupier_games::big_two::BigTwo;
/// let game = BigTwo::standard();
/// let mut state = game.start();
/// let deal = game.draw(&state, &mut Luck(1).draw(0));
/// game.reveal(&mut state, &deal)?;
/// let Turn::Seat(seat) = game.turn(&state) else { panic!("somebody holds the 3♦") };
/// let mut legal = Vec::new();
/// game.legal(&state, &mut legal);
/// assert_eq!(legal[0].to_string(), "3d");
/// game.apply(&mut state, legal[0])?;
/// assert_eq!(game.view(&state, seat).left[seat.index()], 12);
/// # Ok::<(), croupier_core::Illegal>(())
/// ```
#[derive(Clone, Debug)]
pub struct BigTwo {
    config: Config,
    plays: Plays,
    fixed: Deal,
    /// The cards that are dealt, a quarter to each seat: all 52, except in tests of the sampler.
    deck: Cards,
}

impl BigTwo {
    /// The game of the profile `standard`.
    pub fn standard() -> Self {
        Self::new(Config::default()).expect("the default configuration is a game")
    }

    /// The game of the profile `charlesworth`.
    pub fn charlesworth() -> Self {
        Self::new(Config::charlesworth()).expect("a profile is a game")
    }

    /// What is a play here, and how strong it is.
    pub fn plays(&self) -> &Plays {
        &self.plays
    }

    /// The game on a deck of fewer cards, which holds the 3♦; small enough to enumerate.
    #[cfg(test)]
    pub(crate) fn on_deck(config: Config, deck: Cards) -> Self {
        assert!(deck.has(Card::LOWEST) && deck.len().is_multiple_of(4));
        Self { deck, ..Self::new(config).expect("a test's configuration is a game") }
    }
}

impl Game for BigTwo {
    const ID: &'static str = "big-two";
    const RULES: u32 = 1;
    const ABOUT: &'static str =
        "climbing game of four: shed singles, pairs, triples and five-card plays; chips by cards left";

    type Config = Config;
    type State = State;
    type View = View;
    type Action = Action;
    type Chance = Deal;
    type Legal = Vec<Action>;

    fn new(config: Config) -> Result<Self, ConfigError> {
        let (least, most) = config::STACKS;
        if !(least..=most).contains(&config.stack) {
            let allowed = format!("a whole number from {least} to {most}");
            return Err(ConfigError::value("stack", config.stack, allowed));
        }
        let fixed: Deal = config.deal.parse().map_err(|e: ParseError| {
            let allowed = format!("seats and cards, such as 0=3d 4d,2=2s, or nothing ({})", e.reason);
            ConfigError::value("deal", &config.deal, allowed)
        })?;
        Ok(Self { plays: Plays::new(&config), fixed, deck: Cards::ALL, config })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        vec![
            ("standard", "everyone settles with everyone, doubled for each 2 left", Config::default()),
            ("charlesworth", "the rules of arXiv 1808.10442", Config::charlesworth()),
        ]
    }

    fn switches() -> &'static [Switch] {
        config::SWITCHES
    }

    fn seats(&self) -> usize {
        4
    }

    fn start(&self) -> State {
        State::new(self)
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        match s.phase {
            state::Phase::Deal => Turn::Chance,
            state::Phase::Play => Turn::Seat(s.turn),
            state::Phase::Over => Turn::Over,
        }
    }

    fn draw(&self, _: &State, rng: &mut Rng) -> Deal {
        self.draw_deal(rng)
    }

    fn reveal(&self, s: &mut State, c: &Deal) -> Result<(), Illegal> {
        self.reveal_deal(s, c)
    }

    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        self.legal_actions(s, out);
    }

    fn apply(&self, s: &mut State, a: Action) -> Result<(), Illegal> {
        self.apply_action(s, a)
    }

    fn view(&self, s: &State, seat: Seat) -> View {
        self.view_of(s, seat)
    }

    fn scores(&self, s: &State, out: &mut [f64]) {
        self.final_scores(s, out);
    }

    fn forfeit(&self, s: &State, seat: Seat, out: &mut [f64]) {
        self.forfeit_scores(s, seat, out);
    }

    fn tally(&self, end: &State, out: &mut Tally) {
        self.tally_episode(end, out);
    }
}

impl Determinize for BigTwo {
    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        self.sample_world(view, rng)
    }
}

impl Hidden for BigTwo {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        self.rearranged(s, seat, rng)
    }
}

/// Lists the deals that a `deal` with nearly all cards fixed leaves open.
///
/// # Panics
/// When more than ten million deals are possible.
impl Enumerate for BigTwo {
    fn outcomes(&self, s: &State, out: &mut Vec<(Deal, f64)>) {
        self.all_deals(s, out);
    }
}
