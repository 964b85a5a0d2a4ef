//! The game: configuration, chance, views and scores around the betting of [`State`].

use super::card::CardSet;
use super::config::{Config, SWITCHES, Stacks};
use super::history::Street;
use super::sample::draw_hole;
use super::state::{Phase, State};
use super::text::{Action, Chance};
use super::{Button, Legal, View};
use arrayvec::ArrayVec;
use croupier_core::{ConfigError, Game, Illegal, Rng, Seat, Switch, Tally, Turn};

/// No-limit hold'em; the rules stand at the head of [the module](super).
///
/// ```
/// use croupier_core::{Game, Turn, Seat};
/// use croupier_games::holdem::Holdem;
/// let game = Holdem::default();
/// let mut state = game.start();
/// game.reveal(&mut state, &"AdAc KsKh".parse()?)?;
/// assert_eq!(game.turn(&state), Turn::Seat(Seat(1)));
/// game.apply(&mut state, "r300".parse()?)?;
/// game.apply(&mut state, "f".parse()?)?;
/// let mut scores = [0.0; 2];
/// game.scores(&state, &mut scores);
/// assert_eq!(scores, [-100.0, 100.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Holdem {
    pub(super) config: Config,
}

fn profile(seats: u8, stack: u32) -> Config {
    Config { seats, stacks: Stacks(vec![stack]), ..Config::default() }
}

impl Game for Holdem {
    const ID: &'static str = "holdem";
    const RULES: u32 = 1;
    const ABOUT: &'static str = "no-limit hold'em, 2 to 10 seats";
    type Config = Config;
    type State = State;
    type View = View;
    type Action = Action;
    type Chance = Chance;
    type Legal = Legal;

    fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config })
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn profiles() -> Vec<(&'static str, &'static str, Config)> {
        vec![
            ("standard", "heads-up, blinds 50/100, stacks 20,000 in every hand", Config::default()),
            ("six", "six seats, blinds 50/100, stacks 10,000 in every hand", profile(6, 10_000)),
            ("ten", "ten seats, blinds 50/100, stacks 10,000 in every hand", profile(10, 10_000)),
        ]
    }

    fn switches() -> &'static [Switch] {
        SWITCHES
    }

    fn seats(&self) -> usize {
        usize::from(self.config.seats)
    }

    fn start(&self) -> State {
        State::new(&self.config)
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        s.turn()
    }

    fn draw(&self, s: &State, rng: &mut Rng) -> Chance {
        if s.phase == Phase::Deal {
            let button = self.draws_button(s).then(|| Seat(rng.below(s.seats.into()) as u8));
            let mut used = CardSet::EMPTY;
            let hands =
                s.start[..s.seats()].iter().map(|&chips| (chips > 0).then(|| draw_hole(&mut used, rng)));
            return Chance::Deal { button, hands: hands.collect() };
        }
        let mut used = s.used();
        let cards = if s.street == Street::Preflop { 3 } else { 1 };
        Chance::Board((0..cards).map(|_| super::equity::unused(&mut used, rng)).collect())
    }

    fn reveal(&self, s: &mut State, c: &Chance) -> Result<(), Illegal> {
        match c {
            Chance::Deal { button, hands } => {
                self.check_deal(s, *button, hands).map_err(|reason| Illegal::new(c, reason))?;
                if let Some(seat) = button {
                    s.button = seat.0;
                }
                s.deal(&self.config, hands);
            }
            Chance::Board(cards) => {
                let expected = if s.street == Street::Preflop { 3 } else { 1 };
                let mut used = s.used();
                let fits = s.phase == Phase::Board && cards.len() == expected;
                if !fits || !cards.iter().all(|&card| used.insert(card)) {
                    return Err(Illegal::new(c, "these cards cannot be turned up here"));
                }
                s.turn_up(&self.config, cards);
            }
        }
        Ok(())
    }

    #[inline]
    fn legal(&self, s: &State, out: &mut Legal) {
        *out = s.legal(&self.config);
    }

    fn apply(&self, s: &mut State, a: Action) -> Result<(), Illegal> {
        s.apply(&self.config, a)
    }

    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(s, seat)
    }

    fn scores(&self, s: &State, out: &mut [f64]) {
        for (score, &won) in out.iter_mut().zip(&s.won) {
            *score = won as f64;
        }
    }

    fn forfeit(&self, s: &State, seat: Seat, out: &mut [f64]) {
        let loss = self.worst(s, seat.index());
        let share = loss / (out.len() - 1) as f64;
        for (i, (score, &won)) in out.iter_mut().zip(&s.won).enumerate() {
            *score = won as f64 + if i == seat.index() { -loss } else { share };
        }
    }

    fn tally(&self, end: &State, out: &mut Tally) {
        super::history::tally(end, out);
    }
}

impl Holdem {
    fn draws_button(&self, s: &State) -> bool {
        self.config.button == Button::Drawn && s.played == 0
    }

    fn check_deal(
        &self,
        s: &State,
        button: Option<Seat>,
        hands: &ArrayVec<Option<super::Hole>, 10>,
    ) -> Result<(), &'static str> {
        if s.phase != Phase::Deal {
            return Err("no hands are dealt here");
        }
        let in_play = s.start[..s.seats()].iter().map(|&chips| chips > 0);
        if hands.len() != s.seats() || !in_play.eq(hands.iter().map(Option::is_some)) {
            return Err("each seat with chips, and no other, gets a hand");
        }
        let mut used = CardSet::EMPTY;
        if !hands.iter().flatten().flat_map(|h| h.cards()).all(|card| used.insert(card)) {
            return Err("a card is dealt twice");
        }
        if button.is_some() != self.draws_button(s) || button.is_some_and(|b| b.index() >= s.seats()) {
            return Err("the button is drawn with the first deal if `button` is drawn, and never else");
        }
        Ok(())
    }

    /// The most a seat can still lose from here to the end of the episode.
    fn worst(&self, s: &State, seat: usize) -> f64 {
        if s.phase == Phase::Over {
            return 0.0;
        }
        let config = &self.config;
        let reach = |chips: &dyn Fn(usize) -> u32| {
            let others = (0..s.seats()).filter(|&i| i != seat).map(chips).max().unwrap_or(0);
            f64::from(chips(seat).min(others))
        };
        let alive = |i: usize| !s.is_dealt() || s.alive >> i & 1 == 1;
        let hand = reach(&|i| if alive(i) { s.start[i] } else { s.put[i] });
        let more = f64::from(config.hands - s.played) - 1.0;
        match (more > 0.0, config.reset) {
            (false, _) => hand,
            (true, true) => hand + more * reach(&|i| config.stack(i)),
            (true, false) => f64::from(s.start[seat]),
        }
    }
}
