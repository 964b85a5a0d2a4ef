//! The whole truth of a game: the board, whose turn it is, and what superko must remember.

use super::board::Board;
use super::history::History;
use super::point::{Colour, Move, Point, Size, Vertex};
use super::score::area_margin;
use super::setup::{Setup, SetupError};
use super::{Config, Ko, zobrist};
use std::sync::Arc;

/// A game of Go as far as it has gone.
///
/// Cloning copies the board's arrays and two lists, of moves and of hashes; [`Clone::clone_from`] reuses their room.
#[derive(Debug)]
pub struct State {
    pub(crate) board: Board,
    pub(crate) to_move: Colour,
    /// Zobrist hash of the stones.
    pub(crate) hash: u64,
    /// Passes in a row.
    pub(crate) passes: u8,
    /// Free handicap stones that Black has still to place.
    pub(crate) placing: u8,
    /// Stones of each colour that were taken off the board.
    pub(crate) prisoners: [u32; 2],
    pub(crate) moves: Vec<Move>,
    pub(crate) history: History,
    /// The position the game began from, when not the empty board of the configuration.
    pub(crate) setup: Option<Arc<Setup>>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            moves: self.moves.clone(),
            history: self.history.clone(),
            setup: self.setup.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.board.clone_from(&from.board);
        self.to_move = from.to_move;
        self.hash = from.hash;
        self.passes = from.passes;
        self.placing = from.placing;
        self.prisoners = from.prisoners;
        self.moves.clone_from(&from.moves);
        self.history.clone_from(&from.history);
        self.setup.clone_from(&from.setup);
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// No such crossing on this board.
    #[error("it is off the board")]
    OffBoard,
    /// A stone stands there.
    #[error("a stone stands there")]
    Occupied,
    /// The stone would have no liberty.
    #[error("it is suicide")]
    Suicide,
    /// Simple ko: it would take back at once.
    #[error("it retakes the ko at once")]
    Ko,
    /// Superko: the position has been before.
    #[error("it repeats an earlier position")]
    Superko,
    /// A pass while handicap stones are being placed.
    #[error("handicap stones are still to be placed")]
    Placing,
}

impl State {
    /// The game before its first move, on the configuration's board with its fixed handicap.
    pub(crate) fn start(config: &Config) -> State {
        let size = config.size();
        let mut state = State {
            board: Board::new(size),
            to_move: Colour::Black,
            hash: 0,
            passes: 0,
            placing: config.free_handicap(),
            prisoners: [0; 2],
            moves: Vec::new(),
            history: History::new(),
            setup: None,
        };
        let stones = config.fixed_handicap();
        if !stones.is_empty() {
            stones.iter().for_each(|&v| state.set_stone(v, Colour::Black));
            state.to_move = Colour::White;
        }
        state.remember(config);
        state
    }

    /// The game before its first move from a position set up.
    ///
    /// # Errors
    /// When a vertex is off the board or given twice, or a chain would have no liberty.
    pub(crate) fn from_setup(config: &Config, setup: Setup) -> Result<State, SetupError> {
        let plain = Config { handicap: 0, ..config.clone() };
        let mut state = State::start(&plain);
        state.history = History::new();
        for (colour, stones) in Colour::BOTH.into_iter().zip([&setup.black, &setup.white]) {
            for &v in stones {
                let p = state.board.point(v).ok_or(SetupError::OffBoard(v))?;
                if !state.board.is_empty(p) {
                    return Err(SetupError::Twice(v));
                }
                state.set_stone(v, colour);
            }
        }
        if !state.board.all_breathe() {
            return Err(SetupError::NoLiberty);
        }
        state.to_move = setup.to_move;
        state.remember(config);
        state.setup = Some(Arc::new(setup));
        Ok(state)
    }

    fn set_stone(&mut self, v: Vertex, colour: Colour) {
        if let Some(p) = self.board.point(v) {
            self.board.put(p, colour);
            self.hash ^= zobrist::stone(p, colour);
        }
    }

    /// Adds the position that now stands to what superko remembers.
    #[inline]
    fn remember(&mut self, config: &Config) {
        match config.ko {
            Ko::Simple => {}
            Ko::Positional => self.history.push(self.hash),
            Ko::Situational => self.history.push(self.hash ^ zobrist::mover(self.to_move)),
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board's size.
    #[inline]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Whose turn it is, or would be if the game were not over.
    #[inline]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The moves so far, passes and free handicap stones included.
    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position the game began from, when one was set up.
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_deref()
    }

    /// Passes in a row.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Free handicap stones that Black has still to place.
    #[inline]
    pub fn placing(&self) -> usize {
        self.placing.into()
    }

    /// Stones of each colour, Black's first, that were taken off the board.
    #[inline]
    pub fn prisoners(&self) -> [u32; 2] {
        self.prisoners
    }

    /// Zobrist hash of the stones.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether both players passed in turn.
    #[inline]
    pub fn both_passed(&self) -> bool {
        self.passes >= 2
    }

    /// Takes a game up again that two passes ended: GTP plays on to settle what is dead.
    pub fn resume(&mut self) {
        self.passes = 0;
    }

    /// Black's area minus White's as the board stands, komi left out.
    pub fn margin(&self) -> i32 {
        area_margin(&self.board)
    }

    /// The hash of the stones after a stone of the player to move on the empty point `p`.
    #[inline]
    fn hash_after(&self, p: Point, config: &Config) -> Result<u64, Refusal> {
        let colour = self.to_move;
        let board = &self.board;
        let mut hash = self.hash ^ zobrist::stone(p, colour);
        let mut removed = [Point(0); 4];
        let mut chains = 0;
        let mut xor_chain = |n: Point, of: Colour, hash: &mut u64| {
            if !removed[..chains].contains(&board.chain(n)) {
                removed[chains] = board.chain(n);
                chains += 1;
                board.chain_stones(n).for_each(|s| *hash ^= zobrist::stone(s, of));
            }
        };
        let breathes = board.breathes(p, colour);
        for n in board.neighbours(p) {
            match board.stone(n) {
                Some(c) if c != colour && board.in_atari(n) => xor_chain(n, c, &mut hash),
                Some(c) if c == colour && !breathes => xor_chain(n, c, &mut hash),
                _ => {}
            }
        }
        if !breathes {
            // A lone stone's suicide is a pass that forgets to say so: refused under every switch.
            if !config.suicide || chains == 0 {
                return Err(Refusal::Suicide);
            }
            hash ^= zobrist::stone(p, colour);
        }
        Ok(hash)
    }

    /// Whether the player to move may play `v`; the stones' hash after it.
    #[inline]
    pub(crate) fn check(&self, v: Vertex, config: &Config) -> Result<(Point, u64), Refusal> {
        let p = self.board.point(v).ok_or(Refusal::OffBoard)?;
        if !self.board.is_empty(p) {
            return Err(Refusal::Occupied);
        }
        let hash = self.hash_after(p, config)?;
        let next = self.mover_after();
        let repeats = match config.ko {
            Ko::Simple if self.board.ko() == Some(p) => return Err(Refusal::Ko),
            Ko::Simple => false,
            Ko::Positional => self.history.contains(hash),
            Ko::Situational => self.history.contains(hash ^ zobrist::mover(next)),
        };
        if repeats { Err(Refusal::Superko) } else { Ok((p, hash)) }
    }

    #[inline]
    fn mover_after(&self) -> Colour {
        if self.placing > 1 { Colour::Black } else { self.to_move.other() }
    }

    /// Whether the game has ended, by passes or by its length.
    #[inline]
    pub(crate) fn over(&self, config: &Config) -> bool {
        self.both_passed() || self.too_long(config)
    }

    /// Whether the limit of moves ended the game.
    #[inline]
    pub(crate) fn too_long(&self, config: &Config) -> bool {
        !self.both_passed() && config.limit().is_some_and(|limit| self.moves.len() >= limit as usize)
    }

    /// Makes the player to move do `mv`.
    pub(crate) fn apply(&mut self, mv: Move, config: &Config) -> Result<(), Refusal> {
        if self.over(config) {
            return Err(Refusal::Over);
        }
        match mv {
            Move::Pass if self.placing > 0 => return Err(Refusal::Placing),
            Move::Pass => {
                self.passes += 1;
                self.board.clear_ko();
            }
            Move::Play(v) => {
                let (p, hash) = self.check(v, config)?;
                self.place(p, hash);
            }
        }
        self.to_move = self.mover_after();
        self.placing = self.placing.saturating_sub(1);
        self.moves.push(mv);
        self.remember(config);
        Ok(())
    }

    /// Places a stone that has been checked.
    fn place(&mut self, p: Point, hash: u64) {
        let colour = self.to_move;
        let vacant = self.board.vacant();
        if self.board.breathes(p, colour) {
            if self.board.ko() == Some(p) {
                self.board.clear_ko(); // Under superko the history decides, and it allowed this.
            }
            self.board.play(p, colour);
            self.prisoners[colour.other().index()] += (self.board.vacant() + 1 - vacant) as u32;
        } else {
            self.board.play_suicide(p, colour);
            self.prisoners[colour.index()] += (self.board.vacant() + 1 - vacant) as u32;
        }
        self.hash = hash;
        self.passes = 0;
    }
}
