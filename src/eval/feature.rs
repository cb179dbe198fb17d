//! The indices of all pattern instances, kept up to date along a line of moves.
//!
//! Seen from the side to move, in balanced ternary (see [`super::pattern`]): a move
//! adds the digits of the new and the turned discs and then changes sides by one
//! negation. Knows no weights.

use super::pattern::{ALL, CONFIGURATIONS, INSTANCES, SUMMED, offset, size};
use crate::board::Board;

/// Numbers kept for a position: one for each pattern instance, then zeros up to a
/// whole number of the widest registers.
pub const LANES: usize = INSTANCES.next_multiple_of(32);

/// One number for each pattern instance, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Features([i16; LANES]);

/// One row of [`DIGITS`].
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Row([i16; LANES]);

/// What a disc of the side to move on each square adds to every instance.
static DIGITS: [Row; 64] = {
    let mut table = [Row([0; LANES]); 64];
    let mut instance = 0;
    while instance < INSTANCES {
        let mut digit = 1;
        let mut k = 0;
        while k < ALL[instance].len {
            table[ALL[instance].squares[k] as usize].0[instance] = digit;
            // The tenth power is not used; it would not fit.
            digit = digit.wrapping_mul(3);
            k += 1;
        }
        instance += 1;
    }
    table
};

/// For each instance, where the configuration with index 0 (all squares empty)
/// lies in an array of all configurations.
static CENTRES: [i32; INSTANCES] = {
    let mut table = [0; INSTANCES];
    let mut instance = 0;
    while instance < INSTANCES {
        let pattern = ALL[instance].pattern;
        table[instance] = (offset(pattern) + size(pattern) / 2) as i32;
        instance += 1;
    }
    table
};

impl Features {
    /// The features of a board.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let mut sums = [0; LANES];
        for (discs, sign) in [(board.own, 1), (board.opp, -1)] {
            for square in crate::board::Bitboard(discs) {
                for (sum, digit) in sums.iter_mut().zip(&DIGITS[square.index()].0) {
                    *sum += sign * digit;
                }
            }
        }
        Self(sums)
    }

    /// The features after a disc of the side to move on `square` (0 to 63) that
    /// turns `flips`, seen by the other side.
    #[must_use]
    #[inline]
    pub fn after(&self, square: usize, flips: u64) -> Self {
        let mut turned = Row([0; LANES]);
        let mut left = flips;
        while left != 0 {
            let digits = &DIGITS[left.trailing_zeros() as usize].0;
            left &= left - 1;
            for (sum, digit) in turned.0.iter_mut().zip(digits) {
                *sum = sum.wrapping_add(*digit);
            }
        }
        // A turned disc counts twice: from -1 to +1. Sums wrap on the way and are
        // in range again at the end.
        let placed = &DIGITS[square & 63].0;
        let mut sums = [0; LANES];
        for (at, sum) in sums.iter_mut().enumerate() {
            let new = turned.0[at].wrapping_mul(2).wrapping_add(placed[at]);
            *sum = self.0[at].wrapping_add(new).wrapping_neg();
        }
        Self(sums)
    }

    /// The features after a pass.
    #[must_use]
    #[inline]
    pub fn passed(&self) -> Self {
        Self(self.0.map(|sum| -sum))
    }

    /// The numbers of the head's instances, then zeros.
    #[must_use]
    #[inline]
    pub fn head(&self) -> &[i16; LANES - SUMMED] {
        // There always are that many.
        self.0.last_chunk().unwrap_or(&[0; LANES - SUMMED])
    }

    /// The sum of the summed instances' weights. `weights` has one value for each
    /// configuration of their patterns and at least one more that is not used.
    ///
    /// # Panics
    /// When `weights` is shorter.
    #[must_use]
    #[inline]
    pub fn sum(&self, weights: &[i16]) -> i32 {
        assert!(weights.len() > CONFIGURATIONS);
        // There always are that many.
        let sums = self.0.first_chunk().unwrap_or(&[0; SUMMED]);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        return avx512::sum(sums, weights);
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx2",
            not(target_feature = "avx512bw")
        ))]
        return avx2::sum(sums, weights);
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
        return sum(sums, weights);
    }
}

/// The sum of the instances' weights, plainly: the reference.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "avx2"), allow(dead_code))]
#[inline]
fn sum(sums: &[i16; SUMMED], weights: &[i16]) -> i32 {
    let mut total = 0;
    for (at, sum) in sums.iter().enumerate() {
        total += i32::from(weights[(CENTRES[at] + i32::from(*sum)) as usize]);
    }
    total
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
mod avx512 {
    use super::{CENTRES, SUMMED};
    use core::arch::x86_64::*;

    /// As [`super::sum`], sixteen gathered at a time.
    #[inline]
    pub(super) fn sum(sums: &[i16; SUMMED], weights: &[i16]) -> i32 {
        // SAFETY: compiled only for AVX-512 BW; the caller checked the length. Every index lies inside its
        // pattern's configurations; a gather reads two bytes beyond it, which the
        // unused last weight provides.
        unsafe {
            let mut total = _mm512_setzero_si512();
            for part in 0..SUMMED / 16 {
                let digits = _mm256_loadu_si256(sums.as_ptr().add(16 * part).cast());
                let centres = _mm512_loadu_si512(CENTRES.as_ptr().add(16 * part).cast());
                let places = _mm512_add_epi32(_mm512_cvtepi16_epi32(digits), centres);
                let pairs = _mm512_i32gather_epi32::<2>(places, weights.as_ptr().cast());
                let values = _mm512_srai_epi32::<16>(_mm512_slli_epi32::<16>(pairs));
                total = _mm512_add_epi32(total, values);
            }
            _mm512_reduce_add_epi32(total)
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[cfg_attr(target_feature = "avx512bw", allow(dead_code))]
mod avx2 {
    use super::{CENTRES, SUMMED};
    use core::arch::x86_64::*;

    /// As [`super::sum`], eight gathered at a time.
    #[inline]
    pub(super) fn sum(sums: &[i16; SUMMED], weights: &[i16]) -> i32 {
        // SAFETY: compiled only for AVX2; the caller checked the length. Every index
        // lies inside its pattern's configurations; a gather reads two bytes beyond
        // it, which the unused last weight provides.
        unsafe {
            let mut total = _mm256_setzero_si256();
            for part in 0..SUMMED / 8 {
                let digits = _mm_loadu_si128(sums.as_ptr().add(8 * part).cast());
                let centres = _mm256_loadu_si256(CENTRES.as_ptr().add(8 * part).cast());
                let places = _mm256_add_epi32(_mm256_cvtepi16_epi32(digits), centres);
                let pairs = _mm256_i32gather_epi32::<2>(weights.as_ptr().cast(), places);
                let values = _mm256_srai_epi32::<16>(_mm256_slli_epi32::<16>(pairs));
                total = _mm256_add_epi32(total, values);
            }
            let half = _mm_add_epi32(
                _mm256_castsi256_si128(total),
                _mm256_extracti128_si256::<1>(total),
            );
            let pairs = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
            _mm_cvtsi128_si32(pairs) + _mm_extract_epi32::<1>(pairs)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Othello, Rules};

    #[test]
    fn moves_keep_the_features_of_the_board() {
        let mut position = Othello::start();
        let mut features = Features::of(position.board);
        let mut count = 0;
        while !position.is_over() {
            let moves = position.moves();
            if moves == 0 {
                position = position.pass();
                features = features.passed();
            } else {
                // A different choice at each ply, to reach varied boards.
                count += 1;
                let mut set = moves;
                for _ in 0..count * 7 % moves.count_ones() {
                    set &= set - 1;
                }
                let square = set.trailing_zeros() as usize;
                features = features.after(square, position.board.flips(square));
                position = position.play(square);
            }
            assert_eq!(features, Features::of(position.board));
        }
        assert!(count > 50);
    }

    #[test]
    fn every_kernel_gives_the_same_sum() {
        let mut weights = vec![0; CONFIGURATIONS + 1];
        for (at, weight) in weights.iter_mut().enumerate() {
            *weight = (at as u32).wrapping_mul(2_654_435_761).rotate_left(9) as i16;
        }
        let mut board = Othello::start().board;
        for step in 1..60 {
            board.own = board.own.rotate_left(step) ^ board.opp;
            board.opp = board.opp.wrapping_mul(0x9E37_79B9) & !board.own;
            let features = Features::of(board);
            let sums = features.0.first_chunk().unwrap();
            let expected = sum(sums, &weights);
            assert_eq!(features.sum(&weights), expected);
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            assert_eq!(avx2::sum(sums, &weights), expected);
        }
    }
}
