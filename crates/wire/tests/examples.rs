//! The bots in examples/ are whole: they play their games as they say they do.

mod common;

use common::{episode, example, faults, patient};
use croupier_core::config::configure;
use croupier_core::{
    Agent, AgentError, Budget, Decision, Factory, Fault, Game, Luck, Outcome, Recorder, Rng, Seat,
};
use croupier_games::mini_mahjong::{Discard, MiniMahjong, Tile};
use croupier_games::{kuhn::Kuhn, leduc::Leduc};
use croupier_wire::jsonl::CmdFactory;

fn python_example() -> String {
    format!("python3 '{}'", example("greedy_bot.py").display())
}

/// The obvious twin of `greedy` at hands of one set: every pair it can keep, every tile that could complete it.
struct Greedy;

fn completes(pair: [Tile; 2], third: Tile) -> bool {
    let mut three = [pair[0], pair[1], third];
    three.sort_by_key(|t| t.index());
    let [a, b, c] = three;
    let run = !c.is_honour() && a.suit() == c.suit() && a.rank() + 1 == b.rank() && b.rank() + 1 == c.rank();
    run || (a == b && b == c)
}

impl Agent<MiniMahjong> for Greedy {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, MiniMahjong>) -> Result<Discard, AgentError> {
        let (view, unseen) = (d.view(), d.view().unseen());
        let [old, new] = *view.hand() else { panic!("a hand of one set") };
        let drawn = view.drawn().expect("a tile to decide on");
        let winners = |pair: [Tile; 2]| -> u32 {
            Tile::all().filter(|t| completes(pair, *t)).map(|t| u32::from(unseen[t.index()])).sum()
        };
        let worths = [winners([old, new]), winners([new, drawn]), winners([old, drawn])];
        let discards = [Discard::drawn(drawn), Discard::held(old), Discard::held(new)];
        let best = worths.iter().max().expect("three of them");
        let at = worths.iter().position(|w| w == best).expect("the best is one of them");
        Ok(discards[at])
    }
}

/// Discards what it has drawn.
struct Tsumogiri;

impl Agent<MiniMahjong> for Tsumogiri {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, MiniMahjong>) -> Result<Discard, AgentError> {
        Ok(Discard::drawn(d.view().drawn().expect("a tile to decide on")))
    }
}

/// A hand with `agent` at seat 0 and tsumogiri at the others: the outcome, and what happened as text.
fn hand(
    game: &MiniMahjong,
    agent: &mut dyn Agent<MiniMahjong>,
    luck: u64,
) -> (Outcome<MiniMahjong>, Vec<String>) {
    let luck = Luck(luck);
    let mut others: Vec<Tsumogiri> = (1..game.config().players).map(|_| Tsumogiri).collect();
    let mut agents: Vec<&mut dyn Agent<MiniMahjong>> = vec![agent];
    agents.extend(others.iter_mut().map(|o| o as &mut dyn Agent<MiniMahjong>));
    let rngs = (0..agents.len() as u64).map(|s| luck.agent(1, s, s)).collect();
    let mut seen = Recorder::default();
    let outcome = croupier_core::play(game, luck, &mut agents, rngs, Budget::Own, &mut seen);
    assert!(outcome.forfeit.is_none(), "{:?}", outcome.forfeit);
    (outcome, seen.events.iter().map(ToString::to_string).collect())
}

fn mahjong(profile: &str, set: &[(&str, &str)]) -> MiniMahjong {
    let pairs: Vec<_> = set.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    configure(Some(profile), &pairs).unwrap()
}

#[test]
fn the_python_bot_plays_every_hand_as_greedy_does() {
    for set in [&[][..], &[("players", "4"), ("tiles", "1-9mx3+1-3p+7zx2")]] {
        let game = mahjong("three-tile", set);
        let factory = CmdFactory::new(&game, &python_example(), patient()).unwrap();
        let mut different = 0;
        for luck in 0..100 {
            let (_, expected) = hand(&game, &mut Greedy, luck);
            assert_eq!(hand(&game, &mut *factory.make(), luck).1, expected, "luck {luck}");
            different += u32::from(hand(&game, &mut Tsumogiri, luck).1 != expected);
        }
        assert!(different > 50, "{different} hands are not tsumogiri's: the twin tells bots apart");
    }
}

#[test]
fn the_python_bot_plays_larger_hands_sensibly() {
    for (profile, hands, wins) in [("five-tile", 20, 12.0), ("fourteen-tile", 2, 1.0)] {
        let game = mahjong(profile, &[]);
        let factory = CmdFactory::new(&game, &python_example(), patient()).unwrap();
        let won = |agent: &mut dyn Agent<MiniMahjong>| {
            (0..hands).map(|l| hand(&game, agent, l).0.scores[0]).sum::<f64>()
        };
        let (bot, plain) = (won(&mut *factory.make()), won(&mut Tsumogiri));
        assert!(bot >= wins && bot > plain, "{profile}: {bot} of {hands}, tsumogiri {plain}");
    }
}

#[test]
fn the_python_bot_refuses_another_game_with_its_reason() {
    let (error, _) = faults(&Kuhn::default(), &python_example(), patient());
    assert_eq!(error.fault, Fault::Start);
    assert!(error.detail.contains("this bot plays mini-mahjong"), "{}", error.detail);
}

#[test]
fn the_shell_bot_chooses_every_legal_action_equally_often() {
    let command = format!("sh '{}'", example("random_bot.sh").display());
    let factory = CmdFactory::new(&Leduc::default(), &command, patient()).unwrap();
    assert_eq!(factory.probe().unwrap().name, "random in shell");
    let mut agent = factory.make();
    let mut first = [0u32; 2];
    for luck in 0..400 {
        let (outcome, record) = episode(&Leduc::default(), &mut *agent, Luck(luck));
        assert_eq!(outcome.forfeit, None);
        // Seat 0 opens with c or r.
        first[usize::from(record.events[1].to_string() == "0 r")] += 1;
    }
    // 5 standard deviations of a fair coin.
    assert!(first[0].abs_diff(200) < 50, "{first:?}");
}
