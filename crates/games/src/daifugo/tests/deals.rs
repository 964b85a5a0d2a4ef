//! Deals: blind cards, sizes of hands, the first lead, seats, and the length of a set.

use super::{Position, cards, standard, uecda};
use crate::daifugo::{Blind, BlindScope, Chance, Daifugo, FirstLead, LaterLead, State};
use croupier_core::{Game, LegalSet, Rng, Seat, Turn};

/// Plays random sets and shows every deal with the state after it.
fn each_deal(game: &Daifugo, sets: u64, mut visit: impl FnMut(&Chance, &State)) {
    for i in 0..sets {
        let (mut s, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("deals", &[i]));
        loop {
            match game.turn(&s) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&s, &mut rng);
                    game.reveal(&mut s, &chance).unwrap();
                    if matches!(chance, Chance::Deal { .. }) {
                        visit(&chance, &s);
                    }
                }
                Turn::Seat(_) => {
                    game.legal(&s, &mut legal);
                    game.apply(&mut s, legal.nth(rng.below(legal.count()))).unwrap();
                }
            }
        }
    }
}

fn sizes(game: &Daifugo) -> Vec<(usize, Vec<usize>)> {
    let mut all = Vec::new();
    each_deal(game, 8, |chance, s| {
        let Chance::Deal { blind, hands } = chance else { return };
        assert_eq!(blind.jokers(), 0, "no joker is blind");
        let table = s.table.order();
        all.push((blind.len() as usize, table.iter().map(|p| hands[p.index()].len() as usize).collect()));
    });
    all
}

#[test]
fn hands_and_blinds_have_the_sizes_of_the_page() {
    for (players, blind, hand) in [(4, 2, 13), (5, 4, 10), (6, 0, 9)] {
        let expected = (blind, vec![hand; usize::from(players)]);
        assert!(sizes(&standard(|c| c.players = players)).iter().all(|deal| *deal == expected));
    }
}

#[test]
fn uneven_hands_are_larger_at_the_seats_after_a_dealer_that_the_luck_draws() {
    let deals = sizes(&uecda(|c| c.deals = 6));
    let mut dealers = std::collections::BTreeSet::new();
    for (blind, hands) in deals {
        assert_eq!(blind, 0);
        let dealer = (0..5).find(|d| (0..5).all(|i| hands[(d + 1 + i) % 5] == if i < 3 { 11 } else { 10 }));
        dealers.insert(dealer.unwrap_or_else(|| panic!("{hands:?} are not 11 11 11 10 10 in table order")));
    }
    assert_eq!(dealers.len(), 5, "every place at the table deals sometimes");
    let none = sizes(&standard(|c| c.blind = Blind::None));
    assert!(none.iter().all(|(blind, hands)| *blind == 0 && hands.iter().sum::<usize>() == 54));
}

#[test]
fn blind_cards_last_a_deal_or_a_set() {
    for (scope, same) in [(BlindScope::Deal, false), (BlindScope::Set, true)] {
        let mut blinds = Vec::new();
        each_deal(&standard(|c| c.blind_scope = scope), 6, |chance, _| {
            let Chance::Deal { blind, .. } = chance else { return };
            blinds.push(*blind);
        });
        for set in blinds.chunks(4) {
            assert_eq!(set.iter().all(|b| *b == set[0]), same, "{scope:?}: {set:?}");
        }
    }
}

fn deal(game: &Daifugo, text: &str) -> Result<State, String> {
    let mut s = game.start();
    game.reveal(&mut s, &"seats 0 1 2 3".parse().unwrap()).unwrap();
    game.reveal(&mut s, &text.parse().unwrap()).map_err(|e| e.reason).map(|()| s)
}

/// A deck of twelve natural cards and no joker: three ranks.
fn small(first_lead: FirstLead) -> Daifugo {
    standard(|c| {
        c.ranks = 3;
        c.jokers = 0;
        c.first_lead = first_lead;
        c.tribute = false;
    })
}

#[test]
fn the_first_lead_is_the_marked_cards_or_the_next_in_play() {
    let leader = |first, text| deal(&small(first), text).unwrap().table.turn;
    // Twelve cards, two blind, ten dealt 3 3 2 2.
    let text = "deal 3c3h 3s4c4d 3d4h4s 5c5d 5h5s";
    assert_eq!(leader(FirstLead::Spade3, text), Seat(0));
    assert_eq!(leader(FirstLead::Diamond3, text), Seat(1));
    let blind = "deal 3s3d 3c4c4d 3h4h4s 5c5d 5h5s";
    assert_eq!(leader(FirstLead::Spade3, blind), Seat(1), "4s leads when 3s is blind");
    assert_eq!(leader(FirstLead::Diamond3, blind), Seat(0), "4d leads when 3d is blind");
}

#[test]
fn the_first_lead_is_free() {
    let game = small(FirstLead::Spade3);
    let state = deal(&game, "deal 3c3h 3s4c4d 3d4h4s 5c5d 5h5s").unwrap();
    let position = Position { game, state };
    assert_eq!(position.legal(), ["3s", "4c", "4d", "4c4d"]);
}

#[test]
fn later_deals_are_led_by_the_daihinmin_or_by_the_marked_card() {
    for (later, tribute) in [
        (LaterLead::Daihinmin, false),
        (LaterLead::Card, false),
        (LaterLead::Daihinmin, true),
        (LaterLead::Card, true),
    ] {
        let game = standard(|c| {
            c.later_lead = later;
            c.tribute = tribute;
        });
        let mut by_card = 0;
        each_lead(&game, |s| {
            let daihinmin = *s.places.last().unwrap();
            let spade = (0..13).find_map(|r| {
                let card = format!("{}s", crate::daifugo::Rank(r));
                Seat::all(4).find(|p| s.hands[p.index()].includes(cards(&card)))
            });
            let expected = if later == LaterLead::Card { spade.unwrap() } else { daihinmin };
            assert_eq!(s.table.turn, expected);
            by_card += usize::from(spade != Some(daihinmin));
        });
        assert!(by_card > 0, "the two rules differ somewhere");
    }
}

/// Shows the state at the first lead of every deal after a set's first.
fn each_lead(game: &Daifugo, mut visit: impl FnMut(&State)) {
    for i in 0..5 {
        let (mut s, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("leads", &[i]));
        let mut shown = game.rules().deals;
        loop {
            match game.turn(&s) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&s, &mut rng);
                    game.reveal(&mut s, &chance).unwrap();
                }
                Turn::Seat(_) => {
                    game.legal(&s, &mut legal);
                    game.apply(&mut s, legal.nth(rng.below(legal.count()))).unwrap();
                }
            }
            if s.phase == crate::daifugo::state::Phase::Play && s.deals_left < shown {
                shown = s.deals_left;
                visit(&s);
            }
        }
    }
}

#[test]
fn deals_that_cannot_be_are_refused() {
    let game = small(FirstLead::Spade3);
    for (text, part) in [
        ("deal 3c3h 3s4c4d 3d4h4s 5c5d 5h", "are the deck"),
        ("deal 3c3h 3s4c4d 3d4h 4s5c5d 5h5s", "even"),
        ("deal 3c 3s3h4c4d 3d4h4s 5c5d 5h5s", "number of cards"),
        ("deal 3c3h 3s4c4d 3d4h4s 5c5d 5h6s", "are the deck"),
        ("deal 3c3h 3s4c4d 3d4h4s 5c5d5h5s", "a hand for each seat"),
        ("seats 0 2 1 3", "another chance event"),
    ] {
        let reason = deal(&game, text).unwrap_err();
        assert!(reason.contains(part), "{text}: {reason}");
    }
    let game = standard(|_| ());
    assert!(game.reveal(&mut game.start(), &"seats 1 0 2 3".parse().unwrap()).is_err());
    assert!(game.reveal(&mut game.start(), &"seats 0 1 2 2".parse().unwrap()).is_err());
    for text in ["", "deal", "seats a", "lots 1 2 3 4 5 6 7", "shuffle"] {
        assert!(text.parse::<Chance>().is_err(), "{text}");
    }
}

fn count_chances(game: &Daifugo) -> (usize, usize) {
    let (mut s, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("set", &[]));
    let (mut seats, mut deals) = (0, 0);
    while game.turn(&s) != Turn::Over {
        if game.turn(&s) == Turn::Chance {
            let chance = game.draw(&s, &mut rng);
            seats += usize::from(matches!(chance, Chance::Seats(_)));
            deals += usize::from(matches!(chance, Chance::Deal { .. }));
            game.reveal(&mut s, &chance).unwrap();
        } else {
            game.legal(&s, &mut legal);
            game.apply(&mut s, legal.nth(rng.below(legal.count()))).unwrap();
        }
    }
    (seats, deals)
}

#[test]
fn a_set_has_its_deals_and_seats_are_redrawn_as_often_as_the_switch_says() {
    assert_eq!(count_chances(&standard(|_| ())), (1, 4));
    assert_eq!(count_chances(&standard(|c| c.deals = 1)), (1, 1));
    assert_eq!(count_chances(&standard(|c| c.redraw = 2)), (2, 4));
    assert_eq!(count_chances(&uecda(|c| c.deals = 10)), (4, 10));
}
