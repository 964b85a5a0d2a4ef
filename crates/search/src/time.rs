//! Time management: how much of a clock to spend on one move.

use std::time::Duration;

/// A player's clock, as GTP's `time_settings` and `time_left` tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Main time left.
    pub main: Duration,
    /// The overtime that follows main time, if any.
    pub overtime: Option<Overtime>,
}

/// Overtime that follows main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Canadian: a period in which so many stones must be played.
    Canadian {
        /// Length of a period, or what is left of the present one when main time is used up.
        period: Duration,
        /// Stones to play in it.
        stones: u32,
    },
    /// Japanese: so many periods, each lasting as long as moves stay within it.
    Japanese {
        /// Length of a period.
        period: Duration,
        /// Periods left.
        periods: u32,
    },
}

/// Kept back from every move for what happens between our clock and the other's.
const LAG: Duration = Duration::from_millis(50);

impl Clock {
    /// The time to spend on a move when about `moves` more are expected of this player.
    ///
    /// Main time is spread over the expected moves, with what overtime gives for nothing added to each; in Canadian
    /// overtime the period is spread over its stones. Never more than nine tenths of what could be spent at once, so
    /// that no estimate can lose on time.
    ///
    /// ```
    /// use croupier_search::time::{Clock, Overtime};
    /// use std::time::Duration;
    /// let sudden = Clock { main: Duration::from_secs(60), overtime: None };
    /// assert_eq!(sudden.allot(29), Duration::from_millis(1950)); // 60 s / 30 less the lag
    /// let period = Overtime::Japanese { period: Duration::from_secs(10), periods: 3 };
    /// let byo_yomi = Clock { main: Duration::ZERO, overtime: Some(period) };
    /// assert_eq!(byo_yomi.allot(29), Duration::from_secs(9)); // nine tenths of one period
    /// ```
    pub fn allot(&self, moves: u32) -> Duration {
        let share = self.main / (moves + 1);
        let (each, at_once) = match self.overtime {
            None => (Duration::ZERO, self.main),
            Some(Overtime::Canadian { period, stones }) => (period / stones.max(1), self.main + period),
            Some(Overtime::Japanese { period, .. }) => (period, self.main + period),
        };
        (share + each).saturating_sub(LAG).min(at_once * 9 / 10)
    }
}

/// How many more moves of one player to expect on a board of `points` after `played` moves of both.
///
/// A game fills about three quarters of a board; near the end some moves are always left.
pub fn moves_left(points: usize, played: usize) -> u32 {
    let whole = points * 3 / 4;
    ((whole.saturating_sub(played) / 2).max(points / 12)).max(5) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_can_be_overrun_by_following_the_allotment() {
        for main in [0, 1, 10, 600, 60_000] {
            for moves in [0, 1, 20, 200] {
                let mut clock = Clock { main: Duration::from_millis(main), overtime: None };
                for _ in 0..500 {
                    let spent = clock.allot(moves);
                    assert!(spent <= clock.main, "{clock:?}");
                    clock.main -= spent;
                }
            }
        }
    }

    #[test]
    fn canadian_overtime_leaves_time_for_every_stone() {
        let mut left = Duration::from_secs(30);
        for stones in (1..=25).rev() {
            let overtime = Some(Overtime::Canadian { period: left, stones });
            let spent = Clock { main: Duration::ZERO, overtime }.allot(40);
            assert!(spent * stones <= left, "{spent:?} for {stones} stones in {left:?}");
            left -= spent;
        }
    }
}
