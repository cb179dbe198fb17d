//! The language that mollett speaks with its clients: the words, the grammar of
//! a line, the table of commands and the shape of a reply.
//!
//! Pure data and text. It knows how a move is *spelt*, not whether it is legal;
//! it reads no input, writes no output and starts no thread.
//! `protocol/README.md` is the reference of the language.
#![forbid(unsafe_code)]

mod words;

pub use words::{Color, Move, RuleSet, Square, WordError};
