//! What a position looks like to the search: candidates with visits, value and principal variation, and the board.

use super::agent::{McAgent, McSpec};
use crate::spec::SpecError;
use croupier_core::{Agent, Budget, Game, Rng, Seat};
use croupier_games::go::{Colour, Go, Move, State};
use serde::Serialize;
use std::fmt;

/// A move as the search sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CandidateLine {
    /// The move.
    #[serde(rename = "move")]
    pub action: Move,
    /// Simulations that began with it.
    pub visits: u64,
    /// The share of the win that its player expects, 0 to 1.
    pub value: f64,
    /// The opinion before any simulation, 0 to 1, and how many simulations it weighed.
    pub prior: (f32, f32),
    /// What playouts that had the move anywhere say, 0 to 1, and how many they were.
    pub amaf: (f32, f32),
    /// The moves expected from here, the move itself first.
    pub variation: Vec<Move>,
}

/// A position analysed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Whose turn it is.
    pub to_move: Colour,
    /// Moves made before.
    pub moves: usize,
    /// Simulations of the search.
    pub playouts: u64,
    /// The board, the highest row first.
    pub rows: Vec<String>,
    /// How much of each point Black will own, −1 to 1, the highest row first.
    pub owners: Vec<Vec<f32>>,
    /// The moves looked at most, the best first.
    pub candidates: Vec<CandidateLine>,
    #[serde(skip)]
    picture: String,
}

/// Analyses a position by a search of `spec` with a fixed seed; the `most` best candidates.
///
/// # Errors
/// When the spec names an unknown rule or weight.
pub fn analyze(game: &Go, state: &State, spec: &McSpec, most: usize) -> Result<Analysis, SpecError> {
    let mut agent = McAgent::new(game.clone(), spec)?;
    let seat = Seat(state.to_move().index() as u8);
    agent.begin(seat, Rng::keyed("analyze", &[]));
    let report = agent.search(state, Budget::Own);
    let view = game.view(state, seat);
    let owners = agent.ownership(state);
    let width = state.size().width();
    let candidates = report.lines.into_iter().filter(|l| l.visits > 0).take(most);
    Ok(Analysis {
        to_move: state.to_move(),
        moves: state.moves().len(),
        playouts: report.playouts,
        owners: owners.chunks(width).rev().map(<[f32]>::to_vec).collect(),
        candidates: candidates
            .map(|l| CandidateLine {
                action: l.action,
                visits: l.visits,
                value: l.value,
                prior: l.prior,
                amaf: l.amaf,
                variation: l.variation,
            })
            .collect(),
        picture: view.to_string(),
        rows: view.rows,
    })
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.picture)?;
        writeln!(f, "{} to move, {} playouts", self.to_move, self.playouts)?;
        writeln!(f, "{:>5} {:>8} {:>7} {:>7} {:>7}  variation", "move", "visits", "value", "prior", "AMAF")?;
        for c in &self.candidates {
            let line: Vec<String> = c.variation.iter().map(Move::to_string).collect();
            let (mv, percent) = (c.action.to_string(), 100.0 * c.value);
            let (prior, amaf) = (100.0 * c.prior.0, 100.0 * c.amaf.0);
            writeln!(
                f,
                "{mv:>5} {:>8} {percent:>6.1}% {prior:>6.1}% {amaf:>6.1}%  {}",
                c.visits,
                line.join(" ")
            )?;
        }
        writeln!(f, "\nowners (X Black, O White, small where it is not sure)")?;
        for row in &self.owners {
            let cells: Vec<&str> = row.iter().map(|&x| mark(x)).collect();
            writeln!(f, "  {}", cells.join(" "))?;
        }
        Ok(())
    }
}

fn mark(owner: f32) -> &'static str {
    match owner {
        x if x > 0.6 => "X",
        x if x > 0.2 => "x",
        x if x < -0.6 => "O",
        x if x < -0.2 => "o",
        _ => "·",
    }
}
