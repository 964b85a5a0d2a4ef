//! A report as one self-contained page with plots.

use super::{BotReport, Report, text};
use croupier_core::Fault;
use plotters::prelude::*;
use std::fmt::Write;

const COLOURS: [RGBColor; 6] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(255, 127, 14),
    RGBColor(23, 190, 207),
];

fn colour(entrant: usize) -> RGBColor {
    COLOURS[entrant % COLOURS.len()]
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#111;\
background:#fff}pre{overflow-x:auto;background:#f5f5f5;padding:1rem;font-size:13px}svg{max-width:100%;height:auto}\
h2{margin-top:2rem}details{margin:1rem 0}";

/// The report as a page: the text table, and plots of block scores, the running interval, places, forfeits and
/// decision times.
pub fn html(report: &Report) -> String {
    let title = escape(&format!("{} {}: {}", report.game, report.profile, specs(report)));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{title}</title><style>{STYLE}</style></head><body>\n\
         <h1>{title}</h1>\n<pre>{}</pre>\n",
        escape(&text(report))
    );
    let plots = [
        ("Running mean with its 95 % interval", running(report)),
        ("Block scores", block_scores(report)),
        ("Places", places(report)),
        ("Forfeits", forfeits(report)),
        ("Decision times", decision_times(report)),
    ];
    for (name, plot) in plots {
        match plot {
            Ok(svg) => {
                _ = writeln!(
                    page,
                    "<h2>{name}</h2>\n<figure role=\"img\" aria-label=\"{name}\">{svg}</figure>"
                )
            }
            Err(e) => _ = writeln!(page, "<h2>{name}</h2>\n<p>No plot: {}</p>", escape(&e)),
        }
    }
    let json = serde_json::to_string_pretty(report).expect("a report serialises");
    let _ = write!(
        page,
        "<details><summary>The whole result and its configuration (JSON)</summary><pre>{}</pre></details>\n</body></html>\n",
        escape(&json)
    );
    page
}

fn specs(report: &Report) -> String {
    report.bots.iter().map(|b| b.spec.as_str()).collect::<Vec<_>>().join(", ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Draws on a white canvas of this many pixels.
fn canvas<F>(size: (u32, u32), draw: F) -> Result<String, String>
where
    F: FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Result<(), String>,
{
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE).map_err(|e| e.to_string())?;
        draw(&root)?;
        root.present().map_err(|e| e.to_string())?;
    }
    Ok(svg)
}

fn running(report: &Report) -> Result<String, String> {
    let points = &report.running;
    let Some(last) = points.last() else { return Err("one block has no running interval".into()) };
    // The first intervals are wide enough to flatten everything else: the scale is that of the later half.
    let later = &points[points.len() / 2..];
    let ends = || {
        later
            .iter()
            .flat_map(|(_, bots)| bots.iter().flat_map(|(_, i)| [i.lo, i.hi]))
            .filter(|x| x.is_finite())
    };
    let (lo, hi) = ends().fold((f64::MAX, f64::MIN), |(lo, hi), x| (lo.min(x), hi.max(x)));
    let margin = ((hi - lo) * 0.5).max(1e-6);
    let (lo, hi) = (lo - margin, hi + margin);
    canvas((900, 380), |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last.0 as f64, lo..hi)
            .map_err(|e| e.to_string())?;
        let mesh = chart
            .configure_mesh()
            .max_light_lines(1)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .x_desc("blocks")
            .y_desc("mean score of an episode")
            .draw();
        mesh.map_err(|e| e.to_string())?;
        for e in 0..report.bots.len() {
            let at = |(block, bots): &(u64, Vec<_>)| -> (f64, (f64, croupier_stats::Interval)) {
                (*block as f64, bots[e])
            };
            let upper = points.iter().map(at).map(|(x, (_, i))| (x, i.hi.clamp(lo, hi)));
            let lower = points.iter().rev().map(at).map(|(x, (_, i))| (x, i.lo.clamp(lo, hi)));
            let band: Vec<(f64, f64)> = upper.chain(lower).collect();
            chart.draw_series([Polygon::new(band, colour(e).mix(0.15))]).map_err(|e| e.to_string())?;
            let line = points.iter().map(at).map(|(x, (mean, _))| (x, mean.clamp(lo, hi)));
            let series = chart
                .draw_series(LineSeries::new(line, colour(e).stroke_width(2)))
                .map_err(|e| e.to_string())?;
            series
                .label(report.bots[e].spec.clone())
                .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 14, y + 4)], colour(e).filled()));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .draw()
            .map_err(|e| e.to_string())
    })
}

fn block_scores(report: &Report) -> Result<String, String> {
    let rows = report.bots.len() as u32;
    canvas((900, 170 * rows), |root| {
        for (e, area) in root.split_evenly((rows as usize, 1)).iter().enumerate() {
            let bins = &report.histograms[e];
            let most = bins.iter().map(|b| b.2).max().unwrap_or(1).max(1);
            let (lo, hi) = (bins.first().map_or(0.0, |b| b.0), bins.last().map_or(1.0, |b| b.1));
            let mut chart = ChartBuilder::on(area)
                .margin(8)
                .caption(&report.bots[e].spec, ("sans-serif", 14))
                .x_label_area_size(26)
                .y_label_area_size(64)
                .build_cartesian_2d(lo..hi, 0.0..most as f64 * 1.05)
                .map_err(|e| e.to_string())?;
            chart
                .configure_mesh()
                .max_light_lines(1)
                .y_labels(4)
                .disable_x_mesh()
                .draw()
                .map_err(|e| e.to_string())?;
            let bars =
                bins.iter().map(|(a, b, n)| Rectangle::new([(*a, 0.0), (*b, *n as f64)], colour(e).filled()));
            chart.draw_series(bars).map_err(|e| e.to_string())?;
        }
        Ok(())
    })
}

fn places(report: &Report) -> Result<String, String> {
    let most = report.bots.iter().map(|b| b.places.len()).max().unwrap_or(1);
    let labels: Vec<String> = (1..=most).map(|place| place.to_string()).collect();
    let counts = |b: &BotReport| b.places.iter().map(|n| *n as f64).collect();
    bars(report, &labels, ("place", "episodes"), counts)
}

fn forfeits(report: &Report) -> Result<String, String> {
    let mut kinds: Vec<Fault> = report.bots.iter().flat_map(|b| b.forfeits.keys().copied()).collect();
    kinds.sort();
    kinds.dedup();
    if kinds.is_empty() {
        return Err("nobody forfeited".into());
    }
    let labels: Vec<String> = kinds.iter().map(|k| k.name().to_string()).collect();
    let counts = |b: &BotReport| kinds.iter().map(|k| b.forfeits.get(k).map_or(0.0, |n| *n as f64)).collect();
    bars(report, &labels, ("kind of forfeit", "episodes"), counts)
}

fn decision_times(report: &Report) -> Result<String, String> {
    if report.bots.iter().all(|b| b.decision_ms.median.is_none()) {
        return Err("no decision was timed".into());
    }
    let labels = ["median", "99th percentile"].map(String::from);
    let times =
        |b: &BotReport| [b.decision_ms.median, b.decision_ms.p99].map(Option::unwrap_or_default).to_vec();
    bars(report, &labels, ("a decision", "milliseconds"), times)
}

/// Bars side by side: at each label one for each bot.
fn bars(
    report: &Report,
    labels: &[String],
    axes: (&str, &str),
    heights: impl Fn(&BotReport) -> Vec<f64>,
) -> Result<String, String> {
    let heights: Vec<Vec<f64>> = report.bots.iter().map(heights).collect();
    let top = heights.iter().flatten().copied().fold(0.0, f64::max);
    let top = if top > 0.0 { top } else { 1.0 };
    let label = |x: &f64| {
        let at = (*x - 1.0).round();
        let whole = (x - at - 1.0).abs() < 0.01 && at >= 0.0;
        labels.get(at as usize).filter(|_| whole).cloned().unwrap_or_default()
    };
    canvas((900, 300), |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(0.5..labels.len() as f64 + 0.5, 0.0..top * 1.05)
            .map_err(|e| e.to_string())?;
        let mesh = chart
            .configure_mesh()
            .x_labels(2 * labels.len() + 1)
            .x_label_formatter(&label)
            .x_desc(axes.0)
            .y_desc(axes.1)
            .disable_x_mesh()
            .draw();
        mesh.map_err(|e| e.to_string())?;
        let width = 0.8 / heights.len() as f64;
        for (e, own) in heights.iter().enumerate() {
            let bars = own.iter().enumerate().map(|(at, n)| {
                let left = at as f64 + 0.6 + e as f64 * width;
                Rectangle::new([(left, 0.0), (left + width * 0.92, *n)], colour(e).filled())
            });
            let series = chart.draw_series(bars).map_err(|e| e.to_string())?;
            series
                .label(report.bots[e].spec.clone())
                .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 14, y + 4)], colour(e).filled()));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .draw()
            .map_err(|e| e.to_string())
    })
}
