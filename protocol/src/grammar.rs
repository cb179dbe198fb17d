//! The grammar of a line: what GTP removes before reading, the id, the name.
//!
//! Arguments are read by the [command table](crate::SPECS). Any bytes give
//! exactly one [`Line`]; nothing here can fail otherwise.

use std::fmt;

use nom::Parser;
use nom::combinator::opt;

use crate::argument::{Parsed, any_word};
use crate::command::Command;
use crate::error::ParseError;
use crate::table::find_spec;

/// Longest line that is read, without its line end. A reader need not keep more
/// than one byte beyond this of any line.
pub const MAX_LINE_BYTES: usize = 64 * 1024;

/// Number before a command, which the reply repeats: 0 to 2147483647.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(u32);

impl RequestId {
    /// The largest id GTP allows.
    pub const MAX: Self = Self(i32::MAX as u32);

    /// The id with this number, or `None` above 2147483647.
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        if number <= Self::MAX.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A command and the id to answer it with.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Repeated by the reply; never made up.
    pub id: Option<RequestId>,
    /// What is asked.
    pub command: Command,
}

impl fmt::Display for Request {
    /// The line to send, without line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        self.command.fmt(f)
    }
}

/// What one line of input is.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// Nothing but white space and control characters. No reply; like any line
    /// it ends an analysis without limit.
    Empty,
    /// A comment alone. No reply.
    Comment,
    /// The comment `# interrupt`, by which GoGui ends a search. No reply of its
    /// own.
    Interrupt,
    /// A command; one reply.
    Request(Request),
    /// Not a command; the reply is a failure with this error as its text.
    Bad {
        /// Repeated by the reply.
        id: Option<RequestId>,
        /// What is wrong.
        error: ParseError,
    },
}

/// Reads one line, without its LF (one that is there is dropped like any other
/// control character).
///
/// As GTP 2 says, tabs become spaces, other control characters are dropped and
/// `#` begins a comment. A byte order mark at the start is dropped; bytes that
/// are not UTF-8 become U+FFFD, which no command knows.
///
/// ```
/// use mollett_protocol::{Line, parse_line};
/// let Line::Request(request) = parse_line(b"7 play B D3\r\n") else { panic!() };
/// assert_eq!(request.to_string(), "7 play black d3");
/// let Line::Bad { error, .. } = parse_line(b"play b i9") else { panic!() };
/// assert_eq!(
///     error.to_string(),
///     "syntax error: 'i9' is not a move (a1 to h8, or pass); usage: play COLOR MOVE"
/// );
/// assert_eq!(parse_line(b"# interrupt"), Line::Interrupt);
/// ```
#[must_use]
pub fn parse_line(bytes: &[u8]) -> Line {
    let too_long = bytes.len() > MAX_LINE_BYTES;
    let bytes = bytes.get(..MAX_LINE_BYTES).unwrap_or(bytes);
    let text = clean(bytes);
    let (text, comment) = match text.split_once('#') {
        Some((text, comment)) => (text, Some(comment)),
        None => (text.as_str(), None),
    };
    let (rest, id) = match read_id(text) {
        Ok((rest, id)) => (rest, id),
        Err(error) => return Line::Bad { id: None, error },
    };
    // What a comment cuts off may have any length.
    if too_long && comment.is_none() {
        let error = ParseError::LineTooLong;
        return Line::Bad { id, error };
    }
    let name: Parsed<'_, _> = opt(any_word("")).parse(rest);
    let (arguments, name) = match name {
        Ok((arguments, Some(name))) => (arguments, name),
        _ => {
            return match (id, comment) {
                (Some(_), _) => Line::Bad {
                    id,
                    error: ParseError::NoCommand,
                },
                (None, None) => Line::Empty,
                (None, Some(comment)) if comment.trim_matches(' ') == "interrupt" => {
                    Line::Interrupt
                }
                (None, Some(_)) => Line::Comment,
            };
        }
    };
    let command = match find_spec(name) {
        Some(spec) => spec.parse(arguments),
        None => Err(ParseError::UnknownCommand { name: name.into() }),
    };
    match command {
        Ok(command) => Line::Request(Request { id, command }),
        Err(error) => Line::Bad { id, error },
    }
}

/// The line as text, with spaces as its only white space.
pub(crate) fn clean(bytes: &[u8]) -> String {
    // UTF-8, UTF-16LE and UTF-16BE byte order marks; the zero bytes of UTF-16
    // are control characters, so ASCII written in it is read as well.
    let marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];
    let bytes = marks
        .iter()
        .find_map(|mark| bytes.strip_prefix(*mark))
        .unwrap_or(bytes);
    let kept: Vec<u8> = bytes
        .iter()
        .filter_map(|&byte| match byte {
            b'\t' => Some(b' '),
            byte if byte.is_ascii_control() => None,
            byte => Some(byte),
        })
        .collect();
    String::from_utf8_lossy(&kept).into_owned()
}

/// Takes a first word of digits as the id.
fn read_id(text: &str) -> Result<(&str, Option<RequestId>), ParseError> {
    let word: Parsed<'_, _> = any_word("")(text);
    match word {
        Ok((rest, word)) if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            match word.parse().ok().and_then(RequestId::new) {
                Some(id) => Ok((rest, Some(id))),
                None => Err(ParseError::BadId { word: word.into() }),
            }
        }
        _ => Ok((text, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &[u8]) -> String {
        match parse_line(line) {
            Line::Empty => "empty".into(),
            Line::Comment => "comment".into(),
            Line::Interrupt => "interrupt".into(),
            Line::Request(request) => request.to_string(),
            Line::Bad { id, error } => {
                let id = id.map(|id| id.to_string()).unwrap_or_default();
                format!("?{id} {error}")
            }
        }
    }

    #[test]
    fn white_space_control_characters_and_comments_are_removed() {
        for line in [&b""[..], b" \t \r", b"\r\n", b"\x00\x07", b"\xEF\xBB\xBF"] {
            assert_eq!(text(line), "empty", "{line:?}");
        }
        for line in [
            &b"# only comment"[..],
            b" #",
            b"## interrupt",
            b"# interrupt now",
        ] {
            assert_eq!(text(line), "comment", "{line:?}");
        }
        assert_eq!(text(b"1 na\x01me # c"), "1 name");
        assert_eq!(text(b"\t2\tversion\r\n"), "2 version");
        assert_eq!(text(b"name#glued"), "name");
        assert_eq!(text(b"  0   play\tB   D3  "), "0 play black d3");
    }

    #[test]
    fn the_interrupt_is_a_comment_of_its_own() {
        for line in [&b"# interrupt"[..], b"#interrupt\r", b" #\tinterrupt  "] {
            assert_eq!(text(line), "interrupt", "{line:?}");
        }
        assert_eq!(text(b"name # interrupt"), "name");
        assert_eq!(text(b"7 # interrupt"), text(b"7"));
    }

    #[test]
    fn ids_are_echoed_and_never_made_up() {
        assert_eq!(text(b"007 name"), "7 name");
        assert_eq!(text(b"2147483647 name"), "2147483647 name");
        let large = "? syntax error: the id '2147483648' is above 2147483647";
        assert_eq!(text(b"2147483648 name"), large);
        assert_eq!(
            text(b"12"),
            "?12 syntax error: no command after the id; usage: [ID] COMMAND [ARGUMENTS]"
        );
        assert_eq!(text(b"7 foo"), "?7 unknown command");
        assert_eq!(text(b"-1 name"), "? unknown command");
        assert_eq!(text(b"1name"), "? unknown command");
        assert_eq!(text("٣ name".as_bytes()), "? unknown command");
    }

    #[test]
    fn bytes_that_are_not_text_are_an_error_of_one_line() {
        assert_eq!(text(b"1 na\xFFme"), "?1 unknown command");
        assert_eq!(
            text(b"2 genmove \xFF\xFE"),
            "?2 syntax error: '\u{FFFD}\u{FFFD}' is not a colour (black or white); \
             usage: genmove COLOR"
        );
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(text(b"\xEF\xBB\xBF3 name"), "3 name");
        assert_eq!(text(b"\xFF\xFEn\0a\0m\0e\0"), "name");
        assert_eq!(text(b"\xFE\xFF\0n\0a\0m\0e"), "name");
    }

    #[test]
    fn names_are_case_sensitive_and_colours_and_squares_are_not() {
        assert_eq!(text(b"Name"), "? unknown command");
        assert_eq!(text(b"play WHITE pAsS"), "play white pass");
    }

    #[test]
    fn a_line_too_long_is_refused_with_its_id() {
        let mut line = b"5 known_command ".to_vec();
        line.resize(MAX_LINE_BYTES, b'x');
        assert!(matches!(parse_line(&line), Line::Request(_)));
        line.push(b'x');
        assert_eq!(
            text(&line),
            "?5 syntax error: the line is longer than 65536 bytes"
        );
        let comment = [&b"name # "[..], &[b'x'; MAX_LINE_BYTES]].concat();
        assert_eq!(text(&comment), "name");
        assert_eq!(text(comment.get(5..).unwrap()), "comment");
    }
}
