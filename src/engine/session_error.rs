//! Why a well-formed command cannot be carried out. Each error is one line for
//! the user and leaves everything as it was.

use super::option::OptionError;
use crate::board::{PlayError, SetupError};
use mollett_protocol::{CANNOT_UNDO, UNACCEPTABLE_SIZE};
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
    /// A position that cannot be.
    Setup(SetupError),
    /// The result of a game that goes on.
    NotOver,
    /// An option that is not there or a value it cannot have.
    Option(OptionError),
    /// No memory for a table, in the words of the table.
    Table(String),
    /// A file or a text of a game that cannot be read or written, and why.
    File(String),
    /// Stopped before this, without which there is no answer.
    Stopped(&'static str),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => f.write_str(UNACCEPTABLE_SIZE),
            Self::CannotUndo => f.write_str(CANNOT_UNDO),
            Self::Play(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
            Self::NotOver => f.write_str("the game is not over"),
            Self::Option(error) => error.fmt(f),
            Self::Table(error) | Self::File(error) => f.write_str(error),
            Self::Stopped(end) => write!(f, "stopped before the {end}"),
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
