//! The result of a game: `RE`, and `MA` and `EN` for what `RE` cannot say.

use super::super::bracket::Node;
use super::super::number;
use super::super::record::{Ending, Outcome};
use mollett_protocol::Color;
use std::fmt::Write;

/// SGF's `RE` of a game without a result.
const VOID: &str = "Void";

/// Our `EN` of a game broken off.
const UNFINISHED: &str = "unfinished";

/// Reads `B+12`, `W+R`, `B+Time`, `0`, `Draw` and the like; `None` for `?`, `Void`
/// and what is no result, unless `MA` says that nobody was ahead.
pub(super) fn read(root: &Node) -> Option<Outcome> {
    let text = root.value("RE")?.text.trim();
    let broken_off = text == VOID && root.value("MA").is_some();
    let mut outcome = match broken_off {
        true => Outcome::of_score(0.0, Ending::Unfinished),
        false => result(text)?,
    };
    if let Some(margin) = root.value("MA") {
        outcome.margin = number::read(margin.text.trim()).map(f64::abs);
    }
    match root.value("EN").map(|value| value.text.trim()) {
        Some("agreed") => outcome.ending = Ending::Agreed,
        Some("resign") => outcome.ending = Ending::Resigned,
        Some("time") => outcome.ending = Ending::Time,
        Some(UNFINISHED) => outcome.ending = Ending::Unfinished,
        _ => {}
    }
    Some(outcome)
}

/// The value of `RE` alone.
pub(in super::super) fn result(text: &str) -> Option<Outcome> {
    let draws = ["0", "draw", "jigo"];
    if draws.iter().any(|draw| text.eq_ignore_ascii_case(draw)) {
        return Some(Outcome::of_score(0.0, Ending::Played));
    }
    let (winner, how) = text.split_once('+')?;
    let winner: Color = winner.trim().parse().ok()?;
    let (margin, ending) = match how.trim().to_ascii_lowercase().as_str() {
        "" => (None, Ending::Played),
        "r" | "res" | "resign" => (None, Ending::Resigned),
        "t" | "time" => (None, Ending::Time),
        "f" | "forfeit" => (None, Ending::Forfeit),
        score => (Some(number::read(score)?.abs()), Ending::Played),
    };
    Some(Outcome {
        winner: Some(winner),
        margin,
        ending,
    })
}

/// The value of `RE`: the manner of a win where there is one, else its margin.
pub(in super::super) fn short(outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return "0".into();
    };
    let how = match manner(outcome) {
        "" => outcome
            .margin
            .map_or_else(String::new, |margin| margin.to_string()),
        manner => manner.into(),
    };
    format!("{}+{how}", if winner == Color::Black { 'B' } else { 'W' })
}

/// How a win came about, where that is said instead of its margin.
const fn manner(outcome: &Outcome) -> &'static str {
    match outcome.ending {
        Ending::Played | Ending::Unfinished | Ending::Agreed => "",
        Ending::Resigned => "Resign",
        Ending::Time => "Time",
        Ending::Forfeit => "Forfeit",
    }
}

/// The properties that [`read`] reads back. A game broken off with nobody ahead is no
/// draw, which `RE[0]` would make of it.
pub(super) fn write(outcome: &Outcome, text: &mut String) {
    let void = outcome.winner.is_none() && outcome.ending == Ending::Unfinished;
    let result = if void { VOID.into() } else { short(outcome) };
    let _ = write!(text, "RE[{result}]");
    if (void || outcome.winner.is_some() && !manner(outcome).is_empty())
        && let Some(margin) = outcome.margin
    {
        let _ = write!(text, "MA[{margin}]");
    }
    match (outcome.ending, outcome.winner) {
        (Ending::Unfinished, _) => {
            let _ = write!(text, "EN[{UNFINISHED}]");
        }
        (Ending::Agreed, _) => text.push_str("EN[agreed]"),
        (Ending::Resigned, None) => text.push_str("EN[resign]"),
        (Ending::Time, None) => text.push_str("EN[time]"),
        _ => {}
    }
}
