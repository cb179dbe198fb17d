//! What is wrong with a file, and where.

use crate::board::{PlayError, SetupError};
use std::fmt;

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In a text; both from 1, the column in characters.
    Text {
        /// Line, 1 is the first.
        line: usize,
        /// Column, 1 is the first.
        column: usize,
    },
    /// In a binary file: bytes from its beginning.
    Byte(usize),
    /// In a game of a binary file; 1 is the first.
    Game(usize),
}

impl Place {
    /// The place of byte `at` of a text that starts on line `first`.
    #[must_use]
    pub fn of(text: &str, at: usize, first: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let start_of_line = before.rfind('\n').map_or(0, |end| end + 1);
        Self::Text {
            line: first + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: before[start_of_line..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(at) => write!(f, "byte {at}"),
            Self::Game(number) => write!(f, "game {number}"),
        }
    }
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A word that is not what it should be.
    Word {
        /// The word as it stands there (shortened when very long).
        word: String,
        /// The right form, such as `a move (a1 to h8, or pass)`.
        expected: &'static str,
    },
    /// A position that cannot be set up.
    Setup(SetupError),
    /// A move that the rules forbid; counted from 1, passes said in the file included.
    Illegal {
        /// Which move of the game.
        number: usize,
        /// Why.
        error: PlayError,
    },
    /// The text ends inside something.
    Ends(&'static str),
    /// Another game, or a board of another size.
    Unfit(String),
    /// More than a file may hold.
    TooLarge {
        /// What there is too much of, such as `moves in a game`.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// There is nothing to read.
    Nothing(&'static str),
}

impl Reason {
    /// A bad word, shortened so that a message stays one readable line.
    #[must_use]
    pub fn word(word: &str, expected: &'static str) -> Self {
        const SHOWN: usize = 40;
        let mut shown: String = word.chars().take(SHOWN).collect();
        if word.chars().nth(SHOWN).is_some() {
            shown.push_str("...");
        }
        Self::Word {
            word: shown,
            expected,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word { word, expected } => {
                write!(f, "'{}' is not {expected}", word.escape_debug())
            }
            Self::Setup(error) => f.write_str(&one_line(&error.to_string())),
            Self::Illegal { number, error } => write!(f, "move {number}: {error}"),
            Self::Ends(inside) => write!(f, "the text ends inside {inside}"),
            Self::Unfit(what) => f.write_str(&one_line(what)),
            Self::TooLarge { what, limit } => write!(f, "more than {limit} {what}"),
            Self::Nothing(what) => write!(f, "no {what} in it"),
        }
    }
}

/// A message that may quote a damaged file, as one line of bearable length.
fn one_line(message: &str) -> String {
    const SHOWN: usize = 200;
    let plain = message
        .chars()
        .map(|c| if c.is_control() { '?' } else { c });
    let mut line: String = plain.take(SHOWN).collect();
    if message.chars().nth(SHOWN).is_some() {
        line.push_str("...");
    }
    line
}

/// What is wrong with a file, and where; prints as one line.
///
/// ```
/// use mollett::formats::transcript;
/// let fault = transcript::read("f5d6\nf5 i9\n", None).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "line 2, column 4: 'i9' is not a move (a1 to h8, or pass)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for Fault {}

/// A reason with the byte where it was met; becomes a [`Fault`] once the text
/// around it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// Byte in the text that was being read.
    pub at: usize,
    /// Why.
    pub reason: Reason,
}

impl Trouble {
    pub(crate) const fn new(at: usize, reason: Reason) -> Self {
        Self { at, reason }
    }

    /// The fault in `text`, which starts on line `first` of its file.
    pub(crate) fn in_text(self, text: &str, first: usize) -> Fault {
        Fault {
            place: Place::of(text, self.at, first),
            reason: self.reason,
        }
    }
}
