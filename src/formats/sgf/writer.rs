//! From the record of a game to SGF text.

use super::super::number::{decimals, seconds};
use super::super::record::{GameRecord, RecordedPly, Variation};
use super::{Rows, is_known, outcome};
use mollett_protocol::{Color, Move, RuleSet, Square};
use std::fmt::Write;

/// A game as one tree; [`read`](super::read) gives the same record back.
///
/// ```
/// use mollett::formats::{sgf, transcript};
/// let game = transcript::read("f5d6", None).unwrap().remove(0);
/// let text = sgf::write(&game);
/// assert!(text.starts_with("(;FF[4]GM[2]CA[UTF-8]AP[mollett:"));
/// assert!(text.ends_with("\n;B[fe];W[df])\n"));
/// assert_eq!(sgf::read(&text, None).unwrap(), [game]);
/// ```
#[must_use]
pub fn write(record: &GameRecord) -> String {
    write_rows(record, Rows::FromTop)
}

/// As [`write()`]; [`Rows::FromBottom`] leaves out `GM` and suits GoGui and its tools.
#[must_use]
pub fn write_rows(record: &GameRecord, rows: Rows) -> String {
    let mut text = String::from("(;FF[4]");
    if rows == Rows::FromTop {
        text.push_str("GM[2]");
    }
    text.push_str(concat!(
        "CA[UTF-8]AP[mollett:",
        env!("CARGO_PKG_VERSION"),
        "]SZ[8]"
    ));
    root(record, rows, &mut text);
    if !record.plies.is_empty() || !record.variations.is_empty() {
        text.push('\n');
    }
    line(&record.plies, 0, &record.variations, rows, &mut text);
    text.push_str(")\n");
    text
}

fn root(record: &GameRecord, rows: Rows, text: &mut String) {
    if record.rules() == RuleSet::Classic {
        text.push_str("RU[classic]");
    }
    set_up(record, rows, text);
    let rating = |rating: Option<f64>| rating.map_or_else(String::new, |r| decimals(r, 0));
    let plain_seconds = record.clock.parse::<u32>().is_ok();
    for (name, value) in [
        ("PB", &record.black.name),
        ("BR", &rating(record.black.rating)),
        ("PW", &record.white.name),
        ("WR", &rating(record.white.rating)),
        ("EV", &record.event),
        ("PC", &record.place),
        ("DT", &record.date),
        (if plain_seconds { "TM" } else { "OT" }, &record.clock),
    ] {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
    if let Some(outcome) = &record.outcome {
        outcome::write(outcome, text);
    }
    for (name, value) in &record.tags {
        let own_name = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_uppercase())
            && !is_known(name)
            && name != "OT";
        let _ = match own_name {
            true => write!(text, "{name}[{}]", escaped(value)),
            false => write!(text, "TG[{}:{}]", escaped(name), escaped(value)),
        };
    }
    if !record.comment.is_empty() {
        let _ = write!(text, "GC[{}]", escaped(&record.comment));
    }
}

/// The first position, unless it is where games of these rules begin.
fn set_up(record: &GameRecord, rows: Rows, text: &mut String) {
    if record.starts_at_the_beginning() {
        return;
    }
    let (position, side) = record.start;
    let cells = position.cells(side, ['B', 'W', '-']);
    for color in ["B", "W"] {
        let squares = Square::all().zip(cells.chars());
        let of_color = squares.filter(|(_, cell)| color.starts_with(*cell));
        for (index, (square, _)) in of_color.enumerate() {
            if index == 0 {
                let _ = write!(text, "A{color}");
            }
            let _ = write!(text, "[{}]", rows.write(square));
        }
    }
    if position.board().occupied() == 0 {
        // An empty board must still be seen to be set up.
        text.push_str("AE[aa:hh]");
    }
    let _ = write!(text, "PL[{}]", letter(side));
    if let Some((black, white)) = position.supplies(side) {
        let _ = write!(text, "DS[{black}/{white}]");
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The plies from `at` on, and the lines that leave them there or later. As deep
/// as there are plies and forks on the way to a leaf.
fn line(
    plies: &[RecordedPly],
    mut at: usize,
    variations: &[Variation],
    rows: Rows,
    text: &mut String,
) {
    loop {
        let here = variations.iter().filter(|variation| variation.after == at);
        if here.clone().next().is_some() {
            text.push_str("\n(");
            if at == plies.len() {
                text.push(';');
            } else {
                node(&plies[at], rows, text);
                line(plies, at + 1, variations, rows, text);
            }
            text.push(')');
            for variation in here {
                text.push_str("\n(");
                line(&variation.plies, 0, &variation.variations, rows, text);
                text.push(')');
            }
            return;
        }
        let Some(ply) = plies.get(at) else {
            return;
        };
        // Ten moves a line, as people read them.
        if at > 0 && at.is_multiple_of(10) {
            text.push('\n');
        }
        node(ply, rows, text);
        at += 1;
    }
}

fn node(ply: &RecordedPly, rows: Rows, text: &mut String) {
    let square = match ply.played {
        Move::Disc(square) => rows.write(square),
        Move::Pass => String::new(),
    };
    let _ = write!(text, ";{}[{square}]", letter(ply.color));
    let Some(note) = &ply.note else {
        return;
    };
    if let Some(eval) = note.eval {
        let black = if ply.color == Color::Black {
            eval
        } else {
            0.0 - eval
        };
        let _ = write!(text, "V[{}]", decimals(black, 2));
    }
    if let Some(time) = note.time {
        let _ = write!(text, "MT[{}]", seconds(time));
    }
    if !note.comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(&note.comment));
    }
}

/// Text with brackets and backslashes escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
