//! The running program, spoken to as its clients do: the examples of the protocol
//! reference, known faults of other engines, recorded traffic of real clients,
//! and seeded nonsense.
//!
//! `transcript` tells how conversations are written down.

mod behaviour;
mod case;
mod engine;
mod fuzz_cassio;
mod fuzz_conversation;
mod fuzz_line;
mod fuzz_nboard;
mod nonsense;
mod plain;
mod plain_engine;
mod random;
mod reference;
mod replay;
mod strength;
#[path = "../support/mod.rs"]
mod support;
mod transcript;
