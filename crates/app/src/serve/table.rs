//! A table under way: one task that owns its episode. The State stays here; a client is sent its seat's view.

use super::episode::Episode;
use super::hub::Hub;
use super::log::Log;
use croupier_core::{AgentError, Budget, End, Fault, Seat};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// What connections ask of a table.
pub enum Ask {
    /// A connection has come: of a seat, or to watch.
    Join {
        /// The connection.
        client: u64,
        /// Its seat; none for a watcher.
        seat: Option<Seat>,
        /// Whether all other connections of the seat end: its token is new.
        alone: bool,
        /// Where to send to.
        to: mpsc::Sender<Out>,
    },
    /// A connection's seat acts.
    Act {
        /// The connection.
        client: u64,
        /// The number of decisions made before this one, as the seat saw it.
        n: u64,
        /// The action's text.
        text: String,
    },
    /// A connection is gone.
    Leave {
        /// The connection.
        client: u64,
    },
}

/// What a table sends to a connection.
#[derive(Clone)]
pub enum Out {
    /// A message.
    Text(Arc<str>),
    /// The last message, with the reason.
    Close(Arc<str>),
}

struct Client {
    seat: Option<Seat>,
    to: mpsc::Sender<Out>,
}

type Thinking = Pin<Box<dyn Future<Output = Result<String, AgentError>> + Send>>;

/// A table.
pub struct Table {
    hub: Arc<Hub>,
    id: String,
    episode: Box<dyn Episode>,
    log: Log,
    logged_end: bool,
    seats: Vec<Value>,
    clients: HashMap<u64, Client>,
    /// The log could not be written: nothing more can be promised.
    broken: bool,
}

/// After its end a table without connections leaves memory this soon.
const AFTER_END: Duration = Duration::from_secs(30);

impl Table {
    /// A table of an episode; `logged_end` says whether the log has its end already.
    pub fn new(hub: Arc<Hub>, id: String, episode: Box<dyn Episode>, log: Log, logged_end: bool) -> Self {
        let names = episode.labels().into_iter().map(|l| match l.spec.as_str() {
            "person" => json!({ "person": true }),
            spec => json!({ "bot": spec }),
        });
        Self {
            hub,
            id,
            seats: names.collect(),
            episode,
            log,
            logged_end,
            clients: HashMap::new(),
            broken: false,
        }
    }

    /// Serves until nobody has come for a while.
    pub async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        let mut thinking: Option<Thinking> = None;
        self.write();
        while !self.broken {
            if thinking.is_none() {
                thinking = self.think();
            }
            let quiet = self.clients.is_empty() && thinking.is_none();
            tokio::select! {
                Some(ask) = asks.recv() => self.ask(ask),
                thought = async { thinking.as_mut().expect("checked").await }, if thinking.is_some() => {
                    thinking = None;
                    self.thought(thought);
                }
                () = tokio::time::sleep(self.idle()), if quiet => {
                    if self.hub.close(&self.id, &asks) {
                        return;
                    }
                }
            }
        }
        self.hub.forget(&self.id);
        let reason = self.error("the server cannot write this table's log; the table is closed");
        self.clients.drain().for_each(|(_, c)| _ = c.to.try_send(Out::Close(reason.clone())));
    }

    fn idle(&self) -> Duration {
        let idle = Duration::from_secs(self.hub.args.idle);
        if self.episode.play().turn().is_none() { idle.min(AFTER_END) } else { idle }
    }

    /// The decision of the bot to move, off the async threads and with a limit; none if no bot is to move.
    fn think(&self) -> Option<Thinking> {
        let budget = Duration::from_millis(self.hub.args.think);
        let thought = self.episode.thought(Budget::Time(budget))?;
        let pace = if self.clients.is_empty() { 0 } else { self.hub.args.pace };
        // Generous: a bot may overrun its budget, not hold up a table for good.
        let limit = 4 * budget + Duration::from_secs(10);
        let workers = self.hub.workers.clone();
        Some(Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(pace)).await;
            let permit = workers.acquire_owned().await.expect("it is never closed");
            let job = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                thought()
            });
            match tokio::time::timeout(limit, job).await {
                Ok(Ok(result)) => result,
                Ok(Err(e)) => Err(AgentError::new(Fault::Panic, e.to_string())),
                Err(_) => {
                    Err(AgentError::new(Fault::Timeout, format!("no action in {} ms", limit.as_millis())))
                }
            }
        }))
    }

    fn thought(&mut self, thought: Result<String, AgentError>) {
        let Some(seat) = self.episode.play().turn() else { return };
        let play = self.episode.play_mut();
        match thought {
            Ok(text) => {
                if let Err(e) = play.act(seat, &text) {
                    play.forfeit(seat, AgentError::new(Fault::Illegal, e.to_string()));
                }
            }
            Err(error) => play.forfeit(seat, error),
        }
        self.happened();
    }

    fn ask(&mut self, ask: Ask) {
        match ask {
            Ask::Join { client, seat, alone, to } => self.join(client, seat, alone, to),
            Ask::Leave { client } => {
                let gone = self.clients.remove(&client);
                if gone.is_some_and(|c| c.seat.is_some()) {
                    self.tell_all();
                }
            }
            Ask::Act { client, n, text } => {
                if let Some(answer) = self.act(client, n, &text) {
                    let answer = Out::Text(self.error(&answer));
                    self.clients.get(&client).map(|c| c.to.try_send(answer));
                }
            }
        }
    }

    fn join(&mut self, client: u64, seat: Option<Seat>, alone: bool, to: mpsc::Sender<Out>) {
        if self.clients.len() >= self.hub.args.watchers as usize {
            let most = self.hub.args.watchers;
            _ = to
                .try_send(Out::Close(self.error(&format!("this table has its {most} connections already"))));
            return;
        }
        if alone {
            let reason =
                Out::Close(self.error("this seat's link was opened elsewhere; its old one is refused now"));
            let others = self.clients.extract_if(|_, c| c.seat == seat);
            others.for_each(|(_, c)| _ = c.to.try_send(reason.clone()));
        }
        self.clients.insert(client, Client { seat, to });
        match seat {
            Some(_) => self.tell_all(),
            None => _ = self.clients[&client].to.try_send(Out::Text(self.state(None))),
        }
    }

    /// Does what a client asks; the text says why not.
    fn act(&mut self, client: u64, n: u64, text: &str) -> Option<String> {
        let Some(seat) = self.clients.get(&client)?.seat else {
            return Some("watchers do not act".into());
        };
        let play = self.episode.play_mut();
        let now = play.decisions();
        if n != now {
            return Some(format!("that answers decision {n}; the table is at decision {now}"));
        }
        if let Err(e) = play.act(seat, text) {
            return Some(e.to_string());
        }
        self.happened();
        None
    }

    /// After anything has happened: first the log, then the clients.
    fn happened(&mut self) {
        self.write();
        if !self.broken {
            self.tell_all();
        }
    }

    fn write(&mut self) {
        let play = self.episode.play();
        let mut written = self.log.events(play.events());
        if let (Some(scores), false) = (play.scores(), self.logged_end) {
            let end = play.forfeited().map_or(End::Over, |f| End::Forfeit {
                seat: f.seat,
                fault: f.error.fault,
                detail: f.error.detail.clone(),
            });
            written = written.and_then(|()| self.log.end(end, scores, self.episode.labels()));
            self.logged_end = true;
        }
        if let Err(e) = written {
            eprintln!("croupier: table {}: the log cannot be written: {e}", self.id);
            self.broken = true;
        }
    }

    fn error(&self, text: &str) -> Arc<str> {
        json!({ "type": "error", "text": text }).to_string().into()
    }

    /// Sends everybody what they may know; a client that does not read is let go.
    fn tell_all(&mut self) {
        let mut told: HashMap<Option<Seat>, Arc<str>> = HashMap::new();
        let mut slow = Vec::new();
        for (id, client) in &self.clients {
            let text = told.entry(client.seat).or_insert_with(|| self.state(client.seat)).clone();
            if client.to.try_send(Out::Text(text)).is_err() {
                slow.push(*id);
            }
        }
        slow.iter().for_each(|id| _ = self.clients.remove(id));
    }

    /// What a seat may know, or what everybody does: the only place where a client's message is made from the episode.
    fn state(&self, seat: Option<Seat>) -> Arc<str> {
        let play = self.episode.play();
        let (turn, scores) = (play.turn(), play.scores());
        let here = |i: usize| self.clients.values().any(|c| c.seat.is_some_and(|s| s.index() == i));
        let seats = self.seats.iter().enumerate().map(|(i, s)| {
            let mut s = s.clone();
            s["here"] = here(i).into();
            s
        });
        let mine = seat.is_some() && turn == seat;
        let forfeit = play
            .forfeited()
            .map(|f| json!({ "seat": f.seat, "kind": f.error.fault.name(), "detail": f.error.detail }));
        json!({
            "type": "state",
            "table": self.id,
            "game": play.game_id(),
            "config": play.config(),
            "n": play.decisions(),
            "seat": seat,
            "turn": turn,
            "seats": seats.collect::<Vec<_>>(),
            "view": seat.map_or_else(|| self.episode.public(), |s| play.view_json(s)),
            "text": seat.map(|s| play.view_text(s)),
            "legal": mine.then(|| play.legal_texts()),
            "over": turn.is_none(),
            "scores": scores,
            "forfeit": forfeit,
        })
        .to_string()
        .into()
    }
}
