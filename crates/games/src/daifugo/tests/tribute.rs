//! Tribute: what is given and returned, and who sees what when.

use super::{Position, cards, standard};
use crate::daifugo::state::Phase;
use crate::daifugo::{Config, Stage, State, TributeTies};
use croupier_core::{Game, Seat};

/// The deal of a table whose last places were seats 0 1 2 3: daifugo, fugo, hinmin, daihinmin. Five ranks, two jokers.
const DEAL: &str = "deal 3c4c 3d3h3s4d4h 4s5c5d5h5s 6c6d6h6sX 7c7d7h7sX";

fn second_deal(change: impl FnOnce(&mut Config), deal: &str) -> Position {
    let game = standard(|c| {
        c.ranks = 5;
        change(c);
    });
    let mut state = State::new(game.rules());
    state.phase = Phase::Deal;
    state.deals_left = 1;
    state.places = Seat::all(4).collect();
    game.reveal(&mut state, &deal.parse().unwrap()).unwrap_or_else(|e| panic!("{e}"));
    Position { game, state }
}

#[test]
fn daihinmin_gives_its_two_strongest_and_hinmin_its_strongest_ties_at_their_choice() {
    let p = second_deal(|_| (), DEAL);
    assert_eq!(p.turn(), Some(Seat(3)));
    assert_eq!(p.legal(), ["give 7cX", "give 7dX", "give 7hX", "give 7sX"]);
    for other in ["give 7c7d", "give X", "give 6cX", "return 7cX", "7c", "pass"] {
        assert!(!p.allows(other), "{other}");
    }
    let p = p.go(&["3 give 7dX"]);
    assert_eq!((p.turn(), p.legal()), (Some(Seat(2)), vec!["give X".to_string()]));
    let p = p.go(&["2 give X"]);
    assert_eq!(p.turn(), Some(Seat(0)));
    assert_eq!(p.legal().len(), 10, "two of five cards");
    let p = p.go(&["0 return 3d4h"]);
    assert_eq!(p.legal(), ["return 4s", "return 5c", "return 5d", "return 5h", "return 5s"]);
    let p = p.go(&["1 return 5c"]);
    let hands: Vec<String> = p.state.hands.iter().map(|h| h.to_string()).collect();
    assert_eq!(hands, ["3h3s4d7dX", "4s5d5h5sX", "5c6c6d6h6s", "3d4h7c7h7s"]);
    assert_eq!(p.turn(), Some(Seat(3)), "the daihinmin leads");
}

#[test]
fn ties_go_by_the_lowest_suit_where_the_switch_says() {
    let p = second_deal(|c| c.tribute_ties = TributeTies::LowestSuit, DEAL);
    assert_eq!(p.turn(), Some(Seat(0)), "there is nothing for the givers to choose");
    let p = p.go(&["0 return 3d3h", "1 return 4s"]);
    assert_eq!(p.state.hands[0], cards("3s4d4h7cX"));
    assert_eq!(p.state.hands[3], cards("3d3h7d7h7s"));
}

#[test]
fn two_jokers_are_the_two_strongest_and_there_is_no_choice_between_them() {
    let p = second_deal(|_| (), "deal 3c4c 3d3h3s4d4h 4s5c5d5h5s 6c6d6h6s7c 7d7h7sXX");
    assert_eq!(p.legal(), ["give XX"]);
    let p = p.go(&["3 give XX", "2 give 7c", "0 return 3d3h", "1 return 4s"]);
    assert_eq!(p.state.hands[0], cards("3s4d4hXX"));
}

#[test]
fn without_tribute_a_later_deal_begins_with_the_lead() {
    let p = second_deal(|c| c.tribute = false, DEAL);
    assert_eq!((p.turn(), p.state.phase), (Some(Seat(3)), Phase::Play));
    assert!(p.allows("7c"));
}

/// The near side of the boundary: nothing of the cards received is in the receiver's view before its return.
#[test]
fn received_cards_are_invisible_until_the_return_is_done() {
    let given = |gift: &str| second_deal(|_| (), DEAL).go(&[&format!("3 give {gift}"), "2 give X"]);
    let p = given("7dX");
    let view = p.game.view(&p.state, Seat(0));
    assert_eq!((view.stage, view.hand, view.table.left[0]), (Stage::Return, cards("3d3h3s4d4h"), 5));
    assert!(view.got.is_empty() && view.gave.is_empty());
    let text = serde_json::to_string(&view).unwrap() + &view.to_string();
    assert!(!text.contains("7d") && !text.contains('X'), "{text}");
    // Whatever was given, every other seat's view is the same.
    let other = given("7sX");
    for seat in [0, 1, 2].map(Seat) {
        assert_eq!(p.game.view(&p.state, seat), other.game.view(&other.state, seat), "seat {seat}");
    }
    assert_ne!(p.game.view(&p.state, Seat(3)), other.game.view(&other.state, Seat(3)));
    // The fugo's wait is its own: the daifugo's return shows it nothing.
    let p = p.go(&["0 return 3d4h"]);
    let view = p.game.view(&p.state, Seat(1));
    assert_eq!((view.hand, view.got), (cards("4s5c5d5h5s"), cards("-")));
}

/// The far side: the moment the return is done, the receiver has and sees the cards, and knows what it got.
#[test]
fn received_cards_are_in_view_as_soon_as_the_return_is_done() {
    let p = second_deal(|_| (), DEAL).go(&["3 give 7dX", "2 give X", "0 return 3d4h"]);
    let view = p.game.view(&p.state, Seat(0));
    assert_eq!((view.hand, view.got, view.gave), (cards("3h3s4d7dX"), cards("7dX"), cards("3d4h")));
    let view = p.game.view(&p.state, Seat(3));
    assert_eq!((view.hand, view.got, view.gave), (cards("3d4h7c7h7s"), cards("3d4h"), cards("7dX")));
}

#[test]
fn the_giver_knows_what_it_gave_and_gets_nothing_before_the_return() {
    let p = second_deal(|_| (), DEAL).go(&["3 give 7dX"]);
    let view = p.game.view(&p.state, Seat(3));
    assert_eq!((view.hand, view.gave, view.got), (cards("7c7h7s"), cards("7dX"), cards("-")));
    assert_eq!(view.table.left.as_slice(), [5, 5, 5, 3]);
}

#[test]
fn an_exchange_is_seen_by_its_two_seats_alone() {
    let p = second_deal(|_| (), DEAL).go(&["3 give 7dX", "2 give X", "0 return 3d4h", "1 return 5c"]);
    let seen: Vec<(String, String)> = Seat::all(4)
        .map(|s| p.game.view(&p.state, s))
        .map(|v| (v.gave.to_string(), v.got.to_string()))
        .collect();
    let expected = [("3d4h", "7dX"), ("5c", "X"), ("X", "5c"), ("7dX", "3d4h")];
    assert_eq!(seen, expected.map(|(a, b)| (a.to_string(), b.to_string())));
}

/// The page: nothing of earlier deals. The first deal's exchange is gone in a set's next deal.
#[test]
fn a_view_tells_nothing_of_earlier_deals_but_the_ranks() {
    let mut p = second_deal(|c| c.deals = 3, "deal 3c4c 3d3h3s4d4h 4s5c5d5h5s 6c6d6h6sX 7c7d7h7sX");
    p.state.deals_left = 2;
    let mut p = p.go(&["3 give 7dX", "2 give X", "0 return 3d4h", "1 return 5c"]);
    let (mut legal, mut rng) = (Vec::new(), croupier_core::Rng::keyed("on", &[]));
    while p.turn().is_some() {
        p.game.legal(&p.state, &mut legal);
        let action = legal[rng.index(legal.len())];
        p.game.apply(&mut p.state, action).unwrap();
    }
    p.game.reveal(&mut p.state, &DEAL.parse().unwrap()).unwrap();
    for seat in Seat::all(4) {
        let view = p.game.view(&p.state, seat);
        assert!(view.events.is_empty() && view.gave.is_empty() && view.got.is_empty());
        assert_eq!((view.ranks.len(), view.table.field), (4, Default::default()));
    }
}
