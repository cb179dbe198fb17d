//! `mollett analyze`: the games of a file, move by move, with what each move was
//! worth and what it gave away.

mod judge;
mod picture;
mod text;

use super::convert::save;
use super::progress::Progress;
use super::{AnalyzeArguments, CliError};
use crate::engine::limit;
use crate::engine::option::Options;
use crate::formats::{GameRecord, load, names_beside, read};
use crate::search::{Goal, Limits, Table, TimeBudget};
use judge::Judge;
use mollett_protocol::RuleSet;
use std::io::Write;

/// Analyses the games and prints each as soon as it is done.
///
/// # Errors
/// A file that cannot be read or written, a game that is not in it, or no memory
/// for the table.
pub(super) fn run(
    rules: Option<RuleSet>,
    options: &Options,
    arguments: &AnalyzeArguments,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let games = games(rules, arguments)?;
    // However short the time, every position is to have a score.
    options.weights.evaluation.wait(|| false);
    let table = Table::new(options.hash_mb).map_err(CliError::Table)?;
    let judge = Judge {
        limits: limits(options, arguments),
        exact: arguments.exact,
        table: &table,
    };
    let positions = games.iter().map(|(_, game)| game.plies.len() + 1).sum();
    let progress = Progress::new(positions);
    for (number, record) in &games {
        let game = record
            .replay()
            .map_err(|(_, error)| CliError::File(format!("game {number}: {error}")))?;
        let review = judge.review(&game, &mut || progress.advance());
        let text = match arguments.json {
            true => text::json(*number, record, &review).to_string() + "\n",
            false => text::table(*number, record, &review),
        };
        progress.aside(|| write!(output, "{text}").and_then(|()| output.flush()))?;
        if let Some(path) = &arguments.svg {
            save(path, picture::draw(record, &review).as_bytes())?;
        }
    }
    Ok(())
}

/// The games to look at, with their numbers in the file from 1.
fn games(
    rules: Option<RuleSet>,
    arguments: &AnalyzeArguments,
) -> Result<Vec<(usize, GameRecord)>, CliError> {
    let path = &arguments.file;
    let in_file = |fault: String| CliError::File(format!("{}: {fault}", path.display()));
    let bytes = load(path).map_err(CliError::Load)?;
    let reading = read(&bytes, arguments.from, rules, &names_beside(path))
        .map_err(|fault| in_file(fault.to_string()))?;
    let count = reading.games.len();
    if count == 0 {
        return Err(in_file("there is no game in it".to_owned()));
    }
    let mut games: Vec<_> = (1..).zip(reading.games).collect();
    if let Some(wanted) = arguments.game {
        games.retain(|(number, _)| *number == wanted);
        if games.is_empty() {
            return Err(in_file(format!("there is no game {wanted}, only {count}")));
        }
    }
    if arguments.svg.is_some() && games.len() != 1 {
        return Err(in_file(format!(
            "a picture shows one of its {count} games: choose with --game"
        )));
    }
    Ok(games)
}

/// What ends the search of a position.
fn limits(options: &Options, arguments: &AnalyzeArguments) -> Limits {
    let AnalyzeArguments {
        time, depth, nodes, ..
    } = *arguments;
    let unlimited = depth.is_none() && nodes.is_none();
    let time = time.or(unlimited.then_some(options.move_time));
    Limits {
        goal: Goal::BestMove,
        depth,
        nodes,
        time: time.map(|time| TimeBudget {
            soft: time,
            hard: time,
        }),
        ..limit::unlimited(options)
    }
}
