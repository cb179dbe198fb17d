//! The result of a search as Cassio reads it: one line with all about the position.
//!
//! What its commands ask for, and when they are answered, is the session's business.

use super::discs;
use crate::engine::session::{nboard::move_word, progress};
use crate::eval::Score;
use crate::search::{Bound, Kind, Line, Report, Selectivity};
use mollett_protocol::{Color, Move, PositionText};
use std::time::Duration;

/// All about a position, as Cassio reads it: Black's moves in upper case, White's in
/// lower; `--` where the game is over.
pub(in crate::engine) fn cassio_result(
    position: &PositionText,
    report: &Report,
    elapsed: Duration,
) -> String {
    let nobody = Line {
        set_up: None,
        moves: Vec::new(),
        score: Score(0),
        bound: Bound::Value,
        kind: Kind::Unknown,
        depth: 0,
        selectivity: Selectivity::EXACT,
    };
    let line = report.lines.first().unwrap_or(&nobody);
    let cells = position.to_string().replace(' ', "");
    let mv = line.moves.first();
    let mv = mv.map_or_else(|| "--".to_owned(), |&mv| cased(mv, position.side));
    let percent = match line.kind {
        // Ended before it had looked ahead.
        Kind::Unknown => 0,
        Kind::Evaluation if line.depth == 0 => 0,
        _ => line.selectivity.percent(),
    };
    let score = discs(line);
    let (low, high) = match (line.kind, line.bound) {
        (Kind::Unknown, _) => (-64.0, 64.0),
        (Kind::WinLossDraw, _) if score > 0.0 => (1.0, 64.0),
        (Kind::WinLossDraw, _) if score < 0.0 => (-64.0, -1.0),
        (_, Bound::AtLeast) => (score, 64.0),
        (_, Bound::AtMost) => (-64.0, score),
        (_, Bound::Value) => (score, score),
    };
    let mut side = position.side;
    let letter = if side == Color::Black { 'B' } else { 'W' };
    let mut moves = String::new();
    for &mv in &line.moves {
        moves.push_str(&cased(mv, side));
        side = side.opponent();
    }
    format!(
        "{cells}, move {mv}, depth {}, @{percent}%, {letter}{low:+.2} <= v <= {letter}{high:+.2}, \
         {moves}, {}",
        line.depth,
        progress(report.nodes, elapsed.as_secs_f64())
    )
}

/// A move in the letter case of its colour.
fn cased(mv: Move, side: Color) -> String {
    match side {
        Color::Black => move_word(mv),
        Color::White => move_word(mv).to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    fn start(side: char) -> PositionText {
        let cells = "-".repeat(27) + "OX" + &"-".repeat(6) + "XO" + &"-".repeat(27);
        format!("{cells} {side}").parse().unwrap()
    }

    #[test]
    fn cassio_is_not_told_that_an_unfinished_search_is_sure() {
        let start = start('X');
        let mut unfinished = report(&["d3"], 1, Kind::Evaluation, Bound::Value);
        unfinished.lines[0].depth = 0;
        let text = cassio_result(&start, &unfinished, Duration::ZERO);
        assert!(text.contains("move D3, depth 0, @0%, B+1.00"), "{text}");
        unfinished.lines[0].depth = 15;
        unfinished.lines[0].selectivity = Selectivity::from_percent(87).unwrap();
        unfinished.depth = 0;
        let text = cassio_result(&start, &unfinished, Duration::ZERO);
        assert!(text.contains("move D3, depth 15, @87%, B+1.00"), "{text}");
        let solved = report(&["d3"], 2, Kind::Exact, Bound::Value);
        let text = cassio_result(&start, &solved, Duration::ZERO);
        assert!(text.contains("depth 15, @100%, B+2.00"), "{text}");
    }

    #[test]
    fn of_what_is_not_known_everything_is_possible() {
        let mut unknown = report(&["d3"], 0, Kind::Unknown, Bound::Value);
        unknown.lines[0].depth = 0;
        let text = cassio_result(&start('O'), &unknown, Duration::ZERO);
        let all = "move d3, depth 0, @0%, W-64.00 <= v <= W+64.00, d3, ";
        assert!(text.contains(all), "{text}");
    }
}
