//! ProbCut: how well a shallow search predicts a deep one (M. Buro, ProbCut, ICCA
//! Journal 18(2), 1995; Multi-ProbCut, 1997).
//!
//! Only the statistics live here, as one formula; the cuts are in [`super::probe`].

use crate::eval::Score;
use std::sync::LazyLock;

/// Depths below this are searched, not predicted.
pub(super) const MIN_DEPTH: u32 = 2;

/// Probes of searches to the end of the game go half as deep as what they predict:
/// with a third the endgames FFO 40-49 took an eighth more nodes. Others are in
/// [`Tuning`](super::Tuning).
pub(super) const SOLVE_PART: u32 = 4;

/// Largest part there is an error for.
pub(super) const LARGEST_PART: u32 = 12;

/// The depth of the search that predicts one of `depth` plies: two `part`ths of it, with
/// the same parity, since even and odd depths differ by a constant.
pub(super) const fn shallow_depth(depth: u32, part: u32) -> u32 {
    depth / part * 2 + (depth & 1)
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

/// The errors of a node `depth` plies deep with `empties` empty squares, where probes
/// search twice this `part` of the depth (1 to [`LARGEST_PART`]).
#[inline]
pub(super) fn errors(empties: u32, depth: u32, part: u32) -> Errors {
    type Rows = [[Errors; 61]; 61];
    static TABLES: LazyLock<Vec<Rows>> = LazyLock::new(|| {
        let mut tables = vec![[[Errors::default(); 61]; 61]; LARGEST_PART as usize];
        for (part, table) in (1..).zip(&mut tables) {
            for (empties, row) in table.iter_mut().enumerate() {
                for (depth, errors) in row.iter_mut().enumerate() {
                    let shallow = shallow_depth(depth as u32, part) as f32;
                    let (empties, depth) = (empties as f32, depth as f32);
                    errors.deep = formula(empties, depth, shallow) * Score::DISC as f32;
                    errors.shallow = formula(empties, shallow, 0.0) * Score::DISC as f32;
                }
            }
        }
        tables
    });
    let table = &TABLES[part.clamp(1, LARGEST_PART) as usize - 1];
    table[empties.min(60) as usize][depth.min(60) as usize]
}
