//! Singles: a responder is safe when it holds none of the winning cards.

use super::scene::{FACT, Scene, choose, falling};

/// The share of placements in which no responder holds one of the `winning` unknown natural cards, nor (`joker`) a joker.
///
/// Places are told apart here, so that each card goes to a place of its own: jokers first, then cards above the bound,
/// then the others. The winning ones must go where no responder is.
pub(super) fn safe(scene: &Scene, winning: u64, joker: bool) -> f64 {
    let free = scene.open() - scene.pool;
    let win = scene.natural & winning;
    let win_high = (win & scene.high).count_ones();
    let win_low = win.count_ones() - win_high;
    let lose_high = (scene.high & !win).count_ones();
    let lose_low = scene.natural.count_ones() - win_high - win_low - lose_high;
    let mut ways = 0.0;
    let with_responders = if joker { 0 } else { scene.jokers.min(free) };
    for held in 0..=with_responders {
        let aside = scene.jokers - held;
        if aside > scene.pool {
            continue;
        }
        let jokers = choose(scene.jokers, held) * falling(free, held) * falling(scene.pool, aside);
        let outside = scene.pool + scene.closed - aside;
        if win_high > outside {
            continue;
        }
        let highs = falling(outside, win_high);
        let outside = outside - win_high;
        for barred in 0..=win_low.min(scene.barred) {
            let here = win_low - barred;
            let lows = choose(win_low, barred) * falling(scene.barred, barred) * falling(outside, here);
            if lows == 0.0 {
                continue;
            }
            ways += jokers * highs * lows * falling(outside - here + free - held, lose_high);
        }
    }
    ways * FACT[lose_low as usize] / placements(scene)
}

/// All placements, places told apart.
fn placements(scene: &Scene) -> f64 {
    let open = scene.open();
    let high = scene.high.count_ones();
    falling(open, scene.jokers)
        * falling(open + scene.closed - scene.jokers, high)
        * FACT[scene.low() as usize]
}
