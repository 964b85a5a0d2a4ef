//! Go in SGF (GM\[1\]): sizes, points, setup, moves, and what is written about a game.

use super::SgfError;
use super::tree::{Node, NodeId, Tree};
use croupier_core::Game;
use croupier_games::go::{Colour, Config, Content, Go, Move, Setup, Size, State, Vertex};
use std::collections::BTreeSet;

/// What an SGF says about a game of Go, and its main line.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The board's size, 19×19 where it is not said.
    pub size: Size,
    /// KM, if it is said.
    pub komi: Option<f64>,
    /// HA: how many of the stones set up are Black's handicap; 0 where it is not said.
    pub handicap: usize,
    /// The stones before the first move, if there are any, and who moves first.
    pub setup: Option<Setup>,
    /// The moves of the main line with who makes them.
    pub moves: Vec<(Colour, Move)>,
    /// PB and PW.
    pub players: [Option<String>; 2],
    /// RE, for example `B+3.5`, `W+R`, `0`, `Void`.
    pub result: Option<String>,
    /// RU, for example `Chinese`.
    pub rules: Option<String>,
    /// TM: seconds of main time.
    pub time: Option<f64>,
    /// OT: overtime, in free text.
    pub overtime: Option<String>,
}

/// The properties that set stones up.
const SETUP: [&str; 4] = ["AB", "AW", "AE", "PL"];

impl Record {
    /// A game before its first move.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            komi: None,
            handicap: 0,
            setup: None,
            moves: Vec::new(),
            players: [None, None],
            result: None,
            rules: None,
            time: None,
            overtime: None,
        }
    }

    /// The record of a state.
    pub fn of(game: &Go, state: &State) -> Self {
        let config = game.config();
        let mut record = Record::new(state.size());
        record.komi = Some(config.komi_points());
        record.setup = state.setup().cloned();
        let start = game.start();
        let mut mover = state.setup().map_or(start.to_move(), |s| s.to_move);
        if record.setup.is_none() && start.board().balance() > 0 {
            record.handicap = config.handicap.into();
            record.setup =
                Some(Setup { black: stones(&start, Colour::Black), white: vec![], to_move: mover });
        }
        let mut free = start.placing();
        for &mv in state.moves() {
            record.moves.push((mover, mv));
            free = free.saturating_sub(1);
            mover = if free > 0 { Colour::Black } else { mover.other() };
        }
        record
    }

    /// Reads the root and the main line.
    ///
    /// # Errors
    /// Another game than Go, or a value that means nothing.
    pub fn read(tree: &Tree) -> Result<Self, SgfError> {
        let root = tree.node(tree.root());
        if let Some(game) = root.value("GM").filter(|g| g.trim() != "1") {
            return Err(SgfError::value("GM", game, "1 for Go"));
        }
        let size = size(root)?;
        let mut record = Record::new(size);
        record.komi = number(root, "KM")?;
        record.time = number(root, "TM")?;
        record.handicap = number(root, "HA")?.unwrap_or(0.0) as usize;
        record.players = [root.line("PB"), root.line("PW")];
        record.result = root.line("RE");
        record.rules = root.line("RU");
        record.overtime = root.line("OT");
        for at in tree.main_line() {
            let node = tree.node(at);
            record.moves.extend(moves(node, size)?);
            if at == tree.root() {
                record.setup = setup(node, size, record.handicap, None)?;
            }
        }
        Ok(record)
    }

    /// Writes a tree of one line.
    pub fn write(&self) -> Tree {
        let mut tree = Tree::new();
        let root = tree.node_mut(NodeId(0));
        root.set("GM", "1");
        root.set("FF", "4");
        root.set("CA", "UTF-8");
        root.set_raw("AP", vec![super::compose("croupier", croupier_core::VERSION)]);
        let (w, h) = (self.size.width(), self.size.height());
        root.set("SZ", &if w == h { w.to_string() } else { format!("{w}:{h}") });
        let mut optional = |name: &str, text: Option<String>| {
            if let Some(text) = text {
                root.set(name, &text);
            }
        };
        optional("KM", self.komi.map(|k| k.to_string()));
        optional("HA", (self.handicap > 0).then(|| self.handicap.to_string()));
        optional("RU", self.rules.clone());
        optional("TM", self.time.map(|t| t.to_string()));
        optional("OT", self.overtime.clone());
        optional("PB", self.players[0].clone());
        optional("PW", self.players[1].clone());
        optional("RE", self.result.clone());
        if let Some(setup) = &self.setup {
            for (name, stones) in [("AB", &setup.black), ("AW", &setup.white)] {
                if !stones.is_empty() {
                    root.set_raw(name, stones.iter().map(|&v| point_text(v, self.size)).collect());
                }
            }
            root.set("PL", if setup.to_move == Colour::Black { "B" } else { "W" });
        }
        let mut at = tree.root();
        for &(colour, mv) in &self.moves {
            at = tree.add(at);
            tree.node_mut(at).set_raw(colour_name(colour), vec![move_text(mv, self.size)]);
        }
        tree
    }

    /// The rules this record was played by, on its board and komi, lengths unlimited.
    ///
    /// # Errors
    /// When they are no configuration of Go.
    pub fn game(&self) -> Result<Go, croupier_core::ConfigError> {
        Go::new(Config {
            width: self.size.width() as u8,
            height: self.size.height() as u8,
            komi: self.komi,
            max_moves: Some(0),
            ..Config::default()
        })
    }
}

/// The position after the first `nodes` nodes behind the root of a line, by the rules of `game`.
///
/// Setup in the middle of a game begins a new history. A player who moves twice in a row is taken to have been passed
/// to.
///
/// # Errors
/// A value that means nothing, or a setup or move that the rules refuse.
pub fn position(game: &Go, tree: &Tree, line: &[NodeId], nodes: usize) -> Result<State, SgfError> {
    let mut state = game.start();
    for at in 0..line.len().min(nodes + 1) {
        state = next_position(game, tree, line, at, &state)?;
    }
    Ok(state)
}

/// The position after node number `at` of a line from the one before it; the root's is made from the start.
///
/// # Errors
/// A value that means nothing, or a setup or move that the rules refuse.
///
/// # Panics
/// When the line has no such node.
pub fn next_position(
    game: &Go,
    tree: &Tree,
    line: &[NodeId],
    at: usize,
    before: &State,
) -> Result<State, SgfError> {
    let size = game.config().size();
    let node = tree.node(line[at]);
    let refuse = |what: String| SgfError::Rules { node: at, what };
    let handicap = if at == 0 { number(node, "HA")?.unwrap_or(0.0) as usize } else { 0 };
    let mut state = match setup(node, size, handicap, (at > 0).then_some(before))? {
        Some(setup) => game.set_up(setup).map_err(|e| refuse(e.to_string()))?,
        None => before.clone(),
    };
    for (colour, mv) in moves(node, size)? {
        game.play_as(&mut state, colour, mv).map_err(|e| refuse(format!("{colour} {mv}: {e}")))?;
    }
    Ok(state)
}

/// The board's size from the root: SZ, 19×19 where it is missing.
///
/// # Errors
/// When SZ is no size from 1 to 25.
pub fn size(root: &Node) -> Result<Size, SgfError> {
    let Some(text) = root.value("SZ") else { return Ok(Size::square(19).expect("19 is a side")) };
    let bad = || SgfError::value("SZ", text, "a side, or columns:rows, from 1 to 25");
    let side = |t: &str| t.trim().parse::<usize>().map_err(|_| bad());
    let (width, height) = match text.split_once(':') {
        Some((w, h)) => (side(w)?, side(h)?),
        None => (side(text)?, side(text)?),
    };
    Size::new(width, height).map_err(|_| bad())
}

fn number(node: &Node, name: &str) -> Result<Option<f64>, SgfError> {
    let Some(text) = node.line(name) else { return Ok(None) };
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let value: f64 = text.parse().map_err(|_| SgfError::value(name, text, "a number"))?;
    if value.is_finite() { Ok(Some(value)) } else { Err(SgfError::value(name, text, "a finite number")) }
}

/// The moves of a node: B, then W (one of them, in good files).
fn moves(node: &Node, size: Size) -> Result<Vec<(Colour, Move)>, SgfError> {
    let mut all = Vec::new();
    for colour in Colour::BOTH {
        let name = colour_name(colour);
        for value in node.values(name) {
            all.push((colour, parse_move(name, value, size)?));
        }
    }
    Ok(all)
}

/// The setup that a node makes of the position before it; `None` where it sets nothing up.
fn setup(
    node: &Node,
    size: Size,
    handicap: usize,
    before: Option<&State>,
) -> Result<Option<Setup>, SgfError> {
    if SETUP.iter().all(|name| node.values(name).is_empty()) {
        return Ok(None);
    }
    let [mut black, mut white] = Colour::BOTH
        .map(|c| before.map_or_else(Vec::new, |s| stones(s, c)).into_iter().collect::<BTreeSet<_>>());
    for name in ["AE", "AB", "AW"] {
        for value in node.values(name) {
            for v in parse_points(name, value, size)? {
                black.remove(&v);
                white.remove(&v);
                match name {
                    "AB" => drop(black.insert(v)),
                    "AW" => drop(white.insert(v)),
                    _ => {}
                }
            }
        }
    }
    let to_move = match node.value("PL").map(|p| p.trim().to_ascii_lowercase()) {
        Some(p) if p == "b" || p == "black" || p == "1" => Colour::Black,
        Some(p) if p == "w" || p == "white" || p == "2" => Colour::White,
        Some(p) => return Err(SgfError::value("PL", &p, "B or W")),
        None if handicap > 0 => Colour::White,
        None => before.map_or(Colour::Black, State::to_move),
    };
    Ok(Some(Setup { black: black.into_iter().collect(), white: white.into_iter().collect(), to_move }))
}

fn stones(state: &State, colour: Colour) -> Vec<Vertex> {
    let board = state.board();
    let holds = |v: &Vertex| board.point(*v).is_some_and(|p| board.content(p) == Content::Stone(colour));
    state.size().vertices().filter(holds).collect()
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

/// A letter's distance from `a`, capitals following small letters.
fn coordinate(c: u8) -> Option<usize> {
    match c {
        b'a'..=b'z' => Some(usize::from(c - b'a')),
        b'A'..=b'Z' => Some(usize::from(c - b'A') + 26),
        _ => None,
    }
}

/// The vertex of two letters, columns from the left and rows from the top.
fn parse_point(name: &str, text: &str, size: Size) -> Result<Vertex, SgfError> {
    let bad = || SgfError::value(name, text, format!("two letters for a point on {size}"));
    let &[x, y] = text.trim().as_bytes() else { return Err(bad()) };
    let (x, y) = (coordinate(x).ok_or_else(bad)?, coordinate(y).ok_or_else(bad)?);
    let row = size.height().checked_sub(y + 1).ok_or_else(bad)?;
    Vertex::new(x, row).filter(|&v| size.contains(v)).ok_or_else(bad)
}

/// The points of a value: one, or a rectangle `upper left:lower right`.
fn parse_points(name: &str, text: &str, size: Size) -> Result<Vec<Vertex>, SgfError> {
    let Some((from, to)) = text.split_once(':') else { return Ok(vec![parse_point(name, text, size)?]) };
    let (a, b) = (parse_point(name, from, size)?, parse_point(name, to, size)?);
    let columns = a.column().min(b.column())..=a.column().max(b.column());
    let rows = a.row().min(b.row())..=a.row().max(b.row());
    let all = rows.flat_map(|row| columns.clone().map(move |column| Vertex::new(column, row)));
    Ok(all.flatten().collect())
}

/// A move's value: a point; nothing, or `tt` on boards up to 19×19, is a pass.
fn parse_move(name: &str, text: &str, size: Size) -> Result<Move, SgfError> {
    let text = text.trim();
    let small = size.width() <= 19 && size.height() <= 19;
    if text.is_empty() || (text == "tt" && small) {
        return Ok(Move::Pass);
    }
    parse_point(name, text, size).map(Move::Play)
}

fn point_text(v: Vertex, size: Size) -> String {
    let letter = |i: usize| char::from(b'a' + i as u8);
    [letter(v.column()), letter(size.height() - 1 - v.row())].iter().collect()
}

fn move_text(mv: Move, size: Size) -> String {
    match mv {
        Move::Play(v) => point_text(v, size),
        Move::Pass => String::new(),
    }
}
