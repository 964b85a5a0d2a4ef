//! Laws of whole episodes: records, replays, clones, seatings, threads.

use super::rules::fingerprint;
use super::{Effort, Found, hold, luck, rng, walk};
use crate::agent::{Agent, AgentError, Budget, Decision};
use crate::game::{Game, LegalSet, Seat, Turn};
use crate::play::{play, random_playout};
use crate::record::{AgentLabel, Event, Record, Recorder, replay};
use crate::rng::Rng;

pub(super) fn find<G: Game>(game: &G, effort: Effort) -> Found {
    for i in 0..effort.episodes {
        replays(game, i)?;
        clones(game, i)?;
        seatings(game, i)?;
    }
    threads(game, effort)
}

/// Plays at random and wastes `waste` numbers of its own stream before each choice.
struct Wasteful {
    waste: u64,
    rng: Rng,
}

impl<G: Game> Agent<G> for Wasteful {
    fn begin(&mut self, _: Seat, rng: Rng) {
        self.rng = rng;
    }
    fn act(&mut self, d: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        for _ in 0..self.waste {
            self.rng.bits();
        }
        Ok(d.legal().nth(self.rng.below(d.legal().count())))
    }
}

/// One recorded episode in which agent `(seat + shift) mod n` sits at each seat.
fn episode<G: Game>(game: &G, i: u64, shift: usize) -> Record {
    let n = game.seats();
    let mut agents: Vec<Wasteful> =
        (0..n).map(|seat| Wasteful { waste: ((seat + shift) % n) as u64, rng: rng("unused", 0) }).collect();
    let mut table: Vec<&mut dyn Agent<G>> = agents.iter_mut().map(|a| a as &mut dyn Agent<G>).collect();
    let rngs = (0..n).map(|seat| luck(i).agent(0, seat as u64, ((seat + shift) % n) as u64)).collect();
    let mut recorder = Recorder::default();
    let outcome = play(game, luck(i), &mut table, rngs, Budget::Own, &mut recorder);
    let label = AgentLabel { spec: "wasteful".into(), params: serde_json::json!({}) };
    Record::new(game, luck(i), None, vec![label; n], recorder.events, &outcome)
}

fn replays<G: Game>(game: &G, i: u64) -> Found {
    let record = episode(game, i, 0);
    let line = record.to_line();
    let parsed = line.parse::<Record>();
    hold("a record's line round-trips", parsed.as_ref() == Ok(&record), || format!("{line} -> {parsed:?}"))?;
    let end = replay(game, &record, |_| ());
    hold("a record replays", end.is_ok(), || format!("{:?} of {line}", end.as_ref().err()))?;
    let mut cut = record.clone();
    cut.events.pop();
    let end = replay(game, &cut, |_| ());
    hold("a record cut short does not replay", end.is_err(), || line.clone())
}

fn clones<G: Game>(game: &G, i: u64) -> Found {
    let mut n = 0;
    walk(game, i, |state| {
        n += 1;
        if (n > 10 && n % 5 != 0) || game.turn(state) == Turn::Over {
            return Ok(());
        }
        let before = fingerprint(game, state);
        random_playout(game, &mut state.clone(), &mut G::Legal::default(), &mut rng("clone", i));
        hold(
            "playing on in a clone changes nothing in the original",
            fingerprint(game, state) == before,
            || format!("{before:?}"),
        )
    })
}

/// The n-th draw is the same under all seatings, as long as the states before it are alike.
fn seatings<G: Game>(game: &G, i: u64) -> Found {
    let first = episode(game, i, 0);
    for shift in 0..game.seats() {
        let other = episode(game, i, shift);
        let leading = |r: &Record| -> Vec<Event> {
            r.events.iter().take_while(|e| matches!(e, Event::Chance(_))).cloned().collect()
        };
        hold("the same luck deals the same under all seatings", leading(&first) == leading(&other), || {
            format!("{:?} and {:?}", leading(&first), leading(&other))
        })?;
    }
    Ok(())
}

fn threads<G: Game>(game: &G, effort: Effort) -> Found {
    let lines = |i: u64| episode(game, i, 0).to_line();
    let alone: Vec<String> = (0..effort.episodes).map(lines).collect();
    let together: Vec<Vec<(u64, String)>> = std::thread::scope(|scope| {
        let work = |t: u64| (t..effort.episodes).step_by(8).map(|i| (i, lines(i))).collect();
        let handles: Vec<_> = (0..8).map(|t| scope.spawn(move || work(t))).collect();
        handles.into_iter().map(|h| h.join().expect("a law's thread does not panic")).collect()
    });
    for (i, line) in together.into_iter().flatten() {
        hold("eight threads play what one plays", alone[i as usize] == line, || {
            format!("{}\n  and {line}", alone[i as usize])
        })?;
    }
    Ok(())
}
