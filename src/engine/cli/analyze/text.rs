//! A game that has been looked at, for people and for programs.

use super::judge::{Ply, Review, for_black};
use crate::engine::answer::moves_text;
use crate::formats::{GameRecord, Outcome, Player};
use mollett_protocol::{Bound, Color, Score};
use serde_json::{Value, json};
use std::fmt::Write;

/// Moves of the expected line that the table shows.
const LINE_MOVES: usize = 8;

/// The players of a game as one line of text.
pub(super) fn heading(record: &GameRecord) -> String {
    let name = |player: &Player, color: &str| match player.name.trim() {
        "" => color.to_owned(),
        name => name.to_owned(),
    };
    let (black, white) = (name(&record.black, "Black"), name(&record.white, "White"));
    let mut text = format!("{black} - {white}, {}", record.rules());
    for more in [&record.event, &record.date] {
        if !more.trim().is_empty() {
            let _ = write!(text, ", {}", more.trim());
        }
    }
    text
}

/// A table with a line for each ply and the sums below.
pub(super) fn table(number: usize, record: &GameRecord, review: &Review) -> String {
    let heading = heading(record).replace(char::is_control, " ");
    let mut text = format!(
        "game {number}: {heading}\n{:>3} {:<5} {:<4} {:>7} {:>6}  {:<4} {:>7} {:>5} {:<8} line\n",
        "ply", "side", "move", "score", "loss", "best", "score", "depth", "bound"
    );
    for (number, ply) in (1..).zip(&review.plies) {
        let line = ply.line.get(..LINE_MOVES).unwrap_or(&ply.line);
        let row = format!(
            "{number:>3} {:<5} {:<4} {:>7} {:>6}  {:<4} {:>7} {:>5} {:<8} {}",
            ply.color.to_string(),
            ply.played.to_string(),
            ply.score.to_string(),
            loss_word(ply),
            ply.best.to_string(),
            ply.best_score.to_string(),
            ply.depth,
            ply.best_score.bound.to_string(),
            moves_text(line)
        );
        text.push_str(row.trim_end());
        text.push('\n');
    }
    let state = if review.is_over {
        "end"
    } else {
        "last position"
    };
    let _ = writeln!(text, "{state}: {} for black", review.last);
    for color in [Color::Black, Color::White] {
        let sum = Sum::of(color, review);
        let _ = writeln!(text, "{color}: {}", sum.text());
    }
    text.push('\n');
    text
}

fn loss_word(ply: &Ply) -> String {
    match ply.is_exact() {
        true => format!("{:.0}", ply.loss()),
        false => format!("{:.2}", ply.loss()),
    }
}

/// The moves of one side together.
struct Sum {
    moves: usize,
    loss: f64,
    /// Number and move of the ply that lost most, and what it lost.
    worst: Option<(usize, String, f64)>,
}

impl Sum {
    fn of(color: Color, review: &Review) -> Self {
        let mut sum = Self {
            moves: 0,
            loss: 0.0,
            worst: None,
        };
        for (number, ply) in (1..).zip(&review.plies) {
            if ply.color != color || ply.played.square().is_none() {
                continue;
            }
            let loss = ply.loss();
            sum.moves += 1;
            sum.loss += loss;
            if loss > sum.worst.as_ref().map_or(0.0, |worst| worst.2) {
                sum.worst = Some((number, ply.played.to_string(), loss));
            }
        }
        sum
    }

    fn average(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }

    fn text(&self) -> String {
        let (moves, loss, average) = (self.moves, self.loss, self.average());
        let mut text = format!("{moves} moves lose {loss:.2} discs, {average:.2} a move");
        if let Some((number, played, loss)) = &self.worst {
            let _ = write!(text, ", most {loss:.2} with {played} (ply {number})");
        }
        text
    }

    fn json(&self) -> Value {
        json!({
            "moves": self.moves,
            "loss": rounded(self.loss),
            "average_loss": rounded(self.average()),
            "worst_ply": self.worst.as_ref().map(|worst| worst.0),
            "worst_loss": self.worst.as_ref().map(|worst| rounded(worst.2)),
        })
    }
}

/// A game as one JSON object; protocol/JSON.md describes it.
pub(super) fn json(number: usize, record: &GameRecord, review: &Review) -> Value {
    let (start, side) = record.start;
    let stated = record.outcome.as_ref().and_then(Outcome::score);
    let plies: Vec<Value> = (1..)
        .zip(&review.plies)
        .map(|(number, ply)| ply_json(number, ply))
        .collect();
    json!({
        "game": number,
        "rules": record.rules().to_string(),
        "black": record.black.name,
        "white": record.white.name,
        "stated_score": stated,
        "start": start.text(side),
        "plies": plies,
        "over": review.is_over,
        "last_score": number_of(review.last),
        "last_bound": review.last.bound.to_string(),
        "sum": {
            "black": Sum::of(Color::Black, review).json(),
            "white": Sum::of(Color::White, review).json(),
        },
    })
}

fn ply_json(number: usize, ply: &Ply) -> Value {
    json!({
        "ply": number,
        "side": ply.color.to_string(),
        "position": ply.before.text(ply.color),
        "move": ply.played.to_string(),
        "score": number_of(ply.score),
        "bound": ply.score.bound.to_string(),
        "best": ply.best.to_string(),
        "best_score": number_of(ply.best_score),
        "best_bound": ply.best_score.bound.to_string(),
        "score_for_black": number_of(for_black(ply.score, ply.color)),
        "loss": rounded(ply.loss()),
        "line": moves_text(&ply.line),
        "depth": ply.depth,
        "nodes": ply.nodes,
        "seconds": ply.elapsed.as_secs_f64(),
    })
}

/// Whole discs where they are exact.
fn number_of(score: Score) -> Value {
    match score.bound {
        Bound::Exact => json!(score.discs.round() as i64),
        _ => json!(rounded(score.discs)),
    }
}

/// Hundredths of a disc, never `-0`.
fn rounded(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0 + 0.0
}
