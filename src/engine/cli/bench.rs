//! `mollett bench`: fixed positions of both games searched to fixed depths, by one
//! thread, each with an empty table. The sum of the nodes is the signature of the
//! search: the same on every machine and in every build.

use super::bench_position::{BenchPosition, POSITIONS};
use super::{CliError, one_position};
use crate::eval::Evaluation;
use crate::search::{Control, Goal, Limits, Table, Techniques, search};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Size of the table; it is part of the signature.
const TABLE_MB: usize = 16;

/// Searches all positions with these techniques and prints a line for each; the last line is
/// `N nodes M nps`.
///
/// # Errors
/// No memory for the table, or output that cannot be written.
pub(super) fn run(
    techniques: Techniques,
    evaluation: &Evaluation,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let mut table = Table::new(TABLE_MB).map_err(CliError::Table)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (number, bench) in (1..).zip(POSITIONS) {
        let BenchPosition { rules, line, depth } = bench;
        let root = one_position(line, Some(*rules))?.position;
        let (goal, depth) = match depth {
            0 => (Goal::Exact, None),
            depth => (Goal::BestMove, Some(*depth)),
        };
        let limits = Limits {
            goal,
            depth,
            techniques,
            evaluation: evaluation.clone(),
            ..Limits::default()
        };
        table.clear();
        let mut control = Control {
            stop: &AtomicBool::new(false),
            report: &mut |_| {},
        };
        let report = search(&root, &limits, &table, &mut control);
        nodes += report.nodes;
        time += report.elapsed;
        let rules = rules.to_string();
        writeln!(
            output,
            "{number:>2} {rules:<7} empties {:>2} depth {:>2} {:>4} {:>7} nodes {:>10} time {:.3}",
            root.empties(),
            report.depth,
            report.best_move().to_string(),
            report.score().to_string(),
            report.nodes,
            report.elapsed.as_secs_f64(),
        )?;
        output.flush()?;
    }
    writeln!(output, "{nodes} nodes {} nps", per_second(nodes, time))?;
    Ok(())
}

/// Nodes per second.
pub(super) fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_reached_and_is_not_over() {
        for bench in POSITIONS {
            let root = one_position(bench.line, Some(bench.rules)).unwrap();
            assert!(!root.position.is_over(), "{}", bench.line);
            assert_eq!(root.position.rules(), bench.rules);
        }
    }
}
