//! Games as learners see them: a fixed numbering of actions, observations and features of fixed shape.
//!
//! One implementation a game, in its `encode` module; environments for Python and training read this trait and nothing
//! else. Everything here is a function of what the seat may know: two laws in the tests hold observations, indices and
//! features of a seat equal over states that differ only in what is hidden from it.

use crate::parse::ParseError;
use croupier_core::{ConfigError, Game, LegalSet, Seat, Turn};
use std::sync::Arc;

/// What a user may choose about the numbering of actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Hold'em: the fractions of the pot that raises are offered at, rising; `None` is the default list.
    pub fractions: Option<Vec<f64>>,
}

impl Options {
    /// Refuses every option, for games that have none.
    ///
    /// # Errors
    /// When an option is set.
    pub fn none(&self, game: &str) -> Result<(), ConfigError> {
        match &self.fractions {
            None => Ok(()),
            Some(given) => Err(ConfigError::value(
                "fractions",
                format!("{given:?}"),
                format!("nothing in {game}; only hold'em raises by fractions of the pot"),
            )),
        }
    }
}

/// A game that can be learned from fixed shapes.
///
/// Indices are canonical: what an index means depends on the configuration and on what the table shows, never on a hand.
///
/// ```
/// use croupier_core::{Game, Luck, Seat};
/// use croupier_games::{Kuhn, encode::{Encode, Options}};
/// let (game, mut state) = (Kuhn::default(), Kuhn::default().start());
/// let deal = game.draw(&state, &mut Luck(1).draw(0));
/// game.reveal(&mut state, &deal)?;
/// let code = game.code(&Options::default())?;
/// let mut seen = vec![0.0; game.shape().iter().product()];
/// game.observe(&state, Seat(0), &mut seen);
/// assert_eq!((game.actions(&code), seen.len(), seen[..3].iter().sum::<f32>()), (2, 14, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Encode: Game {
    /// What is computed once for a configuration: a catalogue of actions, or nothing.
    type Code: Clone + Send + Sync + 'static;

    /// Numbers in a row of [`features`](Self::features); 0 where actions have none.
    const FEATURES: usize = 0;

    /// The numbering of actions.
    ///
    /// # Errors
    /// An option that this game does not take, or a value it refuses.
    fn code(&self, options: &Options) -> Result<Self::Code, ConfigError>;
    /// How many indices there are.
    fn actions(&self, code: &Self::Code) -> usize;
    /// The index of an action; `None` where no index stands for it.
    fn index(&self, code: &Self::Code, s: &Self::State, action: Self::Action) -> Option<usize>;
    /// The action an index stands for here, legal or not; `None` where it stands for none.
    fn action(&self, code: &Self::Code, s: &Self::State, index: usize) -> Option<Self::Action>;
    /// Clears `out` and fills it with the indices of legal actions, one for each action that has an index of its own.
    ///
    /// They are in the order of `legal`, which is also the order of the rows of [`features`](Self::features).
    fn indices(&self, code: &Self::Code, s: &Self::State, legal: &Self::Legal, out: &mut Vec<usize>) {
        out.clear();
        out.extend(legal.each().filter_map(|a| self.index(code, s, a)));
    }

    /// The shape of an observation.
    fn shape(&self) -> Vec<usize>;
    /// Writes what `seat` sees, in the order its game's `encode` module describes.
    ///
    /// # Panics
    /// When `out` is not as long as the product of [`shape`](Self::shape).
    fn observe(&self, s: &Self::State, seat: Seat, out: &mut [f32]);
    /// Appends to `out` a row of [`FEATURES`](Self::FEATURES) numbers for each legal action of the seat to move.
    fn features(&self, _s: &Self::State, _legal: &Self::Legal, _out: &mut Vec<f32>) {}
    /// [`observe`](Self::observe) for the seat to move and [`features`](Self::features) at once, for games that build a view
    /// for both.
    fn observe_with_features(
        &self,
        s: &Self::State,
        seat: Seat,
        legal: &Self::Legal,
        out: &mut [f32],
        rows: &mut Vec<f32>,
    ) {
        self.observe(s, seat, out);
        self.features(s, legal, rows);
    }
}

/// A game that shows learners its views, and numbers its actions once and for all hands; [`Encode`] follows from it.
pub trait ByView: Game<Legal = Vec<<Self as Game>::Action>> {
    /// Numbers in an observation.
    const VIEW_LEN: usize;
    /// Numbers in a row of features.
    const FEATURES_LEN: usize;

    /// Every action of the configuration, whatever the hand, sorted.
    fn every_action(&self) -> Vec<Self::Action>;
    /// Writes a view as [`VIEW_LEN`](Self::VIEW_LEN) numbers.
    fn view_tensor(&self, view: &Self::View, out: &mut [f32]);
    /// Writes the [`FEATURES_LEN`](Self::FEATURES_LEN) numbers of one legal action.
    fn action_features(&self, view: &Self::View, action: Self::Action, out: &mut [f32]);

    /// Appends a row of features for each legal action. Derived; never overridden.
    fn legal_features(&self, view: &Self::View, legal: &[Self::Action], out: &mut Vec<f32>) {
        let from = out.len();
        out.resize(from + legal.len() * Self::FEATURES_LEN, 0.0);
        for (action, row) in legal.iter().zip(out[from..].chunks_exact_mut(Self::FEATURES_LEN)) {
            self.action_features(view, *action, row);
        }
    }
}

/// Every action of a configuration, numbered in their own order once and for all hands.
#[derive(Clone, Debug)]
pub struct Catalogue<A> {
    actions: Arc<[A]>,
}

impl<A: Copy + Ord> Catalogue<A> {
    /// The catalogue of a configuration.
    pub fn new<G: ByView<Action = A>>(game: &G) -> Self {
        Self { actions: game.every_action().into() }
    }

    /// All actions in order.
    pub fn actions(&self) -> &[A] {
        &self.actions
    }

    /// The index of an action; none if it is no action of the configuration.
    pub fn index(&self, action: A) -> Option<usize> {
        self.actions.binary_search(&action).ok()
    }

    /// The action of an index.
    ///
    /// # Errors
    /// When the index is below 0 or above the last.
    pub fn action(&self, index: i64) -> Result<A, ParseError> {
        let found = usize::try_from(index).ok().and_then(|i| self.actions.get(i));
        found.copied().ok_or_else(|| {
            let reason = format!("it goes from 0 to {}", self.actions.len() - 1);
            ParseError::new("action index", &index.to_string(), reason)
        })
    }

    /// Clears `out` and fills it with one flag for each index: whether that action is legal.
    pub fn mask(&self, legal: &[A], out: &mut Vec<bool>) {
        out.clear();
        out.resize(self.actions.len(), false);
        for i in legal.iter().filter_map(|a| self.index(*a)) {
            out[i] = true;
        }
    }
}

impl<G: ByView> Encode for G {
    type Code = Catalogue<G::Action>;
    const FEATURES: usize = G::FEATURES_LEN;

    fn code(&self, options: &Options) -> Result<Self::Code, ConfigError> {
        options.none(Self::ID)?;
        Ok(Catalogue::new(self))
    }
    fn actions(&self, code: &Self::Code) -> usize {
        code.actions.len()
    }
    fn index(&self, code: &Self::Code, _: &Self::State, action: Self::Action) -> Option<usize> {
        code.index(action)
    }
    fn action(&self, code: &Self::Code, _: &Self::State, index: usize) -> Option<Self::Action> {
        code.actions.get(index).copied()
    }
    fn shape(&self) -> Vec<usize> {
        vec![G::VIEW_LEN]
    }
    fn observe(&self, s: &Self::State, seat: Seat, out: &mut [f32]) {
        self.view_tensor(&self.view(s, seat), out);
    }
    fn features(&self, s: &Self::State, legal: &Self::Legal, out: &mut Vec<f32>) {
        if let Turn::Seat(seat) = self.turn(s) {
            self.legal_features(&self.view(s, seat), legal, out);
        }
    }
    fn observe_with_features(
        &self,
        s: &Self::State,
        seat: Seat,
        legal: &Self::Legal,
        out: &mut [f32],
        rows: &mut Vec<f32>,
    ) {
        let view = self.view(s, seat);
        self.view_tensor(&view, out);
        self.legal_features(&view, legal, rows);
    }
}

/// Writes a one-hot row.
pub(crate) fn one_hot(hot: Option<usize>, out: &mut [f32]) {
    out.fill(0.0);
    if let Some(place) = hot.and_then(|i| out.get_mut(i)) {
        *place = 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BigTwo, Daifugo, Go, Holdem, Kuhn, Leduc, MiniMahjong};
    use croupier_core::{Determinize, Hidden, Luck, Rng};

    /// States at which a seat decides, on the way of random episodes.
    fn decisions<G: Game>(game: &G, episodes: u64, most: usize) -> Vec<(G::State, Seat)> {
        let mut out = Vec::new();
        for luck in 0..episodes {
            let (mut rng, mut draws, mut s) = (Rng::keyed("encode laws", &[luck]), 0, game.start());
            let mut legal = G::Legal::default();
            for _ in 0..most {
                match game.turn(&s) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let c = game.draw(&s, &mut Luck(luck).draw(draws));
                        draws += 1;
                        game.reveal(&mut s, &c).unwrap();
                    }
                    Turn::Seat(seat) => {
                        out.push((s.clone(), seat));
                        game.legal(&s, &mut legal);
                        game.apply(&mut s, legal.nth(rng.below(legal.count()))).unwrap();
                    }
                }
            }
        }
        out
    }

    fn seen<G: Encode>(game: &G, s: &G::State, seat: Seat) -> Vec<f32> {
        // Whatever was in the buffer before must not show.
        let mut out = vec![f32::NAN; game.shape().iter().product()];
        game.observe(s, seat, &mut out);
        out
    }

    fn rows<G: Encode>(game: &G, s: &G::State, legal: &G::Legal) -> Vec<f32> {
        let mut out = Vec::new();
        game.features(s, legal, &mut out);
        out
    }

    /// Every law of the trait, on each profile of a game.
    fn check<G: Encode + Determinize + Hidden>(episodes: u64) {
        for (name, _, config) in G::profiles() {
            let game = G::new(config).unwrap();
            let code = game.code(&Options::default()).unwrap();
            let (mut legal, mut twin) = (G::Legal::default(), G::Legal::default());
            let (mut indices, mut others) = (Vec::new(), Vec::new());
            let mut apart = 0;
            for (i, (s, seat)) in decisions(&game, episodes, 60).into_iter().enumerate() {
                game.legal(&s, &mut legal);
                game.indices(&code, &s, &legal, &mut indices);
                let mut unique = indices.clone();
                unique.sort_unstable();
                unique.dedup();
                assert_eq!(unique.len(), indices.len(), "{} {name}: an index twice", G::ID);
                assert!(!indices.is_empty(), "{} {name}: a decision without an index", G::ID);
                for &index in &indices {
                    let action = game.action(&code, &s, index).expect("a legal index stands for an action");
                    assert!(index < game.actions(&code) && legal.has(&action), "{} {index} {action}", G::ID);
                    assert_eq!(game.index(&code, &s, action), Some(index), "{} {name} {action}", G::ID);
                }
                let features = rows(&game, &s, &legal);
                let (mut both, mut at_once) = (vec![f32::NAN; game.shape().iter().product()], Vec::new());
                game.observe_with_features(&s, seat, &legal, &mut both, &mut at_once);
                assert_eq!((both, &at_once), (seen(&game, &s, seat), &features), "{} {name}", G::ID);
                if G::FEATURES > 0 {
                    assert_eq!(indices.len() as u64, legal.count());
                    assert_eq!(features.len(), indices.len() * G::FEATURES);
                }
                for viewer in Seat::all(game.seats()) {
                    let truth = seen(&game, &s, viewer);
                    assert!(truth.iter().all(|x| x.is_finite()), "{} {name}: {truth:?}", G::ID);
                    let mut rng = Rng::keyed("encode worlds", &[i as u64]);
                    let world = game.sample(&game.view(&s, viewer), &mut rng);
                    for other in [game.rearrange(&s, viewer, &mut rng), world] {
                        assert_eq!(seen(&game, &other, viewer), truth, "{} {name}: seat {viewer}", G::ID);
                        apart += u32::from(
                            Seat::all(game.seats()).any(|x| seen(&game, &other, x) != seen(&game, &s, x)),
                        );
                        if viewer == seat {
                            game.legal(&other, &mut twin);
                            game.indices(&code, &other, &twin, &mut others);
                            assert_eq!(others, indices, "{} {name}: indices show what is hidden", G::ID);
                            assert_eq!(rows(&game, &other, &twin), features, "{} {name}: features", G::ID);
                        }
                    }
                }
            }
            assert!(apart > 0 || G::PERFECT, "{} {name}: nothing hidden ever differed", G::ID);
        }
    }

    #[test]
    fn observations_indices_and_features_are_those_of_the_view() {
        check::<Kuhn>(20);
        check::<Leduc>(20);
        check::<MiniMahjong>(3);
        check::<Holdem>(10);
        check::<BigTwo>(1);
        check::<Daifugo>(1);
    }

    /// Go hides nothing, and is checked alike but for worlds.
    #[test]
    fn go_has_an_index_for_each_legal_move() {
        let game = Go::new(croupier_games_go_small()).unwrap();
        game.code(&Options::default()).unwrap();
        for (s, seat) in decisions(&game, 3, 60) {
            let (mut legal, mut indices) = (Default::default(), Vec::new());
            game.legal(&s, &mut legal);
            game.indices(&(), &s, &legal, &mut indices);
            assert_eq!(indices.len() as u64, legal.count());
            for &i in &indices {
                assert!(legal.has(&game.action(&(), &s, i).unwrap()));
            }
            let truth = seen(&game, &s, seat);
            assert!(truth.iter().all(|x| *x == 0.0 || *x == 1.0));
            // The seat off turn sees the same stones with the sides changed.
            let other = seen(&game, &s, Seat(1 - seat.0));
            let points = 5 * 7;
            assert_eq!(
                (&truth[..points], &truth[points..2 * points]),
                (&other[points..2 * points], &other[..points])
            );
        }
    }

    fn croupier_games_go_small() -> crate::go::Config {
        crate::go::Config { width: 5, height: 7, ..crate::go::Config::square(9) }
    }

    #[test]
    fn fractions_are_holdems_alone() {
        let options = Options { fractions: Some(vec![0.5]) };
        assert_eq!(Holdem::default().actions(&Holdem::default().code(&options).unwrap()), 4);
        let error = Kuhn::default().code(&options).unwrap_err().to_string();
        assert!(error.contains("fractions: `[0.5]` is not allowed"), "{error}");
        let rising = Options { fractions: Some(vec![1.0, 0.5]) };
        assert!(Holdem::default().code(&rising).is_err());
    }
}
