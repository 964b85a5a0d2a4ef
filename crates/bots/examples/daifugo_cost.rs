//! What risks cost in CPU time: `cargo run --release -p croupier-bots --example daifugo_cost`.
//!
//! Four seats, three responders. First 38 unknown cards with a bound, from random deals with tribute; then the worst
//! hands, 11 cards of a suit and both jokers, as whole decisions. Each risk is counted afresh unless it says "shared".

use cpu_time::ThreadTime;
use croupier_bots::daifugo::{
    ledger::Ledger,
    risk::{Counting, Risks},
};
use croupier_core::{Game, Rng, Seat, Turn};
use croupier_games::daifugo::{
    Action, CardSet, Config, Daifugo, Event, Field, Kind, Play, RANKS, Rank, Suit, Table, View, each_play,
};

/// Times each of the fields at each position, several times over.
struct Sample {
    name: String,
    micros: Vec<f64>,
}

impl Sample {
    fn print(&mut self) {
        self.micros.sort_by(f64::total_cmp);
        let n = self.micros.len();
        if n == 0 {
            return println!("{:36} none", self.name);
        }
        let mean = self.micros.iter().sum::<f64>() / n as f64;
        let at = |q: f64| self.micros[((n - 1) as f64 * q) as usize] / 1e3;
        println!(
            "{:36} {n:6} {:9.4} {:9.4} {:9.4} {:9.4}",
            self.name,
            mean / 1e3,
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

/// The mean CPU time of `work`, in microseconds, over `times` runs.
fn time(times: u32, mut work: impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    (0..times).for_each(|_| work());
    start.elapsed().as_secs_f64() * 1e6 / f64::from(times)
}

/// Views on lead with 38 unknown cards, three responders and a bound.
fn positions(game: &Daifugo, wanted: usize) -> Vec<(View, Ledger)> {
    let mut found = Vec::new();
    let mut legal = Vec::new();
    for luck in 0.. {
        let mut rng = Rng::keyed("cost", &[luck]);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&state, &mut rng);
                    game.reveal(&mut state, &chance).expect("chance is legal");
                }
                Turn::Seat(_) => {
                    for seat in Seat::all(4) {
                        let view = game.view(&state, seat);
                        let Ok(ledger) = Ledger::new(game.rules(), &view) else { continue };
                        let open = view.table.active.len() == 4 && view.table.passed.is_empty();
                        let fits = ledger.unknown.len() == 38 && ledger.bounded().is_some();
                        if open && fits && view.events.iter().any(|e| matches!(e, Event::Play { .. })) {
                            found.push((view, ledger));
                        }
                    }
                    if found.len() >= wanted {
                        return found;
                    }
                    game.legal(&state, &mut legal);
                    let action = legal[rng.index(legal.len())];
                    game.apply(&mut state, action).expect("a legal action");
                }
            }
        }
    }
    found
}

/// A play of each rank of a kind and number.
fn fields(kind: Kind, n: u32) -> Vec<Play> {
    let mut found: Vec<Play> = Vec::new();
    each_play(CardSet::deck(RANKS, 2), false, &mut |play| {
        if (play.kind(), play.len()) == (kind, n) && !found.iter().any(|p| p.rank() == play.rank()) {
            found.push(play);
        }
    });
    found
}

fn fresh(
    rules: &Config,
    positions: &[(View, Ledger)],
    (kind, n): (Kind, u32),
    jokers: Option<u32>,
    counting: Counting,
) -> Sample {
    let mut micros = Vec::new();
    for (view, ledger) in positions.iter().filter(|p| jokers.is_none_or(|j| p.1.unknown.jokers() == j)) {
        let others: Vec<Seat> = Seat::all(4).filter(|s| *s != view.seat).collect();
        for play in fields(kind, n) {
            let field = Field { play: Some(play), ..Field::default() };
            micros.push(time(5, || {
                std::hint::black_box(
                    Risks::new(rules, view, ledger).counting(counting).risk_from(&field, &others),
                );
            }));
        }
    }
    let jokers = jokers.map_or(String::new(), |j| format!(", {j} jokers unknown"));
    let how = if counting == Counting::Quick { String::new() } else { format!(" ({counting:?})") };
    Sample { name: format!("{kind:?} of {n}{jokers}{how}").to_lowercase(), micros }
}

fn decisions(rules: &Config, positions: &[(View, Ledger)]) -> Sample {
    let mut legal = Vec::new();
    let decide = |(view, ledger): &(View, Ledger)| {
        croupier_games::daifugo::actions(rules, &Field::default(), ledger.mine, &mut legal);
        time(3, || {
            let mut risks = Risks::new(rules, view, ledger);
            for action in &legal {
                if let Action::Play(play) = action {
                    std::hint::black_box(risks.risk(*play));
                }
            }
        })
    };
    Sample { name: "all plays on lead, shared".into(), micros: positions.iter().map(decide).collect() }
}

/// Eleven cards of a suit and both jokers against three full hands, one of them bounded.
fn worst(game: &Daifugo) -> Vec<(View, Ledger)> {
    let (view, _) = positions(game, 1).remove(0);
    let mut out = Vec::new();
    for suit in Suit::ALL {
        for skip in 0..RANKS as u8 {
            let lane = (0..RANKS as u8).filter(|r| *r != skip && *r != (skip + 6) % 13);
            let mine: CardSet = lane.map(|r| croupier_games::daifugo::Card::new(Rank(r), suit)).collect();
            let mine = mine.plus(CardSet::new(0, 2));
            let seat = view.seat;
            let mut ledger = Ledger {
                seat,
                mine,
                public: CardSet::EMPTY,
                known: (0..4).map(|_| CardSet::EMPTY).collect(),
                sent: CardSet::EMPTY,
                unknown: CardSet::deck(RANKS, 2).minus(mine),
                slots: (0..4).map(|i| if i == seat.index() { 0 } else { 13 }).collect(),
                blind: 2,
                hidden: 0,
                bound: (0..4).map(|_| None).collect(),
                passes: Vec::new(),
            };
            ledger.bound[(seat.index() + 1) % 4] = Some(Rank(11));
            let left = (0..4).map(|_| 13).collect();
            let table = Table { field: Field::default(), owner: None, left, ..view.table.clone() };
            out.push((View { hand: mine, table, ..view.clone() }, ledger));
        }
    }
    out
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Daifugo::new(Config::standard())?;
    let rules = game.rules();
    let wanted = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(60);
    let ways: &[Counting] = match std::env::args().nth(2).as_deref() {
        Some("all") => &[Counting::Quick, Counting::Plain, Counting::Blocks],
        _ => &[Counting::Quick],
    };
    let some = positions(&game, wanted);
    println!("{:36} {:>6} {:>9} {:>9} {:>9} {:>9}", "CPU ms", "n", "mean", "median", "p99", "worst");
    println!("38 unknown, three responders, bounds on: {} positions", some.len());
    table(rules, &some, ways, &[Some(0), Some(1), Some(2)]);
    let worst = worst(&game);
    println!("11 of a suit and both jokers, three full hands, bounds on: {} hands", worst.len());
    table(rules, &worst, ways, &[None]);
    Ok(())
}

fn table(rules: &Config, positions: &[(View, Ledger)], ways: &[Counting], jokers: &[Option<u32>]) {
    fresh(rules, positions, (Kind::Single, 1), None, Counting::Quick).print();
    for kind in [Kind::Group, Kind::Run] {
        for n in if kind == Kind::Group { 2..=4 } else { 3..=6 } {
            for counting in ways {
                jokers.iter().for_each(|j| fresh(rules, positions, (kind, n), *j, *counting).print());
            }
        }
    }
    decisions(rules, positions).print();
}
