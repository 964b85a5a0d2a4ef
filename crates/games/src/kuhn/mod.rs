//! Kuhn poker (H. W. Kuhn, 1950), id `kuhn`.
//!
//! Two seats, three cards J < Q < K. Each seat antes 1 and is dealt a card. Seat 0 passes or bets 1. After a pass,
//! seat 1 passes (showdown for the antes) or bets. Facing a bet, a pass folds and a bet calls. The higher card wins
//! at a showdown. Scores are antes won or lost, zero-sum. With perfect play the game is worth −1/18 to seat 0.
//!
//! There are no switches. A forfeit costs 2, the most a seat can lose.

mod encode;
mod sample;
mod state;
mod text;
mod view;

pub use state::State;
pub use text::{Action, Card, Deal};
pub use view::View;

use croupier_core::{ConfigError, Game, Illegal, Rng, Seat, Switch, Turn};
use serde::{Deserialize, Serialize};

/// Kuhn poker.
#[derive(Clone, Debug, Default)]
pub struct Kuhn {
    config: Config,
}

/// Kuhn poker has no switches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {}

impl Game for Kuhn {
    const ID: &'static str = "kuhn";
    const RULES: u32 = 1;
    const ABOUT: &'static str = "Kuhn poker: three cards, one bet";
    type Config = Config;
    type State = State;
    type View = View;
    type Action = Action;
    type Chance = Deal;
    type Legal = Vec<Action>;

    fn new(config: Config) -> Result<Self, ConfigError> {
        Ok(Self { config })
    }
    fn config(&self) -> &Config {
        &self.config
    }
    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        vec![("standard", "ante 1, bet 1", Config {})]
    }
    fn switches() -> &'static [Switch] {
        &[]
    }
    fn seats(&self) -> usize {
        2
    }
    fn start(&self) -> State {
        State::default()
    }
    fn turn(&self, s: &State) -> Turn {
        s.turn()
    }
    fn draw(&self, _: &State, rng: &mut Rng) -> Deal {
        let first = rng.below(3) as u8;
        let second = (first + 1 + rng.below(2) as u8) % 3;
        Deal([Card(first), Card(second)])
    }
    fn reveal(&self, s: &mut State, deal: &Deal) -> Result<(), Illegal> {
        if s.turn() != Turn::Chance {
            return Err(Illegal::new(deal, "the cards are dealt already"));
        }
        s.hands = Some(deal.0);
        Ok(())
    }
    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        out.clear();
        if matches!(s.turn(), Turn::Seat(_)) {
            out.extend([Action::Pass, Action::Bet]);
        }
    }
    fn apply(&self, s: &mut State, a: Action) -> Result<(), Illegal> {
        if !matches!(s.turn(), Turn::Seat(_)) {
            return Err(Illegal::new(a, "it is no seat's turn"));
        }
        s.history.push(a);
        Ok(())
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(s, seat)
    }
    fn scores(&self, s: &State, out: &mut [f64]) {
        let won = s.payoff();
        out.copy_from_slice(&[won, -won]);
    }
    fn forfeit(&self, _: &State, seat: Seat, out: &mut [f64]) {
        out.fill(2.0);
        out[seat.index()] = -2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_core::laws;

    #[test]
    fn every_law_holds() {
        laws::check(&Kuhn::default());
        laws::check_sampler(&Kuhn::default());
    }

    #[test]
    fn golden_playthroughs() {
        crate::golden::check(&Kuhn::default(), "kuhn", 0..6);
    }

    /// Every line of play, worked out by hand from the rules above.
    #[test]
    fn payoffs_are_those_of_the_rules() {
        let table = [
            ("pp", "JK", -1.0),
            ("pp", "KQ", 1.0),
            ("bp", "JK", 1.0),
            ("bb", "QK", -2.0),
            ("pbp", "KJ", -1.0),
            ("pbb", "KJ", 2.0),
        ];
        for (line, deal, expected) in table {
            let game = Kuhn::default();
            let mut s = game.start();
            game.reveal(&mut s, &deal.parse().unwrap()).unwrap();
            for a in line.chars() {
                game.apply(&mut s, a.to_string().parse().unwrap()).unwrap();
            }
            assert_eq!(game.turn(&s), Turn::Over, "{line}");
            let mut scores = [0.0; 2];
            game.scores(&s, &mut scores);
            assert_eq!(scores, [expected, -expected], "{deal} {line}");
        }
    }
}
