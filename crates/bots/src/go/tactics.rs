//! Local reading: liberties after a move, ladders, self-atari.

use croupier_games::go::{Board, Colour, Point};

/// How deep a ladder is read, in moves of both sides.
const LADDER_DEPTH: usize = 60;

/// The liberties of the chain that a stone of `colour` on the empty point `p` would make, 3 where there are more.
///
/// Exact, except that of a captured chain only the stones beside `p` count.
#[inline]
pub fn liberties_after(board: &Board, p: Point, colour: Colour) -> usize {
    match board.joined(p, colour) {
        Some(joined) => joined.liberties(),
        None => liberties_after_taking(board, p, colour),
    }
}

/// The same by a walk over the stones, for moves that take something.
fn liberties_after_taking(board: &Board, p: Point, colour: Colour) -> usize {
    let mut found = [p; 3];
    let mut count = 0;
    let mut add = |l: Point| {
        if count < 3 && !found[..count].contains(&l) {
            found[count] = l;
            count += 1;
        }
    };
    for n in board.neighbours(p) {
        match board.stone(n) {
            None if board.is_empty(n) => add(n),
            Some(c) if c == colour => {
                let beside = board.chain_stones(n).flat_map(|stone| board.neighbours(stone));
                beside.filter(|&l| l != p && board.is_empty(l)).for_each(&mut add);
            }
            Some(_) if board.in_atari(n) => add(n), // Taken: its point becomes a liberty.
            _ => {}
        }
    }
    count
}

/// Whether a stone of `colour` on `p` puts its own chain in atari without need.
///
/// Allowed are captures, a lone stone thrown in beside an enemy chain that has at most two liberties, and stones put
/// into an eye to spoil it: a chain of at most five with nothing but one enemy chain around it.
#[inline]
pub fn bad_self_atari(board: &Board, p: Point, colour: Colour) -> bool {
    if board.empty_neighbours(p) >= 2 {
        return false;
    }
    let Some(joined) = board.joined(p, colour).filter(|j| !j.breathes()) else { return false };
    match joined.stones() {
        1 => !throws_in(board, p, colour),
        size @ 2..=5 => !spoils_an_eye(board, p, colour, size),
        _ => true,
    }
}

/// Whether a lone stone on `p` takes a liberty from an enemy chain that has two at most.
fn throws_in(board: &Board, p: Point, colour: Colour) -> bool {
    board.neighbours(p).into_iter().any(|n| board.stone(n) == Some(colour.other()) && board.is_short(n))
}

/// Whether the chain that `p` joins stands inside an eye of one enemy chain, in a shape that leaves no two eyes when
/// taken: a compact one. Compact is a chain of three at most, or one in which some stone has three neighbours of its
/// own or which has a square of four.
fn spoils_an_eye(board: &Board, p: Point, colour: Colour, size: usize) -> bool {
    let enemy = |n: &Point| board.stone(*n) == Some(colour.other());
    if board.neighbours(p).iter().any(|n| enemy(n) && !board.is_short(*n)) {
        return false;
    }
    let mut stones = [p; 5];
    let mut count = 1;
    for n in board.neighbours(p) {
        if board.stone(n) == Some(colour) && !stones[..count].contains(&n) {
            for stone in board.chain_stones(n) {
                if count < 5 && !stones[..count].contains(&stone) {
                    stones[count] = stone;
                    count += 1;
                }
            }
        }
    }
    debug_assert_eq!(count, size.min(5));
    let stones = &stones[..count];
    let mut around = None;
    let mut links = 0;
    let mut most = 0;
    for &s in stones {
        let mut own = 0;
        for n in board.neighbours(s) {
            if stones.contains(&n) {
                own += 1;
            } else if board.stone(n) == Some(colour.other()) {
                let chain = board.chain(n);
                if around.is_some_and(|c| c != chain) {
                    return false;
                }
                around = Some(chain);
            }
        }
        links += own;
        most = most.max(own);
    }
    let Some(enemy) = around else { return false };
    if !board.is_short(enemy) {
        return false;
    }
    // A square of four stones has eight links counted from both ends; a T of four and a cross of five have a centre.
    match count {
        2 | 3 => true,
        4 => most == 3 || links == 8,
        _ => most == 4 || links == 10,
    }
}

/// Reads ladders on boards of its own, one for each move of depth.
#[derive(Default)]
pub struct Reader {
    boards: Vec<Board>,
    nodes: usize,
}

/// Positions after which a reading gives up, in favour of the defender.
const READ_NODES: usize = 300;

impl Reader {
    fn begin(&mut self, board: &Board) {
        self.nodes = 0;
        self.copy(0, board);
    }

    fn copy(&mut self, depth: usize, board: &Board) {
        match self.boards.get_mut(depth) {
            Some(room) => room.clone_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// Plays on the next board; false when it cannot be played.
    fn play(&mut self, depth: usize, p: Point, colour: Colour) -> bool {
        self.nodes += 1;
        if self.boards.len() == depth + 1 {
            let next = self.boards[depth].clone();
            self.boards.push(next);
        } else {
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
        }
        self.boards[depth + 1].play(p, colour)
    }

    /// Whether a chain in atari is lost although its owner moves first.
    pub fn lost_in_atari(&mut self, board: &Board, stone: Point) -> bool {
        self.begin(board);
        self.runs_in_vain(0, stone)
    }

    /// The moves that catch a chain of two liberties in a ladder, the opponent of the chain moving first.
    pub fn catching_moves(&mut self, board: &Board, stone: Point) -> ([Point; 2], usize) {
        let (liberties, count) = board.some_liberties::<3>(stone);
        let mut moves = [stone; 2];
        let mut found = 0;
        if count == 2 {
            for &p in &liberties[..2] {
                self.begin(board);
                if self.catches(0, stone, p) {
                    moves[found] = p;
                    found += 1;
                }
            }
        }
        (moves, found)
    }

    /// Whether the attacker's move on `p` catches the chain of two liberties.
    fn catches(&mut self, depth: usize, stone: Point, p: Point) -> bool {
        let Some(colour) = self.boards[depth].stone(stone) else { return false };
        if depth >= LADDER_DEPTH || self.nodes >= READ_NODES || !self.play(depth, p, colour.other()) {
            return false;
        }
        self.boards[depth + 1].in_atari(stone) && self.runs_in_vain(depth + 1, stone)
    }

    /// Whether the owner of a chain in atari, to move, cannot save it.
    fn runs_in_vain(&mut self, depth: usize, stone: Point) -> bool {
        let board = &self.boards[depth];
        let (Some(colour), Some(liberty)) = (board.stone(stone), board.only_liberty(stone)) else {
            return false;
        };
        if depth >= LADDER_DEPTH || self.nodes >= READ_NODES {
            return false;
        }
        // Taking a chain around it: tried first, each liberty once.
        let mut takes = [liberty; 6];
        let mut count = 0;
        for s in board.chain_stones(stone) {
            for n in board.neighbours(s) {
                if board.stone(n) == Some(colour.other())
                    && let Some(l) = board.only_liberty(n)
                    && count < takes.len()
                    && !takes[..count].contains(&l)
                {
                    takes[count] = l;
                    count += 1;
                }
            }
        }
        for &p in takes[..count].iter().chain(&[liberty]) {
            if self.play(depth, p, colour) && !self.caught(depth + 1, stone) {
                return false;
            }
        }
        true
    }

    /// Whether the chain is caught with its attacker to move.
    fn caught(&mut self, depth: usize, stone: Point) -> bool {
        let (liberties, count) = self.boards[depth].some_liberties::<3>(stone);
        match count {
            0 | 1 => {
                // Still in atari: taken at once, unless ko forbids it.
                self.boards[depth].ko() != Some(liberties[0])
            }
            2 => self.catches(depth, stone, liberties[0]) || self.catches(depth, stone, liberties[1]),
            _ => false,
        }
    }
}
