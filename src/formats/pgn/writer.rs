//! From records to PGN-like text.

use super::super::number::decimals;
use super::super::record::{Ending, GameRecord, Note, Outcome, RecordedPly, Variation};
use super::fen;
use super::reader::{KNOWN, MANNERS};
use mollett_protocol::{Color, RuleSet};
use std::fmt::Write;

/// Characters of a line of moves.
const WIDTH: usize = 80;

/// A game with its tags; [`read`](super::read) gives the same record back.
/// Variations that go on where their line has ended are left out ([`left_out`]).
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let mut text = String::new();
    let result = record.outcome.as_ref().map_or("*", letters);
    let known = |value: &str| {
        if value.is_empty() {
            "?".to_owned()
        } else {
            value.to_owned()
        }
    };
    for (name, value) in [
        ("Event", known(&record.event)),
        ("Site", known(&record.place)),
        ("Date", known(&record.date)),
        ("Round", known(record.tag("Round").unwrap_or_default())),
        ("Black", known(&record.black.name)),
        ("White", known(&record.white.name)),
        ("Result", result.to_owned()),
    ] {
        tag(name, &value, &mut text);
    }
    for (name, player) in [("BlackElo", &record.black), ("WhiteElo", &record.white)] {
        if let Some(rating) = player.rating {
            tag(name, &decimals(rating, 0), &mut text);
        }
    }
    if !record.clock.is_empty() {
        tag("TimeControl", &record.clock, &mut text);
    }
    if let Some(outcome) = &record.outcome {
        // Chess's word for a draw says the margin as well.
        if letters(outcome) != DRAW
            && let Some(score) = outcome.score()
        {
            tag("Score", &format!("{score:+}"), &mut text);
        }
        if let Some((word, _)) = MANNERS.iter().find(|(_, ending)| *ending == outcome.ending) {
            tag("Termination", word, &mut text);
        }
    }
    if record.rules() == RuleSet::Classic {
        tag("Variant", record.rules().game_id(), &mut text);
    }
    if !record.starts_at_the_beginning() {
        let (position, side) = &record.start;
        tag("SetUp", "1", &mut text);
        tag("FEN", &fen::write(position, *side), &mut text);
    }
    for (name, value) in record.tags.iter().filter(|(name, _)| name != "Round") {
        // A foreign tag must not be taken for one of ours.
        let name: String = name
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        let ours = KNOWN.split(' ').any(|known| known == name);
        let prefix = if ours { "X" } else { "" };
        tag(&format!("{prefix}{name}"), value, &mut text);
    }
    text.push('\n');
    let mut words = Vec::new();
    if !record.comment.is_empty() {
        words.push(comment(&record.comment));
    }
    line(&record.plies, 0, &record.variations, &mut words);
    words.push(result.to_owned());
    wrap(&words, &mut text);
    text.push('\n');
    text
}

/// How many variations PGN has no place for: those that take the place of no move.
#[must_use]
pub fn left_out(record: &GameRecord) -> usize {
    fn of(length: usize, variations: &[Variation]) -> usize {
        let each = |line: &Variation| match line.after < length {
            true => of(line.plies.len(), &line.variations),
            false => Variation::count(std::slice::from_ref(line)),
        };
        variations.iter().map(each).sum()
    }
    of(record.plies.len(), &record.variations)
}

const DRAW: &str = "1/2-1/2";

/// The result as chess has it, Black first. A game broken off with nobody ahead is no
/// draw.
fn letters(outcome: &Outcome) -> &'static str {
    match (outcome.winner, outcome.ending) {
        (Some(Color::Black), _) => "1-0",
        (Some(Color::White), _) => "0-1",
        (None, Ending::Unfinished) => "*",
        (None, _) => DRAW,
    }
}

fn tag(name: &str, value: &str, text: &mut String) {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(['\n', '\r'], " ");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// The words of a line; `base` plies were played before it.
fn line(plies: &[RecordedPly], base: usize, variations: &[Variation], words: &mut Vec<String>) {
    let mut number_due = true;
    for (index, ply) in plies.iter().enumerate() {
        let ply_number = base + index;
        if ply_number.is_multiple_of(2) {
            words.push(format!("{}.", ply_number / 2 + 1));
        } else if number_due {
            words.push(format!("{}...", ply_number / 2 + 1));
        }
        number_due = false;
        words.push(ply.played.to_string());
        if let Some(note) = &ply.note {
            words.push(comment(&annotation(note, ply.color)));
            number_due = true;
        }
        for variation in variations.iter().filter(|v| v.after == index) {
            let open = words.len();
            line(&variation.plies, ply_number, &variation.variations, words);
            if let Some(first) = words.get_mut(open) {
                first.insert(0, '(');
                words.push(")".into());
            }
            number_due = true;
        }
    }
}

/// What stands in the comment of a move; evaluations from Black's view.
fn annotation(note: &Note, color: Color) -> String {
    let mut text = String::new();
    if let Some(eval) = note.eval {
        let black = if color == Color::Black {
            eval
        } else {
            0.0 - eval
        };
        let _ = write!(text, "[%eval {}] ", decimals(black, 2));
    }
    if let Some(time) = note.time {
        let seconds = time.as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        let millis = time.as_millis() % 60_000;
        let _ = write!(
            text,
            "[%emt {hours}:{minutes:02}:{:02}.{:03}] ",
            millis / 1000,
            millis % 1000
        );
    }
    text.push_str(&note.comment);
    text.trim().to_owned()
}

fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace('}', ")"))
}

/// The words in lines of about [`WIDTH`] characters; a comment is one word.
fn wrap(words: &[String], text: &mut String) {
    let mut column = 0;
    for (index, word) in words.iter().enumerate() {
        let width = word.chars().count();
        let glued = word == ")";
        if index > 0 && !glued {
            let fits = column + 1 + width <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}
