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

    /// The sum of the summed instances' weights. `weights` has one for each configuration of
    /// their patterns.
    ///
    /// # Panics
    /// When `weights` is shorter.
    #[must_use]
    #[inline]
    pub fn sum(&self, weights: &[i8]) -> i32 {
        assert!(weights.len() >= CONFIGURATIONS);
        let mut sums = [0; 4];
        let mut add = |instance: usize| {
            let place = CENTRES[instance] + i32::from(self.0[instance]);
            // SAFETY: every index lies inside its pattern's configurations, which the
            // weights cover.
            let weight = unsafe { weights.get_unchecked(place as usize) };
            sums[instance % 4] += i32::from(*weight);
        };
        const _: () = assert!(SUMMED == 64);
        // Written out, so that the centres are part of the instructions: a loop took 22 ns,
        // eight gathers of AVX2 18, this 12.
        each!(add: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28
            29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56
            57 58 59 60 61 62 63);
        sums.iter().sum()
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
    fn the_sum_takes_every_instance_once() {
        let weight = |at: usize| (at as u32).wrapping_mul(2_654_435_761).rotate_left(9) as i8;
        let weights: Vec<i8> = (0..CONFIGURATIONS).map(weight).collect();
        let mut board = Othello::start().board;
        for step in 1..60 {
            board.own = board.own.rotate_left(step) ^ board.opp;
            board.opp = board.opp.wrapping_mul(0x9E37_79B9) & !board.own;
            let features = Features::of(board);
            let places = CENTRES.iter().zip(features.0).take(SUMMED);
            let found = places.map(|(centre, sum)| weights[(centre + i32::from(sum)) as usize]);
            let expected: i32 = found.map(i32::from).sum();
            assert_eq!(features.sum(&weights), expected);
        }
    }
}
