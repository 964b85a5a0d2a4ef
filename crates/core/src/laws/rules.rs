//! Laws of one state: legal = generated = accepted, text round-trips, scores, the end.

use super::{Effort, Found, decisions, hold, luck, rng, walk};
use crate::game::{Game, LegalSet, Seat, Turn};
use std::collections::BTreeSet;

/// At most this many actions of a decision are tried one by one; larger sets are sampled.
const TRIED: u64 = 300;

pub(super) fn find<G: Game>(game: &G, effort: Effort) -> Found {
    configuration(game)?;
    let mut pool = BTreeSet::new();
    for i in 0..effort.episodes {
        for state in decisions(game, i, effort.decisions)? {
            let legal = listed(game, &state)?;
            tried(game, &state, &legal, i)?;
            let mut r = rng("pool", i);
            pool.extend((0..legal.count().min(20)).map(|_| legal.nth(r.below(legal.count()))));
        }
    }
    for i in 0..effort.episodes {
        for state in decisions(game, i, effort.decisions)? {
            refused(game, &state, &pool)?;
            views(game, &state)?;
        }
        ends(game, i, &pool)?;
        chances(game, i)?;
    }
    Ok(())
}

fn configuration<G: Game>(game: &G) -> Found {
    let value = serde_json::to_value(game.config())
        .map_err(|e| super::Broken { law: "a configuration serialises", found: e.to_string() })?;
    let again: Result<G, _> = crate::config::from_json(value);
    hold(
        "a stored configuration makes the same game",
        again.as_ref().is_ok_and(|g| g.config() == game.config()),
        || format!("{again:?}"),
    )
}

fn listed<G: Game>(game: &G, state: &G::State) -> Result<G::Legal, super::Broken> {
    let mut legal = G::Legal::default();
    game.legal(state, &mut legal);
    let mut again = legal.clone();
    game.legal(state, &mut again);
    hold("the legal list clears what was there", again == legal, || format!("{again:?} after {legal:?}"))?;
    let n = legal.count();
    hold("a seat to move has a legal action", n > 0, || "none".into())?;
    let shown = if n <= 5000 { n } else { 5000 };
    for i in 1..shown {
        let (a, b) = (legal.nth(i - 1), legal.nth(i));
        hold("legal actions are sorted without duplicates", a < b, || format!("`{a}` before `{b}`"))?;
    }
    Ok(legal)
}

fn tried<G: Game>(game: &G, state: &G::State, legal: &G::Legal, i: u64) -> Found {
    let n = legal.count();
    let mut r = rng("tried", i);
    for k in 0..n.min(TRIED) {
        let action = legal.nth(if n <= TRIED { k } else { r.below(n) });
        hold("a listed action is in the set", legal.has(&action), || format!("`{action}`"))?;
        let text = action.to_string();
        let parsed = text.parse::<G::Action>().map_err(|e| e.to_string());
        hold("an action's text round-trips", parsed.as_ref() == Ok(&action), || {
            format!("`{text}` -> {parsed:?}")
        })?;
        let mut next = state.clone();
        let applied = game.apply(&mut next, action);
        hold("what is legal is accepted", applied.is_ok(), || format!("`{action}`: {applied:?}"))?;
    }
    Ok(())
}

/// Everything the suite can compare of a state, since states have no equality.
pub(super) fn fingerprint<G: Game>(game: &G, state: &G::State) -> (Vec<G::View>, G::Legal) {
    let mut legal = G::Legal::default();
    game.legal(state, &mut legal);
    (Seat::all(game.seats()).map(|s| game.view(state, s)).collect(), legal)
}

fn refused<G: Game>(game: &G, state: &G::State, pool: &BTreeSet<G::Action>) -> Found {
    let before = fingerprint(game, state);
    for &action in pool.iter().take(2000) {
        if before.1.has(&action) {
            continue;
        }
        let mut next = state.clone();
        let applied = game.apply(&mut next, action);
        hold("what is not listed is refused", applied.is_err(), || format!("`{action}` was accepted"))?;
        if action.to_string().len() % 7 == 0 {
            hold("a refused action changes nothing", fingerprint(game, &next) == before, || {
                format!("`{action}`")
            })?;
        }
    }
    Ok(())
}

fn views<G: Game>(game: &G, state: &G::State) -> Found {
    for seat in Seat::all(game.seats()) {
        let view = game.view(state, seat);
        hold("a view is a function of the state", view == game.view(state, seat), || format!("{view:?}"))?;
        let json = serde_json::to_string(&view).map_err(|e| e.to_string());
        let again = json
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|j| serde_json::from_str::<G::View>(j).map_err(|e| format!("{e} in {j}")));
        hold("a view's JSON round-trips", again.as_ref() == Ok(&view), || format!("{view:?} -> {again:?}"))?;
    }
    Ok(())
}

fn ends<G: Game>(game: &G, i: u64, pool: &BTreeSet<G::Action>) -> Found {
    walk(game, i, |state| {
        let mut scores = vec![0.0; game.seats()];
        if game.turn(state) == Turn::Over {
            let mut legal = G::Legal::default();
            game.legal(state, &mut legal);
            hold("nothing is legal after the end", legal.count() == 0, || format!("{legal:?}"))?;
            for &action in pool.iter().take(500) {
                let applied = game.apply(&mut state.clone(), action);
                hold("nothing is accepted after the end", applied.is_err(), || format!("`{action}`"))?;
            }
            game.scores(state, &mut scores);
            sum(game, &scores)?;
            let end = scores.clone();
            game.scores(state, &mut scores);
            return hold("scores overwrite what was there", scores == end, || {
                format!("{end:?} then {scores:?}")
            });
        }
        if game.turn(state) == Turn::Chance {
            let mut legal = G::Legal::default();
            game.legal(state, &mut legal);
            hold("nothing is legal while chance moves", legal.count() == 0, || format!("{legal:?}"))?;
        }
        for seat in Seat::all(game.seats()) {
            game.forfeit(state, seat, &mut scores);
            sum(game, &scores)?;
        }
        Ok(())
    })?;
    worst(game, i)
}

/// A forfeit at any point is no better than the finish that came.
fn worst<G: Game>(game: &G, i: u64) -> Found {
    let mut forfeits = Vec::new();
    let mut last = vec![0.0; game.seats()];
    walk(game, i, |state| {
        match game.turn(state) {
            Turn::Over => game.scores(state, &mut last),
            Turn::Chance => {}
            Turn::Seat(seat) => {
                let mut scores = vec![0.0; game.seats()];
                game.forfeit(state, seat, &mut scores);
                forfeits.push((seat, scores));
            }
        }
        Ok(())
    })?;
    for (seat, scores) in forfeits {
        let (forfeit, end) = (scores[seat.index()], last[seat.index()]);
        hold("a forfeit is never better than a finish", forfeit <= end + 1e-9, || {
            format!("seat {seat} gets {forfeit} by forfeit, {end} by playing on")
        })?;
    }
    Ok(())
}

fn sum<G: Game>(game: &G, scores: &[f64]) -> Found {
    let total: f64 = scores.iter().sum();
    let finite = scores.iter().all(|s| s.is_finite());
    hold(
        "scores add up as stated",
        finite && game.score_sum().is_none_or(|s| (total - s).abs() < 1e-9),
        || format!("{scores:?} against {:?}", game.score_sum()),
    )
}

fn chances<G: Game>(game: &G, i: u64) -> Found {
    let mut draws = 0;
    walk(game, i, |state| {
        if game.turn(state) != Turn::Chance {
            return Ok(());
        }
        let first = game.draw(state, &mut luck(i).draw(draws));
        let text = first.to_string();
        let parsed = text.parse::<G::Chance>().map_err(|e| e.to_string());
        hold("a chance event's text round-trips", parsed.as_ref() == Ok(&first), || {
            format!("`{text}` -> {parsed:?}")
        })?;
        let _ = game.draw(state, &mut rng("other", draws));
        let again = game.draw(state, &mut luck(i).draw(draws));
        hold("the same stream draws the same chance", again == first, || {
            format!("`{first}`, then `{again}`")
        })?;
        draws += 1;
        Ok(())
    })
}
