//! Plain move text: `f5d6c3`, `1. F5 d6 2. c3`, one game a line.
//!
//! Letter case, white space, commas, single hyphens and move numbers are free. A
//! pass is `pa`, `ps`, `pass` or `--`, or left out. `%` and `#` begin comments. A
//! game from another position begins with it: `CELLS SIDE [BLACK/WHITE] MOVES`.

use super::fault::{Fault, Reason, Trouble};
use super::limit;
use super::problem::{is_board, read_start};
use super::record::GameRecord;
use super::replay::Replay;
use mollett_protocol::{Move, RuleSet};

const MOVE: &str = "a move (a1 to h8, or pass)";

/// The games of a text, one a line; empty lines and comments are skipped. Without
/// `rules` a first move on d4, e4, d5 or e5 makes a game classic.
///
/// ```
/// use mollett::formats::transcript;
/// let games = transcript::read("1. F5 d6 2. c3\nd4e4d5e5f3\n", None).unwrap();
/// assert_eq!(transcript::write(&games[0]), "f5d6c3\n");
/// assert_eq!(games[1].rules().to_string(), "classic");
/// let error = transcript::read("f5 d7", None).unwrap_err().to_string();
/// assert_eq!(error, "line 1, column 4: move 2: illegal move: d7 turns no disc");
/// ```
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
        let replay = read_line(without_comment(line), rules)
            .map_err(|trouble| trouble.in_text(line, index + 1))?;
        games.push(replay.into_record());
    }
    Ok(games)
}

/// The line that [`read`] reads back: moves in lower case, passes left out; before
/// them the position where the game begins, if it is not the first of its rules.
#[must_use]
pub fn write(game: &GameRecord) -> String {
    let moves = game.transcript();
    if game.starts_at_the_beginning() && !moves.is_empty() {
        return moves + "\n";
    }
    let (position, side) = game.start;
    format!("{} {moves}", position.text(side))
        .trim_end()
        .to_owned()
        + "\n"
}

/// One game over all lines of a text, as people paste it.
///
/// # Errors
/// The first thing that is wrong, see [`Reason`].
pub fn read_whole(text: &str, rules: Option<RuleSet>) -> Result<GameRecord, Fault> {
    if text.len() > limit::LINE_BYTES {
        return Err(too_long().in_text(text, 1));
    }
    let lines: Vec<&str> = text.lines().map(without_comment).collect();
    let joined = lines.join("\n");
    read_line(&joined, rules)
        .map(Replay::into_record)
        .map_err(|trouble| trouble.in_text(&joined, 1))
}

pub(crate) fn too_many_games() -> Reason {
    Reason::TooLarge {
        what: "games in a file",
        limit: limit::GAMES,
    }
}

const fn too_long() -> Trouble {
    Trouble::new(
        limit::LINE_BYTES,
        Reason::TooLarge {
            what: "bytes in a line",
            limit: limit::LINE_BYTES,
        },
    )
}

/// The line up to a comment.
pub(crate) fn without_comment(line: &str) -> &str {
    line.find(['%', '#']).map_or(line, |at| &line[..at])
}

/// One game; comments have been cut off.
pub(crate) fn read_line(line: &str, rules: Option<RuleSet>) -> Result<Replay, Trouble> {
    if line.len() > limit::LINE_BYTES {
        return Err(too_long());
    }
    if is_board(line) {
        let (position, side, end) = read_start(line, rules)?;
        let mut replay = Replay::new(position, side);
        play_all(Words::new(line, end), &mut replay)?;
        return Ok(replay);
    }
    let first = Words::new(line, 0).next().transpose()?;
    let mut replay = Replay::guess(rules, first.map(|(_, played)| played));
    play_all(Words::new(line, 0), &mut replay)?;
    Ok(replay)
}

/// Plays every move of a text.
pub(crate) fn play_all(words: Words, replay: &mut Replay) -> Result<(), Trouble> {
    for word in words {
        let (at, played) = word?;
        replay
            .read(None, played)
            .map_err(|reason| Trouble::new(at, reason))?;
    }
    Ok(())
}

/// The moves of a text with the byte where each begins.
pub(crate) struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// The moves from this byte on.
    pub(crate) const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
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
