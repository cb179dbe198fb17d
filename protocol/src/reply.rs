//! Replies, and the frame around them: `=ID text`, `?ID text`, then an empty
//! line.
//!
//! Whatever the text holds, the frame is right: there is no empty line inside,
//! no control character, and no id that was not sent.

use std::fmt;

use crate::grammar::RequestId;

/// The answer to one request. `Display` gives every byte to write, the empty
/// line that ends it included.
///
/// ```
/// use mollett_protocol::Reply;
/// let reply = Reply::success(None, "d3");
/// assert_eq!(reply.to_string(), "= d3\n\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    id: Option<RequestId>,
    result: Result<String, String>,
}

impl Reply {
    /// `= text`. The text may have several lines and may be empty.
    pub fn success(id: Option<RequestId>, text: impl fmt::Display) -> Self {
        let result = Ok(body(&text.to_string()));
        Self { id, result }
    }

    /// `? message`, made one line.
    pub fn failure(id: Option<RequestId>, message: impl fmt::Display) -> Self {
        let result = Err(one_line(&message.to_string()));
        Self { id, result }
    }

    /// The id that was sent with the request.
    #[must_use]
    pub const fn id(&self) -> Option<RequestId> {
        self.id
    }

    /// The text of a success, or the message of a failure; as it will be
    /// written, which may differ from what was given.
    ///
    /// # Errors
    /// The message, when the request failed.
    pub fn result(&self) -> Result<&str, &str> {
        match &self.result {
            Ok(text) => Ok(text),
            Err(message) => Err(message),
        }
    }

    /// Reads a reply as it prints, with or without the empty line at its end.
    /// `None` when the text is not one reply.
    #[must_use]
    pub fn parse(frame: &str) -> Option<Self> {
        let frame = frame.strip_suffix("\n\n").unwrap_or(frame);
        let success = frame.starts_with('=');
        let rest = frame.strip_prefix(['=', '?'])?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = rest.split_at_checked(digits)?;
        let id = match digits {
            "" => None,
            digits => Some(digits.parse().ok().and_then(RequestId::new)?),
        };
        let text = match rest.strip_prefix(' ') {
            Some(text) => text,
            // An open reply begins with a bare `=ID`.
            None if rest.is_empty() || rest.starts_with('\n') => rest,
            None => return None,
        };
        let kept = if success { body(text) } else { one_line(text) };
        let result = if success {
            Ok(text.to_owned())
        } else {
            Err(text.to_owned())
        };
        (text == kept).then_some(Self { id, result })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(message) => ('?', message),
        };
        write!(f, "{mark}{} {text}\n\n", Id(self.id))
    }
}

/// A successful reply that is written piece by piece while a search runs. Each
/// method returns what to write and flush; `end` must be the last, and takes
/// the reply so that nothing can follow it.
#[derive(Debug)]
#[must_use = "an open reply must be ended"]
pub struct OpenReply(());

impl OpenReply {
    /// Begins the reply: `=ID` on a line of its own.
    pub fn begin(id: Option<RequestId>) -> (Self, String) {
        (Self(()), format!("={}\n", Id(id)))
    }

    /// One more line. Text of several lines is made one; blank text is nothing.
    pub fn line(&mut self, text: impl fmt::Display) -> String {
        let mut line = one_line(&text.to_string());
        if !line.is_empty() {
            line.push('\n');
        }
        line
    }

    /// The empty line that ends the reply.
    #[must_use]
    pub fn end(self) -> String {
        "\n".to_owned()
    }
}

/// An id as a reply carries it: the number, or nothing.
struct Id(Option<RequestId>);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |id| id.fmt(f))
    }
}

/// Text of several lines without blank lines (but the first, which shares its
/// line with the `=`), blanks at their ends, or control characters.
fn body(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        let line = plain(line);
        if number > 0 && !line.is_empty() {
            kept.push('\n');
        }
        kept.push_str(&line);
    }
    kept
}

/// Text as one line, its lines and words parted by single spaces.
fn one_line(text: &str) -> String {
    let words = plain(&text.replace('\n', " "));
    words
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A line with control characters turned into spaces and none at its end. The
/// line separators of Unicode count as control characters: some readers break
/// lines there.
fn plain(line: &str) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let line = line.replace(breaks, " ");
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u32) -> Option<RequestId> {
        RequestId::new(number)
    }

    #[test]
    fn the_id_is_glued_to_the_mark() {
        assert_eq!(Reply::success(id(7), "d3").to_string(), "=7 d3\n\n");
        assert_eq!(Reply::success(None, "").to_string(), "= \n\n");
        assert_eq!(Reply::failure(id(0), "no").to_string(), "?0 no\n\n");
        assert_eq!(Reply::failure(None, "").to_string(), "? \n\n");
    }

    #[test]
    fn no_text_breaks_the_frame() {
        for (text, frame) in [
            ("a\n\nb\n\n", "= a\nb\n\n"),
            ("a\n \t\nb", "= a\nb\n\n"),
            ("\na\n", "= \na\n\n"),
            ("a\r\nb\r\n", "= a\nb\n\n"),
            ("a\rb\x1b[0m\0", "= a b [0m\n\n"),
            ("a\u{2028}b\u{85}c", "= a b c\n\n"),
            ("  a b  \n  c", "=   a b\n  c\n\n"),
            ("\n\n\n", "= \n\n"),
        ] {
            assert_eq!(Reply::success(None, text).to_string(), frame, "{text:?}");
        }
        let reply = Reply::failure(None, "two\nlines\t and  gaps ");
        assert_eq!(reply.to_string(), "? two lines and gaps\n\n");
    }

    #[test]
    fn an_open_reply_is_one_frame() {
        let (mut open, mut frame) = OpenReply::begin(id(3));
        frame += &open.line("info move d3\n\ninfo move c4");
        frame += &open.line(" \r\n ");
        frame += &open.line("play d3");
        frame += &open.end();
        assert_eq!(frame, "=3\ninfo move d3 info move c4\nplay d3\n\n");
        let reply = Reply::parse(&frame).unwrap();
        assert_eq!(reply.result(), Ok("\ninfo move d3 info move c4\nplay d3"));
    }

    #[test]
    fn a_reply_reads_back_as_it_prints() {
        for reply in [
            Reply::success(id(2_147_483_647), "a\nb"),
            Reply::success(None, ""),
            Reply::success(None, "2147483648"),
            Reply::failure(id(1), "illegal move: a1 turns no disc"),
        ] {
            assert_eq!(Reply::parse(&reply.to_string()), Some(reply));
        }
        for bad in [
            "",
            "d3\n\n",
            "=a\n\n",
            "=2147483648 a\n\n",
            "= a\n\nb\n\n",
            "= a\r\n\n",
        ] {
            assert_eq!(Reply::parse(bad), None, "{bad:?}");
        }
    }
}
