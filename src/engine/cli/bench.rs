//! `mollett bench`: fixed positions of both games searched to fixed depths, by one
//! thread, each with an empty table. The sum of the nodes is the signature of the
//! search: the same on every machine and in every build.

use super::bench_position::{BenchPosition, POSITIONS};
use super::object::{bound_of, move_of, score_of};
use super::{CliError, one_position};
use crate::eval::Evaluation;
use crate::formats::Problem;
use crate::search::{Goal, Limits, Line, Report, Table, Techniques, search_alone};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// Size of the table; it is part of the signature.
const TABLE_MB: usize = 16;

/// Searches all positions with these techniques and prints a line for each; the last line is
/// `N nodes M nps`. As JSON each of them is an object.
///
/// # Errors
/// No memory for the table, or output that cannot be written.
pub(super) fn run(
    techniques: Techniques,
    evaluation: &Evaluation,
    json: bool,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let mut table = Table::new(TABLE_MB).map_err(CliError::Table)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (number, bench) in (1..).zip(POSITIONS) {
        let BenchPosition { rules, line, depth } = bench;
        let problem = one_position(line, Some(*rules))?;
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
        let report = search_alone(&problem.position, &limits, &table);
        nodes += report.nodes;
        time += report.elapsed;
        match json {
            true => writeln!(output, "{}", object(number, &problem, &report))?,
            false => writeln!(output, "{}", text(number, &problem, &report))?,
        }
        output.flush()?;
    }
    let speed = per_second(nodes, time);
    if json {
        let sum = json!({
            "positions": POSITIONS.len(),
            "nodes": nodes,
            "seconds": time.as_secs_f64(),
            "nodes_per_second": speed,
        });
        writeln!(output, "{sum}")?;
    } else {
        writeln!(output, "{nodes} nodes {speed} nps")?;
    }
    Ok(())
}

fn text(number: usize, problem: &Problem, report: &Report) -> String {
    format!(
        "{number:>2} {:<7} empties {:>2} depth {:>2} {:>4} {:>7} nodes {:>10} time {:.3}",
        problem.position.rules().to_string(),
        problem.position.empties(),
        report.depth,
        report.best_move().to_string(),
        report.score().to_string(),
        report.nodes,
        report.elapsed.as_secs_f64(),
    )
}

fn object(number: usize, problem: &Problem, report: &Report) -> Value {
    let of = |read: fn(&Line) -> Value| report.lines.first().map(read);
    json!({
        "number": number,
        "rules": problem.position.rules().to_string(),
        "position": problem.position.text(problem.side),
        "empties": problem.position.empties(),
        "best_move": of(move_of),
        "score": of(score_of),
        "bound": of(bound_of),
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": report.elapsed.as_secs_f64(),
    })
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
