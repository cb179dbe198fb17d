//! ProbCut: how well a shallow search predicts a deep one (M. Buro, ProbCut, ICCA
//! Journal 18(2), 1995; Multi-ProbCut, 1997).
//!
//! Only the statistics live here, as one formula; the cuts are the midgame
//! search's.

use crate::eval::Score;

/// Depths below this are searched, not predicted.
pub(super) const MIN_DEPTH: u32 = 3;

/// The depth of the search that predicts one of `depth` plies: about half, with
/// the same parity, since even and odd depths differ by a constant.
pub(super) const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + (depth & 1)
}

/// Standard deviation of (score at `depth` - score at `shallow`), in 1/128 disc,
/// for positions with `empties` empty squares. Fitted: logarithm linear in the
/// three numbers.
pub(super) fn sigma(empties: u32, depth: u32, shallow: u32) -> f32 {
    let (empties, depth, shallow) = (empties as f32, depth as f32, shallow as f32);
    let discs = (1.70 + 0.022 * depth - 0.10 * shallow - 0.006 * empties).exp();
    discs * Score::DISC as f32
}
