//! Why a well-formed command cannot be carried out. Each error is one line for
//! the user and leaves everything as it was.

use super::option::OptionError;
use crate::board::{PlayError, SetupError};
use mollett_protocol::{CANNOT_UNDO, Play, UNACCEPTABLE_SIZE};
use std::fmt;

/// Why a command fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SessionError {
    /// A board of another size than 8.
    Size,
    /// There are fewer moves to take back than asked for.
    CannotUndo,
    /// A move that the rules do not allow.
    Play(PlayError),
    /// A move of a sequence that the rules do not allow, and its place from 1.
    Sequence(usize, Play, PlayError),
    /// A position that cannot be.
    Setup(SetupError),
    /// A square that is given a disc twice.
    Twice(mollett_protocol::Square),
    /// An option that is not there or a value it cannot have.
    Option(OptionError),
    /// No memory for a table, in the words of the table.
    Table(String),
    /// A count that was stopped before its end.
    Stopped,
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str(UNACCEPTABLE_SIZE),
            Self::CannotUndo => f.write_str(CANNOT_UNDO),
            Self::Play(error) => error.fmt(f),
            Self::Sequence(place, play, error) => {
                write!(f, "{error} (move {place}, {play})")
            }
            Self::Setup(error) => write!(f, "no such position: {error}"),
            Self::Twice(square) => write!(f, "no such position: {square} is given twice"),
            Self::Option(error) => error.fmt(f),
            Self::Table(error) => f.write_str(error),
            Self::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<PlayError> for SessionError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl From<SetupError> for SessionError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<OptionError> for SessionError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}
