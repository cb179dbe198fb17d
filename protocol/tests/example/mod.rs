//! The examples of the reference, as data: what is sent and what must come back.
//!
//! Shared by the test of this crate, which checks that they are language at
//! all, and by tests that hold them against an engine.

use regex::Regex;

/// One fenced block of the reference: a conversation with a fresh engine.
#[derive(Debug)]
pub struct Example {
    /// Line of the reference on which the block begins, for messages.
    pub at: usize,
    /// What is said, in order.
    pub turns: Vec<Turn>,
}

/// Lines sent together, and the replies to them.
#[derive(Debug, Default)]
pub struct Turn {
    /// Lines to send, without line ends.
    pub sent: Vec<String>,
    /// One entry for each reply.
    pub replies: Vec<Vec<Expected>>,
}

/// What one line of a reply, or several, must be.
#[derive(Debug)]
pub enum Expected {
    /// Exactly this.
    Exact(String),
    /// One line like this.
    One(Regex),
    /// One or more lines like this.
    Some(Regex),
}

/// All examples of a reference.
///
/// # Panics
/// When the reference is not written as it says.
pub fn read(reference: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut open: Option<Example> = None;
    for (number, line) in (1..).zip(reference.lines()) {
        match (&mut open, line) {
            (None, "```gtp") => {
                open = Some(Example {
                    at: number,
                    turns: Vec::new(),
                });
            }
            (Some(_), "```") => examples.extend(open.take()),
            (Some(example), line) => example.add(line, number),
            (None, _) => {}
        }
    }
    assert!(open.is_none(), "a block without end");
    examples
}

impl Example {
    fn add(&mut self, line: &str, number: usize) {
        let (kind, text) = line.split_at(1);
        let text = text.strip_prefix(' ').unwrap_or(text);
        if kind == ">" {
            match self.turns.last_mut() {
                Some(turn) if turn.replies.is_empty() => turn.sent.push(text.to_owned()),
                _ => self.turns.push(Turn {
                    sent: vec![text.to_owned()],
                    replies: Vec::new(),
                }),
            }
            return;
        }
        let regex = || {
            Regex::new(&format!("^(?:{text})$")).unwrap_or_else(|e| panic!("line {number}: {e}"))
        };
        let expected = match kind {
            "<" => Expected::Exact(text.trim_end().to_owned()),
            "~" => Expected::One(regex()),
            "+" => Expected::Some(regex()),
            _ => panic!("line {number} is no line of an example: {line}"),
        };
        let turn = self.turns.last_mut().expect("a reply before any line sent");
        if text.starts_with(['=', '?']) || text.starts_with("\\?") {
            turn.replies.push(vec![expected]);
        } else {
            let reply = turn.replies.last_mut();
            reply
                .unwrap_or_else(|| panic!("line {number} belongs to no reply"))
                .push(expected);
        }
    }
}

/// Whether the lines of one reply, without its empty line, are as expected;
/// otherwise what is wrong.
pub fn compare(expected: &[Expected], lines: &[&str]) -> Result<(), String> {
    let mut lines = lines.iter().map(|line| line.trim_end()).peekable();
    for expected in expected {
        let line = lines
            .next()
            .ok_or_else(|| format!("no line for {expected:?}"))?;
        let fits = match expected {
            Expected::Exact(text) => line == text,
            Expected::One(regex) | Expected::Some(regex) => regex.is_match(line),
        };
        if !fits {
            return Err(format!("{line:?} is not {expected:?}"));
        }
        if let Expected::Some(regex) = expected {
            while lines.next_if(|line| regex.is_match(line)).is_some() {}
        }
    }
    match lines.next() {
        Some(line) => Err(format!("{line:?} is not expected any more")),
        None => Ok(()),
    }
}
