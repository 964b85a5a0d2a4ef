//! Bots that do not look for a win.

use super::Discards;
use croupier_core::{Agent, AgentError, Decision, Fault, Rng, Seat};
use croupier_games::MiniMahjong;
use croupier_games::mini_mahjong::{Discard, Tile, View};

/// The tile drawn, which a seat that is to discard has.
pub(super) fn drawn(view: &View) -> Result<Tile, AgentError> {
    view.drawn().ok_or_else(|| AgentError::new(Fault::Error, "asked to discard without a drawn tile"))
}

/// Discards the tile it drew.
pub struct Tsumogiri;

impl Agent<MiniMahjong> for Tsumogiri {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, MiniMahjong>) -> Result<Discard, AgentError> {
        let legal: &Discards = d.legal();
        let drawn = legal.iter().copied().find(|d| d.is_drawn());
        drawn.ok_or_else(|| AgentError::new(Fault::Error, "asked to discard without a drawn tile"))
    }
}

/// Discards the tile it has held longest.
pub struct Tedashi;

impl Agent<MiniMahjong> for Tedashi {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, MiniMahjong>) -> Result<Discard, AgentError> {
        match d.view().hand() {
            [oldest, ..] => Ok(Discard::held(*oldest)),
            [] => drawn(d.view()).map(Discard::drawn),
        }
    }
}

/// Discards an honour when it has one, the drawn one first, then the one held longest; else the tile it drew.
pub struct HonoursFirst;

impl Agent<MiniMahjong> for HonoursFirst {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, MiniMahjong>) -> Result<Discard, AgentError> {
        let view = d.view();
        let drawn = drawn(view)?;
        let held = view.hand().iter().find(|t| t.is_honour());
        Ok(match held {
            Some(honour) if !drawn.is_honour() => Discard::held(*honour),
            _ => Discard::drawn(drawn),
        })
    }
}
