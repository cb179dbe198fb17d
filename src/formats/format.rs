//! Which format a file has: by its content, or by the end of its name.

use super::problem::is_board;
use super::transcript::{Words, without_comment};
use super::{decode, diagram};
use mollett_protocol::{Square, WordError};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A format that is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Smart Game Format, `GM[2]`.
    Sgf,
    /// Generic Game Format of GGS and NBoard.
    Ggf,
    /// PGN-like.
    Pgn,
    /// WTHOR database.
    Wthor,
    /// Positions with hints, one a line.
    Obf,
    /// Plain moves, one game a line.
    Transcript,
    /// CSV list of eothello.com.
    Eothello,
    /// A drawn board.
    Diagram,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Sgf,
        Self::Ggf,
        Self::Pgn,
        Self::Wthor,
        Self::Obf,
        Self::Transcript,
        Self::Eothello,
        Self::Diagram,
    ];

    /// The usual end of a file's name, which also names the format.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::Ggf => "ggf",
            Self::Pgn => "pgn",
            Self::Wthor => "wtb",
            Self::Obf => "obf",
            Self::Transcript => "txt",
            Self::Eothello => "csv",
            Self::Diagram => "board",
        }
    }

    /// The format that the end of a file's name promises.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// The format that the content shows; `None` if it is none of them.
    ///
    /// ```
    /// use mollett::formats::Format;
    /// assert_eq!(Format::guess(b"1. F5 d6 2. c3"), Some(Format::Transcript));
    /// assert_eq!(Format::guess(b"(;GM[2];B[fe])"), Some(Format::Sgf));
    /// assert_eq!(Format::guess(b"(;GM[Othello]B[F5];)"), Some(Format::Ggf));
    /// assert_eq!(Format::guess(b"hello"), None);
    /// ```
    #[must_use]
    pub fn guess(bytes: &[u8]) -> Option<Self> {
        if is_wthor(bytes) {
            return Some(Self::Wthor);
        }
        Self::guess_text(&decode(bytes))
    }

    /// As [`guess`](Self::guess), for a text.
    #[must_use]
    pub fn guess_text(text: &str) -> Option<Self> {
        let first = text
            .lines()
            .find(|line| !without_comment(line).trim().is_empty())?
            .trim();
        if is_tag(first) {
            return Some(Self::Pgn);
        }
        if let Some(format) = bracketed(text) {
            return Some(format);
        }
        if is_csv(first) {
            return Some(Self::Eothello);
        }
        if is_board(first) && first.chars().filter(|c| !c.is_whitespace()).count() >= 60 {
            let head = first.split(';').next().unwrap_or_default();
            let moves = head
                .split_whitespace()
                .any(|word| word.parse::<Square>().is_ok());
            let longer = head
                .split_whitespace()
                .last()
                .is_some_and(begins_with_square);
            return Some(if moves || longer {
                Self::Transcript
            } else {
                Self::Obf
            });
        }
        if diagram::is_drawn(text) {
            return Some(Self::Diagram);
        }
        let moves = matches!(Words::new(first, 0).next(), Some(Ok(_)));
        if moves && text.contains(['{', '(', '$']) {
            return Some(Self::Pgn);
        }
        let result = ["1-0", "0-1", "1/2-1/2", "*"];
        let last = text.split_whitespace().last().unwrap_or_default();
        match moves {
            true if result.contains(&last) => Some(Self::Pgn),
            true => Some(Self::Transcript),
            false => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extension())
    }
}

impl FromStr for Format {
    type Err = WordError;

    /// Reads the end of a file's name, in any letter case.
    fn from_str(word: &str) -> Result<Self, WordError> {
        let found = Self::ALL
            .into_iter()
            .find(|format| word.eq_ignore_ascii_case(format.extension()));
        let script = ["scr", "script"]
            .iter()
            .any(|s| word.eq_ignore_ascii_case(s));
        found.or(script.then_some(Self::Obf)).ok_or(WordError {
            word: word.to_owned(),
            expected: "a format (sgf, ggf, pgn, wtb, obf, txt, csv or board)",
        })
    }
}

/// Header and length of a WTHOR database agree; 10x10 ones are recognised too.
fn is_wthor(bytes: &[u8]) -> bool {
    let Some((head, body)) = bytes.split_first_chunk::<16>() else {
        return false;
    };
    let games = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    matches!(head[12], 0 | 8 | 10) && games.checked_mul(68) == Some(body.len())
}

/// `[Name "...`.
fn is_tag(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| {
        let name = rest
            .trim_start()
            .bytes()
            .take_while(u8::is_ascii_alphanumeric);
        let name = name.count();
        name > 0 && rest.trim_start()[name..].trim_start().starts_with('"')
    })
}

/// SGF or GGF, by the game they name in their first node.
fn bracketed(text: &str) -> Option<Format> {
    let mut at = 0;
    let root = loop {
        at += text[at..].find('(')? + 1;
        let rest = text[at..].trim_start();
        if let Some(root) = rest.strip_prefix(';') {
            break root;
        }
    };
    let node = &root[..root.find(';').unwrap_or(root.len())];
    let game = node.find("GM[").map(|at| node[at + 3..].trim_start());
    let named = game.is_some_and(|game| game.starts_with(|c: char| c.is_alphabetic()));
    let board = game.is_none() && node.contains("BO[");
    Some(if named || board {
        Format::Ggf
    } else {
        Format::Sgf
    })
}

/// `ID,WINNER,MOVES` or the header of such a list.
fn is_csv(line: &str) -> bool {
    if line.eq_ignore_ascii_case(super::eothello::HEADER) {
        return true;
    }
    let fields: Vec<&str> = line.splitn(4, ',').collect();
    matches!(fields[..], [id, "1" | "-1" | "0" | "", _] if id.bytes().all(|b| b.is_ascii_digit()))
}

fn begins_with_square(word: &str) -> bool {
    word.get(..2)
        .is_some_and(|two| two.parse::<Square>().is_ok())
}
