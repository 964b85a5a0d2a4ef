//! Laws of blindness: a view says nothing of what is hidden, samplers take nothing from the truth, bots see the view.

use super::{Broken, Effort, Found, decisions, hold, rng, walk};
use crate::agent::{Agent, Budget, Decision};
use crate::game::{Determinize, Game, Hidden, Seat, Turn};

pub(super) fn find_views<G: Game + Determinize + Hidden>(game: &G, effort: Effort) -> Found {
    // How often something could have differed (a rearrangement changed another seat's view), and how often a sample did.
    let (mut could, mut did) = (0u64, 0u64);
    for i in 0..effort.episodes {
        let mut states = decisions(game, i, effort.decisions)?;
        walk(game, i, |s| {
            if game.turn(s) == Turn::Over {
                states.push(s.clone());
            }
            Ok(())
        })?;
        for (k, state) in states.iter().enumerate() {
            for seat in Seat::all(game.seats()) {
                let mut rng = rng("blind", i * 1000 + k as u64);
                could += rearranged(game, state, seat, effort.worlds, &mut rng)?;
                did += sampled(game, state, seat, effort.worlds, &mut rng)?;
            }
        }
    }
    hold("a game with hidden information hides something", could > 0, || {
        "no rearrangement changes anything".into()
    })?;
    hold("sampled worlds do not always equal the truth", did > 0, || {
        format!("{could} rearrangements differ from the truth, no sample does")
    })
}

/// A state that differs only in what is hidden from `seat` looks the same to it. Counts those that differ for others.
fn rearranged<G: Game + Hidden>(
    game: &G,
    state: &G::State,
    seat: Seat,
    worlds: usize,
    rng: &mut crate::Rng,
) -> Result<u64, Broken> {
    let mut differ = 0;
    for _ in 0..worlds {
        let other = game.rearrange(state, seat, rng);
        alike(game, state, &other, seat, "states that differ only in what is hidden look the same")?;
        differ += u64::from(differs(game, state, &other, seat));
    }
    Ok(differ)
}

fn sampled<G: Game + Determinize>(
    game: &G,
    state: &G::State,
    seat: Seat,
    worlds: usize,
    rng: &mut crate::Rng,
) -> Result<u64, Broken> {
    let view = game.view(state, seat);
    let mut differ = 0;
    for _ in 0..worlds {
        let world = game.sample(&view, rng);
        alike(game, state, &world, seat, "a sampled world gives back the view it was sampled from")?;
        differ += u64::from(differs(game, state, &world, seat));
    }
    Ok(differ)
}

fn alike<G: Game>(game: &G, a: &G::State, b: &G::State, seat: Seat, law: &'static str) -> Found {
    let (va, vb) = (game.view(a, seat), game.view(b, seat));
    hold(law, va == vb, || format!("seat {seat}:\n  {va:?}\n  {vb:?}"))?;
    hold(law, game.turn(a) == game.turn(b), || format!("turns {:?} and {:?}", game.turn(a), game.turn(b)))?;
    if game.turn(a) == Turn::Seat(seat) {
        let (mut la, mut lb) = (G::Legal::default(), G::Legal::default());
        game.legal(a, &mut la);
        game.legal(b, &mut lb);
        hold("worlds of one view have one legal list", la == lb, || format!("{la:?} and {lb:?}"))?;
    }
    Ok(())
}

/// Whether some other seat sees a difference between the two.
fn differs<G: Game>(game: &G, a: &G::State, b: &G::State, seat: Seat) -> bool {
    Seat::all(game.seats()).any(|s| s != seat && game.view(a, s) != game.view(b, s))
}

/// Holds a bot to choosing the same, on the same stream, in states that its seat cannot tell apart.
///
/// # Panics
/// When it does not.
pub fn check_blind<G: Game + Hidden>(game: &G, make: impl FnMut() -> Box<dyn Agent<G>>) {
    find_blind(game, make, Effort::default()).unwrap_or_else(|b| panic!("{}: {b}", G::ID));
}

/// Looks for a choice that depends on what is hidden.
///
/// # Errors
/// The first one found.
pub fn find_blind<G: Game + Hidden>(
    game: &G,
    mut make: impl FnMut() -> Box<dyn Agent<G>>,
    effort: Effort,
) -> Found {
    let mut choose = |state: &G::State, seat: Seat, i: u64| {
        let mut legal = G::Legal::default();
        game.legal(state, &mut legal);
        let mut agent = make();
        agent.begin(seat, rng("choice", i));
        agent.act(&Decision::of_state(game, state, seat, &legal, Budget::Own))
    };
    for i in 0..effort.episodes {
        for state in decisions(game, i, effort.decisions.min(6))? {
            let Turn::Seat(seat) = game.turn(&state) else { continue };
            let other = game.rearrange(&state, seat, &mut rng("twin", i));
            let (a, b) = (choose(&state, seat, i), choose(&other, seat, i));
            hold("a bot's choice depends on its view alone", a == b, || {
                format!("{a:?} and {b:?} on {:?}", game.view(&state, seat))
            })?;
        }
    }
    Ok(())
}
