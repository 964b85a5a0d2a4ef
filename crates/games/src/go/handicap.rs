//! Where fixed handicap stones stand, as in section 4.1.1 of the GTP specification, version 2.

use super::point::{Size, Vertex};

/// The most fixed handicap stones on a board: 0 below 7×7 and off square boards, 4 on 7×7 and even sides, else 9.
pub fn most_fixed(size: Size) -> usize {
    let side = size.width();
    match side {
        _ if side != size.height() || side < 7 => 0,
        7 | 8 | 10 | 12 | 14 | 16 | 18 | 20 | 22 | 24 => 4,
        _ => 9,
    }
}

/// The vertices of `stones` fixed handicap stones, sorted; `None` where the specification has no such placement.
///
/// The stones stand on the third line below 13×13, else on the fourth.
///
/// ```
/// use croupier_games::go::{Size, fixed_handicap};
/// let two: Vec<String> = fixed_handicap(Size::square(19).unwrap(), 2).unwrap().iter().map(|v| v.to_string()).collect();
/// assert_eq!(two, ["D4", "Q16"]);
/// assert!(fixed_handicap(Size::square(8).unwrap(), 5).is_none());
/// ```
pub fn fixed_handicap(size: Size, stones: usize) -> Option<Vec<Vertex>> {
    if !(2..=most_fixed(size)).contains(&stones) {
        return None;
    }
    let side = size.width();
    let low = if side < 13 { 2 } else { 3 };
    let (mid, high) = (side / 2, side - 1 - low);
    // Corners, then the sides, then the centre where the number is odd.
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, mid), (high, mid), (mid, low), (mid, high)];
    let even = if stones > 4 { stones & !1 } else { stones };
    let mut places: Vec<(usize, usize)> = corners.into_iter().chain(sides).take(even).collect();
    if stones > 4 && stones % 2 == 1 {
        places.push((mid, mid));
    }
    let mut vertices: Vec<Vertex> = places.into_iter().filter_map(|(c, r)| Vertex::new(c, r)).collect();
    vertices.sort();
    Some(vertices)
}
