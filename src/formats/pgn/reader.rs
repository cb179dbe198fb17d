//! From PGN-like text to records.

use super::super::fault::{Fault, Reason, Trouble};
use super::super::record::{Ending, GameRecord, Note, Outcome, Variation};
use super::super::replay::Replay;
use super::super::{limit, number, transcript};
use super::fen;
use super::token::{Token, Tokens};
use mollett_protocol::{Color, RuleSet};
use std::time::Duration;

/// A tag: byte of the name, name, byte of the value, value.
type Tag = (usize, String, usize, String);

/// The games of a text. Without `rules`, the tag `Variant`, supplies in `FEN` or a
/// first move on d4, e4, d5 or e5 makes a game classic.
///
/// ```
/// use mollett::formats::pgn;
/// let text = "[Black \"Ada\"]\n[Result \"1-0\"]\n\n1. f5 d6 {[%emt 2.5]} 2. c3 1-0\n";
/// let game = pgn::read(text, None).unwrap().remove(0);
/// assert_eq!((game.black.name.as_str(), game.transcript().as_str()), ("Ada", "f5d6c3"));
/// ```
///
/// # Errors
/// The first thing that is wrong, see [`Reason`], or a text without any game.
pub fn read(text: &str, rules: Option<RuleSet>) -> Result<Vec<GameRecord>, Fault> {
    let mut games = Vec::new();
    let mut at = 0;
    while !text[at..].trim().is_empty() {
        let game = match games.len() < limit::GAMES {
            true => read_game(text, &mut at, rules),
            false => Err(Trouble::new(at, transcript::too_many_games())),
        };
        games.push(game.map_err(|trouble| trouble.in_text(text, 1))?);
    }
    if games.is_empty() {
        return Err(Trouble::new(0, Reason::Nothing("PGN game")).in_text(text, 1));
    }
    Ok(games)
}

fn read_game(text: &str, at: &mut usize, rules: Option<RuleSet>) -> Result<GameRecord, Trouble> {
    let tags = read_tags(text, at)?;
    let mut tokens = Tokens::new(text, *at);
    let game = game(&tags, &mut tokens, rules)?;
    *at = tokens.at;
    Ok(game)
}

/// `[Name "value"]` lines.
fn read_tags(text: &str, at: &mut usize) -> Result<Vec<Tag>, Trouble> {
    let mut tags = Vec::new();
    loop {
        let rest = text[*at..].trim_start();
        let start = text.len() - rest.len();
        if !rest.starts_with('[') {
            return Ok(tags);
        }
        let line = rest.lines().next().unwrap_or_default().trim_end();
        let fail = || {
            let expected = "a tag ([Name \"value\"])";
            Trouble::new(start, Reason::word(line, expected))
        };
        let inner = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'))
            .ok_or_else(fail)?;
        let (name, value) = inner
            .trim()
            .split_once(char::is_whitespace)
            .ok_or_else(fail)?;
        let value = value
            .trim()
            .strip_prefix('"')
            .and_then(|value| value.strip_suffix('"'))
            .ok_or_else(fail)?;
        let named = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !name.bytes().all(named) {
            return Err(fail());
        }
        if line.len() > limit::LINE_BYTES || tags.len() == limit::TAGS {
            let reason = Reason::TooLarge {
                what: "tags in a game",
                limit: limit::TAGS,
            };
            return Err(Trouble::new(start, reason));
        }
        let value_at = value.as_ptr() as usize - text.as_ptr() as usize;
        tags.push((start, name.to_owned(), value_at, unescaped(value)));
        *at = start + line.len();
    }
}

/// A value without the backslashes before quotes and backslashes.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            other => text.push(other),
        }
    }
    text
}

fn game(tags: &[Tag], tokens: &mut Tokens, rules: Option<RuleSet>) -> Result<GameRecord, Trouble> {
    let find = |name: &str| tags.iter().find(|(_, key, _, _)| key == name);
    let named = match find("Variant") {
        None => None,
        Some((_, _, at, value)) => Some(value.parse().map_err(|_| {
            let expected = "a game (Othello or ClassicReversi)";
            Trouble::new(*at, Reason::word(value, expected))
        })?),
    };
    let rules = rules.or(named);
    let mut replay = match find("FEN") {
        None => None,
        Some((_, _, at, value)) => {
            let (position, side) =
                fen::read(value, rules).map_err(|trouble| Trouble::new(*at, trouble.reason))?;
            Some(Replay::new(position, side))
        }
    };
    let mut comment = String::new();
    let mut result = String::new();
    let mut line = Line::default();
    line.read(tokens, &mut replay, rules, &mut comment, &mut result, 0)?;
    let replay = replay.unwrap_or_else(|| Replay::guess(rules, None));
    let over = replay.game.is_over();
    let mut record = replay.into_record();
    record.variations = line.variations;
    record.comment = comment;
    let mut ending = Ending::Played;
    let mut score = None;
    for (index, (_, name, _, value)) in tags.iter().enumerate() {
        let text = if value == "?" { "" } else { value };
        let seen = tags[..index].iter().any(|(_, before, _, _)| before == name);
        match name.as_str() {
            _ if seen => {}
            "Event" => text.clone_into(&mut record.event),
            "Site" => text.clone_into(&mut record.place),
            "Date" => text.clone_into(&mut record.date),
            "Black" => text.clone_into(&mut record.black.name),
            "White" => text.clone_into(&mut record.white.name),
            "BlackElo" => record.black.rating = number::read(text),
            "WhiteElo" => record.white.rating = number::read(text),
            "TimeControl" => text.clone_into(&mut record.clock),
            "Result" => value.clone_into(&mut result),
            "Score" => score = number::read(text),
            "Termination" => ending = manner(text),
            "FEN" | "SetUp" | "Variant" => {}
            "Round" if text.is_empty() => {}
            _ => record.tags.push((name.clone(), value.clone())),
        }
    }
    record.outcome = match score {
        Some(score) => Some(Outcome::of_score(score, ending)),
        None => outcome(&result, ending),
    };
    record.outcome = record.outcome.map(|outcome| outcome.settled(over));
    Ok(record)
}

/// Names of tags with a place in the record.
pub(super) const KNOWN: &str = " Event Site Date Round Black White Result BlackElo WhiteElo \
    TimeControl Score Termination FEN SetUp Variant ";

/// The words of the tag `Termination`, and how they are written.
pub(super) const MANNERS: [(&str, Ending); 5] = [
    ("unterminated", Ending::Unfinished),
    ("resignation", Ending::Resigned),
    ("time forfeit", Ending::Time),
    ("agreement", Ending::Agreed),
    ("forfeit", Ending::Forfeit),
];

fn manner(text: &str) -> Ending {
    let found = MANNERS
        .iter()
        .find(|(word, _)| text.eq_ignore_ascii_case(word));
    found.map_or(Ending::Played, |(_, ending)| *ending)
}

/// `1-0`, `0-1`, `1/2-1/2` or disc counts.
fn outcome(text: &str, ending: Ending) -> Option<Outcome> {
    if text == "1/2-1/2" {
        return Some(Outcome::of_score(0.0, ending));
    }
    let (black, white) = text.split_once('-')?;
    let (black, white) = (number::read(black)?, number::read(white)?);
    let mut outcome = Outcome::of_score(black - white, ending);
    if black + white == 1.0 {
        outcome.margin = None;
    }
    Some(outcome)
}

/// A line of play while it is read.
#[derive(Default)]
struct Line {
    /// Plies played before it.
    base: usize,
    variations: Vec<Variation>,
}

impl Line {
    /// Reads up to the end of the line. As deep as the parentheses of the file,
    /// which are limited.
    fn read(
        &mut self,
        tokens: &mut Tokens,
        replay: &mut Option<Replay>,
        rules: Option<RuleSet>,
        comment: &mut String,
        result: &mut String,
        depth: usize,
    ) -> Result<(), Trouble> {
        while let Some((at, token)) = tokens.next()? {
            let fail = |word, expected| Err(Trouble::new(at, Reason::word(word, expected)));
            match token {
                Token::Move(played) => {
                    replay
                        .get_or_insert_with(|| Replay::guess(rules, Some(played)))
                        .read(None, played)
                        .map_err(|reason| Trouble::new(at, reason))?;
                }
                Token::Comment(text) => match replay {
                    Some(replay) if replay.game.plies().len() > self.base => {
                        replay.merge(annotation(text, replay));
                    }
                    _ if depth == 0 => text.clone_into(comment),
                    _ => {}
                },
                Token::Open if depth == limit::NESTING => {
                    let (what, limit) = ("nested variations", limit::NESTING);
                    return Err(Trouble::new(at, Reason::TooLarge { what, limit }));
                }
                Token::Open => {
                    let branch = replay.clone().filter(|r| r.game.plies().len() > self.base);
                    let Some(mut branch) = branch else {
                        return fail("(", "a variation of a move before it");
                    };
                    branch.undo();
                    let from = branch.game.plies().len();
                    let mut line = Self {
                        base: from,
                        ..Self::default()
                    };
                    let mut branch = Some(branch);
                    line.read(tokens, &mut branch, rules, comment, result, depth + 1)?;
                    let plies = branch.map_or_else(Vec::new, |branch| branch.plies_from(from));
                    if !plies.is_empty() {
                        self.variations.push(Variation {
                            after: from - self.base,
                            plies,
                            variations: line.variations,
                        });
                    }
                }
                Token::Close if depth > 0 => return Ok(()),
                Token::Close => return fail(")", "closing any variation"),
                Token::Result(text) if depth == 0 => {
                    text.clone_into(result);
                    return Ok(());
                }
                Token::Result(text) => return fail(text, "a move of the variation"),
            }
        }
        if depth > 0 {
            let reason = Reason::Ends("a variation (')' is missing)");
            return Err(Trouble::new(tokens.at, reason));
        }
        Ok(())
    }
}

/// What a comment says about the last move: evaluation, time and the rest.
fn annotation(text: &str, replay: &Replay) -> Note {
    let mut note = Note::default();
    let mut rest = text;
    while let Some(open) = rest.find("[%") {
        let Some(close) = rest[open..].find(']').map(|at| open + at) else {
            break;
        };
        let (command, value) = rest[open + 2..close].split_once(' ').unwrap_or(("", ""));
        match command {
            "eval" => note.eval = number::read(value.trim()),
            "emt" => note.time = duration(value.trim()),
            _ => {}
        }
        note.comment.push_str(&rest[..open]);
        rest = &rest[close + 1..];
    }
    note.comment.push_str(rest);
    note.comment = note.comment.trim().to_owned();
    if replay
        .game
        .plies()
        .last()
        .is_some_and(|ply| ply.color == Color::White)
    {
        note.eval = note.eval.map(|eval| 0.0 - eval);
    }
    note
}

/// `H:MM:SS`, `MM:SS` or seconds.
fn duration(text: &str) -> Option<Duration> {
    match text.split_once(':').filter(|(_, rest)| rest.contains(':')) {
        Some((hours, rest)) => {
            let hours: u32 = hours.parse().ok().filter(|hours| *hours < 100)?;
            Some(number::read_time(rest)? + Duration::from_secs(3600) * hours)
                .filter(|time| time.as_secs_f64() <= limit::SCORE)
        }
        None => number::read_time(text),
    }
}
