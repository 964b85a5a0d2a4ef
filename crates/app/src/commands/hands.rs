//! Hands of hold'em in other programs' files: `replay FILE`, `convert`, and what a run writes beside its records.

use crate::args::{ConvertArgs, FormatArg, ReplayArgs};
use crate::fail::{say, usage};
use anyhow::{Context, Result};
use croupier_arena::Store;
use croupier_bots::Bots;
use croupier_core::{Game, LegalSet, Record, Seat};
use croupier_games::Holdem;
use croupier_games::holdem::Legal;
use croupier_wire::acpc::{self, GameDef};
use croupier_wire::hand::{Hand, Moment, Replayed, hands_of};
use croupier_wire::phh;
use serde_json::json;
use std::any::Any;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Write as _};
use std::path::Path;

/// A hand of a file, under the name it has there.
type Named = (String, Result<Hand>);

/// Writes `hands.phhs`, and `hands.log` where the ACPC protocol can say the rules, from the records of a run of hold'em;
/// nothing for other games. Written anew from the records every time, so that a resumed run has the files of one never
/// stopped.
pub fn write<G: Bots>(game: &G, dir: &Path) -> Result<()> {
    let Some(game) = (game as &dyn Any).downcast_ref::<Holdem>() else { return Ok(()) };
    let create = |name: &str| {
        let path = dir.join(name);
        std::fs::File::create(&path).map(BufWriter::new).with_context(|| path.display().to_string())
    };
    let mut phhs = create("hands.phhs")?;
    let mut log = GameDef::of(game.config()).is_ok().then(|| create("hands.log")).transpose()?;
    let mut writer = acpc::LogWriter::default();
    let mut written = 0u64;
    each_hand(game, dir, |hand| {
        write!(phhs, "[{}]\n{}\n", written + 1, phh::write(&hand)?)?;
        if let Some(log) = &mut log {
            log.write_all(writer.hand(&hand)?.as_bytes())?;
        }
        written += 1;
        Ok(())
    })?;
    if let Some(mut log) = log {
        log.write_all(writer.end().as_bytes())?;
        log.flush()?;
    }
    Ok(phhs.flush()?)
}

/// Every hand of a run's records, numbered from 0 in their order.
fn each_hand(game: &Holdem, dir: &Path, mut visit: impl FnMut(Hand) -> Result<()>) -> Result<()> {
    let path = dir.join("records.jsonl");
    let file = std::fs::File::open(&path).with_context(|| path.display().to_string())?;
    let mut number = 0u64;
    for (i, line) in BufReader::new(file).lines().enumerate() {
        let at = || format!("{}, line {}", path.display(), i + 1);
        let record: Record = line?.parse().with_context(at)?;
        for mut hand in hands_of(game, &record).with_context(at)? {
            hand.name = Some(number.to_string());
            number += 1;
            visit(hand).with_context(at)?;
        }
    }
    Ok(())
}

/// The hands of a PHH file, an ACPC log (`game` is its definition) or a run's directory.
fn read(path: &Path, game: Option<&Path>) -> Result<Vec<Named>> {
    if path.is_dir() {
        let plan = Store::plan(path)?;
        if plan.game != Holdem::ID {
            return Err(usage(format!("{}: a run of {}, not of {}", path.display(), plan.game, Holdem::ID)));
        }
        let rules: Holdem = super::runs::stored_game(&plan, path)?;
        let mut hands = Vec::new();
        each_hand(&rules, path, |hand| {
            hands.push((format!("hand {}", hands.len()), Ok(hand)));
            Ok(())
        })?;
        return Ok(hands);
    }
    let bytes = std::fs::read(path).map_err(|e| usage(format!("{}: {e}", path.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    match extension.as_str() {
        "phh" | "phhs" => {
            let hands = phh::read(&text).map_err(|e| usage(format!("{}: {e}", path.display())))?;
            let name = |name: String| if name.is_empty() { name } else { format!("[{name}]") };
            Ok(hands.into_iter().map(|(n, hand)| (name(n), hand.map_err(Into::into))).collect())
        }
        "log" => {
            let game = game_of_log(&text, game)?;
            let log = acpc::read_log(&game, &text);
            Ok(log
                .hands
                .into_iter()
                .map(|(n, hand)| (format!("line {n}"), hand.map_err(Into::into)))
                .collect())
        }
        other => Err(usage(format!(
            "{}: `.{other}` is not known; it takes a run's directory, a .phh or .phhs file, or an ACPC .log",
            path.display()
        ))),
    }
}

/// The game of a log: the definition given, or the one in the comments that our own logs begin with, or heads-up with
/// blinds of 50 and 100 and stacks of 20,000, which most are of.
pub fn game_of_log(text: &str, file: Option<&Path>) -> Result<GameDef> {
    if let Some(file) = file {
        return game_def(file);
    }
    let comments: Vec<&str> = text.lines().map_while(|l| l.strip_prefix("# ")).collect();
    match comments.iter().position(|l| *l == "GAMEDEF") {
        Some(at) => comments[at..].join("\n").parse().map_err(|e| usage(format!("its first comments: {e}"))),
        None => Ok(GameDef::default()),
    }
}

/// A game definition from a file.
pub fn game_def(file: &Path) -> Result<GameDef> {
    let refuse = |e: &dyn std::fmt::Display| usage(format!("--game {}: {e}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|e| refuse(&e))?;
    text.parse().map_err(|e| refuse(&e))
}

/// Whether `replay` is asked for a file instead of a run.
pub fn is_file(args: &ReplayArgs) -> bool {
    args.dir.extension().is_some_and(|e| ["phh", "phhs", "log"].iter().any(|k| e.eq_ignore_ascii_case(k)))
        && !args.dir.is_dir()
}

/// `croupier replay FILE`.
pub fn replay(args: &ReplayArgs) -> Result<()> {
    let hands = read(&args.dir, args.game.as_deref())?;
    let count = hands.len();
    let (name, hand) = hands.into_iter().nth(usize::try_from(args.episode)?).ok_or_else(|| {
        usage(format!("--episode: `{}` is not allowed; the file holds {count} hands", args.episode))
    })?;
    let at = || format!("{} {name}", args.dir.display());
    let hand = hand.with_context(at)?;
    let seats = hand.holes.len();
    if let Some(seat) = args.seat.filter(|&s| usize::from(s) >= seats) {
        return Err(usage(format!(
            "--seat: `{seat}` is not allowed; it takes a whole number from 0 to {}",
            seats - 1
        )));
    }
    let mut out = String::new();
    let only = args.seat.map(Seat);
    let replayed = hand.replay(|moment| match args.json {
        true => step_json(&moment, only, &mut out),
        false => step_text(&moment, only, &mut out),
    });
    let replayed = replayed.with_context(at)?;
    std::io::stdout().write_all(out.as_bytes())?;
    if args.json { Ok(()) } else { say(ending(&hand, &replayed)) }
}

/// The seats whose views a step shows.
fn shown(moment: &Moment<'_>, only: Option<Seat>) -> Vec<Seat> {
    match (only, moment.act) {
        (Some(seat), Some(act)) => {
            if act.seat == seat {
                vec![seat]
            } else {
                vec![]
            }
        }
        (Some(seat), None) => vec![seat],
        (None, Some(act)) => vec![act.seat],
        (None, None) => Seat::all(moment.hand.holes.len()).collect(),
    }
}

fn legal(moment: &Moment<'_>) -> Vec<String> {
    let mut legal = Legal::default();
    moment.game.legal(moment.state, &mut legal);
    legal.texts()
}

fn step_text(moment: &Moment<'_>, only: Option<Seat>, out: &mut String) {
    for seat in shown(moment, only) {
        let name = moment.hand.players.get(seat.index()).filter(|p| !p.is_empty());
        let name = name.map_or(String::new(), |p| format!(" ({p})"));
        let _ = writeln!(out, "--- {} · what seat {seat}{name} knows\n{}", moment.index, moment.view(seat));
        if let Some(act) = moment.act {
            let _ =
                writeln!(out, "legal: {}\nseat {} does {}", legal(moment).join(" | "), act.seat, act.action);
        }
    }
}

fn step_json(moment: &Moment<'_>, only: Option<Seat>, out: &mut String) {
    for seat in shown(moment, only) {
        let line = json!({
            "step": moment.index, "seat": seat, "view": moment.view(seat), "legal": legal(moment),
            "action": moment.act.map(|a| a.action),
        });
        let _ = writeln!(out, "{line}");
    }
}

fn ending(hand: &Hand, replayed: &Replayed) -> String {
    let scale = f64::from(hand.scale);
    let list = |scores: &[f64]| {
        let each = scores.iter().enumerate().map(|(i, s)| format!("seat {i} {:+}", s / scale));
        each.collect::<Vec<_>>().join(", ")
    };
    let mut out = match (&replayed.scores, replayed.over) {
        (Some(scores), _) => format!("over: {}", list(scores)),
        (None, true) => "over; who won is not told".to_string(),
        (None, false) => "the file stops before the hand is over".to_string(),
    };
    if let (Some(scores), Some(stated)) = (&replayed.scores, &hand.stated)
        && scores != stated
    {
        let _ = write!(out, "\nnote: the file says {}", list(stated));
    }
    if let Some(forfeit) = &hand.forfeit {
        let _ = write!(out, "\nforfeit of {forfeit}");
    }
    out
}

/// `croupier convert`.
pub fn convert(args: &ConvertArgs) -> Result<()> {
    let mut hands = Vec::new();
    let mut wrong = 0;
    for (name, hand) in read(&args.input, args.game.as_deref())? {
        let replayed = hand.and_then(|h| h.replay(|_| ()).map(|r| (h, r.scores)).map_err(Into::into));
        match replayed {
            Ok((_, None)) if args.to == FormatArg::Acpc => {
                eprintln!("{} {name}: left out: not over, or who won is not told", args.input.display());
                wrong += 1;
            }
            Ok((hand, _)) => hands.push(hand),
            Err(error) => {
                eprintln!("{} {name}: left out: {error:#}", args.input.display());
                wrong += 1;
            }
        }
    }
    let text = match args.to {
        FormatArg::Phh => phh::write_many(&hands),
        FormatArg::Acpc => {
            let mut writer = acpc::LogWriter::default();
            let lines: Result<String, _> = hands.iter().map(|h| writer.hand(h)).collect();
            lines.map(|lines| lines + &writer.end())
        }
    };
    let text = text.map_err(|e| usage(format!("--to: {e}")))?;
    match &args.out {
        Some(file) => {
            std::fs::write(file, text).map_err(|e| usage(format!("--out {}: {e}", file.display())))?
        }
        None => std::io::stdout().write_all(text.as_bytes())?,
    }
    if wrong > 0 {
        anyhow::bail!("{wrong} of {} hands were left out", wrong + hands.len());
    }
    Ok(())
}
