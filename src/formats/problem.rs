//! Positions to solve, one a line: OBF (64 cells, side, `MOVE:SCORE;` hints),
//! position text with the supplies of the classic game, or moves that lead to the
//! position, with or without a position before them.
//!
//! `%` and `#` begin comments; empty lines are skipped. [`read`] is lazy: it gives
//! the problems of a large file one after the other.

use super::fault::{Fault, Reason, Trouble};
use super::limit;
use super::transcript::{self, without_comment};
use crate::board::{AnyPosition, SetupError, parse_position};
use mollett_protocol::{Color, Move, RuleSet, Square};
use std::fmt::Write;

const POSITION: &str = "a position (64 cells and X or O) or moves (f5d6c3)";
const HINT: &str = "a hint (MOVE:SCORE, such as f5:+4)";
const SCORE: &str = "a score in discs (-64 to +64)";

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub played: Move,
    /// Score in discs, -64 to 64, seen from the side to move.
    pub score: i32,
}

/// A position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, seen from `side`.
    pub position: AnyPosition,
    /// The side to move.
    pub side: Color,
    /// Scores that the file gives, in its order.
    pub hints: Vec<Hint>,
    /// The line of the file, from 1.
    pub line: usize,
}

impl Problem {
    /// The best score given, in discs for the side to move.
    #[must_use]
    pub fn best(&self) -> Option<i32> {
        self.hints.iter().map(|hint| hint.score).max()
    }
}

/// The problems of a text. Without `rules`, supplies (or a transcript that begins
/// on the centre) make a line classic, everything else is Othello.
///
/// After a fault the iterator goes on with the next line.
///
/// ```
/// use mollett::formats::problem;
/// let cells = "---------------------------OX------XO---------------------------";
/// let text = format!("% two lines\r\n{cells} X; f5:+0;\r\nf5d6c3\r\n");
/// let problems: Vec<_> = problem::read(&text, None).collect::<Result<_, _>>().unwrap();
/// assert_eq!(problems.len(), 2);
/// assert_eq!(problems[0].best(), Some(0));
/// assert_eq!(problems[1].position.empties(), 57);
/// ```
pub fn read(
    text: &str,
    rules: Option<RuleSet>,
) -> impl Iterator<Item = Result<Problem, Fault>> + '_ {
    text.lines().enumerate().filter_map(move |(index, line)| {
        if without_comment(line).trim().is_empty() {
            return None;
        }
        let result = match index < limit::GAMES {
            true => read_line(line, rules),
            false => Err(Trouble::new(0, transcript::too_many_games())),
        };
        Some(match result {
            Ok(problem) => Ok(Problem {
                line: index + 1,
                ..problem
            }),
            Err(trouble) => Err(trouble.in_text(line, index + 1)),
        })
    })
}

/// All problems of a text.
///
/// # Errors
/// The first thing that is wrong, or a text without any problem.
pub fn read_all(text: &str, rules: Option<RuleSet>) -> Result<Vec<Problem>, Fault> {
    let problems: Vec<_> = read(text, rules).collect::<Result<_, _>>()?;
    if problems.is_empty() {
        return Err(Trouble::new(0, Reason::Nothing("position")).in_text(text, 1));
    }
    Ok(problems)
}

/// The OBF line that [`read`] reads back.
#[must_use]
pub fn write(problem: &Problem) -> String {
    let mut line = problem.position.text(problem.side);
    line.push(';');
    for hint in &problem.hints {
        let _ = match hint.played {
            Move::Disc(square) => write!(line, " {square:#}:{:+};", hint.score),
            Move::Pass => write!(line, " PS:{:+};", hint.score),
        };
    }
    line.push('\n');
    line
}

/// Whether a line is a board rather than moves: most of its first word are cells,
/// and it does not begin with a square.
pub(crate) fn is_board(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let begins_with_square = word
        .get(..2)
        .is_some_and(|two| two.parse::<Square>().is_ok());
    let cells = word.chars().filter(|cell| "XxOo*-._".contains(*cell));
    !begins_with_square && cells.count() * 2 > word.chars().count()
}

fn read_line(line: &str, rules: Option<RuleSet>) -> Result<Problem, Trouble> {
    if line.len() > limit::LINE_BYTES {
        let what = Reason::TooLarge {
            what: "bytes in a line",
            limit: limit::LINE_BYTES,
        };
        return Err(Trouble::new(limit::LINE_BYTES, what));
    }
    let body = without_comment(line);
    if is_board(body) {
        return read_obf(body, rules);
    }
    let first = body.trim_start().chars().next().unwrap_or(' ');
    if !first.is_ascii_alphanumeric() {
        let at = body.len() - body.trim_start().len();
        let word = body.split_whitespace().next().unwrap_or_default();
        return Err(Trouble::new(at, Reason::word(word, POSITION)));
    }
    let replay = transcript::read_line(body, rules)?;
    Ok(Problem {
        position: *replay.game.position(),
        side: replay.game.side(),
        hints: Vec::new(),
        line: 0,
    })
}

/// Words of a text with their bytes.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn read_obf(body: &str, rules: Option<RuleSet>) -> Result<Problem, Trouble> {
    let (head, tail) = match body.find(';') {
        Some(at) => (&body[..at], &body[at + 1..]),
        None => (body, ""),
    };
    let replay = transcript::read_line(head, rules)?;
    let (position, side) = (*replay.game.position(), replay.game.side());
    let offset = body.len() - tail.len();
    let hints = read_hints(tail, &position).map_err(|trouble| Trouble {
        at: trouble.at + offset,
        ..trouble
    })?;
    Ok(Problem {
        position,
        side,
        hints,
        line: 0,
    })
}

/// `CELLS SIDE [BLACK/WHITE]` and nothing else; see [`read_start`].
pub(crate) fn read_position(
    text: &str,
    rules: Option<RuleSet>,
) -> Result<(AnyPosition, Color), Trouble> {
    let (position, side, rest) = read_start(text, rules)?;
    match words(&text[rest..]).next() {
        None => Ok((position, side)),
        Some((at, word)) => {
            let expected = "the end of the position";
            Err(Trouble::new(rest + at, Reason::word(word, expected)))
        }
    }
}

/// `CELLS SIDE [BLACK/WHITE]` at the head of a text, and the byte after it; the
/// cells may be parted by spaces, the side glued to them.
pub(crate) fn read_start(
    text: &str,
    rules: Option<RuleSet>,
) -> Result<(AnyPosition, Color, usize), Trouble> {
    let start = text.len() - text.trim_start().len();
    let mut cells = String::with_capacity(64);
    let mut words = words(text).peekable();
    let mut side = None;
    let mut end = text.len();
    while cells.chars().count() < 64
        && let Some((at, word)) = words.next()
    {
        // The word that fills the board may end with the side.
        let left = 64 - cells.chars().count();
        match word.char_indices().nth(left) {
            Some((cut, _)) if matches!(&word[cut..], "X" | "x" | "*" | "O" | "o") => {
                cells.push_str(&word[..cut]);
                side = Some((at + cut, &word[cut..]));
            }
            _ => cells.push_str(word),
        }
    }
    let (side_at, side) = side.or_else(|| words.next()).unwrap_or((text.len(), ""));
    end = end.min(side_at + side.len());
    let supplies = words.next_if(|(_, word)| word.contains('/'));
    if let Some((at, word)) = supplies {
        end = at + word.len();
    }
    let rules = rules.unwrap_or(match supplies {
        Some(_) => RuleSet::Classic,
        None => RuleSet::Othello,
    });
    parse_position(rules, &cells, side, supplies.map(|(_, word)| word))
        .map(|(position, side)| (position, side, end))
        .map_err(|error| {
            let at = match &error {
                SetupError::Side(_) => side_at,
                SetupError::Supplies(_) | SetupError::Sum { .. } | SetupError::NoSupplies => {
                    supplies.map_or(text.len(), |(at, _)| at)
                }
                SetupError::Cell(cell) => text.find(*cell).unwrap_or(start),
                SetupError::Cells(_) => start,
            };
            Trouble::new(at, Reason::Setup(error))
        })
}

/// `MOVE:SCORE; MOVE:SCORE; ...`; `--:-127` says that the list is complete.
pub(crate) fn read_hints(text: &str, position: &AnyPosition) -> Result<Vec<Hint>, Trouble> {
    let mut hints = Vec::new();
    let mut closed = false;
    for part in text.split(';') {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let at = start + part.len() - part.trim_start().len();
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        let fail = |reason| Err(Trouble::new(at, reason));
        if closed {
            return fail(Reason::word(
                part,
                "the end of the line (--:-127 closes a list)",
            ));
        }
        let Some((word, score)) = part.split_once(':') else {
            return fail(Reason::word(part, HINT));
        };
        let (word, score) = (word.trim(), score.trim());
        if word == "--" && score == "-127" {
            closed = true;
            continue;
        }
        let played = match word.to_ascii_lowercase().as_str() {
            "--" | "pa" | "ps" | "pass" => Move::Pass,
            square => match square.parse() {
                Ok(square) => Move::Disc(square),
                Err(_) => return fail(Reason::word(part, HINT)),
            },
        };
        let legal = match played {
            Move::Disc(square) => position.moves().contains(square),
            Move::Pass => position.moves().is_empty(),
        };
        if !legal {
            return fail(Reason::word(word, "a legal move of this position"));
        }
        let Some(score) = score
            .parse()
            .ok()
            .filter(|score| (-64..=64).contains(score))
        else {
            return fail(Reason::word(score, SCORE));
        };
        if hints.iter().any(|hint: &Hint| hint.played == played) {
            return fail(Reason::word(part, "a hint for another move"));
        }
        hints.push(Hint { played, score });
    }
    Ok(hints)
}
