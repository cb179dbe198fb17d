//! `mollett perft`: how many positions there are so many plies below one.

use super::{CliError, one_position};
use crate::board::AnyPosition;
use crate::engine::count::count;
use mollett_protocol::RuleSet;
use std::io::Write;
use std::sync::atomic::AtomicBool;

/// Prints the number of positions; the start of the game unless there is a text.
///
/// # Errors
/// A text that is no position, or output that cannot be written.
pub(super) fn run(
    rules: Option<RuleSet>,
    text: Option<&str>,
    depth: u32,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let root = match text {
        Some(text) => one_position(text, rules)?.position,
        None => AnyPosition::start(rules.unwrap_or(RuleSet::Othello)),
    };
    // Nothing sets the flag, so there always is a count.
    let found = count(&root, depth, &AtomicBool::new(false)).unwrap_or_default();
    writeln!(output, "{found}")?;
    Ok(())
}
