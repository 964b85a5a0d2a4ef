//! A dealer that any agent of the protocol can join.

use super::socket::{Lines, NoLine};
use super::table::{Table, Taken};
use super::{AcpcError, GameDef};
use croupier_core::{Fault, Luck};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{IpAddr, TcpListener};
use std::time::{Duration, Instant};

/// How long agents may take. All are counted by the wall clock from when a state is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// One answer.
    pub response: Duration,
    /// All answers of a hand.
    pub hand: Duration,
    /// All answers of the match, on average over its hands.
    pub per_hand: Duration,
    /// Connecting and saying the version; none waits for ever.
    pub start: Option<Duration>,
}

impl Default for Limits {
    /// Those of the reference dealer: 600 s an answer, 600 s a hand, 7 s a hand on average; no limit at the start.
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { response: seconds(600), hand: seconds(600), per_hand: seconds(7), start: None }
    }
}

/// A dealer waiting for its agents.
pub struct Dealer {
    /// The game.
    pub game: GameDef,
    /// The players by seat: who sits first in the first hand.
    pub players: Vec<String>,
    /// How many hands.
    pub hands: u32,
    /// The seed of all cards.
    pub luck: Luck,
    /// Time limits.
    pub limits: Limits,
    /// Whether the players keep their positions instead of moving on by one every hand.
    pub fixed: bool,
    /// Whether a correction forfeits the match.
    pub strict: bool,
    listeners: Vec<TcpListener>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchEnd {
    /// After all its hands.
    Over,
    /// By an agent's failure; the hand under way counts for nothing.
    Forfeit {
        /// Which seat's.
        seat: usize,
        /// Its kind.
        fault: Fault,
        /// What happened.
        detail: String,
        /// The hand.
        hand: u32,
    },
}

/// What came out of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Hands that came to their end.
    pub hands: u32,
    /// How it ended.
    pub end: MatchEnd,
    /// By seat.
    pub players: Vec<PlayerReport>,
}

/// What came out of a match for one agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerReport {
    /// Its name.
    pub player: String,
    /// Chips won or lost.
    pub score: f64,
    /// Corrections and failures by kind.
    pub faults: BTreeMap<Fault, u64>,
    /// What the first of them was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_fault: Option<String>,
    /// Lines that answered nothing asked at the time; they are let pass.
    pub stale: u64,
    /// Seconds its answers took in all.
    pub seconds: f64,
}

impl MatchReport {
    /// Names and scores by seat.
    pub fn scores(&self) -> Vec<(String, f64)> {
        self.players.iter().map(|p| (p.player.clone(), p.score)).collect()
    }
}

/// An agent at the table.
struct Guest {
    lines: Lines,
    report: PlayerReport,
    /// What its answers took in this hand, and in all.
    used: (Duration, Duration),
}

/// A failure of the agent at a seat.
struct Failure {
    seat: usize,
    fault: Fault,
    detail: String,
}

impl Dealer {
    /// Opens a port for each player on `host`; port 0 is any that is free.
    ///
    /// # Errors
    /// When a port cannot be opened, or there are not as many ports and players as seats.
    pub fn open(game: GameDef, players: Vec<String>, host: IpAddr, ports: &[u16]) -> Result<Self, AcpcError> {
        let seats = game.seats();
        for (what, n) in [("players", players.len()), ("ports", ports.len())] {
            if n != seats {
                let error = crate::hand::HandError::field(what, n, format!("{seats}, one for each seat"));
                return Err(error.into());
            }
        }
        let open = |&port: &u16| {
            TcpListener::bind((host, port)).map_err(AcpcError::io(format!("port {port} of {host}")))
        };
        let listeners = ports.iter().map(open).collect::<Result<_, _>>()?;
        let limits = Limits::default();
        Ok(Self { game, players, hands: 1000, luck: Luck(1), limits, fixed: false, strict: false, listeners })
    }

    /// The ports, by seat.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn ports(&self) -> Result<Vec<u16>, AcpcError> {
        let port = |l: &TcpListener| l.local_addr().map(|a| a.port()).map_err(AcpcError::io("a port"));
        self.listeners.iter().map(port).collect()
    }

    /// Waits for every agent, deals all hands, and gives what came out. `log` gets the lines of the log file, `told` every
    /// line sent and read with its seat (`>` sent, `<` read).
    ///
    /// # Errors
    /// When an agent does not come, or `log` fails.
    pub fn run(
        self,
        mut log: impl FnMut(&str) -> std::io::Result<()>,
        mut told: impl FnMut(char, usize, &str),
    ) -> Result<MatchReport, AcpcError> {
        let guests = self.welcome()?;
        let mut play = Match { dealer: &self, guests, told: &mut told, hands: 0 };
        let mut end = MatchEnd::Over;
        let failed = AcpcError::io("the log");
        let mut written = Ok(());
        for number in 0..self.hands {
            match play.hand(number) {
                Ok(line) => {
                    written = log(&line);
                    if written.is_err() {
                        break;
                    }
                }
                Err(failure) => {
                    let Failure { seat, fault, detail } = failure;
                    play.guests[seat].fault(fault, &detail);
                    let player = &self.players[seat];
                    written =
                        log(&format!("# forfeit of {player} in hand {number}: {} ({detail})", fault.name()));
                    end = MatchEnd::Forfeit { seat, fault, detail, hand: number };
                    break;
                }
            }
        }
        let (hands, guests) = (play.hands, play.guests);
        let players = guests.into_iter().map(Guest::leave).collect();
        let report = MatchReport { hands, end, players };
        written.and_then(|()| log(&super::score_line(&report.scores()))).map_err(failed)?;
        Ok(report)
    }

    /// Lets every agent in and hears its version.
    fn welcome(&self) -> Result<Vec<Guest>, AcpcError> {
        let until = self.limits.start.map(|s| Instant::now() + s);
        let mut guests = Vec::new();
        for (listener, player) in self.listeners.iter().zip(&self.players) {
            let stream = accept(listener, until, player)?;
            let mut lines = Lines::new(stream).map_err(AcpcError::io(format!("{player}'s connection")))?;
            hear_version(&mut lines, until).map_err(|e| AcpcError::Gone(format!("{player}: {e}")))?;
            let report = PlayerReport { player: player.clone(), ..PlayerReport::default() };
            guests.push(Guest { lines, report, used: Default::default() });
        }
        Ok(guests)
    }
}

fn accept(
    listener: &TcpListener,
    until: Option<Instant>,
    player: &str,
) -> Result<std::net::TcpStream, AcpcError> {
    let failed = |e| AcpcError::io(format!("waiting for {player}"))(e);
    listener.set_nonblocking(until.is_some()).map_err(failed)?;
    loop {
        match listener.accept() {
            Ok((stream, _)) => return Ok(stream),
            Err(e) if e.kind() == ErrorKind::WouldBlock => {
                if until.is_some_and(|u| Instant::now() >= u) {
                    return Err(AcpcError::Gone(format!("{player} did not connect in time")));
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(failed(e)),
        }
    }
}

/// `VERSION:2.0.x`; comments may come before it.
fn hear_version(lines: &mut Lines, until: Option<Instant>) -> Result<(), String> {
    loop {
        let line = lines.next(until).map_err(|e| match e {
            NoLine::Late => "no VERSION in time".to_string(),
            NoLine::Gone(why) => format!("{why} before VERSION"),
            NoLine::Long => "a line longer than the protocol allows before VERSION".into(),
        })?;
        if line.starts_with(['#', ';']) {
            continue;
        }
        let numbers: Option<Vec<u32>> =
            line.strip_prefix("VERSION:").map(|v| v.split('.').map_while(|n| n.parse().ok()).collect());
        return match numbers.as_deref() {
            Some([2, 0, _]) => Ok(()),
            _ => Err(format!("`{}` is not VERSION:2.0.0", crate::hand::shortened(&line))),
        };
    }
}

impl Guest {
    fn fault(&mut self, fault: Fault, detail: &str) {
        *self.report.faults.entry(fault).or_default() += 1;
        self.report.first_fault.get_or_insert_with(|| detail.to_string());
    }

    fn leave(mut self) -> PlayerReport {
        self.report.seconds = self.used.1.as_secs_f64();
        self.report
    }
}

/// A match under way.
struct Match<'a, T> {
    dealer: &'a Dealer,
    guests: Vec<Guest>,
    told: &'a mut T,
    hands: u32,
}

impl<T: FnMut(char, usize, &str)> Match<'_, T> {
    /// The player at a position of a hand: everybody moves on by one every hand.
    fn player(&self, number: u32, position: usize) -> usize {
        let n = self.guests.len();
        if self.dealer.fixed { position } else { (position + number as usize % n) % n }
    }

    /// Plays a hand; gives its line of the log.
    fn hand(&mut self, number: u32) -> Result<String, Failure> {
        let mut table = Table::deal(&self.dealer.game, self.dealer.luck, number);
        self.guests.iter_mut().for_each(|g| g.used.0 = Duration::ZERO);
        while let Some(position) = table.to_act() {
            self.tell(&table)?;
            self.ask(&mut table, self.player(number, position.index()))?;
        }
        let scores = table.scores();
        for (position, score) in scores.iter().enumerate() {
            let player = self.player(number, position);
            self.guests[player].report.score += score;
        }
        self.hands += 1;
        // The hand counts whether or not all hear its end: who has gone is found out in the next.
        let _ = self.tell(&table);
        let names: Vec<&str> = (0..self.guests.len())
            .map(|position| self.dealer.players[self.player(number, position)].as_str())
            .collect();
        Ok(table.log(&names))
    }

    /// Sends every agent the state as it sees it.
    fn tell(&mut self, table: &Table) -> Result<(), Failure> {
        for position in croupier_core::Seat::all(self.guests.len()) {
            let seat = self.player(table.number, position.index());
            let line = table.told(position);
            (self.told)('>', seat, &line);
            let patience = self.dealer.limits.response;
            self.guests[seat].lines.write(&line, patience).map_err(|e| failure(seat, e))?;
        }
        Ok(())
    }

    /// Waits for the answer of the one to act, within its time.
    fn ask(&mut self, table: &mut Table, seat: usize) -> Result<(), Failure> {
        let limits = &self.dealer.limits;
        let guest = &mut self.guests[seat];
        let match_left = (limits.per_hand * self.dealer.hands).saturating_sub(guest.used.1);
        let left = limits.response.min(limits.hand.saturating_sub(guest.used.0)).min(match_left);
        let asked = Instant::now();
        loop {
            let line = guest.lines.next(Some(asked + left)).map_err(|e| failure(seat, e))?;
            (self.told)('<', seat, &line);
            if line.starts_with(['#', ';']) {
                continue;
            }
            match table.take(&line) {
                Taken::Ignored => {
                    guest.report.stale += 1;
                    continue;
                }
                Taken::Corrected(fault, detail) if self.dealer.strict => {
                    return Err(Failure { seat, fault, detail });
                }
                Taken::Corrected(fault, detail) => guest.fault(fault, &detail),
                Taken::Plain => {}
            }
            let took = asked.elapsed();
            guest.used = (guest.used.0 + took, guest.used.1 + took);
            return Ok(());
        }
    }
}

fn failure(seat: usize, why: NoLine) -> Failure {
    let (fault, detail) = match why {
        NoLine::Late => (Fault::Timeout, "no answer in time".to_string()),
        NoLine::Gone(why) => (Fault::Died, why),
        NoLine::Long => (Fault::Oversize, "a line longer than 65536 bytes".into()),
    };
    Failure { seat, fault, detail }
}
