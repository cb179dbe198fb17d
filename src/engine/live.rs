//! Live graphics: what a search has found so far, drawn on the board of GoGui while
//! it runs.
//!
//! GoGui takes them from standard error (chapter "Live Graphics" of its manual): a
//! line `gogui-gfx:`, lines of drawing, an empty line. Only the controller draws,
//! and only where the option asks for it, since not everybody reads that stream.

use super::answer::graphics;
use crate::search::{Line, Report};
use mollett_protocol::{Color, Move};
use std::io::Write;
use std::time::{Duration, Instant};

/// Between two drawings, and before the first one: enough to be read.
const INTERVAL: Duration = Duration::from_millis(200);

/// Plies of the line that are drawn; more would hide the board.
const PLIES: usize = 8;

/// The drawings of one search.
#[derive(Debug)]
pub(super) struct LiveGraphics {
    /// Who moves first in the lines.
    color: Color,
    due: Instant,
    drawn: bool,
}

impl LiveGraphics {
    /// Nothing has been drawn yet.
    pub(super) fn new(color: Color) -> Self {
        Self {
            color,
            due: Instant::now() + INTERVAL,
            drawn: false,
        }
    }

    /// Draws what is new, unless something was drawn just before.
    pub(super) fn show(&mut self, report: &Report, output: &mut impl Write) {
        let now = Instant::now();
        if now < self.due {
            return;
        }
        self.due = now + INTERVAL;
        self.drawn = true;
        write(
            output,
            &format!("gogui-gfx:\n{}\n\n", drawing(report, self.color)),
        );
    }

    /// Wipes it off. The last drawing may reach GoGui after the reply, and would
    /// stay then.
    pub(super) fn clear(&mut self, output: &mut impl Write) {
        if std::mem::take(&mut self.drawn) {
            write(output, "gogui-gfx: CLEAR\n");
        }
    }
}

/// Nobody misses a drawing that cannot be written.
fn write(output: &mut impl Write, text: &str) {
    let written = output.write_all(text.as_bytes());
    if let Err(error) = written.and_then(|()| output.flush()) {
        log::debug!("no live graphics: {error}");
    }
}

/// The lines of a drawing: the discs of the line, where there is only one, then the
/// score of each move, which takes the place of a disc's number.
fn drawing(report: &Report, color: Color) -> String {
    let text = graphics(report);
    let discs = match report.lines.as_slice() {
        [line] => variation(line, color),
        _ => String::new(),
    };
    match text.split_once('\n') {
        Some((first, rest)) if !discs.is_empty() => format!("{first}\nVAR{discs}\n{rest}"),
        _ => text,
    }
}

/// ` b D3 w C3`; passes are left out.
fn variation(line: &Line, mut color: Color) -> String {
    let mut text = String::new();
    for mv in line.moves.iter().take(PLIES) {
        if let Move::Disc(square) = mv {
            let letter = match color {
                Color::Black => 'b',
                Color::White => 'w',
            };
            text.push_str(&format!(" {letter} {square:#}"));
        }
        color = color.opponent();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::{Bound, Kind, Selectivity};

    fn report(lines: &[&str]) -> Report {
        let line = |words: &&str| Line {
            set_up: None,
            moves: words.split(' ').map(|word| word.parse().unwrap()).collect(),
            score: Score::from_discs(3),
            bound: Bound::Value,
            kind: Kind::Evaluation,
            depth: 9,
            selectivity: Selectivity::EXACT,
        };
        Report {
            lines: lines.iter().map(line).collect(),
            depth: 9,
            selectivity: Selectivity::EXACT,
            nodes: 77,
            elapsed: Duration::ZERO,
        }
    }

    #[test]
    fn one_line_is_drawn_disc_by_disc_and_several_by_their_scores() {
        let one = report(&["d3 pass c4 e3"]);
        assert_eq!(
            drawing(&one, Color::White),
            "TEXT d3 +3.00 depth 9 bound estimate nodes 77 pv d3 pass c4 e3\n\
             VAR w D3 w C4 b E3\nCOLOR #3cc83c D3\nLABEL D3 +3"
        );
        let two = drawing(&report(&["d3 c3", "f5"]), Color::Black);
        assert!(two.ends_with("\nCOLOR #3cc83c D3\nLABEL D3 +3\nCOLOR #3cc83c F5\nLABEL F5 +3"));
    }

    #[test]
    fn it_waits_between_drawings_and_wipes_off_only_what_is_there() {
        let mut output = Vec::new();
        let mut live = LiveGraphics::new(Color::Black);
        let report = report(&["d3"]);
        live.show(&report, &mut output);
        live.clear(&mut output);
        assert_eq!(output, b"");
        live.due = Instant::now();
        live.show(&report, &mut output);
        live.show(&report, &mut output);
        live.clear(&mut output);
        live.clear(&mut output);
        let text = String::from_utf8(output).unwrap();
        assert!(text.starts_with("gogui-gfx:\nTEXT d3 "), "{text}");
        let end = "\nVAR b D3\nCOLOR #3cc83c D3\nLABEL D3 +3\n\ngogui-gfx: CLEAR\n";
        assert!(text.ends_with(end), "{text}");
        assert_eq!(text.matches("gogui-gfx:\n").count(), 1);
    }
}
