//! Analysis: the live output of Leela Zero and KataGo, and what GoGui can show.

use super::engine::Engine;
use super::line::{Answer, Failure, Line, spaced};
use super::player::Outlook;
use croupier_core::Budget;
use croupier_games::go::{Colour, Size};
use std::time::Duration;

/// What an analysis command asks for.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    pub colour: Colour,
    pub interval: Duration,
    pub ownership: bool,
    pub genmove: bool,
    kata: bool,
}

impl Request {
    /// Reads `[COLOUR] [INTERVAL] {KEY VALUE}`: centiseconds, 100 by default.
    pub fn parse(line: &Line<'_>, to_move: Colour) -> Result<Self, Failure> {
        let mut request = Self {
            colour: to_move,
            interval: Duration::from_secs(1),
            ownership: false,
            genmove: line.name.contains("genmove"),
            kata: line.name.starts_with("kata"),
        };
        let mut words = line.args.iter().copied().peekable();
        if let Some(colour) = words.peek().and_then(|w| w.parse().ok()) {
            request.colour = colour;
            words.next();
        }
        if let Some(centis) = words.peek().and_then(|w| w.parse().ok()) {
            request.interval = interval(centis)?;
            words.next();
        }
        while let Some(key) = words.next() {
            let value = words.next().ok_or(Failure::SYNTAX)?;
            match key {
                "interval" => request.interval = interval(value.parse().map_err(|_| Failure::SYNTAX)?)?,
                "ownership" => request.ownership = value.parse().map_err(|_| Failure::SYNTAX)?,
                // Settings of other engines' searches: nothing here to set.
                "minmoves" | "maxmoves" | "rootInfo" | "ownershipStdev" | "movesOwnership" | "pvVisits" => {}
                "allow" | "avoid" => return Err(Failure::new(format!("{key} is not supported"))),
                _ => return Err(Failure::SYNTAX),
            }
        }
        Ok(request)
    }

    /// The line of `info`. Shares are of 10,000 for `lz-`, of 1 for `kata-` commands.
    pub fn info(&self, outlooks: &[Outlook], owners: Option<&[f32]>) -> String {
        let share = |x: f64| {
            if self.kata { format!("{x:.6}") } else { ((x * 10_000.0).round() as i64).to_string() }
        };
        let mut parts: Vec<String> = Vec::new();
        for (order, o) in outlooks.iter().filter(|o| o.visits > 0).enumerate() {
            // The lower bound of a 95 % interval of a proportion.
            let error = 1.96 * (o.value * (1.0 - o.value) / o.visits as f64).sqrt();
            parts.push(format!(
                "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {}",
                o.action,
                o.visits,
                share(o.value),
                share(o.prior),
                share((o.value - error).max(0.0)),
                spaced(&o.variation)
            ));
        }
        if let Some(owners) = owners {
            let sign = self.colour.sign() as f32;
            parts.push(format!("ownership {}", spaced(owners.iter().map(|x| format!("{:.3}", x * sign)))));
        }
        parts.join(" ")
    }
}

fn interval(centis: u64) -> Result<Duration, Failure> {
    if centis <= 8_640_000 { Ok(Duration::from_millis(10 * centis.max(1))) } else { Err(Failure::SYNTAX) }
}

/// Rows from the top, one a line.
fn rows<T>(size: Size, values: &[T], show: impl Fn(&T) -> String) -> String {
    let row = |r: usize| {
        values[r * size.width()..(r + 1) * size.width()].iter().map(&show).collect::<Vec<_>>().join(" ")
    };
    (0..size.height()).rev().map(row).collect::<Vec<_>>().join("\n")
}

impl Engine {
    /// What GoGui's analysis window can ask of this engine.
    pub(super) fn gogui_analyze_commands(&mut self, _: &Line<'_>) -> Answer {
        Ok([
            "gfx/Candidates/croupier-candidates",
            "dboard/Ownership/croupier-ownership",
            "plist/Legal moves/all_legal %c",
            "string/Liberties/countlib %p",
            "string/Unconditional status/unconditional_status %p",
            "string/Captures/captures %c",
            "string/Final score/final_score",
            "plist/Dead stones/final_status_list dead",
            "none/Load SGF/loadsgf %r",
            "none/Save SGF/printsgf %w",
        ]
        .join("\n"))
    }

    /// The best moves by share of the win, as GoGui's graphics.
    pub(super) fn candidates(&mut self, _: &Line<'_>) -> Answer {
        let state = self.to_move(self.state().to_move());
        let found = self.player.think().consider(&self.game, &state, Budget::Own);
        if found.is_empty() {
            return Err(Failure::new("this player cannot tell what it thinks"));
        }
        let shown = || found.iter().filter(|o| o.visits > 0).take(12);
        let labels = spaced(shown().map(|o| format!("{} {:.0}", o.action, 100.0 * o.value)));
        let influence = spaced(shown().map(|o| format!("{} {:.2}", o.action, 2.0 * o.value - 1.0)));
        let best = &found[0];
        Ok(format!(
            "LABEL {labels}\nINFLUENCE {influence}\nTEXT {} {:.1} %, {} visits: {}",
            best.action,
            100.0 * best.value,
            best.visits,
            spaced(&best.variation)
        ))
    }

    pub(super) fn ownership_board(&mut self, _: &Line<'_>) -> Answer {
        let state = self.state().clone();
        let owners = self.owners(&state);
        Ok(format!("\n{}", rows(state.size(), &owners, |x| format!("{x:.3}"))))
    }
}
