//! Whether the results tie all entrants together, so that every rating is finite.

use super::Ranking;
use crate::{Relation, StatsError};

/// Checks that from every entrant a chain of wins and draws leads to every other; else names a group that spoils it.
pub(crate) fn check(entrants: usize, rankings: &[Ranking]) -> Result<(), StatsError> {
    let beats = edges(entrants, rankings);
    let reach: Vec<Vec<bool>> = (0..entrants).map(|i| reachable(&beats, i)).collect();
    let component = |i: usize| -> Vec<usize> {
        (0..entrants).filter(|&j| (reach[i][j] && reach[j][i]) || i == j).collect()
    };
    let mut worst: Option<(Vec<usize>, Relation)> = None;
    for (i, row) in reach.iter().enumerate() {
        let group = component(i);
        if group[0] != i || group.len() == entrants {
            continue;
        }
        let outside = |j: &usize| !group.contains(j);
        let won = (0..entrants).filter(outside).any(|j| row[j]);
        let lost = (0..entrants).filter(outside).any(|j| reach[j][i]);
        let relation = match (won, lost) {
            (false, false) => Relation::NeverMet,
            (true, false) => Relation::NeverLost,
            (false, true) => Relation::NeverWon,
            // In the middle of a chain: the ends of the chain explain more.
            (true, true) => continue,
        };
        if worst.as_ref().is_none_or(|(w, _)| group.len() < w.len()) {
            worst = Some((group, relation));
        }
    }
    match worst {
        None => Ok(()),
        Some((group, relation)) => Err(StatsError::Disconnected { group, relation }),
    }
}

/// `beats[i][j]`: i finished just above j somewhere, or level with it. What follows by chains is left to the search.
fn edges(entrants: usize, rankings: &[Ranking]) -> Vec<Vec<bool>> {
    let mut beats = vec![vec![false; entrants]; entrants];
    for r in rankings {
        for group in r.groups() {
            for pair in group.windows(2) {
                beats[pair[0]][pair[1]] = true;
                beats[pair[1]][pair[0]] = true;
            }
        }
        for pair in r.groups().windows(2) {
            beats[pair[0][0]][pair[1][0]] = true;
        }
    }
    beats
}

fn reachable(beats: &[Vec<bool>], from: usize) -> Vec<bool> {
    let mut seen = vec![false; beats.len()];
    let mut open = vec![from];
    while let Some(i) = open.pop() {
        for (j, &edge) in beats[i].iter().enumerate() {
            if edge && !seen[j] {
                seen[j] = true;
                open.push(j);
            }
        }
    }
    seen
}
