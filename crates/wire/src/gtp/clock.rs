//! Clocks of both players, by the time commands.

use super::line::{Answer, Failure, Line};
use croupier_games::go::Colour;
use croupier_search::time::{Clock, Overtime};
use std::time::Duration;

/// The time settings of a game, and what is left.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    /// As set; `None` is no limit.
    set: Option<Clock>,
    left: [Option<Clock>; 2],
}

fn seconds(line: &Line<'_>, i: usize) -> Result<Duration, Failure> {
    let s = line.number(i)?;
    // Ten years: far beyond any game, and no overflow.
    if (0.0..=3.2e8).contains(&s) { Ok(Duration::from_secs_f64(s)) } else { Err(Failure::SYNTAX) }
}

impl Clocks {
    /// Both clocks as set, for a new game.
    pub fn restart(&mut self) {
        self.left = [self.set; 2];
    }

    /// `time_settings MAIN PERIOD STONES`: Canadian overtime; no stones in a period of some time is no limit.
    pub fn time_settings(&mut self, line: &Line<'_>) -> Answer {
        let (main, period, stones) = (seconds(line, 0)?, seconds(line, 1)?, line.arg::<u32>(2)?);
        let overtime = (!period.is_zero()).then_some(Overtime::Canadian { period, stones });
        let unlimited = !period.is_zero() && stones == 0;
        self.set = (!unlimited).then_some(Clock { main, overtime });
        self.restart();
        Ok(String::new())
    }

    /// `kgs-time_settings none|absolute|byoyomi|canadian …`.
    pub fn kgs_time_settings(&mut self, line: &Line<'_>) -> Answer {
        let kind = *line.args.first().ok_or(Failure::SYNTAX)?;
        self.set = match kind.to_ascii_lowercase().as_str() {
            "none" => None,
            "absolute" => Some(Clock { main: seconds(line, 1)?, overtime: None }),
            "byoyomi" => {
                let overtime = Overtime::Japanese { period: seconds(line, 2)?, periods: line.arg(3)? };
                Some(Clock { main: seconds(line, 1)?, overtime: Some(overtime) })
            }
            "canadian" => {
                let overtime = Overtime::Canadian { period: seconds(line, 2)?, stones: line.arg(3)? };
                Some(Clock { main: seconds(line, 1)?, overtime: Some(overtime) })
            }
            _ => return Err(Failure::SYNTAX),
        };
        self.restart();
        Ok(String::new())
    }

    /// `time_left COLOUR TIME STONES`: stones 0 is main time, else stones of a Canadian period, or Japanese periods.
    pub fn time_left(&mut self, line: &Line<'_>) -> Answer {
        let (colour, time, stones) = (line.arg::<Colour>(0)?, seconds(line, 1)?, line.arg::<u32>(2)?);
        let set = self.set.and_then(|c| c.overtime);
        let overtime = match set {
            Some(Overtime::Japanese { period, .. }) => {
                // In overtime the time left is that of the present period.
                let period = if stones > 0 { time } else { period };
                Some(Overtime::Japanese { period, periods: stones })
            }
            _ if stones > 0 => Some(Overtime::Canadian { period: time, stones }),
            other => other,
        };
        let main = if stones > 0 { Duration::ZERO } else { time };
        self.left[colour.index()] = Some(Clock { main, overtime });
        Ok(String::new())
    }

    /// The time for the next move of a player of whom `moves` more are expected; `None` without a limit.
    pub fn allot(&self, colour: Colour, moves: u32) -> Option<Duration> {
        self.left[colour.index()].map(|clock| clock.allot(moves))
    }

    /// Takes what a move took off its player's clock, for controllers that never send `time_left`.
    pub fn spend(&mut self, colour: Colour, spent: Duration) {
        if let Some(clock) = &mut self.left[colour.index()] {
            clock.main = clock.main.saturating_sub(spent);
        }
    }
}
