//! Reading.

use super::PhhError;
use super::amounts::{chips, number, numbers, scale};
use crate::hand::{Hand, HandError, Move, Telling, shortened};
use croupier_games::holdem::{Blinds, Card, Chips, Config, Hole, MOST_CHIPS, Post, Posts, Reopen, Stacks};
use toml::{Table, Value};

/// A hand of a file under its table's name.
pub type Named = (String, Result<Hand, PhhError>);

/// The hands of a file, each with its table's name (empty where the file is one hand), in order; numbers as numbers.
///
/// A hand that is wrong does not hide the others.
///
/// # Errors
/// When the file is no TOML.
pub fn read(text: &str) -> Result<Vec<Named>, PhhError> {
    let table: Table = text.parse().map_err(|e: toml::de::Error| {
        let start = e.span().map_or(0, |s| s.start);
        let line = text.bytes().take(start).filter(|&b| b == b'\n').count() + 1;
        PhhError::Toml { line, reason: shortened(&e.message().replace('\n', " ")) }
    })?;
    let many = !table.is_empty() && table.values().all(Value::is_table);
    if !many {
        return Ok(vec![(String::new(), hand(&table))]);
    }
    let mut named: Vec<(&String, &Table)> =
        table.iter().filter_map(|(name, value)| Some((name, value.as_table()?))).collect();
    named.sort_by_key(|(name, _)| (name.parse::<u64>().unwrap_or(u64::MAX), *name));
    Ok(named.into_iter().map(|(name, table)| (name.clone(), hand(table))).collect())
}

/// What comes before the actions, in chips.
struct Header {
    config: Config,
    scale: u32,
}

fn hand(table: &Table) -> Result<Hand, PhhError> {
    let variant = table.get("variant").and_then(Value::as_str).ok_or(PhhError::Missing("variant"))?;
    if variant != "NT" {
        return Err(PhhError::Variant(shortened(variant)));
    }
    let entries = entries(table)?;
    let header = header(table, &entries)?;
    // Houses differ in what a short all-in reopens, and let players fold where checking is free: the strictest rules that
    // allow what was done are the hand's.
    let mut refused = None;
    let reopen = [Reopen::Full, Reopen::Pokerkit, Reopen::Acpc];
    for (free_fold, reopen) in [false, true].into_iter().flat_map(|f| reopen.map(|r| (f, r))) {
        let config = Config { reopen, free_fold, ..header.config.clone() };
        match told(config, header.scale, &entries) {
            Ok(mut hand) => {
                describe(&mut hand, table)?;
                return Ok(hand);
            }
            Err(error) => _ = refused.get_or_insert(error),
        }
    }
    Err(refused.unwrap_or(PhhError::Missing("actions")))
}

/// The words of each entry of `actions`, commentaries left out.
fn entries(table: &Table) -> Result<Vec<Vec<&str>>, PhhError> {
    let actions = table.get("actions").ok_or(PhhError::Missing("actions"))?;
    let texts = actions.as_array().map(|a| a.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    let texts = texts.flatten().ok_or_else(|| {
        PhhError::from(HandError::field("actions", actions.type_str(), "an array of texts"))
    })?;
    let words = |text: &str| text.split('#').next().map_or(0, str::len);
    Ok(texts.into_iter().map(|t| t[..words(t)].split_whitespace().collect()).collect())
}

fn header(table: &Table, entries: &[Vec<&str>]) -> Result<Header, PhhError> {
    let required = |field: &'static str| numbers(table, field)?.ok_or(PhhError::Missing(field));
    let (mut antes, mut blinds, stacks) =
        (required("antes")?, required("blinds_or_straddles")?, required("starting_stacks")?);
    let least = number("min_bet", table.get("min_bet").ok_or(PhhError::Missing("min_bet"))?)?;
    let seats = stacks.len();
    for (field, list) in [("antes", &antes), ("blinds_or_straddles", &blinds)] {
        if list.len() != seats {
            return Err(HandError::field(
                field,
                format!("{} numbers", list.len()),
                format!("{seats}, one for each of starting_stacks"),
            )
            .into());
        }
    }
    let raises = entries.iter().filter_map(|words| match words[..] {
        [_, "cbr", amount, ..] => amount.parse::<f64>().ok(),
        _ => None,
    });
    let mut all: Vec<f64> =
        antes.iter().chain(&blinds).chain(&stacks).copied().chain([least]).chain(raises).collect();
    let Some(coarse) = scale(&all) else {
        return Err(HandError::field("amounts", "decimals", "at most four decimals").into());
    };
    // A pot that was split in halves of the unit says that there are such.
    all.extend(numbers(table, "finishing_stacks")?.into_iter().flatten());
    let scale = scale(&all).unwrap_or(coarse);
    if seats == 2 {
        antes.reverse();
        blinds.reverse();
    }
    let least = chips("min_bet", least, scale)?.max(1);
    let stack = |x: &f64| if x.is_infinite() { Ok(MOST_CHIPS) } else { chips("starting_stacks", *x, scale) };
    let stacks = Stacks(stacks.iter().map(stack).collect::<Result<_, _>>()?);
    let antes = antes.iter().map(|x| chips("antes", *x, scale)).collect::<Result<Vec<_>, _>>()?;
    let trimmed = table.get("ante_trimming_status").and_then(Value::as_bool).unwrap_or(false);
    let base = Config { seats: seats.min(255) as u8, stacks, ..Config::default() };
    Ok(Header { config: posted(base, &antes, &blinds, least, trimmed, scale)?, scale })
}

/// Blinds and one ante where that says it all, else what each seat puts in.
fn posted(
    base: Config,
    antes: &[Chips],
    blinds: &[f64],
    least: Chips,
    trimmed: bool,
    scale: u32,
) -> Result<Config, PhhError> {
    let posts = antes.iter().zip(blinds).map(|(&ante, &blind)| {
        let bet = chips("blinds_or_straddles", blind.abs(), scale)?;
        Ok(Post { bet, ante, late: blind < 0.0 })
    });
    let posts = posts.collect::<Result<Vec<Post>, PhhError>>()?;
    let (small, big) = if posts.len() == 2 { (1, 0) } else { (0, 1) };
    let bet = |i: usize| posts.get(i).map_or(0, |p| p.bet);
    let ante = antes.first().copied().unwrap_or(0);
    // Where the ante is trimmed, or all can pay it, it is as our own.
    let full = trimmed || base.stacks.0.iter().all(|&s| s >= ante);
    let plain = posts.iter().enumerate().all(|(i, p)| !p.late && (p.bet == 0 || i == small || i == big));
    let ours =
        plain && full && bet(small) <= bet(big) && bet(big) == least && antes.iter().all(|&a| a == ante);
    Ok(if ours {
        Config { blinds: Blinds { small: bet(small), big: bet(big) }, ante, ..base }
    } else {
        Config { blinds: Blinds { small: 0, big: least }, posts: Posts(posts), ..base }
    })
}

fn told(config: Config, scale: u32, entries: &[Vec<&str>]) -> Result<Hand, PhhError> {
    let mut telling = Telling::new(config)?;
    telling.hand_mut().scale = scale;
    for (i, words) in entries.iter().enumerate() {
        entry(&mut telling, words, scale).map_err(|error| match error {
            PhhError::Entry { text, reason, .. } => PhhError::Entry { entry: i + 1, text, reason },
            error => {
                PhhError::Entry { entry: i + 1, text: shortened(&words.join(" ")), reason: reason_of(&error) }
            }
        })?;
    }
    Ok(telling.finish())
}

/// The rule alone where the entry is named around it.
fn reason_of(error: &PhhError) -> String {
    match error {
        PhhError::Hand(HandError::Action { reason, .. }) => reason.clone(),
        error => error.to_string(),
    }
}

fn entry(telling: &mut Telling, words: &[&str], scale: u32) -> Result<(), PhhError> {
    let wrong =
        |reason: &str| PhhError::Entry { entry: 0, text: shortened(&words.join(" ")), reason: reason.into() };
    match *words {
        [] => {}
        ["d", "dh", player, cards] => {
            let seat = seat(player).ok_or_else(|| wrong("a player is p1, p2 …"))?;
            let cards = known(cards, 2).ok_or_else(|| wrong("two cards, `??` for each unknown one"))?;
            deal(telling, seat, &cards)?;
        }
        ["d", "db", cards] => {
            let cards = known(cards, 5).ok_or_else(|| wrong("cards of the board, such as 7d5h9d"))?;
            let cards = cards.into_iter().collect::<Option<Vec<_>>>();
            telling.board(&cards.ok_or_else(|| wrong("the board's cards must be known"))?)?;
        }
        [player, action, ref rest @ ..] => {
            let seat = seat(player).ok_or_else(|| wrong("an actor is d, p1, p2 …"))?;
            match (action, rest) {
                ("f", []) => telling.act(Some(seat), Move::Fold)?,
                ("cc", []) => telling.act(Some(seat), Move::Pass)?,
                ("cbr", [amount]) => {
                    let amount = amount.parse::<f64>().ok().filter(|x| x.is_finite());
                    let amount = amount.ok_or_else(|| wrong("cbr takes an amount"))?;
                    telling.act(Some(seat), Move::RaiseTo(chips("cbr", amount, scale)?))?;
                }
                ("sm", [] | ["-"]) => {}
                ("sm", [cards]) => {
                    let cards = known(cards, 2).ok_or_else(|| wrong("sm takes two cards, `-` or nothing"))?;
                    deal(telling, seat, &cards)?;
                }
                _ => return Err(wrong("an action of hold'em is f, cc, cbr AMOUNT or sm [CARDS]")),
            }
        }
        _ => return Err(wrong("an entry is `d dh pN CARDS`, `d db CARDS` or `pN ACTION`")),
    }
    Ok(())
}

/// Both cards of a seat; a hand of which one card is unknown is not known to us.
fn deal(telling: &mut Telling, seat: usize, cards: &[Option<Card>]) -> Result<(), PhhError> {
    let [Some(a), Some(b)] = *cards else { return Ok(()) };
    let hole = Hole::of(a, b).map_err(|_| HandError::Twice(a))?;
    Ok(telling.hole(seat, hole)?)
}

fn seat(player: &str) -> Option<usize> {
    let number = player.strip_prefix('p')?.parse::<usize>().ok()?;
    number.checked_sub(1)
}

/// Cards of two letters each, at most so many, exactly two for hands; none for those that are unknown.
fn known(text: &str, most: usize) -> Option<Vec<Option<Card>>> {
    let letters: Vec<char> = text.chars().collect();
    let count = letters.len() / 2;
    if !letters.len().is_multiple_of(2) || count == 0 || count > most || (most == 2 && count != 2) {
        return None;
    }
    let card = |pair: &[char]| match pair {
        ['?', '?'] => Some(None),
        _ => pair.iter().collect::<String>().parse().ok().map(Some),
    };
    letters.chunks(2).map(card).collect()
}

/// Names, results, the hand's number.
fn describe(hand: &mut Hand, table: &Table) -> Result<(), PhhError> {
    let seats = hand.holes.len();
    let text = |v: &Value| match v {
        Value::String(s) => s.clone(),
        Value::Integer(n) => n.to_string(),
        _ => String::new(),
    };
    if let Some(players) = table.get("players").and_then(Value::as_array) {
        hand.players =
            players.iter().map(text).chain(std::iter::repeat_n(String::new(), seats)).take(seats).collect();
    }
    hand.name = table.get("hand").map(text).filter(|name| !name.is_empty());
    if let Some(ends) = numbers(table, "finishing_stacks")?.filter(|f| f.len() == seats) {
        let scale = f64::from(hand.scale);
        let net = |(end, start): (f64, &Chips)| (end * scale).round() - f64::from(*start);
        hand.stated = Some(ends.into_iter().zip(&hand.config.stacks.0).map(net).collect());
    }
    Ok(())
}
