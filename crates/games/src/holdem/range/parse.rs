//! The text of ranges.
//!
//! Parts are separated by commas or spaces; a part may end in `:weight` (1 if it does not); a later part wins over an
//! earlier one.
//!
//! | part | hands |
//! |---|---|
//! | `random`, `any`, `*` | all |
//! | `QQ`, `AKs`, `AKo`, `AK` | a starting hand; without s or o, both |
//! | `QQ+` | this pair and the higher ones |
//! | `KTs+` | the same high card, the second from this one up to one below the high card |
//! | `QQ-99`, `KTo-K8o` | from one to the other: pairs, or second cards under one high card |
//! | `T9s-65s` | both cards moved down together |
//! | `AhKd` | one hand |

use super::start::unknown;
use super::{Range, StartingHand};
use crate::holdem::card::{Hole, Rank};
use crate::holdem::error::Error;
use std::str::FromStr;

impl FromStr for Range {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut range = Range::none();
        let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|p| !p.is_empty());
        for part in parts {
            let (name, weight) = match part.split_once(':') {
                None => (part, 1.0),
                Some((name, weight)) => (name, number(name, weight)?),
            };
            for hole in holes(name)? {
                range.set(hole, weight)?;
            }
        }
        if range.total() == 0.0 {
            return Err(Error::Range {
                part: text.chars().take(40).collect(),
                reason: "no hand has a weight above 0; a range is parts such as QQ+,AKs:0.5,KTo-K8o".into(),
            });
        }
        Ok(range)
    }
}

fn number(name: &str, text: &str) -> Result<f64, Error> {
    let weight = text.parse::<f64>().ok().filter(|w| w.is_finite() && *w >= 0.0);
    weight.ok_or_else(|| Error::Weight {
        hand: name.chars().take(40).collect(),
        value: text.chars().take(40).collect(),
    })
}

fn refuse<T>(part: &str, reason: impl Into<String>) -> Result<T, Error> {
    Err(Error::Range { part: part.chars().take(40).collect(), reason: reason.into() })
}

fn holes(name: &str) -> Result<Vec<Hole>, Error> {
    if ["random", "any", "*"].contains(&name.to_ascii_lowercase().as_str()) {
        return Ok(Hole::all().collect());
    }
    let two_cards = name.chars().count() == 4 && name.chars().nth(1).is_some_and(|c| "cdhsCDHS".contains(c));
    if two_cards {
        return Ok(vec![name.parse()?]);
    }
    unfinished(name)?;
    let hands = if let Some(from) = name.strip_suffix('+') {
        plus(name, &kinds(from)?)?
    } else if let Some((from, to)) = name.split_once('-') {
        run(name, &kinds(from)?, &kinds(to)?)?
    } else {
        kinds(name)?
    };
    Ok(hands.into_iter().flat_map(StartingHand::holes).collect())
}

/// Refuses a part that stops before it says what it begins.
fn unfinished(name: &str) -> Result<(), Error> {
    let Some((from, to)) = name.split_once('-') else {
        return match name {
            "" => refuse(name, "a hand is missing before `:`, such as QQ:0.5"),
            "+" => refuse(name, "a hand is missing before `+`, such as QQ+"),
            _ => Ok(()),
        };
    };
    let known = |end: &str| kinds(end).is_ok();
    match (from, to) {
        ("", "") => refuse(
            name,
            "both ends of the run are missing; it goes from one hand to another, such as KTo-K8o",
        ),
        (from, "") if known(from) => refuse(
            name,
            format!(
                "the run has no end; it goes from one hand to another, such as KTo-K8o; did you mean `{from}` or `{from}+`?"
            ),
        ),
        ("", to) if known(to) => refuse(
            name,
            format!(
                "the run has no start; it goes from one hand to another, such as KTo-K8o; did you mean `{to}`?"
            ),
        ),
        (from, to) if to.contains('-') && known(from) => {
            refuse(name, "a run has two ends, such as KTo-K8o; separate runs by commas")
        }
        (from, to) if to.ends_with('+') && known(from) => refuse(
            name,
            format!("a run has two ends and no `+`; did you mean `{from}-{}`?", &to[..to.len() - 1]),
        ),
        _ => Ok(()),
    }
}

/// One starting hand, or the suited and the offsuit one.
fn kinds(text: &str) -> Result<Vec<StartingHand>, Error> {
    let mut letters = text.chars();
    let two = (letters.next().and_then(Rank::from_letter), letters.next().and_then(Rank::from_letter));
    match (two, letters.next()) {
        ((Some(a), Some(b)), None) if a != b => {
            Ok(vec![StartingHand::new(a, b, true), StartingHand::new(a, b, false)])
        }
        ((Some(a), Some(b)), Some(third)) if a == b && "sSoO".contains(third) => {
            refuse(text, format!("a pair is neither suited nor offsuit; did you mean `{0}{0}`?", a.letter()))
        }
        _ => text.parse().map(|hand| vec![hand]).map_err(|_| unknown(text)),
    }
}

fn ranks(from: Rank, to: Rank) -> impl Iterator<Item = Rank> {
    Rank::all().filter(move |&r| from <= r && r <= to)
}

fn plus(part: &str, from: &[StartingHand]) -> Result<Vec<StartingHand>, Error> {
    let mut out = Vec::new();
    for hand in from {
        if hand.is_pair() {
            out.extend(Rank::all().filter(|&r| r >= hand.high()).map(|r| StartingHand::new(r, r, false)));
        } else {
            let seconds = Rank::all().filter(|&r| hand.low() <= r && r < hand.high());
            out.extend(seconds.map(|r| StartingHand::new(hand.high(), r, hand.suited())));
        }
    }
    if out.is_empty() { refuse(part, "it holds no hand") } else { Ok(out) }
}

fn run(part: &str, from: &[StartingHand], to: &[StartingHand]) -> Result<Vec<StartingHand>, Error> {
    if from.len() != to.len() {
        return refuse(part, "both ends are suited, or both offsuit, or neither says");
    }
    let mut out = Vec::new();
    for (a, b) in from.iter().zip(to) {
        let (top, bottom) = if (a.high(), a.low()) >= (b.high(), b.low()) { (a, b) } else { (b, a) };
        if top.is_pair() != bottom.is_pair() || top.suited() != bottom.suited() {
            return refuse(part, "both ends are pairs, or both suited, or both offsuit, such as KTo-K8o");
        }
        let gap = |h: &StartingHand| h.high().index() - h.low().index();
        if top.is_pair() {
            out.extend(ranks(bottom.high(), top.high()).map(|r| StartingHand::new(r, r, false)));
        } else if top.high() == bottom.high() {
            let seconds = ranks(bottom.low(), top.low());
            out.extend(seconds.map(|r| StartingHand::new(top.high(), r, top.suited())));
        } else if gap(top) == gap(bottom) {
            for (high, low) in ranks(bottom.high(), top.high()).zip(ranks(bottom.low(), top.low())) {
                out.push(StartingHand::new(high, low, top.suited()));
            }
        } else {
            return refuse(
                part,
                format!(
                    "the ends share neither the high card nor the gap; did you mean `{top}-{}{}{}`?",
                    top.high().letter(),
                    bottom.low().letter(),
                    if top.suited() { "s" } else { "o" }
                ),
            );
        }
    }
    Ok(out)
}

pub(super) fn weights(text: &str) -> Result<Range, Error> {
    let mut range = Range::none();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let mut words =
            line.split(|c: char| c.is_whitespace() || ",:=".contains(c)).filter(|word| !word.is_empty());
        let (Some(name), Some(weight), None) = (words.next(), words.next(), words.next()) else {
            return refuse(line, "a line is a hand and its weight, such as `AhKd 0.25` or `AKo 0.25`");
        };
        let weight = number(name, weight)?;
        for hole in holes(name)? {
            range.set(hole, weight)?;
        }
    }
    if range.total() == 0.0 {
        return Err(Error::Empty("the file of weights"));
    }
    Ok(range)
}
