//! What is seen of a hand, as the protocol writes it.

use croupier_games::holdem::{Action, Card, Chips, Config, Street, View};
use std::fmt::Write;

/// What a seat has put in before this street: amounts of the protocol are counted over the whole hand.
fn before(view: &View, seat: usize) -> Chips {
    view.put[seat].saturating_sub(view.bets[seat])
}

/// What a raise to `to` on this street is in the protocol, where the seat of the view acts.
pub fn total(view: &View, to: Chips) -> Chips {
    before(view, view.seat.index()).saturating_add(to)
}

/// An action of the seat whose view it is.
pub fn action_text(view: &View, action: Action) -> String {
    match action {
        Action::Fold => "f".into(),
        Action::Check | Action::Call => "c".into(),
        Action::Raise(to) => format!("r{}", total(view, to)),
    }
}

/// The betting so far, streets separated by `/`: `r300c/cr600`.
pub fn betting(config: &Config, view: &View) -> String {
    let mut out = String::new();
    // What those who play on put in before the street, and its highest bet.
    let (mut base, mut level) = (0, config.blinds.big);
    for street in Street::ALL.into_iter().take_while(|&s| s <= view.street) {
        if street > Street::Preflop {
            out.push('/');
            base += level;
            level = 0;
        }
        for act in &view.actions[street as usize] {
            match act.action {
                Action::Fold => out.push('f'),
                Action::Check | Action::Call => out.push('c'),
                Action::Raise(to) => {
                    let _ = write!(out, "r{}", base + to);
                    level = to;
                }
            }
        }
    }
    out
}

/// The board as it lies, with its slashes: `/2c3d4h/5s`.
fn board(cards: &[Card]) -> String {
    let mut out = String::new();
    for (i, card) in cards.iter().enumerate() {
        if i == 0 || i > 2 {
            out.push('/');
        }
        let _ = write!(out, "{card}");
    }
    out
}

/// The line that tells a seat the state of hand number `hand`, without its end:
/// `MATCHSTATE:0:7:r300c/:Ks9h|/2c3d4h`. At a showdown it holds all hands that are shown.
pub fn match_state(config: &Config, hand: u32, view: &View) -> String {
    let seats = view.stacks.len();
    let hole = |i: usize| if i == view.seat.index() { view.hole } else { view.shown[i] };
    let holes: Vec<String> = (0..seats).map(|i| hole(i).map_or(String::new(), |h| h.to_string())).collect();
    format!(
        "MATCHSTATE:{}:{hand}:{}:{}{}",
        view.seat,
        betting(config, view),
        holes.join("|"),
        board(&view.board)
    )
}

/// `STATE:7:r300c/…:Ks9h|8c7d/2c3d4h`: what a log says of a hand, with every hand.
pub(super) fn state(config: &Config, hand: u32, view: &View, holes: &[String]) -> String {
    format!("STATE:{hand}:{}:{}{}", betting(config, view), holes.join("|"), board(&view.board))
}
