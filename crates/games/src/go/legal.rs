//! The legal moves of a position.

use super::board::Board;
use super::point::{Colour, Move, Size};
use super::state::State;
use super::{Config, Go};
use croupier_core::Game;

impl State {
    /// Clears `out` and fills it with the legal moves, sorted, the pass last; nothing when the game is over.
    pub(crate) fn legal(&self, config: &Config, out: &mut Vec<Move>) {
        out.clear();
        if self.over(config) {
            return;
        }
        out.extend(self.size().vertices().filter(|&v| self.check(v, config).is_ok()).map(Move::Play));
        if self.placing == 0 {
            out.push(Move::Pass);
        }
    }
}

/// Counts the legal positions of a board: colourings in which every chain has a liberty (Tromp and Farnebäck, 2007).
///
/// Visits all 3^points colourings: 12,675 of 19,683 on 3×3, 24,318,165 of 43,046,721 on 4×4 (seconds in a release
/// build).
///
/// ```
/// use croupier_games::go::{Size, legal_positions};
/// assert_eq!(legal_positions(Size::new(1, 1).unwrap()), 1);
/// assert_eq!(legal_positions(Size::new(2, 2).unwrap()), 57);
/// ```
pub fn legal_positions(size: Size) -> u64 {
    // One board for each depth, so that nothing is allocated on the way.
    fn colourings(boards: &mut [Board], index: usize) -> u64 {
        let [here, rest @ ..] = boards else { return 0 };
        if rest.is_empty() {
            return u64::from(here.all_breathe());
        }
        let size = here.size();
        let p = size.point_at((index % size.width()) as u16, (index / size.width()) as u16);
        let mut found = 0;
        for stone in [None, Some(Colour::Black), Some(Colour::White)] {
            rest[0].clone_from(here);
            if let Some(colour) = stone {
                rest[0].put(p, colour);
            }
            found += colourings(rest, index + 1);
        }
        found
    }
    colourings(&mut vec![Board::new(size); size.points() + 1], 0)
}

/// Counts the games of a configuration from its start to the end, passes being moves.
///
/// ```
/// use croupier_core::Game;
/// use croupier_games::go::{Config, Go, count_games};
/// let lines = |width| Go::new(Config { width, height: 1, max_moves: Some(0), ..Config::default() });
/// assert_eq!(count_games(&lines(2).unwrap()), 9);
/// assert_eq!(count_games(&lines(3).unwrap()), 907);
/// ```
pub fn count_games(game: &Go) -> u64 {
    fn finish(game: &Go, states: &mut Vec<State>, depth: usize) -> u64 {
        if states[depth].over(game.config()) {
            return 1;
        }
        if states.len() == depth + 1 {
            let next = states[depth].clone();
            states.push(next);
        }
        let mut games = 0;
        for mv in states[depth].size().vertices().map(Move::Play).chain([Move::Pass]) {
            let (before, after) = states.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
            if after[0].apply(mv, game.config()).is_ok() {
                games += finish(game, states, depth + 1);
            }
        }
        games
    }
    finish(game, &mut vec![game.start()], 0)
}
