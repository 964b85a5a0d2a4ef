//! What can be wrong with numbers handed to this crate.

use thiserror::Error;

/// Why a statistic could not be computed, or a setting not be read.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StatsError {
    /// There was nothing to average.
    #[error("{what}: there are no blocks; at least one is needed")]
    Empty {
        /// The quantity that was asked for.
        what: &'static str,
    },
    /// A value was NaN or infinite.
    #[error("{what}: value {index} is {value}; every value must be a finite number")]
    NotFinite {
        /// The quantity that was asked for.
        what: &'static str,
        /// Position of the value, from 0.
        index: usize,
        /// The value itself.
        value: f64,
    },
    /// Two lists that belong together differ in length.
    #[error("{what}: {left} values on one side and {right} on the other; pairs need the same number")]
    Unpaired {
        /// The quantity that was asked for.
        what: &'static str,
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
    /// A number lies outside what is allowed.
    #[error("{field} is {value}; it must be {allowed}")]
    OutOfRange {
        /// The name of the number.
        field: &'static str,
        /// What was given.
        value: f64,
        /// What is allowed, in words.
        allowed: &'static str,
    },
    /// A setting's name or one of its words is unknown.
    #[error("unknown {what} `{given}`; did you mean `{nearest}`? ({known})")]
    Unknown {
        /// What kind of word it is.
        what: &'static str,
        /// The word given.
        given: String,
        /// The closest known word.
        nearest: &'static str,
        /// All known words.
        known: &'static str,
    },
    /// A setting is not of the form `key=value`, is not a number, is missing or repeated.
    #[error("{field}: {problem}")]
    Setting {
        /// The name of the setting.
        field: String,
        /// What is wrong with it and what is expected.
        problem: String,
    },
    /// A ranking names an entrant that does not exist, or names one twice.
    #[error("ranking {ranking}: entrant {entrant} {problem}")]
    BadRanking {
        /// Position of the ranking, from 0.
        ranking: usize,
        /// The entrant's index.
        entrant: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// The results do not tie all entrants together, so some ratings would be infinite or arbitrary.
    #[error("ratings are not determined: entrants {group:?} {relation}")]
    Disconnected {
        /// Indices of the entrants cut off from the rest.
        group: Vec<usize>,
        /// How the group stands to the others.
        relation: Relation,
    },
    /// The likelihood has no finite maximum although every entrant is connected.
    #[error(
        "ratings are not determined: the likelihood rises without end; entrant {entrant} runs off furthest \
         (the results are only wins and draws, or only draws: more results or a prior settle it)"
    )]
    Unbounded {
        /// Index of the entrant whose strength runs off furthest.
        entrant: usize,
    },
}

/// How a group of entrants that spoils a rating stands to all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Relation {
    /// Nobody in the group ever lost to, or drew with, anybody outside.
    #[error("never lost to or drew with any other")]
    NeverLost,
    /// Nobody in the group ever beat, or drew with, anybody outside.
    #[error("never beat or drew with any other")]
    NeverWon,
    /// The group and the rest never met.
    #[error("never met any other")]
    NeverMet,
}

/// Checks that every value is finite.
pub(crate) fn all_finite(what: &'static str, values: &[f64]) -> Result<(), StatsError> {
    match values.iter().position(|v| !v.is_finite()) {
        None => Ok(()),
        Some(index) => Err(StatsError::NotFinite { what, index, value: values[index] }),
    }
}

/// Checks that a confidence level lies strictly between 0 and 1.
pub(crate) fn check_level(level: f64) -> Result<(), StatsError> {
    if level > 0.0 && level < 1.0 {
        return Ok(());
    }
    Err(StatsError::OutOfRange { field: "level", value: level, allowed: "between 0 and 1, both excluded" })
}

/// The known word closest to `given` by edit distance; the first of equals.
pub(crate) fn nearest(given: &str, known: &[&'static str]) -> &'static str {
    known.iter().copied().min_by_key(|k| edit_distance(given, k)).unwrap_or("")
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let cost = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
