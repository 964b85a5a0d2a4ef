//! Whether anybody could answer at all: proven by looking for one hand that can, never by counting.

use super::need::{GroupNeed, Need, RunNeed, lane};
use super::scene::{Hand, Scene};
use croupier_games::daifugo::{Rank, Suit};

/// Unknown cards that a hand would have to hold.
#[derive(Clone, Copy, Default)]
struct Wish {
    jokers: u32,
    high: u32,
    low: u32,
}

/// Whether some placement of the unknown cards lets a responder answer.
pub(super) fn possible(scene: &Scene, need: &Need) -> bool {
    scene.hands.iter().any(|hand| match need {
        Need::Nothing => false,
        Need::Single { natural, joker } => single(scene, hand, *natural, *joker),
        Need::Group { base, above } => group(scene, hand, *base, *above),
        Need::Run(need) => {
            Suit::ALL.iter().filter(|s| need.suits >> s.0 & 1 == 1).any(|suit| run(scene, hand, *need, *suit))
        }
    })
}

impl Wish {
    /// Whether the cards can lie in the hand, the constraints leaving the others a place.
    ///
    /// A bounded hand's low cards take no place that another card needs. An open hand's naturals take places from jokers,
    /// and its low ones also from cards above the bound.
    fn granted(self, scene: &Scene, hand: &Hand) -> bool {
        let Wish { jokers, high, low } = self;
        let high = if scene.high == 0 { 0 } else { high };
        if jokers + high + low > hand.slots || jokers > scene.jokers {
            return false;
        }
        if hand.bounded {
            return jokers + high == 0;
        }
        let open = scene.open();
        let spare = open + scene.closed - scene.jokers - scene.high.count_ones();
        high + low <= open - scene.jokers && low <= spare
    }
}

fn single(scene: &Scene, hand: &Hand, natural: u64, joker: bool) -> bool {
    let known = hand.known;
    if known.natural() & natural != 0 || joker && known.jokers() > 0 {
        return true;
    }
    let win = scene.natural & natural;
    let one = |high: bool| Wish { jokers: 0, high: u32::from(high), low: u32::from(!high) };
    joker && Wish { jokers: 1, ..Wish::default() }.granted(scene, hand)
        || win & scene.high != 0 && one(true).granted(scene, hand)
        || win & !scene.high != 0 && one(false).granted(scene, hand)
}

fn group(scene: &Scene, hand: &Hand, need: GroupNeed, above: Rank) -> bool {
    let known = hand.known.jokers();
    (0..=scene.jokers).any(|jokers| {
        let pair = need.joker_pair && known + jokers == 2;
        pair && Wish { jokers, ..Wish::default() }.granted(scene, hand)
            || need
                .ranks()
                .take_while(|r| *r != above.0)
                .any(|rank| group_of(scene, hand, need, rank, jokers))
    })
}

fn group_of(scene: &Scene, hand: &Hand, need: GroupNeed, rank: u8, jokers: u32) -> bool {
    let high = scene.high >> (4 * rank) & 15 != 0;
    let split = |suits: u8| ((suits & need.suits).count_ones(), (suits & !need.suits).count_ones());
    let (known_in, known_out) = split(hand.known.of_rank(Rank(rank)).0);
    let (inside, outside) = split((scene.natural >> (4 * rank) & 15) as u8);
    let most = need.counting(known_in + inside, known_out + outside);
    let naturals = need.naturals(hand.known.jokers() + jokers);
    let more = naturals.saturating_sub(need.counting(known_in, known_out));
    let wish = Wish { jokers, high: if high { more } else { 0 }, low: if high { 0 } else { more } };
    most >= naturals && wish.granted(scene, hand)
}

fn run(scene: &Scene, hand: &Hand, need: RunNeed, suit: Suit) -> bool {
    let known = hand.known.lane(suit);
    let (unknown, high) = (lane(scene.natural, suit), lane(scene.high, suit));
    let starts = (0..13u8).filter(|low| need.starts >> low & 1 == 1);
    starts.into_iter().any(|start| {
        let stretch = (((1u32 << need.n) - 1) << start) as u16;
        let missing = (stretch & !known & !unknown).count_ones();
        let highs = (stretch & unknown & high).count_ones();
        let lows = (stretch & unknown & !high).count_ones();
        (0..=scene.jokers).any(|jokers| {
            let Some(spare) = (hand.known.jokers() + jokers).checked_sub(missing) else { return false };
            // Jokers left over stand for any of the cards.
            (0..=spare.min(lows)).any(|for_low| {
                let high = highs.saturating_sub(spare - for_low);
                Wish { jokers, high, low: lows - for_low }.granted(scene, hand)
            })
        })
    })
}
