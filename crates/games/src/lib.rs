//! Games: rules, views, samplers, notation; a folder each.

pub mod big_two;
pub mod daifugo;
pub mod encode;
pub mod go;
#[cfg(test)]
mod golden;
pub mod holdem;
pub mod kuhn;
pub mod leduc;
pub mod mini_mahjong;
mod parse;

pub use big_two::BigTwo;
pub use daifugo::Daifugo;
pub use go::Go;
pub use holdem::Holdem;
pub use kuhn::Kuhn;
pub use leduc::Leduc;
pub use mini_mahjong::MiniMahjong;
pub use parse::ParseError;
