//! What the exchange before the deal tells the viewer.

use super::{Ledger, LedgerError};
use croupier_core::Seat;
use croupier_games::daifugo::{CardSet, Config, Pair, Rank, Stage, View};

/// How far a pair's exchange has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    NotYet,
    Given,
    Done,
}

/// Fills in what the viewer knows or is owed through tribute.
pub(super) fn read(
    rules: &Config,
    view: &View,
    played: &[CardSet; 6],
    ledger: &mut Ledger,
) -> Result<(), LedgerError> {
    let pairs = if rules.tribute { view.pairs() } else { None };
    let mut mine = false;
    for (k, pair) in pairs.iter().flatten().enumerate() {
        let progress = progress(view, k, pairs.as_ref());
        let part = pair.giver == view.seat || pair.taker == view.seat;
        mine |= part;
        match progress {
            Progress::NotYet => {}
            Progress::Given if pair.giver == view.seat => {
                amount(view, pair.cards, 0)?;
                ledger.take("given by the viewer", view.gave)?;
                ledger.sent = view.gave;
            }
            Progress::Given => ledger.hidden += pair.cards as u8,
            Progress::Done if part => done(view, pair, played, ledger)?,
            Progress::Done => {}
        }
    }
    if !(mine || view.gave.is_empty() && view.got.is_empty()) {
        return Err(LedgerError::Exchange { given: view.gave.len(), taken: view.got.len(), due: 0 });
    }
    Ok(())
}

/// Gifts come first, the first pair's before the second's; then the returns in the same order.
fn progress(view: &View, k: usize, pairs: Option<&[Pair; 2]>) -> Progress {
    let turn_of_second = |pick: fn(&Pair) -> Seat| pairs.is_some_and(|p| pick(&p[1]) == view.table.turn);
    match view.stage {
        Stage::Give if k == 0 && turn_of_second(|p| p.giver) => Progress::Given,
        Stage::Give => Progress::NotYet,
        Stage::Return if k == 0 && turn_of_second(|p| p.taker) => Progress::Done,
        Stage::Return => Progress::Given,
        Stage::Waiting | Stage::Play | Stage::Over => Progress::Done,
    }
}

/// The viewer gave and took as many cards as are due.
fn amount(view: &View, given: u32, taken: u32) -> Result<(), LedgerError> {
    if (view.gave.len(), view.got.len()) == (given, taken) {
        return Ok(());
    }
    Err(LedgerError::Exchange { given: view.gave.len(), taken: view.got.len(), due: given })
}

/// The viewer's own exchange is over: what it gave is known until it is played; what it took bounds the giver.
fn done(view: &View, pair: &Pair, played: &[CardSet; 6], ledger: &mut Ledger) -> Result<(), LedgerError> {
    amount(view, pair.cards, pair.cards)?;
    let other = if pair.giver == view.seat { pair.taker } else { pair.giver };
    let known = view.gave.minus(played[other.index()]);
    ledger.take("given by the viewer", known)?;
    ledger.known[other.index()] = known;
    if other == pair.giver {
        let weaker = view.got.iter().map(|c| c.rank()).min();
        ledger.bound[other.index()] = weaker.filter(|r| *r < Rank::JOKER);
    }
    Ok(())
}
