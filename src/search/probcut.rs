//! ProbCut: how well a shallow search predicts a deep one (M. Buro, ProbCut, ICCA
//! Journal 18(2), 1995; Multi-ProbCut, 1997).
//!
//! Only the statistics live here, as one formula; the cuts are the midgame
//! search's.

use crate::eval::Score;
use std::sync::LazyLock;

/// Depths below this are searched, not predicted.
pub(super) const MIN_DEPTH: u32 = 2;

/// The depth of the search that predicts one of `depth` plies: about half, with
/// the same parity, since even and odd depths differ by a constant.
pub(super) const fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + (depth & 1)
}

/// Standard deviation of (score at `depth` - score at `shallow`), in discs, for
/// positions with `empties` empty squares. Fitted by `mollett-lab fit-probcut` on
/// 28,480 pairs of searches of self-play positions to depth 12 at 98 %.
fn formula(empties: f32, depth: f32, shallow: f32) -> f32 {
    let depths = 0.202_561 * (depth + 1.0).ln() - 0.306_399 * (shallow + 1.0).ln();
    let phase = 0.000_305 * empties * empties - 0.038_968 * empties;
    (1.8149 + depths + phase + 0.000_450 * empties * (depth - shallow)).exp()
}

/// What ProbCut needs at a node, in 1/128 disc.
#[derive(Clone, Copy, Default)]
pub(super) struct Errors {
    /// Standard deviation of the deep score around the shallow one.
    pub(super) deep: f32,
    /// Standard deviation of the shallow score around the static one.
    pub(super) shallow: f32,
}

/// The errors for a search of `depth` plies with `empties` empty squares.
#[inline]
pub(super) fn errors(empties: u32, depth: u32) -> Errors {
    static TABLE: LazyLock<Box<[[Errors; 61]; 61]>> = LazyLock::new(|| {
        let mut table = Box::new([[Errors::default(); 61]; 61]);
        for (empties, row) in table.iter_mut().enumerate() {
            for (depth, errors) in row.iter_mut().enumerate() {
                let shallow = shallow_depth(depth as u32) as f32;
                let (empties, depth) = (empties as f32, depth as f32);
                errors.deep = formula(empties, depth, shallow) * Score::DISC as f32;
                errors.shallow = formula(empties, shallow, 0.0) * Score::DISC as f32;
            }
        }
        table
    });
    TABLE[empties.min(60) as usize][depth.min(60) as usize]
}
