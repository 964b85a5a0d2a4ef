//! Golden values of what a learner is shown.

use super::super::encode::*;
use super::*;
use crate::encode::{ByView, Catalogue};
use croupier_core::{Hidden, Rng};

#[test]
fn indices_are_frozen() {
    let catalogue = Catalogue::new(&BigTwo::standard());
    assert_eq!(catalogue.actions().len(), 19_899);
    let golden = [
        ("3d", 0),
        ("2s", 51),
        ("3d 3c", 52),
        ("2h 2s", 129),
        ("3d 3c 3h", 130),
        ("2c 2h 2s", 181),
        ("pass", 19_898),
    ];
    for (text, index) in golden {
        let action: Action = text.parse().unwrap();
        assert_eq!(catalogue.index(action), Some(index), "{text}");
        assert_eq!(catalogue.action(index as i64), Ok(action));
    }
    assert_eq!(catalogue.index("3d 4d".parse().unwrap()), None);
    let charlesworth = Catalogue::new(&BigTwo::charlesworth());
    // 52 + 78 + 52 + 2,808 + 13 + 18,072 and the pass.
    assert_eq!(charlesworth.actions().len(), 21_076);
}

#[test]
fn the_mask_marks_the_legal_actions() {
    let game = BigTwo::standard();
    let catalogue = Catalogue::new(&game);
    let mut rng = Rng::keyed("mask", &[]);
    let (mut list, mut mask) = (Vec::new(), Vec::new());
    let mut state = dealt(&game);
    while game.turn(&state) != Turn::Over {
        game.legal(&state, &mut list);
        catalogue.mask(&list, &mut mask);
        let marked: Vec<Action> =
            (0..mask.len()).filter(|i| mask[*i]).map(|i| catalogue.action(i as i64).unwrap()).collect();
        assert_eq!(marked, list);
        game.apply(&mut state, list[rng.index(list.len())]).unwrap();
    }
}

/// Worked out by hand from the documented layout.
#[test]
fn a_view_is_encoded_as_documented() {
    let game = game(|c| {
        c.deal = "0=3d 3c 4h 5h 6h 7h 9d Kd 9c Kh Ac Jc Jd,1=3h 3s 6d 2d 4d 4c 4s 5d 5c 5s 6c 6s 7c,\
                  2=7d Kc 8c 8s Td Tc Th Ts 9s Qd Qc Qh Qs"
            .into();
    });
    let mut state = dealt(&game);
    play(&game, &mut state, &["3d 3c", "5d 5c", "8c 8s", "pass"]);
    let view = game.view(&state, Seat(1));
    let mut out = vec![7.0; VIEW_LEN];
    view_tensor(&view, &mut out);
    let ones = |plane: usize| -> Vec<(usize, usize)> {
        let values = &out[plane * PLANE..(plane + 1) * PLANE];
        (0..PLANE).filter(|i| values[*i] == 1.0).map(|i| (i / 13, i % 13)).collect()
    };
    // Rows are suits (d c h s), columns ranks (3 is 0, 2 is 12).
    assert_eq!(
        ones(0),
        [(0, 1), (0, 3), (0, 12), (1, 1), (1, 3), (1, 4), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3)]
    );
    assert_eq!(ones(1), [(1, 5), (3, 5)], "the table: 8c 8s");
    assert_eq!(ones(2).len(), 52 - 11 - 6, "neither held nor seen");
    assert_eq!(ones(3), [(0, 2), (1, 2)], "played by itself: 5d 5c");
    assert_eq!(ones(4), [(1, 5), (3, 5)], "by the next seat");
    assert_eq!(ones(5), [], "by the one across");
    assert_eq!(ones(6), [(0, 0), (1, 0)], "by the one before: 3d 3c");
    let left = [11.0 / 13.0, 11.0 / 13.0, 1.0, 11.0 / 13.0];
    let expected: Vec<f32> = left
        .into_iter()
        .chain([0.0, 1.0, 0.0, 0.0]) // the next seat's play is on the table
        .chain([0.0, 1.0, 0.0]) // one pass since
        .chain([0.0; 4]) // nobody is locked out
        .chain([0.0, 0.0, 0.0, 1.0]) // seat 0 is to move: three after seat 1
        .chain([0.0; 4]) // no chips yet
        .collect();
    assert_eq!(out[PLANES * PLANE..], expected);
    assert_eq!(VIEW_LEN, 387);
}

#[test]
fn actions_are_encoded_as_documented() {
    let game = game(|c| c.deal = "0=3d 3c 4h 5h 6h 7h 9d Kd 9c Kh Ac 2c 2d".into());
    let state = dealt(&game);
    let view = game.view(&state, Seat(0));
    let actions: Vec<Action> = ["2d", "3d 4h 5h 6h 7h", "pass"].iter().map(|t| t.parse().unwrap()).collect();
    let mut out = Vec::new();
    game.legal_features(&view, &actions, &mut out);
    assert_eq!(out.len(), 3 * FEATURES_LEN);
    let rows: Vec<&[f32]> = out.chunks(FEATURES_LEN).collect();
    let kind = |row: usize| rows[row][PLANE..PLANE + 11].iter().position(|v| *v == 1.0);
    assert_eq!((kind(0), kind(1), kind(2)), (Some(0), Some(5), Some(10)));
    assert_eq!(rows[0][12], 1.0, "2d lies in the first row's last column");
    assert_eq!(rows[0][PLANE + 11..], [48.0 / 51.0, 0.2, 12.0 / 13.0, 0.25, 0.0]);
    // The straight's key is its highest card, the 7h: 4 × 4 + 2.
    assert_eq!(rows[1][PLANE + 11..], [18.0 / 51.0, 1.0, 8.0 / 13.0, 0.5, 0.0]);
    assert_eq!(rows[2][PLANE + 11..], [0.0, 0.0, 1.0, 0.5, 0.0]);
    assert_eq!(rows[2][..PLANE], [0.0; PLANE]);
}

#[test]
fn nothing_hidden_is_in_the_tensors() {
    let game = BigTwo::standard();
    let mut rng = Rng::keyed("hidden", &[]);
    let mut list = Vec::new();
    for _ in 0..10 {
        let mut state = game.start();
        let deal = game.draw(&state, &mut rng);
        game.reveal(&mut state, &deal).unwrap();
        while let Turn::Seat(seat) = game.turn(&state) {
            game.legal(&state, &mut list);
            let tensors = |state: &State| {
                let view = game.view(state, seat);
                let (mut tensor, mut features) = (vec![0.0; VIEW_LEN], Vec::new());
                view_tensor(&view, &mut tensor);
                game.legal_features(&view, &list, &mut features);
                (tensor, features)
            };
            let other = game.rearrange(&state, seat, &mut rng);
            assert_eq!(tensors(&state), tensors(&other));
            game.apply(&mut state, list[rng.index(list.len())]).unwrap();
        }
    }
}
