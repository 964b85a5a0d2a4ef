//! Commands about the board: handicaps, what is legal, scores and who lives.

use super::engine::Engine;
use super::line::{Answer, Failure, Line, spaced};
use croupier_core::{Game, Rng, Seat};
use croupier_games::go::{
    Area, Board, Colour, Move, Point, Setup, State, Vertex, fixed_handicap, unconditional, uniform,
};

/// Playouts behind a judgement of who owns what.
const JUDGES: u32 = 400;

impl Engine {
    fn empty_board(&self) -> Result<(), Failure> {
        let empty = self.state().board().vacant() == self.state().size().points();
        if empty { Ok(()) } else { Err(Failure::new("board not empty")) }
    }

    /// Begins the game with Black's handicap stones; White moves first.
    fn handicap(&mut self, stones: Vec<Vertex>) -> Answer {
        let text = spaced(&stones);
        let count = stones.len();
        let setup = Setup { black: stones, white: Vec::new(), to_move: Colour::White };
        let state = self.game.set_up(setup).map_err(|_| Failure::new("bad vertex list"))?;
        self.begin(state);
        self.handicap = count;
        Ok(text)
    }

    pub(super) fn fixed_handicap(&mut self, line: &Line<'_>) -> Answer {
        let stones: usize = line.arg(0)?;
        self.empty_board()?;
        let places = fixed_handicap(self.state().size(), stones);
        self.handicap(places.ok_or_else(|| Failure::new("invalid number of stones"))?)
    }

    /// The engine's own choice: the fixed places as far as there are any, at most nine stones.
    pub(super) fn place_free_handicap(&mut self, line: &Line<'_>) -> Answer {
        let stones: usize = line.arg(0)?;
        self.empty_board()?;
        let size = self.state().size();
        if stones < 2 || stones >= size.points() {
            return Err(Failure::new("invalid number of stones"));
        }
        let fixed = (2..=stones.min(9)).rev().find_map(|n| fixed_handicap(size, n));
        // Small boards have no fixed places: the middle rows, spread out.
        let places = fixed.unwrap_or_else(|| {
            let mut all: Vec<Vertex> = size.vertices().collect();
            let far = |v: &Vertex| {
                let middle = |at: usize, side: usize| (2 * at as isize + 1 - side as isize).abs();
                middle(v.column(), size.width()) + middle(v.row(), size.height())
            };
            all.sort_by_key(|v| (far(v), *v));
            all.truncate(stones.min(all.len() - 1));
            all
        });
        self.handicap(places)
    }

    pub(super) fn set_free_handicap(&mut self, line: &Line<'_>) -> Answer {
        self.empty_board()?;
        let bad = || Failure::new("bad vertex list");
        let stones =
            line.args.iter().map(|t| t.parse().map_err(|_| bad())).collect::<Result<Vec<Vertex>, _>>()?;
        if stones.len() < 2 || stones.len() >= self.state().size().points() {
            return Err(bad());
        }
        self.handicap(stones)?;
        Ok(String::new())
    }

    pub(super) fn showboard(&mut self, _: &Line<'_>) -> Answer {
        let state = self.state();
        let seat = Seat(state.to_move().index() as u8);
        Ok(format!("\n{}", self.game.view(state, seat)))
    }

    pub(super) fn all_legal(&mut self, line: &Line<'_>) -> Answer {
        let state = self.to_move(line.arg(0)?);
        let mut legal = Vec::new();
        self.game.legal(&state, &mut legal);
        Ok(spaced(legal.iter().filter(|m| **m != Move::Pass)))
    }

    pub(super) fn is_legal(&mut self, line: &Line<'_>) -> Answer {
        let (colour, mv) = (line.arg(0)?, line.arg(1)?);
        Ok(u8::from(self.game.refusal(&self.to_move(colour), mv).is_none()).to_string())
    }

    fn stone(&self, line: &Line<'_>) -> Result<Point, Failure> {
        let p = self.state().board().point(line.arg(0)?).ok_or_else(|| Failure::new("invalid coordinate"))?;
        if self.state().board().is_empty(p) { Err(Failure::new("vertex must not be empty")) } else { Ok(p) }
    }

    pub(super) fn countlib(&mut self, line: &Line<'_>) -> Answer {
        let p = self.stone(line)?;
        Ok(self.state().board().count_liberties(p).to_string())
    }

    /// The stones that a player has taken.
    pub(super) fn captures(&mut self, line: &Line<'_>) -> Answer {
        let colour: Colour = line.arg(0)?;
        Ok(self.state().prisoners()[colour.other().index()].to_string())
    }

    pub(super) fn unconditional_status(&mut self, line: &Line<'_>) -> Answer {
        let v: Vertex = line.arg(0)?;
        let board = self.state().board();
        let p = board.point(v).ok_or_else(|| Failure::new("invalid coordinate"))?;
        let owner = unconditional(board)[board.size().index(v)];
        let status = match (owner, board.stone(p)) {
            (None, _) => "undecided",
            (Some(owner), Some(stone)) if owner == stone => "alive",
            (Some(_), Some(_)) => "dead",
            (Some(Colour::Black), None) => "black_territory",
            (Some(Colour::White), None) => "white_territory",
        };
        Ok(status.into())
    }

    /// How much of each point Black will own, −1 to 1: by the player's judgement, or else by random playouts.
    pub(super) fn owners(&mut self, state: &State) -> Vec<f32> {
        self.player.think().ownership(&self.game, state).unwrap_or_else(|| judged(state))
    }

    /// The board without the chains that most playouts lose, and those chains' stones.
    fn settled(&mut self) -> (Board, Vec<Vertex>) {
        let state = self.state().clone();
        let owners = self.owners(&state);
        let size = state.size();
        let board = state.board();
        let mut setup = Setup { black: Vec::new(), white: Vec::new(), to_move: Colour::Black };
        let mut dead = Vec::new();
        for v in size.vertices() {
            let Some((p, colour)) = board.point(v).and_then(|p| Some((p, board.stone(p)?))) else { continue };
            let kept: f32 = board
                .chain_stones(p)
                .map(|s| owners[size.index(size.vertex(s))] * colour.sign() as f32)
                .sum::<f32>();
            if kept < 0.0 {
                dead.push(v);
            } else if colour == Colour::Black {
                setup.black.push(v);
            } else {
                setup.white.push(v);
            }
        }
        // Taking stones away leaves no chain without liberties.
        let board = self.game.set_up(setup).map_or_else(|_| state.board().clone(), |s| s.board().clone());
        (board, dead)
    }

    pub(super) fn final_score(&mut self, _: &Line<'_>) -> Answer {
        let (board, _) = self.settled();
        let margin = f64::from(Area::of(&board).margin()) - self.game.config().komi_points();
        Ok(if margin > 0.0 {
            format!("B+{margin}")
        } else if margin < 0.0 {
            format!("W+{}", -margin)
        } else {
            "0".into()
        })
    }

    pub(super) fn final_status_list(&mut self, line: &Line<'_>) -> Answer {
        let status = *line.args.first().ok_or(Failure::SYNTAX)?;
        if !["alive", "dead", "seki"].contains(&status) {
            return Err(Failure::SYNTAX);
        }
        let (_, dead) = self.settled();
        let board = self.state().board();
        // One chain a line, as the specification shows it.
        let mut lines: Vec<String> = Vec::new();
        let mut seen: Vec<Point> = Vec::new();
        for v in board.size().vertices() {
            let Some(p) = board.point(v).filter(|&p| !board.is_empty(p)) else { continue };
            if seen.contains(&board.chain(p)) {
                continue;
            }
            seen.push(board.chain(p));
            // Under area scoring a seki counts as alive.
            let judged = if dead.contains(&v) { "dead" } else { "alive" };
            if judged == status {
                let mut stones: Vec<Vertex> = board.chain_stones(p).map(|s| board.size().vertex(s)).collect();
                stones.sort();
                lines.push(spaced(stones));
            }
        }
        Ok(lines.join("\n"))
    }
}

/// How often Black owns each point after random play, less how often White does.
fn judged(state: &State) -> Vec<f32> {
    let mut rng = Rng::keyed("gtp status", &[state.hash()]);
    let size = state.size();
    let mut sums = vec![0i32; size.points()];
    let mut board = state.board().clone();
    for i in 0..JUDGES {
        board.clone_from(state.board());
        let first = Colour::BOTH[i as usize % 2];
        board.clear_ko();
        uniform(&mut board, first, 3 * size.points() as u32, &mut rng);
        for (sum, owner) in sums.iter_mut().zip(Area::of(&board).owner) {
            *sum += owner.map_or(0, Colour::sign);
        }
    }
    sums.into_iter().map(|s| s as f32 / JUDGES as f32).collect()
}
