//! The opponent model to be looked at: the trees of an opponent, and the weights of its hands after a line of play.
//!
//! Any source of finished hands will do: [`Study::add`] takes the view that the other seat has at the end of a hand,
//! whoever recorded it.

use super::blueprint::Blueprint;
use super::modeler::Observer;
use super::opponent::Weights;
use super::pattern::{Answers, Kind, Patterns};
use super::virtuals::Virtual;
use croupier_core::{Game, Seat, Turn};
use croupier_games::Holdem;
use croupier_games::holdem::{Action, Card, CardSet, Chance, Hole, Street, View};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// What was seen of an opponent.
pub struct Study {
    game: Holdem,
    blueprint: Arc<Blueprint>,
    taken_for: Virtual,
    observer: Observer,
    hands: u64,
}

/// A line of play that cannot be studied, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// An action that is none, or not legal there.
    #[error("line: action {number} `{action}`: {reason}")]
    Action {
        /// Counted from 1.
        number: usize,
        /// As given.
        action: String,
        /// What is wrong.
        reason: String,
    },
    /// The line and the board do not fit.
    #[error("board: {0}")]
    Board(String),
}

/// The trees of an opponent, a row for each place that was seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trees {
    /// Hands that were watched.
    pub hands: u64,
    /// Street by street, layer by layer.
    pub places: Vec<Row>,
}

/// A place of a tree; shares are of F, C, R, BR.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The street.
    pub street: Street,
    /// The layer, 1 to 3.
    pub layer: usize,
    /// What the opponent answers.
    pub answers: &'static str,
    /// How often each action was seen.
    pub visits: [u32; 4],
    /// The opponent's shares.
    pub o: [f64; 4],
    /// The blueprint's against itself; none where it was never there.
    pub b: Option<[f64; 4]>,
    /// O − B, or 0.
    pub g: [f64; 4],
}

impl Study {
    /// A study that has seen nothing, of hands of this game.
    pub fn new(game: &Holdem, blueprint: Arc<Blueprint>, taken_for: Virtual) -> Self {
        let observer = Observer::new(blueprint.clone(), game.config(), taken_for, 0.01);
        Self { game: game.clone(), blueprint, taken_for, observer, hands: 0 }
    }

    /// Counts a finished hand as the other seat saw it.
    pub fn add(&mut self, view: &View) {
        self.observer.begin(self.taken_for == Virtual::Learned);
        self.observer.finish(view);
        self.hands += 1;
    }

    /// The visits.
    pub fn patterns(&self) -> &Patterns {
        &self.observer.seen
    }

    /// Visits, O, B and G of every place that was seen.
    pub fn trees(&self) -> Trees {
        let mut places = Vec::new();
        for street in Street::ALL {
            for place in Answers::ALL {
                let seen = &self.observer.seen;
                let Some(o) = seen.share(street, place) else { continue };
                places.push(Row {
                    street,
                    layer: place.layer(),
                    answers: place.name(),
                    visits: seen.visits(street, place),
                    o,
                    b: self.blueprint.base.share(street, place),
                    g: seen.gap(&self.blueprint.base, street, place),
                });
            }
        }
        Trees { hands: self.hands, places }
    }

    /// The weights of the opponent's hands after a line of play, for one who holds `hole`. Actions stand in order,
    /// streets with `/` between them, the button first before the flop: `r300 c / k r300`.
    ///
    /// # Errors
    /// An action that is not legal there, or cards that do not fit.
    pub fn weights(
        &self,
        hole: Hole,
        board: &[Card],
        line: &str,
        opponent_has_button: bool,
        floor: f64,
    ) -> Result<Weights, StudyError> {
        let view = self.played(hole, board, line, opponent_has_button)?;
        let mut observer = self.observer.clone();
        observer.set_floor(floor);
        observer.begin(true);
        observer.follow(&view);
        Ok(observer.weights().cloned().unwrap_or_else(|| Weights::uniform([])))
    }

    /// The view after a line of play.
    fn played(
        &self,
        hole: Hole,
        board: &[Card],
        line: &str,
        opponent_has_button: bool,
    ) -> Result<View, StudyError> {
        let used: CardSet = board.iter().copied().chain(hole.cards()).collect();
        if used.count() != board.len() + 2 || ![0, 3, 4, 5].contains(&board.len()) {
            return Err(StudyError::Board("it takes 0, 3, 4 or 5 cards, none of them in the hand".into()));
        }
        let other = Hole::all().find(|h| h.set().disjoint(used)).expect("52 cards leave a hand");
        // The last seat has the button.
        let (mine, hands) =
            if opponent_has_button { (Seat(0), [hole, other]) } else { (Seat(1), [other, hole]) };
        let mut state = self.game.start();
        let reveal = |state: &mut _, chance: &Chance| {
            self.game.reveal(state, chance).map_err(|e| StudyError::Board(e.to_string()))
        };
        let hands = hands.into_iter().map(Some).collect();
        reveal(&mut state, &Chance::Deal { button: None, hands })?;
        let mut dealt = 0;
        let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || c == '/').collect();
        for (i, word) in words.into_iter().filter(|w| !w.is_empty()).enumerate() {
            self.turn_up(&mut state, board, &mut dealt)?;
            let refuse = |reason: String| StudyError::Action { number: i + 1, action: word.into(), reason };
            let action: Action = word.parse().map_err(|e| refuse(format!("{e}")))?;
            self.game.apply(&mut state, action).map_err(|e| refuse(e.reason))?;
        }
        self.turn_up(&mut state, board, &mut dealt)?;
        if dealt < board.len() {
            return Err(StudyError::Board(format!(
                "the line turns up {dealt} cards, {} are given",
                board.len()
            )));
        }
        Ok(self.game.view(&state, mine))
    }

    /// Turns up the next cards as long as it is chance's turn.
    fn turn_up(
        &self,
        state: &mut <Holdem as Game>::State,
        board: &[Card],
        dealt: &mut usize,
    ) -> Result<(), StudyError> {
        while self.game.turn(state) == Turn::Chance {
            let to = if *dealt == 0 { 3 } else { *dealt + 1 };
            let Some(cards) = board.get(*dealt..to) else { return Ok(()) };
            let chance = Chance::Board(cards.iter().copied().collect());
            self.game.reveal(state, &chance).map_err(|e| StudyError::Board(e.to_string()))?;
            *dealt = to;
        }
        Ok(())
    }
}

impl fmt::Display for Trees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} hands; shares of {}", self.hands, Kind::ALL.map(Kind::letters).join(", "))?;
        let shares = |p: [f64; 4]| p.map(|x| format!("{x:>6.3}")).join(" ");
        writeln!(f, "{:<8}{:<16}{:>22}  {:<30}{:<30}G", "street", "the opponent", "visits", "O", "B")?;
        for row in &self.places {
            writeln!(
                f,
                "{:<8}{:<16}{}  {:<30}{:<30}{}",
                row.street.name(),
                row.answers,
                row.visits.map(|n| format!("{n:>5}")).join(" ").trim_end(),
                shares(row.o),
                row.b.map_or("     never there".into(), shares),
                shares(row.g)
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study() -> Study {
        Study::new(&Holdem::default(), Blueprint::shipped(), Virtual::default())
    }

    #[test]
    fn hands_are_counted_where_they_belong_by_hand() {
        let mut study = study();
        let hole = "AdQc".parse().unwrap();
        let board = Card::parse_list("3h4cJh").unwrap();
        // The opponent has the button: raises first, is called; we check, it bets half the pot, we raise, it folds.
        let view = study.played(hole, &board, "r300 c / k r300 r1100 f", true).unwrap();
        study.add(&view);
        let seen = study.patterns();
        assert_eq!(seen.visits(Street::Preflop, Answers::First), [0, 0, 0, 1]);
        assert_eq!(seen.visits(Street::Flop, Answers::Call), [0, 0, 1, 0]);
        assert_eq!(
            seen.visits(Street::Flop, Answers::Reraise),
            [1, 0, 0, 0],
            "800 more into a pot of 1,200 after a call"
        );
        assert_eq!(study.trees().places.len(), 3);
    }

    #[test]
    fn who_raises_big_before_the_flop_weighs_more_with_aces_than_with_rags() {
        let study = study();
        let hole = "7c2d".parse().unwrap();
        let weights = study.weights(hole, &[], "r300 r900 r2700", true, 0.01).unwrap();
        let of = |hand: &str| weights.all()[hand.parse::<Hole>().unwrap().index()];
        assert!(of("AhAs") > 5.0 * of("8h3s"), "{} {}", of("AhAs"), of("8h3s"));
        assert_eq!(of("7c7d"), 0.0, "a card that is seen");
    }

    #[test]
    fn lines_that_cannot_be_are_refused_by_name() {
        let study = study();
        let hole = "AdQc".parse().unwrap();
        let board = Card::parse_list("3h4cJh").unwrap();
        let message = |board: &[Card], line: &str| {
            study.weights(hole, board, line, true, 0.01).unwrap_err().to_string()
        };
        assert!(message(&[], "r150").contains("action 1 `r150`"), "{}", message(&[], "r150"));
        assert!(message(&[], "x").contains("action 1 `x`"));
        assert!(message(&board, "r300").contains("turns up 0 cards, 3 are given"));
        assert!(message(&board[..2], "r300 c").contains("0, 3, 4 or 5 cards"));
    }
}
