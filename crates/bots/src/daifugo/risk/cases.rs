//! The cases of a count: which responders hold a joker, whose cards must be counted one by one, and who is alike.
//!
//! A responder whose unknown cards are like any other's, and that has no joker, is *free*. How many cards a free hand
//! takes is not tracked: cards that go to free hands or to the rest are left open, and only what would let a free hand
//! answer is placed, as a *block*: so many cards of a rank, or a stretch of a suit. By inclusion and exclusion over
//! blocks, with signs, every placement in which a free hand can answer cancels. A block of `n` cards and one of `n + 1`
//! suffice: longer ones have coefficient 0 or do not fit.
//!
//! The other responders are *tracked*: what they take is counted with plain positive numbers, and so is what a bounded seat
//! takes that cannot answer. Either way counts the same; for each placement of jokers the one with fewer exponents is
//! taken, unless a [`Counting`] is asked for.

use super::poly::{AXES, Axes, degree};
use super::scene::{FACT, HANDS, Jokers, Scene, choose};
use arrayvec::ArrayVec;
use croupier_games::daifugo::CardSet;

/// How the hands of responders that are alike are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Counting {
    /// Whichever takes less work.
    #[default]
    Quick,
    /// Every hand card by card, with positive numbers only.
    Plain,
    /// By blocks with signs, where they apply.
    Blocks,
}

/// The place of the barred seat among members: it is no responder.
const BARRED: u8 = HANDS as u8;
/// Hands and a barred seat.
pub(super) const TRACKS: usize = HANDS + 1;

/// A hand whose cards are counted one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Track {
    /// Its jokers, known and placed.
    pub jokers: u8,
    /// Whether it may answer at all: false for the barred seat.
    pub answers: bool,
    /// Whether cards above the bound cannot lie here.
    pub low_only: bool,
    /// The most unknown natural cards it takes.
    pub cap: u8,
    /// One more than the responder's place if it is unlike the others, else 0.
    special: u8,
    /// Known cards.
    pub known: CardSet,
}

/// Cases that need the same count: jokers fall to hands that are alike.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The hands counted one by one, in a fixed order.
    pub tracks: ArrayVec<Track, TRACKS>,
    /// Whether there are free hands.
    pub free: bool,
    /// For each placement of jokers that is of this case: itself, and which hand each track stands for.
    members: Vec<(Jokers, ArrayVec<u8, TRACKS>)>,
    /// The most blocks of `n` and of `n + 1` cards that free hands can hold.
    blocks: [u8; 2],
}

/// Which exponent counts what.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The exponents.
    pub axes: Axes,
    /// By track: a word with 1 in its exponent; 0 for the one that follows from the others.
    pub track: ArrayVec<u64, TRACKS>,
    /// Of cards left open; 0 where it follows from the others.
    pub open: u64,
    /// Of blocks of `n` and `n + 1` cards.
    pub blocks: [u64; 2],
    /// The cap of what follows from the others, where all exponents count cards.
    implied_cap: Option<u8>,
}

/// The cases of a scene; blocks are of `n` and `n + 1` cards, of no more than `most`.
pub(super) fn cases(scene: &Scene, n: u8, most: u8, counting: Counting) -> Vec<Case> {
    let sizes = [n, n + 1].map(|size| if size <= most { size } else { u8::MAX });
    let plain = scene.hands.iter().filter(|h| !unlike(h.known, scene.low_only(h)));
    let plain_cap = plain.map(|h| h.slots).max().unwrap_or(0) as u8;
    let mut cases: Vec<Case> = Vec::new();
    for jokers in scene.jokers() {
        let case = match counting {
            Counting::Plain => case(scene, sizes, jokers, plain_cap, true),
            Counting::Blocks => case(scene, sizes, jokers, plain_cap, false),
            Counting::Quick => {
                let (plain, blocks) = (
                    case(scene, sizes, jokers, plain_cap, true),
                    case(scene, sizes, jokers, plain_cap, false),
                );
                if plain.work(scene, n) < blocks.work(scene, n) { plain } else { blocks }
            }
        };
        match cases.iter_mut().find(|c| c.tracks == case.tracks && c.free == case.free) {
            Some(like) => {
                like.members.extend(case.members);
                (0..2).for_each(|i| like.blocks[i] = like.blocks[i].max(case.blocks[i]));
            }
            None => cases.push(case),
        }
    }
    cases
}

/// The case of one placement of jokers.
fn case(scene: &Scene, sizes: [u8; 2], jokers: Jokers, plain_cap: u8, all: bool) -> Case {
    let mut found: ArrayVec<(Track, u8), TRACKS> = ArrayVec::new();
    let (mut blocks, mut free) = ([0u8; 2], false);
    for (i, hand) in scene.hands.iter().enumerate() {
        let low_only = scene.low_only(hand);
        let special = unlike(hand.known, low_only);
        let held = hand.known.jokers() as u8 + jokers.held[i];
        if held == 0 && !special && !all {
            free = true;
            (0..2).for_each(|b| blocks[b] += hand.slots as u8 / sizes[b]);
            continue;
        }
        let track = Track {
            jokers: held,
            answers: true,
            low_only,
            cap: if special { hand.slots as u8 } else { plain_cap },
            special: if special { i as u8 + 1 } else { 0 },
            known: hand.known,
        };
        found.push((track, i as u8));
    }
    if scene.barred > 0 {
        let (cap, known) = (scene.barred as u8, CardSet::EMPTY);
        let track = Track { jokers: 0, answers: false, low_only: true, cap, special: BARRED + 1, known };
        found.push((track, BARRED));
    }
    found.sort_unstable();
    let tracks = found.iter().map(|f| f.0).collect();
    Case { tracks, free, members: vec![(jokers, found.iter().map(|f| f.1).collect())], blocks }
}

/// Whether a hand differs from others by what it may hold or is known to hold.
fn unlike(known: CardSet, low_only: bool) -> bool {
    low_only || !known.is_empty()
}

impl Case {
    /// A guess at the work of counting: combinations of exponents, and that plain counting has more ways to hand out cards
    /// and states to be in, as measured by the example `daifugo_cost`.
    fn work(&self, scene: &Scene, n: u8) -> u32 {
        let caps = self.tracks.iter().map(|t| u32::from(t.cap) + 1);
        if self.free {
            caps.product::<u32>() * (u32::from(self.blocks[0]) + 1) * (u32::from(self.blocks[1]) + 1)
        } else {
            let (open, largest) = (scene.pool + scene.closed + 1, caps.clone().max().unwrap_or(1));
            u32::from(n - 1) * caps.product::<u32>() * open / largest.max(open)
        }
    }

    /// Exponents for this case. One is left out, as all add up to the number of cards placed: that of open cards where
    /// there are free hands, else the largest.
    pub(super) fn layout(&self, scene: &Scene) -> Layout {
        let open_cap = (scene.pool + scene.closed) as u8;
        let largest = (0..self.tracks.len()).max_by_key(|i| self.tracks[*i].cap);
        let implied = largest.filter(|i| !self.free && self.tracks[*i].cap >= open_cap);
        let mut caps: ArrayVec<u8, AXES> = ArrayVec::new();
        let mut axis = |cap: u8| {
            caps.push(cap);
            1u64 << (8 * (caps.len() - 1))
        };
        let track = (0..self.tracks.len())
            .map(|i| if implied == Some(i) { 0 } else { axis(self.tracks[i].cap) })
            .collect();
        let open = if implied.is_some() { axis(open_cap) } else { 0 };
        let blocks = if self.free { [axis(self.blocks[0]), axis(self.blocks[1])] } else { [0; 2] };
        let implied_cap = implied.map_or(open_cap, |i| self.tracks[i].cap);
        Layout {
            axes: Axes::new(caps),
            track,
            open,
            blocks,
            implied_cap: (!self.free).then_some(implied_cap),
        }
    }

    /// Everything needed to close a count.
    pub(super) fn fills<'a>(&'a self, scene: &'a Scene, n: u8) -> Vec<Fill<'a>> {
        self.members.iter().map(|(jokers, homes)| Fill::new(self, scene, jokers, homes, n)).collect()
    }
}

impl Layout {
    /// Whether a term can still be part of a placement, `placed` cards being counted in it.
    #[inline]
    pub(super) fn keeps(&self, key: u64, placed: u32) -> bool {
        self.implied_cap.is_none_or(|cap| placed - degree(key) <= u32::from(cap))
    }
}

/// How the cards that do not matter, and those left open, fill what is left of one placement of jokers.
pub(super) struct Fill<'a> {
    case: &'a Case,
    /// By track: slots left for natural cards.
    slots: ArrayVec<u32, TRACKS>,
    /// The weight of the placement of jokers, less what is the same for all terms.
    weight: f64,
    /// Places of free hands and the rest.
    open: u32,
    n: u32,
    /// By blocks of `n`, then of `n + 1`: the sum over ways to give them to free hands of 1 / (places left)!.
    shares: Vec<f64>,
    columns: usize,
}

impl<'a> Fill<'a> {
    fn new(case: &'a Case, scene: &Scene, jokers: &Jokers, homes: &[u8], n: u8) -> Self {
        let room = |home: u8| match scene.hands.get(usize::from(home)) {
            Some(hand) => hand.slots - u32::from(jokers.held[usize::from(home)]),
            None => scene.barred,
        };
        let rest = scene.pool + scene.closed - jokers.pool;
        let is_free = |i: &usize| !homes.contains(&(*i as u8));
        let free: ArrayVec<u32, HANDS> =
            (0..scene.hands.len()).filter(is_free).map(|i| scene.hands[i].slots).collect();
        let n = u32::from(n);
        let columns = usize::from(case.blocks[1]) + 1;
        Fill {
            case,
            slots: homes.iter().map(|h| room(*h)).collect(),
            weight: scene.weight(jokers) / FACT[rest as usize],
            open: rest + free.iter().sum::<u32>(),
            n,
            shares: shares(&free, n, usize::from(case.blocks[0]) + 1, columns),
            columns,
        }
    }

    /// The placements that a term with these exponents stands for, when `placed` cards are counted in it and `low` cards
    /// at or below the bound and `high` above it are not.
    pub(super) fn ways(&self, layout: &Layout, key: u64, placed: u32, low: u32, high: u32) -> f64 {
        let (mut ways, mut rest) = (self.weight, low + high);
        for (i, track) in self.case.tracks.iter().enumerate() {
            let axis = layout.track[i];
            let taken = if axis == 0 { placed - degree(key) } else { exponent(key, axis) };
            let Some(left) = self.slots[i].checked_sub(taken) else { return 0.0 };
            if left > rest {
                return 0.0;
            }
            if track.low_only {
                // It takes its share of the low cards before all others take of what is left.
                ways *= choose(low, left) * FACT[(low + high - left) as usize] * FACT[left as usize]
                    / FACT[(low + high) as usize];
            }
            ways /= FACT[left as usize];
            rest -= left;
        }
        ways *= FACT[(low + high) as usize] / FACT[rest as usize];
        if layout.blocks == [0; 2] {
            return ways * FACT[self.open as usize];
        }
        let (a, c) = (exponent(key, layout.blocks[0]), exponent(key, layout.blocks[1]));
        let Some(open) = self.open.checked_sub(self.n * a + (self.n + 1) * c) else { return 0.0 };
        ways * FACT[open as usize] * self.shares[a as usize * self.columns + c as usize]
    }
}

/// The exponent that a word with 1 in it names.
#[inline]
fn exponent(key: u64, axis: u64) -> u32 {
    (key >> axis.trailing_zeros() & 255) as u32
}

/// By numbers of blocks of `n` and `n + 1` cards: the sum, over ways to give each block to one of the free hands, of
/// the product over hands of 1 / (places left)!.
fn shares(free: &[u32], n: u32, rows: usize, columns: usize) -> Vec<f64> {
    let mut out = vec![0.0; rows * columns];
    out[0] = 1.0;
    for slots in free {
        let mut next = vec![0.0; rows * columns];
        for a in 0..rows {
            for c in 0..columns {
                let from = out[a * columns + c];
                if from == 0.0 {
                    continue;
                }
                // Of all blocks so far, this hand's are any `x` and `y`.
                for x in 0..rows - a {
                    for y in 0..columns - c {
                        let Some(left) = slots.checked_sub(n * x as u32 + (n + 1) * y as u32) else { break };
                        let pick = choose((a + x) as u32, x as u32) * choose((c + y) as u32, y as u32);
                        next[(a + x) * columns + c + y] += from * pick / FACT[left as usize];
                    }
                }
            }
        }
        out = next;
    }
    out
}
