//! One episode, generic inside and erased outside: what `croupier.Env` holds.

use crate::refusal::{Kind, Refusal, Tried};
use crate::world::{World, guarded};
use croupier_app::registry::{Visitor, with_game};
use croupier_bots::Bots;
use croupier_core::{ConfigError, Determinize, Game, LegalSet, Luck, Seat, Seed, Turn, config};
use croupier_games::encode::{Encode, Options};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::any::Any;
use std::sync::Arc;

/// What a game of this crate can do.
pub trait Playable: Bots + Determinize + Encode {}
impl<G: Bots + Determinize + Encode> Playable for G {}

/// A configured game with its numbering: what all episodes of it share.
pub struct Setup<G: Playable> {
    /// The game.
    pub game: G,
    /// Its numbering of actions.
    pub code: G::Code,
    /// What the numbering was made from.
    pub options: Options,
    /// What Python may ask about it.
    pub info: Info,
}

/// The sizes and names of a configured game.
#[derive(Clone, Debug)]
pub struct Info {
    /// The game's id.
    pub game: &'static str,
    /// Its RULES.
    pub rules: u32,
    /// The profile's name, with `+` where switches differ from it.
    pub profile: String,
    /// The whole configuration.
    pub config: Value,
    /// Seats.
    pub seats: usize,
    /// Canonical indices of actions.
    pub actions: usize,
    /// The shape of an observation.
    pub shape: Vec<usize>,
    /// How many numbers that is.
    pub observation: usize,
    /// Numbers in a row of features; 0 where there are none.
    pub features: usize,
}

impl<G: Playable> Setup<G> {
    /// The game with its numbering.
    pub fn new(game: G, options: Options) -> Result<Arc<Self>, ConfigError> {
        let code = game.code(&options)?;
        let info = Info {
            game: G::ID,
            rules: G::RULES,
            profile: config::profile_name(&game),
            config: serde_json::to_value(game.config()).unwrap_or(Value::Null),
            seats: game.seats(),
            actions: game.actions(&code),
            shape: game.shape(),
            observation: game.shape().iter().product(),
            features: G::FEATURES,
        };
        Ok(Arc::new(Self { game, code, options, info }))
    }
}

/// What happened, in the game's own values; text only where it is asked for.
#[derive(Clone)]
enum Event<G: Game> {
    Chance(G::Chance),
    Action(Seat, G::Action),
}

/// Where an episode begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Base {
    /// Before anything has happened.
    Start,
    /// A world drawn from what a seat knows.
    View { view: Value, seed: u64 },
}

/// An episode of a game on the way.
pub struct Episode<G: Playable> {
    /// The game.
    pub setup: Arc<Setup<G>>,
    /// The whole truth.
    pub state: G::State,
    /// What the seat to move may do.
    pub legal: G::Legal,
    indices: Vec<usize>,
    base: Base,
    events: Vec<Event<G>>,
    luck: Luck,
    draws: u64,
}

impl<G: Playable> Clone for Episode<G> {
    fn clone(&self) -> Self {
        Self {
            setup: Arc::clone(&self.setup),
            state: self.state.clone(),
            legal: self.legal.clone(),
            indices: Vec::new(),
            base: self.base.clone(),
            events: self.events.clone(),
            luck: self.luck,
            draws: self.draws,
        }
    }
}

/// An episode of any game.
pub trait Table: Send + Sync {
    /// Names and sizes.
    fn info(&self) -> &Info;
    /// The same episode again, on its own from here on.
    fn fork(&self) -> Box<dyn Table>;
    /// Begins an episode on this luck.
    fn reset(&mut self, luck: Luck);
    /// The luck of what chance will do from here on.
    fn luck(&self) -> Luck;
    /// Whose turn it is; never chance's.
    fn turn(&self) -> Turn;
    /// The canonical indices of the legal actions.
    fn indices(&mut self) -> &[usize];
    /// The legal actions as text; an unbroken run of amounts is one entry.
    fn texts(&self) -> Vec<String>;
    /// Does the action of an index.
    fn step(&mut self, index: i128) -> Tried<()>;
    /// Does the action of a text.
    fn step_text(&mut self, text: &str) -> Tried<()>;
    /// The text of an index here.
    fn text_of(&self, index: i128) -> Tried<String>;
    /// The index of a text here.
    fn index_of(&self, text: &str) -> Tried<usize>;
    /// Writes what a seat sees.
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// Appends the features of the legal actions.
    fn features(&self, out: &mut Vec<f32>);
    /// What a seat knows.
    fn view(&self, seat: Seat) -> Value;
    /// What a seat knows, for people.
    fn render(&self, seat: Seat) -> String;
    /// The scores, once it is over.
    fn scores(&self) -> Option<Vec<f64>>;
    /// What happened, as records have it.
    fn events(&self) -> Vec<String>;
    /// From here on chance follows another luck.
    fn reluck(&mut self, luck: Luck);
    /// A world drawn from what a seat knows, with a luck of its own.
    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn Table>;
    /// A world drawn from a view given as JSON, with a luck of its own.
    fn at_view(&self, view: Value, seed: u64) -> Tried<Box<dyn Table>>;
    /// Everything needed to go on elsewhere.
    fn freeze(&self) -> Value;
    /// For what only one game has.
    fn any(&self) -> &dyn Any;
}

impl<G: Playable> Episode<G> {
    /// An episode on luck 0.
    pub fn new(setup: Arc<Setup<G>>) -> Self {
        let state = setup.game.start();
        let legal = G::Legal::default();
        let (indices, events) = (Vec::new(), Vec::new());
        let mut new =
            Self { setup, state, legal, indices, base: Base::Start, events, luck: Luck(0), draws: 0 };
        new.proceed();
        new
    }

    /// Lets chance act until a seat decides or the episode is over, and lists what is legal.
    fn proceed(&mut self) {
        let game = &self.setup.game;
        while game.turn(&self.state) == Turn::Chance {
            let chance = game.draw(&self.state, &mut self.luck.draw(self.draws));
            self.draws += 1;
            game.reveal(&mut self.state, &chance).expect("what a game draws, it can reveal");
            self.events.push(Event::Chance(chance));
        }
        game.legal(&self.state, &mut self.legal);
    }

    fn mover(&self) -> Tried<Seat> {
        match self.setup.game.turn(&self.state) {
            Turn::Seat(seat) => Ok(seat),
            _ => Err(Refusal::text(Kind::Over, "the episode is over; reset() begins another")),
        }
    }

    fn act(&mut self, action: G::Action) -> Tried<()> {
        let seat = self.mover()?;
        if !self.legal.has(&action) {
            return Err(self.illegal(&action.to_string()));
        }
        if matches!(self.base, Base::Start) {
            return self.go(seat, action);
        }
        // A made-up view may have passed for a table's until here.
        let went = guarded(|| self.go(seat, action));
        let lost = self.mover().is_ok() && self.legal.count() == 0;
        went.filter(|_| !lost).unwrap_or_else(|| {
            Err(Refusal::text(Kind::Data, "view: the world made of it cannot go on; no table shows it"))
        })
    }

    fn go(&mut self, seat: Seat, action: G::Action) -> Tried<()> {
        self.setup.game.apply(&mut self.state, action)?;
        self.events.push(Event::Action(seat, action));
        self.proceed();
        Ok(())
    }

    fn illegal(&self, shown: &str) -> Refusal {
        refuse_action(shown, &self.legal.texts())
    }

    fn action_at(&self, index: i128) -> Tried<G::Action> {
        let setup = &*self.setup;
        let known = usize::try_from(index).ok().filter(|i| *i < setup.info.actions);
        let known = known.ok_or_else(|| {
            let allowed = format!("an index from 0 to {}", setup.info.actions - 1);
            Refusal::value(Kind::Illegal, "action", index, allowed)
        })?;
        let found = setup.game.action(&setup.code, &self.state, known);
        found.ok_or_else(|| self.illegal(&index.to_string()))
    }

    /// An action's text.
    pub fn parse(&self, text: &str) -> Tried<G::Action> {
        parse::<G>(text, &self.legal)
    }

    fn fingerprint(&self) -> u64 {
        let game = &self.setup.game;
        let views: Vec<String> = Seat::all(game.seats())
            .map(|s| serde_json::to_string(&game.view(&self.state, s)).unwrap_or_default())
            .collect();
        Seed::of(&views.join("\n"), &[]).number()
    }
}

/// The action of a text.
pub fn parse<G: Game>(text: &str, legal: &G::Legal) -> Tried<G::Action> {
    text.trim().parse().map_err(|e| {
        let texts = some_of(&legal.texts());
        Refusal::value(
            Kind::Illegal,
            "action",
            text,
            format!("the text of an action ({e}); legal here: {texts}"),
        )
    })
}

/// Episodes tried before a game is said to have no decisions.
const TRIES: u64 = 1000;

/// Refuses a configuration under which chance ends every episode before anybody decides: what plays such episodes over
/// would never come to an end.
pub fn decides<G: Playable>(setup: &Arc<Setup<G>>) -> Tried<()> {
    let mut episode = Episode::new(Arc::clone(setup));
    let decided = (0..TRIES).any(|luck| {
        episode.reset(Luck(luck));
        Table::turn(&episode) != Turn::Over
    });
    let allowed =
        format!("a configuration of {} under which a seat decides; {TRIES} episodes had no decision", G::ID);
    if decided { Ok(()) } else { Err(Refusal::value(Kind::Config, "config", &setup.info.config, allowed)) }
}

/// An action that is not legal, with those that are and the nearest of them.
pub fn refuse_action(shown: &str, legal: &[String]) -> Refusal {
    let near = config::nearest(shown, legal.iter().map(String::as_str));
    let near = near.map_or(String::new(), |n| format!(", did you mean `{n}`?"));
    Refusal::value(Kind::Illegal, "action", shown, format!("{}{near}", some_of(legal)))
}

fn some_of(legal: &[String]) -> String {
    let more = legal.len().saturating_sub(12);
    let shown = legal[..legal.len() - more].join(" | ");
    if more > 0 { format!("{shown} | and {more} more") } else { shown }
}

impl<G: Playable> Table for Episode<G> {
    fn info(&self) -> &Info {
        &self.setup.info
    }
    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
    fn reset(&mut self, luck: Luck) {
        self.state = self.setup.game.start();
        (self.base, self.luck, self.draws) = (Base::Start, luck, 0);
        self.events.clear();
        self.proceed();
    }
    fn luck(&self) -> Luck {
        self.luck
    }
    fn turn(&self) -> Turn {
        self.setup.game.turn(&self.state)
    }
    fn indices(&mut self) -> &[usize] {
        let setup = &*self.setup;
        if self.mover().is_ok() {
            setup.game.indices(&setup.code, &self.state, &self.legal, &mut self.indices);
        } else {
            self.indices.clear();
        }
        &self.indices
    }
    fn texts(&self) -> Vec<String> {
        self.legal.texts()
    }
    fn step(&mut self, index: i128) -> Tried<()> {
        self.mover()?;
        let action = self.action_at(index)?;
        self.act(action)
    }
    fn step_text(&mut self, text: &str) -> Tried<()> {
        self.mover()?;
        let action = self.parse(text)?;
        self.act(action)
    }
    fn text_of(&self, index: i128) -> Tried<String> {
        Ok(self.action_at(index)?.to_string())
    }
    fn index_of(&self, text: &str) -> Tried<usize> {
        self.mover()?;
        let action = self.parse(text)?;
        let index = self.setup.game.index(&self.setup.code, &self.state, action);
        index.ok_or_else(|| Refusal::value(Kind::Illegal, "action", text, "an action that has an index here"))
    }
    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.setup.game.observe(&self.state, seat, out);
    }
    fn features(&self, out: &mut Vec<f32>) {
        self.setup.game.features(&self.state, &self.legal, out);
    }
    fn view(&self, seat: Seat) -> Value {
        serde_json::to_value(self.setup.game.view(&self.state, seat)).unwrap_or(Value::Null)
    }
    fn render(&self, seat: Seat) -> String {
        self.setup.game.view(&self.state, seat).to_string()
    }
    fn scores(&self) -> Option<Vec<f64>> {
        let game = &self.setup.game;
        (game.turn(&self.state) == Turn::Over).then(|| {
            let mut scores = vec![0.0; game.seats()];
            game.scores(&self.state, &mut scores);
            scores
        })
    }
    fn events(&self) -> Vec<String> {
        let text = |event: &Event<G>| match event {
            Event::Chance(chance) => format!("* {chance}"),
            Event::Action(seat, action) => format!("{seat} {action}"),
        };
        self.events.iter().map(text).collect()
    }
    fn reluck(&mut self, luck: Luck) {
        (self.luck, self.draws) = (luck, 0);
    }
    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn Table> {
        let view = self.setup.game.view(&self.state, seat);
        let json = serde_json::to_value(&view).unwrap_or(Value::Null);
        let state = self.setup.game.sample(&view, &mut World::<G>::rng(seed));
        let mut new = Self { events: Vec::new(), ..self.clone() };
        new.begin_at(state, Base::View { view: json, seed }, seed);
        Box::new(new)
    }
    fn at_view(&self, view: Value, seed: u64) -> Tried<Box<dyn Table>> {
        let state = World::new(&self.setup.game, &view, seed)?.state;
        let mut new = Self { events: Vec::new(), ..self.clone() };
        new.begin_at(state, Base::View { view, seed }, seed);
        Ok(Box::new(new))
    }
    fn freeze(&self) -> Value {
        json!({
            "croupier": 1, "game": G::ID, "rules": G::RULES, "config": self.setup.info.config,
            "fractions": self.setup.options.fractions, "base": self.base, "events": self.events(),
            "luck": self.luck, "draws": self.draws, "fingerprint": self.fingerprint(),
        })
    }
    fn any(&self) -> &dyn Any {
        self
    }
}

impl<G: Playable> Episode<G> {
    /// Sets the episode to a world that fits a view; its own luck has nothing to do with the true one.
    fn begin_at(&mut self, state: G::State, base: Base, seed: u64) {
        (self.state, self.base, self.draws) = (state, base, 0);
        self.luck = Luck(Seed::of("croupier world luck", &[seed]).number());
        self.proceed();
    }

    /// Goes through the events of a frozen episode.
    fn replay(&mut self, frozen: &Frozen) -> Tried<()> {
        let bad = |what: String| {
            Refusal::text(Kind::Data, format!("not a pickled environment of {}: {what}", G::ID))
        };
        self.state = self.setup.game.start();
        self.events.clear();
        if let Base::View { view, seed } = &frozen.base {
            self.state = World::new(&self.setup.game, view, *seed).map_err(|e| bad(e.to_string()))?.state;
        }
        self.base = frozen.base.clone();
        for (i, text) in frozen.events.iter().enumerate() {
            let at = |what: String| bad(format!("event {i} `{text}`: {what}"));
            let game = &self.setup.game;
            match (text.split_once(' '), game.turn(&self.state)) {
                (Some(("*", chance)), Turn::Chance) => {
                    let chance: G::Chance = chance.parse().map_err(|e| at(format!("{e}")))?;
                    game.reveal(&mut self.state, &chance).map_err(|e| at(e.to_string()))?;
                    self.events.push(Event::Chance(chance));
                }
                (Some((by, action)), Turn::Seat(seat)) if by == seat.to_string() => {
                    let action: G::Action = action.parse().map_err(|e| at(format!("{e}")))?;
                    game.legal(&self.state, &mut self.legal);
                    if !self.legal.has(&action) {
                        return Err(at("it is not legal".into()));
                    }
                    game.apply(&mut self.state, action).map_err(|e| at(e.to_string()))?;
                    self.events.push(Event::Action(seat, action));
                }
                _ => return Err(at("it is not its turn".into())),
            }
        }
        (self.luck, self.draws) = (frozen.luck, frozen.draws);
        if self.setup.game.turn(&self.state) == Turn::Chance {
            return Err(bad("it ends while chance is to act".into()));
        }
        self.setup.game.legal(&self.state, &mut self.legal);
        if self.fingerprint() == frozen.fingerprint {
            Ok(())
        } else {
            Err(bad("its events lead elsewhere".into()))
        }
    }
}

/// A pickled environment.
#[derive(Deserialize)]
struct Frozen {
    croupier: u32,
    game: String,
    rules: u32,
    config: Value,
    fractions: Option<Vec<f64>>,
    base: Base,
    events: Vec<String>,
    luck: Luck,
    draws: u64,
    fingerprint: u64,
}

/// Makes an episode of the game it visits.
struct Make {
    profile: Option<String>,
    pairs: Vec<(String, String)>,
    options: Options,
}

impl Visitor for Make {
    type Out = Tried<Box<dyn Table>>;
    fn visit<G: Playable>(&mut self) -> Self::Out {
        let game: G = config::configure(self.profile.as_deref(), &self.pairs)?;
        Ok(Box::new(Episode::new(Setup::new(game, self.options.clone())?)))
    }
}

/// An episode of the named game on luck 0.
pub fn make(
    game: &str,
    profile: Option<String>,
    pairs: Vec<(String, String)>,
    options: Options,
) -> Tried<Box<dyn Table>> {
    with_game(game, &mut Make { profile, pairs, options })?
}

struct Thaw(Frozen);

impl Visitor for Thaw {
    type Out = Tried<Box<dyn Table>>;
    fn visit<G: Playable>(&mut self) -> Self::Out {
        let bad = |what: String| Refusal::text(Kind::Data, format!("not a pickled environment: {what}"));
        let frozen = &self.0;
        if (frozen.croupier, frozen.rules) != (1, G::RULES) {
            let what = format!(
                "format {}, RULES {}; this program reads format 1, RULES {}",
                frozen.croupier,
                frozen.rules,
                G::RULES
            );
            return Err(bad(what));
        }
        let game: G = config::from_json(frozen.config.clone()).map_err(|e| bad(e.to_string()))?;
        let options = Options { fractions: frozen.fractions.clone() };
        let setup = Setup::new(game, options).map_err(|e| bad(e.to_string()))?;
        let mut episode = Episode::new(setup);
        episode.replay(frozen)?;
        Ok(Box::new(episode))
    }
}

/// The episode that [`Table::freeze`] wrote down.
pub fn thaw(text: &str) -> Tried<Box<dyn Table>> {
    let bad = |what: String| Refusal::text(Kind::Data, format!("not a pickled environment: {what}"));
    let frozen: Frozen = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
    let name = frozen.game.clone();
    let thawed = guarded(|| with_game(&name, &mut Thaw(frozen)));
    thawed.ok_or_else(|| bad("nothing fits what it says".into()))?.map_err(|e| bad(e.to_string()))?
}
