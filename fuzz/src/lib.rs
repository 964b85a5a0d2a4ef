//! What the fuzz targets share: the list of games.

use croupier_core::Game;
use croupier_games::{BigTwo, Daifugo, Go, Holdem, Kuhn, Leduc, MiniMahjong};

/// Something done with every game.
pub trait EachGame {
    /// Does it with one.
    fn with<G: Game>(&self);
}

/// Does it with every game; a new game is one line here.
pub fn every_game(what: &impl EachGame) {
    what.with::<Kuhn>();
    what.with::<Leduc>();
    what.with::<MiniMahjong>();
    what.with::<BigTwo>();
    what.with::<Daifugo>();
    what.with::<Holdem>();
    what.with::<Go>();
}
