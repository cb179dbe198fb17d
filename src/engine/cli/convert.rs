//! `mollett convert`: a file of games or positions into a file of another format.
//!
//! The formats themselves live in [`crate::formats`]; here are only paths, the bar
//! and what is said about it.

use super::progress::Progress;
use super::{CliError, ConvertArguments};
use crate::formats::wthor::Database;
use crate::formats::{Format, Output, is_plain, load, names_beside, read, write};
use mollett_protocol::RuleSet;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Warnings that are printed one by one.
const WARNINGS: usize = 20;

/// Converts the file. The new one appears whole or not at all.
///
/// # Errors
/// A file that cannot be read, a format that is not known or cannot hold a game of
/// it, or a file that cannot be written.
pub(super) fn run(
    rules: Option<RuleSet>,
    arguments: &ConvertArguments,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let ConvertArguments {
        input,
        output: target,
        from,
        to,
    } = arguments;
    let to = to.or_else(|| Format::of_path(target)).ok_or_else(|| {
        let formats = Format::ALL.map(Format::extension).join(", ");
        CliError::Argument(format!(
            "the name '{}' says no format; end it with or give --to one of {formats}",
            target.display()
        ))
    })?;
    let bytes = load(input).map_err(CliError::Load)?;
    let from = from
        .or_else(|| Format::guess(&bytes))
        .or_else(|| Format::of_path(input));
    let in_file = |path: &Path, fault| CliError::File(format!("{}: {fault}", path.display()));
    let names = names_beside(input);
    let reading = read(&bytes, from, rules, &names).map_err(|fault| in_file(input, fault))?;
    if reading.games.is_empty() {
        let message = format!("{}: there is no game in it", input.display());
        return Err(CliError::File(message));
    }
    let progress = Progress::new(reading.games.len());
    let written = match (from, to) {
        (Some(Format::Wthor), Format::Wthor) => {
            Database::read(&bytes).map(|database| Output::of_database(&database, &names))
        }
        _ => write(&reading.games, to, &mut |_| progress.advance()),
    };
    let written = written.map_err(|fault| in_file(target, fault))?;
    drop(progress);
    // A second list of the same names in a folder would leave in doubt which one counts.
    let known = names_beside(target).files();
    let is_file = fs::metadata(target).map_or(true, |data| data.is_file());
    for file @ (extension, bytes) in &written.beside {
        if is_file && !known.contains(file) {
            save(&target.with_extension(extension), bytes)?;
        }
    }
    save(target, &written.bytes)?;
    if !is_plain(target) {
        // A pipe or a device wants the games and nothing else.
        return Ok(());
    }
    for warning in reading.warnings.iter().take(WARNINGS) {
        writeln!(output, "warning: {}: {warning}", input.display())?;
    }
    if let Some(more @ 1..) = reading.warnings.len().checked_sub(WARNINGS) {
        writeln!(output, "warning: {more} more of them")?;
    }
    if written.left_out > 0 {
        let left_out = counted(written.left_out, "variation");
        let target = target.display();
        writeln!(
            output,
            "warning: {target}: {left_out} left out, {to} has no place for them"
        )?;
    }
    let unit = match from {
        Some(Format::Obf | Format::Diagram) => "position",
        _ => "game",
    };
    let from = from.map_or_else(String::new, |from| format!(" ({from})"));
    writeln!(
        output,
        "{} from {}{from} to {} ({to})",
        counted(reading.games.len(), unit),
        input.display(),
        target.display()
    )?;
    Ok(())
}

/// So many of them, in words.
fn counted(number: usize, unit: &str) -> String {
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// Writes a file, whole or not at all.
pub(super) fn save(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    crate::formats::save(path, bytes)
        .map_err(|error| CliError::File(format!("cannot write '{}': {error}", path.display())))
}
