//! All plays of a hand, and those that beat a field; nothing is allocated.

use super::cards::{Card, CardSet, RANKS, Rank, Suit};
use super::config::{Config, RunCompare};
use super::field::Field;
use super::plays::{Kind, Play};

/// Calls `emit` with every play of a hand: singles, groups by rank, then runs, each kind in order except runs.
///
/// ```
/// use croupier_games::daifugo::{CardSet, each_play};
/// let mut readings = Vec::new();
/// each_play("5hXX".parse()?, false, &mut |play| {
///     if play.len() == 3 {
///         readings.push(play.to_string());
///     }
/// });
/// assert_eq!(readings, ["5hXX=group", "5hXX=run-3", "5hXX=run-4", "5hXX=run-5"]);
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn each_play(hand: CardSet, joker_pair: bool, emit: &mut impl FnMut(Play)) {
    singles(hand, 0, 13, emit);
    let jokers = hand.jokers();
    for rank in 0..RANKS as u8 {
        let suits = hand.of_rank(Rank(rank)).0;
        if suits != 0 && suits.count_ones() + jokers >= 2 {
            for used in 0..=jokers {
                groups_of(rank, suits, used, 1.max(2 - used.min(2)), 4, emit);
            }
        }
    }
    if joker_pair && jokers == 2 {
        emit(joker_pair_play());
    }
    if hand.len() >= 3 {
        for suit in Suit::ALL {
            runs_of(hand, suit, 0, RANKS as u8 - 3, None, emit);
        }
    }
}

/// Calls `emit` with every play of `hand` that may be played on `field`: all of them on lead, else those of its kind
/// and number that beat it, and the ♠3 on a lone joker.
pub fn each_answer(rules: &Config, field: &Field, hand: CardSet, emit: &mut impl FnMut(Play)) {
    let Some(top) = field.play else { return each_play(hand, rules.joker_pair, emit) };
    let len = top.len();
    if hand.len() < len {
        return;
    }
    match top.kind() {
        Kind::Unknown => {}
        Kind::Single => single_answers(rules, field, top, hand, emit),
        Kind::Group => group_answers(rules, field, top, hand, emit),
        Kind::Run => run_answers(rules, field, top, hand, emit),
    }
}

/// The ranks above `rank` in the order in force, as a range.
#[inline]
fn above(rank: Rank, reversed: bool) -> std::ops::Range<u8> {
    match (rank.0, reversed) {
        (13, _) => 13..13,
        (r, false) => r + 1..13,
        (r, true) => 0..r,
    }
}

#[inline]
fn singles(hand: CardSet, from: u8, to: u8, emit: &mut impl FnMut(Play)) {
    let mut rest = hand.natural() & span(from, to);
    while rest != 0 {
        emit(Play::single(Card(rest.trailing_zeros() as u8)));
        rest &= rest - 1;
    }
    if hand.jokers() > 0 {
        emit(Play::single(Card::JOKER));
    }
}

/// The 52-bit mask of the ranks `from..to`.
#[inline]
fn span(from: u8, to: u8) -> u64 {
    (1u64 << (4 * to)) - (1u64 << (4 * from))
}

fn single_answers(rules: &Config, field: &Field, top: Play, hand: CardSet, emit: &mut impl FnMut(Play)) {
    if top.is_lone_joker() {
        let spade3 = Play::single(Card::SPADE_3);
        if rules.spade3
            && hand.contains(Card::SPADE_3)
            && (!rules.spade3_lock || field.follows(spade3).is_ok())
        {
            emit(spade3);
        }
        return;
    }
    let ranks = above(top.rank(), field.reversed());
    let suited =
        if field.lock.len() == 1 { u64::from(field.lock.0) * (span(0, 13) / 15) } else { span(0, 13) };
    singles(CardSet::new(hand.natural() & suited, hand.jokers()), ranks.start, ranks.end, emit);
}

/// The groups of one rank with `used` jokers and from `least` to `most` of the natural `suits`, in order.
#[inline]
fn groups_of(rank: u8, suits: u8, used: u32, least: u32, most: u32, emit: &mut impl FnMut(Play)) {
    // Subsets of a mask in rising order: subtract the mask, keep its bits.
    let mut subset = 0u8;
    loop {
        subset = subset.wrapping_sub(suits) & suits;
        if subset == 0 {
            return;
        }
        if (least..=most).contains(&subset.count_ones()) {
            let cards = CardSet::new(u64::from(subset) << (4 * rank), used);
            emit(Play::pack(cards.bits(), Rank(rank), Kind::Group));
        }
    }
}

fn joker_pair_play() -> Play {
    Play::pack(CardSet::new(0, 2).bits(), Rank::JOKER, Kind::Group)
}

fn group_answers(rules: &Config, field: &Field, top: Play, hand: CardSet, emit: &mut impl FnMut(Play)) {
    let (len, jokers) = (top.len(), hand.jokers());
    for rank in above(top.rank(), field.reversed()) {
        let suits = hand.of_rank(Rank(rank)).0;
        if suits == 0 || suits.count_ones() + jokers < len {
            continue;
        }
        for used in 0..=jokers.min(len - 1) {
            let natural = len - used;
            groups_of(rank, suits, used, natural, natural, &mut |play: Play| {
                if field.lock.is_empty() || field.follows_suits(Kind::Group, len, play.suits()) {
                    emit(play);
                }
            });
        }
    }
    if len == 2 && jokers == 2 && rules.joker_pair && top.rank() != Rank::JOKER {
        let pair = joker_pair_play();
        if field.follows(pair).is_ok() {
            emit(pair);
        }
    }
}

fn run_answers(rules: &Config, field: &Field, top: Play, hand: CardSet, emit: &mut impl FnMut(Play)) {
    let (len, field_low) = (top.len() as u8, top.rank().0);
    let above_top = rules.run_compare == RunCompare::AboveTop;
    let last = RANKS as u8 - len;
    let (from, to) = match (above_top, field.reversed()) {
        (false, false) => (field_low + 1, last),
        (true, false) => (field_low + len, last),
        // A lowest rank below the field's, or a highest rank below it: nothing when that is below the 3.
        (false, true) if field_low > 0 => (0, field_low - 1),
        (true, true) if field_low >= len => (0, field_low - len),
        _ => return,
    };
    for suit in Suit::ALL {
        if field.lock.is_empty() || field.lock.0 >> suit.0 & 1 == 1 {
            runs_of(hand, suit, from, to, Some(top.len()), emit);
        }
    }
}

/// The runs of one suit with lowest rank from `from` to `to`, of `len` cards or of any number.
#[inline]
fn runs_of(hand: CardSet, suit: Suit, from: u8, to: u8, len: Option<u32>, emit: &mut impl FnMut(Play)) {
    let (lane, jokers) = (u32::from(hand.lane(suit)), hand.jokers());
    let shortest = len.unwrap_or(3);
    if lane == 0 || lane.count_ones() + jokers < shortest {
        return;
    }
    for low in from..=to {
        let longest = len.unwrap_or(RANKS as u32 - u32::from(low));
        for n in shortest..=longest {
            let window = (((1u32 << n) - 1) << low) & !lane;
            let missing = window.count_ones();
            if missing > jokers {
                break;
            }
            if missing < n {
                let held = CardSet::window(low, n, suit) & hand.natural();
                with_jokers(held, missing, jokers.min(n - 1), Rank(low), emit);
            }
        }
    }
}

/// A run whose natural cards are `held`, with `missing` jokers in the gaps, and every way to put more jokers, up to
/// `most` in all, in the place of held cards.
#[inline]
fn with_jokers(held: u64, missing: u32, most: u32, low: Rank, emit: &mut impl FnMut(Play)) {
    let mut run = |natural: u64, used: u32| {
        emit(Play::pack(CardSet::new(natural, used).bits(), low, Kind::Run));
    };
    run(held, missing);
    if missing == most {
        return;
    }
    let mut first = held;
    while first != 0 {
        let a = first & first.wrapping_neg();
        first &= first - 1;
        run(held & !a, missing + 1);
        if missing + 2 <= most {
            let mut second = first;
            while second != 0 {
                let b = second & second.wrapping_neg();
                second &= second - 1;
                run(held & !a & !b, missing + 2);
            }
        }
    }
}
