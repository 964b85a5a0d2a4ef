//! The law suite is proved by planting faults: each must be caught, and by the law that is about it.
//!
//! The game: five cards 0–4, two each; seat 0 discards one openly, then seat 1; the higher card left wins.

use croupier_core::laws::{self, Broken, Effort};
use croupier_core::*;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Plant {
    #[default]
    Nothing,
    /// The view holds the other hand; the sampler ignores it.
    LeakyView,
    /// The view holds the other hand and the sampler copies it.
    TruthCopier,
    /// The view tells the other seat's highest card and the sampler respects it.
    HalfLeak,
    /// Draws come from a generator shared by all games.
    SharedRng,
    /// The count of cards left is not updated by a discard.
    StaleCount,
    /// The sampler prefers low cards.
    BiasedSampler,
    /// The legal list is not sorted.
    Unsorted,
    /// The legal list has an action twice.
    Duplicate,
    /// Cards not held can be discarded.
    AcceptsAll,
    /// One legal action is refused.
    RefusesLegal,
    /// Discards are accepted after the end.
    NoEnd,
    /// Scores do not add up to zero.
    BadSum,
    /// A forfeit pays.
    GoodForfeit,
    /// An action's text loses its card.
    BadText,
    /// A clone shares what it plays.
    SharedState,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Config {
    plant: Plant,
}

#[derive(Clone, Debug, Default)]
struct High {
    config: Config,
}

/// Discard this card; the flag makes its text lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Discard(u8, bool);

impl fmt::Display for Discard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.1 { 4 - self.0 } else { self.0 }, if self.1 { "!" } else { "" })
    }
}

impl FromStr for Discard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches('!');
        let card = digits.parse().map_err(|_| format!("`{text}` is no card"))?;
        Ok(Discard(card, digits != text))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal([u8; 4]);

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a} {b} {c} {d}")
    }
}

impl FromStr for Deal {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let cards: Vec<u8> =
            text.split(' ').map(|c| c.parse().map_err(|_| c.to_string())).collect::<Result<_, _>>()?;
        Ok(Deal(cards.try_into().map_err(|_| "four cards")?))
    }
}

#[derive(Clone, Debug, Default)]
struct State {
    hands: [Vec<u8>; 2],
    discards: Vec<u8>,
    left: [usize; 2],
    shared: std::sync::Arc<std::sync::Mutex<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct View {
    seat: Seat,
    own: Vec<u8>,
    discards: Vec<u8>,
    left: [usize; 2],
    leak: Vec<u8>,
    shared: usize,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

static SHARED: AtomicU64 = AtomicU64::new(0);

impl High {
    fn plant(&self, plant: Plant) -> bool {
        self.config.plant == plant
    }
    fn high(hand: &[u8]) -> Option<u8> {
        hand.iter().max().copied()
    }
}

impl Game for High {
    const ID: &'static str = "high";
    const RULES: u32 = 1;
    const ABOUT: &'static str = "the higher card left wins";
    type Config = Config;
    type State = State;
    type View = View;
    type Action = Discard;
    type Chance = Deal;
    type Legal = Vec<Discard>;

    fn new(config: Config) -> Result<Self, ConfigError> {
        Ok(Self { config })
    }
    fn config(&self) -> &Config {
        &self.config
    }
    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        vec![("standard", "", Config::default())]
    }
    fn switches() -> &'static [Switch] {
        &[]
    }
    fn seats(&self) -> usize {
        2
    }
    fn start(&self) -> State {
        State::default()
    }
    fn turn(&self, s: &State) -> Turn {
        match s.discards.len() {
            _ if s.hands[0].is_empty() => Turn::Chance,
            n @ 0..2 => Turn::Seat(Seat(n as u8)),
            _ => Turn::Over,
        }
    }
    fn draw(&self, _: &State, rng: &mut Rng) -> Deal {
        let mut cards = [0, 1, 2, 3, 4];
        rng.shuffle(&mut cards);
        if self.plant(Plant::SharedRng) {
            Rng::keyed("shared", &[SHARED.fetch_add(1, Ordering::Relaxed)]).shuffle(&mut cards);
        }
        let mut deal: [u8; 4] = cards[..4].try_into().unwrap();
        deal[..2].sort();
        deal[2..].sort();
        Deal(deal)
    }
    fn reveal(&self, s: &mut State, c: &Deal) -> Result<(), Illegal> {
        s.hands = [c.0[..2].to_vec(), c.0[2..].to_vec()];
        s.left = [2, 2];
        Ok(())
    }
    fn legal(&self, s: &State, out: &mut Vec<Discard>) {
        out.clear();
        if let Turn::Seat(seat) = self.turn(s) {
            out.extend(s.hands[seat.index()].iter().map(|c| Discard(*c, self.plant(Plant::BadText))));
            if self.plant(Plant::Unsorted) {
                out.reverse();
            }
            if self.plant(Plant::Duplicate) {
                out.push(*out.last().unwrap());
            }
        }
    }
    fn apply(&self, s: &mut State, a: Discard) -> Result<(), Illegal> {
        let over = self.turn(s) == Turn::Over;
        let seat = match self.turn(s) {
            Turn::Seat(seat) => seat.index(),
            _ if self.plant(Plant::NoEnd) => 0,
            _ => return Err(Illegal::new(a, "no seat's turn")),
        };
        if self.plant(Plant::RefusesLegal) && a.0 == 3 {
            return Err(Illegal::new(a, "planted"));
        }
        match s.hands[seat].iter().position(|c| *c == a.0) {
            Some(at) => drop(s.hands[seat].remove(at)),
            None if self.plant(Plant::AcceptsAll) || over => drop(s.hands[seat].pop()),
            None => return Err(Illegal::new(a, "not in hand")),
        }
        s.discards.push(a.0);
        if !self.plant(Plant::StaleCount) {
            s.left[seat] -= 1;
        }
        *s.shared.lock().unwrap() += 1;
        Ok(())
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        let other = &s.hands[1 - seat.index()];
        let leak = match self.config.plant {
            Plant::LeakyView | Plant::TruthCopier => other.clone(),
            Plant::HalfLeak => High::high(other).into_iter().collect(),
            _ => vec![],
        };
        let shared = if self.plant(Plant::SharedState) { *s.shared.lock().unwrap() } else { 0 };
        View {
            seat,
            own: s.hands[seat.index()].clone(),
            discards: s.discards.clone(),
            left: s.left,
            leak,
            shared,
        }
    }
    fn scores(&self, s: &State, out: &mut [f64]) {
        let won = if High::high(&s.hands[0]) > High::high(&s.hands[1]) { 1.0 } else { -1.0 };
        out.copy_from_slice(&[won, if self.plant(Plant::BadSum) { 0.0 } else { -won }]);
    }
    fn forfeit(&self, _: &State, seat: Seat, out: &mut [f64]) {
        let paid = if self.plant(Plant::GoodForfeit) { -1.0 } else { 1.0 };
        out.fill(paid);
        out[seat.index()] = -paid;
    }
}

impl Determinize for High {
    fn sample(&self, v: &View, rng: &mut Rng) -> State {
        let mut state = State::default();
        if v.own.is_empty() {
            return state;
        }
        let gone = |c: &u8| v.own.contains(c) || v.discards.contains(c);
        let mut unseen: Vec<u8> = (0..5).filter(|c| !gone(c)).collect();
        rng.shuffle(&mut unseen);
        if self.plant(Plant::BiasedSampler) && rng.below(3) == 0 {
            unseen.sort();
        }
        let held = 2 - usize::from(v.discards.len() > 1 - v.seat.index());
        let mut other = unseen[..held].to_vec();
        if self.plant(Plant::TruthCopier) {
            other = v.leak.clone();
        }
        while self.plant(Plant::HalfLeak) && High::high(&other) != v.leak.first().copied() {
            rng.shuffle(&mut unseen);
            other = unseen[..held].to_vec();
        }
        other.sort();
        state.hands[v.seat.index()] = v.own.clone();
        state.hands[1 - v.seat.index()] = other;
        state.discards = v.discards.clone();
        state.left = [state.hands[0].len(), state.hands[1].len()];
        state
    }
}

impl Hidden for High {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = s.clone();
        let mut unseen: Vec<u8> =
            (0..5).filter(|c| !s.hands[seat.index()].contains(c) && !s.discards.contains(c)).collect();
        rng.shuffle(&mut unseen);
        let hand = &mut other.hands[1 - seat.index()];
        let held = hand.len();
        *hand = unseen[..held].to_vec();
        hand.sort();
        other
    }
}

impl Enumerate for High {
    fn outcomes(&self, _: &State, out: &mut Vec<(Deal, f64)>) {
        out.clear();
        let pairs: Vec<(u8, u8)> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
        for &(a, b) in &pairs {
            for &(c, d) in pairs.iter().filter(|(c, d)| ![a, b].contains(c) && ![a, b].contains(d)) {
                out.push((Deal([a, b, c, d]), 1.0 / 30.0));
            }
        }
    }
}

fn look(plant: Plant) -> Result<(), Broken> {
    let game = High { config: Config { plant } };
    laws::find(&game, Effort::default())?;
    laws::find_sampler(&game, 12, 2000)
}

#[test]
fn the_game_without_a_fault_passes() {
    assert_eq!(look(Plant::Nothing), Ok(()));
}

#[test]
fn every_planted_fault_is_caught_by_the_law_about_it() {
    let table = [
        (Plant::LeakyView, "states that differ only in what is hidden look the same"),
        (Plant::TruthCopier, "states that differ only in what is hidden look the same"),
        (Plant::HalfLeak, "states that differ only in what is hidden look the same"),
        (Plant::SharedRng, "the same stream draws the same chance"),
        (Plant::StaleCount, "a sampled world gives back the view it was sampled from"),
        (Plant::BiasedSampler, "samples are distributed as chance deals"),
        (Plant::Unsorted, "legal actions are sorted without duplicates"),
        (Plant::Duplicate, "legal actions are sorted without duplicates"),
        (Plant::AcceptsAll, "what is not listed is refused"),
        (Plant::RefusesLegal, "what is legal is accepted"),
        (Plant::NoEnd, "nothing is accepted after the end"),
        (Plant::BadSum, "scores add up as stated"),
        (Plant::GoodForfeit, "a forfeit is never better than a finish"),
        (Plant::BadText, "an action's text round-trips"),
        (Plant::SharedState, "playing on in a clone changes nothing in the original"),
    ];
    for (plant, law) in table {
        let found = look(plant);
        assert_eq!(found.as_ref().map_err(|b| b.law), Err(law), "{plant:?}: {found:?}");
    }
}

/// A sampler that copies the truth through a channel that no view shows: a memory of what was dealt.
#[derive(Clone, Debug, Default)]
struct Peeking(High);

static PEEK: std::sync::Mutex<Option<[Vec<u8>; 2]>> = std::sync::Mutex::new(None);

macro_rules! forward {
    ($($name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)*) => {
        $(fn $name(&self, $($arg: $ty),*) -> $out { self.0.$name($($arg),*) })*
    };
}

impl Game for Peeking {
    const ID: &'static str = "peeking";
    const RULES: u32 = 1;
    const ABOUT: &'static str = "";
    type Config = Config;
    type State = State;
    type View = View;
    type Action = Discard;
    type Chance = Deal;
    type Legal = Vec<Discard>;
    fn new(config: Config) -> Result<Self, ConfigError> {
        High::new(config).map(Self)
    }
    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        High::profiles()
    }
    fn switches() -> &'static [Switch] {
        &[]
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        *PEEK.lock().unwrap() = Some(s.hands.clone());
        self.0.view(s, seat)
    }
    forward! {
        config() -> &Config;
        seats() -> usize;
        start() -> State;
        turn(s: &State) -> Turn;
        draw(s: &State, rng: &mut Rng) -> Deal;
        reveal(s: &mut State, c: &Deal) -> Result<(), Illegal>;
        legal(s: &State, out: &mut Vec<Discard>) -> ();
        apply(s: &mut State, a: Discard) -> Result<(), Illegal>;
        scores(s: &State, out: &mut [f64]) -> ();
        forfeit(s: &State, seat: Seat, out: &mut [f64]) -> ();
    }
}

impl Determinize for Peeking {
    fn sample(&self, v: &View, rng: &mut Rng) -> State {
        let mut world = self.0.sample(v, rng);
        if let Some(hands) = PEEK.lock().unwrap().clone() {
            world.hands = hands;
        }
        world
    }
}

impl Hidden for Peeking {
    fn rearrange(&self, s: &State, seat: Seat, rng: &mut Rng) -> State {
        self.0.rearrange(s, seat, rng)
    }
}

#[test]
fn a_sampler_that_copies_the_truth_unseen_is_caught() {
    let found = laws::find(&Peeking::default(), Effort { worlds: 1, ..Effort::default() });
    assert_eq!(found.map_err(|b| b.law), Err("sampled worlds do not always equal the truth"));
}

/// A bot that asks the game for more than its view would have to be handed a state; the nearest it can come is to
/// depend on the lazily built view, so the law is proved on a bot of a leaky game.
struct HighCard;

impl Agent<High> for HighCard {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, High>) -> Result<Discard, AgentError> {
        let peeked: u64 = d.view().leak.iter().map(|c| u64::from(*c)).sum();
        Ok(d.legal().nth(peeked % d.legal().count()))
    }
}

#[test]
fn a_bot_that_chooses_by_what_is_hidden_is_caught() {
    let honest = laws::find_blind(&High::default(), || Box::new(HighCard), Effort::default());
    assert_eq!(honest, Ok(()));
    let leaky = High { config: Config { plant: Plant::LeakyView } };
    let found = laws::find_blind(&leaky, || Box::new(HighCard), Effort::default());
    assert_eq!(found.map_err(|b| b.law), Err("a bot's choice depends on its view alone"));
}
