//! Lines of the languages that have no ids and no comments: NBoard's and
//! Cassio's. Cleaning and arguments are those of GTP.

use crate::argument::any_word;
use crate::error::ParseError;
use crate::grammar::{MAX_LINE_BYTES, clean};
use crate::table::Spec;

/// What one line of such a language is.
#[derive(Clone, Debug, PartialEq)]
pub enum Plain<C> {
    /// Nothing but white space and control characters.
    Empty,
    /// A command.
    Command(C),
    /// Not a command, and why.
    Bad(ParseError),
}

/// The text of a line, blanks at its ends removed; an error where it is too long.
pub(crate) fn text(bytes: &[u8]) -> Result<String, ParseError> {
    if bytes.len() > MAX_LINE_BYTES {
        return Err(ParseError::LineTooLong);
    }
    Ok(clean(bytes).trim_matches(' ').to_owned())
}

/// The row whose name the text begins with, and the rest. A name may have several
/// words.
pub(crate) fn find<'a, C>(
    specs: &'static [Spec<C>],
    text: &'a str,
) -> Option<(&'static Spec<C>, &'a str)> {
    specs.iter().find_map(|spec| {
        let mut rest = text;
        for due in spec.name.split(' ') {
            let (after, word) = any_word("")(rest).ok()?;
            if word != due {
                return None;
            }
            rest = after;
        }
        Some((spec, rest))
    })
}

/// The command of a text, by its table.
pub(crate) fn read<C>(specs: &'static [Spec<C>], text: &str) -> Plain<C> {
    match find(specs, text) {
        Some((spec, rest)) => match spec.parse(rest) {
            Ok(command) => Plain::Command(command),
            Err(error) => Plain::Bad(error),
        },
        None => Plain::Bad(ParseError::UnknownCommand {
            name: text.split(' ').next().unwrap_or_default().to_owned(),
        }),
    }
}
