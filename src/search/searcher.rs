//! One thread of a search: its node count, its small table, and when it must end.

use super::deadline::{Deadline, LastLook};
use super::local::LocalTable;
use super::probcut;
use super::selectivity::Selectivity;
use super::split::Split;
use super::table::Table;
use super::team::Team;
use super::technique::Techniques;
use super::tuning::Tuning;
use crate::board::{Position, Rules};
use crate::eval::{self, Evaluation, Features, weight::Weights};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Nodes between two looks at the clock and the stop flag: well under a
/// millisecond.
const POLL_NODES: u64 = 8192;

/// The same for one of several threads.
const POLL_NODES_SHARED: u64 = 1024;

/// Nodes between two looks of one of several threads at what the others have found:
/// its work can become useless at any time, and then somebody waits for it.
const GLANCE_NODES: u64 = 128;

/// The most positions entered between two polls of the node count, below the
/// last position that polls: with five empty squares, each of which leaves some 65
/// to the functions for four. A node limit is met this much early rather than
/// passed.
pub(super) const NODE_MARGIN: u64 = 384;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// Set from outside, or by the first thread that meets a limit.
    pub(super) stop: &'a AtomicBool,
    /// Set inside when the search is over for everybody.
    pub(super) done: AtomicBool,
    pub(super) start: Instant,
    pub(super) deadline: Deadline,
    pub(super) node_limit: Option<u64>,
    /// Nodes of all threads, up to their last poll.
    pub(super) nodes: AtomicU64,
    pub(super) techniques: Techniques,
    pub(super) tuning: Tuning,
    pub(super) evaluation: &'a Evaluation,
}

/// One thread's part of a search.
pub(super) struct Searcher<'a, R: Rules> {
    pub(super) shared: &'a Shared<'a>,
    weights: &'a Weights,
    /// Positions this thread has entered.
    pub(super) nodes: u64,
    /// `nodes` already added to the shared count.
    counted: u64,
    poll_at: u64,
    /// When to look at more than what the other threads have found.
    count_at: u64,
    last_look: LastLook,
    /// Whether to give up: results from here on mean nothing and are not kept.
    pub(super) stopped: bool,
    pub(super) local: LocalTable,
    pub(super) techniques: Techniques,
    pub(super) tuning: Tuning,
    /// The confidence of the running iteration.
    pub(super) selectivity: Selectivity,
    /// ProbCut probes search twice this part of the depth they predict.
    pub(super) probe_part: u32,
    /// ProbCut probes this node lies in.
    pub(super) probing: u32,
    /// For each number of empty squares, the last move that refuted a position one ply
    /// above the horizon: likely to refute its neighbours as well (the killer
    /// heuristic: S. Akl and M. Newborn, 1977).
    pub(super) refutations: [u8; 64],
    /// The other threads; `None` when there are none.
    pub(super) team: Option<&'a Team<R>>,
    /// Starts those of them that are not there yet.
    pub(super) recruit: Option<&'a dyn Fn()>,
    /// The innermost split this thread works in.
    pub(super) split: Option<Arc<Split<R>>>,
}

impl<'a, R: Rules> Searcher<'a, R> {
    pub(super) fn new(shared: &'a Shared<'a>, team: Option<&'a Team<R>>) -> Self {
        let mut searcher = Self {
            shared,
            weights: shared.evaluation.weights(),
            nodes: 0,
            counted: 0,
            poll_at: 0,
            count_at: 0,
            last_look: LastLook::default(),
            stopped: false,
            local: LocalTable::new(),
            techniques: shared.techniques,
            tuning: shared.tuning,
            selectivity: Selectivity::EXACT,
            probe_part: probcut::SOLVE_PART,
            probing: 0,
            refutations: [0; 64],
            team,
            recruit: None,
            split: None,
        };
        searcher.poll();
        searcher
    }

    /// The static score of a position in 1/128 disc for the side to move.
    #[inline]
    pub(super) fn evaluate(
        &self,
        position: &Position<R>,
        features: &Features,
        empties: u32,
    ) -> i32 {
        eval::evaluate(self.weights, position, features, empties)
    }

    /// Counts a position and returns whether the search must be given up.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.poll_at {
            self.poll();
        }
        self.stopped
    }

    /// Positions entered by all threads, as far as they have said.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + (self.nodes - self.counted)
    }

    /// To be called after this thread has slept for want of work.
    pub(super) const fn wake(&mut self) {
        self.last_look.forget();
    }

    /// Looks whether to go on; at the stop flag, the clock and the node limit, which
    /// all threads share, less often than at the work of the others.
    #[cold]
    pub(super) fn poll(&mut self) {
        if self.nodes >= self.count_at {
            self.count();
        }
        self.poll_at = self.count_at;
        if self.team.is_some() {
            self.stopped |= self.must_stop();
            self.poll_at = self.poll_at.min(self.nodes + GLANCE_NODES);
        }
    }

    /// Looks at the stop flag, the clock and the node limit.
    pub(super) fn count(&mut self) {
        let shared = self.shared;
        let new = self.nodes - self.counted;
        let total = shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.counted = self.nodes;
        let left = shared.node_limit.map_or(u64::MAX, |limit| {
            limit.saturating_sub(total.saturating_add(NODE_MARGIN))
        });
        if left == 0
            || shared.stop.load(Ordering::Relaxed)
            || shared.done.load(Ordering::Relaxed)
            || shared
                .deadline
                .is_due(&mut self.last_look, || shared.start.elapsed())
        {
            self.stopped = true;
            shared.done.store(true, Ordering::Relaxed);
        }
        let most = match self.team {
            None => POLL_NODES,
            Some(_) => POLL_NODES_SHARED,
        };
        self.count_at = self.nodes + left.clamp(1, most);
    }
}
