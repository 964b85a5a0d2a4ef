//! Tests of the risk: against enumeration by the engine's own legality, against worked examples, and between routes.

mod examples;
mod large;
mod small;
mod table;

use croupier_core::{Game, Rng, Turn};
use croupier_games::daifugo::{
    Action, Blind, Config, Daifugo, EightCut, LockJoker, Revolution, RunCompare, State, TributeTies,
};

/// A table of rules for tests: both profiles, four to six seats, switches turned at random.
fn rules(rng: &mut Rng) -> Config {
    let mut rules = if rng.below(4) == 0 { Config::uecda() } else { Config::standard() };
    rules.players = 4 + rng.below(3) as u8;
    rules.points = "places".into();
    rules.deals = rules.deals.min(6);
    let mut flip = |value: &mut bool| *value ^= rng.below(4) == 0;
    flip(&mut rules.joker_pair);
    flip(&mut rules.pass_lock);
    flip(&mut rules.suit_lock);
    flip(&mut rules.spade3);
    flip(&mut rules.spade3_lock);
    flip(&mut rules.jack_back);
    flip(&mut rules.fall);
    flip(&mut rules.owner_answers);
    if rng.below(2) == 0 {
        rules.run_compare = RunCompare::AboveTop;
    }
    if rng.below(2) == 0 {
        rules.lock_joker = LockJoker::Creates;
    }
    if rng.below(4) == 0 {
        rules.tribute_ties = TributeTies::LowestSuit;
    }
    if rng.below(4) == 0 {
        rules.blind = Blind::None;
    }
    rules.jokers = rng.below(3) as u8;
    rules.eight_cut = [EightCut::Groups, EightCut::All, EightCut::Off][rng.index(3)];
    rules.revolution = [Revolution::Groups, Revolution::GroupsAndRuns, Revolution::Off][rng.index(3)];
    rules
}

/// Plays a whole set with random actions and shows every state in which a seat plays cards.
fn each_state(game: &Daifugo, rng: &mut Rng, mut seen: impl FnMut(&State, &[Action], &mut Rng)) {
    let (mut state, mut legal) = (game.start(), Vec::new());
    loop {
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => {
                let chance = game.draw(&state, rng);
                game.reveal(&mut state, &chance).unwrap();
            }
            Turn::Seat(_) => {
                game.legal(&state, &mut legal);
                if matches!(legal[0], Action::Pass | Action::Play(_)) {
                    seen(&state, &legal, rng);
                }
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action).unwrap();
            }
        }
    }
}
