//! Encoders: every value of small positions by hand, fixed shapes, and nothing hidden.

use super::{Position, cards, standard, uecda};
use crate::daifugo::Card;
use crate::daifugo::encode::{
    FEATURES_LEN, PLANE, PLANES, VIEW_LEN, action_features, hand_vector, view_tensor,
};
use crate::encode::ByView;
use croupier_core::{Game, Hidden, Rng, Seat, Turn};

fn tensor(p: &Position, seat: u8) -> Vec<f32> {
    let mut out = vec![f32::NAN; VIEW_LEN];
    view_tensor(&p.game, &p.game.view(&p.state, Seat(seat)), &mut out);
    out
}

/// The cards of a plane: the indices of its ones, jokers as 52 and 53.
fn plane(tensor: &[f32], i: usize) -> Vec<usize> {
    (0..PLANE).filter(|k| tensor[i * PLANE + k] == 1.0).collect()
}

fn indices(text: &str) -> Vec<usize> {
    let mut all: Vec<usize> = cards(text).iter().map(|c| usize::from(c.0)).collect();
    if let [.., a, b] = all.as_mut_slice() {
        *b += usize::from(*a == 52 && *b == 52);
    }
    all
}

#[test]
fn planes_hold_hand_field_unseen_and_played_cards_by_relative_seat() {
    let p = Position::standard("turn 3; 0 4c9dXX; 1 5c6c; 2 5d6d; 3 3c7h9h").go(&["3 3c", "0 4c"]);
    let t = tensor(&p, 0);
    assert_eq!(plane(&t, 0), indices("9dXX"));
    assert_eq!(plane(&t, 1), indices("4c"));
    assert_eq!(plane(&t, 2).len(), 54 - 3 - 2);
    assert_eq!((plane(&t, 3), plane(&t, 6)), (indices("4c"), indices("3c")), "own plays, seat 3's plays");
    let t = tensor(&p, 1);
    assert_eq!((plane(&t, 5), plane(&t, 6)), (indices("3c"), indices("4c")), "seats 3 and 0 seen from 1");
    assert!((9..PLANES).all(|i| plane(&t, i).is_empty()));
}

#[test]
fn numbers_tell_seats_field_and_order() {
    let p = Position::standard(
        "turn 2; field 1 TcTd; lock cd; revolution; passed 3; 0 4c; 1 5c6c; 2 5d6d9d; 3 7h; ranks 2 0 1 3",
    );
    let t = tensor(&p, 2);
    let n = &t[PLANES * PLANE..];
    let row = |i: usize| n[14 * i..14 * (i + 1)].to_vec();
    assert_eq!(
        row(0),
        [3.0 / 14.0, 1., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 0., 1.],
        "me: to move, daifugo"
    );
    assert_eq!(row(1), [1.0 / 14.0, 1., 1., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1.], "seat 3: passed");
    assert_eq!(
        row(3),
        [2.0 / 14.0, 1., 0., 1., 0., 0., 0., 0., 0., 0., 0., 1., 0., 1.],
        "seat 1: owner, hinmin"
    );
    assert!(row(4).iter().chain(&row(5)).all(|v| *v == 0.0), "a table of four has no more seats");
    let rest = &n[84..];
    assert_eq!(&rest[..4], [0., 1., 0., 2.0 / 13.0], "a group of two");
    assert_eq!(rest[4..18].iter().position(|v| *v == 1.0), Some(7), "of tens");
    assert_eq!(&rest[18..25], [1., 1., 0., 0., 1., 0., 1.], "lock on clubs and diamonds, revolution");
    assert_eq!(&rest[25..], [0.5, 0., 0., 1., 0., 3.0 / 14.0, 0., 0.], "two blind, cards are played");
}

#[test]
fn features_of_an_action_tell_what_it_does() {
    let p = Position::standard("turn 0; 0 8c8d; 1 5c6c; 2 5d6d; 3 7h9h");
    let view = p.game.view(&p.state, Seat(0));
    let features = |text: &str| {
        let mut out = vec![f32::NAN; FEATURES_LEN];
        action_features(&p.game, &view, text.parse().unwrap(), &mut out);
        out[PLANE..].to_vec()
    };
    let pair = features("8c8d");
    assert_eq!(&pair[..7], [0., 0., 0., 0., 1., 0., 2.0 / 13.0]);
    assert_eq!(pair[7..21].iter().position(|v| *v == 1.0), Some(5));
    assert_eq!(&pair[21..], [5.0 / 13.0, 0., 1., 0., 1., 1., 0., 0.], "cuts, goes out, by a foul");
    let single = features("8c");
    assert_eq!(&single[21..], [5.0 / 13.0, 0., 1., 0., 0., 0., 0.1, 1.0 / 14.0], "cuts and keeps an 8");
    assert_eq!(features("pass")[0], 1.0);
}

#[test]
fn a_joker_plane_counts_any_and_both() {
    assert_eq!(hand_vector(cards("X"))[52..], [1.0, 0.0]);
    assert_eq!(hand_vector(cards("XX"))[52..], [1.0, 1.0]);
    assert_eq!(hand_vector(cards("-").with(Card::SPADE_3))[3], 1.0);
}

/// States that differ only in what is hidden give the same tensors and features, at every decision of both profiles.
#[test]
fn encoders_tell_nothing_hidden_and_all_values_lie_between_0_and_1() {
    for game in [standard(|_| ()), standard(|c| c.players = 6), uecda(|c| c.deals = 3)] {
        let (mut s, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("encode", &[]));
        let (mut a, mut b) = (vec![0.0; VIEW_LEN], vec![0.0; VIEW_LEN]);
        loop {
            match game.turn(&s) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&s, &mut rng);
                    game.reveal(&mut s, &chance).unwrap();
                }
                Turn::Seat(seat) => {
                    game.legal(&s, &mut legal);
                    let (va, vb) =
                        (game.view(&s, seat), game.view(&game.rearrange(&s, seat, &mut rng), seat));
                    view_tensor(&game, &va, &mut a);
                    view_tensor(&game, &vb, &mut b);
                    let (mut fa, mut fb) = (Vec::new(), Vec::new());
                    game.legal_features(&va, &legal, &mut fa);
                    game.legal_features(&vb, &legal, &mut fb);
                    assert!(a == b && fa == fb);
                    assert_eq!(fa.len(), legal.len() * FEATURES_LEN);
                    assert!(a.iter().chain(&fa).all(|v| (0.0..=1.0).contains(v)), "{va}");
                    game.apply(&mut s, legal[rng.index(legal.len())]).unwrap();
                }
            }
        }
    }
}
