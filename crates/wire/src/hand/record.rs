//! Hands from our own records.

use super::Hand;
use croupier_core::{End, Event, Game, Record, RecordError, Seat, replay};
use croupier_games::Holdem;
use croupier_games::holdem::{Act, Button, Card, Chance, Config, Hole, Stacks};

/// The hands of a record, in order: one, unless an episode has several.
///
/// Seats are turned so that the first sits to the left of the button; seats without chips are left out.
///
/// # Errors
/// When the record does not replay.
pub fn hands_of(game: &Holdem, record: &Record) -> Result<Vec<Hand>, RecordError> {
    let mut hands: Vec<Hand> = Vec::new();
    // The position of each seat in the hand under way.
    let mut places: Vec<Option<usize>> = Vec::new();
    replay(game, record, |step| match step.event {
        Some(Event::Chance(text)) => match text.parse() {
            Ok(Chance::Deal { button, hands: holes }) => {
                let view = game.view(step.state, Seat(0));
                let button = button.unwrap_or(view.button);
                let (order, hand) = dealt(game, record, &view.stacks, button, &holes);
                places = (0..game.seats()).map(|s| order.iter().position(|&o| o == s)).collect();
                hands.push(hand);
            }
            Ok(Chance::Board(cards)) => {
                if let Some(hand) = hands.last_mut() {
                    hand.board.extend::<Vec<Card>>(cards.into_iter().collect());
                }
            }
            Err(_) => {}
        },
        Some(Event::Action(seat, text)) => {
            let place = places.get(seat.index()).copied().flatten();
            if let (Some(hand), Some(place), Ok(action)) = (hands.last_mut(), place, text.parse()) {
                hand.actions.push(Act { seat: Seat(place as u8), action });
            }
        }
        None => {}
    })?;
    if let (End::Forfeit { seat, fault, detail }, Some(hand)) = (&record.end, hands.last_mut()) {
        let name = record.agents.get(seat.index()).map_or("", |a| a.spec.as_str());
        hand.forfeit = Some(format!("{name}: {} ({detail})", fault.name()));
    }
    Ok(hands)
}

/// A hand at its deal, with the seats in order of position.
fn dealt(
    game: &Holdem,
    record: &Record,
    stacks: &[u32],
    button: Seat,
    holes: &[Option<Hole>],
) -> (Vec<usize>, Hand) {
    let n = game.seats();
    let order: Vec<usize> = (1..=n).map(|i| button.after(i, n).index()).filter(|&s| stacks[s] > 0).collect();
    let config = Config {
        seats: order.len() as u8,
        stacks: Stacks(order.iter().map(|&s| stacks[s]).collect()),
        hands: 1,
        reset: true,
        button: Button::Last,
        ..game.config().clone()
    };
    let hand = Hand {
        config,
        players: order.iter().map(|&s| record.agents[s].spec.clone()).collect(),
        name: None,
        holes: order.iter().map(|&s| holes.get(s).copied().flatten()).collect(),
        board: Vec::new(),
        actions: Vec::new(),
        stated: None,
        scale: 1,
        forfeit: None,
    };
    (order, hand)
}
