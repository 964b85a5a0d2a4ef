//! The slow obvious twin: a grid, flood fill, and every whole board of the game.

use crate::go::{Area, Colour, Config, Ko, Move, Size, Vertex};

pub type Grid = Vec<Option<Colour>>;

#[derive(Clone)]
pub struct Twin {
    pub size: Size,
    pub grid: Grid,
    pub to_move: Colour,
    pub ko: Ko,
    pub suicide: bool,
    /// Every board so far with who was to move then.
    pub past: Vec<(Grid, Colour)>,
    pub passes: u32,
    pub captured: [u32; 2],
}

impl Twin {
    pub fn new(config: &Config) -> Twin {
        let size = config.size();
        let grid = vec![None; size.points()];
        Twin {
            size,
            past: vec![(grid.clone(), Colour::Black)],
            grid,
            to_move: Colour::Black,
            ko: config.ko,
            suicide: config.suicide,
            passes: 0,
            captured: [0; 2],
        }
    }

    pub fn beside(&self, at: usize) -> Vec<usize> {
        let (w, h) = (self.size.width(), self.size.height());
        let (x, y) = (at % w, at / w);
        let mut all = Vec::new();
        if x > 0 {
            all.push(at - 1);
        }
        if x + 1 < w {
            all.push(at + 1);
        }
        if y > 0 {
            all.push(at - w);
        }
        if y + 1 < h {
            all.push(at + w);
        }
        all
    }

    /// The points connected to `at` through equal content, and the contents met around them.
    pub fn region(&self, grid: &Grid, at: usize) -> (Vec<usize>, Vec<Option<Colour>>) {
        let (mut members, mut met) = (vec![at], Vec::new());
        let mut i = 0;
        while i < members.len() {
            for n in self.beside(members[i]) {
                if grid[n] != grid[at] {
                    met.push(grid[n]);
                } else if !members.contains(&n) {
                    members.push(n);
                }
            }
            i += 1;
        }
        (members, met)
    }

    fn breathless(&self, grid: &Grid, at: usize) -> Option<Vec<usize>> {
        let (members, met) = self.region(grid, at);
        (!met.contains(&None)).then_some(members)
    }

    /// The board after a stone, by the letter of the rules; `None` where they forbid it.
    pub fn after(&self, at: usize) -> Option<Grid> {
        if self.grid[at].is_some() {
            return None;
        }
        let me = self.to_move;
        let mut grid = self.grid.clone();
        grid[at] = Some(me);
        for n in self.beside(at) {
            if grid[n] == Some(me.other())
                && let Some(dead) = self.breathless(&grid, n)
            {
                dead.iter().for_each(|&d| grid[d] = None);
            }
        }
        if let Some(dead) = self.breathless(&grid, at) {
            if !self.suicide || dead.len() == 1 {
                return None;
            }
            dead.iter().for_each(|&d| grid[d] = None);
        }
        let repeats = match self.ko {
            Ko::Positional => self.past.iter().any(|(g, _)| *g == grid),
            Ko::Situational => self.past.iter().any(|(g, c)| *g == grid && *c == me.other()),
            Ko::Simple => self.past.len() >= 2 && self.past[self.past.len() - 2].0 == grid,
        };
        (!repeats).then_some(grid)
    }

    pub fn legal(&self) -> Vec<Move> {
        let points = (0..self.size.points()).filter(|&at| self.after(at).is_some());
        points.map(|at| Move::Play(self.vertex(at))).chain([Move::Pass]).collect()
    }

    pub fn vertex(&self, at: usize) -> Vertex {
        Vertex::new(at % self.size.width(), at / self.size.width()).unwrap()
    }

    pub fn play(&mut self, mv: Move) {
        match mv {
            Move::Pass => self.passes += 1,
            Move::Play(v) => {
                let at = v.row() * self.size.width() + v.column();
                let grid = self.after(at).expect("the test plays legal moves");
                for (old, new) in self.grid.iter().zip(&grid) {
                    if let (Some(colour), None) = (old, new) {
                        self.captured[colour.index()] += 1;
                    }
                }
                if grid[at].is_none() {
                    self.captured[self.to_move.index()] += 1;
                }
                self.grid = grid;
                self.passes = 0;
            }
        }
        self.to_move = self.to_move.other();
        self.past.push((self.grid.clone(), self.to_move));
    }

    pub fn area(&self) -> Area {
        let owner: Vec<Option<Colour>> = (0..self.size.points())
            .map(|at| {
                self.grid[at].or_else(|| {
                    let (_, met) = self.region(&self.grid, at);
                    let reaches = |c| met.contains(&Some(c));
                    match (reaches(Colour::Black), reaches(Colour::White)) {
                        (true, false) => Some(Colour::Black),
                        (false, true) => Some(Colour::White),
                        _ => None,
                    }
                })
            })
            .collect();
        let count = |c| owner.iter().filter(|&&o| o == Some(c)).count() as u32;
        Area { points: [count(Colour::Black), count(Colour::White)], owner }
    }

    pub fn count_games(&self) -> u64 {
        if self.passes == 2 {
            return 1;
        }
        let next = |mv| {
            let mut twin = self.clone();
            twin.play(mv);
            twin.count_games()
        };
        self.legal().into_iter().map(next).sum()
    }
}
