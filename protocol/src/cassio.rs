//! The language of the GUI Cassio, the Othello Engine Protocol: every line but the
//! empty one begins with `ENGINE-PROTOCOL`.

use nom::Parser;

use crate::argument::{Parsed, any_word, count, decimal, free_text, word};
use crate::error::ParseError;
use crate::plain::{Plain, read, text};
use crate::position::{PositionText, read_cells, read_side};
use crate::table::{Spec, bare, with};
use crate::words::{Color, WordError};

/// First word of every line.
pub const PREFIX: &str = "ENGINE-PROTOCOL";

/// A search that Cassio asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// The position and the side to move; no supplies.
    pub position: PositionText,
    /// Scores up to this one need not be told apart, in discs of the side to move.
    pub alpha: f64,
    /// Scores from this one on need not be told apart.
    pub beta: f64,
    /// Plies, or `None` to the end of the game.
    pub depth: Option<u32>,
    /// The confidence of forward pruning in percent, 100 for none.
    pub precision: u32,
}

/// One line of Cassio.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `init`
    Init,
    /// `get-version`
    Version,
    /// `new-position`
    NewPosition,
    /// `empty-hash`
    EmptyHash,
    /// `feed-hash ...`, which is read and has no effect.
    FeedHash,
    /// `stop`
    Stop,
    /// `get-search-infos`
    SearchInfos,
    /// `midgame-search`, `endgame-search`
    Search(Search),
    /// `quit`
    Quit,
}

/// Every command of Cassio, without the first word of its line.
pub static SPECS: &[Spec<Command>] = &[
    bare!("init", Command::Init),
    bare!("get-version", Command::Version),
    bare!("new-position", Command::NewPosition),
    bare!("empty-hash", Command::EmptyHash),
    with!("feed-hash", "TEXT", |input| {
        free_text.map(|_| Command::FeedHash).parse(input)
    }),
    bare!("stop", Command::Stop),
    bare!("get-search-infos", Command::SearchInfos),
    with!(
        "midgame-search",
        "POSITION ALPHA BETA DEPTH PRECISION",
        |input| {
            let (rest, (position, alpha, beta)) = (position, bound, bound).parse(input)?;
            let (rest, (depth, precision)) = (
                count("a depth in plies from 1", 1),
                count("a precision in percent", 0),
            )
                .parse(rest)?;
            let search = Search {
                position,
                alpha,
                beta,
                depth: Some(depth),
                precision,
            };
            Ok((rest, Command::Search(search)))
        }
    ),
    with!("endgame-search", "POSITION ALPHA BETA PRECISION", |input| {
        let (rest, (position, alpha, beta)) = (position, bound, bound).parse(input)?;
        let (rest, precision) = count("a precision in percent", 0).parse(rest)?;
        let search = Search {
            position,
            alpha,
            beta,
            depth: None,
            precision,
        };
        Ok((rest, Command::Search(search)))
    }),
    bare!("quit", Command::Quit),
];

fn bound(input: &str) -> Parsed<'_, f64> {
    decimal("a score in discs")(input)
}

/// 64 cells and the side to move, in one word or in two.
fn position(input: &str) -> Parsed<'_, PositionText> {
    const POSITION: &str = "64 cells and the side to move (X black, O white, - empty)";
    let read = |word: &str| split_position(word).ok_or_else(|| WordError::new(word, POSITION));
    let (rest, (discs, side)) = word(POSITION, read)(input)?;
    let (rest, side) = match side {
        Some(side) => (rest, side),
        None => word("a side to move (X or O)", read_side)(rest)?,
    };
    let (black, white) = discs;
    let position = PositionText {
        black,
        white,
        side,
        supplies: None,
    };
    Ok((rest, position))
}

type Cells = ((u64, u64), Option<Color>);

fn split_position(word: &str) -> Option<Cells> {
    let (cells, side) = word.split_at_checked(64)?;
    let side = match side {
        "" => None,
        side => Some(read_side(side).ok()?),
    };
    Some((read_cells(cells).ok()?, side))
}

/// Reads one line, without its LF. Control characters are dropped, tabs are spaces.
///
/// ```
/// use mollett_protocol::{Plain, cassio};
/// let line = cassio::parse_line(b"ENGINE-PROTOCOL get-version");
/// assert_eq!(line, Plain::Command(cassio::Command::Version));
/// ```
#[must_use]
pub fn parse_line(bytes: &[u8]) -> Plain<Command> {
    let text = match text(bytes) {
        Err(error) => return Plain::Bad(error),
        Ok(text) if text.is_empty() => return Plain::Empty,
        Ok(text) => text,
    };
    match any_word("")(&text) {
        Ok(("", PREFIX)) => Plain::Bad(ParseError::MissingArgument {
            expected: "a command",
            usage: "ENGINE-PROTOCOL COMMAND",
        }),
        Ok((rest, PREFIX)) => read(SPECS, rest.trim_start_matches(' ')),
        Ok((_, first)) => Plain::Bad(ParseError::BadArgument {
            fault: WordError::new(first, PREFIX),
            usage: "ENGINE-PROTOCOL COMMAND",
        }),
        Err(_) => Plain::Empty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn bad(line: &str) -> String {
        match parse_line(format!("{PREFIX} {line}").as_bytes()) {
            Plain::Bad(error) => error.to_string(),
            line => panic!("{line:?}"),
        }
    }

    #[test]
    fn a_search_is_read_with_the_side_in_either_place() {
        let read = |line: String| match parse_line(line.as_bytes()) {
            Plain::Command(Command::Search(search)) => search,
            line => panic!("{line:?}"),
        };
        let glued = read(format!("{PREFIX} midgame-search {START}X -64.0 64.0 6 100"));
        assert_eq!((glued.depth, glued.precision), (Some(6), 100));
        assert_eq!((glued.alpha, glued.beta), (-64.0, 64.0));
        let parted = read(format!(
            "{PREFIX}  midgame-search {START} X -64.0 64.0 6 100 "
        ));
        assert_eq!(parted, glued);
        let end = read(format!("{PREFIX}\tendgame-search {START}O -1 1 73"));
        assert_eq!((end.depth, end.position.side), (None, Color::White));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(bad("bogus"), "unknown command");
        assert!(bad("").contains("missing a command"));
        assert!(bad("midgame-search").contains("missing 64 cells"));
        assert!(bad(&format!("midgame-search {START}Z -64 64 6 100")).contains("is not 64 cells"));
        assert!(
            bad(&format!("midgame-search {START}X -64 x 6 100")).contains("'x' is not a score")
        );
        assert!(
            bad(&format!("midgame-search {START}X -64 64 0 100")).contains("'0' is not a depth")
        );
        assert!(bad(&format!("endgame-search {START}X -64 64")).contains("missing a precision"));
        let split = format!("endgame-search {}é -64 64 100", "-".repeat(63));
        assert!(bad(&split).contains("is not 64 cells"));
        let Plain::Bad(error) = parse_line(b"name") else {
            panic!()
        };
        assert!(error.to_string().contains("'name' is not ENGINE-PROTOCOL"));
    }
}
