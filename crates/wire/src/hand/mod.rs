//! A hand of hold'em as files tell it: what PHH files and ACPC logs are read into and written from.
//!
//! Cards may be unknown and a history may stop before the hand is over. Betting does not depend on cards, so such hands
//! replay too: cards that are not told stand in, and no view shows them.
//!
//! ```
//! use croupier_games::holdem::Config;
//! use croupier_wire::hand::{Move, Telling};
//! let mut telling = Telling::new(Config::default())?;
//! telling.hole(1, "KsKh".parse()?)?;
//! telling.act(Some(1), Move::RaiseTo(300))?;
//! telling.act(Some(0), Move::Fold)?;
//! let replayed = telling.finish().replay(|_| ())?;
//! assert_eq!(replayed.scores, Some(vec![-100.0, 100.0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod record;
mod telling;
mod unknown;

pub use record::hands_of;
pub use telling::{Move, Telling};

use croupier_core::{ConfigError, Game, Seat, Turn};
use croupier_games::Holdem;
use croupier_games::holdem::{Act, Card, Chance, Config, Hole, State, View};

/// A hand: seats in order of position, the first to the left of the button, the last with the button.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// The rules: seats, blinds, antes, stacks.
    pub config: Config,
    /// The players by seat; empty where they are not told.
    pub players: Vec<String>,
    /// The hand's number or name.
    pub name: Option<String>,
    /// The hands by seat, as far as they are known.
    pub holes: Vec<Option<Hole>>,
    /// The board, as far as it is told.
    pub board: Vec<Card>,
    /// What was done, in order.
    pub actions: Vec<Act>,
    /// What the file says each seat won or lost, in chips.
    pub stated: Option<Vec<f64>>,
    /// How many of our chips are one of the file's units; 1 unless it has decimals.
    pub scale: u32,
    /// A forfeit that ended the hand, in words.
    pub forfeit: Option<String>,
}

/// What is wrong with a hand.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HandError {
    /// Its rules are none.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A field that cannot be.
    #[error("{field}: `{value}` is not allowed; it takes {allowed}")]
    Field {
        /// The field.
        field: String,
        /// Its value.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A card that is told twice.
    #[error("card {0} is told twice")]
    Twice(Card),
    /// An action that the rules refuse.
    #[error("action {number} (`{action}`): {reason}")]
    Action {
        /// Which, counted from 1.
        number: usize,
        /// Its text.
        action: String,
        /// The rule, or who acts.
        reason: String,
    },
    /// More cards than streets, or cards before their street.
    #[error("board: `{cards}` cannot be dealt {when}")]
    Board {
        /// The cards.
        cards: String,
        /// When they were.
        when: &'static str,
    },
}

impl HandError {
    pub(crate) fn field(field: &str, value: impl ToString, allowed: impl Into<String>) -> Self {
        Self::Field { field: field.into(), value: shortened(&value.to_string()), allowed: allowed.into() }
    }
}

/// Enough of a text to know it by.
pub(crate) fn shortened(text: &str) -> String {
    if text.chars().count() <= 100 { text.into() } else { text.chars().take(99).chain(['…']).collect() }
}

/// A hand on its way.
pub struct Moment<'a> {
    /// The hand.
    pub hand: &'a Hand,
    /// Its rules.
    pub game: &'a Holdem,
    /// The state; cards that are not told stand in where they must.
    pub state: &'a State,
    /// How many actions happened before.
    pub index: usize,
    /// What is done next; none at the end.
    pub act: Option<Act>,
}

impl Moment<'_> {
    /// What a seat knew, without the cards that are not told.
    pub fn view(&self, seat: Seat) -> View {
        let mut view = self.game.view(self.state, seat);
        let known = |i: usize| self.hand.holes.get(i).copied().flatten();
        view.hole = view.hole.filter(|_| known(seat.index()).is_some());
        for (i, shown) in view.shown.iter_mut().enumerate() {
            *shown = shown.filter(|_| known(i).is_some());
        }
        view
    }
}

/// A hand that has been replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Its rules.
    pub game: Holdem,
    /// The last state.
    pub state: State,
    /// Whether the hand is over.
    pub over: bool,
    /// What each seat won or lost; none where the hand is not over, or where who won depends on cards that are not told.
    /// A hand that came to the end unshown is taken to have lost.
    pub scores: Option<Vec<f64>>,
}

impl Hand {
    /// Plays the hand again, showing the state before each action and at the end.
    ///
    /// # Errors
    /// Rules that are none, cards told twice, an action that the rules refuse.
    pub fn replay(&self, mut visit: impl FnMut(Moment<'_>)) -> Result<Replayed, HandError> {
        let game = Holdem::new(self.config.clone())?;
        let holes = unknown::stand_in(self, &game)?;
        let mut state = game.start();
        let deal = Chance::Deal { button: None, hands: holes.iter().map(|&h| Some(h)).collect() };
        reveal(&game, &mut state, &deal)?;
        let mut dealt = 0;
        for (index, act) in self.actions.iter().enumerate() {
            self.deal_board(&game, &mut state, &mut dealt)?;
            visit(Moment { hand: self, game: &game, state: &state, index, act: Some(*act) });
            let refuse =
                |reason: String| HandError::Action { number: index + 1, action: act.to_string(), reason };
            if game.turn(&state) != Turn::Seat(act.seat) {
                return Err(refuse(whose(&game, &state)));
            }
            game.apply(&mut state, act.action).map_err(|e| refuse(e.reason))?;
        }
        self.deal_board(&game, &mut state, &mut dealt)?;
        if dealt < self.board.len() {
            let cards = self.board[dealt..].iter().map(Card::to_string).collect();
            return Err(HandError::Board { cards, when: "here" });
        }
        let index = self.actions.len();
        visit(Moment { hand: self, game: &game, state: &state, index, act: None });
        let over = game.turn(&state) == Turn::Over;
        let scores = (over && unknown::decided(self, &game, &state)).then(|| {
            let mut scores = vec![0.0; game.seats()];
            game.scores(&state, &mut scores);
            scores
        });
        Ok(Replayed { game, state, over, scores })
    }

    /// Deals what is told of the board wherever it is chance's turn.
    fn deal_board(&self, game: &Holdem, state: &mut State, dealt: &mut usize) -> Result<(), HandError> {
        while game.turn(state) == Turn::Chance {
            let count = if *dealt == 0 { 3 } else { 1 };
            let Some(cards) = self.board.get(*dealt..*dealt + count) else { break };
            reveal(game, state, &Chance::Board(cards.iter().copied().collect()))?;
            *dealt += count;
        }
        Ok(())
    }
}

fn reveal(game: &Holdem, state: &mut State, chance: &Chance) -> Result<(), HandError> {
    game.reveal(state, chance).map_err(|e| HandError::Board { cards: e.action, when: "here" })
}

/// Whose turn it is, in words.
pub(crate) fn whose(game: &Holdem, state: &State) -> String {
    match game.turn(state) {
        Turn::Seat(seat) => format!("it is seat {seat}'s turn"),
        Turn::Chance => "the board's next cards come first".into(),
        Turn::Over => "the hand is over".into(),
    }
}
