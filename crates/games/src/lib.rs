//! Games: rules, views, samplers, notation; a folder each.

pub mod holdem;
