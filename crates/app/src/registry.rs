//! The games of the program: one line each.

use crate::shown::Shown;
use croupier_core::{ConfigError, Determinize};
use croupier_games::encode::Encode;

/// Work that is generic over the game.
pub trait Visitor {
    /// What it gives back.
    type Out;
    /// Does it for one game.
    fn visit<G: Shown + Determinize + Encode>(&mut self) -> Self::Out;
}

macro_rules! registry {
    ($($game:ty),+ $(,)?) => {
        /// Every game's id, in the order of lists.
        pub const GAMES: &[&str] = &[$(<$game as croupier_core::Game>::ID),+];

        /// Does `visitor`'s work for the game of this name.
        ///
        /// # Errors
        /// An unknown name, with the nearest known.
        pub fn with_game<V: Visitor>(name: &str, visitor: &mut V) -> Result<V::Out, ConfigError> {
            $(if name == <$game as croupier_core::Game>::ID {
                return Ok(visitor.visit::<$game>());
            })+
            Err(ConfigError::unknown("game", name, GAMES.iter().copied()))
        }
    };
}

registry! {
    croupier_games::Kuhn,
    croupier_games::Leduc,
    croupier_games::MiniMahjong,
    croupier_games::Holdem,
    croupier_games::BigTwo,
    croupier_games::Daifugo,
    croupier_games::Go,
}
