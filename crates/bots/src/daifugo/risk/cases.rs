//! The cases of a count: which responders hold a joker, whose cards must be counted one by one, and who is alike.
//!
//! A responder whose unknown cards are like any other's, and that has no joker, is *free*. How many cards a free hand
//! takes is not tracked: cards that go to free hands or to the rest are left open, and only what would let a free hand
//! answer is placed, as a *block*: so many cards of a rank, or a stretch of a suit. By inclusion and exclusion over
//! blocks, with signs, every placement in which a free hand can answer cancels. Whose a block is, is settled at the end:
//! only its size matters before.
//!
//! The other responders are *tracked*: what they take is counted with plain positive numbers, and so is what a bounded seat
//! takes that cannot answer. Either way counts the same; for each placement of jokers the one with fewer exponents is
//! taken, unless a [`Counting`] is asked for.

use super::poly::{AXES, Axes, Product, Term, degree};
use super::scene::{FACT, HANDS, Jokers, SHARE, Scene, choose};
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
    /// Blocks by size, and the most of each that free hands can hold.
    pub blocks: ArrayVec<(u8, u8), AXES>,
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
    /// Of blocks, as in the case.
    pub blocks: ArrayVec<u64, AXES>,
    /// The cap of what follows from the others, where all exponents count cards.
    implied_cap: Option<u8>,
}

/// The cases of a scene, when blocks have these sizes and a term takes `plain` times the work where none are used.
pub(super) fn cases(scene: &Scene, plain: u32, sizes: &[u8], counting: Counting) -> Vec<Case> {
    let alike = scene.hands.iter().filter(|h| !unlike(h.known, scene.low_only(h)));
    let plain_cap = alike.map(|h| h.slots).max().unwrap_or(0) as u8;
    let mut cases: Vec<Case> = Vec::new();
    for jokers in scene.jokers() {
        let counted = || case(scene, jokers, plain_cap, None);
        // More exponents than there is room for are counted plainly; with so few hands that is little work.
        let blocks = || case(scene, jokers, plain_cap, Some(sizes)).filter(Case::fits);
        let chosen = match counting {
            Counting::Plain => counted(),
            Counting::Blocks => blocks().or_else(counted),
            Counting::Quick => match (counted(), blocks()) {
                (Some(a), Some(b)) if b.work(scene, plain) < a.work(scene, plain) => Some(b),
                (a, _) => a,
            },
        };
        let Some(case) = chosen else { continue };
        match cases.iter_mut().find(|c| c.tracks == case.tracks && c.free == case.free) {
            Some(like) => {
                like.members.extend(case.members);
                for (mine, more) in like.blocks.iter_mut().zip(case.blocks) {
                    mine.1 = mine.1.max(more.1);
                }
            }
            None => cases.push(case),
        }
    }
    cases
}

/// The case of one placement of jokers; with sizes of blocks, hands that are alike and without jokers are free.
fn case(scene: &Scene, jokers: Jokers, plain_cap: u8, sizes: Option<&[u8]>) -> Option<Case> {
    let mut found: ArrayVec<(Track, u8), TRACKS> = ArrayVec::new();
    let mut free: ArrayVec<u8, HANDS> = ArrayVec::new();
    for (i, hand) in scene.hands.iter().enumerate() {
        let low_only = scene.low_only(hand);
        let special = unlike(hand.known, low_only);
        let held = hand.known.jokers() as u8 + jokers.held[i];
        if held == 0 && !special && sizes.is_some() {
            free.push(hand.slots as u8);
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
    let cap = |size: u8| free.iter().map(|slots| slots / size).sum::<u8>();
    let sizes = sizes.unwrap_or_default().iter().filter(|_| !free.is_empty());
    let blocks = sizes.take(AXES).map(|size| (*size, cap(*size))).collect();
    let members = vec![(jokers, found.iter().map(|f| f.1).collect())];
    Some(Case { tracks, free: !free.is_empty(), members, blocks })
}

/// Whether a hand differs from others by what it may hold or is known to hold.
fn unlike(known: CardSet, low_only: bool) -> bool {
    low_only || !known.is_empty()
}

impl Case {
    /// Whether there is room for its exponents.
    fn fits(&self) -> bool {
        self.tracks.len() + self.blocks.len() <= AXES
    }

    /// A guess at the work of counting: combinations of exponents, and that plain counting has more ways to hand out cards
    /// and states to be in, as measured by the example `daifugo_cost`.
    fn work(&self, scene: &Scene, plain: u32) -> u32 {
        let caps = self.tracks.iter().map(|t| u32::from(t.cap) + 1);
        if self.free {
            // Blocks that fit together: those of a size are no more than fill what the smallest could fill.
            let most = self.blocks.first().map_or(0, |(size, most)| usize::from(size * most));
            let mut sums = vec![0u32; most + 1];
            sums[0] = 1;
            for (size, _) in &self.blocks {
                for sum in usize::from(*size)..=most {
                    sums[sum] += sums[sum - usize::from(*size)];
                }
            }
            2 * caps.product::<u32>() * sums.iter().sum::<u32>()
        } else {
            let (open, largest) = (scene.pool + scene.closed + 1, caps.clone().max().unwrap_or(1));
            plain * caps.product::<u32>() * open / largest.max(open)
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
        let blocks: ArrayVec<u64, AXES> = self.blocks.iter().map(|(_, most)| axis(*most)).collect();
        let first = caps.len() - blocks.len();
        let implied_cap = implied.map_or(open_cap, |i| self.tracks[i].cap);
        Layout {
            axes: Axes::new(caps, first),
            track,
            open,
            blocks,
            implied_cap: (!self.free).then_some(implied_cap),
        }
    }

    /// Everything needed to close a count.
    pub(super) fn fills(&self, scene: &Scene, layout: &Layout, product: &mut Product) -> Vec<Fill> {
        let fill = |(jokers, homes): &(Jokers, _)| Fill::new(self, scene, (jokers, homes), layout, product);
        self.members.iter().map(fill).collect()
    }
}

impl Layout {
    /// Whether a term can still be part of a placement, `placed` cards being counted in it.
    #[inline]
    pub(super) fn keeps(&self, key: u64, placed: u32) -> bool {
        self.implied_cap.is_none_or(|cap| placed - degree(key) <= u32::from(cap))
    }

    /// How many of the `placed` cards a track has taken.
    #[inline]
    pub(super) fn taken(&self, track: usize, key: u64, placed: u32) -> u32 {
        let axis = self.track[track];
        if axis == 0 { placed - degree(key) } else { exponent(key, axis) }
    }
}

/// How the cards that do not matter, and those left open, fill what is left of one placement of jokers.
pub(super) struct Fill {
    /// By track: slots left for natural cards.
    pub slots: ArrayVec<u32, TRACKS>,
    /// The weight of the placement of jokers, less what is the same for all terms.
    weight: f64,
    /// Places of free hands and the rest.
    pub open: u32,
    /// By exponents of blocks: the sum over ways to give them to free hands of 1 / (places left)!, sorted.
    shares: Vec<(u64, f64)>,
    /// The bits of exponents of blocks.
    mask: u64,
}

impl Fill {
    fn new(
        case: &Case,
        scene: &Scene,
        (jokers, homes): (&Jokers, &ArrayVec<u8, TRACKS>),
        layout: &Layout,
        product: &mut Product,
    ) -> Self {
        let room = |home: u8| match scene.hands.get(usize::from(home)) {
            Some(hand) => hand.slots - u32::from(jokers.held[usize::from(home)]),
            None => scene.barred,
        };
        let rest = scene.pool + scene.closed - jokers.pool;
        let is_free = |i: &usize| !homes.contains(&(*i as u8));
        let free: ArrayVec<u32, HANDS> =
            (0..scene.hands.len()).filter(is_free).map(|i| scene.hands[i].slots).collect();
        Fill {
            slots: homes.iter().map(|h| room(*h)).collect(),
            weight: scene.weight(jokers) / FACT[rest as usize],
            open: rest + free.iter().sum::<u32>(),
            shares: if case.free { shares(&free, case, layout, product) } else { Vec::new() },
            mask: layout.blocks.iter().map(|axis| axis * 255).sum(),
        }
    }

    /// The placements that a term with these exponents stands for, when `placed` cards are counted in it and `low` cards
    /// at or below the bound and `high` above it are not.
    pub(super) fn ways(
        &self,
        case: &Case,
        layout: &Layout,
        key: u64,
        placed: u32,
        low: u32,
        high: u32,
    ) -> f64 {
        let (mut ways, mut rest) = (self.weight, low + high);
        for (i, track) in case.tracks.iter().enumerate() {
            let taken = layout.taken(i, key, placed);
            let Some(left) = self.slots[i].checked_sub(taken) else { return 0.0 };
            if left > rest {
                return 0.0;
            }
            if track.low_only {
                // It takes its share of the low cards before all others take of what is left.
                ways *= choose(low, left) / choose(low + high, left);
            }
            ways *= SHARE[left as usize];
            rest -= left;
        }
        ways *= FACT[(low + high) as usize] * SHARE[rest as usize];
        if !case.free {
            return ways * FACT[self.open as usize];
        }
        let placed_in = |((size, _), axis): (&(u8, u8), &u64)| u32::from(*size) * exponent(key, *axis);
        let blocks: u32 = case.blocks.iter().zip(&layout.blocks).map(placed_in).sum();
        let Some(open) = self.open.checked_sub(blocks) else { return 0.0 };
        let key = key & self.mask;
        let share = self.shares.binary_search_by_key(&key, |s| s.0).map_or(0.0, |i| self.shares[i].1);
        ways * FACT[open as usize] * share
    }
}

/// The exponent that a word with 1 in it names.
#[inline]
fn exponent(key: u64, axis: u64) -> u32 {
    (key >> axis.trailing_zeros() & 255) as u32
}

/// By numbers of blocks: the sum, over ways to give each block to one of the free hands, of the product over hands of
/// 1 / (places left)!.
fn shares(free: &[u32], case: &Case, layout: &Layout, product: &mut Product) -> Vec<(u64, f64)> {
    // Which of the blocks of a size a hand has does not matter: divided by k! for each hand's, times k! for all.
    let mut all: Vec<Term> = layout.axes.term(0, 1.0).into_iter().collect();
    for slots in free {
        let mut hand = Vec::new();
        contents(case, layout, 0, *slots, (0, 1.0), &mut hand);
        product.times(&layout.axes, &mut all, &mut hand, |_| true);
    }
    let ways = |term: &Term| {
        let orders = layout.blocks.iter().map(|axis| FACT[exponent(term.key, *axis) as usize]);
        (term.key, term.ways * orders.product::<f64>())
    };
    let mut shares: Vec<(u64, f64)> = all.iter().map(ways).collect();
    shares.sort_unstable_by_key(|s| s.0);
    shares
}

/// What blocks, of the sizes from `i` on, a hand with `slots` places left can have.
fn contents(
    case: &Case,
    layout: &Layout,
    i: usize,
    slots: u32,
    (key, ways): (u64, f64),
    out: &mut Vec<Term>,
) {
    let Some((size, _)) = case.blocks.get(i) else {
        out.extend(layout.axes.term(key, ways / FACT[slots as usize]));
        return;
    };
    for count in 0..=slots / u32::from(*size) {
        let next = (key + layout.blocks[i] * u64::from(count), ways / FACT[count as usize]);
        contents(case, layout, i + 1, slots - u32::from(*size) * count, next, out);
    }
}
