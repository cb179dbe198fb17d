//! What a line can do wrong, and the fixed messages of GTP.
//!
//! A [`ParseError`] is found in the text of one line alone. Faults that depend
//! on the game (an illegal move, nothing to undo) are found by the session,
//! which takes their words from the constants here so that each exists once.

use std::fmt;

use crate::words::WordError;

/// Reply to a name that is not in the command table; nothing is added to it.
pub const UNKNOWN_COMMAND: &str = "unknown command";
/// First words of every reply to arguments that cannot be read.
pub const SYNTAX_ERROR: &str = "syntax error";
/// Reply to `boardsize` with any size but 8; nothing is added to it.
pub const UNACCEPTABLE_SIZE: &str = "unacceptable size";
/// First words of every reply to a move the rules do not allow.
pub const ILLEGAL_MOVE: &str = "illegal move";
/// Reply to `undo` when there is no move to take back; nothing is added to it.
pub const CANNOT_UNDO: &str = "cannot undo";

/// Characters of a bad word that a message repeats; the rest is `...`.
const SHOWN_CHARS: usize = 40;

/// Why a line is not a command. `Display` is the text of the failure reply: one
/// line, which names the bad word and the right form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The line is longer than [`MAX_LINE_BYTES`](crate::MAX_LINE_BYTES).
    LineTooLong,
    /// The number before the command is above 2147483647.
    BadId {
        /// The digits as typed.
        word: String,
    },
    /// An id, and nothing after it.
    NoCommand,
    /// The first word is not in the command table.
    UnknownCommand {
        /// The word as typed; the reply does not repeat it, since clients
        /// compare the whole message.
        name: String,
    },
    /// An argument that cannot be read.
    BadArgument {
        /// The word, and what it should have been.
        fault: WordError,
        /// The right form of the command.
        usage: &'static str,
    },
    /// The line ends where an argument is due.
    MissingArgument {
        /// What is missing, such as `a colour (black or white)`.
        expected: &'static str,
        /// The right form of the command.
        usage: &'static str,
    },
    /// A word after the last argument.
    ExtraArgument {
        /// The first word too many.
        word: String,
        /// The right form of the command.
        usage: &'static str,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineTooLong => write!(
                f,
                "{SYNTAX_ERROR}: the line is longer than {} bytes",
                crate::MAX_LINE_BYTES
            ),
            Self::BadId { word } => write!(
                f,
                "{SYNTAX_ERROR}: the id '{}' is above 2147483647",
                Shown(word)
            ),
            Self::NoCommand => {
                write!(
                    f,
                    "{SYNTAX_ERROR}: no command after the id; usage: [ID] COMMAND [ARGUMENTS]"
                )
            }
            Self::UnknownCommand { .. } => f.write_str(UNKNOWN_COMMAND),
            Self::BadArgument { fault, usage } => write!(
                f,
                "{SYNTAX_ERROR}: '{}' is not {}; usage: {usage}",
                Shown(&fault.word),
                fault.expected
            ),
            Self::MissingArgument { expected, usage } => {
                write!(f, "{SYNTAX_ERROR}: missing {expected}; usage: {usage}")
            }
            Self::ExtraArgument { word, usage } => write!(
                f,
                "{SYNTAX_ERROR}: unexpected '{}'; usage: {usage}",
                Shown(word)
            ),
        }
    }
}

impl std::error::Error for ParseError {}

/// A word from outside, cut to a length that keeps a message on one line.
struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(SHOWN_CHARS) {
            Some((end, _)) => write!(f, "{}...", self.0.get(..end).unwrap_or_default()),
            None => f.write_str(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_word_is_cut_and_an_unknown_command_is_not_repeated() {
        let error = ParseError::ExtraArgument {
            word: "é".repeat(1000),
            usage: "name",
        };
        let text = error.to_string();
        assert_eq!(
            text,
            format!(
                "syntax error: unexpected '{}...'; usage: name",
                "é".repeat(40)
            )
        );
        let error = ParseError::UnknownCommand { name: "foo".into() };
        assert_eq!(error.to_string(), "unknown command");
    }
}
