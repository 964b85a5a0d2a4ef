//! What a tree search asks about a game: which moves to look at, and how a game ends when played out.

use croupier_core::{Game, LegalSet, Rng, Seat, Turn};

/// A move worth looking at, with what is thought of it before it is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The move.
    pub action: A,
    /// How many playouts the opinion is worth; 0 for none.
    pub weight: f32,
    /// The expected share of the win for the player to move, 0 to 1.
    pub value: f32,
    /// Added to the move's urgency, divided by 1 + its visits: fades as the move is tried.
    pub bias: f32,
}

impl<A> Candidate<A> {
    /// A move without an opinion.
    pub fn plain(action: A) -> Self {
        Self { action, weight: 0.0, value: 0.5, bias: 0.0 }
    }
}

/// How an episode, or a playout of it, ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ending {
    /// The seat that is sole first; `None` for a draw.
    pub winner: Option<Seat>,
    /// By how much it won, 0 to 1; 0 where the game has no such measure.
    pub margin: f32,
}

impl Ending {
    /// The ending of a state that is over: the seat with the sole highest score wins.
    pub fn of<G: Game>(game: &G, state: &G::State) -> Ending {
        let mut scores = vec![0.0; game.seats()];
        game.scores(state, &mut scores);
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut firsts = Seat::all(scores.len()).filter(|s| scores[s.index()] == best);
        let winner = firsts.next().filter(|_| firsts.next().is_none());
        Ending { winner, margin: 0.0 }
    }

    /// The share of the win of a seat: 1 for the winner, `draw` for all in a draw, else 0; a margin moves up to
    /// `weight` of it.
    #[inline]
    pub fn reward(&self, seat: Seat, draw: f64, weight: f64) -> f64 {
        let shift = weight * f64::from(self.margin);
        match self.winner {
            None => draw,
            Some(winner) if winner == seat => 1.0 - weight + shift,
            Some(_) => weight - shift,
        }
    }
}

/// The moves of a playout in order, for searches that learn from all of them (AMAF).
#[derive(Clone, Debug, Default)]
pub struct Trail {
    moves: Vec<(u16, Seat)>,
    on: bool,
}

impl Trail {
    /// An empty trail that notes moves down, or one that ignores them.
    pub fn new(on: bool) -> Self {
        Self { moves: Vec::new(), on }
    }

    /// Forgets the moves.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Notes that `seat` made the move of this [`Knowledge::slot`].
    #[inline]
    pub fn note(&mut self, slot: usize, seat: Seat) {
        if self.on {
            self.moves.push((slot as u16, seat));
        }
    }

    /// Whether moves are noted down.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// The moves noted, in order.
    #[inline]
    pub fn moves(&self) -> &[(u16, Seat)] {
        &self.moves
    }
}

/// What a search knows about a game beyond its rules.
pub trait Knowledge<G: Game>: Send + Sync {
    /// Room that one thread works in; a fresh one must behave like a used one.
    type Scratch: Default + Send;

    /// Clears `out` and fills it with the moves worth looking at, in any fixed order; at least one where a seat is to
    /// move.
    fn moves(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Self::Scratch,
        out: &mut Vec<Candidate<G::Action>>,
    );

    /// Plays from `state` to an end, which need not be one by the letter of the rules, noting the moves on `trail`.
    fn playout(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Self::Scratch,
        rng: &mut Rng,
        trail: &mut Trail,
    ) -> Ending;

    /// The ending of a state that is over.
    fn ending(&self, game: &G, state: &G::State, _scratch: &mut Self::Scratch) -> Ending {
        Ending::of(game, state)
    }

    /// How many move slots there are; 0 where the game has no moves that mean the same throughout.
    fn slots(&self, _game: &G) -> usize {
        0
    }

    /// The slot of a move; `None` for moves that mean something else every time (a pass).
    fn slot(&self, _game: &G, _action: G::Action) -> Option<usize> {
        None
    }

    /// The actions that lead from one state to a later one of the same episode, if they are known: then a search
    /// keeps what it learnt below.
    fn path(&self, _game: &G, _from: &G::State, _to: &G::State) -> Option<Vec<G::Action>> {
        None
    }
}

/// Knows the rules only: every legal move, and uniformly random playouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Knowledge<G> for Uniform {
    type Scratch = (Option<G::State>, G::Legal);

    fn moves(
        &self,
        game: &G,
        state: &G::State,
        scratch: &mut Self::Scratch,
        out: &mut Vec<Candidate<G::Action>>,
    ) {
        game.legal(state, &mut scratch.1);
        out.clear();
        out.extend(scratch.1.each().map(Candidate::plain));
    }

    fn playout(
        &self,
        game: &G,
        state: &G::State,
        (room, legal): &mut Self::Scratch,
        rng: &mut Rng,
        _trail: &mut Trail,
    ) -> Ending {
        let state = copied(room, state);
        croupier_core::random_playout(game, state, legal, rng);
        Ending::of(game, state)
    }
}

/// Copies a state into room that is reused.
pub(crate) fn copied<'a, S: Clone>(room: &'a mut Option<S>, state: &S) -> &'a mut S {
    if let Some(room) = room.as_mut() {
        room.clone_from(state);
    }
    room.get_or_insert_with(|| state.clone())
}

/// The upper confidence bound of a move tried `visits` times of its node's `ln_total` = ln(total visits).
#[inline]
pub(crate) fn upper_bound(mean: f64, visits: f64, ln_total: f64, exploration: f64) -> f64 {
    mean + exploration * (ln_total / visits).sqrt()
}

/// The seat to move, if one is.
#[inline]
pub(crate) fn mover<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Seat(seat) => Some(seat),
        Turn::Chance | Turn::Over => None,
    }
}
