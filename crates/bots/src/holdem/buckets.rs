//! Classes of hands by street: the 169 starting hands, then shares of the pot against the field, cut into parts that
//! are met equally often.

use super::betting::Abstraction;
use croupier_core::Rng;
use croupier_games::holdem::strength::Field;
use croupier_games::holdem::{Card, Error, HOLES, Hole, StartingHand};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The cell of the 13×13 grid of each hand, row by row: 0 (AA) to 168 (22).
pub static CELLS: LazyLock<[u8; HOLES]> = LazyLock::new(|| {
    let mut cells = [0; HOLES];
    for hole in Hole::all() {
        let (row, column) = StartingHand::of(hole).cell();
        cells[hole.index()] = (13 * row + column) as u8;
    }
    cells
});

/// Where flop, turn and river shares are cut: a hand's class is the number of cuts at or below its share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Buckets {
    cuts: [Vec<u8>; 3],
}

impl Buckets {
    /// Cuts that give each class of a street the same number of hands, over `boards` random boards a street.
    pub fn measure(abstraction: &Abstraction, boards: usize, rng: &mut Rng) -> Self {
        let cuts = std::array::from_fn(|i| {
            let mut counts = [0u64; 256];
            for _ in 0..boards {
                let board = random_board(i + 3, rng);
                let Ok(field) = Field::on(&board) else { continue };
                let free = |h: &Hole| h.cards().iter().all(|c| !board.contains(c));
                Hole::all().filter(free).for_each(|h| counts[usize::from(field.of(h))] += 1);
            }
            cut(&counts, abstraction.classes(i + 1))
        });
        Self { cuts }
    }

    /// Whether these cuts fit an abstraction.
    pub fn fit(&self, abstraction: &Abstraction) -> bool {
        let one = |(i, cuts): (usize, &Vec<u8>)| {
            cuts.len() + 1 == abstraction.classes(i + 1) && cuts.windows(2).all(|pair| pair[0] <= pair[1])
        };
        self.cuts.iter().enumerate().all(one)
    }

    /// The class of a share on a street, 1 (flop) to 3 (river).
    #[inline]
    pub fn class(&self, street: usize, share: u8) -> u16 {
        self.cuts[street - 1].partition_point(|&cut| cut <= share) as u16
    }

    /// The class of each hand on a board of 0, 3, 4 or 5 cards; meaningless for hands that share a card with it.
    ///
    /// # Errors
    /// Another number of cards, or a card given twice.
    pub fn classes(&self, board: &[Card]) -> Result<Vec<u16>, Error> {
        if board.is_empty() {
            return Ok(CELLS.iter().map(|&cell| u16::from(cell)).collect());
        }
        let field = Field::on(board)?;
        let mut of_share = [0; 256];
        for (share, class) in of_share.iter_mut().enumerate() {
            *class = self.class(board.len() - 2, share as u8);
        }
        Ok(field.shares().iter().map(|&share| of_share[usize::from(share)]).collect())
    }
}

/// Different cards at random.
pub(super) fn random_board(cards: usize, rng: &mut Rng) -> Vec<Card> {
    let mut board: Vec<Card> = Vec::with_capacity(cards);
    while board.len() < cards {
        let card = Card::new(rng.below(52) as u8).expect("52 cards");
        if !board.contains(&card) {
            board.push(card);
        }
    }
    board
}

/// Shares at which a new part begins, so that `parts` parts hold about the same count.
fn cut(counts: &[u64; 256], parts: usize) -> Vec<u8> {
    let total: u64 = counts.iter().sum();
    let mut cuts = Vec::new();
    let mut below = 0;
    for (share, n) in counts.iter().enumerate() {
        while cuts.len() + 1 < parts && (below + n / 2) * parts as u64 >= total * (cuts.len() as u64 + 1) {
            cuts.push(share as u8);
        }
        below += n;
    }
    cuts.resize(parts - 1, 255);
    cuts
}

#[cfg(test)]
mod tests {
    use super::super::blueprint::Blueprint;
    use super::*;

    /// The shipped cuts, on boards they were not measured on.
    #[test]
    fn parts_are_met_about_equally_often() {
        let blueprint = Blueprint::shipped();
        let mut rng = Rng::keyed("other boards", &[]);
        let mut counts = [0u32; 10];
        for _ in 0..200 {
            let board = random_board(5, &mut rng);
            let classes = blueprint.buckets.classes(&board).unwrap();
            let free = |h: &Hole| h.cards().iter().all(|c| !board.contains(c));
            Hole::all().filter(free).for_each(|h| counts[usize::from(classes[h.index()])] += 1);
        }
        let total: u32 = counts.iter().sum();
        assert!(
            counts.iter().all(|&n| (0.07..0.13).contains(&(f64::from(n) / f64::from(total)))),
            "{counts:?}"
        );
    }

    #[test]
    fn better_hands_are_never_in_lower_classes() {
        let buckets = &Blueprint::shipped().buckets;
        for street in 1..=3 {
            assert!((0..255).all(|s| buckets.class(street, s) <= buckets.class(street, s + 1)));
            assert_eq!((buckets.class(street, 0), buckets.class(street, 255)), (0, 9));
        }
    }

    #[test]
    fn measured_cuts_fit_their_abstraction_and_no_other() {
        let abstraction = Abstraction { buckets: [3, 4, 5], ..Abstraction::default() };
        let buckets = Buckets::measure(&abstraction, 3, &mut Rng::keyed("cuts", &[]));
        assert!(buckets.fit(&abstraction) && !buckets.fit(&Abstraction::default()));
    }

    /// Three equal lumps and three parts: each lump is a part.
    #[test]
    fn cuts_fall_where_the_hands_are() {
        let mut counts = [0; 256];
        (counts[10], counts[100], counts[200]) = (100, 100, 100);
        let cuts = cut(&counts, 3);
        assert_eq!([10, 100, 200].map(|share| cuts.iter().filter(|&&c| c <= share).count()), [0, 1, 2]);
    }
}
