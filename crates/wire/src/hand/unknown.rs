//! Cards that stand in for those a file does not tell.

use super::{Hand, HandError};
use croupier_core::{Game, Seat};
use croupier_games::Holdem;
use croupier_games::holdem::eval::{HandRank, rank};
use croupier_games::holdem::{Action, Card, CardSet, Hole, State};

/// A hand for every seat: the known ones; for a seat that folds any others, for a seat that comes to the end unshown the
/// weakest there are.
pub(super) fn stand_in(hand: &Hand, game: &Holdem) -> Result<Vec<Hole>, HandError> {
    let seats = game.seats();
    let mut used = CardSet::EMPTY;
    let told = hand.holes.iter().flatten().flat_map(|h| h.cards()).chain(hand.board.iter().copied());
    for card in told {
        if !used.insert(card) {
            return Err(HandError::Twice(card));
        }
    }
    if hand.holes.len() != seats {
        return Err(HandError::field("hands", hand.holes.len(), format!("one for each of {seats} seats")));
    }
    if hand.board.len() > 5 {
        return Err(HandError::field("board", hand.board.len(), "at most five cards"));
    }
    let folds = |seat: usize| hand.actions.iter().any(|a| a.seat.index() == seat && a.action == Action::Fold);
    let mut holes = hand.holes.clone();
    let mut missing: Vec<usize> = (0..seats).filter(|&i| hand.holes[i].is_none()).collect();
    missing.sort_by_key(|&seat| folds(seat));
    for seat in missing {
        let unshown = !folds(seat) && hand.board.len() == 5;
        let hole = if unshown { weakest(&hand.board, used) } else { first_free(used) };
        used = used.union(hole.set());
        holes[seat] = Some(hole);
    }
    Ok(holes.into_iter().flatten().collect())
}

/// The first hand that is free. Ten hands and a board leave more than half of the deck.
fn first_free(taken: CardSet) -> Hole {
    Hole::all().find(|h| taken.disjoint(h.set())).expect("a deck holds more than all hands and the board")
}

fn value(board: &[Card], hole: Hole) -> HandRank {
    let cards: Vec<Card> = board.iter().copied().chain(hole.cards()).collect();
    rank(&cards).expect("a board of five and two other cards")
}

fn weakest(board: &[Card], taken: CardSet) -> Hole {
    let free = Hole::all().filter(|h| taken.disjoint(h.set()));
    free.min_by_key(|&h| value(board, h)).unwrap_or_else(|| first_free(taken))
}

/// Whether what is told decides who won: everybody else folded, or every hand that came to the end unshown loses even
/// the pots that only it and the unshown could win.
pub(super) fn decided(hand: &Hand, game: &Holdem, end: &State) -> bool {
    let view = game.view(end, Seat(0));
    let alive: Vec<usize> = (0..game.seats()).filter(|&i| !view.folded[i]).collect();
    let (known, unknown): (Vec<usize>, Vec<usize>) = alive.iter().partition(|&&i| hand.holes[i].is_some());
    if alive.len() == 1 || unknown.is_empty() {
        return true;
    }
    let hole = |i: usize| game.view(end, Seat(i as u8)).hole;
    let values = |seats: &[usize]| -> Vec<HandRank> {
        seats.iter().filter_map(|&i| hole(i)).map(|h| value(&hand.board, h)).collect()
    };
    let deepest = |seats: &[usize]| seats.iter().map(|&i| view.put[i]).max();
    deepest(&known) >= deepest(&unknown) && values(&known).iter().min() > values(&unknown).iter().max()
}
