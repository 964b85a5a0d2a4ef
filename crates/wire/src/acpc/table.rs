//! A hand at the dealer: what is dealt, what is told, what is answered.

use super::GameDef;
use super::line::one_move;
use super::text::{match_state, state};
use crate::hand::Move;
use croupier_core::{Fault, Game, Luck, Seat, Turn};
use croupier_games::Holdem;
use croupier_games::holdem::{Action, Legal, State};

/// A hand under way.
pub(super) struct Table {
    game: Holdem,
    state: State,
    luck: Luck,
    draws: u64,
    pub number: u32,
}

/// How an answer was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// As it was meant.
    Plain,
    /// Corrected, and why.
    Corrected(Fault, String),
    /// It answers nothing that was asked now, and is let pass.
    Ignored,
}

impl Table {
    /// Deals hand number `number` of a match: its cards are those of that episode of the luck.
    pub fn deal(game: &GameDef, luck: Luck, number: u32) -> Self {
        let game = game.game();
        let state = game.start();
        let mut table = Self { game, state, luck: luck.episode(u64::from(number)), draws: 0, number };
        table.chance();
        table
    }

    fn chance(&mut self) {
        while self.game.turn(&self.state) == Turn::Chance {
            let chance = self.game.draw(&self.state, &mut self.luck.draw(self.draws));
            self.draws += 1;
            self.game.reveal(&mut self.state, &chance).expect("what a game draws, it can reveal");
        }
    }

    /// The position that acts; none when the hand is over.
    pub fn to_act(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// What a position is told.
    pub fn told(&self, position: Seat) -> String {
        match_state(self.game.config(), self.number, &self.game.view(&self.state, position))
    }

    /// Takes an answer of the position to move. A raise to an amount that is none goes to the nearest that is; what is no
    /// action, and a fold where checking is free, is a check or call.
    pub fn take(&mut self, answer: &str) -> Taken {
        let Some(seat) = self.to_act() else { return Taken::Ignored };
        let Some(text) = answer.strip_prefix(&self.told(seat)).and_then(|rest| rest.strip_prefix(':')) else {
            return Taken::Ignored;
        };
        let (action, taken) = self.meant(seat, text);
        self.game.apply(&mut self.state, action).expect("a correction is legal");
        self.chance();
        taken
    }

    fn meant(&self, seat: Seat, text: &str) -> (Action, Taken) {
        let mut legal = Legal::default();
        self.game.legal(&self.state, &mut legal);
        let pass = if legal.check { Action::Check } else { Action::Call };
        let short = crate::hand::shortened(text);
        let illegal = |action: Action, what: &str| {
            let shown = super::text::action_text(&self.game.view(&self.state, seat), action);
            (action, Taken::Corrected(Fault::Illegal, format!("`{short}` {what}; taken as {shown}")))
        };
        match one_move(text) {
            Some(Move::Fold) if legal.fold => (Action::Fold, Taken::Plain),
            Some(Move::Fold) => illegal(pass, "folds where checking is free"),
            Some(Move::Pass) => (pass, Taken::Plain),
            Some(Move::RaiseInAll(sum)) => {
                let Some((least, most)) = legal.raise else {
                    return illegal(pass, "raises where nobody may");
                };
                let view = self.game.view(&self.state, seat);
                let before = view.put[seat.index()] - view.bets[seat.index()];
                let to = sum.saturating_sub(before);
                if (least..=most).contains(&to) {
                    return (Action::Raise(to), Taken::Plain);
                }
                illegal(Action::Raise(to.clamp(least, most)), "raises too little or too much")
            }
            Some(Move::RaiseTo(_)) | None => {
                let letter = if legal.check { "checking" } else { "calling" };
                (pass, Taken::Corrected(Fault::Garbage, format!("`{short}` is no action; taken as {letter}")))
            }
        }
    }

    /// What each position won, once the hand is over.
    pub fn scores(&self) -> Vec<f64> {
        let mut scores = vec![0.0; self.game.seats()];
        self.game.scores(&self.state, &mut scores);
        scores
    }

    /// The log's line; `players` by position.
    pub fn log(&self, players: &[&str]) -> String {
        let holes: Vec<String> = Seat::all(self.game.seats())
            .map(|s| self.game.view(&self.state, s).hole.map_or(String::new(), |h| h.to_string()))
            .collect();
        let view = self.game.view(&self.state, Seat(0));
        let text = state(self.game.config(), self.number, &view, &holes);
        let values: Vec<String> = self.scores().iter().map(f64::to_string).collect();
        format!("{text}:{}:{}", values.join("|"), players.join("|"))
    }
}
