//! Checks laws over many decisions: `cargo run --release -p croupier-bots --example daifugo_ledger -- 1000000 [mixed]`.
//!
//! Both profiles, four to six seats, every switch turned by the luck; every seat's ledger at every decision, tribute
//! included. The seats act at random; with `mixed`, each is random, easy or hard. Prints how many decisions and ledgers
//! there were, how many ledgers failed, illegal actions, fallbacks, and decisions of more than 100 ms of CPU time.

use cpu_time::ThreadTime;
use croupier_bots::daifugo::ledger::Ledger;
use croupier_bots::find;
use croupier_core::config::{Kind, configure};
use croupier_core::{Agent, Budget, Decision, Game, Rng, Seat, Switch, Turn};
use croupier_games::Daifugo;
use croupier_games::daifugo::Config;

/// A game with switches turned by the luck, or none where the rules refuse the combination.
fn table(rng: &mut Rng) -> Option<Daifugo> {
    let profile = if rng.below(3) == 0 { "uecda" } else { "standard" };
    let mut pairs = vec![("deals".to_string(), "4".to_string())];
    for Switch { key, kind, .. } in Daifugo::switches() {
        if *key == "deals" || rng.below(4) > 0 {
            continue;
        }
        let value = match kind {
            Kind::Bool => ["true", "false"][rng.index(2)].to_string(),
            Kind::Int(low, high) => (low + rng.below((high - low + 1).min(14) as u64) as i64).to_string(),
            Kind::OneOf(words) => words[rng.index(words.len())].to_string(),
            Kind::SetOf(words) => {
                let some: Vec<&str> = words.iter().copied().filter(|_| rng.below(2) == 0).collect();
                if some.is_empty() { "none".into() } else { some.join("+") }
            }
            _ => continue,
        };
        pairs.push((key.to_string(), value));
    }
    configure::<Daifugo>(Some(profile), &pairs).ok()
}

#[derive(Default)]
struct Report {
    tables: u64,
    unchanged: u64,
    decisions: u64,
    ledgers: u64,
    errors: u64,
    illegal: u64,
    fallbacks: u64,
    late: u64,
    millis: Vec<f32>,
}

/// One set at a table of bots.
fn set(
    game: &Daifugo,
    bots: &[&str],
    rng: &mut Rng,
    report: &mut Report,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut agents: Vec<(usize, Box<dyn Agent<Daifugo>>)> = Vec::new();
    for seat in Seat::all(game.seats()) {
        let kind = rng.index(bots.len());
        let (_, factory) = find(game, &bots[kind].parse()?)?;
        let mut agent = factory.make();
        agent.begin(seat, rng.split());
        agents.push((kind, agent));
    }
    let (mut state, mut legal) = (game.start(), Vec::new());
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.draw(&state, rng);
                game.reveal(&mut state, &chance)?;
            }
            Turn::Seat(turn) => {
                report.decisions += 1;
                for seat in Seat::all(game.seats()) {
                    let view = game.view(&state, seat);
                    report.ledgers += 1;
                    if let Err(error) = Ledger::new(game.rules(), &view) {
                        report.errors += 1;
                        println!("{error}\n{view}");
                    }
                }
                game.legal(&state, &mut legal);
                let view = game.view(&state, turn);
                let (kind, agent) = &mut agents[turn.index()];
                let start = ThreadTime::now();
                let action = agent.act(&Decision::new(&view, &legal, Budget::Own))?;
                let millis = start.elapsed().as_secs_f32() * 1e3;
                if bots[*kind] == "hard" {
                    report.millis.push(millis);
                }
                if millis > 100.0 {
                    report.late += 1;
                    println!("{millis} ms, {} legal actions, {:?}\n{view}", legal.len(), game.rules());
                }
                if legal.binary_search(&action).is_err() {
                    report.illegal += 1;
                    println!("{action} is not legal\n{view}");
                }
                game.apply(&mut state, action)?;
            }
        }
    }
    report.fallbacks += agents.iter().map(|a| a.1.fallbacks().0).sum::<u64>();
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: u64 = std::env::args().nth(1).map_or(Ok(1_000_000), |n| n.parse())?;
    let mixed = std::env::args().nth(2).is_some_and(|a| a == "mixed");
    let bots: &[&str] = if mixed { &["random", "easy", "hard"] } else { &["random"] };
    let mut report = Report::default();
    for luck in 0.. {
        let mut rng = Rng::keyed("ledgers", &[luck]);
        let Some(game) = table(&mut rng) else { continue };
        report.tables += 1;
        report.unchanged += u64::from(*game.rules() == Config::standard());
        set(&game, bots, &mut rng, &mut report)?;
        if report.decisions >= wanted {
            break;
        }
    }
    let Report { tables, unchanged, decisions, ledgers, errors, illegal, fallbacks, late, mut millis } =
        report;
    println!("{tables} tables ({unchanged} with no switch turned), {decisions} decisions, {ledgers} ledgers");
    println!(
        "{errors} ledger errors, {illegal} illegal actions, {fallbacks} fallbacks, {late} decisions over 100 ms"
    );
    millis.sort_by(f32::total_cmp);
    if let (Some(last), true) = (millis.last(), mixed) {
        let at = |q: f32| millis[((millis.len() - 1) as f32 * q) as usize];
        println!(
            "hard: {} decisions, CPU ms median {:.3} p99 {:.3} worst {last:.3}",
            millis.len(),
            at(0.5),
            at(0.99)
        );
    }
    Ok(())
}
