//! Files of every format: what real programs write, what is damaged, and the way
//! there and back.
//!
//! The large collections are read only where `MOLLETT_GAMES` names a folder with
//! them; those tests say so when they are skipped.

#![allow(clippy::print_stdout)]

mod command;
mod convert;
mod eothello;
mod ggf;
mod mutation;
mod pgn;
mod problem;
mod sgf;
#[path = "../support/mod.rs"]
mod support;
mod transcript;
mod wthor;

use std::path::Path;

/// Bytes of a file in `tests/data/files`.
fn bytes(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/files");
    std::fs::read(path.join(name)).unwrap()
}

/// Text of a file in `tests/data/files`.
fn text(name: &str) -> String {
    mollett::formats::decode(&bytes(name)).into_owned()
}
