//! Games: rules, views, samplers, notation; a folder each.

#[cfg(test)]
mod golden;
pub mod holdem;
pub mod kuhn;
pub mod leduc;

mod parse;

pub use holdem::Holdem;
pub use kuhn::Kuhn;
pub use leduc::Leduc;

pub use parse::ParseError;
