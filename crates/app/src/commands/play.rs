//! `croupier play`: a person in the terminal.

use crate::args::PlayArgs;
use crate::fail::{say, usage};
use crate::registry::{Visitor, with_game};
use crate::specs;
use anyhow::Result;
use croupier_bots::Bots;
use croupier_core::config::nearest;
use croupier_core::{
    Agent, Budget, Decision, Determinize, Ending, Factory, Fault, Game, LegalSet, Luck, Seat, Seed, Turn,
    choose,
};
use std::io::{BufRead, Write};
use std::sync::Arc;

/// More legal actions than this are listed only on request.
const LISTED: usize = 60;

/// `croupier play`.
pub fn run(args: &PlayArgs) -> Result<()> {
    with_game(&args.game, &mut Person { args })?
}

struct Person<'a> {
    args: &'a PlayArgs,
}

impl Visitor for Person<'_> {
    type Out = Result<()>;
    fn visit<G: Bots + Determinize>(&mut self) -> Result<()> {
        let game: G = specs::game(&self.args.rules)?;
        let seats = game.seats();
        if usize::from(self.args.seat) >= seats {
            let allowed = format!("it takes a whole number from 0 to {}", seats - 1);
            return Err(usage(format!("--seat: `{}` is not allowed; {allowed}", self.args.seat)));
        }
        let opponents = opponents(&game, &self.args.against, seats)?;
        let entrants = specs::entrants(&game, &opponents)?;
        let luck = self.args.luck.unwrap_or_else(system_luck);
        let mut factories: Vec<Arc<dyn Factory<G>>> = entrants.into_iter().map(|e| e.factory).collect();
        // Never asked: the person's seat.
        factories.insert(
            usize::from(self.args.seat),
            Arc::new(|| Box::new(croupier_bots::First) as Box<dyn Agent<G>>),
        );
        say(format!("{}: {}", G::ID, G::ABOUT))?;
        for (i, spec) in opponents.iter().enumerate() {
            say(format!("  seat {}: {spec}", i + usize::from(i >= usize::from(self.args.seat))))?;
        }
        say(format!("  seat {}: you.  Type an action, or: legal, view, undo, help, quit\n", self.args.seat))?;
        let mut table = Table::new(&game, Luck(luck), factories, Seat(self.args.seat));
        let ended = table.play(&mut std::io::stdin().lock(), &mut std::io::stdout())?;
        if ended && table.undone == 0 {
            say(format!("\nThe same cards again: {}", self.again::<G>(luck)))?;
        }
        Ok(())
    }
}

impl Person<'_> {
    /// The command that deals the same cards again.
    fn again<G: Game>(&self, luck: u64) -> String {
        let a = self.args;
        let mut words = vec![format!("croupier play {} --luck {luck}", G::ID)];
        words.extend(a.rules.profile.iter().map(|p| format!("--profile {p}")));
        words.extend(a.rules.sets.iter().map(|s| format!("--set '{s}'")));
        words.extend(a.against.iter().map(|b| format!("--against '{b}'")));
        words.extend((a.seat != 0).then(|| format!("--seat {}", a.seat)));
        words.join(" ")
    }
}

fn opponents<G: Bots>(game: &G, given: &[String], seats: usize) -> Result<Vec<String>> {
    match given.len() {
        0 => Ok(vec![strongest(game).to_string(); seats - 1]),
        1 => Ok(vec![given[0].clone(); seats - 1]),
        n if n == seats - 1 => Ok(given.to_vec()),
        n => Err(usage(format!(
            "--against: {n} bots are given; it takes one, or one for each of the {} other seats",
            seats - 1
        ))),
    }
}

/// The last bot of the list that can sit down as it is: one that needs a file cannot.
fn strongest<G: Bots>(game: &G) -> &'static str {
    let names: Vec<&str> = G::bots().iter().map(|e| e.name).collect();
    names.into_iter().rev().find(|name| specs::entrant(game, name).is_ok()).unwrap_or("random")
}

/// A luck from the system's own randomness: the keys of the standard library's hash maps.
fn system_luck() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 16
}

/// A point a person can go back to: before one of their own decisions.
struct Point<G: Game> {
    state: G::State,
    draws: u64,
    told: usize,
}

/// A game under way with one person at it.
struct Table<'a, G: Game> {
    game: &'a G,
    luck: Luck,
    factories: Vec<Arc<dyn Factory<G>>>,
    agents: Vec<Box<dyn Agent<G>>>,
    person: Seat,
    state: G::State,
    draws: u64,
    points: Vec<Point<G>>,
    undone: u64,
    forfeit: Option<(Seat, Fault)>,
    /// What each seat knew at each decision, and what it did: the review at the end.
    story: Vec<(Seat, String, String)>,
}

impl<'a, G: Determinize> Table<'a, G> {
    fn new(game: &'a G, luck: Luck, factories: Vec<Arc<dyn Factory<G>>>, person: Seat) -> Self {
        let mut table = Self {
            game,
            luck,
            factories,
            agents: Vec::new(),
            person,
            state: game.start(),
            draws: 0,
            points: Vec::new(),
            undone: 0,
            forfeit: None,
            story: Vec::new(),
        };
        table.sit_down();
        table
    }

    /// Fresh agents on the streams of the luck; whoever sat there before is gone, with what it remembered.
    fn sit_down(&mut self) {
        self.agents = self.factories.iter().map(|f| f.make()).collect();
        for (seat, agent) in Seat::all(self.game.seats()).zip(&mut self.agents) {
            agent.begin(seat, self.luck.agent(0, u64::from(seat.0), 0));
        }
    }

    /// Plays to the end; false when the person left.
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<bool> {
        while self.forfeit.is_none() {
            match self.game.turn(&self.state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = self.game.draw(&self.state, &mut self.luck.draw(self.draws));
                    self.draws += 1;
                    self.game.reveal(&mut self.state, &chance)?;
                }
                Turn::Seat(seat) if seat == self.person => {
                    if !self.ask(input, out)? {
                        return Ok(false);
                    }
                }
                Turn::Seat(seat) => self.bot(seat, out)?,
            }
        }
        self.review(input, out)?;
        Ok(true)
    }

    fn legal(&self) -> G::Legal {
        let mut legal = G::Legal::default();
        self.game.legal(&self.state, &mut legal);
        legal
    }

    fn bot(&mut self, seat: Seat, out: &mut impl Write) -> Result<()> {
        let (legal, view) = (self.legal(), self.game.view(&self.state, seat));
        match choose(self.agents[seat.index()].as_mut(), &Decision::new(&view, &legal, Budget::Own)) {
            Ok(action) => self.apply(seat, view.to_string(), action),
            Err(error) => {
                writeln!(out, "seat {seat} fails ({error}) and forfeits")?;
                self.forfeit = Some((seat, error.fault));
                Ok(())
            }
        }
    }

    fn apply(&mut self, seat: Seat, view: String, action: G::Action) -> Result<()> {
        self.story.push((seat, view, action.to_string()));
        Ok(self.game.apply(&mut self.state, action)?)
    }

    /// Asks the person until there is an action; false when they leave.
    fn ask(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<bool> {
        let legal = self.legal();
        let view = self.game.view(&self.state, self.person);
        writeln!(out, "{view}")?;
        list(&legal, LISTED, out)?;
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut bytes = Vec::new();
            let read = input.read_until(b'\n', &mut bytes)?;
            let line = String::from_utf8_lossy(&bytes);
            if read == 0 {
                writeln!(out, "\nthe input ended; goodbye")?;
                return Ok(false);
            }
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(false),
                "legal" => list(&legal, usize::MAX, out)?,
                "view" => writeln!(out, "{view}")?,
                "help" => help::<G>(out)?,
                "undo" if self.undo(out)? => return Ok(true),
                "undo" => writeln!(out, "there is no earlier decision of yours to go back to")?,
                text => match text.parse::<G::Action>() {
                    Ok(action) if legal.has(&action) => {
                        let point =
                            Point { state: self.state.clone(), draws: self.draws, told: self.story.len() };
                        self.points.push(point);
                        self.apply(self.person, view.to_string(), action)?;
                        return Ok(true);
                    }
                    Ok(action) => {
                        let why = self.game.apply(&mut self.state.clone(), action).err();
                        writeln!(
                            out,
                            "{}",
                            why.map_or_else(|| format!("{action} is not legal here"), |e| e.to_string())
                        )?;
                    }
                    Err(e) => {
                        writeln!(out, "{e}")?;
                        let texts = legal.texts();
                        if let Some(near) = nearest(text, texts.iter().map(String::as_str)) {
                            writeln!(out, "did you mean {near}?")?;
                        }
                    }
                },
            }
        }
    }

    /// Goes back to the person's last decision. Everything they could not see then is dealt anew, and so is what chance
    /// deals from there: nothing seen after the undone action says anything of the others' hands or of what will come.
    fn undo(&mut self, out: &mut impl Write) -> Result<bool> {
        let Some(point) = self.points.pop() else {
            return Ok(false);
        };
        self.undone += 1;
        self.luck = Luck(Seed::of("croupier undo", &[self.luck.0, self.undone]).number());
        let view = self.game.view(&point.state, self.person);
        self.state = self.game.sample(&view, &mut self.luck.draw(u64::MAX));
        self.draws = point.draws;
        self.story.truncate(point.told);
        self.sit_down();
        writeln!(out, "back at your last decision; what you could not see is dealt anew")?;
        Ok(true)
    }

    fn review(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        let mut scores = vec![0.0; self.game.seats()];
        match self.forfeit {
            Some((seat, _)) => self.game.forfeit(&self.state, seat, &mut scores),
            None => self.game.scores(&self.state, &mut scores),
        }
        for seat in Seat::all(self.game.seats()) {
            let view = self.game.view(&self.state, seat);
            self.agents[seat.index()].end(&Ending::new(&view, &scores, self.forfeit));
        }
        writeln!(out, "{}\n\nThe end.", self.game.view(&self.state, self.person))?;
        for (seat, score) in scores.iter().enumerate() {
            let you = if seat == self.person.index() { " (you)" } else { "" };
            writeln!(out, "  seat {seat}{you}: {score:+}")?;
        }
        if self.undone > 0 {
            writeln!(out, "  {} undone", self.undone)?;
        }
        write!(out, "Review what each seat knew? [y/N] ")?;
        out.flush()?;
        let mut line = String::new();
        input.read_line(&mut line)?;
        if line.trim().eq_ignore_ascii_case("y") {
            for (i, (seat, view, action)) in self.story.iter().enumerate() {
                writeln!(out, "--- {i} · what seat {seat} knew\n{view}\nseat {seat} did {action}")?;
            }
        }
        Ok(())
    }
}

fn list<A, L: LegalSet<A>>(legal: &L, most: usize, out: &mut impl Write) -> Result<()> {
    let texts = legal.texts();
    if texts.len() <= most {
        writeln!(out, "legal: {}", texts.join(" | "))?;
    } else {
        writeln!(out, "{} legal actions; `legal` lists them", legal.count())?;
    }
    Ok(())
}

fn help<G: Game>(out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "{}: {}\n  an action in the game's notation, as `legal` lists them (first..last is a run of amounts)\n  \
         legal  list the legal actions\n  view   show what you know again\n  \
         undo   go back to your last decision (what you could not see then is dealt anew)\n  quit   leave",
        G::ID,
        G::ABOUT
    )?;
    Ok(())
}
