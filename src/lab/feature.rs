//! A position as the numbers of the weights that its score adds up.
//!
//! The slow and simple counterpart of the engine's incremental evaluation: every
//! position is looked at from nothing.

use crate::board::Board;
use crate::eval::Features;
use crate::eval::pattern::{self, ALL, CONFIGURATIONS, HEAD, INSTANCES, SUMMED};
use crate::eval::pattern_table::UNIT;
use crate::eval::tying::Tying;
use crate::eval::weight::{MOBILITY, Phase};

/// Weights a position adds up: one for each summed instance, the constant, two
/// mobilities.
pub const FEATURES: usize = SUMMED + 3;

/// What each square counts in the index of each instance.
static WORTH: [[i16; INSTANCES]; 64] = worth();

const fn worth() -> [[i16; INSTANCES]; 64] {
    let mut worth = [[0; INSTANCES]; 64];
    let mut instance = 0;
    while instance < INSTANCES {
        let mut k = 0;
        let mut power = 1;
        while k < ALL[instance].len {
            worth[ALL[instance].squares[k] as usize][instance] = power;
            // The last power of the longest pattern must not overflow afterwards.
            k += 1;
            if k < ALL[instance].len {
                power *= 3;
            }
        }
        instance += 1;
    }
    worth
}

/// Where the configuration without discs of each instance lies.
static CENTRE: [u32; INSTANCES] = centres();

const fn centres() -> [u32; INSTANCES] {
    let mut centres = [0; INSTANCES];
    let mut instance = 0;
    while instance < INSTANCES {
        let pattern = ALL[instance].pattern;
        centres[instance] = (pattern::offset(pattern) + (pattern::size(pattern) - 1) / 2) as u32;
        instance += 1;
    }
    centres
}

/// The configuration of each instance, as an index into the configurations of all
/// patterns, those of the head after the summed ones.
#[must_use]
#[inline]
pub fn configurations(board: Board) -> [u32; INSTANCES] {
    let mut sums = [0i16; INSTANCES];
    let mut own = board.own;
    while own != 0 {
        let row = &WORTH[own.trailing_zeros() as usize];
        own &= own - 1;
        for (sum, worth) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*worth);
        }
    }
    let mut opp = board.opp;
    while opp != 0 {
        let row = &WORTH[opp.trailing_zeros() as usize];
        opp &= opp - 1;
        for (sum, worth) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(*worth);
        }
    }
    std::array::from_fn(|instance| CENTRE[instance].wrapping_add_signed(sums[instance].into()))
}

/// Legal moves of the side to move and of the other, as the mobility tables count
/// them.
#[must_use]
#[inline]
pub fn mobility(board: Board) -> (usize, usize) {
    let count = |board: Board| (board.flipping_moves().count_ones() as usize).min(MOBILITY - 1);
    (count(board), count(board.swapped()))
}

/// The numbers of all weights that a position with these configurations adds up, in
/// the order of a knot's values in [`super::weight_file`]. Without mobility the last two repeat the constant and
/// are not to be used.
#[must_use]
#[inline]
pub fn features(
    board: Board,
    configurations: &[u32; INSTANCES],
    tying: &Tying,
    with_mobility: bool,
) -> [u32; FEATURES] {
    let tied = tying.tied();
    let constant = tying.count() as u32;
    let mut features = [constant; FEATURES];
    let summed = &configurations[..SUMMED];
    for (feature, &configuration) in features.iter_mut().zip(summed) {
        *feature = tied[configuration as usize];
    }
    if with_mobility {
        let (own, opp) = mobility(board);
        features[SUMMED + 1] += 1 + own as u32;
        features[SUMMED + 2] += (1 + MOBILITY + opp) as u32;
    }
    features
}

/// The numbers of the head's rows that a position with these configurations uses.
#[must_use]
#[inline]
pub fn rows(configurations: &[u32; INSTANCES], tying: &Tying) -> [u32; HEAD] {
    let tied = tying.head_tied();
    std::array::from_fn(|at| tied[configurations[SUMMED + at] as usize - CONFIGURATIONS])
}

/// The score of a board in 1/128 disc for the side to move, straight from the
/// definition.
#[must_use]
pub fn score(board: Board, phase: &Phase) -> i32 {
    let sum: i32 = configurations(board)[..SUMMED]
        .iter()
        .map(|&configuration| i32::from(phase.patterns[configuration as usize]))
        .sum();
    let (own, opp) = mobility(board);
    let head = phase.head.as_ref();
    let head = head.map_or(0, |head| head.plain_score(Features::of(board).head()));
    head + sum * UNIT
        + i32::from(phase.constant)
        + i32::from(phase.own_mobility[own])
        + i32::from(phase.opp_mobility[opp])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;

    #[test]
    fn the_eight_images_of_a_board_use_the_same_weights() {
        let board = Board {
            own: 0x0000_1038_5C04_2110,
            opp: 0x0010_6844_2238_1060 & !0x0000_1038_5C04_2110,
        };
        let sorted = |board| {
            let configurations = configurations(board);
            let mut features = features(board, &configurations, Tying::get(), true);
            features.sort_unstable();
            let mut rows = rows(&configurations, Tying::get());
            rows.sort_unstable();
            (features, rows)
        };
        for symmetry in Symmetry::all() {
            assert_eq!(sorted(board.transformed(symmetry)), sorted(board));
        }
    }

    #[test]
    fn the_other_sides_view_is_the_negated_index() {
        let board = Board {
            own: 0x8100_1038_5C00_0081,
            opp: 0x0001_2004_2038_1000,
        };
        let other = configurations(board.swapped());
        for (instance, &configuration) in configurations(board).iter().enumerate() {
            assert_eq!(configuration + other[instance], 2 * CENTRE[instance]);
        }
    }
}
