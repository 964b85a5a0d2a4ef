//! Unconditional life (Benson, "Life in the Game of Go", 1976): chains that cannot be taken even if their owner
//! passes for ever.

use super::board::Board;
use super::point::{CELLS, Colour, Point};

/// A region: connected points that are not of the colour.
struct Region {
    points: Vec<Point>,
    /// Chains of the colour beside it.
    chains: Vec<Point>,
}

/// The owner of each point by [`Size::index`](super::Size::index): unconditionally alive stones, and the regions that
/// they enclose where the opponent cannot live unconditionally; `None` elsewhere.
///
/// A region enclosed is one that is vital to a living chain, as in Benson's theorem: all its empty points touch that
/// chain. Enemy stones in it cannot save themselves.
///
/// ```
/// use croupier_games::go::{Board, Colour, Size, unconditional};
/// let mut board = Board::new(Size::new(4, 1).unwrap());
/// board.play(board.point("B1".parse().unwrap()).unwrap(), Colour::Black);
/// // A1 is an eye; of C1 and D1 only one point touches the stone, so that region is none yet.
/// assert!(unconditional(&board).iter().all(|o| o.is_none()));
/// board.play(board.point("C1".parse().unwrap()).unwrap(), Colour::Black);
/// assert!(unconditional(&board).iter().all(|o| *o == Some(Colour::Black))); // eyes at A1 and D1
/// ```
pub fn unconditional(board: &Board) -> Vec<Option<Colour>> {
    let size = board.size();
    let mut owner = vec![None; size.points()];
    for colour in Colour::BOTH {
        let (chains, regions) = alive(board, colour);
        let mut own = |p: Point| owner[size.index(size.vertex(p))] = Some(colour);
        chains.iter().flat_map(|&c| board.chain_stones(c)).for_each(&mut own);
        regions.iter().flat_map(|r| &r.points).copied().for_each(own);
    }
    owner
}

/// Whether every empty point of a region touches the chain.
fn is_vital(board: &Board, region: &Region, chain: Point) -> bool {
    let touches =
        |p: Point| board.neighbours(p).iter().any(|&n| board.stone(n).is_some() && board.chain(n) == chain);
    region.points.iter().filter(|&&p| board.is_empty(p)).all(|&p| touches(p))
}

/// The unconditionally living chains of a colour, and the regions vital to one of them and bounded by them alone.
fn alive(board: &Board, colour: Colour) -> (Vec<Point>, Vec<Region>) {
    let mut regions = regions(board, colour);
    let mut chains: Vec<Point> = Vec::new();
    for v in board.size().vertices() {
        let Some(p) = board.point(v) else { continue };
        if board.stone(p) == Some(colour) && !chains.contains(&board.chain(p)) {
            chains.push(board.chain(p));
        }
    }
    loop {
        let count = |chain: Point| {
            regions.iter().filter(|r| r.chains.contains(&chain) && is_vital(board, r, chain)).count()
        };
        let living: Vec<Point> = chains.iter().copied().filter(|&c| count(c) >= 2).collect();
        let done = living.len() == chains.len();
        chains = living;
        if done {
            break;
        }
        regions.retain(|r| r.chains.iter().all(|c| chains.contains(c)));
    }
    regions.retain(|r| {
        let enclosed = !r.chains.is_empty() && r.chains.iter().all(|c| chains.contains(c));
        enclosed && r.chains.iter().any(|&c| is_vital(board, r, c))
    });
    (chains, regions)
}

fn regions(board: &Board, colour: Colour) -> Vec<Region> {
    let mut seen = [false; CELLS];
    let mut all = Vec::new();
    for v in board.size().vertices() {
        let Some(start) = board.point(v) else { continue };
        if board.stone(start) == Some(colour) || std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut region = Region { points: vec![start], chains: Vec::new() };
        let mut done = 0;
        while done < region.points.len() {
            for n in board.neighbours(region.points[done]) {
                if board.stone(n) == Some(colour) {
                    let chain = board.chain(n);
                    if !region.chains.contains(&chain) {
                        region.chains.push(chain);
                    }
                } else if board.code(n) != 3 && !std::mem::replace(&mut seen[n.index()], true) {
                    region.points.push(n);
                }
            }
            done += 1;
        }
        all.push(region);
    }
    all
}
