//! Nodes whose moves several threads share: young brothers wait (R. Feldmann,
//! Spielbaumsuche mit massiv parallelen Systemen, 1993), with a helpful master.
//!
//! When the first move of a node has been searched without a cut-off and another
//! thread is idle or the node is large, the node becomes a [`Split`]: its other
//! moves are handed out one by one to whoever is there. The thread that made it
//! takes its share and, while the others finish theirs, helps only below its own
//! split: whatever it does is then part of what it waits for. Who waits how is
//! [`super::team`]'s, how a node is searched otherwise [`super::midgame`]'s.
//!
//! Two threads on two free processors were 1.76 times as fast as one, with 1.18 times
//! the nodes, to depth 20 of 20 positions of 40 to 50 empty squares from tournament
//! games, and 1.95 times, with 0.99 times the nodes, solving FFO 40-49. Threads that
//! search the root each by itself and share the table alone, at the same depth or a
//! ply apart, were 1.1 times as fast as one, with 1.8 times the nodes, to depth 19.

use super::ordering::Candidates;
use super::searcher::Searcher;
use super::selectivity::Selectivity;
use super::team::Team;
use crate::board::Rules;
use crate::eval::Features;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Fewest plies of a node that is shared, where the game's end is not in reach.
const SPLIT_DEPTH: u32 = 3;

/// Fewest empty squares of a node that is shared while it is solved.
const SPLIT_EMPTIES: u32 = 12;

/// Nodes of this many plies, or empty squares while they are solved, are shared
/// even when nobody is idle: whoever becomes so finds large pieces of work ready.
/// The first such node starts the helping threads: a search without one is over in
/// about the time that takes.
const OPEN_DEPTH: u32 = 8;
const OPEN_EMPTIES: u32 = 14;

/// A node whose moves are shared.
pub(super) struct Split<R: Rules> {
    /// The split in which the thread that made this one was at work.
    above: Option<Arc<Split<R>>>,
    /// Of the position at the node.
    features: Features,
    pub(super) depth: u32,
    empties: u32,
    beta: i32,
    selectivity: Selectivity,
    probe_part: u32,
    probing: u32,
    /// A move has reached `beta`: nobody needs the others any more.
    cut: AtomicBool,
    /// Threads at work here besides the one that made it; changed under the lock
    /// of the team.
    pub(super) guests: AtomicUsize,
    state: Mutex<State<R>>,
}

/// What changes while the moves are searched.
struct State<R: Rules> {
    candidates: Candidates<R>,
    alpha: i32,
    best: i32,
    best_move: u8,
}

/// The node to be shared, as far as it has been searched.
pub(super) struct Begun<'a, R: Rules> {
    pub(super) features: &'a Features,
    pub(super) depth: u32,
    pub(super) empties: u32,
    /// Best value so far within it, or its lower end.
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) best: i32,
    pub(super) best_move: u8,
    /// The moves not searched yet.
    pub(super) candidates: Candidates<R>,
}

impl<R: Rules> Split<R> {
    /// A node whose moves are from now on shared, begun by a thread at work in
    /// `above`.
    pub(super) fn new(
        begun: Begun<R>,
        above: Option<Arc<Self>>,
        (selectivity, probe_part): (Selectivity, u32),
        probing: u32,
    ) -> Self {
        Self {
            above,
            features: *begun.features,
            depth: begun.depth,
            empties: begun.empties,
            beta: begun.beta,
            selectivity,
            probe_part,
            probing,
            cut: AtomicBool::new(false),
            guests: AtomicUsize::new(0),
            state: Mutex::new(State {
                candidates: begun.candidates,
                alpha: begun.alpha,
                best: begun.best,
                best_move: begun.best_move,
            }),
        }
    }

    /// Whether a cut-off here or above makes all work here useless.
    fn is_useless(&self) -> bool {
        let mut split = Some(self);
        while let Some(one) = split {
            if one.cut.load(Ordering::Relaxed) {
                return true;
            }
            split = one.above.as_deref();
        }
        false
    }

    /// Whether this was made in the course of searching `other`.
    pub(super) fn lies_below(&self, other: &Arc<Self>) -> bool {
        let mut split = self.above.as_ref();
        while let Some(one) = split {
            if Arc::ptr_eq(one, other) {
                return true;
            }
            split = one.above.as_ref();
        }
        false
    }
}

impl<R: Rules> Searcher<'_, R> {
    /// Whether the rest of a node is worth sharing now.
    #[inline(always)]
    pub(super) fn may_split(&self, depth: u32, empties: u32) -> bool {
        let Some(team) = self.team else {
            return false;
        };
        let (wanted, always) = if depth >= empties {
            (SPLIT_EMPTIES, OPEN_EMPTIES)
        } else {
            (SPLIT_DEPTH, OPEN_DEPTH)
        };
        depth >= wanted && (depth >= always || team.has_idle())
    }

    /// Searches the rest of a node together with idle threads: its best value and
    /// move.
    #[inline(never)]
    pub(super) fn split(&mut self, begun: Begun<R>) -> (i32, u8) {
        let Some(team) = self.team else {
            return (begun.best, begun.best_move);
        };
        let above = self.split.take();
        let split = Arc::new(Split::new(
            begun,
            above,
            (self.selectivity, self.probe_part),
            self.probing,
        ));
        team.publish(&split);
        if let Some(recruit) = self.recruit.take() {
            recruit();
        }
        self.split = Some(Arc::clone(&split));
        self.take_moves(&split);
        while let Some(below) = team.next_below(&split) {
            self.visit(below);
        }
        self.wake();
        self.split.clone_from(&split.above);
        // A cut-off of this node is over; one above it is not.
        self.stopped = self.must_stop();
        let state = lock(&split);
        (state.best, state.best_move)
    }

    /// Helps wherever there is work until the search is over.
    pub(super) fn serve(&mut self) {
        while let Some(split) = self.team.and_then(Team::next) {
            self.visit(split);
        }
        self.count();
    }

    /// Works at a split that has been joined, and leaves it.
    fn visit(&mut self, split: Arc<Split<R>>) {
        let own = (self.selectivity, self.probe_part, self.probing);
        (self.selectivity, self.probe_part, self.probing) =
            (split.selectivity, split.probe_part, split.probing);
        let before = self.split.replace(Arc::clone(&split));
        self.wake();
        self.stopped = self.must_stop();
        self.take_moves(&split);
        self.split = before;
        (self.selectivity, self.probe_part, self.probing) = own;
        self.stopped = self.must_stop();
        if let Some(team) = self.team {
            team.leave(&split);
        }
    }

    /// Searches moves of a split until none is left or none is needed.
    fn take_moves(&mut self, split: &Arc<Split<R>>) {
        while !self.stopped && !split.cut.load(Ordering::Relaxed) {
            let taken = lock(split).candidates.best();
            let Some(candidate) = taken else {
                break;
            };
            let features = split
                .features
                .after(usize::from(candidate.square), candidate.flips);
            let (depth, empties) = (split.depth - 1, split.empties - 1);
            let value = loop {
                let alpha = lock(split).alpha;
                let child = candidate.child;
                let statics = candidate.statics;
                let value = -self.nws(child, &features, -alpha - 1, depth, empties, statics);
                if self.stopped || value <= alpha || value >= split.beta {
                    break value;
                }
                // Others may have raised alpha meanwhile: asked again above it.
                if lock(split).alpha == alpha {
                    break -self.pvs(child, &features, -split.beta, -alpha, depth, empties);
                }
            };
            if self.stopped {
                break;
            }
            let mut state = lock(split);
            if value > state.best {
                (state.best, state.best_move) = (value, candidate.square);
                state.alpha = state.alpha.max(value);
                if value >= split.beta {
                    split.cut.store(true, Ordering::Relaxed);
                }
            }
        }
        if let Some(team) = self.team {
            team.close(split);
        }
    }

    /// Whether what this thread does has become useless: the search is over, or a
    /// split it works in has had a cut-off.
    pub(super) fn must_stop(&self) -> bool {
        self.shared.done.load(Ordering::Relaxed)
            || self.split.as_ref().is_some_and(|split| split.is_useless())
    }
}

/// A thread that panicked leaves nothing half-done under this lock.
fn lock<R: Rules>(split: &Split<R>) -> MutexGuard<'_, State<R>> {
    split.state.lock().unwrap_or_else(PoisonError::into_inner)
}
