//! The law suite on several configurations, samplers against enumeration, damaged views and records, golden hands.

use super::*;
use crate::mini_mahjong::{Encoding, View};
use croupier_core::{
    AgentLabel, Budget, Determinize, LegalSet, Luck, Record, Recorder, Rng, Seat, Turn, laws, play, replay,
};
use proptest::prelude::*;

fn game(players: u8, double_ron: DoubleRon, tiles: &str, sets: u8, pair: u8) -> MiniMahjong {
    MiniMahjong::new(Config { players, double_ron, tiles: tiles.parse().unwrap(), sets, pair }).unwrap()
}

#[test]
fn every_law_holds_of_the_default() {
    laws::check(&MiniMahjong::default());
}

#[test]
fn every_law_holds_of_the_other_profiles() {
    laws::check(&profile("five-tile"));
    laws::check(&profile("fourteen-tile"));
}

#[test]
fn every_law_holds_with_three_and_four_seats() {
    laws::check(&with(|c| c.players = 3));
    laws::check(&game(4, DoubleRon::All, "1-9m+67z", 1, 0));
    laws::check(&game(4, DoubleRon::None, "1-9m+67z", 1, 1));
}

/// Fewer episodes: these hands are long, and four views are taken of each decision.
#[test]
fn every_law_holds_with_four_seats_and_fourteen_tiles() {
    let effort = laws::Effort { episodes: 6, ..Default::default() };
    laws::find(&game(4, DoubleRon::NextInTurn, "1-9mps+1-7z", 4, 1), effort)
        .unwrap_or_else(|b| panic!("{b}"));
}

#[test]
fn every_law_holds_of_odd_shapes() {
    laws::check(&game(2, DoubleRon::NextInTurn, "1-9m", 2, 0));
    laws::check(&game(3, DoubleRon::All, "1-9mps+1-7z", 0, 1));
    laws::check(&game(2, DoubleRon::NextInTurn, "1-3mx2+7zx1", 1, 0));
}

/// Walls so small that every deal and draw can be listed.
#[test]
fn sampled_worlds_are_distributed_as_chance_deals_three_tiles() {
    laws::check_sampler(&game(2, DoubleRon::NextInTurn, "1-3mx2+7zx3", 1, 0));
    laws::check_sampler(&game(2, DoubleRon::NextInTurn, "1-5mx2", 1, 0));
}

#[test]
fn sampled_worlds_are_distributed_as_chance_deals_other_shapes() {
    laws::check_sampler(&game(2, DoubleRon::NextInTurn, "1mx3+2mx3+7zx4", 1, 1));
    laws::check_sampler(&game(2, DoubleRon::NextInTurn, "1-3mx3", 0, 1));
}

#[test]
fn sampled_worlds_are_distributed_as_chance_deals_three_seats() {
    for double_ron in [DoubleRon::NextInTurn, DoubleRon::All, DoubleRon::None] {
        let found = laws::find_sampler(&game(3, double_ron, "1-3mx2+7zx3", 1, 0), 5, 2000);
        found.unwrap_or_else(|b| panic!("{double_ron:?}: {b}"));
    }
}

#[test]
fn golden_playthroughs() {
    crate::golden::check(&MiniMahjong::default(), "mini-mahjong-three-tile", 0..4);
    crate::golden::check(&profile("five-tile"), "mini-mahjong-five-tile", 0..2);
    crate::golden::check(&profile("fourteen-tile"), "mini-mahjong-fourteen-tile", 0..1);
    crate::golden::check(&game(4, DoubleRon::All, "1-9m+67z", 1, 0), "mini-mahjong-four-seats", 0..3);
}

/// A random hand stopped after `steps` events.
fn stopped(game: &MiniMahjong, luck: u64, steps: usize) -> State {
    let (mut s, mut legal, mut rng) = (game.start(), Vec::new(), Rng::keyed("stopped", &[luck]));
    for _ in 0..steps {
        match game.turn(&s) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&s, &mut rng);
                game.reveal(&mut s, &chance).unwrap();
            }
            Turn::Seat(_) => {
                game.legal(&s, &mut legal);
                let discard = legal.nth(rng.below(legal.count()));
                game.apply(&mut s, discard).unwrap();
            }
        }
    }
    s
}

/// In sampled worlds the views at every stage come back, before the deal and after a win too.
#[test]
fn worlds_can_be_sampled_at_every_stage() {
    for (game, steps) in [(with(|c| c.players = 3), 90), (profile("fourteen-tile"), 250)] {
        let mut rng = Rng::keyed("stages", &[]);
        for luck in 0..8 {
            for n in (0..steps).step_by(if steps > 100 { 25 } else { 1 }) {
                let s = stopped(&game, luck, n);
                for seat in Seat::all(game.seats()) {
                    let view = game.view(&s, seat);
                    let world = game.sample(&view, &mut rng);
                    assert_eq!(game.view(&world, seat), view);
                    assert_eq!(world.wall.iter().sum::<u8>(), world.left);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..Default::default() })]

    /// A view whose JSON is damaged is refused, or is a view whose worlds give it back; it never panics.
    #[test]
    fn damaged_views_never_panic(
        luck in 0u64..40, steps in 0usize..60, seat in 0u8..2, at in any::<prop::sample::Index>(), byte in 0x20u8..0x7f,
    ) {
        let game = MiniMahjong::default();
        let json = serde_json::to_string(&game.view(&stopped(&game, luck, steps), Seat(seat))).unwrap();
        let mut bytes = json.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let text = String::from_utf8(bytes).unwrap();
        if let Ok(view) = serde_json::from_str::<View>(&text) {
            let world = game_of(&view).sample(&view, &mut Rng::keyed("damaged", &[]));
            prop_assert_eq!(game_of(&view).view(&world, view.seat()), view.clone());
            let mut out = [0.0; Encoding::VIEW];
            Encoding::view(&view, &mut out);
            prop_assert!(!view.to_string().is_empty());
        }
    }

    /// A record whose line is damaged is refused or replays to the scores it states; it never panics.
    #[test]
    fn damaged_records_never_panic(luck in 0u64..40, at in any::<prop::sample::Index>(), byte in 0x20u8..0x7f) {
        let game = MiniMahjong::default();
        let line = recorded(&game, luck).to_line();
        let mut bytes = line.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(record) = String::from_utf8(bytes).unwrap().parse::<Record>()
            && let Ok(end) = replay(&game, &record, |_| ())
        {
            prop_assert_eq!(scores(&game, &end), record.scores);
        }
    }
}

fn game_of(view: &View) -> MiniMahjong {
    MiniMahjong::new(*view.rules()).unwrap()
}

/// Discards what it drew.
struct Drawn;

impl croupier_core::Agent<MiniMahjong> for Drawn {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(
        &mut self,
        d: &croupier_core::Decision<'_, MiniMahjong>,
    ) -> Result<crate::mini_mahjong::Discard, croupier_core::AgentError> {
        Ok(*d.legal().iter().find(|d| d.is_drawn()).unwrap())
    }
}

fn recorded(game: &MiniMahjong, luck: u64) -> Record {
    let mut recorder = Recorder::default();
    let rngs = vec![Rng::keyed("unused", &[]); 2];
    let outcome = play(game, Luck(luck), &mut [&mut Drawn, &mut Drawn], rngs, Budget::Own, &mut recorder);
    let label = AgentLabel { spec: "drawn".into(), params: serde_json::json!({}) };
    Record::new(game, Luck(luck), None, vec![label; 2], recorder.events, &outcome)
}

#[test]
fn a_record_with_an_event_changed_is_refused_by_its_number() {
    let game = MiniMahjong::default();
    let record = recorded(&game, 3);
    for i in 0..record.events.len() {
        let mut damaged = record.clone();
        damaged.events.swap(i, (i + 1) % record.events.len());
        if damaged != record {
            assert!(replay(&game, &damaged, |_| ()).is_err(), "event {i}");
        }
    }
}

#[test]
fn encoded_discards_round_trip_and_views_count_what_is_seen() {
    let all: Vec<_> = (0..Encoding::ACTIONS).map(|i| Encoding::discard(i).unwrap()).collect();
    assert!(all.iter().enumerate().all(|(i, d)| Encoding::index(*d) == i));
    assert_eq!(Encoding::discard(Encoding::ACTIONS), None);
    let game = MiniMahjong::default();
    let s = after(&game, "first 0 / deal 5m5m 1m9m / draw 7z / 7z* / draw 6z");
    let mut out = [9.0; Encoding::VIEW];
    Encoding::view(&game.view(&s, Seat(1)), &mut out);
    let plane = |p: usize| &out[34 * p..34 * (p + 1)];
    assert_eq!((plane(0)[0], plane(0)[8], plane(0).iter().sum::<f32>()), (0.25, 0.25, 0.5), "own hand");
    assert_eq!((plane(1)[32], plane(1).iter().sum::<f32>()), (0.25, 0.25), "drawn");
    assert_eq!((plane(2)[4], plane(2)[33], plane(2)[0], plane(2)[9]), (1.0, 0.75, 0.75, 0.0), "unseen");
    assert_eq!(plane(3).iter().sum::<f32>(), 0.0, "own river");
    assert_eq!((plane(4)[33], plane(4).iter().sum::<f32>()), (0.25, 0.25), "the other's river");
    assert_eq!(out[Encoding::VIEW - 1], 38.0 / 44.0);
}
