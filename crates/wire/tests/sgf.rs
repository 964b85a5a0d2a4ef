//! SGF is read and written whole; Go in it means what the specification says.

use croupier_core::{Game, LegalSet, Rng, Turn};
use croupier_games::go::{Colour, Config, Go, Move, Size};
use croupier_wire::sgf::{Collection, NodeId, SgfError, Tree, compose, escape, go, split_composed, unescape};
use proptest::prelude::*;

fn collection(text: &str) -> Collection {
    text.parse().unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn syntax(text: &str) -> (usize, usize, String) {
    match text.parse::<Collection>().unwrap_err() {
        SgfError::Syntax { line, column, what } => (line, column, what),
        other => panic!("{other}"),
    }
}

/// The example of the FF[4] specification (Hollosi), shortened in its comments.
const SPEC: &str = r"(;FF[4]GM[1]SZ[19]AP[SGFC:1.13b]PB[troy]BR[12k*]PW[john]WR[11k*]KM[0.5]RE[W+12.5]
;B[qd]C[first];W[dc](;B[pp](;W[fq];B[cn])(;W[dq]C[\[line\]]))(;B[dp]))";

#[test]
fn what_is_not_known_comes_out_as_it_went_in() {
    for text in [
        "(;)",
        "(;GM[1]XX[any\\]thing][2]ZZ[a:b\\:c];B[aa](;W[ab])(;W[ac];B[]))",
        "(;C[\\\\];N[soft \\\nbreak])",
        "(;A[1];B[2])\n(;A[3])",
    ] {
        assert_eq!(collection(text).to_string(), text);
    }
    let once = collection(SPEC).to_string();
    assert_eq!(collection(&once).to_string(), once);
    assert_eq!(once.replace('\n', ""), SPEC.replace('\n', ""));
}

#[test]
fn variations_hang_where_they_are_written() {
    let all = collection(SPEC);
    let tree = &all.trees[0];
    assert_eq!(tree.len(), 8);
    let line = tree.main_line();
    let moves: Vec<&str> =
        line.iter().filter_map(|&n| tree.node(n).value("B").or(tree.node(n).value("W"))).collect();
    assert_eq!(moves, ["qd", "dc", "pp", "fq", "cn"]);
    let fork = line[2];
    assert_eq!(tree.node(fork).children().len(), 2);
    let other = tree.node(fork).children()[1];
    assert_eq!(tree.node(other).value("B"), Some("dp"));
    assert_eq!(tree.line_to(other), [line[0], line[1], line[2], other]);
    let second = tree.node(line[3]).children()[1];
    assert_eq!(tree.node(second).text("C").as_deref(), Some("[line]"));
}

#[test]
fn text_loses_its_escapes_and_keeps_its_meaning() {
    assert_eq!(unescape("a\\]b\\\\c\\:d"), "a]b\\c:d");
    assert_eq!(unescape("one\\\r\ntwo\n\rthree\tfour"), "onetwo\nthree four");
    assert_eq!(unescape("trailing\\"), "trailing");
    assert_eq!(split_composed(&compose("a:b", "c]d")), Some(("a\\:b", "c\\]d")));
    assert_eq!(split_composed("no colon\\:"), None);
    let tree = &collection("(;PB[two\nlines]C[two\nlines])").trees[0];
    let root = tree.node(tree.root());
    assert_eq!(
        (root.line("PB").as_deref(), root.text("C").as_deref()),
        (Some("two lines"), Some("two\nlines"))
    );
}

#[test]
fn old_and_untidy_files_are_read() {
    let all = collection("mail header (:\n( ;Game[1] SiZe[9] ; Black[ee] AB[aa] AB[bb])\u{1a}");
    let tree = &all.trees[0];
    let [root, next] = [0, 1].map(|i| tree.node(tree.main_line()[i]));
    assert_eq!(
        (root.value("SZ"), next.value("B")),
        (Some("9"), Some("ee")),
        "small letters of names are dropped"
    );
    assert_eq!(next.values("AB"), ["aa", "bb"], "a property given twice is joined");
}

#[test]
fn garbage_is_refused_with_its_place() {
    assert_eq!(syntax("").2, "no game tree: nothing begins with `(;`");
    assert_eq!(syntax("(;GM[1]"), (1, 8, "found the text's end, where `;`, `(` or `)` may stand".into()));
    assert_eq!(syntax("(;GM[1]\n;B[aa"), (2, 4, "the value of B has no end `]`".into()));
    assert_eq!(syntax("(;GM)"), (1, 5, "found `)`, where GM takes `[`".into()));
    assert_eq!(syntax("(;A[1](;B[2]);C[3])").2, "a node follows its variations");
    assert_eq!(syntax("(;A[1]())").2, "found `)`, where `;` may stand");
    assert_eq!(syntax("(;A[1]) more").2, "the collection has ended, and more follows");
    assert_eq!(syntax("(;1A[1])").0, 1);
    // With its lower-case letters dropped this would be the name `1F`, which is none.
    assert_eq!(syntax("(;b1F[4])").2, "a property's name begins with an upper-case letter");
    let deep = "(;".repeat(50_000);
    assert!(deep.parse::<Collection>().is_err());
    let deep = format!("{}{}", "(;B[aa]".repeat(50_000), ")".repeat(50_000));
    assert_eq!(collection(&deep).trees[0].main_line().len(), 50_000);
    assert_eq!(collection(&deep).to_string().len(), 50_000 * 6 + 2, "one line needs no brackets");
}

fn record(text: &str) -> Result<go::Record, SgfError> {
    go::Record::read(&collection(text).trees[0])
}

#[test]
fn sizes_points_and_passes_are_those_of_the_specification() {
    let r = record("(;SZ[9];B[aa];W[ii];B[];W[tt])").unwrap();
    let moves: Vec<String> = r.moves.iter().map(|(c, m)| format!("{c} {m}")).collect();
    assert_eq!(moves, ["black A9", "white J1", "black pass", "white pass"]);
    assert_eq!(record("(;B[tt])").unwrap().size, Size::square(19).unwrap());
    assert_eq!(record("(;SZ[21];B[tt])").unwrap().moves[0].1.to_string(), "U2", "a point beyond 19x19");
    assert_eq!(record("(;SZ[5:3];B[ec])").unwrap().moves[0].1.to_string(), "E1");
    for (text, property) in [
        ("(;SZ[26])", "SZ"),
        ("(;SZ[0])", "SZ"),
        ("(;SZ[9];B[jj])", "B"),
        ("(;SZ[9];W[a])", "W"),
        ("(;GM[2])", "GM"),
        ("(;KM[inf])", "KM"),
        ("(;SZ[9]AB[aa:zz])", "AB"),
        ("(;AB[aa]PL[X])", "PL"),
    ] {
        match record(text).unwrap_err() {
            SgfError::Value { property: p, .. } => assert_eq!(p, property, "{text}"),
            other => panic!("{text}: {other}"),
        }
    }
}

#[test]
fn setup_takes_rectangles_and_handicap_lets_white_begin() {
    let setup = |text: &str| record(text).unwrap().setup.unwrap();
    let s = setup("(;SZ[9]AB[aa:bc][ee]AW[ii]PL[W])");
    let black: Vec<String> = s.black.iter().map(ToString::to_string).collect();
    assert_eq!(black, ["E5", "A7", "B7", "A8", "B8", "A9", "B9"]);
    assert_eq!((s.white.len(), s.to_move), (1, Colour::White));
    assert_eq!(setup("(;SZ[9]HA[2]AB[cc][gg])").to_move, Colour::White);
    assert_eq!(setup("(;SZ[9]AB[cc][gg])").to_move, Colour::Black);
}

#[test]
fn positions_follow_variations_setup_and_double_moves() {
    let all = collection("(;SZ[5];B[aa];B[bb](;AE[aa]AW[cc]PL[W];W[dd])(;W[ee]))");
    let tree = &all.trees[0];
    let game = record("(;SZ[5])").unwrap().game().unwrap();
    let line = tree.main_line();
    let at = |line: &[NodeId], n| go::position(&game, tree, line, n).unwrap();
    assert_eq!(at(&line, 2).board().balance(), 2);
    assert_eq!(at(&line, 3).board().balance(), 0, "one taken off, one white set");
    assert_eq!(at(&line, 3).to_move(), Colour::White);
    assert_eq!(at(&line, 9).board().balance(), -1);
    let other = tree.node(line[2]).children()[1];
    assert_eq!(at(&tree.line_to(other), 3).board().balance(), 1);
    let error = |text: &str| {
        let tree = &collection(text).trees[0];
        go::position(&game, tree, &tree.main_line(), 9).unwrap_err().to_string()
    };
    assert_eq!(error("(;SZ[5];B[aa];W[aa])"), "SGF node 2: white A5: a stone stands there");
    assert_eq!(error("(;SZ[5]AB[aa]AW[ab][ba])"), "SGF node 0: setup: a chain has no liberty");
}

fn random_game(config: Config, seed: u64) -> (Go, <Go as Game>::State) {
    let game = Go::new(config).unwrap();
    let (mut state, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("sgf", &[seed]));
    while let Turn::Seat(_) = game.turn(&state) {
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal.nth(rng.below(legal.count()))).unwrap();
    }
    (game, state)
}

#[test]
fn a_game_written_is_the_game_read() {
    for (i, config) in [
        Config::square(9),
        Config { handicap: 3, ..Config::square(9) },
        Config { width: 7, height: 4, ..Config::default() },
        Config { handicap: 2, placement: croupier_games::go::Placement::Free, ..Config::square(5) },
        Config { max_moves: Some(60), ..Config::square(25) },
    ]
    .into_iter()
    .enumerate()
    {
        let (game, state) = random_game(config, i as u64);
        let mut written = go::Record::of(&game, &state);
        written.players = [Some("a ] b".into()), Some("c:d\\".into())];
        written.result = Some("B+0.5".into());
        let text = written.write().to_string();
        let read = record(&text).unwrap();
        assert_eq!(read, written, "{text}");
        let tree = &collection(&text).trees[0];
        let again = go::position(&read.game().unwrap(), tree, &tree.main_line(), usize::MAX - 1).unwrap();
        assert_eq!(again.hash(), state.hash());
    }
}

#[test]
fn trees_can_be_made() {
    let mut tree = Tree::new();
    let root = tree.root();
    tree.node_mut(root).set("C", "a]b");
    let first = tree.add(root);
    tree.node_mut(first).set_raw("B", vec!["ee".into()]);
    let second = tree.add(root);
    tree.node_mut(second).set_raw("B", vec!["cc".into()]);
    assert_eq!(tree.to_string(), "(;C[a\\]b](;B[ee])(;B[cc]))");
    assert_eq!(tree.node(second).parent(), Some(root));
}

/// A tree of random shape with values of any text.
fn trees() -> impl Strategy<Value = Tree> {
    let node = (any::<prop::sample::Index>(), "[A-Z]{1,3}", prop::collection::vec(any::<String>(), 1..3));
    prop::collection::vec(node, 1..30).prop_map(|nodes| {
        let mut tree = Tree::new();
        let mut all = vec![tree.root()];
        for (below, name, values) in nodes {
            let at = tree.add(all[below.index(all.len())]);
            tree.node_mut(at).set_raw(&name, values.iter().map(|v| escape(v, false)).collect());
            all.push(at);
        }
        tree
    })
}

/// Nodes with their depth, in the order written: trees of one shape may number their nodes differently.
fn outline(tree: &Tree) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let mut stack = vec![(tree.root(), 0)];
    while let Some((at, depth)) = stack.pop() {
        out.push((depth, tree.node(at).to_string()));
        stack.extend(tree.node(at).children().iter().rev().map(|&c| (c, depth + 1)));
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_tree_written_is_the_tree_read(tree in trees()) {
        let text = tree.to_string();
        let read = text.parse::<Collection>().unwrap();
        prop_assert_eq!(read.trees.len(), 1);
        prop_assert_eq!(outline(&read.trees[0]), outline(&tree));
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn escapes_round_trip(text in "[^\r\n\t\u{b}\u{c}\u{85}\u{2028}\u{2029}\\p{Zs}]*") {
        prop_assert_eq!(unescape(&escape(&text, false)), text.clone());
        prop_assert_eq!(unescape(&escape(&text, true)), text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[(;)\\[\\]A-C:a-c \\\\\n]{0,60}") {
        if let Ok(all) = text.parse::<Collection>() {
            for tree in &all.trees {
                let _ = go::Record::read(tree);
            }
            let again = all.to_string().parse::<Collection>().unwrap();
            prop_assert_eq!(again.to_string(), all.to_string());
        }
    }
}

#[test]
fn moves_of_one_colour_pass_for_the_other() {
    let tree = &collection("(;SZ[3];B[aa];B[bb];W[cc];W[ac])").trees[0];
    let game = record("(;SZ[3])").unwrap().game().unwrap();
    let state = go::position(&game, tree, &tree.main_line(), 4).unwrap();
    let passes = state.moves().iter().filter(|m| **m == Move::Pass).count();
    assert_eq!((passes, state.board().balance()), (2, 0));
}
