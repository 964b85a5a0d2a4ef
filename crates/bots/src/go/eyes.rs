//! Small eyes and the points that decide whether they make two.

use croupier_games::go::{Board, Colour, Point};

/// Points of the largest region with a vital point.
const MOST: usize = 6;

/// The five by five cells around a point as bits: six places of two bits a row, the last one never used.
pub struct Square {
    /// Empty cells.
    empty: u64,
    /// The stones of one colour.
    stones: u64,
}

impl Square {
    /// The lower bit of every place.
    const CELLS: u64 = 0x0555_5555_5555_5555;

    /// The cells from which a region may go on out of sight.
    const RIM: u64 = 0x0155_1011_0110_1155;

    /// The four cells beside the middle, in the order of [`Board::neighbours`].
    pub const BESIDE: [u64; 4] = [1 << 16, 1 << 26, 1 << 30, 1 << 40];

    /// The cells around a point, and the stones of a colour among them.
    #[inline(always)]
    pub fn around(board: &Board, p: Point, colour: Colour) -> Self {
        // The cell between the rows is made an edge, so that nothing spreads over it.
        let [a, b, c, d, e] = board.rows(p).map(|row| row & 0x3ff | 0xc00);
        let cells = a | b << 12 | c << 24 | d << 36 | e << 48;
        let (low, high) = (cells & Self::CELLS, cells >> 1 & Self::CELLS);
        let stones = if colour == Colour::Black { low & !high } else { high & !low };
        Self { empty: !(low | high) & Self::CELLS, stones }
    }

    /// Whether the cell is empty and its region may be a small eye of the other colour: as far as two steps show, it
    /// has three to [`MOST`] points, or may have, and touches none of the stones.
    #[inline(always)]
    pub fn may_be_eye(&self, start: u64) -> bool {
        let spread = |f: u64| f | f << 2 | f >> 2 | f << 12 | f >> 12;
        let near = spread(start & self.empty) & self.empty;
        let region = spread(near) & self.empty;
        let size = region.count_ones() as usize;
        (size >= 3 || region & Self::RIM != 0) && size <= MOST && spread(region) & self.stones == 0
    }
}

/// The vital point of the empty region around `start` when it has three to six points, one colour around it, and a
/// shape that one move makes into no two eyes.
pub fn vital_point(board: &Board, start: Point) -> Option<Point> {
    // What is not yet found is filled with the start, so that all eight are looked at in one go.
    let mut region = [start; 8];
    let (mut size, mut done) = (1, 0);
    let (mut black, mut white) = (false, false);
    while done < size {
        let p = region[done];
        // Of the four neighbours, what is neither edge or White nor empty is black.
        let empty = board.empty_neighbours(p);
        black |= board.walls(p, Colour::White) + empty < 4;
        white |= board.walls(p, Colour::Black) + empty < 4;
        if black && white {
            return None;
        }
        for n in board.neighbours(p) {
            if board.is_empty(n) && !region.iter().fold(false, |known, &q| known | (q == n)) {
                if size == MOST {
                    return None;
                }
                region[size] = n;
                size += 1;
            }
        }
        done += 1;
    }
    if size < 3 {
        return None;
    }
    let region = &region[..size];
    let links = |p: Point| board.neighbours(p).iter().filter(|n| region.contains(n)).count();
    let centre = region.iter().copied().max_by_key(|&p| links(p))?;
    let squares = region.iter().map(|&p| links(p)).sum::<usize>();
    let vital = match size {
        3 => true,                                                        // Line or bend: the middle.
        4 => links(centre) == 3, // T; line and bend of four live, the square is dead.
        5 => links(centre) == 4 || (links(centre) == 3 && squares == 10), // Cross; bulky five.
        6 => links(centre) == 4 && squares == 14, // Rabbity six.
        _ => false,
    };
    vital.then_some(centre)
}
