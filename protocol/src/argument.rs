//! The grammar of arguments, in nom: one parser for each kind of word, and the
//! forms that several commands share.
//!
//! Everything is read word by word. A parser of a word is given the whole word
//! and nothing else, so that an error names the word the user typed (`i9`), not
//! the character where some rule gave up (`9`).

use std::str::FromStr;
use std::time::Duration;

use nom::bytes::complete::{take_till, take_till1};
use nom::combinator::{cut, opt};
use nom::error::{ErrorKind, ParseError as NomError};
use nom::multi::many0;
use nom::{Err, IResult, Parser};

use crate::analysis::{Analysis, AnalysisLimit, Dialect};
use crate::clock::{KgsTime, read_seconds, split_decimal, split_sign};
use crate::command::Play;
use crate::position::{PositionText, read_cells, read_side};
use crate::words::WordError;

/// What is wrong at a word: the word of the input, and what is due in its
/// place. An empty word means that the line ends there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The word is not what is due.
    Bad(WordError),
    /// The line ends where something is due.
    Missing(&'static str),
    /// Nothing is due any more.
    Extra(String),
}

impl NomError<&str> for Fault {
    /// Only reached by combinators of nom that fail by themselves; none of them
    /// is used where it could give the last error.
    fn from_error_kind(input: &str, _: ErrorKind) -> Self {
        Self::Extra(first_word(input).to_owned())
    }

    fn append(_: &str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The result of a parser of arguments: the rest of the line and the value.
pub(crate) type Parsed<'a, T> = IResult<&'a str, T, Fault>;

fn first_word(input: &str) -> &str {
    let input = input.trim_start_matches(' ');
    input.split(' ').next().unwrap_or_default()
}

/// One word: the spaces before it are skipped, all of it is taken.
///
/// # Errors
/// `Fault::Missing` when the line ends.
pub(crate) fn any_word<'a>(expected: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, &'a str> {
    move |input| {
        let (input, _) = take_till(|c| c != ' ').parse(input)?;
        take_till1(|c| c == ' ')
            .parse(input)
            .map_err(|_: Err<Fault>| Err::Error(Fault::Missing(expected)))
    }
}

/// One word that `read` understands.
pub(crate) fn word<'a, T>(
    expected: &'static str,
    read: impl Fn(&str) -> Result<T, WordError>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |input| {
        let (rest, word) = any_word(expected)(input)?;
        match read(word) {
            Ok(value) => Ok((rest, value)),
            Err(fault) => Err(Err::Error(Fault::Bad(fault))),
        }
    }
}

/// One word with a reading of its own: a colour, square, move or rule set.
pub(crate) fn noun<'a, T>(expected: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, T>
where
    T: FromStr<Err = WordError>,
{
    word(expected, str::parse)
}

/// This word, in any letter case.
pub(crate) fn keyword<'a>(expected: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, ()> {
    word(expected, move |word| {
        let same = word.eq_ignore_ascii_case(expected);
        same.then_some(())
            .ok_or_else(|| WordError::new(word, expected))
    })
}

/// A whole number from `low` up: digits only. Numbers too large for 64 bits are
/// read as the largest.
pub(crate) fn whole<'a>(
    expected: &'static str,
    low: u64,
) -> impl FnMut(&'a str) -> Parsed<'a, u64> {
    word(expected, move |word| {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let value = word.parse().unwrap_or(u64::MAX);
        if digits && value >= low {
            Ok(value)
        } else {
            Err(WordError::new(word, expected))
        }
    })
}

/// As [`whole`], but numbers too large for 32 bits are read as the largest.
pub(crate) fn count<'a>(
    expected: &'static str,
    low: u32,
) -> impl FnMut(&'a str) -> Parsed<'a, u32> {
    let mut whole = whole(expected, low.into());
    move |input| {
        let (rest, value) = whole(input)?;
        Ok((rest, u32::try_from(value).unwrap_or(u32::MAX)))
    }
}

/// A time in seconds, see [`read_seconds`].
pub(crate) fn seconds<'a>(expected: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, Duration> {
    word(expected, read_seconds)
}

/// A decimal number with an optional sign, kept within a thousand million.
pub(crate) fn decimal<'a>(expected: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, f64> {
    word(expected, move |word| {
        let (_, digits) = split_sign(word);
        match (split_decimal(digits), word.parse::<f64>()) {
            // `+ 0.0` makes a negative zero positive.
            (Some(_), Ok(value)) => Ok(value.clamp(-1e9, 1e9) + 0.0),
            _ => Err(WordError::new(word, expected)),
        }
    })
}

/// The path of a file: one word, or anything in double quotes.
pub(crate) fn path(input: &str) -> Parsed<'_, String> {
    const FILE: &str = "a file";
    let quoted = input.trim_start_matches(' ').strip_prefix('"');
    match quoted.and_then(|rest| rest.split_once('"')) {
        Some((path, rest)) => Ok((rest, path.to_owned())),
        None => any_word(FILE)
            .map(|path: &str| path.to_owned())
            .parse(input),
    }
}

/// All that is left of the line, if anything is.
pub(crate) fn free_text(input: &str) -> Parsed<'_, Option<String>> {
    let text = input.trim_matches(' ');
    Ok(("", (!text.is_empty()).then(|| text.to_owned())))
}

/// Nothing but spaces up to the end of the line.
pub(crate) fn end(input: &str) -> Parsed<'_, ()> {
    match first_word(input) {
        "" => Ok(("", ())),
        word => Err(Err::Failure(Fault::Extra(word.to_owned()))),
    }
}

/// As many items as the line holds; an error in one is an error of the line.
pub(crate) fn list<'a, T>(
    mut item: impl FnMut(&'a str) -> Parsed<'a, T>,
) -> impl FnMut(&'a str) -> Parsed<'a, Vec<T>> {
    move |input| {
        many0(|input: &'a str| {
            if first_word(input).is_empty() {
                return Err(Err::Error(Fault::Extra(String::new())));
            }
            cut(&mut item).parse(input)
        })
        .parse(input)
    }
}

const COLOR: &str = "a colour (black or white)";
const MOVE: &str = "a move (a1 to h8, or pass)";

/// `COLOR MOVE`.
pub(crate) fn play(input: &str) -> Parsed<'_, Play> {
    let (rest, (color, mv)) = (noun(COLOR), noun(MOVE)).parse(input)?;
    Ok((rest, Play { color, mv }))
}

/// `none`, `absolute MAIN`, `byoyomi MAIN PERIOD COUNT` or
/// `canadian MAIN PERIOD MOVES`, the first word in any letter case.
pub(crate) fn kgs_time(input: &str) -> Parsed<'_, KgsTime> {
    const KIND: &str = "a kind of clock (none, absolute, byoyomi or canadian)";
    let main = seconds("a main time in seconds");
    let period = seconds("a period in seconds");
    let (rest, kind) = any_word(KIND)(input)?;
    match kind.to_ascii_lowercase().as_str() {
        "none" => Ok((rest, KgsTime::None)),
        "absolute" => main.map(|main| KgsTime::Absolute { main }).parse(rest),
        "byoyomi" => {
            let (rest, (main, period, count)) =
                (main, period, count("a number of periods", 0)).parse(rest)?;
            Ok((
                rest,
                KgsTime::ByoYomi {
                    main,
                    period,
                    count,
                },
            ))
        }
        "canadian" => {
            let (rest, (main, period, moves)) =
                (main, period, count("a number of moves", 0)).parse(rest)?;
            Ok((
                rest,
                KgsTime::Canadian {
                    main,
                    period,
                    moves,
                },
            ))
        }
        _ => Err(Err::Failure(Fault::Bad(WordError::new(kind, KIND)))),
    }
}

/// `CELLS SIDE [BLACK/WHITE]`.
pub(crate) fn position(input: &str) -> Parsed<'_, PositionText> {
    let (rest, (black, white)) = word("64 cells", read_cells)(input)?;
    let (rest, side) = word("a side to move (X or O)", read_side)(rest)?;
    if first_word(rest).is_empty() {
        let position = PositionText {
            black,
            white,
            side,
            supplies: None,
        };
        return Ok((rest, position));
    }
    let (rest, supplies) = noun("two supplies")(rest)?;
    let position = PositionText {
        black,
        white,
        side,
        supplies: Some(supplies),
    };
    Ok((rest, position))
}

/// `[COLOR] [CENTISECONDS] [depth N | nodes N | time S | exact]`; the interval
/// may also be spelt `interval CENTISECONDS`. In the spellings of the two Go
/// engines the pairs their clients add are read and dropped.
pub(crate) fn analysis(dialect: Dialect) -> impl FnMut(&str) -> Parsed<'_, Analysis> {
    const INTERVAL: &str = "a number of centiseconds";
    move |input| {
        let (rest, color) = opt(noun(COLOR)).parse(input)?;
        let (rest, centiseconds) = match first_word(rest) {
            "interval" => {
                let (rest, _) = any_word(INTERVAL)(rest)?;
                whole(INTERVAL, 0).map(Some).parse(rest)?
            }
            _ => opt(whole(INTERVAL, 0)).parse(rest)?,
        };
        // The cap keeps sums of times from overflowing, see `MAX_TIME`.
        let interval = centiseconds.map(|n| Duration::from_millis(10 * n.min(100_000_000_000)));
        let rest = drop_pairs(rest, dialect)?;
        let (rest, limit) = limit(rest)?;
        let rest = drop_pairs(rest, dialect)?;
        let analysis = Analysis {
            dialect,
            color,
            interval,
            limit,
        };
        Ok((rest, analysis))
    }
}

/// Skips the pairs that only change how a Go engine reports.
fn drop_pairs(mut input: &str, dialect: Dialect) -> Result<&str, Err<Fault>> {
    const PAIRS: [&str; 6] = [
        "maxmoves",
        "minmoves",
        "movesOwnership",
        "ownership",
        "pvVisits",
        "rootInfo",
    ];
    if dialect != Dialect::Own {
        while PAIRS.contains(&first_word(input)) {
            let (rest, _) = any_word("")(input)?;
            (input, _) = any_word("a value")(rest)?;
        }
    }
    Ok(input)
}

/// The last words of an analysing command; nothing is no limit.
fn limit(input: &str) -> Parsed<'_, AnalysisLimit> {
    let Ok((rest, keyword)) = any_word("")(input) else {
        return Ok((input, AnalysisLimit::None));
    };
    match keyword {
        "depth" => count("a depth from 1", 1)
            .map(AnalysisLimit::Depth)
            .parse(rest),
        "nodes" => whole("a number of nodes from 1", 1)
            .map(AnalysisLimit::Nodes)
            .parse(rest),
        "time" => seconds("a time in seconds")
            .map(AnalysisLimit::Time)
            .parse(rest),
        "exact" => Ok((rest, AnalysisLimit::Exact)),
        "wld" => Ok((rest, AnalysisLimit::Result)),
        _ => Ok((input, AnalysisLimit::None)),
    }
}
