//! What is said of a command line that cannot be: one line with the bad word and the
//! right form, where clap would print several.

use super::Arguments;
use clap::CommandFactory;
use clap::error::{ContextKind, ErrorKind};
use std::error::Error;

/// One line about arguments that clap refuses; not for help and version, which are
/// errors only in its eyes.
#[must_use]
pub fn complaint(error: &clap::Error) -> String {
    let text = |kind| error.get(kind).map(ToString::to_string);
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let mut line = match error.kind() {
        ErrorKind::ValueValidation if error.source().is_some() => {
            let reason = error.source().map(ToString::to_string);
            format!("{argument}: {}", reason.unwrap_or_default())
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument}: the value is missing"),
        ErrorKind::InvalidValue => {
            let valid = text(ContextKind::ValidValue).unwrap_or_default();
            format!("{argument}: '{value}' is none of {valid}")
        }
        ErrorKind::UnknownArgument => format!("unexpected argument '{argument}'"),
        ErrorKind::InvalidSubcommand => {
            let word = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("no command '{word}'; the commands are {}", commands())
        }
        ErrorKind::MissingRequiredArgument => format!("{argument} is missing"),
        ErrorKind::ArgumentConflict => match text(ContextKind::PriorArg) {
            Some(prior) if prior != argument => format!("{argument} does not go with {prior}"),
            _ => format!("{argument} is given more than once"),
        },
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8".to_owned(),
        // Whatever else there may be says what is wrong in its first line.
        _ => {
            let all = error.to_string();
            let first = all.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").to_owned()
        }
    };
    let suggested = text(ContextKind::SuggestedArg).filter(|word| *word != argument);
    if let Some(word) = suggested {
        line.push_str(&format!("; is it {word}?"));
    }
    if let Some(usage) = text(ContextKind::Usage) {
        let words: Vec<&str> = usage.split_whitespace().collect();
        let form = words.join(" ").replacen("Usage:", "usage:", 1);
        line.push_str(&format!("; {form}"));
    }
    line
}

/// The names of all commands.
fn commands() -> String {
    let all = Arguments::command();
    let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn said(words: &[&str]) -> String {
        let all = [&["mollett"], words].concat();
        complaint(&Arguments::try_parse_from(all).unwrap_err())
    }

    #[test]
    fn every_kind_names_the_word_and_the_form() {
        for (words, line) in [
            (
                &["--hash-mb", "abc"][..],
                "--hash-mb <N>: 'abc' is not a value of hash_mb; range 1..65536 unit MB",
            ),
            (
                &["--threads", "0"],
                "--threads <N>: '0' is not a value of threads; range 1..64 unit threads",
            ),
            (
                &["--rules", "reversi"],
                "--rules <GAME>: 'reversi' is not a game (othello or classic)",
            ),
            (&["--log"], "--log <FILE>: the value is missing"),
            (
                &["perft", "-3"],
                "unexpected argument '-3'; usage: mollett perft [OPTIONS] <DEPTH>",
            ),
            (
                &["perft", "deep"],
                "<DEPTH>: 'deep' is not a number of plies (0 to 4294967295)",
            ),
            (
                &["perft", "3", "4"],
                "unexpected argument '4'; usage: mollett perft [OPTIONS] <DEPTH>",
            ),
            (&["solve"], "<FILE> is missing; usage: mollett solve <FILE>"),
            (
                &["solve", "--selectivity", "50", "f"],
                "--selectivity <PERCENT>: '50' is not a level; there are 73, 87, 95, 98, 99 and 100",
            ),
            (
                &["solve", "f", "--wld", "--selectivity", "73"],
                "--wld does not go with --selectivity <PERCENT>; usage: mollett solve --wld <FILE>",
            ),
            (
                &["convert", "a", "b", "--to", "doc"],
                "--to <FORMAT>: 'doc' is not a format (sgf, ggf, pgn, wtb, obf, txt, csv or board)",
            ),
            (
                &["sing"],
                "no command 'sing'; the commands are perft, bench, solve, convert, analyze, rules, nboard, cassio; \
                 usage: mollett [OPTIONS] [COMMAND]",
            ),
            (
                &["--rules", "classic", "--rules", "othello"],
                "--rules <GAME> is given more than once; usage: mollett [OPTIONS] [COMMAND]",
            ),
            (
                &["--versoin"],
                "unexpected argument '--versoin'; is it --version?; usage: mollett --version",
            ),
        ] {
            assert_eq!(said(words), line);
        }
        let techniques = said(&["bench", "--without", "luck"]);
        let start = "--without <NAME>: 'luck' is none of ";
        assert!(techniques.starts_with(start) && techniques.len() > start.len() + 8);
    }
}
