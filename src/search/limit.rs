//! What a search is asked for and what may end it.

use super::selectivity::Selectivity;
use super::technique::Techniques;
use super::tuning::Tuning;
use crate::eval::Evaluation;
use std::time::Duration;

/// What the search is to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The best move within the limits: deepening in the midgame, selective and
    /// then exact solving towards the end.
    #[default]
    BestMove,
    /// The exact score, nothing less (the limits still end it).
    Exact,
    /// Whether the position is won, lost or drawn: scores are +1, 0 or -1 disc.
    WinLossDraw,
}

/// Time for one search, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// When to stop as soon as the result is settled; no new iteration begins
    /// that is not expected to end by `hard`.
    pub soft: Duration,
    /// When to stop in any case.
    pub hard: Duration,
}

/// What a search is asked for and what may end it. A limit that is `None` does
/// not limit; a search without any limit ends with the exact score.
///
/// ```
/// use mollett::search::{Goal, Limits, TimeBudget};
/// use std::time::Duration;
/// let second = Duration::from_secs(1);
/// let move_in_a_second = Limits {
///     time: Some(TimeBudget { soft: second, hard: second }),
///     threads: 2,
///     ..Limits::default()
/// };
/// assert_eq!(move_in_a_second.goal, Goal::BestMove);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// What to find out.
    pub goal: Goal,
    /// Plies to look ahead; more than the empty squares means all of them.
    pub depth: Option<u32>,
    /// Positions entered, by all threads together.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<TimeBudget>,
    /// How many of the best moves get a line and a score of their own, at least 1.
    pub lines: usize,
    /// Search threads, at least 1.
    pub threads: usize,
    /// The confidence of the last pass over a position that is solved to the end;
    /// [`Selectivity::EXACT`] for true scores.
    pub solve_to: Selectivity,
    /// The confidence of forward pruning before the end is in reach.
    pub midgame: Selectivity,
    /// What the search may use; all of it but for measurements.
    pub techniques: Techniques,
    /// The constants of the midgame search.
    pub tuning: Tuning,
    /// The evaluation to search with.
    pub evaluation: Evaluation,
}

impl Limits {
    /// Whether the search is to do the same work whenever it is asked for: to a
    /// depth or a result, whatever time and nodes that takes.
    pub(super) fn is_fixed(&self) -> bool {
        self.time.is_none()
            && self.nodes.is_none()
            && (self.depth.is_some() || self.goal != Goal::BestMove)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            goal: Goal::BestMove,
            depth: None,
            nodes: None,
            time: None,
            lines: 1,
            threads: 1,
            solve_to: Selectivity::EXACT,
            midgame: Selectivity::MIDGAME,
            techniques: Techniques::ALL,
            tuning: Tuning::DEFAULT,
            evaluation: Evaluation::default(),
        }
    }
}
