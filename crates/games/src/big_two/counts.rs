//! The numbers of the rules page, computed from the rules of a configuration.

use super::BigTwo;
use super::cards::{Cards, DECK};
use super::plays::Action;
use super::score::{owed, settle};
use super::strength::PlayKind;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The least and most chips of one hand, over all card counts and 2s that can be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ChipCounts {
    /// The least the winner gains.
    pub least_gain: i32,
    /// The most the winner gains.
    pub most_gain: i32,
    /// The most that one seat loses.
    pub worst_loss: i32,
    /// The most that changes hands: the sum of what all pairs owe.
    pub most_moved: i32,
}

/// Numbers that follow from the rules of a configuration; what `croupier analyze big-two --counts` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// How many plays there are of each kind.
    pub plays: BTreeMap<PlayKind, u64>,
    /// How many different strengths there are of each kind.
    pub strengths: BTreeMap<PlayKind, u64>,
    /// Plays of five cards.
    pub five_card_plays: u64,
    /// All plays.
    pub all_plays: u64,
    /// Ordered pairs (a, b) of five-card plays with a weaker than b.
    pub five_card_pairs: u64,
    /// Those of them that share no card.
    pub five_card_pairs_disjoint: u64,
    /// Unordered pairs of five-card plays of equal strength that share no card.
    pub five_card_ties_disjoint: u64,
    /// Mean number of plays of a random 13-card hand: numerator and denominator in lowest terms.
    pub mean_lead_plays: (u64, u64),
    /// Chips in one hand.
    pub chips: ChipCounts,
    /// For each number of cards, in how many ways its plays can lie in a sorted 13-card hand.
    pub positions: BTreeMap<u32, u64>,
    /// All of these and the pass: the actions of a player that names positions.
    pub position_actions: u64,
}

/// Computes the numbers of a configuration; about a second of work.
pub fn counts(game: &BigTwo) -> Counts {
    let mut all = Vec::new();
    game.plays.all(Cards::ALL, &mut all);
    let mut plays: BTreeMap<PlayKind, u64> = BTreeMap::new();
    let mut strengths: BTreeMap<PlayKind, BTreeSet<u8>> = BTreeMap::new();
    let mut fives = Vec::new();
    for action in &all {
        let strength = game.plays.strength(action.cards()).expect("a generated play is a play");
        *plays.entry(strength.kind()).or_default() += 1;
        strengths.entry(strength.kind()).or_default().insert(strength.key());
        if strength.cards() == 5 {
            fives.push((strength.number(), action.cards()));
        }
    }
    let (five_card_pairs, five_card_pairs_disjoint, five_card_ties_disjoint) = pairs(&mut fives);
    let positions = positions(&all);
    Counts {
        five_card_plays: fives.len() as u64,
        all_plays: all.len() as u64,
        five_card_pairs,
        five_card_pairs_disjoint,
        five_card_ties_disjoint,
        mean_lead_plays: mean_plays(&all),
        chips: chips(game),
        position_actions: positions.values().sum::<u64>() + 1,
        positions,
        strengths: strengths.into_iter().map(|(kind, keys)| (kind, keys.len() as u64)).collect(),
        plays,
    }
}

/// Pairs with a < b, those without a common card, and ties without one.
fn pairs(fives: &mut [(u16, Cards)]) -> (u64, u64, u64) {
    fives.sort_unstable();
    let (mut ordered, mut disjoint, mut ties) = (0, 0, 0);
    for (i, (strength, cards)) in fives.iter().enumerate() {
        let equal = fives[i..].iter().take_while(|f| f.0 == *strength).count();
        let (tied, above) = fives[i..].split_at(equal);
        let apart = |set: &[(u16, Cards)]| set.iter().filter(|f| f.1.and(*cards).is_empty()).count() as u64;
        ordered += above.len() as u64;
        disjoint += apart(above);
        ties += apart(tied);
    }
    (ordered, disjoint, ties)
}

/// By linearity: the chance that n given cards are all in a hand of 13 is (13 · 12 …) / (52 · 51 …), n factors each.
fn mean_plays(all: &[Action]) -> (u64, u64) {
    let falling = |from: u128, n: u32| (0..u128::from(n)).map(|i| from - i).product::<u128>();
    let denominator = falling(DECK as u128, 5);
    let numerator = all.iter().map(|a| falling(13, a.len()) * (denominator / falling(DECK as u128, a.len())));
    let numerator: u128 = numerator.sum();
    let divisor = gcd(numerator, denominator);
    ((numerator / divisor) as u64, (denominator / divisor) as u64)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Over all ends of a hand: seat 0 has gone out, the others hold one to thirteen cards and up to four 2s in all.
fn chips(game: &BigTwo) -> ChipCounts {
    let mut found =
        ChipCounts { least_gain: i32::MAX, most_gain: i32::MIN, worst_loss: i32::MIN, most_moved: i32::MIN };
    for code in 0..13 * 13 * 13 {
        let left = [0, code % 13 + 1, code / 13 % 13 + 1, code / 169 + 1].map(|n: u32| n as u8);
        for twos in (0..125u8).map(|t| [0, t % 5, t / 5 % 5, t / 25]) {
            if twos.iter().sum::<u8>() > 4 || (0..4).any(|i| twos[i] > left[i]) {
                continue;
            }
            let gains = settle(game.config.scoring, left, twos).map(|c| c.0);
            found.least_gain = found.least_gain.min(gains[0]);
            found.most_gain = found.most_gain.max(gains[0]);
            found.worst_loss = found.worst_loss.max(-gains.iter().min().expect("four seats"));
            found.most_moved = found.most_moved.max(moved(game, left, twos));
        }
    }
    found
}

/// What is owed between all ordered pairs.
fn moved(game: &BigTwo, left: [u8; 4], twos: [u8; 4]) -> i32 {
    let mut sum = 0;
    for payer in 0..4 {
        for other in (0..4).filter(|o| *o != payer) {
            sum += owed(game.config.scoring, left[payer], twos[payer], left[other]);
        }
    }
    sum
}

/// Which sets of positions a play of n cards can take in a sorted hand of 13: those with room in the deck for the cards
/// of the hand below, between and above the cards of some play.
fn positions(all: &[Action]) -> BTreeMap<u32, u64> {
    let mut rooms: BTreeMap<u32, BTreeSet<Vec<u8>>> = BTreeMap::new();
    for action in all {
        let mut from = 0;
        let mut room: Vec<u8> = Vec::with_capacity(6);
        for card in action.cards() {
            room.push(card.index() - from);
            from = card.index() + 1;
        }
        room.push(DECK as u8 - from);
        rooms.entry(action.len()).or_default().insert(room);
    }
    let taken = |n: &u32, rooms: &BTreeSet<Vec<u8>>| {
        let subsets = (0u16..1 << 13).filter(|m| m.count_ones() == *n);
        subsets.filter(|m| rooms.iter().any(|room| fits(*m, room))).count() as u64
    };
    rooms.iter().map(|(n, rooms)| (*n, taken(n, rooms))).collect()
}

fn fits(positions: u16, room: &[u8]) -> bool {
    let mut from = 0;
    let mut gaps = Vec::with_capacity(6);
    for p in (0..13u8).filter(|p| positions >> p & 1 == 1) {
        gaps.push(p - from);
        from = p + 1;
    }
    gaps.push(13 - from);
    gaps.iter().zip(room).all(|(gap, room)| gap <= room)
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<26}{:>12}{:>12}", "kind", "plays", "strengths")?;
        for (kind, n) in &self.plays {
            writeln!(f, "{:<26}{n:>12}{:>12}", kind.name(), self.strengths[kind])?;
        }
        let mut line = |name: &str, n: i128| writeln!(f, "{name:<38}{n:>12}");
        line("five-card plays", self.five_card_plays.into())?;
        line("plays", self.all_plays.into())?;
        line("five-card pairs a < b", self.five_card_pairs.into())?;
        line("  without a common card", self.five_card_pairs_disjoint.into())?;
        line("five-card ties without a common card", self.five_card_ties_disjoint.into())?;
        line("least the winner gains in a hand", self.chips.least_gain.into())?;
        line("most the winner gains in a hand", self.chips.most_gain.into())?;
        line("worst loss of a hand", self.chips.worst_loss.into())?;
        line("most that changes hands in a hand", self.chips.most_moved.into())?;
        for (n, count) in &self.positions {
            line(&format!("positions of {n} cards in a hand"), (*count).into())?;
        }
        line("positions and pass", self.position_actions.into())?;
        let (top, bottom) = self.mean_lead_plays;
        write!(f, "mean plays of a random hand  {top}/{bottom} = {:.4}", top as f64 / bottom as f64)
    }
}
