//! Search: from a position and limits to the best moves and their scores.
//!
//! Knows no text, no command, no channel. [`search`] may start helper threads;
//! when to search is the engine's to decide.

mod limit;
mod memory;
mod plain;
mod report;
mod selectivity;
mod table;

pub use limit::{Goal, Limits, TimeBudget};
pub use report::{Bound, Kind, Line, Report};
pub use selectivity::Selectivity;
pub use table::{Entry, NO_MOVE, Table, TableError, key};

use crate::board::AnyPosition;
use std::sync::atomic::AtomicBool;

/// How a running search is watched and ended from outside.
pub struct Control<'a> {
    /// Set by anybody to end the search; it returns within a few milliseconds.
    pub stop: &'a AtomicBool,
    /// Called with the state of the search after each iteration.
    pub report: &'a mut dyn FnMut(&Report),
}

/// Searches a position until the goal is reached, a limit is met or it is
/// stopped, and returns the last state. A legal move is there even when it is
/// stopped at once; nothing that was cut off half-way is reported as a result.
#[must_use]
pub fn search(root: &AnyPosition, limits: &Limits, table: &Table, control: &mut Control) -> Report {
    match root {
        AnyPosition::Othello(position) => plain::search(position, limits, table, control),
        AnyPosition::Classic(position) => plain::search(position, limits, table, control),
    }
}
