//! The steps a search deepens by: which depth and confidence after which.

use super::super::endgame::SOLVER_EMPTIES;
use super::super::limit::{Goal, Limits};
use super::super::selectivity::Selectivity;
use super::super::{ordering, probcut};
use super::result;
use mollett_protocol::RuleSet;
use std::ops::RangeInclusive;

/// The last iterations before the end is in reach leave this many plies to the
/// first selective solve.
const SOLVE_AHEAD: u32 = 10;

/// Solves with at most this many empty squares are prepared by one selective pass
/// at 87 %, larger ones by two at 73 and 95 %. More passes than that cost more
/// nodes than they save later: all five took half as many again with 20 empty
/// squares and an eighth more with 25. The one pass at 73 % takes 7 % more nodes in
/// Othello and 4 % fewer in the classic game, where scores are odd or even.
const ONE_PASS_EMPTIES: u32 = 22;
const ONE_PASS: u8 = 87;
const ONE_PASS_CLASSIC: u8 = 73;

/// Solves with at most this many empty squares are sooner done than prepared.
const FEW_EMPTIES: u32 = 16;

/// Selective solves evaluate positions with so few empty squares: the horizon of a probe
/// of their last nodes.
const PROBED_EMPTIES: u32 =
    SOLVER_EMPTIES + 1 - probcut::shallow_depth(SOLVER_EMPTIES + 1, probcut::SOLVE_PART);

/// One step of deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
    /// Only who wins.
    pub(super) result_only: bool,
}

/// The steps of a search of a position with `empties` empty squares.
pub(super) fn steps(limits: &Limits, rules: RuleSet, empties: u32) -> Vec<Step> {
    let wanted = match limits.goal {
        Goal::BestMove => limits.depth.unwrap_or(empties).min(empties),
        Goal::Exact | Goal::WinLossDraw => empties,
    };
    let solving = wanted == empties;
    let last = if solving {
        empties.saturating_sub(SOLVE_AHEAD)
    } else {
        wanted
    };
    let selectivity = limits.midgame;
    let step = |depth, selectivity| Step {
        depth,
        selectivity,
        result_only: false,
    };
    let mut steps: Vec<Step> = (1..=last).map(|depth| step(depth, selectivity)).collect();
    if solving {
        let passes: &[u8] = match (empties, rules) {
            (..=FEW_EMPTIES, _) => &[],
            (..=ONE_PASS_EMPTIES, RuleSet::Othello) => &[ONE_PASS],
            (..=ONE_PASS_EMPTIES, RuleSet::Classic) => &[ONE_PASS_CLASSIC],
            _ => &[73, 95],
        };
        let prepares = |level: &Selectivity| {
            passes.contains(&level.percent()) && (limits.midgame..limits.solve_to).contains(level)
        };
        let levels = Selectivity::all().filter(prepares);
        steps.extend(levels.map(|selectivity| step(empties, selectivity)));
        let on_clock = limits.time.is_some() && limits.goal == Goal::BestMove;
        if on_clock
            && limits.lines == 1
            && limits.solve_to.is_exact()
            && empties > result::FEW_EMPTIES
        {
            steps.push(Step {
                result_only: true,
                ..step(empties, Selectivity::EXACT)
            });
        }
        steps.push(step(empties, limits.solve_to));
    }
    steps
}

impl Step {
    /// What makes one step more than another: plies, then confidence.
    pub(super) const fn effort(self) -> (u32, Selectivity) {
        (self.depth, self.selectivity)
    }

    /// The numbers of empty squares whose weights it will mostly need at a root with
    /// `empties` of them; those that rank late nodes of an exact solve are not among
    /// them.
    pub(super) fn phases(self, empties: u32) -> RangeInclusive<u32> {
        let least = match self.depth < empties {
            true => empties - self.depth,
            false if self.selectivity.is_exact() => ordering::LATE_EMPTIES,
            false => PROBED_EMPTIES,
        };
        least..=empties
    }
}
