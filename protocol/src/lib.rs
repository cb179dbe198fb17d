//! The language that mollett speaks with its clients: the words, the grammar of
//! a line, the table of commands and the shape of a reply.
//!
//! Pure data and text. It knows how a move is *spelt*, not whether it is legal;
//! it reads no input, writes no output and starts no thread.
//! `protocol/README.md` is the reference of the language.
//!
//! [`nboard`] and [`cassio`] are the languages of two GUIs, built from the same parts.
//!
//! [`parse_line`] is the way in, [`Reply`] and [`OpenReply`] are the way out.
//! Requests print and replies parse as well, for programs at the other end.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod analysis;
mod argument;
pub mod cassio;
mod clock;
mod command;
mod error;
mod grammar;
pub mod nboard;
mod plain;
mod position;
mod reply;
mod report;
mod table;
mod words;

pub use analysis::{Analysis, AnalysisLimit, Dialect};
pub use clock::{KgsTime, MAX_TIME, read_seconds};
pub use command::{Command, Play};
pub use error::{
    CANNOT_UNDO, ILLEGAL_MOVE, ParseError, SYNTAX_ERROR, UNACCEPTABLE_SIZE, UNKNOWN_COMMAND,
};
pub use grammar::{Line, MAX_LINE_BYTES, Request, RequestId, parse_line};
pub use plain::Plain;
pub use position::{PositionText, Supplies};
pub use reply::{OpenReply, Reply};
pub use report::{Bound, Info, PlayLine, Report, Score};
pub use table::{SPECS, Spec, find_spec};
pub use words::{Color, Move, RuleSet, SetUp, Square, WordError};
