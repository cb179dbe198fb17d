//! Boards drawn in text, as people and programs paste them: eight rows of cells with
//! or without coordinates and frames, a line that says who is to move, moves after
//! it.
//!
//! Black is `X x * B b ●`, White `O o W w 0 ○`, empty `- . _ + ·`. Rows numbered 8
//! to 1 are turned round. Without a word about it Black is to move; `BLACK/WHITE`
//! are the discs in hand of a classic game.

use super::fault::{Fault, Reason, Trouble};
use super::limit;
use super::record::GameRecord;
use super::replay::Replay;
use super::transcript::{Words, play_all};
use crate::board::{AnyPosition, parse_position};
use mollett_protocol::{Color, Move, RuleSet};

/// A row of a drawn board.
struct Row<'a> {
    /// The number before or after it.
    label: Option<u8>,
    /// Eight of `X`, `O`, `-`.
    cells: String,
    /// What else the line says.
    rest: &'a str,
}

/// The game of a text that draws a board: the position, and the moves after it.
///
/// ```
/// use mollett::formats::diagram;
/// let text = "  a b c d e f g h\n1 . . . . . . . .\n2 . . . . . . . .\n\
///     3 . . . * . . . .\n4 . . . * * . . .\n5 . . . * O . . .\n\
///     6 . . . . . . . .\n7 . . . . . . . .\n8 . . . . . . . .\nO to move\nc3 c4\n";
/// let game = diagram::read(text, None).unwrap();
/// assert_eq!(game.start.0.empties(), 59);
/// assert_eq!(game.transcript(), "c3c4");
/// ```
///
/// # Errors
/// There is no board of eight rows, it cannot be set up, or a move is illegal.
pub fn read(text: &str, rules: Option<RuleSet>) -> Result<GameRecord, Fault> {
    read_text(text, rules).map_err(|trouble| trouble.in_text(text, 1))
}

fn read_text(text: &str, rules: Option<RuleSet>) -> Result<GameRecord, Trouble> {
    if text.len() > limit::VALUE_BYTES {
        return Err(Trouble::new(
            limit::VALUE_BYTES,
            Reason::TooLarge {
                what: "bytes of a drawn board",
                limit: limit::VALUE_BYTES,
            },
        ));
    }
    let board = find(text).ok_or_else(|| Trouble::new(0, Reason::Nothing("board of 8 rows")))?;
    let at = byte_of(text, board.rows[0].rest);
    let supplies = board.others().find_map(supplies);
    let side = board.others().find_map(side).unwrap_or(Color::Black);
    let cells: String = board.rows.iter().map(|row| row.cells.as_str()).collect();
    let rules = rules.unwrap_or(match supplies {
        Some(_) => RuleSet::Classic,
        None => RuleSet::Othello,
    });
    let side_word = side.letter().to_string();
    let (position, side) =
        parse_position(rules, &cells, &side_word, supplies).map_err(|error| {
            Trouble::new(
                supplies.map_or(at, |word| byte_of(text, word)),
                Reason::Setup(error),
            )
        })?;
    let mut replay = Replay::new(position, side);
    for line in &board.after {
        if is_frame(line) || !begins_with_move(line) {
            continue;
        }
        let start = byte_of(text, line);
        play_all(Words::new(line, 0), &mut replay)
            .map_err(|trouble| Trouble::new(start + trouble.at, trouble.reason))?;
    }
    Ok(replay.into_record())
}

/// Byte of a part of a text.
fn byte_of(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// Whether a text draws a board.
pub(super) fn is_drawn(text: &str) -> bool {
    text.len() <= limit::VALUE_BYTES && find(text).is_some()
}

/// The board of a position with coordinates and the side to move, row 1 on top;
/// [`read`] reads it back.
#[must_use]
pub fn write(position: &AnyPosition, side: Color) -> String {
    let mut text = String::from("  a b c d e f g h\n");
    let cells: Vec<char> = position.cells(side, ['X', 'O', '-']).chars().collect();
    for (index, row) in cells.chunks(8).enumerate() {
        text.push_str(&(index + 1).to_string());
        for cell in row {
            text.push(' ');
            text.push(*cell);
        }
        text.push('\n');
    }
    text.push(side.letter());
    text.push_str(" to move");
    if let Some((black, white)) = position.supplies(side) {
        text.push_str(&format!(", discs in hand {black}/{white}"));
    }
    text.push('\n');
    text
}

struct Board<'a> {
    /// Eight, row 1 first.
    rows: Vec<Row<'a>>,
    before: Vec<&'a str>,
    after: Vec<&'a str>,
}

impl<'a> Board<'a> {
    /// What the text says beside the cells.
    fn others(&self) -> impl Iterator<Item = &'a str> {
        let rows = self.rows.iter().map(|row| row.rest);
        rows.chain(self.after.iter().copied())
            .chain(self.before.iter().copied())
    }
}

/// The first eight rows that belong together.
fn find(text: &str) -> Option<Board<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut rows: Vec<(usize, Row)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let labelled = rows.first().is_some_and(|(_, row)| row.label.is_some());
        let Some(row) = row(line).filter(|row| !labelled || row.label.is_some()) else {
            // Frames and blank lines may part rows, other text ends the board.
            if !is_frame(line) {
                rows.clear();
            }
            continue;
        };
        let follows = match (rows.last().map(|(_, before)| before.label), row.label) {
            (None, label) => label.is_none_or(|label| label == 1 || label == 8),
            (Some(Some(before)), Some(label)) => {
                let first = rows[0].1.label;
                if first == Some(1) {
                    label == before + 1
                } else {
                    label + 1 == before
                }
            }
            (Some(None), None) => true,
            _ => false,
        };
        if !follows {
            rows.clear();
            if row.label.is_some_and(|label| label != 1 && label != 8) {
                continue;
            }
        }
        rows.push((index, row));
        if rows.len() == 8 {
            let first = rows[0].0;
            let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
            if rows[0].label == Some(8) {
                rows.reverse();
            }
            return Some(Board {
                rows,
                before: lines[..first].to_vec(),
                after: lines[index + 1..].to_vec(),
            });
        }
    }
    None
}

/// A line between rows: blank or drawn with `+`, `-`, `=` and `|`.
fn is_frame(line: &str) -> bool {
    line.chars()
        .all(|c| c.is_whitespace() || "+-=|".contains(c))
}

/// A line as a row of cells.
fn row(line: &str) -> Option<Row<'_>> {
    let trimmed = line.trim_start_matches(|c: char| c.is_whitespace() || c == '|');
    let labelled = trimmed.strip_prefix(|c: char| ('1'..='8').contains(&c));
    let mut label = labelled.and(trimmed.bytes().next()).map(|byte| byte - b'0');
    let mut cells = String::with_capacity(8);
    let mut rest = labelled.unwrap_or(trimmed);
    while cells.len() < 8 {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '|');
        let cell = rest.chars().next()?;
        cells.push(match cell {
            'X' | 'x' | '*' | 'B' | 'b' | '●' | '⚫' => 'X',
            'O' | 'o' | 'W' | 'w' | '○' | '⚪' | '0' => 'O',
            '-' | '.' | '_' | '+' | '·' => '-',
            _ => return None,
        });
        rest = &rest[cell.len_utf8()..];
    }
    rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '|');
    if let Some(after) = rest.strip_prefix(|c: char| ('1'..='8').contains(&c))
        && (after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || c == '|'))
    {
        label = label.or(rest.bytes().next().map(|byte| byte - b'0'));
        rest = after;
    } else if !rest.is_empty() && label.is_none() {
        // Without a number beside it, a row says nothing else.
        return None;
    }
    Some(Row { label, cells, rest })
}

/// The side that a line says is to move: `X to move`, `White's turn`, or the side
/// alone.
fn side(line: &str) -> Option<Color> {
    let lower = line.to_lowercase();
    let says = ["to move", "to play", "turn", "side"]
        .iter()
        .any(|s| lower.contains(s));
    let mut words = lower
        .split(|c: char| c.is_whitespace() || ",.:;|()='".contains(c))
        .filter(|word| !word.is_empty());
    let color = |word: &str| match word {
        "x" | "*" | "black" | "●" | "⚫" => Some(Color::Black),
        "o" | "white" | "○" | "⚪" => Some(Color::White),
        _ => None,
    };
    if says {
        return words.find_map(color);
    }
    let alone = words.next().and_then(color);
    alone.filter(|_| words.next().is_none())
}

/// The word `BLACK/WHITE` of a line.
fn supplies(line: &str) -> Option<&str> {
    let number = |text: &str| {
        (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    line.split(|c: char| c.is_whitespace() || ",;()".contains(c))
        .find(|word| {
            word.split_once('/')
                .is_some_and(|(black, white)| number(black) && number(white))
        })
}

/// Whether the first word of a line is a move (after its number).
fn begins_with_move(line: &str) -> bool {
    matches!(
        Words::new(line, 0).next(),
        Some(Ok((_, Move::Disc(_) | Move::Pass)))
    )
}
