//! Who thinks behind the engine.

use croupier_core::{Agent, AgentError, Budget, Decision, Fault, Game, Rng, Seat};
use croupier_games::go::{Config, Go, Move, State};

/// A move as a player sees it, for analysis commands.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The move.
    pub action: Move,
    /// How much work went into it.
    pub visits: u64,
    /// The share of the win that the player to move expects, 0 to 1.
    pub value: f64,
    /// How likely the move looked before any work, 0 to 1.
    pub prior: f64,
    /// The moves expected from here, the move itself first.
    pub variation: Vec<Move>,
}

/// A mind that can do more than choose a move.
pub trait Think: Send {
    /// Forgets everything: a new game begins.
    fn reset(&mut self, rng: Rng);

    /// Chooses a move for the player to move, who has a legal move.
    ///
    /// # Errors
    /// When it gives up.
    fn choose(&mut self, game: &Go, state: &State, budget: Budget) -> Result<Move, AgentError>;

    /// What it thinks of the moves, best first, after so much more work; work on the same position adds up. Empty where
    /// it cannot tell.
    fn consider(&mut self, _game: &Go, _state: &State, _budget: Budget) -> Vec<Outlook> {
        Vec::new()
    }

    /// What the last choice was worth to its player, 0 to 1, if it can tell.
    fn expectation(&self) -> Option<f64> {
        None
    }

    /// How much of each point Black will own, −1 to 1 by [`Size::index`](croupier_games::go::Size::index), if it can
    /// tell.
    fn ownership(&mut self, _game: &Go, _state: &State) -> Option<Vec<f32>> {
        None
    }
}

/// Somebody who plays: any agent, a mind, or nobody.
pub struct Player(Box<dyn Think>);

impl Player {
    /// An agent, asked through its view like everywhere else; one is made for every board and komi.
    pub fn agent(make: impl Fn(&Go) -> Box<dyn Agent<Go>> + Send + 'static) -> Self {
        Player(Box::new(Seated { make: Box::new(make), seated: None, rng: Rng::keyed("gtp", &[]) }))
    }

    /// A mind that can tell what it thinks.
    pub fn mind(mind: Box<dyn Think>) -> Self {
        Player(mind)
    }

    /// Nobody: every command works but those that ask for a move.
    pub fn none() -> Self {
        Player(Box::new(Nobody))
    }

    pub(super) fn think(&mut self) -> &mut dyn Think {
        &mut *self.0
    }
}

struct Nobody;

impl Think for Nobody {
    fn reset(&mut self, _: Rng) {}
    fn choose(&mut self, _: &Go, _: &State, _: Budget) -> Result<Move, AgentError> {
        Err(AgentError::new(Fault::Error, "nobody plays"))
    }
}

/// Makes an agent for a board and its rules.
type Make = Box<dyn Fn(&Go) -> Box<dyn Agent<Go>> + Send>;

struct Seated {
    make: Make,
    /// The agent of this game, and for which rules it was made.
    seated: Option<(Config, Box<dyn Agent<Go>>)>,
    rng: Rng,
}

impl Think for Seated {
    fn reset(&mut self, rng: Rng) {
        self.rng = rng;
        self.seated = None;
    }

    fn choose(&mut self, game: &Go, state: &State, budget: Budget) -> Result<Move, AgentError> {
        let seat = Seat(state.to_move().index() as u8);
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        let view = game.view(state, seat);
        let agent = match self.seated.take() {
            Some((config, agent)) if config == *game.config() => agent,
            _ => {
                let mut agent = (self.make)(game);
                agent.begin(seat, self.rng.split());
                agent
            }
        };
        let (_, agent) = self.seated.insert((game.config().clone(), agent));
        agent.act(&Decision::new(&view, &legal, budget))
    }
}
