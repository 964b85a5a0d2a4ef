//! What each game shows at a table that everybody can see, and what its analysis says of a decision.

use croupier_bots::go::McSpec;
use croupier_bots::holdem::blueprint::Blueprint;
use croupier_bots::holdem::modeler::Observer;
use croupier_bots::holdem::opponent::Weights;
use croupier_bots::holdem::virtuals::Virtual;
use croupier_bots::mini_mahjong::Distances;
use croupier_bots::{Bots, Spec, daifugo, find, go};
use croupier_core::{Determinize, Game, Rng};
use croupier_games::holdem::strength::Profile;
use croupier_games::holdem::{Grid, Range};
use croupier_games::mini_mahjong::{Discard, KINDS, Tile};
use croupier_games::{BigTwo, Daifugo, Go, Holdem, Kuhn, Leduc, MiniMahjong};
use serde_json::{Map, Value, json};

/// How a game is shown to others than its players, and after its end.
pub trait Shown: Bots {
    /// The fields of a seat's view that lie open on a real table.
    const OPEN: &'static [&'static str];

    /// What everybody at a real table sees, from the views of all seats: no hand.
    fn public(views: &[Self::View]) -> Value {
        let mut whole = views.first().map_or(Value::Null, json_of);
        let mut open = Map::new();
        for key in Self::OPEN {
            open.insert((*key).into(), whole[*key].take());
        }
        open.into()
    }

    /// What the game's analysis says of a decision, from the view of the seat that makes it; null where it has none.
    fn analysis(&self, _view: &Self::View, _legal: &Self::Legal) -> Value {
        Value::Null
    }
}

fn json_of(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("a view serialises")
}

/// Adds both cards of a showdown, which nobody's view calls open although everybody sees them.
fn with_showdown(mut open: Value, views: &[Value]) -> Value {
    if views.iter().all(|v| !v["shown"].is_null()) {
        open["shown"] = views.iter().map(|v| v["card"].clone()).collect();
    }
    open
}

impl Shown for Kuhn {
    const OPEN: &'static [&'static str] = &["history"];
    fn public(views: &[Self::View]) -> Value {
        let views: Vec<Value> = views.iter().map(json_of).collect();
        with_showdown(json!({ "history": views[0]["history"] }), &views)
    }
}

impl Shown for Leduc {
    const OPEN: &'static [&'static str] = &["public", "rounds", "paid"];
    fn public(views: &[Self::View]) -> Value {
        let views: Vec<Value> = views.iter().map(json_of).collect();
        let v = &views[0];
        with_showdown(json!({ "public": v["public"], "rounds": v["rounds"], "paid": v["paid"] }), &views)
    }
}

impl Shown for MiniMahjong {
    const OPEN: &'static [&'static str] = &["rules", "stage", "first", "rivers", "wall"];

    /// Of each discard: how many tiles are then missing, and which tiles lessen it, with how many of each are unseen.
    fn analysis(&self, view: &Self::View, legal: &Vec<Discard>) -> Value {
        let distances = Distances::new(self.shape(), self.tiles());
        let unseen = view.unseen();
        let mut held = [0u8; KINDS];
        view.hand().iter().copied().chain(view.drawn()).for_each(|t| held[t.index()] += 1);
        let discard = |d: &Discard| {
            let mut kept = held;
            kept[d.tile().index()] -= 1;
            let (missing, useful) = distances.useful(&kept);
            let tiles: Map<String, Value> = Tile::all()
                .filter(|t| useful >> t.index() & 1 == 1)
                .map(|t| (t.to_string(), unseen[t.index()].into()))
                .collect();
            let total: u32 = tiles.values().filter_map(Value::as_u64).sum::<u64>() as u32;
            json!({ "discard": d, "missing": missing, "waits": missing == 1, "tiles": tiles, "unseen": total })
        };
        json!({ "discards": legal.iter().map(discard).collect::<Vec<_>>() })
    }
}

/// The least weight of a hand, as a share of the mean: what `model` takes by itself.
const FLOOR: f64 = 0.01;

impl Shown for Holdem {
    const OPEN: &'static [&'static str] = &[
        "board", "street", "button", "to_act", "dealt", "over", "pot", "stacks", "bets", "put", "folded",
        "actions", "shown", "won", "past",
    ];

    /// The opponent's hands, weighed between two seats by what it did in this hand, else alike; from the flop on strength
    /// and potential against them.
    fn analysis(&self, view: &Self::View, _: &Self::Legal) -> Value {
        let Some(hole) = view.hole else { return Value::Null };
        let weighed = view.stacks.len() == 2;
        let range = if weighed {
            let mut observer = Observer::new(Blueprint::shipped(), self.config(), Virtual::default(), FLOOR);
            observer.begin(true);
            observer.follow(view);
            observer.weights().map_or_else(Range::all, Weights::range)
        } else {
            Weights::uniform(view.board.iter().copied().chain(hole.cards())).range()
        };
        let strength = Profile::new(hole, &view.board).and_then(|p| p.strength(&range)).ok();
        let grid = Grid::of(&range).cells;
        json!({ "hand": hole, "weighed": weighed, "strength": strength, "grid": grid, "to_call": view.to_call() })
    }
}

impl Shown for BigTwo {
    const OPEN: &'static [&'static str] =
        &["turn", "left", "table", "passes", "locked", "history", "chips", "paid", "finished", "over"];

    /// Of each legal play: how many plays of the cards unseen beat it, and whether nobody can.
    fn analysis(&self, view: &Self::View, legal: &Self::Legal) -> Value {
        let unseen = view.unseen();
        let mut answers = Vec::new();
        let plays: Vec<Value> = legal
            .iter()
            .filter_map(|action| {
                let strength = self.plays().strength(action.cards())?;
                self.plays().stronger(unseen, strength, &mut answers);
                let able = |s: usize| {
                    s != view.seat.index() && !view.locked[s] && u32::from(view.left[s]) >= action.len()
                };
                let most = (0..4).filter(|s| able(*s)).count();
                let beaten = if most == 0 { 0 } else { answers.iter().filter(|a| !a.is_pass()).count() };
                Some(json!({
                    "play": action, "kind": strength.kind().name(), "beaten_by": beaten, "holds": beaten == 0,
                }))
            })
            .collect();
        json!({ "unseen": unseen, "plays": plays })
    }
}

impl Shown for Daifugo {
    const OPEN: &'static [&'static str] = &["stage", "table", "ranks", "blind", "events"];

    fn analysis(&self, view: &Self::View, legal: &Self::Legal) -> Value {
        match daifugo::analyze::analyze(self.config(), view, legal, false) {
            Ok(analysis) => json_of(&analysis),
            Err(e) => json!({ "error": e.to_string() }),
        }
    }
}

/// Simulations of a review's search.
const PLAYOUTS: &str = "mcts:playouts=2000";

impl Shown for Go {
    const OPEN: &'static [&'static str] = &["rows", "to_move", "placing", "prisoners", "setup", "moves"];

    fn analysis(&self, view: &Self::View, _: &Self::Legal) -> Value {
        let spec: Spec = PLAYOUTS.parse().expect("a spec");
        let state = self.sample(view, &mut Rng::keyed("review", &[]));
        let analysed = find(self, &spec)
            .and_then(|(params, _)| params.read::<McSpec>())
            .and_then(|spec| go::analyze(self, &state, &spec, 8));
        match analysed {
            Ok(analysis) => json_of(&analysis),
            Err(e) => json!({ "error": e.to_string() }),
        }
    }
}
