//! Any file in, any file out.
//!
//! Works on bytes and texts; which files they are from is the caller's. Games that
//! the new format cannot hold are refused by number, details that it has no place
//! for (see its module) are dropped.

use super::fault::{Fault, Place, Reason};
use super::problem::{Hint, Problem};
use super::record::{GameRecord, Reading, Variation};
use super::wthor::{Database, NameList};
use super::{Format, decode, diagram, eothello, ggf, pgn, problem, sgf, transcript, wthor};
use mollett_protocol::RuleSet;
use std::borrow::Cow;

/// Tag of the hints of an OBF line, in its own form.
const HINTS: &str = "Hints";

/// The name files beside a WTHOR database, if there are any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// From the `.JOU` file.
    pub players: Option<NameList>,
    /// From the `.TRN` file.
    pub tournaments: Option<NameList>,
}

impl Names {
    /// Extension and bytes of each list there is.
    #[must_use]
    pub fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        let lists = [("JOU", &self.players), ("TRN", &self.tournaments)];
        lists
            .into_iter()
            .filter_map(|(extension, list)| Some((extension, list.as_ref()?.write())))
            .collect()
    }
}

/// The games of a file of this format, or of the format that its content shows.
/// A problem file gives games without a move. `rules` settles which game it is
/// where the file does not say.
///
/// ```
/// use mollett::formats::{Format, Names, read, write};
/// let reading = read(b"1. F5 d6\n2. c3", None, None, &Names::default()).unwrap();
/// let output = write(&reading.games, Format::Sgf, &mut |_| {}).unwrap();
/// let text = String::from_utf8(output.bytes).unwrap();
/// assert!(text.contains(";B[fe];W[df];B[cc]"));
/// ```
///
/// # Errors
/// The first thing that is wrong; a content that is no known format.
pub fn read(
    bytes: &[u8],
    format: Option<Format>,
    rules: Option<RuleSet>,
    names: &Names,
) -> Result<Reading, Fault> {
    let format = match format.or_else(|| Format::guess(bytes)) {
        Some(format) => format,
        None => {
            return Err(Fault {
                place: Place::Text { line: 1, column: 1 },
                reason: Reason::Nothing("game or position"),
            });
        }
    };
    let games = match format {
        Format::Wthor => {
            return Database::read(bytes)?
                .records(names.players.as_ref(), names.tournaments.as_ref());
        }
        text => read_text(&decode(bytes), text, rules)?,
    };
    let warnings = games.iter().enumerate().filter_map(contradiction).collect();
    Ok(Reading { games, warnings })
}

/// The games of any text that people paste: every text format, moves over several
/// lines, drawn boards.
///
/// # Errors
/// The first thing that is wrong; a text that is no known format.
pub fn paste(text: &str, rules: Option<RuleSet>) -> Result<Vec<GameRecord>, Fault> {
    match Format::guess_text(text) {
        Some(format) => read_text(text, format, rules),
        None => Err(Fault {
            place: Place::Text { line: 1, column: 1 },
            reason: Reason::Nothing("game or position"),
        }),
    }
}

fn read_text(text: &str, format: Format, rules: Option<RuleSet>) -> Result<Vec<GameRecord>, Fault> {
    match format {
        Format::Sgf => sgf::read(text, rules),
        Format::Ggf => ggf::read(text, rules),
        Format::Pgn => pgn::read(text, rules),
        Format::Eothello => eothello::read(text),
        Format::Diagram => diagram::read(text, rules).map(|game| vec![game]),
        Format::Obf => problem::read(text, rules)
            .map(|problem| problem.map(|problem| of_problem(&problem)))
            .collect(),
        // One game a line, or else one game over all lines.
        Format::Transcript => transcript::read(text, rules).or_else(|fault| {
            transcript::read_whole(text, rules)
                .map(|game| vec![game])
                // The reading that gets further is the one that was meant.
                .map_err(|whole| {
                    if whole.place > fault.place {
                        whole
                    } else {
                        fault
                    }
                })
        }),
        Format::Wthor => Err(Fault {
            place: Place::Byte(0),
            reason: Reason::Nothing("text"),
        }),
    }
}

/// A problem as a game that has not begun.
fn of_problem(problem: &Problem) -> GameRecord {
    let mut record = GameRecord::new(problem.position, problem.side);
    let line = problem::write(problem);
    if let Some((_, hints)) = line.split_once("; ") {
        record.tags.push((HINTS.into(), hints.trim_end().into()));
    }
    record
}

/// The problem that a game's last position poses.
fn to_problem(record: &GameRecord) -> Result<Problem, Reason> {
    let game = replayed(record)?;
    let (position, side) = (*game.position(), game.side());
    let mut hints: Vec<Hint> = Vec::new();
    if record.plies.is_empty()
        && let Some(text) = record.tag(HINTS)
        && let Ok(read) = problem::read_hints(text, &position)
    {
        hints = read;
    }
    Ok(Problem {
        position,
        side,
        hints,
        line: 0,
    })
}

fn replayed(record: &GameRecord) -> Result<crate::board::Game, Reason> {
    record.replay().map_err(|(index, error)| Reason::Illegal {
        number: index + 1,
        error,
    })
}

/// A warning when the board of a finished game denies the stated result.
fn contradiction((index, record): (usize, &GameRecord)) -> Option<Fault> {
    let (stated, board) = record.contradiction()?;
    Some(Fault {
        place: Place::Game(index + 1),
        reason: Reason::Unfit(format!(
            "result {stated:+} for Black stated, but {board:+} on the board"
        )),
    })
}

/// A file, and those that belong beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The file itself.
    pub bytes: Vec<u8>,
    /// Extension and bytes of the files beside it: `JOU` and `TRN` of WTHOR.
    pub beside: Vec<(&'static str, Vec<u8>)>,
    /// How many variations the games have that this format has no place for.
    pub left_out: usize,
}

impl Output {
    /// A database with its names as they were read, every byte kept. Written from
    /// records, names would get other numbers and the header other bytes.
    #[must_use]
    pub fn of_database(database: &Database, names: &Names) -> Self {
        Self {
            bytes: database.write(),
            beside: names.files(),
            left_out: 0,
        }
    }
}

/// These games as a file of this format. OBF and drawn boards show the last
/// position of each game. `progress` hears the number of games written so far.
///
/// # Errors
/// The first game that the format cannot hold.
pub fn write(
    games: &[GameRecord],
    format: Format,
    progress: &mut dyn FnMut(usize),
) -> Result<Output, Fault> {
    let mut text = String::new();
    let left_out = games.iter().map(|game| left_out(game, format)).sum();
    match format {
        Format::Wthor => {
            let archive = wthor::archive(games)?;
            progress(games.len());
            let names = Names {
                players: Some(archive.players),
                tournaments: Some(archive.tournaments),
            };
            return Ok(Output {
                left_out,
                ..Output::of_database(&archive.games, &names)
            });
        }
        Format::Eothello => {
            text.push_str(eothello::HEADER);
            text.push('\n');
        }
        _ => {}
    }
    for (index, game) in games.iter().enumerate() {
        let in_game = |reason| Fault {
            place: Place::Game(index + 1),
            reason,
        };
        let piece: Cow<str> = match format {
            Format::Sgf => sgf::write(game).into(),
            Format::Ggf => ggf::write(game).into(),
            Format::Pgn => pgn::write(game).into(),
            Format::Transcript => transcript::write(game).into(),
            Format::Eothello => eothello::write_line(game, index + 1)?.into(),
            Format::Obf => problem::write(&to_problem(game).map_err(in_game)?).into(),
            Format::Diagram => {
                let last = replayed(game).map_err(in_game)?;
                let gap = if index == 0 { "" } else { "\n" };
                format!("{gap}{}", diagram::write(last.position(), last.side())).into()
            }
            Format::Wthor => "".into(),
        };
        text.push_str(&piece);
        progress(index + 1);
    }
    Ok(Output {
        bytes: text.into_bytes(),
        beside: Vec::new(),
        left_out,
    })
}

/// How many variations of a game this format has no place for.
fn left_out(game: &GameRecord, format: Format) -> usize {
    match format {
        Format::Sgf => 0,
        Format::Pgn => pgn::left_out(game),
        _ => Variation::count(&game.variations),
    }
}
