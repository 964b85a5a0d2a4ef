//! `match`, `compare`, `league`, `ablate` and `resume`: playing plans.

use crate::args::{AblateArgs, CompareArgs, MatchArgs, ResumeArgs, RunArgs, ShowArgs};
use crate::fail::usage;
use crate::registry::{Visitor, with_game};
use crate::specs;
use anyhow::{Context, Result, bail};
use croupier_arena::{
    Entrant, Evidence, Kind, Plan, Report, Runner, Stop, Store, StoreError, html, stats, text,
};
use croupier_bots::{Bots, Spec};
use croupier_core::{AgentLabel, Determinize, Kind as SwitchKind};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What kind of run, with its bots as specs.
struct Request {
    kind: Kind,
    /// The first `candidates` bots are compared; the others are the opponents.
    bots: Vec<String>,
    candidates: usize,
    run: RunArgs,
}

/// `croupier match`.
pub fn run_match(args: MatchArgs) -> Result<()> {
    let candidates = args.bots.len();
    with_game(&args.game, &mut Request { kind: Kind::Match, bots: args.bots, candidates, run: args.run })?
}

/// `croupier league`.
pub fn run_league(args: MatchArgs) -> Result<()> {
    let candidates = args.bots.len();
    with_game(&args.game, &mut Request { kind: Kind::League, bots: args.bots, candidates, run: args.run })?
}

/// `croupier compare`.
pub fn run_compare(args: CompareArgs) -> Result<()> {
    let bots = [vec![args.a, args.b], args.against].concat();
    with_game(&args.game, &mut Request { kind: Kind::Compare, bots, candidates: 2, run: args.run })?
}

/// `croupier ablate`.
pub fn run_ablate(args: AblateArgs) -> Result<()> {
    let bots = [vec![args.bot], args.against].concat();
    with_game(&args.game, &mut Request { kind: Kind::Ablate, bots, candidates: 1, run: args.run })?
}

impl Visitor for Request {
    type Out = Result<()>;
    fn visit<G: Bots + Determinize>(&mut self) -> Result<()> {
        let game: G = specs::game(&self.run.rules)?;
        if self.kind == Kind::Ablate {
            let parts = parts_off::<G>(&self.bots[0])?;
            self.candidates += parts.len();
            self.bots.splice(1..1, parts);
        }
        let entrants = specs::entrants(&game, &self.bots)?;
        let labels: Vec<AgentLabel> = entrants.iter().map(|e| e.label.clone()).collect();
        let mut plan = match self.kind {
            Kind::Match => Plan::one_table(&game, labels)?,
            Kind::League => Plan::league(&game, labels)?,
            Kind::Compare | Kind::Ablate => Plan::same_luck(&game, self.kind, labels, self.candidates)?,
        };
        options(&mut plan, &self.run)?;
        check_page(self.run.show.html.as_deref())?;
        let store = self.run.out.as_deref().map(|dir| Store::create(dir, &plan)).transpose()?;
        let session = Session {
            game: &game,
            plan: &plan,
            entrants: &entrants,
            threads: self.run.threads,
            show: &self.run.show,
            dir: self.run.out.as_deref(),
        };
        session.play(Evidence::new(&plan), store)
    }
}

/// A page that cannot be written is found out before the run, not after.
fn check_page(file: Option<&Path>) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() || file.is_dir() {
        return Err(usage(format!(
            "--html: `{}` is not allowed; it takes a file in a folder that exists",
            file.display()
        )));
    }
    Ok(())
}

/// The bot's spec with each of its switches that is on turned off.
fn parts_off<G: Bots>(text: &str) -> Result<Vec<String>> {
    if text.starts_with("cmd:") {
        return Err(usage(format!(
            "{text}: a program's parts cannot be switched off; ablate takes a bot of the list"
        )));
    }
    let spec: Spec = text.parse()?;
    let bots = G::bots();
    let Some(entry) = bots.iter().find(|e| e.name == spec.name) else {
        let names = bots.iter().map(|e| e.name);
        return Err(croupier_core::ConfigError::unknown("bot", spec.name, names).into());
    };
    let params = entry.params(&spec)?;
    let on = entry.switches.iter().filter(|s| s.kind == SwitchKind::Bool && params.0[s.key] == true);
    let off: Vec<String> = on
        .map(|s| {
            let kept = spec.pairs.iter().filter(|(k, _)| k != s.key).map(|(k, v)| format!("{k}={v}"));
            let pairs: Vec<String> = kept.chain([format!("{}=off", s.key)]).collect();
            format!("{}:{}", spec.name, pairs.join(","))
        })
        .collect();
    if off.is_empty() {
        return Err(usage(format!(
            "{text}: has no switch that is on; `croupier games {}` lists its parameters",
            G::ID
        )));
    }
    Ok(off)
}

fn options(plan: &mut Plan, run: &RunArgs) -> Result<()> {
    plan.blocks = run.blocks;
    plan.luck = run.luck;
    plan.deck = run.deck.into();
    plan.series = run.series;
    plan.seatings = run.seatings;
    plan.budget = run.budget();
    if let Some(text) = &run.sprt {
        plan.sprt = Some(text.parse().map_err(|e| usage(format!("--sprt: {e}")))?);
    }
    plan.check_options()?;
    Ok(())
}

/// A plan being played, and how its result is shown.
struct Session<'a, G: Bots> {
    game: &'a G,
    plan: &'a Plan,
    entrants: &'a [Entrant<G>],
    threads: Option<u16>,
    show: &'a ShowArgs,
    dir: Option<&'a Path>,
}

impl<G: Bots> Session<'_, G> {
    fn play(&self, mut evidence: Evidence, store: Option<Store>) -> Result<()> {
        let stop = stop_on_ctrl_c()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(cores, usize::from);
        let bar = bar(self.plan.blocks, evidence.blocks(), self.show.quiet);
        let runner =
            Runner { game: self.game, plan: self.plan, entrants: self.entrants, threads, stop: &stop };
        let ended = runner.run(&mut evidence, store, |p| bar.set_position(p.blocks));
        bar.finish_and_clear();
        let ended = ended.map_err(|e| match self.dir {
            Some(dir) => anyhow::Error::from(e).context(format!(
                "stopped after {} blocks; continue with `croupier resume {}`",
                evidence.blocks(),
                dir.display()
            )),
            None => e.into(),
        })?;
        if evidence.blocks() == 0 {
            bail!("interrupted before the first block was played");
        }
        if let Some(dir) = self.dir {
            super::sgf::write(self.game, dir)?;
            super::hands::write(self.game, dir)?;
        }
        self.present(&Report::new(self.plan, &evidence, &ended)?)?;
        if ended == Stop::Interrupted {
            match self.dir {
                Some(dir) => bail!(
                    "interrupted after {} of {} blocks; continue with `croupier resume {}`",
                    evidence.blocks(),
                    self.plan.blocks,
                    dir.display()
                ),
                None => bail!(
                    "interrupted after {} of {} blocks; with --out DIR a run can be resumed",
                    evidence.blocks(),
                    self.plan.blocks
                ),
            }
        }
        Ok(())
    }

    fn present(&self, report: &Report) -> Result<()> {
        if let Some(file) = &self.show.html {
            croupier_core::write_whole(file, html(report).as_bytes())
                .with_context(|| format!("--html {}", file.display()))?;
        }
        let mut shown =
            if self.show.json { serde_json::to_string_pretty(report)? + "\n" } else { text(report) };
        if self.show.stats && !self.show.json {
            let stats = stats(report);
            let none = format!("{} counts nothing about bots beyond their scores\n", G::ID);
            shown.push_str(if stats.is_empty() { &none } else { &stats });
        }
        std::io::stdout().write_all(shown.as_bytes())?;
        Ok(())
    }
}

/// A progress bar on standard error; hidden when that is no terminal, or quiet is asked for.
pub fn bar(of: u64, done: u64, quiet: bool) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} blocks  {per_sec}  ends in {eta}")
        .expect("the template is valid");
    let bar = ProgressBar::new(of).with_style(style).with_position(done);
    bar.enable_steady_tick(std::time::Duration::from_millis(250));
    bar
}

/// A flag that Ctrl-C (or a polite kill) sets; a second one ends the program at once.
fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        eprintln!("stopping after the episodes under way; again to stop at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// `croupier resume`.
pub fn resume(args: &ResumeArgs) -> Result<()> {
    let plan = Store::plan(&args.dir)?;
    stored(&args.dir, &plan.game.clone(), &mut Resume { args, plan })?
}

struct Resume<'a> {
    args: &'a ResumeArgs,
    plan: Plan,
}

impl Visitor for Resume<'_> {
    type Out = Result<()>;
    fn visit<G: Bots + Determinize>(&mut self) -> Result<()> {
        let game: G = stored_game(&self.plan, &self.args.dir)?;
        let specs: Vec<String> = self.plan.entrants.iter().map(|l| l.spec.clone()).collect();
        let entrants = specs::entrants(&game, &specs)?;
        if let Some(e) = entrants.iter().zip(&self.plan.entrants).find(|(e, label)| e.label != **label) {
            bail!(
                "`{}` no longer has the parameters the run was started with: {} then, {} now",
                e.1.spec,
                e.1.params,
                e.0.label.params
            );
        }
        let resumed = Store::open(&self.args.dir, &self.plan)?;
        resumed.healed.iter().for_each(|h| eprintln!("healed: {h}"));
        let mut evidence = Evidence::new(&self.plan);
        for (line, times) in resumed.done {
            evidence.add_line(&line, &times)?;
        }
        check_page(self.args.show.html.as_deref())?;
        let session = Session {
            game: &game,
            plan: &self.plan,
            entrants: &entrants,
            threads: self.args.threads,
            show: &self.args.show,
            dir: Some(&self.args.dir),
        };
        session.play(evidence, Some(resumed.store))
    }
}

/// Does `visitor`'s work for the game that a run names.
pub fn stored<V: Visitor>(dir: &Path, game: &str, visitor: &mut V) -> Result<V::Out> {
    with_game(game, visitor).with_context(|| dir.join("run.json").display().to_string())
}

/// The game of a stored plan, if this program plays it.
pub fn stored_game<G: Bots>(plan: &Plan, dir: &Path) -> Result<G> {
    let found = format!("{} RULES {}, croupier {}", plan.game, plan.rules, plan.version);
    let expected = format!("{} RULES {}, croupier {}", G::ID, G::RULES, croupier_core::VERSION);
    if found != expected {
        return Err(StoreError::Other { path: dir.join("run.json"), found, expected }.into());
    }
    let game: G = croupier_core::config::from_json(plan.config.clone())?;
    plan.check_stored(&game).map_err(|e| usage(format!("{}: {e}", dir.join("run.json").display())))?;
    Ok(game)
}
