//! Games: rules, views, samplers, notation; a folder each.

pub mod go;
#[cfg(test)]
mod golden;
pub mod kuhn;
pub mod leduc;

mod parse;

pub use kuhn::Kuhn;
pub use leduc::Leduc;

pub use parse::ParseError;
