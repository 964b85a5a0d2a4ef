//! Leduc hold'em (Southey et al., 2005), id `leduc`.
//!
//! Two seats, six cards: J Q K in two suits. Each seat antes 1 and is dealt one card; a betting round; one public
//! card; a second betting round; showdown. Seat 0 acts first in both rounds. Bets and raises are 2 in the first
//! round and 4 in the second, at most two of them in a round; folding is possible only when facing one. A pair with
//! the public card wins, else the higher rank, else the pot is split. Scores are chips won or lost, zero-sum.
//! With perfect play the game is worth −0.085606424078 to seat 0; it has 936 information sets.
//!
//! There are no switches. A forfeit costs 13, the most a seat can lose.

mod encode;
mod sample;
mod state;
mod text;
mod view;

pub use state::State;
pub use text::{Action, Card, Chance};
pub use view::View;

use croupier_core::{ConfigError, Game, Illegal, LegalSet, Rng, Seat, Switch, Turn};
use serde::{Deserialize, Serialize};

/// Leduc hold'em.
#[derive(Clone, Debug, Default)]
pub struct Leduc {
    config: Config,
}

/// Leduc hold'em has no switches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {}

impl Game for Leduc {
    const ID: &'static str = "leduc";
    const RULES: u32 = 1;
    const ABOUT: &'static str = "Leduc hold'em: six cards, two rounds of betting";
    type Config = Config;
    type State = State;
    type View = View;
    type Action = Action;
    type Chance = Chance;
    type Legal = Vec<Action>;

    fn new(config: Config) -> Result<Self, ConfigError> {
        Ok(Self { config })
    }
    fn config(&self) -> &Config {
        &self.config
    }
    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        vec![("standard", "antes 1, raises 2 then 4, two raises a round", Config {})]
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
    #[inline]
    fn turn(&self, s: &State) -> Turn {
        s.turn()
    }
    fn draw(&self, s: &State, rng: &mut Rng) -> Chance {
        match s.hands {
            None => {
                let a = rng.below(6) as u8;
                let b = rng.below(5) as u8;
                Chance::Hands([Card(a), Card(b + u8::from(b >= a))])
            }
            Some(hands) => {
                let left = rng.below(4) as u8;
                Chance::Public(Card(
                    (0..6).filter(|&c| !hands.contains(&Card(c))).nth(left.into()).expect("four left"),
                ))
            }
        }
    }
    fn reveal(&self, s: &mut State, c: &Chance) -> Result<(), Illegal> {
        match *c {
            Chance::Hands(hands) if s.hands.is_none() && hands[0] != hands[1] => s.hands = Some(hands),
            Chance::Public(card)
                if s.turn() == Turn::Chance && s.hands.is_some_and(|h| !h.contains(&card)) =>
            {
                s.public = Some(card);
            }
            _ => return Err(Illegal::new(c, "it cannot be dealt here")),
        }
        Ok(())
    }
    #[inline]
    fn legal(&self, s: &State, out: &mut Vec<Action>) {
        s.legal(out);
    }
    fn apply(&self, s: &mut State, a: Action) -> Result<(), Illegal> {
        s.apply(a)
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(s, seat)
    }
    fn scores(&self, s: &State, out: &mut [f64]) {
        let won = s.payoff();
        out.copy_from_slice(&[won, 0.0 - won]);
    }
    fn forfeit(&self, _: &State, seat: Seat, out: &mut [f64]) {
        out.fill(13.0);
        out[seat.index()] = -13.0;
    }
}

/// Counts the information sets by walking every deal and every line of play.
///
/// ```
/// assert_eq!(croupier_games::leduc::information_sets(), 936);
/// ```
pub fn information_sets() -> usize {
    use croupier_core::Enumerate;
    fn walk(game: &Leduc, s: State, seen: &mut std::collections::HashSet<View>) {
        match game.turn(&s) {
            Turn::Over => {}
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(&s, &mut outcomes);
                for (c, _) in outcomes {
                    let mut next = s.clone();
                    game.reveal(&mut next, &c).expect("an outcome can happen");
                    walk(game, next, seen);
                }
            }
            Turn::Seat(seat) => {
                seen.insert(game.view(&s, seat));
                let mut legal = Vec::new();
                game.legal(&s, &mut legal);
                for a in legal.each() {
                    let mut next = s.clone();
                    game.apply(&mut next, a).expect("a legal action applies");
                    walk(game, next, seen);
                }
            }
        }
    }
    let (game, mut seen) = (Leduc::default(), std::collections::HashSet::new());
    walk(&game, game.start(), &mut seen);
    seen.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_core::laws;

    #[test]
    fn every_law_holds() {
        laws::check(&Leduc::default());
        laws::check_sampler(&Leduc::default());
    }

    #[test]
    fn golden_playthroughs() {
        crate::golden::check(&Leduc::default(), "leduc", 0..6);
    }

    fn score(hands: &str, line: &str, public: &str) -> f64 {
        let game = Leduc::default();
        let mut s = game.start();
        game.reveal(&mut s, &hands.parse().unwrap()).unwrap();
        for a in line.chars() {
            if a == '/' {
                game.reveal(&mut s, &public.parse().unwrap()).unwrap();
            } else {
                game.apply(&mut s, a.to_string().parse().unwrap()).unwrap();
            }
        }
        assert_eq!(game.turn(&s), Turn::Over, "{hands} {line}");
        let mut scores = [0.0; 2];
        game.scores(&s, &mut scores);
        assert_eq!(scores[0], -scores[1]);
        scores[0]
    }

    /// Worked out by hand from the rules above.
    #[test]
    fn payoffs_are_those_of_the_rules() {
        assert_eq!(score("Ja Ka", "cc/cc", "Qa"), -1.0, "higher rank");
        assert_eq!(score("Ja Ka", "cc/cc", "Jb"), 1.0, "a pair beats a higher rank");
        assert_eq!(score("Ka Kb", "crc/rrc", "Qb"), 0.0, "equal ranks split");
        assert_eq!(score("Ka Ja", "rrc/rrc", "Qb"), 13.0, "1 + 2·2 + 2·4");
        assert_eq!(score("Ka Ja", "rf", ""), 1.0, "a fold loses the ante");
        assert_eq!(score("Ka Ja", "crf", ""), -1.0);
        assert_eq!(score("Ka Ja", "rc/rrf", "Qb"), -1.0 - 2.0 - 4.0);
    }

    #[test]
    fn folding_needs_a_raise_and_a_round_has_two_raises() {
        let game = Leduc::default();
        let (mut s, mut legal) = (game.start(), Vec::new());
        game.reveal(&mut s, &"Ja Ka".parse().unwrap()).unwrap();
        let texts = |s: &State, legal: &mut Vec<Action>| {
            game.legal(s, legal);
            legal.texts().join("")
        };
        assert_eq!(texts(&s, &mut legal), "cr");
        game.apply(&mut s, Action::Raise).unwrap();
        assert_eq!(texts(&s, &mut legal), "fcr");
        game.apply(&mut s, Action::Raise).unwrap();
        assert_eq!(texts(&s, &mut legal), "fc");
    }
}
