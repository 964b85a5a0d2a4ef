//! A game in sequence form: built once by walking every history, then only arrays.

use super::CfrError;
use croupier_core::{Enumerate, Game, LegalSet, Turn};
use std::collections::HashMap;

/// A game whose every history was walked, as flat arrays.
pub struct Tree<G: Game> {
    pub(super) seats: [Plays; 2],
    /// Payoffs to each seat by its own sequences.
    pub(super) payoffs: [Payoffs; 2],
    infos: [Vec<InfoSet<G>>; 2],
    histories: usize,
}

/// What a seat knows at a decision, and what it may do there.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoSet<G: Game> {
    /// What it knows.
    pub view: G::View,
    /// What it may do, sorted.
    pub actions: Vec<G::Action>,
}

/// A seat's information sets in numbers, each after the one that its parent sequence belongs to. Sequence 0 is the
/// empty one; those of an information set follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Plays {
    /// The sequence of own actions that leads there.
    pub parent: Vec<u32>,
    /// The first of its sequences, and one past the last information set's.
    pub first: Vec<u32>,
}

impl Plays {
    /// How many information sets.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// How many sequences, the empty one included.
    pub fn sequences(&self) -> usize {
        self.first[self.len()] as usize
    }
}

/// Expected payoffs by pairs of sequences: row by own sequence, in each row the other's sequences.
#[derive(Clone, Debug, Default)]
pub(super) struct Payoffs {
    /// Where each row starts, and the end.
    pub start: Vec<u32>,
    /// The other seat's sequence, and chance's probability times the payoff.
    pub entries: Vec<(u32, f64)>,
}

impl Payoffs {
    fn of(rows: usize, mut all: Vec<(u32, u32, f64)>) -> Self {
        all.sort_unstable_by_key(|e| (e.0, e.1));
        let mut out = Self { start: vec![0; rows + 1], entries: Vec::new() };
        let mut last = None;
        for (own, other, value) in all {
            if last == Some((own, other))
                && let Some(entry) = out.entries.last_mut()
            {
                entry.1 += value;
                continue;
            }
            last = Some((own, other));
            out.entries.push((other, value));
            out.start[own as usize + 1] += 1;
        }
        for row in 0..rows {
            out.start[row + 1] += out.start[row];
        }
        out
    }
}

/// The walk under way.
struct Walk<'a, G: Game> {
    game: &'a G,
    most: usize,
    histories: usize,
    known: [HashMap<G::View, u32>; 2],
    infos: [Vec<InfoSet<G>>; 2],
    plays: [Plays; 2],
    leaves: Vec<([u32; 2], f64)>,
}

impl<G: Enumerate> Tree<G> {
    /// Walks every history of a game, at most `most` of them.
    ///
    /// # Errors
    /// A game that is not of two seats and zero-sum, is too large, or lets a seat forget what it did.
    pub fn new(game: &G, most: usize) -> Result<Self, CfrError> {
        if game.seats() != 2 {
            return Err(CfrError::Seats(game.seats()));
        }
        if game.score_sum() != Some(0.0) {
            return Err(CfrError::Sum);
        }
        let plays = Plays { parent: Vec::new(), first: vec![1] };
        let mut walk = Walk {
            game,
            most,
            histories: 0,
            known: [HashMap::new(), HashMap::new()],
            infos: [Vec::new(), Vec::new()],
            plays: [plays.clone(), plays],
            leaves: Vec::new(),
        };
        walk.visit(game.start(), 1.0, [0, 0])?;
        let side = |own: usize| {
            let sign = if own == 0 { 1.0 } else { -1.0 };
            let turned = walk.leaves.iter().map(|(s, v)| (s[own], s[1 - own], sign * v)).collect();
            Payoffs::of(walk.plays[own].sequences(), turned)
        };
        let payoffs = [side(0), side(1)];
        Ok(Self { payoffs, seats: walk.plays, infos: walk.infos, histories: walk.histories })
    }
}

impl<G: Enumerate> Walk<'_, G> {
    fn visit(&mut self, state: G::State, chance: f64, at: [u32; 2]) -> Result<(), CfrError> {
        self.histories += 1;
        if self.histories > self.most {
            return Err(CfrError::Size(self.most));
        }
        match self.game.turn(&state) {
            Turn::Over => {
                let mut scores = [0.0; 2];
                self.game.scores(&state, &mut scores);
                self.leaves.push((at, chance * scores[0]));
                Ok(())
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.game.outcomes(&state, &mut outcomes);
                for (event, probability) in outcomes {
                    let mut next = state.clone();
                    self.game.reveal(&mut next, &event).map_err(|e| {
                        CfrError::Rules(format!("it lists a chance event and refuses it: {e}"))
                    })?;
                    self.visit(next, chance * probability, at)?;
                }
                Ok(())
            }
            Turn::Seat(seat) => self.decide(state, seat.index(), chance, at),
        }
    }

    fn decide(&mut self, state: G::State, seat: usize, chance: f64, at: [u32; 2]) -> Result<(), CfrError> {
        let info = self.information(&state, seat, at[seat])?;
        let first = self.plays[seat].first[info];
        for i in 0..self.infos[seat][info].actions.len() {
            let action = self.infos[seat][info].actions[i];
            let mut next = state.clone();
            self.game
                .apply(&mut next, action)
                .map_err(|e| CfrError::Rules(format!("it lists an action and refuses it: {e}")))?;
            let mut after = at;
            after[seat] = first + i as u32;
            self.visit(next, chance, after)?;
        }
        Ok(())
    }

    /// The number of the information set of the seat to move.
    fn information(&mut self, state: &G::State, seat: usize, parent: u32) -> Result<usize, CfrError> {
        let view = self.game.view(state, croupier_core::Seat(seat as u8));
        let mut legal = G::Legal::default();
        self.game.legal(state, &mut legal);
        let plays = &mut self.plays[seat];
        if let Some(&info) = self.known[seat].get(&view) {
            let info = info as usize;
            if plays.parent[info] != parent {
                return Err(CfrError::Recall { seat, view: view.to_string() });
            }
            if !legal.each().eq(self.infos[seat][info].actions.iter().copied()) {
                return Err(CfrError::Legal { seat, view: view.to_string() });
            }
            return Ok(info);
        }
        let info = plays.len();
        let actions: Vec<G::Action> = legal.each().collect();
        plays.parent.push(parent);
        plays.first.push(plays.first[info] + actions.len() as u32);
        self.known[seat].insert(view.clone(), info as u32);
        self.infos[seat].push(InfoSet { view, actions });
        Ok(info)
    }
}

impl<G: Game> Tree<G> {
    /// How many histories were walked: decisions, chance events and ends.
    pub fn histories(&self) -> usize {
        self.histories
    }

    /// How many information sets both seats have.
    pub fn information_sets(&self) -> usize {
        self.infos.iter().map(Vec::len).sum()
    }

    /// The information sets of a seat, 0 or 1, in the order in which a solver numbers them.
    pub fn infos(&self, seat: usize) -> &[InfoSet<G>] {
        &self.infos[seat]
    }
}
