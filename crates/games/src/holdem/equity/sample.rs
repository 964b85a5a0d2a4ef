//! Equities of any number of players by sampling.

use super::all_different;
use crate::holdem::card::{Card, CardSet, Hole};
use crate::holdem::config::MOST_SEATS;
use crate::holdem::error::Error;
use crate::holdem::eval::Hand;
use crate::holdem::range::Range;
use croupier_core::Rng;
use serde::{Deserialize, Serialize};

/// A player's share of the pot, estimated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean share of the pot; a pot split k ways counts 1/k.
    pub equity: f64,
    /// The standard error of that mean.
    pub error: f64,
    /// How often the player wins alone.
    pub win: f64,
    /// How often the player splits.
    pub tie: f64,
}

/// How many joint draws are tried before ranges are said to leave none.
const TRIES: u32 = 10_000;

/// Deals hands to players from their ranges: every joint deal without a shared card, in proportion to the product of
/// its weights.
pub(crate) struct Dealer {
    used: CardSet,
    players: Vec<Player>,
    hands: Vec<Hole>,
}

/// A player's possible hands with running sums of weight; none where all that are possible weigh the same, for they
/// can be dealt from the cards left without ever failing.
struct Player(Option<Vec<(f64, Hole)>>);

impl Dealer {
    pub(crate) fn new(ranges: &[Range], used: CardSet) -> Result<Self, Error> {
        let players = ranges.iter().map(|range| Player::new(range, used)).collect::<Result<Vec<_>, _>>()?;
        let hands = vec![Hole::of_distinct(Card::of_index(1), Card::of_index(0)); players.len()];
        Ok(Self { used, players, hands })
    }

    /// One joint deal.
    pub(crate) fn deal(&mut self, rng: &mut Rng) -> Result<&[Hole], Error> {
        for _ in 0..TRIES {
            if self.attempt(rng) {
                return Ok(&self.hands);
            }
        }
        Err(Error::Empty("the players' ranges together"))
    }

    fn attempt(&mut self, rng: &mut Rng) -> bool {
        let mut used = self.used;
        let given = self.players.iter().zip(&mut self.hands);
        for (player, hand) in given.filter(|(p, _)| p.0.is_some()) {
            *hand = player.draw(rng);
            if !used.disjoint(hand.set()) {
                return false;
            }
            used = used.union(hand.set());
        }
        for (_, hand) in self.players.iter().zip(&mut self.hands).filter(|(p, _)| p.0.is_none()) {
            let a = unused(&mut used, rng);
            let b = unused(&mut used, rng);
            *hand = Hole::of_distinct(a, b);
        }
        true
    }

    fn taken(&self) -> CardSet {
        self.hands.iter().fold(self.used, |set, hand| set.union(hand.set()))
    }
}

/// A card that is not used, which it then is.
pub(crate) fn unused(used: &mut CardSet, rng: &mut Rng) -> Card {
    loop {
        let card = Card::of_index(rng.below(52) as u8);
        if used.insert(card) {
            return card;
        }
    }
}

impl Player {
    fn new(range: &Range, used: CardSet) -> Result<Self, Error> {
        let possible = || range.iter().filter(|(hole, _)| used.disjoint(hole.set()));
        let mut sums = Vec::new();
        let mut sum = 0.0;
        for (hole, weight) in possible().filter(|(_, w)| *w > 0.0) {
            sum += weight;
            sums.push((sum, hole));
        }
        let first = possible().next().map(|(_, w)| w);
        if sums.is_empty() {
            return Err(Error::Empty("a player's range"));
        }
        let any = possible().all(|(_, w)| Some(w) == first);
        Ok(Self((!any).then_some(sums)))
    }

    fn draw(&self, rng: &mut Rng) -> Hole {
        let sums = self.0.as_deref().unwrap_or_default();
        let point = rng.unit() * sums.last().map_or(0.0, |s| s.0);
        sums[sums.partition_point(|s| s.0 <= point).min(sums.len() - 1)].1
    }
}

/// Estimates the equities of 2 to 10 players from `samples` random deals.
///
/// ```
/// use croupier_core::Rng;
/// use croupier_games::holdem::{Range, equity::monte_carlo};
/// let players = ["AA".parse()?, "KK".parse()?, Range::all()];
/// let odds = monte_carlo(&players, &[], 10_000, &mut Rng::keyed("example", &[]))?;
/// assert!((odds[0].equity - 0.70).abs() < 0.03 && odds[0].error < 0.01);
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
///
/// # Errors
/// A number of players or samples out of range, a board that is not 0 to 5 different cards, or ranges from which no
/// joint deal was found in ten thousand tries.
pub fn monte_carlo(
    players: &[Range],
    board: &[Card],
    samples: u64,
    rng: &mut Rng,
) -> Result<Vec<Estimate>, Error> {
    if !(2..=MOST_SEATS).contains(&players.len()) {
        return Err(Error::Count { what: "players", given: players.len(), allowed: "2 to 10" });
    }
    if samples == 0 {
        return Err(Error::Count { what: "samples", given: 0, allowed: "1 or more" });
    }
    let mut dealer = Dealer::new(players, all_different(board, &[])?)?;
    let start = board.iter().fold(Hand::EMPTY, |hand, &card| hand + card);
    let mut sums = vec![[0.0; 4]; players.len()];
    let mut values = vec![0; players.len()];
    for _ in 0..samples {
        dealer.deal(rng)?;
        let (mut used, mut full) = (dealer.taken(), start);
        for _ in board.len()..5 {
            full += unused(&mut used, rng);
        }
        for (value, &hand) in values.iter_mut().zip(&dealer.hands) {
            *value = (full + hand).rank7_unchecked().value();
        }
        let best = values.iter().copied().max().unwrap_or(0);
        let winners = values.iter().filter(|v| **v == best).count();
        let share = 1.0 / winners as f64;
        for ([sum, squares, win, tie], _) in sums.iter_mut().zip(&values).filter(|(_, v)| **v == best) {
            *sum += share;
            *squares += share * share;
            *(if winners == 1 { win } else { tie }) += 1.0;
        }
    }
    let n = samples as f64;
    let estimate = |[sum, squares, win, tie]: [f64; 4]| {
        let equity = sum / n;
        let variance = (squares / n - equity * equity).max(0.0);
        Estimate { equity, error: (variance / n).sqrt(), win: win / n, tie: tie / n }
    };
    Ok(sums.into_iter().map(estimate).collect())
}
