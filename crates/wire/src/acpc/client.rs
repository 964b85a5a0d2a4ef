//! A seat at a dealer: a bot that answers its states.

use super::line::Line;
use super::socket::{Lines, NoLine};
use super::text::action_text;
use super::{AcpcError, GameDef, VERSION};
use crate::hand::Replayed;
use croupier_core::{Agent, Budget, Decision, Ending, Game, Luck, Seat, Turn, choose};
use croupier_games::Holdem;
use croupier_games::holdem::Legal;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// A bot with a seat at a dealer.
pub struct Client {
    lines: Lines,
    game: GameDef,
    /// The hand under way.
    hand: Option<u32>,
    seed: u64,
    hands: u64,
    won: f64,
}

impl Client {
    /// Connects and says the version.
    ///
    /// # Errors
    /// When nobody listens there.
    pub fn connect(address: impl ToSocketAddrs, game: GameDef, seed: u64) -> Result<Self, AcpcError> {
        let what = "no connection to the dealer";
        let stream = TcpStream::connect(address).map_err(AcpcError::io(what))?;
        let mut lines = Lines::new(stream).map_err(AcpcError::io(what))?;
        lines
            .write(VERSION, Duration::from_secs(10))
            .map_err(|e| AcpcError::Gone(format!("{what}: {e:?}")))?;
        Ok(Self { lines, game, hand: None, seed, hands: 0, won: 0.0 })
    }

    /// Plays until the dealer closes the connection; gives the number of hands that came to their end and what was won in
    /// them. `watch` sees every line read.
    ///
    /// The agent remembers over the match as in a series; its random numbers follow from the seed and the hand's number.
    ///
    /// # Errors
    /// A line that is no state of the game, or a bot that fails.
    pub fn play(
        &mut self,
        agent: &mut dyn Agent<Holdem>,
        budget: Budget,
        mut watch: impl FnMut(&str),
    ) -> Result<(u64, f64), AcpcError> {
        loop {
            let line = match self.lines.next(None) {
                Ok(line) => line,
                Err(NoLine::Gone(_)) => return Ok((self.hands, self.won)),
                Err(other) => return Err(AcpcError::Gone(format!("the dealer's line: {other:?}"))),
            };
            watch(&line);
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            if let Some(answer) = self.answer(&line, agent, budget)? {
                let patience = Duration::from_secs(600);
                if self.lines.write(&answer, patience).is_err() {
                    return Ok((self.hands, self.won));
                }
            }
        }
    }

    /// The answer to a state, if it is this seat's turn.
    fn answer(
        &mut self,
        line: &str,
        agent: &mut dyn Agent<Holdem>,
        budget: Budget,
    ) -> Result<Option<String>, AcpcError> {
        let told: Line = line.parse()?;
        let position = told.position.filter(|&p| p < self.game.seats());
        let position = position.ok_or_else(|| AcpcError::line(line, "the state of a seat of this game"))?;
        let replayed = told.hand(&self.game)?.replay(|_| ())?;
        let seat = Seat(position as u8);
        if self.hand != Some(told.number) {
            self.hand = Some(told.number);
            agent.begin(seat, Luck(self.seed).agent(0, u64::from(told.number), 0));
        }
        match replayed.game.turn(&replayed.state) {
            Turn::Over => {
                self.over(&replayed, seat, agent);
                Ok(None)
            }
            Turn::Seat(mover) if mover == seat => {
                let view = replayed.game.view(&replayed.state, seat);
                let mut legal = Legal::default();
                replayed.game.legal(&replayed.state, &mut legal);
                let decision = Decision::new(&view, &legal, budget);
                let action = choose(agent, &decision)
                    .map_err(|e| AcpcError::Bot { hand: told.number, reason: e.to_string() })?;
                Ok(Some(format!("{line}:{}", action_text(&view, action))))
            }
            _ => Ok(None),
        }
    }

    fn over(&mut self, end: &Replayed, seat: Seat, agent: &mut dyn Agent<Holdem>) {
        if self.hand.take().is_none() {
            return;
        }
        let view = end.game.view(&end.state, seat);
        let mut scores = vec![0.0; end.game.seats()];
        end.game.scores(&end.state, &mut scores);
        self.hands += 1;
        self.won += scores[seat.index()];
        agent.end(&Ending::new(&view, &scores, None));
    }
}
