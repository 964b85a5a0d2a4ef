//! The server of `croupier serve` over real sockets: what leaks to whom, what nonsense does, what it bears.

mod client;
mod knowledge;
mod leak;
mod load;
mod nonsense;
mod refusals;
mod tables;
