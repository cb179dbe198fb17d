//! The result of a search as text.

use crate::search::{Bound, Kind, Line, Report};
use mollett_protocol as protocol;
use mollett_protocol::{Dialect, Info, Move};

/// Scores of searches as clients see them.
fn score(line: &Line) -> protocol::Score {
    let discs = f64::from(line.score.0) / f64::from(crate::eval::Score::DISC);
    let bound = match (line.bound, line.kind) {
        (Bound::AtLeast, _) => protocol::Bound::AtLeast,
        (Bound::AtMost, _) => protocol::Bound::AtMost,
        (Bound::Value, Kind::Exact) => protocol::Bound::Exact,
        (Bound::Value, _) => protocol::Bound::Estimate,
    };
    protocol::Score { discs, bound }
}

/// A signed score, with `>=` or `<=` before a bound; `win`, `draw` or `loss` where
/// no more is known.
pub(super) fn score_text(line: &Line) -> String {
    if line.kind == Kind::WinLossDraw {
        return result_text(line);
    }
    let score = score(line);
    match line.bound {
        Bound::AtLeast => format!(">={score}"),
        Bound::AtMost => format!("<={score}"),
        Bound::Value => score.to_string(),
    }
}

/// `win`, `draw` or `loss` for the side to move.
pub(super) fn result_text(line: &Line) -> String {
    match line.score.0.signum() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    }
    .to_owned()
}

/// Where a score comes from: `exact`, `selective 95%`, `depth 12`, `win/loss/draw`.
pub(super) fn kind_text(line: &Line) -> String {
    match line.kind {
        Kind::Exact => "exact".to_owned(),
        Kind::Selective(level) => format!("selective {level}"),
        Kind::Evaluation => format!("depth {}", line.depth),
        Kind::WinLossDraw => "win/loss/draw".to_owned(),
    }
}

/// Moves parted by blanks.
pub(super) fn moves_text(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// The moves of a report as one `info` line, or nothing where there is no move.
pub(super) fn info_text(report: &Report, dialect: Dialect) -> String {
    let info = |line: &Line| {
        Some(Info {
            mv: *line.moves.first()?,
            depth: line.depth,
            nodes: report.nodes,
            score: score(line),
            line: line.moves.clone(),
        })
    };
    let infos: Vec<Info> = report.lines.iter().filter_map(info).collect();
    protocol::Report {
        infos: &infos,
        dialect,
    }
    .to_string()
}

/// One line a move: the move, its score, where that comes from, what follows.
pub(super) fn hint_text(report: &Report) -> String {
    let lines = report.lines.iter().filter(|line| !line.moves.is_empty());
    let lines = lines.map(|line| {
        let (score, kind) = (score_text(line), kind_text(line));
        let moves = moves_text(&line.moves);
        let first = line.moves.first().copied().unwrap_or(Move::Pass);
        format!("{first} {score} {kind} line {moves}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The best move and its score, then what is known about it, a line each. `only_result`
/// leaves nothing of the score but who wins.
pub(super) fn solve_text(report: &Report, only_result: bool) -> String {
    let Some(line) = report.lines.first() else {
        return String::new();
    };
    let known = matches!(line.kind, Kind::Exact | Kind::WinLossDraw);
    let score = if only_result && known && line.bound == Bound::Value {
        result_text(line)
    } else {
        score_text(line)
    };
    let mut text = format!("{} {score}", report.best_move());
    if !line.moves.is_empty() {
        text.push_str(&format!("\nline {}", moves_text(&line.moves)));
    }
    let kind = if only_result && known {
        "win/loss/draw".to_owned()
    } else {
        kind_text(line)
    };
    text.push_str(&format!(
        "\nkind {kind}\nnodes {}\ntime {:.3}",
        report.nodes,
        report.elapsed.as_secs_f64()
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::Selectivity;
    use std::time::Duration;

    fn report(discs: i32, kind: Kind, bound: Bound) -> Report {
        Report {
            lines: vec![Line {
                moves: vec!["g7".parse().unwrap(), Move::Pass],
                score: Score(discs * 128),
                bound,
                kind,
                depth: 15,
            }],
            depth: 15,
            selectivity: Selectivity::EXACT,
            nodes: 123,
            elapsed: Duration::from_millis(45),
        }
    }

    #[test]
    fn a_solved_position_begins_with_move_and_signed_score() {
        let report = report(32, Kind::Exact, Bound::Value);
        assert_eq!(
            solve_text(&report, false),
            "g7 +32\nline g7 pass\nkind exact\nnodes 123\ntime 0.045"
        );
        assert_eq!(solve_text(&report, true).lines().next(), Some("g7 win"));
        assert_eq!(hint_text(&report), "g7 +32 exact line g7 pass");
        assert!(info_text(&report, Dialect::Own).contains("scoreLead +32 depth 15 bound exact"));
    }

    #[test]
    fn what_is_not_exact_does_not_look_it() {
        let level = Selectivity::from_percent(95).unwrap();
        let selective = report(32, Kind::Selective(level), Bound::Value);
        assert_eq!(
            hint_text(&selective),
            "g7 +32.00 selective 95% line g7 pass"
        );
        let bound = report(32, Kind::Exact, Bound::AtLeast);
        assert_eq!(hint_text(&bound), "g7 >=+32.00 exact line g7 pass");
        let wld = report(1, Kind::WinLossDraw, Bound::Value);
        assert_eq!(hint_text(&wld), "g7 win win/loss/draw line g7 pass");
        let stopped = report(3, Kind::Evaluation, Bound::Value);
        assert!(solve_text(&stopped, true).starts_with("g7 +3.00\n"));
    }
}
