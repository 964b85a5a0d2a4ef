//! Lines as they are read: `MATCHSTATE:…` and `STATE:…`.

use super::{AcpcError, GameDef};
use crate::hand::{Hand, HandError, Move, Telling};
use croupier_games::holdem::{Card, Hole};
use std::str::FromStr;

/// What a line says, not yet held to the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Whose view it is; none in a log.
    pub position: Option<usize>,
    /// The hand's number.
    pub number: u32,
    /// The betting, streets apart.
    moves: Vec<Vec<Move>>,
    /// The hands, as far as they are told.
    pub holes: Vec<Option<Hole>>,
    /// The board.
    pub board: Vec<Card>,
    /// In a log: what each position won.
    pub values: Option<Vec<f64>>,
    /// In a log: who sat where.
    pub players: Option<Vec<String>>,
}

impl FromStr for Line {
    type Err = AcpcError;

    /// Reads a line without its end.
    fn from_str(text: &str) -> Result<Self, AcpcError> {
        let wrong = |reason: &str| AcpcError::line(text, reason);
        let mut fields = text.split(':');
        let position = match fields.next() {
            Some("STATE") => None,
            Some("MATCHSTATE") => {
                let position = fields.next().and_then(|p| p.parse().ok()).filter(|&p: &usize| p < 10);
                Some(position.ok_or_else(|| wrong("after MATCHSTATE comes a position, 0 to 9"))?)
            }
            _ => return Err(wrong("it begins with MATCHSTATE or STATE")),
        };
        let number = fields.next().and_then(|n| n.parse().ok());
        let number = number.ok_or_else(|| wrong("a hand's number is missing"))?;
        let betting = fields.next().ok_or_else(|| wrong("the betting is missing"))?;
        let moves = moves(betting).ok_or_else(|| wrong("betting is f, c, rN and /"))?;
        let cards = fields.next().ok_or_else(|| wrong("the cards are missing"))?;
        let (holes, board) = cards.split_once('/').unwrap_or((cards, ""));
        let hole = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().map(Some),
        };
        let holes = holes.split('|').map(hole).collect::<Result<Vec<_>, _>>();
        let holes = holes.map_err(|_| wrong("a hand is two cards, such as Ks9h"))?;
        let board = board.split('/').map(Card::parse_list).collect::<Result<Vec<_>, _>>();
        let board = board.map_err(|_| wrong("the board is cards, such as /2c3d4h/5s"))?.concat();
        let values = fields.next().map(|values| {
            let values = values.split('|').map(|v| v.parse().ok().filter(|x: &f64| x.is_finite()));
            values.collect::<Option<Vec<f64>>>().ok_or_else(|| wrong("values are numbers, such as -300|300"))
        });
        let values = values.transpose()?;
        let players = fields.next().map(|p| p.split('|').map(String::from).collect());
        if fields.next().is_some() {
            return Err(wrong("there are more fields than the protocol has"));
        }
        Ok(Self { position, number, moves, holes, board, values, players })
    }
}

/// The betting, or nothing where a letter is none of it.
fn moves(text: &str) -> Option<Vec<Vec<Move>>> {
    text.split('/').map(street).collect()
}

fn street(mut text: &str) -> Option<Vec<Move>> {
    let mut out = Vec::new();
    while let Some(first) = text.chars().next() {
        text = &text[first.len_utf8()..];
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        match first {
            'f' => out.push(Move::Fold),
            'c' => out.push(Move::Pass),
            'r' => {
                out.push(Move::RaiseInAll(text[..digits].parse().ok()?));
                text = &text[digits..];
            }
            _ => return None,
        }
    }
    Some(out)
}

/// The one action of an answer.
pub(super) fn one_move(text: &str) -> Option<Move> {
    match street(text)?[..] {
        [only] => Some(only),
        _ => None,
    }
}

impl Line {
    /// The hand by the rules of a game.
    ///
    /// # Errors
    /// When it is none of that game.
    pub fn hand(&self, game: &GameDef) -> Result<Hand, AcpcError> {
        let seats = game.seats();
        let count = |what: &str, n: usize| {
            let allowed = format!("{seats}, one for each seat");
            if n == seats { Ok(()) } else { Err(HandError::field(what, n, allowed)) }
        };
        count("hands", self.holes.len())?;
        let mut telling = Telling::new(game.config().clone())?;
        for (seat, hole) in self.holes.iter().enumerate() {
            if let Some(hole) = hole {
                telling.hole(seat, *hole)?;
            }
        }
        telling.board(&self.board)?;
        for what in self.moves.iter().flatten() {
            telling.act(None, *what)?;
        }
        let mut hand = telling.finish();
        if let Some(values) = &self.values {
            count("values", values.len())?;
            hand.stated = Some(values.clone());
        }
        if let Some(players) = &self.players {
            count("players", players.len())?;
            hand.players = players.clone();
        }
        hand.name = Some(self.number.to_string());
        Ok(hand)
    }
}
