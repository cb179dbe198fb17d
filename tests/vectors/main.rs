//! The rules against vectors made by independent implementations: whole games,
//! special positions, exact endgames and perft of both games, from `tests/data`.
//!
//! Nothing here starts the engine; the search is called as a library.

mod endgame;
mod game;
mod perft;
mod worked_example;

use mollett::board::{AnyPosition, parse_position};
use mollett_protocol::{Color, RuleSet};

/// The lines of a data file without its comments, each with its number and its
/// fields, which ` | ` parts.
fn records(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| (number + 1, line.split('|').map(str::trim).collect()))
}

/// A position as data files spell it: `CELLS SIDE [BLACK/WHITE]`.
fn position(rules: RuleSet, text: &str) -> (AnyPosition, Color) {
    let mut words = text.split(' ');
    let mut word = || words.next();
    let (cells, side, supplies) = (word().unwrap(), word().unwrap(), word());
    parse_position(rules, cells, side, supplies).unwrap()
}

/// As [`position`], with the name of the game before it.
fn named_position(text: &str) -> (AnyPosition, Color) {
    let (rules, text) = text.split_once(' ').unwrap();
    position(rules.parse().unwrap(), text)
}
