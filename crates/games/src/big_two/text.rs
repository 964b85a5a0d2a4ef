//! Text of cards, actions and deals: strict in what is written, generous in what is read.

use super::cards::{Card, Cards, RANK_LETTERS, Rank, Suit};
use super::plays::Action;
use super::state::Deal;
use crate::parse::{ParseError, serde_as_text};
use croupier_core::Seat;
use std::fmt;
use std::str::FromStr;

/// Reads a set of cards as people write it.
///
/// - rank then suit, as in `3d 10h Ts 2s` (ranks `3`–`9`, `10` or `T`, `J Q K A 2`, also `1` for the ace; suits
///   `d c h s`; letters of either case);
/// - suit then rank, as in `♦3` or the first write-up's `D3j C1`, where a `j` that follows a whole card stands
///   between cards and counts as a space (so `Dj` is the jack, and `D3j` the 3♦);
/// - suit symbols ♦ ♣ ♥ ♠ (or ♢ ♧ ♡ ♤) in place of letters;
/// - spaces and commas between cards, or nothing; `-` alone or an empty text for no card.
///
/// # Errors
/// Names the position, what was found and what was expected, or the card that appears twice.
///
/// ```
/// use croupier_games::big_two::parse_cards;
/// assert_eq!(parse_cards("♦3, 4d Ts 2s")?.to_string(), "3d 4d Ts 2s");
/// assert_eq!(parse_cards("D3j C1")?.to_string(), "3d Ac");
/// let reason = parse_cards("3d 4x").unwrap_err().reason;
/// assert_eq!(reason, "position 5: found `x`, expected a suit: d c h s or ♦ ♣ ♥ ♠");
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Cards, ParseError> {
    if text.trim() == "-" {
        return Ok(Cards::NONE);
    }
    let mut reader = Reader { text, chars: text.chars().collect(), at: 0 };
    let mut first = [0usize; 52];
    let mut cards = Cards::NONE;
    loop {
        reader.skip(|c| c.is_whitespace() || c == ',');
        if reader.peek().is_none() {
            return Ok(cards);
        }
        let position = reader.at + 1;
        let card = reader.card()?;
        let seen = &mut first[usize::from(card.index())];
        if *seen > 0 {
            let reason = format!("position {position}: {card} appears twice, first at position {seen}");
            return Err(ParseError::new("set of cards", text, reason));
        }
        *seen = position;
        cards = cards.with(card.into());
    }
}

pub(super) fn one_card(text: &str) -> Result<Card, ParseError> {
    let cards = parse_cards(text)?;
    match (cards.lowest(), cards.len()) {
        (Some(card), 1) => Ok(card),
        (_, n) => Err(ParseError::new("card", text, format!("it is {n} cards"))),
    }
}

const SUIT: &str = "a suit: d c h s or ♦ ♣ ♥ ♠";
const RANK: &str = "a rank: 3 4 5 6 7 8 9 10 T J Q K A 2";
const EITHER: &str = "a card such as 3d, ♦3 or D3";

struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip(&mut self, separator: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&separator) {
            self.at += 1;
        }
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        let found = self.peek().map_or("the end".to_string(), |c| format!("`{}`", c.escape_debug()));
        let reason = format!("position {}: found {found}, expected {expected}", self.at + 1);
        ParseError::new("set of cards", self.text, reason)
    }

    fn card(&mut self) -> Result<Card, ParseError> {
        if let Some(suit) = self.suit() {
            let rank = self.rank().ok_or_else(|| self.unexpected(RANK))?;
            if matches!(self.peek(), Some('j' | 'J')) {
                self.at += 1;
            }
            Ok(Card::new(rank, suit))
        } else if let Some(rank) = self.rank() {
            let suit = self.suit().ok_or_else(|| self.unexpected(SUIT))?;
            Ok(Card::new(rank, suit))
        } else {
            Err(self.unexpected(EITHER))
        }
    }

    fn suit(&mut self) -> Option<Suit> {
        let suit = match self.peek()? {
            'd' | 'D' | '♦' | '♢' => 0,
            'c' | 'C' | '♣' | '♧' => 1,
            'h' | 'H' | '♥' | '♡' => 2,
            's' | 'S' | '♠' | '♤' => 3,
            _ => return None,
        };
        self.at += 1;
        Some(Suit(suit))
    }

    fn rank(&mut self) -> Option<Rank> {
        let letter = match self.peek()? {
            '1' if self.chars.get(self.at + 1) == Some(&'0') => {
                self.at += 1;
                'T'
            }
            '1' => 'A',
            c => c.to_ascii_uppercase(),
        };
        let rank = RANK_LETTERS.iter().position(|r| char::from(*r) == letter)?;
        self.at += 1;
        Some(Rank(rank as u8))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() { f.write_str("pass") } else { self.cards().fmt(f) }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({self})")
    }
}

/// Reads `pass` or one to five cards; whether they make a play is for the rules to say.
impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Action::PASS);
        }
        let cards = parse_cards(text)?;
        Action::of(cards).ok_or_else(|| {
            let reason = format!("{} cards, expected `pass` or one to five cards", cards.len());
            ParseError::new("action", text, reason)
        })
    }
}

serde_as_text!(Cards, Action);

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for (seat, hand) in self.hands().iter().enumerate() {
            if !hand.is_empty() {
                write!(f, "{between}{seat}={hand}")?;
                between = ",";
            }
        }
        Ok(())
    }
}

/// Reads `seat=cards` parts with commas between, such as `0=3d 4d,2=2s`.
impl FromStr for Deal {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut hands = [Cards::NONE; 4];
        for part in text.split(',').filter(|p| !p.trim().is_empty()) {
            let refuse = |reason: String| ParseError::new("deal", text, format!("part `{part}`: {reason}"));
            let (seat, cards) =
                part.split_once('=').ok_or_else(|| refuse("expected seat=cards, as in 0=3d 4d".into()))?;
            let seat: Seat = match seat.trim().parse() {
                Ok(n) if n < 4 => Seat(n),
                _ => return Err(refuse(format!("`{}` is not a seat from 0 to 3", seat.trim()))),
            };
            let cards = parse_cards(cards).map_err(|e| refuse(e.reason))?;
            let held = hands.iter().fold(Cards::NONE, |all, h| all.with(*h)).and(cards);
            if !held.is_empty() {
                return Err(refuse(format!("{held} is dealt twice")));
            }
            let hand = &mut hands[seat.index()];
            *hand = hand.with(cards);
            if hand.len() > 13 {
                return Err(refuse(format!("seat {seat} would hold {} cards, at most 13 fit", hand.len())));
            }
        }
        Ok(Deal::new(hands))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cards_are_read_as_people_write_them() {
        let all = [
            ("3d 4d Ts 2s", "3d 4d Ts 2s"),
            ("♦3", "3d"),
            ("3♦ ♠10 10h", "3d Th Ts"),
            ("D3j C1", "3d Ac"),
            ("D3jC1j", "3d Ac"),
            ("Dj Djj Dq", ""),
            ("DJ", "Jd"),
            ("DJj HJ", "Jd Jh"),
            ("s2c2", "2c 2s"),
            ("3d4dTs2s", "3d 4d Ts 2s"),
            ("1d aC", "Ad Ac"),
            ("kh,QD\tjc", "Jc Qd Kh"),
            ("", "-"),
            (" - ", "-"),
        ];
        for (text, expected) in all {
            match parse_cards(text) {
                Ok(cards) => assert_eq!(cards.to_string(), expected, "{text}"),
                Err(e) => assert!(expected.is_empty() && e.to_string().contains("Jd appears twice"), "{e}"),
            }
        }
    }

    #[test]
    fn mistakes_are_named_with_their_position() {
        let all = [
            ("3d 4x", "position 5: found `x`, expected a suit: d c h s or ♦ ♣ ♥ ♠"),
            ("3d 4", "position 5: found the end, expected a suit: d c h s or ♦ ♣ ♥ ♠"),
            ("♦", "position 2: found the end, expected a rank: 3 4 5 6 7 8 9 10 T J Q K A 2"),
            ("♦3 D0", "position 5: found `0`, expected a rank: 3 4 5 6 7 8 9 10 T J Q K A 2"),
            ("3d D3", "position 4: 3d appears twice, first at position 1"),
            ("j 3d", "position 2: found ` `, expected a suit: d c h s or ♦ ♣ ♥ ♠"),
            ("3d!", "position 3: found `!`, expected a card such as 3d, ♦3 or D3"),
        ];
        for (text, message) in all {
            assert_eq!(parse_cards(text).unwrap_err().reason, message);
        }
        let message = |text: &str| text.parse::<Action>().unwrap_err().to_string();
        assert_eq!(message(""), "`` is no action: 0 cards, expected `pass` or one to five cards");
        assert!(message("3d 4d 5d 6d 7d 8d").contains("6 cards"));
        assert!("3d 4d".parse::<Card>().unwrap_err().to_string().contains("is no card: it is 2 cards"));
    }

    #[test]
    fn deals_are_read_by_seat_and_mistakes_named() {
        let deal: Deal = "0=3d 4d,2=2s".parse().unwrap();
        assert_eq!(deal.hands()[2].to_string(), "2s");
        assert_eq!(deal.to_string(), "0=3d 4d,2=2s");
        let message = |text: &str| text.parse::<Deal>().unwrap_err().to_string();
        assert_eq!(message("0=3d,1=3d"), "`0=3d,1=3d` is no deal: part `1=3d`: 3d is dealt twice");
        assert_eq!(message("0=3d,4d"), "`0=3d,4d` is no deal: part `4d`: expected seat=cards, as in 0=3d 4d");
        assert_eq!(message("4=3d"), "`4=3d` is no deal: part `4=3d`: `4` is not a seat from 0 to 3");
        assert!(message("0=3x").contains("position 2: found `x`"));
        let fourteen = "0=3d 3c 3h 3s 4d 4c 4h 4s 5d 5c 5h 5s 6d 6c";
        assert!(message(fourteen).contains("seat 0 would hold 14 cards, at most 13 fit"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,12}") {
            let _ = (parse_cards(&text), text.parse::<Action>(), text.parse::<Deal>());
        }

        #[test]
        fn card_text_never_panics(text in "[3TJ2AdcsjD♦10 ,=-]{0,10}") {
            if let Ok(cards) = parse_cards(&text) {
                prop_assert_eq!(cards.to_string().parse(), Ok(cards));
            }
            let _ = (text.parse::<Action>(), text.parse::<Deal>());
        }
    }
}
