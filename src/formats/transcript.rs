//! Plain move text: `f5d6c3`, `1. F5 d6 2. c3`, one game a line.
//!
//! Letter case, white space, commas, single hyphens and move numbers are free. A
//! pass is `pa`, `ps`, `pass` or `--`, or left out. `%` and `#` begin comments.

use super::fault::{Fault, Reason, Trouble};
use super::limit;
use super::record::GameRecord;
use super::replay::Replay;
use mollett_protocol::{Move, RuleSet};

const MOVE: &str = "a move (a1 to h8, or pass)";

/// The games of a text, one a line; empty lines and comments are skipped. Without
/// `rules` a first move on d4, e4, d5 or e5 makes a game classic.
///
/// # Errors
/// The first thing that is wrong, see [`Reason`].
pub fn read(text: &str, rules: Option<RuleSet>) -> Result<Vec<GameRecord>, Fault> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if without_comment(line).trim().is_empty() {
            continue;
        }
        if games.len() == limit::GAMES {
            return Err(Trouble::new(0, too_many_games()).in_text(line, index + 1));
        }
        let replay = read_line(line, rules).map_err(|trouble| trouble.in_text(line, index + 1))?;
        games.push(replay.into_record());
    }
    Ok(games)
}

/// The line that [`read`] reads back: moves in lower case, passes left out.
///
/// A game that does not begin at its rules' first position loses its start.
#[must_use]
pub fn write(game: &GameRecord) -> String {
    game.transcript() + "\n"
}

pub(crate) fn too_many_games() -> Reason {
    Reason::TooLarge {
        what: "games in a file",
        limit: limit::GAMES,
    }
}

/// The line up to a comment.
pub(crate) fn without_comment(line: &str) -> &str {
    line.find(['%', '#']).map_or(line, |at| &line[..at])
}

/// One game.
pub(crate) fn read_line(line: &str, rules: Option<RuleSet>) -> Result<Replay, Trouble> {
    if line.len() > limit::LINE_BYTES {
        return Err(Trouble::new(
            limit::LINE_BYTES,
            Reason::TooLarge {
                what: "bytes in a line",
                limit: limit::LINE_BYTES,
            },
        ));
    }
    let mut words = Words::new(without_comment(line));
    let first = words.next().transpose()?;
    let mut replay = Replay::guess(rules, first.map(|(_, played)| played));
    for word in first.map(Ok).into_iter().chain(words) {
        let (at, played) = word?;
        replay
            .read(None, played)
            .map_err(|reason| Trouble::new(at, reason))?;
    }
    Ok(replay)
}

/// The moves of a text with the byte where each begins.
pub(crate) struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Skips what stands between moves: white space, commas, single hyphens, move
    /// numbers.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let gap = rest.len()
                - rest
                    .trim_start_matches(|c: char| c.is_whitespace() || c == ',')
                    .len();
            let hyphen = rest.starts_with('-') && !rest.starts_with("--");
            let skipped = if gap > 0 {
                gap
            } else if hyphen {
                1
            } else {
                move_number(rest)
            };
            if skipped == 0 {
                return;
            }
            self.at += skipped;
        }
    }
}

/// Bytes of a move number at the head of a text: up to three digits with dots, a
/// bracket or a colon after them, or alone before white space; 0 if there is none.
fn move_number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let marks = bytes[digits..]
        .iter()
        .take_while(|b| matches!(b, b'.' | b')' | b':'))
        .count();
    let ends = text[digits..].is_empty() || text[digits..].starts_with(char::is_whitespace);
    if (1..=3).contains(&digits) && (marks > 0 || ends) {
        digits + marks
    } else {
        0
    }
}

impl Iterator for Words<'_> {
    type Item = Result<(usize, Move), Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip();
        let (at, rest) = (self.at, &self.text[self.at..]);
        if rest.is_empty() {
            return None;
        }
        let (played, length) = match read_move(rest) {
            Some(found) => found,
            None => {
                self.at = self.text.len();
                let reason = Reason::word(&rest[..bad_word(rest)], MOVE);
                return Some(Err(Trouble::new(at, reason)));
            }
        };
        self.at += length;
        Some(Ok((at, played)))
    }
}

/// The move at the head of a text and its bytes. `ps` and `pa` may be glued to
/// the next move; no square begins with `p`.
fn read_move(text: &str) -> Option<(Move, usize)> {
    if let Some(square) = text.get(..2).and_then(|two| two.parse().ok()) {
        return Some((Move::Disc(square), 2));
    }
    let passes = ["pass", "pa", "ps", "--"];
    passes
        .iter()
        .find(|pass| {
            text.get(..pass.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(pass))
        })
        .map(|pass| (Move::Pass, pass.len()))
}

/// Bytes of the word at the head of a text that is no move: letters and the digits
/// after them, or one character.
fn bad_word(text: &str) -> usize {
    let letters = text
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(text.len());
    let digits = text[letters..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len() - letters);
    match letters + digits {
        0 => text.chars().next().map_or(0, char::len_utf8),
        length => length,
    }
}
