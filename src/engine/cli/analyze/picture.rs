//! The score over a game as a picture: a complete SVG file.

use super::judge::{Ply, Review, for_black};
use super::text::heading;
use crate::formats::GameRecord;
use mollett_protocol::{Bound, Color};
use std::fmt::Write;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 52.0;
const BOTTOM: f64 = 46.0;

/// Moves that lose at least so many discs are marked.
const MARKED_LOSS: f64 = 2.0;

/// Draws the score for Black after every ply, the part of the game in which it is
/// exact, and the moves that lost most.
pub(super) fn draw(record: &GameRecord, review: &Review) -> String {
    let scores = scores(review);
    let scale = Scale::of(&scores);
    let mut svg = String::new();
    let title = escaped(&heading(record));
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    if let Some(first) = first_exact(review) {
        let (from, to) = (scale.x(first as f64), scale.x(scores.len() as f64 - 1.0));
        let _ = writeln!(
            svg,
            "<rect x=\"{from:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#eef3f8\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#4477aa\" text-anchor=\"end\">exact</text>",
            to - from,
            HEIGHT - TOP - BOTTOM,
            to - 6.0,
            TOP + 16.0
        );
    }
    axes(&mut svg, &scale);
    let points: Vec<String> = (0..)
        .zip(&scores)
        .map(|(ply, &score)| format!("{:.1},{:.1}", scale.x(f64::from(ply)), scale.y(score)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#4477aa\" stroke-width=\"2\" \
         stroke-linejoin=\"round\"/>",
        points.join(" ")
    );
    for ((number, ply), &score) in (1..).zip(&review.plies).zip(scores.iter().skip(1)) {
        mark(&mut svg, &scale, number, ply, score);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{title}</text>\n\
         <text x=\"{LEFT}\" y=\"42\">score for Black in discs; moves that lose {MARKED_LOSS} \
         discs or more are marked in the colour of their side</text>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">ply</text>\n</svg>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 10.0
    );
    svg
}

/// The score for Black before each ply and at the end: what the best move was
/// worth, so that a step in the line is what a move gave away.
fn scores(review: &Review) -> Vec<f64> {
    let before = |ply: &Ply| for_black(ply.best_score, ply.color).discs;
    let plies = review.plies.iter().map(before);
    plies.chain([review.last.discs]).collect()
}

/// The first of the plies from which on every score is exact.
fn first_exact(review: &Review) -> Option<usize> {
    if review.last.bound != Bound::Exact {
        return None;
    }
    let exact = review.plies.iter().rev();
    let count = exact.take_while(|ply| ply.is_exact()).count();
    (count > 0).then(|| review.plies.len() - count)
}

/// A move that lost much, as a disc of its side with the square beside it.
fn mark(svg: &mut String, scale: &Scale, number: usize, ply: &Ply, score: f64) {
    if ply.loss() < MARKED_LOSS {
        return;
    }
    let (x, y) = (scale.x(number as f64), scale.y(score));
    // Black's losses go down and White's up: the square stands beyond them.
    let (fill, beside) = match ply.color {
        Color::Black => ("#222222", 18.0),
        Color::White => ("#ffffff", -10.0),
    };
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{fill}\" stroke=\"#222222\">\
         <title>ply {number}: {} {} loses {:.2}, best {}</title></circle>\n\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"middle\">{}</text>",
        ply.color,
        ply.played,
        ply.loss(),
        ply.best,
        y + beside,
        ply.played
    );
}

fn axes(svg: &mut String, scale: &Scale) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let steps = (scale.most / scale.step).round() as i32;
    for step in -steps..=steps {
        let discs = f64::from(step) * scale.step;
        let y = scale.y(discs);
        let colour = if step == 0 { "#888888" } else { "#dddddd" };
        let label = if step == 0 {
            "0".to_owned()
        } else {
            format!("{discs:+}")
        };
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"{colour}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8.0,
            y + 4.5
        );
    }
    for ply in (0..=scale.plies).step_by(if scale.plies > 20 { 10 } else { 5 }) {
        let x = scale.x(ply as f64);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{bottom}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#888888\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{ply}</text>",
            bottom + 5.0,
            bottom + 20.0
        );
    }
}

/// Where plies and discs lie in the picture.
struct Scale {
    plies: usize,
    /// Discs at the upper edge; minus that at the lower one.
    most: f64,
    step: f64,
}

impl Scale {
    fn of(scores: &[f64]) -> Self {
        let highest = scores
            .iter()
            .fold(0.0_f64, |most, score| most.max(score.abs()));
        let steps = [2.0, 4.0, 8.0, 16.0];
        let step = steps.into_iter().find(|step| highest <= step * 4.0);
        let step = step.unwrap_or(16.0);
        Self {
            plies: scores.len().saturating_sub(1),
            most: (highest / step).ceil().max(1.0) * step,
            step,
        }
    }

    fn x(&self, ply: f64) -> f64 {
        LEFT + ply / self.plies.max(1) as f64 * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, discs: f64) -> f64 {
        TOP + (self.most - discs) / (2.0 * self.most) * (HEIGHT - TOP - BOTTOM)
    }
}

/// Text as XML takes it; control characters, which it does not, left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars().filter(|character| !character.is_control()) {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{FFFE}' | '\u{FFFF}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_holds_every_score_and_has_few_lines() {
        for scores in [&[0.0][..], &[0.5, -3.0], &[64.0, -64.0], &[17.0, 0.0]] {
            let scale = Scale::of(scores);
            for &score in scores {
                assert!(
                    (TOP..=HEIGHT - BOTTOM).contains(&scale.y(score)),
                    "{scores:?}"
                );
            }
            assert!(scale.most / scale.step <= 4.0, "{scores:?}");
        }
    }

    #[test]
    fn names_cannot_break_the_file() {
        assert_eq!(escaped("a<b>&\u{0}c"), "a&lt;b&gt;&amp;c");
    }
}
