//! The language of the GUI NBoard, protocol 2 (and 1, which sends moves bare):
//! one line a command, no replies but what a command asks for.

use nom::Parser;

use std::time::Duration;

use crate::argument::{Parsed, count, decimal, free_text, whole, word};
use crate::clock::MAX_TIME;
use crate::error::ParseError;
use crate::plain::{Plain, read, text};
use crate::table::{Spec, bare, with};
use crate::words::{Move, WordError};

/// One line of NBoard.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `nboard N`: the version of the protocol.
    Version,
    /// `set game GGF`
    SetGame {
        /// The game as GGF text; this layer does not read it.
        text: String,
    },
    /// `set depth N`
    SetDepth {
        /// Plies, from 1.
        depth: u32,
    },
    /// `set contempt X`, which has no use here.
    SetContempt,
    /// `move MOVE[/EVAL[/TIME]]`, or the move alone.
    Move {
        /// What is played by the side to move.
        mv: Move,
        /// What it took, if that is said.
        time: Option<Duration>,
    },
    /// `hint N`
    Hint {
        /// How many moves to tell of, from 1.
        count: u32,
    },
    /// `go`
    Go,
    /// `analyze`
    Analyze,
    /// `learn`
    Learn,
    /// `ping N`
    Ping {
        /// Repeated by `pong`.
        number: u64,
    },
    /// `quit`
    Quit,
}

/// Every command of NBoard.
pub static SPECS: &[Spec<Command>] = &[
    with!("nboard", "VERSION", |input| {
        count("a version", 0).map(|_| Command::Version).parse(input)
    }),
    with!("set game", "GGF", |input| {
        let (rest, text) = free_text(input)?;
        let text = text.unwrap_or_default();
        Ok((rest, Command::SetGame { text }))
    }),
    with!("set depth", "PLIES", |input| {
        count("a depth in plies from 1", 1)
            .map(|depth| Command::SetDepth { depth })
            .parse(input)
    }),
    with!("set contempt", "NUMBER", |input| {
        decimal("a number")
            .map(|_| Command::SetContempt)
            .parse(input)
    }),
    with!("move", "MOVE[/EVAL[/TIME]]", played),
    with!("hint", "N", |input| {
        count("a number of moves from 1", 1)
            .map(|count| Command::Hint { count })
            .parse(input)
    }),
    bare!("go", Command::Go),
    bare!("analyze", Command::Analyze),
    bare!("learn", Command::Learn),
    with!("ping", "N", |input| {
        whole("a number", 0)
            .map(|number| Command::Ping { number })
            .parse(input)
    }),
    bare!("quit", Command::Quit),
];

/// A move as NBoard notes it down; the evaluation is checked and dropped.
fn played(input: &str) -> Parsed<'_, Command> {
    const MOVE: &str = "a move (A1 to H8, or PA; /EVAL and /TIME may follow)";
    word(MOVE, |word| {
        read_move(word).ok_or_else(|| WordError::new(word, MOVE))
    })(input)
}

fn read_move(word: &str) -> Option<Command> {
    let mut parts = word.split('/');
    let mv = match parts.next()? {
        pass if pass.eq_ignore_ascii_case("pa") => Move::Pass,
        square => square.parse().ok()?,
    };
    let number = |note: Option<&str>| match note {
        None | Some("") => Some(None),
        Some(note) => note
            .parse()
            .ok()
            .filter(|value| f64::is_finite(*value))
            .map(Some),
    };
    let (_eval, seconds) = (number(parts.next())?, number(parts.next())?);
    let time = seconds.map(|seconds| {
        let seconds = seconds.clamp(0.0, MAX_TIME.as_secs_f64());
        Duration::from_secs_f64(seconds)
    });
    parts.next().is_none().then_some(Command::Move { mv, time })
}

/// Reads one line, without its LF. Control characters are dropped, tabs are spaces.
///
/// ```
/// use mollett_protocol::{Plain, nboard};
/// let line = nboard::parse_line(b"move PA/-30.00\r");
/// let pass = nboard::Command::Move { mv: "pass".parse().unwrap(), time: None };
/// assert_eq!(line, Plain::Command(pass));
/// ```
#[must_use]
pub fn parse_line(bytes: &[u8]) -> Plain<Command> {
    match text(bytes) {
        Err(error) => Plain::Bad(error),
        Ok(text) if text.is_empty() => Plain::Empty,
        // Protocol 1 sends a move and nothing else.
        Ok(text) => match (read(SPECS, &text), read_move(&text)) {
            (Plain::Bad(ParseError::UnknownCommand { .. }), Some(command)) => {
                Plain::Command(command)
            }
            (line, _) => line,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bad(line: &str) -> String {
        match parse_line(line.as_bytes()) {
            Plain::Bad(error) => error.to_string(),
            line => panic!("{line:?}"),
        }
    }

    #[test]
    fn every_form_of_a_move_is_read() {
        let played = |line: &str| match parse_line(line.as_bytes()) {
            Plain::Command(Command::Move { mv, time }) => (mv, time.map(|time| time.as_millis())),
            other => panic!("{line}: {other:?}"),
        };
        let f5: Move = "f5".parse().unwrap();
        for line in ["move F5", "F5", "f5", "move f5/", "move F5//", "F5/0.5"] {
            assert_eq!(played(line), (f5, None));
        }
        assert_eq!(played("move F5/-1.63/0.01"), (f5, Some(10)));
        assert_eq!(played("F5//75"), (f5, Some(75_000)));
        assert_eq!(played("move F5/1/-3"), (f5, Some(0)));
        let longest = MAX_TIME.as_millis();
        assert_eq!(played("move F5/1/1e300"), (f5, Some(longest)));
        for line in ["move PA/-30.00", "PA", "move pass"] {
            assert_eq!(played(line), (Move::Pass, None));
        }
        for line in ["move", "move I9", "move F5/x", "move F5/1/2/3", "move F5 1"] {
            assert!(bad(line).starts_with("syntax error"), "{line}");
        }
    }

    #[test]
    fn names_of_two_words_and_unknown_lines() {
        let depth = Command::SetDepth { depth: 6 };
        assert_eq!(parse_line(b" set\tdepth  6\r"), Plain::Command(depth));
        let text = "(;GM[Othello]PB[#1];)".to_owned();
        let line = format!("set game {text}");
        let game = Command::SetGame { text };
        assert_eq!(parse_line(line.as_bytes()), Plain::Command(game));
        assert_eq!(parse_line(b" \x00 "), Plain::Empty);
        assert_eq!(bad("set"), "unknown command");
        assert_eq!(bad("Go"), "unknown command");
        let usage = "syntax error: missing a number; usage: ping N";
        assert_eq!(bad("ping"), usage);
        assert_eq!(
            bad("set depth 0"),
            "syntax error: '0' is not a depth in plies from 1; usage: set depth PLIES"
        );
    }
}
