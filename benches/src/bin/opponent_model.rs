//! The opponent-model experiment: `model` (OM) and `static` (SM) against each style, series on the same luck, both
//! seats. `scripts/reproduce-opponent-model` runs it as published.
//!
//! The same lucks, seatings and agents' streams as `croupier compare holdem model static --against ta --series N`, so
//! the means agree; here all matches of a luck go side by side, hand by hand, and the running average is kept.

use croupier_bots::holdem::blueprint::Blueprint;
use croupier_bots::holdem::modeler::Observer;
use croupier_bots::holdem::virtuals::Virtual;
use croupier_bots::{Spec, find};
use croupier_core::{Agent, Budget, Factory, Game, Luck, Seat, Tally, play};
use croupier_games::Holdem;
use croupier_games::holdem::Action;
use croupier_stats::Mean;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Points of the running average.
const POINTS: usize = 100;

struct Options {
    heroes: Vec<String>,
    against: Vec<String>,
    blocks: u64,
    series: u64,
    luck: u64,
    deck: String,
    threads: usize,
    out: Option<PathBuf>,
    diagnose: bool,
}

const USAGE: &str = "options: --hero SPEC (repeatable; the first is compared with the others) --against SPEC (repeatable) \
                     --blocks N --series N --luck N --deck dev|test --threads N --out DIR --diagnose";

fn options() -> Result<Options, String> {
    let mut o = Options {
        heroes: vec![],
        against: vec![],
        blocks: 20,
        series: 5000,
        luck: 1,
        deck: "dev".into(),
        threads: 1,
        out: None,
        diagnose: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(key) = words.next() {
        if key == "--diagnose" {
            o.diagnose = true;
            continue;
        }
        let value = words.next().ok_or(format!("{key}: a value is missing; {USAGE}"))?;
        let number = || {
            value
                .parse::<u64>()
                .ok()
                .filter(|n| *n > 0)
                .ok_or(format!("{key}: `{value}` is no whole number from 1"))
        };
        match key.as_str() {
            "--hero" => o.heroes.push(value),
            "--against" => o.against.push(value),
            "--blocks" => o.blocks = number()?,
            "--series" => o.series = number()?,
            "--luck" => o.luck = number()?,
            "--threads" => o.threads = number()? as usize,
            "--out" => o.out = Some(value.into()),
            "--deck" if value == "dev" || value == "test" => o.deck = value,
            "--deck" => return Err(format!("--deck: `{value}` is not allowed; it takes dev or test")),
            _ => return Err(format!("{key}: unknown; {USAGE}")),
        }
    }
    if o.heroes.is_empty() {
        o.heroes = vec!["model".into(), "static".into()];
    }
    if o.against.is_empty() {
        o.against = ["ta", "tp", "la", "lp"].map(String::from).to_vec();
    }
    Ok(o)
}

type Maker = Arc<dyn Factory<Holdem>>;

/// One hero against one opponent over a series, both seats.
struct Match {
    /// What the hero won by hand, both seats added, in chips.
    won: Vec<f64>,
    style: BTreeMap<&'static str, (f64, f64)>,
}

/// Sums of what the opponent did.
fn count(
    game: &Holdem,
    end: &<Holdem as Game>::State,
    seat: Seat,
    style: &mut BTreeMap<&'static str, (f64, f64)>,
) {
    let mut tally = Tally::default();
    game.tally(end, &mut tally);
    for (who, key, value, weight) in tally.entries() {
        if *who == Some(seat) {
            let sum = style.entry(key).or_default();
            *sum = (sum.0 + value * weight, sum.1 + weight);
        }
    }
    let view = game.view(end, seat);
    let folded = view.actions[0].iter().any(|a| a.seat == seat && a.action == Action::Fold);
    let sum = style.entry("folded_preflop").or_default();
    *sum = (sum.0 + f64::from(u8::from(folded)), sum.1 + 1.0);
}

/// All matches of one luck, hand by hand side by side: `[opponent][hero]`.
fn block(o: &Options, game: &Holdem, heroes: &[Maker], against: &[Maker], number: u64) -> Vec<Vec<Match>> {
    let luck = Luck::block(&o.deck, o.luck, number);
    let new = |_: &Maker| Match { won: Vec::with_capacity(o.series as usize), style: BTreeMap::new() };
    let mut matches: Vec<Vec<Match>> = against.iter().map(|_| heroes.iter().map(new).collect()).collect();
    // [opponent][hero][seating]: the pair at the table.
    let pair = |h: &Maker, a: &Maker| [0, 1].map(|_| (h.make(), a.make()));
    let mut tables: Vec<Vec<_>> =
        against.iter().map(|a| heroes.iter().map(|h| pair(h, a)).collect()).collect();
    for episode in 0..o.series {
        let luck = luck.episode(episode);
        for (row, sums) in tables.iter_mut().zip(&mut matches) {
            for (pairs, sum) in row.iter_mut().zip(sums) {
                let mut won = 0.0;
                for (seating, (hero, other)) in pairs.iter_mut().enumerate() {
                    let stream = |seat: u64, position: u64| luck.agent(o.luck, seat, position);
                    let (hero, other): (&mut dyn Agent<Holdem>, &mut dyn Agent<Holdem>) =
                        (hero.as_mut(), other.as_mut());
                    let (mut table, rngs) = match seating {
                        0 => ([hero, other], vec![stream(0, 0), stream(1, 1)]),
                        _ => ([other, hero], vec![stream(0, 1), stream(1, 0)]),
                    };
                    let outcome = play(game, luck, &mut table, rngs, Budget::Own, &mut ());
                    assert!(outcome.forfeit.is_none(), "{:?}", outcome.forfeit);
                    won += outcome.scores[seating];
                    count(game, &outcome.state, Seat(1 - seating as u8), &mut sum.style);
                }
                sum.won.push(won);
            }
        }
    }
    matches
}

fn main() -> Result<(), String> {
    let o = options()?;
    let game = Holdem::default();
    let maker = |text: &String| -> Result<Maker, String> {
        let spec: Spec = text.parse().map_err(|e| format!("{e}"))?;
        Ok(find(&game, &spec).map_err(|e| e.to_string())?.1)
    };
    let heroes: Vec<Maker> = o.heroes.iter().map(maker).collect::<Result<_, _>>()?;
    let against: Vec<Maker> = o.against.iter().map(maker).collect::<Result<_, _>>()?;
    if o.diagnose {
        return diagnose(&o, &game, &heroes, &against);
    }
    let next = AtomicU64::new(0);
    let mut blocks = Blocks::new();
    std::thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        for _ in 0..o.threads {
            let (sender, next, o, game, heroes, against) =
                (sender.clone(), &next, &o, &game, &heroes, &against);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let over = number >= o.blocks;
                    if over || sender.send((number, block(o, game, heroes, against, number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // What is done is kept after every series, so that a run that is stopped has not been for nothing.
        for (number, matches) in done {
            blocks.insert(number, matches);
            eprintln!("series {} of {}", blocks.len(), o.blocks);
            if o.out.is_some() {
                report(&o, &blocks, &mut String::new())?;
            }
        }
        let mut text = String::new();
        report(&o, &blocks, &mut text)?;
        print!("{text}");
        Ok(())
    })
}

/// What a virtual opponent's predictions are worth on one street: sums over actions.
#[derive(Clone, Copy, Default)]
struct Worth {
    n: f64,
    /// Natural logarithm of the probability it gave to what was done.
    action: f64,
    /// Binary logarithm of the true hand's weight over the mean of all possible ones, after the action.
    hand: f64,
}

/// Plays the last hero against each opponent, with an observer for each virtual opponent at its side.
fn diagnose(o: &Options, game: &Holdem, heroes: &[Maker], against: &[Maker]) -> Result<(), String> {
    let hero = heroes.last().ok_or("--hero: none is given")?;
    println!(
        "logarithm of the probability of what was done (e) and of the true hand's weight (2), by street, after hand 500"
    );
    for (opponent, name) in against.iter().zip(&o.against) {
        let style = serde_json::from_value::<Virtual>(json!(name)).ok();
        let minds = [Virtual::Paper, Virtual::Scaled, Virtual::Learned].into_iter().chain(style);
        let minds: Vec<Virtual> = minds.collect();
        let mut worth = vec![[Worth::default(); 4]; minds.len()];
        for number in 0..o.blocks {
            let luck = Luck::block(&o.deck, o.luck, number);
            let new = |m: &Virtual| Observer::new(Blueprint::shipped(), game.config(), *m, 0.01);
            let mut observers: Vec<Observer> = minds.iter().map(new).collect();
            let (mut hero, mut other) = (hero.make(), opponent.make());
            for episode in 0..o.series {
                let luck = luck.episode(episode);
                let rngs = vec![luck.agent(o.luck, 0, 0), luck.agent(o.luck, 1, 1)];
                let mut table: [&mut dyn Agent<Holdem>; 2] = [hero.as_mut(), other.as_mut()];
                let outcome = play(game, luck, &mut table, rngs, Budget::Own, &mut ());
                let view = game.view(&outcome.state, Seat(0));
                let Some(truth) = game.view(&outcome.state, Seat(1)).hole else { continue };
                for (observer, worth) in observers.iter_mut().zip(&mut worth) {
                    observer.begin(true);
                    observer.follow_with(&view, &mut |seen| {
                        if episode < 500 {
                            return;
                        }
                        let w = &mut worth[seen.street as usize];
                        let all: Vec<f64> = seen.weights.all().iter().copied().filter(|w| *w > 0.0).collect();
                        let mean = all.iter().sum::<f64>() / all.len() as f64;
                        w.n += 1.0;
                        w.action += seen.expected[seen.kind as usize].max(1e-3).ln();
                        w.hand += (seen.weights.all()[truth.index()] / mean).log2();
                    });
                    observer.finish(&view);
                }
            }
        }
        for (mind, worth) in minds.iter().zip(&worth) {
            print!("{name:<4} {:<8}", serde_json::to_string(mind).map_err(|e| e.to_string())?);
            for w in worth {
                print!("  {:>7} {:>7.4} {:>7.4}", w.n, w.action / w.n, w.hand / w.n);
            }
            println!();
        }
    }
    Ok(())
}

/// Finished series by number.
type Blocks = BTreeMap<u64, Vec<Vec<Match>>>;

/// mbb a hand of a slice of hands, by block.
fn rates(blocks: &Blocks, opponent: usize, hero: usize, hands: std::ops::Range<usize>) -> Vec<f64> {
    let rate = |b: &Vec<Vec<Match>>| {
        let won: f64 = b[opponent][hero].won[hands.clone()].iter().sum();
        won * 10.0 / (2 * hands.len()) as f64
    };
    blocks.values().map(rate).collect()
}

fn interval(values: &[f64]) -> Result<(f64, f64), String> {
    let mean = Mean::of_blocks(values).map_err(|e| e.to_string())?;
    Ok((mean.mean, (mean.ci95.hi - mean.ci95.lo) / 2.0))
}

fn report(o: &Options, blocks: &Blocks, text: &mut String) -> Result<(), String> {
    let series = o.series as usize;
    let cut = [500, 1000, series].map(|n| n.min(series));
    let mut rows = Vec::new();
    _ = writeln!(
        text,
        "{} of {} series of {} hands, both seats, deck {}, luck {}, croupier {}, RULES {}; mbb/g with 95 % intervals",
        blocks.len(),
        o.blocks,
        o.series,
        o.deck,
        o.luck,
        croupier_core::VERSION,
        Holdem::RULES
    );
    for (i, opponent) in o.against.iter().enumerate() {
        let mut means = Vec::new();
        for (h, hero) in o.heroes.iter().enumerate() {
            let (mean, half) = interval(&rates(blocks, i, h, 0..series))?;
            let part = |from: usize, to: usize| {
                if from < to { interval(&rates(blocks, i, h, from..to)).map(|p| p.0) } else { Ok(f64::NAN) }
            };
            let parts = [part(0, cut[0])?, part(cut[0], cut[1])?, part(cut[1], cut[2])?];
            _ = writeln!(
                text,
                "{opponent:<4} {hero:<10} {mean:>9.1} ± {half:<8.1} hands 1-500 {:>8.1}, -1000 {:>8.1}, later {:>8.1}",
                parts[0], parts[1], parts[2]
            );
            means.push(mean);
            rows.push(json!({"against": opponent, "bot": hero, "mbb": mean, "half": half, "parts": parts}));
        }
        for (h, other) in o.heroes.iter().enumerate().skip(1) {
            let of = |h| rates(blocks, i, h, 0..series);
            let paired: Vec<f64> = of(0).iter().zip(of(h)).map(|(a, b)| a - b).collect();
            let (diff, half) = interval(&paired)?;
            let ratio = means[0] / means[h];
            _ = writeln!(text, "{opponent:<4} less {other}: {diff:>9.1} ± {half:<8.1} ratio {ratio:.2}");
            rows.push(
                json!({"against": opponent, "less": other, "difference": diff, "half": half, "ratio": ratio}),
            );
        }
        style(blocks, i, opponent, &mut rows, text);
    }
    if let Some(dir) = &o.out {
        std::fs::create_dir_all(dir).map_err(|e| format!("--out {}: {e}", dir.display()))?;
        let json = serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())?;
        let files =
            [("result.json", json + "\n"), ("result.txt", text.clone()), ("running.svg", plot(o, blocks))];
        for (name, text) in files {
            std::fs::write(dir.join(name), text).map_err(|e| format!("{}: {e}", dir.join(name).display()))?;
        }
    }
    Ok(())
}

/// The opponent's style figures against the last hero, who never adapts.
fn style(blocks: &Blocks, i: usize, opponent: &str, rows: &mut Vec<serde_json::Value>, text: &mut String) {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for b in blocks.values() {
        for (key, (value, weight)) in &b[i].last().expect("a hero").style {
            let sum = sums.entry(key).or_default();
            *sum = (sum.0 + value, sum.1 + weight);
        }
    }
    let mean = |key: &str| sums.get(key).map_or(f64::NAN, |s| s.0 / s.1);
    let factor = mean("raises") / mean("calls");
    let hands = sums.get("vpip").map_or(0.0, |s| s.1);
    _ = writeln!(
        text,
        "{opponent:<4} style over {hands} hands: VPIP {:.3} PFR {:.3} AF {factor:.2} WTSD {:.3} folds preflop {:.4}",
        mean("vpip"),
        mean("pfr"),
        mean("went_to_showdown"),
        mean("folded_preflop")
    );
    rows.push(
        json!({"style": opponent, "hands": hands, "vpip": mean("vpip"), "pfr": mean("pfr"), "af": factor,
        "wtsd": mean("went_to_showdown"), "folded_preflop": mean("folded_preflop")}),
    );
}

/// The running averages of all heroes, a panel for each opponent.
fn plot(o: &Options, blocks: &Blocks) -> String {
    let (width, height) = (420.0, 240.0);
    let columns = o.against.len().min(2);
    let rows = o.against.len().div_ceil(columns);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"running averages \
         of the opponent model\" font-family=\"sans-serif\" font-size=\"11\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        width * columns as f64,
        height * rows as f64
    );
    for i in 0..o.against.len() {
        let corner = (width * (i % columns) as f64, height * (i / columns) as f64);
        panel(o, blocks, i, corner, &mut out);
    }
    out + "</svg>\n"
}

/// The running averages against one opponent; `corner` is the panel's upper left one.
fn panel(o: &Options, blocks: &Blocks, i: usize, (x0, y0): (f64, f64), out: &mut String) {
    let (series, opponent) = (o.series as usize, &o.against[i]);
    let step = (series / POINTS).max(1);
    let ends: Vec<usize> = (1..=series / step).map(|k| k * step).collect();
    let lines: Vec<Vec<f64>> = (0..o.heroes.len())
        .map(|h| {
            let at = |&n: &usize| {
                let values = rates(blocks, i, h, 0..n);
                values.iter().sum::<f64>() / values.len() as f64
            };
            ends.iter().map(at).collect()
        })
        .collect();
    // Early averages swing: the scale is that of the later nine tenths.
    let later = || lines.iter().flat_map(|l| &l[l.len() / 10..]).copied();
    let (lo, hi) = later().fold((0.0f64, 0.0f64), |(lo, hi), v| (lo.min(v), hi.max(v)));
    let span = (hi - lo).max(1.0);
    let y = |v: f64| y0 + 210.0 - 150.0 * ((v - lo) / span).clamp(-0.05, 1.1);
    let x = |n: usize| x0 + 60.0 + 340.0 * n as f64 / series as f64;
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\">against {opponent}: mbb a hand, running average over {} series</text>",
        x0 + 60.0,
        y0 + 16.0,
        blocks.len()
    );
    for mark in 0..=4 {
        let v = lo + span * f64::from(mark) / 4.0;
        let _ = write!(
            out,
            "<path d=\"M{} {}h340\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{v:.0}</text>",
            x0 + 60.0,
            y(v),
            x0 + 55.0,
            y(v) + 4.0
        );
    }
    for n in [0, series / 5, 2 * series / 5, 3 * series / 5, 4 * series / 5, series] {
        let _ = write!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{n}</text>", x(n), y0 + 226.0);
    }
    for (h, line) in lines.iter().enumerate() {
        let points: Vec<String> =
            ends.iter().zip(line).map(|(n, v)| format!("{:.1},{:.1}", x(*n), y(*v))).collect();
        let colour = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b"][h % 5];
        let _ = write!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{}</text>",
            points.join(" "),
            x0 + 330.0,
            y0 + 32.0 + 13.0 * h as f64,
            o.heroes[h]
        );
    }
}
