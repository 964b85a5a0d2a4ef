//! Five hundred tables at once: how long a decision takes to come back.

use crate::client::Server;
use croupier_core::Rng;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Who plays what at a table of the load: a person against bots.
const TABLES: [(&str, &[&str], &str, usize); 6] = [
    ("big-two", &[], "lowest", 4),
    ("daifugo", &["deals=1"], "easy", 4),
    ("holdem", &["hands=5"], "random", 2),
    ("go", &[], "random", 2),
    ("mini-mahjong", &[], "greedy", 2),
    ("leduc", &[], "random", 2),
];

/// Plays episodes at one table after another until `until`, pausing as a quick person does; the turn-around of each
/// decision: from sending it to having the table's answer, before any bot thinks.
async fn person(server: Arc<Server>, i: usize, until: Instant) -> (Vec<Duration>, u32) {
    let (mut times, mut ended, mut rng) = (Vec::new(), 0, Rng::keyed("load", &[i as u64]));
    while Instant::now() < until {
        let (game, sets, bot, seats) = TABLES[(i + ended as usize) % TABLES.len()];
        let mut who = vec![json!("person")];
        who.resize(seats, json!({ "bot": bot }));
        let made = server.make(&json!({ "game": game, "sets": sets, "seats": who })).await;
        let mut player = server.join(&made.table, json!({ "token": made.tokens[0] })).await;
        let mut state = player.state(0).await;
        while state["over"] == false && Instant::now() < until {
            let n = state["n"].as_u64().unwrap();
            if let Some(legal) = state["legal"].as_array() {
                tokio::time::sleep(Duration::from_millis(500 + rng.below(1000))).await;
                let text =
                    legal[rng.index(legal.len())].as_str().unwrap().split("..").next().unwrap().to_string();
                let sent = Instant::now();
                player.act(n, &text).await;
                state = player.state(n + 1).await;
                times.push(sent.elapsed());
            } else {
                state = player.state(n + 1).await;
            }
        }
        assert_eq!(state["forfeit"], serde_json::Value::Null);
        ended += u32::from(state["over"] == true);
    }
    (times, ended)
}

/// LOAD_TABLES=500 LOAD_SECONDS=60 for the published figure.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_tables_at_once_are_served_without_an_error() {
    let number =
        |name: &str, default: u64| std::env::var(name).map_or(default, |n| n.parse().expect("a number"));
    let (tables, seconds) = (number("LOAD_TABLES", 20), number("LOAD_SECONDS", 4));
    let server = Arc::new(Server::new(&["--tables", "100000"]).await);
    let until = Instant::now() + Duration::from_secs(seconds);
    let people: Vec<_> =
        (0..tables as usize).map(|i| tokio::spawn(person(server.clone(), i, until))).collect();
    let (mut times, mut ended) = (Vec::new(), 0);
    for one in people {
        let (more, episodes) = one.await.unwrap();
        times.extend(more);
        ended += episodes;
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{tables} tables, {seconds} s: {} decisions, {ended} episodes ended; turn-around median {:.2} ms, 99th percentile {:.2} ms, longest {:.2} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(!times.is_empty());
}
