//! Random small states of each kind, counted out card by card.
//!
//! `DAIFUGO_STATES` sets how many states of each kind are tried.

use super::super::need::Need;
use super::super::{Counting, LEAST, Responders, Risks, enumerate};
use super::rules;
use crate::daifugo::ledger::Ledger;
use arrayvec::ArrayVec;
use croupier_core::{Rng, Seat};
use croupier_games::daifugo::{
    Card, CardSet, Config, Field, Kind, Play, Rank, Suit, Suits, Table, each_answer, each_play,
};

/// A field to answer and what is known of who might.
struct Small {
    rules: Config,
    ledger: Ledger,
    table: Table,
    field: Field,
    responders: Responders,
}

fn states() -> u64 {
    std::env::var("DAIFUGO_STATES").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// Random cards from those that matter to a kind: few ranks for groups, few suits for runs.
fn focus(kind: Kind, rng: &mut Rng) -> Vec<Card> {
    let mut cards: Vec<Card> = match kind {
        Kind::Group => {
            let ranks: Vec<u8> = (0..3).map(|_| rng.below(13) as u8).collect();
            (0..52).map(Card).filter(|c| ranks.contains(&c.rank().0)).collect()
        }
        Kind::Run => {
            let (low, suit) = (rng.below(7) as u8, rng.below(4) as u8);
            // Now and then one suit alone, for hands that hold all of a long stretch.
            let alone = rng.below(4) == 0;
            let other = if alone { suit } else { rng.below(4) as u8 };
            let near = |c: &Card| alone || (low..low + 7).contains(&c.rank().0);
            let mine = |c: &Card| c.suit() == Some(Suit(suit)) || c.suit() == Some(Suit(other));
            (0..52).map(Card).filter(|c| near(c) && mine(c)).collect()
        }
        _ => (0..52).map(Card).collect(),
    };
    rng.shuffle(&mut cards);
    cards
}

/// Splits `n` into `parts` random parts.
fn split(n: u32, parts: usize, rng: &mut Rng) -> Vec<u8> {
    let mut out = vec![0; parts];
    (0..n).for_each(|_| out[rng.index(parts)] += 1);
    out
}

fn small(kind: Kind, rng: &mut Rng) -> Option<Small> {
    let rules = rules(rng);
    let n = rules.seats();
    let jokers = rng.below(u64::from(rules.jokers) + 1) as u32;
    let cards = focus(kind, rng);
    let unknown = CardSet::new(cards.iter().take(6 + rng.index(3)).map(|c| 1 << c.0).sum(), jokers);
    let most = if rng.below(3) == 0 { 2 } else { n - 1 };
    let opponents = 1 + rng.index(most);
    let seats: Vec<Seat> = Seat::all(n).skip(1).take(opponents).collect();
    let blind = rng.below(3) as u32;
    let slots = split(unknown.len().checked_sub(blind)?, opponents, rng);
    let mut ledger = Ledger {
        seat: Seat(0),
        mine: CardSet::EMPTY,
        public: CardSet::EMPTY,
        known: (0..n).map(|_| CardSet::EMPTY).collect(),
        sent: CardSet::EMPTY,
        unknown,
        slots: (0..n).map(|i| if i > 0 && i <= opponents { slots[i - 1] } else { 0 }).collect(),
        blind: blind as u8,
        hidden: 0,
        bound: (0..n).map(|_| None).collect(),
        passes: Vec::new(),
    };
    let special = seats[rng.index(opponents)].index();
    if rng.below(2) == 0 {
        let mut known: CardSet = cards.iter().skip(8).take(rng.index(3)).copied().collect();
        if rng.below(4) == 0 && jokers < u32::from(rules.jokers) {
            known = known.with(Card::JOKER);
        }
        ledger.known[special] = known;
    }
    if rng.below(2) == 0 {
        ledger.bound[special] = Some(Rank(rng.below(13) as u8));
    }
    ledger.balance().ok()?;
    let elsewhere = CardSet::deck(13, u32::from(rules.jokers)).minus(unknown).minus(ledger.known[special]);
    let field = field(kind, &rules, elsewhere, rng)?;
    // Seats that do not answer stand for those that have passed, and for a fallen one.
    let responders: Responders = seats.iter().copied().filter(|_| rng.below(4) > 0).collect();
    let table = table(n, field, &ledger);
    Some(Small { rules, ledger, table, field, responders })
}

fn table(n: usize, field: Field, ledger: &Ledger) -> Table {
    Table {
        next: Seat::all(n).map(|s| s.after(1, n)).collect(),
        turn: Seat(0),
        field,
        owner: Some(Seat(0)),
        active: Seat::all(n).collect::<Vec<_>>().into(),
        passed: Vec::new().into(),
        left: Seat::all(n).map(|s| ledger.slots[s.index()] + ledger.known[s.index()].len() as u8).collect(),
        finished: ArrayVec::new(),
        fouled: ArrayVec::new(),
        fallen: None,
        lots: ArrayVec::new(),
        passes: 0,
    }
}

/// A field of the kind from these cards, with a lock that can come of it.
fn field(kind: Kind, rules: &Config, from: CardSet, rng: &mut Rng) -> Option<Field> {
    let mut plays: Vec<Play> = Vec::new();
    each_play(from, rules.joker_pair, &mut |play| {
        if play.kind() == kind && play.len() <= 4 {
            plays.push(play);
        }
    });
    let lengths: Vec<u32> = (1..=4).filter(|n| plays.iter().any(|p| p.len() == *n)).collect();
    let len = *lengths.get(rng.index(lengths.len().max(1)))?;
    plays.retain(|p| p.len() == len);
    let (revolution, back) = (rng.below(2) == 0, rules.jack_back && rng.below(4) == 0);
    let mut play = plays[rng.index(plays.len())];
    if kind == Kind::Single {
        // Weak cards are answered for sure: the stronger of two.
        let other = plays[rng.index(plays.len())];
        let strength = |p: &Play| p.rank().strength(revolution != back);
        play = [play, other].into_iter().max_by_key(strength)?;
    }
    let mut lock = Suits::NONE;
    if rules.suit_lock && rng.below(3) == 0 && !play.is_lone_joker() {
        // A joker among the suits leaves a place open, which another play may have filled.
        let more = if kind == Kind::Run { 0 } else { play.len() - play.suits().len() };
        let extra: u8 = (0..more).map(|_| 1u8 << rng.below(4)).fold(0, |a, b| a | b);
        lock = Suits(play.suits().0 | if rng.below(2) == 0 { extra } else { 0 });
    }
    Some(Field { play: Some(play), lock, revolution, back })
}

/// Compares count and enumeration on many states; the worst difference, and how many risks were neither 0 nor 1.
fn compare(kind: Kind, counting: Counting) -> (f64, u64) {
    let mut rng = Rng::keyed("small states", &[kind as u64]);
    let (mut worst, mut between, mut tried) = (0f64, 0, 0);
    while tried < states() {
        let Some(small) = small(kind, &mut rng) else { continue };
        let Small { rules, ledger, table, field, responders } = &small;
        // Most fields that nobody could answer with all unknown cards together say little: few are kept.
        let mut hopeful = false;
        for seat in responders {
            let all = ledger.unknown.plus(ledger.known[seat.index()]);
            each_answer(rules, field, all, &mut |_| hopeful = true);
        }
        if !hopeful && rng.below(10) > 0 {
            continue;
        }
        let Some(truth) = enumerate(rules, ledger, field, responders, 1e5) else { continue };
        tried += 1;
        let mut risks = Risks::at(rules, table, None, ledger).counting(counting);
        let risk = risks.risk_from(field, responders);
        let shown = || format!("{field:?} {responders:?} {rules:?}\n{ledger}");
        assert!((risk - truth).abs() < 1e-9, "risk {risk}, by enumeration {truth}\n{}", shown());
        assert_eq!(risk == 0.0, truth == 0.0, "{}", shown());
        worst = worst.max((risk - truth).abs());
        between += u64::from(truth > 0.0 && truth < 1.0);
        if truth > 0.0 {
            assert!(risk >= LEAST);
            assert_ne!(Need::of(rules, field), Need::Nothing);
        }
    }
    println!("{kind:?}: {tried} states, {between} risks between 0 and 1, worst difference {worst:e}");
    (worst, between)
}

#[test]
fn the_risk_of_a_single_is_what_enumeration_says() {
    let (_, between) = compare(Kind::Single, Counting::Quick);
    assert!(between > states() / 5, "{between}");
}

#[test]
fn the_risk_of_a_group_is_what_enumeration_says() {
    let (_, between) = compare(Kind::Group, Counting::Quick);
    assert!(between > states() / 5, "{between}");
}

#[test]
fn the_risk_of_a_run_is_what_enumeration_says() {
    let (_, between) = compare(Kind::Run, Counting::Quick);
    assert!(between > states() / 5, "{between}");
}

#[test]
fn each_way_of_counting_says_the_same() {
    for counting in [Counting::Plain, Counting::Blocks] {
        compare(Kind::Group, counting);
        compare(Kind::Run, counting);
    }
}
