//! `mollett solve`: every position of a file, one after the other, compared with
//! what the file says.

use super::bench::per_second;
use super::object::{bound_of, move_of, result_of, score_of};
use super::progress::Progress;
use super::{CliError, SolveArguments};
use crate::engine::answer::{moves_text, result_word, score_word};
use crate::engine::option::Options;
use crate::eval::Score;
use crate::formats::{Problem, decode, load, problem};
use crate::search::{Goal, Kind, Limits, Line, Report, Table, search_alone};
use mollett_protocol::{Move, RuleSet};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// Solves all positions and prints a line for each and a last one for the sum.
/// False when an exact score is not the one of the file.
///
/// # Errors
/// A file that cannot be read, no memory for the table, or output that cannot be
/// written.
pub(super) fn run(
    rules: Option<RuleSet>,
    options: &Options,
    arguments: &SolveArguments,
    output: &mut impl Write,
) -> Result<bool, CliError> {
    let bytes = load(&arguments.file).map_err(CliError::Load)?;
    let problems = problem::read_all(&decode(&bytes), rules)
        .map_err(|fault| CliError::File(format!("{}: {fault}", arguments.file.display())))?;
    let table = Table::new(options.hash_mb).map_err(CliError::Table)?;
    let limits = Limits {
        goal: match (arguments.wld, arguments.selectivity.is_exact()) {
            (true, _) => Goal::WinLossDraw,
            (false, true) => Goal::Exact,
            (false, false) => Goal::BestMove,
        },
        threads: options.threads,
        evaluation: options.weights.evaluation.clone(),
        solve_to: arguments.selectivity,
        ..Limits::default()
    };
    let progress = Progress::new(problems.len());
    let mut total = Total::default();
    if !arguments.json {
        progress.aside(|| writeln!(output, "{HEAD}"))?;
    }
    for (number, problem) in (1..).zip(&problems) {
        let report = search_alone(&problem.position, &limits, &table);
        let solved = Solved::new(number, problem, &report);
        total.add(&solved);
        let line = match arguments.json {
            true => solved.json().to_string(),
            false => solved.text(),
        };
        progress.aside(|| writeln!(output, "{line}").and_then(|()| output.flush()))?;
        progress.advance();
    }
    drop(progress);
    let line = match arguments.json {
        true => total.json().to_string(),
        false => total.text(),
    };
    writeln!(output, "{line}")?;
    let forgiven = !arguments.selectivity.is_exact();
    Ok(total.differences == 0 || forgiven)
}

/// The columns of the text.
const HEAD: &str = "   # empties  score move          nodes   seconds line";

/// A position and what was found.
struct Solved<'a> {
    number: usize,
    problem: &'a Problem,
    report: &'a Report,
    score: String,
    /// What the file says, where that is something else.
    expected: Option<String>,
}

impl<'a> Solved<'a> {
    fn new(number: usize, problem: &'a Problem, report: &'a Report) -> Self {
        let line = report.lines.first();
        let expected = line
            .zip(problem.best())
            .and_then(|(line, best)| difference(problem, report, line, best));
        let score = line.map(score_word).unwrap_or_default();
        Self {
            number,
            problem,
            report,
            score,
            expected,
        }
    }

    fn line(&self) -> String {
        let moves = self.report.lines.first();
        moves.map_or_else(String::new, |line| moves_text(&line.moves))
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{:>4} {:>7} {:>6} {:<4} {:>14} {:>9.3} {}",
            self.number,
            self.problem.position.empties(),
            self.score,
            self.report.best_move().to_string(),
            self.report.nodes,
            self.report.elapsed.as_secs_f64(),
            self.line(),
        );
        if let Some(expected) = &self.expected {
            text.push_str(&format!("  EXPECTED {expected}"));
        }
        text
    }

    fn json(&self) -> Value {
        let of = |read: fn(&Line) -> Value| self.report.lines.first().map(read);
        json!({
            "number": self.number,
            "line_of_file": self.problem.line,
            "rules": self.problem.position.rules().to_string(),
            "position": self.problem.position.text(self.problem.side),
            "empties": self.problem.position.empties(),
            "best_move": of(move_of),
            "score": of(score_of),
            "bound": of(bound_of),
            "result": of(result_of),
            "line": self.line(),
            "depth": self.report.depth,
            "nodes": self.report.nodes,
            "seconds": self.report.elapsed.as_secs_f64(),
            "expected": self.expected,
        })
    }
}

/// What the file says about score or move, if it is not what was found. A move of
/// which the file says nothing may be as good.
fn difference(problem: &Problem, report: &Report, line: &Line, best: i32) -> Option<String> {
    let only_result = line.kind == Kind::WinLossDraw;
    let value = |score: i32| if only_result { score.signum() } else { score };
    let played = report.best_move();
    let same_score = value(report.score().0) == value(best * Score::DISC);
    let mut hints = problem.hints.iter().filter(|hint| hint.played == played);
    if same_score && hints.all(|hint| value(hint.score) == value(best)) {
        return None;
    }
    let score = match only_result {
        true => result_word(best).to_owned(),
        false => format!("{best:+}"),
    };
    let moves = problem.hints.iter().filter(|hint| hint.score == best);
    let moves: Vec<Move> = moves.map(|hint| hint.played).collect();
    Some(format!("{score} {}", moves_text(&moves)))
}

/// The sum of all positions.
#[derive(Default)]
struct Total {
    positions: usize,
    compared: usize,
    differences: usize,
    nodes: u64,
    time: Duration,
}

impl Total {
    fn add(&mut self, solved: &Solved) {
        self.positions += 1;
        self.compared += usize::from(!solved.problem.hints.is_empty());
        self.differences += usize::from(solved.expected.is_some());
        self.nodes += solved.report.nodes;
        self.time += solved.report.elapsed;
    }

    fn text(&self) -> String {
        format!(
            "{} positions, {} compared, {} differences, {} nodes, {:.3} seconds, {} nodes per second",
            self.positions,
            self.compared,
            self.differences,
            self.nodes,
            self.time.as_secs_f64(),
            per_second(self.nodes, self.time),
        )
    }

    fn json(&self) -> Value {
        json!({
            "positions": self.positions,
            "compared": self.compared,
            "differences": self.differences,
            "nodes": self.nodes,
            "seconds": self.time.as_secs_f64(),
            "nodes_per_second": per_second(self.nodes, self.time),
        })
    }
}
