//! χ² of a sampler against the enumeration of every way chance could have dealt.

use super::rules::fingerprint;
use super::{Broken, Found, hold, rng};
use crate::game::{Determinize, Enumerate, Game, Seat, Turn};
use std::collections::HashMap;
use std::hash::Hash;

/// Holds a sampler to the distribution of the worlds behind a view. For tiny configurations: every chance event of
/// every episode with the same actions is enumerated.
///
/// # Panics
/// When probabilities do not add up, or the samples are not distributed as the enumeration says.
pub fn check_sampler<G: Game + Determinize + Enumerate>(game: &G) {
    find_sampler(game, 12, 2000).unwrap_or_else(|b| panic!("{}: {b}", G::ID));
}

/// Looks for views whose samples are not distributed as the enumeration says, in `episodes` random episodes.
///
/// # Errors
/// The first one found.
pub fn find_sampler<G: Game + Determinize + Enumerate>(game: &G, episodes: u64, samples: u64) -> Found {
    for i in 0..episodes {
        let mut states = super::decisions(game, i, usize::MAX)?;
        if states.is_empty() {
            continue; // Chance alone ended this episode.
        }
        let pick = rng("pick", i).index(states.len());
        let state = states.swap_remove(pick);
        let path = actions_to(game, i, pick)?;
        for seat in Seat::all(game.seats()) {
            one_view(game, &state, seat, &path, samples, i)?;
        }
    }
    Ok(())
}

/// The actions of the suite's episode `i` before its decision number `n`.
fn actions_to<G: Game>(game: &G, i: u64, n: usize) -> Result<Vec<G::Action>, Broken> {
    use crate::game::LegalSet;
    let (mut state, mut legal, mut rng) = (game.start(), G::Legal::default(), rng("walk", i));
    let (mut draws, mut path) = (0, Vec::new());
    while path.len() < n || !matches!(game.turn(&state), Turn::Seat(_)) {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&state, &mut super::luck(i).draw(draws));
                draws += 1;
                let _ = game.reveal(&mut state, &chance);
            }
            Turn::Seat(_) => {
                game.legal(&state, &mut legal);
                let action = legal.nth(rng.below(legal.count()));
                path.push(action);
                let _ = game.apply(&mut state, action);
            }
        }
    }
    Ok(path)
}

type Print<G> = Vec<<G as Game>::View>;

fn print<G: Game>(game: &G, state: &G::State) -> Print<G> {
    fingerprint(game, state).0
}

fn one_view<G: Game + Determinize + Enumerate>(
    game: &G,
    state: &G::State,
    seat: Seat,
    path: &[G::Action],
    samples: u64,
    i: u64,
) -> Found {
    let view = game.view(state, seat);
    let mut worlds: HashMap<Print<G>, f64> = HashMap::new();
    expand(game, game.start(), 1.0, path, seat, &view, &mut worlds)?;
    let total: f64 = worlds.values().sum();
    hold("the truth is among the enumerated worlds", worlds.contains_key(&print(game, state)), || {
        format!("{view:?}")
    })?;
    let mut counts: HashMap<Print<G>, u64> = HashMap::new();
    let mut rng = rng("sampler", i);
    for _ in 0..samples {
        let world = print(game, &game.sample(&view, &mut rng));
        hold("a sampled world is possible", worlds.contains_key(&world), || {
            format!("{world:?} behind {view:?}")
        })?;
        *counts.entry(world).or_default() += 1;
    }
    let chi2 = chi_square(&worlds, &counts, total, samples);
    let degrees = worlds.len().saturating_sub(1) as f64;
    // Wilson–Hilferty: a χ² over its degrees of freedom, cube-rooted, is nearly normal. Six sigma.
    let z = if degrees == 0.0 {
        0.0
    } else {
        let t = 2.0 / (9.0 * degrees);
        ((chi2 / degrees).cbrt() - (1.0 - t)) / t.sqrt()
    };
    hold("samples are distributed as chance deals", z < 6.0, || {
        format!("χ² {chi2:.1} with {degrees} degrees of freedom (z {z:.1}) behind {view:?}")
    })
}

fn chi_square<K: Hash + Eq>(
    worlds: &HashMap<K, f64>,
    counts: &HashMap<K, u64>,
    total: f64,
    samples: u64,
) -> f64 {
    worlds
        .iter()
        .map(|(world, weight)| {
            let expected = weight / total * samples as f64;
            let seen = counts.get(world).copied().unwrap_or(0) as f64;
            (seen - expected).powi(2) / expected
        })
        .sum()
}

/// Enumerates all chance, with the given actions, and collects the worlds in which `seat` sees `view`.
fn expand<G: Game + Enumerate>(
    game: &G,
    state: G::State,
    weight: f64,
    path: &[G::Action],
    seat: Seat,
    view: &G::View,
    worlds: &mut HashMap<Print<G>, f64>,
) -> Found {
    match game.turn(&state) {
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(&state, &mut outcomes);
            let sum: f64 = outcomes.iter().map(|o| o.1).sum();
            hold("the outcomes of chance add up to 1", (sum - 1.0).abs() < 1e-9, || format!("{sum}"))?;
            for (chance, p) in outcomes {
                let mut next = state.clone();
                game.reveal(&mut next, &chance)
                    .map_err(|e| Broken { law: "an enumerated chance can happen", found: e.to_string() })?;
                expand(game, next, weight * p, path, seat, view, worlds)?;
            }
            Ok(())
        }
        Turn::Seat(_) if !path.is_empty() => {
            let mut next = state;
            match game.apply(&mut next, path[0]) {
                Ok(()) => expand(game, next, weight, &path[1..], seat, view, worlds),
                Err(_) => Ok(()), // In this world the recorded action was impossible.
            }
        }
        _ if !path.is_empty() => Ok(()),
        _ => {
            if game.view(&state, seat) == *view {
                *worlds.entry(print(game, &state)).or_default() += weight;
            }
            Ok(())
        }
    }
}
