//! Knowledge for the strong search: playouts with rules, and opinions about moves from reading around them.

use super::light::{Room, ending, final_ending, path, playout_limit, seat, sensible};
use super::patterns::Patterns;
use super::playout::{Playout, Rates};
use super::tactics::{Reader, bad_self_atari, liberties_after};
use croupier_core::{Game, Rng};
use croupier_games::go::{Area, Board, Colour, Go, Move, Point, State};
use croupier_search::{Candidate, Ending, Knowledge, Trail};

/// What opinions about moves are worth, in playouts won or lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Playouts that every move is thought to have had, half of them won.
    pub even: f32,
    /// Taking one stone, and taking more.
    pub take_one: f32,
    /// Taking more than one stone.
    pub take_many: f32,
    /// Saving a chain in atari.
    pub save: f32,
    /// Catching a chain in a ladder, or getting out of one's way.
    pub ladder: f32,
    /// Putting oneself in atari, lost.
    pub self_atari: f32,
    /// A 3×3 pattern.
    pub pattern: f32,
    /// Near the last move: at distance 1, 2, 3.
    pub near: [f32; 3],
    /// In an open space on the first or second line (lost), and on the third (won).
    pub open: [f32; 2],
    /// Passing, lost.
    pub pass: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            even: 10.0,
            take_one: 15.0,
            take_many: 30.0,
            save: 15.0,
            ladder: 15.0,
            self_atari: 10.0,
            pattern: 10.0,
            near: [24.0, 22.0, 8.0],
            open: [10.0, 10.0],
            pass: 10.0,
        }
    }
}

/// Playouts with rules, and opinions from reading.
#[derive(Clone, Debug)]
pub struct Heavy {
    /// The playouts' rules.
    pub rates: Rates,
    /// What opinions are worth.
    pub weights: Weights,
    /// Stones one side must be ahead for a playout to stop, as a share of the points.
    pub mercy: f32,
}

impl Default for Heavy {
    fn default() -> Self {
        Self { rates: Rates::default(), weights: Weights::default(), mercy: 0.4 }
    }
}

/// Room for one thread.
#[derive(Default)]
pub struct Desk {
    room: Room,
    reader: Reader,
    /// Playouts won and lost in the opinion of the rules, by point.
    opinions: Vec<(f32, f32)>,
    distance: Vec<u8>,
}

impl Desk {
    fn good(&mut self, p: Point, weight: f32) {
        self.opinions[p.index()].0 += weight;
    }

    fn bad(&mut self, p: Point, weight: f32) {
        self.opinions[p.index()].1 += weight;
    }

    /// Fills in how far each cell is from `from` when a chain is one step wide (common fate distance), up to 4.
    fn measure(&mut self, board: &Board, from: Point) {
        self.distance.clear();
        self.distance.resize(self.opinions.len(), u8::MAX);
        self.distance[from.index()] = 0;
        let mut ring: Vec<Point> = vec![from];
        for far in 0..4 {
            let mut next = Vec::new();
            let mut i = 0;
            while i < ring.len() {
                let p = ring[i];
                for n in board.neighbours(p) {
                    if self.distance[n.index()] != u8::MAX || board.code(n) == 3 {
                        continue;
                    }
                    let same = board.stone(n).is_some() && board.stone(n) == board.stone(p);
                    self.distance[n.index()] = if same { far } else { far + 1 };
                    if same { ring.push(n) } else { next.push(n) }
                }
                i += 1;
            }
            ring = next;
        }
    }
}

impl Heavy {
    /// Opinions from chains in atari and chains of two liberties, each chain read once.
    fn read_chains(&self, board: &Board, me: Colour, desk: &mut Desk) {
        let w = &self.weights;
        for v in board.size().vertices() {
            let Some(p) = board.point(v) else { continue };
            if board.stone(p).is_none() || board.chain(p) != p {
                continue;
            }
            let mine = board.stone(p) == Some(me);
            let (liberties, count) = board.some_liberties::<3>(p);
            match (count, mine) {
                (1, false) => {
                    let worth = if board.chain_size(p) > 1 { w.take_many } else { w.take_one };
                    desk.good(liberties[0], worth);
                }
                (1, true) => self.rescue(board, p, liberties[0], desk),
                (2, _) => {
                    let (moves, found) = desk.reader.catching_moves(board, p);
                    if mine && found > 0 {
                        for &l in &liberties[..2] {
                            if liberties_after(board, l, me) >= 3 {
                                desk.good(l, w.ladder);
                            }
                        }
                    } else {
                        for &l in &moves[..found] {
                            desk.good(l, w.ladder);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Opinions about saving an own chain in atari: by taking a chain around it, or by running.
    fn rescue(&self, board: &Board, stone: Point, liberty: Point, desk: &mut Desk) {
        let w = &self.weights;
        let lost = desk.reader.lost_in_atari(board, stone);
        if lost {
            desk.bad(liberty, w.save);
            return;
        }
        desk.good(liberty, w.save);
        let me = board.stone(stone);
        let takes: Vec<Point> = board
            .chain_stones(stone)
            .flat_map(|s| board.neighbours(s))
            .filter(|&n| board.stone(n).is_some() && board.stone(n) != me)
            .filter_map(|n| board.only_liberty(n))
            .collect();
        for (i, &l) in takes.iter().enumerate() {
            if !takes[..i].contains(&l) {
                desk.good(l, w.save);
            }
        }
    }

    /// The opinion about one move from its surroundings.
    fn look(&self, board: &Board, p: Point, me: Colour, desk: &mut Desk) {
        let w = &self.weights;
        if bad_self_atari(board, p, me) {
            desk.bad(p, w.self_atari);
        } else if Patterns::get().matches(board, p) {
            desk.good(p, w.pattern);
        }
        if let Some(&far) = desk.distance.get(p.index())
            && let Some(&weight) = (far as usize).checked_sub(1).and_then(|i| w.near.get(i))
        {
            desk.good(p, weight);
        }
        if lonely(board, p) {
            let v = board.size().vertex(p);
            let (right, top) = (board.size().width() - 1, board.size().height() - 1);
            let line = v.column().min(right - v.column()).min(v.row()).min(top - v.row());
            match line {
                0 | 1 => desk.bad(p, w.open[0]),
                2 => desk.good(p, w.open[1]),
                _ => {}
            }
        }
    }
}

impl Heavy {
    /// How often Black owns each point at the end of playouts, less how often White does: −1 to 1 by
    /// [`Size::index`](croupier_games::go::Size::index).
    pub fn ownership(&self, state: &State, playouts: u32, rng: &mut Rng) -> Vec<f32> {
        let size = state.size();
        let mut sums = vec![0i32; size.points()];
        let mut board = state.board().clone();
        for _ in 0..playouts {
            board.clone_from(state.board());
            let mut playout = self.begin(&mut board, state);
            playout.run(playout_limit(size), i32::MAX, rng, |_, _| {});
            for (sum, owner) in sums.iter_mut().zip(Area::of(&board).owner) {
                *sum += owner.map_or(0, Colour::sign);
            }
        }
        sums.into_iter().map(|s| s as f32 / playouts.max(1) as f32).collect()
    }

    /// A playout from a state, on a copy of its board.
    fn begin<'a>(&'a self, board: &'a mut Board, state: &State) -> Playout<'a> {
        let size = board.size();
        let point = |mv: Option<&Move>| match mv {
            Some(Move::Play(v)) => size.point(*v),
            _ => None,
        };
        let mut recent = state.moves().iter().rev();
        let last = [point(recent.next()), point(recent.next())];
        Playout { board, colour: state.to_move(), last, rates: &self.rates, patterns: Patterns::get() }
    }
}

/// Whether no stone is within three points.
fn lonely(board: &Board, p: Point) -> bool {
    let size = board.size();
    let v = size.vertex(p);
    let (x, y) = (v.column() as isize, v.row() as isize);
    for dy in -3isize..=3 {
        let reach = 3 - dy.abs();
        for dx in -reach..=reach {
            let (cx, cy) = (x + dx, y + dy);
            if cx < 0 || cy < 0 {
                continue;
            }
            let there =
                croupier_games::go::Vertex::new(cx as usize, cy as usize).and_then(|v| board.point(v));
            if there.is_some_and(|q| board.stone(q).is_some()) {
                return false;
            }
        }
    }
    true
}

impl Knowledge<Go> for Heavy {
    type Scratch = Desk;

    fn moves(&self, game: &Go, state: &State, desk: &mut Desk, out: &mut Vec<Candidate<Move>>) {
        sensible(game, state, &mut desk.room.legal);
        let (board, me) = (state.board(), state.to_move());
        desk.opinions.clear();
        desk.opinions.resize(board.size().cells(), (0.0, 0.0));
        desk.distance.clear();
        if let Some(Move::Play(v)) = state.moves().last()
            && let Some(last) = board.point(*v)
        {
            desk.measure(board, last);
        }
        self.read_chains(board, me, desk);
        out.clear();
        let legal = std::mem::take(&mut desk.room.legal);
        for &mv in &legal {
            let even = self.weights.even;
            let (won, lost) = match mv {
                Move::Pass => (0.0, self.weights.pass),
                Move::Play(v) => {
                    let Some(p) = board.point(v) else { continue };
                    self.look(board, p, me, desk);
                    desk.opinions[p.index()]
                }
            };
            let weight = even + won + lost;
            let value = if weight > 0.0 { (won + even / 2.0) / weight } else { 0.5 };
            out.push(Candidate { action: mv, weight, value, bias: 0.0 });
        }
        desk.room.legal = legal;
    }

    fn playout(&self, game: &Go, state: &State, desk: &mut Desk, rng: &mut Rng, trail: &mut Trail) -> Ending {
        let board = &mut desk.room.board;
        board.clone_from(state.board());
        let size = board.size();
        let mercy = (self.mercy * size.points() as f32) as i32 + game.config().komi_points().abs() as i32;
        let mut playout = self.begin(board, state);
        let margin = playout.run(playout_limit(size), mercy, rng, |p, colour| {
            if trail.is_on() {
                trail.note(p.index(), seat(colour));
            }
        });
        ending(game, margin)
    }

    fn ending(&self, game: &Go, state: &State, _: &mut Desk) -> Ending {
        final_ending(game, state)
    }

    fn slots(&self, game: &Go) -> usize {
        game.config().size().cells()
    }

    fn slot(&self, game: &Go, action: Move) -> Option<usize> {
        match action {
            Move::Play(v) => game.config().size().point(v).map(Point::index),
            Move::Pass => None,
        }
    }

    fn path(&self, _: &Go, from: &State, to: &State) -> Option<Vec<Move>> {
        path(from, to)
    }
}
