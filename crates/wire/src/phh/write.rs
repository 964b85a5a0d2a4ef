//! Writing.

use crate::hand::{Hand, HandError};
use croupier_core::{Game, Seat, Turn};
use croupier_games::Holdem;
use croupier_games::holdem::{Act, Action, Card, Chips, Post, State};
use std::fmt::Write;

/// One hand as a file, `.phh`.
///
/// # Errors
/// When the hand does not replay.
pub fn write(hand: &Hand) -> Result<String, HandError> {
    let mut out = String::new();
    let seats = hand.holes.len();
    let posts = posts(hand);
    let amount = |chips: Chips| amount(chips.into(), hand.scale);
    let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(", ");
    // Heads-up the format's arrays are reversed.
    let order: Vec<usize> = if seats == 2 { vec![1, 0] } else { (0..seats).collect() };
    let (actions, scores) = actions(hand)?;
    let _ = writeln!(out, "variant = 'NT'\nante_trimming_status = {}", hand.config.posts.is_none());
    let antes = list(&mut order.iter().map(|&i| amount(posts[i].ante)));
    let sign = |p: &Post| if p.late { "-" } else { "" };
    let blinds = list(&mut order.iter().map(|&i| format!("{}{}", sign(&posts[i]), amount(posts[i].bet))));
    let _ = writeln!(out, "antes = [{antes}]\nblinds_or_straddles = [{blinds}]");
    let _ = writeln!(out, "min_bet = {}", amount(hand.config.blinds.big));
    let stacks = list(&mut (0..seats).map(|i| amount(hand.config.stack(i))));
    let actions = list(&mut actions.iter().map(|a| quoted(a)));
    let _ = writeln!(out, "starting_stacks = [{stacks}]\nactions = [{actions}]");
    if let Some(name) = &hand.name {
        let number = name.parse::<u64>().is_ok_and(|n| n <= i64::MAX as u64);
        let _ = writeln!(out, "hand = {}", if number { name.clone() } else { quoted(name) });
    }
    if hand.players.iter().any(|p| !p.is_empty()) {
        let _ = writeln!(out, "players = [{}]", list(&mut hand.players.iter().map(|p| quoted(p))));
    }
    if let Some(scores) = scores {
        let ends = scores.iter().enumerate().map(|(i, s)| f64::from(hand.config.stack(i)) + s);
        let _ =
            writeln!(out, "finishing_stacks = [{}]", list(&mut ends.map(|e| self::amount(e, hand.scale))));
    }
    if let Some(forfeit) = &hand.forfeit {
        let _ = writeln!(out, "_forfeit = {}", quoted(forfeit));
    }
    Ok(out)
}

/// Hands as one file, `.phhs`: a table for each, numbered from 1.
///
/// # Errors
/// When a hand does not replay.
pub fn write_many<'a>(hands: impl IntoIterator<Item = &'a Hand>) -> Result<String, HandError> {
    let mut out = String::new();
    for (i, hand) in hands.into_iter().enumerate() {
        let gap = if i == 0 { "" } else { "\n" };
        let _ = write!(out, "{gap}[{}]\n{}", i + 1, write(hand)?);
    }
    Ok(out)
}

/// What each seat puts in before the hand.
fn posts(hand: &Hand) -> Vec<Post> {
    let config = &hand.config;
    if !config.posts.is_none() {
        return config.posts.0.clone();
    }
    let seats = hand.holes.len();
    let mut posts = vec![Post { ante: config.ante, ..Post::default() }; seats];
    let (small, big) = if seats == 2 { (1, 0) } else { (0, 1) };
    posts[small].bet = config.blinds.small;
    posts[big].bet = config.blinds.big;
    posts
}

/// The entries of `actions`, and the scores where they are known.
fn actions(hand: &Hand) -> Result<(Vec<String>, Option<Vec<f64>>), HandError> {
    let mut out: Vec<String> = (hand.holes.iter().enumerate())
        .map(|(i, hole)| format!("d dh p{} {}", i + 1, hole.map_or("????".into(), |h| h.to_string())))
        .collect();
    let mut dealt = 0;
    let mut shown = false;
    let replayed = hand.replay(|moment| {
        let board = moment.view(Seat(0)).board;
        if let Some(act) = moment.act {
            deal(&mut out, &board, &mut dealt);
            out.push(entry(&act, hand.scale));
        } else if moment.game.turn(moment.state) == Turn::Over {
            shown = showdown(&mut out, hand, moment.game, moment.state, &board, &mut dealt);
        }
    })?;
    if !shown {
        deal(&mut out, &hand.board, &mut dealt);
    }
    Ok((out, replayed.scores))
}

fn entry(act: &Act, scale: u32) -> String {
    let player = act.seat.index() + 1;
    match act.action {
        Action::Fold => format!("p{player} f"),
        Action::Check | Action::Call => format!("p{player} cc"),
        Action::Raise(to) => format!("p{player} cbr {}", amount(to.into(), scale)),
    }
}

/// Deals what lies of the board and has not been told, street by street.
fn deal(out: &mut Vec<String>, board: &[Card], dealt: &mut usize) {
    while *dealt < board.len() {
        let end = if *dealt == 0 { 3.min(board.len()) } else { *dealt + 1 };
        let cards: String = board[*dealt..end].iter().map(Card::to_string).collect();
        out.push(format!("d db {cards}"));
        *dealt = end;
    }
}

/// Hands shown at the end. All-in, they are shown before the rest of the board is dealt, as the format's own parser
/// wants it; otherwise after.
fn showdown(
    out: &mut Vec<String>,
    hand: &Hand,
    game: &Holdem,
    end: &State,
    board: &[Card],
    dealt: &mut usize,
) -> bool {
    let view = game.view(end, Seat(0));
    let alive: Vec<usize> = (0..hand.holes.len()).filter(|&i| !view.folded[i]).collect();
    let all_in = *dealt < board.len();
    if alive.len() < 2 {
        return false;
    }
    if !all_in {
        deal(out, board, dealt);
    }
    // The last to bet or raise on the last street shows first; else the first to act.
    let last = view.actions[view.street as usize].iter().rev().find(|a| matches!(a.action, Action::Raise(_)));
    let first = last.filter(|_| !all_in).map_or(0, |a| a.seat.index());
    let n = hand.holes.len();
    for seat in (0..n).map(|i| (first + i) % n).filter(|s| alive.contains(s)) {
        let cards = hand.holes[seat].map_or("????".into(), |h| h.to_string());
        out.push(format!("p{} sm {cards}", seat + 1));
    }
    deal(out, board, dealt);
    true
}

/// Chips in the file's unit.
fn amount(chips: f64, scale: u32) -> String {
    let digits = scale.max(1).ilog10() as usize;
    let text = format!("{:.digits$}", chips / f64::from(scale.max(1)));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
