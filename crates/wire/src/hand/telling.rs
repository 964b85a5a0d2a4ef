//! Writing a hand down as its file tells it.

use super::{Hand, HandError, shortened, whose};
use croupier_core::{Game, Seat, Turn};
use croupier_games::Holdem;
use croupier_games::holdem::{Act, Action, Card, Chance, Chips, Config, Hole, Legal, State};
use std::fmt;

/// What a seat did, as files tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// It folded.
    Fold,
    /// It checked or called.
    Pass,
    /// It bet or raised to so much on this street.
    RaiseTo(Chips),
    /// It bet or raised to so much over the whole hand.
    RaiseInAll(Chips),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Fold => f.write_str("fold"),
            Move::Pass => f.write_str("check or call"),
            Move::RaiseTo(to) => write!(f, "raise to {to}"),
            Move::RaiseInAll(sum) => write!(f, "raise to {sum} over the hand"),
        }
    }
}

/// A hand being told, action by action, each held to the rules.
#[derive(Clone, Debug)]
pub struct Telling {
    hand: Hand,
    game: Holdem,
    /// The betting so far, with any cards.
    state: State,
}

impl Telling {
    /// A hand of these rules before its first action.
    ///
    /// # Errors
    /// When they are no rules of one hand.
    pub fn new(config: Config) -> Result<Self, HandError> {
        let game = Holdem::new(config.clone())?;
        if config.hands != 1 {
            return Err(HandError::field("hands", config.hands, "1"));
        }
        let seats = game.seats();
        let mut state = game.start();
        // Betting does not depend on cards: the deck's first ones stand in.
        let mut deck = Card::all();
        let mut two = || Hole::of(deck.next()?, deck.next()?).ok();
        let hands = (0..seats).map(|_| two()).collect();
        let _ = game.reveal(&mut state, &Chance::Deal { button: None, hands });
        let hand = Hand {
            config,
            players: vec![String::new(); seats],
            name: None,
            holes: vec![None; seats],
            board: Vec::new(),
            actions: Vec::new(),
            stated: None,
            scale: 1,
            forfeit: None,
        };
        Ok(Self { hand, game, state })
    }

    /// Says which hand a seat has.
    ///
    /// # Errors
    /// A seat that there is not, or another hand of the same seat.
    pub fn hole(&mut self, seat: usize, hole: Hole) -> Result<(), HandError> {
        let seats = self.hand.holes.len();
        let Some(place) = self.hand.holes.get_mut(seat) else {
            return Err(HandError::field("seat", seat, format!("0 to {}", seats - 1)));
        };
        match place.replace(hole) {
            Some(other) if other != hole => {
                Err(HandError::field("hand", hole, format!("{other}, which the seat was dealt")))
            }
            _ => Ok(()),
        }
    }

    /// Says which cards come next on the board.
    ///
    /// # Errors
    /// When the board is full.
    pub fn board(&mut self, cards: &[Card]) -> Result<(), HandError> {
        if self.hand.board.len() + cards.len() > 5 {
            let cards = cards.iter().map(Card::to_string).collect();
            return Err(HandError::Board { cards, when: "on a full board" });
        }
        self.hand.board.extend_from_slice(cards);
        Ok(())
    }

    /// The seat whose turn it is, once any cards due have been dealt.
    pub fn to_act(&mut self) -> Option<Seat> {
        self.pass_chance();
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Says what is done next, and by which seat if the file tells.
    ///
    /// # Errors
    /// When the rules refuse it, or it is not that seat's turn.
    pub fn act(&mut self, seat: Option<usize>, what: Move) -> Result<(), HandError> {
        let number = self.hand.actions.len() + 1;
        let refuse = |reason: String| {
            let who = seat.map_or(String::new(), |s| format!("seat {s}: "));
            HandError::Action { number, action: format!("{who}{what}"), reason: shortened(&reason) }
        };
        let mover = match self.to_act() {
            Some(mover) if seat.is_none_or(|s| s == mover.index()) => mover,
            _ => return Err(refuse(whose(&self.game, &self.state))),
        };
        let mut legal = Legal::default();
        self.game.legal(&self.state, &mut legal);
        let action = match what {
            Move::Fold => Action::Fold,
            Move::Pass if legal.check => Action::Check,
            Move::Pass => Action::Call,
            Move::RaiseTo(to) => Action::Raise(to),
            Move::RaiseInAll(sum) => {
                let view = self.game.view(&self.state, mover);
                let before = view.put[mover.index()] - view.bets[mover.index()];
                Action::Raise(sum.saturating_sub(before))
            }
        };
        self.game.apply(&mut self.state, action).map_err(|e| refuse(e.reason))?;
        self.hand.actions.push(Act { seat: mover, action });
        Ok(())
    }

    /// The hand, for what is told of it beside cards and actions.
    pub fn hand_mut(&mut self) -> &mut Hand {
        &mut self.hand
    }

    /// The hand as told.
    pub fn finish(self) -> Hand {
        self.hand
    }

    /// Deals any cards where chance is to move.
    fn pass_chance(&mut self) {
        while self.game.turn(&self.state) == Turn::Chance {
            let lie = self.game.view(&self.state, Seat(0)).board.len();
            let count = if lie == 0 { 3 } else { 1 };
            let deck = Card::all().rev().skip(lie);
            let board = Chance::Board(deck.take(count).collect());
            if self.game.reveal(&mut self.state, &board).is_err() {
                break;
            }
        }
    }
}
