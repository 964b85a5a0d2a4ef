//! Plays a bot of ours against GNU Go over GTP: `go_gnugo SPEC GAMES [SIZE] [KOMI] [SEED] [COMMAND]`.
use croupier_bots::{Bots, Spec};
use croupier_core::*;
use croupier_games::go::*;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

struct Gtp {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}
impl Gtp {
    fn new(cmd: &str) -> Gtp {
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("exec {cmd}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Gtp { child, out }
    }
    fn send(&mut self, line: &str) -> Result<String, String> {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
        let mut all = String::new();
        loop {
            let mut l = String::new();
            if self.out.read_line(&mut l).unwrap() == 0 {
                return Err("died".into());
            }
            if l.trim().is_empty() {
                if all.is_empty() {
                    continue;
                }
                break;
            }
            all.push_str(&l);
        }
        if let Some(r) = all.strip_prefix('=') { Ok(r.trim().to_string()) } else { Err(all) }
    }
}
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1e9
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let get = |i: usize, d: &str| a.get(i).cloned().unwrap_or(d.into());
    let spec: Spec = a[1].parse().unwrap();
    let games: u64 = get(2, "10").parse().unwrap();
    let size: u8 = get(3, "9").parse().unwrap();
    let komi: f64 = get(4, "7.5").parse().unwrap();
    let seed: u64 = get(5, "1").parse().unwrap();
    let cmd = get(
        6,
        "/usr/games/gnugo --mode gtp --level 10 --chinese-rules --positional-superko --capture-all-dead",
    );
    let game = Go::new(Config { komi: Some(komi), ..Config::square(size) }).unwrap();
    let (_, factory) = croupier_bots::find::<Go>(&game, &spec).unwrap();
    let other = cmd
        .strip_prefix("bot:")
        .map(|s| croupier_bots::find::<Go>(&game, &s.parse::<Spec>().unwrap()).unwrap().1);
    let _ = Go::bots();
    let mut seen = std::collections::HashSet::new();
    let (mut w, mut l, mut d, mut rep) = ([0u32; 2], [0u32; 2], 0, 0);
    let (mut secs, mut moves) = (0.0, 0u32);
    for i in 0..games {
        let mut g = if other.is_some() {
            Gtp::new("cat")
        } else {
            Gtp::new(&format!("{cmd} --seed {}", seed * 1000 + i + 1))
        };
        let mut opp = other.as_ref().map(|f| f.make());
        if other.is_none() {
            for c in [format!("boardsize {size}"), "clear_board".into(), format!("komi {komi}")] {
                g.send(&c).unwrap();
            }
        }
        let me = (i % 2) as usize; // our colour
        let mut agent = factory.make();
        agent.begin(Seat(me as u8), Rng::keyed("match", &[seed, i]));
        if let Some(o) = &mut opp {
            o.begin(Seat(1 - me as u8), Rng::keyed("opp", &[seed, i]));
        }
        let mut s = game.start();
        let mut legal = Vec::new();
        let mut note = String::new();
        while let Turn::Seat(seat) = game.turn(&s) {
            let mv = if seat.index() == me {
                game.legal(&s, &mut legal);
                let view = game.view(&s, seat);
                let t = cpu();
                let mv = agent.act(&Decision::new(&view, &legal, Budget::Own)).unwrap();
                secs += cpu() - t;
                moves += 1;
                if opp.is_none() {
                    g.send(&format!("play {} {}", Colour::BOTH[me], mv)).unwrap();
                }
                mv
            } else if let Some(o) = &mut opp {
                game.legal(&s, &mut legal);
                let view = game.view(&s, seat);
                o.act(&Decision::new(&view, &legal, Budget::Own)).unwrap()
            } else {
                let r = g.send(&format!("genmove {}", Colour::BOTH[1 - me])).unwrap();
                if r.eq_ignore_ascii_case("resign") {
                    note = "resign".into();
                    break;
                }
                r.parse().unwrap()
            };
            if let Some(why) = game.refusal(&s, mv) {
                note = format!("{seat} illegal {mv}: {why}");
                break;
            }
            game.apply(&mut s, mv).unwrap();
        }
        let black = match game.finish(&s) {
            Some(f) => f.black(),
            None => {
                if me == 0 {
                    1.0
                } else {
                    -1.0
                }
            }
        };
        let mine = if me == 0 { black } else { -black };
        if mine > 0.0 {
            w[me] += 1
        } else if mine < 0.0 {
            l[me] += 1
        } else {
            d += 1
        }
        if !seen.insert(format!("{me} {:?}", s.moves())) {
            rep += 1;
        }
        let line: Vec<String> = s.moves().iter().map(|m| m.to_string()).collect();
        if std::env::var("MOVES").is_ok() {
            println!("MOVES {}", line.join(" "));
        }
        println!(
            "game {i} {} {:?} {} {note} moves {}  | {}-{}-{} B {}-{} W {}-{} {:.1} s/move",
            Colour::BOTH[me],
            mine,
            game.finish(&s).map(|f| format!("{f:?}")).unwrap_or_default(),
            s.moves().len(),
            w[0] + w[1],
            l[0] + l[1],
            d,
            w[0],
            l[0],
            w[1],
            l[1],
            secs / moves as f64
        );
        if opp.is_none() {
            let _ = g.send("quit");
        }
        let _ = g.child.kill();
        let _ = g.child.wait();
    }
    let n = (w[0] + w[1] + l[0] + l[1] + d) as f64;
    let p = (f64::from(w[0] + w[1]) + 0.5 * d as f64) / n;
    println!(
        "{} {}: {:.1}% ± {:.1} of {n} ({} repeated), cpu {:.3} s/move",
        cmd,
        a[1],
        100.0 * p,
        196.0 * (p * (1.0 - p) / n).sqrt(),
        rep,
        secs / moves as f64
    );
}
