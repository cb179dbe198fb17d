//! The words of the moves of a game.

use super::super::fault::{Reason, Trouble};
use super::super::limit;
use mollett_protocol::Move;

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A move.
    Move(Move),
    /// The text of a comment.
    Comment(&'a str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// How the game ended.
    Result(&'a str),
}

/// The tokens of a text up to the tags of the next game.
pub(super) struct Tokens<'a> {
    text: &'a str,
    pub at: usize,
    /// Tokens of this game so far.
    parts: usize,
}

impl<'a> Tokens<'a> {
    pub const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, parts: 0 }
    }

    /// The next token with its byte; `None` at the end of the game.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, Trouble> {
        self.parts += 1;
        if self.parts > limit::PARTS {
            let (what, limit) = ("moves and comments in a game", limit::PARTS);
            return Err(Trouble::new(self.at, Reason::TooLarge { what, limit }));
        }
        loop {
            let rest = self.text[self.at..].trim_start();
            let at = self.text.len() - rest.len();
            self.at = at;
            let token = match rest.bytes().next() {
                None | Some(b'[') => return Ok(None),
                Some(b'{') => {
                    let Some(end) = rest.find('}') else {
                        let reason = Reason::Ends("a comment ('}' is missing)");
                        return Err(Trouble::new(at, reason));
                    };
                    self.at = at + end + 1;
                    Token::Comment(self.comment(&rest[1..end])?)
                }
                Some(b';') => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    self.at = at + end;
                    Token::Comment(self.comment(&rest[1..end])?)
                }
                // A line that other programs read, such as %eval.
                Some(b'%') => {
                    self.at = at + rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                Some(b'$') => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit);
                    self.at = at + 1 + digits.count();
                    continue;
                }
                Some(b'(') => {
                    self.at += 1;
                    Token::Open
                }
                Some(b')') => {
                    self.at += 1;
                    Token::Close
                }
                Some(b'*') => {
                    self.at += 1;
                    Token::Result("*")
                }
                Some(b'.') => {
                    self.at += 1;
                    continue;
                }
                Some(_) => match self.word(rest, at)? {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Ok(Some((at, token)));
        }
    }

    fn comment(&self, text: &'a str) -> Result<&'a str, Trouble> {
        if text.len() > limit::VALUE_BYTES {
            let reason = Reason::TooLarge {
                what: "bytes in a comment",
                limit: limit::VALUE_BYTES,
            };
            return Err(Trouble::new(self.at, reason));
        }
        Ok(text.trim())
    }

    /// A move, a result, or a move number, which is no token.
    fn word(&mut self, rest: &'a str, at: usize) -> Result<Option<Token<'a>>, Trouble> {
        let length = rest
            .find(|c: char| c.is_whitespace() || "(){}[];.$!?".contains(c))
            .unwrap_or(rest.len())
            .max(rest.chars().next().map_or(0, char::len_utf8));
        let word = &rest[..length];
        self.at = at + length;
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['-', '/']) {
            return Ok(Some(Token::Result(word)));
        }
        // Marks such as f5! say nothing about what was played.
        let marks = self.text[self.at..]
            .bytes()
            .take_while(|byte| matches!(byte, b'!' | b'?'));
        self.at += marks.count();
        let played = match word.to_ascii_lowercase().as_str() {
            "pa" | "ps" | "--" => Ok(Move::Pass),
            other => other.parse(),
        };
        played.map(|played| Some(Token::Move(played))).map_err(|_| {
            let expected = "a move (a1 to h8, or pass)";
            Trouble::new(at, Reason::word(word, expected))
        })
    }
}
