//! What a run says: evidence gathered block by block, and the report made of it.

mod evidence;
mod html;
mod text;

pub use evidence::Evidence;
pub use html::html;
pub use text::{stats, text};

use crate::plan::{Kind, Plan};
use crate::run::Stop;
use croupier_core::Fault;
use croupier_stats::{
    ClassSummary, Elo, FEW_BLOCKS, Interval, Mean, Moments, Pentanomial, PlackettLuce, Rating, SprtState,
    StatsError, bonferroni_level,
};
use evidence::Counts;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The result of a run; its JSON keys are a promise.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The profile's name, with `+` where switches differ from it.
    pub profile: String,
    /// The game's RULES.
    pub rules: u32,
    /// The program's version.
    pub version: String,
    /// The game's whole configuration.
    pub config: Value,
    /// `match`, `compare`, `league` or `ablate`.
    pub kind: Kind,
    /// The deck of lucks.
    pub deck: &'static str,
    /// The run's luck.
    pub luck: u64,
    /// Blocks counted.
    pub blocks: u64,
    /// Episodes played in them.
    pub episodes: u64,
    /// Episodes of a series.
    pub series: u32,
    /// `fixed`, the sequential test's verdict, or `interrupted`.
    pub stop: String,
    /// One entry for each entrant, also when two specs are equal.
    pub bots: Vec<BotReport>,
    /// Paired differences on the same luck.
    pub pairs: Vec<PairReport>,
    /// The sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
    /// In a league: ratings by entrant (Plackett–Luce; for two seats Bradley–Terry with ties).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Vec<Rating>>,
    /// What the game counts: `bots` by entrant, other keys in all.
    pub details: Value,
    /// What the game counts of each entrant: the sum and what it is divided by.
    #[serde(skip)]
    pub counted: Vec<BTreeMap<String, (f64, f64)>>,
    /// What a reader should know before believing it.
    pub warnings: Vec<String>,
    /// Samples of the running mean for plots: blocks, then mean and interval by entrant.
    #[serde(skip)]
    pub running: Vec<Running>,
    /// A histogram of block scores by entrant: lower edge, upper edge, count.
    #[serde(skip)]
    pub histograms: Vec<Vec<(f64, f64, u64)>>,
}

/// A point of the running plot: blocks, then mean and interval by entrant.
pub type Running = (u64, Vec<(f64, Interval)>);

/// What one entrant did.
#[derive(Clone, Debug, Serialize)]
pub struct BotReport {
    /// Its spec.
    pub spec: String,
    /// Every parameter, resolved.
    pub params: Value,
    /// Episodes it played.
    pub episodes: u64,
    /// Mean score of an episode.
    pub mean: f64,
    /// 95 % interval of the mean, from blocks.
    pub ci95: Interval,
    /// Episodes in which it was sole first.
    pub wins: u64,
    /// Episodes in which it shared the first place.
    pub draws: u64,
    /// The other episodes.
    pub losses: u64,
    /// How often it took each place; those who tie share the better one.
    pub places: Vec<u64>,
    /// Forfeits by kind.
    pub forfeits: BTreeMap<Fault, u64>,
    /// What happened at the first forfeit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    /// How often it fell back to something simpler.
    pub fallbacks: u64,
    /// The reason of the last fallback.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// Time of a decision.
    pub decision_ms: DecisionMs,
}

/// Decision times in milliseconds; `null` where the bot never decided.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DecisionMs {
    /// Half of the decisions were faster.
    pub median: Option<f64>,
    /// 99 % of the decisions were faster.
    pub p99: Option<f64>,
}

/// Two entrants on the same luck.
#[derive(Clone, Debug, Serialize)]
pub struct PairReport {
    /// Index of the first in `bots`.
    pub a: usize,
    /// Index of the second.
    pub b: usize,
    /// Mean score of `a` less that of `b`, per episode.
    pub diff: f64,
    /// 95 % interval of the difference, from blocks.
    pub ci95: Interval,
    /// The interval at the level corrected for all the comparisons of the run, where there are several (Bonferroni).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Interval>,
    /// Two seats at one table: Elo of the score fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
    /// Two seats, each seating once a block: pairs of episodes by result, and what they say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pentanomial: Option<Pairs>,
}

/// Pairs of episodes on one luck, by result for the first entrant.
#[derive(Clone, Debug, Serialize)]
pub struct Pairs {
    /// Two losses; a loss and a draw; even; a win and a draw; two wins.
    pub counts: Pentanomial,
    /// Score, Elo, normalised Elo, likelihood of superiority.
    #[serde(flatten)]
    pub summary: ClassSummary,
}

impl Report {
    /// The report of what a run has counted so far.
    ///
    /// # Errors
    /// When there is not one block, or the statistics refuse the data.
    pub fn new(plan: &Plan, evidence: &Evidence, stop: &Stop) -> Result<Self, StatsError> {
        let entrants = plan.entrants.len();
        let bots = (0..entrants).map(|e| bot(plan, evidence, e)).collect::<Result<Vec<_>, _>>()?;
        let pairs = pairs(plan, evidence)?;
        let (ratings, doubt) = ratings(plan, evidence);
        let mut report = Self {
            game: plan.game.clone(),
            profile: plan.profile.clone(),
            rules: plan.rules,
            version: plan.version.clone(),
            config: plan.config.clone(),
            kind: plan.kind,
            deck: plan.deck.name(),
            luck: plan.luck,
            blocks: evidence.blocks(),
            episodes: evidence.episodes(),
            series: plan.series,
            stop: match stop {
                Stop::Fixed => "fixed".into(),
                Stop::Sequential(verdict) => verdict.clone(),
                Stop::Interrupted => "interrupted".into(),
            },
            bots,
            pairs,
            sprt: evidence.sprt(),
            ratings,
            details: details(evidence, entrants),
            counted: (0..entrants).map(|e| evidence.counts(e).tally.clone()).collect(),
            warnings: Vec::new(),
            running: running(evidence, entrants)?,
            histograms: (0..entrants).map(|e| histogram(evidence.scores(e))).collect(),
        };
        report.warnings = warnings(plan, evidence, &report);
        report.warnings.extend(doubt);
        Ok(report)
    }
}

fn bot(plan: &Plan, evidence: &Evidence, e: usize) -> Result<BotReport, StatsError> {
    let counts: &Counts = evidence.counts(e);
    let mean = Mean::of_blocks(evidence.scores(e))?;
    let ms = |p: f64| counts.times.quantile(p).ok().map(|ns| ns as f64 / 1e6);
    Ok(BotReport {
        spec: plan.entrants[e].spec.clone(),
        params: plan.entrants[e].params.clone(),
        episodes: counts.episodes,
        mean: mean.mean,
        ci95: mean.ci95,
        wins: counts.wins,
        draws: counts.draws,
        losses: counts.episodes - counts.wins - counts.draws,
        places: counts.places.clone(),
        forfeits: counts.forfeits.clone(),
        forfeit: counts.forfeit.clone(),
        fallbacks: counts.fallbacks,
        fallback: counts.fallback.clone(),
        decision_ms: DecisionMs { median: ms(0.5), p99: ms(0.99) },
    })
}

/// The pairs a run is about: everybody with everybody, or (ablations) the whole bot with each part off.
fn pairs(plan: &Plan, evidence: &Evidence) -> Result<Vec<PairReport>, StatsError> {
    let n = plan.compared();
    let all: Vec<(usize, usize)> = match plan.kind {
        Kind::Ablate => (1..n).map(|b| (0, b)).collect(),
        _ => (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect(),
    };
    let level = bonferroni_level(0.95, all.len().max(1))?;
    let several = all.len() > 1;
    all.into_iter()
        .map(|(a, b)| {
            let diffs: Moments = evidence.differences(a, b).into_iter().collect();
            let mean = Mean::of_moments(&diffs)?;
            let corrected = several.then(|| diffs.interval(level)).transpose()?;
            let (elo, pentanomial) = two_seats(evidence, a, b)?;
            Ok(PairReport { a, b, diff: mean.mean, ci95: mean.ci95, corrected, elo, pentanomial })
        })
        .collect()
}

/// What only two entrants alone at a table have.
fn two_seats(evidence: &Evidence, a: usize, b: usize) -> Result<(Option<Elo>, Option<Pairs>), StatsError> {
    let Some(points) = evidence.points(a, b) else { return Ok((None, None)) };
    let fractions: Vec<f64> = points.iter().map(|(points, episodes)| points / *episodes as f64).collect();
    let elo = Elo::of_score(&Mean::of_blocks(&fractions)?)?;
    if points.iter().any(|(_, episodes)| *episodes != 2) {
        return Ok((Some(elo), None));
    }
    let mut counts = Pentanomial::default();
    points.iter().for_each(|(points, _)| counts.counts[(points * 2.0) as usize] += 1);
    let summary = counts.summary()?;
    Ok((Some(elo), Some(Pairs { counts, summary })))
}

/// A league's ratings. Where the results alone do not determine them, everybody wins and loses half a game against a
/// ghost, and the report says so.
fn ratings(plan: &Plan, evidence: &Evidence) -> (Option<Vec<Rating>>, Option<String>) {
    if plan.kind != Kind::League {
        return (None, None);
    }
    let model = PlackettLuce::new(plan.entrants.len());
    match model.fit(evidence.rankings()) {
        Ok(fit) => (Some(fit.ratings), None),
        Err(why) => {
            let fit = model.with_ghost(0.5).fit(evidence.rankings()).ok();
            (
                fit.map(|f| f.ratings),
                Some(format!("{why}; ratings are held together by half a game against a ghost")),
            )
        }
    }
}

fn details(evidence: &Evidence, entrants: usize) -> Value {
    let means = |sums: &BTreeMap<String, (f64, f64)>| -> Map<String, Value> {
        let mean =
            |(value, weight): &(f64, f64)| if *weight == 0.0 { Value::Null } else { json!(value / weight) };
        sums.iter().map(|(key, sum)| (key.clone(), mean(sum))).collect()
    };
    let mut all: BTreeMap<String, (f64, f64)> = evidence.all().clone();
    for e in 0..entrants {
        // A key that is counted by seat is also reported in all, unless the game counts it in all itself.
        for (key, sum) in &evidence.counts(e).tally {
            if !evidence.all().contains_key(key) {
                let total = all.entry(key.clone()).or_default();
                *total = (total.0 + sum.0, total.1 + sum.1);
            }
        }
    }
    let mut object = means(&all);
    let bots: Vec<Value> = (0..entrants).map(|e| means(&evidence.counts(e).tally).into()).collect();
    object.insert("bots".into(), bots.into());
    object.into()
}

fn running(evidence: &Evidence, entrants: usize) -> Result<Vec<Running>, StatsError> {
    let n = evidence.blocks() as usize;
    let mut moments = vec![Moments::default(); entrants];
    let mut out = Vec::new();
    let step = n.div_ceil(200).max(1);
    for block in 0..n {
        for (e, m) in moments.iter_mut().enumerate() {
            m.add(evidence.scores(e)[block]);
        }
        if block > 0 && ((block + 1) % step == 0 || block + 1 == n) {
            let point = moments
                .iter()
                .map(|m| Ok((m.mean(), m.interval(0.95)?)))
                .collect::<Result<_, StatsError>>()?;
            out.push((block as u64 + 1, point));
        }
    }
    Ok(out)
}

fn histogram(scores: &[f64]) -> Vec<(f64, f64, u64)> {
    let (lo, hi) = scores.iter().fold((f64::MAX, f64::MIN), |(lo, hi), x| (lo.min(*x), hi.max(*x)));
    let bins = 40;
    let width = ((hi - lo) / bins as f64).max(1e-9);
    let mut counts = vec![0; bins];
    for x in scores {
        counts[(((x - lo) / width) as usize).min(bins - 1)] += 1;
    }
    counts.iter().enumerate().map(|(i, c)| (lo + i as f64 * width, lo + (i + 1) as f64 * width, *c)).collect()
}

fn warnings(plan: &Plan, evidence: &Evidence, report: &Report) -> Vec<String> {
    let mut out = Vec::new();
    let name = |e: usize| &report.bots[e].spec;
    for pair in &report.pairs {
        let (interval, level) = match pair.corrected {
            Some(interval) => (interval, " (corrected for all comparisons)"),
            None => (pair.ci95, ""),
        };
        if interval.contains(0.0) {
            out.push(format!(
                "{} and {}: the difference is inside its interval{level}; this run does not show which is better",
                name(pair.a),
                name(pair.b)
            ));
        }
    }
    if report.blocks < FEW_BLOCKS {
        out.push(format!(
            "fewer than {FEW_BLOCKS} blocks: the intervals lean on block scores being nearly normal"
        ));
    }
    for (e, bot) in report.bots.iter().enumerate() {
        if report.blocks > 1 && bot.ci95.half_width() == 0.0 {
            out.push(format!("{}: every block scored the same; its interval is a point, and only as true as the next block", name(e)));
        }
    }
    if evidence.repeats() > 0 {
        out.push(format!(
            "{} of {} episodes repeat an earlier one move for move: deterministic agents in a game without chance give no new \
             evidence, and the intervals are too narrow",
            evidence.repeats(),
            report.episodes
        ));
    }
    let balanced = |t: &crate::plan::Table| {
        let n = crate::seating::count(&t.classes, plan.seatings);
        n.is_multiple_of(t.entrants.len()) || crate::seating::count(&t.classes, crate::Seatings::All) == n
    };
    if !plan.tables.iter().all(balanced) {
        out.push(
            "seatings are unbalanced: not every bot has each seat equally often (--seatings all)".into(),
        );
    }
    if report.sprt.is_some_and(|s| s.skewed) {
        out.push(
            "block scores are so skewed that the sequential test's error rates may exceed alpha and beta"
                .into(),
        );
    }
    if matches!(plan.budget, croupier_core::Budget::Time(_)) {
        out.push("decisions were limited by time: the same command need not give the same result".into());
    }
    if plan.deck == crate::Deck::Dev {
        out.push("deck dev is for tuning; publish figures from --deck test".into());
    }
    for e in 0..report.bots.len() {
        if let Some(reason) = &report.bots[e].fallback {
            out.push(format!("{} fell back {} times, last: {reason}", name(e), report.bots[e].fallbacks));
        }
        if let Some(reason) = &report.bots[e].forfeit {
            out.push(format!("{} forfeited, and its score counts that; the first time: {reason}", name(e)));
        }
    }
    out
}
