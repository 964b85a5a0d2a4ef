//! Single decisions: worked out by hand, and against the words of the rules of record.

use crate::find;
use croupier_core::{Budget, Decision, Game, LegalSet, Rng, Seat, Turn, config};
use croupier_games::MiniMahjong;
use croupier_games::mini_mahjong::{Counts, Discard, KINDS, State, Tile, View};

fn game(profile: &str) -> MiniMahjong {
    config::configure(Some(profile), &[]).unwrap()
}

fn choice(game: &MiniMahjong, bot: &str, s: &State) -> Discard {
    let Turn::Seat(seat) = game.turn(s) else { panic!("no decision") };
    let (view, mut legal) = (game.view(s, seat), Vec::new());
    game.legal(s, &mut legal);
    let mut agent = find(game, &bot.parse().unwrap()).unwrap().1.make();
    agent.begin(seat, Rng::keyed("unused", &[]));
    let chosen = agent.act(&Decision::new(&view, &legal, Budget::Own)).unwrap();
    assert!(legal.has(&chosen), "{chosen} of {legal:?}");
    chosen
}

/// What a bot discards after these events.
fn after(profile: &str, events: &str, bot: &str) -> String {
    let game = game(profile);
    let mut s = game.start();
    for event in events.split(" / ") {
        match event.parse() {
            Ok(discard) => game.apply(&mut s, discard).unwrap(),
            Err(_) => game.reveal(&mut s, &event.parse().unwrap()).unwrap(),
        }
    }
    choice(&game, bot, &s).to_string()
}

#[test]
fn the_simple_bots_discard_as_their_names_say() {
    let three = "first 0 / deal 1m7z 2m9m / draw 5m";
    assert_eq!(after("three-tile", three, "tsumogiri"), "5m*");
    assert_eq!(after("three-tile", three, "tedashi"), "1m");
    assert_eq!(after("three-tile", three, "honours-first"), "7z");
    assert_eq!(after("three-tile", "first 0 / deal 1m7z 2m9m / draw 6z", "honours-first"), "6z*");
    assert_eq!(after("three-tile", "first 0 / deal 1m4m 2m9m / draw 6m", "honours-first"), "6m*");
    let held = "first 0 / deal 1m7z 2m9m / draw 5m / 1m / draw 6z / 6z* / draw 3m";
    assert_eq!(after("three-tile", held, "tedashi"), "7z", "5m arrived after 7z");
}

/// Worked out by hand: 4m 5m waits for eight tiles, 5m 7m for four, 4m 7m for none.
#[test]
fn greedy_keeps_the_most_unseen_winning_tiles() {
    let at = |deal: &str| after("three-tile", &format!("first 0 / {deal}"), "greedy");
    assert_eq!(at("deal 4m7m 1m9m / draw 5m"), "7m");
    assert_eq!(at("deal 4m5m 1m9m / draw 7m"), "7m*");
    assert_eq!(at("deal 1m9m 4m4m / draw 5m"), "5m*", "nothing waits: a tie");
    assert_eq!(at("deal 7z1m 4m4m / draw 7z"), "1m", "a pair waits for two");
    assert_eq!(
        at("deal 1m3m 4m9m / draw 5m"),
        "5m*",
        "1m 3m and 3m 5m wait for four each: a tie goes to the tile drawn"
    );
    assert_eq!(at("deal 7z1m 4m4m / draw 9m"), "9m*");
}

/// The words of the rules: the pair with the most unseen winning tiles, four of a kind less own three tiles and all
/// rivers; ties discard the drawn tile, then the earlier held.
fn by_the_words(view: &View) -> Discard {
    let (a, b, drawn) = (view.hand()[0], view.hand()[1], view.drawn().unwrap());
    let mut unseen = [0u32; KINDS];
    for t in Tile::all().filter(|t| view.rules().tiles.count(*t) > 0) {
        let own = [a, b, drawn].iter().filter(|o| **o == t).count();
        let rivers = Seat::all(2).flat_map(|s| view.river(s)).filter(|d| d.tile() == t).count();
        unseen[t.index()] = 4 - (own + rivers) as u32;
    }
    let wins = |x: Tile, y: Tile| -> u32 {
        let run = |three: &mut [Tile; 3]| {
            three.sort();
            let [p, q, r] = three.map(|t| t.index());
            (p == q && q == r) || (!three[2].is_honour() && p / 9 == r / 9 && q == p + 1 && r == q + 1)
        };
        Tile::all().filter(|z| run(&mut [x, y, *z])).map(|z| unseen[z.index()]).sum()
    };
    let options = [
        (Discard::drawn(drawn), wins(a, b)),
        (Discard::held(a), wins(b, drawn)),
        (Discard::held(b), wins(a, drawn)),
    ];
    let most = options.iter().map(|o| o.1).max().unwrap();
    options.iter().find(|o| o.1 == most).unwrap().0
}

/// Calls `f` with the decisions of random hands.
fn decisions(game: &MiniMahjong, hands: u64, mut f: impl FnMut(&State)) {
    let (mut legal, mut rng) = (Vec::new(), Rng::keyed("bots decisions", &[]));
    for _ in 0..hands {
        let mut s = game.start();
        loop {
            match game.turn(&s) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.draw(&s, &mut rng);
                    game.reveal(&mut s, &chance).unwrap();
                }
                Turn::Seat(_) => {
                    f(&s);
                    game.legal(&s, &mut legal);
                    let discard = legal.nth(rng.below(legal.count()));
                    game.apply(&mut s, discard).unwrap();
                }
            }
        }
    }
}

#[test]
fn greedy_follows_the_words_of_the_rules_in_three_tile_hands() {
    let game = game("three-tile");
    let mut seen = 0;
    decisions(&game, 60, |s| {
        let Turn::Seat(seat) = game.turn(s) else { return };
        let view = game.view(s, seat);
        assert_eq!(choice(&game, "greedy", s), by_the_words(&view), "{view}");
        seen += 1;
    });
    assert!(seen > 500, "{seen} decisions");
}

/// Greedy2 keeps what greedy values as highly, and differs at times.
#[test]
fn greedy2_breaks_ties_of_greedy_and_nothing_else() {
    let game = game("three-tile");
    let unseen_wins = |view: &View, discard: Discard| {
        let mut kept: Vec<Tile> = view.hand().iter().copied().chain(view.drawn()).collect();
        let at = if discard.is_drawn() {
            kept.len() - 1
        } else {
            kept.iter().position(|t| *t == discard.tile()).unwrap()
        };
        kept.remove(at);
        let waits = game.shape().waits(&kept.into_iter().collect::<Counts>(), game.tiles());
        let unseen = view.unseen();
        (0..KINDS).filter(|k| waits >> k & 1 == 1).map(|k| u32::from(unseen[k])).sum::<u32>()
    };
    let mut differ = 0;
    decisions(&game, 60, |s| {
        let Turn::Seat(seat) = game.turn(s) else { return };
        let view = game.view(s, seat);
        let (one, two) = (choice(&game, "greedy", s), choice(&game, "greedy2", s));
        assert_eq!(unseen_wins(&view, one), unseen_wins(&view, two), "{view}");
        differ += u32::from(one != two);
    });
    assert!(differ > 20, "{differ} choices differ");
}

/// Nothing waits, so greedy discards what it drew; a character can become part of a run, a dragon cannot.
#[test]
fn greedy2_keeps_tiles_that_can_still_become_waits() {
    let deal = "first 0 / deal 5m7z 2m9m / draw 1m";
    assert_eq!(after("three-tile", deal, "greedy"), "1m*", "nothing waits, a tie");
    assert_eq!(after("three-tile", deal, "greedy2"), "7z", "1m and 5m have neighbours");
}

/// Worked out by hand.
#[test]
fn greedy_in_larger_hands_comes_nearer_to_a_complete_hand() {
    let five = "first 0 / deal 3m4m7z9m 1m1m1m9m / draw 7z";
    assert_eq!(after("five-tile", five, "greedy"), "9m", "3m 4m and the pair wait for 2m and 5m");
    let fourteen = "first 0 / deal 1m2m3m4p5p6p7s8s9s1z1z2z3z 1m1m1m2m2m2m3m3m3m9m9m9m8m / draw 2z";
    assert_eq!(after("fourteen-tile", fourteen, "greedy"), "3z", "then 1z and 2z both wait");
    assert_eq!(after("fourteen-tile", fourteen, "greedy2"), "3z");
}
