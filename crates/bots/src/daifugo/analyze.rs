//! What a decision looked like to the seat that made it: its ledger, and the risk of every legal play.

use super::ledger::{Ledger, LedgerError};
use super::risk::{Risks, enumerate};
use croupier_core::Seat;
use croupier_games::daifugo::{Action, CardSet, Config, Field, Play, View, each_answer};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};

/// With more placements than this a risk is not enumerated.
const PLACEMENTS: f64 = 2e6;

/// A decision analysed: what `croupier analyze daifugo` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The field to answer, as the table shows it.
    pub field: Field,
    /// What the seat knows.
    pub ledger: Ledger,
    /// Who may answer the field as it lies now; empty on lead.
    pub responders: Vec<Seat>,
    /// The legal plays in the game's order.
    pub plays: Vec<PlayRisk>,
}

/// What can become of one play.
#[derive(Clone, Debug, Serialize)]
pub struct PlayRisk {
    /// The play with its reading.
    #[serde(serialize_with = "as_text")]
    pub play: Play,
    /// Whether it clears the field by itself.
    pub clears: bool,
    /// Whether it turns the order.
    pub turns: bool,
    /// Who may answer it.
    pub responders: Vec<Seat>,
    /// The share of placements in which one of them can.
    pub risk: f64,
    /// Whether nobody can, wherever the unknown cards are.
    pub holds: bool,
    /// The risk by enumeration of all placements, where that was asked for and they are few.
    pub enumerated: Option<f64>,
}

fn as_text<S: Serializer>(play: &Play, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(play)
}

/// Analyses a decision from the seat's view and its legal actions; with `enumerated`, risks are also counted out where
/// there are at most two million placements.
///
/// # Errors
/// When the view does not balance.
pub fn analyze(
    rules: &Config,
    view: &View,
    legal: &[Action],
    enumerated: bool,
) -> Result<Analysis, LedgerError> {
    let ledger = Ledger::new(rules, view)?;
    let mut risks = Risks::new(rules, view, &ledger);
    let mut plays = Vec::new();
    for action in legal {
        let Action::Play(play) = *action else { continue };
        let after = risks.after(play);
        let responders = risks.responders(play).to_vec();
        let truth = enumerated.then(|| by_enumeration(rules, &ledger, &risks, play)).flatten();
        plays.push(PlayRisk {
            play,
            clears: after.clears,
            turns: after.turned,
            responders,
            risk: risks.risk(play),
            holds: risks.holds(play),
            enumerated: truth,
        });
    }
    let table = &view.table;
    let may = |s: &Seat| {
        let owns = table.owner == Some(*s) && !rules.owner_answers;
        let enough = |top: Play| u32::from(table.left[s.index()]) >= top.len();
        !owns && !table.passed.has(*s) && table.field.play.is_some_and(enough)
    };
    let responders = table.active.iter().filter(may).collect();
    Ok(Analysis { field: table.field, responders, plays, ledger })
}

fn by_enumeration(rules: &Config, ledger: &Ledger, risks: &Risks<'_>, play: Play) -> Option<f64> {
    let field = risks.after(play).field;
    let truth = enumerate(rules, ledger, &field, &risks.others(play), PLACEMENTS)?;
    let mut own = false;
    if risks.responders(play).contains(&ledger.seat) {
        let rest: CardSet = ledger.mine.minus(play.cards());
        each_answer(rules, &field, rest, &mut |_| own = true);
    }
    Some(if own { 1.0 } else { truth })
}

impl Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = |seats: &[Seat]| -> String {
            let list: Vec<String> = seats.iter().map(Seat::to_string).collect();
            if list.is_empty() { "-".into() } else { list.join(" ") }
        };
        write!(f, "{}", self.ledger)?;
        match self.field.play {
            Some(play) => writeln!(f, "field   {play}, may answer: {}", seats(&self.responders))?,
            None => writeln!(f, "field   empty")?,
        }
        let counted = self.plays.iter().any(|p| p.enumerated.is_some());
        let last = if counted { "enumerated" } else { "" };
        writeln!(f, "{:20} {:12} {:10} {:6} {last}", "play", "answer by", "risk", "")?;
        for play in &self.plays {
            let note = match (play.holds, play.clears) {
                (_, true) => "clears",
                (true, _) => "holds",
                _ => "",
            };
            let turns = if play.turns { " revolution" } else { "" };
            write!(f, "{:20} {:12} ", play.play.to_string(), seats(&play.responders))?;
            write!(f, "{:<10.6} {note:6}", play.risk)?;
            match play.enumerated {
                Some(truth) => writeln!(f, " {truth:.6}{turns}")?,
                None => writeln!(f, "{turns}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_core::{Game, Rng, Turn};
    use croupier_games::daifugo::Daifugo;

    #[test]
    fn the_table_lists_every_legal_play_with_its_risk_and_the_enumerated_one() {
        let game = Daifugo::new(Config { deals: 1, ..Config::standard() }).unwrap();
        let mut rng = Rng::keyed("analyze", &[]);
        let (mut state, mut legal, mut counted) = (game.start(), Vec::new(), 0);
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&state, &mut rng);
                    game.reveal(&mut state, &chance).unwrap();
                }
                Turn::Seat(seat) => {
                    game.legal(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let late = view.hand.len() < 3;
                    let analysis = analyze(game.rules(), &view, &legal, late).unwrap();
                    let plays = legal.iter().filter(|a| matches!(a, Action::Play(_))).count();
                    assert_eq!(analysis.plays.len(), plays);
                    for play in &analysis.plays {
                        counted += u32::from(play.enumerated.is_some());
                        assert!(play.enumerated.is_none_or(|truth| (truth - play.risk).abs() < 1e-9));
                    }
                    let text = analysis.to_string();
                    assert!(analysis.plays.iter().all(|p| text.contains(&p.play.to_string())), "{text}");
                    let json = serde_json::to_value(&analysis).unwrap();
                    assert_eq!(json["plays"].as_array().map(Vec::len), Some(plays));
                    let action = legal[rng.index(legal.len())];
                    game.apply(&mut state, action).unwrap();
                }
            }
        }
        assert!(counted > 0);
    }
}
