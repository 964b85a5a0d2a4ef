//! States too large to enumerate: two routes of counting, and sampling.

use super::super::{Counting, Risks};
use super::{each_state, rules};
use crate::daifugo::ledger::Ledger;
use croupier_core::{Game, Rng, Seat, Turn};
use croupier_games::daifugo::{Action, Card, CardSet, Config, Daifugo, Field, each_answer};

#[test]
fn blocks_with_signs_agree_with_plain_counting_on_whole_deals() {
    let mut rng = Rng::keyed("large states", &[]);
    let (mut compared, mut worst) = (0, 0f64);
    for players in [4, 4, 4, 5] {
        let game = Daifugo::new(Config { players, deals: 2, ..rules(&mut rng) }).unwrap();
        let mut seen = 0;
        each_state(&game, &mut rng.split(), |state, legal, rng| {
            seen += 1;
            if seen % 9 != 1 {
                return;
            }
            let Turn::Seat(seat) = game.turn(state) else { return };
            let view = game.view(state, seat);
            let ledger = Ledger::new(game.rules(), &view).unwrap();
            let mut mixed = Risks::new(game.rules(), &view, &ledger).counting(Counting::Blocks);
            let mut plain = Risks::new(game.rules(), &view, &ledger).counting(Counting::Plain);
            for _ in 0..3 {
                let Action::Play(play) = legal[rng.index(legal.len())] else { continue };
                let (a, b) = (mixed.risk(play), plain.risk(play));
                assert!((a - b).abs() < 1e-9, "{play}: {a} and {b}\n{view}");
                worst = worst.max((a - b).abs());
                compared += 1;
            }
        });
    }
    println!("{compared} plays, worst difference {worst:e}");
    assert!(compared > 30);
}

#[test]
fn sampled_worlds_answer_as_often_as_the_risk_says() {
    const WORLDS: u64 = 1500;
    let mut rng = Rng::keyed("sampled states", &[]);
    let mut compared = 0;
    for _ in 0..4 {
        let game = Daifugo::new(Config { deals: 2, ..rules(&mut rng) }).unwrap();
        let mut seen = 0;
        each_state(&game, &mut rng.split(), |state, legal, rng| {
            seen += 1;
            if seen % 13 != 1 {
                return;
            }
            let Turn::Seat(seat) = game.turn(state) else { return };
            let view = game.view(state, seat);
            let ledger = Ledger::new(game.rules(), &view).unwrap();
            let mut risks = Risks::new(game.rules(), &view, &ledger);
            let Action::Play(play) = legal[rng.index(legal.len())] else { return };
            let (risk, field, others) =
                (risks.risk_of_others(play), risks.after(play).field, risks.others(play));
            if field.play.is_none() {
                return;
            }
            let hits = (0..WORLDS).filter(|_| answered(game.rules(), &ledger, &field, &others, rng)).count();
            let (n, p) = (WORLDS as f64, risk);
            let slack = 5.0 * (n * p * (1.0 - p)).sqrt() + 1.0;
            assert!((hits as f64 - n * p).abs() <= slack, "{play}: {p}, {hits} of {n}\n{view}\n{ledger}");
            compared += 1;
        });
    }
    assert!(compared > 20);
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
