//! States too large to enumerate: two routes of counting, and sampling.

use super::super::{Counting, Risks};
use super::{each_state, rules};
use crate::daifugo::ledger::Ledger;
use croupier_core::{Game, Rng, Seat, Turn};
use croupier_games::daifugo::{
    Card, CardSet, Config, Daifugo, Field, Kind, Play, View, each_answer, each_play,
};

/// A field of three or four of a rank, or of a run, on which jokers and bounds bear.
fn field(rng: &mut Rng) -> Field {
    let mut plays: Vec<Play> = Vec::new();
    let run = rng.below(2) == 0;
    let len = if run { 3 + rng.below(3) } else { 3 + rng.below(2) } as u32;
    each_play(CardSet::deck(13, 0), false, &mut |play| {
        if (play.kind() == Kind::Run) == run && play.len() == len {
            plays.push(play);
        }
    });
    Field { play: Some(plays[rng.index(plays.len())]), revolution: rng.below(3) == 0, ..Field::default() }
}

/// Shows whole deals under random rules, every so many states: the game, a view with its ledger, a field.
fn each_field(
    purpose: &str,
    tables: usize,
    every: u32,
    mut seen: impl FnMut(&Daifugo, &View, &Field, &mut Rng),
) {
    let mut rng = Rng::keyed(purpose, &[]);
    for _ in 0..tables {
        let mut rules = Config { deals: 2, ..rules(&mut rng) };
        rules.players = rules.players.min(5);
        let game = Daifugo::new(rules).unwrap();
        let mut states = 0;
        each_state(&game, &mut rng.split(), |state, _, rng| {
            states += 1;
            if let (1, Turn::Seat(seat)) = (states % every, game.turn(state)) {
                let field = field(rng);
                seen(&game, &game.view(state, seat), &field, rng);
            }
        });
    }
}

/// The other seats still in.
fn others(view: &View) -> Vec<Seat> {
    view.table.active.iter().filter(|s| *s != view.seat).collect()
}

#[test]
fn blocks_with_signs_agree_with_plain_counting_on_whole_deals() {
    let (mut compared, mut between, mut worst) = (0, 0, 0f64);
    each_field("large states", 6, 4, |game, view, field, _| {
        let ledger = Ledger::new(game.rules(), view).unwrap();
        let count = |counting| {
            let mut risks = Risks::new(game.rules(), view, &ledger).counting(counting);
            risks.risk_from(field, &others(view))
        };
        let (a, b, quick) = (count(Counting::Blocks), count(Counting::Plain), count(Counting::Quick));
        assert!((a - b).abs() < 1e-9 && (quick - b).abs() < 1e-9, "{field:?}: {a}, {b}, {quick}\n{view}");
        worst = worst.max((a - b).abs());
        compared += 1;
        between += u32::from(b > 0.0 && b < 1.0);
    });
    println!("{compared} fields, {between} risks between 0 and 1, worst difference {worst:e}");
    assert!(between > 50, "{between} of {compared}");
}

#[test]
fn sampled_worlds_answer_as_often_as_the_risk_says() {
    const WORLDS: u64 = 400;
    let mut between = 0;
    each_field("sampled states", 5, 11, |game, view, field, rng| {
        let ledger = Ledger::new(game.rules(), view).unwrap();
        let risk = Risks::new(game.rules(), view, &ledger).risk_from(field, &others(view));
        let all = others(view);
        let hits = (0..WORLDS).filter(|_| answered(game.rules(), &ledger, field, &all, rng)).count();
        let n = WORLDS as f64;
        let slack = 5.0 * (n * risk * (1.0 - risk)).sqrt() + 1.0;
        assert!(
            (hits as f64 - n * risk).abs() <= slack,
            "{field:?}: {risk}, {hits} of {n}\n{view}\n{ledger}"
        );
        between += u32::from(risk > 0.0 && risk < 1.0);
    });
    assert!(between > 15, "{between}");
}

/// Whether somebody answers in one placement, drawn uniformly: strongest cards first, each into one of its places.
fn answered(rules: &Config, ledger: &Ledger, field: &Field, seats: &[Seat], rng: &mut Rng) -> bool {
    // By place: whose, whether jokers may lie there, whether high cards may.
    let mut places: Vec<(Option<Seat>, bool, bool)> = Vec::new();
    for (i, slots) in ledger.slots.iter().enumerate() {
        let free = ledger.bound[i].is_none();
        places.extend((0..*slots).map(|_| (Some(Seat(i as u8)), free, free)));
    }
    places.extend((0..ledger.blind).map(|_| (None, false, true)));
    let mut hands: Vec<CardSet> = ledger.known.to_vec();
    let high = ledger.high();
    let rank = |c: &Card| if *c == Card::JOKER { 2 } else { u8::from(high >> c.0 & 1 == 1) };
    let mut cards: Vec<Card> = ledger.unknown.iter().collect();
    cards.sort_by_key(|c| std::cmp::Reverse(rank(c)));
    for card in cards {
        let may = |p: &(Option<Seat>, bool, bool)| match rank(&card) {
            2 => p.1,
            1 => p.2,
            _ => true,
        };
        let open: Vec<usize> = (0..places.len()).filter(|i| may(&places[*i])).collect();
        let (seat, ..) = places.swap_remove(open[rng.index(open.len())]);
        if let Some(seat) = seat {
            hands[seat.index()] = hands[seat.index()].with(card);
        }
    }
    let mut any = false;
    for seat in seats {
        each_answer(rules, field, hands[seat.index()], &mut |_| any = true);
    }
    any
}
