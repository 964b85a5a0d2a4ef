//! What `croupier analyze big-two` says of a hand: its plays, those that answer a field, the fewest plays that empty it.

use super::plan::Plan;
use croupier_games::big_two::{Action, Cards, PlayKind, Strength, parse_cards};
use croupier_games::{BigTwo, ParseError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A play of the hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayRow {
    /// The cards.
    pub play: Action,
    /// Its kind.
    pub kind: PlayKind,
    /// How many of all plays of as many cards are weaker.
    pub beats: u32,
    /// How many plays of as many cards there are.
    pub of: u32,
    /// Whether it may be played on the field, or led if there is none.
    pub legal: bool,
}

/// A hand analysed; the table is its `Display`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The hand.
    pub hand: Cards,
    /// The play on the table, if any.
    pub field: Option<Action>,
    /// How many plays the hand has of each kind.
    pub counts: BTreeMap<PlayKind, u32>,
    /// Every play, by kind, weakest first.
    pub plays: Vec<PlayRow>,
    /// What may be done on the field: plays, and the pass if there is a field; all plays if there is none.
    pub legal: Vec<Action>,
    /// Plays that empty the hand, as few as possible.
    pub fewest: Vec<Action>,
}

/// Analyses a hand, alone or against the play on the table.
///
/// Text is read as [`parse_cards`] says: `3d 4d Ts 2s`, `♦3`, `D3j C1`.
///
/// # Errors
/// Text that is no cards, with the position; a hand of no or more than 13 cards; a field that is no play or shares a card
/// with the hand.
///
/// ```
/// use croupier_bots::big_two::analyze;
/// use croupier_games::BigTwo;
/// let analysis = analyze(&BigTwo::standard(), "3d 4d 5c 6h 7s 7h 2s", Some("4s"))?;
/// assert_eq!(analysis.fewest.len(), 2); // 23456 and the pair of 7s
/// assert_eq!(analysis.legal.len(), 6); // every higher single, and the pass
/// # Ok::<(), croupier_games::ParseError>(())
/// ```
pub fn analyze(game: &BigTwo, hand: &str, field: Option<&str>) -> Result<Analysis, ParseError> {
    let cards = parse_cards(hand)?;
    if !(1..=13).contains(&cards.len()) {
        let reason = format!("it has {} cards, one to 13 are a hand", cards.len());
        return Err(ParseError::new("hand", hand, reason));
    }
    let field = field.map(|text| read_field(game, text, cards)).transpose()?;
    let mut plan = Plan::default();
    plan.list(game.plays(), cards);
    plan.tabulate();
    let mut legal = Vec::new();
    match field {
        Some((_, strength)) => {
            game.plays().stronger(cards, strength, &mut legal);
            legal.push(Action::PASS);
        }
        None => game.plays().all(cards, &mut legal),
    }
    let all = strengths(game);
    let mut plays: Vec<PlayRow> = plan
        .pieces
        .iter()
        .map(|p| row(&all, p.action, p.strength, legal.binary_search(&p.action).is_ok()))
        .collect();
    plays.sort_by_key(|row| (row.kind, row.beats, row.play));
    let mut counts = BTreeMap::new();
    plays.iter().for_each(|row| *counts.entry(row.kind).or_default() += 1);
    let mut fewest: Vec<Action> = plan.pieces_of(plan.all).iter().map(|p| p.action).collect();
    fewest.sort();
    Ok(Analysis { hand: cards, field: field.map(|f| f.0), counts, plays, legal, fewest })
}

fn read_field(game: &BigTwo, text: &str, hand: Cards) -> Result<(Action, Strength), ParseError> {
    let cards = parse_cards(text)?;
    let refuse = |reason: String| Err(ParseError::new("field", text, reason));
    if !cards.and(hand).is_empty() {
        return refuse(format!("{} is in the hand", cards.and(hand)));
    }
    match (Action::of(cards), game.plays().strength(cards)) {
        (Some(action), Some(strength)) => Ok((action, strength)),
        _ => refuse("these cards are no play".into()),
    }
}

/// The strengths of all plays of each card count, sorted.
fn strengths(game: &BigTwo) -> [Vec<u16>; 6] {
    let mut all = Vec::new();
    game.plays().all(Cards::ALL, &mut all);
    let mut by_count: [Vec<u16>; 6] = Default::default();
    for action in all {
        let strength = game.plays().strength(action.cards()).expect("a generated play is a play");
        by_count[strength.cards() as usize].push(strength.number());
    }
    by_count.iter_mut().for_each(|numbers| numbers.sort_unstable());
    by_count
}

fn row(all: &[Vec<u16>; 6], play: Action, strength: Strength, legal: bool) -> PlayRow {
    let numbers = &all[strength.cards() as usize];
    let beats = numbers.partition_point(|n| *n < strength.number()) as u32;
    PlayRow { play, kind: strength.kind(), beats, of: numbers.len() as u32, legal }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "hand {} ({} cards)", self.hand, self.hand.len())?;
        if let Some(field) = self.field {
            writeln!(f, "field {field}")?;
        }
        let mut kind = None;
        for row in &self.plays {
            if kind != Some(row.kind) {
                kind = Some(row.kind);
                writeln!(f, "{} ({})", row.kind.name(), self.counts[&row.kind])?;
            }
            let mark = if self.field.is_some() && row.legal { " *" } else { "" };
            writeln!(f, "  {:<16} beats {:>5} of {}{mark}", row.play.to_string(), row.beats, row.of)?;
        }
        if self.field.is_some() {
            let texts: Vec<String> = self.legal.iter().map(Action::to_string).collect();
            writeln!(f, "on the field (marked *): {}", texts.join(" | "))?;
        }
        let texts: Vec<String> = self.fewest.iter().map(Action::to_string).collect();
        write!(f, "fewest plays {}: {}", self.fewest.len(), texts.join(" | "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_core::Rng;

    /// The fewest plays by trying every play that holds the lowest card.
    fn slow(game: &BigTwo, hand: Cards) -> usize {
        let Some(lowest) = hand.lowest() else { return 0 };
        let mut plays = Vec::new();
        game.plays().all(hand, &mut plays);
        let holding = plays.iter().filter(|p| p.cards().has(lowest));
        1 + holding.map(|p| slow(game, hand.without(p.cards()))).min().unwrap()
    }

    #[test]
    fn the_fewest_plays_are_the_fewest_and_empty_the_hand() {
        let mut rng = Rng::keyed("fewest", &[]);
        for game in [BigTwo::standard(), BigTwo::charlesworth()] {
            for n in 1..=10 {
                for _ in 0..8 {
                    let mut deck: Vec<_> = Cards::ALL.iter().collect();
                    rng.shuffle(&mut deck);
                    let hand: Cards = deck[..n].iter().copied().collect();
                    let analysis = analyze(&game, &hand.to_string(), None).unwrap();
                    assert_eq!(analysis.fewest.len(), slow(&game, hand), "{hand}");
                    let total: u32 = analysis.fewest.iter().map(|a| a.len()).sum();
                    let all = analysis.fewest.iter().fold(Cards::NONE, |all, a| all.with(a.cards()));
                    assert_eq!((all, total), (hand, hand.len()));
                }
            }
        }
    }

    /// Counted by hand: singles 7, one pair, three straights with each 7.
    #[test]
    fn plays_are_listed_by_kind_with_what_they_beat() {
        let game = BigTwo::standard();
        let a = analyze(&game, "♦3 D4 5c 6h 7s 7h 2s", Some("3c 4c 5d 6d 7d")).unwrap();
        let counts: Vec<_> = a.counts.iter().map(|(k, n)| (*k, *n)).collect();
        // 34567 with either 7, and 23456.
        assert_eq!(counts, [(PlayKind::Single, 7), (PlayKind::Pair, 1), (PlayKind::Straight, 3)]);
        let row = |text: &str| a.plays.iter().find(|r| r.play.to_string() == text).unwrap();
        assert_eq!((row("2s").beats, row("2s").of, row("3d").beats), (51, 52, 0));
        // Lower are the six pairs of each of 3, 4, 5, 6, and of the 7s those without the 7s: three.
        assert_eq!((row("7h 7s").beats, row("7h 7s").of), (24 + 3, 78));
        let legal: Vec<String> = a.legal.iter().map(Action::to_string).collect();
        assert_eq!(legal, ["3d 4d 5c 6h 7h", "3d 4d 5c 6h 7s", "3d 4d 5c 6h 2s", "pass"]);
        assert!(row("3d 4d 5c 6h 7s").legal && !row("2s").legal);
        let text = a.to_string();
        for line in
            ["single (7)", "  2s               beats    51 of 52", "fewest plays 2: 7h 7s | 3d 4d 5c 6h 2s"]
        {
            assert!(text.contains(line), "{line} in\n{text}");
        }
        let json = serde_json::to_value(&a).unwrap();
        assert_eq!(json["counts"]["straight"], 3);
    }

    #[test]
    fn mistakes_are_named() {
        let game = BigTwo::standard();
        let message = |hand, field| analyze(&game, hand, field).unwrap_err().to_string();
        assert_eq!(
            message("3d 4x", None),
            "`3d 4x` is no set of cards: position 5: found `x`, expected a suit: d c h s or ♦ ♣ ♥ ♠"
        );
        assert_eq!(message("", None), "`` is no hand: it has 0 cards, one to 13 are a hand");
        assert_eq!(message("3d", Some("3d")), "`3d` is no field: 3d is in the hand");
        assert_eq!(message("3d", Some("4d 5d")), "`4d 5d` is no field: these cards are no play");
        let fourteen = "3d3c3h3s4d4c4h4s5d5c5h5s6d6c";
        assert!(message(fourteen, None).contains("it has 14 cards"));
    }
}
