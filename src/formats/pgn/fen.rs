//! The start of a game in the `FEN` tag.
//!
//! Edax writes eight rows, row 8 first, `p` for a black and `P` for a white disc,
//! digits for empty squares, then `b` or `w`. Letters the other way round cannot be
//! told from a game with the colours exchanged and are not guessed at.

use super::super::fault::{Reason, Trouble};
use super::super::problem::read_position;
use crate::board::{AnyPosition, parse_position};
use mollett_protocol::{Color, RuleSet};

/// Reads a FEN, or position text.
pub(super) fn read(text: &str, rules: Option<RuleSet>) -> Result<(AnyPosition, Color), Trouble> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if !first.contains('/') {
        return read_position(text, rules);
    }
    let fail = || {
        let expected = "a FEN (8 rows of p, P and digits, row 8 first, then b or w)";
        Trouble::new(0, Reason::word(text, expected))
    };
    let mut words = text.split_whitespace();
    let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
    let side = match words.next() {
        Some("b") => "X",
        Some("w") => "O",
        _ => return Err(fail()),
    };
    if rows.len() != 8 {
        return Err(fail());
    }
    let mut cells = String::with_capacity(64);
    for row in rows.iter().rev() {
        let before = cells.len();
        for cell in row.chars() {
            match cell {
                'p' => cells.push('X'),
                'P' => cells.push('O'),
                '1'..='8' => {
                    let empty = cell.to_digit(10).unwrap_or(0);
                    cells.extend((0..empty).map(|_| '-'));
                }
                _ => return Err(fail()),
            }
        }
        if cells.len() != before + 8 {
            return Err(fail());
        }
    }
    let supplies = words.next().filter(|word| word.contains('/'));
    let rules = rules.unwrap_or(match supplies {
        Some(_) => RuleSet::Classic,
        None => RuleSet::Othello,
    });
    parse_position(rules, &cells, side, supplies)
        .map_err(|error| Trouble::new(0, Reason::Setup(error)))
}

/// The FEN that [`read`] reads back.
pub(super) fn write(position: &AnyPosition, side: Color) -> String {
    let cells: Vec<char> = position.cells(side, ['p', 'P', '-']).chars().collect();
    let mut text = String::new();
    for row in cells.chunks(8).rev() {
        let mut empty = 0;
        for &cell in row {
            if cell == '-' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            empty = 0;
            text.push(cell);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text.push('/');
    }
    text.pop();
    text.push_str(if side == Color::Black { " b" } else { " w" });
    text.push_str(&match position.supplies(side) {
        Some((black, white)) => format!(" {black}/{white}"),
        None => " - - 0 1".into(),
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_as_edax_would_write_it() {
        let start = AnyPosition::start(RuleSet::Othello);
        let text = write(&start, Color::Black);
        assert_eq!(text, "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1");
        assert_eq!(read(&text, None), Ok((start, Color::Black)));
    }

    #[test]
    fn what_is_no_fen_is_refused() {
        for text in [
            "8/8/8 b",
            "8/8/8/8/8/8/8/9 b",
            "8/8/8/3pPk2/8/8/8/8 b",
            "/ x",
        ] {
            assert!(read(text, None).is_err(), "{text}");
        }
    }
}
