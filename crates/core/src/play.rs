//! One episode from its luck to its scores.

use crate::agent::{Agent, AgentError, Budget, Decision, Ending, Fault};
use crate::game::{Game, LegalSet, Seat, Turn};
use crate::rng::{Luck, Rng};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Sees an episode happen: records it, times it, shows it.
pub trait Watch<G: Game> {
    /// Whether decisions are timed; a clock costs more than a small game's decision.
    const TIMED: bool = false;
    /// A chance event is about to happen in `state`.
    fn chance(&mut self, _state: &G::State, _chance: &G::Chance) {}
    /// `seat` is about to do `action` in `state`; `thought` is zero unless timed.
    fn action(&mut self, _state: &G::State, _seat: Seat, _action: G::Action, _thought: Duration) {}
}

impl<G: Game> Watch<G> for () {}

/// How an episode ended.
#[derive(Clone)]
pub struct Outcome<G: Game> {
    /// The last state.
    pub state: G::State,
    /// Scores by seat.
    pub scores: Vec<f64>,
    /// The forfeit that ended it, if one did.
    pub forfeit: Option<Forfeit>,
    /// How many decisions were made.
    pub decisions: u64,
}

/// A failure that ended an episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Whose failure.
    pub seat: Seat,
    /// Kind and detail.
    pub error: AgentError,
}

/// Plays one episode: `agents[i]` sits at seat i, with `rngs[i]` as its stream.
///
/// An agent's error, illegal action or panic ends the episode as its forfeit; nothing an agent does panics here.
///
/// # Panics
/// When there are not as many agents and streams as seats.
pub fn play<G: Game, W: Watch<G>>(
    game: &G,
    luck: Luck,
    agents: &mut [&mut dyn Agent<G>],
    rngs: Vec<Rng>,
    budget: Budget,
    watch: &mut W,
) -> Outcome<G> {
    assert_eq!(agents.len(), game.seats(), "one agent for each seat");
    assert_eq!(rngs.len(), game.seats(), "one stream for each seat");
    let mut forfeit = None;
    for (seat, (agent, rng)) in Seat::all(game.seats()).zip(agents.iter_mut().zip(rngs)) {
        let begun = caught(|| {
            agent.begin(seat, rng);
            Ok(())
        });
        if let Err(error) = begun {
            forfeit.get_or_insert(Forfeit { seat, error });
        }
    }
    let mut state = game.start();
    let mut legal = G::Legal::default();
    let (mut draws, mut decisions) = (0, 0);
    while forfeit.is_none() {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&state, &mut luck.draw(draws));
                draws += 1;
                watch.chance(&state, &chance);
                game.reveal(&mut state, &chance).expect("what a game draws, it can reveal");
            }
            Turn::Seat(seat) => {
                decisions += 1;
                game.legal(&state, &mut legal);
                let clock = W::TIMED.then(Instant::now);
                let decision = Decision::of_state(game, &state, seat, &legal, budget);
                let choice = choose(agents[seat.index()], &decision);
                let thought = clock.map_or(Duration::ZERO, |c| c.elapsed());
                match choice {
                    Ok(action) => {
                        watch.action(&state, seat, action, thought);
                        game.apply(&mut state, action).expect("what is listed as legal can be applied");
                    }
                    Err(error) => forfeit = Some(Forfeit { seat, error }),
                }
            }
        }
    }
    let scores = final_scores(game, &state, forfeit.as_ref().map(|f| f.seat));
    let told = forfeit.as_ref().map(|f| (f.seat, f.error.fault));
    for (seat, agent) in Seat::all(game.seats()).zip(agents.iter_mut()) {
        // The episode is over and scored: a panic here can change nothing, and must not end the run.
        let _ = caught(|| {
            agent.end(&Ending::of_state(game, &state, seat, &scores, told));
            Ok(())
        });
    }
    Outcome { state, scores, forfeit, decisions }
}

/// The scores of a state that is over, or that `forfeit` ended.
pub(crate) fn final_scores<G: Game>(game: &G, state: &G::State, forfeit: Option<Seat>) -> Vec<f64> {
    let mut scores = vec![0.0; game.seats()];
    match forfeit {
        Some(seat) => game.forfeit(state, seat, &mut scores),
        None => game.scores(state, &mut scores),
    }
    scores
}

/// Asks an agent for its action; a panic and an action that is not legal are errors like its own.
///
/// # Errors
/// The forfeit that this decision is.
pub fn choose<G: Game>(
    agent: &mut dyn Agent<G>,
    decision: &Decision<'_, G>,
) -> Result<G::Action, AgentError> {
    caught(|| agent.act(decision)).and_then(|action| checked::<G>(action, decision.legal()))
}

fn checked<G: Game>(action: G::Action, legal: &G::Legal) -> Result<G::Action, AgentError> {
    if legal.has(&action) {
        Ok(action)
    } else {
        Err(AgentError::new(
            Fault::Illegal,
            format!("`{action}` is not among the {} legal actions", legal.count()),
        ))
    }
}

fn caught<T>(f: impl FnOnce() -> Result<T, AgentError>) -> Result<T, AgentError> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(AgentError::new(Fault::Panic, text.unwrap_or_else(|| "a panic without a message".into())))
    })
}

/// Plays `state` to its end with uniformly random actions and chance, all from one stream; returns the number of
/// decisions. The loop of benches and playouts: no view, no record, no allocation of its own.
pub fn random_playout<G: Game>(game: &G, state: &mut G::State, legal: &mut G::Legal, rng: &mut Rng) -> u64 {
    let mut decisions = 0;
    loop {
        match game.turn(state) {
            Turn::Over => return decisions,
            Turn::Chance => {
                let chance = game.draw(state, rng);
                game.reveal(state, &chance).expect("what a game draws, it can reveal");
            }
            Turn::Seat(_) => {
                decisions += 1;
                game.legal(state, legal);
                let action = legal.nth(rng.below(legal.count()));
                game.apply(state, action).expect("what is listed as legal can be applied");
            }
        }
    }
}
