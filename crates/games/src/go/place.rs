//! Moves on the fast board: placing, joining, capturing.

use super::board::{Board, CONTENT, EMPTY, four, liberty_word, stone_delta};
use super::point::{Colour, Point, place};

impl Board {
    /// Places a stone where neither suicide nor simple ko forbids it, and removes what it captures.
    ///
    /// Returns false, and changes nothing, when one of them forbids it. `p` must be empty. Captured points are
    /// appended to the list of empties.
    #[inline(always)]
    pub fn play(&mut self, p: Point, colour: Colour) -> bool {
        debug_assert!(self.is_empty(p));
        if p.0 == self.ko {
            return false;
        }
        let word = liberty_word(p.0);
        let beside = self.neighbours(p);
        let chains = beside.map(|n| place(self.chain[n.index()]));
        let contents = beside.map(|n| self.cell[n.index()] & CONTENT);
        four!(i => self.liberties[chains[i]] = self.liberties[chains[i]].wrapping_sub(word));
        let enemy = colour.other() as u16;
        let mut takes = false;
        four!(i => takes |= (contents[i] == enemy) & (self.liberties[chains[i]] == 0));
        if self.empty_neighbours(p) == 0 && !takes {
            let mut lives = false;
            four!(i => lives |= (contents[i] == colour as u16) & (self.liberties[chains[i]] != 0));
            if !lives {
                four!(i => self.liberties[chains[i]] = self.liberties[chains[i]].wrapping_add(word));
                return false;
            }
        }
        self.occupy(p, colour);
        self.connect(p, colour as u16);
        self.ko = 0;
        if takes {
            self.take(p, colour);
        }
        true
    }

    /// Puts the stone on its cell and out of the list of empties.
    #[inline(always)]
    fn occupy(&mut self, p: Point, colour: Colour) {
        let i = p.index();
        self.cell[i] |= colour as u16;
        self.recode(p.0, colour as u16);
        let delta = stone_delta(colour);
        let beside = self.neighbours(p);
        four!(k => self.cell[beside[k].index()] = self.cell[beside[k].index()].wrapping_add(delta));
        self.vacant -= 1;
        let last = self.empties[place(self.vacant)];
        let slot = self.slot[i];
        self.empties[place(slot)] = last;
        self.slot[place(last)] = slot;
        self.balance += colour.sign() as i16;
    }

    /// Makes the new stone a chain, or part of the chains of its colour beside it.
    #[inline(always)]
    fn connect(&mut self, p: Point, content: u16) {
        let i = p.index();
        let mut word = 0u64;
        let mut name = 0;
        let beside = self.neighbours(p);
        let contents = beside.map(|n| self.cell[n.index()] & CONTENT);
        four!(k => {
            word += if contents[k] == EMPTY { liberty_word(beside[k].0) } else { 0 };
            name = if contents[k] == content { self.chain[beside[k].index()] } else { name };
        });
        // A lone stone is a chain of none joined by itself, so that no branch tells the two cases apart.
        self.next[i] = p.0;
        self.members[i] = 0;
        self.liberties[i] = 0;
        let name = if name == 0 { p.0 } else { name };
        let head = place(name);
        self.chain[i] = name;
        self.next[i] = self.next[head];
        self.next[head] = p.0;
        self.members[head] += 1;
        self.liberties[head] = self.liberties[head].wrapping_add(word);
        let mut several = false;
        four!(k => several |= (contents[k] == content) & (self.chain[beside[k].index()] != name));
        if several {
            for n in beside {
                let (a, b) = (self.chain[i], self.chain[n.index()]);
                if self.cell[n.index()] & CONTENT == content && a != b {
                    self.merge(a, b);
                }
            }
        }
    }

    /// Joins two chains under the name of the larger.
    fn merge(&mut self, a: u16, b: u16) {
        let (keep, gone) = if self.members[place(a)] >= self.members[place(b)] { (a, b) } else { (b, a) };
        let (k, g) = (place(keep), place(gone));
        let mut at = gone;
        loop {
            self.chain[place(at)] = keep;
            at = self.next[place(at)];
            if at == gone {
                break;
            }
        }
        self.next.swap(k, g);
        self.members[k] += self.members[g];
        self.liberties[k] = self.liberties[k].wrapping_add(self.liberties[g]);
    }

    /// Removes the enemy chains beside a new stone that have no liberty left, and sets the ko point.
    fn take(&mut self, p: Point, colour: Colour) {
        let before = self.vacant;
        let enemy = colour.other();
        for n in self.neighbours(p) {
            if self.cell[n.index()] & CONTENT == enemy as u16
                && self.liberties[place(self.chain[n.index()])] == 0
            {
                self.remove(n, enemy);
            }
        }
        if self.vacant - before == 1 && self.chain_size(p) == 1 && self.pseudo_liberties(p) == 1 {
            self.ko = self.empties[place(before)];
        }
    }

    /// Takes a chain off the board.
    fn remove(&mut self, stone: Point, colour: Colour) {
        let delta = 0u16.wrapping_sub(stone_delta(colour));
        let first = stone.0;
        let mut at = first;
        loop {
            let p = Point(at);
            let word = liberty_word(at);
            let beside = self.neighbours(p);
            four!(k => {
                let n = beside[k].index();
                let c = place(self.chain[n]);
                self.liberties[c] = self.liberties[c].wrapping_add(word);
                self.cell[n] = self.cell[n].wrapping_add(delta);
            });
            self.chain[p.index()] = 0;
            self.cell[p.index()] &= !CONTENT;
            self.recode(at, colour as u16);
            self.slot[p.index()] = self.vacant;
            self.empties[place(self.vacant)] = at;
            self.vacant += 1;
            self.balance -= colour.sign() as i16;
            at = self.next[p.index()];
            if at == first {
                break;
            }
        }
    }

    /// Places a stone and removes nothing: for setting up positions.
    ///
    /// `p` must be empty. Chains without liberties may stand until [`Board::all_breathe`] is asked.
    pub(crate) fn put(&mut self, p: Point, colour: Colour) {
        let word = liberty_word(p.0);
        for n in self.neighbours(p) {
            let c = place(self.chain[n.index()]);
            self.liberties[c] = self.liberties[c].wrapping_sub(word);
        }
        self.occupy(p, colour);
        self.connect(p, colour as u16);
        self.ko = 0;
    }

    /// Plays a stone that has no liberty and captures nothing: the whole chain it joins leaves the board.
    ///
    /// For rules that allow suicide. `p` must be empty and [`Board::breathes`] false there.
    pub(crate) fn play_suicide(&mut self, p: Point, colour: Colour) {
        debug_assert!(!self.breathes(p, colour));
        self.put(p, colour);
        self.remove(p, colour);
    }
}
