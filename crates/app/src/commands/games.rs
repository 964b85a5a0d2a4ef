//! `croupier games`: what there is.

use crate::args::GamesArgs;
use crate::fail::say;
use crate::registry::{GAMES, Visitor, with_game};
use anyhow::Result;
use croupier_bots::Bots;
use croupier_core::{Determinize, Kind, Switch};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct GameInfo {
    game: &'static str,
    rules: u32,
    about: &'static str,
    profiles: Vec<ProfileInfo>,
    switches: Vec<SwitchInfo>,
    bots: Vec<BotInfo>,
}

#[derive(Serialize)]
struct ProfileInfo {
    name: &'static str,
    about: &'static str,
    seats: Option<usize>,
    config: Value,
}

#[derive(Serialize)]
struct SwitchInfo {
    key: &'static str,
    allowed: String,
    /// The values to choose from, where they are few words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<&'static str>,
    default: Value,
    help: &'static str,
}

#[derive(Serialize)]
struct BotInfo {
    name: &'static str,
    about: &'static str,
    parameters: Vec<SwitchInfo>,
}

fn switch_info(switches: &[Switch], defaults: &Value) -> Vec<SwitchInfo> {
    let info = |s: &Switch| SwitchInfo {
        key: s.key,
        allowed: s.kind.allowed(),
        choices: match s.kind {
            Kind::Bool => vec!["true", "false"],
            Kind::OneOf(words) => words.to_vec(),
            _ => vec![],
        },
        default: defaults[s.key].clone(),
        help: s.help,
    };
    switches.iter().map(info).collect()
}

struct Describe;

impl Visitor for Describe {
    type Out = GameInfo;
    fn visit<G: Bots + Determinize>(&mut self) -> GameInfo {
        let profiles: Vec<ProfileInfo> = G::profiles()
            .into_iter()
            .map(|(name, about, config)| ProfileInfo {
                name,
                about,
                config: serde_json::to_value(&config).expect("a configuration serialises"),
                seats: G::new(config).ok().map(|g| g.seats()),
            })
            .collect();
        let bots = G::bots().into_iter().map(|e| BotInfo {
            name: e.name,
            about: e.help,
            parameters: switch_info(&e.switches, &e.defaults),
        });
        GameInfo {
            game: G::ID,
            rules: G::RULES,
            about: G::ABOUT,
            switches: switch_info(G::switches(), &profiles[0].config),
            bots: bots.collect(),
            profiles,
        }
    }
}

fn print(info: &GameInfo) -> Result<()> {
    say(format!("{}  (RULES {})  {}", info.game, info.rules, info.about))?;
    say("  profiles".to_string())?;
    for p in &info.profiles {
        let seats = p.seats.map_or(String::new(), |s| format!("{s} seats; "));
        say(format!("    {:<16} {seats}{}", p.name, p.about))?;
    }
    if !info.switches.is_empty() {
        say("  switches (--set key=value)".to_string())?;
        info.switches.iter().try_for_each(print_switch)?;
    }
    say("  bots".to_string())?;
    for b in &info.bots {
        say(format!("    {:<16} {}", b.name, b.about))?;
        b.parameters.iter().try_for_each(print_switch)?;
    }
    say("")
}

fn print_switch(s: &SwitchInfo) -> Result<()> {
    let default = s.default.as_str().map_or_else(|| s.default.to_string(), String::from);
    say(format!("      {}={default}  {}; {}", s.key, s.help, s.allowed))
}

/// All games as JSON.
pub fn json() -> Value {
    let infos = GAMES.iter().map(|n| with_game(n, &mut Describe)).collect::<Result<Vec<_>, _>>();
    serde_json::to_value(infos.expect("listed games are known")).expect("a description serialises")
}

/// Lists one game or all.
pub fn run(args: &GamesArgs) -> Result<()> {
    let names: Vec<&str> = args.game.as_deref().map_or(GAMES.to_vec(), |g| vec![g]);
    let infos = names.into_iter().map(|n| with_game(n, &mut Describe)).collect::<Result<Vec<_>, _>>()?;
    if args.json {
        say(serde_json::to_string_pretty(&infos)?.to_string())?;
    } else {
        infos.iter().try_for_each(print)?;
        say("Every game also takes outside programs: cmd:PROGRAM ARGS (docs/PROTOCOL.md).".to_string())?;
    }
    Ok(())
}
