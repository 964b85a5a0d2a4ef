//! Log files: a line for each hand, comments, and the score.

use super::text::state;
use super::{AcpcError, GameDef, Line};
use crate::hand::{Hand, HandError};
use croupier_core::Seat;
use std::fmt::Write;

/// What a log file holds.
#[derive(Debug)]
pub struct Log {
    /// The hands, each as far as it can be read, with its line counted from 1.
    pub hands: Vec<(usize, Result<Hand, AcpcError>)>,
    /// SCORE: the sums by player, if the log has come to its end.
    pub score: Option<Vec<(String, f64)>>,
}

/// Reads a log file. A hand that is wrong does not hide the others; comments (`#`, `;`) and empty lines say nothing.
pub fn read_log(game: &GameDef, text: &str) -> Log {
    let mut log = Log { hands: Vec::new(), score: None };
    for (i, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(score) = line.strip_prefix("SCORE:") {
            log.score = scores(score);
            continue;
        }
        let hand = line.parse::<Line>().and_then(|l| l.hand(game));
        let at = |e| AcpcError::At { number: i + 1, error: Box::new(e) };
        log.hands.push((i + 1, hand.map_err(at)));
    }
    log
}

fn scores(text: &str) -> Option<Vec<(String, f64)>> {
    let (values, names) = text.split_once(':')?;
    let values: Option<Vec<f64>> = values.split('|').map(|v| v.parse().ok()).collect();
    let names: Vec<String> = names.split('|').map(String::from).collect();
    values.filter(|v| v.len() == names.len()).map(|v| names.into_iter().zip(v).collect())
}

/// A hand as a line of a log, without the line's end. Names lose what would end a field (`:`, `|`, line breaks).
///
/// # Errors
/// When the hand does not replay, is not over, or who won is not told.
pub fn log_line(number: u32, hand: &Hand) -> Result<String, HandError> {
    let mut text = String::new();
    let replayed = hand.replay(|moment| {
        if moment.act.is_none() {
            let holes: Vec<String> =
                hand.holes.iter().map(|h| h.map_or(String::new(), |h| h.to_string())).collect();
            text = state(&hand.config, number, &moment.view(Seat(0)), &holes);
        }
    })?;
    let Some(scores) = replayed.scores else {
        let name = hand.name.clone().unwrap_or_else(|| number.to_string());
        return Err(HandError::field(
            "hand",
            name,
            "a hand that is over, with its winner known, for an ACPC log",
        ));
    };
    let values: Vec<String> = scores.iter().map(f64::to_string).collect();
    let names: Vec<String> = hand.players.iter().map(|p| plain(p)).collect();
    Ok(format!("{text}:{}:{}", values.join("|"), names.join("|")))
}

/// The last line of a log.
pub fn score_line(scores: &[(String, f64)]) -> String {
    let values: Vec<String> = scores.iter().map(|s| s.1.to_string()).collect();
    let names: Vec<String> = scores.iter().map(|s| plain(&s.0)).collect();
    format!("SCORE:{}:{}", values.join("|"), names.join("|"))
}

fn plain(name: &str) -> String {
    let name = name.replace([':', '='], "-").replace(['|', ',', '\r', '\n', ' '], "_");
    if name.is_empty() { "unknown".into() } else { name }
}

/// A log being written: hands are numbered from 0, scores summed by player.
#[derive(Clone, Debug, Default)]
pub struct LogWriter {
    game: Option<GameDef>,
    sums: Vec<(String, f64)>,
    hands: u32,
}

impl LogWriter {
    /// The lines of the next hand, the game's definition before the first as comments. A hand that ended by a forfeit is a
    /// comment, since the protocol has no word for it.
    ///
    /// # Errors
    /// When the hand does not replay, is not over, who won is not told, or it is of another game than the first.
    pub fn hand(&mut self, hand: &Hand) -> Result<String, HandError> {
        let mut out = String::new();
        let of = GameDef::of(&hand.config)?;
        let game = match &self.game {
            Some(game) => game,
            None => {
                of.to_string().lines().for_each(|l| _ = writeln!(out, "# {l}"));
                self.game.insert(of.clone())
            }
        };
        if *game != of {
            let allowed = "stacks and blinds as in the first hand, in an ACPC log";
            return Err(HandError::field("hand", self.hands, allowed));
        }
        let number = self.hands;
        self.hands += 1;
        if let Some(forfeit) = &hand.forfeit {
            let _ = writeln!(out, "# hand {number}: forfeit of {}", forfeit.replace(['\r', '\n'], " "));
            return Ok(out);
        }
        let _ = writeln!(out, "{}", log_line(number, hand)?);
        let scores = hand.replay(|_| ())?.scores.unwrap_or_default();
        for (player, score) in hand.players.iter().zip(scores) {
            match self.sums.iter_mut().find(|s| s.0 == *player) {
                Some(sum) => sum.1 += score,
                None => self.sums.push((player.clone(), score)),
            }
        }
        Ok(out)
    }

    /// The last line: the score.
    pub fn end(&self) -> String {
        score_line(&self.sums) + "\n"
    }
}
