//! `croupier acpc`: a seat at a dealer of the protocol, a dealer, and its game definition.

use super::hands::game_def;
use crate::args::{AcpcArgs, AcpcCommand, AcpcDealArgs, AcpcPlayArgs, RulesArgs};
use crate::fail::{say, usage};
use crate::specs;
use anyhow::{Context, Result, bail};
use croupier_bots::{Spec, find};
use croupier_core::{Budget, Game, Luck};
use croupier_games::Holdem;
use croupier_wire::acpc::{Client, Dealer, GameDef, Limits, MatchEnd, MatchReport};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// `croupier acpc`.
pub fn run(args: &AcpcArgs) -> Result<()> {
    match &args.command {
        AcpcCommand::Play(args) => play(args),
        AcpcCommand::Deal(args) => deal(args),
        AcpcCommand::Game(args) => say(definition(&args.rules, None)?.to_string().trim_end()),
    }
}

/// A game definition from a file, or from the rules' switches.
fn definition(rules: &RulesArgs, file: Option<&Path>) -> Result<GameDef> {
    match file {
        Some(file) if rules.profile.is_none() && rules.sets.is_empty() => game_def(file),
        Some(_) => Err(usage("--game: a definition says all the rules; leave --profile and --set out")),
        None => {
            let game: Holdem = specs::game(rules)?;
            Ok(GameDef::of(game.config())?)
        }
    }
}

fn play(args: &AcpcPlayArgs) -> Result<()> {
    let game = definition(&args.rules, args.game.as_deref())?;
    let spec: Spec = args.bot.parse()?;
    let rules = game.game();
    let (_, factory) = find(&rules, &spec)?;
    let budget = match (args.nodes, args.time) {
        (Some(n), _) => Budget::Nodes(n),
        (_, Some(ms)) => Budget::Time(Duration::from_millis(ms)),
        _ => Budget::Own,
    };
    let address = (args.host.as_str(), args.port);
    let mut client = Client::connect(address, game, args.seed)
        .with_context(|| format!("{} port {}", args.host, args.port))?;
    let mut agent = factory.make();
    let (hands, won) = client.play(&mut *agent, budget, |_| ())?;
    say(format!("{} played {hands} hands and won {won:+} chips", args.bot))
}

fn limits(args: &AcpcDealArgs) -> Limits {
    Limits {
        response: Duration::from_millis(args.t_response),
        hand: Duration::from_millis(args.t_hand),
        per_hand: Duration::from_millis(args.t_per_hand),
        start: args.start_timeout.map(Duration::from_millis),
    }
}

fn deal(args: &AcpcDealArgs) -> Result<()> {
    let game = definition(&args.rules, args.game.as_deref())?;
    let seats = game.seats();
    if args.players.len() != seats {
        return Err(usage(format!(
            "{} players are given; the game has {seats} seats, a name for each",
            args.players.len()
        )));
    }
    if let Some(name) = args.players.iter().find(|p| p.is_empty() || p.contains([':', '|', '\n', '\r'])) {
        return Err(usage(format!("player `{name}` is not allowed; a name has no `:`, `|` or line break")));
    }
    let ports = if args.ports.is_empty() { vec![0; seats] } else { args.ports.clone() };
    if ports.len() != seats {
        return Err(usage(format!(
            "--ports: {} are given; it takes {seats}, one for each seat",
            ports.len()
        )));
    }
    let mut log = args.log.as_deref().map(open_log).transpose()?;
    let luck = Luck::block(croupier_arena::Deck::from(args.deck).name(), args.luck, 0);
    let mut dealer =
        Dealer::open(game, args.players.clone(), args.host, &ports).map_err(|e| usage(e.to_string()))?;
    dealer.hands = args.hands;
    dealer.luck = luck;
    dealer.limits = limits(args);
    dealer.fixed = args.fixed;
    dealer.strict = args.strict;
    if let Some(log) = &mut log {
        writeln!(log, "{}", header(args, &dealer)).context("--log")?;
    }
    let ports: Vec<String> = dealer.ports()?.iter().map(u16::to_string).collect();
    // As the reference does: the first line says where to join, and scripts wait for it.
    if args.json {
        eprintln!("{}", ports.join(" "));
    } else {
        say(ports.join(" "))?;
    }
    let bar = super::runs::bar(args.hands.into(), 0, args.quiet);
    let lines = args.verbose && !args.quiet;
    let report = dealer.run(
        |line| {
            bar.inc(u64::from(line.starts_with("STATE")));
            log.as_mut().map_or(Ok(()), |log| writeln!(log, "{line}").and_then(|()| log.flush()))
        },
        |way, seat, line| {
            if lines {
                eprintln!("{way} {seat} {line}");
            }
        },
    );
    bar.finish_and_clear();
    show(&report?, args.json)
}

fn open_log(path: &Path) -> Result<std::io::BufWriter<std::fs::File>> {
    let file = std::fs::File::create(path).map_err(|e| usage(format!("--log {}: {e}", path.display())))?;
    Ok(std::io::BufWriter::new(file))
}

/// The comments a log begins with: the game's definition, then those of the reference.
fn header(args: &AcpcDealArgs, dealer: &Dealer) -> String {
    let definition: Vec<String> = dealer.game.to_string().lines().map(|l| format!("# {l}")).collect();
    format!(
        "{}\n# name/game/hands/seed croupier holdem {} {}\n#--t_response {}\n#--t_hand {}\n#--t_per_hand {}",
        definition.join("\n"),
        args.hands,
        args.luck,
        args.t_response,
        args.t_hand,
        args.t_per_hand
    )
}

fn show(report: &MatchReport, json: bool) -> Result<()> {
    if json {
        say(serde_json::to_string_pretty(report)?)?;
    } else {
        say(croupier_wire::acpc::score_line(&report.scores()))?;
        for player in &report.players {
            let faults: Vec<String> =
                player.faults.iter().map(|(f, n)| format!("{n} {}", f.name())).collect();
            let faults = if faults.is_empty() { "no faults".to_string() } else { faults.join(", ") };
            let first = player.first_fault.as_ref().map_or(String::new(), |f| format!("; the first: {f}"));
            let stale =
                if player.stale > 0 { format!("; {} stale lines", player.stale) } else { String::new() };
            let mean = player.score / f64::from(report.hands.max(1));
            say(format!(
                "{}: {:+} chips, {mean:+.2} a hand over {} hands, {faults}{first}{stale}, {:.1} s",
                player.player, player.score, report.hands, player.seconds
            ))?;
        }
    }
    match &report.end {
        MatchEnd::Over => Ok(()),
        MatchEnd::Forfeit { seat, fault, detail, hand } => {
            let player = &report.players[*seat].player;
            bail!("{player} forfeits the match in hand {hand}: {} ({detail})", fault.name())
        }
    }
}
