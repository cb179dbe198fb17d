//! Search: from a position and limits to the best moves and their scores.
//!
//! Knows no text, no command, no channel. [`search`] may start helper threads;
//! when to search is the engine's to decide.

#[cfg(test)]
mod check;
mod clock;
mod deadline;
mod deepen;
mod endgame;
mod horizon;
mod last;
mod limit;
mod line;
mod local;
mod midgame;
mod ordering;
mod parity;
mod probcut;
mod probe;
mod report;
mod searcher;
mod selectivity;
mod split;
mod table;
mod team;
mod technique;
#[cfg(test)]
mod thread_check;
mod tuning;

pub use clock::{Clock, ClockKind};
pub use limit::{Goal, Limits, TimeBudget};
pub use report::{Bound, Kind, Line, Report};
pub use selectivity::Selectivity;
pub use table::{Entry, NO_MOVE, Table, TableError, key};
pub use technique::Techniques;
pub use tuning::{Constant, Tuning};

use crate::board::{AnyPosition, Position, Rules};
use deadline::Deadline;
use deepen::Root;
use searcher::{Searcher, Shared};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use team::Team;

/// Room for the deepest search of a build without optimization.
const STACK_BYTES: usize = 16 << 20;

/// How a running search is watched and ended from outside.
///
/// ```
/// use mollett::board::AnyPosition;
/// use mollett::protocol::RuleSet;
/// use mollett::search::{Control, Limits, Table, search};
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// // Without limits, so only the flag ends it: after six plies.
/// let stop = AtomicBool::new(false);
/// let mut depths = Vec::new();
/// let mut control = Control {
///     stop: &stop,
///     report: &mut |report| {
///         depths.push(report.depth);
///         stop.store(report.depth >= 6, Ordering::Relaxed);
///     },
/// };
/// let start = AnyPosition::start(RuleSet::Othello);
/// let table = Table::new(4).unwrap();
/// let last = search(&start, &Limits::default(), &table, &mut control);
/// assert!(last.depth >= 6 && depths.contains(&6));
/// ```
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
        AnyPosition::Othello(position) => search_position(position, limits, table, control),
        AnyPosition::Classic(position) => search_position(position, limits, table, control),
    }
}

/// As [`search`], with nobody who watches it or ends it: only the limits do.
///
/// ```
/// use mollett::board::{AnyPosition, parse_position};
/// use mollett::protocol::RuleSet;
/// use mollett::search::{Goal, Kind, Limits, Table, search_alone};
///
/// // Ten empty squares: c1 wins by 2, everything else loses.
/// let cells = "OX-OOXOOOOOOX-O-XXOXXOOXXXXOXOO-OXOXXXOOOOOOXXX-OOOXX--X--XXXXX-";
/// let (position, _) = parse_position(RuleSet::Othello, cells, "X", None).unwrap();
/// let table = Table::new(4).unwrap();
/// let exact = Limits { goal: Goal::Exact, ..Limits::default() };
/// let report = search_alone(&position, &exact, &table);
/// assert_eq!(report.best_move().to_string(), "c1");
/// assert_eq!(report.score().to_string(), "+2.00");
/// assert_eq!(report.lines[0].kind, Kind::Exact);
///
/// // The three best moves of the classic game after some plies, by depth.
/// let limits = Limits { depth: Some(4), lines: 3, ..Limits::default() };
/// let start = AnyPosition::start(RuleSet::Classic);
/// let report = search_alone(&start, &limits, &table);
/// assert_eq!((report.lines.len(), report.depth), (3, 4));
/// ```
#[must_use]
pub fn search_alone(root: &AnyPosition, limits: &Limits, table: &Table) -> Report {
    let mut control = Control {
        stop: &AtomicBool::new(false),
        report: &mut |_| {},
    };
    search(root, limits, table, &mut control)
}

/// As [`search`], for code that knows the game at compile time.
#[must_use]
pub fn search_position<R: Rules>(
    root: &Position<R>,
    limits: &Limits,
    table: &Table,
    control: &mut Control,
) -> Report {
    let start = Instant::now();
    let hard_time = limits.time.map(|time| time.hard);
    let is_over = || {
        control.stop.load(Ordering::Relaxed)
            || hard_time.is_some_and(|time| start.elapsed() >= time)
    };
    if !limits.evaluation.wait(is_over) {
        return Report::unsearched(root, start.elapsed());
    }
    table.begin_search();
    let shared = Shared {
        table,
        stop: control.stop,
        done: AtomicBool::new(false),
        start,
        deadline: Deadline::new(hard_time),
        node_limit: limits.nodes,
        nodes: AtomicU64::new(0),
        techniques: limits.techniques,
        tuning: limits.tuning,
        evaluation: &limits.evaluation,
    };
    let helpers = limits.threads.saturating_sub(1);
    if helpers == 0 {
        return Root::new(*root, limits, &shared, None).run(control.report);
    }
    let team = Team::new(helpers + 1);
    let mut report = std::thread::scope(|scope| {
        let recruit = || {
            for _ in 0..helpers {
                let serve = || Searcher::<R>::new(&shared, Some(&team)).serve();
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                // Where the system has no more threads, those there are do the work.
                if thread.spawn_scoped(scope, serve).is_err() {
                    break;
                }
            }
        };
        let _dismissal = Dismissal(&team);
        let mut root = Root::new(*root, limits, &shared, Some(&team));
        root.searcher.recruit = Some(&recruit);
        root.run(control.report)
    });
    report.nodes = report.nodes.max(shared.nodes.load(Ordering::Relaxed));
    report
}

/// Ends the helping threads' waiting, whatever way the search ends.
struct Dismissal<'a, R: Rules>(&'a Team<R>);

impl<R: Rules> Drop for Dismissal<'_, R> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}
