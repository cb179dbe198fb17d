//! GGF (Generic Game Format) of the game server GGS and of NBoard:
//! `(;GM[Othello]PB[..]PW[..]RE[+4.000]BO[8 ... *]B[D3/-0.09/0.01]...;)`.
//!
//! Any number of games in one text, a count before them is skipped. Moves carry
//! evaluation (from the mover's view) and time in seconds. A classic game has
//! `GM[ClassicReversi]` and, when set up, `DS[BLACK/WHITE]` with the discs in hand;
//! `TG[name:value]` is what another format said. Variations have no place here.

use super::bracket::{Node, Property, Tree, Trees, Value};
use super::fault::{Fault, Reason, Trouble};
use super::number::{self, decimals, seconds};
use super::problem::read_position;
use super::record::{Ending, GameRecord, Note, Outcome, Player, RecordedPly};
use super::replay::Replay;
use super::{limit, sgf, transcript};
use mollett_protocol::{Color, Move, RuleSet};
use std::fmt::Write;

/// Names with a place in the record.
const KNOWN: &str = " B BO BP C DS DT EV GM PB PC PW RB RE RW TG TI TY W ";

/// Name of a result that `RE` cannot say, in SGF's words.
const RESULT: &str = "result";

/// The games of a text. Without `rules`, `GM` says which game it is.
///
/// ```
/// use mollett::formats::ggf;
/// let text = "1 (;GM[Othello]PB[a]PW[b]RE[?]B[F5/0.00]W[d6//2.5];)";
/// let games = ggf::read(text, None).unwrap();
/// assert_eq!(games[0].transcript(), "f5d6");
/// assert_eq!(games[0].plies[0].note.as_ref().unwrap().eval, Some(0.0));
/// ```
///
/// # Errors
/// The first thing that is wrong, see [`Reason`], or a text without any game.
pub fn read(text: &str, rules: Option<RuleSet>) -> Result<Vec<GameRecord>, Fault> {
    let mut games = Vec::new();
    for tree in Trees::new(text, false) {
        let game = match tree {
            Ok(_) if games.len() == limit::GAMES => {
                Err(Trouble::new(text.len(), transcript::too_many_games()))
            }
            Ok(tree) => game(&tree, rules),
            Err(trouble) => Err(trouble),
        };
        games.push(game.map_err(|trouble| trouble.in_text(text, 1))?);
    }
    if games.is_empty() {
        return Err(Trouble::new(0, Reason::Nothing("GGF game")).in_text(text, 1));
    }
    Ok(games)
}

fn game(tree: &Tree, rules: Option<RuleSet>) -> Result<GameRecord, Trouble> {
    let root = &tree.nodes[0];
    let named = match root.value("GM") {
        None => RuleSet::Othello,
        Some(value) => value.text.trim().parse().map_err(|_| {
            let expected = "a game (Othello or ClassicReversi)";
            Trouble::new(value.at, Reason::word(&value.text, expected))
        })?,
    };
    let mut replay = start(root, rules.unwrap_or(named))?;
    let mut comment = String::new();
    for property in &root.properties {
        match &*property.name {
            "B" => play(property, Color::Black, &mut replay)?,
            "W" => play(property, Color::White, &mut replay)?,
            "C" => {
                let text = property.values[0].text.trim();
                // After a move it is about the move.
                match replay.game.plies().is_empty() {
                    true => text.clone_into(&mut comment),
                    false => replay.merge(Note {
                        comment: text.to_owned(),
                        ..Note::default()
                    }),
                }
            }
            _ => {}
        }
    }
    let over = replay.game.is_over();
    let mut record = replay.into_record();
    if let Some(result) = root.value("RE") {
        record.outcome = outcome(result)?.map(|outcome| outcome.settled(over));
    }
    let text = |name: &str| {
        let value = root.value(name).map_or("", |value| value.text.trim());
        value.to_owned()
    };
    let player = |name, rating| Player {
        name: Some(text(name))
            .filter(|name| name != "?")
            .unwrap_or_default(),
        rating: number::read(&text(rating)),
    };
    record.black = player("PB", "RB");
    record.white = player("PW", "RW");
    record.event = text("EV");
    record.place = text("PC");
    record.date = text("DT");
    record.clock = text("TI");
    record.comment = comment;
    for property in &root.properties {
        let value = &property.values[0].text;
        if property.name == "TG"
            && let Some((name, value)) = value.split_once(':')
        {
            if name == RESULT {
                record.outcome = sgf::outcome::result(value).map(|found| found.settled(over));
                continue;
            }
            record.tags.push((name.to_owned(), value.to_owned()));
        } else if !KNOWN.split(' ').any(|known| known == property.name)
            || property.name == "TY" && value.trim() != "8"
        {
            let tag = (property.name.to_string(), value.to_string());
            record.tags.push(tag);
        }
    }
    Ok(record)
}

/// The game about to begin: `BO[8 CELLS SIDE]`, else the start of the rules.
fn start(root: &Node, rules: RuleSet) -> Result<Replay, Trouble> {
    let Some(board) = root.value("BO") else {
        return Ok(Replay::guess(Some(rules), None));
    };
    let text = board.text.trim_start();
    let at = board.at + board.text.len() - text.len();
    let (size, cells) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if size != "8" {
        let reason = match size.parse::<u8>() {
            Ok(_) => Reason::Unfit(format!("a {size}x{size} board; only 8x8 is known")),
            Err(_) => Reason::word(size, "a board (8, 64 cells, side to move)"),
        };
        return Err(Trouble::new(at, reason));
    }
    let cells_at = at + text.len() - cells.len();
    let supplies = root.value("DS").filter(|_| rules == RuleSet::Classic);
    let words = match supplies {
        Some(value) => format!("{cells} {}", value.text.trim()),
        None => cells.to_owned(),
    };
    let (position, side) = read_position(&words, Some(rules)).map_err(|trouble| Trouble {
        at: match supplies {
            Some(value) if trouble.at >= cells.len() => value.at,
            _ => cells_at + trouble.at.min(cells.len()),
        },
        ..trouble
    })?;
    // Written on every game, so the classic start need not repeat its supplies.
    let begins = supplies.is_none() && position.empties() == 64;
    match begins {
        true => Ok(Replay::guess(Some(rules), None)),
        false => Ok(Replay::new(position, side)),
    }
}

/// `SQUARE[/EVAL[/TIME]]`.
fn play(property: &Property, color: Color, replay: &mut Replay) -> Result<(), Trouble> {
    let value = &property.values[0];
    let fail = |word: &str, expected| {
        let at = value.at + (word.as_ptr() as usize - value.text.as_ptr() as usize);
        Trouble::new(at, Reason::word(word, expected))
    };
    let mut parts = value.text.split('/').map(str::trim);
    let word = parts.next().unwrap_or_default();
    let played = match word.to_ascii_lowercase().as_str() {
        "pa" | "ps" | "--" => Move::Pass,
        other => {
            let expected = "a move (A1 to H8, or PA)";
            other.parse().map_err(|_| fail(word, expected))?
        }
    };
    let mut note = Note::default();
    if let Some(eval) = parts.next().filter(|eval| !eval.is_empty()) {
        let number = number::read(eval);
        note.eval = Some(number.ok_or_else(|| fail(eval, "an evaluation in discs (-1.63)"))?);
    }
    if let Some(time) = parts.next().filter(|time| !time.is_empty()) {
        let number = number::read_time(time);
        note.time = Some(number.ok_or_else(|| fail(time, "a time in seconds (0.01)"))?);
    }
    if let Some(more) = parts.next() {
        return Err(fail(more, "the end of the move (SQUARE/EVAL/TIME)"));
    }
    replay
        .read(Some(color), played)
        .map_err(|reason| Trouble::new(value.at, reason))?;
    replay.note(note);
    Ok(())
}

/// `+4.000`, `-12.000:r`, `?`. More than 64 discs is no score; Edax writes -127
/// for a game without result.
fn outcome(value: &Value) -> Result<Option<Outcome>, Trouble> {
    let text = value.text.trim();
    let (score, manner) = text.split_once(':').unwrap_or((text, ""));
    let fail = || {
        let expected = "a result (+4.000, -12:r, ?)";
        Trouble::new(value.at, Reason::word(text, expected))
    };
    let ending = match manner {
        "" => Ending::Played,
        "r" => Ending::Resigned,
        "t" => Ending::Time,
        "s" => Ending::Agreed,
        "l" => Ending::Unfinished,
        _ => return Err(fail()),
    };
    if matches!(score, "?" | "") {
        return Ok(None);
    }
    let score = number::read(score).ok_or_else(fail)?;
    Ok((score.abs() <= 64.0).then(|| Outcome::of_score(score, ending)))
}

/// A game as one line, in the form of the program that its place names: NBoard or
/// else GGS.
///
/// The result of a game broken off ends in `:l`, as the server's adjourned games do.
/// A result without a margin cannot be said and becomes `?` with `TG[result:B+]`.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let nboard = record.place == "NBoard";
    let mut text = format!("(;GM[{}]", record.rules().game_id());
    let put = |text: &mut String, name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", value.replace(']', ")"));
        }
    };
    let rating = |rating: Option<f64>| rating.map_or_else(String::new, |r| decimals(r, 0));
    put(&mut text, "PC", &record.place);
    put(&mut text, "DT", &record.date);
    put(&mut text, "EV", &record.event);
    for (name, value) in [("PB", &record.black.name), ("PW", &record.white.name)] {
        put(&mut text, name, if value.is_empty() { "?" } else { value });
    }
    put(&mut text, "RB", &rating(record.black.rating));
    put(&mut text, "RW", &rating(record.white.rating));
    let result = match record
        .outcome
        .and_then(|outcome| Some((outcome, outcome.score()?)))
    {
        None => "?".to_owned(),
        Some((outcome, score)) => {
            let manner = match outcome.ending {
                Ending::Resigned => ":r",
                Ending::Time | Ending::Forfeit => ":t",
                Ending::Agreed => ":s",
                // As the server marks a game adjourned.
                Ending::Unfinished => ":l",
                Ending::Played => "",
            };
            match nboard {
                true => format!("{score}{manner}"),
                false => format!("{score:+.3}{manner}"),
            }
        }
    };
    let size = record.tag("TY").unwrap_or("8");
    if nboard {
        put(&mut text, "RE", &result);
        put(&mut text, "TI", &record.clock);
        put(&mut text, "TY", size);
    } else {
        put(&mut text, "TI", &record.clock);
        put(&mut text, "TY", size);
        put(&mut text, "RE", &result);
    }
    board(record, nboard, &mut text);
    for (name, value) in &record.tags {
        let own_name = name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_uppercase());
        if name == "TY" {
        } else if own_name && !KNOWN.contains(&format!(" {name} ")) {
            put(&mut text, name, value);
        } else {
            put(&mut text, "TG", &format!("{name}:{value}"));
        }
    }
    if let Some(outcome) = &record.outcome
        && (outcome.score().is_none() || outcome.ending == Ending::Forfeit)
    {
        let result = sgf::outcome::short(outcome);
        put(&mut text, "TG", &format!("{RESULT}:{result}"));
    }
    put(&mut text, "C", &record.comment);
    for ply in &record.plies {
        write_ply(ply, &mut text);
    }
    text.push_str(";)\n");
    text
}

fn board(record: &GameRecord, nboard: bool, text: &mut String) {
    let (position, side) = record.start;
    let cells = position.cells(side, ['*', 'O', '-']);
    text.push_str("BO[8");
    for (index, cell) in cells.chars().enumerate() {
        if index == 0 || !nboard && index % 8 == 0 {
            text.push(' ');
        }
        text.push(cell);
    }
    text.push_str(if side == Color::Black { " *]" } else { " O]" });
    if let Some((black, white)) = position.supplies(side)
        && !record.starts_at_the_beginning()
    {
        let _ = write!(text, "DS[{black}/{white}]");
    }
}

fn write_ply(ply: &RecordedPly, text: &mut String) {
    let letter = if ply.color == Color::Black { 'B' } else { 'W' };
    let _ = match ply.played {
        Move::Disc(square) => write!(text, "{letter}[{square:#}"),
        Move::Pass => write!(text, "{letter}[PA"),
    };
    let (eval, time) = ply.note.as_ref().map_or((None, None), |n| (n.eval, n.time));
    if eval.is_some() || time.is_some() {
        let eval = eval.map_or_else(String::new, |eval| decimals(eval, 2));
        let _ = write!(text, "/{eval}");
    }
    if let Some(time) = time {
        let _ = write!(text, "/{}", seconds(time));
    }
    text.push(']');
    if let Some(note) = &ply.note
        && !note.comment.is_empty()
    {
        let _ = write!(text, "C[{}]", note.comment.replace(']', ")"));
    }
}
