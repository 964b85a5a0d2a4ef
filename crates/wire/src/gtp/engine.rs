//! The engine: the state of a game, and the table of commands.

use super::clock::Clocks;
use super::line::{Answer, Failure, Line, cleaned, response};
use super::player::Player;
use croupier_core::{Budget, Game, Rng};
use croupier_games::go::{Colour, Config, Go, Move, State};
use croupier_search::time::moves_left;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// What an engine says about itself and how it plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What `name` answers.
    pub name: String,
    /// The seed of the games' randomness.
    pub seed: u64,
    /// Resigns when it expects less than this share of the win; 0 never does.
    pub resign: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { name: "Croupier".into(), seed: 0, resign: 0.0 }
    }
}

/// A GTP engine: a game, who plays it, and clocks.
pub struct Engine {
    pub(super) game: Go,
    pub(super) player: Player,
    options: Options,
    /// The positions of the game, the last one present.
    pub(super) states: Vec<State>,
    pub(super) clocks: Clocks,
    /// Handicap stones on the board, for SGF.
    pub(super) handicap: usize,
    games: u64,
    quit: bool,
}

/// A command's name and what answers it.
type Entry = (&'static str, fn(&mut Engine, &Line<'_>) -> Answer);

/// Every command, but those that answer as long as nothing else is asked ([`LIVE`]).
const COMMANDS: &[Entry] = &[
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |e, _| Ok(e.options.name.clone())),
    ("version", |_, _| Ok(croupier_core::VERSION.into())),
    ("known_command", |_, line| Ok(known(line.args.first().ok_or(Failure::SYNTAX)?).to_string())),
    ("list_commands", |_, _| Ok(names().collect::<Vec<_>>().join("\n"))),
    ("quit", Engine::end),
    ("boardsize", Engine::boardsize),
    ("clear_board", Engine::clear_board),
    ("komi", Engine::komi),
    ("play", Engine::play),
    ("genmove", Engine::genmove),
    ("reg_genmove", Engine::reg_genmove),
    ("undo", Engine::undo),
    ("fixed_handicap", Engine::fixed_handicap),
    ("place_free_handicap", Engine::place_free_handicap),
    ("set_free_handicap", Engine::set_free_handicap),
    ("time_settings", |e, line| e.clocks.time_settings(line)),
    ("kgs-time_settings", |e, line| e.clocks.kgs_time_settings(line)),
    ("time_left", |e, line| e.clocks.time_left(line)),
    ("kgs-rules", Engine::kgs_rules),
    ("final_score", Engine::final_score),
    ("final_status_list", Engine::final_status_list),
    ("unconditional_status", Engine::unconditional_status),
    ("showboard", Engine::showboard),
    ("all_legal", Engine::all_legal),
    ("is_legal", Engine::is_legal),
    ("countlib", Engine::countlib),
    ("captures", Engine::captures),
    ("loadsgf", Engine::loadsgf),
    ("printsgf", Engine::printsgf),
    ("cputime", |_, _| Ok(cpu_seconds())),
    ("gogui-analyze_commands", Engine::gogui_analyze_commands),
    ("croupier-candidates", Engine::candidates),
    ("croupier-ownership", Engine::ownership_board),
];

/// Commands that go on answering until the next line comes.
const LIVE: [&str; 4] = ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"];

fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|c| c.0).chain(LIVE)
}

fn known(name: &str) -> bool {
    names().any(|n| n == name)
}

fn cpu_seconds() -> String {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    format!("{}.{:03}", t.tv_sec, t.tv_nsec / 1_000_000)
}

impl Engine {
    /// An engine before its first game, on the board and rules of `game`; its length is unlimited, as GTP asks.
    pub fn new(game: Go, player: Player, options: Options) -> Self {
        let config = Config { max_moves: Some(0), handicap: 0, ..game.config().clone() };
        let game = Go::new(config).expect("a configuration of a game, with fewer switches set");
        let states = vec![game.start()];
        let clocks = Clocks::default();
        let mut engine = Self { game, player, options, states, clocks, handicap: 0, games: 0, quit: false };
        engine.begin(engine.game.start());
        engine
    }

    /// Whether `quit` has been answered.
    pub fn is_over(&self) -> bool {
        self.quit
    }

    /// The present position.
    pub fn state(&self) -> &State {
        self.states.last().expect("a game has a first position")
    }

    /// The response to one line; `None` where a line asks nothing. Analysis commands answer once.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let text = cleaned(line);
        let line = Line::parse(&text)?;
        if LIVE.contains(&line.name) {
            let mut out = Vec::new();
            // Nothing is written to where it could fail: a vector takes all.
            let _ = self.live(&line, &mut out, || true);
            return Some(String::from_utf8_lossy(&out).into_owned());
        }
        let answer = match COMMANDS.iter().find(|c| c.0 == line.name) {
            Some((_, command)) => command(self, &line),
            None => Err(Failure::new("unknown command")),
        };
        Some(response(line.id, &answer))
    }

    /// Answers lines until `quit` or their end.
    ///
    /// # Errors
    /// When a response cannot be written.
    pub fn run(&mut self, input: impl BufRead + Send + 'static, mut out: impl Write) -> std::io::Result<()> {
        let (send, lines) = sync_channel(64);
        std::thread::spawn(move || {
            for line in input.split(b'\n').map_while(Result::ok) {
                if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        let mut next: Option<String> = None;
        while let Some(text) = next.take().or_else(|| lines.recv().ok()) {
            let cleaned = cleaned(&text);
            match Line::parse(&cleaned) {
                Some(line) if LIVE.contains(&line.name) => {
                    self.live(&line, &mut out, || pending(&lines, &mut next))?;
                }
                _ => {
                    if let Some(response) = self.answer(&text) {
                        out.write_all(response.as_bytes())?;
                    }
                }
            }
            out.flush()?;
            if self.quit {
                break;
            }
        }
        Ok(())
    }

    fn end(&mut self, _: &Line<'_>) -> Answer {
        self.quit = true;
        Ok(String::new())
    }

    /// Begins a game from a position.
    pub(super) fn begin(&mut self, state: State) {
        self.games += 1;
        self.states = vec![state];
        self.handicap = 0;
        self.clocks.restart();
        self.player.think().reset(Rng::keyed("gtp game", &[self.options.seed, self.games]));
    }

    /// Changes the rules; the game goes on unless the size changes.
    pub(super) fn configure(&mut self, config: Config) -> Result<(), Failure> {
        self.game = Go::new(config).map_err(|e| Failure::new(e.to_string()))?;
        Ok(())
    }

    fn boardsize(&mut self, line: &Line<'_>) -> Answer {
        let side: i64 = line.arg(0)?;
        let side = u8::try_from(side).ok().filter(|s| (1..=25).contains(s));
        let side = side.ok_or_else(|| Failure::new("unacceptable size"))?;
        self.configure(Config { width: side, height: side, ..self.game.config().clone() })?;
        self.begin(self.game.start());
        Ok(String::new())
    }

    fn clear_board(&mut self, _: &Line<'_>) -> Answer {
        self.begin(self.game.start());
        Ok(String::new())
    }

    fn komi(&mut self, line: &Line<'_>) -> Answer {
        let komi = line.number(0)?;
        self.configure(Config { komi: Some(komi), ..self.game.config().clone() })?;
        Ok(String::new())
    }

    fn kgs_rules(&mut self, line: &Line<'_>) -> Answer {
        use croupier_games::go::Ko;
        let name = line.args.first().ok_or(Failure::SYNTAX)?.to_ascii_lowercase();
        let (ko, suicide) = match name.as_str() {
            "chinese" | "tromp-taylor" => (Ko::Positional, name == "tromp-taylor"),
            "aga" => (Ko::Situational, false),
            "new_zealand" => (Ko::Situational, true),
            "japanese" => return Err(Failure::new("unsupported rules: japanese counts territory")),
            _ => return Err(Failure::SYNTAX),
        };
        // What superko remembers differs between rules: the moves so far are played again.
        let config = Config { ko, suicide, ..self.game.config().clone() };
        let game = Go::new(config.clone()).map_err(|e| Failure::new(e.to_string()))?;
        let again = self.states.iter().map(|s| replayed(&game, s)).collect::<Option<Vec<State>>>();
        self.states = again.ok_or_else(|| Failure::new("the game so far is illegal under these rules"))?;
        self.configure(config)?;
        Ok(String::new())
    }

    fn play(&mut self, line: &Line<'_>) -> Answer {
        let (colour, mv) = (line.arg(0)?, line.arg(1)?);
        self.make(colour, mv)?;
        Ok(String::new())
    }

    /// Makes a move on a new position.
    pub(super) fn make(&mut self, colour: Colour, mv: Move) -> Result<(), Failure> {
        let mut next = self.state().clone();
        self.game.play_as(&mut next, colour, mv).map_err(|_| Failure::new("illegal move"))?;
        self.states.push(next);
        Ok(())
    }

    fn undo(&mut self, _: &Line<'_>) -> Answer {
        if self.states.len() == 1 {
            return Err(Failure::new("cannot undo"));
        }
        self.states.pop();
        Ok(String::new())
    }

    /// The present position with this player to move, the game taken up again if passes ended it.
    pub(super) fn to_move(&self, colour: Colour) -> State {
        let mut state = self.state().clone();
        if state.both_passed() {
            state.resume();
        }
        if state.to_move() != colour {
            // A pass is always legal here: lengths are unlimited and no free handicap is being placed.
            let _ = self.game.apply(&mut state, Move::Pass);
        }
        if state.both_passed() {
            state.resume();
        }
        state
    }

    /// Asks the player for a move.
    fn chosen(&mut self, colour: Colour) -> Result<Move, Failure> {
        let state = self.to_move(colour);
        let moves = moves_left(state.size().points(), state.moves().len());
        let budget = self.clocks.allot(colour, moves).map_or(Budget::Own, Budget::Time);
        let begun = Instant::now();
        let choice = self.player.think().choose(&self.game, &state, budget);
        self.clocks.spend(colour, begun.elapsed());
        let mv = choice.map_err(|e| Failure::new(e.to_string()))?;
        match self.game.refusal(&state, mv) {
            None => Ok(mv),
            Some(why) => Err(Failure::new(format!("the player chose {mv}, and {why}"))),
        }
    }

    fn genmove(&mut self, line: &Line<'_>) -> Answer {
        let colour = line.arg(0)?;
        let mv = self.chosen(colour)?;
        if self.player.think().expectation().is_some_and(|v| v < self.options.resign) {
            return Ok("resign".into());
        }
        self.make(colour, mv)?;
        Ok(mv.to_string())
    }

    fn reg_genmove(&mut self, line: &Line<'_>) -> Answer {
        let colour = line.arg(0)?;
        self.player.think().reset(Rng::keyed("gtp reg_genmove", &[self.options.seed]));
        Ok(self.chosen(colour)?.to_string())
    }

    /// Answers an analysis command until `stop`: a line of `info` for every interval, then an empty one.
    fn live(
        &mut self,
        line: &Line<'_>,
        out: &mut impl Write,
        mut stop: impl FnMut() -> bool,
    ) -> std::io::Result<()> {
        let id = line.id.map_or(String::new(), |n| n.to_string());
        let request = match super::analyse::Request::parse(line, self.state().to_move()) {
            Ok(request) => request,
            Err(failure) => return out.write_all(response(line.id, &Err(failure)).as_bytes()),
        };
        writeln!(out, "={id} ")?;
        out.flush()?;
        if request.genmove {
            let mv = self.analysed_move(&request, out)?;
            return write!(out, "play {mv}\n\n");
        }
        loop {
            let state = self.to_move(request.colour);
            let outlooks = self.player.think().consider(&self.game, &state, Budget::Time(request.interval));
            if outlooks.is_empty() {
                // Nothing to say, now or later: wait for the next line without spinning.
                std::thread::sleep(Duration::from_millis(20));
            } else {
                let owner = request.ownership.then(|| self.owners(&state));
                writeln!(out, "{}", request.info(&outlooks, owner.as_deref()))?;
                out.flush()?;
            }
            if stop() {
                break;
            }
        }
        out.write_all(b"\n")
    }

    fn analysed_move(
        &mut self,
        request: &super::analyse::Request,
        out: &mut impl Write,
    ) -> std::io::Result<String> {
        let state = self.to_move(request.colour);
        let outlooks =
            self.player.think().consider(&self.game, &state, Budget::Time(Duration::from_millis(1)));
        let answer = self.chosen(request.colour);
        if !outlooks.is_empty() {
            writeln!(out, "{}", request.info(&outlooks, None))?;
        }
        Ok(match answer {
            Ok(mv) => self.make(request.colour, mv).map_or("resign".into(), |()| mv.to_string()),
            Err(_) => "resign".into(),
        })
    }
}

/// A position's moves under other rules.
fn replayed(game: &Go, state: &State) -> Option<State> {
    let mut again = match state.setup() {
        Some(setup) => game.set_up(setup.clone()).ok()?,
        None => game.start(),
    };
    for &mv in state.moves() {
        if again.both_passed() {
            again.resume();
        }
        game.apply(&mut again, mv).ok()?;
    }
    Some(again)
}

/// Whether a line waits, or none will ever come; the line is kept in `next`.
fn pending(lines: &Receiver<String>, next: &mut Option<String>) -> bool {
    match lines.try_recv() {
        Ok(line) => {
            *next = Some(line);
            true
        }
        Err(TryRecvError::Empty) => false,
        Err(TryRecvError::Disconnected) => true,
    }
}
