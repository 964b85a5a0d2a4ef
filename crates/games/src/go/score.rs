//! Area scoring (Tromp–Taylor): stones, plus empty points that reach only one colour.

use super::board::{Board, Content};
use super::point::{CELLS, Colour, MAX_POINTS, Point};

/// Who owns each point of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Points of Black and of White.
    pub points: [u32; 2],
    /// The owner by [`Size::index`](super::Size::index); `None` where an empty point reaches both colours or none.
    pub owner: Vec<Option<Colour>>,
}

impl Area {
    /// Counts a board as it stands: every stone on it is alive.
    pub fn of(board: &Board) -> Area {
        let mut reach = [0u8; CELLS];
        let points = flood(board, &mut reach);
        let owner = board.size().vertices().filter_map(|v| board.point(v)).map(|p| match reach[p.index()] {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        });
        Area { points, owner: owner.collect() }
    }

    /// Black's points minus White's, komi left out.
    pub fn margin(&self) -> i32 {
        self.points[0] as i32 - self.points[1] as i32
    }
}

/// Black's area minus White's, komi left out; no heap.
///
/// ```
/// use croupier_games::go::{Board, Colour, Size, area_margin};
/// let mut board = Board::new(Size::square(3).unwrap());
/// assert_eq!(area_margin(&board), 0); // an empty board reaches nobody
/// let centre = board.point("B2".parse().unwrap()).unwrap();
/// board.play(centre, Colour::White);
/// assert_eq!(area_margin(&board), -9);
/// ```
pub fn area_margin(board: &Board) -> i32 {
    let [black, white] = flood(board, &mut [0; CELLS]);
    black as i32 - white as i32
}

/// Marks each point with the colours it reaches (1 Black, 2 White, 3 both, 4 neither) and counts those of one colour.
fn flood(board: &Board, reach: &mut [u8; CELLS]) -> [u32; 2] {
    let mut points = [0u32; 2];
    let mut region = [Point(0); MAX_POINTS];
    for v in board.size().vertices() {
        let Some(start) = board.point(v) else { continue };
        if let Some(colour) = board.stone(start) {
            reach[start.index()] = colour as u8;
            points[colour.index()] += 1;
        } else if reach[start.index()] == 0 {
            let (mut size, mut done, mut seen) = (1, 0, 0);
            region[0] = start;
            reach[start.index()] = 4;
            while done < size {
                for n in board.neighbours(region[done]) {
                    match board.content(n) {
                        Content::Stone(colour) => seen |= colour as u8,
                        Content::Empty if reach[n.index()] == 0 => {
                            reach[n.index()] = 4;
                            region[size] = n;
                            size += 1;
                        }
                        _ => {}
                    }
                }
                done += 1;
            }
            if seen == 0 {
                continue;
            }
            region[..size].iter().for_each(|p| reach[p.index()] = seen);
            if seen < 3 {
                points[seen as usize - 1] += size as u32;
            }
        }
    }
    points
}
