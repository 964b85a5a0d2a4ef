mod board;
mod counts;
mod rules;
mod twin;
