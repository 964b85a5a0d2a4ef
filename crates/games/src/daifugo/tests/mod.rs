//! Tests of Daifugo, and positions made from text.

mod config;
mod deals;
mod effects;
mod encode;
mod fouls;
mod golden;
mod laws;
mod plays;
mod sampling;
mod tribute;
mod turns;

use super::state::{History, Phase};
use super::{Action, CardSet, Config, Daifugo, State, Table};
use croupier_core::{Game, Seat, Turn};

/// The game of `standard` with changes.
fn standard(change: impl FnOnce(&mut Config)) -> Daifugo {
    let mut config = Config::standard();
    change(&mut config);
    Daifugo::new(config).expect("a configuration of the tests is fine")
}

/// The game of `uecda` with changes.
fn uecda(change: impl FnOnce(&mut Config)) -> Daifugo {
    let mut config = Config::uecda();
    change(&mut config);
    Daifugo::new(config).expect("a configuration of the tests is fine")
}

fn cards(text: &str) -> CardSet {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

/// A position in play, made from text: parts separated by `;`, each a word and its values.
///
/// `turn 1`, `field 0 5h5s` (owner and play), `lock h`, `revolution`, `back`, `passed 2`, `ranks 3 1 0 2` (last deal's
/// seats, best first), and a hand for each seat, `0 3c4d`. Cards in no hand are out of sight.
struct Position {
    game: Daifugo,
    state: State,
}

impl Position {
    fn new(game: Daifugo, text: &str) -> Self {
        let mut state = State::new(game.rules());
        state.phase = Phase::Play;
        state.deals_left = 1;
        let mut hands = state.hands.clone();
        let seat = |word: &str| Seat(word.parse().unwrap_or_else(|_| panic!("`{word}` is no seat")));
        for part in text.split(';') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let table = &mut state.table;
            match words[0] {
                "turn" => table.turn = seat(words[1]),
                "field" => {
                    table.owner = Some(seat(words[1]));
                    table.field.play = Some(words[2].parse().unwrap());
                }
                "lock" => table.field.lock = words[1].parse().unwrap(),
                "revolution" => table.field.revolution = true,
                "back" => table.field.back = true,
                "passed" => words[1..].iter().for_each(|w| table.passed.insert(seat(w))),
                "ranks" => state.places = words[1..].iter().map(|w| seat(w)).collect(),
                word => hands[seat(word).index()] = cards(words[1]),
            }
        }
        for (i, hand) in hands.iter().enumerate() {
            state.table.left[i] = hand.len() as u8;
            if hand.is_empty() {
                state.table.active.remove(Seat(i as u8));
            }
        }
        state.hands = hands;
        state.history = History::new(state.table.turn, state.table.left.clone());
        Position { game, state }
    }

    /// A position of `standard`.
    fn standard(text: &str) -> Self {
        Self::new(standard(|_| ()), text)
    }

    /// The legal actions as texts.
    fn legal(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.game.legal(&self.state, &mut out);
        out.iter().map(Action::to_string).collect()
    }

    /// Whether an action is legal, by the list and by trying it.
    fn allows(&self, action: &str) -> bool {
        let listed = self.legal().iter().any(|a| a == action);
        let tried = self.game.apply(&mut self.state.clone(), action.parse().unwrap()).is_ok();
        assert_eq!(listed, tried, "`{action}` is listed: {listed}, accepted: {tried}");
        listed
    }

    /// Makes the seats act in order, each action as `seat text`.
    fn go(mut self, actions: &[&str]) -> Self {
        for text in actions {
            let (seat, action) = text.split_once(' ').expect("a seat and an action");
            assert_eq!(self.turn().map(|s| s.to_string()).as_deref(), Some(seat), "turn at `{text}`");
            let action: Action = action.parse().unwrap();
            self.game.apply(&mut self.state, action).unwrap_or_else(|e| panic!("{e}"));
        }
        self
    }

    /// Why an action is refused.
    fn refusal(&self, action: &str) -> String {
        let refused = self.game.apply(&mut self.state.clone(), action.parse().unwrap());
        refused.expect_err("the action should be refused").reason
    }

    fn turn(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    fn table(&self) -> &Table {
        &self.state.table
    }

    /// The seats by place, best first, of the deal that has just ended.
    fn places(&self) -> Vec<u8> {
        assert_eq!(self.game.turn(&self.state), Turn::Over, "the deal is not over");
        self.table().places().iter().map(|s| s.0).collect()
    }
}
