//! The result of a search as text.

mod cassio;

pub(super) use cassio::cassio_result;

use super::session::nboard::move_word;
use super::task::{Purpose, Stream};
use crate::board::{AnyPosition, Position, Rules};
use crate::eval::{Evaluation, Features, Score, evaluate};
use crate::search::{Bound, Kind, Line, Report};
use mollett_protocol as protocol;
use mollett_protocol::{Dialect, Info, Move};
use std::time::Duration;

/// A line of a search as clients see it, unless the game is over or nothing is known
/// of the move.
fn info(line: &Line, nodes: u64) -> Option<Info> {
    let mv = *line.moves.first()?;
    (line.kind != Kind::Unknown).then(|| Info {
        mv,
        depth: line.depth,
        nodes,
        score: score(line),
        set_up: line.set_up,
        line: line.moves.clone(),
    })
}

/// The score of a line and what is known about it, as clients see it.
pub(super) fn score(line: &Line) -> protocol::Score {
    let discs = f64::from(line.score.0) / f64::from(Score::DISC);
    let bound = match (line.bound, line.kind) {
        (bound, Kind::WinLossDraw) if tells_result(bound, line.score) => protocol::Bound::Result,
        (Bound::AtLeast, _) => protocol::Bound::AtLeast,
        (Bound::AtMost, _) => protocol::Bound::AtMost,
        (Bound::Value, Kind::Exact) => protocol::Bound::Exact,
        (Bound::Value, Kind::Selective) => protocol::Bound::Selective(line.selectivity.percent()),
        (Bound::Value, _) => protocol::Bound::Estimate,
    };
    protocol::Score { discs, bound }
}

/// Whether a score that may be a bound leaves only one result.
const fn tells_result(bound: Bound, score: Score) -> bool {
    match bound {
        Bound::Value => true,
        Bound::AtLeast => score.0 > 0,
        Bound::AtMost => score.0 < 0,
    }
}

/// The moves of a report as one `info` line, or nothing where there is no move.
pub(super) fn report_line(report: &Report, dialect: Dialect) -> String {
    let lines = report.lines.iter();
    let infos: Vec<Info> = lines.filter_map(|line| info(line, report.nodes)).collect();
    protocol::Report {
        infos: &infos,
        dialect,
    }
    .to_string()
}

/// What a search that runs tells its client, a line or several.
pub(super) fn stream_text(purpose: Purpose, stream: Stream, report: &Report) -> String {
    match purpose {
        Purpose::NboardGo | Purpose::NboardHint => nboard_lines(report),
        _ => report_line(report, stream.dialect),
    }
}

/// The best moves as NBoard reads them.
fn nboard_lines(report: &Report) -> String {
    let told = |line: &&Line| !line.moves.is_empty() && line.kind != Kind::Unknown;
    let lines = report.lines.iter().filter(told).map(|line| {
        let moves: String = line.moves.iter().map(|&mv| move_word(mv)).collect();
        let depth = match (line.bound, line.kind) {
            (Bound::Value, Kind::Exact) => "100%".to_owned(),
            (Bound::Value, Kind::Selective) => line.selectivity.to_string(),
            _ => line.depth.to_string(),
        };
        format!("search {moves} {:.2} 0 {depth}", discs(line))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The score of the best move for the side to move, if anything is known of it.
pub(super) fn nboard_score(report: &Report) -> Option<String> {
    let line = report.lines.first()?;
    (line.kind != Kind::Unknown).then(|| format!("{:.2}", discs(line)))
}

/// How much has been searched, for NBoard.
pub(super) fn nboard_stats(report: &Report, elapsed: Duration) -> String {
    format!("nodestats {} {:.2}", report.nodes, elapsed.as_secs_f64())
}

/// The score in discs, rounded to hundredths, never `-0`.
fn discs(line: &Line) -> f64 {
    let discs = f64::from(line.score.0) / f64::from(Score::DISC);
    (discs * 100.0).round() / 100.0 + 0.0
}

/// One line a move, best first; nothing where the game is over or nothing is known.
pub(super) fn hints(report: &Report) -> String {
    let lines = report.lines.iter();
    let lines = lines.filter_map(|line| Some(info(line, report.nodes)?.to_string()));
    lines.collect::<Vec<_>>().join("\n")
}

/// The scores on the squares, in the words of GoGui: whole discs as labels, colours
/// from green for the best move to red for what it is much better than, more about
/// it in the status line.
pub(super) fn graphics(report: &Report) -> String {
    let lines = report.lines.iter();
    let infos: Vec<Info> = lines.filter_map(|line| info(line, report.nodes)).collect();
    let Some(best) = infos.first() else {
        return String::new();
    };
    let mut text = format!("TEXT {best}");
    for info in infos.iter().filter(|info| info.mv != Move::Pass) {
        let loss = best.score.discs - info.score.discs;
        text.push_str(&format!("\nCOLOR {} {:#}", colour(loss), info.mv));
        let label = protocol::Score {
            bound: protocol::Bound::Exact,
            ..info.score
        };
        text.push_str(&format!("\nLABEL {:#} {label}", info.mv));
    }
    text
}

/// The colour of a move that loses so many discs: green, over yellow, to red from
/// 10 on.
fn colour(loss: f64) -> String {
    let part = (loss / 10.0).clamp(0.0, 1.0);
    let red = 60.0 + 180.0 * (part * 2.0).min(1.0);
    let green = 60.0 + 140.0 * (2.0 - part * 2.0).min(1.0);
    format!("#{:02x}{:02x}3c", red as u8, green as u8)
}

/// The best move with its score and its line, or `over` and the final score; nothing
/// where nothing is known. A score that only one of the moves is known to have is a
/// bound.
pub(super) fn solution(report: &Report) -> String {
    let Some(line) = report.lines.first().filter(|_| !report.is_unknown()) else {
        return String::new();
    };
    let Some(mut info) = info(line, report.nodes) else {
        return format!("over {}", score(line));
    };
    if info.score.bound == protocol::Bound::Exact && !is_complete(report, line) {
        info.score.bound = protocol::Bound::AtLeast;
    }
    info.to_string()
}

/// Whether all moves have been looked at as closely as this one.
fn is_complete(report: &Report, line: &Line) -> bool {
    report.depth >= line.depth && report.selectivity.is_exact()
}

/// The best move (or `over`) and `win`, `draw` or `loss` for the side to move;
/// `None` when that is not known.
pub(super) fn result(report: &Report) -> Option<String> {
    let line = report.lines.first()?;
    let known = matches!(line.kind, Kind::Exact | Kind::WinLossDraw);
    let discs = line.score.0;
    // One winning move is enough; for less all moves have to be known.
    if !known || !tells_result(line.bound, line.score) || (discs <= 0 && !is_complete(report, line))
    {
        return None;
    }
    let result = result_word(discs);
    Some(match line.moves.first() {
        Some(mv) => format!("{mv} {result}"),
        None => format!("over {result}"),
    })
}

/// `win`, `draw` or `loss` for a score of this sign.
pub(super) const fn result_word(score: i32) -> &'static str {
    match score.signum() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    }
}

/// The score of a line, as a word.
pub(super) fn score_word(line: &Line) -> String {
    match line.kind {
        Kind::WinLossDraw => result_word(line.score.0).to_owned(),
        _ => score(line).to_string(),
    }
}

/// Moves parted by blanks.
pub(super) fn moves_text(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// The static evaluation for the side to move, or the score of a finished game.
pub(super) fn static_score(position: &AnyPosition, evaluation: &Evaluation) -> String {
    fn of<R: Rules>(position: &Position<R>, evaluation: &Evaluation) -> Score {
        let features = Features::of(position.board);
        Score(evaluate(
            evaluation.weights(),
            position,
            &features,
            position.empties(),
        ))
    }
    match position {
        over if over.is_over() => protocol::Score {
            discs: f64::from(over.final_score()),
            bound: protocol::Bound::Exact,
        }
        .to_string(),
        AnyPosition::Othello(position) => of(position, evaluation).to_string(),
        AnyPosition::Classic(position) => of(position, evaluation).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Selectivity;

    pub(super) fn report(moves: &[&str], discs: i32, kind: Kind, bound: Bound) -> Report {
        Report {
            lines: vec![Line {
                set_up: None,
                moves: moves.iter().map(|word| word.parse().unwrap()).collect(),
                score: Score::from_discs(discs),
                bound,
                kind,
                depth: 15,
                selectivity: Selectivity::EXACT,
            }],
            depth: 15,
            selectivity: Selectivity::EXACT,
            nodes: 123,
            elapsed: Duration::from_millis(45),
        }
    }

    #[test]
    fn what_is_not_known_is_not_told_as_a_score() {
        let mut unknown = report(&["d3"], 0, Kind::Unknown, Bound::Value);
        unknown.lines[0].depth = 0;
        for text in [
            hints(&unknown),
            solution(&unknown),
            graphics(&unknown),
            report_line(&unknown, Dialect::Kata),
            nboard_lines(&unknown),
        ] {
            assert_eq!(text, "");
        }
        assert_eq!((result(&unknown), nboard_score(&unknown)), (None, None));
    }

    #[test]
    fn a_solved_position_begins_with_move_and_signed_score() {
        let report = report(&["g7", "pass"], 32, Kind::Exact, Bound::Value);
        let text = "g7 +32 depth 15 bound exact nodes 123 pv g7 pass";
        assert_eq!(solution(&report), text);
        assert_eq!(hints(&report), text);
        assert_eq!(result(&report).as_deref(), Some("g7 win"));
        assert_eq!(
            graphics(&report),
            format!("TEXT {text}\nCOLOR #3cc83c G7\nLABEL G7 +32")
        );
        assert_eq!(report.best_move(), "g7".parse::<Move>().unwrap());
        let line = report_line(&report, Dialect::Own);
        assert!(
            line.contains("scoreLead +32 depth 15 bound exact"),
            "{line}"
        );
    }

    #[test]
    fn what_is_not_exact_does_not_look_it() {
        let level = Selectivity::from_percent(95).unwrap();
        let mut selective = report(&["g7"], 32, Kind::Selective, Bound::Value);
        selective.lines[0].selectivity = level;
        assert!(hints(&selective).starts_with("g7 +32.00 depth 15 bound 95%"));
        let bound = report(&["g7"], 32, Kind::Exact, Bound::AtLeast);
        assert!(solution(&bound).starts_with("g7 +32.00 depth 15 bound >= "));
        let stopped = report(&["g7"], 3, Kind::Evaluation, Bound::Value);
        assert!(solution(&stopped).starts_with("g7 +3.00 depth 15 bound estimate "));
        let mut one_move = report(&["g7"], -4, Kind::Exact, Bound::Value);
        one_move.depth = 14;
        assert!(solution(&one_move).starts_with("g7 -4.00 depth 15 bound >= "));
        for unknown in [selective, stopped, one_move] {
            assert_eq!(result(&unknown), None);
        }
    }

    #[test]
    fn a_result_is_told_when_the_bound_allows_no_other() {
        for (discs, bound, told) in [
            (1, Bound::AtLeast, Some("g7 win")),
            (1, Bound::AtMost, None),
            (0, Bound::Value, Some("g7 draw")),
            (0, Bound::AtLeast, None),
            (-1, Bound::AtMost, Some("g7 loss")),
            (-1, Bound::AtLeast, None),
        ] {
            let mut report = report(&["g7"], discs, Kind::WinLossDraw, bound);
            assert_eq!(result(&report).as_deref(), told);
            report.depth = 3;
            let enough = told.filter(|_| discs == 1);
            assert_eq!(result(&report).as_deref(), enough);
        }
    }

    #[test]
    fn a_finished_game_has_a_score_and_no_move() {
        let over = report(&[], 62, Kind::Exact, Bound::Value);
        assert_eq!(solution(&over), "over +62");
        assert_eq!(result(&over).as_deref(), Some("over win"));
        assert_eq!(hints(&over) + &report_line(&over, Dialect::Lz), "");
    }
}
