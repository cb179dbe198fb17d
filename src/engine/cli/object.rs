//! Pieces of the JSON objects that `--json` prints; protocol/JSON.md describes them.

use crate::engine::answer::{result_word, score};
use crate::search::{Kind, Line};
use mollett_protocol::Bound;
use serde_json::{Value, json};

/// The score of a line in discs: whole where it is exact, else rounded to
/// hundredths; null where only the result is known, or nothing.
pub(super) fn score_of(line: &Line) -> Value {
    let score = score(line);
    match line.kind {
        Kind::WinLossDraw | Kind::Unknown => Value::Null,
        _ if score.bound == Bound::Exact => json!(score.discs.round() as i64),
        _ => json!((score.discs * 100.0).round() / 100.0 + 0.0),
    }
}

/// What is known about that score, as a word; null where there is none.
pub(super) fn bound_of(line: &Line) -> Value {
    match line.kind {
        Kind::WinLossDraw | Kind::Unknown => Value::Null,
        _ => json!(score(line).bound.to_string()),
    }
}

/// `win`, `draw` or `loss` where that is known, else null.
pub(super) fn result_of(line: &Line) -> Value {
    let known = line.kind == Kind::WinLossDraw || score(line).bound == Bound::Exact;
    match known {
        true => json!(result_word(line.score.0)),
        false => Value::Null,
    }
}

/// The best move; null where the game is over.
pub(super) fn move_of(line: &Line) -> Value {
    let first = line.moves.first();
    first.map(|mv| json!(mv.to_string())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::{Bound, Selectivity};

    fn line(score: i32, bound: Bound, kind: Kind) -> Line {
        Line {
            set_up: None,
            moves: vec!["c4".parse().unwrap()],
            score: Score(score),
            bound,
            kind,
            depth: 8,
            selectivity: Selectivity::from_percent(95).unwrap(),
        }
    }

    fn words(line: &Line) -> String {
        let words = [
            score_of(line),
            bound_of(line),
            result_of(line),
            move_of(line),
        ];
        words.map(|word| word.to_string()).join(" ")
    }

    #[test]
    fn what_is_not_known_is_null() {
        for (score, bound, kind, expected) in [
            (-256, Bound::Value, Kind::Exact, r#"-2 "exact" "loss" "c4""#),
            (
                0,
                Bound::Value,
                Kind::WinLossDraw,
                r#"null null "draw" "c4""#,
            ),
            (
                -1,
                Bound::Value,
                Kind::Evaluation,
                r#"-0.01 "estimate" null "c4""#,
            ),
            (0, Bound::AtLeast, Kind::Exact, r#"0.0 ">=" null "c4""#),
            (0, Bound::Value, Kind::Unknown, r#"null null null "c4""#),
            (384, Bound::Value, Kind::Selective, r#"3.0 "95%" null "c4""#),
        ] {
            assert_eq!(words(&line(score, bound, kind)), expected);
        }
        let over = Line {
            moves: Vec::new(),
            ..line(128, Bound::Value, Kind::Exact)
        };
        assert_eq!(words(&over), r#"1 "exact" "win" null"#);
    }
}
