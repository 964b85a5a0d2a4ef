//! Tribute: who gives to whom, what may be given and returned.

use super::action::Action;
use super::cards::{Card, CardSet};
use croupier_core::Seat;

/// Two seats that exchange cards before a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Gives its strongest cards.
    pub giver: Seat,
    /// Takes them, and returns as many of its choice before it sees them.
    pub taker: Seat,
    /// How many cards each way.
    pub cards: u32,
}

/// The pairs of a table whose last deal had these places, best first: daihinmin and daifugo exchange two cards,
/// hinmin and fugo one.
pub fn pairs(places: &[Seat]) -> Option<[Pair; 2]> {
    let n = places.len();
    (n >= 4).then(|| {
        [
            Pair { giver: places[n - 1], taker: places[0], cards: 2 },
            Pair { giver: places[n - 2], taker: places[1], cards: 1 },
        ]
    })
}

/// The bits of the rank of a card: a tie in tribute.
fn peers(card: Card) -> u64 {
    if card == Card::JOKER { 3 << 52 } else { 15 << (4 * card.rank().0) }
}

/// The cards that must go, and those among which ties leave `choose` to be chosen.
fn due(hand: CardSet, cards: u32) -> (CardSet, CardSet, u32) {
    let (mut sure, mut rest) = (CardSet::EMPTY, hand);
    let mut choose = cards.min(hand.len());
    while choose > 0 {
        let top = rest.iter().last().unwrap_or(Card::JOKER);
        let tied = CardSet::from_bits(rest.bits() & peers(top));
        if tied.len() > choose {
            return (sure, tied, choose);
        }
        sure = sure.plus(tied);
        rest = rest.minus(tied);
        choose -= tied.len();
    }
    (sure, CardSet::EMPTY, 0)
}

/// Every way to give the `cards` strongest cards of `hand`, in normal order, sorted; ties at the giver's choice.
///
/// ```
/// use croupier_games::daifugo::{gifts, Action};
/// let mut out = Vec::new();
/// gifts("4c9hAcAdX".parse()?, 2, &mut out);
/// let texts: Vec<String> = out.iter().map(Action::to_string).collect();
/// assert_eq!(texts, ["give AcX", "give AdX"]);
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn gifts(hand: CardSet, cards: u32, out: &mut Vec<Action>) {
    let (sure, tied, choose) = due(hand, cards);
    out.clear();
    choices(tied, choose, &mut |set| out.push(Action::Give(sure.plus(set))));
    out.sort_unstable();
}

/// The gift that settles ties by the lowest suit.
pub(super) fn lowest_suits(hand: CardSet, cards: u32) -> CardSet {
    let (sure, tied, choose) = due(hand, cards);
    tied.iter().take(choose as usize).fold(sure, CardSet::with)
}

/// Whether `gift` is a way to give the `cards` strongest cards of `hand`.
pub(super) fn is_gift(hand: CardSet, cards: u32, gift: CardSet) -> bool {
    let (sure, tied, choose) = due(hand, cards);
    hand.includes(gift)
        && gift.includes(sure)
        && tied.includes(gift.minus(sure))
        && gift.len() == sure.len() + choose
}

/// Every way to return `cards` cards of `hand`, sorted.
pub fn returns(hand: CardSet, cards: u32, out: &mut Vec<Action>) {
    out.clear();
    choices(hand, cards.min(hand.len()), &mut |set| out.push(Action::Return(set)));
    out.sort_unstable();
}

/// Calls `emit` with every set of `n` (at most two) of the cards, jokers alike.
pub(super) fn choices(cards: CardSet, n: u32, emit: &mut impl FnMut(CardSet)) {
    match n {
        0 => emit(CardSet::EMPTY),
        1 => distinct(cards).for_each(|card| emit(CardSet::EMPTY.with(card))),
        _ => {
            for first in distinct(cards) {
                let rest = cards.without(first).iter().filter(|c| *c >= first);
                let mut last = None;
                for second in rest {
                    if last != Some(second) {
                        emit(CardSet::EMPTY.with(first).with(second));
                    }
                    last = Some(second);
                }
            }
        }
    }
}

fn distinct(cards: CardSet) -> impl Iterator<Item = Card> {
    let jokers = cards.jokers().saturating_sub(1) as usize;
    cards.iter().take(cards.len() as usize - jokers)
}
