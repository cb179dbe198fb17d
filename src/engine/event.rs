//! What the threads of the program say to each other.

use crate::board::AnyPosition;
use crate::search::{Limits, Report, TableError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Tells one search from every other, so that a late report cannot be taken for
/// one of the search that runs now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchId(pub(super) u64);

/// What the controller is told.
#[derive(Debug)]
pub(super) enum Event {
    /// A line of input, without its line end (at most one byte longer than lines
    /// may be), and when it was read.
    Line(Vec<u8>, Instant),
    /// Input has ended.
    EndOfInput,
    /// A search has got on.
    Report(SearchId, Report),
    /// A job is done or has been stopped.
    Finished(SearchId, Outcome),
    /// The worker has panicked; nothing more will come from it.
    WorkerLost,
    /// Nobody reads standard output any more.
    OutputLost,
}

/// What the worker is told: one piece of work and the table to do it with.
#[derive(Debug)]
pub(super) struct Job {
    /// Repeated by everything the worker says about it.
    pub(super) id: SearchId,
    /// What to do.
    pub(super) work: Work,
    /// Ends the work early when set.
    pub(super) stop: Arc<AtomicBool>,
    /// Size of the table from this job on, in MB.
    pub(super) hash_mb: usize,
    /// When the request came; its time runs from then on.
    pub(super) since: Instant,
    /// Whether the table is to forget what earlier jobs found.
    pub(super) forget: bool,
    /// Whether nobody waits for it: it is pondering.
    pub(super) spare: bool,
}

/// What a job does.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// Search a position.
    Search {
        /// The position, seen from the side to move.
        root: AnyPosition,
        /// What is asked for.
        limits: Limits,
    },
    /// Count the positions `depth` plies below one.
    Perft {
        /// The position.
        root: AnyPosition,
        /// Plies; a pass is one.
        depth: u32,
    },
}

/// How a job ended.
#[derive(Debug)]
pub(super) enum Outcome {
    /// The last state of a search.
    Search(Report),
    /// The count, or `None` when it was stopped.
    Perft(Option<u64>),
    /// No table could be had.
    NoTable(TableError),
}
