//! The fields that seats passed on.

use super::LedgerError;
use croupier_core::Seat;
use croupier_games::daifugo::{Config, Event, Field, View};
use serde::Serialize;

/// A pass and what it was a pass on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Pass {
    /// Who passed.
    pub seat: Seat,
    /// The field it passed on; without a play where passing on lead is legal.
    pub field: Field,
    /// How many cards it held.
    pub left: u8,
}

/// Tells the events again and notes the field at each pass.
pub(super) fn of(rules: &Config, view: &View) -> Result<Vec<Pass>, LedgerError> {
    let mut passes = Vec::new();
    let mut field = Field::default();
    let mut out = [0u32; 6];
    for event in &view.events {
        match event {
            Event::Play { seat, play } => {
                field = field.after(rules, *play).field;
                if let Some(out) = out.get_mut(seat.index()) {
                    *out += play.len();
                }
            }
            Event::Pass { seat } => passes.push((Pass { seat: *seat, field, left: 0 }, out)),
            Event::Clear => field = Field { revolution: field.revolution, ..Field::default() },
            Event::Finish { .. } | Event::Foul { .. } | Event::Fall { .. } => {}
        }
    }
    if field != view.table.field {
        return Err(LedgerError::Field);
    }
    // A seat held then what it holds now and what it has played since.
    let held = |(mut pass, then): (Pass, [u32; 6])| {
        let i = pass.seat.index();
        let left = *view.table.left.get(i).ok_or(LedgerError::Field)?;
        pass.left = (u32::from(left) + out[i] - then[i]).min(54) as u8;
        Ok(pass)
    };
    passes.into_iter().map(held).collect()
}
