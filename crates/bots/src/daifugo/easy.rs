//! `easy`: four rules that a person could say.

use crate::spec::Entry;
use croupier_core::{Agent, AgentError, Decision, Fault, Kind as Values, Rng, Seat, Switch};
use croupier_games::Daifugo;
use croupier_games::daifugo::{
    Action, Card, CardSet, Config, EightCut, Foul, Kind, Play, Rank, Suit, View, is_foul,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Which of the four rules `easy` follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EasyParams {
    /// Never a foul finish if avoidable, now or by what is left in hand.
    pub foul: bool,
    /// Lead what clears most low cards.
    pub lead: bool,
    /// Answer with the weakest play that does not break a better group; where all do, with the weakest.
    pub answer: bool,
    /// Keep 2s, jokers and 8s while more than a third of the hand is left.
    pub keep: bool,
}

impl Default for EasyParams {
    fn default() -> Self {
        EasyParams { foul: true, lead: true, answer: true, keep: true }
    }
}

/// The bot: a function of the view and the legal list, without memory or luck.
///
/// The rules work in their order. `foul` strikes out what would go out by a foul, then what leaves no card that could be
/// played last, unless nothing else is left. `lead` or `answer` ranks the rest. `keep` strikes out what spends a 2 (a 3
/// while the order is reversed), a joker or an 8, again unless nothing else is left; on an answer a pass is something
/// else. The best ranked is played. A rule that is off strikes out nothing, and ranks in the order of the legal list,
/// plays before the pass.
#[derive(Clone, Debug)]
pub struct Easy {
    rules: Config,
    params: EasyParams,
}

impl Easy {
    /// The bot for these rules.
    pub fn new(rules: Config, params: EasyParams) -> Self {
        Easy { rules, params }
    }

    /// What it does.
    ///
    /// # Errors
    /// When nothing is legal.
    pub fn choose(&self, view: &View, legal: &[Action]) -> Result<Action, AgentError> {
        let first = legal.first().ok_or_else(|| AgentError::new(Fault::Error, "nothing is legal"))?;
        if !matches!(first, Action::Pass | Action::Play(_)) {
            // Gifts differ in suit alone; of returns, the first has the lowest cards.
            return Ok(*first);
        }
        let mut left: Vec<Action> = legal.to_vec();
        if self.params.foul {
            strike(&mut left, |a| !self.goes_out_foul(view, *a));
            strike(&mut left, |a| self.leaves_a_finish(view, *a));
        }
        let leading = view.table.field.play.is_none();
        if leading {
            if self.params.lead {
                left.sort_by_key(|a| self.lead_rank(view, *a));
            } else {
                left.sort_by_key(|a| *a == Action::Pass);
            }
        } else if self.params.answer {
            left.sort_by_key(|a| (*a == Action::Pass, breaks(view.hand, *a), answer_rank(view, *a)));
        } else {
            left.sort_by_key(|a| *a == Action::Pass);
        }
        if self.params.keep && early(view) {
            strike(&mut left, |a| !self.spends(view, *a));
        }
        Ok(left[0])
    }

    fn goes_out_foul(&self, view: &View, action: Action) -> bool {
        match action {
            Action::Play(play) => view.hand == play.cards() && is_foul(&self.rules, &view.table.field, play),
            _ => false,
        }
    }

    /// Whether what stays in hand has a card that can be the last without a foul, or nothing stays.
    fn leaves_a_finish(&self, view: &View, action: Action) -> bool {
        let (cards, turned) = match action {
            Action::Play(play) => (play.cards(), view.table.field.after(&self.rules, play).field.revolution),
            _ => (CardSet::EMPTY, view.table.field.revolution),
        };
        let rest = view.hand.minus(cards);
        rest.is_empty() || rest.iter().any(|card| self.can_end(card, turned))
    }

    fn can_end(&self, card: Card, reversed: bool) -> bool {
        let foul = |f: Foul| self.rules.foul_finish.contains(&f);
        let top = if reversed { Rank::THREE } else { Rank::TWO };
        let cuts = self.rules.eight_cut != EightCut::Off && card.rank() == Rank::EIGHT;
        !(foul(Foul::Joker) && card == Card::JOKER
            || foul(Foul::Two) && card.rank() == top
            || foul(Foul::Eight) && cuts)
    }

    /// Most low cards first, a low card being one of the weaker half; then the weakest rank, then the most cards.
    fn lead_rank(&self, view: &View, action: Action) -> (i32, u8, i32) {
        let Action::Play(play) = action else { return (1, 0, 0) };
        let reversed = view.table.field.reversed();
        let low = play.cards().iter().filter(|c| c.rank().strength(reversed) < 6).count() as i32;
        (-low, play.rank().strength(reversed), -(play.len() as i32))
    }

    /// Whether an action spends a 2, a joker or an 8.
    fn spends(&self, view: &View, action: Action) -> bool {
        let Action::Play(play) = action else { return false };
        let top = if view.table.field.reversed() { Rank::THREE } else { Rank::TWO };
        let dear = |c: Card| c == Card::JOKER || c.rank() == top || c.rank() == Rank::EIGHT;
        play.cards().iter().any(dear)
    }
}

/// Keeps the actions that `fine` lets pass, unless that would leave none.
fn strike(actions: &mut Vec<Action>, fine: impl Fn(&Action) -> bool) {
    if actions.iter().any(&fine) {
        actions.retain(fine);
    }
}

/// Whether more than a third of the hand that play began with is left.
fn early(view: &View) -> bool {
    let played = view.played()[view.seat.index()].len();
    3 * view.hand.len() > view.hand.len() + played
}

/// The weakest play first, the pass last.
fn answer_rank(view: &View, action: Action) -> (u8, u32) {
    match action {
        Action::Play(play) => (play.rank().strength(view.table.field.reversed()), play.jokers()),
        _ => (u8::MAX, 0),
    }
}

/// Whether a play takes cards out of a larger group, or out of a run that it is not part of.
fn breaks(hand: CardSet, action: Action) -> bool {
    let Action::Play(play) = action else { return false };
    let cards = play.cards();
    for card in CardSet::new(cards.natural(), 0).iter() {
        let held = hand.of_rank(card.rank()).len();
        let used = cards.of_rank(card.rank()).len();
        if used < held && held > 1 && play.kind() != Kind::Run {
            return true;
        }
        if play.kind() != Kind::Run && card.suit().is_some_and(|suit| in_run(hand, card.rank(), suit)) {
            return true;
        }
    }
    play.kind() == Kind::Run && longest_run(hand, play) > play.len()
}

/// Whether a card is part of a run of three or more natural cards of the hand.
fn in_run(hand: CardSet, rank: Rank, suit: Suit) -> bool {
    let lane = u32::from(hand.lane(suit)) << 2;
    let runs = lane & lane >> 1 & lane >> 2;
    let bit = 1u32 << (rank.0 + 2);
    (runs | runs << 1 | runs << 2) & bit != 0
}

/// How many natural cards of the hand lie in a row round the lowest natural card of a run.
fn longest_run(hand: CardSet, run: Play) -> u32 {
    let Some(card) = run.cards().iter().next() else { return 0 };
    let Some(suit) = card.suit() else { return 0 };
    let lane = u32::from(hand.lane(suit));
    let up = (lane >> card.rank().0).trailing_ones();
    let down = (0..card.rank().0).rev().take_while(|r| lane >> r & 1 == 1).count();
    up + down as u32
}

impl Agent<Daifugo> for Easy {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, Daifugo>) -> Result<Action, AgentError> {
        self.choose(d.view(), d.legal())
    }
}

const SWITCHES: [Switch; 4] = [
    Switch { key: "foul", kind: Values::Bool, help: "never a foul finish if avoidable" },
    Switch { key: "lead", kind: Values::Bool, help: "lead what clears most low cards" },
    Switch {
        key: "answer",
        kind: Values::Bool,
        help: "answer with the weakest play that breaks no better group",
    },
    Switch {
        key: "keep",
        kind: Values::Bool,
        help: "keep 2s, jokers and 8s while a third of the hand is left",
    },
];

pub(super) fn entry() -> Entry<Daifugo> {
    Entry {
        name: "easy",
        help: "four rules: no foul finish, lead low cards, answer without breaking groups, keep the strong cards",
        switches: SWITCHES.to_vec(),
        defaults: serde_json::to_value(EasyParams::default()).expect("parameters serialise"),
        build: |game, params| {
            let easy = Easy::new(game.rules().clone(), params.read()?);
            Ok(Arc::new(move || Box::new(easy.clone()) as Box<dyn Agent<Daifugo>>))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_core::laws::check_blind;
    use croupier_core::{Budget, Game, Luck, play};
    use croupier_games::daifugo::{Field, actions};

    /// A view of seat 0 with this hand on this field, at a table where everybody holds nine cards but it.
    fn view(hand: &str, field: &str, played: &str) -> View {
        let game = Daifugo::new(Config::standard()).unwrap();
        let mut s = game.start();
        {
            let chance = "seats 0 1 2 3";
            game.reveal(&mut s, &chance.parse().unwrap()).unwrap();
        }
        let mut view = game.view(&s, Seat(0));
        view.hand = hand.parse().unwrap();
        view.table.field = Field { play: (field != "-").then(|| field.parse().unwrap()), ..Field::default() };
        if played != "-" {
            let play: Play = played.parse().unwrap();
            view.events.push(croupier_games::daifugo::Event::Play { seat: Seat(0), play });
        }
        view
    }

    fn choice(params: EasyParams, hand: &str, field: &str, played: &str) -> String {
        let rules = Config::standard();
        let view = view(hand, field, played);
        let mut legal = Vec::new();
        actions(&rules, &view.table.field, view.hand, &mut legal);
        Easy::new(rules, params).choose(&view, &legal).unwrap().to_string()
    }

    fn all() -> EasyParams {
        EasyParams::default()
    }

    #[test]
    fn a_foul_finish_is_avoided_now_and_by_what_is_left() {
        let off = EasyParams { foul: false, keep: false, ..all() };
        assert_eq!(choice(all(), "2c", "Kd", "4c"), "pass");
        assert_eq!(choice(off, "2c", "Kd", "4c"), "2c");
        // Leading the 5 would leave the 2 to be the last card.
        assert_eq!(choice(all(), "5c2c", "-", "3d4d5d6d"), "2c");
        assert_eq!(choice(EasyParams { foul: false, ..all() }, "5c2c", "-", "3d4d5d6d"), "5c");
        // Unavoidable, it is played.
        assert_eq!(choice(all(), "2c", "-", "4c"), "2c");
    }

    #[test]
    fn the_lead_clears_most_low_cards() {
        assert_eq!(choice(all(), "3c5c5d5h9cKc2c", "-", "-"), "5c5d5h");
        assert_eq!(choice(all(), "3c4d5d6d7dJcJdJhJs", "-", "-"), "4d5d6d7d");
        assert_eq!(choice(all(), "4c9c9d9hKcAc", "-", "-"), "4c");
        let off = EasyParams { lead: false, ..all() };
        assert_eq!(choice(off, "3c5c5d5h9cKc", "-", "-"), "3c");
    }

    #[test]
    fn the_answer_is_the_weakest_that_breaks_nothing_better() {
        assert_eq!(choice(all(), "3c9c9dTcQdKdAh", "7c", "-"), "Tc", "not one of the pair of nines");
        assert_eq!(choice(all(), "3c9c9dTdJdQd", "7c", "-"), "9c", "all would break a pair or the run");
        assert_eq!(choice(all(), "3c9c9d9hJcJd", "7c7d", "-"), "JcJd");
        assert_eq!(
            choice(all(), "3c6c7c8c9cAh", "4c5c6c", "-"),
            "pass",
            "a run of four is better than of three"
        );
        let off = EasyParams { answer: false, ..all() };
        assert_eq!(choice(off, "3c9c9dTcQdKdAh", "7c", "-"), "9c");
    }

    #[test]
    fn strong_cards_are_kept_while_more_than_a_third_is_left() {
        assert_eq!(choice(all(), "3c4d2cX", "Kd", "-"), "pass");
        assert_eq!(choice(EasyParams { keep: false, ..all() }, "3c4d2cX", "Kd", "-"), "2c");
        // Four of thirteen are less than a third, five of thirteen more.
        assert_eq!(choice(all(), "3c4d6h2c", "Kd", "5c6c7c8c9cTcJcQcKc"), "2c");
        assert_eq!(choice(all(), "3c4d6h7s2c", "Kd", "5c6c7c8c9cTcJcQc"), "pass");
        // With nothing else to lead, they are led.
        assert_eq!(choice(all(), "8c2c", "-", "-"), "8c");
    }

    #[test]
    fn each_rule_is_a_switch_of_the_spec() {
        let game = Daifugo::new(Config::standard()).unwrap();
        let (params, _) = crate::find(&game, &"easy:keep=off".parse().unwrap()).unwrap();
        assert_eq!(params.read::<EasyParams>().unwrap(), EasyParams { keep: false, ..all() });
        let wrong = crate::find(&game, &"easy:keeps=off".parse().unwrap()).err().unwrap();
        assert!(wrong.to_string().contains("did you mean `keep`?"));
    }

    #[test]
    fn it_sees_its_view_alone_and_plays_whole_sets_of_both_profiles() {
        for config in [Config::standard(), Config { deals: 4, ..Config::uecda() }] {
            let game = Daifugo::new(config.clone()).unwrap();
            let make = || Box::new(Easy::new(config.clone(), all())) as Box<dyn Agent<Daifugo>>;
            check_blind(&game, make);
            let mut bots: Vec<Easy> = (0..game.seats()).map(|_| Easy::new(config.clone(), all())).collect();
            for luck in 0..20 {
                let mut table: Vec<&mut dyn Agent<Daifugo>> =
                    bots.iter_mut().map(|b| b as &mut dyn Agent<Daifugo>).collect();
                let rngs = (0..game.seats() as u64).map(|i| Rng::keyed("easy", &[luck, i])).collect();
                let outcome = play(&game, Luck(luck), &mut table, rngs, Budget::Own, &mut ());
                assert_eq!(outcome.forfeit, None);
            }
        }
    }

    #[test]
    fn easy_beats_random() {
        let game = Daifugo::new(Config::standard()).unwrap();
        let (mut total, mut sets) = (0.0, 0.0);
        for luck in 0..60 {
            for seat in 0..4 {
                let mut easy = Easy::new(Config::standard(), all());
                let mut randoms: Vec<crate::Random> = (0..3).map(|_| crate::Random::default()).collect();
                let mut table: Vec<&mut dyn Agent<Daifugo>> =
                    randoms.iter_mut().map(|b| b as &mut dyn Agent<Daifugo>).collect();
                table.insert(seat, &mut easy);
                let rngs = (0..4).map(|i| Rng::keyed("easy", &[luck, i])).collect();
                total += play(&game, Luck(luck), &mut table, rngs, Budget::Own, &mut ()).scores[seat];
                sets += 1.0;
            }
        }
        // Four deals of at most 1.5 points; three seats that play at random share what it wins.
        assert!(total / sets > 2.0, "{} a set", total / sets);
    }
}
