//! Episodes played by text are the episodes that agents play.

use croupier_core::{
    ActError, Agent, AgentError, Budget, Decision, Event, Fault, Game, Luck, Record, RecordError, Recorder,
    Rng, Seat, Session, Textual, play, replay,
};
use croupier_games::{BigTwo, Daifugo, Go, Holdem, Kuhn, Leduc, MiniMahjong};

/// The first legal action.
struct First;

impl<G: Game> Agent<G> for First {
    fn begin(&mut self, _: Seat, _: Rng) {}
    fn act(&mut self, d: &Decision<'_, G>) -> Result<G::Action, AgentError> {
        Ok(croupier_core::LegalSet::nth(d.legal(), 0))
    }
}

fn default<G: Game>() -> G {
    G::new(G::profiles().remove(0).2).unwrap()
}

/// The first of the texts, the first amount of a run of them.
fn first(legal: &[String]) -> String {
    legal[0].split("..").next().unwrap().to_string()
}

fn by_text_as_by_agents<G: Game>(luck: Luck) {
    let game: G = default();
    let mut firsts: Vec<First> = (0..game.seats()).map(|_| First).collect();
    let mut agents: Vec<&mut dyn Agent<G>> = firsts.iter_mut().map(|a| a as &mut dyn Agent<G>).collect();
    let mut recorder = Recorder::default();
    let rngs = (0..game.seats()).map(|_| Rng::keyed("none", &[])).collect();
    let outcome = play(&game, luck, &mut agents, rngs, Budget::Own, &mut recorder);

    let mut session: Box<dyn Textual> = Box::new(Session::new(game.clone(), luck));
    while let Some(seat) = session.turn() {
        assert_eq!(session.scores(), None);
        // A stop anywhere loses nothing.
        let events = session.events().to_vec();
        let again = Session::restore(game.clone(), luck, &events).unwrap();
        assert_eq!((again.turn(), again.events()), (Some(seat), &events[..]));
        for seat in Seat::all(session.seats()) {
            assert_eq!(again.view_json(seat), session.view_json(seat));
        }
        assert_eq!(again.legal_texts(), session.legal_texts());
        let text = first(&session.legal_texts());
        session.act(seat, &text).unwrap();
    }
    assert_eq!(session.events(), recorder.events, "{}", G::ID);
    assert_eq!(session.scores().unwrap(), outcome.scores);
    assert_eq!(session.decisions(), outcome.decisions);
    let record: Record = session.record(labels(session.seats())).unwrap().to_line().parse().unwrap();
    replay(&game, &record, |_| {}).unwrap();
}

fn labels(n: usize) -> Vec<croupier_core::AgentLabel> {
    vec![croupier_core::AgentLabel { spec: "first".into(), params: serde_json::json!({}) }; n]
}

#[test]
fn an_episode_by_text_is_the_episode_of_agents_and_can_stop_anywhere() {
    for luck in 0..3 {
        by_text_as_by_agents::<Kuhn>(Luck(luck));
        by_text_as_by_agents::<Leduc>(Luck(luck));
        by_text_as_by_agents::<MiniMahjong>(Luck(luck));
        by_text_as_by_agents::<Holdem>(Luck(luck));
        by_text_as_by_agents::<BigTwo>(Luck(luck));
    }
}

/// Longer episodes restored at every step are quadratic: one each.
#[test]
fn so_are_a_set_of_daifugo_and_a_game_of_go() {
    let daifugo: Daifugo = default();
    let mut session = Session::new(daifugo.clone(), Luck(5));
    for _ in 0..40 {
        let (seat, text) = (session.turn().unwrap(), first(&session.legal_texts()));
        session.act(seat, &text).unwrap();
        let again = Session::restore(daifugo.clone(), Luck(5), session.events()).unwrap();
        assert_eq!(again.view_text(seat), session.view_text(seat));
    }
    let go = Go::new(croupier_games::go::Config::square(5)).unwrap();
    let mut session = Session::new(go, Luck(1));
    for text in ["C3", "pass", "pass"] {
        session.act(session.turn().unwrap(), text).unwrap();
    }
    // One stone owns a 5x5 board: 25 points against komi.
    assert_eq!(session.scores(), Some(vec![1.0, -1.0]));
}

#[test]
fn what_is_refused_is_named_with_the_nearest_legal_action_and_changes_nothing() {
    let game: BigTwo = default();
    let mut session = Session::new(game, Luck(7));
    let turn = session.turn().unwrap();
    let other = turn.after(1, 4);
    let before = session.events().to_vec();
    assert_eq!(session.act(other, "pass"), Err(ActError::Turn { seat: other, turn }));
    let near = |e: ActError| match e {
        ActError::Unreadable { nearest, .. } | ActError::Illegal { nearest, .. } => nearest,
        e => panic!("{e}"),
    };
    // The leader holds the 3d and must play it.
    assert_eq!(near(session.act(turn, "3f").unwrap_err()).as_deref(), Some("3d"));
    assert!(matches!(session.act(turn, "pass"), Err(ActError::Illegal { .. })));
    assert!(session.act(turn, "").is_err());
    assert_eq!(session.events(), before);
    session.act(turn, " 3d ").unwrap();
}

#[test]
fn a_forfeit_ends_the_episode_and_its_record_says_whose() {
    let mut session = Session::new(default::<Holdem>(), Luck(3));
    assert!(session.record(labels(2)).is_none());
    session.forfeit(Seat(1), AgentError::new(Fault::Timeout, "1 s"));
    assert_eq!((session.turn(), session.legal_texts()), (None, vec![]));
    assert_eq!(session.act(Seat(0), "c"), Err(ActError::Over));
    let scores = session.scores().unwrap();
    assert!(scores[1] < 0.0 && scores[0] == -scores[1], "{scores:?}");
    let record = session.record(labels(2)).unwrap();
    replay(session.game(), &record, |_| {}).unwrap();
    // Too late: the first stays.
    session.forfeit(Seat(0), AgentError::new(Fault::Error, "late"));
    assert_eq!(session.forfeited().unwrap().seat, Seat(1));
}

#[test]
fn events_that_cannot_happen_are_refused() {
    let session = Session::new(default::<Leduc>(), Luck(3));
    let good = session.events().to_vec();
    let index = |luck, events: &[Event]| match Session::restore(default::<Leduc>(), luck, events) {
        Err(RecordError::Event { index, .. }) => index,
        Err(e) => panic!("{e}"),
        Ok(_) => panic!("it was taken"),
    };
    let action = |text: &str| Event::Action(Seat(0), text.into());
    assert_eq!(index(Luck(3), &[action("c")]), 0);
    assert_eq!(index(Luck(3), &[good[0].clone(), action("fly")]), 1);
    assert_eq!(index(Luck(3), &[good[0].clone(), Event::Action(Seat(1), "c".into())]), 1);
    // Some other luck deals otherwise.
    let other = (0..20).map(Luck).find(|l| Session::restore(default::<Leduc>(), *l, &good).is_err());
    assert_eq!(index(other.unwrap(), &good), 0);
}
