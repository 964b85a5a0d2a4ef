//! Nothing that a connection is sent says more than its seat may know.

use crate::client::{Made, Player, Server};
use crate::knowledge::{Story, cards};
use croupier_app::registry::{Visitor, with_game};
use croupier_app::shown::Shown;
use croupier_core::{Determinize, Event, Hidden, LegalSet, Luck, Rng, Seat, Session, Textual, Turn};
use serde_json::{Value, json};

/// Episodes of each game; the full number takes a while in a build for debugging.
fn episodes() -> u64 {
    std::env::var("LEAK_EPISODES").map_or(6, |n| n.parse().expect("LEAK_EPISODES is a number"))
}

/// What a frame must be: everything but who is here, from the truth at that moment and the seat's view of it.
struct Truth {
    /// By decisions made: the events so far, the messages by seat and last the watchers'.
    moments: Vec<(Vec<String>, Vec<Value>)>,
    luck: String,
    game: String,
    seats: usize,
}

struct Retell<'a> {
    header: &'a Value,
    events: &'a [Event],
}

impl Visitor for Retell<'_> {
    type Out = Vec<(Vec<String>, Vec<Value>)>;
    fn visit<G: Shown + Determinize>(&mut self) -> Self::Out {
        let game: G = croupier_core::config::from_json(self.header["config"].clone()).unwrap();
        let luck = Luck(self.header["luck"].as_u64().unwrap());
        let mut ends: Vec<usize> = Vec::new();
        for (i, event) in self.events.iter().enumerate() {
            if matches!(event, Event::Action(..)) {
                ends.push(i);
            }
        }
        ends.push(self.events.len());
        let mut moments = Vec::new();
        for (n, end) in ends.iter().enumerate() {
            let session = Session::restore(game.clone(), luck, &self.events[..*end]).unwrap();
            let turn = session.turn();
            let base = json!({
                "type": "state", "table": self.header["table"], "game": G::ID, "config": self.header["config"], "n": n,
                "turn": turn, "over": turn.is_none(), "scores": session.scores(), "forfeit": null,
            });
            let mut messages: Vec<Value> = Seat::all(game.seats())
                .map(|seat| {
                    let mut message = base.clone();
                    message["seat"] = json!(seat);
                    message["view"] = session.view_json(seat);
                    message["text"] = json!(session.view_text(seat));
                    message["legal"] =
                        if turn == Some(seat) { json!(session.legal_texts()) } else { Value::Null };
                    message
                })
                .collect();
            let views: Vec<G::View> = Seat::all(game.seats()).map(|s| session.view(s)).collect();
            let mut public = base;
            for (key, value) in [
                ("seat", Value::Null),
                ("view", G::public(&views)),
                ("text", Value::Null),
                ("legal", Value::Null),
            ] {
                public[key] = value;
            }
            messages.push(public);
            moments.push((self.events[..*end].iter().map(Event::to_string).collect(), messages));
        }
        moments
    }
}

impl Truth {
    fn new(log: &[Value]) -> Self {
        let events: Vec<Event> =
            log.iter().filter_map(|l| serde_json::from_value(l.get("event")?.clone()).ok()).collect();
        let header = &log[0];
        let game = header["game"].as_str().unwrap().to_string();
        Self {
            moments: with_game(&game, &mut Retell { header, events: &events }).unwrap(),
            luck: header["luck"].to_string(),
            seats: header["seats"].as_array().unwrap().len(),
            game,
        }
    }

    /// Checks one message to a seat, or to a watcher.
    fn check(&self, seat: Option<usize>, frame: &str) -> Result<(), String> {
        if frame.contains(&self.luck) {
            return Err("the luck".into());
        }
        let mut message: Value = serde_json::from_str(frame).map_err(|e| e.to_string())?;
        let n = message["n"].as_u64().ok_or("no number")? as usize;
        let here = message.as_object_mut().and_then(|m| m.remove("seats")).ok_or("no seats")?;
        for (i, who) in here.as_array().ok_or("no seats")?.iter().enumerate() {
            if *who != json!({ "person": true, "here": who["here"] }) || !who["here"].is_boolean() {
                return Err(format!("of seat {i}: {who}"));
            }
        }
        let (events, expected) = self.moments.get(n).ok_or("a decision that was not made")?;
        // First the words alone, by rules that share nothing with the program.
        let over = message["over"] == true;
        let story = Story { game: &self.game, seats: self.seats, events, over };
        let known = story.known(seat);
        let mut told = message.clone();
        told["table"].take();
        told["config"].take();
        told["view"].as_object_mut().map(|v| v.remove("rules"));
        let unknown: Vec<String> = cards(&self.game, &told.to_string()).difference(&known).cloned().collect();
        if !unknown.is_empty() {
            return Err(format!(
                "{} at decision {n}: {}",
                unknown.join(" "),
                seat.map_or("a watcher".into(), |s| format!("seat {s}"))
            ));
        }
        let expected = &expected[seat.unwrap_or(self.seats)];
        if message != *expected {
            return Err(format!("{message} instead of {expected}"));
        }
        Ok(())
    }
}

/// Plays an episode of persons by random legal actions, with a watcher; everything each was sent.
async fn play(server: &Server, made: &Made, rng: &mut Rng) -> Vec<(Option<usize>, Vec<String>)> {
    let mut all: Vec<Player> = Vec::new();
    for token in &made.tokens {
        let mut player = server.join(&made.table, json!({ "token": token })).await;
        player.state(0).await;
        all.push(player);
    }
    let mut watcher = server.join(&made.table, json!({ "token": null })).await;
    let mut state = watcher.state(0).await;
    while state["over"] == false {
        let (n, turn) = (state["n"].as_u64().unwrap(), state["turn"].as_u64().unwrap() as usize);
        let last = all[turn].frames.last().unwrap();
        let mut own: Value = serde_json::from_str(last).unwrap();
        if own["n"].as_u64().unwrap() < n {
            own = all[turn].state(n).await;
        }
        let legal: Vec<&str> = own["legal"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
        let mut text = legal[rng.index(legal.len())];
        // Folding early shows little: the poker games mostly call.
        if let Some(call) = legal.iter().find(|t| ["c", "k"].contains(t)).filter(|_| rng.below(3) > 0) {
            text = call;
        }
        let text = text.split("..").next().unwrap().to_string();
        all[turn].act(n, &text).await;
        state = watcher.state(n + 1).await;
    }
    let n = state["n"].as_u64().unwrap();
    let mut sent = Vec::new();
    for (i, mut player) in all.into_iter().enumerate() {
        while serde_json::from_str::<Value>(player.frames.last().unwrap()).unwrap()["n"].as_u64() != Some(n) {
            player.next().await;
        }
        sent.push((Some(i), player.frames));
    }
    sent.push((None, watcher.frames));
    sent
}

fn wanted(game: &str, sets: &[&str], seats: usize) -> Value {
    json!({ "game": game, "sets": sets, "seats": vec!["person"; seats] })
}

/// The messages that a leak would make of a true one: each must be refused.
fn planted(truth: &Truth, seat: usize, frame: &str) {
    let honest: Value = serde_json::from_str(frame).unwrap();
    let n = honest["n"].as_u64().unwrap() as usize;
    let other = (seat + 1) % truth.seats;
    let theirs = &truth.moments[n].1[other];
    let plant = |change: &dyn Fn(&mut Value)| {
        let mut message = honest.clone();
        change(&mut message);
        assert!(truth.check(Some(seat), &message.to_string()).is_err(), "planted, and not found: {message}");
    };
    plant(&|m| m["view"] = theirs["view"].clone());
    plant(&|m| m["text"] = theirs["text"].clone());
    plant(&|m| m["hint"] = theirs["view"].clone());
    plant(&|m| m["seats"][other]["hand"] = theirs["view"]["hand"].clone());
    plant(&|m| m["luck"] = truth.luck.parse::<u64>().unwrap().into());
}

async fn no_leak(game: &str, sets: &[&str], seats: usize) {
    let server = Server::new(&["--rate", "1000000"]).await;
    let (mut rng, mut frames, mut bytes) = (Rng::keyed("leak", &[seats as u64]), 0, 0);
    for episode in 0..episodes() {
        let made = server.make(&wanted(game, sets, seats)).await;
        let sent = play(&server, &made, &mut rng).await;
        let truth = Truth::new(&server.log(&made.table));
        for (seat, texts) in &sent {
            for text in texts {
                truth
                    .check(*seat, text)
                    .unwrap_or_else(|e| panic!("{game}, episode {episode}, to {seat:?}: {e}"));
                frames += 1;
                bytes += text.len();
            }
        }
        if episode == 0 {
            let (seat, texts) = &sent[1];
            planted(&truth, seat.unwrap(), &texts[texts.len() / 2]);
        }
    }
    println!("{game}: {} episodes, {frames} messages, {bytes} bytes: no leak", episodes());
}

macro_rules! no_leaks {
    ($($name:ident: $game:literal, $sets:expr, $seats:literal;)+) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            no_leak($game, &$sets, $seats).await;
        })+
    };
}

no_leaks! {
    every_byte_of_kuhn_is_for_its_seat: "kuhn", [], 2;
    every_byte_of_leduc_is_for_its_seat: "leduc", [], 2;
    every_byte_of_mini_mahjong_is_for_its_seat: "mini-mahjong", ["pair=1", "players=3"], 3;
    every_byte_of_holdem_is_for_its_seat: "holdem", ["seats=3"], 3;
    every_byte_of_big_two_is_for_its_seat: "big-two", [], 4;
    every_byte_of_daifugo_is_for_its_seat: "daifugo", ["deals=2"], 4;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_opens_its_seat_and_nothing_else() {
    let server = Server::new(&[]).await;
    let (made, other) =
        (server.make(&wanted("holdem", &[], 2)).await, server.make(&wanted("holdem", &[], 2)).await);
    let token = |m: &Made, i: usize| m.tokens[i].clone().unwrap();
    let mut guessed = token(&made, 0);
    guessed.replace_range(..1, if guessed.starts_with('0') { "1" } else { "0" });
    for wrong in [guessed, token(&other, 0), String::new(), token(&made, 0).to_uppercase() + "x"] {
        let mut player = server.join(&made.table, json!({ "token": wrong })).await;
        assert_eq!(player.error().await, "this link is of no seat here, or it was opened elsewhere since");
        assert!(player.next().await.is_none(), "and the connection ends");
    }
    // Opened as a link, it is replaced; the connection that had it ends, and it is refused from then on.
    let old = token(&made, 1);
    let mut first = server.join(&made.table, json!({ "token": old })).await;
    first.state(0).await;
    let mut second = server.join(&made.table, json!({ "token": old, "renew": true })).await;
    let new = second.next().await.unwrap()["token"].as_str().unwrap().to_string();
    assert_eq!(second.state(0).await["seat"], 1);
    assert!(first.error().await.contains("opened elsewhere"));
    let mut again = server.join(&made.table, json!({ "token": old })).await;
    assert!(again.error().await.contains("no seat here"));
    let mut third = server.join(&made.table, json!({ "token": new })).await;
    assert_eq!(third.state(0).await["seat"], 1);
    // A watcher sees what everybody does, and does nothing; nobody acts for another.
    let mut watcher = server.join(&made.table, json!({ "token": null })).await;
    let seen = watcher.state(0).await;
    assert_eq!(
        (&seen["seat"], &seen["view"]["hole"], &seen["legal"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    watcher.act(0, "c").await;
    assert_eq!(watcher.error().await, "watchers do not act");
    let turn = seen["turn"].as_u64().unwrap();
    if turn == 0 {
        third.act(0, "c").await;
        assert_eq!(third.error().await, "it is seat 0's turn, not seat 1's");
    }
    // The record is the whole truth, and closed until the end.
    let (status, body) =
        server.ask("GET", &format!("/api/tables/{}/review", made.table), "", &server.origin()).await;
    assert_eq!((status, body.contains("under way")), (409, true));
    let (status, _) = server.ask("GET", "/api/tables/../../tokens/review", "", &server.origin()).await;
    assert_eq!(status, 404);
    // Tokens lie hashed, apart from records.
    let tokens = std::fs::read_to_string(server.path("tokens.jsonl")).unwrap();
    assert!([&old, &new].iter().all(|t| !tokens.contains(t.as_str())));
    let records = server.log(&made.table).iter().map(Value::to_string).collect::<String>();
    assert!([&old, &new].iter().all(|t| !records.contains(t.as_str())));
}

#[tokio::test]
async fn pages_of_other_origins_are_refused() {
    let server = Server::new(&["--origin", "https://cards.example"]).await;
    let body = wanted("kuhn", &[], 2).to_string();
    for (origin, expected) in [
        ("https://evil.example", 403),
        ("null", 403),
        ("http://127.0.0.1:1", 403),
        ("https://cards.example.evil.example", 403),
        ("https://cards.example", 200),
        (&server.origin() as &str, 200),
    ] {
        assert_eq!(server.ask("POST", "/api/tables", &body, origin).await.0, expected, "{origin}");
    }
    let (status, body) = server.ask("GET", "/api/tables/0000000000000000/socket", "", &server.origin()).await;
    assert_eq!((status, body.contains("WebSocket handshake")), (400, true), "{body}");
}

#[tokio::test]
async fn what_a_page_asks_for_wrongly_is_named() {
    let server = Server::new(&["--message", "2000"]).await;
    let long = wanted("kuhn", &[&"x".repeat(3000)], 2);
    for (wanted, status, words) in [
        (json!({ "game": "bigtwo", "seats": [] }), 400, "did you mean `big-two`?"),
        (wanted("kuhn", &[], 3), 400, "seats: 3 are given; this game of these rules has 2"),
        (wanted("daifugo", &["playesr=4"], 4), 400, "did you mean `players`?"),
        (
            json!({ "game": "big-two", "seats": ["person", "person", "person", { "bot": "hrad" }] }),
            400,
            "did you mean `hard`?",
        ),
        (json!({ "game": "kuhn", "seats": ["person", { "bot": "cmd:sh -c id" }] }), 400, "--allow-programs"),
        (json!({ "game": "kuhn", "seats": ["person", "robot"] }), 422, "robot"),
        (json!({ "game": "kuhn", "seats": [], "more": 1 }), 422, "unknown field `more`"),
        (long, 413, "the request has more than 2000 bytes; see --message"),
    ] {
        let (found, body) = server.ask("POST", "/api/tables", &wanted.to_string(), &server.origin()).await;
        assert!(found == status && body.contains(words), "{wanted}: {found} {body}");
    }
}

/// In every position two worlds that differ in what one seat cannot see are one to a watcher.
fn watchers_are_blind<G: Shown + Hidden>(episodes: u64) {
    let game = G::new(G::profiles().remove(0).2).unwrap();
    let views = |s: &G::State| Seat::all(game.seats()).map(|seat| game.view(s, seat)).collect::<Vec<_>>();
    let (mut rng, mut legal, mut differ) = (Rng::keyed("watchers", &[]), G::Legal::default(), 0);
    for _ in 0..episodes {
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&state, &mut rng);
                    game.reveal(&mut state, &chance).unwrap();
                }
                Turn::Seat(_) => {
                    game.legal(&state, &mut legal);
                    game.apply(&mut state, legal.nth(rng.below(legal.count()))).unwrap();
                }
            }
            for seat in Seat::all(game.seats()).filter(|_| game.turn(&state) != Turn::Over) {
                let other = game.rearrange(&state, seat, &mut rng);
                differ += u32::from(views(&state) != views(&other));
                assert_eq!(G::public(&views(&state)), G::public(&views(&other)), "{}", G::ID);
            }
        }
    }
    assert!(differ > 0, "{}: nothing was rearranged", G::ID);
}

#[test]
fn what_watchers_see_tells_no_world_from_another() {
    watchers_are_blind::<croupier_games::Kuhn>(30);
    watchers_are_blind::<croupier_games::Leduc>(30);
    watchers_are_blind::<croupier_games::MiniMahjong>(5);
    watchers_are_blind::<croupier_games::Holdem>(10);
    watchers_are_blind::<croupier_games::BigTwo>(3);
    watchers_are_blind::<croupier_games::Daifugo>(1);
}
