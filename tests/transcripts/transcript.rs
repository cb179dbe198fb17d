//! Conversations written down, one line of text for each line that goes over:
//!
//! | line      | meaning |
//! |-----------|---|
//! | `> TEXT`  | a line sent to the engine; lines that follow each other go together |
//! | `< TEXT`  | a line of a reply, exactly (blanks at its end do not count) |
//! | `~ REGEX` | a line of a reply that the expression matches as a whole |
//! | `+ REGEX` | one or more such lines |
//! | `! MS`    | the replies up to the next lines sent come within so many milliseconds |
//! | `# TEXT`  | a remark |
//!
//! A line that begins with `=` or `?` (or `\?`) begins the next reply. When the
//! text is at its end, the engine must be as well, after nothing but `quit`.

use crate::engine::Engine;
use regex_lite::Regex;
use std::time::{Duration, Instant};

enum Expected {
    Exactly(String),
    Match(Regex),
    OneOrMore(Regex),
}

impl Expected {
    fn fits(&self, line: &str) -> bool {
        match self {
            Self::Exactly(text) => text == line.trim_end(),
            Self::Match(regex) | Self::OneOrMore(regex) => regex.is_match(line.trim_end()),
        }
    }
}

/// Lines sent together and the replies to them.
#[derive(Default)]
struct Exchange {
    /// Where in its file.
    line: usize,
    sent: Vec<String>,
    replies: Vec<Vec<(usize, Expected)>>,
    limit: Option<Duration>,
}

/// Reads a conversation whose first line is line `first` of its file.
fn exchanges(text: &str, first: usize) -> Vec<Exchange> {
    let mut all: Vec<Exchange> = Vec::new();
    for (line, text) in (first..).zip(text.lines()) {
        let (kind, rest) = match text.split_at_checked(1) {
            Some((kind, rest)) => (kind, rest.strip_prefix(' ').unwrap_or(rest)),
            None => continue,
        };
        if kind == "#" {
            continue;
        }
        if kind == ">" {
            let answered = all.last().is_none_or(|last| !last.replies.is_empty());
            if answered {
                all.push(Exchange {
                    line,
                    ..Exchange::default()
                });
            }
            all.last_mut().unwrap().sent.push(rest.to_owned());
            continue;
        }
        let exchange = all.last_mut().expect("a reply comes after a command");
        if kind == "!" {
            exchange.limit = Some(Duration::from_millis(rest.parse().unwrap()));
            continue;
        }
        let regex = || Regex::new(&format!("^(?:{rest})$")).expect("a regular expression");
        let expected = match kind {
            "<" => Expected::Exactly(rest.trim_end().to_owned()),
            "~" => Expected::Match(regex()),
            "+" => Expected::OneOrMore(regex()),
            _ => panic!("line {line}: '{text}' is none of > < ~ + ! #"),
        };
        let begins = rest.starts_with(['=', '?']) || rest.starts_with("\\?");
        if begins {
            exchange.replies.push(Vec::new());
        }
        exchange
            .replies
            .last_mut()
            .expect("a reply begins with = or ?")
            .push((line, expected));
    }
    all
}

/// Whether the lines of a frame are those expected.
fn fits(expected: &[(usize, Expected)], lines: &[&str]) -> Result<(), String> {
    let mut lines = lines.iter().peekable();
    for (number, pattern) in expected {
        let unlike = |line: Option<&&&str>| Err(format!("line {number} does not fit {line:?}"));
        match lines.peek() {
            Some(line) if pattern.fits(line) => lines.next(),
            other => return unlike(other),
        };
        if matches!(pattern, Expected::OneOrMore(_)) {
            while lines.next_if(|line| pattern.fits(line)).is_some() {}
        }
    }
    match lines.next() {
        Some(line) => Err(format!("{line:?} was not expected")),
        None => Ok(()),
    }
}

/// Runs a conversation against a fresh engine; says what went otherwise than
/// written. `place` names it, its first line is line `first`.
pub fn run(place: &str, text: &str, first: usize) -> Result<(), String> {
    let mut engine = Engine::start(&[]);
    let mut ended = false;
    for exchange in exchanges(text, first) {
        let mut bytes = exchange.sent.join("\n");
        bytes.push('\n');
        let start = Instant::now();
        engine.write(bytes.as_bytes());
        for expected in &exchange.replies {
            let place = format!("{place}, line {}", exchange.line);
            let frame = engine
                .frame()
                .map_err(|error| format!("{place}: {error}"))?;
            let lines: Vec<&str> = frame.split('\n').collect();
            fits(expected, &lines).map_err(|error| format!("{place}: {error} in {lines:?}"))?;
        }
        if let Some(limit) = exchange.limit {
            let elapsed = start.elapsed();
            if elapsed > limit {
                return Err(format!("{place}, line {}: {elapsed:?}", exchange.line));
            }
        }
        ended |= exchange
            .sent
            .iter()
            .any(|line| line.split_whitespace().any(|word| word == "quit"));
    }
    if ended {
        let (rest, status) = engine.wait(crate::support::PATIENCE);
        if !rest.is_empty() || !status.success() {
            return Err(format!("{place}: {rest:?} after the end, {status}"));
        }
    } else {
        engine.quit(place);
    }
    Ok(())
}

/// Fails with all that went wrong, not only the first.
pub fn report(results: Vec<Result<(), String>>) {
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
