//! Scratch.
use croupier_bots::{Spec, find};
use croupier_core::*;
use croupier_games::big_two::BigTwo;
use std::sync::Arc;
fn cpu() -> f64 {
    cpu_time::ThreadTime::now().as_duration().as_secs_f64()
}
struct Timed {
    inner: Box<dyn Agent<BigTwo>>,
    times: Arc<std::sync::Mutex<Vec<f64>>>,
    on: bool,
}
impl Agent<BigTwo> for Timed {
    fn begin(&mut self, s: Seat, r: Rng) {
        self.inner.begin(s, r)
    }
    fn act(&mut self, d: &Decision<'_, BigTwo>) -> Result<big_two::Action, AgentError> {
        if !self.on {
            return self.inner.act(d);
        }
        let c = cpu();
        let a = self.inner.act(d);
        self.times.lock().unwrap().push(cpu() - c);
        a
    }
}
use croupier_games::big_two;
type Fac = Arc<dyn Factory<BigTwo>>;
fn make(game: &BigTwo, s: &str) -> Fac {
    find(game, &s.parse::<Spec>().unwrap()).unwrap_or_else(|e| panic!("{e}")).1
}
/// mean score of `who` at `seat` with `other` elsewhere
fn hand(
    game: &BigTwo,
    who: &Fac,
    other: &Fac,
    seat: usize,
    luck: Luck,
    times: &Arc<std::sync::Mutex<Vec<f64>>>,
) -> f64 {
    let mut agents: Vec<Timed> = (0..4)
        .map(|i| Timed {
            inner: if i == seat { who.make() } else { other.make() },
            times: times.clone(),
            on: i == seat,
        })
        .collect();
    let mut table: Vec<&mut dyn Agent<BigTwo>> =
        agents.iter_mut().map(|a| a as &mut dyn Agent<BigTwo>).collect();
    let rngs = (0..4).map(|i| luck.agent(0, i as u64, u64::from(i == seat))).collect();
    let out = play(game, luck, &mut table, rngs, Budget::Own, &mut ());
    if let Some(f) = &out.forfeit {
        panic!("{f:?}");
    }
    out.scores[seat]
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "speed" {
        for game in [BigTwo::standard(), BigTwo::charlesworth()] {
            let mut rng = Rng::keyed("speed", &[]);
            let mut legal = Vec::new();
            for _ in 0..3 {
                let clock = cpu();
                let mut n = 0;
                let hands = 100_000;
                for _ in 0..hands {
                    n += random_playout(&game, &mut game.start(), &mut legal, &mut rng);
                }
                let t = cpu() - clock;
                println!(
                    "{:.2} M decisions/s, {:.1} k hands/s, {:.1} decisions a hand",
                    n as f64 / t / 1e6,
                    hands as f64 / t / 1e3,
                    n as f64 / hands as f64
                );
            }
        }
        return;
    }
    if args[0] == "tune" {
        return tune(
            &args[1],
            args[2].parse().unwrap(),
            args[3].split('|').collect(),
            args[4].parse().unwrap(),
        );
    }
    // compare A B AGAINST blocks [deck] [profile]
    let (a, b, c) = (&args[0], &args[1], &args[2]);
    let blocks: u64 = args[3].parse().unwrap();
    let deck = args.get(4).map_or("dev", |s| s.as_str());
    let game = if args.get(5).is_some() { BigTwo::charlesworth() } else { BigTwo::standard() };
    let (fa, fb, fc) = (make(&game, a), make(&game, b), make(&game, c));
    let times = Arc::new(std::sync::Mutex::new(Vec::new()));
    let (mut n, mut s, mut q, mut ma, mut mb) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let clock = cpu();
    for block in 0..blocks {
        let luck = Luck::block(deck, 1, block);
        let mut d = 0.0;
        for seat in 0..4 {
            let (x, y) = (
                hand(&game, &fa, &fc, seat, luck, &times),
                hand(&game, &fb, &fc, seat, luck, &Default::default()),
            );
            ma += x;
            mb += y;
            d += x - y;
        }
        let d = d / 4.0;
        n += 1.0;
        s += d;
        q += d * d;
    }
    let mean = s / n;
    let sd = (q / n - mean * mean).sqrt();
    let mut t = times.lock().unwrap();
    t.sort_by(f64::total_cmp);
    let at = |p: f64| t[((t.len() - 1) as f64 * p) as usize] * 1e3;
    println!(
        "{a} vs {b} | {c}: A {:+.2} B {:+.2} diff {mean:+.3} ± {:.3} ({blocks} blocks, {:.0} s cpu; A ms mean {:.3} median {:.3} p99 {:.3})",
        ma / n / 4.0,
        mb / n / 4.0,
        1.96 * sd / n.sqrt(),
        cpu() - clock,
        t.iter().sum::<f64>() / t.len() as f64 * 1e3,
        at(0.5),
        at(0.99)
    );
}

const ALL: [&str; 13] = [
    "single_gain",
    "single_curve",
    "pair_gain",
    "pair_curve",
    "triple_gain",
    "triple_curve",
    "five_gain",
    "five_curve",
    "shed",
    "pass",
    "press",
    "guard",
    "twos",
];
/// Hill climbing: tune BASE seconds FILLER|FILLER seed ; base may hold weights.
fn tune(base: &str, seconds: f64, fillers: Vec<&str>, seed: u64) {
    let given = std::env::var("KEYS").unwrap_or(ALL.join(","));
    let keys: Vec<&str> = given.split(',').collect();
    let game = BigTwo::standard();
    let spec: Spec = base.parse().unwrap();
    let (params, _) = find(&game, &spec).unwrap();
    let mut w: Vec<f64> = keys.iter().map(|k| params.0[*k].as_f64().unwrap()).collect();
    let fixed: Vec<String> = spec
        .pairs
        .iter()
        .filter(|(k, _)| !keys.contains(&k.as_str()))
        .map(|(k, v)| format!("{k}={v}"))
        .collect();
    let text = |w: &[f64]| {
        let mut v = fixed.clone();
        v.extend(keys.iter().zip(w).map(|(k, x)| format!("{k}={x:.3}")));
        format!("{}:{}", spec.name, v.join(","))
    };
    let mut rng = Rng::keyed("tune", &[seed]);
    let start = std::time::Instant::now();
    let mut block = rng.below(1_000_000);
    let (mut tries, mut taken) = (0, 0);
    let mut scale = 0.5;
    while start.elapsed().as_secs_f64() < seconds {
        tries += 1;
        let mut v = w.clone();
        for _ in 0..1 + rng.index(3) {
            let i = rng.index(keys.len());
            let g: f64 = (0..6).map(|_| rng.unit()).sum::<f64>() - 3.0;
            v[i] += g * scale * (0.2 + w[i].abs());
            if keys[i].ends_with("curve") {
                v[i] = v[i].clamp(0.1, 20.0);
            }
            v[i] = v[i].clamp(-10.0, 10.0);
            if std::env::var("KEYS").is_ok() {
                v[i] = v[i].max(0.0);
            }
        }
        let (fa, fb) = (make(&game, &text(&v)), make(&game, &text(&w)));
        let others: Vec<Fac> =
            fillers.iter().map(|f| if *f == "self" { fb.clone() } else { make(&game, f) }).collect();
        let (mut n, mut s, mut q) = (0.0f64, 0.0, 0.0);
        let accept = loop {
            block += 1;
            let luck = Luck::block("dev", 7, block);
            let other = &others[(block % others.len() as u64) as usize];
            let mut d = 0.0;
            for seat in 0..4 {
                d += hand(&game, &fa, other, seat, luck, &Default::default())
                    - hand(&game, &fb, other, seat, luck, &Default::default());
            }
            d /= 4.0;
            n += 1.0;
            s += d;
            q += d * d;
            if n >= 60.0 {
                let m = s / n;
                let se = ((q / n - m * m).max(1e-9) / n).sqrt();
                if m < -0.3 * se && n >= 60.0 {
                    break false;
                }
                if m > 2.5 * se {
                    break true;
                }
                if m < 1.0 * se && n >= 800.0 {
                    break false;
                }
                if n >= 2000.0 {
                    break m > 1.5 * se;
                }
            }
        };
        if accept {
            w = v;
            taken += 1;
            println!(
                "{:.0}s try {tries} taken {taken} n {n} gain {:+.2} {}",
                start.elapsed().as_secs_f64(),
                s / n,
                text(&w)
            );
        }
        scale = (scale * if accept { 1.1 } else { 0.995 }).clamp(0.15, 0.8);
    }
    println!("end {tries} tries: {}", text(&w));
}
