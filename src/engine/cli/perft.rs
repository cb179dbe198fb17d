//! `mollett perft`: how many positions there are so many plies below one.

use super::{CliError, one_position};
use crate::board::AnyPosition;
use crate::engine::count::count;
use mollett_protocol::{Color, RuleSet};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Prints the number of positions; the start of the game unless there is a text.
///
/// # Errors
/// A text that is no position, or output that cannot be written.
pub(super) fn run(
    rules: Option<RuleSet>,
    text: Option<&str>,
    depth: u32,
    json: bool,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let (root, side) = match text {
        Some(text) => {
            let problem = one_position(text, rules)?;
            (problem.position, problem.side)
        }
        None => {
            let rules = rules.unwrap_or(RuleSet::Othello);
            (AnyPosition::start(rules), Color::Black)
        }
    };
    let begin = Instant::now();
    // Nothing sets the flag, so there always is a count.
    let found = count(&root, depth, &AtomicBool::new(false)).unwrap_or_default();
    if json {
        let object = json!({
            "rules": root.rules().to_string(),
            "position": root.text(side),
            "depth": depth,
            "count": found,
            "seconds": begin.elapsed().as_secs_f64(),
        });
        writeln!(output, "{object}")?;
    } else {
        writeln!(output, "{found}")?;
    }
    Ok(())
}
