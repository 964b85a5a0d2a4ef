//! Games: rules, views, samplers, notation; a folder each.

pub mod big_two;
#[cfg(test)]
mod golden;
