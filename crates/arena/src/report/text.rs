//! A report as a short text table.

use super::{BotReport, Report};
use croupier_stats::{Interval, Rating};

/// The report as text for a terminal, at most about 110 columns.
pub fn text(report: &Report) -> String {
    let mut out = header(report);
    out.push_str(&bots(report));
    if !report.pairs.is_empty() {
        out.push_str(&pairs(report));
    }
    if let Some(ratings) = &report.ratings {
        let head = ["rating", "Elo", "95 % interval"].map(String::from).to_vec();
        let row = |r: &Rating| {
            vec![report.bots[r.entrant].spec.clone(), format!("{:+.1}", r.elo), interval(r.elo_ci95)]
        };
        out.push_str(&format!(
            "\n{}",
            columns(&std::iter::once(head).chain(ratings.iter().map(row)).collect::<Vec<_>>())
        ));
    }
    out.push_str(&details(report));
    for warning in &report.warnings {
        out.push_str(&format!("note: {warning}\n"));
    }
    out
}

/// What the game counts of each bot, a line for each figure with what it is over; empty where it counts nothing.
pub fn stats(report: &Report) -> String {
    let keys: std::collections::BTreeSet<&String> = report.counted.iter().flat_map(|c| c.keys()).collect();
    if keys.is_empty() {
        return String::new();
    }
    let figure = |(sum, of): &(f64, f64)| match *of {
        0.0 => format!("{sum:.0} of 0"),
        of => format!("{:.4} of {of:.0}", sum / of),
    };
    let mut rows = vec![
        std::iter::once("counted by bot".to_string())
            .chain(report.bots.iter().map(|b| b.spec.clone()))
            .collect::<Vec<_>>(),
    ];
    for key in keys {
        let cells = report.counted.iter().map(|c| c.get(key).map_or("-".into(), figure));
        rows.push(std::iter::once(key.clone()).chain(cells).collect());
    }
    columns(&rows)
}

fn header(r: &Report) -> String {
    let stop = match r.stop.as_str() {
        "fixed" => "sample size fixed".to_string(),
        verdict => verdict.to_string(),
    };
    let series = if r.series > 1 { format!(" (series of {})", r.series) } else { String::new() };
    format!(
        "{} {} · RULES {} · croupier {} · deck {}, luck {}\n{} blocks, {} episodes{series}; {stop}\n\n",
        r.game, r.profile, r.rules, r.version, r.deck, r.luck, r.blocks, r.episodes
    )
}

/// Lays out rows in columns: the first to the left, the others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let cell = |(c, text): (usize, &String)| {
        let pad = " ".repeat(widths[c] - text.chars().count());
        if c == 0 { format!("{text}{pad}") } else { format!("{pad}{text}") }
    };
    let line = |r: &Vec<String>| {
        r.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(|r| line(r) + "\n").collect()
}

/// A number with enough digits to tell it from its neighbours at the precision of `scale`.
fn number(x: f64, scale: f64) -> String {
    let digits =
        if scale > 0.0 && scale.is_finite() { (2.0 - scale.log10()).ceil().clamp(0.0, 6.0) } else { 4.0 };
    let text = format!("{x:+.*}", digits as usize);
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        text.replacen('-', "+", 1)
    } else {
        text
    }
}

fn interval(i: Interval) -> String {
    if i.half_width() == 0.0 {
        return "no spread".into();
    }
    if i.half_width().is_finite() {
        format!("[{}, {}]", number(i.lo, i.half_width()), number(i.hi, i.half_width()))
    } else {
        "unbounded".into()
    }
}

fn time(ms: Option<f64>) -> String {
    match ms {
        None => "-".into(),
        Some(ms) if ms >= 1000.0 => format!("{:.2} s", ms / 1e3),
        Some(ms) if ms >= 1.0 => format!("{ms:.1} ms"),
        Some(ms) if ms >= 1e-3 => format!("{:.1} µs", ms * 1e3),
        Some(ms) => format!("{:.0} ns", ms * 1e6),
    }
}

fn share(n: u64, of: u64) -> String {
    format!("{:.2} %", 100.0 * n as f64 / of.max(1) as f64)
}

fn bots(r: &Report) -> String {
    let two = r.bots.iter().all(|b| b.places.len() <= 2);
    let mut head = vec!["bot", "mean", "95 % interval", "wins", "draws", "losses"];
    if !two {
        head.push("places");
    }
    head.extend(["median", "99th pct", "forfeits"]);
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    rows.extend(r.bots.iter().map(|b| row(b, two)));
    columns(&rows)
}

fn row(b: &BotReport, two: bool) -> Vec<String> {
    let mut row = vec![
        b.spec.clone(),
        number(b.mean, b.ci95.half_width()),
        interval(b.ci95),
        share(b.wins, b.episodes),
        share(b.draws, b.episodes),
        share(b.losses, b.episodes),
    ];
    if !two {
        row.push(b.places.iter().map(u64::to_string).collect::<Vec<_>>().join("/"));
    }
    let forfeits: Vec<String> = b.forfeits.iter().map(|(fault, n)| format!("{n} {}", fault.name())).collect();
    row.extend([time(b.decision_ms.median), time(b.decision_ms.p99)]);
    row.push(if forfeits.is_empty() { "0".into() } else { forfeits.join(", ") });
    row
}

fn pairs(r: &Report) -> String {
    let corrected = r.pairs.iter().any(|p| p.corrected.is_some());
    let mut head = vec!["on the same luck", "difference", "95 % interval"];
    if corrected {
        head.push("corrected for all");
    }
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    for p in &r.pairs {
        let mut row = vec![
            format!("{} - {}", r.bots[p.a].spec, r.bots[p.b].spec),
            number(p.diff, p.ci95.half_width()),
            interval(p.ci95),
        ];
        row.extend(p.corrected.map(interval));
        rows.push(row);
    }
    let mut out = format!("\n{}", columns(&rows));
    for p in &r.pairs {
        let Some(elo) = p.elo else { continue };
        out.push_str(&format!(
            "Elo of {} over {}: {} {}",
            r.bots[p.a].spec,
            r.bots[p.b].spec,
            number(elo.elo, elo.ci95.half_width()),
            interval(elo.ci95)
        ));
        if let Some(pairs) = &p.pentanomial {
            out.push_str(&format!("; pairs {:?}, LOS {:.3}", pairs.counts.counts, pairs.summary.los));
        }
        out.push('\n');
    }
    out
}

fn details(r: &Report) -> String {
    let Some(all) = r.details.as_object() else { return String::new() };
    let keys: Vec<&String> = all.keys().filter(|k| *k != "bots").collect();
    if keys.is_empty() {
        return "\n".into();
    }
    let show = |v: &serde_json::Value| v.as_f64().map_or("-".into(), |x| format!("{x:.4}"));
    let mut rows = vec![
        std::iter::once("counted".to_string()).chain(keys.iter().map(|k| (*k).clone())).collect::<Vec<_>>(),
    ];
    rows.push(std::iter::once("in all".to_string()).chain(keys.iter().map(|k| show(&all[*k]))).collect());
    for (bot, counted) in r.bots.iter().zip(all["bots"].as_array().into_iter().flatten()) {
        if counted.as_object().is_some_and(|c| !c.is_empty()) {
            rows.push(
                std::iter::once(bot.spec.clone())
                    .chain(keys.iter().map(|k| show(&counted[k.as_str()])))
                    .collect(),
            );
        }
    }
    format!("\n{}\n", columns(&rows))
}
