//! Which seatings make a block.

use croupier_core::{Luck, Rng};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// At most this many seatings are all played; beyond, balanced ones are drawn.
const ALL: usize = 24;

/// Which seatings make a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seatings {
    /// Every distinct one where there are at most 24; else drawn, each position at each seat equally often.
    All,
    /// The rotations of the order given.
    Rotations,
    /// This many, drawn for each block.
    Drawn(u32),
}

impl FromStr for Seatings {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "rotations" => Ok(Self::Rotations),
            _ => match text.parse() {
                Ok(n @ 1..=1000) => Ok(Self::Drawn(n)),
                _ => Err(format!(
                    "`{text}` is not allowed; it takes all, rotations, or a whole number from 1 to 1000"
                )),
            },
        }
    }
}

/// How many seatings a block of a table with these classes has.
pub fn count(classes: &[usize], mode: Seatings) -> usize {
    let n = classes.len();
    match mode {
        Seatings::Drawn(k) => k as usize,
        Seatings::Rotations => rotations(classes).len(),
        Seatings::All => distinct_count(classes).filter(|d| *d <= ALL).unwrap_or((ALL / n).max(1) * n),
    }
}

/// The seatings of a block: each says which position sits at each seat.
///
/// Positions of one class are interchangeable, so a seating that only swaps them is not played again; which of them
/// sits where rotates with the block, so that over blocks each has each of their seats equally often.
///
/// ```
/// use croupier_arena::{Seatings, seatings};
/// use croupier_core::Luck;
/// // One hard bot against three alike: four seatings, not twenty-four.
/// assert_eq!(seatings(&[0, 1, 1, 1], Seatings::All, Luck(9), 0).len(), 4);
/// ```
pub fn seatings(classes: &[usize], mode: Seatings, luck: Luck, block: u64) -> Vec<Vec<usize>> {
    let mut rng = Rng::keyed("croupier seatings", &[luck.0]);
    let n = classes.len();
    let by_class = match mode {
        Seatings::Rotations => rotations(classes),
        Seatings::All if distinct_count(classes).is_some_and(|d| d <= ALL) => distinct(classes),
        _ => drawn(n, count(classes, mode), &mut rng)
            .iter()
            .map(|s| s.iter().map(|p| classes[*p]).collect())
            .collect(),
    };
    by_class.iter().map(|seats| positions(seats, classes, block as usize)).collect()
}

/// Turns a seating of classes into one of positions; members of a class take its seats in an order that rotates.
fn positions(seats: &[usize], classes: &[usize], turn: usize) -> Vec<usize> {
    let mut used = vec![0; classes.len()];
    seats
        .iter()
        .map(|class| {
            let members: Vec<usize> = (0..classes.len()).filter(|p| classes[*p] == *class).collect();
            let k = used[members[0]];
            used[members[0]] += 1;
            members[(k + turn) % members.len()]
        })
        .collect()
}

/// The number of distinct orders of the classes; `None` when it is very large.
fn distinct_count(classes: &[usize]) -> Option<usize> {
    let mut total: usize = 1;
    let mut seen: Vec<usize> = Vec::new();
    for (i, class) in classes.iter().enumerate() {
        seen.push(*class);
        let same = seen.iter().filter(|c| *c == class).count();
        total = total.checked_mul(i + 1)? / same;
    }
    Some(total)
}

fn distinct(classes: &[usize]) -> Vec<Vec<usize>> {
    fn grow(left: &mut Vec<usize>, seats: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        if left.is_empty() {
            return out.push(seats.clone());
        }
        for i in 0..left.len() {
            if left[..i].contains(&left[i]) {
                continue;
            }
            let class = left.remove(i);
            seats.push(class);
            grow(left, seats, out);
            seats.pop();
            left.insert(i, class);
        }
    }
    let mut out = Vec::new();
    grow(&mut classes.to_vec(), &mut Vec::new(), &mut out);
    out
}

fn rotations(classes: &[usize]) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = Vec::new();
    for k in 0..classes.len() {
        let mut seats = classes.to_vec();
        seats.rotate_right(k);
        if !out.contains(&seats) {
            out.push(seats);
        }
    }
    out
}

/// Rotations of random orders: with a multiple of `n`, each position has each seat equally often.
fn drawn(n: usize, count: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = Vec::new();
    while out.len() < count {
        let mut order: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut order);
        for _ in 0..n.min(count - out.len()) {
            order.rotate_right(1);
            out.push(order.clone());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_to_24_distinct_seatings_are_all_played() {
        for (classes, expected) in [
            (vec![0, 1], 2),
            (vec![0, 0], 1),
            (vec![0, 1, 2, 3], 24),
            (vec![0, 1, 1, 1], 4),
            (vec![5, 1, 1, 1, 1], 5),
        ] {
            let mut all = seatings(&classes, Seatings::All, Luck(1), 3);
            assert_eq!(all.len(), expected, "{classes:?}");
            assert_eq!(all.len(), count(&classes, Seatings::All));
            all.sort();
            all.dedup();
            assert_eq!(all.len(), expected, "{classes:?}: no seating twice");
        }
    }

    #[test]
    fn drawn_seatings_give_each_position_each_seat_equally_often() {
        for n in 5..=10 {
            let classes: Vec<usize> = (0..n).collect();
            let all = seatings(&classes, Seatings::All, Luck(7), 0);
            assert!(all.len() <= 24 && all.len().is_multiple_of(n), "{n}: {}", all.len());
            for position in 0..n {
                for seat in 0..n {
                    let times = all.iter().filter(|s| s[seat] == position).count();
                    assert_eq!(times, all.len() / n, "n {n} position {position} seat {seat}");
                }
            }
        }
    }

    #[test]
    fn members_of_a_class_share_its_seats_over_blocks() {
        let classes = [0, 1, 1, 1];
        let mut times = [[0; 4]; 4];
        for block in 0..3 {
            for seats in seatings(&classes, Seatings::All, Luck(block), block) {
                let mut sorted = seats.clone();
                sorted.sort();
                assert_eq!(sorted, [0, 1, 2, 3]);
                for (seat, position) in seats.iter().enumerate() {
                    times[*position][seat] += 1;
                }
            }
        }
        assert_eq!(times, [[3; 4]; 4]);
    }

    #[test]
    fn text_names_what_is_allowed() {
        assert_eq!("12".parse(), Ok(Seatings::Drawn(12)));
        for bad in ["0", "-1", "some", "1001"] {
            assert!(bad.parse::<Seatings>().unwrap_err().contains("all, rotations, or a whole number"));
        }
    }
}
